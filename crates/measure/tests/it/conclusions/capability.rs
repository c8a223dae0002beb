//! Subjects compared with other facts about them.

use super::{error, fallacy, joint, near, row, says};
use peirast_measure::{
    Benchmarks, Capability, CoefficientKind, Concluded, ConclusionReport, Lost, Measure, NoCurve,
    Options, Quarter, SoundnessClass,
};
use peirast_stats::{Alternative, Pearson};
use std::collections::BTreeMap;

/// The answers of a subject: numbers of fallacies, other errors and informative answers.
fn subject(name: &str, counts: [usize; 3]) -> Vec<Concluded> {
    let answers = [fallacy(), error(), joint()];
    let all = answers.into_iter().zip(counts).flat_map(|(answer, count)| vec![answer; count]);
    all.enumerate().map(|(item, answer)| row(name, item, answer)).collect()
}

/// Seven subjects that erred unequally often, of 350 answers each.
fn seven() -> (Vec<Concluded>, Benchmarks) {
    let subjects = [
        ("a", 1000.0, [10, 50]),
        ("b", 1050.0, [63, 237]),
        ("c", 1100.0, [42, 78]),
        ("d", 1180.0, [24, 56]),
        ("e", 1210.0, [56, 144]),
        ("f", 1300.0, [66, 84]),
        ("g", 1320.0, [36, 54]),
    ];
    let mut rows = Vec::new();
    let mut scores = Benchmarks { names: vec!["elo".to_owned()], scores: BTreeMap::new() };
    for (name, elo, [fallacies, errors]) in subjects {
        rows.extend(subject(name, [fallacies, errors, 350 - fallacies - errors]));
        scores.scores.insert(name.to_owned(), vec![Some(elo)]);
    }
    (rows, scores)
}

fn found(report: &ConclusionReport, measure: Measure, kind: CoefficientKind) -> &Capability {
    report.capabilities.iter().find(|row| row.measure == measure && row.kind == kind).unwrap()
}

#[test]
fn coefficients_are_those_of_scipy_and_statsmodels() {
    let (rows, scores) = seven();
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let value = |kind| found(&report, Measure::Rate, kind).found.unwrap();
    // Rates 10/60, 63/300, 42/120, 24/80, 56/200, 66/150, 36/90: scipy 1.17.1 `pearsonr`,
    // `spearmanr`; statsmodels 0.15.0 `DescrStatsW(weights=incorrect).corrcoef`, of values and
    // ranks.
    near(value(CoefficientKind::Pearson).value, 0.869_494_236_839_478_2);
    near(value(CoefficientKind::Pearson).p.unwrap(), 0.011_001_934_079_840_833);
    near(value(CoefficientKind::Spearman).value, 0.821_428_571_428_571_5);
    near(value(CoefficientKind::WeightedPearson).value, 0.861_296_932_912_109_1);
    near(value(CoefficientKind::WeightedSpearman).value, 0.789_941_774_326_470_5);
    // Of seven subjects the p of Spearman's rho is exact: 172 of 5040 pairings are as far out.
    near(value(CoefficientKind::Spearman).p.unwrap(), 172.0 / 5040.0);
}

/// The published correlation of the fallacy rate of 38 models with their Elo.
#[test]
fn the_published_p_is_students() {
    let published = Pearson { r: 0.360, n: 38 }.p(Alternative::TwoSided);
    // scipy 1.17.1: 2 t.sf(r sqrt(36/(1 - r^2)), 36). Printed as 0.0265, which is what a
    // coefficient between 0.3595 and 0.3605 can give.
    near(published, 0.026_413_019_884_849_346);
    let between = |r: f64| Pearson { r, n: 38 }.p(Alternative::TwoSided);
    assert!(between(0.3605) < 0.0265 && 0.0265 < between(0.3595));
}

