//! One line of a file, in any of the layouts.

use super::answer::LineAnswer;
use super::document::{Document, QuestionText};
use super::layout::{DOC, REPLAY, check};
use crate::lm_eval::HarnessSample;
use crate::{ExchangeError, shown};
use peirast_record::{Sampling, read_json};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The content of a line.
#[derive(Debug)]
pub struct DocumentLine {
    /// The problem.
    pub document: Document,
    /// Its number in its set, if known.
    pub number: Option<u64>,
    /// The answers.
    pub answers: Vec<LineAnswer>,
}

#[derive(Deserialize)]
struct Doc {
    question: String,
    scoring_guide: Guide,
    peirast: Option<String>,
}

#[derive(Deserialize)]
struct Guide {
    etr_predicted: Option<String>,
    etr_predicted_is_classically_correct: Option<bool>,
    generation_details: Details,
    yes_no: Option<YesNo>,
    multiple_choice: Option<Value>,
    open_ended: Option<OpenEnded>,
}

#[derive(Deserialize)]
struct Details {
    premises_etr: Vec<String>,
    is_chain_of_thought: Option<bool>,
}

#[derive(Deserialize)]
struct YesNo {
    conclusion_etr: String,
    conclusion_is_classically_correct: Option<bool>,
    conclusion_is_etr_predicted: Option<bool>,
}

#[derive(Deserialize)]
struct OpenEnded {
    // The harness gives every document the names of all; names of other documents have no words.
    #[serde(default)]
    short_name_to_full_name: Option<BTreeMap<String, Option<String>>>,
}

