//! Audits of published tables.

use crate::support::{Place, Wording, says};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Four tests: exact, one-sided; the decision of B is wrong, and n* of D.
const TABLE: &str = "model,n12,n21,n*,p,reject
A,2,12,14,0.0065,yes
B,9,5,14,0.9102,yes
C,0,7,7,0.0078,yes
D,8,8,17,0.5982,no
";

fn place(name: &str, text: &str) -> Place {
    let place = Place::new();
    place.write(name, text);
    place
}

#[test]
fn a_table_is_audited_without_being_told() {
    let place = place("results.csv", TABLE);
    let told = place.ok("audit results.csv");
    says(
        &told,
        &[
            "yields 4 of 4 printed",
            "exact binomial for every number of discordant pairs n*; p not adjusted",
            "n21 > n12; 3 of 4 rejected",
            "line 3, B: printed rejected, recomputed not rejected",
            "line 5, D: printed 17, recomputed 16",
        ],
    );
    assert!(
        !told.contains("line 2, A"),
        "what recomputes is counted, and listed with --all: {told}"
    );
    says(&place.ok("audit results.csv --all"), &["line 2, A: printed 14, recomputed 14"]);
    assert_eq!(place.run("audit results.csv --strict").code, Some(1));
    says(&place.ok("audit results.csv --format csv --stated 3"), &["as stated"]);
}

/// An impossible cell is reported; the rest is checked, and `--strict` fails.
#[test]
fn an_impossible_cell_does_not_silence_the_table() {
    for (cells, line, printed) in [
        ("a,83.33,30\nb,104,30\nc,80,30", 3, "104"),
        ("a,83.33,30\nb,80,30\nc,NaN,30", 4, "NaN"),
        ("a,83.33,-30\nb,80,30\nc,90,30", 2, "-30"),
    ] {
        let place = place("shares.csv", &format!("model,Acc (%),n\n{cells}\n"));
        let found = place.run("audit shares.csv --strict");
        assert_eq!(found.code, Some(1), "{}", found.out);
        says(&found.out, &[&format!("line {line}, "), &format!("printed {printed}, "), "2 ok"]);
    }
    let place = place("fine.csv", "model,Acc (%),n\na,83.33,30\nb,80,30\n");
    assert_eq!(place.run("audit fine.csv --strict").code, Some(0));
}

#[test]
fn json_holds_rules_findings_and_their_tally() {
    let place = place("results.csv", TABLE);
    let audit: Value = serde_json::from_str(&place.ok("audit results.csv --json")).expect("JSON");
    assert_eq!(audit["rules"][0]["yields"], 4);
    assert_eq!(audit["rules"][0]["families"][0]["alternative"], "n21 > n12");
    assert_eq!(audit["tally"]["contradiction"], 1);
    let findings = audit["findings"].as_array().expect("findings");
    let tally: u64 =
        audit["tally"].as_object().expect("a tally").values().filter_map(Value::as_u64).sum();
    assert_eq!(findings.len() as u64, tally);
    assert!(audit["version"].is_string());
}

#[test]
fn documents_hold_tables_and_prose() {
    let text = "# Results\n\nBetter (t(14) = 2.81, p = .014), in 13/15 (80%) of models.\n\n\
        Table 1: Tests\n\nmodel\tn_{12}\tn_{21}\tn^*\tp-value\nA\t2\t12\t14\t0.006470\n\n\
        Table 1 - continued\n\nmodel\tn_{12}\tn_{21}\tn^*\tp-value\nB\t9\t5\t14\t0.910217\nC\t1\t7\t8\t0.035156\n\n\
        | what | W | p |\n|---|---|---|\n| all | 0.923 | 0.0012 |\n| some | 0.917 | 0.0031 |\n";
    let place = place("paper.md", text);
    says(
        &place.ok("audit paper.md"),
        &[
            "yields 3 of 3 printed",
            "line 3: printed 80%, recomputed 86.7%",
            "n that W and p imply",
            "smaller W, smaller p",
        ],
    );
}

