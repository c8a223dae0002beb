//! Cases in which errors are likely: decimals, few clusters, very large counts, resamples and
//! tables without variation, small samples.

use std::time::{Duration, Instant};

use peirast_stats::power::rank::{PlannedRank, RankDesign};
use peirast_stats::power::two_proportion;
use peirast_stats::{
    Alternative, Bootstrap, ClusteredMethod, Correction, Defined, EProcess, Error, Family, Lost,
    MAX_COUNT, Metric, PairedTable, ProportionMethod, RankMethod, Row, Rule, Standing,
    TwoProportions, Undefined, Weights, ZeroRule, agreement, binomial, bootstrap, clustered,
    correlation, effect, logistic, paired_differences, permutation, result, sequential, shift,
    wilcoxon,
};
use peirast_stats::{Pooling, Relabelings, detection::Accepted};
use proptest::prelude::*;

const TWO: Alternative = Alternative::TwoSided;

proptest! {
    /// Scores of 7 and 3 and scores of 0.7 and 0.3 have the same ranks, p-values and zeros.
    #[test]
    fn the_decimal_point_changes_no_p_value(
        pairs in prop::collection::vec((0_i32..12, 0_i32..12), 2..14),
        places in 1_i32..5,
        rule in prop::sample::select(ZeroRule::ALL.to_vec()),
    ) {
        let columns = |scale: f64| -> (Vec<f64>, Vec<f64>) {
            pairs.iter().map(|(x, y)| (f64::from(*x) / scale, f64::from(*y) / scale)).unzip()
        };
        let (whole, parts) = (columns(1.0), columns(10_f64.powi(places)));
        let ranks = |(x, y): &(Vec<f64>, Vec<f64>)| {
            let d = paired_differences(x, y).expect("pairs");
            let test = wilcoxon::signed_rank(&d, rule).expect("pairs");
            (test.w_plus, test.w_minus, test.zeros, test.ties, test.p_conditional(TWO))
        };
        prop_assert_eq!(ranks(&whole), ranks(&parts));
        let flips = |(x, y): &(Vec<f64>, Vec<f64>)| {
            permutation::paired(x, y, Relabelings::All).expect("pairs").p(TWO)
        };
        prop_assert_eq!(flips(&whole), flips(&parts));
        let middle = |(x, y): &(Vec<f64>, Vec<f64>)| {
            let d = paired_differences(x, y).expect("pairs");
            shift::of_pairs(&d, 0.8).expect("pairs").estimate
        };
        let moved = middle(&parts) * 10_f64.powi(places);
        prop_assert!((middle(&whole) - moved).abs() < 1e-9);
    }
}

/// Every method reports its assumptions, and whether the number of clusters is large enough; exact flips of
/// signs have no such assumption, but say if no outcome could reject.
#[test]
fn assumptions_of_clustered_tests_are_those_of_the_method() {
    let standing = |clusters: u64, method: ClusteredMethod, side: Alternative| {
        let tables = vec![PairedTable { n11: 3, n12: 1, n21: 4, n22: 2 }; clusters as usize];
        let test = result::clustered_mcnemar(&tables, method, side, 0.95).expect("a test");
        let of = |words: &str| {
            test.assumptions
                .iter()
                .find(|one| one.statement.contains(words))
                .map(|one| one.standing)
        };
        let cannot_reject = test.warnings.iter().any(|one| one.contains("the test cannot reject"));
        (of("at least 20 clusters"), cannot_reject)
    };
    for method in [ClusteredMethod::Obuchowski, ClusteredMethod::Durkalski, ClusteredMethod::Robust]
    {
        assert_eq!(standing(2, method, TWO), (Some(Standing::Doubtful), false));
        assert_eq!(standing(19, method, TWO), (Some(Standing::Doubtful), false));
        assert_eq!(standing(20, method, TWO), (Some(Standing::Met), false));
    }
    let flips = |clusters, side| standing(clusters, ClusteredMethod::SignFlip, side);
    assert_eq!(flips(2, TWO), (None, true));
    assert_eq!(flips(5, TWO), (None, true));
    assert_eq!(flips(6, TWO), (None, false));
    assert_eq!(flips(5, Alternative::Greater), (None, false));
    // The smallest p is reached.
    for clusters in 1..8 {
        let tables = vec![PairedTable::from_discordants(0, 3); clusters];
        let test = clustered::mcnemar(&tables, ClusteredMethod::SignFlip, TWO).expect("a test");
        assert_eq!(test.p, Ok(test.smallest_p()));
    }
}