/// A line of a replay: a problem, with or without an answer.
#[derive(Deserialize)]
struct Replay {
    prompt: String,
    premises: Vec<String>,
    problem_id: Option<u64>,
    etr_conclusion: Option<String>,
    their_label_etr_conclusion_correct: Option<bool>,
    #[serde(default)]
    names: BTreeMap<String, String>,
    conclusion: Option<String>,
    their_conclusion_is_classically_correct: Option<bool>,
    their_conclusion_is_etr_predicted: Option<bool>,
    model: Option<String>,
    #[serde(default)]
    run: String,
    #[serde(default)]
    dataset: String,
    response: Option<String>,
    their_parsed_view: Option<String>,
    translator_model: Option<String>,
    their_is_correct: Option<bool>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Reads a line.
///
/// # Errors
/// If the line is not JSON, or has none of the layouts.
pub fn read(text: &str) -> Result<DocumentLine, ExchangeError> {
    let value: Value = read_json(text)?;
    let has = |field: &str| value.get(field).is_some();
    if let Some(doc) = value.get("doc") {
        check(doc, &DOC).map_err(|error| error.at("`doc`"))?;
        return sample(HarnessSample::read(value)?);
    }
    if has("question") && has("scoring_guide") {
        check(&value, &DOC)?;
        let document = serde_json::from_value::<Doc>(value)?.document()?;
        return Ok(DocumentLine { document, number: None, answers: Vec::new() });
    }
    if has("prompt") && has("premises") {
        check(&value, &REPLAY)?;
        // Without an answer, a model has no meaning.
        let answered = has("response") || has("model");
        return serde_json::from_value::<Replay>(value)?.line(answered);
    }
    if has("segments") && has("truth") {
        return Err(ExchangeError::layout(
            "a problem without an answer: `peirast verify` checks such problems, `peirast run \
             --problems` asks them, and `peirast export lm-eval` writes them as documents",
        ));
    }
    Err(ExchangeError::layout(
        "the line has no known layout: sample logs have `doc` and `resps`, data sets `question` \
         and `scoring_guide`, replays `prompt` and `premises`",
    ))
}

fn sample(sample: HarnessSample<Doc>) -> Result<DocumentLine, ExchangeError> {
    let prompts = sample.prompts();
    let HarnessSample { doc, number, filter, responses, sampling, score, facts, .. } = sample;
    if !prompts.is_empty() && !prompts.iter().any(|prompt| shown::holds(prompt, &doc.question)) {
        return Err(ExchangeError::layout(
            "its `arguments` and its `doc` have different questions: import a log and documents \
             from the same run",
        ));
    }
    let answer = |text: String| LineAnswer {
        model: None,
        run: String::new(),
        filter: filter.clone(),
        text,
        sampling: sampling.clone(),
        view: None,
        right: score.map(|value| value > 0.5),
        facts: Value::Object(facts.clone()),
    };
    let answers = responses.texts()?.into_iter().map(answer).collect();
    Ok(DocumentLine { document: doc.document()?, number, answers })
}

impl Doc {
    fn document(self) -> Result<Document, ExchangeError> {
        let Guide { generation_details, yes_no, multiple_choice, open_ended, .. } =
            self.scoring_guide;
        if self.peirast.is_none() && yes_no.is_none() && multiple_choice.is_some() {
            return Err(ExchangeError::layout(
                "a multiple-choice question without views for its options cannot be checked",
            ));
        }
        let names = open_ended.and_then(|open| open.short_name_to_full_name).unwrap_or_default();
        Ok(Document {
            question: self.question,
            premises: generation_details.premises_etr,
            conclusion: self.scoring_guide.etr_predicted,
            entailed: self.scoring_guide.etr_predicted_is_classically_correct,
            names: names.into_iter().filter_map(|(name, words)| Some((name, words?))).collect(),
            asked: yes_no.map(|asked| QuestionText {
                view: asked.conclusion_etr,
                entailed: asked.conclusion_is_classically_correct,
                predicted: asked.conclusion_is_etr_predicted,
            }),
            cot: generation_details.is_chain_of_thought.unwrap_or(false),
            own: self.peirast,
        })
    }
}

impl Replay {
    fn line(mut self, answered: bool) -> Result<DocumentLine, ExchangeError> {
        let view = self.their_parsed_view;
        self.rest.insert("their_parsed_view".to_owned(), view.clone().into());
        let mut answers = Vec::new();
        if answered {
            let no_model =
                || ExchangeError::layout("an answer without `model`: add the name of the model");
            answers.push(LineAnswer {
                model: Some(self.model.ok_or_else(no_model)?),
                run: format!("{} {}", self.dataset, self.run),
                filter: String::new(),
                text: self.response.unwrap_or_default(),
                sampling: Sampling::default(),
                view: view.map(|view| {
                    (view, self.translator_model.unwrap_or_else(|| "unknown".to_owned()))
                }),
                right: self.their_is_correct,
                facts: Value::Object(self.rest),
            });
        }
        let document = Document {
            cot: thinks(&self.prompt),
            question: self.prompt,
            premises: self.premises,
            conclusion: self.etr_conclusion,
            entailed: self.their_label_etr_conclusion_correct,
            names: self.names,
            asked: self.conclusion.map(|view| QuestionText {
                view,
                entailed: self.their_conclusion_is_classically_correct,
                predicted: self.their_conclusion_is_etr_predicted,
            }),
            own: None,
        };
        Ok(DocumentLine { document, number: self.problem_id, answers })
    }
}

/// Replays do not record whether thinking was requested, but their prompts show it.
fn thinks(prompt: &str) -> bool {
    prompt.contains("spend a few paragraphs thinking")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_is_read() {
        let guide = r#"{"etr_predicted": "{A(a())}", "generation_details": {"premises_etr": ["{A(a())}"]},
            "open_ended": {"short_name_to_full_name": {"a": "the ace", "b": null}}}"#;
        let doc = format!(r#"{{"question": "Q", "scoring_guide": {guide}}}"#);
        let line = read(&doc).expect("a data set");
        assert_eq!(line.document.names.len(), 1);
        assert!(line.answers.is_empty());
        let log = format!(
            r#"{{"doc_id": 7, "doc": {doc}, "resps": [["one", "two"]], "exact_match": 1.0,
            "arguments": {{"gen_args_0": {{"arg_0": "Q", "arg_1": {{"temperature": 0.2}}}}}}}}"#
        );
        let line = read(&log).expect("a log");
        assert_eq!((line.number, line.answers.len()), (Some(7), 2));
        assert_eq!(line.answers[1].sampling.temperature, Some(0.2));
        assert_eq!((line.answers[1].text.as_str(), line.answers[1].right), ("two", Some(true)));
        let replay = r#"{"prompt": "Q", "premises": ["{A(a())}"], "model": "m", "response": "r",
            "their_parsed_view": "{A(a())}", "failure": "none"}"#;
        let line = read(replay).expect("a replay");
        assert!(line.answers[0].view.is_some());
        assert_eq!(line.answers[0].facts["failure"], "none");
    }

    #[test]
    fn what_is_none_of_them_is_refused() {
        for (text, complaint) in [
            ("{", "EOF"),
            ("[]", "no known layout"),
            (r#"{"prompt": "Q", "premises": [], "response": "r"}"#, "without `model`"),
            (r#"{"question": "Q", "scoring_guide": {}}"#, "generation_details"),
            (
                r#"{"question": "Q", "scoring_guide": {"generation_details": {"premises_etr": []},
                "multiple_choice": {}}}"#,
                "multiple-choice",
            ),
        ] {
            let error = read(text).expect_err("no line").to_string();
            assert!(error.contains(complaint), "{text}: {error}");
        }
    }
}