#[test]
fn a_description_names_columns_and_claims() {
    let place = place(
        "mine.toml",
        r#"
title = "Mine"
[[table]]
name = "results"
file = "results.csv"
[[claim]]
says = "rejected everywhere"
table = "results"
holds = "all(reject)"
remark = "D is not"
[[claim]]
says = "six pairs more, on average"
table = "results"
printed = "3.5"
value = "mean(n21 - n12)"
"#,
    );
    place.write("results.csv", TABLE);
    says(
        &place.ok("audit mine.toml"),
        &["Audit of Mine", "rejected everywhere [results]", "(D is not)", "recomputed 3.25"],
    );
}

#[test]
fn published_studies_come_along() {
    let mut wording = Wording::default();
    let place = Place::new();
    says(&place.ok("audit --example token-bias"), &["yields 323 of 324 printed", "exactly 24"]);
    says(&place.ok("audit --example token-bias-workshop"), &["yields 36 of 36 printed", "5 to 9"]);
    says(&place.ok("audit --example syllogisms"), &["n = 328 or a multiple", "34 impossible"]);
    says(&place.ok("audit --example erotetic --all"), &["counts of at most 383", "1 note"]);
    let description = place.ok("audit --example erotetic --show");
    place.write("erotetic.toml", description);
    assert_eq!(place.ok("audit erotetic.toml"), place.ok("audit --example erotetic"));
    wording.fails(&place, 1, "audit --example other");
    let all = place.ok("audit --example all --analyses");
    assert_eq!(all.matches("\nNot recomputable from the printed numbers: ").count(), 4, "{all}");
    says(
        &all,
        &[
            "accuracy by tier and temperature [line 540]: 9 numbers; needs the answers",
            "all 324 checks agree",
            "correlations of variants [line 639]: 6 numbers; none of 6 checks agrees",
        ],
    );
    place.write("results.csv", TABLE);
    wording.fails(&place, 1, "audit results.csv --analyses");
    insta::assert_snapshot!(wording.text());
}

/// Each analysis names a command that makes the same analysis of a run.
#[test]
fn the_commands_of_analyses_make_them() {
    let place = Place::new();
    place.ok("run token-bias --n 2 --into token-bias");
    place.ok(
        "run syllogism --n 4 --strategy zero_shot,one_shot --temperature 0,0.5,1 --into syllogisms",
    );
    place.ok("run etr --n 4 --into erotetic");
    let scores = "model,score,provider\nsim:flawless,3,x\nsim:believer,2,y\nsim:guesser,1,y\n\
                  sim:erotetic,5,x\nsim:matching,4,x\nsim:erotetic:0.3,2,y\n";
    for name in ["scores.csv", "elo.csv", "compute.csv", "helm.csv"] {
        place.write(name, scores);
    }
    for (name, run) in [
        ("token-bias", "token-bias"),
        ("token-bias-workshop", "token-bias"),
        ("syllogisms", "syllogisms"),
        ("erotetic", "erotetic"),
    ] {
        let json = place.ok(&format!("audit --example {name} --json"));
        let audit: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let analyses = audit["analyses"].as_array().expect("analyses");
        let commands = analyses.iter().filter_map(|own| own["made_by"].as_str());
        let commands: BTreeSet<&str> = commands.collect();
        // An analysis that no command makes has an empty one.
        assert!(commands.len() > 1 && commands.iter().all(|own| own.starts_with("peirast ")));
        for command in commands {
            place.ok(&command.replace("peirast ", "").replace("RUN", run));
        }
    }
}

/// The description in the documentation is valid.
#[test]
fn the_description_of_the_documentation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/audit.md")).expect("the document");
    let toml =
        text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let place = place("audit.toml", toml);
    // 51.7 % of 60 is 31 of them, and 52.0 % is none.
    says(
        &place.ok("audit audit.toml"),
        &["percentages are of 60 questions", "every model is above chance"],
    );
}

