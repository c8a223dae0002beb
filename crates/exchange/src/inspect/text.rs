//! Long texts of samples, which logs store separately.

use serde_json::{Map, Value};

/// The beginning of a reference to a long text in a sample.
pub(super) const ATTACHMENT: &str = "attachment://";

/// Puts the long texts of a sample in their places.
pub(super) fn whole(sample: &Value) -> Value {
    let Some(kept) = sample["attachments"].as_object().filter(|kept| !kept.is_empty()) else {
        return sample.clone();
    };
    let fields = [
        "id", "epoch", "input", "messages", "output", "metadata", "error", "scores", "choices",
        "target",
    ];
    let fields = fields.iter().filter_map(|name| Some((*name, sample.get(*name)?)));
    fields.map(|(name, value)| (name.to_owned(), restored(value, kept))).collect()
}

fn restored(value: &Value, kept: &Map<String, Value>) -> Value {
    match value {
        Value::String(text) => {
            let long = text.strip_prefix(ATTACHMENT).and_then(|name| kept.get(name));
            long.cloned().unwrap_or_else(|| value.clone())
        }
        Value::Array(all) => all.iter().map(|one| restored(one, kept)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, one)| (name.clone(), restored(one, kept))).collect()
        }
        other => other.clone(),
    }
}
