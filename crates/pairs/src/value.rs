//! Values of a data file as texts.

use peirast_record::Number;
use peirast_table::NumberNotation;
use serde_json::Value;

/// A plain value as a text: a text as it is, a number or a truth value as JSON writes it.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The exact number that a value is, if it is one. Texts may have thousands, a sign of currency or the mark
/// of solutions of grade-school problems (`#### 72`).
pub(crate) fn number(value: &Value, notation: &NumberNotation) -> Option<Number> {
    match value {
        Value::Number(number) => exact(&number.to_string()),
        Value::String(text) => {
            let text = text.rsplit_once("####").map_or(text.as_str(), |(_, last)| last).trim();
            let unsigned = text.strip_prefix(['$', '€', '£']).unwrap_or(text).trim();
            exact(&notation.plain(unsigned).ok()?)
        }
        _ => None,
    }
}

/// A number of plain digits, or one with a power of ten.
fn exact(text: &str) -> Option<Number> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let (digits, power) = text.split_once(['e', 'E'])?;
    let power: i32 = power.parse().ok()?;
    let scale = Number::decimal(1, -power)?;
    digits.parse::<Number>().ok()?.times(scale)
}

/// The texts of a list: of JSON, of a list as Python prints it, or with one of these signs between them.
pub(crate) fn list(value: &Value, signs: &[char]) -> Option<Vec<Value>> {
    match value {
        Value::Array(list) => Some(list.clone()),
        Value::String(text) => {
            let text = text.trim();
            if text.starts_with('[') && text.ends_with(']') {
                return serde_json::from_str(text).ok().or_else(|| printed_list(text));
            }
            signs.iter().find(|sign| text.contains(**sign)).map(|sign| {
                text.split(*sign).map(|part| Value::String(part.trim().to_owned())).collect()
            })
        }
        _ => None,
    }
}

/// A list of texts as Python prints it: `['a', "it's"]`, with commas or, from NumPy, without.
fn printed_list(text: &str) -> Option<Vec<Value>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut list = Vec::new();
    let mut rest = inside.trim_start_matches([',', ' ', '\n', '\t']);
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let (item, behind) = match quote {
            Some(quote) => quoted(rest, quote)?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].trim().to_owned(), &rest[end..])
            }
        };
        list.push(Value::String(item));
        rest = behind.trim_start_matches([',', ' ', '\n', '\t']);
    }
    Some(list)
}

/// The text between quotation marks, and what follows.
fn quoted(text: &str, quote: char) -> Option<(String, &str)> {
    let mut inside = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => inside.push(match chars.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            c if c == quote => return Some((inside, &text[at + c.len_utf8()..])),
            c => inside.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_exact() {
        let read = |value: Value| number(&value, &NumberNotation::Point).map(|n| n.to_string());
        for (value, expected) in [
            (json!(25), Some("25")),
            (json!(0.1), Some("0.1")),
            (json!(1e-7), Some("0.0000001")),
            (json!("1,024.50"), Some("1024.5")),
            (json!("$3.50"), Some("3.5")),
            (json!("He has 70 + 2.\n#### 72"), Some("72")),
            (json!("3/4"), Some("0.75")),
            (json!("seven"), None),
            (json!(true), None),
        ] {
            assert_eq!(read(value.clone()).as_deref(), expected, "{value}");
        }
        assert_eq!(number(&json!("2,5"), &NumberNotation::Comma), "2.5".parse().ok());
    }

    #[test]
    fn lists_in_texts_are_read() {
        let read = |text: &str| list(&json!(text), &['|']);
        let three = Some(vec![json!("a"), json!("it's"), json!("c, d")]);
        assert_eq!(read("['a', \"it's\", 'c, d']"), three);
        assert_eq!(read("[\"a\", \"it's\", \"c, d\"]"), three);
        assert_eq!(read("['a' \"it's\"\n 'c, d']"), three);
        assert_eq!(read("a | it's|c, d"), three);
        assert_eq!(read("a; b"), None);
    }
}
