//! Tests of scores: exchange, order, shift and scale.

use peirast_stats::{Alternative, correlation, descriptives, effect, paired_t, shapiro};
use proptest::prelude::*;
use proptest::sample::select;

use super::near;

fn score() -> impl Strategy<Value = f64> {
    prop_oneof![(-20..20_i32).prop_map(f64::from), -100.0..100.0_f64]
}

fn pairs(least: usize) -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((score(), score()), least..40)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-8 * a.abs().max(b.abs()) + 1e-12
}

proptest! {
    #[test]
    fn a_t_test_mirrors(pairs in pairs(2), side in select(Alternative::ALL)) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let (one, other) = (paired_t::test(&x, &y).unwrap(), paired_t::test(&y, &x).unwrap());
        prop_assert_eq!(one.mean, -other.mean);
        match (one.p(side), other.p(side.mirrored())) {
            (Ok(a), Ok(b)) => prop_assert!(near(a, b) && (0.0..=1.0).contains(&a)),
            (a, b) => prop_assert_eq!(a, b),
        }
    }

    /// The interval contains 0 exactly if the two-sided test does not reject.
    #[test]
    fn a_t_interval_inverts_its_test(pairs in pairs(3), confidence in 0.5..0.999_f64) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let test = paired_t::test(&x, &y).unwrap();
        if let Ok(p) = test.p(Alternative::TwoSided) {
            let interval = test.interval(confidence).unwrap();
            prop_assert!((p - (1.0 - confidence)).abs() < 1e-9 || interval.contains(0.0) == (p > 1.0 - confidence));
        }
    }

    #[test]
    fn correlations_are_symmetric_and_blind_to_scale(
        pairs in pairs(3), scale in 0.1..50.0_f64, shift in -1e3..1e3_f64, turn in 0..40_usize,
    ) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let Ok(r) = correlation::pearson(&x, &y) else { return Ok(()) };
        prop_assert!(close(r.r, correlation::pearson(&y, &x).unwrap().r));
        let mut moved = pairs.clone();
        moved.rotate_left(turn % pairs.len());
        let (x2, y2): (Vec<f64>, Vec<f64>) = moved.into_iter().unzip();
        let x2: Vec<f64> = x2.into_iter().map(|x| scale * x + shift).collect();
        prop_assert!((r.r - correlation::pearson(&x2, &y2).unwrap().r).abs() < 1e-9);
        let negated: Vec<f64> = x.iter().map(|x| -x).collect();
        for side in Alternative::ALL {
            let rho = |x: &[f64]| correlation::spearman(x, &y).unwrap();
            prop_assert!(near(rho(&x).rho, -rho(&negated).rho));
            prop_assert!(near(rho(&x).p(*side).unwrap(), rho(&negated).p(side.mirrored()).unwrap()));
            let tau = |x: &[f64]| correlation::kendall(x, &y).unwrap();
            prop_assert_eq!(tau(&x).score, -tau(&negated).score);
            prop_assert!(near(tau(&x).p(*side).unwrap(), tau(&negated).p(side.mirrored()).unwrap()));
        }
    }

    /// The score by counting all pairs.
    #[test]
    fn kendalls_score_is_that_of_all_pairs(pairs in pairs(2)) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let Ok(tau) = correlation::kendall(&x, &y) else { return Ok(()) };
        let sign = |a: f64, b: f64| i64::from(a > b) - i64::from(a < b);
        let mut score = 0;
        for (i, a) in pairs.iter().enumerate() {
            for b in &pairs[..i] {
                score += sign(a.0, b.0) * sign(a.1, b.1);
            }
        }
        prop_assert_eq!(tau.score, score);
        prop_assert!((-1.0..=1.0).contains(&tau.tau));
    }

    #[test]
    fn exact_correlation_tests_are_those_of_all_orders(
        y in prop::collection::vec((0..5_i32).prop_map(f64::from), 3..7),
    ) {
        let x: Vec<f64> = (0..y.len()).map(|i| i as f64).collect();
        let Ok(rho) = correlation::spearman(&x, &y) else { return Ok(()) };
        let (mut all, mut far) = (0_u32, 0_u32);
        orders(&mut y.clone(), 0, &mut |order| {
            all += 1;
            let other = correlation::spearman(&x, order).unwrap().rho;
            far += u32::from(other.abs() >= rho.rho.abs() - 1e-12);
        });
        let p = rho.exact_p(Alternative::TwoSided).unwrap();
        prop_assert!((p - f64::from(far) / f64::from(all)).abs() < 1e-12);
    }

    #[test]
    fn kendalls_exact_test_is_that_of_all_orders(
        order in Just((0..6).map(f64::from).collect::<Vec<f64>>()).prop_shuffle(),
        side in select(&[Alternative::Greater, Alternative::Less][..]),
    ) {
        let x: Vec<f64> = (0..6).map(f64::from).collect();
        let tau = correlation::kendall(&x, &order).unwrap();
        let (mut all, mut far) = (0_u32, 0_u32);
        orders(&mut order.clone(), 0, &mut |other| {
            all += 1;
            let score = correlation::kendall(&x, other).unwrap().score;
            far += u32::from(match side {
                Alternative::Greater => score >= tau.score,
                _ => score <= tau.score,
            });
        });
        prop_assert!((tau.exact_p(side).unwrap() - f64::from(far) / f64::from(all)).abs() < 1e-12);
    }

    #[test]
    fn shapiro_is_blind_to_scale_and_order(
        values in prop::collection::vec(-50.0..50.0_f64, 3..60), scale in 0.1..9.0_f64, shift in -99.0..99.0_f64,
    ) {
        let Ok(test) = shapiro::test(&values) else { return Ok(()) };
        let moved: Vec<f64> = values.iter().rev().map(|x| shift - scale * x).collect();
        let other = shapiro::test(&moved).unwrap();
        prop_assert!((test.w - other.w).abs() < 1e-9 && (0.0..=1.0).contains(&test.p));
        prop_assert!(test.w > 0.0 && test.w <= 1.0);
    }

    #[test]
    fn standardised_differences_mirror(pairs in pairs(2), scale in 0.1..9.0_f64) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let Ok(d) = effect::cohens_d(&x, &y) else { return Ok(()) };
        prop_assert!(near(d.d, -effect::cohens_d(&y, &x).unwrap().d));
        let scaled = |x: &[f64]| x.iter().map(|x| scale * x).collect::<Vec<_>>();
        prop_assert!(close(d.d, effect::cohens_d(&scaled(&x), &scaled(&y)).unwrap().d));
        if let Ok(g) = d.g {
            prop_assert!(g.abs() <= d.d.abs());
        }
    }

    #[test]
    fn a_summary_lies_within_its_sample(values in prop::collection::vec(score(), 1..50)) {
        let summary = descriptives::describe(&values).unwrap();
        for value in [summary.mean, summary.median, summary.quantile(0.1).unwrap()] {
            prop_assert!(value >= summary.min - 1e-12 && value <= summary.max + 1e-12);
        }
        prop_assert!(summary.quantile(0.3).unwrap() <= summary.quantile(0.7).unwrap());
        prop_assert!(summary.sd.unwrap_or(0.0) >= summary.sd_population || values.len() == 1);
    }
}

/// Calls a function with every order of the values.
fn orders(values: &mut Vec<f64>, from: usize, with: &mut impl FnMut(&[f64])) {
    if from == values.len() {
        return with(values);
    }
    for i in from..values.len() {
        values.swap(from, i);
        orders(values, from + 1, with);
        values.swap(from, i);
    }
}
