//! JSON lines in, JSON lines out.

use super::{answers, fed};
use crate::support::{Place, Wording, json_lines, says};
use serde_json::json;
use std::io::Write as _;
use std::process::{Command, Stdio};

const GOOD: &str = r#"{"id":"a","op":"update","args":["{A(),B()}","{A()}"],"out":"{A()}"}"#;
const BAD: &str = r#"{"id":"b","op":"update","args":["{A(),B()}","{A()}"],"out":"{B()}"}"#;

#[test]
fn answers_rows_in_order() {
    let rows: String = (0..300)
        .map(|n| {
            format!("{}\n", json!({"id": n, "op": "sum", "args": [format!("{{A{n}()}}"), "{B()}"]}))
        })
        .collect();
    let alone = answers(&rows, "etr batch");
    assert_eq!(alone.len(), 300);
    assert_eq!(alone[7], json!({"id": 7, "out": "{A7(),B()}"}));
    assert_eq!(answers(&rows, "etr batch --jobs 4"), alone);
}

#[test]
fn keeps_fields_if_asked_to() {
    let row = r#"{"op":"eq","args":["{A()}","{A()}"],"family":"x","out":false}"#;
    assert_eq!(answers(row, "etr batch")[0], json!({"id": null, "out": true}));
    assert_eq!(
        answers(row, "etr batch --keep")[0],
        json!({"id": null, "op": "eq", "args": ["{A()}", "{A()}"], "family": "x", "out": true})
    );
}

#[test]
fn answers_every_kind_of_call() {
    for (row, out) in [
        (json!({"op": "parse", "args": ["{B(),A()}"]}), json!("{A(),B()}")),
        (json!({"op": "to_fol", "args": ["{A()B()}"]}), json!("(A() ∧ B())")),
        (
            json!({"op": "dep_fusion", "args": ["∃a", "∀x"]}),
            json!({"U": ["x"], "E": ["a"], "D": [], "prefix": "∃a ∀x"}),
        ),
        (
            json!({"op": "default_procedure_does_it_follow", "args": ["{A()}"], "kwargs": {"target": "{A()}"}}),
            json!(true),
        ),
        (json!({"op": "atomic_answer_potential", "args": ["{A()}", "{A()}"]}), json!(1)),
        (
            json!({"op": "sequence", "args": ["{A(),B()}", "{A()}"], "kwargs": {"steps": [["update", 1], ["negation"]]}}),
            json!("{~A()}"),
        ),
    ] {
        assert_eq!(answers(&row.to_string(), "etr batch")[0]["out"], out, "{row}");
    }
}

#[test]
fn errors_are_answers() {
    for (row, class, part) in [
        (json!({"op": "frobnicate", "args": []}), "UnknownOperation", "`frobnicate`"),
        (json!({"op": "update", "args": ["{A()}"]}), "BadArgument", "argument 2"),
        (
            json!({"op": "default_procedure_does_it_follow", "args": ["{A()}"]}),
            "BadArgument",
            "`target`",
        ),
        (json!({"op": "update", "args": ["{A(", "{A()}"]}), "Parse", "column 4"),
        (json!({"op": "sum", "args": ["{A()}", "{}^{B()}"]}), "Undefined", "suppose the same"),
    ] {
        let out = &answers(&row.to_string(), "etr batch")[0]["out"];
        assert_eq!(out["error"], class, "{out}");
        says(out["message"].as_str().unwrap(), &[part]);
    }
    let big = json!({"op": "product", "args": ["{A(),B()}", "{C(),D()}"]}).to_string();
    let out = &answers(&big, "etr batch --max-states 3")[0]["out"];
    assert_eq!(out["error"], "TooManyStates");
}

#[test]
fn a_bad_line_is_named_and_the_others_are_answered() {
    let done = fed(&Place::new(), "etr batch", format!("{GOOD}\n\nnonsense\n{BAD}\n"));
    assert_eq!(done.code, Some(1));
    let out = json_lines(&done.out);
    assert_eq!((out.len(), &out[2]["out"]), (3, &json!("{A()}")));
    assert_eq!(out[1]["out"]["error"], "BadRow");
    says(out[1]["out"]["message"].as_str().unwrap(), &["stdin, line 3"]);
    says(&done.err, &["stdin, line 3: no row"]);
}

#[test]
fn rows_are_repaired_if_asked_to() {
    let row = json!({"op": "update", "args": ["{A, B}", "{A()}"]}).to_string();
    assert_eq!(answers(&row, "etr batch")[0]["out"]["error"], "Parse");
    let answer = &answers(&row, "etr batch --tolerant")[0];
    assert_eq!(answer["out"], "{A()}");
    assert_eq!(answer["repairs"].as_array().map(Vec::len), Some(2));
}

#[test]
fn times_are_added_if_asked_for() {
    let row = &answers(GOOD, "etr batch --time")[0];
    assert_eq!(row["out"], "{A()}");
    assert!(row["ns"].as_u64().unwrap() > 0, "{row}");
    let failing = json!({"op": "parse", "args": ["{A("]}).to_string();
    assert!(answers(&failing, "etr batch --time")[0]["ns"].is_u64(), "reading is the operation");
}

#[test]
fn checks_pass() {
    let done = fed(&Place::new(), "etr batch --check --jobs 2", format!("{GOOD}\n\n{GOOD}\n"));
    assert_eq!(
        (done.code, done.out.as_str(), done.err.as_str()),
        (Some(0), "2 passed, 0 failed\n", "")
    );
}

