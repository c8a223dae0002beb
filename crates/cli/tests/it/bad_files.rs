//! Bad files: counts, problems and recorded answers that cannot be what they should be.

use crate::support::{Place, SMALL, says};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

const HEADER: &str = "hypothesis,model,method,n12,n21,alternative\n";
const ROW: &str = "H1,m,baseline,3,9,greater\n";

const QUESTIONS: &str = r#"{"qid":"sets_original_gold:1","dataset":"sets_original_gold","question_id":1,"question":"Is this sound?","target":"[No]"}
"#;
const ANSWER: &str = r#"{"model":"m","dataset":"sets_original_gold","mode":"baseline","question_id":1,"response":"No.","their_grade":1}
"#;

/// Asserts that a file of counts is refused with a message that has every part.
fn refused_counts(text: &str, options: &str, parts: &[&str]) {
    let place = Place::new();
    place.write("counts.csv", text);
    let err = place.fails(1, &format!("test --counts counts.csv {options}"));
    says(&err, parts);
}

/// Asserts that a file of answers is refused with a message that has every part.
fn refused_answers(bytes: impl AsRef<[u8]>, parts: &[&str]) {
    let place = Place::new();
    place.write("q.jsonl", QUESTIONS);
    place.write("a.jsonl", bytes);
    let err = place.fails(1, "import token-bias a.jsonl --questions q.jsonl --into r");
    says(&err, parts);
    assert!(!place.path("r").exists(), "a refused import leaves nothing behind");
}

/// Asserts that a file of problems is refused with a message that has every part.
fn refused_problems(change: impl Fn(&str) -> String, parts: &[&str]) {
    let place = Place::with_study();
    let problems = place.ok("make conjunction/2 --n 4 --seed 7")
        + &place.ok("make syllogism/all-some-some --n 2 --seed 7");
    place.write("p.jsonl", change(&problems));
    let err = place.fails(1, "run small.toml --into r --problems p.jsonl");
    says(&err, parts);
    assert!(!place.path("r").exists(), "refused problems leave nothing behind");
}

#[test]
fn counts_that_are_not_there() {
    let err = Place::new().fails(1, "test --counts nowhere.csv");
    says(&err, &["cannot read the counts in nowhere.csv", "No such file"]);
}

#[test]
fn counts_without_a_column() {
    refused_counts("hypothesis,model,n12,n21\n", "", &["counts.csv has no column `method`"]);
    refused_counts("", "", &["counts.csv has no column"]);
}

#[test]
fn counts_that_are_no_counts() {
    for wrong in ["x", "-1", "1.5", "", "99999999999999999999"] {
        let row = format!("H1,m,baseline,{wrong},9,greater\n");
        refused_counts(&format!("{HEADER}{ROW}{row}"), "", &["counts.csv", "line: 3", "field 3"]);
    }
    let huge = "H1,m,baseline,1,9999999999999,greater\n";
    refused_counts(&format!("{HEADER}{ROW}{huge}"), "", &["counts.csv, row 2", "more than"]);
    refused_counts(&format!("{HEADER}H1,m\n"), "", &["counts.csv", "line: 2"]);
}

#[test]
fn counts_twice_or_none() {
    let place = Place::new();
    place.write("c.csv", "hypothesis,model,method,n12,n21\nA,m,b,1,2\nA,m,c,1,2\nA,m,b,1,2\n");
    says(&place.fails(1, "test --counts c.csv"), &["c.csv, row 3", "as in row 1"]);
    place.write("c.csv", "hypothesis,model,method,n12,n21\n");
    says(&place.fails(1, "test --counts c.csv --json"), &["c.csv holds no row"]);
}

#[test]
fn counts_with_a_wrong_setting() {
    let row = "H1,m,os,3,9,bigger\n";
    let wrong = ["counts.csv, row 2", "`bigger`", "two-sided"];
    refused_counts(&format!("{HEADER}{ROW}{row}"), "", &wrong);
    let good = format!("{HEADER}{ROW}");
    refused_counts(&good, "--rule exat", &["`exat`", "exact, mid-p"]);
    refused_counts(&good, "--alternative up", &["`up`", "two-sided"]);
    refused_counts(&good, "--alpha 1", &["alpha", "between 0 and 1"]);
}

#[test]
fn answers_that_are_not_there() {
    let place = Place::new();
    place.write("q.jsonl", QUESTIONS);
    let err = place.fails(1, "import token-bias nowhere --questions q.jsonl --into r");
    says(&err, &["cannot open nowhere", "No such file"]);
    place.write("a.jsonl", ANSWER);
    let err = place.fails(1, "import token-bias a.jsonl --questions nowhere --into r");
    says(&err, &["cannot open nowhere"]);
    refused_answers("\n\n", &["hold no answer"]);
    std::fs::create_dir(place.path("empty")).expect("a directory");
    let err = place.fails(1, "import token-bias empty --into r");
    says(&err, &["empty holds no file named responses_MODE_synthetic_dataset_SET.json"]);
}

