//! Rank tests: exchange, monotone maps, and exact values by full enumeration.

use peirast_stats::{
    Alternative, ZeroRule, cochran, effect, friedman, kruskal, mann_whitney, mcnemar, wilcoxon,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::near;

fn few(least: usize, most: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-5..6_i32).prop_map(f64::from), least..most)
}

proptest! {
    #[test]
    fn signed_ranks_mirror(d in few(1, 30), rule in select(ZeroRule::ALL), side in select(Alternative::ALL)) {
        let negated: Vec<f64> = d.iter().map(|d| -d).collect();
        let one = wilcoxon::signed_rank(&d, rule).unwrap();
        let other = wilcoxon::signed_rank(&negated, rule).unwrap();
        prop_assert_eq!((one.w_plus, one.w_minus), (other.w_minus, other.w_plus));
        prop_assert_eq!(one.p_conditional(side), other.p_conditional(side.mirrored()));
        match (one.p_normal(side, true), other.p_normal(side.mirrored(), true)) {
            (Ok(a), Ok(b)) => prop_assert!(near(a, b)),
            (a, b) => prop_assert_eq!(a, b),
        }
    }

    #[test]
    fn signed_ranks_are_exact(d in few(1, 11), rule in select(ZeroRule::ALL), side in select(Alternative::ALL)) {
        let test = wilcoxon::signed_rank(&d, rule).unwrap();
        let Ok(p) = test.p_conditional(side) else { return Ok(()) };
        let (mut at_least, mut at_most) = (0_u32, 0_u32);
        for signs in 0..1_u32 << d.len() {
            let flipped: Vec<f64> =
                d.iter().enumerate().map(|(i, d)| if signs >> i & 1 == 1 { -d } else { *d }).collect();
            let sum = wilcoxon::signed_rank(&flipped, rule).unwrap().w_plus;
            at_least += u32::from(sum >= test.w_plus);
            at_most += u32::from(sum <= test.w_plus);
        }
        let all = f64::from(1_u32 << d.len());
        let want = match side {
            Alternative::Greater => f64::from(at_least) / all,
            Alternative::Less => f64::from(at_most) / all,
            Alternative::TwoSided => (2.0 * f64::from(at_least.min(at_most)) / all).min(1.0),
        };
        prop_assert!((p - want).abs() < 1e-12, "{p} {want}");
    }

    #[test]
    fn rank_sums_mirror(x in few(1, 20), y in few(1, 20), side in select(Alternative::ALL)) {
        let one = mann_whitney::rank_sum(&x, &y).unwrap();
        let other = mann_whitney::rank_sum(&y, &x).unwrap();
        prop_assert_eq!((one.u1, one.u2), (other.u2, other.u1));
        let (a, b) = (one.p_permutation(side).unwrap(), other.p_permutation(side.mirrored()).unwrap());
        prop_assert!(near(a, b));
        match (one.p_normal(side, true), other.p_normal(side.mirrored(), true)) {
            (Ok(a), Ok(b)) => prop_assert!(near(a, b)),
            (a, b) => prop_assert_eq!(a, b),
        }
        prop_assert!(near(one.rank_biserial() + 2.0, effect::cliffs_delta(&x, &y).unwrap().delta + 2.0));
    }

    #[test]
    fn rank_sums_are_exact(x in few(1, 6), y in few(1, 6), side in select(Alternative::ALL)) {
        let test = mann_whitney::rank_sum(&x, &y).unwrap();
        let all = [x.clone(), y].concat();
        let (mut count, mut at_least, mut at_most) = (0_u32, 0_u32, 0_u32);
        for chosen in (0..1_u32 << all.len()).filter(|set| set.count_ones() as usize == x.len()) {
            let part = |member: u32| -> Vec<f64> {
                (0..all.len()).filter(|i| chosen >> i & 1 == member).map(|i| all[i]).collect()
            };
            let u1 = mann_whitney::rank_sum(&part(1), &part(0)).unwrap().u1;
            count += 1;
            at_least += u32::from(u1 >= test.u1);
            at_most += u32::from(u1 <= test.u1);
        }
        let share = |part: u32| f64::from(part) / f64::from(count);
        let want = match side {
            Alternative::Greater => share(at_least),
            Alternative::Less => share(at_most),
            Alternative::TwoSided => (2.0 * share(at_least.min(at_most))).min(1.0),
        };
        prop_assert!((test.p_permutation(side).unwrap() - want).abs() < 1e-12);
    }

    /// Without ties, both ways to count agree.
    #[test]
    fn partitions_count_what_subsets_count(
        order in Just((0..25).map(f64::from).collect::<Vec<f64>>()).prop_shuffle(),
        first in 1..24_usize, side in select(Alternative::ALL),
    ) {
        let test = mann_whitney::rank_sum(&order[..first], &order[first..]).unwrap();
        prop_assert!(near(test.p_exact(side).unwrap(), test.p_permutation(side).unwrap()));
    }

    #[test]
    fn kruskal_of_two_groups_is_mann_whitney(x in few(1, 20), y in few(1, 20)) {
        let Ok(h) = kruskal::test(&[x.clone(), y.clone()]) else { return Ok(()) };
        let z = mann_whitney::rank_sum(&x, &y).unwrap().z(Alternative::TwoSided, false).unwrap();
        prop_assert!((h.h - z * z).abs() < 1e-9 * (1.0 + h.h));
        let other = kruskal::test(&[y, x]).unwrap();
        prop_assert!((h.h - other.h).abs() < 1e-9 * (1.0 + h.h));
    }

    #[test]
    fn cochran_of_two_treatments_is_mcnemar(rows in prop::collection::vec(any::<[bool; 2]>(), 1..60)) {
        let broken = rows.iter().filter(|row| row[0] && !row[1]).count() as u64;
        let mended = rows.iter().filter(|row| !row[0] && row[1]).count() as u64;
        let test = cochran::test(&rows).unwrap();
        prop_assert_eq!(test.informative, broken + mended);
        if let (Ok(q), Ok(p)) = (test.q, test.p) {
            let want = mcnemar::chi_square(broken, mended);
            prop_assert!((q - want.statistic).abs() < 1e-9 && near(p, want.p));
        } else {
            prop_assert_eq!(broken + mended, 0);
        }
    }

    #[test]
    fn friedman_is_blind_to_order_and_to_what_blocks_have_in_common(
        blocks in prop::collection::vec(prop::collection::vec((0..6_i32).prop_map(f64::from), 4), 1..20),
        shift in -9.0..9.0_f64,
    ) {
        let test = friedman::test(&blocks).unwrap();
        let moved: Vec<Vec<f64>> =
            blocks.iter().rev().map(|block| block.iter().rev().map(|x| 3.0 * x + shift).collect()).collect();
        let other = friedman::test(&moved).unwrap();
        prop_assert_eq!(test.chi2, other.chi2);
        if let Ok(w) = test.kendall_w {
            prop_assert!((0.0..=1.0).contains(&w));
        }
    }
}
