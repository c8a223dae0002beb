//! One answer as a sample of a log.

use super::config::generate;
use super::pairs::{PairPlace, outcome};
use super::recalled::SampleRecord;
use super::score::{self, PAIR_OUTCOME};
use peirast_record::{
    Answer, Factors, FinishReason, Grade, Key, Message, Problem, Role, Trial, Usage,
};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A question of a log that was answered, or that failed.
#[derive(Clone, Debug)]
pub struct Sample<'a> {
    /// The id of the question in the log.
    pub id: String,
    /// The problem.
    pub problem: &'a Problem,
    /// The trial.
    pub trial: &'a Trial,
    /// The endpoint of the subject, if known.
    pub endpoint: Option<&'a str>,
    /// The messages; empty if they were not recorded.
    pub messages: Arc<Vec<Message>>,
    /// Every level that tests select by.
    pub factors: Arc<Factors>,
    /// The answer, or the reason why there is none.
    pub answered: Result<SampleAnswer, String>,
    /// The pairs of the hypothesis with the answer.
    pub places: Vec<PairPlace>,
}

/// An answer, read and graded.
#[derive(Clone, Debug)]
pub struct SampleAnswer {
    /// The text, in full.
    pub text: String,
    /// The reason why the subject stopped writing.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub served_as: Option<String>,
    /// The times of request and answer, as Inspect writes times. `None` for simulated subjects.
    pub times: Option<(String, String)>,
    /// Its duration in seconds.
    pub seconds: Option<f64>,
    /// The reading.
    pub answer: Answer,
    /// The words of the reading.
    pub span: Option<String>,
    /// The rule of the reading.
    pub rule: String,
    /// Its grade.
    pub grade: Grade,
}

