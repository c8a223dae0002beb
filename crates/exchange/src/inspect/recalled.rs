//! Reads samples of a log as answers.

use super::header::Header;
use super::sample::Sample;
use super::text::{ATTACHMENT, whole};
use crate::ExchangeError;
use crate::lm_eval::ProblemRecord;
use crate::shown::{Shown, listed_options};
use peirast_record::{
    FinishReason, Key, Message, Problem, Prompt, Role, Sampling, Study, Trial, Usage,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The data that a sample of Peirast needs for an import, as a JSON text in its metadata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleRecord {
    /// The whole problem.
    pub problem: Problem,
    /// The protocol, by name.
    pub protocol: String,
    /// The subject, as Peirast names it.
    pub subject: String,
    /// Its endpoint, if known.
    pub endpoint: Option<String>,
    /// The sampling settings.
    pub sampling: Sampling,
    /// The number of the repetition.
    pub repeat: u32,
    /// The key of the trial.
    pub trial: Key,
    /// The model that answered, as the provider names it.
    pub served_as: Option<String>,
    /// True if the messages of the log are those that were sent.
    pub has_messages: bool,
}

impl SampleRecord {
    /// Makes the record of a sample.
    pub(super) fn new(sample: &Sample<'_>) -> Self {
        let trial = sample.trial;
        Self {
            problem: sample.problem.clone(),
            protocol: trial.protocol.to_string(),
            subject: trial.subject.to_string(),
            endpoint: sample.endpoint.map(str::to_owned),
            sampling: (*trial.sampling).clone(),
            repeat: trial.repeat,
            trial: trial.key.clone(),
            served_as: sample.answered.as_ref().ok().and_then(|one| one.served_as.clone()),
            has_messages: !sample.messages.is_empty(),
        }
    }
}

/// The data that a log of Peirast has of its run, as a JSON text in its metadata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The version of the program that wrote it.
    pub version: String,
    /// The study, if Peirast asked the questions.
    pub study: Option<Box<Study>>,
}

/// An answer of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSample {
    /// The id of its sample.
    pub id: String,
    /// The number of the repetition, from 0.
    pub repeat: u32,
    /// The model.
    pub model: String,
    /// The messages that were sent.
    pub messages: Vec<Message>,
    /// The text of the answer; `None` if the sample failed.
    pub text: Option<String>,
    /// The reason why the model stopped writing.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The sampling settings, as far as they are recorded.
    pub sampling: Sampling,
    /// The problem's id, if the metadata contain one.
    pub problem: Option<String>,
    /// The question and options that were shown, as far as the log records them.
    pub(crate) shown: Shown,
    /// The right answer according to the log.
    pub(super) target: Option<String>,
    /// The record in a sample of Peirast.
    pub carried: Option<SampleRecord>,
    /// The record in a document that was exported for the lm-evaluation-harness. Inspect can ask
    /// such documents too.
    pub document: Option<ProblemRecord>,
}

impl ReadSample {
    /// The trial of a sample of Peirast. If the sample was not changed, this is the trial of its
    /// run, so that exported and imported answers are the same answers.
    pub fn trial(&self) -> Option<Trial> {
        let carried = self.carried.as_ref()?;
        let messages = if carried.has_messages { self.messages.clone() } else { Vec::new() };
        let prompt = Prompt::new(&carried.problem.id, &carried.protocol, messages);
        let endpoint = carried.endpoint.as_deref().unwrap_or_default();
        let subject = &carried.subject;
        let trial = Trial::new(&prompt, subject, endpoint, &carried.sampling, carried.repeat);
        match self.is_recorded() {
            false => Some(trial),
            true => Some(Trial { key: carried.trial.clone(), ..trial }),
        }
    }

    /// True if a run of Peirast holds an answer that was recorded elsewhere. Such answers have the
    /// letters of their problems, and their keys differ from those of their prompts.
    pub(super) fn is_recorded(&self) -> bool {
        let carried = self.carried.as_ref();
        carried.is_some_and(|carried| carried.endpoint.is_none() || !carried.has_messages)
    }

    /// True if the key of the trial proves that these messages were sent.
    pub(super) fn is_proved(&self) -> bool {
        self.carried.as_ref().is_some_and(|carried| {
            let has_own_key = |trial: Trial| trial.key == carried.trial;
            !self.is_recorded() && self.trial().is_some_and(has_own_key)
        })
    }
}

