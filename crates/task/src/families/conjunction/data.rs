//! The lists used in conjunction problems, with their sources in the data files.

use crate::DataError;
use crate::english::Stems;
use crate::list::{List, read, read_entries};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::OnceLock;

macro_rules! list {
    ($read:ident, $file:literal) => {
        List::new(|| $read($file, include_str!(concat!("data/", $file))))
    };
}

/// Given names.
pub(super) static PEOPLE: List<GivenNames> = list!(read, "people.toml");
/// Genders and races.
pub(super) static IDENTITIES: List<Identities> = list!(read, "identities.toml");
/// Occupations, as used after *is a*.
pub(super) static OCCUPATIONS: List<Vec<String>> = list!(read_entries, "occupations.toml");
/// Adjectives for a biography.
pub(super) static TRAITS: List<Vec<String>> = list!(read_entries, "traits.toml");
/// Topics of biographies.
pub(super) static TOPICS: List<Vec<Topic>> = list!(read_entries, "topics.toml");
/// Everyday stories.
pub(super) static TALES: List<Tales> = list!(read_tales, "stories.toml");
/// Completions that fit any story and belong to none.
pub(super) static ASIDES: List<Asides> = list!(read, "asides.toml");
/// Diseases and signs.
pub(super) static MEDICINE: List<Medicine> = list!(read, "diseases.toml");
/// Celebrities and scenarios.
pub(super) static FAME: List<Fame> = list!(read, "celebrities.toml");

fn read_tales(file: &'static str, text: &str) -> Result<Tales, DataError> {
    read_entries(file, text).map(Tales::new)
}

/// Parses every list.
///
/// # Errors
/// [`DataError`] for the first file that does not parse.
pub(super) fn check() -> Result<(), DataError> {
    PEOPLE.get()?;
    IDENTITIES.get()?;
    OCCUPATIONS.get()?;
    TRAITS.get()?;
    TOPICS.get()?;
    TALES.get()?;
    ASIDES.get()?;
    MEDICINE.get()?;
    FAME.get().map(|_| ())
}

/// Given names by their pronouns in a problem.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GivenNames {
    /// Names used with *she*.
    pub(super) female: Vec<String>,
    /// Names used with *he*.
    pub(super) male: Vec<String>,
    /// Names used with *they*.
    pub(super) neutral: Vec<String>,
    /// Surnames that no known person has with any of them.
    pub(super) surnames: Vec<String>,
}

/// The published lists of genders and races.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Identities {
    /// Levels of the factor `gender`; entries that occur twice are drawn twice as often.
    pub(super) genders: Vec<String>,
    /// Levels of the factor `race`.
    pub(super) races: Vec<String>,
    /// The words by which a text shows the race of a person.
    pub(super) words: BTreeMap<String, String>,
}

/// A field of life, with phrases for the studies, deeds and activities of a person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Topic {
    /// Unique name.
    pub(super) id: String,
    /// Topics of one domain are never unrelated.
    pub(super) domain: String,
    /// Topics of other domains that are still too close to be called unrelated.
    pub(super) near: Vec<String>,
    /// More such topics, which the published items do not avoid.
    #[serde(default)]
    pub(super) near_too: Vec<String>,
    /// College majors of such a person.
    pub(super) majors: Phrases,
    /// Simple-past phrases for a biography.
    pub(super) concerns: Phrases,
    /// Further simple-past phrases.
    pub(super) deeds: Phrases,
    /// Present-tense phrases for an option.
    pub(super) activities: Phrases,
}

/// An everyday story that ends in an event, with completions after three connectives.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Story {
    /// Unique name.
    #[expect(dead_code, reason = "for those who edit the file")]
    pub(super) id: String,
    /// Stories of one domain are never unrelated.
    pub(super) domain: String,
    /// Domains whose completions might make sense here by accident.
    pub(super) near: Vec<String>,
    /// Further such domains, which published items use nevertheless.
    #[serde(default)]
    pub(super) near_too: Vec<String>,
    /// Words of completions of no story that would be a good reason in this one.
    #[serde(default)]
    pub(super) reasons: Vec<String>,
    /// The story, with placeholders.
    pub(super) stem: String,
    /// The event shared by both options.
    pub(super) event: String,
    /// Completions after *to*.
    pub(super) to: Phrases,
    /// Completions after *because*.
    pub(super) because: Phrases,
    /// Completions after *so that*.
    pub(super) sothat: Phrases,
    /// Values of the story's own placeholders.
    #[serde(default)]
    pub(super) slots: BTreeMap<String, Vec<String>>,
}

/// Completions after the three connectives that fit any event and belong to no story.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asides {
    /// Completions after *to*.
    pub(super) to: Phrases,
    /// Completions after *because*.
    pub(super) because: Phrases,
    /// Completions after *so that*.
    pub(super) sothat: Phrases,
}

/// Phrases of one kind, with the stems of their words.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Phrases {
    texts: Vec<String>,
    #[serde(skip)]
    stems: OnceLock<Vec<Stems>>,
}

impl Phrases {
    /// Returns the stems of the content words of each phrase.
    pub(super) fn stems(&self) -> &[Stems] {
        self.stems.get_or_init(|| self.texts.iter().map(|text| Stems::new(&[text])).collect())
    }

