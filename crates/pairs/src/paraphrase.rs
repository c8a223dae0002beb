//! Versions that a model writes: the question in other words. They are not certified.

use crate::transform::numbers_of;
use crate::{Certification, ItemSet, ItemVersion, PairsError};
use peirast_table::escape_line;
use std::collections::BTreeMap;
use thiserror::Error;

/// The name of the version that a model writes.
pub const PARAPHRASE: &str = "paraphrase";

/// Largest length of a paraphrase, as a multiple of the original's.
const LONGEST: usize = 4;

/// Reasons why an item has no paraphrase, as predicates of such items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
enum Unusable {
    #[error("have no original version")]
    NoOriginal,
    #[error("have their options in the text of the question")]
    OptionsInQuestion,
    #[error("have no complete answer of the writer")]
    Unwritten,
    #[error("got an empty answer")]
    Empty,
    #[error("got the original back")]
    Unchanged,
    #[error("got other numbers than those of the original")]
    OtherNumbers,
    #[error("got far more text than a question")]
    Long,
}

impl ItemSet {
    /// The questions that a writer is to paraphrase: those of originals, by item.
    ///
    /// # Errors
    /// A set that already has a version with this name.
    pub fn to_paraphrase(&self) -> Result<Vec<(&str, &str)>, PairsError> {
        if self.versions.iter().any(|version| version == PARAPHRASE) {
            let what = format!("there is a version `{PARAPHRASE}` already: leave --writer out");
            return Err(PairsError::File(what));
        }
        let originals = self.items.iter().filter_map(|item| {
            let question = rewritten_part(self.original_of(&item.name).ok()?)?;
            Some((item.name.as_str(), question))
        });
        Ok(originals.collect())
    }

    /// The items with a further version from a writer's answers, by item. It is not certified. An
    /// item whose answer is no paraphrase, for example because a number was lost, gets no such
    /// version; a note counts these items.
    /// answer is no paraphrase, for example because a number was lost, goes without; a note counts
    /// these items.
    ///
    /// # Errors
    /// None of the answers is a paraphrase, with the reasons.
    pub fn with_paraphrases(
        mut self,
        writer: &str,
        answers: &BTreeMap<String, String>,
    ) -> Result<Self, PairsError> {
        let made: Vec<Result<ItemVersion, Unusable>> = self
            .items
            .iter()
            .map(|item| {
                let original = self.original_of(&item.name)?;
                let answer = answers.get(&item.name).ok_or(Unusable::Unwritten);
                paraphrased(original, writer, answer)
            })
            .collect();
        let mut left_out: BTreeMap<Unusable, usize> = BTreeMap::new();
        for (item, version) in self.items.iter_mut().zip(made) {
            match version {
                Ok(version) => item.versions.push(version),
                Err(why) => *left_out.entry(why).or_default() += 1,
            }
        }
        let (without, count) = (left_out.values().sum::<usize>(), self.items.len());
        let reasons: Vec<String> =
            left_out.iter().map(|(why, count)| format!("{count} {why}")).collect();
        let (reasons, writer) = (reasons.join("; "), escape_line(writer));
        if without == count {
            let what =
                format!("no answer of {writer} is a paraphrase: of {count} items, {reasons}");
            return Err(PairsError::File(what));
        }
        if without > 0 {
            self.notes.push(format!(
                "{without} of {count} items have no version `{PARAPHRASE}`: {reasons}"
            ));
        }
        self.notes.push(format!(
            "the version `{PARAPHRASE}` is not certified: {writer} wrote it, and nobody checked that it asks for the \
             same"
        ));
        self.versions.push(PARAPHRASE.to_owned());
        Ok(self)
    }

    fn original_of(&self, item: &str) -> Result<&ItemVersion, Unusable> {
        let original = self.versions.first().ok_or(Unusable::NoOriginal)?;
        let item = self.items.iter().find(|own| own.name == item).ok_or(Unusable::NoOriginal)?;
        item.version(original).ok_or(Unusable::NoOriginal)
    }
}

/// The part of a version that is paraphrased: its question.
fn rewritten_part(version: &ItemVersion) -> Option<&str> {
    let question = version.before.last().map(|segment| segment.text.trim());
    question.filter(|text| !text.is_empty() && !version.shows_its_options())
}

fn paraphrased(
    original: &ItemVersion,
    writer: &str,
    answer: Result<&String, Unusable>,
) -> Result<ItemVersion, Unusable> {
    let question = rewritten_part(original).ok_or(Unusable::OptionsInQuestion)?;
    let text = bare(answer?);
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    match () {
        () if text.is_empty() => Err(Unusable::Empty),
        () if plain(text) == plain(question) => Err(Unusable::Unchanged),
        () if text.len() > LONGEST * question.len().max(50) => Err(Unusable::Long),
        () if numbers_of(text) != numbers_of(question) => Err(Unusable::OtherNumbers),
        () => {
            let mut made = original.clone();
            if let Some(segment) = made.before.last_mut() {
                segment.text = format!("{text}\n");
            }
            made.place = format!("{}, paraphrased by {}", original.place, escape_line(writer));
            made.name = PARAPHRASE.to_owned();
            made.certification = Certification::NotCertified(writer.to_owned());
            Ok(made)
        }
    }
}

/// An answer without the marks that models put around a text.
fn bare(answer: &str) -> &str {
    const AROUND: [(&str, &str); 4] =
        [("<question>", "</question>"), ("\"", "\""), ("“", "”"), ("**", "**")];
    let mut text = answer.trim();
    for (opening, closing) in AROUND {
        let inner = text.strip_prefix(opening).and_then(|text| text.strip_suffix(closing));
        text = inner.filter(|text| !text.contains(opening)).map_or(text, str::trim);
    }
    text
}