#[test]
fn what_is_wrong_is_named() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("empty.csv", "");
    place.write("heads.csv", "a,b\n");
    place.write("table", TABLE);
    place.write("latin.csv", b"a,b\n\xe9,1\n");
    place.write("words.md", "Nothing to see.\n");
    wording.fails(&place, 1, "audit none.csv");
    wording.fails(&place, 1, "audit empty.csv");
    wording.fails(&place, 1, "audit heads.csv");
    wording.fails(&place, 1, "audit table");
    wording.fails(&place, 1, "audit latin.csv");
    says(&place.ok("audit words.md"), &["Nothing here can be recomputed"]);
    says(&place.fails(1, "audit words.md --strict"), &["nothing was checked"]);
    place.fails(2, "audit");
    let claim = |claim: &str| {
        format!(
            "table = [{{ name = \"t\", csv = \"a,b\\n1,2\\n\" }}]\n[[claim]]\nsays = \"x\"\n{claim}\n"
        )
    };
    for (text, wanted) in [
        ("holds = \"mean(a\"", "character"),
        ("holds = \"mean(t.c) > 1\"", "no column `c`"),
        ("holds = \"mean(u.a) > 1\"", "no table `u`"),
        ("holds = \"mean(a) > 1\"", "no table is named"),
        ("holds = \"mean(t.a)\"", "true or false"),
        ("holds = \"median(t.a, t.b) = 1\"", "takes 1 argument"),
        ("holds = \"nought(t.a)\"", "no function `nought`"),
        ("holds = \"t.a > 1\"", "select or combine its values"),
        ("holds = \"1 / 0 > 1\"", "division by zero"),
        ("value = \"1\"", "printed and value"),
        ("table = \"v\"\nholds = \"true\"", "no table `v`"),
        ("hold = \"true\"", "unknown field"),
    ] {
        place.write("wrong.toml", claim(text));
        says(&place.fails(1, "audit wrong.toml"), &[wanted]);
    }
    place.write("wrong.toml", "[[table]]\nname = \"t\"\nfile = \"gone.csv\"\n");
    wording.fails(&place, 1, "audit wrong.toml");
    insta::assert_snapshot!(wording.text());
}

/// Names and cells of a hostile table cannot control a terminal.
#[test]
fn hostile_cells_are_shown_and_not_obeyed() {
    let place = place("bad.csv", "model,n12,n21,n*\n\u{1b}[31mA\u{202e},2,12,15\nB,1,1,2\n");
    let told = place.ok("audit bad.csv");
    assert!(!told.contains('\u{1b}') && !told.contains('\u{202e}'), "{told}");
}

/// A table that could not be read does not count as correct.
#[test]
fn a_strict_audit_reads_or_says_why_not() {
    for (text, code, wanted) in [
        ("model,p\na,see text\nb,small\n", 1, "columns that could not be read"),
        ("model,p\na,0.01\nb,see text\nc,n/a-ish\n", 0, "`see text` (line 3), `n/a-ish` (line 4)"),
        ("model,p\na,1.5\n", 1, "printed 1.5, recomputed between 0 and 1"),
        ("model,Acc (%),CI low,CI high\na,80,90,70\n", 1, "limits of an interval in order"),
        ("model;n12;n21;n*;p\na;1.003;1.015;2.018;0,8066\n", 0, "1 ok"),
        ("model;x\na;1,5\nb;0.5\n", 1, "write all numbers of a file one way"),
        (
            "model,n,Acc (%)\na,1,000,70.0\nb,20,75.0\n",
            1,
            "line 2, a: has 4 cells, but there are 3 headers: quote a cell that holds `,`",
        ),
        ("m,p,p (Holm)\na,0.010,0.030\nb,0.020,0.040\nc,0.500,\n", 0, "4 ok"),
        ("m,p,p (Bonferroni)\na,0.011,0.011\nb,0.020,0.020\n", 1, "values without a correction"),
        ("m,p,reject\na,0.03,no\nb,0.06,yes\nc,0.9,no\n", 1, "no level gives both decisions"),
        (
            "model,n12,n21,p,reject\na,1,9,0.02,yes\nb,2,9,0.07,yes\nc,3,9,0.15,no\nd,1,10,0.0117,no\n",
            1,
            "at the level 0.1, which 3 of 4 printed decisions follow",
        ),
    ] {
        let place = place("t.csv", text);
        let found = place.run("audit t.csv --strict");
        assert_eq!(found.code, Some(code), "{text}{}{}", found.out, found.err);
        says(&format!("{}{}", found.out, found.err), &[wanted]);
    }
}
