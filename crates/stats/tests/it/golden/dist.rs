use peirast_stats::dist::*;

use super::{close, count, float, rows};

const NUMBERS: &str = include_str!("../../../golden/dist.json");

#[test]
fn normal() {
    for row in rows(NUMBERS, Some("normal")) {
        close(normal_cdf(float(&row["z"])), &row["cdf"], 1e-13, &row);
        close(normal_sf(float(&row["z"])), &row["sf"], 1e-13, &row);
    }
}

#[test]
fn quantile() {
    for row in rows(NUMBERS, Some("quantile")) {
        close(normal_quantile(float(&row["p"])), &row["z"], 1e-13, &row);
    }
    assert!(normal_quantile(1.1).is_nan() && normal_quantile(f64::NAN).is_nan());
    assert_eq!(normal_quantile(1.0), f64::INFINITY);
}

#[test]
fn chi_square() {
    for row in rows(NUMBERS, Some("chi2")) {
        close(chi2_1_sf(float(&row["x"])), &row["sf"], 1e-13, &row);
    }
    assert_eq!((chi2_1_sf(f64::INFINITY), chi2_1_sf(-1.0)), (0.0, 1.0));
    assert!(chi2_1_sf(f64::NAN).is_nan());
}

#[test]
fn binomial() {
    for row in rows(NUMBERS, Some("binomial")) {
        let (k, n, p) = (count(&row["k"]), count(&row["n"]), float(&row["p"]));
        close(binomial_pmf(k, n, p), &row["pmf"], 1e-12, &row);
        close(binomial_cdf(k, n, p), &row["cdf"], 1e-12, &row);
        close(binomial_sf(k, n, p), &row["sf"], 1e-12, &row);
    }
}

#[test]
fn binomial_edges() {
    assert_eq!(
        [binomial_pmf(4, 3, 0.5), binomial_cdf(4, 3, 0.5), binomial_sf(4, 3, 0.5)],
        [0.0, 1.0, 0.0]
    );
    for (p, sure) in [(0.0, 0), (1.0, 3)] {
        for k in 0..=3 {
            assert_eq!(binomial_pmf(k, 3, p), f64::from(u8::from(k == sure)));
            assert_eq!(binomial_cdf(k, 3, p), f64::from(u8::from(k >= sure)));
            assert_eq!(binomial_sf(k, 3, p), f64::from(u8::from(k < sure)));
        }
    }
    for f in [binomial_pmf, binomial_cdf, binomial_sf, binomial_at_least] {
        assert!(f(0, 3, f64::NAN).is_nan());
        assert!(f(1, 3, -0.1).is_nan());
    }
}

#[test]
fn a_rare_event_keeps_its_digits() {
    for p in [1e-3, 1e-9, 1e-200] {
        assert!((binomial_sf(0, 1, p) / p - 1.0).abs() < 1e-12);
        assert!((binomial_at_least(1, 2, p) / (p * (2.0 - p)) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn counts_that_floats_cannot_tell_apart_have_probabilities() {
    let n = (1 << 60) + 1;
    for p in [binomial_pmf(1, n, 0.5), binomial_pmf(n - 1, n, 0.5), binomial_sf(n - 1, n, 0.5)] {
        assert_eq!(p, 0.0);
    }
}

#[test]
fn beta() {
    for row in rows(NUMBERS, Some("beta")) {
        let x = beta_quantile(float(&row["q"]), count(&row["a"]), count(&row["b"]));
        close(x, &row["x"], 1e-12, &row);
    }
    assert!(beta_quantile(0.5, 0, 1).is_nan() && beta_quantile(2.0, 1, 1).is_nan());
    assert_eq!((beta_quantile(0.0, 2, 3), beta_quantile(1.0, 2, 3)), (0.0, 1.0));
}
