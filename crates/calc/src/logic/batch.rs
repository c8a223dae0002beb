//! Arguments and verdicts as JSON lines.

use super::check::verdict_fields;
use super::given::ParsedTexts;
use crate::error::{Context as _, Result, refuse};
use peirast_logic::{Verdict, entails};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
struct ArgumentRow {
    #[serde(default)]
    id: Value,
    premises: Vec<String>,
    conclusion: String,
    entailed: Option<bool>,
}

fn row(bytes: &[u8]) -> Result<ArgumentRow> {
    let fields: Map<String, Value> =
        serde_json::from_slice(bytes).context("no row: a JSON object is needed")?;
    serde_json::from_value(Value::Object(fields))
        .context("no row: premises and a conclusion are needed")
}

/// The id of a row, even if the rest of it cannot be read.
pub fn argument_id(bytes: &[u8]) -> Value {
    let row: Option<Map<String, Value>> = serde_json::from_slice(bytes).ok();
    row.and_then(|mut row| row.remove("id")).unwrap_or_default()
}

/// The verdict on a row, as a JSON object; with `time`, also how long it takes.
///
/// # Errors
/// A row that cannot be read.
pub fn answer_argument(bytes: &[u8], time: bool) -> Result<Value> {
    let row = row(bytes)?;
    let given = ParsedTexts::new(&row.premises, &row.conclusion)?;
    let argument = given.argument()?;
    let verdict = entails(&argument);
    let mut answer = Map::from_iter([("id".to_owned(), row.id)]);
    answer.extend(verdict_fields(&verdict, &argument));
    if time {
        answer.insert("ns".to_owned(), json!(timed(&given)?));
    }
    Ok(Value::Object(answer))
}

/// The median time of deciding, in nanoseconds; reading is not included.
fn timed(given: &ParsedTexts) -> Result<u64> {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 5 || times.len() < 200 && begun.elapsed() < Duration::from_millis(50) {
        let start = Instant::now();
        black_box(entails(&given.argument()?));
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    Ok(u64::try_from(median.as_nanos()).unwrap_or(u64::MAX))
}

/// Compares the verdict on a row with the one that it records.
///
/// # Errors
/// A row that cannot be read, or why it does not agree.
pub fn check_argument(bytes: &[u8]) -> Result<()> {
    let row = row(bytes)?;
    let Some(recorded) = row.entailed else {
        refuse!("the row has no `entailed` to compare with");
    };
    let argument = ParsedTexts::new(&row.premises, &row.conclusion)?.argument()?;
    match (entails(&argument), recorded) {
        (Verdict::Entailed, true) | (Verdict::Refuted(_), false) => Ok(()),
        (Verdict::Entailed, false) => {
            refuse!("recorded as not entailed, but the conclusion follows")
        }
        (Verdict::Refuted(structure), true) => {
            let words = structure.in_words(&argument.signature);
            refuse!(
                "recorded as entailed, but refuted by: {}",
                words.trim_end().replace('\n', "; ")
            )
        }
        (Verdict::Unknown(gap), _) => refuse!("unknown: {gap}"),
    }
}
