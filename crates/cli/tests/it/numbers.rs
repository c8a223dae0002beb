//! Numbers in, numbers out: tests of counted pairs, and the power of planned studies.

use crate::support::{Place, Wording, json_lines, says};
use serde_json::Value;

/// Tests counts; gives the rows.
fn tested(counts: &str, options: &str) -> Vec<Value> {
    let place = Place::new();
    place.write("counts.csv", counts);
    json_lines(&place.ok(&format!("test --counts counts.csv --json {options}")))
}

fn number(row: &Value, field: &str) -> f64 {
    row[field].as_f64().expect(field)
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn an_exact_test_is_a_binomial_tail() {
    let rows = tested("hypothesis,model,method,n12,n21,alternative\nH1,m,b,3,9,greater\n", "");
    near(number(&rows[0], "p"), 299.0 / 4096.0);
    near(number(&rows[0], "z"), 6.0 / 12f64.sqrt());
    near(number(&rows[0], "p_adjusted"), 299.0 / 4096.0);
    assert_eq!(rows[0]["n_discordant"], 12);
    assert_eq!(rows[0]["reject"], false);
}

#[test]
fn the_alternative_can_be_given_for_all_rows() {
    let counts = "hypothesis,model,method,n12,n21\nH1,m,b,3,9\n";
    near(number(&tested(counts, "")[0], "p"), 2.0 * 299.0 / 4096.0);
    near(number(&tested(counts, "--alternative greater")[0], "p"), 299.0 / 4096.0);
    near(number(&tested(counts, "--alternative less")[0], "p"), 1.0 - 79.0 / 4096.0);
    assert_eq!(tested(counts, "--alternative less")[0]["alternative"], "less");
}

#[test]
fn the_level_decides() {
    let counts = "hypothesis,model,method,n12,n21\nH1,m,b,3,9\n";
    assert_eq!(tested(counts, "--alpha 0.2")[0]["reject"], true);
    assert_eq!(tested(counts, "--alpha 0.1")[0]["reject"], false);
}

#[test]
fn p_values_are_adjusted_by_hypothesis_table_and_source() {
    let rows = "m,a,0,6\nm,b,2,3\n";
    let counts = |prefix: &str, column: &str| {
        let rows = rows
            .lines()
            .zip(["x", "y"])
            .map(|(row, other)| format!("{},{row}\n", prefix.replace('?', other)));
        format!("{column},model,method,n12,n21\n{}", rows.collect::<String>())
    };
    let first = |counts: &str| number(&tested(counts, "")[0], "p_adjusted");
    let (alone, together) = (2.0 / 64.0, 4.0 / 64.0);
    near(first(&counts("H1", "hypothesis")), together);
    near(first(&counts("H?", "hypothesis")), alone);
    near(first(&counts("?,H1", "source,hypothesis")), alone);
    near(first(&counts("?,H1", "table,hypothesis")), alone);
    near(first(&counts("T,H?", "table,hypothesis")), together);
}

#[test]
fn rows_are_printed_in_the_order_of_the_file() {
    let place = Place::new();
    let rows = "H2,m,b,1,2\nH1,m,b,3,4\nH2,m,a,5,6\n";
    place.write("counts.csv", format!("hypothesis,model,method,n12,n21\n{rows}"));
    let csv = place.ok("test --counts counts.csv --csv");
    let printed: Vec<&str> = csv.lines().skip(1).collect();
    for (row, printed) in rows.lines().zip(&printed) {
        assert!(printed.contains(row), "{row} in {printed}");
    }
    let text = place.ok("test --counts counts.csv");
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.find("H2") < text.find("H1"), "{text}");
}

#[test]
fn no_discordant_pair_is_no_evidence() {
    let rows = tested("hypothesis,model,method,n12,n21\nH1,m,b,0,0\n", "");
    assert_eq!((number(&rows[0], "z"), number(&rows[0], "p")), (0.0, 1.0));
}

#[test]
fn power_pairs_and_effect_agree() {
    let place = Place::new();
    let asked = |line: &str| -> Value {
        serde_json::from_str(&place.ok(&format!("power {line} --json"))).expect("JSON")
    };
    let needed = asked("--p12 0.02 --p21 0.12 --power 0.9 --alternative greater");
    let pairs = needed["n"].as_u64().expect("pairs");
    let reached = |n: u64| {
        let row = asked(&format!("--n {n} --p12 0.02 --p21 0.12 --alternative greater"));
        number(&row, "power")
    };
    assert!(reached(pairs) >= 0.9, "{pairs} pairs reach it");
    let found = asked(&format!("--n {pairs} --p12 0.02 --power 0.9 --alternative greater"));
    assert!(number(&found, "difference") <= 0.1 + 1e-6, "{found}");
    says(&place.ok("power --n 100 --p12 0.02 --p21 0.2"), &["With 100 pairs", "the power is"]);
}

