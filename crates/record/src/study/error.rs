//! Errors in studies.

use thiserror::Error;

/// An error in a study or analysis document.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StudyError {
    /// Not TOML, or a field misspelt, missing or of the wrong type. Contains the parser's message,
    /// which shows the line and column.
    #[error("{0}")]
    Syntax(String),
    /// A value that the field cannot have.
    #[error("{field}: {what}")]
    Value {
        /// The field.
        field: String,
        /// The fault, and the correct form.
        what: String,
    },
    /// A text with a character that could control a terminal or a page.
    #[error("{place}: contains the character U+{:04X}, which can control a terminal or a page: \
             remove it", u32::from(*.character))]
    Steering {
        /// The place, for example `hypothesis 2, title`.
        place: String,
        /// The first such character.
        character: char,
    },
    /// Two hypotheses with one name.
    #[error("hypothesis `{0}` is defined twice: give each its own id")]
    DuplicateHypothesis(String),
    /// A pair that varies not exactly one factor.
    #[error(
        "hypothesis `{id}` varies {}, but declares `{factor}`: a matched pair must differ in \
         exactly the declared factor",
        list_factors(.varied)
    )]
    NotOneFactor {
        /// The hypothesis.
        id: String,
        /// The declared factor.
        factor: String,
        /// The factors whose levels differ.
        varied: Vec<String>,
    },
}

fn list_factors(varied: &[String]) -> String {
    match varied {
        [] => "no factor".to_owned(),
        [one] => format!("the factor `{one}`"),
        many => format!(
            "{} factors ({})",
            many.len(),
            many.iter().map(|f| format!("`{f}`")).collect::<Vec<_>>().join(", ")
        ),
    }
}
