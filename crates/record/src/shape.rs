//! Shapes: everything that determines an answer, and the differences between two of them.

use crate::{Key, Message, Sampling};
use serde_json::Value;
use std::collections::BTreeMap;

/// Number of characters shown on either side of the first difference of two texts.
const AROUND: usize = 30;

/// Everything that determines an answer: the content that the key of a trial hashes.
///
/// ```
/// use peirast_record::{Message, Prompt, Sampling, Shape, Trial};
/// let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
/// let trial = Trial::new(&prompt, "openai:m", "https://api.openai.com/v1", &Sampling::default(), 0);
/// let asked = Shape::new(&trial, "https://api.openai.com/v1", &prompt.messages);
/// assert_eq!(asked.key(), trial.key);
///
/// let warmer = Sampling { temperature: Some(0.7), ..Sampling::default() };
/// let other = Shape { sampling: warmer, ..asked.clone() };
/// let [difference] = asked.differences(&other).try_into().expect("one difference");
/// assert_eq!((difference.field.as_str(), difference.one, difference.other.as_deref()),
///     ("sampling.temperature", None, Some("0.7")));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The messages that are sent.
    pub messages: Vec<Message>,
    /// The subject as the user names it.
    pub subject: String,
    /// The endpoint that answers.
    pub endpoint: String,
    /// The sampling.
    pub sampling: Sampling,
    /// The number of the repetition of the same question, from 0.
    pub repeat: u32,
}

/// A field in which two questions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field, for example `sampling.temperature` or `messages[1].content`.
    pub field: String,
    /// The value in the first question, if any.
    pub one: Option<String>,
    /// The value in the second question, if any.
    pub other: Option<String>,
}

impl Shape {
    /// The shape of a trial whose subject answers at `endpoint` and whose prompt has these
    /// messages.
    pub fn new(trial: &crate::Trial, endpoint: &str, messages: &[Message]) -> Self {
        Self {
            messages: messages.to_vec(),
            subject: trial.subject.to_string(),
            endpoint: endpoint.to_owned(),
            sampling: (*trial.sampling).clone(),
            repeat: trial.repeat,
        }
    }

    /// The key of a trial of this shape.
    pub fn key(&self) -> Key {
        let prompt = crate::prompt::key(&self.messages);
        crate::trial::key(&prompt, &self.subject, &self.endpoint, &self.sampling, self.repeat)
    }

    /// The fields in which `other` differs from this shape. Empty if the keys are equal.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let (one, two) = (self.fields(), other.fields());
        let names: Vec<&String> =
            one.keys().chain(two.keys().filter(|k| !one.contains_key(*k))).collect();
        let mut differences: Vec<Difference> = names
            .into_iter()
            .filter(|name| one.get(*name) != two.get(*name))
            .map(|name| parted(name, one.get(name), two.get(name)))
            .collect();
        differences.sort_by(|a, b| a.field.cmp(&b.field));
        differences
    }

    /// Every field by name, as in [`differences`](Self::differences), with its whole value.
    pub fn fields(&self) -> BTreeMap<String, String> {
        let mut fields = BTreeMap::from([
            ("endpoint".to_owned(), self.endpoint.clone()),
            ("repeat".to_owned(), self.repeat.to_string()),
            ("subject".to_owned(), self.subject.clone()),
        ]);
        if let Ok(Value::Object(sampling)) = serde_json::to_value(&self.sampling) {
            for (name, value) in sampling {
                let value = crate::canonical_json(value);
                fields.insert(format!("sampling.{name}"), value);
            }
        }
        for (n, message) in self.messages.iter().enumerate() {
            fields.insert(format!("messages[{n}].role"), message.role.as_str().to_owned());
            fields.insert(format!("messages[{n}].content"), message.content.clone());
        }
        fields
    }
}

/// A difference; of long texts, only the part around the first difference.
fn parted(field: &str, one: Option<&String>, other: Option<&String>) -> Difference {
    let field = field.to_owned();
    let (Some(a), Some(b)) = (one, other) else {
        let short = |text: &String| excerpt(text, 0);
        return Difference { field, one: one.map(short), other: other.map(short) };
    };
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    Difference { field, one: Some(excerpt(a, same)), other: Some(excerpt(b, same)) }
}

/// The part of a text around its character `place`; the whole text if it is short.
fn excerpt(text: &str, place: usize) -> String {
    let count = text.chars().count();
    if count <= 2 * AROUND {
        return text.to_owned();
    }
    let from = place.saturating_sub(AROUND);
    let to = count.min(place + AROUND);
    let part: String = text.chars().skip(from).take(to.saturating_sub(from)).collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < count { "…" } else { "" });
    format!("{before}{part}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Prompt, Trial};

    fn shape() -> Shape {
        Shape {
            messages: vec![Message::system("Be brief."), Message::user("x".repeat(200) + " é end")],
            subject: "openai:m".to_owned(),
            endpoint: "http://a".to_owned(),
            sampling: Sampling { temperature: Some(0.0), seed: Some(7), ..Sampling::default() },
            repeat: 1,
        }
    }

    /// Changes of every field, each with the name by which it must be reported.
    fn changed() -> Vec<(&'static str, Shape)> {
        let with = |change: fn(&mut Shape)| {
            let mut shape = shape();
            change(&mut shape);
            shape
        };
        vec![
            ("subject", with(|s| s.subject.push('2'))),
            ("endpoint", with(|s| s.endpoint.push('b'))),
            ("repeat", with(|s| s.repeat = 2)),
            ("sampling.temperature", with(|s| s.sampling.temperature = Some(0.5))),
            ("sampling.temperature", with(|s| s.sampling.temperature = None)),
            ("sampling.top_p", with(|s| s.sampling.top_p = Some(0.9))),
            ("sampling.seed", with(|s| s.sampling.seed = Some(8))),
            ("sampling.max_tokens", with(|s| s.sampling.max_tokens = Some(9))),
            ("messages[1].content", with(|s| s.messages[1].content.push('!'))),
            ("messages[0].role", with(|s| s.messages[0].role = crate::Role::User)),
        ]
    }

    #[test]
    fn keys_are_equal_if_and_only_if_nothing_differs() {
        let one = shape();
        assert!(one.differences(&one).is_empty());
        for (field, other) in changed() {
            assert_ne!(one.key(), other.key(), "{field}");
            let fields: Vec<String> =
                one.differences(&other).into_iter().map(|d| d.field).collect();
            assert_eq!(fields, [field]);
        }
    }

    #[test]
    fn the_key_is_that_of_the_trial() {
        let shape = shape();
        let prompt = Prompt::new("q", "p", shape.messages.clone());
        let trial = Trial::new(&prompt, &shape.subject, &shape.endpoint, &shape.sampling, 1);
        assert_eq!(Shape::new(&trial, &shape.endpoint, &prompt.messages), shape);
        assert_eq!(shape.key(), trial.key);
    }

    #[test]
    fn long_texts_are_shown_where_they_part() {
        let (one, mut other) = (shape(), shape());
        other.messages[1].content = "x".repeat(200) + " é other";
        let [difference] = one.differences(&other).try_into().expect("one difference");
        assert_eq!(difference.one.as_deref(), Some(format!("…{} é end", "x".repeat(27)).as_str()));
        let gone = Shape { messages: vec![Message::system("Be brief.")], ..one.clone() };
        let fields: Vec<_> =
            one.differences(&gone).into_iter().map(|d| (d.field, d.other)).collect();
        assert_eq!(
            fields,
            [("messages[1].content".to_owned(), None), ("messages[1].role".to_owned(), None)]
        );
    }
}
