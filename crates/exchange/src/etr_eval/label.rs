//! Recorded labels that turned out to be wrong.

use std::fmt;

/// A label that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place of its document.
    pub place: String,
    /// The number of the document in its set.
    pub number: u64,
    /// The field.
    pub field: String,
    /// The recorded value.
    pub recorded: String,
    /// The right value.
    pub found: String,
    /// A case in which the premises are true and the conclusion is not, if something does not
    /// follow.
    pub countermodel: String,
}

impl Label {
    /// The names of the columns in a table of labels.
    pub const COLUMNS: [&'static str; 6] =
        ["document", "place", "field", "recorded", "found", "countermodel"];

    /// Its row with these columns.
    pub fn row(&self) -> [String; 6] {
        let Self { place, number, field, recorded, found, countermodel } = self;
        let number = number.to_string();
        [&number, place, field, recorded, found, countermodel].map(String::clone)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, number, field, recorded, found, countermodel } = self;
        write!(
            f,
            "{place} (document {number}): {field} is recorded as {recorded}, but should be {found}"
        )?;
        if !countermodel.is_empty() {
            write!(f, ": the premises are true and it is not where {countermodel}")?;
        }
        Ok(())
    }
}
