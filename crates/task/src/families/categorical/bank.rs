//! The words that syllogisms are made of.

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

/// Which premise is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The one with the predicate of the conclusion.
    Major,
    /// The one with its subject.
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
    /// True if the conclusion is true of the world.
    pub believable: bool,
    /// Why, in a sentence.
    pub reason: String,
    /// Made-up words for the same terms.
    pub nonsense: TermWords,
}

/// How what falls under two terms is related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Relation {
    /// Every a is a b, and some b are no a.
    Inside,
    /// No a is a b.
    Apart,
    /// Some a are b, some are not, and some b are no a.
    Overlap,
}

/// Two terms whose relation everybody knows.
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
    /// Those of the profile `paper-2024`.
    pub(crate) middles_as_published: Vec<String>,
    /// Words that made-up ones must not turn out to be.
    pub(crate) avoid: BTreeSet<String>,
    /// Those of the profile `paper-2024`.
    pub(crate) avoid_as_published: BTreeSet<String>,
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
    pair: Vec<Pair>,
}

/// The embedded items and words.
pub(super) static BANK: List<Bank> = List::new(Bank::parse);

const ITEMS: &str = "syllogisms.toml";
const TERMS: &str = "terms.toml";

impl Bank {
    /// The middle terms of a design.
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

    /// Words that made-up ones of a design must not turn out to be.
    pub(super) fn avoid_of(&self, draw: &Draw<'_>) -> &BTreeSet<String> {
        if draw.is_published_design() { &self.avoid_as_published } else { &self.avoid }
    }

    fn parse() -> Result<Bank, DataError> {
        let failed = |file, message| DataError { file, message };
        let items: BankItems = read(ITEMS, include_str!("data/syllogisms.toml"))?;
        for item in &items.item {
            let form: Result<Form, _> = item.form.parse();
            form.map_err(|error| failed(ITEMS, format!("{}: {error}", item.id)))?;
        }
        let terms: TermLists = read(TERMS, include_str!("data/terms.toml"))?;
        let TermLists { middle, middle_as_published, avoid, avoid_too, pair } = terms;
        Ok(Bank {
            items: items.item,
            pairs: pair,
            middles: middle,
            middles_as_published: middle_as_published,
            avoid: avoid.union(&avoid_too).cloned().collect(),
            avoid_as_published: avoid,
        })
    }
}