#[test]
fn checks_fail_and_say_where() {
    let without = r#"{"id":"c","op":"update","args":["{A()}","{A()}"]}"#;
    let input = format!("{GOOD}\n{BAD}\n{{\"op\":\n{without}\n");
    let done = fed(&Place::new(), "etr batch --check", input);
    assert_eq!((done.code, done.out.as_str()), (Some(1), "1 passed, 3 failed\n"));
    says(&done.err, &["stdin, line 2: b (update): `out` under pyetr-1.0.0: expected"]);
    says(&done.err, &["stdin, line 3: no row", "stdin, line 4: c: the row has no `out`"]);
}

#[test]
fn twenty_differing_rows_are_enough() {
    let place = Place::new();
    place.write("rows.jsonl", format!("{BAD}\n").repeat(25));
    let err = place.fails(1, "etr batch --check rows.jsonl");
    assert_eq!(err.matches("rows.jsonl, line").count(), 20);
    says(&err, &["and 5 more, which --all shows"]);
    let err = place.fails(1, "etr batch --check --all rows.jsonl");
    assert_eq!(err.matches("rows.jsonl, line").count(), 25);
}

#[test]
fn several_files_are_one_batch() {
    let place = Place::new();
    place.write("a.jsonl", GOOD);
    place.write("b.jsonl", format!("{GOOD}\n{GOOD}"));
    assert_eq!(place.ok("etr batch --check a.jsonl b.jsonl"), "3 passed, 0 failed\n");
}

#[test]
fn unreadable_files() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("a.jsonl", GOOD);
    wording.fails(&place, 1, "etr batch a.jsonl nowhere.jsonl");
    wording.fails(&place, 1, "etr batch .");
    wording.fails(&place, 2, "etr batch --all a.jsonl");
    insta::assert_snapshot!(wording.text());
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    place.write("rows.jsonl", format!("{GOOD}\n").repeat(5000));
    let program = env!("CARGO_BIN_EXE_peirast");
    let script = format!("{{ {program} etr batch rows.jsonl; echo $? >&2; }} | head -c 10");
    let mut shell = Command::new("sh");
    let done = shell.args(["-c", &script]).current_dir(place.path(".")).output();
    assert_eq!(String::from_utf8_lossy(&done.unwrap().stderr), "0\n");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    use std::io::{BufRead as _, BufReader};
    let place = Place::new();
    let mut command = place.command(["etr", "batch"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{GOOD}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, "{\"id\":\"a\",\"out\":\"{A()}\"}\n");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn deep_rows_exhaust_no_thread() {
    let deep = format!("{{P({}a(){})}}", "f(".repeat(140), ")".repeat(140));
    let row = json!({"op": "update", "args": [deep, "{A()}"]});
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let done = fed(&Place::new(), "etr batch --jobs 2", format!("{row}\n{row}\n{nested}\n"));
    assert_eq!(done.code, Some(1));
    assert_eq!(json_lines(&done.out).len(), 3);
}

#[test]
fn a_row_names_its_reading() {
    let premises = ["{Wet()Rain()}^{Rain()}", "{~Wet()}"];
    let row = |reading| json!({"op": "infer", "args": premises, "reading": reading}).to_string();
    assert_eq!(answers(&row("book"), "etr batch")[0]["out"], "{0}");
    assert_eq!(answers(&row("sound"), "etr batch --reading book")[0]["out"], "{~Rain()}");
    let target = "Ex {Q(x*)P(x)}";
    let loosely = json!({"op": "follows", "args": ["Ex {Q(x)P(x*)}"], "kwargs": {"target": target},
        "following": "regardless-of-issues"});
    assert_eq!(answers(&loosely.to_string(), "etr batch")[0]["out"], true);
    let unknown = fed(&Place::new(), "etr batch", row("aristotle"));
    assert_eq!(unknown.code, Some(1));
    says(&unknown.err, &["stdin, line 1", "there is no `aristotle`"]);
}

#[test]
fn what_was_written_with_its_reading_passes_the_check() {
    for reading in ["sound", "book", "pyetr-1.0.0"] {
        let line = format!("etr update {{P(2**3**4)}} {{P(2**3**4)}} --json --reading {reading}");
        let row = answers("", &line).remove(0).to_string();
        let done = fed(&Place::new(), "etr batch --check", row);
        assert_eq!((done.code, done.out.as_str()), (Some(0), "1 passed, 0 failed\n"));
    }
}

#[test]
fn operations_and_arguments_go_by_the_names_of_the_command_line() {
    let row = json!({"op": "decide", "args": ["{do(Buy()), ~do(Buy())}"],
        "kwargs": {"consequence": ["{Fun()}^{do(Buy())}"], "priority": ["{1=+ 0}^{Fun()}"]}});
    assert_eq!(answers(&row.to_string(), "etr batch")[0]["out"], "{do(Buy())}");
    let row = json!({"op": "decide", "args": ["{do(A())}"], "kwargs": {"prio": []}});
    let out = &answers(&row.to_string(), "etr batch")[0]["out"];
    assert_eq!(out["error"], "BadArgument");
    assert!(
        out["message"].as_str().is_some_and(|m| m.contains("no operation has an argument `prio`"))
    );
}
