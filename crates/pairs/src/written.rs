//! Items as rows of a data file, which is read back as the same items.

use crate::marks::mark;
use crate::{AnswerKey, Certification, Item, ItemSet, ItemVersion, Separator};
use peirast_record::{Accepted, Labels, Segment, Tolerance};
use serde_json::{Map, Value, json};

impl ItemSet {
    /// The items as rows, one for every version, which [`ItemSet::read`] reads back as the same
    /// problems.
    ///
    /// ```
    /// use peirast_pairs::{EXAMPLE, ItemSet};
    /// use peirast_record::DataPlan;
    /// use peirast_rows::{DataFile, DataFormat};
    /// let file = DataFile::from_bytes(EXAMPLE.as_bytes(), DataFormat::Separated)?;
    /// let items = ItemSet::read("sums", &file, &DataPlan::default())?;
    /// let lines: String = items.rows().iter().map(|row| format!("{}\n", serde_json::json!(row))).collect();
    /// let again = DataFile::from_bytes(lines.as_bytes(), DataFormat::Json)?;
    /// let again = ItemSet::read("sums", &again, &DataPlan::default())?;
    /// assert_eq!(again.problems()?.iter().map(|one| one.text()).collect::<Vec<_>>(),
    ///     items.problems()?.iter().map(|one| one.text()).collect::<Vec<_>>());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows(&self) -> Vec<Map<String, Value>> {
        let versions =
            self.items.iter().flat_map(|item| item.versions.iter().map(move |own| (item, own)));
        versions.map(|(item, version)| row(item, version, self.original(item))).collect()
    }
}

fn row(item: &Item, version: &ItemVersion, original: Option<&ItemVersion>) -> Map<String, Value> {
    let mut row = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            row.insert(name.to_owned(), value);
        }
    };
    put("item", json!(item.name));
    put("version", json!(version.name));
    put("question", json!(version.question().trim_end()));
    if !version.choices.is_empty() {
        put("choices", json!(version.choices));
        if version.labels != Labels::Upper {
            put("option_labels", json!(version.labels.as_str()));
        }
        if version.separator != Separator::default() {
            put("option_separator", json!(version.separator.as_str()));
        }
    }
    let after: String = version.after.iter().map(|Segment { text, .. }| text.as_str()).collect();
    if !after.trim().is_empty() {
        put("after", json!(after.trim()));
    }
    put("answer", answer(&version.key));
    if let AnswerKey::Number(_, Some(tolerance)) = &version.key {
        put("tolerance", json!(written(*tolerance)));
    }
    if let Some(lure) = &version.lure {
        put("lure", answer(lure));
    }
    if let Certification::NotCertified(writer) = &version.certification {
        put("uncertified_writer", json!(writer));
    }
    if let (Certification::Certified, Some(original)) = (&version.certification, original) {
        put("certified_by_peirast", json!(mark(original, version)));
    }
    for (factor, level) in item.kept.iter() {
        put(factor, json!(level));
    }
    row
}

/// An answer in the form that is read back: for an option its letter, for several a list.
pub(crate) fn answer(key: &AnswerKey) -> Value {
    match key {
        AnswerKey::Choice(places) => {
            let label = |at: &usize| Labels::Upper.label(('a'..='z').nth(*at).unwrap_or('z'));
            match places.as_slice() {
                [only] => json!(label(only)),
                several => json!(several.iter().map(label).collect::<Vec<_>>()),
            }
        }
        AnswerKey::YesNo(is) => json!(if *is { "yes" } else { "no" }),
        AnswerKey::Valid(is) => json!(if *is { "valid" } else { "invalid" }),
        AnswerKey::Number(number, _) => json!(number),
        AnswerKey::Text(texts) => {
            let text = |accepted: &Accepted| match accepted {
                Accepted::Text(text) => text.clone(),
                Accepted::Pattern(pattern) => format!("/{pattern}/"),
            };
            json!(texts.iter().map(text).collect::<Vec<_>>())
        }
    }
}

/// A tolerance as files have it: `0.01`, or `1%`.
pub(crate) fn written(tolerance: Tolerance) -> String {
    match tolerance {
        Tolerance::Absolute(bound) => bound.to_string(),
        Tolerance::Relative(share) => {
            let percent = share.times(100.into());
            percent.map_or_else(|| share.to_string(), |percent| format!("{percent}%"))
        }
    }
}
