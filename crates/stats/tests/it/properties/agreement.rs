//! Agreement: names of categories and order of raters do not matter.

use peirast_stats::{Metric, Weights, agreement};
use proptest::prelude::*;
use proptest::sample::select;

fn ratings() -> impl Strategy<Value = Vec<[Option<usize>; 3]>> {
    let rating = prop_oneof![4 => (0..4_usize).prop_map(Some), 1 => Just(None)];
    prop::collection::vec([rating.clone(), rating.clone(), rating], 2..30)
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
            prop_assert!((kappa.kappa - turned.kappa).abs() < 1e-12);
            prop_assert!((kappa.se - turned.se).abs() < 1e-12);
        }
        prop_assert!(kappa.kappa <= 1.0 + 1e-12 && kappa.se.is_finite());
    }

    /// The standard error against that of the derivative, taken numerically.
    #[test]
    fn the_error_of_kappa_is_that_of_its_derivative(table in table(), weights in select(Weights::ALL)) {
        let scale = 1_000_000_u64;
        let grown = table.map(|row| row.map(|count| (count + 1) * scale));
        let n: u64 = grown.iter().flatten().sum();
        let kappa = agreement::cohens_kappa(&grown, weights).unwrap();
        let (mut first, mut second) = (0.0, 0.0);
        for i in 0..3 {
            for j in 0..3 {
                let share = grown[i][j] as f64 / n as f64;
                let mut more = grown;
                more[i][j] += 1000;
                let slope = (agreement::cohens_kappa(&more, weights).unwrap().kappa - kappa.kappa)
                    / 1000.0 * n as f64;
                first += share * slope;
                second += share * slope * slope;
            }
        }
        let se = ((second - first * first) / n as f64).sqrt();
        prop_assert!((se / kappa.se - 1.0).abs() < 1e-2, "{se} {}", kappa.se);
    }

    #[test]
    fn alpha_is_blind_to_raters_and_units(units in ratings(), metric in select(Metric::ALL)) {
        let numbers: Vec<[Option<f64>; 3]> =
            units.iter().map(|unit| unit.map(|rating| rating.map(|k| k as f64))).collect();
        let Ok(alpha) = agreement::krippendorff_alpha(&numbers, metric) else { return Ok(()) };
        let turned: Vec<[Option<f64>; 3]> = numbers
            .iter()
            .rev()
            .map(|unit| [unit[2], unit[0], unit[1]].map(|rating| rating.map(|k| 5.0 - 2.0 * k)))
            .collect();
        let other = agreement::krippendorff_alpha(&turned, metric).unwrap();
        prop_assert!((alpha.alpha - other.alpha).abs() < 1e-12);
        prop_assert!(alpha.alpha <= 1.0);
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
        prop_assert!((ac1.se.unwrap() - other.se.unwrap()).abs() < 1e-12);
    }
}