#[test]
fn a_broken_line() {
    refused_answers(format!("{ANSWER}\n{{\"model\":"), &["a.jsonl, line 3", "EOF"]);
    refused_answers(
        ANSWER.replace("\"mode\"", "\"mod\""),
        &["a.jsonl, line 1", "missing field `mode`"],
    );
    refused_answers(b"\xff\xfe\n", &["a.jsonl, line 1", "not text"]);
}

#[test]
fn a_gzip_file_without_its_end() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(ANSWER.as_bytes()).expect("writing");
    let whole = encoder.finish().expect("a gzip file");
    refused_answers(&whole[..whole.len() - 12], &["a.jsonl, line", "cut off"]);
}

#[test]
fn an_unknown_question() {
    let other = ANSWER.replace("\"question_id\":1", "\"question_id\":2");
    refused_answers(other, &["a.jsonl, line 1", "`sets_original_gold:2`", "--questions"]);
}

#[test]
fn a_grade_that_is_no_grade() {
    let graded = ANSWER.replace("\"their_grade\":1", "\"their_grade\":2");
    refused_answers(
        format!("{ANSWER}{graded}"),
        &["a.jsonl, line 2", "their_grade is 2, not 0 or 1"],
    );
}

#[test]
fn two_answers_to_one_question() {
    let other = ANSWER.replace("No.", "Yes.");
    let twice = ["two different answers", "m", "`sets_original_gold:1`", "baseline"];
    refused_answers(format!("{ANSWER}{other}"), &twice);
}

#[test]
fn two_answers_to_one_question_in_two_imports() {
    let place = Place::new();
    place.write("q.jsonl", QUESTIONS);
    place.write("a.jsonl", ANSWER);
    place.write("b.jsonl", ANSWER.replace("No.", "Yes."));
    place.write("other.jsonl", QUESTIONS.replace("Is this sound?", "Is that sound?"));
    place.ok("import token-bias a.jsonl --questions q.jsonl --into r");
    let err = place.fails(1, "import token-bias b.jsonl --questions q.jsonl --into r");
    says(&err, &["r holds another answer of m", "`sets_original_gold:1`", "--into"]);
    let err = place.fails(1, "import token-bias a.jsonl --questions other.jsonl --into r");
    says(&err, &["r holds another problem", "sets_original_gold:1", "--into"]);
}

#[test]
fn a_question_that_is_none() {
    let place = Place::new();
    place.write("a.jsonl", ANSWER);
    for (from, to, part) in [
        ("[No]", "[Maybe]", "target `[Maybe]`"),
        ("sets_original_gold\",", "poems\",", "data set `poems`"),
        ("\"question\"", "\"qestion\"", "missing field `question`"),
    ] {
        place.write("q.jsonl", QUESTIONS.replacen(from, to, 1));
        let err = place.fails(1, "import token-bias a.jsonl --questions q.jsonl --into r");
        says(&err, &["q.jsonl, line 1", part]);
    }
    place.write("q.jsonl", QUESTIONS.to_owned() + &QUESTIONS.replace("[No]", "[Yes]"));
    let err = place.fails(1, "import token-bias a.jsonl --questions q.jsonl --into r");
    says(&err, &["q.jsonl, line 2", "twice"]);
}

#[test]
fn imports_and_studies_do_not_mix() {
    let place = Place::with_study();
    place.write("q.jsonl", QUESTIONS);
    place.write("a.jsonl", ANSWER);
    let import = "import token-bias a.jsonl --questions q.jsonl --into";
    place.ok("run small.toml --into own");
    place.ok(&format!("{import} recorded"));
    says(&place.fails(1, &format!("{import} own")), &["own holds a study of its own", "--into"]);
    let run = "run small.toml --into recorded";
    says(&place.fails(1, run), &["recorded holds imported answers", "--into"]);
    let profile = "test recorded --profile newest";
    says(&place.fails(1, profile), &["`newest`", "published-2024, corrected"]);
}

#[test]
fn problems_that_are_none() {
    refused_problems(|_| String::new(), &["p.jsonl holds no problem"]);
    refused_problems(
        |text| text.replacen("\"task\"", "\"tsk\"", 1),
        &["p.jsonl, line 1", "`task`"],
    );
    refused_problems(
        |text| text.replacen("\"options\":[[\"a\",\"", "\"options\":[[\"a\",\"Not ", 1),
        &["p.jsonl, line 1", "option (a) is not in the text"],
    );
    refused_problems(|text| text.to_owned() + text, &["stands there twice", "unique"]);
    refused_problems(
        |text| text.replace("conjunction", "disjunction").replace("syllogism", "sorites"),
        &["asks nothing about the problems in p.jsonl", "`small`"],
    );
    let err = Place::with_study().fails(1, "run small.toml --problems nowhere.jsonl");
    says(&err, &["cannot read the problems in nowhere.jsonl"]);
}

