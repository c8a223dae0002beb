//! Gender and race of a person, if the published program asks for them: in biographies and
//! diagnoses.

use super::data::{IDENTITIES, Identities, PEOPLE};
use super::pair::Person;
use crate::english::article;
use crate::{HE, Pronouns, SHE, THEY};
use peirast_random::Stream;
use peirast_record::Factors;

/// The gender and race of a person, as the text shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    gender: String,
    race: String,
    /// The race, as the adjective in the text.
    adjective: String,
    noun: &'static str,
    pronouns: Pronouns,
}

/// The nouns that show a gender, with the corresponding pronouns.
fn nouns(gender: &str) -> &'static [(&'static str, Pronouns)] {
    match gender {
        "female" => &[("woman", SHE)],
        "male" => &[("man", HE)],
        "nonbinary" => &[("nonbinary person", THEY)],
        "transgender" => &[("transgender woman", SHE), ("transgender man", HE)],
        "queer" => &[("queer person", THEY)],
        _ => &[],
    }
}

impl Identity {
    /// Draws a gender and a race of the published lists, each entry with equal probability; only of
    /// the gender `only`, if it is given.
    pub(super) fn draw(only: Option<&str>, stream: &mut Stream) -> Option<Self> {
        let Identities { genders, races, words } = IDENTITIES.drawn()?;
        let drawn = stream.choose(genders)?;
        let gender = only.unwrap_or(drawn);
        let race = stream.choose(races)?;
        let (noun, pronouns) = *stream.choose(nouns(gender))?;
        let adjective = words.get(race)?.clone();
        Some(Self { gender: gender.to_owned(), race: race.clone(), adjective, noun, pronouns })
    }

    /// Returns the identity that a text shows, if it shows one.
    pub(super) fn told_in(text: &str) -> Option<Self> {
        let Identities { genders, races, words } = IDENTITIES.drawn()?;
        let all = races.iter().flat_map(|race| genders.iter().map(move |gender| (race, gender)));
        let mut all = all.flat_map(|(race, gender)| {
            nouns(gender).iter().filter_map(move |(noun, pronouns)| {
                Some(Self {
                    gender: gender.clone(),
                    race: race.clone(),
                    adjective: words.get(race)?.clone(),
                    noun,
                    pronouns: *pronouns,
                })
            })
        });
        all.find(|identity| {
            let told = text.split_once(&format!(" {}", identity.words()));
            told.is_some_and(|(_, rest)| rest.starts_with([' ', '.']))
        })
    }

    /// Draws a person of this gender.
    pub(super) fn person(&self, stream: &mut Stream) -> Option<Person<'static>> {
        let people = PEOPLE.drawn()?;
        let names = match self.pronouns {
            SHE => &people.female,
            HE => &people.male,
            _ => &people.neutral,
        };
        let name = stream.choose(names)?;
        Some(Person { name, pronouns: self.pronouns })
    }

    /// The person in words without an article, such as *Asian woman*.
    pub(super) fn words(&self) -> String {
        format!("{} {}", self.adjective, self.noun)
    }

    /// The same person with an article.
    pub(super) fn with_article(&self) -> String {
        format!("{} {}", article(&self.adjective), self.words())
    }

    /// Returns the levels of its factors.
    pub(super) fn levels(&self) -> [(&'static str, &str); 2] {
        [("gender", &self.gender), ("race", &self.race)]
    }
}

/// Returns the levels of the factors of an identity; empty if there is none.
pub(super) fn levels(identity: Option<&Identity>) -> Factors {
    identity.into_iter().flat_map(Identity::levels).collect()
}
