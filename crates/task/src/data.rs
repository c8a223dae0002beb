//! The stimulus lists: entities and small grammars, embedded as data files with their sources.

use crate::english::Stems;
use crate::families::Bank;
use crate::list::{List, read};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::OnceLock;
use thiserror::Error;

/// A stimulus file that does not parse. Cannot happen with the embedded files, which are tested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("stimulus file {file}: {message}")]
pub struct DataError {
    pub(crate) file: &'static str,
    pub(crate) message: String,
}

/// Given names by the pronouns they take in a problem.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    /// Names used with *she*.
    pub female: Vec<String>,
    /// Names used with *he*.
    pub male: Vec<String>,
    /// Names used with *they*.
    pub neutral: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Occupations {
    occupation: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Traits {
    #[serde(rename = "trait")]
    entries: Vec<String>,
}

/// A field of life: what a person who cares for it studied, did, and does now.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Unique name.
    pub id: String,
    /// Topics of one domain are never unrelated.
    pub domain: String,
    /// Topics of other domains that are still too close to be called unrelated.
    pub near: Vec<String>,
    /// What such a person majored in.
    pub majors: Phrases,
    /// Simple-past phrases for a biography.
    pub concerns: Phrases,
    /// More of them.
    pub deeds: Phrases,
    /// Present-tense phrases for an option.
    pub activities: Phrases,
}

#[derive(Debug, Deserialize)]
struct Topics {
    topic: Vec<Topic>,
}

/// An everyday story that ends in an event, with completions after three connectives.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// Unique name.
    pub id: String,
    /// Stories of one domain are never unrelated.
    pub domain: String,
    /// Domains whose completions could make sense here by accident.
    pub near: Vec<String>,
    /// The story, with placeholders.
    pub stem: String,
    /// The event shared by both options.
    pub event: String,
    /// Completions after *to*.
    pub to: Phrases,
    /// Completions after *because*.
    pub because: Phrases,
    /// Completions after *so that*.
    pub sothat: Phrases,
    /// Values of the story's own placeholders.
    #[serde(default)]
    pub slots: BTreeMap<String, Vec<String>>,
}

/// Phrases of one kind, with the stems of their words.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Phrases {
    texts: Vec<String>,
    #[serde(skip)]
    stems: OnceLock<Vec<Stems>>,
}

impl Phrases {
    /// The stems of the content words of each.
    pub(crate) fn stems(&self) -> &[Stems] {
        self.stems.get_or_init(|| self.texts.iter().map(|text| Stems::of(&[text])).collect())
    }

    /// Those that share no content word with a text.
    pub(crate) fn without_words_of(&self, text: &Stems) -> Vec<&String> {
        let stemmed = self.texts.iter().zip(self.stems());
        stemmed.filter(|(_, stems)| stems.is_disjoint(text)).map(|(phrase, _)| phrase).collect()
    }
}

impl Deref for Phrases {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.texts
    }
}

#[derive(Debug, Deserialize)]
struct Stories {
    story: Vec<Story>,
}

/// A disease with the signs that belong to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disease {
    /// As it stands after *was diagnosed with*.
    pub name: String,
    /// The body system it belongs to.
    pub system: String,
    /// Whom it can affect: `any`, `female` or `male`.
    pub sex: String,
    /// Typical signs.
    pub symptoms: Vec<String>,
    /// Signs that may occur in it.
    pub possible: Vec<String>,
}

/// A sign of illness.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// As it stands after *has*.
    pub name: String,
    /// Body systems whose diseases commonly show it.
    pub systems: Vec<String>,
    /// Whether it may occur in nearly anything.
    pub generic: bool,
}

/// Diseases, signs, and neutral circumstances of a diagnosis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Medicine {
    /// Phrases after the diagnosis.
    pub contexts: Vec<String>,
    /// The diseases.
    pub disease: Vec<Disease>,
    /// Every sign used.
    pub sign: Vec<Sign>,
}

/// A widely known person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Celebrity {
    /// Full name.
    pub name: String,
    /// `female` or `male`.
    pub gender: String,
    /// What the person is known for.
    pub field: String,
}

/// Something a celebrity of a field might do, with unlikely and likely outcomes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Unique name.
    pub id: String,
    /// The field of the people it fits.
    pub field: String,
    /// What is supposed, after the name.
    pub event: String,
    /// Outcomes improbable for such a person.
    pub unlikely: Vec<String>,
    /// Outcomes probable for such a person.
    pub likely: Vec<String>,
}

/// Celebrities and scenarios.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fame {
    /// The people.
    pub celebrity: Vec<Celebrity>,
    /// The scenarios.
    pub scenario: Vec<Scenario>,
}

/// A category with members, and traits that some of the category have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// Plural noun.
    pub plural: String,
    /// Plural nouns, all of them in the category.
    pub members: Vec<String>,
    /// Verb phrases true of part of the category.
    pub traits: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Categories {
    category: Vec<Category>,
}

/// Publishers and institutions of one repute.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repute {
    /// News organisations and the like.
    pub publishers: Vec<String>,
    /// Universities and the like.
    pub institutions: Vec<String>,
}

