//! Corrects token counts with the numbers that providers reported.

use crate::moments::Z;
use serde::Serialize;

/// The fewest answers for a correction.
const FEWEST: u64 = 20;
/// Factor of a bound above the largest observed ratio.
const MARGIN: f64 = 1.05;

/// Reported against estimated tokens of prompts: a ratio with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calibration {
    n: u64,
    x: u128,
    y: u128,
    xx: u128,
    xy: u128,
    yy: u128,
    off: u64,
    /// The reported count and the estimate with the largest ratio.
    widest: Option<(u64, u64)>,
}

/// A ratio of reported to estimated tokens, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// Sum of the reported over sum of the estimated tokens.
    pub ratio: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Number of answers from which it is computed.
    pub n: u64,
}

impl Calibration {
    /// Adds an answer: the estimated and the reported tokens of its prompt.
    pub fn add(&mut self, estimated: u64, reported: u64) {
        if estimated == 0 {
            return;
        }
        let (x, y) = (u128::from(estimated), u128::from(reported));
        self.n += 1;
        self.off += u64::from(estimated != reported);
        self.x += x;
        self.y += y;
        self.xx = self.xx.saturating_add(x * x);
        self.xy = self.xy.saturating_add(x * y);
        self.yy = self.yy.saturating_add(y * y);
        let is_wider =
            |(wide_x, wide_y): (u64, u64)| y * u128::from(wide_x) > u128::from(wide_y) * x;
        if self.widest.is_none_or(is_wider) {
            self.widest = Some((estimated, reported));
        }
    }

    /// Returns true if every reported count equalled the estimate.
    pub fn is_exact(&self) -> bool {
        self.off == 0
    }

    /// Returns the ratio, if there are enough answers.
    ///
    /// The interval is that of a ratio of sums, computed from the scatter of the reported counts
    /// about the line through the origin.
    pub fn ratio(&self) -> Option<Ratio> {
        if self.n < FEWEST || self.x == 0 {
            return None;
        }
        let (n, x, y) = (self.n as f64, self.x as f64, self.y as f64);
        let ratio = y / x;
        // Whole numbers give exact sums. The difference of large ones is taken last.
        let squares =
            self.yy as f64 - 2.0 * ratio * self.xy as f64 + ratio * ratio * self.xx as f64;
        let variance = (squares / (n - 1.0)).max(0.0);
        let error = Z * (variance / n).sqrt() / (x / n);
        Some(Ratio { ratio, low: (ratio - error).max(0.0), high: ratio + error, n: self.n })
    }

    /// Returns the most tokens that a prompt should have; `None` with too few answers.
    pub fn most(&self, estimated: u64) -> Option<u64> {
        (self.n >= FEWEST).then(|| self.widest(estimated))
    }

    /// Returns the same bound from any number of answers; 0 without any.
    pub fn widest(&self, estimated: u64) -> u64 {
        let Some((x, y)) = self.widest else { return 0 };
        (estimated as f64 * (y as f64 / x as f64) * MARGIN).ceil() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn calibration(pairs: &[(u64, u64)]) -> Calibration {
        let mut seen = Calibration::default();
        pairs.iter().for_each(|(x, y)| seen.add(*x, *y));
        seen
    }

    #[test]
    fn few_answers_correct_nothing() {
        let pairs = [(100, 120); FEWEST as usize];
        assert_eq!(calibration(&pairs[1..]).ratio(), None);
        assert_eq!(calibration(&pairs[1..]).most(100), None);
        assert!(calibration(&pairs).ratio().is_some());
    }

    #[test]
    fn a_constant_ratio_has_no_width() {
        let ratio = calibration(&[(100, 120); 30]).ratio().expect("a ratio");
        assert!((ratio.ratio - 1.2).abs() < 1e-12 && ratio.high - ratio.low < 1e-6, "{ratio:?}");
        assert_eq!(calibration(&[(100, 120); 30]).most(1000), Some(1260));
        assert!(!calibration(&[(100, 120); 30]).is_exact());
    }

    #[test]
    fn an_estimate_of_nothing_is_passed_over() {
        assert_eq!(calibration(&[(0, 12); 30]), Calibration::default());
    }

    #[test]
    fn the_interval_covers_the_ratio_that_answers_were_drawn_from() {
        // A generator with errors of up to 20 tokens about a ratio of 1.3.
        let mut state = 7u64;
        let mut draw = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut covered = 0;
        for _ in 0..400 {
            let mut seen = Calibration::default();
            for _ in 0..60 {
                let x = 50 + draw(400);
                seen.add(x * 10, x * 13 + draw(401) - 200);
            }
            let ratio = seen.ratio().expect("a ratio");
            covered += u32::from(ratio.low <= 1.3 && 1.3 <= ratio.high);
        }
        assert!((365..=395).contains(&covered), "{covered} of 400");
    }

    proptest! {
        #[test]
        fn the_ratio_lies_in_its_interval(pairs in prop::collection::vec((1..5000u64, 0..9000u64), 20..60)) {
            let seen = calibration(&pairs);
            let ratio = seen.ratio().expect("a ratio");
            prop_assert!(ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
            for (x, y) in &pairs {
                prop_assert!(seen.most(*x).is_some_and(|most| most >= *y), "{x} {y}");
            }
        }
    }
}