impl Sample<'_> {
    /// The number of the repetition, from 1 as in Inspect.
    pub(super) fn epoch(&self) -> u64 {
        u64::from(self.trial.repeat) + 1
    }

    /// The sample in Inspect's format. `task_id` is that of its log, `model` the model's name in
    /// it.
    pub(super) fn value(&self, task_id: &str, model: &str, scorer: &str) -> Value {
        let (question, input) = self.asked();
        let mut sample = json!({
            "id": self.id,
            "epoch": self.epoch(),
            "input": question,
            "target": score::target(self.problem),
            "messages": input,
            "scores": self.scores(scorer),
            "metadata": self.metadata(true),
            "uuid": self.uuid(task_id),
        });
        if !self.problem.options.is_empty() {
            let options: Vec<&str> =
                self.problem.options.iter().map(|(_, text)| text.as_str()).collect();
            sample["choices"] = json!(options);
        }
        match &self.answered {
            Ok(answered) => self.put_answer(&mut sample, answered, input, model),
            Err(why) => {
                sample["error"] = json!({"message": why, "traceback": "", "traceback_ansi": ""});
                if let Some(fields) = sample.as_object_mut() {
                    fields.remove("scores");
                }
            }
        }
        sample
    }

    fn put_answer(
        &self,
        sample: &mut Value,
        answered: &SampleAnswer,
        input: Vec<Value>,
        model: &str,
    ) {
        let served = answered.served_as.as_deref().unwrap_or(model);
        let said = json!({
            "id": self.message_id("answer"),
            "role": "assistant",
            "content": answered.text,
            "source": "generate",
            "model": served,
        });
        let mut output = json!({
            "model": served,
            "choices": [{"message": said, "stop_reason": stop_reason(answered.finish)}],
        });
        if let Some(usage) = usage(answered.usage) {
            output["usage"] = usage;
        }
        if let Some(seconds) = answered.seconds {
            output["time"] = json!(seconds);
        }
        answered.put_costs(sample, model);
        let started = answered.times.as_ref().map_or(super::log::NEVER, |(at, _)| at.as_str());
        sample["events"] = json!([{
            "event": "model",
            "uuid": self.message_id("event"),
            "timestamp": started,
            "working_start": 0.0,
            "model": model,
            "input": input.clone(),
            "tools": [],
            "tool_choice": "none",
            "config": generate(&self.trial.sampling),
            "output": output.clone(),
        }]);
        sample["output"] = output;
        let mut messages = input;
        messages.push(said);
        sample["messages"] = Value::Array(messages);
    }

    /// The input and the messages. The input is the bare text if there is nothing else, otherwise
    /// the messages.
    pub(super) fn asked(&self) -> (Value, Vec<Value>) {
        let bare = [Message::user(self.problem.text())];
        let messages = if self.messages.is_empty() { &bare[..] } else { &self.messages };
        let written = |(at, message): (usize, &Message)| {
            json!({
                "id": self.message_id(&at.to_string()),
                "role": role(message.role),
                "content": message.content,
                "source": "input",
            })
        };
        let values: Vec<Value> = messages.iter().enumerate().map(written).collect();
        let input = match messages {
            [only] if only.role == Role::User => json!(only.content),
            _ => Value::Array(values.clone()),
        };
        (input, values)
    }

    /// The scores by their names.
    pub(super) fn scores(&self, scorer: &str) -> Value {
        let Ok(answered) = &self.answered else { return Value::Null };
        let score = json!({
            "value": score::value(answered.grade),
            "answer": score::answer(answered.answer),
            "explanation": score::explanation(self.problem, answered),
        });
        let mut scores = Map::new();
        scores.insert(scorer.to_owned(), score);
        if let Some(outcome) = outcome(&self.places) {
            let places: Vec<Value> = self.places.iter().map(PairPlace::value).collect();
            let score = json!({"value": outcome, "metadata": { "pairs": places }});
            scores.insert(PAIR_OUTCOME.to_owned(), score);
        }
        Value::Object(scores)
    }

    /// Every level, and the origin of the answer. If `in_full`, also the data that an import needs.
    pub(super) fn metadata(&self, in_full: bool) -> Value {
        let mut fields: Map<String, Value> =
            self.factors.iter().map(|(name, level)| (name.to_owned(), json!(level))).collect();
        let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        set("problem", json!(self.problem.id));
        set("pair", json!(self.problem.item));
        set("trial", json!(self.trial.key));
        set("subject", json!(self.trial.subject));
        if let Some(place) = self.places.first() {
            set("member", json!(place.member()));
            set("method", json!(place.method));
        }
        if let Ok(answered) = &self.answered {
            set("answer_read", json!(answered.answer.to_string()));
            set("rule", json!(answered.rule));
        }
        if in_full {
            let carried = SampleRecord::new(self);
            set("peirast", json!(serde_json::to_string(&carried).unwrap_or_default()));
        }
        Value::Object(fields)
    }

    /// An id that no other sample of any log has.
    pub(super) fn uuid(&self, task_id: &str) -> String {
        Key::from_json("inspect-sample", json!([task_id, self.trial.key])).to_string()
    }

    fn message_id(&self, which: &str) -> String {
        format!("{}-{which}", self.trial.key)
    }
}

impl SampleAnswer {
    /// Adds the tokens and the time that the answer took.
    pub(super) fn put_costs(&self, sample: &mut Value, model: &str) {
        if let Some(usage) = usage(self.usage) {
            sample["model_usage"] = json!({ model: usage });
        }
        if let Some(seconds) = self.seconds {
            sample["total_time"] = json!(seconds);
            sample["working_time"] = json!(seconds);
        }
        if let Some((started, completed)) = &self.times {
            sample["started_at"] = json!(started);
            sample["completed_at"] = json!(completed);
        }
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

fn stop_reason(finish: FinishReason) -> &'static str {
    match finish {
        FinishReason::Stop => "stop",
        FinishReason::Length => "max_tokens",
        FinishReason::ContentFilter => "content_filter",
        FinishReason::Other => "unknown",
    }
}

/// Token counts, if the provider reported them.
pub(super) fn usage(usage: Usage) -> Option<Value> {
    let Usage { input_tokens, output_tokens, reasoning_tokens, cached_tokens } = usage;
    if input_tokens.is_none() && output_tokens.is_none() {
        return None;
    }
    let (input, output) = (input_tokens.unwrap_or(0), output_tokens.unwrap_or(0));
    let mut value = json!({
        "input_tokens": input,
        "output_tokens": output,
        "total_tokens": input.saturating_add(output),
    });
    if let Some(tokens) = reasoning_tokens {
        value["reasoning_tokens"] = json!(tokens);
    }
    if let Some(tokens) = cached_tokens {
        value["input_tokens_cache_read"] = json!(tokens);
    }
    Some(value)
}
