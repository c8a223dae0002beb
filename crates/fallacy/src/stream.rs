//! Random streams of problems, and of other random draws.

use peirast_random::Stream;

/// The purposes of random draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Problems themselves.
    Problem,
    /// Answers of simulated reasoners.
    Reasoner,
    /// Closed questions.
    Closed,
    /// The positions of options.
    Letters,
    /// Orders of premises.
    Order,
    /// Answers that are parts of premises.
    Parts,
}

impl Purpose {
    /// The stream with this number and seed. Each problem has its own, so that problem 17 is the
    /// same if 20 or 20,000 are made, with any number of threads. Streams of different purposes are
    /// unrelated.
    pub(crate) fn stream(self, seed: u64, number: u64) -> Stream {
        Stream::keyed(self.context(), seed, number)
    }

    /// The context of the purpose's streams. A changed letter here changes every problem, so it
    /// requires a new version.
    fn context(self) -> &'static [u8; 24] {
        match self {
            Purpose::Problem => b"peirast fallacy stream 1",
            Purpose::Reasoner => b"peirast fallacy answer 1",
            Purpose::Closed => b"peirast fallacy closed 1",
            Purpose::Letters => b"peirast fallacy letter 1",
            Purpose::Order => b"peirast fallacy orders 1",
            Purpose::Parts => b"peirast fallacy excerpt1",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Purpose;

    #[test]
    fn purposes_have_nothing_in_common() {
        let draws = |purpose: Purpose| {
            let mut stream = purpose.stream(42, 7);
            [(); 5].map(|()| stream.below(1000))
        };
        let all = [
            Purpose::Problem,
            Purpose::Reasoner,
            Purpose::Closed,
            Purpose::Letters,
            Purpose::Order,
            Purpose::Parts,
        ]
        .map(draws);
        assert_eq!(all[0], [827, 662, 585, 66, 292], "the first draws never change");
        assert_eq!(std::collections::BTreeSet::from(all).len(), all.len());
    }
}