/// Reads the answer of a sample.
///
/// # Errors
/// If the sample has another layout.
pub fn recalled(sample: &Value, header: &Header) -> Result<ReadSample, ExchangeError> {
    let sample = &whole(sample);
    let id = match &sample["id"] {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return Err(ExchangeError::layout("a sample has no `id`")),
    };
    let in_sample = |error: ExchangeError| error.at(format!("sample {id}"));
    let (carried, document) = match sample["metadata"]["peirast"].as_str() {
        None => (None, None),
        Some(text) => record(text).map_err(in_sample)?,
    };
    let epoch = sample["epoch"].as_u64().unwrap_or(1).saturating_sub(1);
    let metadata = &sample["metadata"];
    let named = ["problem", "problem_id"].iter().find_map(|name| metadata[*name].as_str());
    Ok(ReadSample {
        repeat: u32::try_from(epoch).unwrap_or(u32::MAX),
        model: header.model.clone(),
        messages: messages(sample).map_err(in_sample)?,
        text: text(sample),
        finish: finish(sample["output"]["choices"][0]["stop_reason"].as_str().unwrap_or_default()),
        usage: usage(&sample["output"]["usage"]),
        sampling: Sampling::default(),
        problem: named.map(str::to_owned),
        shown: Shown { prompts: prompts(sample), options: listed_options(&sample["choices"]) },
        target: target(&sample["target"]),
        carried,
        document,
        id,
    })
}

/// Reads the record in a sample: of an answer of Peirast, or of a document.
fn record(text: &str) -> Result<(Option<SampleRecord>, Option<ProblemRecord>), ExchangeError> {
    if let Ok(document) = serde_json::from_str::<ProblemRecord>(text) {
        document.problem.check()?;
        document.strategy.check()?;
        return Ok((None, Some(document)));
    }
    let carried: SampleRecord = serde_json::from_str(text).map_err(ExchangeError::Carried)?;
    carried.problem.check()?;
    Ok((Some(carried), None))
}

/// The text of the first choice; `None` if there is an error and no answer.
fn text(sample: &Value) -> Option<String> {
    let content = &sample["output"]["choices"][0]["message"]["content"];
    match said(content) {
        Some(text) => Some(text),
        None if sample["error"].is_null() && !sample["output"].is_null() => Some(String::new()),
        None => None,
    }
}

/// The words of a content: a text, or a list of parts of which only texts count.
fn said(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts = parts.iter().filter(|part| part["type"] == "text");
            Some(texts.filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    }
}

/// The question: the messages before the first of the model, or else the input.
fn messages(sample: &Value) -> Result<Vec<Message>, ExchangeError> {
    let all = match (&sample["input"], &sample["messages"]) {
        (Value::Array(input), _) if !input.is_empty() => input,
        (_, Value::Array(messages)) if !messages.is_empty() => messages,
        (Value::String(text), _) => return Ok(vec![Message::user(text.clone())]),
        _ => return Err(ExchangeError::layout("it has no `input`")),
    };
    let asked = all.iter().take_while(|message| message["source"] != "generate");
    asked.map(message).collect()
}

/// The texts that were sent: of messages before the first of the model, or else of the input. Texts
/// that the log stores elsewhere are unknown.
fn prompts(sample: &Value) -> Vec<String> {
    for field in [&sample["messages"], &sample["input"]] {
        let texts: Vec<String> = match field {
            Value::Array(all) => {
                let asked = all.iter().take_while(|message| message["source"] != "generate");
                let asked = asked.filter(|message| message["role"] != "assistant");
                asked.filter_map(|message| said(&message["content"])).collect()
            }
            Value::String(text) => vec![text.clone()],
            _ => Vec::new(),
        };
        let is_known = |text: &String| !text.trim().is_empty() && !text.starts_with(ATTACHMENT);
        let texts: Vec<String> = texts.into_iter().filter(is_known).collect();
        if !texts.is_empty() {
            return texts;
        }
    }
    Vec::new()
}

/// The target, if there is exactly one.
fn target(target: &Value) -> Option<String> {
    match target {
        Value::String(target) => Some(target.clone()),
        Value::Array(all) if all.len() == 1 => all[0].as_str().map(str::to_owned),
        _ => None,
    }
}

fn message(message: &Value) -> Result<Message, ExchangeError> {
    let role = match message["role"].as_str() {
        Some("system") => Role::System,
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        other => {
            return Err(ExchangeError::Layout(format!(
                "a message with the role `{}`: only questions of one turn can be imported",
                other.unwrap_or_default()
            )));
        }
    };
    Ok(Message { role, content: said(&message["content"]).unwrap_or_default() })
}

fn finish(reason: &str) -> FinishReason {
    match reason {
        "stop" => FinishReason::Stop,
        "max_tokens" | "model_length" => FinishReason::Length,
        "content_filter" => FinishReason::ContentFilter,
        _ => FinishReason::Other,
    }
}

fn usage(usage: &Value) -> Usage {
    Usage {
        input_tokens: usage["input_tokens"].as_u64(),
        output_tokens: usage["output_tokens"].as_u64(),
        reasoning_tokens: usage["reasoning_tokens"].as_u64(),
        cached_tokens: usage["input_tokens_cache_read"].as_u64(),
    }
}
