//! The words of syllogisms.

use crate::DataError;
use crate::families::draw::Draw;
use crate::list::{List, read};
use peirast_logic::syllogism::Form;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Words for the three terms of a syllogism.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TermWords {
    /// The subject of the conclusion.
    pub subject: String,
    /// The middle term.
    pub middle: String,
    /// The predicate of the conclusion.
    pub predicate: String,
}

impl TermWords {
    pub(super) fn all(&self) -> [&str; 3] {
        [&self.subject, &self.middle, &self.predicate]
    }
}

/// The premise that is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The premise with the predicate of the conclusion.
    Major,
    /// The premise with its subject.
    Minor,
}

/// An item of the benchmark.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchmarkItem {
    /// Its name, `SYL_001` to `SYL_040`.
    pub id: String,
    /// Mood and figure.
    pub form: String,
    /// The premise shown first in the normal order.
    pub first: First,
    /// The subject of the conclusion.
    pub subject: String,
    /// The middle term.
    pub middle: String,
    /// The predicate of the conclusion.
    pub predicate: String,
    /// True if the conclusion is true in the world.
    pub believable: bool,
    /// The reason, in a sentence.
    pub reason: String,
    /// Made-up words for the same terms.
    pub nonsense: TermWords,
}

/// The relation between the things that two terms denote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Relation {
    /// Every a is a b, and some b are not a.
    Inside,
    /// No a is a b.
    Apart,
    /// Some a are b, some are not, and some b are not a.
    Overlap,
}

/// Two terms with a generally known relation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) relation: Relation,
    pub(crate) reason: String,
}

/// The forty items, and words for generated ones.
#[derive(Debug)]
pub struct Bank {
    /// The items of the benchmark.
    pub items: Vec<BenchmarkItem>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) middles: Vec<String>,
    /// The list for the profile `paper-2024`.
    pub(crate) middles_as_published: Vec<String>,
    /// Real words, which made-up words must not equal.
    pub(crate) avoid: BTreeSet<String>,
    /// The list for the profile `paper-2024`.
    pub(crate) avoid_as_published: BTreeSet<String>,
    /// Sequences of letters that made-up words must not contain, except those of the profile
    /// `paper-2024`.
    pub(crate) avoid_inside: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BankItems {
    item: Vec<BenchmarkItem>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermLists {
    middle: Vec<String>,
    middle_as_published: Vec<String>,
    avoid: BTreeSet<String>,
    avoid_too: BTreeSet<String>,
    avoid_inside: Vec<String>,
    pair: Vec<Pair>,
}

/// The embedded items and words.
pub(super) static BANK: List<Bank> = List::new(Bank::parse);

const ITEMS: &str = "syllogisms.toml";
const TERMS: &str = "terms.toml";

impl Bank {
    /// Returns the middle terms of a design.
    pub(super) fn middles_of(&self, draw: &Draw<'_>) -> &[String] {
        if draw.is_published_design() { &self.middles_as_published } else { &self.middles }
    }

    /// The embedded items and words.
    ///
    /// # Errors
    /// [`DataError`] if a file does not parse.
    pub fn embedded() -> Result<&'static Self, DataError> {
        BANK.get()
    }

    /// Returns the words that made-up words of a design must not equal.
    pub(super) fn avoid_of(&self, draw: &Draw<'_>) -> &BTreeSet<String> {
        if draw.is_published_design() { &self.avoid_as_published } else { &self.avoid }
    }

    /// Sequences of letters that made-up words of a design must not contain.
    pub(super) fn avoid_inside_of(&self, draw: &Draw<'_>) -> &[String] {
        if draw.is_published_design() { &[] } else { &self.avoid_inside }
    }

    fn parse() -> Result<Bank, DataError> {
        let failed = |file, message| DataError { file, message };
        let items: BankItems = read(ITEMS, include_str!("data/syllogisms.toml"))?;
        for item in &items.item {
            let form: Result<Form, _> = item.form.parse();
            form.map_err(|error| failed(ITEMS, format!("{}: {error}", item.id)))?;
        }
        let terms: TermLists = read(TERMS, include_str!("data/terms.toml"))?;
        let TermLists { middle, middle_as_published, avoid, avoid_too, avoid_inside, pair } = terms;
        Ok(Bank {
            items: items.item,
            pairs: pair,
            middles: middle,
            middles_as_published: middle_as_published,
            avoid: avoid.union(&avoid_too).cloned().collect(),
            avoid_as_published: avoid,
            avoid_inside,
        })
    }
}
