//! Maker of the items of a variant, one after the other.

use super::draw::Draw;
use super::{DataCheck, Family, MakeError, MakeItem, Variant};
use crate::{Design, check_versions};
use hashbrown::HashSet;
use peirast_record::{Problem, Sharing, Versions};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

/// How often an item is redrawn before its variant is called exhausted.
const MAX_ATTEMPTS: u32 = 500;

/// Items that are made together.
const STRETCH: usize = 512;

/// Makes the items of a variant that need nothing of each other but to differ,
/// in the order of their numbers, as many at a time as are wanted.
#[derive(Debug)]
pub(crate) struct ItemMaker {
    family: &'static str,
    variant: &'static Variant,
    make: MakeItem,
    check_data: DataCheck,
    design: Design,
    versions: Versions,
    /// Items that are wanted in all.
    n: u32,
    /// Items that were made.
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

    /// Items that are wanted in all.
    pub(crate) fn wanted(&self) -> u32 {
        self.n
    }

    /// Items that were made.
    pub(crate) fn made(&self) -> u32 {
        self.made
    }

    /// Returns true if all of them were.
    pub(crate) fn is_done(&self) -> bool {
        self.made >= self.n
    }

    /// The wanted versions of the items before `end` that were not made yet.
    ///
    /// # Errors
    /// Items that do not keep what they must, or more than the lists can tell apart.
    pub(crate) fn up_to(&mut self, end: u32) -> Result<Vec<Problem>, MakeError> {
        let mut problems = Vec::new();
        for start in (self.made..end).step_by(STRETCH) {
            let stretch = start..end.min(start + STRETCH as u32);
            // Nearly every first attempt is a new text, and none needs to know of the others.
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

    /// The wanted versions of an item that is none of those made before.
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

    /// Why no new item is found: nothing is drawn from a list that does not parse, either.
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

/// Texts seen before, as hashes, so that a million of them fit.
type Seen = HashSet<u128, FxBuildHasher>;

/// All versions of an item, as one attempt made them.
struct Made {
    versions: Vec<Problem>,
    /// Hashes of their texts.
    texts: Vec<u128>,
    /// Whether they keep what problems and their versions must keep.
    checked: Result<(), MakeError>,
}

impl Made {
    fn new(versions: Vec<Problem>, variant: &Variant, design: &Design) -> Self {
        let mut texts: Vec<u128> = versions.iter().map(hash_of_text).collect();
        texts.sort_unstable();
        let checked = check(&versions, variant, design);
        Self { versions, texts, checked }
    }

    /// Returns true if no version has a text seen before, nor one of its siblings' texts; if so,
    /// they are seen from now on.
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
