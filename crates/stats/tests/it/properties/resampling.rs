//! Permutation and bootstrap.

use peirast_stats::{Alternative, Bootstrap, Relabelings, bootstrap, permutation};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn permutation_tests_mirror(
        pairs in prop::collection::vec((-9..9_i32, -9..9_i32), 1..9), shift in -100..100_i32,
    ) {
        let side = |take: fn(&(i32, i32)) -> i32| -> Vec<f64> {
            pairs.iter().map(|pair| f64::from(take(pair))).collect()
        };
        let (x, y) = (side(|pair| pair.0), side(|pair| pair.1));
        for test in [permutation::paired, permutation::independent] {
            let one = test(&x, &y, Relabelings::All).unwrap();
            let other = test(&y, &x, Relabelings::All).unwrap();
            prop_assert_eq!(one.statistic, -other.statistic);
            prop_assert_eq!((one.at_least, one.as_far), (other.at_most, other.as_far));
            // Values that both samples share do not matter.
            let moved = |x: &[f64]| x.iter().map(|x| x + f64::from(shift)).collect::<Vec<_>>();
            let shifted = test(&moved(&x), &moved(&y), Relabelings::All).unwrap();
            prop_assert_eq!(one.p(Alternative::TwoSided), shifted.p(Alternative::TwoSided));
        }
    }

    #[test]
    fn random_relabelings_near_all_of_them(
        pairs in prop::collection::vec((-9..9_i32, -9..9_i32), 3..8), seed in any::<u64>(),
    ) {
        let (x, y): (Vec<f64>, Vec<f64>) =
            pairs.iter().map(|pair| (f64::from(pair.0), f64::from(pair.1))).unzip();
        for test in [permutation::paired, permutation::independent] {
            let all = test(&x, &y, Relabelings::All).unwrap().at_least;
            let some = test(&x, &y, Relabelings::Random { draws: 2000, seed }).unwrap();
            // Five standard errors and the observed relabeling.
            prop_assert!((some.at_least - all).abs() < 5.0 * (all * (1.0 - all) / 2000.0).sqrt() + 1e-3);
            prop_assert!(some.at_least > 0.0);
        }
    }

    #[test]
    fn a_bootstrap_moves_with_its_sample(
        values in prop::collection::vec((-20..20_i32).prop_map(f64::from), 2..30),
        seed in any::<u64>(), cut in 0..100_u64,
    ) {
        let whole = Bootstrap::seeded(&values, bootstrap::mean, 100, seed).unwrap();
        let mut parts = bootstrap::replicates(&values, bootstrap::mean, seed, cut..100);
        parts.extend(bootstrap::replicates(&values, bootstrap::mean, seed, 0..cut));
        parts.sort_by(f64::total_cmp);
        prop_assert_eq!(&parts, whole.replicates());
        let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(l, m), x| (l.min(*x), m.max(*x)));
        let interval = whole.percentile(0.9).unwrap();
        prop_assert!(interval.low >= least - 1e-9 && interval.high <= most + 1e-9);
        let doubled: Vec<f64> = values.iter().map(|x| 2.0 * x).collect();
        let other = Bootstrap::seeded(&doubled, bootstrap::mean, 100, seed).unwrap();
        prop_assert_eq!(2.0 * interval.low, other.percentile(0.9).unwrap().low);
        if let (Ok(bca), Ok(twice)) = (whole.bca(0.9), other.bca(0.9)) {
            prop_assert!((bca.z0 - twice.z0).abs() < 1e-12);
            prop_assert!((bca.acceleration - twice.acceleration).abs() < 1e-12);
        }
    }

    /// Clusters of one value each are equivalent to independent values.
    #[test]
    fn clusters_of_one_are_a_sample(
        values in prop::collection::vec(-20.0..20.0_f64, 2..20), seed in any::<u64>(),
    ) {
        let clusters: Vec<[f64; 1]> = values.iter().map(|value| [*value]).collect();
        let plain = Bootstrap::seeded(&values, bootstrap::median, 50, seed).unwrap();
        let clustered = Bootstrap::clustered(&clusters, bootstrap::median, 50, seed).unwrap();
        prop_assert_eq!(plain, clustered);
    }
}
