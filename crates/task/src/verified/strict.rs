//! Strict reading of a line: no unknown field, and no field twice.

use peirast_record::Problem;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use thiserror::Error;

/// The reason why a line is not a problem.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line is empty.
    #[error("a blank line: each line is a problem; take it out")]
    Blank,
    /// Invalid JSON, or a field that is missing, repeated, or of the wrong type.
    #[error("column {column}: no problem: {what}")]
    Json {
        /// The byte of the line, from 1.
        column: usize,
        /// The error.
        what: String,
    },
    /// A field that no problem has.
    #[error("`{path}` is no part of a problem as `peirast make` writes it")]
    Beside {
        /// The path of the field.
        path: String,
    },
}

impl From<serde_json::Error> for LineError {
    fn from(error: serde_json::Error) -> Self {
        let (column, what) = (error.column(), error.to_string());
        // The line is always number 1.
        let place = format!(" at line {} column {column}", error.line());
        Self::Json { column, what: what.trim_end_matches(&place).to_owned() }
    }
}

/// Returns the problem of a line, as `peirast make` writes it: with all its fields and no others,
/// each once. The order and spacing of fields does not matter.
///
/// ```
/// use peirast_record::Profile;
/// use peirast_task::{Design, Family, problem_in};
/// let design = Design { seed: 1, profile: Profile::Balanced };
/// let made = Family::named("etr")?.make(&design, "open", 1)?.remove(0);
/// let line = serde_json::to_string(&made)?;
/// assert_eq!(problem_in(line.as_bytes())?, made);
/// let more = line.replacen('{', r#"{"note": "mine", "#, 1);
/// let error = problem_in(more.as_bytes()).expect_err("a field too many").to_string();
/// assert!(error.starts_with("`note` is no part of a problem"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LineError`] for any other line.
pub fn problem_in(line: &[u8]) -> Result<Problem, LineError> {
    if line.trim_ascii().is_empty() {
        return Err(LineError::Blank);
    }
    let Once(value) = serde_json::from_slice(line)?;
    // Not parsed from the value: the messages contain the place in the line.
    let problem: Problem = serde_json::from_slice(line)?;
    let again = serde_json::to_value(&problem)?;
    match beside(&value, &again, "") {
        None => Ok(problem),
        Some(path) => Err(LineError::Beside { path }),
    }
}

/// Returns the first part of a value that another lacks or has with another value.
fn beside(own: &Value, other: &Value, path: &str) -> Option<String> {
    let inner = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match (own, other) {
        (Value::Object(own), Value::Object(other)) => {
            own.iter().find_map(|(name, value)| match other.get(name) {
                None => Some(inner(name)),
                Some(other) => beside(value, other, &inner(name)),
            })
        }
        (Value::Array(own), Value::Array(other)) if own.len() == other.len() => {
            let mut pairs = own.iter().zip(other).enumerate();
            pairs.find_map(|(at, (own, other))| beside(own, other, &inner(&at.to_string())))
        }
        _ => (own != other).then(|| path.to_owned()),
    }
}

/// A value with no field twice.
pub(crate) struct Once(pub(crate) Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(OnceVisitor)
    }
}

struct OnceVisitor;

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Once;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Once, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = all.next_element()? {
            values.push(value);
        }
        Ok(Once(Value::Array(values)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Once, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = all.next_key::<String>()? {
            let Once(value) = all.next_value()?;
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("`{name}` occurs twice")));
            }
            fields.insert(name, value);
        }
        Ok(Once(Value::Object(fields)))
    }
}