#[test]
fn other_problems_need_another_directory() {
    let place = Place::with_study();
    let make = "make conjunction/2 --n 4 --seed 7";
    let others = place.ok("make syllogism/all-some-some --n 2 --seed 7");
    let first = place.ok(make);
    let words = first.split("\"added-event\",\"text\":\"").nth(1).expect("an added event");
    let words = words.split('"').next().expect("its end");
    place.write("p.jsonl", first.replace(words, "paints small wooden boats") + &others);
    place.ok("run small.toml --into r");
    let before = place.counts("r");
    let err = place.fails(1, "run small.toml --into r --problems p.jsonl");
    says(&err, &["r holds another problem under the id conjunction/2/", "--into"]);
    assert_eq!(place.counts("r"), before, "nothing was asked");
    place.ok("test r");
    place.ok("run small.toml --into other --problems p.jsonl");
}

/// A study whose texts are [`SMALL`]'s, but for names that steer a terminal.
const STEER: &str = r"\u001b[31m\u009b2J\u202e\u2066\nerror: forged";

/// Asserts that a text steers nothing that shows it, and that it shows what would have.
#[track_caller]
fn steers_nothing(text: &str) {
    let steers = |c: char| c != '\n' && c.is_control() || "\u{202e}\u{2066}".contains(c);
    assert!(!text.contains(steers), "steered: {text:?}");
    assert!(text.contains("u{1b}") || text.contains("u001b"), "not shown: {text}");
}

#[test]
fn a_hostile_study_is_refused_and_steers_nothing() {
    let place = Place::new();
    for name in ["A small study", "H1", "Context", "sim:flawless", "conjunction"] {
        place.write("s.toml", SMALL.replacen(name, &format!("{name}{STEER}"), 1));
        let err = place.fails(1, "run s.toml --into r");
        assert!(err.contains("U+001B") && !err.contains('\u{1b}'), "{err}");
    }
    place.write("s.toml", SMALL.replace("seed = 7", &format!("seed = \"{STEER}\"")));
    let err = place.fails(1, "study check s.toml");
    steers_nothing(&err);
    assert!(!err.lines().any(|line| line.starts_with("error: forged")), "{err}");
}

#[test]
fn a_hostile_store_steers_nothing() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    for name in ["A small study", "H1", "Context"] {
        place.replace_in_plan("r", &format!("\"{name}\""), &format!("\"{name}{STEER}\""));
    }
    for line in ["test r", "test r --json", "test r --csv", "report r"] {
        let out = place.ok(line);
        if line.starts_with("test") {
            steers_nothing(&out);
        }
        let forged = out.lines().any(|line| line.starts_with("error: forged"));
        assert!(!forged || line.ends_with("--csv"), "a line is forged: {out}");
    }
    for file in ["report.html", "report.json", "results.csv", "counts.csv"] {
        steers_nothing(&place.read(&format!("r/{file}")));
    }
}

#[test]
#[cfg(unix)]
fn a_link_is_replaced_and_not_followed() {
    use std::os::unix::fs::symlink;
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let page = place.read("r/report.html");
    place.write("precious", "mine");
    for name in crate::support::ARTIFACTS.into_iter().chain(["page.html"]) {
        let path = place.path(&format!("r/{name}"));
        let _ = std::fs::remove_file(&path);
        symlink(place.path("precious"), path).expect("a link");
    }
    place.ok("report r");
    place.ok("report r --out r/page.html");
    place.ok("run small.toml --into r");
    assert_eq!(place.read("precious"), "mine");
    assert_eq!((place.read("r/report.html"), place.read("r/page.html")), (page.clone(), page));
    let left = crate::support::files_below(&place.path("r"));
    assert!(!left.iter().any(|file| file.display().to_string().contains(".peirast-")), "{left:?}");
}

#[test]
#[cfg(unix)]
fn a_report_can_be_written_to_an_open_file() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let printed = place.ok("report r --out /dev/stdout");
    assert_eq!(printed, place.read("r/report.html") + "/dev/stdout\n");
    place.ok("report r --out /dev/null");
    assert!(!std::fs::metadata("/dev/null").is_ok_and(|null| null.is_file()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_place_that_cannot_be_written_to_is_named_once() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let once = |line: &str| {
        let err = place.fails(1, line);
        says(&err, &["/proc/x", "No such file or directory"]);
        assert_eq!(err.matches("No such file").count(), 1, "{err}");
    };
    once("run small.toml --into /proc/x");
    once("report r --out /proc/x");
    let err = place.fails(1, "report r --out r");
    says(&err, &["cannot write r", "directory"]);
}
