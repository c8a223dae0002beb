//! E-processes: the expected value of the bet.

use peirast_stats::{Alternative, EProcess, sequential};
use proptest::prelude::*;
use proptest::sample::select;

use super::near;

/// The mean e-value over all sequences of `n` discordant pairs, each in favour of the perturbed
/// version with probability `theta`.
fn mean(start: EProcess, n: u32, theta: f64) -> f64 {
    (0..1_u32 << n)
        .map(|sequence| {
            let mut evidence = start;
            (0..n).for_each(|i| evidence.observe(sequence >> i & 1 == 1));
            let mended = f64::from(sequence.count_ones());
            evidence.e() * theta.powf(mended) * (1.0 - theta).powf(f64::from(n) - mended)
        })
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Under the null hypothesis the expected gain is 0.
    #[test]
    fn bets_are_fair(n in 0..10_u32, prior in 0.1..20.0_f64, side in select(Alternative::ALL)) {
        let start = EProcess::with_prior(side, prior).unwrap();
        prop_assert!((mean(start, n, 0.5) - 1.0).abs() < 1e-10);
    }

    /// The same holds if the effect has the other direction.
    #[test]
    fn one_sided_bets_lose_against_the_other_side(n in 0..10_u32, prior in 0.1..20.0_f64, theta in 0.0..=0.5_f64) {
        let greater = EProcess::with_prior(Alternative::Greater, prior).unwrap();
        prop_assert!(mean(greater, n, theta) <= 1.0 + 1e-10);
        let less = EProcess::with_prior(Alternative::Less, prior).unwrap();
        prop_assert!(mean(less, n, 1.0 - theta) <= 1.0 + 1e-10);
    }

    #[test]
    fn evidence_mirrors(pairs in prop::collection::vec(any::<bool>(), 0..200), side in select(Alternative::ALL)) {
        let mut one = EProcess::new(side);
        let mut other = EProcess::new(side.mirrored());
        for mended in pairs {
            one.observe(mended);
            other.observe(!mended);
        }
        prop_assert!((one.ln_e() - other.ln_e()).abs() < 1e-9);
        let (a, b) = (one.interval(0.95).unwrap(), other.interval(0.95).unwrap());
        prop_assert!((a.low + b.high - 1.0).abs() < 1e-9 && a.low <= a.high);
        prop_assert!((0.0..=1.0).contains(&one.p()));
        if side == Alternative::TwoSided {
            // Both use all theta: the interval excludes 1/2 when the e-value is 20.
            prop_assert!((one.ln_e() - 20_f64.ln()).abs() < 1e-9 || a.contains(0.5) == (one.e() < 20.0));
        }
    }

    #[test]
    fn e_bh_is_benjamini_hochberg_of_their_inverses(
        e in prop::collection::vec((0..200_u32).prop_map(f64::from), 0..20), alpha in 0.01..0.3_f64,
    ) {
        let some: Vec<Option<f64>> = e.iter().copied().map(Some).collect();
        let rejected = sequential::e_bh(&some, alpha).unwrap();
        let p: Vec<f64> = e.iter().map(|e| if *e > 1.0 { 1.0 / e } else { 1.0 }).collect();
        let adjusted = peirast_stats::Correction::BenjaminiHochberg.adjust(&p).unwrap();
        for (rejected, adjusted) in rejected.iter().zip(adjusted) {
            prop_assert!(near(adjusted, alpha) || *rejected == (adjusted <= alpha));
        }
    }
}
