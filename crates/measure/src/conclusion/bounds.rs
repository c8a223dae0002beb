//! What lost answers could have changed, at worst.

use crate::accuracy::ratio;
use crate::table::Record;
use serde::Serialize;

/// The smallest and the largest that a share can be, whatever the lost answers were.
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
    /// Adds the smallest and the largest that a share can be.
    pub(crate) fn bounds(self, [low, high]: [&'static str; 2], bounds: Option<Bounds>) -> Self {
        self.share(low, bounds.map(|bounds| bounds.low))
            .share(high, bounds.map(|bounds| bounds.high))
    }
}

/// Counts of answers by what is known of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// They follow.
    pub correct: u64,
    /// Of these, those that take several premises.
    pub informative: u64,
    /// They do not follow and are predicted.
    pub fallacies: u64,
    /// They do not follow and are not predicted.
    pub other_errors: u64,
    /// Judged, but nobody could tell which of these they are.
    pub undecided: u64,
    /// Not judged.
    pub lost: u64,
}

impl Tally {
    /// All answers.
    pub const fn answers(&self) -> u64 {
        self.decided() + self.unknown()
    }

    /// Answers of which it is known what they are.
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

    /// What the fallacy rate could have been: at least if all others were errors of other kinds, at
    /// most if all were fallacies. Had they been right, it would be what it is.
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

    /// What the share of fallacies among all answers could have been.
    pub fn absolute_range(&self) -> Option<Bounds> {
        Bounds::new(self.fallacies, self.fallacies + self.unknown(), self.answers())
    }

    /// What the share of correct answers could have been.
    pub fn correct_range(&self) -> Option<Bounds> {
        Bounds::new(self.correct, self.correct + self.unknown(), self.answers())
    }

    /// What the share of informative correct answers could have been.
    pub fn informative_range(&self) -> Option<Bounds> {
        Bounds::new(self.informative, self.informative + self.unknown(), self.answers())
    }
}
