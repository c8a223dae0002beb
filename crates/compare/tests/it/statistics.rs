//! The numbers of a comparison.

use crate::support::{of_counts, only, row, run};
use peirast_compare::{CompareOptions, CountInterval, ItemId, PairedTest, ScoredRun, compare};
use peirast_stats::{
    Alternative, Correction, DifferenceMethod, PairedTable, effect, mcnemar, proportion,
};
use proptest::prelude::*;

fn near(got: f64, want: f64) -> bool {
    (got - want).abs() <= 1e-12 * want.abs().max(1.0)
}

/// Counts and p-values from scipy 1.17.1 (`binomtest`) and statsmodels 0.15.0 (`mcnemar`); mid-p by
/// its definition.
#[test]
fn counts_and_p_are_those_of_other_programs() {
    for (counts, p, p_mid) in [
        ([1, 26, 1, 12], 4.172_325_134_277_344e-7, 2.160_668_373_107_909_4e-7),
        ([5, 22, 3, 10], 1.565_217_971_801_757_8e-4, 8.797_645_568_847_648e-5),
        ([36, 2, 1, 1], 1.0, 0.625),
        ([1, 13, 3, 23], 2.127_075_195_312_5e-2, 1.272_583_007_812_499_1e-2),
        ([77, 57, 38, 28], 6.421_280_662_713_102e-2, 5.191_052_214_883_833e-2),
    ] {
        let runs = of_counts(counts);
        let row = only(&runs, &CompareOptions::default());
        let [n11, n12, n21, n22] = counts.map(|count| count as u64);
        assert_eq!(row.counts, Some(PairedTable { n11, n12, n21, n22 }));
        assert_eq!(row.test, PairedTest::Mcnemar);
        assert!((row.p / p - 1.0).abs() < 1e-9, "{counts:?}: {}", row.p);
        let mid = row.p_mid.expect("counts have a mid-p");
        assert!((mid / p_mid - 1.0).abs() < 1e-9, "{counts:?}: {mid}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A comparison of scores of 0 and 1 follows from its counts. The reversed comparison is its
    /// mirror image.
    #[test]
    fn comparisons_follow_from_counts(counts in prop::array::uniform4(0..40_usize)) {
        prop_assume!(counts.iter().sum::<usize>() > 0);
        let runs = of_counts(counts);
        let row = only(&runs, &CompareOptions::default());
        let [n11, n12, n21, n22] = counts.map(|count| count as u64);
        let table = PairedTable { n11, n12, n21, n22 };
        let difference = effect::difference(&table, DifferenceMethod::Newcombe, 0.95)?;
        prop_assert!(near(row.difference.estimate, difference.estimate));
        prop_assert_eq!(row.difference.low, Some(difference.interval.low));
        prop_assert_eq!(row.p, mcnemar::exact(n12, n21, Alternative::TwoSided).p);
        prop_assert_eq!(row.p_mid, Some(mcnemar::mid_p(n12, n21, Alternative::TwoSided).p));
        let wilson = proportion::wilson(n11 + n12, table.n(), 0.95)?;
        prop_assert_eq!((row.score_a.low, row.score_a.high), (Some(wilson.low), Some(wilson.high)));
        let turned = [runs[1].clone(), runs[0].clone()];
        let back = only(&turned, &CompareOptions::default());
        prop_assert!(near(back.difference.estimate, -row.difference.estimate));
        prop_assert_eq!(back.p, row.p);
        prop_assert_eq!(back.verdict.name(), match row.verdict.name() {
            "better" => "worse",
            "worse" => "better",
            same => same,
        });
    }

    /// Other scores have a difference of means inside its interval, the same for any order of
    /// items.
    #[test]
    fn other_scores_have_bootstrap_intervals(
        scores in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 3..40)
    ) {
        let (a, b): (Vec<f64>, Vec<f64>) = scores.into_iter().unzip();
        let runs = [run("a", &a), run("b", &b)];
        let options = CompareOptions { resamples: 300, ..CompareOptions::default() };
        let row = only(&runs, &options);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        prop_assert!((row.difference.estimate - (mean(&b) - mean(&a))).abs() < 1e-9);
        prop_assert!(row.counts.is_none() && row.p_mid.is_none());
        prop_assert!(row.difference.low <= Some(row.difference.estimate + 1e-9));
        prop_assert!((0.0..=1.0).contains(&row.p));
    }
}

/// Wilcoxon's p from scipy 1.17.1: `wilcoxon([...], method="exact")` without ties or zeros.
#[test]
fn ranks_stand_beside_sign_flips() {
    let a = [0.11, 0.35, 0.42, 0.58, 0.61, 0.70, 0.83, 0.90];
    let b = [0.32, 0.49, 0.45, 0.75, 0.58, 0.99, 0.88, 0.97];
    let runs = [run("a", &a), run("b", &b)];
    let row = only(&runs, &CompareOptions::default());
    assert_eq!(row.test, PairedTest::SignFlip);
    // 36 - 1.5 of the ranks are positive: two differences of 0.03 tie, one of them negative.
    let p = row.p_wilcoxon.expect("a rank test");
    assert!(p > 0.0 && p < 0.05, "{p}");
    // All 256 sign flips: only few of their sums are as far from 0.
    assert!((row.p * 256.0).fract() == 0.0 && row.p < 0.05, "{}", row.p);
}

#[test]
fn passes_count_by_their_mean() {
    let [mut a, b] = of_counts([4, 3, 2, 1]);
    a.add_passes(run("again", &[0.0; 10]));
    assert_eq!(a.passes(), 2);
    let runs = [a, b];
    let row = only(&runs, &CompareOptions::default());
    assert_eq!((row.n, row.counts), (10, None));
    assert!(near(row.score_a.estimate, 0.35) && near(row.score_b.estimate, 0.6));
    assert_eq!(row.passes.0.means, [0.7, 0.0]);
    let deviation = row.passes.0.deviation.expect("two passes");
    assert!(near(deviation, 0.7 / 2.0_f64.sqrt()), "{deviation}");
    assert_eq!((row.passes.1.means.len(), row.passes.1.deviation), (1, None));
    let found = compare(&runs, &CompareOptions::default()).expect("a comparison");
    let page = peirast_compare::comparison_page(&found);
    assert!(page.contains("70.0 %, 0.0 %"), "{page}");
}

#[test]
fn related_items_are_tested_by_cluster() {
    let clustered = |name: &str, right: &[f64]| {
        let mut run = ScoredRun::new(name);
        for (number, score) in (0..).zip(right) {
            let mut row = row(ItemId::Number(number), Some(*score));
            row.columns.insert("doc.topic".to_owned(), format!("topic {}", number / 5));
            run.add(row);
        }
        run
    };
    let a = clustered("a", &[0.0; 50]);
    let mut right = [0.0; 50];
    right[..20].fill(1.0);
    let runs = [a, clustered("b", &right)];
    let by =
        |column: &str| CompareOptions { by: Some(column.to_owned()), ..CompareOptions::default() };
    // Four topics of ten were gained: 2/2^4 for any sizes.
    let row = only(&runs, &by("topic"));
    assert_eq!((row.test, row.p, row.p_mid), (PairedTest::McnemarSignFlip, 0.125, None));
    assert_eq!((row.clusters, row.interval), (Some(10), "newcombe-clustered"));
    assert_eq!(only(&runs, &by("doc.topic")).p, 0.125);
    let naive = only(&runs, &CompareOptions::default());
    assert!(naive.p < 1e-5 && naive.difference.low > row.difference.low);
    let error = compare(&runs, &by("subject")).expect_err("no such column").to_string();
    assert!(error.contains("no column `subject`") && error.contains("doc.topic"), "{error}");
}

#[test]
fn intervals_are_chosen() {
    let runs = of_counts([40, 5, 15, 20]);
    let of = |interval| only(&runs, &CompareOptions { interval, ..CompareOptions::default() });
    let (newcombe, tango, bootstrap) =
        (of(CountInterval::Newcombe), of(CountInterval::Tango), of(CountInterval::Bootstrap));
    assert_eq!(
        [newcombe.interval, tango.interval, bootstrap.interval],
        ["newcombe", "tango", "bootstrap-bca"]
    );
    let lows = [&newcombe, &tango, &bootstrap].map(|row| row.difference.low.expect("a limit"));
    assert!(lows.iter().all(|low| (lows[0] - low).abs() < 0.03) && lows[0] != lows[1], "{lows:?}");
}

#[test]
fn p_values_are_adjusted_over_tasks_and_pairs_of_runs() {
    let mut runs = vec![];
    for (name, right) in [("a", 3_usize), ("b", 12), ("c", 25)] {
        let mut run = ScoredRun::new(name);
        for task in ["one", "two"] {
            for number in 0..40_usize {
                let mut row =
                    row(ItemId::Number(number as i64), Some(f64::from(u8::from(number < right))));
                row.task = task.to_owned();
                run.add(row);
            }
        }
        runs.push(run);
    }
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    // Three pairs of runs, in two tasks and pooled.
    assert_eq!(found.rows.len(), 9);
    let (pooled, single): (Vec<_>, Vec<_>) =
        found.rows.iter().partition(|row| row.tasks.is_pooled());
    assert!(single.iter().all(|row| row.family == 6) && pooled.iter().all(|row| row.family == 3));
    assert!(pooled.iter().all(|row| row.n == 80 && row.tasks.name() == "all"));
    let p: Vec<f64> = single.iter().map(|row| row.p).collect();
    let adjusted = Correction::Holm.adjust(&p).expect("p-values");
    assert!(single.iter().zip(adjusted).all(|(row, p)| row.p_adjusted == p));
    let options = CompareOptions { baseline: Some("a".to_owned()), ..CompareOptions::default() };
    let found = compare(&runs, &options).expect("comparisons");
    assert!(found.rows.len() == 6 && found.rows.iter().all(|row| row.a == "a"));
}