#[test]
fn who_lost_too_much_or_never_errs_is_named() {
    let (mut rows, mut scores) = seven();
    for (name, answer) in [("mute", Err(Lost::Unread)), ("nobody", says(SoundnessClass::Nothing))] {
        rows.extend((0..50).map(|item| row(name, item, answer.clone())));
        scores.scores.insert(name.to_owned(), vec![Some(900.0)]);
    }
    // A third of the answers lost.
    rows.extend(subject("half", [10, 10, 20]));
    rows.extend((40..60).map(|item| row("half", item, Err(Lost::Truncated))));
    let options =
        Options { capabilities: Some(&scores), exclusion: Some(0.2), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let rates = found(&report, Measure::Rate, CoefficientKind::Pearson);
    assert_eq!(rates.excluded, ["half", "mute"]);
    // It has a score; what it lacks is a rate.
    assert_eq!(
        (&rates.unmatched[..], &rates.unmeasured[..]),
        (&[][..], &["nobody".to_owned()][..])
    );
    let subjects: Vec<&str> = rates.subjects.iter().map(|own| own.subject.as_str()).collect();
    assert_eq!(subjects, ["a", "b", "c", "d", "e", "f", "g"]);
    let correct = found(&report, Measure::Correct, CoefficientKind::Pearson);
    assert_eq!(correct.subjects.len(), 8);
    // Without the rule nobody is left out for it.
    let options = Options { exclusion: None, ..options };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    assert!(found(&report, Measure::Rate, CoefficientKind::Pearson).excluded.is_empty());
}

#[test]
fn families_are_left_out_as_a_whole() {
    let (rows, scores) = seven();
    let family = |(name, family): (&str, &str)| (name.to_owned(), family.to_owned());
    let families = [("a", "x"), ("b", "x"), ("f", "y"), ("g", "y")].map(family).into();
    let options = Options { capabilities: Some(&scores), families, ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let spearman = found(&report, Measure::Rate, CoefficientKind::Spearman);
    assert_eq!(spearman.families, 5);
    let range = spearman.without_family.unwrap();
    // By scipy 1.17.1: 0.5 without a and b, 0.6 without f and g, 0.886 without any of the others.
    near(range.low, 0.5);
    near(range.high, 0.885_714_285_714_285_8);
    assert!((range.low..=range.high).contains(&spearman.found.unwrap().value));
}

#[test]
fn all_measures_of_one_coefficient_are_one_family() {
    let (rows, scores) = seven();
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    assert_eq!(report.capabilities.len(), 16);
    for row in &report.capabilities {
        let raw = row.found.and_then(|found| found.p);
        assert!(row.p_adjusted >= raw, "{row:?}");
        assert_eq!(row.p_adjusted.is_some(), raw.is_some());
    }
}

#[test]
fn what_is_not_correlated_says_why() {
    let (rows, mut scores) = seven();
    scores.names = vec!["elo".to_owned(), "same".to_owned(), "few".to_owned()];
    for (at, own) in scores.scores.values_mut().enumerate() {
        own.extend([Some(5.0), Some(at as f64).filter(|_| at < 2)]);
    }
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let why = |capability: &str| {
        let own = report.capabilities.iter().find(|row| row.capability == capability).unwrap();
        (own.found.is_some(), own.why_none, own.unmatched.len())
    };
    assert_eq!(why("elo"), (true, None, 0));
    assert_eq!(why("same"), (false, Some("all have the same score"), 0));
    assert_eq!(why("few"), (false, Some("fewer than three subjects"), 5));
    // All are equally correct.
    let rows: Vec<Concluded> =
        ["a", "b", "c", "d"].into_iter().flat_map(|name| subject(name, [5, 5, 40])).collect();
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let own = &report.capabilities[0];
    assert_eq!((own.found, own.why_none), (None, Some("all have the same share")));
}

/// Rates 10/60, 63/300, 42/120, 24/80, 56/200, 66/150, 36/90 against the scores of `seven`. Figures
/// are those of the normal equations, of ln(rate) and of the rate; p and the quantile of t with
/// five degrees of freedom follow from its closed form.
#[test]
fn an_exponential_curve_goes_through_shares() {
    let (mut rows, mut scores) = seven();
    // No fallacy among its errors: there is no logarithm of its rate.
    rows.extend(subject("zero", [0, 20, 330]));
    scores.scores.insert("zero".to_owned(), vec![Some(950.0)]);
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let fit = report.fits.iter().find(|fit| fit.measure == Measure::Rate).unwrap();
    assert_eq!((report.fits.len(), fit.subjects, fit.zeros), (4, 7, 1));
    let curve = fit.curve.unwrap();
    near(curve.slope, 0.002_481_819_109_842_999);
    near(curve.intercept, -4.124_011_863_199_011);
    near(curve.r_squared, 0.756_959_241_903_356_6);
    near(curve.linear_r_squared, 0.756_020_227_897_066);
    near(curve.p.unwrap(), 0.010_891_814_214_147_533);
    let interval = curve.interval.unwrap();
    near(interval.low, 0.000_865_154_749_931_326);
    near(interval.high, 0.004_098_483_469_754_672);
    assert!(fit.p_adjusted.unwrap() >= curve.p.unwrap());
}

#[test]
fn a_curve_through_two_points_says_nothing() {
    let (rows, mut scores) = seven();
    scores.scores.retain(|name, _| name < &"c".to_owned());
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    assert!(
        report
            .fits
            .iter()
            .all(|fit| fit.subjects == 2 && fit.curve == Err(NoCurve::TooFewSubjects))
    );
}

#[test]
fn what_has_no_curve_says_why() {
    let (rows, mut scores) = seven();
    scores.scores.values_mut().for_each(|own| *own = vec![Some(3.0)]);
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    assert!(report.fits.iter().all(|fit| fit.curve == Err(NoCurve::OneScore)));

    let (_, scores) = seven();
    let alike: Vec<Concluded> =
        scores.scores.keys().flat_map(|name| subject(name, [5, 5, 10])).collect();
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&alike, &options).unwrap();
    assert!(report.fits.iter().all(|fit| fit.curve == Err(NoCurve::OneShare)));
}

#[test]
fn subjects_fall_into_quarters_by_capability() {
    let (rows, scores) = seven();
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    let report = ConclusionReport::new(&rows, &options).unwrap();
    let is_rate = |row: &&Quarter| row.measure == Measure::Rate;
    let found: Vec<&Quarter> = report.quarters.iter().filter(is_rate).collect();
    // The quartiles of 1000, 1050, 1100, 1180, 1210, 1300, 1320 are 1075, 1180 and 1255.
    let places: Vec<_> = found.iter().map(|row| (row.quarter, row.subjects, row.scores)).collect();
    assert_eq!(
        places,
        [
            (1, 2, [1000.0, 1050.0]),
            (2, 2, [1100.0, 1180.0]),
            (3, 1, [1210.0, 1210.0]),
            (4, 2, [1300.0, 1320.0]),
        ]
    );
    near(found[0].mean, f64::midpoint(10.0 / 60.0, 63.0 / 300.0));
    near(found[1].sd.unwrap(), (0.35 - 0.3) / 2.0_f64.sqrt());
    assert_eq!(found[2].sd, None);
    // Every measure has its own; three subjects have no quarters.
    assert_eq!(report.quarters.len(), 16);
    let (rows, mut scores) = seven();
    scores.scores.retain(|name, _| name < &"d".to_owned());
    let options = Options { capabilities: Some(&scores), ..Options::default() };
    assert!(ConclusionReport::new(&rows, &options).unwrap().quarters.is_empty());
}

#[test]
fn measures_are_distributed_over_subjects() {
    let report = ConclusionReport::new(&seven().0, &Options::default()).unwrap();
    let rate = report.distributions.iter().find(|row| row.measure == Measure::Rate).unwrap();
    assert_eq!((report.distributions.len(), rate.subjects), (4, 7));
    near(rate.mean, (10.0 / 60.0 + 0.21 + 0.35 + 0.3 + 0.28 + 0.44 + 0.4) / 7.0);
    // In order: 0.1667, 0.21, 0.28, 0.3, 0.35, 0.4, 0.44.
    let expected = [10.0 / 60.0, 0.245, 0.3, 0.375, 0.44];
    rate.quartiles.iter().zip(expected).for_each(|(found, expected)| near(*found, expected));
}

#[test]
fn columns_of_one_name_are_refused() {
    let rows = [vec!["model", "elo", "elo "], vec!["a", "1", "2"]];
    let rows = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect());
    let error = Benchmarks::read(rows).unwrap_err().to_string();
    assert!(error.contains("two columns are called `elo`"), "{error}");
}
