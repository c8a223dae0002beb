//! Bounds of a row over all possible verdicts of its lost pairs.

use peirast_stats::{
    Alternative, Error, Family, Interval, Lost as Known, PairedTable, Rule, Verdict,
};
use serde::Serialize;

/// Between which bounds the p-values of a row would lie, and what is certain of its decision, had
/// no pair been lost.
///
/// Nothing is supposed about why pairs were lost: each missing answer could have been right or
/// wrong. Source: Manski (1990), *American Economic Review* 80:319. A pair that an analysis counts
/// several times is bounded as if its copies could differ, so that bounds may be wider than need be,
/// never narrower.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RowBounds {
    /// The row's lost pairs by what is known of them.
    pub known: Known,
    /// The smallest and the largest p-value of this row alone, not adjusted, over all that its lost
    /// pairs could have been; 0 and 1 where those are too many to try.
    pub p: Interval,
    /// The verdict on p at the level of the analysis, if all possible values agree.
    pub p_verdict: Verdict,
    /// The same for the adjusted p-value, over all that the lost pairs of all tests of its family
    /// could have been. Absent if there was no test.
    pub p_adjusted: Option<Interval>,
    /// The verdict on the row's decision, which goes by the adjusted p-value.
    pub verdict: Option<Verdict>,
}

impl RowBounds {
    /// True if some completion of the lost pairs would have changed the row's decision.
    pub(crate) fn is_open(&self) -> bool {
        self.verdict == Some(Verdict::Open)
    }
}

/// The counts and lost pairs of a row, with its alternative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub(crate) table: PairedTable,
    pub(crate) known: Known,
    pub(crate) alternative: Alternative,
}

/// The bounds of every row of a family, or none if the family lost no pair.
///
/// Adjusted p-values grow with every p-value of the family, so that all at their smallest and all at
/// their largest bound them. Rows without a pair stay out of the family, as they are in the tests.
///
/// # Errors
/// An invalid level.
pub(crate) fn bounds(rows: &[Counted], family: &Family) -> Result<Vec<Option<RowBounds>>, Error> {
    if rows.iter().all(|row| row.known.total() == 0) {
        return Ok(vec![None; rows.len()]);
    }
    let alone = rows.iter().map(|row| row.p(family.rule)).collect::<Result<Vec<_>, _>>()?;
    let tested = |(row, p): (&Counted, &Interval)| (row.table.n() > 0).then_some(*p);
    let tested: Vec<Interval> = rows.iter().zip(&alone).filter_map(tested).collect();
    let adjust = |end: fn(&Interval) -> f64| {
        family.correction.adjust(&tested.iter().map(end).collect::<Vec<f64>>())
    };
    let (lows, highs) = (adjust(|p| p.low)?, adjust(|p| p.high)?);
    let mut adjusted = lows.into_iter().zip(highs).map(|(low, high)| Interval { low, high });
    let row = |(row, p): (&Counted, Interval)| {
        let p_adjusted = if row.table.n() > 0 { adjusted.next() } else { None };
        Some(RowBounds {
            known: row.known,
            p,
            p_verdict: verdict(&p, family.alpha),
            p_adjusted,
            verdict: p_adjusted.map(|p| verdict(&p, family.alpha)),
        })
    };
    Ok(rows.iter().zip(alone).map(row).collect())
}

impl Counted {
    fn p(&self, rule: Rule) -> Result<Interval, Error> {
        match self.known.bounds(&self.table, rule, self.alternative) {
            Ok(bounds) => Ok(Interval { low: bounds.strongest.p, high: bounds.weakest.p }),
            Err(error) if error.reason().is_some() => Ok(Interval { low: 0.0, high: 1.0 }),
            Err(error) => Err(error),
        }
    }
}

/// The verdict on a p-value between these bounds.
fn verdict(p: &Interval, alpha: f64) -> Verdict {
    if p.high <= alpha {
        Verdict::Rejected
    } else if p.low > alpha {
        Verdict::NotRejected
    } else {
        Verdict::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_stats::{Correction, Row};

    const FAMILY: Family =
        Family { rule: Rule::Exact, correction: Correction::BenjaminiHochberg, alpha: 0.05 };

    fn counted(n12: u64, n21: u64, neither: u64) -> Counted {
        Counted {
            table: PairedTable::from_discordants(n12, n21),
            known: Known { neither, ..Known::default() },
            alternative: Alternative::TwoSided,
        }
    }

    /// Every completion of all rows, tested as a family, lies within the bounds and reaches them.
    #[test]
    fn bounds_are_those_of_trying_every_completion_of_the_family() {
        let rows = [counted(1, 9, 2), counted(2, 8, 0), counted(0, 6, 1)];
        let found = bounds(&rows, &FAMILY).expect("bounds");
        let mut reached = [(1.0_f64, 0.0_f64); 3];
        let splits = |n: u64| (0..=n).flat_map(move |i| (0..=n - i).map(move |j| (i, j)));
        for (a, b) in splits(2) {
            for (c, d) in splits(1) {
                let alternative = Alternative::TwoSided;
                let row = |n12, n21| Row { n12, n21, alternative };
                let tests = [row(1 + a, 9 + b), row(2, 8), row(c, 6 + d)];
                let results = FAMILY.test(&tests).expect("results");
                for (place, result) in reached.iter_mut().zip(results) {
                    *place = (place.0.min(result.p_adjusted), place.1.max(result.p_adjusted));
                }
            }
        }
        for (bounds, (low, high)) in found.iter().zip(reached) {
            let adjusted = bounds.and_then(|one| one.p_adjusted).expect("adjusted");
            assert!((adjusted.low - low).abs() < 1e-12 && (adjusted.high - high).abs() < 1e-12);
        }
        // The second row lost nothing, but its adjusted p depends on the others.
        let second = found[1].expect("bounds");
        assert_eq!(second.p.low, second.p.high);
        assert_eq!(second.known.total(), 0);
    }

    #[test]
    fn a_row_without_a_pair_is_in_no_family() {
        let none = Counted { table: PairedTable::default(), ..counted(0, 0, 9) };
        let found = bounds(&[none, counted(0, 8, 0)], &FAMILY).expect("bounds");
        let (lost, kept) = (found[0].expect("bounds"), found[1].expect("bounds"));
        assert_eq!((lost.p_adjusted, lost.verdict, lost.p_verdict), (None, None, Verdict::Open));
        assert!((lost.p.low - 2.0 / 512.0).abs() < 1e-12);
        assert_eq!(lost.p.high, 1.0);
        assert_eq!((kept.p_adjusted, kept.verdict), (Some(kept.p), Some(Verdict::Rejected)));
    }

    #[test]
    fn nothing_lost_has_no_bounds() {
        assert_eq!(bounds(&[counted(1, 2, 0)], &FAMILY), Ok(vec![None]));
    }

    #[test]
    fn too_many_to_try_are_open() {
        let family = Family { rule: Rule::Published2024, ..FAMILY };
        let found = bounds(&[counted(1, 2, 2_000_000)], &family).expect("bounds");
        assert_eq!(found[0].map(|one| one.p_verdict), Some(Verdict::Open));
    }
}
