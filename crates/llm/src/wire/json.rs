//! JSON as servers send it.

use super::WireError;
use peirast_record::read_json;
use serde_json::Value;

/// The JSON of a body. If an object has two members of one name, the last one counts.
pub(super) fn read(body: &str) -> Result<Value, WireError> {
    read_json(body).map_err(|error| match error.is_eof() && !body.trim().is_empty() {
        true => WireError::CutOff(body.len()),
        false => WireError::NotJson(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
