//! Bounds: the largest change that lost answers could have made.

use crate::accuracy::ratio;
use crate::table::Record;
use serde::Serialize;

/// The smallest and the largest value of a share over all possible outcomes of lost answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// The smallest.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

impl Bounds {
    pub(crate) fn new(least: u64, most: u64, all: u64) -> Option<Self> {
        Some(Self { low: ratio(least, all)?, high: ratio(most, all)? })
    }
}

impl Record {
    /// Adds the smallest and the largest value of a share.
    pub(crate) fn bounds(self, [low, high]: [&'static str; 2], bounds: Option<Bounds>) -> Self {
        self.share(low, bounds.map(|bounds| bounds.low))
            .share(high, bounds.map(|bounds| bounds.high))
    }
}

/// Counts of answers by their judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Answers that follow.
    pub correct: u64,
    /// Correct answers that take several premises.
    pub informative: u64,
    /// Incorrect answers that are predicted.
    pub fallacies: u64,
    /// Incorrect answers that are not predicted.
    pub other_errors: u64,
    /// Judged answers without a decision between these classes.
    pub undecided: u64,
    /// Answers that were not judged.
    pub lost: u64,
}

impl Tally {
    /// All answers.
    pub const fn answers(&self) -> u64 {
        self.decided() + self.unknown()
    }

    /// Answers whose class is known.
    pub const fn decided(&self) -> u64 {
        self.correct + self.incorrect()
    }

    /// Answers that do not follow.
    pub const fn incorrect(&self) -> u64 {
        self.fallacies + self.other_errors
    }

    const fn unknown(&self) -> u64 {
        self.undecided + self.lost
    }

    /// The range of the fallacy rate. The minimum counts all undecided and lost answers as other
    /// errors, the maximum counts them as fallacies. If they were correct, the rate would not
    /// change.
    ///
    /// ```
    /// use peirast_measure::Tally;
    /// let tally = Tally { fallacies: 3, other_errors: 5, lost: 2, ..Tally::default() };
    /// let range = tally.rate_range().unwrap();
    /// assert_eq!((range.low, range.high), (0.3, 0.5));
    /// assert_eq!(Tally { correct: 9, ..Tally::default() }.rate_range(), None);
    /// ```
    pub fn rate_range(&self) -> Option<Bounds> {
        let unknown = self.unknown();
        Bounds::new(self.fallacies, self.fallacies + unknown, self.incorrect() + unknown)
    }

    /// The range of the share of fallacies among all answers.
    pub fn absolute_range(&self) -> Option<Bounds> {
        Bounds::new(self.fallacies, self.fallacies + self.unknown(), self.answers())
    }

    /// The range of the share of correct answers.
    pub fn correct_range(&self) -> Option<Bounds> {
        Bounds::new(self.correct, self.correct + self.unknown(), self.answers())
    }

    /// The range of the share of informative correct answers.
    pub fn informative_range(&self) -> Option<Bounds> {
        Bounds::new(self.informative, self.informative + self.unknown(), self.answers())
    }
}
