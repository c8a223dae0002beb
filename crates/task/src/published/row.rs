//! Rows of prompts: a question, and the recorded messages of a published program.

use super::{PublishedError, conclusion, script};
use crate::verified::Once;
use crate::{built_in_study, template};

use peirast_record::{
    Answer, Factors, Labels, Message, Name, Problem, Segment, Strategy, Task, Truth, looks,
    read_json,
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The study whose strategies are those of the syllogism study's program.
const SYLLOGISM_STUDY: &str = "syllogism-2025";

/// First part of the names of the token-bias study's methods with several exemplars. Its program
/// draws three for each of them, and drops those that the method does not use.
const SEVERAL: &str = "few_shots";
const DRAWN: usize = 3;

/// A question of a published study, with the messages of its program, if recorded.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum PromptRow {
    /// Of the token-bias study.
    TokenBias {
        /// The kind of problem: `linda`, `sets`.
        fallacy_type: String,
        /// The method, by the program's name: `one_shot_cot`.
        method: String,
        /// The question.
        question: String,
        /// Drawn exemplars, where the method has some.
        #[serde(default)]
        exemplars: Vec<DrawnExemplar>,
        /// The recorded messages.
        messages: Option<Vec<Message>>,
    },
    /// Of the syllogism study.
    Syllogism {
        /// The strategy: `zero_shot`, `one_shot`, `few_shot`, `zero_shot_cot`.
        strategy: String,
        /// The syllogism.
        item: Item,
        /// The recorded user message.
        sent: Option<String>,
        /// A further function of the program's module: the same message after a system message.
        with_system_message: Option<Vec<Message>>,
    },
    /// Of the ETR study.
    Conclusion {
        /// Its premises as sentences; empty if the data set has them only in the prompt.
        premises_text: Option<Vec<String>>,
        /// The names of objects and predicates in views, with their words.
        names: BTreeMap<String, String>,
        /// The recorded prompt.
        prompt: String,
    },
}

/// A solved problem before the question.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DrawnExemplar {
    /// Its question.
    pub question: String,
    /// The right option or answer, as in *The correct answer is*.
    pub target_answer: String,
}

/// A syllogism of three sentences.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Item {
    /// The first premise.
    pub statement_1: String,
    /// The second premise.
    pub statement_2: String,
    /// The conclusion.
    pub conclusion: String,
}

impl PromptRow {
    /// Reads a row: one object of JSON.
    ///
    /// # Errors
    /// [`PublishedError::Row`]: invalid JSON, a repeated key, none of the three kinds of row, or a
    /// field that rows of its kind do not have. [`PublishedError::Blank`]: an empty text in the
    /// question.
    pub fn parse(line: &str) -> Result<Self, PublishedError> {
        let Once(value) =
            read_json(line).map_err(|error| PublishedError::Row(error.to_string()))?;
        let other = |_| PublishedError::Row("it has not what one of them has".to_owned());
        let row: Self = serde_json::from_value(value.clone()).map_err(other)?;
        if let Some(field) = row.unknown_field(&value) {
            let what = format!("`{field}` is no field of a row of its kind: leave it out");
            return Err(PublishedError::Row(what));
        }
        match row.texts().into_iter().find(|(_, text)| looks(text).is_empty()) {
            Some((place, _)) => Err(PublishedError::Blank(place)),
            None => Ok(row),
        }
    }

    /// Returns the first field of this row's value that rows of its kind do not have.
    fn unknown_field(&self, value: &Value) -> Option<String> {
        const EXEMPLAR: &[&str] = &["question", "target_answer"];
        const ITEM: &[&str] = &["statement_1", "statement_2", "conclusion"];
        let fields: &[&str] = match self {
            Self::TokenBias { .. } => {
                &["fallacy_type", "method", "question", "exemplars", "messages"]
            }
            Self::Syllogism { .. } => &["strategy", "item", "sent", "with_system_message"],
            // With the fields of the data set that do not affect the prompt.
            Self::Conclusion { .. } => &[
                "premises_text",
                "names",
                "prompt",
                "problem_id",
                "in_383",
                "premises",
                "premises_smt",
                "etr_conclusion",
                "etr_conclusion_text",
                "their_label_etr_conclusion_correct",
                "n_atoms",
            ],
        };
        let first = |value: &Value, known: &[&str], within: &str| {
            let mut names = value.as_object()?.keys();
            names.find(|name| !known.contains(&name.as_str())).map(|name| format!("{within}{name}"))
        };
        let mut exemplars = value.get("exemplars").and_then(Value::as_array).into_iter().flatten();
        first(value, fields, "")
            .or_else(|| exemplars.find_map(|one| first(one, EXEMPLAR, "exemplars.")))
            .or_else(|| first(value.get("item")?, ITEM, "item."))
    }

