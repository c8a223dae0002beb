//! Problems of the theory in files: made, verified line by line, run and explained.

use crate::support::{Place, Wording, json_lines, says};
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
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("one.jsonl", place.ok("make etr --n 4 --where order=original"));
    let done = place.run("run etr --problems one.jsonl --model sim:erotetic --into one");
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("run etr --problems one.jsonl --model sim:erotetic --into one", &done.err);
    says(&place.ok("measure one fallacy-rates"), &["sim:erotetic"]);

    let orders = "--where order=original --where order=reversed";
    place.write("two.jsonl", place.ok(&format!("make etr --n 4 {orders}")));
    let done = place.run("run etr --problems two.jsonl --model sim:erotetic --into two");
    says(&done.out, &["The order of the premises"]);
    wording.add("run etr --problems two.jsonl --model sim:erotetic --into two", &done.err);
    assert!(!done.err.contains("E1-order"), "{}", done.err);

    place.write("three.jsonl", place.ok("make etr/yes-no --n 4"));
    let line = "run etr-questions --problems three.jsonl --model sim:flawless --into three";
    let done = place.run(line);
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("hypotheses without problems are left out and the rest is run", &done.err);
    assert!(!done.err.contains("Q2-yes-no"), "{}", done.err);
    // A run whose problems fit no hypothesis has no question to ask.
    wording.fails(&place, 1, "run etr --problems three.jsonl --into four");
    assert!(!place.path("four").exists());
    insta::assert_snapshot!(wording.text());
}