/// Sources by repute.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sources {
    /// Trusted ones.
    pub reputable: Repute,
    /// Satirical and invented untrustworthy ones.
    pub disreputable: Repute,
}

/// An animal that can race.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Animal {
    /// One.
    pub singular: String,
    /// Many.
    pub plural: String,
}

#[derive(Debug, Deserialize)]
struct Animals {
    animal: Vec<Animal>,
}

/// Everyday stories, with those that are unrelated to each.
#[derive(Debug)]
pub struct Tales {
    /// The stories.
    pub stories: Vec<Story>,
    /// Of each story, the places of those that are unrelated to it.
    unrelated: Vec<Vec<usize>>,
}

impl Tales {
    fn of(stories: Vec<Story>) -> Self {
        let unrelated = stories.iter().map(|story| unrelated(&stories, story)).collect();
        Self { stories, unrelated }
    }

    /// The places of the stories that are unrelated to the one at this place.
    pub(crate) fn unrelated_to(&self, at: usize) -> &[usize] {
        self.unrelated.get(at).map_or(&[], Vec::as_slice)
    }
}

fn unrelated(stories: &[Story], story: &Story) -> Vec<usize> {
    let others = stories.iter().enumerate().filter(|(_, other)| other.is_unrelated_to(story));
    others.map(|(place, _)| place).collect()
}

/// Every stimulus list, each of which is parsed when it is first needed.
#[derive(Debug)]
pub struct Data {
    /// Given names.
    pub people: List<People>,
    /// Occupations, as they stand after *is a*.
    pub occupations: List<Vec<String>>,
    /// Adjectives for a biography.
    pub traits: List<Vec<String>>,
    /// Topics of biographies.
    pub topics: List<Vec<Topic>>,
    /// Everyday stories.
    pub tales: List<Tales>,
    /// Diseases and signs.
    pub medicine: List<Medicine>,
    /// Celebrities and scenarios.
    pub fame: List<Fame>,
    /// Categories for syllogisms.
    pub categories: List<Vec<Category>>,
    /// Sources for framing.
    pub sources: List<Sources>,
    /// Animals for races, the horse first.
    pub animals: List<Vec<Animal>>,
    /// Categorical syllogisms and words for more.
    pub syllogisms: List<Bank>,
}

macro_rules! list {
    ($file:literal) => {
        List::new(|| read($file, include_str!(concat!("../data/", $file))))
    };
    ($file:literal, $of:expr) => {
        List::new(|| read($file, include_str!(concat!("../data/", $file))).map($of))
    };
}

static DATA: Data = Data {
    people: list!("people.toml"),
    occupations: list!("occupations.toml", |list: Occupations| list.occupation),
    traits: list!("traits.toml", |list: Traits| list.entries),
    topics: list!("topics.toml", |list: Topics| list.topic),
    tales: list!("stories.toml", |list: Stories| Tales::of(list.story)),
    medicine: list!("diseases.toml"),
    fame: list!("celebrities.toml"),
    categories: list!("categories.toml", |list: Categories| list.category),
    sources: list!("sources.toml"),
    animals: list!("animals.toml", |list: Animals| list.animal),
    syllogisms: List::new(Bank::parse),
};

impl Data {
    /// The embedded lists.
    ///
    /// ```
    /// let animals = peirast_task::Data::embedded().animals.get()?;
    /// assert_eq!(animals[0].singular, "horse");
    /// # Ok::<(), peirast_task::DataError>(())
    /// ```
    pub fn embedded() -> &'static Self {
        &DATA
    }

    /// Parses every list.
    ///
    /// # Errors
    /// [`DataError`] for the first file that does not parse.
    pub fn check(&self) -> Result<(), DataError> {
        self.people.get()?;
        self.occupations.get()?;
        self.traits.get()?;
        self.topics.get()?;
        self.tales.get()?;
        self.medicine.get()?;
        self.fame.get()?;
        self.categories.get()?;
        self.sources.get()?;
        self.animals.get()?;
        self.syllogisms.get().map(|_| ())
    }
}

impl Topic {
    /// Whether nothing connects the two topics: other domain, and neither is near the other.
    pub fn is_unrelated_to(&self, other: &Self) -> bool {
        self.domain != other.domain
            && !self.near.contains(&other.id)
            && !other.near.contains(&self.id)
    }
}

impl Story {
    /// Whether a completion of `other` can make no sense here: other domain, and neither near.
    pub fn is_unrelated_to(&self, other: &Self) -> bool {
        self.domain != other.domain
            && !self.near.contains(&other.domain)
            && !other.near.contains(&self.domain)
    }
}

impl Medicine {
    /// The signs that do not belong to `disease`: specific ones, in neither of its lists, of
    /// other body systems.
    pub fn unrelated_signs<'a>(&'a self, disease: &'a Disease) -> Vec<&'a str> {
        let own: BTreeSet<&String> = disease.symptoms.iter().chain(&disease.possible).collect();
        self.sign
            .iter()
            .filter(|s| {
                !s.generic && !own.contains(&s.name) && !s.systems.contains(&disease.system)
            })
            .map(|s| s.name.as_str())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_parses() {
        assert_eq!(Data::embedded().check(), Ok(()));
    }
}
