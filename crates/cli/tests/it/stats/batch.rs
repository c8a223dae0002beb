//! Many calls in one document.

use crate::support::{Place, Wording, json_lines, says};
use serde_json::{Value, json};

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
    let mut wording = Wording::default();
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
    wording.add("stats batch --check wrong.json", &told.err);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn bad_documents_are_named() {
    let mut wording = Wording::default();
    let place = Place::new();
    for text in [
        "{",
        "[]",
        "{\"suites\": [{\"suite\": \"t_test\", \"vectors\": []}]}",
        "{\"suites\": [{\"vectors\": []}]}",
    ] {
        place.write("bad.json", text);
        wording.fails(&place, 1, "stats batch --check bad.json");
    }
    let bad = json!({"suites": [{"suite": "mcnemar", "vectors": [{"id": 1, "input": {"b": -1, "c": 2}}]}]});
    place.write("bad.json", bad.to_string());
    let told = place.run("stats batch --check bad.json");
    wording.add("stats batch --check bad.json", &told.err);
    let told = place.run("stats batch bad.json");
    assert_eq!(told.code, Some(1));
    says(&told.out, &["\"error\""]);
    wording.fails(&place, 1, "stats batch none.json");
    insta::assert_snapshot!(wording.text());
}
