//! Pairs in clusters.

use peirast_stats::{
    Alternative, ClusteredMean, ClusteredMethod, Error, PairedTable, Undefined, clustered, mcnemar,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::near;

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
            (Ok(difference), Ok(mean)) => {
                // Except for the interval, which stays within -1 to 1.
                let interval = difference.robust.interval;
                prop_assert_eq!(difference.robust, ClusteredMean { interval, ..mean });
            }
            // Clusters with the same mean give finite limits for shares, and none for a mean.
            (Ok(difference), Err(Error::Undefined(Undefined::ZeroVariance))) => {
                prop_assert!(difference.robust.se < 1e-12, "{:?}", difference);
            }
            (difference, mean) => prop_assert_eq!(difference.err(), mean.err()),
        }
    }

    /// Kinds of clusters can be exchanged, tables of one cell can be divided, and a second kind
    /// that is no coarser than the first changes nothing.
    #[test]
    fn two_kinds_of_clusters(
        cells in prop::collection::vec((cluster(), 0..4_u64, 0..4_u64), 2..25),
    ) {
        let tables: Vec<PairedTable> = cells.iter().map(|cell| cell.0).collect();
        let first: Vec<u64> = cells.iter().map(|cell| cell.1).collect();
        let second: Vec<u64> = cells.iter().map(|cell| cell.2 * 1_000_000).collect();
        let one = clustered::difference_by_two(&tables, &first, &second, 0.9);
        let other = clustered::difference_by_two(&tables, &second, &first, 0.9);
        match (&one, &other) {
            (Ok(one), Ok(other)) => {
                prop_assert!(one.se.is_finite() && (one.se - other.se).abs() < 1e-12);
                prop_assert_eq!((one.estimate, one.df, one.variance), (other.estimate, other.df, other.variance));
            }
            (one, other) => prop_assert_eq!(one.as_ref().err(), other.as_ref().err()),
        }
        let nested: Vec<u64> = first.iter().zip(&second).map(|(a, b)| a * 7 + b).collect();
        let fine = clustered::difference_by_two(&tables, &first, &nested, 0.9);
        let mut sums = [PairedTable::default(); 4];
        tables.iter().zip(&first).for_each(|(table, place)| sums[*place as usize] = [sums[*place as usize], *table].into_iter().sum());
        if let (Ok(fine), Ok(coarse)) = (fine, clustered::difference(&sums, 0.9)) {
            // Sums of 0 in every cluster leave no variance to compare.
            if coarse.robust.se > 1e-9 {
                prop_assert!((fine.se - coarse.robust.se).abs() < 1e-9, "{:?} {:?}", fine, coarse);
            }
        }
    }
}
