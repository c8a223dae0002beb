//! Evidence while answers arrive.

use super::{close, one, row};
use crate::support::{Place, json_lines, says};
use serde_json::Value;

/// The e-value is 2^12 B(12, 2)/B(1, 1), by scipy 1.17.1 (betaln).
#[test]
fn evidence_grows_pair_by_pair() {
    let place = Place::new();
    let found = row(&place, "sequential 1 1 0 1 1 1 1 1 1 1 1 1");
    close(one(&found["statistic"], "value"), 26.256_410_256_410_238, "e");
    close(one(&found, "p"), 1.0 / 26.256_410_256_410_238, "p");
    assert_eq!(found["stop"]["pairs"], 12);
    let mut text = "original,perturbed\n1,1\n".to_owned();
    for mended in [1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1] {
        text.push_str(&format!("{},{mended}\n", 1 - mended));
        text.push_str("1,\n");
    }
    text.push_str("1,0\n1,0\n");
    place.write("pairs.csv", text);
    let found = row(&place, "sequential --data pairs.csv");
    assert_eq!(
        (found["stop"]["pairs"].as_u64(), found["stop"]["n21"].as_u64()),
        (Some(13), Some(11))
    );
    assert_eq!(found["stop"]["after"], "line 25");
    close(one(&found, "p"), 1.0 / 26.256_410_256_410_238, "p does not rise again");
    assert_eq!((found["n_used"].as_u64(), found["n_lost"].as_u64()), (Some(14), Some(12)));
    says(
        &place.ok("stats sequential --data pairs.csv"),
        &["may stop after line 25 (pair 13, e = 26.256)"],
    );
    // The evidence fell after the last two pairs: what holds now is wider than what holds of all looks.
    let now = one(&found, "p_now");
    close(now, 1.0 / one(&found["statistic"], "value"), "p at this look");
    assert!(now > one(&found, "p"), "{found}");
    let (here, running) = (&found["interval"]["limits"], &found["interval_running"]);
    assert!(one(running, "low") > one(here, "low"), "{found}");
    says(
        &place.ok("stats sequential --data pairs.csv"),
        &["At this look alone: p = ", "Running, over all looks so far: p = 0.038086, interval "],
    );
    says(&place.ok("stats sequential 1 0 1"), &["may not stop yet"]);
    assert_eq!(row(&place, "sequential 1 0 1")["stop"], Value::Null);
    let trace = json_lines(&place.ok("stats sequential 1 0 --trace --json"));
    assert_eq!(trace.len(), 2);
    close(one(&trace[1], "e"), 4.0 / 6.0, "2^2 B(2, 2)");
    close(one(&trace[1], "p"), 1.0, "the smallest p");
    close(one(&trace[1], "p_now"), 1.0, "p at this look");
}

#[test]
fn what_is_no_order_of_pairs_is_named() {
    let place = Place::new();
    place.write("pairs.csv", "original,perturbed\n1,0\n1,x\n");
    for (code, line, complaint) in [
        (1, "", "give 1 and 0"),
        (2, "1 2", "2 is not in 0..=1"),
        (1, "1 --alpha 2", "--alpha 2 is not a level"),
        (1, "1 --prior 0", "prior must be above 0"),
        (1, "1 --confidence 2", "confidence must be"),
        (1, "1 --alternative up", "unknown alternative"),
        (1, "1 --data pairs.csv", "not both"),
        (1, "--data pairs.csv", "line 3, column `perturbed`: `x` is neither right nor wrong"),
        (1, "--data pairs.csv --columns original", "name 2 columns"),
    ] {
        says(&place.fails(code, &format!("stats sequential {line}")), &[complaint]);
    }
}
