//! Many problems at once.

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

/// So often a duplicate is made anew before its number stays empty.
const ROUNDS: u64 = 30;
/// When fewer than one in so many came out new, there is nothing left to find.
const YIELD: usize = 20;
/// The streams by which the problems of a published block are put in order.
const ORDERS: u64 = 3 << 62;

/// A set of problems, and what was turned down on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    /// The problems in the order of their numbers, each followed by its controls.
    pub problems: Vec<Problem>,
    /// Why candidates were turned down, and how often.
    pub rejections: Rejections,
    /// The numbers for which no problem was found.
    pub missing: Vec<u64>,
}

/// A part of a corpus: one of several, each made by itself, as large as any other but for one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 0.
    pub index: u64,
    /// Of how many, at least 1.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// The numbers that fall to it, of so many: one after another.
    fn numbers(self, count: u64) -> Range<u64> {
        let end = |parts: u64| {
            let end = u128::from(count) * u128::from(parts) / u128::from(self.of.max(1));
            u64::try_from(end).unwrap_or(count)
        };
        end(self.index)..end(self.index.saturating_add(1))
    }
}

impl Corpus {
    /// So many problems under this seed, controls not counted: the same for any number of threads,
    /// and the first of them the same for any count unless one is a duplicate.
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
    /// [`Error::Option`] if there can be no such problems.
    pub fn new(profile: &Profile, seed: u64, count: u64) -> Result<Corpus, Error> {
        Corpus::shard(profile, seed, count, Shard::WHOLE, &|_| {})
    }

    /// The part of a corpus of `count` problems that falls to this shard: consecutive numbers, as
    /// many as to any other shard but for one. Tells `made` how many more numbers are done, from any
    /// thread; those that are made anew for being duplicates are not counted again.
    ///
    /// The published profile makes blocks of 400, of which a shard keeps its own numbers: parts of
    /// whole blocks make nothing twice. Problems that differ in names only are looked for within each
    /// part, not across: where that matters, make the whole at once.
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

    /// Makes duplicates anew, round by round, until there are none. When hardly any comes out new
    /// because small problems have run out, the rest may be of any size.
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

/// A number, what is wanted there, and what was made.
#[derive(Debug)]
struct Slot {
    number: u64,
    demand: Demand,
    made: Option<Made>,
}

/// The blocks that have any of these numbers.
fn blocks(numbers: &Range<u64>) -> Range<u64> {
    let size = BLOCK as u64;
    match numbers.is_empty() {
        true => 0..0,
        false => numbers.start / size..numbers.end.div_ceil(size),
    }
}

/// Blocks in which each problem has a demand of its own: all at once.
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

/// Blocks as the published corpus was made: every size takes what comes until it is full, so that
/// small sizes fill first. Afterwards a block is shuffled, so that any part of it is mixed.
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