    /// Returns the texts used in the messages, each with its place in the row. No program sends an
    /// empty one.
    fn texts(&self) -> Vec<(String, &str)> {
        match self {
            Self::TokenBias { question, exemplars, .. } => {
                let exemplars = exemplars.iter().zip(1..).flat_map(|(one, number)| {
                    let place = |field: &str| format!("{field} of exemplar {number}");
                    [
                        (place("question"), one.question.as_str()),
                        (place("target_answer"), one.target_answer.as_str()),
                    ]
                });
                std::iter::once(("question".to_owned(), question.as_str()))
                    .chain(exemplars)
                    .collect()
            }
            Self::Syllogism { item, .. } => [
                ("item.statement_1", &item.statement_1),
                ("item.statement_2", &item.statement_2),
                ("item.conclusion", &item.conclusion),
            ]
            .map(|(place, text)| (place.to_owned(), text.as_str()))
            .into(),
            Self::Conclusion { premises_text, prompt, .. } => {
                let premises = premises_text.iter().flatten().zip(1..);
                let premises = premises
                    .map(|(text, number)| (format!("premises_text {number}"), text.as_str()));
                premises.chain([("prompt".to_owned(), prompt.as_str())]).collect()
            }
        }
    }

    /// Returns the messages that the program sends. For the ETR study, whose premises are recorded
    /// in words only, the messages with the recorded premises.
    ///
    /// # Errors
    /// An unknown kind, method or strategy; too few or too many exemplars.
    pub fn messages(&self) -> Result<Vec<Message>, PublishedError> {
        match self {
            Self::TokenBias { fallacy_type, method, question, exemplars, .. } => {
                let exemplars: Vec<(&str, &str)> = exemplars
                    .iter()
                    .map(|one| (one.question.as_str(), one.target_answer.as_str()))
                    .collect();
                let script = script::of_method(fallacy_type, method)?;
                let drawn = if method.starts_with(SEVERAL) { DRAWN } else { 0 };
                let (most, given) = (script.exemplars().max(drawn), exemplars.len());
                if given > most {
                    return Err(PublishedError::Ignored { method: method.clone(), most, given });
                }
                let parts = script.parts(question, &exemplars)?;
                let message = |(role, segments): (_, Vec<Segment>)| Message {
                    role,
                    content: segments.into_iter().map(|segment| segment.text).collect(),
                };
                Ok(parts.into_iter().map(message).collect())
            }
            Self::Syllogism { strategy, item, .. } => {
                let sent = without_system(&published_strategy(strategy)?);
                Ok(template::messages(&sent, &problem(item), 0))
            }
            Self::Conclusion { .. } => {
                let questions = self.questions()?;
                let recorded = questions.iter().find(|question| self.is_sent(question));
                let theme =
                    || PublishedError::Row("no theme of the program has its `names`".to_owned());
                let text = recorded.or(questions.first()).cloned().ok_or_else(theme)?;
                Ok(vec![Message::user(text)])
            }
        }
    }

    /// Returns the difference from the recorded messages; `None` if they are equal to the byte.
    ///
    /// # Errors
    /// As [`PromptRow::messages`]; a row without a record.
    pub fn difference(&self) -> Result<Option<String>, PublishedError> {
        let made = self.messages()?;
        let nothing = || PublishedError::Row("nothing is recorded that was sent".to_owned());
        let against = |made: &[Message], sent: &[Message], what: &str| {
            let shorter = made.len().min(sent.len());
            let at = made.iter().zip(sent).position(|(made, sent)| made != sent);
            let at = at.or((made.len() != sent.len()).then_some(shorter));
            at.map(|at| format!("{what} {} differs", at + 1))
        };
        match self {
            Self::TokenBias { messages, .. } => {
                Ok(against(&made, messages.as_ref().ok_or_else(nothing)?, "message"))
            }
            Self::Syllogism { strategy, item, sent, with_system_message } => {
                let mut found = None;
                if sent.is_none() && with_system_message.is_none() {
                    return Err(nothing());
                }
                if let Some(sent) = sent {
                    found = against(&made, &[Message::user(sent.clone())], "message");
                }
                if let Some(sent) = with_system_message {
                    let made =
                        template::messages(&published_strategy(strategy)?, &problem(item), 0);
                    found = found.or(against(&made, sent, "with its system message, message"));
                }
                Ok(found)
            }
            Self::Conclusion { .. } => {
                let equal = made.first().is_some_and(|message| self.is_sent(&message.content));
                Ok((!equal).then(|| "the prompt differs".to_owned()))
            }
        }
    }

    fn is_sent(&self, question: &str) -> bool {
        matches!(self, Self::Conclusion { prompt, .. } if prompt == question)
    }

    /// Returns every question of the ETR study with these premises.
    fn questions(&self) -> Result<Vec<String>, PublishedError> {
        let Self::Conclusion { premises_text, names, prompt } = self else {
            return Ok(Vec::new());
        };
        let of_prompt = || prompt.lines().filter_map(|line| line.strip_prefix("* ")).collect();
        let premises: Vec<&str> = match premises_text {
            Some(texts) => texts.iter().map(String::as_str).collect(),
            None => of_prompt(),
        };
        if premises.is_empty() {
            let lacks = "it has no premises, in `premises_text` or behind `* ` in `prompt`";
            return Err(PublishedError::Row(lacks.to_owned()));
        }
        let questions = conclusion::questions(&premises, names.keys().map(String::as_str))?;
        Ok(questions.into_iter().map(|(_, question)| question).collect())
    }
}

