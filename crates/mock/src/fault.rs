//! Faults: possible failures of a request, and the choice among them.

use crate::Config;

/// A fault that a request meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// 429 with `Retry-After`.
    Limited,
    /// 429 without `Retry-After`.
    LimitedBare,
    /// 500.
    Failing,
    /// 503 with `Retry-After`.
    Unavailable,
    /// 529.
    Overloaded,
    /// No answer for a while, then the connection is dropped.
    Hanging,
    /// The connection is reset.
    Reset,
    /// The connection closes in the middle of the body.
    Broken,
    /// The response is complete, but its JSON is cut off.
    Truncated,
    /// The JSON is complete, but not an answer.
    WrongJson,
    /// The body is sent slowly.
    Slow,
}

impl Fault {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Limited,
        Self::LimitedBare,
        Self::Failing,
        Self::Unavailable,
        Self::Overloaded,
        Self::Hanging,
        Self::Reset,
        Self::Broken,
        Self::Truncated,
        Self::WrongJson,
        Self::Slow,
    ];

    /// Its name, which is also the name of its setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Limited => "limited",
            Self::LimitedBare => "limited_bare",
            Self::Failing => "failing",
            Self::Unavailable => "unavailable",
            Self::Overloaded => "overloaded",
            Self::Hanging => "hanging",
            Self::Reset => "reset",
            Self::Broken => "broken",
            Self::Truncated => "truncated",
            Self::WrongJson => "wrong_json",
            Self::Slow => "slow",
        }
    }

    /// The share of requests with this fault.
    pub fn share(self, config: &Config) -> f64 {
        let own = match self {
            Self::Limited => config.limited,
            Self::LimitedBare => config.limited_bare,
            Self::Failing => config.failing,
            Self::Unavailable => config.unavailable,
            Self::Overloaded => config.overloaded,
            Self::Hanging => config.hanging,
            Self::Reset => config.reset,
            Self::Broken => config.broken,
            Self::Truncated => config.truncated,
            Self::WrongJson => config.wrong_json,
            Self::Slow => config.slow,
        };
        own + config.faults / Self::ALL.len() as f64
    }

    /// The fault for a number in [0, 1), if there is one.
    pub(crate) fn drawn(config: &Config, fraction: f64) -> Option<Self> {
        let mut below = 0.0;
        Self::ALL.into_iter().find(|fault| {
            below += fault.share(config);
            fraction < below
        })
    }
}

/// A number in [0, 1), which depends on the seed, the question, the number of times that it was
/// asked before, and the purpose.
pub(crate) fn fraction(seed: u64, question: u128, asked: u32, purpose: u64) -> f64 {
    let halves = [(question >> 64) as u64, question as u64];
    let mixed = [seed, halves[0], halves[1], u64::from(asked), purpose]
        .into_iter()
        .fold(0, |state: u64, word| mix(state ^ word));
    // A double represents 53 bits exactly.
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// The finaliser of SplitMix64: Steele, Lea and Flood (2014), Fast splittable pseudorandom number
/// generators.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_gets_its_share() {
        let config = Config { faults: 0.11, slow: 0.2, ..Config::default() };
        let n = 100_000;
        let mut met = [0_u32; Fault::ALL.len()];
        for question in 0..n {
            let fault = Fault::drawn(&config, fraction(1, question, 0, 0));
            if let Some(at) = fault.and_then(|f| Fault::ALL.iter().position(|g| *g == f)) {
                met[at] += 1;
            }
        }
        for (fault, met) in Fault::ALL.iter().zip(met) {
            let share = f64::from(met) / n as f64;
            assert!((share - fault.share(&config)).abs() < 0.005, "{}: {share}", fault.name());
        }
    }

    #[test]
    fn each_part_of_the_draw_counts() {
        let base = fraction(1, 2, 3, 4);
        assert_eq!(base, fraction(1, 2, 3, 4));
        for other in [fraction(9, 2, 3, 4), fraction(1, 9, 3, 4), fraction(1, 2, 9, 4)] {
            assert_ne!(base, other);
        }
        assert_ne!(base, fraction(1, 2, 3, 9));
        assert_ne!(base, fraction(1, 2 << 64, 3, 4));
    }
}
