//! Logistic regression against what is known in closed form.

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

    /// Whatever is asked, the answer is an estimate or a reason.
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
}

/// Whether some line has all right answers on one side and all wrong ones on the other, points on
/// the line allowed, though not all: every line through two points, or beside one, is tried.
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
