//! Reads scores from logs of Inspect.

use super::options::ScoreOptions;
use super::texts::{columns, conversation, shown, text};
use crate::ExchangeError;
use crate::inspect::{Header, LogReader, read_log};
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use peirast_decimals::counted;
use peirast_report::escape_line;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The scores of a log, and its model.
pub(super) fn read(
    file: &Path,
    options: &ScoreOptions,
) -> Result<(Option<String>, ScoredRun), ExchangeError> {
    let (run, unusable) = (ScoredRun::default(), BTreeMap::new());
    let mut scores = LogScores { model: None, run, unusable, unscored: 0, options };
    read_log(file, &mut scores)?;
    let LogScores { model, mut run, unusable, unscored, .. } = scores;
    run.remarks.extend(unusable.into_iter().map(|(name, (count, first))| {
        let samples = counted(count, "sample", "samples");
        format!(
            "the score of {name} is not a number in {samples} and is left out (the first: {first})"
        )
    }));
    if run.tasks.values().all(|task| task.metrics().is_empty()) && unscored > 0 {
        let samples = counted(unscored, "sample has", "samples have");
        run.remarks.push(format!("{samples} no score: `inspect score` adds scores to a log"));
    }
    Ok((model, run))
}

/// The metric of a score without the name of a scorer.
const ONLY: &str = "score";

struct LogScores<'o> {
    model: Option<String>,
    run: ScoredRun,
    /// Scorers whose values are not numbers, with the number of samples and the first value.
    unusable: BTreeMap<String, (u64, String)>,
    /// Number of samples without any score.
    unscored: u64,
    options: &'o ScoreOptions,
}

impl LogReader for LogScores<'_> {
    fn header(&mut self, header: &Header) -> Result<(), ExchangeError> {
        self.model = Some(header.model.clone());
        if let Some(status) = &header.unfinished {
            self.run.doubts.push(format!(
                "{}: the run did not end with success (its status is {}), so that samples may be missing",
                header.task,
                escape_line(status)
            ));
        }
        if header.has_one_seed {
            self.run.remarks.push(format!(
                "{}: every request had the same seed and a temperature above 0, so items are not \
                 independent and p-values are too small; ask again without a seed",
                header.task
            ));
        }
        Ok(())
    }

    fn sample(&mut self, sample: &Value, header: &Header, _place: &str) {
        let id = match &sample["id"] {
            Value::String(id) => ItemId::written(id),
            Value::Number(number) => ItemId::written(&number.to_string()),
            _ => return,
        };
        let epoch = sample["epoch"].as_u64().unwrap_or(1).saturating_sub(1);
        let mut scores: Vec<(String, Option<f64>)> = Vec::new();
        let named = sample["scores"].as_object().into_iter().flatten();
        let mut named: Vec<(&str, &Value)> =
            named.map(|(name, score)| (name.as_str(), &score["value"])).collect();
        // Older versions write the score of the only scorer, without its name.
        named.extend(
            sample["score"]
                .get("value")
                .filter(|_| sample["scores"].is_null())
                .map(|value| (ONLY, value)),
        );
        self.unscored += u64::from(named.is_empty());
        for (name, value) in named {
            let found = values(name, value);
            if found.is_empty() {
                self.unusable.entry(name.to_owned()).or_insert_with(|| (0, shown(value))).0 += 1;
            }
            scores.extend(found);
        }
        let input = conversation(&sample["input"]);
        let mut options: Vec<String> =
            sample["choices"].as_array().into_iter().flatten().map(text).collect();
        // Options may have been shuffled for display.
        options.sort_unstable();
        self.run.add(ScoreRow {
            task: header.task.clone(),
            id,
            pass: u32::try_from(epoch).unwrap_or(u32::MAX),
            content: Some(serde_json::json!([input, options]).to_string()),
            texts: self.options.texts(|| ItemTexts {
                question: input,
                target: text(&sample["target"]),
                answer: answer(sample),
            }),
            columns: self.options.columns(|| columns(&sample["metadata"])),
            scores,
        });
    }
}

/// The values of a scorer: a number, a letter, or several numbers by name or position.
fn values(name: &str, value: &Value) -> Vec<(String, Option<f64>)> {
    let part = |key: String, value: &Value| Some((format!("{name}.{key}"), value_of(value)?));
    match value {
        Value::Object(fields) => {
            fields.iter().filter_map(|(key, value)| part(key.clone(), value)).collect()
        }
        Value::Array(list) => {
            let numbered = (1_u32..).zip(list);
            numbered.filter_map(|(number, value)| part(number.to_string(), value)).collect()
        }
        value => value_of(value).map(|value| (name.to_owned(), value)).into_iter().collect(),
    }
}

/// A value as Inspect turns it into a number: C is 1, P is a half, I and N are 0.
fn value_of(value: &Value) -> Option<Option<f64>> {
    match value {
        Value::String(letter) => match letter.as_str() {
            "C" => Some(Some(1.0)),
            "P" => Some(Some(0.5)),
            "I" | "N" => Some(Some(0.0)),
            text => text.parse().ok().map(Some).or(match text.to_lowercase().as_str() {
                "yes" | "true" | "correct" | "right" | "pass" => Some(Some(1.0)),
                "no" | "false" | "incorrect" | "wrong" | "fail" => Some(Some(0.0)),
                _ => None,
            }),
        },
        value => super::texts::score(value),
    }
}

fn answer(sample: &Value) -> String {
    let content = &sample["output"]["choices"][0]["message"]["content"];
    let said = match content {
        Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect::<String>(),
        content => text(content),
    };
    match said.is_empty() {
        true => text(&sample["error"]["message"]),
        false => said,
    }
}
