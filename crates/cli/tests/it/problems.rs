//! Problems of the theory in files: made of what there is, verified line by line, run as far as they
//! go, and explained.

use crate::support::{Place, json_lines, says};
use serde_json::Value;

/// A theme of sixteen plants.
fn garden(name: &str, preamble: &str) -> String {
    let list = |letter: &str| {
        let words: Vec<String> = ('a'..='p').map(|c| format!("\"{letter}{c}{c}o\"")).collect();
        words.join(", ")
    };
    format!(
        "name = \"{name}\"\npreamble = {preamble}\nkind = {{ one = \"plant\", many = \"plants\" }}\n\
         objects = [{}]\npredicates = [{}]\n",
        list("the bu"),
        list("ka")
    )
}

#[test]
fn hypotheses_without_problems_are_left_out_and_the_rest_is_run() {
    let place = Place::new();
    place.write("one.jsonl", place.ok("make etr --n 4 --where order=original"));
    let done = place.run("run etr --problems one.jsonl --model sim:erotetic --into one");
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(
        &done.err,
        &[
            "left out: `E1-order` over etr/open: one.jsonl has no problem with",
            "order=reversed",
            "left out: `E2-question` over etr/open",
            "left out: `E3-idle` over etr/open",
            "`peirast make etr/open --where inquiry=none --where inquiry=curing --where inquiry=idle \
             --where order=original --where order=reversed`",
            "no hypothesis is left",
        ],
    );
    says(&place.ok("measure one fallacy-rates"), &["sim:erotetic"]);

    let orders = "--where order=original --where order=reversed";
    place.write("two.jsonl", place.ok(&format!("make etr --n 4 {orders}")));
    let done = place.run("run etr --problems two.jsonl --model sim:erotetic --into two");
    says(&done.out, &["The order of the premises"]);
    says(&done.err, &["left out: `E2-question`"]);
    assert!(!done.err.contains("E1-order"), "{}", done.err);

    place.write("three.jsonl", place.ok("make etr/yes-no --n 4"));
    let line = "run etr-questions --problems three.jsonl --model sim:flawless --into three";
    let done = place.run(line);
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(
        &done.err,
        &["left out: `Q1-open` over etr/open: three.jsonl has no problem of it", "`Q3-choice`"],
    );
    assert!(!done.err.contains("Q2-yes-no"), "{}", done.err);
    // What has but other problems has nothing to be asked.
    says(
        &place.fails(1, "run etr --problems three.jsonl --into four"),
        &["asks nothing about the problems in three.jsonl", "`E1-order`", "peirast make etr/open"],
    );
    assert!(!place.path("four").exists());
}

