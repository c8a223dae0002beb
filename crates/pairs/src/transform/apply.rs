//! Further versions of every item.

use super::inapplicable::Inapplicable;
use super::{
    IrrelevantSentence, Transformation, certify, hint, names, options, sentences, spelling,
};
use crate::{AnswerKey, Item, ItemSet, ItemVersion, PairsError};
use peirast_random::Stream;
use peirast_record::{Accepted, unreadable_name};
use peirast_table::{escape_line, truth_value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The source of the claim that a version asks for the same as the original.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certification {
    /// The file: Peirast has not checked it.
    #[default]
    AsGiven,
    /// Peirast: it made the version by a transformation, and checked the changes.
    Certified,
    /// None: this model wrote the version. Every page says so next to its name.
    NotCertified(String),
}

impl ItemSet {
    /// Adds a version for each transformation, made from the original and named like the
    /// transformation. An item that a transformation does not fit gets no such version; a note
    /// counts these items with the reasons.
    ///
    /// The same items, transformation and seed give the same versions, independent of other
    /// transformations.
    ///
    /// ```
    /// use peirast_pairs::ItemSet;
    /// use peirast_record::DataPlan;
    /// use peirast_rows::{DataFile, DataFormat};
    /// let text = "id,question,choices,answer\n1,Which is odd?,4|7|8,7\n2,Which is even?,3|6|9,6\n";
    /// let file = DataFile::from_bytes(text.as_bytes(), DataFormat::Separated)?;
    /// let items = ItemSet::read("odd", &file, &DataPlan::default())?;
    /// let items = items.with(&["rotate-options=1".parse()?], 1)?;
    /// assert_eq!(items.versions, ["original", "rotate-options=1"]);
    /// assert_eq!(items.items[0].versions[1].choices, ["8", "4", "7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All faults at once: a transformation that fits no item, with the reason; one with the name
    /// of an existing version; a version that differs from what its transformation allows.
    pub fn with(
        mut self,
        transformations: &[Transformation],
        seed: u64,
    ) -> Result<Self, PairsError> {
        let places = transformations.iter().enumerate();
        let added = places.map(|(at, transformation)| {
            match transformations[..at].contains(transformation) {
                true => Err(PairsError::transformation(
                    &transformation.to_string(),
                    "it is given twice: name it once".to_owned(),
                )),
                false => self.add(transformation, seed),
            }
        });
        match PairsError::all(added.filter_map(Result::err).collect()) {
            Some(faults) => Err(faults),
            None => Ok(self),
        }
    }

    /// The certification of the versions with this name. `None` if there is no such version.
    pub fn certification(&self, version: &str) -> Option<Certification> {
        self.items
            .iter()
            .find_map(|item| item.version(version))
            .map(|version| version.certification.clone())
    }

    fn add(&mut self, transformation: &Transformation, seed: u64) -> Result<(), PairsError> {
        let name = transformation.to_string();
        let wrong = |what: String| PairsError::transformation(&name, what);
        if self.versions.contains(&name) {
            return Err(wrong(
                "the file has a version of this name already: leave the transformation out"
                    .to_owned(),
            ));
        }
        if let Some(what) = unreadable_name(&name) {
            return Err(wrong(format!("the name {what}: write a shorter one")));
        }
        let original = self.versions.first().cloned().unwrap_or_default();
        let mut left_out: BTreeMap<Inapplicable, usize> = BTreeMap::new();
        let mut made = 0;
        for item in &mut self.items {
            match item.version(&original).ok_or(Inapplicable::NoOriginal).and_then(|original| {
                let version = transformation.version(item, original, seed)?;
                Ok(certify(transformation, original, &version).map(|()| version))
            }) {
                Ok(version) => {
                    let version = version.map_err(|violation| {
                        wrong(format!(
                            "the version of item `{}` is not certified: {violation}",
                            escape_line(&item.name)
                        ))
                    })?;
                    item.versions.push(version);
                    made += 1;
                }
                Err(why) => *left_out.entry(why).or_default() += 1,
            }
        }
        let reasons: Vec<String> =
            left_out.iter().map(|(why, count)| format!("{count} {why}")).collect();
        let (reasons, count) = (reasons.join("; "), self.items.len());
        let unknown = left_out.get(&Inapplicable::NoName).copied().unwrap_or(0);
        let hint = (count > 1 && 2 * unknown >= count).then_some(
            "names=FILE takes the names of a file, and recognises them too, so names that are not known can be added",
        );
        if made == 0 {
            let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
            let reasons = if reasons.is_empty() { "there are none".to_owned() } else { reasons };
            return Err(wrong(format!(
                "it fits no item: of {count}, {reasons}; leave it out{hint}"
            )));
        }
        if made < count {
            self.notes.push(format!(
                "`{}` does not fit {} of {count} items, which get no such version: {reasons}",
                escape_line(&name),
                count - made
            ));
            self.notes.extend(hint.map(str::to_owned));
        }
        self.versions.push(name);
        Ok(())
    }
}

impl Transformation {
    /// Checks that the transformation does not change the meaning of the question, given the text
    /// of an original.
    pub(super) fn fits(&self, original: &ItemVersion) -> Result<(), Inapplicable> {
        match self {
            Self::ShuffleOptions | Self::RotateOptions(_) => options::may_be_reordered(original),
            Self::Labels(labels) => options::may_have_labels(original, *labels),
            Self::Separator(_) => options::are_under_question(original),
            Self::Names(source) => {
                spelling::may_be_respelt(original)?;
                names::may_be_renamed(original, source)
            }
            Self::Irrelevant(_) | Self::Relevant => {
                spelling::may_be_respelt(original)?;
                sentences::may_be_parted(original)
            }
            Self::SentenceOrder | Self::WhiteSpace | Self::Typos(_) => {
                spelling::may_be_respelt(original)
            }
            Self::Case(_) => spelling::may_change_case(original),
            Self::AnswerFormat(_) | Self::Source(_) | Self::Hint(_) => Ok(()),
        }
    }

    /// The version made from the original of an item.
    fn version(
        &self,
        item: &Item,
        original: &ItemVersion,
        seed: u64,
    ) -> Result<ItemVersion, Inapplicable> {
        self.fits(original)?;
        let name = self.to_string();
        let stream = |name: &str| Stream::named(seed, &["transformation", &item.name, name]);
        let own = &mut stream(&name);
        let mut made = original.clone();
        match self {
            Self::ShuffleOptions => options::shuffle(&mut made, own),
            Self::RotateOptions(places) => options::rotate(&mut made, places.get().into()),
            Self::Labels(labels) => {
                made.labels = *labels;
                Ok(())
            }
            Self::Separator(separator) => {
                made.separator = *separator;
                Ok(())
            }
            Self::AnswerFormat(wording) => sentences::answer_format(&mut made, wording),
            Self::Names(source) => names::rename(&mut made, source, own),
            Self::Irrelevant(kind) => sentences::irrelevant(&mut made, *kind, own),
            Self::Relevant => {
                let irrelevant = Self::Irrelevant(IrrelevantSentence::Plain).to_string();
                sentences::relevant(&mut made, &mut stream(&irrelevant))
            }
            Self::SentenceOrder if !is_independent(item) => Err(Inapplicable::NotIndependent),
            Self::SentenceOrder => sentences::reorder_points(&mut made, own),
            Self::Case(case) => {
                spelling::change_case(&mut made, *case);
                Ok(())
            }
            Self::WhiteSpace => {
                spelling::double_spaces(&mut made, own);
                Ok(())
            }
            Self::Typos(rate) => {
                spelling::misspell(&mut made, *rate, own);
                Ok(())
            }
            Self::Source(repute) => sentences::source(&mut made, *repute, own),
            Self::Hint(hinted) => hint::hint(&mut made, *hinted, own),
        }?;
        if made == *original {
            return Err(Inapplicable::Unchanged);
        }
        made.place = format!("{}, changed by `{}`", original.place, escape_line(&name));
        made.name = name;
        made.certification = Certification::Certified;
        Ok(made)
    }
}

/// Returns true if the user marked the points of an item as independent of their order.
fn is_independent(item: &Item) -> bool {
    item.kept.get("independent").and_then(truth_value) == Some(true)
}

impl ItemVersion {
    /// All texts of a version: the question with the text around it, and the options.
    pub(super) fn texts(&self) -> Vec<&str> {
        let segments = self.before.iter().chain(&self.after).map(|segment| segment.text.as_str());
        segments.chain(self.choices.iter().map(String::as_str)).collect()
    }

    fn accepted(&self) -> impl Iterator<Item = &Accepted> {
        [Some(&self.key), self.lure.as_ref()].into_iter().flatten().flat_map(|key| match key {
            AnswerKey::Text(texts) => texts.as_slice(),
            _ => &[],
        })
    }

    /// The texts, and numbers as texts, of right answers and lures.
    pub(super) fn answer_texts(&self) -> Vec<String> {
        let texts = self.accepted().filter_map(|accepted| match accepted {
            Accepted::Text(text) => Some(text.clone()),
            Accepted::Pattern(_) => None,
        });
        let keys = [Some(&self.key), self.lure.as_ref()].into_iter().flatten();
        let numbers = keys.filter_map(|key| match key {
            AnswerKey::Number(number, _) => Some(number.to_string()),
            _ => None,
        });
        texts.chain(numbers).collect()
    }

    /// The patterns of right answers or lures.
    pub(super) fn patterns(&self) -> impl Iterator<Item = &str> {
        self.accepted().filter_map(|accepted| match accepted {
            Accepted::Pattern(pattern) => Some(pattern.as_str()),
            Accepted::Text(_) => None,
        })
    }
}
