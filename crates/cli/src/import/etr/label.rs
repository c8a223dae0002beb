//! Labels that come out otherwise than they were recorded.

use anyhow::{Context as _, Result};
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

/// The table of them.
pub fn labels_csv(labels: &[Label]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["document", "place", "field", "recorded", "found", "countermodel"])?;
    for label in labels {
        let number = label.number.to_string();
        let cells = [
            number.as_str(),
            &label.place,
            &label.field,
            &label.recorded,
            &label.found,
            &label.countermodel,
        ];
        writer.write_record(cells.map(peirast_report::escape_line))?;
    }
    String::from_utf8(writer.into_inner()?).context("a table of labels")
}
