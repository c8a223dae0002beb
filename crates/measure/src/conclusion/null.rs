//! Nulls: subjects that answer without the theory.

use super::{ChanceCounts, Judged, Notion};
use serde::Serialize;

/// A way to answer without the theory, by which some answers are predicted all the same.
///
/// The fallacies that the theory predicts can nearly all be read off the premises. Among single
/// literals that do not follow, about 43 % of those that occur in a premise are predicted, and
/// hardly any other. Among pairs of literals that occur together in an alternative, 58 % are. A
/// subject that only reads off therefore exceeds random answers by far. Evidence that a subject
/// follows the theory takes more than matching: more than any of these nulls, answer by answer
/// ([`Null::Largest`]).
///
/// ```
/// use peirast_measure::{ChanceCounts, Judged, Notion, Null, SoundnessClass};
/// let counts = |incorrect| ChanceCounts { incorrect, strict: 0, regardless: 2, is_drawn: false };
/// let mut answer = Judged::new(SoundnessClass::Incorrect);
/// assert_eq!(answer.null_rate(Null::Matching, Notion::Regardless), None);
/// answer.chance = Some(counts(10));
/// answer.matching = Some(counts(5));
/// assert_eq!(answer.null_rate(Null::Random, Notion::Regardless), Some(0.2));
/// assert_eq!(answer.null_rate(Null::Matching, Notion::Regardless), Some(0.4));
/// // What nothing explains is beyond all of them.
/// assert_eq!(answer.null_rate(Null::Largest, Notion::Regardless), None);
/// answer.parts = Some(counts(4));
/// assert_eq!(answer.null_rate(Null::Largest, Notion::Regardless), Some(0.5));
/// // Where nothing wrong of this shape can be read off, who matches never answers so.
/// answer.matching = Some(ChanceCounts::default());
/// assert_eq!(answer.null_rate(Null::Matching, Notion::Regardless), Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Null {
    /// The null that predicts most of the answers of this shape to this problem. No subject that
    /// mixes the others exceeds it, for any shares, and for any relation of the shares to the
    /// problems.
    Largest,
    /// Parts of an alternative: literals that occur together there.
    Parts,
    /// Literals that occur in some premise, with the same sign.
    Matching,
    /// Any literals over the atoms of the premises.
    Random,
}

impl Null {
    /// All of them.
    pub const ALL: [Null; 4] = [Null::Largest, Null::Parts, Null::Matching, Null::Random];
    /// The nulls that [`Null::Largest`] is the largest of.
    const EACH: [Null; 3] = [Null::Parts, Null::Matching, Null::Random];
}

impl Judged {
    /// The share of predicted answers among incorrect answers of this shape made in this way;
    /// `None` if it is unknown, and for notions that were not counted.
    pub fn null_rate(&self, null: Null, notion: Notion) -> Option<f64> {
        match null {
            Null::Random => self.chance?.rate(notion),
            Null::Matching => readable_rate(self.matching?, notion, ChanceCounts::rate),
            Null::Parts => readable_rate(self.parts?, notion, ChanceCounts::rate),
            Null::Largest => largest(|null| self.null_rate(null, notion)),
        }
    }

    /// The same share for a test. Two corrections make the test conservative:
    ///
    /// - Drawn answers leave room for those not drawn
    ///   ([`ChanceCounts::tested_rate`](super::ChanceCounts::tested_rate)).
    /// - Reading off is tested by the larger of its rate and that of random answers. The test then
    ///   also holds for a subject that mixes the two, and one answer that cannot be read off does
    ///   not decide it.
    pub fn tested_null_rate(&self, null: Null, notion: Notion) -> Option<f64> {
        let random = self.chance.and_then(|counts| counts.tested_rate(notion));
        let mixed = |counts: Option<ChanceCounts>| {
            let rate = readable_rate(counts?, notion, ChanceCounts::tested_rate)?;
            Some(rate.max(random.unwrap_or(0.0)))
        };
        match null {
            Null::Random => random,
            Null::Matching => mixed(self.matching),
            Null::Parts => mixed(self.parts),
            Null::Largest => largest(|null| self.tested_null_rate(null, notion)),
        }
    }
}

/// The rate of answers that can be read off: 0 if no incorrect answer can be.
fn readable_rate(
    counts: ChanceCounts,
    notion: Notion,
    rate: fn(&ChanceCounts, Notion) -> Option<f64>,
) -> Option<f64> {
    counts.predicted(notion).map(|_| rate(&counts, notion).unwrap_or(0.0))
}

/// The largest rate, if all are known.
fn largest(rate: impl Fn(Null) -> Option<f64>) -> Option<f64> {
    let rates: Option<Vec<f64>> = Null::EACH.into_iter().map(rate).collect();
    rates?.into_iter().reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::{ChanceCounts, SoundnessClass};
    use super::*;

    fn counts(incorrect: u64, regardless: u64, is_drawn: bool) -> Option<ChanceCounts> {
        Some(ChanceCounts { incorrect, strict: 0, regardless, is_drawn })
    }

    #[test]
    fn matching_is_tested_by_the_larger_rate() {
        let with = |chance, matching| {
            let answer = Judged { chance, matching, ..Judged::new(SoundnessClass::Incorrect) };
            answer.tested_null_rate(Null::Matching, Notion::Regardless)
        };
        assert_eq!(with(counts(10, 2, false), counts(4, 2, false)), Some(0.5));
        assert_eq!(with(counts(10, 2, false), counts(0, 0, false)), Some(0.2));
        assert_eq!(with(counts(10, 2, false), counts(8, 0, false)), Some(0.2));
        assert_eq!(with(counts(10, 2, false), counts(9, 4, true)), Some(0.5));
        assert_eq!(with(None, counts(0, 0, true)), Some(0.0));
        assert_eq!(with(counts(10, 2, false), None), None);
        let answer =
            Judged { matching: counts(4, 2, false), ..Judged::new(SoundnessClass::Incorrect) };
        for rate in [Judged::null_rate, Judged::tested_null_rate] {
            assert_eq!(rate(&answer, Null::Matching, Notion::Exact), None);
            assert_eq!(rate(&answer, Null::Random, Notion::Regardless), None);
        }
    }

    #[test]
    fn the_largest_is_no_less_than_any() {
        for (chance, matching, parts, largest) in [
            (counts(10, 2, false), counts(4, 2, false), counts(5, 3, false), Some(0.6)),
            (counts(10, 2, false), counts(4, 2, false), counts(5, 0, false), Some(0.5)),
            (counts(10, 2, false), counts(0, 0, false), counts(0, 0, false), Some(0.2)),
            (counts(10, 2, false), counts(4, 2, false), None, None),
        ] {
            let answer =
                Judged { chance, matching, parts, ..Judged::new(SoundnessClass::Incorrect) };
            for rate in [Judged::null_rate, Judged::tested_null_rate] {
                assert_eq!(rate(&answer, Null::Largest, Notion::Regardless), largest);
                for null in Null::ALL.into_iter().filter(|_| largest.is_some()) {
                    assert!(rate(&answer, null, Notion::Regardless) <= largest);
                }
            }
        }
    }
}
