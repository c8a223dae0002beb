use peirast_stats::{Error, proportion};
use serde_json::json;

use super::{count, float, rows};

const NUMBERS: &str = include_str!("../../../golden/proportion.json");

#[test]
fn as_statsmodels() {
    for row in rows(NUMBERS, None) {
        let (k, n, level) = (count(&row["k"]), count(&row["n"]), float(&row["confidence"]));
        let wilson = proportion::wilson(k, n, level).expect("valid");
        let exact = proportion::clopper_pearson(k, n, level).expect("valid");
        for (interval, want) in [(wilson, &row["wilson"]), (exact, &row["clopper-pearson"])] {
            for (got, want) in [(interval.low, &want[0]), (interval.high, &want[1])] {
                let off = (got - float(want)).abs();
                assert!(off <= 1e-10 * float(want).abs() + 1e-15, "{got} for {want} in {row}");
            }
        }
    }
}

#[test]
fn ends_are_exact() {
    for n in [1, 3, 1000] {
        for interval in [proportion::wilson, proportion::clopper_pearson] {
            assert_eq!(interval(0, n, 0.95).map(|i| i.low), Ok(0.0));
            assert_eq!(interval(n, n, 0.95).map(|i| i.high), Ok(1.0));
        }
    }
}

#[test]
fn refuses() {
    for interval in [proportion::wilson, proportion::clopper_pearson] {
        assert_eq!(interval(0, 0, 0.95), Err(Error::NoObservations));
        assert!(matches!(interval(3, 2, 0.95), Err(Error::TooManySuccesses { .. })));
        for level in [0.0, 1.0, f64::NAN] {
            assert!(matches!(interval(1, 2, level), Err(Error::OutOfRange { .. })));
        }
    }
    let error = proportion::wilson(1, 2, 95.0).expect_err("a percentage is no probability");
    assert_eq!(json!(error.to_string()), "confidence must be strictly between 0 and 1, not 95");
}
