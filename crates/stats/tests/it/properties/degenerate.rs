//! No function returns `NaN` for any arguments: the result is a number or a reason.

use peirast_stats::{
    Alternative, Bootstrap, ClusteredMethod, Lost, PairedTable, Pooling, RankMethod, Relabelings,
    Rule, TestResult, Weights, ZeroRule, bootstrap, descriptives, effect, result,
};
use proptest::prelude::*;
use proptest::sample::select;

/// Values that are critical for formulas: zeros, ties, the smallest and the largest.
fn nasty() -> impl Strategy<Value = f64> {
    let values = [
        0.0,
        -0.0,
        1.0,
        1.0,
        -1.0,
        0.1,
        0.3,
        1e9,
        1e9 + 1.0,
        1e-300,
        1e150,
        1e300,
        -1e300,
        f64::MAX,
        5e-324,
    ];
    select(values.to_vec())
}

fn nasties() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(nasty(), 0..8)
}

fn count() -> impl Strategy<Value = u64> {
    select(vec![0, 0, 1, 2, 3, 10, 1_000_000, 1_000_000_000])
}

/// A result that can be written and read again contains no `NaN`, which JSON does not have.
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
fn sound(result: Result<TestResult, peirast_stats::Error>) -> Result<(), TestCaseError> {
    let Ok(result) = result else { return Ok(()) };
    let json = serde_json::to_string(&result).unwrap();
    let back = serde_json::from_str::<TestResult>(&json);
    prop_assert!(back.is_ok(), "{json}");
    if let Ok(p) = result.p {
        prop_assert!((0.0..=1.0).contains(&p), "{json}");
    }
    if let Some(Ok(limits)) = result.interval.as_ref().map(|one| one.limits) {
        prop_assert!(limits.low <= limits.high, "{json}");
    }
    prop_assert!(!result.sentence().contains("NaN"), "{}", result.sentence());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn of_scores(x in nasties(), y in nasties(), side in select(Alternative::ALL), more in select(vec![0.5, 0.95])) {
        sound(result::paired_t(&x, &y, side, more))?;
        sound(result::shapiro_wilk(&x))?;
        sound(result::pearson(&x, &y, side, more))?;
        sound(result::spearman(&x, &y, side, more))?;
        sound(result::kendall(&x, &y, side, more))?;
        for rule in ZeroRule::ALL {
            for method in RankMethod::ALL {
                sound(result::wilcoxon(&x, *rule, *method, side, more))?;
                sound(result::mann_whitney(&x, &y, *method, side, more))?;
            }
        }
        sound(result::kruskal_wallis(&[x.clone(), y.clone(), vec![1.0]]))?;
        sound(result::permutation_paired(&x, &y, Relabelings::All, side))?;
        sound(result::permutation_independent(&x, &y, Relabelings::All, side))?;
        sound(result::permutation_paired(&x, &y, Relabelings::Random { draws: 3, seed: 1 }, side))?;
    }

    #[test]
    fn of_tables(rows in prop::collection::vec(prop::collection::vec(nasty(), 3), 0..6), outcomes in any::<[bool; 6]>()) {
        sound(result::friedman(&rows))?;
        let right: Vec<Vec<bool>> = rows.iter().map(|row| row.iter().map(|x| *x > 0.5).collect()).collect();
        sound(result::cochran_q(&right))?;
        sound(result::logistic(&rows, &outcomes[..rows.len()]))?;
    }

    #[test]
    fn of_counts(counts in [count(), count(), count(), count()], side in select(Alternative::ALL), rule in select(Rule::ALL)) {
        let [n11, n12, n21, n22] = counts;
        let table = PairedTable { n11, n12, n21, n22 };
        let lost = Lost { neither: n11.min(50), original_right: n22.min(3), ..Lost::default() };
        sound(result::mcnemar(&table, &lost, rule, side, 0.95))?;
        for p0 in [0.0, 1e-12, 0.5, 1.0] {
            // The tails of a hundred million trials and more take a long time.
            sound(result::binomial(n12.min(1_000_000), n21.min(1_000_000), p0, side, 0.95))?;
        }
        for pooling in Pooling::ALL {
            sound(result::two_proportions(n11, n12, n21, n22, *pooling, side, 0.95))?;
        }
        let small = table.mirrored();
        for method in ClusteredMethod::ALL {
            let cut = |count: u64| count.min(1000);
            let cut = PairedTable {
                n11: cut(small.n11), n12: cut(small.n12), n21: cut(small.n21), n22: cut(small.n22),
            };
            sound(result::clustered_mcnemar(&[cut, cut.mirrored(), cut], *method, side, 0.95))?;
        }
        for weights in Weights::ALL {
            let cells = [[n11.min(1 << 30), n12.min(1 << 30)], [n21.min(1 << 30), n22.min(1 << 30)]];
            sound(result::cohens_kappa(&cells, *weights, side, 0.95))?;
        }
    }

    #[test]
    fn of_effects_and_resamples(x in nasties(), y in nasties()) {
        let number = |value: f64| !value.is_nan();
        if let Ok(d) = effect::cohens_d(&x, &y) {
            prop_assert!(number(d.d) && d.g.is_ok_and(number) || d.g.is_err(), "{d:?}");
        }
        if let Ok(d) = effect::cohens_d_paired(&x, &y) {
            prop_assert!(d.dz.is_err() || d.dz.is_ok_and(number), "{d:?}");
            prop_assert!(d.dav.is_err() || d.dav.is_ok_and(number), "{d:?}");
        }
        if let Ok(delta) = effect::cliffs_delta(&x, &y) {
            prop_assert!(number(delta.delta) && delta.variance.is_ok_and(number) || delta.variance.is_err());
        }
        if let Ok(summary) = descriptives::describe(&x) {
            prop_assert!(number(summary.mean) && number(summary.sd_population) && number(summary.median));
            prop_assert!(number(summary.quantile(0.3).unwrap()));
        }
        if let Ok(resampled) = Bootstrap::seeded(&x, bootstrap::mean, 20, 1) {
            prop_assert!(number(resampled.percentile(0.9).unwrap().low));
            prop_assert!(resampled.standard_error().is_ok_and(number));
            if let Ok(bca) = resampled.bca(0.9) {
                prop_assert!(number(bca.interval.low) && number(bca.z0) && number(bca.acceleration));
            }
        }
    }
}
