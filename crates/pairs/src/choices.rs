//! The options of a row, in any of the usual forms of data sets.

use crate::names::folded;
use crate::value;
use serde_json::{Map, Value};

/// Names of the fields with the text and the label of an option.
const TEXTS: [&str; 6] = ["text", "choice", "answer", "content", "value", "option"];
const LABELS: [&str; 5] = ["label", "key", "letter", "id", "name"];
/// Names of the field that marks the right option, without capitals and signs.
const MARKS: [&str; 5] = ["iscorrect", "correct", "isright", "right", "isanswer"];

/// The options of a row, with the labels in the data, if any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    pub(crate) texts: Vec<String>,
    pub(crate) labels: Option<Vec<String>>,
    /// The indices of the right options, if the options mark them.
    pub(crate) right: Vec<usize>,
}

impl Choices {
    /// The options in a value: a list of texts; a list of objects with text and label; an object of
    /// both lists (ARC, CommonsenseQA); an object of texts by label; or a list written as a text.
    pub(crate) fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Object(object) => Self::from_object(object),
            other => Self::from_list(&value::list(other, &['|', '\n', ';'])?),
        }
    }

    /// The label of an empty cell before a filled one, which would make letters and numbers of
    /// options ambiguous.
    pub(crate) fn gap(cells: &[(String, Option<String>)]) -> Option<&str> {
        let first = cells.iter().position(|(_, text)| text.is_none())?;
        let is_gap = cells.iter().skip(first).any(|(_, text)| text.is_some());
        cells.get(first).map(|(label, _)| label.as_str()).filter(|_| is_gap)
    }

    /// The options in columns, one each. Empty cells at the end are options that the row does not
    /// have. Labels are the ends of the columns' names.
    pub(crate) fn from_cells(cells: Vec<(String, Option<String>)>) -> Option<Self> {
        let cells: Vec<(String, String)> =
            cells.into_iter().filter_map(|(label, text)| Some((label, text?))).collect();
        let (labels, texts): (Vec<String>, Vec<String>) = cells.into_iter().unzip();
        (texts.len() > 1).then_some(Self { texts, labels: Some(labels), right: Vec::new() })
    }

    fn from_list(list: &[Value]) -> Option<Self> {
        let (mut texts, mut labels, mut marks) = (Vec::new(), Vec::new(), Vec::new());
        for option in list {
            match option {
                Value::Object(object) => {
                    texts.push(field(object, &TEXTS)?);
                    labels.extend(field(object, &LABELS));
                    let mark = |name: &&String| MARKS.contains(&folded(name).as_str());
                    marks.extend(
                        object.keys().find(mark).and_then(|name| object.get(name)).cloned(),
                    );
                }
                other => texts.push(value::text(other)?),
            }
        }
        let labels = (labels.len() == texts.len() && !texts.is_empty()).then_some(labels);
        let right = if marks.len() == texts.len() { marked(&marks) } else { None };
        let right = right.unwrap_or_default();
        (texts.len() > 1).then_some(Self { texts, labels, right })
    }

    fn from_object(object: &Map<String, Value>) -> Option<Self> {
        let list = |names: &[&str]| {
            names.iter().find_map(|name| {
                object.get(*name).or_else(|| object.get(&format!("{name}s")))?.as_array()
            })
        };
        if let Some(texts) = list(&TEXTS) {
            let texts: Vec<String> = texts.iter().map(value::text).collect::<Option<_>>()?;
            let right = list(&LABELS).and_then(|marks| marked(marks));
            let labels = list(&LABELS)
                .filter(|_| right.is_none())
                .and_then(|labels| labels.iter().map(value::text).collect::<Option<Vec<_>>>());
            let labels = labels.filter(|labels| labels.len() == texts.len());
            let right = right.unwrap_or_default();
            return (texts.len() > 1).then_some(Self { texts, labels, right });
        }
        // Options by their texts, each marked as right or wrong.
        let marks: Vec<Value> = object.values().cloned().collect();
        if let Some(right) = marked(&marks) {
            let texts: Vec<String> = object.keys().cloned().collect();
            return (texts.len() > 1).then_some(Self { texts, labels: None, right });
        }
        let cells = object.iter().map(|(label, text)| (label.clone(), value::text(text)));
        Self::from_cells(cells.collect())
    }
}

/// The indices of the ones or `true` among zeros; none if all or no options are marked.
fn marked(marks: &[Value]) -> Option<Vec<usize>> {
    let mark = |mark: &Value| match mark {
        Value::Bool(is) => Some(*is),
        other => match other.as_f64()? {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        },
    };
    let marks: Vec<bool> = marks.iter().map(mark).collect::<Option<_>>()?;
    let right: Vec<usize> =
        marks.iter().enumerate().filter(|(_, is)| **is).map(|(at, _)| at).collect();
    (!right.is_empty() && right.len() < marks.len()).then_some(right)
}

fn field(object: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| object.get(*name).and_then(value::text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_shape_of_options_is_read() {
        let labels = |labels: &[&str]| {
            Some(labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>())
        };
        let upper = labels(&["A", "B"]);
        for (value, expected) in [
            (json!(["red", "blue"]), None),
            (json!("['red', 'blue']"), None),
            (json!("red|blue"), None),
            (json!({"text": ["red", "blue"], "label": ["A", "B"]}), upper.clone()),
            (json!([{"text": "red", "label": "A"}, {"text": "blue", "label": "B"}]), upper.clone()),
            (
                json!([{"label": "1", "text": "red"}, {"label": "2", "text": "blue"}]),
                labels(&["1", "2"]),
            ),
            (json!({"A": "red", "B": "blue"}), upper),
            (
                json!([{"text": "red", "is_correct": true}, {"text": "blue", "is_correct": false}]),
                None,
            ),
        ] {
            let choices = Choices::from_value(&value).unwrap_or_default();
            assert_eq!(choices.texts, ["red", "blue"], "{value}");
            assert_eq!(choices.labels, expected, "{value}");
        }
        let right = |value| Choices::from_value(&value).unwrap_or_default().right;
        assert_eq!(right(json!({"choices": ["red", "blue"], "labels": [0, 1]})), [1]);
        assert_eq!(right(json!({"red": 1, "blue": 0})), [0]);
        assert_eq!(right(json!({"red": 1, "blue": 0, "green": 1})), [0, 2]);
        assert!(right(json!({"choices": ["red", "blue"], "labels": [1, 1]})).is_empty());
        let marked = |one: bool, two: bool| json!([{"text": "red", "is_correct": one}, {"text": "blue", "is_correct": two}]);
        assert_eq!(right(marked(false, true)), [1]);
        assert!(right(marked(true, true)).is_empty());
        assert_eq!(
            right(json!("[{'text': 'red', 'correct': 0}, {'text': 'blue', 'correct': 1}]")),
            [1]
        );
        assert!(right(json!([{"text": "red", "correct": true}, {"text": "blue"}])).is_empty());
        assert!(right(json!({"text": ["red", "blue"], "label": ["0", "1"]})).is_empty());
        assert_eq!(Choices::from_value(&json!("red")), None);
        assert_eq!(Choices::from_value(&json!(["red"])), None);
    }
}
