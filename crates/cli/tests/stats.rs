//! Statistics on numbers of one's own.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod support;

use serde_json::{Value, json};
use support::{Place, json_lines, says};

/// Two suites; numbers by hand: 112, 2 and 4 of 1,024, 1,024 and 16 equally likely outcomes.
fn document() -> Value {
    json!({"suites": [
        {
            "suite": "binom_test",
            "fields": {"two_sided": {"rel_tol": 1e-9}},
            "vectors": [
                {"id": "b1", "input": {"k": 8, "n": 10, "p0": 0.5}, "expect": {"two_sided": 0.109375}},
                {"id": "b2", "input": {"k": 0, "n": 10, "p0": 0.5}, "expect": {"two_sided": 0.001953125}},
            ],
        },
        {
            "suite": "wilcoxon_signed_rank",
            "fields": {"p_exact": {"abs_tol": 1e-12}},
            "vectors": [
                {
                    "id": "w1",
                    "input": {"d": [1.5, -0.5, 2.0, 3.5], "zero_method": "wilcox"},
                    "expect": {"p_exact": 0.25, "w_plus": 9.0},
                },
                {
                    "id": "w2",
                    "input": {"d": [], "zero_method": "wilcox"},
                    "expect": {}, "undefined": {"w_plus": "no values"},
                },
            ],
        },
    ]})
}

#[test]
fn calls_are_answered_and_compared() {
    let place = Place::new();
    place.write("calls.json", document().to_string());
    let rows = json_lines(&place.ok("stats batch calls.json"));
    assert_eq!(rows.len(), 4);
    let p = rows[0]["out"]["two_sided"].as_f64().expect("a number");
    assert!((p - 0.109375).abs() < 1e-12);
    assert!(rows[3]["out"]["w_plus"]["undefined"].is_string());
    says(&place.ok("stats batch --check calls.json"), &["4 passed, 0 failed"]);
    let mut wrong = document();
    wrong["suites"][0]["vectors"][1]["expect"]["two_sided"] = json!(0.002);
    wrong["suites"][1]["vectors"][1]["undefined"] = json!({});
    wrong["suites"][1]["vectors"][1]["expect"] = json!({"w_plus": 0.0});
    place.write("wrong.json", wrong.to_string());
    let told = place.run("stats batch --check wrong.json");
    assert_eq!(told.code, Some(1));
    says(&told.out, &["2 passed, 2 failed"]);
    says(
        &told.err,
        &["binom_test b2: two_sided is 0.00195312", "not 0.002", "w2: w_plus is undefined"],
    );
}

#[test]
fn bad_documents_are_named() {
    let place = Place::new();
    let refused = |text: &str, complaint: &str| {
        place.write("bad.json", text);
        says(&place.fails(1, "stats batch --check bad.json"), &[complaint]);
    };
    refused("{", "line 1 column");
    refused("[]", "a list `suites`");
    refused(
        "{\"suites\": [{\"suite\": \"t_test\", \"vectors\": []}]}",
        "there is no suite `t_test`",
    );
    refused("{\"suites\": [{\"vectors\": []}]}", "suite 1: expected a name");
    let bad = json!({"suites": [{"suite": "mcnemar", "vectors": [{"id": 1, "input": {"b": -1, "c": 2}}]}]});
    place.write("bad.json", bad.to_string());
    let told = place.run("stats batch --check bad.json");
    says(&told.err, &["input `b`: must be a whole number from 0"]);
    let told = place.run("stats batch bad.json");
    assert_eq!(told.code, Some(1));
    says(&told.out, &["\"error\""]);
    says(&place.fails(1, "stats batch none.json"), &["none.json"]);
}

/// Eight pairs of scores, a group and two raters; one row lacks a value.
const SCORES: &str = "before,after,group,first,second
1,3,a,x,x
2,5,a,y,y
3,4,a,x,y
4,9,b,x,x
5,7,b,y,y
6,13,b,y,x
7,8,b,x,x
8,,a,y,y
";

#[test]
fn single_tests_take_counts_or_columns() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, parts) in [
        (
            "mcnemar 50 4 16 30",
            &["McNemar's test (exact, two-sided) of 100 pairs", "p = 0.0118"][..],
        ),
        ("mcnemar 4 16", &["of 20 pairs", "p = 0.0118"]),
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
        ("wilcoxon --csv scores.csv --columns before,group", "`a` is no number"),
        ("cochran-q --csv scores.csv --columns before", "neither 1 nor 0"),
        ("mann-whitney --csv scores.csv --columns group,before", "is no number"),
        ("mann-whitney --csv scores.csv --columns before,after", "there must be two"),
        ("binomial 8 10 --alternative up", "unknown alternative"),
        ("binomial 8 10 --confidence 2", "confidence"),
        ("wilcoxon --csv none.csv", "none.csv"),
    ] {
        says(&place.fails(1, &format!("stats test {line}")), &[complaint]);
    }
}

/// Adjusted values by hand.
#[test]
fn p_values_are_adjusted_family_by_family() {
    let place = Place::new();
    let column = |line: &str| -> Vec<Option<f64>> {
        let rows = json_lines(&place.ok(&format!("stats adjust {line} --json")));
        rows.iter().map(|row| row["p_adjusted"].as_f64()).collect()
    };
    assert_eq!(column("0.04 0.01 0.03"), [Some(0.04), Some(0.03), Some(0.04)]);
    assert_eq!(column("0.5 0.01 0.02 --correction holm"), [Some(0.5), Some(0.03), Some(0.04)]);
    place.write("values.csv", "name,p,set\na,0.25,x\nb,NA,x\nc,0.125,x\nd,0.25,y\n");
    let whole = "--csv values.csv --correction bonferroni";
    assert_eq!(column(whole), [Some(0.75), None, Some(0.375), Some(0.75)]);
    assert_eq!(column(&format!("{whole} --by set")), [Some(0.5), None, Some(0.25), Some(0.25)]);
    assert_eq!(
        place.ok("stats adjust --csv values.csv --by set --alpha 0.25"),
        "family,p,p_adjusted,reject\nx,0.25,0.25,true\nx,,,\nx,0.125,0.25,true\ny,0.25,0.25,true\n"
    );
    assert_eq!(place.ok("stats adjust 0.2"), "p,p_adjusted,reject\n0.2,0.2,false\n");
    for (line, complaint) in [
        ("", "give p-values"),
        ("0.1 1.5", "1.5"),
        ("NaN", "p"),
        ("0.1 --alpha 0", "--alpha 0 is no level"),
        ("0.1 --correction fdr", "fdr"),
        ("0.1 --csv values.csv", "not both"),
        ("--csv values.csv --column q", "no column `q`"),
        ("--csv values.csv --column name", "`a` is no number"),
    ] {
        says(&place.fails(1, &format!("stats adjust {line}")), &[complaint]);
    }
}
