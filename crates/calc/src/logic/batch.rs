//! Arguments and verdicts as JSON lines.

use super::check::verdict_fields;
use super::given::ParsedTexts;
use crate::batch::line_fault;
use crate::clock::median_ns;
use crate::error::{Context as _, Result, refuse};
use peirast_logic::{Argument, Verdict, entails, smallest_countermodel};
use peirast_record::UniqueObject;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The longest time for repeated decisions of a row.
const LONGEST: Duration = Duration::from_millis(50);

#[derive(Deserialize)]
struct ArgumentRow {
    premises: Vec<String>,
    conclusion: String,
    entailed: Option<bool>,
}

fn row(bytes: &[u8]) -> Result<ArgumentRow> {
    let fields = match serde_json::from_slice(bytes) {
        Ok(UniqueObject(fields)) => fields,
        Err(error) => refuse!(
            "no row: {}; write one object on each line, such as {{\"premises\": [\"p -> q\", \"p\"], \
             \"conclusion\": \"q\"}}",
            line_fault(&error)
        ),
    };
    serde_json::from_value(Value::Object(fields)).context("the row needs premises and a conclusion")
}

/// The verdict on an argument, with the smallest countermodel.
fn verdict(argument: &Argument) -> Verdict {
    match entails(argument) {
        Verdict::Refuted(found) => Verdict::Refuted(smallest_countermodel(argument, found)),
        verdict => verdict,
    }
}

/// The verdict on a row, as fields of JSON; with `time`, also its duration.
///
/// # Errors
/// If the row cannot be read.
pub fn answer_argument(bytes: &[u8], time: bool) -> Result<Map<String, Value>> {
    let row = row(bytes)?;
    let given = ParsedTexts::new(&row.premises, &row.conclusion)?;
    let argument = given.argument()?;
    let verdict = verdict(&argument);
    let mut answer = verdict_fields(&verdict, &argument);
    if time {
        let work = || given.argument().map(|argument| entails(&argument));
        answer.insert("ns".to_owned(), json!(median_ns(200, LONGEST, work)));
    }
    Ok(answer)
}

/// Compares the verdict on a row with its recorded verdict.
///
/// # Errors
/// If the row cannot be read, or does not agree, with the reason.
pub fn check_argument(bytes: &[u8]) -> Result<()> {
    let row = row(bytes)?;
    let Some(recorded) = row.entailed else {
        refuse!("the row has no `entailed` to compare with");
    };
    let argument = ParsedTexts::new(&row.premises, &row.conclusion)?.argument()?;
    match (verdict(&argument), recorded) {
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
