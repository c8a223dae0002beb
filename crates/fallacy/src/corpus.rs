//! Sets of many problems.

use crate::demand::{BLOCK, Demand, planned};
use crate::error::Error;
use crate::make::{Made, Ticket, made};
use crate::problem::Problem;
use crate::profile::{Mutation, Profile};
use crate::rejection::{Rejection, Rejections};
use crate::search::Source;
use crate::stream::Purpose;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// Number of attempts to replace a duplicate before its number stays empty.
const ROUNDS: u64 = 30;
/// If fewer than one in this many attempts give a new problem, there are no more.
const YIELD: usize = 20;
/// The streams that order the problems of a published block.
const ORDERS: u64 = 3 << 62;

/// A set of problems, with the candidates that were rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    /// The problems in the order of their numbers, each followed by its controls.
    pub problems: Vec<Problem>,
    /// Number of rejected candidates for each reason.
    pub rejections: Rejections,
    /// The numbers without a problem.
    pub missing: Vec<u64>,
}

/// A part of a corpus, made by itself. The sizes of parts differ by at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The number of the part, from 0.
    pub index: u64,
    /// The number of parts, at least 1.
    pub of: u64,
}

impl Shard {
    /// The whole corpus.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// The numbers of this part: consecutive ones among `count`.
    fn numbers(self, count: u64) -> Range<u64> {
        let end = |parts: u64| {
            let end = u128::from(count) * u128::from(parts) / u128::from(self.of.max(1));
            u64::try_from(end).unwrap_or(count)
        };
        end(self.index)..end(self.index.saturating_add(1))
    }
}

impl Corpus {
    /// Makes `count` problems from this seed, without counting controls. They do not depend on the
    /// number of threads. The first ones are the same for any count, unless one is a duplicate.
    ///
    /// ```
    /// use peirast_fallacy::{Corpus, Kind, Profile};
    ///
    /// let profile = Profile::named("paper-2025").expect("a profile");
    /// let corpus = Corpus::new(&profile, 1, 20)?;
    /// assert_eq!(corpus.problems.len(), 20);
    /// assert!(corpus.problems.iter().all(|one| one.kind == Kind::Fallacy && one.categorical));
    /// # Ok::<(), peirast_fallacy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Option`], if such problems cannot exist.
    pub fn new(profile: &Profile, seed: u64, count: u64) -> Result<Corpus, Error> {
        Corpus::shard(profile, seed, count, Shard::WHOLE, &|_| {})
    }

    /// Makes this part of a corpus of `count` problems. Calls `made` with the number of further
    /// finished problems, from any thread. Replacements of duplicates do not count again.
    ///
    /// The published profile makes blocks of 400, and a part keeps only its own numbers. Parts of
    /// whole blocks make no problem twice. Problems that differ only in names are replaced within
    /// each part, not across parts. If this matters, make the whole corpus at once.
    ///
    /// # Errors
    ///
    /// As [`Corpus::new`].
    pub fn shard(
        profile: &Profile,
        seed: u64,
        count: u64,
        shard: Shard,
        made: &(dyn Fn(u64) + Sync),
    ) -> Result<Corpus, Error> {
        profile.check()?;
        if shard.index >= shard.of {
            return Err(Error::Option {
                option: "shard",
                reason: "its number must be below their count",
            });
        }
        let source = Source::new(profile);
        let numbers = shard.numbers(count);
        let (mut slots, rejections) = match profile.mutation {
            Mutation::Published => published(&source, seed, &numbers, made),
            Mutation::Structural(_) => covering(&source, seed, &numbers, made),
        };
        let mut corpus = Corpus { problems: Vec::new(), rejections, missing: Vec::new() };
        if profile.distinct {
            corpus.renew(&source, seed, &mut slots);
        }
        corpus.fill(slots);
        Ok(corpus)
    }

    /// Replaces duplicates in rounds, until there are none. If small problems have run out, so that
    /// hardly any are new, the rest may have any size.
    fn renew(&mut self, source: &Source, seed: u64, slots: &mut [Slot]) {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut pending: Vec<usize> = (0..slots.len()).collect();
        let mut any_size = false;
        for round in 1.. {
            let before = pending.len();
            pending.retain(|at| {
                let Some(made) = &slots[*at].made else { return false };
                !seen.insert(made.key.clone())
            });
            pending.iter().for_each(|at| {
                slots[*at].made = None;
                self.rejections.count(Rejection::Duplicate);
            });
            let barren = before >= YIELD && (before - pending.len()) * YIELD < before;
            if pending.is_empty() || round > ROUNDS {
                return;
            }
            if barren && !std::mem::replace(&mut any_size, true) {
                let sizes = source.profile.sizes.iter().fold(0, |sizes, size| sizes | 1 << size);
                pending.iter().for_each(|at| slots[*at].demand.sizes = sizes);
            } else if barren {
                return;
            }
            let again = |at: &usize| {
                let Slot { number, demand, .. } = slots[*at];
                made(source, demand, Ticket { seed, number, round })
            };
            let renewed: Vec<(Option<Made>, Rejections)> = pending.par_iter().map(again).collect();
            for (at, (made, rejections)) in pending.iter().zip(renewed) {
                slots[*at].made = made;
                self.rejections.add(&rejections);
            }
        }
    }

