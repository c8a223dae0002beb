use peirast_stats::{Alternative, Coefficient, TwoWayVariance, clustered, logistic};
use serde_json::Value;

use super::{close, count, float, parsed, rows};

const NUMBERS: &str = include_str!("../../../golden/regression.json");

/// Statsmodels stops its steps early.
fn check(got: &[Coefficient], row: &Value) {
    for (i, one) in got.iter().enumerate() {
        let near = |got: f64, want: f64| (got - want).abs() <= 1e-6 * want.abs() + 1e-8;
        assert!(near(one.estimate, float(&row["estimates"][i])), "{one:?} {i} {}", row["f"]);
        assert!(near(one.se, float(&row["se"][i])), "{one:?} {i} {} {}", row["f"], row["se"]);
    }
}

#[test]
fn clustered_standard_errors() {
    for row in rows(NUMBERS, Some("clustered")) {
        let (x, y): (Vec<Vec<f64>>, Vec<u8>) = (parsed(&row["x"]), parsed(&row["y"]));
        let right: Vec<bool> = y.iter().map(|y| *y == 1).collect();
        let clusters: Vec<u64> = parsed(&row["cluster"]);
        let fit = logistic::fit(&x, &right).expect("data that overlap");
        check(&fit.clustered(&clusters).expect("clusters"), &row);
    }
}

#[test]
fn conditional() {
    for row in rows(NUMBERS, Some("conditional")) {
        let differences: Vec<Vec<f64>> = parsed(&row["differences"]);
        let fit = logistic::conditional(&differences).expect("data that overlap");
        check(&fit.coefficients, &row);
    }
}

#[test]
fn stratified() {
    for row in rows(include_str!("../../../golden/stratified.json"), None) {
        let (x, y): (Vec<Vec<f64>>, Vec<u8>) = (parsed(&row["x"]), parsed(&row["y"]));
        let right: Vec<bool> = y.iter().map(|y| *y == 1).collect();
        let strata: Vec<u64> = parsed(&row["stratum"]);
        let fit = logistic::stratified(&x, &right, &strata).expect("data that overlap");
        check(&fit.coefficients, &row);
        close(fit.log_likelihood, &row["log_likelihood"], 1e-10, &row);
        assert_eq!(fit.uninformative, count(&row["uninformative"]));
        let thirds: Vec<u64> = strata.iter().map(|stratum| stratum / 3).collect();
        let robust = fit.clustered(&thirds).expect("clusters of whole strata");
        for (one, want) in robust.iter().zip(row["robust"].as_array().expect("a list")) {
            close(one.se, want, 1e-6, want);
        }
    }
}

/// The other program stops its search at a gradient of 1e-8 and takes differences.
#[test]
fn mixed() {
    for row in rows(include_str!("../../../golden/mixed.json"), None) {
        let (x, y): (Vec<Vec<f64>>, Vec<u8>) = (parsed(&row["x"]), parsed(&row["y"]));
        let right: Vec<bool> = y.iter().map(|y| *y == 1).collect();
        let fit =
            logistic::mixed(&x, &right, &parsed::<Vec<u64>>(&row["group"])).expect("a maximum");
        check(&fit.coefficients, &row);
        let near = |got: f64, want: f64| (got - want).abs() <= 1e-5 * want.abs() + 1e-7;
        assert!(near(fit.sd, float(&row["sd"])), "{} {}", fit.sd, row["sd"]);
        if let Ok(se) = fit.sd_se {
            assert!(near(se, float(&row["sd_se"])), "{se} {}", row["sd_se"]);
        }
        assert_eq!(fit.sd_se.is_ok(), row["sd_se"].is_number());
        close(fit.log_likelihood, &row["log_likelihood"], 1e-9, &row);
        close(fit.log_likelihood_fixed, &row["log_likelihood_fixed"], 1e-9, &row);
    }
}

#[test]
fn two_kinds_of_clusters() {
    for row in rows(include_str!("../../../golden/two_way.json"), None) {
        let (first, second): (Vec<u64>, Vec<u64>) = (parsed(&row["first"]), parsed(&row["second"]));
        let gains: Vec<f64> = parsed(&row["gains"]);
        let mean = clustered::mean_by_two(&gains, &first, &second, 0.95).expect("clusters");
        assert_eq!(mean.variance, TwoWayVariance::InclusionExclusion);
        close(mean.estimate, &row["mean"], 1e-12, &row["mean"]);
        close(mean.se, &row["se"], 1e-12, &row["se"]);
        close(mean.p(Alternative::TwoSided).expect("a spread"), &row["p"], 1e-9, &row["p"]);
        close(mean.interval.low, &row["low"], 1e-9, &row["low"]);
        let (x, y): (Vec<Vec<f64>>, Vec<u8>) = (parsed(&row["x"]), parsed(&row["y"]));
        let right: Vec<bool> = y.iter().map(|y| *y == 1).collect();
        let fit = logistic::fit(&x, &right).expect("data that overlap");
        let two = fit.clustered_by_two(&first, &second).expect("clusters");
        for (one, want) in two.coefficients.iter().zip(row["robust"].as_array().expect("a list")) {
            close(one.se, want, 1e-7, want);
        }
    }
}
