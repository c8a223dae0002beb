//! Properties for arbitrary counts.

mod agreement;
mod clusters;
mod degenerate;
mod evidence;
mod ranks;
mod regression;
mod resampling;
mod scores;

use peirast_stats::{
    Alternative, Correction, Design, DifferenceMethod, Discordance, PairedTable, Rule, effect,
    proportion,
};
use proptest::prelude::*;
use proptest::sample::select;

fn rule() -> impl Strategy<Value = Rule> {
    select(Rule::ALL)
}

fn alternative() -> impl Strategy<Value = Alternative> {
    select(Alternative::ALL)
}

/// Mostly small counts, where forms differ, and some large.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..40_u64, 2 => 0..2_000_u64, 1 => 0..2_000_000_u64]
}

fn table() -> impl Strategy<Value = PairedTable> {
    [0..60_u64, 0..60, 0..60, 0..60].prop_filter_map("an empty table", |[n11, n12, n21, n22]| {
        let table = PairedTable { n11, n12, n21, n22 };
        (table.n() > 0).then_some(table)
    })
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

proptest! {
    #[test]
    fn exchanging_the_counts_mirrors_the_alternative(
        rule in rule(), side in alternative(), n12 in count(), n21 in count(),
    ) {
        let (one, other) = (rule.test(n12, n21, side), rule.test(n21, n12, side.mirrored()));
        prop_assert!(near(one.p, other.p), "{one:?} {other:?}");
        prop_assert_eq!(one.z, -other.z);
        prop_assert_eq!(one.alternative, other.alternative.mirrored());
    }

    #[test]
    fn two_sided_p_is_symmetric(rule in rule(), n12 in count(), n21 in count()) {
        let test = |a, b| rule.test(a, b, Alternative::TwoSided).p;
        prop_assert!(near(test(n12, n21), test(n21, n12)));
    }

    #[test]
    fn p_is_a_probability(
        rule in rule(), side in alternative(), n12 in count(), n21 in count(),
    ) {
        prop_assert!((0.0..=1.0).contains(&rule.test(n12, n21, side).p));
    }

    #[test]
    fn exact_p_falls_as_imbalance_grows(n in 1..500_u64, at in 0.0..1.0_f64) {
        let n21 = (at * n as f64) as u64;
        let p = |n21: u64, side| Rule::Exact.test(n - n21, n21, side).p;
        let grown = n21 + 1;
        prop_assert!(p(grown, Alternative::Greater) <= p(n21, Alternative::Greater));
        prop_assert!(p(grown, Alternative::Less) >= p(n21, Alternative::Less));
        if 2 * n21 >= n {
            prop_assert!(p(grown, Alternative::TwoSided) <= p(n21, Alternative::TwoSided));
        }
    }

    #[test]
    fn mid_p_lies_below_exact(side in alternative(), n12 in count(), n21 in count()) {
        let p = |rule: Rule| rule.test(n12, n21, side).p;
        prop_assert!(p(Rule::MidP) <= p(Rule::Exact) * (1.0 + 1e-12));
    }

    #[test]
    fn adjusted_p_is_larger_in_the_same_order_and_in_place(
        correction in select(Correction::ALL),
        // Rounded, so that ties occur.
        p in prop::collection::vec((0..=50_u32).prop_map(|i| f64::from(i) / 50.0), 0..30),
        turn in 0..30_usize,
    ) {
        let adjusted = correction.adjust(&p).expect("probabilities");
        for i in 0..p.len() {
            prop_assert!(adjusted[i] >= p[i] && adjusted[i] <= 1.0);
            for j in 0..p.len() {
                prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
                prop_assert!(p[i] != p[j] || adjusted[i] == adjusted[j]);
            }
        }
        let (mut turned, mut expected) = (p.clone(), adjusted);
        if !p.is_empty() {
            turned.rotate_left(turn % p.len());
            expected.rotate_left(turn % p.len());
        }
        prop_assert_eq!(correction.adjust(&turned).expect("probabilities"), expected);
    }

    #[test]
    fn corrections_are_ordered_by_strength(
        p in prop::collection::vec(0.0..=1.0_f64, 1..30),
    ) {
        use Correction::{BenjaminiHochberg, BenjaminiYekutieli, Bonferroni, Hochberg, Holm};
        let adjust = |correction: Correction| correction.adjust(&p).expect("probabilities");
        let weaker = |a: Correction, b: Correction| {
            adjust(a).iter().zip(adjust(b)).all(|(a, b)| *a >= b - 1e-15)
        };
        prop_assert!(weaker(Bonferroni, Holm) && weaker(Holm, Hochberg));
        prop_assert!(weaker(Hochberg, BenjaminiHochberg));
        prop_assert!(weaker(BenjaminiYekutieli, BenjaminiHochberg));
    }

    #[test]
    fn intervals_contain_the_estimate(
        k in 0..500_u64, more in 1..500_u64, confidence in 0.5..0.999_f64, table in table(),
    ) {
        let n = k + more;
        let share = k as f64 / n as f64;
        for interval in [proportion::wilson, proportion::clopper_pearson] {
            let interval = interval(k, n, confidence).expect("valid");
            prop_assert!(interval.contains(share), "{interval:?}");
            prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
        }
        for method in [DifferenceMethod::Newcombe, DifferenceMethod::Wald] {
            let difference = effect::difference(&table, method, confidence).expect("valid");
            prop_assert!(difference.interval.contains(difference.estimate), "{difference:?}");
            prop_assert!(difference.interval.low >= -1.0 && difference.interval.high <= 1.0);
        }
        let odds = effect::odds_ratio(table.n12, table.n21, confidence).expect("valid");
        prop_assert!(odds.low.value() <= odds.ratio.value());
        prop_assert!(odds.ratio.value() <= odds.high.value());
    }

    #[test]
    fn differences_and_odds_mirror(table in table(), method in select(DifferenceMethod::ALL)) {
        let interval = |t: &PairedTable| effect::difference(t, method, 0.95).expect("valid").interval;
        let (one, other) = (interval(&table), interval(&table.mirrored()));
        prop_assert!((one.low + other.high).abs() < 1e-12, "{one:?} {other:?}");
        let odds = |n12, n21| effect::odds_ratio(n12, n21, 0.95).expect("valid");
        let (one, other) = (odds(table.n12, table.n21), odds(table.n21, table.n12));
        if let (Some(low), Some(high)) = (one.low.value(), other.high.value()) {
            prop_assert!(near(low, 1.0 / high), "{one:?} {other:?}");
        }
    }

    /// The exact interval and the exact test invert each other.
    #[test]
    fn the_exact_odds_interval_excludes_1_when_the_exact_test_rejects(
        n12 in 0..80_u64, n21 in 1..80_u64, confidence in 0.6..0.999_f64,
    ) {
        let odds = effect::odds_ratio(n12, n21, confidence).expect("valid");
        let p = Rule::Exact.test(n12, n21, Alternative::TwoSided).p;
        let excluded = odds.low.value() > Some(1.0) || odds.high.value() < Some(1.0);
        if (p - (1.0 - confidence)).abs() > 1e-9 {
            prop_assert_eq!(excluded, p < 1.0 - confidence);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_exact_test_keeps_its_level(
        side in alternative(), n in 0..200_u64, p in 0.0..0.5_f64, alpha in 0.001..0.3_f64,
    ) {
        let design = Design::new(Rule::Exact, side, alpha).expect("a level");
        let size = design.power(n, &Discordance::new(p, p).expect("valid"));
        prop_assert!(size <= alpha + 1e-12, "{size}");
    }

    #[test]
    fn power_is_a_probability_and_grows(
        rule in select(&[Rule::Exact, Rule::MidP, Rule::Normal][..]),
        p12 in 0.0..0.3_f64, more in 0.02..0.3_f64, n in 5..200_u64,
    ) {
        let design = Design::new(rule, Alternative::Greater, 0.05).expect("a level");
        let supposed = Discordance::new(p12, p12 + more).expect("valid");
        let (few, many) = (design.power(n, &supposed), design.power(2 * n + 20, &supposed));
        prop_assert!((0.0..=1.0).contains(&few) && (0.0..=1.0).contains(&many));
        // A sawtooth cannot undo a doubling.
        prop_assert!(few <= many + 1e-12, "{few} {many}");
    }

    #[test]
    fn power_mirrors(
        rule in rule(), side in alternative(), p12 in 0.0..0.5_f64, p21 in 0.0..0.5_f64,
        n in 0..300_u64,
    ) {
        let power = |side, p12, p21| {
            let design = Design::new(rule, side, 0.05).expect("a level");
            design.power(n, &Discordance::new(p12, p21).expect("valid"))
        };
        let (one, other) = (power(side, p12, p21), power(side.mirrored(), p21, p12));
        prop_assert!((one - other).abs() < 1e-12, "{one} {other}");
    }

    /// The sum over n* that power shortens, in full.
    #[test]
    fn power_is_the_mean_of_conditional_power(
        side in alternative(), p12 in 0.0..0.5_f64, p21 in 0.01..0.5_f64, n in 0..150_u64,
    ) {
        let design = Design::new(Rule::Exact, side, 0.05).expect("a level");
        let (total, share) = (p12 + p21, p21 / (p12 + p21));
        let sum: f64 = (0..=n)
            .map(|m| {
                let given = design.conditional_power(m, share).expect("a share");
                peirast_stats::dist::binomial_pmf(m, n, total) * given
            })
            .sum();
        let power = design.power(n, &Discordance::new(p12, p21).expect("valid"));
        prop_assert!((power - sum).abs() < 1e-12, "{power} {sum}");
    }
}

#[test]
fn names_are_the_same_printed_parsed_and_in_json() {
    fn check<T>(all: &[T])
    where
        T: Copy + PartialEq + std::fmt::Debug + ToString + std::str::FromStr,
        T: serde::Serialize + serde::de::DeserializeOwned,
    {
        for one in all {
            let json = serde_json::to_string(one).expect("serialises");
            assert_eq!(json, format!("\"{}\"", one.to_string()));
            assert_eq!(serde_json::from_str::<T>(&json).ok(), Some(*one));
            assert_eq!(one.to_string().parse().ok(), Some(*one));
        }
        assert!("no such name".parse::<T>().is_err());
    }
    check(Alternative::ALL);
    check(Rule::ALL);
    check(Correction::ALL);
    check(DifferenceMethod::ALL);
    check(peirast_stats::Method::ALL);
    check(peirast_stats::Formula::ALL);
}

#[test]
fn tables_add_up() {
    let one = PairedTable { n11: 1, n12: 2, n21: 3, n22: 4 };
    assert_eq!([one, one, one].into_iter().sum::<PairedTable>().n(), 30);
    let full = PairedTable { n11: u64::MAX, ..one };
    assert_eq!((full + one).n11, u64::MAX);
    assert_eq!(full.n(), u64::MAX);
}
