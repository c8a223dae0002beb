//! Agreement of raters.

use super::{close, one, row, spans};
use crate::support::{Place, says};

/// Krippendorff's example: twelve units, four raters, gaps.
const RATINGS: &str = "unit,a,b,c,d
1,1,1,,1
2,2,2,3,2
3,3,3,3,3
4,3,3,3,3
5,2,2,2,2
6,1,2,3,4
7,4,4,4,4
8,1,1,2,1
9,2,2,2,2
10,,5,5,5
11,,,1,1
12,,3,,
";

/// Numbers of statsmodels 0.15.0 (cohens_kappa).
#[test]
fn kappa_is_that_of_another_program() {
    let place = Place::new();
    for (line, kappa, low, high) in [
        ("20 5 10 15", 0.4, 0.151_092_290_476_661, 0.648_907_709_523_338_9),
        (
            "11 3 1 2 9 4 0 3 12 --weights linear",
            0.65,
            0.476_399_499_784_924_8,
            0.823_600_500_215_075,
        ),
        (
            "11 3 1 2 9 4 0 3 12 --weights quadratic",
            0.733_333_333_333_333_3,
            0.570_981_018_259_722_3,
            0.895_685_648_406_944_3,
        ),
    ] {
        let found = row(&place, &format!("agreement kappa {line}"));
        close(one(&found, "value"), kappa, line);
        spans(&found, low, high, line);
    }
    let mut text = "first,second\n".to_owned();
    for (pair, count) in [("yes,yes", 20), ("yes,no", 5), ("no,yes", 10), ("no,no", 15), ("no,", 3)]
    {
        text.push_str(&format!("{pair}\n").repeat(count));
    }
    place.write("two.csv", text);
    let found = row(&place, "agreement kappa --data two.csv");
    close(one(&found, "value"), 0.4, "kappa of columns");
    close(one(&found, "observed_agreement"), 0.7, "observed");
    close(one(&found, "expected_agreement"), 0.5, "expected");
    assert_eq!(found["lost"], 3);
}

/// The coefficients that Krippendorff (2011) prints for the example, and that of Gwet's package irrCAC.
#[test]
fn alpha_and_ac1_take_gaps() {
    let place = Place::new();
    place.write("ratings.csv", RATINGS);
    let of =
        |line: &str| row(&place, &format!("agreement {line} --data ratings.csv --columns a,b,c,d"));
    for (metric, expected) in
        [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
    {
        let found = of(&format!("alpha --metric {metric}"));
        assert!((one(&found, "value") - expected).abs() < 6e-4, "{metric} {found}");
        assert!(
            one(&found["interval"], "low") < expected && expected < one(&found["interval"], "high")
        );
        assert_eq!((found["units"].as_u64(), found["ratings"].as_u64()), (Some(11), Some(40)));
    }
    let ordered = of("alpha --metric ordinal --categories 1,2,3,4,5");
    close(one(&ordered, "value"), one(&of("alpha --metric ordinal"), "value"), "names in order");
    let ac1 = of("ac1");
    assert!((one(&ac1, "value") - 0.775_44).abs() < 5e-6, "{ac1}");
    assert!((one(&ac1, "standard_error") - 0.142_95).abs() < 5e-6, "{ac1}");
}

#[test]
fn what_does_not_agree_or_differ_is_said() {
    let place = Place::new();
    place.write("ratings.csv", RATINGS);
    place.write("same.csv", "a,b\nx,x\nx,x\n");
    place.write("words.csv", "a,b\nlow,high\nhigh,high\n");
    for (line, why) in [
        ("kappa --data same.csv", "undefined: no disagreement is to be expected"),
        ("alpha --data same.csv", "undefined: no disagreement is to be expected"),
        ("ac1 --data same.csv", "undefined: no disagreement is to be expected"),
        ("kappa 0 0 0 0", "undefined: no observations"),
        ("ac1 --data same.csv --categories x,y", "value               1"),
        ("kappa --data same.csv", "observed agreement  1"),
        ("alpha --data same.csv", "observed disagreement    0"),
        ("ac1 --data same.csv", "observed agreement  1"),
        ("kappa 5 4 0 0", "interval            undefined: a rater used one category only"),
    ] {
        says(&place.ok(&format!("stats agreement {line}")), &[why]);
    }
    for line in ["kappa", "alpha", "ac1"] {
        let found = row(&place, &format!("agreement {line} --data same.csv"));
        assert_eq!(found["units"], 2, "{found}");
    }
    for (line, complaint) in [
        ("kappa 1 2 3", "a square table"),
        ("kappa", "a square table"),
        ("kappa 1 2 3 -4", "`-4` is not a count"),
        ("kappa 18446744073709551615 1 1 1", "units are too many: counts go up to 1000000000000"),
        ("kappa --data ratings.csv", "name 2 columns"),
        ("kappa 1 2 3 4 --weights cubic", "unknown weighting `cubic`"),
        ("kappa 1 2 3 4 --metric ordinal", "--metric is for alpha"),
        ("kappa 1 2 3 4 --confidence 2", "confidence must be"),
        ("alpha 1 2 3 4", "take columns"),
        ("alpha", "name a file"),
        ("alpha --data ratings.csv --columns a", "name at least 2 columns"),
        ("alpha --data ratings.csv --metric exact", "unknown metric `exact`"),
        ("alpha --data words.csv --metric ordinal", "whose order --categories gives"),
        ("alpha --data words.csv --metric interval --categories low,high", "takes numbers"),
        ("alpha --data ratings.csv --weights linear", "--weights is for kappa"),
        ("ac1 --data words.csv --categories low", "`high` is not among --categories"),
        ("ac1 --data words.csv --categories low,low", "names `low` twice"),
    ] {
        says(&place.fails(1, &format!("stats agreement {line}")), &[complaint]);
    }
}

/// Texts sort alphabetically, which is rarely the order that weights need.
#[test]
fn the_order_of_texts_is_said_where_weights_depend_on_it() {
    let place = Place::new();
    place.write("sizes.csv", "a,b\nlow,mid\nmid,mid\nhigh,high\nlow,low\nhigh,mid\n");
    place.write("two.csv", "a,b\nno,yes\nyes,yes\nno,no\n");
    place.write("numbers.csv", "a,b\n1,2\n2,2\n3,3\n1,1\n");
    let order = "order: high, low, mid; --categories gives another";
    for command in ["agreement kappa", "test kappa"] {
        for weights in ["linear", "quadratic"] {
            let sorted = place.ok(&format!("stats {command} --data sizes.csv --weights {weights}"));
            says(&sorted, &[order, &format!("{weights} weights depend on the order")]);
        }
        for rest in [
            "sizes.csv",
            "sizes.csv --weights linear --categories low,mid,high",
            "two.csv --weights linear",
            "numbers.csv --weights linear",
        ] {
            let said = place.ok(&format!("stats {command} --data {rest}"));
            assert!(!said.contains("--categories"), "{command} {rest}: {said}");
        }
    }
    let line = "agreement kappa --data sizes.csv --weights linear";
    let found = row(&place, line);
    assert!(found["notes"][0].as_str().is_some_and(|note| note.contains(order)), "{found}");
    let given = row(&place, &format!("{line} --categories low,mid,high"));
    assert_ne!(one(&found, "value"), one(&given, "value"));
}
