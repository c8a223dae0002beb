//! Answers that count as right in addition to the truth.

use crate::Number;
use crate::number::WrittenNumber;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Answers that count as right in addition to the truth.
///
/// ```
/// use peirast_record::{Accepts, Number, Tolerance};
/// let near = Accepts { tolerance: Some(Tolerance::Absolute("0.01".parse().unwrap())), ..Default::default() };
/// let pi: Number = "3.1416".parse().unwrap();
/// assert!(near.is_near("3.14".parse().unwrap(), pi));
/// assert!(!near.is_near("3.2".parse().unwrap(), pi));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accepts {
    /// Tolerance of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Tolerance>,
    /// Options that are right too, by their lower-case letters: any one of them, or that of the
    /// truth, is a right answer. A question that asks for exactly these options has no such form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<char>,
    /// Texts that are right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Accepted>,
    /// Texts that the bias under test leads to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lures: Vec<Accepted>,
}

/// Tolerance of a number. The bound itself is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tolerance {
    /// An absolute difference, up or down.
    Absolute(#[schemars(with = "WrittenNumber")] Number),
    /// A share of the right number: 0.01 is one per cent.
    Relative(#[schemars(with = "WrittenNumber")] Number),
}

/// A text or a pattern that an answer may match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Accepted {
    /// A text; case, articles, punctuation and white space make no difference.
    Text(String),
    /// A regular expression that matches the whole answer, in any case.
    Pattern(String),
}

impl Accepts {
    /// Returns true if `number` is within the tolerance of `right`.
    pub fn is_near(&self, number: Number, right: Number) -> bool {
        let bound = match self.tolerance {
            Some(Tolerance::Absolute(bound)) => Some(bound),
            Some(Tolerance::Relative(share)) => share.times(right),
            None => return number == right,
        };
        let off = right.negated().and_then(|right| number.plus(right));
        let within = |off: Number, bound: Number| {
            let size =
                |number: Number| if number < 0.into() { number.negated() } else { Some(number) };
            size(off).zip(size(bound)).is_some_and(|(off, bound)| off <= bound)
        };
        off.zip(bound).is_some_and(|(off, bound)| within(off, bound))
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().expect("a number")
    }

    #[test]
    fn numbers_within_a_tolerance() {
        let with = |tolerance| Accepts { tolerance: Some(tolerance), ..Accepts::default() };
        let absolute = with(Tolerance::Absolute(number("0.5")));
        let relative = with(Tolerance::Relative(number("0.01")));
        assert!(absolute.is_near(number("7.5"), number("7")));
        assert!(absolute.is_near(number("6.5"), number("7")));
        assert!(!absolute.is_near(number("7.51"), number("7")));
        assert!(relative.is_near(number("-99"), number("-100")));
        assert!(!relative.is_near(number("98.9"), number("100")));
        assert!(!Accepts::default().is_near(number("7.01"), number("7")));
        assert!(!relative.is_near(number("1"), number("0")));
    }
}
