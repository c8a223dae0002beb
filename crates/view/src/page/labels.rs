//! Names in words, with the name itself where a command needs it.

use maud::{Markup, html};
use peirast_record::Factors;
use peirast_task::{factor_label, level_label, method_label};
use serde_json::{Map, Value};

/// Renders a method in words; its name in commands is shown when the pointer rests on it.
pub(crate) fn method(name: &str) -> Markup {
    html! { span title=(name) { (method_label(name)) } }
}

/// Renders a method in words, and its name in commands.
pub(crate) fn named_method(name: &str) -> Markup {
    let words = method_label(name);
    html! { (words) @if words != name { " " code.small { (name) } } }
}

/// Returns levels of factors in words: `Context: relevant; Family: 25 horses`.
pub(crate) fn levels(all: &Factors) -> String {
    let one = |(factor, level): (&str, &str)| {
        format!("{}: {}", factor_label(factor), level_label(factor, level))
    };
    all.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Returns levels in words that a study wrote as `context=relevant, family=horses`; any other text
/// stays as it is.
pub(crate) fn written_levels(text: &str) -> String {
    let pairs: Option<Vec<(&str, &str)>> =
        text.split(", ").map(|part| part.split_once('=')).collect();
    pairs.map_or_else(|| text.to_owned(), |pairs| levels(&Factors::from_iter(pairs)))
}

/// Returns sampling settings in words: `{"max_tokens":500}; strategies a` as
/// `max tokens 500; strategies a`. A text that does not begin so stays as it is.
pub(crate) fn sampling(text: &str) -> String {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Map<String, Value>>();
    let Some(Ok(settings)) = values.next() else { return text.to_owned() };
    let rest = text.get(values.byte_offset()..).unwrap_or_default();
    let one =
        |(name, value): (&String, &Value)| format!("{} {}", name.replace('_', " "), plain(value));
    let words: Vec<String> = settings.iter().map(one).collect();
    match words.is_empty() {
        true => format!("defaults of the provider{rest}"),
        false => format!("{}{rest}", words.join(", ")),
    }
}

/// Returns a JSON value without the marks of JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" and "),
        other => other.to_string(),
    }
}

/// Returns how answers without a verdict count, in words.
pub(crate) fn treatment(name: &str) -> &str {
    match name {
        "exclude" => "left out, so their pairs are lost",
        "as-wrong" => "counted as wrong",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{sampling, written_levels};

    #[test]
    fn sampling_becomes_words() {
        for (text, words) in [
            ("{\"max_tokens\":500}", "max tokens 500"),
            (
                "{\"max_tokens\":9,\"temperature\":[0.0,0.5]}; voting x",
                "max tokens 9, temperature 0.0 and 0.5; voting x",
            ),
            ("{}", "defaults of the provider"),
            ("as recorded", "as recorded"),
            ("", ""),
        ] {
            assert_eq!(sampling(text), words);
        }
    }

    #[test]
    fn written_levels_become_words_and_other_texts_stay() {
        let words = "Thinking step by step: yes; Family: 25 horses";
        assert_eq!(written_levels("cot=yes, family=horses"), words);
        assert_eq!(written_levels("the first, or the second"), "the first, or the second");
        assert_eq!(written_levels(""), "");
    }
}
