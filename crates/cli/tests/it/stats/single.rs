//! One test.

use super::{SCORES, close, one, row};
use crate::support::{Place, Wording, says};
use serde_json::Value;
use std::time::{Duration, Instant};

#[test]
fn single_tests_take_counts_or_columns() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, parts) in [
        (
            "mcnemar 50 4 16 30",
            &["McNemar's test (exact, two-sided) of 100 pairs", "p = 0.0118"][..],
        ),
        ("mcnemar 4 16", &["of 20 discordant pairs", "p = 0.0118"]),
        ("binomial 8 10", &["8", "p = 0.109"]),
        ("binomial 8 10 --alternative greater --p0 0.25", &["one-sided: greater"]),
        ("two-proportions 45 60 30 60", &["z = 2.82"]),
        ("wilcoxon --csv scores.csv --columns before,after", &["of 7 pairs", "p = 0.0156", "1 "]),
        ("paired-t --csv scores.csv --columns after,before", &["6 degrees of freedom"]),
        ("spearman --csv scores.csv --columns before,after", &["Spearman"]),
        ("mann-whitney --csv scores.csv --columns after,group", &["p = 0.0571"]),
        ("kruskal-wallis --csv scores.csv --columns after,group", &["1 degree of freedom"]),
        ("kappa --csv scores.csv --columns first,second", &["kappa"]),
        ("permutation-paired --csv scores.csv --columns before,after", &["p = 0.0156"]),
        ("shapiro-wilk --csv scores.csv --columns before", &["Shapiro"]),
    ] {
        says(&place.ok(&format!("stats test {line}")), parts);
    }
    let json: Value = serde_json::from_str(
        &place.ok("stats test kendall --csv scores.csv --columns before,after --json"),
    )
    .expect("JSON");
    assert_eq!((json["n_used"].as_u64(), json["n_lost"].as_u64()), (Some(7), Some(1)));
}

#[test]
fn pairs_that_belong_together_are_tested_together() {
    let place = Place::new();
    let mut csv = "original,perturbed,item\n".to_owned();
    for item in 0..6 {
        // Every item breaks in the same way eight times.
        for _ in 0..8 {
            csv.push_str(if item < 4 { "1,0," } else { "0,1," });
            csv.push_str(&format!("i{item}\n"));
        }
    }
    place.write("pairs.csv", csv);
    let p = |columns: &str| {
        let line = format!("stats test mcnemar --csv pairs.csv --columns {columns} --json");
        let json: Value = serde_json::from_str(&place.ok(&line)).expect("JSON");
        json["p"].as_f64().expect("a p-value")
    };
    assert!(p("original,perturbed") < 0.05, "as if all 48 pairs were independent");
    assert!(p("original,perturbed,item") > 0.3, "six items are few");
}

#[test]
fn what_a_test_cannot_take_is_named() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, complaint) in [
        ("binomial 8", "give 2 counts"),
        ("binomial 11 10", "11"),
        ("wilcoxon", "--data FILE"),
        ("wilcoxon --csv scores.csv --columns before", "name 2 columns"),
        ("wilcoxon --csv scores.csv --columns before,nothing", "no column `nothing`"),
        ("wilcoxon --csv scores.csv --columns before,group", "`a` is not a number"),
        ("cochran-q --csv scores.csv --columns before", "neither right nor wrong"),
        ("mann-whitney --csv scores.csv --columns group,before", "is not a number"),
        ("mann-whitney --csv scores.csv --columns before,after", "there must be two"),
        ("binomial 8 10 --alternative up", "unknown alternative"),
        ("binomial 8 10 --confidence 2", "confidence"),
        ("wilcoxon --csv none.csv", "none.csv"),
    ] {
        says(&place.fails(1, &format!("stats test {line}")), &[complaint]);
    }
}

/// The p-value of a test.
fn p(place: &Place, line: &str) -> f64 {
    row(place, &format!("test {line}"))["p"].as_f64().expect("a p-value")
}

