//! The summary of a sample for lists.

use super::sample::Sample;
use super::score;
use crate::recorded::clipped;
use serde_json::{Map, Value, json};

/// The most characters of a text in a summary, as in Inspect's own.
const MOST: usize = 1024;

/// Cuts a text to the size for lists.
fn thin(text: &str) -> String {
    clipped(text, MOST, "...\n(content truncated)")
}

/// Cuts every text in a value.
fn thinned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(thin(&text)),
        Value::Array(all) => Value::Array(all.into_iter().map(thinned).collect()),
        Value::Object(fields) => Value::Object(
            fields.into_iter().map(|(name, value)| (name, thinned(value))).collect::<Map<_, _>>(),
        ),
        other => other,
    }
}

impl Sample<'_> {
    /// The summary of the sample.
    pub(super) fn summary(&self, task_id: &str, model: &str, scorer: &str) -> Value {
        let (input, messages) = self.asked();
        let mut summary = json!({
            "id": self.id,
            "epoch": self.epoch(),
            "input": thinned(input),
            "target": score::target(self.problem),
            "metadata": thinned(self.metadata(false)),
            "scores": thinned(self.scores(scorer)),
            "uuid": self.uuid(task_id),
            "completed": true,
            "message_count": messages.len() + usize::from(self.answered.is_ok()),
        });
        match &self.answered {
            Err(why) => summary["error"] = json!(thin(why)),
            Ok(answered) => answered.put_costs(&mut summary, model),
        }
        summary
    }
}
