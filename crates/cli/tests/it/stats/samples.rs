//! Summaries of columns, and logistic regression.

use super::{close, one, row, rows, spans};
use crate::support::{Place, says};

/// An outcome, a predictor, and the cluster of each row.
fn answers() -> String {
    let outcomes = [0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1];
    let lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 4];
    let rows = outcomes.iter().zip(lengths).enumerate();
    let row = |(at, (right, length))| format!("{right},{length},{}\n", at / 2);
    "right,length,item\n".to_owned() + &rows.map(row).collect::<String>() + "1,,9\n"
}

/// Numbers of numpy (mean, std, quantile).
#[test]
fn columns_are_described_one_by_one() {
    let place = Place::new();
    place.write("answers.csv", answers());
    let all = rows(&place, "describe --data answers.csv --columns length,right --quantile 0.9");
    assert_eq!(
        (all.len(), all[0]["n"].as_u64(), all[0]["missing"].as_u64()),
        (2, Some(12), Some(1))
    );
    assert_eq!(all[1]["n"], 13);
    close(one(&all[0], "mean"), 5.166_666_666_666_667, "mean");
    close(one(&all[0], "sd"), 2.855_085_839_605_379, "sd");
    close(one(&all[0], "first_quartile"), 3.0, "first quartile");
    close(one(&all[0], "median"), 4.5, "median");
    close(one(&all[0], "quantile"), 8.9, "quantile");
    place.write("none.csv", "x,y\n,1\n,2\n");
    says(&place.ok("stats describe --data none.csv"), &["undefined: no observations"]);
    for (line, complaint) in [
        ("", "name a file"),
        ("--data answers.csv --quantile 2", "--quantile 2 is not a quantile"),
        ("--data answers.csv --columns height", "no column `height`"),
    ] {
        says(&place.fails(1, &format!("stats describe {line}")), &[complaint]);
    }
}

/// Numbers of statsmodels 0.15.0 (Logit; clustered, its variance times 6/5).
#[test]
fn coefficients_are_those_of_another_program() {
    let place = Place::new();
    place.write("answers.csv", answers());
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-7, "{found}, not {expected}");
    };
    let all = rows(&place, "logistic --data answers.csv --columns right,length");
    assert_eq!(
        (all[0]["term"].as_str(), all[1]["term"].as_str()),
        (Some("intercept"), Some("length"))
    );
    near(one(&all[0], "estimate"), -2.301_559_12);
    near(one(&all[1], "estimate"), 0.553_970_12);
    near(one(&all[1], "standard_error"), 0.340_360_5);
    near(one(&all[1], "p"), 0.103_610_13);
    assert_eq!(all[1]["lost"], 1);
    let nested = rows(&place, "logistic --data answers.csv --columns right,length --by item");
    near(one(&nested[0], "standard_error"), 1.136_028_07);
    near(one(&nested[1], "standard_error"), 0.300_729_62);
    // Of 20 discordant pairs, 16 became right: the odds are 4, and their logarithm varies by 1/16 +
    // 1/4.
    place.write("pairs.csv", "perturbed\n".to_owned() + &"1\n".repeat(16) + &"-1\n".repeat(4));
    let pairs = row(&place, "logistic --data pairs.csv --conditional");
    close(one(&pairs, "odds_ratio"), 4.0, "odds");
    let (low, high) = (1.337_284_660_591_735_2_f64.ln(), 11.964_543_130_944_28_f64.ln());
    spans(&pairs, low, high, "the logarithm of Wald's interval");
}

#[test]
fn standard_errors_that_allow_for_clusters_say_what_they_suppose() {
    let place = Place::new();
    place.write("answers.csv", answers());
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-7, "{found}, not {expected}");
    };
    let by = rows(&place, "logistic --data answers.csv --columns right,length --by item");
    assert!(by[1].get("z").is_none(), "{}", by[1]);
    near(one(&by[1], "df"), 5.0);
    let t = one(&by[1], "t");
    near(t, one(&by[1], "estimate") / one(&by[1], "standard_error"));
    // Far above the 0.0655 of a normal distribution.
    near(one(&by[1], "p"), 0.124_812_18);
    let few = "at least 20 clusters; that is doubtful, as there are 6";
    says(&by[1]["notes"].to_string(), &[few]);
    let text = "stats logistic --data answers.csv --columns right,length";
    says(&place.ok(&format!("{text} --by item")), &[few]);
    assert!(!place.ok(text).contains("doubtful"));
    // Clusters that are all alike show nothing.
    let cluster = |item: u32| {
        let row = |(x, right)| format!("{right},{x},{item},{}\n", item % 2);
        [(0, 1), (0, 0), (0, 0), (1, 1), (1, 1), (1, 0)].map(row).concat()
    };
    let alike = "right,x,item,half\n".to_owned() + &(0..6).map(cluster).collect::<String>();
    place.write("alike.csv", alike);
    for clusters in ["--by item", "--by item,half", "--strata item"] {
        let line = format!("logistic --data alike.csv --columns right,x {clusters}");
        let row = rows(&place, &line).pop().expect("a predictor");
        for name in ["standard_error", "t", "p", "interval", "odds_interval"] {
            assert_eq!(row[name]["undefined"], "zero variance", "{clusters} {name}");
        }
        assert!(one(&row, "odds_ratio") > 3.0);
    }
    place.write("means.csv", "y,g\n0.4,a\n0.6,a\n0.5,b\n0.3,c\n0.7,c\n");
    let mean = rows(&place, "interval mean --data means.csv --columns y,g").remove(0);
    assert_eq!(mean["interval"]["undefined"], "zero variance");
    near(one(&mean, "estimate"), 0.5);
}