fn planned(line: &str) -> Value {
    let place = Place::new();
    serde_json::from_str(&place.ok(&format!("power {line} --json"))).expect("JSON")
}

#[test]
fn two_sided_power_does_not_know_which_member_is_the_original() {
    for (a, b) in [(0.02, 0.12), (0.3, 0.1), (0.6, 0.2)] {
        let both = |line: &str, field: &str| {
            let one = planned(&format!("{line} --p12 {a} --p21 {b}"));
            let other = planned(&format!("{line} --p12 {b} --p21 {a}"));
            (number(&one, field), number(&other, field))
        };
        let (one, other) = both("--n 80", "power");
        near(one, other);
        let (one, other) = both("--power 0.9", "n");
        near(one, other);
    }
}

#[test]
fn the_smallest_effect_is_looked_for_on_both_sides() {
    let found = planned("--n 100 --p12 0.3 --power 0.8");
    let (gain, loss) = (number(&found, "gain"), number(&found, "loss"));
    assert!(loss < 0.0 && 0.0 < gain && -loss < gain, "{found}");
    near(number(&found, "difference"), loss);
    for difference in [gain, loss] {
        let p21 = 0.3 + difference;
        let reached = planned(&format!("--n 100 --p12 0.3 --p21 {p21}"));
        assert!((number(&reached, "power") - 0.8).abs() < 1e-6, "{reached}");
    }
    // From the other side, the way back is as long.
    let back = planned(&format!("--n 100 --p12 {} --power 0.8", 0.3 + loss));
    assert!((number(&back, "gain") + loss).abs() < 1e-6, "{back}");
    // Above one half there is no room for a gain.
    let only = planned("--n 100 --p12 0.6 --power 0.8");
    assert!(only["gain"].is_null() && number(&only, "difference") < 0.0, "{only}");
    let less = planned("--n 100 --p12 0.3 --power 0.8 --alternative less");
    assert!(number(&less, "difference") < 0.0 && less["gain"].is_null(), "{less}");
    let text = Place::new().ok("power --n 100 --p12 0.3 --power 0.8");
    says(&text, &["a difference of +0.", "or of -0."]);
}

#[test]
fn a_plan_can_account_for_the_other_tests() {
    let mut wording = Wording::default();
    let effect = "--p12 0.02 --p21 0.12";
    let among = planned(&format!("--n 150 {effect} --tests 10"));
    let alone = planned(&format!("--n 150 {effect} --alpha 0.005"));
    near(number(&among, "power"), number(&alone, "power"));
    near(number(&among, "alpha_each"), 0.005);
    assert_eq!((&among["alpha"], &among["tests"]), (&Value::from(0.05), &Value::from(10)));
    let pairs = |line: &str| number(&planned(&format!("--power 0.9 {effect} {line}")), "n");
    assert!(pairs("--tests 10") > pairs("--tests 1"));
    near(pairs("--tests 1"), pairs(""));
    let text = Place::new().ok(&format!("power --power 0.9 {effect} --tests 10"));
    says(&text, &["one of 10 tests", "5.000e-3", "Bonferroni"]);
    wording.fails(&Place::new(), 2, &format!("power --n 9 {effect} --tests 0"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_table_of_tests_holds_no_formula() {
    let place = Place::new();
    let names = ["=1+1", "+1", "-1", "@SUM(A1)"];
    let rows = names.map(|name| format!("{name},{name},{name},9,3,{name},{name}\n")).concat();
    place.write(
        "counts.csv",
        format!("hypothesis,model,method,n12,n21,source,table\n{rows}x,\"\u{1b}[2J\",m,9,3,,\n"),
    );
    let csv = place.ok("test --counts counts.csv --csv");
    for (line, name) in csv.lines().skip(1).zip(names) {
        let text = format!("'{name},'{name},'{name},'{name},'{name},9,3,12,-1.73");
        assert!(line.starts_with(&text), "texts are quoted, numbers are not: {line}");
    }
    says(&csv, &["\\u{1b}[2J"]);
    let printed = place.ok("test --counts counts.csv");
    assert!(!csv.contains('\u{1b}') && !printed.contains('\u{1b}'));
}
