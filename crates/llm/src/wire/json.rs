//! JSON as it comes: with a byte order mark, with halves of characters, or with numbers beyond all others.

use super::WireError;
use peirast_record::repaired_json;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;

/// How deep lists and objects may stand in each other, as in `serde_json`.
const DEPTH: usize = 128;

/// The JSON of a body. Where an object has two members of one name, the last one counts.
pub(super) fn read(body: &str) -> Result<Value, WireError> {
    let json = repaired_json(body);
    serde_json::from_str(&json).or_else(|error| {
        if error.is_eof() && !body.trim().is_empty() {
            return Err(WireError::CutOff(body.len()));
        }
        let raw = serde_json::from_str(&json).ok();
        let value = raw.and_then(|raw| without_vast_numbers(raw, DEPTH));
        value.ok_or_else(|| WireError::NotJson(error.to_string()))
    })
}

/// JSON with null for each number beyond all floating-point ones: such a number is no part of an answer, and
/// costs none. `None` for what is no JSON, or deeper than `depth`.
fn without_vast_numbers(raw: &RawValue, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let json = raw.get();
    match json.as_bytes().first()? {
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            items.into_iter().map(|item| without_vast_numbers(item, depth)).collect()
        }
        b'{' => {
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
            let member = |(name, value)| Some((name, without_vast_numbers(value, depth)?));
            members.into_iter().map(member).collect::<Option<Map<_, _>>>().map(Value::Object)
        }
        b'-' | b'0'..=b'9' => {
            Some(serde_json::from_str::<Number>(json).map_or(Value::Null, Value::Number))
        }
        _ => serde_json::from_str(json).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beyond_all_numbers_is_null() {
        let digits = "9".repeat(400);
        for (json, meant) in [
            (
                r#"{"x":1e999999,"y":"1e999999 \" 2","z":[-1E+400,5,1.5e3]}"#.to_owned(),
                serde_json::json!({"x": null, "y": "1e999999 \" 2", "z": [null, 5, 1500.0]}),
            ),
            (format!("[{digits},\"\u{e9}\"]"), serde_json::json!([null, "\u{e9}"])),
        ] {
            assert_eq!(super::read(&json).expect(&json), meant);
        }
        for broken in ["[1e999999", "[1e999999,]", "{1e999999}"] {
            assert!(super::read(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_body_is_read_to_any_depth_that_answers_have() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(super::read(&deep(100)).is_ok());
        assert!(super::read(&deep(100_000)).is_err());
        assert!(super::read(&format!("[1e999,{}]", deep(100))).is_ok());
        assert!(super::read(&format!("[1e999,{}]", deep(100_000))).is_err());
        let escaped = r#"{"a\u0062":"c\nd","big":18446744073709551615,"small":-1,"real":0.1}"#;
        let meant: Value = serde_json::from_str(escaped).expect("JSON");
        assert_eq!(super::read(escaped).expect("JSON"), meant);
    }

    #[test]
    fn of_members_of_one_name_the_last_counts() {
        for (body, meant) in [
            (
                r#"{"error":null,"a":1,"error":{"message":"late"}}"#,
                r#"{"a":1,"error":{"message":"late"}}"#,
            ),
            (r#"[{"b":{"c":"x","c":"y\n","d":0.1}}]"#, r#"[{"b":{"c":"y\n","d":0.1}}]"#),
            (
                r#"{"n":0,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"n":12}"#,
                r#"{"n":12,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11}"#,
            ),
            (r#"{"a":1e999999,"a":2,"b":1e999999}"#, r#"{"a":2,"b":null}"#),
        ] {
            let meant: Value = serde_json::from_str(meant).expect(meant);
            assert_eq!(super::read(body).expect(body), meant);
        }
        let body =
            r#"{"error":null,"choices":[{"message":{"content":"a"}}],"error":{"message":"late"}}"#;
        let late = super::super::Wire::OpenAiChat.parse(body);
        assert!(matches!(late, Err(WireError::Complaint(_))), "{late:?}");
    }

    #[test]
    fn what_is_broken_stays_broken() {
        for json in [r#""\ud83d"#, r#""\ud83d\u"#, r#""\u12"#, "\\", "\"\\", "\"\\é\"", "\u{feff}"]
        {
            assert!(serde_json::from_str::<Value>(&repaired_json(json)).is_err(), "{json}");
        }
    }
}
