//! The problem families: what each makes, and which stretches of text each factor may touch.

mod categorical;
mod conjunction;
mod draw;
mod erotetic;
mod error;
mod horses;
mod syllogism;
mod workshop;

pub use categorical::{Bank, BenchmarkItem, Words};
pub(crate) use erotetic::{ASKING, BULLET, CONCLUSION, PREAMBLE, PREMISES, rebuilt, word_seed};
pub use erotetic::{Erotetic, Making, Options};
pub use error::MakeError;
pub use horses::fewest_races;
pub(crate) use workshop::Workshop;

use crate::Design;
use peirast_record::{Problem, Profile, Versions};
use std::collections::BTreeSet;
use workshop::MakeItem;

/// A family of problems.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, for example `conjunction`.
    pub name: &'static str,
    /// What it tests, in a line.
    pub about: &'static str,
    /// Its variants.
    pub variants: &'static [Variant],
}

/// A variant of a family.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name within the family, for example `2`.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The factors that its matched versions vary.
    pub factors: &'static [Factor],
    /// How its items are made.
    make: Make,
}

/// How the items of a variant are made.
#[derive(Clone, Copy, Debug)]
enum Make {
    /// Each by itself: the versions of one item, or `None` for an unlucky draw.
    Each(MakeItem),
    /// All together, by the generator of problems of the theory.
    Erotetic(erotetic::Question),
}

/// A factor that versions of one item vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its name, for example `context`.
    pub name: &'static str,
    /// Its levels, the original first.
    pub levels: &'static [&'static str],
    /// The roles of the text segments that it may change.
    pub touches: &'static [&'static str],
    /// Whether it may change the right answer.
    pub changes_truth: bool,
}

/// The index of families: everything that can be made, by name.
pub const FAMILIES: &[Family] = &[
    conjunction::FAMILY,
    syllogism::FAMILY,
    categorical::FAMILY,
    horses::FAMILY,
    erotetic::FAMILY,
];

