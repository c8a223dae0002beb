//! Agreement: names of categories and the order of raters do not matter.

use peirast_stats::{Defined, Metric, Weights, agreement};
use proptest::prelude::*;
use proptest::sample::select;

fn ratings() -> impl Strategy<Value = Vec<[Option<usize>; 3]>> {
    let rating = prop_oneof![4 => (0..4_usize).prop_map(Some), 1 => Just(None)];
    prop::collection::vec([rating.clone(), rating.clone(), rating], 2..30)
}

fn alike(one: Defined, other: Defined) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => (one - other).abs() < 1e-12,
        (one, other) => one == other,
    }
}

fn table() -> impl Strategy<Value = [[u64; 3]; 3]> {
    [[0..20_u64, 0..20, 0..20], [0..20, 0..20, 0..20], [0..20, 0..20, 0..20]]
}

proptest! {
    #[test]
    fn kappa_is_blind_to_who_is_first_and_to_direction(table in table(), weights in select(Weights::ALL)) {
        let Ok(kappa) = agreement::cohens_kappa(&table, weights) else { return Ok(()) };
        let other = |at: fn(usize, usize) -> (usize, usize)| {
            let cell = |i: usize, j: usize| {
                let (k, l) = at(i, j);
                table[k][l]
            };
            let turned = [0, 1, 2].map(|i| [0, 1, 2].map(|j| cell(i, j)));
            agreement::cohens_kappa(&turned, weights).unwrap()
        };
        for turned in [other(|i, j| (j, i)), other(|i, j| (2 - i, 2 - j))] {
            prop_assert!(alike(kappa.kappa, turned.kappa) && alike(kappa.se, turned.se));
        }
        prop_assert!(kappa.kappa.is_ok_and(|value| value <= 1.0 + 1e-12) || kappa.observed == 1.0);
        prop_assert!(kappa.se.is_ok_and(|se| se > 0.0) || kappa.interval(0.95).is_err());
    }

    /// The standard error against that of the derivative, taken numerically.
    #[test]
    fn the_error_of_kappa_is_that_of_its_derivative(table in table(), weights in select(Weights::ALL)) {
        let scale = 1_000_000_u64;
        let grown = table.map(|row| row.map(|count| (count + 1) * scale));
        let n: u64 = grown.iter().flatten().sum();
        let of = |table: &[[u64; 3]; 3]| agreement::cohens_kappa(table, weights).unwrap();
        let (kappa, se_kappa) = (of(&grown).kappa.unwrap(), of(&grown).se.unwrap());
        let (mut first, mut second) = (0.0, 0.0);
        for i in 0..3 {
            for j in 0..3 {
                let share = grown[i][j] as f64 / n as f64;
                let mut more = grown;
                more[i][j] += 1000;
                let slope = (of(&more).kappa.unwrap() - kappa) / 1000.0 * n as f64;
                first += share * slope;
                second += share * slope * slope;
            }
        }
        let se = ((second - first * first) / n as f64).sqrt();
        prop_assert!((se / se_kappa - 1.0).abs() < 1e-2, "{se} {se_kappa}");
    }

    #[test]
    fn alpha_is_blind_to_raters_and_units(units in ratings(), metric in select(Metric::ALL)) {
        let numbers: Vec<[Option<f64>; 3]> =
            units.iter().map(|unit| unit.map(|rating| rating.map(|k| k as f64))).collect();
        let Ok(alpha) = agreement::krippendorff_alpha(&numbers, metric) else { return Ok(()) };
        // Ratios have no other zero.
        let moved = |k: f64| if metric == Metric::Ratio { 2.0 * k } else { 5.0 - 2.0 * k };
        let turned: Vec<[Option<f64>; 3]> = numbers
            .iter()
            .rev()
            .map(|unit| [unit[2], unit[0], unit[1]].map(|rating| rating.map(moved)))
            .collect();
        let other = agreement::krippendorff_alpha(&turned, metric).unwrap();
        prop_assert!(alike(alpha.alpha, other.alpha));
        prop_assert!(alpha.alpha.map_or(alpha.observed == 0.0, |value| value <= 1.0));
    }

    #[test]
    fn ac1_is_blind_to_raters_and_names(units in ratings()) {
        let Ok(ac1) = agreement::gwet_ac1(&units, 4) else { return Ok(()) };
        let turned: Vec<[Option<usize>; 3]> = units
            .iter()
            .map(|unit| [unit[1], unit[2], unit[0]].map(|rating| rating.map(|k| 3 - k)))
            .collect();
        let other = agreement::gwet_ac1(&turned, 4).unwrap();
        prop_assert!((ac1.ac1 - other.ac1).abs() < 1e-12);
        // For one unit it is undefined.
        match (ac1.se, other.se) {
            (Ok(se), Ok(other)) => prop_assert!((se - other).abs() < 1e-12),
            (se, other) => prop_assert_eq!(se, other),
        }
    }
}
