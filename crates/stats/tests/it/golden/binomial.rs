use peirast_stats::{Alternative, Error, binomial};

use super::{close, count, float, rows};

const NUMBERS: &str = include_str!("../../../golden/binomial.json");

#[test]
fn as_scipy() {
    for row in rows(NUMBERS, None) {
        let (k, n, p0) = (count(&row["k"]), count(&row["n"]), float(&row["p0"]));
        for alternative in Alternative::ALL {
            let p = binomial::test(k, n, p0, *alternative).expect("valid counts");
            close(p, &row[alternative.name()], 1e-10, &row);
        }
    }
}

#[test]
fn no_trials_no_evidence() {
    for alternative in Alternative::ALL {
        assert_eq!(binomial::test(0, 0, 0.3, *alternative), Ok(1.0));
    }
}

#[test]
fn refuses() {
    let test = |k, n, p0| binomial::test(k, n, p0, Alternative::TwoSided);
    assert_eq!(test(3, 2, 0.5), Err(Error::TooManySuccesses { successes: 3, trials: 2 }));
    assert!(matches!(test(1, 2, 1.5), Err(Error::OutOfRange { what: "p0", .. })));
    assert!(matches!(test(1, 2, f64::NAN), Err(Error::OutOfRange { .. })));
}

/// At p0 = 1/2 the method of small p-values is twice the smaller tail; next to 1/2 the general
/// method takes over and must agree.
#[test]
fn doubling_and_small_p_values_coincide_at_one_half() {
    for n in 1..60 {
        for k in 0..=n {
            let doubled = binomial::test(k, n, 0.5, Alternative::TwoSided).expect("valid");
            let general = binomial::test(k, n, 0.5 + 1e-14, Alternative::TwoSided).expect("valid");
            assert!((doubled - general).abs() < 1e-10, "{k} of {n}: {doubled} {general}");
        }
    }
}
