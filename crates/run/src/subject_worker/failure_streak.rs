//! A failure streak: consecutive lost questions without an answer between them.

/// A streak whose probability is below this, given the share of questions lost before, is not due
/// to chance.
const CHANCE: f64 = 1e-6;
/// A streak of this length is never due to chance.
const LONGEST: u32 = 100;

/// Counts questions lost since the last answer.
///
/// Failures return sooner than answers, so the failed ones among many attempts in flight end first.
/// Therefore a streak does not count while an attempt from before its start is in flight, which may
/// be answered. If a subject loses some questions and answers others, a streak has to be longer
/// than chance explains.
#[derive(Clone, Debug)]
pub(super) struct FailureStreak {
    /// Least number of lost questions that can count.
    least: u32,
    length: u32,
    /// The number of the next attempt when the first question was lost.
    next: u64,
    /// Attempts from before then that have not ended.
    before: usize,
    /// Questions lost in earlier streaks.
    lost: u64,
    answered: u64,
}

impl FailureStreak {
    /// Creates an empty streak that needs at least `least` lost questions.
    pub(super) fn new(least: u32) -> Self {
        Self { least, length: 0, next: 0, before: 0, lost: 0, answered: 0 }
    }

    /// Returns the number of lost questions.
    pub(super) fn length(&self) -> u32 {
        self.length
    }

    /// Records that an attempt ended.
    pub(super) fn ended(&mut self, number: u64) {
        if self.length > 0 && number < self.next {
            self.before = self.before.saturating_sub(1);
        }
    }

    /// Records that an attempt was answered.
    pub(super) fn answered(&mut self) {
        self.answered += 1;
        self.lost += u64::from(self.length);
        self.length = 0;
    }

    /// Records that a question was lost, with the number of the next attempt and the number of
    /// attempts in flight; returns true if no more answers are to be expected.
    pub(super) fn lose(&mut self, next: u64, out: usize) -> bool {
        if self.length == 0 {
            (self.next, self.before) = (next, out);
        }
        self.length = self.length.saturating_add(1);
        self.before == 0 && self.length >= self.needed()
    }

    fn needed(&self) -> u32 {
        if self.answered == 0 {
            return self.least;
        }
        let share = (self.lost + 1) as f64 / (self.lost + self.answered + 2) as f64;
        let is_rare = |length: &i32| share.powi(*length) < CHANCE;
        let rare = (1..).take(LONGEST as usize).find(is_rare).map_or(LONGEST, i32::unsigned_abs);
        rare.max(self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_answered_is_given_up_when_all_that_was_out_has_failed() {
        let mut row = FailureStreak::new(5);
        for number in 0..64 {
            row.ended(number);
            let is_over = row.lose(64, 63 - usize::try_from(number).expect("small"));
            assert_eq!(is_over, number == 63, "{number}");
        }
    }

    #[test]
    fn an_answer_among_what_was_out_ends_a_row() {
        let mut row = FailureStreak::new(5);
        for number in 0..20 {
            row.ended(number);
            assert!(!row.lose(64, 63));
        }
        row.ended(20);
        row.answered();
        assert_eq!(row.length(), 0);
    }

    #[test]
    fn the_more_are_lost_the_longer_a_row_has_to_be() {
        let needed =
            |lost, answered| FailureStreak { lost, answered, ..FailureStreak::new(5) }.needed();
        assert_eq!(needed(0, 0), 5);
        assert_eq!(needed(0, 1000), 5);
        assert_eq!(needed(250, 1000), 9);
        assert_eq!(needed(1000, 1000), 20);
        assert_eq!(needed(1_000_000, 1), LONGEST);
    }
}
