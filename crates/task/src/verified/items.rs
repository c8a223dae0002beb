//! Comparison of problems that were each verified before.

use super::words::original;
use crate::FAMILIES;
use peirast_record::{Factors, Key, KeyError, Problem, ProblemNameError, ProblemNames};
use std::collections::BTreeMap;
use thiserror::Error;

/// The problems of a file so far: their ids differ and do not look alike, and the problems of an
/// item have one argument in the same words.
///
/// ```
/// use peirast_record::Profile;
/// use peirast_task::{Design, Family, Items};
/// let design = Design { seed: 1, profile: Profile::Balanced };
/// let mut items = Items::default();
/// for (at, problem) in Family::named("etr")?.make(&design, "open", 1)?.iter().enumerate() {
///     items.take(problem, format!("line {}", at + 1))?;
///     assert!(items.take(problem, "another line".to_owned()).is_err());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Items {
    names: ProblemNames,
    /// Place and seed of each problem, by its id.
    places: BTreeMap<String, (String, Option<u64>)>,
    /// The argument of each item with its words, and the first problem with it.
    arguments: BTreeMap<String, (Key, String)>,
    /// The levels that no version of an item varies, and the first problem with them.
    levels: BTreeMap<String, (Factors, String)>,
}

/// Problems that must not be in one file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ItemError {
    /// An id or an item that is not unique.
    #[error(transparent)]
    Name(#[from] ProblemNameError),
    /// Two problems of one id that were made with different seeds.
    #[error(
        "`{id}` is in {place} too, with seed {other} there and seed {seed} here: seeds give the \
         same ids to different problems; verify the files apart"
    )]
    Seeds {
        /// The id.
        id: String,
        /// The place of the first.
        place: String,
        /// The seed there.
        other: u64,
        /// The seed here.
        seed: u64,
    },
    /// Problems of one item that are not versions of one argument.
    #[error(
        "it is made of another argument, or in other words, than `{other}` in {place}, which is of the \
         same item: one of them was changed"
    )]
    Another {
        /// The other problem.
        other: String,
        /// Its place.
        place: String,
    },
    /// Versions of one item with different levels of a factor that none of them varies.
    #[error(
        "`{factor}` is `{level}` here and `{known}` in `{other}` in {place}, which is of the same item, \
         and no version of it varies that: one of them was changed"
    )]
    Level {
        /// The factor.
        factor: String,
        /// Its level here.
        level: String,
        /// Its level in the other problem.
        known: String,
        /// The other problem.
        other: String,
        /// Its place.
        place: String,
    },
    /// A problem that cannot be compared with others.
    #[error(transparent)]
    Key(#[from] KeyError),
}

impl Items {
    /// Adds a problem and its place.
    ///
    /// # Errors
    /// [`ItemError`] if it contradicts the problems before.
    pub fn take(&mut self, problem: &Problem, place: String) -> Result<(), ItemError> {
        let id = problem.id.to_string();
        let seed = problem.worded.as_deref().map(|worded| worded.argument.seed);
        if let Some((place, Some(other))) = self.places.get(&id)
            && let Some(seed) = seed.filter(|seed| seed != other)
        {
            return Err(ItemError::Seeds { id, place: place.clone(), other: *other, seed });
        }
        self.names.take(problem, place.clone())?;
        self.places.insert(id.clone(), (place, seed));
        self.take_levels(problem, &id)?;
        let key = argument(problem)?;
        let (known, other) =
            self.arguments.entry(problem.item.to_string()).or_insert_with(|| (key.clone(), id));
        if *known == key {
            return Ok(());
        }
        let (place, _) = self.places.get(other).cloned().unwrap_or_default();
        Err(ItemError::Another { other: other.clone(), place })
    }

    /// Compares the levels that versions of an item share with those of its first version.
    fn take_levels(&mut self, problem: &Problem, id: &str) -> Result<(), ItemError> {
        let Some(own) = unvaried(problem) else { return Ok(()) };
        let item = problem.item.to_string();
        let (first, other) =
            self.levels.entry(item).or_insert_with(|| (own.clone(), id.to_owned()));
        let names = own.iter().chain(first.iter()).map(|(factor, _)| factor);
        let level = |levels: &Factors, factor| levels.get(factor).unwrap_or("nothing").to_owned();
        let mut differing = names.filter(|factor| own.get(factor) != first.get(factor));
        let Some(factor) = differing.next() else { return Ok(()) };
        let place = self.places.get(other).map(|(place, _)| place.clone()).unwrap_or_default();
        Err(ItemError::Level {
            factor: factor.to_owned(),
            level: level(&own, factor),
            known: level(first, factor),
            other: other.clone(),
            place,
        })
    }
}

/// Returns the levels of a problem that versions of its item share; `None` if its family makes
/// versions of a text, or is not built in.
fn unvaried(problem: &Problem) -> Option<Factors> {
    let family = FAMILIES.iter().find(|family| problem.family == family.name)?;
    let variant = family.variants.iter().find(|one| problem.variant == one.name)?;
    let is_varied = |name: &str| variant.factors.iter().any(|factor| factor.name == name);
    let common = problem.factors.iter().filter(|(factor, _)| !is_varied(factor));
    problem.worded.is_none().then(|| common.collect())
}

/// The common part of all versions of an item: the argument before any control was made of it, and
/// its words.
fn argument(problem: &Problem) -> Result<Key, KeyError> {
    let worded = problem.worded.as_deref().map(|worded| {
        let argument = &worded.argument;
        let source = (&argument.profile, &argument.reading, argument.seed);
        (original(argument), source, &worded.theme, &worded.lexicon)
    });
    Key::from_content("item", &worded)
}