/// Numbers of statsmodels 0.15.0 (mcnemar, test_proportions_2indep) and scipy 1.17.1 (wilcoxon,
/// mannwhitneyu).
#[test]
fn every_option_of_a_test_is_heeded() {
    let place = Place::new();
    let differences = [1.0, 2.0, 0.0, 3.0, -1.5, 4.0, 0.0, 5.0, 6.0, 2.5];
    let rows: String = differences.iter().map(|d| format!("{d},0\n")).collect();
    place.write("d.csv", format!("x,y\n{rows}"));
    place.write("scores.csv", SCORES);
    for (line, expected) in [
        ("mcnemar 50 4 16 30 --rule chi-square-corrected", 0.013_906_296_895_346_027),
        ("mcnemar 50 4 16 30 --rule normal-corrected", 0.013_906_296_895_346_027),
        ("mcnemar 50 4 16 30 --rule chi-square", 0.007_290_358_091_535_66),
        ("mcnemar 4 16 --rule normal", 0.007_290_358_091_535_66),
        ("two-proportions 45 60 30 60 --pooling unpooled", 0.003_414_791_178_117_816_4),
        ("wilcoxon --data d.csv --zeros pratt --ranks normal", 0.023_998_555_156_258_74),
        ("wilcoxon --data d.csv --ranks normal-corrected", 0.029_973_973_586_555_843),
        (
            "mann-whitney --data scores.csv --columns after,group --ranks normal",
            0.033_894_853_524_689_27,
        ),
    ] {
        close(p(&place, line), expected, line);
    }
    let chi2 = row(&place, "test mcnemar 50 4 16 30 --rule chi-square-corrected");
    assert_eq!(chi2["statistic"]["name"], "chi-square");
    close(one(&chi2["statistic"], "value"), 6.05, "chi-square");
    // The samples side by side, or one below the other, are the same.
    place.write("wide.csv", "a,b\n3,9\n5,7\n4,13\n,8\n");
    let long = p(&place, "mann-whitney --data scores.csv --columns after,group");
    close(p(&place, "mann-whitney --data wide.csv --wide"), long, "wide");
}

#[test]
fn options_that_say_nothing_to_a_test_are_refused() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, complaint) in [
        ("binomial 8 10 --rule exact", "this test does not use --rule, which is for mcnemar"),
        ("mcnemar 4 16 --zeros pratt", "does not use --zeros"),
        ("mcnemar 4 16 --categories a,b", "does not use --categories"),
        (
            "paired-t --data scores.csv --columns before,after --ranks exact",
            "wilcoxon, mann-whitney",
        ),
        ("mcnemar 4 16 --method robust", "--method is for related pairs"),
        ("mcnemar 4 16 --rule fisher", "unknown rule `fisher`"),
        (
            "wilcoxon --data scores.csv --columns before,after --zeros drop",
            "unknown rule for zeros",
        ),
        ("two-proportions 1 2 1 2 --pooling both", "unknown pooling"),
        ("mcnemar 4 16 --lost none=3", "--lost has no kind `none`"),
        ("mcnemar 4 16 --lost neither", "write KIND=COUNT"),
        ("mcnemar 4 16 --lost neither=-1", "`-1` is not a count"),
        ("mcnemar 4 x", "`x` is not a count"),
        ("mcnemar 4 6 --lost neither=18446744073709551615", "units are too many"),
        ("mcnemar -4 16", "`-4` is not a count"),
    ] {
        says(&place.fails(1, &format!("stats test {line}")), &[complaint]);
    }
}