#[test]
fn strategies_that_are_left_out_take_their_hypotheses_along() {
    let mut wording = Wording::default();
    let place = Place::new();
    let run = "run etr-questions --n 2 --model sim:flawless";
    let done = place.run(&format!("{run} --strategy open,open_steps,yes_no --into run"));
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("strategies that are left out take their hypotheses along", &done.err);
    assert!(!done.err.contains("Q1-open"), "{}", done.err);
    wording.fails(&place, 1, &format!("{run} --strategy opem"));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn levels_of_a_study_are_named_once_and_at_all() {
    let mut wording = Wording::default();
    let place = Place::new();
    let study = place.ok("study show etr");
    for (own, other) in [
        ("order = [\"original\", \"reversed\"]", "order = []"),
        ("order = [", "theme = []\norder = ["),
        ("order = [", "order = [\"original\", "),
    ] {
        place.write("mine.toml", study.replace(own, other));
        let err = place.fails(1, "run mine.toml --into run");
        wording.error(other, &err);
    }
    wording.fails(&place, 1, "make etr --n 1 --where kind=fallacy --where kind=fallacy");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_cannot_be_made_of_every_problem_is_told() {
    let mut wording = Wording::default();
    let place = Place::new();
    let done = place.run("make etr --n 60 --where inquiry=curing --where kind=fallacy");
    let items = json_lines(&done.out).len();
    assert!(0 < items && items < 60, "{items}");
    says(&done.err, &[&format!("{items} of 60 problems have a version with inquiry=curing: ")]);
    assert!(!done.err.contains("kind=fallacy"), "{}", done.err);
    let done = place.run("make etr --profile paper-2025 --n 12 --where order=2-1-3");
    wording.add("make etr --profile paper-2025 --n 12 --where order=2-1-3", &done.err);
    let done = place.run("make etr --n 12 --where order=all");
    assert!(!done.err.contains("have a version"), "{}", done.err);
    let none = "make etr --n 3 --where order=reversed --where inquiry=curing";
    wording.fails(&place, 1, none);
    wording.fails(&place, 1, "make etr --profile paper-2025 --n 3 --where kind=control-valid");
    // A part that holds nothing is a part all the same.
    let done = place.run("make etr --n 1 --shard 1/2");
    assert_eq!((done.code, done.out.as_str()), (Some(0), ""), "{}", done.err);
    wording.add("make etr --n 1 --shard 1/2", &done.err);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn themes_are_told_apart_and_read_in_no_time() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("a.toml", garden("garden", "\"A garden.\""));
    place.write("b.toml", garden("garden", "\"Another garden.\""));
    place.write("cards.toml", garden("cards", "\"A garden.\""));
    place.write("list.toml", garden("list", "\"\"\"\nA garden.\n* The baao is kaao.\n\"\"\""));
    place.write("large.toml", garden("large", "\"A garden.\"") + &"# more\n".repeat(2_000_000));
    place.write("latin.toml", b"name = \"caf\xe9\"".as_slice());
    for themes in [
        "--theme a.toml --theme b.toml",
        "--theme a.toml --theme a.toml",
        "--theme cards --theme cards",
        "--theme cards.toml",
        "--theme list.toml",
        "--theme large.toml",
        "--theme latin.toml",
        "--theme .",
        "--theme absent.toml",
    ] {
        wording.fails(&place, 1, &format!("make etr --n 1 {themes}"));
    }
    let made = place.ok("make etr --n 2 --theme a.toml --theme cards");
    place.write("made.jsonl", &made);
    let done = place.run("verify made.jsonl");
    assert_eq!(done.code, Some(0), "{}", done.err);
    wording.add("verify made.jsonl", &done.err);
    let done = place.run("verify made.jsonl --theme a.toml");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    wording.fails(&place, 1, "verify made.jsonl --theme b.toml");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_line_that_is_no_problem_of_its_own_fails_with_its_place() {
    let mut wording = Wording::default();
    let place = Place::new();
    let made = place.ok("make etr --n 2 --where kind=fallacy");
    let (first, second) = made.trim_end().split_once('\n').expect("two lines");
    for (case, text) in [
        ("blank line", format!("{first}\n\n{second}\n")),
        ("blank line at the end", format!("{first}\n \t\n")),
        ("id twice", format!("{first}\n{second}\n{first}\n")),
        ("two on a line", format!("{first} {second}\n")),
        ("unknown field", first.replacen('{', "{\"note\": 1, ", 1)),
        ("unknown field within", first.replacen("\"order\":[0", "\"orders\":1,\"order\":[0", 1)),
        ("unknown field of the truth", first.replacen("\"truth\":{", "\"truth\":{\"x\":1,", 1)),
        ("field twice", first.replacen("{\"id\"", "{\"id\":\"x\",\"id\"", 1)),
        ("cut off", first[..90].to_owned()),
        ("another number", first.replacen("\"number\":0", "\"number\":1", 1)),
        ("unknown profile", first.replacen("\"profile\":\"short\"", "\"profile\":\"own\"", 1)),
        ("no object", "[1, 2]\n".to_owned()),
    ] {
        place.write("p.jsonl", text);
        let done = place.run("verify p.jsonl");
        assert_eq!(done.code, Some(1), "{}", done.out);
        wording.add(case, &done.err);
        says(&done.out, &["1 failed"]);
    }
    // Changed consistently, a control still tells what its fallacy was.
    let item = place.ok("make etr --n 1");
    let (first, rest) = item.split_once('\n').expect("lines");
    let change = |line: &str| line.replacen("\"reading\":\"sound\"", "\"reading\":\"book\"", 1);
    place.write("p.jsonl", format!("{}\n{rest}", change(first)));
    assert_eq!(place.run("verify p.jsonl").code, Some(1));
    place.write("p.jsonl", "");
    wording.fails(&place, 1, "verify p.jsonl");
    // A byte order mark and CRLF are permitted and mean nothing.
    place.write("p.jsonl", format!("\u{feff}{}", made.replace('\n', "\r\n")));
    says(&place.ok("verify p.jsonl"), &["2 passed, 0 failed"]);
    says(&place.ok("export lm-eval p.jsonl --into tasks"), &["2 documents"]);
    says(&place.ok("explain p.jsonl"), &["problem  etr/open/00000"]);
    // Commands that ask or export problems take no id twice either.
    place.write("p.jsonl", made.repeat(2));
    for line in ["run etr --problems p.jsonl --into run", "export lm-eval p.jsonl --into tasks"] {
        wording.fails(&place, 1, line);
    }
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_dry_run_into_another_design_explains_and_counts() {
    let mut wording = Wording::default();
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
    wording.fails(&place, 1, "run small.toml --into run --seed 8");
    says(&place.ok("run etr --n 2 --into run --dry-run"), &["the study `small`, not to `etr`"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn every_answer_to_a_closed_question_is_explained() {
    let mut wording = Wording::default();
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
    wording.fails(&place, 1, "explain choice.jsonl --id none");
    // A view is judged as a view.
    says(&place.ok("explain choice.jsonl {A(a())}"), &["answer   {A(a())}", "verdict  "]);

    place.write("yes-no.jsonl", place.ok("make etr/yes-no --n 4"));
    let text = place.ok("explain yes-no.jsonl");
    says(&text, &["asked    whether this follows: {", "\nyes      ", "\nno       ", "right    "]);
    let json: Value = serde_json::from_str(&place.ok("explain yes-no.jsonl --json")).expect("JSON");
    assert_eq!(json["options"].as_array().map(Vec::len), Some(2));
    let letters = json["letters"].as_object().expect("letters");
    assert!(!letters.is_empty() && letters.values().all(Value::is_string), "{json}");
    assert!(json["grade"].is_null(), "{json}");

    // For a run, explain shows the answer that was given.
    place.ok("run etr-questions --n 2 --model sim:erotetic:1 --into run");
    let key = place.read("run/outcomes.csv").lines().find_map(|line| {
        line.contains("etr/choice/").then(|| line.split(',').next().unwrap_or_default().to_owned())
    });
    let text = place.ok(&format!("explain run {}", key.expect("an answer")));
    says(&text, &["option   (a)", "read by rule", "verdict  "]);
    // The key of a trial changes with the words of its problem: the snapshot does not show it.
    let said = place.fails(1, &format!("explain run {} --id x", place.some_trial("run")));
    wording.add("explain run KEY --id x", &said);
    says(&place.ok("make etr --n 1 --text"), &["etr/open"]);
    place.write("open.jsonl", place.ok("make etr --n 1"));
    says(&place.ok("explain open.jsonl"), &["letters  ", "How people are predicted to reason"]);
    insta::assert_snapshot!(wording.text());
}

/// A made file with the first right answer replaced by another.
fn edited(made: &str, from: &str, to: &str) -> String {
    let edited = made.replacen(from, to, 1);
    assert_ne!(edited, made, "{from} is in it");
    edited
}

#[test]
fn an_edited_truth_is_refused_unless_it_is_said_to_be_ones_own() {
    let place = Place::new();
    let made = place.ok("make conjunction/2 --n 2");
    let right = r#""truth":{"answer":{"kind":"choice","value":"a""#;
    place.write("right.jsonl", &made);
    place.write("wrong.jsonl", edited(&made, right, &right.replace(r#""a""#, r#""b""#)));
    assert_eq!(place.ok("verify right.jsonl"), "4 passed, 0 failed\n");
    let verified = place.run("verify wrong.jsonl");
    assert_eq!(verified.code, Some(1));
    let said = "truth.answer is recorded as (b), and is (a)";
    says(&verified.err, &["wrong.jsonl, line ", said]);

    let run = "run token-bias --model sim:flawless --into run --problems";
    let refused = place.run(&format!("{run} wrong.jsonl"));
    assert_eq!(refused.code, Some(1));
    says(&refused.err, &["wrong.jsonl, line ", ": `conjunction/2/0000", said, "--own-truths"]);
    assert!(!place.path("run").exists());
    let taken = place.run(&format!("{run} wrong.jsonl --own-truths"));
    says(&taken.err, &["1 problem in wrong.jsonl are taken as given", said]);
    assert_eq!(taken.code, Some(0), "{}", taken.err);
    let exported = place.run("export lm-eval wrong.jsonl --into tasks");
    assert_eq!(exported.code, Some(1));
    says(&exported.err, &[said]);
    // A problem of no built-in family has no other truth than its own.
    place.write("mine.jsonl", edited(&made, r#""family":"conjunction""#, r#""family":"mine""#));
    assert_eq!(place.run("verify mine.jsonl").code, Some(1));
    place.ok("export lm-eval mine.jsonl --into tasks");
}

/// The lines of a file of problems, with another value in a field of the given line.
fn renamed(lines: &[Value], at: usize, field: &str, name: &str) -> String {
    let mut lines = lines.to_vec();
    lines[at][field] = Value::from(name);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn problems_whose_names_cannot_be_told_apart_are_refused() {
    let place = Place::new();
    let made = json_lines(&place.ok("make conjunction/2 --n 2"));
    let (id, item) = ("conjunction/2/00000/context=relevant", "conjunction/2/00000");
    for (at, field, name, said) in [
        (0, "id", "", "its id `` shows nothing"),
        (0, "id", " \u{a0}", "shows nothing"),
        (0, "id", "a\u{200b}b", "has an invisible sign in it, U+200B"),
        (0, "id", "a\u{7}b", "has an invisible sign in it, U+0007"),
        (0, "item", "", "its item `` shows nothing"),
        (0, "item", "\u{2800}", "shows nothing"),
        (3, "id", &*id.to_uppercase(), "looks like `conjunction/2/00000/context=relevant` in "),
        (3, "id", &*format!(" {id} "), "looks like `conjunction/2/00000/context=relevant` in "),
        (
            3,
            "id",
            &*id.replace('o', "\u{43e}"),
            "looks like `conjunction/2/00000/context=relevant` in ",
        ),
        (3, "item", &*item.to_uppercase(), "looks like `conjunction/2/00000` in "),
        (3, "item", &*item.replace('2', "2 "), "looks like `conjunction/2/00000` in "),
    ] {
        place.write("p.jsonl", renamed(&made, at, field, name));
        let place_said = format!("p.jsonl, line {}", at + 1);
        let verified = place.run("verify p.jsonl");
        assert_eq!(verified.code, Some(1), "{name:?}");
        says(&verified.err, &[&place_said]);
        // An item that its id does not name is found before.
        assert!(field == "item" || verified.err.contains(said), "{}", verified.err);
        for truths in ["", "--own-truths"] {
            let line =
                format!("run token-bias --model sim:flawless --into r --problems p.jsonl {truths}");
            let err = place.fails(1, &line);
            says(&err, &[&place_said, said]);
        }
    }
}

#[test]
fn terms_that_deny_each_other_are_not_verified() {
    let place = Place::new();
    let made = json_lines(&place.ok("make categorical/neutral --n 3"));
    for problem in &made {
        let term = |role: &str| {
            let segments = problem["segments"].as_array().expect("segments");
            let found = segments.iter().find(|one| one["role"] == role).expect("a term");
            found["text"].as_str().expect("a text").trim().trim_end_matches('.').to_owned()
        };
        let (subject, predicate) = (term("term-3a"), term("term-3b"));
        let line = problem.to_string();
        place.write("p.jsonl", &line);
        place.ok("verify p.jsonl");
        for denial in
            [format!("things that are not {predicate}"), format!("everything but {predicate}")]
        {
            place.write("p.jsonl", line.replace(&subject, &denial));
            let verified = place.run("verify p.jsonl");
            assert_eq!(verified.code, Some(1), "{denial}");
            says(&verified.err, &["not worked out"]);
        }
    }
}

#[test]
fn options_of_a_question_that_has_none_are_refused_alike() {
    let place = Place::new();
    let made = json_lines(&place.ok("make syllogism/all-some-some --n 1"));
    let mut problem = made[0].clone();
    problem["options"] = serde_json::json!([["a", "Yes."], ["b", "No."]]);
    place.write("p.jsonl", format!("{problem}\n"));
    let verified = place.run("verify p.jsonl");
    assert_eq!(verified.code, Some(1));
    let said = "option (a) is not in the text";
    says(&verified.err, &["p.jsonl, line 1", said]);
    let line = "run syllogism --model sim:flawless --into r --problems p.jsonl";
    says(&place.fails(1, line), &["p.jsonl, line 1", said]);
}

/// `verify` and `run` use one rule, and name the word and the fix.
#[test]
fn conjunctions_of_events_that_are_not_plain_are_refused() {
    let place = Place::new();
    let mut problem = json_lines(&place.ok("make conjunction/1 --n 1"))[0].clone();
    let run = "run token-bias --model sim:flawless --into r --problems p.jsonl --dry-run";
    let mut with = |stem: &str, shared: &str, added: &str| {
        let (single, joint) = (format!("{shared}."), format!("{shared} and {added}."));
        let text = format!("{stem} Which is more probable?\n(a) {single}\n(b) {joint}\n");
        problem["segments"] = serde_json::json!([{"role": "stem", "text": text}]);
        problem["options"] = serde_json::json!([["a", single], ["b", joint]]);
        problem["truth"]["answer"]["value"] = "a".into();
        problem["truth"]["lure"]["value"] = "b".into();
        problem["factors"]["position"] = "a".into();
        place.write("p.jsonl", format!("{problem}\n"));
        (place.run("verify p.jsonl"), place.run(run))
    };
    let (plain, _) = with("Tom is calm.", "Tom is a baker", "plays the harp in a band");
    assert_eq!(plain.code, Some(0), "{}", plain.err);
    for (stem, shared, added, said) in [
        ("Tom is calm.", "Tom is merely a baker", "plays the harp", "`merely`"),
        ("Tom is calm.", "Tom has one cat in total", "plays the harp", "`in total`"),
        ("Tom is calm.", "Tom likes rock", "roll", "`roll`"),
        ("Tom is calm.", "Tom nie bakes", "plays the harp", "`nie`"),
        ("Which is less likely?", "Tom is a baker", "plays the harp", "`which is`"),
    ] {
        let (verified, ran) = with(stem, shared, added);
        assert_eq!((verified.code, ran.code), (Some(1), Some(1)), "{shared}: {}", verified.err);
        says(&verified.err, &[said]);
        says(&ran.err, &[said]);
    }
}

/// Versions before the controls with "or" wrote no `operation`.
#[test]
fn problems_of_earlier_versions_without_an_operation_are_verified_and_run() {
    let place = Place::new();
    let made = place.ok("make conjunction/2 --n 2");
    let earlier = made.replace(r#""operation":"conjunction","#, "");
    assert_ne!(earlier, made);
    place.write("p.jsonl", earlier);
    place.ok("verify p.jsonl");
    place.ok("run token-bias --model sim:flawless --into r --problems p.jsonl --dry-run");
}
