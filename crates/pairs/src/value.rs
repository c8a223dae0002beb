//! Values of a data file as texts.

use crate::printed;
use peirast_record::Number;
use peirast_table::NumberNotation;
use serde_json::Value;

/// A plain value as a text: a text unchanged, a number or a truth value as JSON writes it.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The answer of a worked solution: the text behind the last `####`, or in the last `\\boxed{}`;
/// otherwise the whole text.
pub(crate) fn marked(text: &str) -> &str {
    if let Some((_, last)) = text.rsplit_once("####") {
        return last.trim();
    }
    let Some((_, boxed)) = text.rsplit_once("\\boxed{") else { return text.trim() };
    let mut depth = 1_usize;
    let end = boxed.find(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    boxed.get(..end.unwrap_or(boxed.len())).unwrap_or(boxed).trim()
}

/// The exact number in a value, if it is one. Texts may have thousands separators or a currency
/// sign, a plus, or a percent sign, or be a worked solution whose answer is [`marked`]. `50%` is 50,
/// as answers to questions for a percentage are read.
pub(crate) fn number(value: &Value, notation: &NumberNotation) -> Option<Number> {
    match value {
        Value::Number(number) => exact(&number.to_string()),
        Value::String(text) => {
            const CURRENCY: [char; 3] = ['$', '€', '£'];
            let is_sign = |c: char| CURRENCY.contains(&c) || c == ' ';
            let whole = marked(text).trim_matches(is_sign);
            let whole = whole.strip_suffix('%').map_or(whole, str::trim_end);
            let begins = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_digit() || is_sign(c));
            let unsigned = whole.strip_prefix('+').filter(begins).unwrap_or(whole);
            let unsigned = unsigned.trim_matches(is_sign);
            // Two groups of thousands and more cannot be decimals.
            let grouped = NumberNotation::Comma.plain(unsigned).ok();
            let grouped = grouped.filter(|_| unsigned.matches('.').count() > 1);
            exact(&notation.plain(unsigned).ok()?).or_else(|| exact(&grouped?))
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

/// The texts of a list: in JSON, as Python prints it, or separated by one of these signs.
pub(crate) fn list(value: &Value, signs: &[char]) -> Option<Vec<Value>> {
    match value {
        Value::Array(list) => Some(list.clone()),
        Value::String(text) => {
            let text = text.trim();
            if text.starts_with('[') && text.ends_with(']') {
                return printed::value(text)?.as_array().cloned();
            }
            signs.iter().find(|sign| text.contains(**sign)).map(|sign| {
                text.split(*sign).map(|part| Value::String(part.trim().to_owned())).collect()
            })
        }
        _ => None,
    }
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
            (json!("1.234.567"), Some("1234567")),
            (json!("12,50 €"), None),
            (json!("So it is $\\boxed{7}$."), Some("7")),
            (json!("+5"), Some("5")),
            (json!("+$5"), Some("5")),
            (json!("50%"), Some("50")),
            (json!("12.5 %"), Some("12.5")),
            (json!("+-5"), None),
            (json!("%"), None),
            (json!("seven"), None),
            (json!(true), None),
        ] {
            assert_eq!(read(value.clone()).as_deref(), expected, "{value}");
        }
        assert_eq!(number(&json!("2,5"), &NumberNotation::Comma), "2.5".parse().ok());
        assert_eq!(number(&json!("1.234,50 €"), &NumberNotation::Comma), "1234.5".parse().ok());
        assert_eq!(marked("So \\boxed{\\frac{1}{2}} it is"), "\\frac{1}{2}");
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