    fn fill(&mut self, slots: Vec<Slot>) {
        for slot in slots {
            match slot.made {
                Some(made) => self.problems.extend(made.problems),
                None => self.missing.push(slot.number),
            }
        }
    }
}

/// A number, its demand, and its problem.
#[derive(Debug)]
struct Slot {
    number: u64,
    demand: Demand,
    made: Option<Made>,
}

/// The blocks that contain any of these numbers.
fn blocks(numbers: &Range<u64>) -> Range<u64> {
    let size = BLOCK as u64;
    match numbers.is_empty() {
        true => 0..0,
        false => numbers.start / size..numbers.end.div_ceil(size),
    }
}

/// Makes blocks in which each problem has its own demand, all at once.
fn covering(
    source: &Source,
    seed: u64,
    numbers: &Range<u64>,
    watch: &(dyn Fn(u64) + Sync),
) -> (Vec<Slot>, Rejections) {
    let plans = blocks(numbers).flat_map(|block| {
        let first = block * BLOCK as u64;
        (first..).zip(planned(&source.profile, seed, block))
    });
    let plans: Vec<(u64, Demand)> = plans.filter(|(number, _)| numbers.contains(number)).collect();
    let made: Vec<(Slot, Rejections)> = plans
        .into_par_iter()
        .map(|(number, demand)| {
            let (made, rejections) = made(source, demand, Ticket { seed, number, round: 0 });
            watch(1);
            (Slot { number, demand, made }, rejections)
        })
        .collect();
    gathered(made)
}

fn gathered(made: Vec<(Slot, Rejections)>) -> (Vec<Slot>, Rejections) {
    let mut rejections = Rejections::default();
    let slots = made.into_iter().map(|(slot, own)| {
        rejections.add(&own);
        slot
    });
    (slots.collect(), rejections)
}

/// Makes blocks as the published corpus was made: every size takes problems until it is full, so
/// that small sizes fill first. Then the block is shuffled, so that any part of it is mixed.
fn published(
    source: &Source,
    seed: u64,
    numbers: &Range<u64>,
    watch: &(dyn Fn(u64) + Sync),
) -> (Vec<Slot>, Rejections) {
    let block = |block: u64| {
        let mut made = published_block(source, seed, block);
        made.retain(|(slot, _)| numbers.contains(&slot.number));
        watch(made.len() as u64);
        made
    };
    let made: Vec<Vec<(Slot, Rejections)>> = blocks(numbers).into_par_iter().map(block).collect();
    gathered(made.into_iter().flatten().collect())
}

fn published_block(source: &Source, seed: u64, block: u64) -> Vec<(Slot, Rejections)> {
    let sizes = &source.profile.sizes;
    let quota = BLOCK.div_ceil(sizes.len());
    let mut left: Vec<(usize, usize)> = sizes.iter().map(|size| (*size, quota)).collect();
    let first = block * BLOCK as u64;
    let mut made_here = Vec::with_capacity(BLOCK);
    for (number, plan) in (first..).zip(planned(&source.profile, seed, block)) {
        let open = left.iter().filter(|(_, left)| *left > 0);
        let sizes = open.fold(0, |sizes, (size, _)| sizes | 1 << size);
        let demand = Demand { sizes, ..plan };
        let (made, rejections) = made(source, demand, Ticket { seed, number, round: 0 });
        if let Some(made) = &made
            && let Some(filled) = left.iter_mut().find(|(size, _)| *size == made.atoms)
        {
            filled.1 -= 1;
        }
        made_here.push((Slot { number, demand, made }, rejections));
    }
    Purpose::Problem.stream(seed, ORDERS + block).shuffle(&mut made_here);
    for (number, (slot, _)) in (first..).zip(&mut made_here) {
        slot.number = number;
        slot.made
            .iter_mut()
            .flat_map(|made| &mut made.problems)
            .for_each(|one| one.number = number);
    }
    made_here
}
