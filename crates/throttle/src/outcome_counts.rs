//! Outcomes of consecutive requests, and the share of them that was rejected.

/// Outcomes so far of requests that were sent one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OutcomeCounts {
    pub(crate) answered: usize,
    pub(crate) rejected: usize,
    /// Requests sent, including those still in flight.
    pub(crate) sent: u64,
    /// True if they were sent below the capacity seen at the last congestion.
    pub(crate) below_capacity: bool,
}

/// The number of rejected requests out of a number of requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RejectionRate {
    pub(crate) rejected: usize,
    pub(crate) requests: usize,
    pub(crate) below_capacity: bool,
}

impl OutcomeCounts {
    /// Returns the sum of these counts and those of `earlier` requests.
    pub(crate) fn plus(self, earlier: Self) -> Self {
        Self {
            answered: self.answered + earlier.answered,
            rejected: self.rejected + earlier.rejected,
            sent: self.sent + earlier.sent,
            below_capacity: self.below_capacity || earlier.below_capacity,
        }
    }

    /// Returns the rejection rate of the requests that ended.
    pub(crate) fn rate_of_ended(self) -> RejectionRate {
        let Self { answered, rejected, below_capacity, .. } = self;
        RejectionRate { rejected, requests: answered + rejected, below_capacity }
    }

    /// Returns the rejection rate of all requests. It applies if rejections arrive sooner than
    /// answers: then no request that is still in flight will be rejected.
    pub(crate) fn rate_of_sent(self) -> RejectionRate {
        let requests = usize::try_from(self.sent).unwrap_or(usize::MAX);
        RejectionRate { rejected: self.rejected, requests, below_capacity: self.below_capacity }
    }
}

impl RejectionRate {
    /// Returns the rate as a number from 0 to 1; 0 if there were no requests.
    pub(crate) fn value(self) -> f64 {
        self.rejected as f64 / self.requests.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_in_flight_count_in_the_rate_of_sent() {
        let before = OutcomeCounts { answered: 10, rejected: 2, sent: 12, below_capacity: true };
        let later = OutcomeCounts { answered: 2, rejected: 1, sent: 12, below_capacity: false };
        let both = later.plus(before);
        assert!((both.rate_of_ended().value() - 3.0 / 15.0).abs() < 1e-12 && both.below_capacity);
        assert!((both.rate_of_sent().value() - 3.0 / 24.0).abs() < 1e-12);
        assert!(OutcomeCounts::default().rate_of_ended().value().abs() < 1e-12);
    }
}
