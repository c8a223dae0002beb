//! Related rows: strata, random intercepts, clusters of two kinds.

use super::{close, one, row, rows, spans};
use crate::support::{Place, says};

/// Grades of the answers to twelve items by three models, original and perturbed: 1 is right.
const RIGHT: &str = "000001001001000001001001000001000111000011011101101111011111011111000001";

/// One row for each answer.
fn answers() -> String {
    let row = |(at, right): (usize, char)| {
        let (item, model, perturbed) = (at / 6, at / 2 % 3, at % 2);
        let length = (item * 7 + model * 3 + perturbed * 5) % 11;
        format!("{right},{perturbed},{length},i{item},m{model},{}\n", item / 2)
    };
    let rows: String = RIGHT.chars().enumerate().map(row).collect();
    "right,perturbed,length,item,model,theme\n".to_owned() + &rows
}

/// One row for each pair.
fn pairs() -> String {
    let cells: Vec<char> = RIGHT.chars().collect();
    let row =
        |(at, pair): (usize, &[char])| format!("{},{},i{},m{}\n", pair[0], pair[1], at / 3, at % 3);
    let rows: String = cells.chunks(2).enumerate().map(row).collect();
    "original,perturbed,item,model\n".to_owned() + &rows
}

fn place() -> Place {
    let place = Place::new();
    place.write("answers.csv", answers());
    place.write("pairs.csv", pairs());
    place
}

const LOGISTIC: &str = "logistic --data answers.csv --columns right,perturbed,length";

fn near(found: f64, expected: f64, what: &str) {
    let error = (found / expected - 1.0).abs();
    assert!(error < 1e-6, "{what}: {found}, not {expected}");
}

/// Numbers of statsmodels 0.15: Logit with `cov_type="cluster"` for two groups, whose variances it
/// multiplies by (n - 1)/(n - k), which is left out here.
#[test]
fn clusters_of_two_kinds() {
    let all = rows(&place(), &format!("{LOGISTIC} --by item,model"));
    let estimates = [-0.988_533_801_685, 0.917_562_232_512, 0.059_886_961_562];
    let errors = [0.683_400_918_76, 0.786_594_811_28, 0.043_201_292_688];
    for ((row, estimate), error) in all.iter().zip(estimates).zip(errors) {
        near(one(row, "estimate"), estimate, "estimate");
        let factor = (71.0_f64 / 69.0).sqrt();
        near(one(row, "standard_error") * factor, error, "standard error");
        assert_eq!(row["variance"], "inclusion-exclusion");
    }
}

/// Numbers of statsmodels 0.15: the root of the score of `ConditionalLogit` (its own fit stops at six
/// digits), and the sandwich from its scores by group.
#[test]
fn strata_cancel_what_their_answers_share() {
    let place = place();
    let all = rows(&place, &format!("{LOGISTIC} --strata item"));
    assert_eq!((all.len(), all[0]["term"].as_str()), (2, Some("perturbed")));
    near(one(&all[0], "estimate"), 1.117_904_838_937, "perturbed");
    near(one(&all[1], "estimate"), 0.037_020_801_405, "length");
    near(one(&all[0], "standard_error"), 0.453_738_688_269, "perturbed");
    near(one(&all[1], "standard_error"), 0.096_679_123_332, "length");
    assert_eq!((all[0]["strata"].as_u64(), all[0]["uninformative"].as_u64()), (Some(12), Some(0)));
    // Coarser clusters leave the estimate and change its standard error.
    let coarse = rows(&place, &format!("{LOGISTIC} --strata item --by theme"));
    assert_eq!(coarse[0]["estimate"], all[0]["estimate"]);
    assert_ne!(coarse[0]["standard_error"], all[0]["standard_error"]);
    let same = rows(&place, &format!("{LOGISTIC} --strata item --by item"));
    assert_eq!(same, all);
}

/// Numbers of scipy 1.17: the likelihood by Gauss-Hermite quadrature with 201 points for each item,
/// its maximum by BFGS, its information by differences.
#[test]
fn groups_have_random_intercepts() {
    let all = rows(&place(), &format!("{LOGISTIC} --random item"));
    let close = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 2e-5, "{found}, not {expected}");
    };
    let estimates = [-1.088_014_24, 1.090_174_09, 0.054_971_25];
    let errors = [0.641_578_33, 0.548_649_94, 0.085_664_74];
    for ((row, estimate), error) in all.iter().zip(estimates).zip(errors) {
        close(one(row, "estimate"), estimate);
        close(one(row, "standard_error"), error);
        close(one(row, "group_sd"), 0.938_359_03);
        close(one(row, "group_sd_error"), 0.435_859_36);
        close(one(row, "group_sd_p"), 0.036_885_22);
        assert_eq!(row["groups"], 12);
    }
}

/// The standard error of statsmodels 0.15, OLS of differences on a constant with two groups of
/// clusters. The interval, by numpy and scipy, is Newcombe's for the number of pairs with this
/// standard error, with the critical value of Student's t with 2 degrees of freedom.
#[test]
fn pairs_that_share_an_item_or_a_model() {
    let place = place();
    let line = "interval paired-difference --data pairs.csv --columns original,perturbed";
    let all = rows(&place, &format!("{line} --by item,model"));
    assert_eq!((all[0]["method"].as_str(), all[1]["method"].as_str()), TWO_WAY_FIRST);
    close(one(&all[0], "estimate"), 2.0 / 9.0, "difference");
    spans(&all[0], -0.367_911_462_305_520_4, 0.634_737_343_486_125_1, "two-way");
    // One kind of clusters is what a third column gives.
    let third = format!("{line},item --method cluster-robust");
    assert_eq!(all[1], row(&place, &third));
    let only = row(&place, &format!("{line} --by item,model --method two-way"));
    assert_eq!(only, all[0]);
}

const TWO_WAY_FIRST: (Option<&str>, Option<&str>) = (Some("two-way"), Some("cluster-robust"));

#[test]
fn what_makes_no_sense_is_refused() {
    let place = place();
    for (line, complaint) in [
        (format!("{LOGISTIC} --by item,model,theme"), "two columns at most"),
        (format!("{LOGISTIC} --strata item --by theme,model"), "with --strata one"),
        (format!("{LOGISTIC} --strata item --by model"), "is in two clusters of --by"),
        (format!("{LOGISTIC} --strata nowhere"), "nowhere"),
        (
            "interval mean --data answers.csv --columns length --by item,model".to_owned(),
            "two for paired-difference",
        ),
        (
            "interval mean --data answers.csv --columns length,item --by item".to_owned(),
            "takes 1 names here, not 2",
        ),
        (
            "interval pearson --data answers.csv --columns length,right --by item".to_owned(),
            "--by is for",
        ),
    ] {
        says(&place.fails(1, &format!("stats {line}")), &[complaint]);
    }
    place.fails(2, &format!("stats {LOGISTIC} --strata item --conditional"));
    place.fails(2, &format!("stats {LOGISTIC} --random item --by model"));
}

/// A single column of clusters may come last, or be named by --by.
#[test]
fn an_interval_takes_one_column_of_clusters_either_way() {
    let place = place();
    for (of, columns, file) in [
        ("proportion", "right", "answers.csv"),
        ("mean", "length", "answers.csv"),
        ("paired-difference", "original,perturbed", "pairs.csv"),
    ] {
        let line =
            |rest: &str| format!("stats interval {of} --data {file} --columns {columns}{rest}");
        assert_eq!(place.ok(&line(" --by item")), place.ok(&line(",item")), "{of}");
    }
}