#[test]
fn what_cannot_be_fitted_says_why() {
    let place = Place::new();
    place.write("apart.csv", "right,x,item\n0,1,a\n0,2,a\n1,3,a\n1,4,a\n");
    place.write("answers.csv", answers().replace("\n1,,9", ""));
    says(
        &place.ok("stats logistic --data apart.csv --columns right,x"),
        &["coefficients  undefined: separated data"],
    );
    place.write("one.csv", "right,x,item\n0,1,a\n1,2,a\n0,3,a\n1,4,a\n");
    says(
        &place.ok("stats logistic --data one.csv --columns right,x --by item"),
        &["undefined: fewer than two clusters"],
    );
    for (line, complaint) in [
        ("", "name a file"),
        ("--data apart.csv --columns right", "the outcome first"),
        ("--data apart.csv --columns x,right", "column `x`: `2` is neither right nor wrong"),
        ("--data apart.csv --columns right,item", "`a` is not a number"),
        ("--data answers.csv --columns right,length --confidence 2", "confidence must be"),
    ] {
        says(&place.fails(1, &format!("stats logistic {line}")), &[complaint]);
    }
}

/// The sign of a difference depends on which group is the first.
#[test]
fn two_groups_are_named_in_the_order_of_their_numbers() {
    let place = Place::new();
    let line = |at: u32| format!("{},{},{}\n", at % 7 + 10 * (at % 2), 10 - at % 2, at % 3 % 2);
    place.write("g.csv", "y,g,right\n".to_owned() + &(0..24).map(line).collect::<String>());
    let test = row(&place, "test mann-whitney --data g.csv --columns y,g");
    assert_eq!(test["groups"], serde_json::json!(["9", "10"]));
    assert!(test["effect"]["value"].as_f64().is_some_and(|value| value > 0.9), "{test}");
    for line in [
        "test mann-whitney --data g.csv --columns y,g",
        "test permutation --data g.csv --columns y,g --draws 99",
        "test two-proportions --data g.csv --columns right,g",
    ] {
        says(&place.ok(&format!("stats {line}")), &["The first group is `9`, the second `10`."]);
    }
    for line in [
        "effect cohens-d --data g.csv --columns y,g",
        "effect cliffs-delta --data g.csv --columns y,g",
        "interval shift --data g.csv --columns y,g",
        "interval two-proportions --data g.csv --columns right,g",
    ] {
        let found = rows(&place, line).remove(0);
        assert_eq!(found["first_group"], "9", "{line}");
        assert_eq!(found["second_group"], "10", "{line}");
    }
    assert!(one(&rows(&place, "effect cliffs-delta --data g.csv --columns y,g")[0], "value") > 0.9);
    // Names that are no numbers are in the order of texts; columns in their own.
    place.write("texts.csv", "y,g\n1,b10\n2,b9\n3,b10\n4,b9\n5,b9\n");
    let found = rows(&place, "effect cohens-d --data texts.csv --columns y,g").remove(0);
    assert_eq!((&found["first_group"], &found["second_group"]), (&"b10".into(), &"b9".into()));
}

/// As many categories as ratings: a table of all pairs of categories would have millions of cells.
#[test]
fn agreement_of_decimals_that_all_differ() {
    let place = Place::new();
    let line = |at: u32| format!("{}.{at:04},{}.{at:04}5\n", at % 7, (at + at % 2) % 7);
    place.write("d.csv", "a,b\n".to_owned() + &(0..2000).map(line).collect::<String>());
    for line in ["ac1", "alpha --metric interval", "alpha", "alpha --metric ordinal"] {
        let found = row(&place, &format!("agreement {line} --data d.csv"));
        assert!(found["value"].is_number(), "{found}");
    }
}
