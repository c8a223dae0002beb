//! The bootstrap.

use super::{SCORES, close, one, row, rows};
use crate::support::{Place, says};

/// scipy 1.17.1 (bootstrap, 200,000 resamples): the mean of 1 to 7 has a standard error of 0.7569, and
/// intervals from 2.571 to 5.429 by percentiles and by BCa.
#[test]
fn intervals_are_near_those_of_another_program() {
    let place = Place::new();
    place.write("seven.csv", "x\n1\n2\n3\n4\n5\n6\n7\n");
    let all = rows(&place, "bootstrap mean --data seven.csv");
    assert_eq!(all.len(), 3);
    for found in &all {
        close(one(found, "estimate"), 4.0, "the mean");
        assert!((one(found, "standard_error") - 0.7569).abs() < 0.02, "{found}");
        assert!((one(&found["interval"], "low") - 2.571).abs() < 0.15, "{found}");
        assert!((one(&found["interval"], "high") - 5.429).abs() < 0.15, "{found}");
    }
    let again = rows(&place, "bootstrap mean --data seven.csv --seed 1");
    assert_eq!(again, all, "the same seed gives the same result");
    assert_ne!(rows(&place, "bootstrap mean --data seven.csv --seed 2"), all);
}

#[test]
fn every_statistic_has_its_columns() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, expected) in [
        ("median --columns after", 7.0),
        ("difference --columns after,before", 3.0),
        ("median-difference --columns after,before", 2.0),
        ("spearman --columns after,before", 0.785_714_285_714_285_9),
        ("difference --columns after,before --by group", 3.0),
    ] {
        let line =
            format!("bootstrap {line} --data scores.csv --method percentile --resamples 200");
        let found = row(&place, &line);
        close(one(&found, "estimate"), expected, &line);
        assert_eq!(found["lost"], 1);
    }
}

/// Resamples of four pairs often contain one pair four times; such a resample has no correlation.
#[test]
fn resamples_without_a_correlation_are_counted() {
    let place = Place::new();
    place.write("four.csv", "x,y\n1,1\n1,2\n2,2\n2,4\n");
    for statistic in ["pearson", "spearman"] {
        for found in rows(&place, &format!("bootstrap {statistic} --data four.csv")) {
            assert!(one(&found["interval"], "low") < one(&found, "estimate"), "{found}");
            let without = one(&found, "resamples_without_a_value");
            assert!((1000.0..2500.0).contains(&without), "{found}");
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    place.write("one.csv", "x,g\n1,a\n1,a\n");
    for (line, why) in [
        ("mean --data one.csv --columns x --method bca", "undefined: degenerate resamples"),
        ("mean --data one.csv --columns x --by g", "undefined: fewer than two clusters"),
        ("mean --data one.csv --columns x --resamples 1", "undefined: too few observations"),
    ] {
        says(&place.ok(&format!("stats bootstrap {line}")), &[why]);
    }
    for (code, line, complaint) in [
        (1, "mean", "name a file"),
        (1, "mean --data scores.csv", "name 1 columns"),
        (1, "mean --data scores.csv --columns group", "`a` is not a number"),
        (1, "mean --data scores.csv --columns after --method t", "unknown method `t`"),
        (1, "mean --data scores.csv --columns after --confidence 2", "confidence must be"),
        (1, "mean --data scores.csv --columns after --by nothing", "no column `nothing`"),
        (2, "mean --data scores.csv --columns after --resamples 0", "0 is not in 1..=1000000"),
        (2, "mean --data scores.csv --by group", "--columns"),
        (2, "mode --data scores.csv", "possible values"),
    ] {
        says(&place.fails(code, &format!("stats bootstrap {line}")), &[complaint]);
    }
}
