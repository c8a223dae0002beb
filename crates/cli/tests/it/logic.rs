//! `peirast logic` from the command line.

use crate::support::{Done, Place, json_lines, says};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Stdio;

fn run(place: &Place, args: &[&str]) -> Done {
    let mut command = place.command(args.iter().copied());
    command.output().expect("it runs").into()
}

fn ok(args: &[&str]) -> String {
    let done = run(&Place::new(), args);
    assert_eq!(done.code, Some(0), "{args:?}: {}", done.err);
    done.out
}

fn fails(args: &[&str]) -> String {
    let done = run(&Place::new(), args);
    assert_eq!(done.code, Some(1), "{args:?}: {}", done.out);
    done.err
}

fn fed(args: &str, input: &str) -> Done {
    let place = Place::new();
    let mut command = place.command(args.split_whitespace());
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn help_pages() {
    for command in
        ["", "check", "countermodel", "syllogism", "syllogisms", "parse", "convert", "batch"]
    {
        let name = format!("logic {command}").trim_end().replace(' ', "-");
        let args: Vec<&str> = ["logic"].into_iter().chain(command.split_whitespace()).collect();
        insta::assert_snapshot!(name, ok(&[args.as_slice(), &["--help"]].concat()));
    }
}

#[test]
fn what_follows_is_said_to() {
    let out = ok(&[
        "logic",
        "check",
        "all x (Man(x) -> Mortal(x))",
        "Man(socrates)",
        "--conclusion",
        "Mortal(socrates)",
    ]);
    says(&out, &["  ∴ Mortal(socrates)\n", "The conclusion follows.\n"]);
}

#[test]
fn a_fallacy_is_shown_and_named() {
    let out = ok(&["logic", "check", "Rain -> Wet", "Wet", "--conclusion", "Rain"]);
    assert_eq!(
        out,
        "    Rain → Wet\n    Wet\n  ∴ Rain\nThe conclusion does not follow. The premises are true here, \
         and it is false:\n    Rain is false\n    Wet is true\nThe argument has the form of affirming \
         the consequent.\n"
    );
    let out = ok(&["logic", "countermodel", "Ex {A(x)}", "--conclusion", "Ax {A(x)}"]);
    assert_eq!(out, "1: A\n2: not A\n");
}

#[test]
fn contradictions_and_truisms_are_reported() {
    let out = ok(&["logic", "check", "p", "~p", "--conclusion", "q"]);
    says(&out, &["The premises contradict each other, so everything follows."]);
    let out = ok(&["logic", "check", "p", "--conclusion", "q | ~q", "--json"]);
    let row: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(row["entailed"], true);
    assert_eq!(row["conclusion_is_valid"], true);
    assert_eq!(row["premises_contradict"], false);
}

#[test]
fn a_countermodel_says_how_many_individuals_there_are() {
    let alone = ["--conclusion", "all x some y ~(x = y)"];
    let out = ok(&[&["logic", "countermodel"][..], &alone].concat());
    assert_eq!(out, "1 individual: 1\n");
    let out = ok(&[&["logic", "check", "--json"][..], &alone].concat());
    let row: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(row["domain_size"], 1);
    let two = [
        "logic",
        "countermodel",
        "some x y. ~(x = y)",
        "--conclusion",
        "some x y z. ~(x = y) & ~(y = z) & ~(x = z)",
    ];
    assert_eq!(ok(&two), "2 individuals: 1, 2\n");
    // A formula without quantifiers depends on no domain.
    assert_eq!(ok(&["logic", "countermodel", "p", "--conclusion", "q"]), "p is true\nq is false\n");
}

#[test]
fn contradictory_premises_decide_what_is_outside_the_decidable_part() {
    let order = ["all x. ~L(x,x)", "all x some y L(x,y)", "all x y z. L(x,y) & L(y,z) -> L(x,z)"];
    for contradiction in [["p", "~p"], ["all x A(x)", "some x all y ~(A(x) & A(y))"]] {
        let given =
            [&order[..], &contradiction, &["--conclusion", "some x all y L(f(x),y)"]].concat();
        let out = ok(&[&["logic", "check"][..], &given].concat());
        says(&out, &["The conclusion follows.", "The premises contradict each other"]);
        let out = ok(&[&["logic", "countermodel"][..], &given].concat());
        assert_eq!(
            out,
            "There is none: the premises contradict each other, so everything follows.\n"
        );
    }
}

#[test]
fn what_cannot_be_told_is_called_unknown() {
    let order = ["all x. ~L(x,x)", "all x some y L(x,y)", "all x y z. L(x,y) & L(y,z) -> L(x,z)"];
    let args = [&["logic", "check"][..], &order, &["--conclusion", "false"]].concat();
    says(&ok(&args), &["Unknown: outside what can be decided"]);
}

#[test]
fn views_and_formulas_go_together() {
    let out = ok(&["logic", "check", "Ax {B(x)}^{A(x)}", "A(c)", "--conclusion", "{B(c())}"]);
    says(&out, &["∀x (A(x) → B(x))", "The conclusion follows."]);
    let out = ok(&["logic", "parse", "∃x {A(x)}^{B(x)}"]);
    assert_eq!(out, "∃x (B(x) → A(x))\n");
}

#[test]
fn sentences_are_read_as_formulas() {
    let men = "All men are mortal. Socrates is a man.";
    let out = ok(&["logic", "check", men, "--conclusion", "Therefore Socrates is mortal."]);
    says(&out, &["∀x (Man(x) → Mortal(x))", "Man(socrates)", "The conclusion follows."]);
    // A sentence and a formula side by side mean the same by the same name.
    let out = ok(&[
        "logic",
        "check",
        "If it rains, Mary smokes.",
        "Rains",
        "--conclusion",
        "Smokes(mary)",
    ]);
    says(&out, &["Rains → Smokes(mary)", "The conclusion follows."]);
    assert_eq!(ok(&["logic", "parse", "No man is a stone."]), "∀x (Man(x) → ¬Stone(x))\n");
    for (args, parts) in [
        (
            &["check", "Most cats are pets.", "--conclusion", "p"][..],
            &["premise 1, sentence 1, word 1"][..],
        ),
        (
            &["check", "Is Mary tall?", "--conclusion", "p"],
            &["premise 1: a question is not a premise"],
        ),
        (&["check", "p", "--conclusion", "Mary is tall. Mary is kind."], &["there are 2"]),
    ] {
        says(&fails(&[&["logic"], args].concat()), parts);
    }
}

#[test]
fn a_syllogism_may_be_three_sentences() {
    let out = ok(&[
        "logic",
        "syllogism",
        "All pets are animals. All cats are pets. So all cats are animals.",
    ]);
    says(
        &out,
        &[
            "AAA-1  Barbara",
            "All cats are pets.\n    All pets are animals.\n    Therefore, all cats are animals.",
        ],
    );
    let out =
        ok(&["logic", "syllogism", "All A are B. Some B are C. Some A are C.", "--terms", "a,b,c"]);
    says(&out, &["Some b are c.", "invalid"]);
    let said = fails(&["logic", "syllogism", "All cats are pets. All pets are animals."]);
    says(
        &said,
        &[
            "a syllogism has three sentences, and there are 2",
            "write two premises and a conclusion",
        ],
    );
    let said = fails(&["logic", "syllogism", "All A are B. All C are D. All A are D."]);
    says(&said, &["its terms are"]);
}

#[test]
fn bad_input_is_pointed_at() {
    for (text, parts) in [
        ("∀x (P(x) → Q(x)", &["premise 1, column 16: expected `)`", "^"][..]),
        ("P Q", &["column 3", "help: put ∧, ∨ or → between formulas"]),
        ("p ? q", &["column 3: expected a formula", "help: signs are"]),
        ("∀ (P)", &["column 3: expected a variable"]),
        ("∀x x", &["column 5: expected `=` or `≠`", "a variable by itself is not a formula"]),
        ("P(x))", &["column 5", "this bracket closes nothing"]),
        ("{A()", &["column 5", "every opening brace needs its `}`"]),
        ("{0.5=* A()}", &["cannot be written as logic: it has weights"]),
    ] {
        says(&fails(&["logic", "check", text, "--conclusion", "q"]), parts);
    }
    let form = &["`AAB-1` is not the form", "A all, E no", "such as AAA-1", "All cats are pets."];
    says(&fails(&["logic", "syllogism", "AAB-1"]), form);
    says(&fails(&["logic", "syllogism", "AAA-1", "--terms", "a,b"]), &["three words"]);
    let deep = "(".repeat(10_000);
    says(&fails(&["logic", "parse", &deep]), &["formulas may nest 200 deep"]);
}

#[test]
fn syllogisms_by_form_and_name() {
    let place = Place::new();
    let args = ["logic", "syllogism", "AAA-2", "--terms", "cats,animals,dogs", "--svg", "venn.svg"];
    let done = run(&place, &args);
    insta::assert_snapshot!("syllogism", done.out);
    let svg = std::fs::read_to_string(place.path("venn.svg")).expect("a diagram");
    assert!(
        svg.starts_with("<svg")
            && svg.contains("animals")
            && svg.contains("the conclusion is false")
    );
    says(&ok(&["logic", "syllogism", "darapti"]), &["AAI-3", "valid if no term is empty"]);
    assert_eq!(ok(&["logic", "syllogisms"]).lines().count(), 256);
    let valid = json_lines(&ok(&["logic", "syllogisms", "--valid", "--json"]));
    assert_eq!(valid.len(), 24);
    assert_eq!(valid.iter().filter(|row| row["valid_modern"] == true).count(), 15);
}

#[test]
fn arguments_for_other_programs() {
    let args = ["logic", "convert", "p | q", "~p", "--conclusion", "q", "--to"];
    let out = ok(&[&args[..], &["tptp"]].concat());
    assert_eq!(
        out,
        "fof(premise_1, axiom, ( p | q )).\nfof(premise_2, axiom, ~ p).\nfof(conclusion, conjecture, \
         q).\n"
    );
    says(&ok(&[&args[..], &["smt-lib"]].concat()), &["(declare-fun p () Bool)", "(check-sat)"]);
}

#[test]
fn rows_are_answered_and_checked() {
    let good = json!({"id": 1, "premises": ["p -> q", "p"], "conclusion": "q", "entailed": true});
    let wrong = json!({"id": 2, "premises": ["{A()}"], "conclusion": "{B()}", "entailed": true});
    let both = format!("{good}\n\n{wrong}\n");
    let done = fed("logic batch", &both);
    let answers = json_lines(&done.out);
    assert_eq!(answers[0], json!({"id": 1, "entailed": true}));
    assert_eq!(answers[1]["entailed"], false);
    assert_eq!(answers[1]["countermodel"], json!(["A is true", "B is false"]));
    let timed = json_lines(&fed("logic batch --time --jobs 2", &both).out);
    assert!(timed.iter().all(|row| row["ns"].as_u64().is_some_and(|ns| ns > 0)));

    let done = fed("logic batch --check", &both);
    assert_eq!((done.code, done.out.as_str()), (Some(1), "1 passed, 1 failed\n"));
    says(&done.err, &["stdin, line 3: recorded as entailed, but refuted by: A is true"]);
    let done = fed("logic batch --check", &good.to_string());
    assert_eq!((done.code, done.out.as_str()), (Some(0), "1 passed, 0 failed\n"));

    let done = fed("logic batch", "nonsense\n");
    assert_eq!(done.code, Some(1));
    says(
        &done.err,
        &["stdin, line 1: no row: column 2: expected ident; write one object on each line"],
    );
}
