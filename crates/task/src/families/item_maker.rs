//! Maker of the items of a variant, one after another.

use super::draw::Draw;
use super::{DataCheck, Family, MakeError, MakeItem, Variant};
use crate::{Design, check_versions};
use hashbrown::HashSet;
use peirast_record::{Problem, Sharing, Versions};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

/// The most attempts at an item; then its variant is exhausted.
const MAX_ATTEMPTS: u32 = 500;

/// Number of items made together.
const STRETCH: usize = 512;

/// Maker of the items of a variant, in the order of their numbers, as many at a time as requested.
/// The items are independent, but must differ.
#[derive(Debug)]
pub(crate) struct ItemMaker {
    family: &'static str,
    variant: &'static Variant,
    make: MakeItem,
    check_data: DataCheck,
    design: Design,
    versions: Versions,
    /// Number of items in all.
    n: u32,
    /// Number of items made.
    made: u32,
    seen: Seen,
    sharing: Sharing,
}

impl ItemMaker {
    pub(super) fn new(
        family: &Family,
        variant: &'static Variant,
        make: MakeItem,
        design: &Design,
        n: u32,
        versions: &Versions,
    ) -> Self {
        Self {
            family: family.name,
            variant,
            make,
            check_data: family.check_data,
            design: *design,
            versions: versions.clone(),
            n,
            made: 0,
            seen: Seen::default(),
            sharing: Sharing::default(),
        }
    }

    /// Returns the number of items in all.
    pub(crate) fn wanted(&self) -> u32 {
        self.n
    }

    /// Returns the number of items made.
    pub(crate) fn made(&self) -> u32 {
        self.made
    }

    /// Returns true if all items were made.
    pub(crate) fn is_done(&self) -> bool {
        self.made >= self.n
    }

    /// Makes the requested versions of the items before `end` that were not made yet.
    ///
    /// # Errors
    /// Items that violate a guarantee, or more items than the lists can distinguish.
    pub(crate) fn up_to(&mut self, end: u32) -> Result<Vec<Problem>, MakeError> {
        let mut problems = Vec::new();
        for start in (self.made..end).step_by(STRETCH) {
            let stretch = start..end.min(start + STRETCH as u32);
            // Nearly every first attempt is a new text, and attempts are independent.
            let first: Vec<Option<Made>> =
                stretch.clone().into_par_iter().map(|index| self.attempt(index, 0)).collect();
            for (index, first) in stretch.zip(first) {
                let item = self.new_one(index, first)?;
                problems.extend(item.into_iter().map(|mut problem| {
                    self.sharing.share(&mut problem);
                    problem
                }));
                self.made = index + 1;
            }
        }
        Ok(problems)
    }

    /// Makes the requested versions of an item that differs from all earlier ones.
    fn new_one(&mut self, index: u32, first: Option<Made>) -> Result<Vec<Problem>, MakeError> {
        let mut attempts = 1..MAX_ATTEMPTS;
        let mut made = first;
        let new = loop {
            match made.take().filter(|made| made.is_new(&mut self.seen)) {
                Some(new) => break new,
                None => match attempts.next() {
                    Some(attempt) => made = self.attempt(index, attempt),
                    None => return Err(self.exhausted(index)),
                },
            }
        };
        new.checked?;
        let wanted = new.versions.into_iter();
        Ok(wanted.filter(|problem| self.versions.includes(&problem.factors)).collect())
    }

    /// The reason why no new item is found: a list that does not parse also gives none.
    fn exhausted(&self, made: u32) -> MakeError {
        if let Err(error) = (self.check_data)() {
            return error.into();
        }
        let variant = format!("{}/{}", self.family, self.variant.name);
        MakeError::Exhausted { variant, n: self.n, made }
    }

    fn attempt(&self, index: u32, attempt: u32) -> Option<Made> {
        let name = (self.family, self.variant.name);
        let draw = Draw::new(&self.design, name, index, attempt);
        let versions = (self.make)(&draw)?;
        Some(Made::new(versions, self.variant, &self.design))
    }
}

/// Hashes of the texts so far, so that a million of them fit.
type Seen = HashSet<u128, FxBuildHasher>;

/// All versions of an item, from one attempt.
struct Made {
    versions: Vec<Problem>,
    /// Hashes of their texts.
    texts: Vec<u128>,
    /// The result of the checks of its problems and versions.
    checked: Result<(), MakeError>,
}

impl Made {
    fn new(versions: Vec<Problem>, variant: &Variant, design: &Design) -> Self {
        let mut texts: Vec<u128> = versions.iter().map(hash_of_text).collect();
        texts.sort_unstable();
        let checked = check(&versions, variant, design);
        Self { versions, texts, checked }
    }

    /// Returns true if no version has an earlier text, or the text of a sibling; their texts are
    /// then added.
    fn is_new(&self, seen: &mut Seen) -> bool {
        let differ = self.texts.windows(2).all(|pair| pair[0] != pair[1]);
        let new = differ && !self.texts.iter().any(|text| seen.contains(text));
        if new {
            seen.extend(&self.texts);
        }
        new
    }
}

fn check(versions: &[Problem], variant: &Variant, design: &Design) -> Result<(), MakeError> {
    for problem in versions {
        problem.check()?;
    }
    Ok(check_versions(versions, variant.factors, design.profile)?)
}

fn hash_of_text(problem: &Problem) -> u128 {
    let mut half = [0; 16];
    blake3::Hasher::new().update(problem.text().as_bytes()).finalize_xof().fill(&mut half);
    u128::from_le_bytes(half)
}
