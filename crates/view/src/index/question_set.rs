//! The questions of a subject, as a digest: equal digests mean equal questions.

use super::{Index, Standing};
use peirast_record::{CLUSTER, Factors};
use std::collections::BTreeMap;

/// The questions that a subject was asked or is to be asked, each once, whatever it answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QuestionSet {
    /// The sum of the digests of the questions without their clusters, so that their order does not
    /// matter.
    pub(crate) digest: u128,
    /// The sum of the digests of the questions with their clusters.
    pub(crate) clusters: u128,
    /// Number of questions.
    pub(crate) count: u64,
    /// Number of questions without an answer.
    pub(crate) open: u64,
}

impl Index {
    /// Returns the questions of each subject: problems with their levels. Repetitions count once.
    pub(crate) fn question_sets(&self) -> BTreeMap<String, QuestionSet> {
        let all_levels = |keeps: fn(&str) -> bool| -> Vec<u128> {
            self.combinations.iter().map(|levels| of_levels(levels, keeps)).collect()
        };
        let (levels, clusters) =
            (all_levels(|factor| factor != CLUSTER), all_levels(|factor| factor == CLUSTER));
        let problems: Vec<u128> = self.problems.names.all().map(|name| digest(&[name])).collect();
        let mut sets: BTreeMap<u32, QuestionSet> = BTreeMap::new();
        for at in 0..self.len() {
            if self.repeats.get(at) != Some(&0) {
                continue;
            }
            let of = |numbers: &[u32], all: &[u128]| {
                numbers.get(at).and_then(|number| all.get(*number as usize)).copied()
            };
            let problem = of(&self.problems.numbers, &problems).unwrap_or_default();
            let with =
                |levels: &[u128]| mixed(problem, of(&self.levels, levels).unwrap_or_default());
            let subject = self.subjects.numbers.get(at).copied().unwrap_or_default();
            let set = sets.entry(subject).or_default();
            set.digest = set.digest.wrapping_add(with(&levels));
            set.clusters = set.clusters.wrapping_add(with(&clusters));
            set.count += 1;
            set.open +=
                u64::from(self.standing(u32::try_from(at).unwrap_or(u32::MAX)) == Standing::Open);
        }
        let named = |(number, set)| (self.subjects.names.get(number).to_owned(), set);
        sets.into_iter().map(named).collect()
    }
}

fn of_levels(levels: &Factors, keeps: fn(&str) -> bool) -> u128 {
    let kept = levels.iter().filter(|(factor, _)| keeps(factor));
    let parts: Vec<&str> = kept.flat_map(|(factor, level)| [factor, level]).collect();
    digest(&parts)
}

/// Returns the digest of some texts. The length of each is part of it, so that no two lists of texts
/// have one digest by being joined.
fn digest(parts: &[&str]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    first_half(&hasher.finalize())
}

fn mixed(problem: u128, levels: u128) -> u128 {
    let mut both = [0; 32];
    let (first, second) = both.split_at_mut(16);
    first.copy_from_slice(&problem.to_le_bytes());
    second.copy_from_slice(&levels.to_le_bytes());
    first_half(&blake3::hash(&both))
}

fn first_half(hash: &blake3::Hash) -> u128 {
    let mut half = [0; 16];
    half.iter_mut().zip(hash.as_bytes()).for_each(|(own, byte)| *own = *byte);
    u128::from_le_bytes(half)
}