/// Bounds by hand: of 4 and 16, with the lost pairs (6, 16), (4, 18), and so on.
#[test]
fn lost_pairs_bound_the_p_value() {
    let place = Place::new();
    let counts = row(&place, "test mcnemar 0 4 16 0 --lost neither=2,original-right=1");
    let mut rows = "original,perturbed\n".to_owned();
    rows.push_str(&"1,0\n".repeat(4));
    rows.push_str(&"0,1\n".repeat(16));
    rows.push_str(",\nNA,null\n1,\n");
    place.write("pairs.csv", &rows);
    let columns = row(&place, "test mcnemar --data pairs.csv");
    assert_eq!(columns, counts, "a missing member is a lost pair, with what is known of it");
    assert_eq!(columns["n_lost"], 3);
    // Twice the binomial tail of 4 of 22, and of 7 of 23 (scipy 1.17.1).
    close(one(&columns["p_bounds"], "low"), 0.004_343_509_674_072_266, "low");
    close(one(&columns["p_bounds"], "high"), 0.093_139_648_437_5, "high");
    let interval = row(&place, "interval paired-difference --data pairs.csv --method lost-bounds");
    close(
        one(&interval["interval"], "low"),
        9.0 / 23.0,
        "12 more mended, less the 3 that may be broken",
    );
    let clustered = rows.replace('\n', ",a\n").replacen("perturbed,a", "perturbed,item", 1);
    place.write("nested.csv", clustered.replacen("1,0,a", "1,0,b", 2).replacen("0,1,a", "0,1,", 1));
    let nested = row(&place, "test mcnemar --data nested.csv --method obuchowski");
    assert_eq!((nested["n_used"].as_u64(), nested["n_lost"].as_u64()), (Some(19), Some(4)));
}

/// No count is so large that anything overflows.
#[test]
fn the_largest_counts_have_answers() {
    let place = Place::new();
    let most = 1_000_000_000_000_u64;
    for line in [
        format!("test mcnemar {most} {most} {most} {most}"),
        format!("test mcnemar {most} 1 --rule chi-square-corrected"),
        format!("test mcnemar 1 {most} --lost neither=1e9,original-right=9e11"),
        format!("test binomial {most} {most}"),
        format!("test two-proportions {most} {most} 0 {most}"),
        format!("interval proportion {most} {most}"),
        format!("interval proportion 0 {most}"),
        format!("interval paired-difference {most} {most} {most} {most}"),
        format!("interval odds-ratio {most} {most}"),
        format!("interval two-proportions {most} {most} {most} {most}"),
        format!("effect odds-ratio 1 {most}"),
        format!("effect d-prime {most} {most} 0 {most}"),
    ] {
        let start = Instant::now();
        let out = place.ok(&format!("stats {line} --json"));
        assert!(!out.contains("NaN") && !out.contains("null"), "{line}: {out}");
        assert!(start.elapsed() < Duration::from_secs(10), "{line}: {:?}", start.elapsed());
        let beyond = line.replace(&most.to_string(), &(most + 1).to_string());
        let refused = place.fails(1, &format!("stats {beyond} --json"));
        says(&refused, &["units are too many: counts go up to 1000000000000 (10^12)"]);
    }
}

#[test]
fn labels_that_are_numbers_sort_as_numbers() {
    let mut wording = Wording::default();
    let place = Place::new();
    let rows = "2,10\n10,10\n2,2\n2,10\n10,3\n3,3\n2,10\n";
    place.write("ten.csv", format!("a,b\n{rows}"));
    place.write("three.csv", format!("a,b\n{}", rows.replace("10", "4")));
    let kappa = |file: &str, more: &str| {
        one(
            &row(&place, &format!("test kappa --data {file} --weights linear{more}"))["effect"],
            "value",
        )
    };
    close(kappa("ten.csv", ""), kappa("three.csv", ""), "10 comes last");
    assert!((kappa("ten.csv", " --categories 10,2,3") - kappa("ten.csv", "")).abs() > 0.01);
    wording.fails(&place, 1, "stats test kappa --data ten.csv --categories 2,3");
    insta::assert_snapshot!(wording.text());
}

/// The name of a test is enough; for discordant pairs alone, the effect is their odds ratio.
#[test]
fn a_test_is_a_command_too() {
    let mut wording = Wording::default();
    let place = Place::new();
    assert_eq!(place.ok("stats mcnemar 4 16"), place.ok("stats test mcnemar 4 16"));
    // 4 = 16/4; the limits of the share 16/20 by Clopper and Pearson (scipy 1.17.1, binomtest).
    says(
        &place.ok("stats mcnemar 4 16"),
        &["20 discordant pairs", "p = 0.0118", "odds ratio is 4 (95 % interval 1.29 to 16.4)"],
    );
    says(&place.ok("stats mcnemar 0 5"), &["infinite"]);
    wording.fails(&place, 2, "stats tests");
    insta::assert_snapshot!(wording.text());
}