/// If p and the interval disagree, the result explains it.
#[test]
fn an_interval_at_odds_with_p_says_so() {
    let mut odd = 0;
    for n12 in 0..8 {
        for n21 in 0..25 {
            let table = PairedTable { n11: 10, n12, n21, n22: 10 };
            let test = result::mcnemar(&table, &Lost::default(), Rule::Exact, TWO, 0.95);
            let test = test.expect("a test");
            let limits = test.interval.as_ref().expect("one").limits.expect("defined");
            let at_odds = (test.p.expect("defined") <= 0.05) == limits.contains(0.0);
            let said = test.warnings.iter().any(|warning| warning.contains("p disagrees"));
            assert_eq!(at_odds, said, "{table:?}");
            odd += u32::from(at_odds);
        }
    }
    assert!(odd > 0, "some lie near the border");
}

#[test]
fn counts_have_one_bound() {
    let most = MAX_COUNT;
    let too_many = most + 1;
    let is_refused = |error: Error| matches!(error, Error::CountTooLarge { .. });
    for method in ProportionMethod::ALL {
        assert!(method.interval(1, too_many, 0.95).is_err_and(is_refused));
        assert!(method.interval(1, u64::MAX, 0.95).is_err_and(is_refused));
    }
    assert!(binomial::test(1, too_many, 0.5, TWO).is_err_and(is_refused));
    assert!(effect::odds_ratio(1, too_many, 0.95).is_err_and(is_refused));
    assert!(effect::odds_ratio_wald(too_many, 1, 0.95).is_err_and(is_refused));
    assert!(effect::cohens_g(1, too_many, 0.95).is_err_and(is_refused));
    assert!(TwoProportions::new(1, too_many, 1, 2).is_err_and(is_refused));
    let judged = Accepted { hits: 1, signals: too_many, false_alarms: 1, noise: 2 };
    assert!(judged.detection().is_err_and(is_refused));
    let kappa = agreement::cohens_kappa(&[[too_many, 1], [1, 1]], Weights::Unweighted);
    assert!(kappa.is_err_and(is_refused));
    let row = Row { n12: too_many, n21: 1, alternative: TWO };
    let family = Family { rule: Rule::Exact, correction: Correction::Unadjusted, alpha: 0.05 };
    assert!(family.test(&[row]).is_err_and(is_refused));
    let table = PairedTable { n11: 0, n12: 1, n21: too_many, n22: 0 };
    let test = result::mcnemar(&table, &Lost::default(), Rule::Exact, TWO, 0.95);
    assert!(test.is_err_and(is_refused));
    // Accepted arguments give a result in a short time.
    let start = Instant::now();
    for method in ProportionMethod::ALL {
        for k in [0, 1, most / 3, most - 1, most] {
            let interval = method.interval(k, most, 0.95).expect("an interval");
            let share = k as f64 / most as f64;
            assert!(interval.low <= share + 1e-9 && share - 1e-9 <= interval.high, "{method} {k}");
        }
    }
    let odds = effect::odds_ratio(most, most, 0.95).expect("an interval").limits().expect("finite");
    assert!(odds.low < 1.0 && odds.high > 1.0 && odds.high < 1.000_01);
    let test = binomial::test(most / 2 + 1_000_000, most, 0.5, TWO).expect("a p");
    assert!((test - 0.0455).abs() < 1e-4, "{test}");
    let groups = TwoProportions::new(most / 2, most, most / 2 + 1_000_000, most).expect("groups");
    assert!((groups.z(Pooling::Pooled).expect("z") + 2.0_f64.sqrt()).abs() < 1e-6);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn degenerate_resamples_are_left_out_and_counted() {
    let rows = [(1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (2.0, 4.0)];
    let r = |rows: &[(f64, f64)]| {
        let (x, y): (Vec<f64>, Vec<f64>) = rows.iter().copied().unzip();
        correlation::pearson(&x, &y).map_or(f64::NAN, |found| found.r)
    };
    let drawn = Bootstrap::seeded(&rows, r, 2000, 1).expect("a correlation");
    // All x equal in (2/4)^4 twice, and y sometimes.
    let share = drawn.left_out() as f64 / 2000.0;
    assert!((0.1..0.25).contains(&share), "{share}");
    assert_eq!(drawn.replicates().len() as u64 + drawn.left_out(), 2000);
    assert!(drawn.percentile(0.9).is_ok_and(|interval| interval.contains(drawn.estimate())));
    // Without a value in any resample the result is undefined.
    let never = Bootstrap::seeded(&rows, |rows| if rows.len() == 3 { 0.0 } else { f64::NAN }, 9, 1);
    assert_eq!(never, Err(Undefined::NotFinite.into()));
    let none = Bootstrap::new(1.0, vec![f64::NAN; 4], Vec::new());
    assert_eq!(none, Err(Undefined::DegenerateResamples.into()));
    // Without the only row that differs there is no correlation: no BCa interval, but the others.
    let one = [(1.0, 1.0), (1.0, 2.0), (1.0, 3.0), (2.0, 4.0)];
    let drawn = Bootstrap::seeded(&one, r, 500, 1).expect("a correlation");
    assert!(drawn.bca(0.95).is_err() && drawn.percentile(0.95).is_ok());
    assert_eq!(bootstrap::mean(&[1.0]), 1.0);
}

#[test]
fn raters_without_variation_show_what_they_show() {
    let same = agreement::cohens_kappa(&[[9, 0], [0, 0]], Weights::Unweighted).expect("ratings");
    assert_eq!((same.observed, same.n, same.kappa.is_err()), (1.0, 9, true));
    for table in [[[5, 4], [0, 0]], [[5, 0], [4, 0]]] {
        let constant = agreement::cohens_kappa(&table, Weights::Unweighted).expect("ratings");
        assert_eq!(constant.kappa, Ok(0.0));
        assert_eq!(constant.interval(0.95), Err(Undefined::ConstantRater.into()));
        assert_eq!(constant.p(TWO), Err(Undefined::ConstantRater));
    }
    let perfect = agreement::cohens_kappa(&[[5, 0], [0, 4]], Weights::Unweighted).expect("ratings");
    assert_eq!((perfect.kappa, perfect.interval(0.95).is_err()), (Ok(1.0), true));
    assert!(perfect.p(TWO).is_ok_and(|p| p < 0.05));
    let test = result::cohens_kappa(&[[5, 4], [0, 0]], Weights::Unweighted, TWO, 0.95);
    let test = test.expect("a result");
    assert!(test.interval.expect("one").limits.is_err());
    let units = [[Some(2.0), Some(2.0)], [Some(2.0), Some(2.0)]];
    for metric in Metric::ALL {
        let alpha = agreement::krippendorff_alpha(&units, *metric).expect("ratings");
        assert_eq!((alpha.observed, alpha.units, alpha.ratings), (0.0, 2, 4));
        assert_eq!(alpha.alpha, Err(Undefined::NoDisagreementExpected));
    }
    let negative = agreement::krippendorff_alpha(&[[Some(-1.0), Some(2.0)]], Metric::Ratio);
    assert!(matches!(negative, Err(Error::OutOfRange { .. })));
}

proptest! {
    /// Both p-values and both intervals: for the current evaluation, and over all evaluations.
    #[test]
    fn running_values_only_ever_tighten(mended in prop::collection::vec(any::<bool>(), 1..60)) {
        let mut evidence = EProcess::new(TWO);
        let mut looks = Vec::new();
        let mut before: Option<(f64, peirast_stats::Interval)> = None;
        for one in mended {
            evidence.observe(one);
            looks.push(evidence);
            prop_assert!(evidence.p() <= evidence.p_now());
            let Ok(running) = sequential::running_interval(&looks, 0.9) else { return Ok(()) };
            let now = evidence.interval(0.9).expect("a confidence");
            prop_assert!(now.low <= running.low && running.high <= now.high);
            if let Some((p, interval)) = before.replace((evidence.p(), running)) {
                prop_assert!(evidence.p() <= p);
                prop_assert!(interval.low <= running.low && running.high <= interval.high);
            }
        }
        // The running interval leaves out 1/2 where the running p rejects.
        let (p, interval) = before.expect("a look");
        prop_assert_eq!(p <= 0.1, !interval.contains(0.5), "{} {:?}", p, interval);
    }
}

#[test]
fn small_samples_have_the_power_of_their_exact_tests() {
    let two = RankDesign::RankSum { first: 0.5 };
    let power = |design, size, shift| {
        let planned = PlannedRank::new(design, size, TWO, 0.05).expect("a design");
        planned.simulate(shift, 1, 0..2000).expect("a shift").share()
    };
    assert_eq!((power(two, 6, 9.0), power(RankDesign::SignedRank, 5, 9.0)), (0.0, 0.0));
    assert_eq!((power(two, 8, 9.0), power(RankDesign::SignedRank, 6, 9.0)), (1.0, 1.0));
    // Without an effect it is at most the level.
    assert!(power(two, 20, 0.0) <= 0.065 && power(RankDesign::SignedRank, 20, 0.0) <= 0.065);
}

proptest! {
    /// The sum over all outcomes, one by one.
    #[test]
    fn the_power_of_two_shares_is_that_of_all_outcomes(
        group in 1_u64..12,
        (p1, p2) in (0.0_f64..1.0, 0.0_f64..1.0),
        side in prop::sample::select(vec![TWO, Alternative::Greater, Alternative::Less]),
        alpha in 0.01_f64..0.3,
    ) {
        let Ok(found) = two_proportion::exact_power(p1, p2, group, side, alpha) else { return Ok(()) };
        let pmf = |k: u64, p: f64| peirast_stats::dist::binomial_pmf(k, group, p);
        let mut wanted = 0.0;
        for (x1, x2) in (0..=group).flat_map(|x1| (0..=group).map(move |x2| (x1, x2))) {
            let groups = TwoProportions::new(x1, group, x2, group).expect("groups");
            if groups.p(Pooling::Pooled, side).is_ok_and(|p| p <= alpha) {
                wanted += pmf(x1, p1) * pmf(x2, p2);
            }
        }
        prop_assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
    }
}

#[test]
fn wilcoxon_names_what_it_did_with_decimals() {
    let (x, y) = ([0.7, 0.3, 0.9, 0.4], [0.6, 0.2, 0.5, 0.4]);
    let d = paired_differences(&x, &y).expect("pairs");
    let test = result::wilcoxon(&d, ZeroRule::Wilcox, RankMethod::Exact, TWO, 0.5).expect("a test");
    let expected: Defined = Ok(0.25);
    assert_eq!(test.p, expected);
}

/// Returns the `outcomes` of one cluster, repeated under `clusters` labels, with x of 0 for the
/// first half.
fn alike(outcomes: [bool; 8], clusters: u64) -> (Vec<[f64; 1]>, Vec<bool>, Vec<u64>) {
    let (mut rows, mut rights, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for label in 0..clusters {
        rows.extend((0..8).map(|at| [f64::from(u8::from(at >= 4))]));
        rights.extend(outcomes);
        labels.extend([label; 8]);
    }
    (rows, rights, labels)
}

#[test]
fn clusters_that_are_alike_show_no_standard_error() {
    let none = Err(Undefined::ZeroVariance);
    for outcomes in [
        [true, false, false, false, true, true, true, false],
        [true, true, false, false, true, true, false, true],
    ] {
        let (rows, rights, labels) = alike(outcomes, 5);
        let fit = logistic::fit(&rows, &rights).expect("data that overlap");
        // The second kind of clusters is crossed with the first, and its clusters are also equal.
        let crossed: Vec<u64> = (0..40).map(|row| row / 8 % 2).collect();
        let two = fit.clustered_by_two(&labels, &crossed).expect("clusters").coefficients;
        let stratified = logistic::stratified(&rows, &rights, &labels).expect("data that overlap");
        let lists = [
            fit.clustered(&labels).expect("clusters"),
            two,
            stratified.clustered(&labels).expect("clusters"),
        ];
        for one in lists.iter().flatten() {
            assert_eq!((one.statistic, one.p), (none, none), "{one:?}");
            assert_eq!(one.interval(0.95), Err(Error::Undefined(Undefined::ZeroVariance)));
            assert!(one.estimate.abs() > 0.0 || one.se == 0.0);
        }
        let test = result::stratified_logistic(&rows, &rights, &labels, &labels, 0, 0.95);
        assert_eq!(test.expect("a test").p, none);
    }
    let means = [vec![0.1, 0.3, 0.2], vec![0.2], vec![0.3, 0.1]];
    assert_eq!(clustered::mean(&means, 0.95), Err(Error::Undefined(Undefined::ZeroVariance)));
    let by = clustered::mean_by(&[0.1, 0.3, 0.2], &[0, 0, 1], 0.95);
    assert_eq!(by, Err(Error::Undefined(Undefined::ZeroVariance)));
    // A small spread on large values is a spread.
    assert!(clustered::mean(&[[1.7e9], [1.7e9 + 1.0], [1.7e9 + 2.0]], 0.95).is_ok());
}

#[test]
fn coefficients_with_clusters_are_referred_to_students_t() {
    let x: Vec<[f64; 1]> = (0..12).map(|at| [f64::from(at % 5)]).collect();
    let right: Vec<bool> = (0..12).map(|at| at % 3 == 0 || at == 4).collect();
    let fit = logistic::fit(&x, &right).expect("data that overlap");
    let one = fit.clustered(&[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]).expect("clusters")[1];
    assert_eq!((fit.coefficients[1].df, one.df), (None, Some(3.0)));
    // The p-value of t with 3 degrees of freedom in closed form.
    let t = one.statistic.expect("a spread").abs() / 3.0_f64.sqrt();
    let wanted = 1.0 - 2.0 / std::f64::consts::PI * (t / (1.0 + t * t) + t.atan());
    assert!((one.p.expect("a spread") - wanted).abs() < 1e-10, "{one:?} {wanted}");
    let interval = one.interval(0.95).expect("a spread");
    assert!((interval.high - one.estimate - 3.182_446_305_284_263 * one.se).abs() < 1e-9);
    let two = fit.clustered_by_two(
        &[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        &[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3],
    );
    assert_eq!(two.expect("clusters").coefficients[1].df, Some(2.0));
}
