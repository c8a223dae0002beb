//! Testing while the answers come in: the rows that are decided, and the step of each decision.
//!
//! The items of a study are asked in steps of equal size, in the order of their numbers. After each
//! step, every row of a family has an e-value for the pairs up to there, and e-BH says which are
//! rejected. A rejected row is not asked any more, and its evidence is kept; neither is a row that
//! could not be rejected even if every pair still to come spoke for it. Both keep the expected
//! share of false rejections at the level, for every time of looking and stopping. Sources: Ramdas,
//! Grünwald, Vovk & Shafer (2023), *Statistical Science* 38:576; Wang & Ramdas (2022), *JRSS B*
//! 84:822.

use crate::matched::{each_pair, number_of};
use crate::{Outcomes, PairError};
use peirast_record::{Contrast, Treatment};
use peirast_stats::{Alternative, EProcess, Error, PairedTable, sequential};
use std::collections::BTreeMap;

/// The step in which an item is asked: those numbered from 0 by `block` at a time. `None` for an
/// item without a number.
///
/// ```
/// use peirast_report::step_of;
/// assert_eq!(step_of("conjunction/2/00019", 10), Some(1));
/// assert_eq!(step_of("linda", 10), None);
/// ```
pub fn step_of(item: &str, block: u32) -> Option<u64> {
    Some(number_of(item)? / u64::from(block.max(1)))
}

/// One row, step by step: its discordant pairs, and the pairs that are planned.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The alternative of the test.
    pub alternative: Alternative,
    /// The discordant pairs of each step in order: true if only the perturbed member is right.
    pub discordant: BTreeMap<u64, Vec<bool>>,
    /// All pairs with a verdict of each step.
    pub tables: BTreeMap<u64, PairedTable>,
    /// The number of pairs of each step. Empty if that is not known; then no row is hopeless.
    pub planned: BTreeMap<u64, u64>,
}

impl Course {
    /// The course of a row so far, as the outcomes show it.
    ///
    /// # Errors
    /// Outcomes that do not pair up.
    pub fn from_outcomes(
        contrast: &Contrast,
        outcomes: &Outcomes,
        subject: &str,
        treatment: Treatment,
        block: u32,
    ) -> Result<Self, PairError> {
        let mut discordant: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
        let mut tables: BTreeMap<u64, PairedTable> = BTreeMap::new();
        each_pair(contrast, outcomes, subject, treatment, |pair| {
            if let Ok((original, perturbed)) = pair.verdicts() {
                // An item without a number is asked first.
                let step = step_of(pair.item, block).unwrap_or(0);
                tables.entry(step).or_default().record(original, perturbed);
                if original != perturbed {
                    discordant.entry(step).or_default().push(perturbed);
                }
            }
        })?;
        let alternative = crate::alternative(contrast.direction);
        Ok(Self { alternative, discordant, tables, planned: BTreeMap::new() })
    }

    fn last_step(&self) -> Option<u64> {
        self.discordant.keys().next_back().max(self.planned.keys().next_back()).copied()
    }

    /// The pairs up to a step, that one included.
    pub(crate) fn table(&self, last: u64) -> PairedTable {
        let mut whole = PairedTable::default();
        self.tables.range(..=last).for_each(|(_, table)| whole += *table);
        whole
    }

    /// The evidence after each step up to the one that decided: the discordant pairs seen until then,
    /// and the e-value.
    pub(crate) fn path(&self, decided: Option<u64>) -> Vec<(u64, f64)> {
        let mut process = EProcess::new(self.alternative);
        let mut path = vec![(0, process.e())];
        for pairs in self.discordant.range(..=decided.unwrap_or(u64::MAX)).map(|(_, own)| own) {
            pairs.iter().for_each(|mended| process.observe(*mended));
            let (broken, mended) = process.counts();
            path.push((broken + mended, process.e()));
        }
        path
    }

    /// Pairs planned after a step.
    fn left(&self, step: u64) -> u64 {
        self.planned.range(step + 1..).map(|(_, pairs)| pairs).sum()
    }
}

/// The state of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The evidence against "no effect": that at the decision, if there is one.
    pub process: EProcess,
    /// True if "no effect" is rejected.
    pub rejected: bool,
    /// The step after which the row was decided, from 0; `None` while it is not.
    pub decided: Option<u64>,
}

