//! Pairs in clusters.

use peirast_stats::{Alternative, ClusteredMethod, PairedTable, clustered, mcnemar};
use proptest::prelude::*;
use proptest::sample::select;

use crate::near;

fn cluster() -> impl Strategy<Value = PairedTable> {
    [0..5_u64, 0..4, 0..4, 0..5].prop_map(|[n11, n12, n21, n22]| PairedTable { n11, n12, n21, n22 })
}

proptest! {
    #[test]
    fn clusters_mirror(
        clusters in prop::collection::vec(cluster(), 2..15),
        method in select(ClusteredMethod::ALL), side in select(Alternative::ALL),
    ) {
        let mirrored: Vec<_> = clusters.iter().rev().map(PairedTable::mirrored).collect();
        let (Ok(one), Ok(other)) = (
            clustered::mcnemar(&clusters, method, side),
            clustered::mcnemar(&mirrored, method, side.mirrored()),
        ) else {
            return Ok(());
        };
        prop_assert!(near(one.p.unwrap(), other.p.unwrap()));
        prop_assert_eq!(one.design_effect, other.design_effect);
    }

    /// Clusters of one pair each are independent pairs.
    #[test]
    fn single_pairs_are_no_clusters(broken in 0..30_usize, mended in 0..30_usize, side in select(Alternative::ALL)) {
        prop_assume!(broken + mended > 1);
        let one = |n12, n21| PairedTable { n11: 0, n12, n21, n22: 0 };
        let clusters = [vec![one(1, 0); broken], vec![one(0, 1); mended]].concat();
        let test = |method| clustered::mcnemar(&clusters, method, side).unwrap();
        let (n12, n21) = (broken as u64, mended as u64);
        let exact = mcnemar::exact(n12, n21, side).p;
        prop_assert!(near(test(ClusteredMethod::SignFlip).p.unwrap(), exact));
        for method in [ClusteredMethod::Robust, ClusteredMethod::Durkalski] {
            prop_assert!(near(test(method).p.unwrap(), mcnemar::normal(n12, n21, side).p));
        }
        prop_assert_eq!(test(ClusteredMethod::Robust).design_effect, Ok(1.0));
    }

    #[test]
    fn sign_flips_are_exact(clusters in prop::collection::vec(cluster(), 1..9), side in select(Alternative::ALL)) {
        let Ok(test) = clustered::mcnemar(&clusters, ClusteredMethod::SignFlip, side) else { return Ok(()) };
        let gains: Vec<i64> = clusters.iter().map(|one| one.n21 as i64 - one.n12 as i64).collect();
        let observed: i64 = gains.iter().sum();
        let (mut at_least, mut at_most) = (0_u32, 0_u32);
        for signs in 0..1_u32 << gains.len() {
            let sum: i64 =
                gains.iter().enumerate().map(|(i, gain)| if signs >> i & 1 == 1 { -gain } else { *gain }).sum();
            at_least += u32::from(sum >= observed);
            at_most += u32::from(sum <= observed);
        }
        let share = |count: u32| f64::from(count) / f64::from(1_u32 << gains.len());
        let want = match side {
            Alternative::Greater => share(at_least),
            Alternative::Less => share(at_most),
            Alternative::TwoSided => (2.0 * share(at_least.min(at_most))).min(1.0),
        };
        prop_assert!((test.p.unwrap() - want).abs() < 1e-12, "{:?} {want}", test.p);
    }

    /// The mean of clustered 0, 1 and -1 is the difference of paired proportions.
    #[test]
    fn a_difference_is_a_mean(clusters in prop::collection::vec(cluster(), 3..10)) {
        let values: Vec<Vec<f64>> = clusters
            .iter()
            .map(|one| {
                let many = |count: u64, value: f64| vec![value; count as usize];
                [many(one.n11 + one.n22, 0.0), many(one.n12, -1.0), many(one.n21, 1.0)].concat()
            })
            .collect();
        match (clustered::difference(&clusters, 0.9), clustered::mean(&values, 0.9)) {
            (Ok(difference), Ok(mean)) => prop_assert_eq!(difference.robust, mean),
            (difference, mean) => prop_assert_eq!(difference.err(), mean.err()),
        }
    }
}
