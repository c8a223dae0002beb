//! Answers for readers.

use serde_json::{Map, Value};

/// An answer with its line end.
pub(super) fn render(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{}\n", text.trim_end()),
        Value::Bool(truth) => format!("{}\n", if *truth { "yes" } else { "no" }),
        Value::Array(items) => items.iter().map(|item| render(&joined(item, ", "))).collect(),
        Value::Object(relation) => match relation.get("prefix") {
            Some(prefix) => render(prefix),
            None => orders(relation),
        },
        other => format!("{other}\n"),
    }
}

/// A pair of terms on one line.
fn joined(item: &Value, by: &str) -> Value {
    let Some(pair) = item.as_array() else { return item.clone() };
    let terms: Vec<&str> = pair.iter().filter_map(Value::as_str).collect();
    Value::String(terms.join(by))
}

fn orders(relation: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (order, sign) in [("triangle", " ◁ "), ("less_sim", " ≲ ")] {
        for pair in relation.get(order).and_then(Value::as_array).into_iter().flatten() {
            text.push_str(&render(&joined(pair, sign)));
        }
    }
    text
}
