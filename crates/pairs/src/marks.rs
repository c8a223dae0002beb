//! Marks of versions that Peirast made and checked, in files that are read back.
//!
//! A mark is the hash of the original and of the version. If either is edited later, the mark no
//! longer fits, and the version is one as given.

use crate::written::{answer, written};
use crate::{AnswerKey, Certification, Item, ItemSet, ItemVersion};
use peirast_record::Key;
use peirast_table::escape_line;
use serde_json::json;
use std::collections::BTreeMap;

/// The mark of a certified version.
pub(crate) fn mark(original: &ItemVersion, version: &ItemVersion) -> String {
    let content = |one: &ItemVersion| {
        let text: String = one.segments().into_iter().map(|segment| segment.text).collect();
        let lure = one.lure.as_ref().map(answer);
        // Lines of a segment that ends without a line break join others when they are read back.
        let lines: Vec<&str> =
            text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let mut content =
            vec![json!(one.name), json!(lines), json!(one.choices), answer(&one.key), json!(lure)];
        // Marks of versions without a tolerance are those of earlier releases.
        if let AnswerKey::Number(_, Some(tolerance)) = &one.key {
            content.push(json!(written(*tolerance)));
        }
        json!(content)
    };
    let both = json!([content(original), content(version)]).to_string();
    Key::from_bytes("certified version", both.as_bytes()).to_string()
}

impl ItemSet {
    /// The original of an item, from which its other versions are made.
    pub(crate) fn original<'i>(&self, item: &'i Item) -> Option<&'i ItemVersion> {
        item.version(self.versions.first()?)
    }

    /// Certifies the versions whose marks fit, by item and version; a note names those whose marks
    /// do not fit.
    pub(crate) fn set_marks(&mut self, marks: &BTreeMap<(String, String), String>) {
        let Some(original) = self.versions.first().cloned() else { return };
        let (mut changed, mut first) = (0_usize, None);
        for item in &mut self.items {
            let Some(original) = item.version(&original).cloned() else { continue };
            for version in &mut item.versions {
                let Some(written) = marks.get(&(item.name.clone(), version.name.clone())) else {
                    continue;
                };
                if *written == mark(&original, version) {
                    version.certification = Certification::Certified;
                } else {
                    changed += 1;
                    first = first.or(Some(version.place.clone()));
                }
            }
        }
        if let Some(first) = first {
            self.notes.push(format!(
                "the marks of {changed} versions do not fit, for example in {}: since Peirast certified them, the \
                 version or its original was changed, or another version became the original; they count as given",
                escape_line(&first)
            ));
        }
    }

    /// The mark of each version, as pages name it: `certified` if Peirast made and checked it for
    /// every item that has it, `not certified` if a model wrote it, and otherwise `as given`.
    ///
    /// ```
    /// use peirast_pairs::{EXAMPLE, ItemSet};
    /// use peirast_record::DataPlan;
    /// use peirast_rows::{DataFile, DataFormat};
    /// let file = DataFile::from_bytes(EXAMPLE.as_bytes(), DataFormat::Separated)?;
    /// let items = ItemSet::read("sums", &file, &DataPlan::default())?;
    /// let marks = items.with(&["white-space".parse()?], 1)?.marks();
    /// assert_eq!((marks["original"], marks["white-space"]), ("as given", "certified"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn marks(&self) -> BTreeMap<String, &'static str> {
        let mark = |name: &String| {
            let own = || self.items.iter().filter_map(|item| item.version(name));
            let is_written =
                |one: &ItemVersion| matches!(one.certification, Certification::NotCertified(_));
            if own().any(is_written) {
                "not certified"
            } else if own().all(|one| one.certification == Certification::Certified) {
                "certified"
            } else {
                "as given"
            }
        };
        self.versions.iter().map(|name| (self.shown_name(name), mark(name))).collect()
    }
}
