//! Power of McNemar's test against pairs, with formulas and simulations.

use super::{close, one};
use crate::support::{Place, json_lines, says};
use serde_json::Value;

const EFFECT: &str = "power --p12 0.02 --p21 0.12";

/// The exact sum over all tables, and Connor's formula, by scipy 1.17.1 (binom, norm).
#[test]
fn the_curve_is_the_exact_sum() {
    let place = Place::new();
    let line = format!("{EFFECT} --curve 50,100,150 --formula all --simulate 2000 --json");
    let rows = json_lines(&place.ok(&line));
    let expected = [
        (50, 0.317_068_517_029_067_24, 0.470_986_853_663_911_5),
        (100, 0.733_774_548_694_112_8, 0.770_213_525_100_329_7),
        (150, 0.913_597_157_703_405, 0.913_539_889_126_771),
    ];
    assert_eq!(rows.len(), expected.len());
    for (row, (n, power, connor)) in rows.iter().zip(expected) {
        assert_eq!(row["n"], n);
        close(one(row, "power"), power, "exact");
        close(one(row, "connor"), connor, "formula");
        let error = one(row, "standard_error");
        assert!((one(row, "simulated") - power).abs() < 4.0 * error, "{row}");
    }
    assert_eq!(json_lines(&place.ok(&line)), rows, "the same seed gives the same studies");
    says(&place.ok(&format!("{EFFECT} --curve 20..200")), &["n    power\n20 ", "\n200  0.9"]);
}

#[test]
fn formulas_and_simulations_stand_beside_a_plan() {
    let place = Place::new();
    let of = |line: &str| -> Value {
        serde_json::from_str(&place.ok(&format!("{EFFECT} {line} --json"))).expect("JSON")
    };
    let size = of("--power 0.8 --formula connor");
    close(one(&size, "n_connor"), 107.495_885_018_416_33, "pairs by the formula (scipy 1.17.1)");
    let power = of("--n 100 --formula connor,miettinen --simulate 500");
    close(one(&power, "power_connor"), 0.770_213_525_100_329_7, "power by the formula");
    assert_eq!(power["simulated"]["studies"], 500);
    says(
        &place.ok(&format!("{EFFECT} --n 100 --formula all --simulate 100")),
        &["By the formula connor it is 0.7702.", "Of 100 simulated studies"],
    );
}

#[test]
fn the_figure_says_what_it_shows() {
    let place = Place::new();
    let line = format!("{EFFECT} --curve 20..200 --tests 3 --svg power.svg");
    place.ok(&line);
    let svg = place.read("power.svg");
    let note =
        "power of McNemar&#39;s test, p12 = 0.02, p21 = 0.12, exact, two-sided, alpha = 0.05";
    says(
        &svg,
        &["<svg", note, "for 3 tests. A curve of power", env!("CARGO_PKG_VERSION"), "</svg>"],
    );
    place.ok(&line);
    assert_eq!(place.read("power.svg"), svg);
}

#[test]
fn what_is_no_curve_is_named() {
    let place = Place::new();
    for (code, line, complaint) in [
        (1, "--curve 0", "`0` is not a number of pairs"),
        (1, "--curve 5..2", "is in descending order"),
        (1, "--curve 1..2000000", "from 1 to 1000000"),
        (1, "--curve x,3", "`x` is not a number of pairs"),
        (2, "--curve 10 --n 4", "cannot be used with"),
        (2, "--n 10 --svg a.svg", "cannot be used with"),
        (1, "--n 10 --formula fleiss", "unknown power formula `fleiss`"),
        (1, "--n 1000000 --simulate 1000000", "take too long"),
        (1, "--curve 3..9 --svg none/a.svg", "writing none/a.svg"),
        (1, "--curve 3..9 --alpha 2", "alpha must be"),
    ] {
        says(&place.fails(code, &format!("{EFFECT} {line}")), &[complaint]);
    }
}
