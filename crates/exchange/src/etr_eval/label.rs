//! ShownLabels that come out otherwise than they were recorded.

use std::fmt;

/// A label that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where its document stands.
    pub place: String,
    /// The number of the document in its set.
    pub number: u64,
    /// The field.
    pub field: String,
    /// What it says.
    pub recorded: String,
    /// What comes out.
    pub found: String,
    /// Where something does not follow: where the premises are true and it is not.
    pub countermodel: String,
}

impl Label {
    /// What the columns of a table of labels are called.
    pub const COLUMNS: [&'static str; 6] =
        ["document", "place", "field", "recorded", "found", "countermodel"];

    /// Its row, under these columns.
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
            "{place} (document {number}): {field} is recorded as {recorded}, and is {found}"
        )?;
        if !countermodel.is_empty() {
            write!(f, ": the premises are true and it is not where {countermodel}")?;
        }
        Ok(())
    }
}
