//! Logistic regression, compared with results in closed form.

use peirast_stats::{Error, Undefined, logistic};
use proptest::prelude::*;

fn table(counts: [usize; 4]) -> (Vec<[f64; 1]>, Vec<bool>) {
    let cells = [(0.0, false), (0.0, true), (1.0, false), (1.0, true)];
    let rows =
        cells.into_iter().zip(counts).flat_map(|(cell, count)| std::iter::repeat_n(cell, count));
    rows.map(|(x, right)| ([x], right)).unzip()
}

proptest! {
    /// With one predictor of two values, the odds ratio of the table, with Woolf's variance.
    #[test]
    fn a_two_by_two_table(counts in [1..40_usize, 1..40, 1..40, 1..40], scale in 0.01..100.0_f64) {
        let (rows, outcomes) = table(counts);
        let fit = logistic::fit(&rows, &outcomes).unwrap();
        let [a, b, c, d] = counts.map(|count| count as f64);
        let slope = fit.coefficients[1];
        prop_assert!((slope.estimate - (a * d / (b * c)).ln()).abs() < 1e-8);
        let woolf = (1.0 / a + 1.0 / b + 1.0 / c + 1.0 / d).sqrt();
        prop_assert!((slope.se / woolf - 1.0).abs() < 1e-8);
        let scaled: Vec<[f64; 1]> = rows.iter().map(|row| [row[0] * scale + 7.0]).collect();
        let other = logistic::fit(&scaled, &outcomes).unwrap();
        prop_assert!((other.coefficients[1].estimate * scale - slope.estimate).abs() < 1e-7);
        prop_assert!((other.log_likelihood - fit.log_likelihood).abs() < 1e-8);
    }

    #[test]
    fn an_empty_cell_separates(counts in [1..40_usize, 1..40, 1..40, 1..40], empty in 0..4_usize) {
        let mut counts = counts;
        counts[empty] = 0;
        let (rows, outcomes) = table(counts);
        prop_assert_eq!(logistic::fit(&rows, &outcomes), Err(Error::Undefined(Undefined::Separated)));
    }

    /// For all data, the result is an estimate or a reason.
    #[test]
    fn small_data_have_an_estimate_or_a_reason(
        data in prop::collection::vec(((-3..4_i32, -3..4_i32), any::<bool>()), 1..14),
    ) {
        let rows: Vec<[f64; 2]> = data.iter().map(|(x, _)| [f64::from(x.0), f64::from(x.1)]).collect();
        let outcomes: Vec<bool> = data.iter().map(|(_, right)| *right).collect();
        match logistic::fit(&rows, &outcomes) {
            Ok(fit) => {
                prop_assert!(fit.coefficients.iter().all(|one| one.estimate.is_finite() && one.se > 0.0));
                prop_assert!(!separable(&rows, &outcomes));
            }
            Err(Error::Undefined(Undefined::Separated)) => prop_assert!(separable(&rows, &outcomes)),
            Err(Error::Undefined(Undefined::SingularDesign | Undefined::ConstantOutcome)) => {}
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn matched_pairs_have_the_odds_of_mcnemar(broken in 1..60_usize, mended in 1..60_usize) {
        let pairs = [vec![[1.0]; mended], vec![[-1.0]; broken]].concat();
        let fit = logistic::conditional(&pairs).unwrap();
        prop_assert!((fit.coefficients[0].estimate - (mended as f64 / broken as f64).ln()).abs() < 1e-9);
    }

    /// Strata of one right and one wrong answer are matched pairs; strata that are all right or all
    /// wrong change nothing.
    #[test]
    fn strata_of_two_are_pairs(
        pairs in prop::collection::vec([-4..5_i32, -4..5, -4..5, -4..5], 2..25), cut in 2..5_u64,
    ) {
        let (mut rows, mut outcomes, mut strata, mut differences) = (vec![], vec![], vec![], vec![]);
        for (i, pair) in pairs.iter().enumerate() {
            let [a, b, c, d] = pair.map(f64::from);
            rows.extend([[a, b], [c, d]]);
            differences.push([a - c, b - d]);
            outcomes.extend([true, false]);
            strata.extend([i as u64; 2]);
        }
        rows.extend([[9.0, 9.0], [1.0, 2.0], [8.0, 0.0]]);
        outcomes.extend([true, false, false]);
        strata.extend([1000, 1001, 1001]);
        match (logistic::stratified(&rows, &outcomes, &strata), logistic::conditional(&differences)) {
            (Ok(strata_fit), Ok(pair_fit)) => {
                prop_assert_eq!((strata_fit.strata, strata_fit.uninformative), (pairs.len() as u64, 2));
                let clusters: Vec<u64> = strata.iter().map(|stratum| stratum / cut).collect();
                let by_pair: Vec<u64> = (0..pairs.len() as u64).map(|pair| pair / cut).collect();
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1.0 + a.abs());
                for (one, other) in strata_fit.coefficients.iter().zip(&pair_fit.coefficients) {
                    prop_assert!(close(one.estimate, other.estimate) && close(one.se, other.se));
                }
                match (strata_fit.clustered(&clusters), pair_fit.clustered(&by_pair)) {
                    (Ok(one), Ok(other)) => prop_assert!(close(one[1].se, other[1].se)),
                    (one, other) => prop_assert_eq!(one.err(), other.err()),
                }
                prop_assert!((strata_fit.log_likelihood - pair_fit.log_likelihood).abs() < 1e-8);
            }
            (one, other) => prop_assert_eq!(one.err(), other.err()),
        }
    }

    /// The coding of right and wrong does not matter, nor do values that all members of a stratum
    /// share.
    #[test]
    fn strata_mirror_and_move(
        data in prop::collection::vec((-3..4_i32, 0..4_u64, any::<bool>()), 2..30),
        moves in [-50..50_i32, -50..50, -50..50, -50..50],
    ) {
        let rows: Vec<[f64; 1]> = data.iter().map(|one| [f64::from(one.0)]).collect();
        let strata: Vec<u64> = data.iter().map(|one| one.1).collect();
        let right: Vec<bool> = data.iter().map(|one| one.2).collect();
        let wrong: Vec<bool> = right.iter().map(|right| !right).collect();
        let moved: Vec<[f64; 1]> =
            data.iter().map(|one| [f64::from(one.0 + moves[one.1 as usize])]).collect();
        let fit = logistic::stratified(&rows, &right, &strata);
        for (other, sign) in [
            (logistic::stratified(&rows, &wrong, &strata), -1.0),
            (logistic::stratified(&moved, &right, &strata), 1.0),
        ] {
            match (&fit, other) {
                (Ok(one), Ok(other)) => {
                    let (one, other) = (one.coefficients[0], other.coefficients[0]);
                    prop_assert!((one.estimate - sign * other.estimate).abs() < 1e-8);
                    prop_assert!((one.se - other.se).abs() < 1e-8 && one.se > 0.0);
                }
                (one, other) => prop_assert_eq!(one.as_ref().err(), other.as_ref().err()),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// For all data, the result is an estimate or a reason; exchanging right and wrong only changes
    /// signs, and the likelihood with random intercepts is at least the likelihood without.
    #[test]
    fn random_intercepts_mirror(
        data in prop::collection::vec((-2..3_i32, 0..6_u64, any::<bool>()), 4..40),
    ) {
        let rows: Vec<[f64; 1]> = data.iter().map(|one| [f64::from(one.0)]).collect();
        let groups: Vec<u64> = data.iter().map(|one| one.1).collect();
        let right: Vec<bool> = data.iter().map(|one| one.2).collect();
        let wrong: Vec<bool> = right.iter().map(|right| !right).collect();
        match (logistic::mixed(&rows, &right, &groups), logistic::mixed(&rows, &wrong, &groups)) {
            (Ok(one), Ok(other)) => {
                prop_assert!((one.log_likelihood - other.log_likelihood).abs() < 1e-6);
                prop_assert!((one.coefficients[1].estimate + other.coefficients[1].estimate).abs() < 1e-3);
                for fit in [&one, &other] {
                    prop_assert!(fit.log_likelihood >= fit.log_likelihood_fixed);
                    prop_assert!(fit.coefficients.iter().all(|one| one.se.is_finite() && one.se > 0.0));
                    prop_assert!((0.0..=1.0).contains(&fit.sd_p()) && fit.sd >= 0.0);
                    prop_assert_eq!(fit.sd_se.is_ok_and(|se| se.is_finite()), fit.sd > 0.0);
                }
            }
            (Err(Error::Undefined(_)), Err(Error::Undefined(_))) => {}
            (one, other) => prop_assert!(false, "{:?} {:?}", one, other),
        }
    }
}

/// Returns true if some line has all right answers on one side and all wrong ones on the other
/// (points on the line are allowed, but not all): it tries every line through two points, or near
/// one.
fn separable(rows: &[[f64; 2]], outcomes: &[bool]) -> bool {
    let sides = |normal: [f64; 2], offset: f64| {
        let gain = |(row, right): (&[f64; 2], &bool)| {
            let height = normal[0] * row[0] + normal[1] * row[1] - offset;
            if *right { height } else { -height }
        };
        let gains: Vec<f64> = rows.iter().zip(outcomes).map(gain).collect();
        gains.iter().all(|gain| *gain >= 0.0) && gains.iter().any(|gain| *gain > 0.0)
    };
    // A separating line can be moved until it runs through two of the points.
    rows.iter().any(|a| {
        rows.iter().any(|b| {
            let normal = [b[1] - a[1], a[0] - b[0]];
            let offset = normal[0] * a[0] + normal[1] * a[1];
            sides(normal, offset) || sides([-normal[0], -normal[1]], -offset)
        })
    })
}

/// Dates, years and seconds since 1970 are far from 0, and only their differences matter.
#[test]
fn it_does_not_matter_how_far_from_nothing_a_predictor_lies() {
    let mut stream = peirast_stats::SplitMix64::new(7);
    let (mut rows, mut right, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..240_u64 {
        let (day, length) = (stream.below(365) as f64, stream.below(9) as f64);
        let ease = if at % 24 < 9 { 0.8 } else { -0.4 };
        let odds = (ease + 0.004 * day - 0.2 * length).exp();
        rows.push([day, length]);
        right.push(stream.chance(odds / (1.0 + odds)));
        labels.push(at % 24);
    }
    let other: Vec<u64> = (0..240).map(|at| at / 17).collect();
    let slopes = |by: [f64; 2]| {
        let moved: Vec<[f64; 2]> =
            rows.iter().map(|row| [row[0] + by[0], row[1] + by[1]]).collect();
        let fit = logistic::fit(&moved, &right).unwrap();
        let two = fit.clustered_by_two(&labels, &other).unwrap().coefficients;
        let mixed = logistic::mixed(&moved, &right, &labels).unwrap().coefficients;
        let strata = logistic::stratified(&moved, &right, &labels).unwrap();
        let within = strata.clustered(&labels).unwrap();
        let all = [&fit.coefficients[1..], &fit.clustered(&labels).unwrap()[1..], &two[1..]];
        [all.concat(), mixed[1..].to_vec(), strata.coefficients, within].concat()
    };
    let here = slopes([0.0, 0.0]);
    for by in [[2026.0, 0.0], [20_260_101.0, 0.0], [1.7e9, -1.7e9], [-1e12, 1e6]] {
        for (there, here) in slopes(by).iter().zip(&here) {
            let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
            assert!(close(there.estimate, here.estimate), "{by:?} {there:?} {here:?}");
            assert!(close(there.se, here.se), "{by:?} {there:?} {here:?}");
        }
    }
    // The intercept belongs to predictors of 0, so the slopes times the distance are added.
    let at = |by: f64| {
        let moved: Vec<[f64; 1]> = rows.iter().map(|row| [row[0] + by]).collect();
        logistic::fit(&moved, &right).unwrap().clustered(&labels).unwrap()
    };
    let (near, far) = (at(0.0), at(1000.0));
    let moved = near[0].estimate - 1000.0 * near[1].estimate;
    assert!((far[0].estimate / moved - 1.0).abs() < 1e-9, "{near:?} {far:?}");
    assert!(far[0].se > near[0].se);
}
