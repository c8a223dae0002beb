//! A cohort: requests that were sent one after the other, and what came of them.

/// What came of requests so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cohort {
    pub(super) answered: usize,
    pub(super) refused: usize,
    /// How many there are.
    pub(super) sent: u64,
    /// Whether they ask for less than what the server took when it last refused more.
    pub(super) calm: bool,
}

/// How many of requests were refused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) refused: usize,
    pub(super) requests: usize,
    pub(super) calm: bool,
}

impl Cohort {
    /// These, and others that were sent before them.
    pub(super) fn and(self, before: Self) -> Self {
        Self {
            answered: self.answered + before.answered,
            refused: self.refused + before.refused,
            sent: self.sent + before.sent,
            calm: self.calm || before.calm,
        }
    }

    /// Of those that ended.
    pub(super) fn ended(self) -> Share {
        let Self { answered, refused, calm, .. } = self;
        Share { refused, requests: answered + refused, calm }
    }

    /// Of all: where refusals come sooner than answers, of what is in flight none will be refused any more.
    pub(super) fn all(self) -> Share {
        let requests = usize::try_from(self.sent).unwrap_or(usize::MAX);
        Share { refused: self.refused, requests, calm: self.calm }
    }
}

impl Share {
    /// From 0 to 1; of no requests, 0.
    pub(super) fn value(self) -> f64 {
        self.refused as f64 / self.requests.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_flight_counts_where_it_will_not_be_refused() {
        let before = Cohort { answered: 10, refused: 2, sent: 12, calm: true };
        let later = Cohort { answered: 2, refused: 1, sent: 12, calm: false };
        let both = later.and(before);
        assert!((both.ended().value() - 3.0 / 15.0).abs() < 1e-12 && both.calm);
        assert!((both.all().value() - 3.0 / 24.0).abs() < 1e-12);
        assert!(Cohort::default().ended().value().abs() < 1e-12);
    }
}