#[test]
fn strategies_that_are_left_out_take_their_hypotheses_along() {
    let place = Place::new();
    let run = "run etr-questions --n 2 --model sim:flawless";
    let done = place.run(&format!("{run} --strategy open,open_steps,yes_no --into run"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(
        &done.err,
        &[
            "left out: `Q2-yes-no`, which compares answers to the strategy `yes_no_steps`: add \
             --strategy yes_no_steps",
            "left out: `Q3-choice`, which compares answers to the strategy `choice`",
        ],
    );
    assert!(!done.err.contains("Q1-open"), "{}", done.err);
    says(&place.fails(1, &format!("{run} --strategy opem")), &["no strategy `opem`", "open_steps"]);
}

#[test]
fn levels_of_a_study_are_named_once_and_at_all() {
    let place = Place::new();
    let study = place.ok("study show etr");
    for (own, other, told) in [
        (
            "order = [\"original\", \"reversed\"]",
            "order = []",
            "`etr/open`: the versions list no level of `order`: name each that is wanted once, or \
             leave `order` out",
        ),
        ("order = [", "theme = []\norder = [", "list no level of `theme`"),
        ("order = [", "order = [\"original\", ", "list the level `original` twice of `order`"),
    ] {
        place.write("mine.toml", study.replace(own, other));
        says(&place.fails(1, "run mine.toml --into run"), &[told]);
    }
    let twice = "make etr --n 1 --where kind=fallacy --where kind=fallacy";
    says(&place.fails(1, twice), &["the level `fallacy` twice of `kind`"]);
}

#[test]
fn what_cannot_be_made_of_every_problem_is_told() {
    let place = Place::new();
    let done = place.run("make etr --n 60 --where inquiry=curing --where kind=fallacy");
    let items = json_lines(&done.out).len();
    assert!(0 < items && items < 60, "{items}");
    says(&done.err, &[&format!("{items} of 60 problems have a version with inquiry=curing: ")]);
    assert!(!done.err.contains("kind=fallacy"), "{}", done.err);
    let done = place.run("make etr --n 12 --where order=2-1-3");
    says(&done.err, &["of 12 problems have a version with order=2-1-3", "of so many premises"]);
    let done = place.run("make etr --n 12 --where order=all");
    assert!(!done.err.contains("have a version"), "{}", done.err);
    let none = "make etr --n 3 --where order=reversed --where inquiry=curing";
    let told = place.fails(1, none);
    says(&told, &["no problem is such", "0 of 3 problems have a version with inquiry=curing"]);
    says(
        &place.fails(1, "make etr --profile paper-2025 --n 3 --where kind=control-valid"),
        &["no problem is such", "0 of 3 problems have a version with kind=control-valid"],
    );
    // A part that holds nothing is a part all the same.
    let done = place.run("make etr --n 1 --shard 1/2");
    assert_eq!((done.code, done.out.as_str()), (Some(0), ""), "{}", done.err);
    says(&done.err, &["part 1/2 holds none of 1 problems"]);
}

#[test]
fn themes_are_told_apart_and_read_in_no_time() {
    let place = Place::new();
    place.write("a.toml", garden("garden", "\"A garden.\""));
    place.write("b.toml", garden("garden", "\"Another garden.\""));
    place.write("cards.toml", garden("cards", "\"A garden.\""));
    place.write("list.toml", garden("list", "\"\"\"\nA garden.\n* The baao is kaao.\n\"\"\""));
    place.write("large.toml", garden("large", "\"A garden.\"") + &"# more\n".repeat(2_000_000));
    place.write("latin.toml", b"name = \"caf\xe9\"".as_slice());
    for (themes, told) in [
        ("--theme a.toml --theme b.toml", "a.toml and b.toml both hold the theme `garden`"),
        ("--theme a.toml --theme a.toml", "the theme a.toml is named twice"),
        ("--theme cards --theme cards", "the theme cards is named twice"),
        ("--theme cards.toml", "one of that name comes with the program"),
        ("--theme list.toml", "list.toml, line 2, column 12: the preamble has a line break in it"),
        ("--theme large.toml", "large.toml: the file has more than 524288 bytes"),
        ("--theme latin.toml", "latin.toml"),
        ("--theme .", "reading the theme in ."),
        ("--theme absent.toml", "absent.toml"),
    ] {
        says(&place.fails(1, &format!("make etr --n 1 {themes}")), &[told]);
    }
    let made = place.ok("make etr --n 2 --theme a.toml --theme cards");
    place.write("made.jsonl", &made);
    let done = place.run("verify made.jsonl");
    assert_eq!(done.code, Some(0), "{}", done.err);
    says(&done.err, &["words of the theme `garden` were not compared", "--theme"]);
    let done = place.run("verify made.jsonl --theme a.toml");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    says(
        &place.fails(1, "verify made.jsonl --theme b.toml"),
        &["preamble is recorded as A garden."],
    );
}

#[test]
fn a_line_that_is_no_problem_of_its_own_fails_with_its_place() {
    let place = Place::new();
    let made = place.ok("make etr --n 2 --where kind=fallacy");
    let (first, second) = made.trim_end().split_once('\n').expect("two lines");
    for (text, told) in [
        (format!("{first}\n\n{second}\n"), "p.jsonl, line 2: a blank line"),
        (format!("{first}\n \t\n"), "p.jsonl, line 2: a blank line"),
        (format!("{first}\n{second}\n{first}\n"), "p.jsonl, line 3: `etr/open/00000/"),
        (format!("{first} {second}\n"), "line 1: column"),
        (first.replacen('{', "{\"note\": 1, ", 1), "line 1: `note` is no part of a problem"),
        (first.replacen("\"order\":[0", "\"orders\":1,\"order\":[0", 1), "unknown field `orders`"),
        (first.replacen("\"truth\":{", "\"truth\":{\"x\":1,", 1), "`truth.x` is no part"),
        (first.replacen("{\"id\"", "{\"id\":\"x\",\"id\"", 1), "`id` stands there twice"),
        (first[..90].to_owned(), "line 1: column 90: no problem: EOF while parsing"),
        (first.replacen("\"number\":0", "\"number\":1", 1), "line 1: lexicon is recorded as"),
        (first.replacen("\"profile\":\"default\"", "\"profile\":\"own\"", 1), "no profile of that"),
        ("[1, 2]\n".to_owned(), "line 1: column"),
    ] {
        place.write("p.jsonl", text);
        let done = place.run("verify p.jsonl");
        assert_eq!(done.code, Some(1), "{}", done.out);
        says(&done.err, &[told]);
        says(&done.out, &["1 failed"]);
    }
    // Changed consistently, a control still tells what its fallacy was.
    let item = place.ok("make etr --n 1");
    let (first, rest) = item.split_once('\n').expect("lines");
    let change = |line: &str| line.replacen("\"reading\":\"sound\"", "\"reading\":\"book\"", 1);
    place.write("p.jsonl", format!("{}\n{rest}", change(first)));
    assert_eq!(place.run("verify p.jsonl").code, Some(1));
    place.write("p.jsonl", "");
    says(&place.fails(1, "verify p.jsonl"), &["there is no problem to verify"]);
    // What a file may have and means nothing.
    place.write("p.jsonl", format!("\u{feff}{}", made.replace('\n', "\r\n")));
    says(&place.ok("verify p.jsonl"), &["2 passed, 0 failed"]);
    says(&place.ok("export lm-eval p.jsonl --into tasks"), &["2 documents"]);
    says(&place.ok("explain p.jsonl"), &["problem  etr/open/00000"]);
    // Commands that ask or export problems take no id twice either.
    place.write("p.jsonl", made.repeat(2));
    for line in ["run etr --problems p.jsonl --into run", "export lm-eval p.jsonl --into tasks"] {
        says(&place.fails(1, line), &["p.jsonl, line 3: `etr/open/00000/", "first in line 1"]);
    }
}

#[test]
fn a_dry_run_into_another_design_explains_and_counts() {
    let place = Place::with_study();
    place.ok("run small.toml --into run");
    let told = place.ok("run small.toml --into run --seed 8 --dry-run");
    says(
        &told,
        &[
            "A run would be refused: run holds answers to another design",
            "seed 7",
            "seed 8",
            "--into",
            "for an empty directory",
            "Nothing was asked",
        ],
    );
    let row = told.lines().find(|line| line.starts_with("sim:flawless")).expect("a row");
    assert_eq!(
        row.split_whitespace().take(4).collect::<Vec<_>>(),
        ["sim:flawless", "12", "0", "12"]
    );
    assert!(!place.ok("run small.toml --into run --dry-run").contains("refused"));
    says(&place.fails(1, "run small.toml --into run --seed 8"), &["another design"]);
    says(&place.ok("run etr --n 2 --into run --dry-run"), &["the study `small`, not to `etr`"]);
}

#[test]
fn every_answer_to_a_closed_question_is_explained() {
    let place = Place::new();
    place.write("choice.jsonl", place.ok("make etr/choice --n 4"));
    let problem = &json_lines(&place.read("choice.jsonl"))[0];
    let right = problem["truth"]["answer"]["value"].as_str().expect("a letter");
    let lure = problem["truth"]["lure"]["value"].as_str().expect("a letter");
    assert_ne!(right, lure);
    let text = place.ok("explain choice.jsonl");
    says(
        &text,
        &[
            "premise 1",
            "letters  ",
            &format!("option   ({lure})"),
            "wrong: the predicted fallacy",
            "does not follow: the premises are true and it is false if",
            "theory   accepted when asked about",
            "None of these follows.",
            &format!("right    ({right})"),
            "How people are predicted to reason",
        ],
    );
    assert_eq!(text.matches("option   (").count(), 4);
    // Another item, with an answer.
    let id = "etr/choice/00001";
    let line = ["explain", "choice.jsonl", "I choose none of them: (d).", "--id", id];
    let done = place.command(line).output().expect("it runs");
    let text = String::from_utf8(done.stdout).expect("UTF-8");
    says(&text, &[&format!("problem  {id}"), "answer   (d), read by rule", "verdict  "]);
    says(&place.fails(1, "explain choice.jsonl --id none"), &["no problem or item `none`"]);
    // A view is judged as a view.
    says(&place.ok("explain choice.jsonl {A(a())}"), &["answer   {A(a())}", "verdict  "]);

    place.write("yes-no.jsonl", place.ok("make etr/yes-no --n 4"));
    let text = place.ok("explain yes-no.jsonl");
    says(&text, &["asked    whether this follows: {", "\nyes      ", "\nno       ", "right    "]);
    let json: Value = serde_json::from_str(&place.ok("explain yes-no.jsonl --json")).expect("JSON");
    assert_eq!(json["options"].as_array().map(Vec::len), Some(2));
    assert!(json["letters"]["A"].is_string() && json["grade"].is_null(), "{json}");

    // Of a run, the answer that was given.
    place.ok("run etr-questions --n 2 --model sim:erotetic:1 --into run");
    let key = place.read("run/outcomes.csv").lines().find_map(|line| {
        line.contains("etr/choice/").then(|| line.split(',').next().unwrap_or_default().to_owned())
    });
    let text = place.ok(&format!("explain run {}", key.expect("an answer")));
    says(&text, &["option   (a)", "read by rule", "verdict  "]);
    let done = place.fails(1, &format!("explain run {} --id x", place.some_trial("run")));
    says(&done, &["--id is for files"]);
    says(&place.ok("make etr --n 1 --text"), &["etr/open"]);
    place.write("open.jsonl", place.ok("make etr --n 1"));
    says(&place.ok("explain open.jsonl"), &["letters  ", "How people are predicted to reason"]);
}