    /// Returns the phrases that share no content word with a text.
    pub(super) fn without_words_of(&self, text: &Stems) -> Vec<&String> {
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

/// A disease with the signs that belong to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Disease {
    /// The name, as used after *was diagnosed with*.
    pub(super) name: String,
    /// The body system it belongs to.
    pub(super) system: String,
    /// The sex of possible patients: `any`, `female` or `male`.
    pub(super) sex: String,
    /// Typical signs.
    pub(super) symptoms: Vec<String>,
    /// Signs that may occur in it.
    pub(super) possible: Vec<String>,
}

/// A sign of illness.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sign {
    /// The name, as used after *has*.
    pub(super) name: String,
    /// Body systems whose diseases commonly show the sign.
    pub(super) systems: Vec<String>,
    /// True if it may occur in nearly any disease.
    pub(super) generic: bool,
}

/// Diseases, signs, and neutral circumstances of a diagnosis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Medicine {
    /// Phrases after the diagnosis.
    pub(super) contexts: Vec<String>,
    /// The diseases.
    pub(super) disease: Vec<Disease>,
    /// Every sign used.
    pub(super) sign: Vec<Sign>,
}

/// A widely known person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Celebrity {
    /// Full name.
    pub(super) name: String,
    /// `female` or `male`.
    pub(super) gender: String,
    /// The field for which the person is known.
    pub(super) field: String,
    /// True for a person who would be older than 75 in a year that an item names. Published items
    /// use them nevertheless.
    #[serde(default)]
    pub(super) old: bool,
}

/// Something a celebrity of a field might do, with unlikely and likely outcomes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    /// Unique name.
    #[expect(dead_code, reason = "for those who edit the file")]
    pub(super) id: String,
    /// The field of suitable people.
    pub(super) field: String,
    /// The supposed event, after the name.
    pub(super) event: String,
    /// Outcomes improbable for such a person.
    pub(super) unlikely: Vec<String>,
    /// Outcomes probable for such a person.
    pub(super) likely: Vec<String>,
}

/// Celebrities and scenarios.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fame {
    /// The people.
    pub(super) celebrity: Vec<Celebrity>,
    /// The scenarios.
    pub(super) scenario: Vec<Scenario>,
}

/// Everyday stories, with the unrelated stories of each.
#[derive(Debug)]
pub(super) struct Tales {
    /// The stories.
    pub(super) stories: Vec<Story>,
    /// Indexes of the stories of other domains that are not near, for each story.
    others: Vec<Vec<usize>>,
    /// Indexes of the unrelated stories, for each story.
    unrelated: Vec<Vec<usize>>,
}

impl Tales {
    fn new(stories: Vec<Story>) -> Self {
        let places = |is_apart: fn(&Story, &Story) -> bool| {
            let apart = |story| places_of(&stories, |other| is_apart(other, story));
            stories.iter().map(apart).collect()
        };
        let others = places(Story::is_of_other_domain);
        let unrelated = places(Story::is_unrelated_to);
        Self { stories, others, unrelated }
    }

    /// Returns the indexes of the stories of other domains that are not near the story with this
    /// index.
    pub(super) fn of_other_domains(&self, at: usize) -> &[usize] {
        self.others.get(at).map_or(&[], Vec::as_slice)
    }

    /// Returns the indexes of the stories that are unrelated to the one with this index.
    pub(super) fn unrelated_to(&self, at: usize) -> &[usize] {
        self.unrelated.get(at).map_or(&[], Vec::as_slice)
    }
}

fn places_of(stories: &[Story], is_wanted: impl Fn(&Story) -> bool) -> Vec<usize> {
    let wanted = stories.iter().enumerate().filter(|(_, story)| is_wanted(story));
    wanted.map(|(place, _)| place).collect()
}

impl Topic {
    /// Returns true if the two topics are unrelated: their domains differ, and neither is near the
    /// other.
    pub(super) fn is_unrelated_to(&self, other: &Self) -> bool {
        self.domain != other.domain
            && !self.near.contains(&other.id)
            && !other.near.contains(&self.id)
    }

    /// True if later readers found the two topics too close, although they are not listed as near.
    pub(super) fn is_near_too(&self, other: &Self) -> bool {
        self.near_too.contains(&other.id) || other.near_too.contains(&self.id)
    }
}

impl Story {
    /// Returns true if the stories have different domains, and neither lists the other's domain as
    /// near.
    fn is_of_other_domain(&self, other: &Self) -> bool {
        self.domain != other.domain
            && !self.near.contains(&other.domain)
            && !other.near.contains(&self.domain)
    }

    /// Returns true if no completion of `other` makes sense here, and the reverse.
    pub(super) fn is_unrelated_to(&self, other: &Self) -> bool {
        self.is_of_other_domain(other)
            && !self.near_too.contains(&other.domain)
            && !other.near_too.contains(&self.domain)
    }
}

impl Disease {
    /// Returns the only gender that it can affect, if there is only one.
    pub(super) fn only_gender(&self) -> Option<&str> {
        Some(self.sex.as_str()).filter(|sex| *sex != "any")
    }
}

impl Medicine {
    /// Returns the signs that do not belong to `disease`: specific ones, in neither of its lists,
    /// of other body systems.
    pub(super) fn unrelated_signs<'a>(&'a self, disease: &'a Disease) -> Vec<&'a str> {
        let signs: BTreeSet<&String> = disease.symptoms.iter().chain(&disease.possible).collect();
        self.sign
            .iter()
            .filter(|s| {
                !s.generic && !signs.contains(&s.name) && !s.systems.contains(&disease.system)
            })
            .map(|s| s.name.as_str())
            .collect()
    }
}