fn without_system(strategy: &Strategy) -> Strategy {
    Strategy { system: String::new(), ..strategy.clone() }
}

/// Returns the strategy of the program with its system message, which its experiments do not send.
fn published_strategy(name: &str) -> Result<Strategy, PublishedError> {
    let data = |error: String| PublishedError::Data(error);
    let study = built_in_study(SYLLOGISM_STUDY).ok_or_else(|| data(SYLLOGISM_STUDY.to_owned()))?;
    let study = study.map_err(|error| data(error.to_string()))?;
    let found = study.strategies.iter().find(|strategy| strategy.name == name);
    let strategy = found.ok_or_else(|| PublishedError::Unknown {
        what: "strategy",
        name: name.to_owned(),
        known: study.strategies.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", "),
    })?;
    let texts: BTreeMap<String, String> =
        toml::from_str(include_str!("../../data/published/syllogism-2025.toml"))
            .map_err(|error| data(error.to_string()))?;
    let system = texts.get(if strategy.cot { "thinking" } else { "one-word" }).cloned();
    Ok(Strategy { system: system.unwrap_or_default(), ..strategy.clone() })
}

/// Returns a syllogism as a problem of three labelled lines.
fn problem(item: &Item) -> Problem {
    let text = format!(
        "Premise 1: {}\nPremise 2: {}\nConclusion: {}",
        item.statement_1, item.statement_2, item.conclusion
    );
    Problem {
        id: Name::from("published"),
        item: Name::from("published"),
        family: Name::from("categorical"),
        variant: Name::from("published"),
        task: Task::Validity,
        factors: Factors::default(),
        segments: vec![Segment { role: "stem".into(), text }],
        options: Vec::new(),
        labels: Labels::default(),
        truth: Truth {
            answer: Answer::Valid(true),
            lure: Answer::Valid(true),
            form: String::new(),
            why: String::new(),
        },
        accepts: None,
        worded: None,
    }
}

#[cfg(test)]
mod tests {
    use super::PromptRow;

    /// Returns the reason why a row is refused.
    fn refusal(row: &str) -> String {
        let made = PromptRow::parse(row).and_then(|row| row.messages());
        made.expect_err(row).to_string()
    }

    #[test]
    fn exemplars_that_the_program_draws_and_drops_are_no_fault() {
        for (kind, method) in [("linda", "few_shots"), ("sets", "few_shots_cot")] {
            let row = serde_json::json!({
                "fallacy_type": kind, "method": method, "question": "Which?",
                "exemplars": vec![serde_json::json!({"question": "q", "target_answer": "a"}); 3],
            });
            let made = PromptRow::parse(&row.to_string()).and_then(|row| row.messages());
            assert!(made.is_ok(), "{made:?}");
        }
    }

    #[test]
    fn a_row_says_nothing_twice_and_nothing_that_is_ignored() {
        const KIND: &str = r#""fallacy_type": "linda", "question": "Which?""#;
        const ITEM: &str = r#""item": {"statement_1": "a", "statement_2": "b", "conclusion": "c""#;
        for (row, said) in [
            (format!(r#"{{{KIND}, "method": "one_shot", "method": "zero_shot_cot"}}"#), "twice"),
            (format!(r#"{{{KIND}, "method": "one_shot", "strategy": "one_shot"}}"#), "`strategy`"),
            (format!(r#"{{{KIND}, "method": "one_shot", "note": "mine"}}"#), "`note`"),
            (format!(r#"{{"strategy": "zero_shot", {ITEM}}}, "method": "one_shot"}}"#), "`method`"),
            (format!(r#"{{"strategy": "zero_shot", {ITEM}, "note": 1}}}}"#), "`item.note`"),
            (
                format!(
                    r#"{{{KIND}, "method": "one_shot",
                        "exemplars": [{{"question": "q", "target_answer": "a"}}]}}"#
                ),
                "takes 0 exemplars at most",
            ),
            (
                format!(
                    r#"{{{KIND}, "method": "few_shots", "exemplars": [{}]}}"#,
                    [r#"{"question": "q", "target_answer": "a"}"#; 4].join(", ")
                ),
                "takes 3 exemplars at most",
            ),
            (
                r#"{"premises_text": ["p"], "names": {}, "prompt": "x", "item": 1}"#.to_owned(),
                "`item`",
            ),
            (
                format!(
                    r#"{{{KIND}, "method": "few_shots",
                        "exemplars": [{{"question": "q", "target_answer": "a", "n": 1}}]}}"#
                ),
                "`exemplars.n`",
            ),
        ] {
            let error = refusal(&row);
            assert!(error.contains(said), "{row}: {error}");
        }
        let plain = format!(r#"{{{KIND}, "method": "one_shot", "exemplars": []}}"#);
        assert!(PromptRow::parse(&plain).and_then(|row| row.messages()).is_ok());
    }
}