impl Family {
    /// The family of this name.
    ///
    /// # Errors
    /// [`MakeError::UnknownFamily`], which lists the known ones.
    pub fn named(name: &str) -> Result<&'static Self, MakeError> {
        FAMILIES.iter().find(|f| f.name == name).ok_or_else(|| MakeError::UnknownFamily {
            family: name.to_owned(),
            known: list(FAMILIES.iter().map(|f| f.name)),
        })
    }

    /// The variant of this name.
    ///
    /// # Errors
    /// [`MakeError::UnknownVariant`], which lists the known ones.
    pub fn variant(&self, name: &str) -> Result<&'static Variant, MakeError> {
        self.variants.iter().find(|v| v.name == name).ok_or_else(|| MakeError::UnknownVariant {
            family: self.name.to_owned(),
            variant: name.to_owned(),
            known: list(self.variants.iter().map(|v| v.name)),
        })
    }

    /// Makes all versions of items `0..n` of one variant, item by item.
    ///
    /// The same design gives the same problems, and the first `m` items do not depend on `n`.
    /// No two problems have the same text, every matched pair has been checked to differ only
    /// where its factor may, and every problem keeps the guarantees of [`Problem::check`].
    ///
    /// # Errors
    /// An unknown variant, more than two million items, or more than the stimulus lists can tell
    /// apart.
    ///
    /// ```
    /// use peirast_task::{Design, Family};
    /// use peirast_record::Profile;
    /// let design = Design { seed: 1, profile: Profile::Balanced };
    /// let problems = Family::named("conjunction")?.make(&design, "2", 3)?;
    /// assert_eq!(problems.len(), 6, "an original and a perturbed version of each item");
    /// # Ok::<(), peirast_task::MakeError>(())
    /// ```
    pub fn make(&self, design: &Design, variant: &str, n: u32) -> Result<Vec<Problem>, MakeError> {
        self.make_versions(design, variant, n, &Versions::default())
    }

    /// The same, but of each item those versions only that are wanted; of a family that could make
    /// very many, such as the orders of premises, the first ones if nothing is said.
    ///
    /// # Errors
    /// As [`Family::make`], and [`MakeError::NoVersion`] if no item has such a version.
    pub fn make_versions(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        versions: &Versions,
    ) -> Result<Vec<Problem>, MakeError> {
        let known = self.checked(design, variant, n, versions)?;
        let problems = match known.make {
            Make::Each(make) => Workshop::new(self, known, make, design, n, versions).up_to(n)?,
            Make::Erotetic(question) => Erotetic::new(design, question, versions)?.problems(n)?,
        };
        if problems.is_empty() && n > 0 {
            let variant = format!("{}/{}", self.name, known.name);
            return Err(MakeError::NoVersion { variant, wanted: listed(versions) });
        }
        Ok(problems)
    }

    /// Whether it is made in this design.
    pub fn has(&self, profile: Profile) -> bool {
        self.variants.iter().all(|variant| variant.make.has(profile))
    }

    /// That there is no such profile of it.
    fn without(&self, profile: Profile) -> MakeError {
        MakeError::NoProfile { family: self.name, profile: profile.as_str() }
    }

    /// Where the items of a variant are made, if they need nothing of each other; none where they are
    /// made all together.
    ///
    /// # Errors
    /// As [`Family::make_versions`], before anything is made.
    pub(crate) fn workshop(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        versions: &Versions,
    ) -> Result<Option<Workshop>, MakeError> {
        let known = self.checked(design, variant, n, versions)?;
        Ok(match known.make {
            Make::Each(make) => Some(Workshop::new(self, known, make, design, n, versions)),
            Make::Erotetic(_) => None,
        })
    }

    /// The variant of this name, if so many items of it can be made in this design.
    fn checked(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        versions: &Versions,
    ) -> Result<&'static Variant, MakeError> {
        let known = self.variant(variant)?;
        check_count(u64::from(n))?;
        check_factors(self, known, versions)?;
        match known.make.has(design.profile) {
            true => Ok(known),
            false => Err(self.without(design.profile)),
        }
    }
}

impl Make {
    /// Whether problems of this design are made so.
    fn has(self, profile: Profile) -> bool {
        match self {
            Self::Each(_) => profile != Profile::Paper2025,
            Self::Erotetic(_) => profile != Profile::Paper2024,
        }
    }
}

/// Refuses to select by factors that are not varied, by none of their levels, or by one twice. Levels
/// are not all known in advance.
fn check_factors(family: &Family, variant: &Variant, versions: &Versions) -> Result<(), MakeError> {
    let known = || variant.factors.iter().map(|factor| factor.name);
    let path = || format!("{}/{}", family.name, variant.name);
    for (factor, levels) in versions.iter() {
        let named = factor.to_owned();
        if !known().any(|name| name == factor) {
            return Err(MakeError::NoFactor {
                variant: path(),
                factor: named,
                known: list(known()),
            });
        }
        let mut seen = BTreeSet::new();
        let what = match levels.iter().find(|level| !seen.insert(*level)) {
            _ if levels.is_empty() => "no level".to_owned(),
            Some(twice) => format!("the level `{twice}` twice"),
            None => continue,
        };
        return Err(MakeError::Levels { variant: path(), factor: named, what });
    }
    Ok(())
}

fn listed(versions: &Versions) -> String {
    let one = |(factor, levels): (&str, &[String])| format!("{factor} {}", levels.join(" or "));
    versions.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// Items that fit in memory with all their versions.
const MOST_ITEMS: u64 = 2_000_000;

/// Refuses at once what would take hours to make and more memory than there is.
///
/// # Errors
/// [`MakeError::TooMany`].
pub(crate) fn check_count(items: u64) -> Result<(), MakeError> {
    match items > MOST_ITEMS {
        true => Err(MakeError::TooMany { n: items, most: MOST_ITEMS }),
        false => Ok(()),
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
