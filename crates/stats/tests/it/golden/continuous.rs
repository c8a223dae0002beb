use peirast_stats::dist::*;

use super::{close, float, rows};

const NUMBERS: &str = include_str!("../../../golden/continuous.json");

#[test]
fn student() {
    for row in rows(NUMBERS, Some("t")) {
        let (t, df) = (float(&row["t"]), float(&row["df"]));
        close(t_sf(t, df), &row["sf"], 1e-12, &row);
        close(t_cdf(-t, df), &row["sf"], 1e-12, &row);
        let sf = float(&row["sf"]);
        if sf < 0.49 {
            let back = -t_quantile(sf, df);
            assert!((back - t).abs() <= 1e-11 * t, "{back} {row}");
        }
    }
    assert_eq!((t_sf(f64::INFINITY, 3.0), t_sf(f64::NEG_INFINITY, 3.0)), (0.0, 1.0));
    assert!(t_sf(f64::NAN, 3.0).is_nan() && t_sf(1.0, 0.0).is_nan());
    assert!(t_quantile(2.0, 3.0).is_nan() && t_quantile(0.5, -1.0).is_nan());
    assert_eq!((t_quantile(0.0, 3.0), t_quantile(1.0, 3.0)), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn beta_with_real_shapes() {
    for row in rows(NUMBERS, Some("beta")) {
        let (x, a, b) = (float(&row["x"]), float(&row["a"]), float(&row["b"]));
        close(beta_cdf(x, a, b), &row["cdf"], 1e-11, &row);
        close(beta_sf(x, a, b), &row["sf"], 1e-11, &row);
        let back = beta_inverse(float(&row["cdf"]), a, b);
        assert!((back - x).abs() <= 1e-9 * x, "{back} {row}");
    }
    assert!(beta_cdf(0.5, 0.0, 1.0).is_nan() && beta_inverse(0.5, 1.0, -1.0).is_nan());
    assert_eq!((beta_inverse(0.0, 2.5, 1.5), beta_inverse(1.0, 2.5, 1.5)), (0.0, 1.0));
}

#[test]
fn f_and_chi_square() {
    for row in rows(NUMBERS, Some("f")) {
        let (x, above, below) = (float(&row["x"]), float(&row["above"]), float(&row["below"]));
        close(f_sf(x, above, below), &row["sf"], 1e-12, &row);
    }
    for row in rows(NUMBERS, Some("chi2")) {
        close(chi2_sf(float(&row["x"]), float(&row["df"])), &row["sf"], 1e-11, &row);
    }
    assert_eq!((f_sf(-1.0, 2.0, 2.0), f_sf(f64::INFINITY, 2.0, 2.0)), (1.0, 0.0));
    assert!(f_sf(1.0, 0.0, 2.0).is_nan() && chi2_sf(1.0, 0.0).is_nan());
}

#[test]
fn logarithms_of_the_gamma_function() {
    for row in rows(NUMBERS, Some("ln-gamma")) {
        let (got, want) = (ln_gamma(float(&row["x"])), float(&row["ln"]));
        assert!((got - want).abs() <= 4e-15 * want.abs().max(1.0), "{got} {row}");
    }
    assert_eq!(ln_gamma(0.0), f64::INFINITY);
    assert!(ln_gamma(-1.0).is_nan() && ln_gamma(f64::NAN).is_nan());
}
