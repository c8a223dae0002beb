//! What a subject that knows nothing of the theory would be taken for.

use super::{ChanceCounts, Judged, Notion};
use serde::Serialize;

/// A way to answer without the theory, by which some answers are predicted all the same.
///
/// The fallacies that the theory predicts are nearly nested in what can be read off the premises: of
/// single literals that do not follow, about 43 % of those that stand in a premise are predicted, and
/// hardly any other; of pairs of literals that stand together in an alternative, 58 %. So whoever only
/// reads off exceeds random answers by far, and it takes more than matching to show that a subject goes
/// the theory's way: more than any of these, answer by answer ([`Null::Largest`]).
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
    /// Any of the others, whichever predicts most of the answers of this shape to this problem. No
    /// subject that mixes them comes to more, in whatever shares, and however these go with the
    /// problems.
    Largest,
    /// Saying parts of an alternative: literals that stand together there.
    Parts,
    /// Saying literals that stand in some premise, with the sign that they have there.
    Matching,
    /// Saying anything of what the premises speak of.
    Random,
}

impl Null {
    /// All of them.
    pub const ALL: [Null; 4] = [Null::Largest, Null::Parts, Null::Matching, Null::Random];
    /// Those that [`Null::Largest`] is made of.
    const EACH: [Null; 3] = [Null::Parts, Null::Matching, Null::Random];
}

impl Judged {
    /// The share of wrong answers made so, of this shape, that are predicted; `None` if it is not
    /// known, and for notions that were not counted.
    pub fn null_rate(&self, null: Null, notion: Notion) -> Option<f64> {
        match null {
            Null::Random => self.chance?.rate(notion),
            Null::Matching => readable_rate(self.matching?, notion, ChanceCounts::rate),
            Null::Parts => readable_rate(self.parts?, notion, ChanceCounts::rate),
            Null::Largest => largest(|null| self.null_rate(null, notion)),
        }
    }

    /// The same for a test. Drawn answers leave room for those not drawn
    /// ([`ChanceCounts::tested_rate`](super::ChanceCounts::tested_rate)); and what is read off is
    /// tested by the larger of its rate and that of random answers, so that a test holds for whoever
    /// mixes the two, and one answer that cannot be read off does not decide it.
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

/// The rate of what can be read off: 0 where nothing wrong can be.
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
