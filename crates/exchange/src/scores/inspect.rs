//! Logs of Inspect.

use super::texts::{columns, conversation, text};
use crate::ExchangeError;
use crate::inspect::{Header, LogReader, read_log};
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use serde_json::Value;
use std::path::Path;

/// The scores of a log and the model that they are of.
pub(super) fn read(file: &Path) -> Result<(Option<String>, ScoredRun), ExchangeError> {
    let mut scores = LogScores::default();
    read_log(file, &mut scores)?;
    Ok((scores.model, scores.run))
}

#[derive(Default)]
struct LogScores {
    model: Option<String>,
    run: ScoredRun,
}

impl LogReader for LogScores {
    fn header(&mut self, header: &Header) -> Result<(), ExchangeError> {
        self.model = Some(header.model.clone());
        if header.has_one_seed {
            self.run.remarks.push(format!(
                "{}: one seed was sent with every request at a temperature above 0, so that items share their \
                 luck: p-values are too small; ask again without a seed",
                header.task
            ));
        }
        Ok(())
    }

    fn sample(&mut self, sample: &Value, header: &Header, _place: &str) {
        let id = match &sample["id"] {
            Value::String(id) => ItemId::Given(id.clone()),
            Value::Number(number) => {
                number.as_i64().map_or_else(|| ItemId::Given(number.to_string()), ItemId::Number)
            }
            _ => return,
        };
        let epoch = sample["epoch"].as_u64().unwrap_or(1).saturating_sub(1);
        let scores: Vec<(String, Option<f64>)> = sample["scores"]
            .as_object()
            .into_iter()
            .flatten()
            .flat_map(|(name, score)| values(name, score))
            .collect();
        let input = conversation(&sample["input"]);
        let mut options: Vec<String> =
            sample["choices"].as_array().into_iter().flatten().map(text).collect();
        // Options may have been shuffled before they were shown.
        options.sort_unstable();
        self.run.add(ScoreRow {
            task: header.task.clone(),
            id,
            pass: u32::try_from(epoch).unwrap_or(u32::MAX),
            content: Some(serde_json::json!([input, options]).to_string()),
            texts: ItemTexts {
                question: input,
                target: text(&sample["target"]),
                answer: answer(sample),
            },
            columns: columns(&sample["metadata"]),
            scores,
        });
    }
}

/// What a scorer says: a number, a letter, or several numbers by their names.
fn values(name: &str, score: &Value) -> Vec<(String, Option<f64>)> {
    match &score["value"] {
        Value::Object(fields) => {
            let part =
                |(key, value): (&String, &Value)| Some((format!("{name}.{key}"), value_of(value)?));
            fields.iter().filter_map(part).collect()
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
                "yes" | "true" => Some(Some(1.0)),
                "no" | "false" => Some(Some(0.0)),
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
