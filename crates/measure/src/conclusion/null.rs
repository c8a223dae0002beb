//! What a subject that knows nothing of the theory would be taken for.

use super::{Judged, Notion};
use serde::Serialize;

/// A way to answer without the theory, by which some answers are predicted all the same.
///
/// The fallacies that the theory predicts are nearly nested in what can be read off the premises: of
/// single literals that do not follow, about 43 % of those that stand in a premise are predicted, and
/// hardly any other. So whoever only reads off exceeds random answers by far, and it takes more than
/// matching to show that a subject goes the theory's way.
///
/// ```
/// use peirast_measure::{ChanceCounts, Judged, Notion, Null, SoundnessClass};
/// let counts = |incorrect| ChanceCounts { incorrect, strict: 0, regardless: 2, is_drawn: false };
/// let mut answer = Judged::new(SoundnessClass::Unsound);
/// assert_eq!(answer.null_rate(Null::Matching, Notion::Regardless), None);
/// answer.chance = Some(counts(10));
/// answer.matching = Some(counts(5));
/// assert_eq!(answer.null_rate(Null::Random, Notion::Regardless), Some(0.2));
/// assert_eq!(answer.null_rate(Null::Matching, Notion::Regardless), Some(0.4));
/// // Where nothing wrong of this shape can be read off, who matches never answers so.
/// answer.matching = Some(ChanceCounts::default());
/// assert_eq!(answer.null_rate(Null::Matching, Notion::Regardless), Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Null {
    /// Saying literals that stand in some premise, with the sign that they have there.
    Matching,
    /// Saying anything of what the premises speak of.
    Random,
}

impl Judged {
    /// The share of wrong answers made so, of this shape, that are predicted; `None` if it is not
    /// known, and for notions that were not counted.
    pub fn null_rate(&self, null: Null, notion: Notion) -> Option<f64> {
        match null {
            Null::Random => self.chance?.rate(notion),
            Null::Matching => {
                let counts = self.matching?;
                counts.predicted(notion).map(|_| counts.rate(notion).unwrap_or(0.0))
            }
        }
    }

    /// The same for a test. Drawn answers leave room for those not drawn
    /// ([`ChanceCounts::tested_rate`](super::ChanceCounts::tested_rate)); and matching is tested by
    /// the larger of both rates, so that a test holds for whoever mixes it with random answers, and
    /// one answer that cannot be read off does not decide it.
    pub fn tested_null_rate(&self, null: Null, notion: Notion) -> Option<f64> {
        let random = self.chance.and_then(|counts| counts.tested_rate(notion));
        match null {
            Null::Random => random,
            Null::Matching => {
                let counts = self.matching?;
                counts.predicted(notion)?;
                let own = counts.tested_rate(notion).unwrap_or(0.0);
                Some(own.max(random.unwrap_or(0.0)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ChanceCounts, SoundnessClass};
    use super::*;

    #[test]
    fn matching_is_tested_by_the_larger_rate() {
        let counts = |incorrect, regardless, is_drawn| {
            Some(ChanceCounts { incorrect, strict: 0, regardless, is_drawn })
        };
        let with = |chance, matching| {
            let answer = Judged { chance, matching, ..Judged::new(SoundnessClass::Unsound) };
            answer.tested_null_rate(Null::Matching, Notion::Regardless)
        };
        assert_eq!(with(counts(10, 2, false), counts(4, 2, false)), Some(0.5));
        assert_eq!(with(counts(10, 2, false), counts(0, 0, false)), Some(0.2));
        assert_eq!(with(counts(10, 2, false), counts(8, 0, false)), Some(0.2));
        assert_eq!(with(counts(10, 2, false), counts(9, 4, true)), Some(0.5));
        assert_eq!(with(None, counts(0, 0, true)), Some(0.0));
        assert_eq!(with(counts(10, 2, false), None), None);
        let answer =
            Judged { matching: counts(4, 2, false), ..Judged::new(SoundnessClass::Unsound) };
        for rate in [Judged::null_rate, Judged::tested_null_rate] {
            assert_eq!(rate(&answer, Null::Matching, Notion::Exact), None);
            assert_eq!(rate(&answer, Null::Random, Notion::Regardless), None);
        }
    }
}
