//! The fields of each layout, so that an error can name the invalid field.

use crate::ExchangeError;
use crate::recorded::clipped;
use serde_json::Value;

/// The most characters of a value in a message, which fits in a line.
const MOST: usize = 40;

/// The type of a field, if the field is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Text,
    Truth,
    Number,
    Fields,
    Texts,
}

use Sort::{Fields, Number, Text, Texts, Truth};

/// A field with its parents, its type, and `true` if it is required.
type Rule = (&'static str, Sort, bool);

/// A document of a data set.
pub(super) const DOC: [Rule; 11] = [
    ("/question", Text, true),
    ("/peirast", Text, false),
    ("/scoring_guide", Fields, true),
    ("/scoring_guide/etr_predicted", Text, false),
    ("/scoring_guide/etr_predicted_is_classically_correct", Truth, false),
    ("/scoring_guide/generation_details", Fields, true),
    ("/scoring_guide/generation_details/premises_etr", Texts, true),
    ("/scoring_guide/generation_details/is_chain_of_thought", Truth, false),
    ("/scoring_guide/yes_no", Fields, false),
    ("/scoring_guide/yes_no/conclusion_etr", Text, false),
    ("/scoring_guide/open_ended", Fields, false),
];

/// A line of a replay.
pub(super) const REPLAY: [Rule; 11] = [
    ("/prompt", Text, true),
    ("/premises", Texts, true),
    ("/problem_id", Number, false),
    ("/etr_conclusion", Text, false),
    ("/their_label_etr_conclusion_correct", Truth, false),
    ("/names", Fields, false),
    ("/conclusion", Text, false),
    ("/model", Text, false),
    ("/run", Text, false),
    ("/dataset", Text, false),
    ("/response", Text, false),
];

impl Sort {
    fn is_of(self, value: &Value) -> bool {
        match self {
            Text => value.is_string(),
            Truth => value.is_boolean(),
            Number => value.is_u64(),
            Fields => value.is_object(),
            Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Text => "a text",
            Truth => "true or false",
            Number => "a number from 0",
            Fields => "an object of fields",
            Texts => "a list of texts",
        }
    }
}

/// Refuses a value without a required field, or with a field of another type.
///
/// # Errors
/// [`ExchangeError::Layout`] names the first such field.
pub(super) fn check(value: &Value, rules: &[Rule]) -> Result<(), ExchangeError> {
    for (path, sort, is_needed) in rules {
        let name = path.trim_start_matches('/').replace('/', ".");
        let fault = match value.pointer(path) {
            // A null field counts as missing.
            None | Some(Value::Null) if !is_needed => continue,
            None => format!("missing field `{name}`, {}", sort.name()),
            Some(other) if !sort.is_of(other) => {
                let found = clipped(&other.to_string(), MOST, "...");
                format!("`{name}` is {found}, but should be {}", sort.name())
            }
            Some(_) => continue,
        };
        return Err(ExchangeError::Layout(fault));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_fault_is_named_by_its_field() {
        let long = "x".repeat(100);
        for (value, told) in [
            (json!({"question": 7}), "`question` is 7, but should be a text"),
            (json!({}), "missing field `question`, a text"),
            (json!({"question": "Q", "scoring_guide": [long]}), "`scoring_guide` is [\"xxx"),
            (
                json!({"question": "Q", "scoring_guide": {"generation_details": {}}}),
                "missing field `scoring_guide.generation_details.premises_etr`, a list of texts",
            ),
        ] {
            let error = check(&value, &DOC).expect_err("a fault").to_string();
            assert!(error.starts_with(told) && error.len() < 120, "{error}");
        }
        let fine = json!({"prompt": "P", "premises": ["{A()}"], "problem_id": null});
        assert!(check(&fine, &REPLAY).is_ok());
    }
}