/// Follows the rows of one family through the steps up to `last`, that one included.
///
/// A row is decided by rejection, or when no outcome of the pairs still planned could lead to one:
/// e-BH never rejects an e-value below 1/alpha.
///
/// # Errors
/// An invalid level.
pub fn follow(courses: &[Course], alpha: f64, last: u64) -> Result<Vec<Evidence>, Error> {
    let start = |course: &Course| Evidence {
        process: EProcess::new(course.alternative),
        rejected: false,
        decided: None,
    };
    let mut evidence: Vec<Evidence> = courses.iter().map(start).collect();
    let end = courses.iter().filter_map(Course::last_step).max().map_or(0, |end| end.min(last));
    for step in 0..=end {
        for (own, course) in
            evidence.iter_mut().zip(courses).filter(|(own, _)| own.decided.is_none())
        {
            let pairs = course.discordant.get(&step).map_or(&[][..], Vec::as_slice);
            pairs.iter().for_each(|mended| own.process.observe(*mended));
        }
        let e: Vec<Option<f64>> = evidence.iter().map(|own| Some(own.process.e())).collect();
        let rejected = sequential::e_bh(&e, alpha)?;
        for ((own, course), rejected) in evidence.iter_mut().zip(courses).zip(rejected) {
            if own.decided.is_none() && (rejected || is_hopeless(own, course, step, alpha)) {
                own.rejected = rejected;
                own.decided = Some(step);
            }
        }
    }
    Ok(evidence)
}

/// True if the pairs still planned cannot bring the evidence to 1/alpha.
fn is_hopeless(own: &Evidence, course: &Course, step: u64, alpha: f64) -> bool {
    let left = course.left(step);
    if course.planned.is_empty() || left == 0 {
        return false;
    }
    let best = |mended: bool| own.process.after(left, mended).e();
    best(true).max(best(false)) * alpha < 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_stats::SplitMix64;

    fn course(steps: &[&[bool]], planned: &[u64]) -> Course {
        let numbered = |at: usize| at as u64;
        Course {
            alternative: Alternative::Greater,
            discordant: steps
                .iter()
                .enumerate()
                .map(|(at, s)| (numbered(at), s.to_vec()))
                .collect(),
            tables: BTreeMap::new(),
            planned: planned.iter().enumerate().map(|(at, n)| (numbered(at), *n)).collect(),
        }
    }

    #[test]
    fn a_clear_row_is_decided_and_held() {
        let clear = course(&[&[true; 10], &[false; 10]], &[10, 10, 10]);
        let even = course(&[&[true, false], &[true, false]], &[10, 10, 10]);
        let found = follow(&[clear.clone(), even.clone()], 0.05, 9).expect("a level");
        assert_eq!((found[0].rejected, found[0].decided), (true, Some(0)));
        assert_eq!(found[0].process.counts(), (0, 10));
        assert_eq!((found[1].rejected, found[1].process.counts()), (false, (2, 2)));
        // One step at a time leads to the same.
        assert_eq!(follow(&[clear, even], 0.05, 0).expect("a level")[0], found[0]);
    }

    #[test]
    fn a_row_without_hope_is_asked_no_more() {
        let lost = course(&[&[false; 10]], &[10, 3]);
        assert_eq!(follow(&[lost], 0.05, 9).expect("a level")[0].decided, Some(0));
        let open = course(&[&[false; 10]], &[10, 300]);
        assert_eq!(follow(&[open], 0.05, 0).expect("a level")[0].decided, None);
    }

    /// Families of ten rows without any effect, looked at after every step: a rejection anywhere is
    /// a false one, and the share of families with one stays below the level.
    #[test]
    fn looking_after_every_step_keeps_the_level() {
        let families = 1000;
        let mut wrong = 0;
        for family in 0..families {
            let mut stream = SplitMix64::numbered(7, family);
            let row = |stream: &mut SplitMix64| Course {
                alternative: Alternative::Greater,
                discordant: (0..20)
                    .map(|step| (step, (0..5).map(|_| stream.chance(0.5)).collect()))
                    .collect(),
                tables: BTreeMap::new(),
                planned: (0..20).map(|step| (step, 10)).collect(),
            };
            let courses: Vec<Course> = (0..10).map(|_| row(&mut stream)).collect();
            let found = follow(&courses, 0.05, u64::MAX - 1).expect("a level");
            wrong += u64::from(found.iter().any(|row| row.rejected));
        }
        // 50 of 1,000 at most, give or take three standard errors of the simulation.
        assert!(wrong <= 50 + 21, "{wrong} of {families} families have a false rejection");
    }
}
