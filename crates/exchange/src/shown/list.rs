//! Lists of options in the fields of other tools.

use serde_json::Value;

/// The options of a field with their labels. The field may be:
///
/// - a list of texts, which get the labels A, B, ...;
/// - a list of pairs of a text and a flag for the right one;
/// - texts by label;
/// - lists of texts and labels.
pub(crate) fn listed_options(field: &Value) -> Vec<(char, String)> {
    let options = match field {
        Value::Array(texts) => {
            texts.iter().zip('a'..='z').map(|(t, l)| Some((l, text(t)?))).collect()
        }
        Value::Object(fields) => match (&field["text"], &field["label"]) {
            (Value::Array(texts), Value::Array(labels)) if texts.len() == labels.len() => labels
                .iter()
                .zip(texts)
                .map(|(l, t)| Some((label(l.as_str()?)?, text(t)?)))
                .collect(),
            _ => fields.iter().map(|(l, t)| Some((label(l)?, text(t)?))).collect(),
        },
        _ => None,
    };
    options.unwrap_or_default()
}

fn text(option: &Value) -> Option<String> {
    let text = match option {
        Value::Array(pair) => pair.first()?,
        Value::Object(_) if option["text"].is_string() => &option["text"],
        Value::Object(_) => &option["value"],
        other => other,
    };
    text.as_str().map(str::to_owned)
}

/// A label of one letter or digit.
fn label(text: &str) -> Option<char> {
    let mut characters = text.chars().filter(|c| c.is_alphanumeric());
    let label = characters.next().filter(char::is_ascii_alphanumeric)?.to_ascii_lowercase();
    characters.next().is_none().then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_form_of_a_list_is_read() {
        let meant = [('a', "One".to_owned()), ('b', "Two".to_owned())];
        for field in [
            json!(["One", "Two"]),
            json!([["One", true], ["Two", false]]),
            json!([{"text": "One"}, {"value": "Two"}]),
            json!({"A": "One", "B": "Two"}),
            json!({"text": ["One", "Two"], "label": ["(A)", "b"]}),
        ] {
            assert_eq!(listed_options(&field), meant, "{field}");
        }
        for field in [json!(null), json!("One"), json!([1, 2]), json!({"first": "One"})] {
            assert_eq!(listed_options(&field), [], "{field}");
        }
    }
}
