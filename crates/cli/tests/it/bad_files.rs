//! Bad files: counts, problems and recorded answers with impossible contents. The wording of the
//! messages is in the snapshots.

use crate::support::{Place, SMALL, Wording, says};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

const HEADER: &str = "hypothesis,model,method,n12,n21,alternative\n";
const ROW: &str = "H1,m,baseline,3,9,greater\n";

const QUESTIONS: &str = r#"{"qid":"sets_original_gold:1","dataset":"sets_original_gold","question_id":1,"question":"Is this sound?","target":"[No]"}
"#;
const ANSWER: &str = r#"{"model":"m","dataset":"sets_original_gold","mode":"baseline","question_id":1,"response":"No.","their_grade":1}
"#;

#[test]
fn counts_that_are_refused() {
    let place = Place::new();
    let mut wording = Wording::default();
    wording.fails(&place, 1, "test --counts nowhere.csv");
    let mut refused = |case: &str, text: &str, options: &str| {
        place.write("counts.csv", text);
        let err = place.fails(1, &format!("test --counts counts.csv {options}"));
        wording.error(case, &err);
    };
    refused("no column", "hypothesis,model,n12,n21\n", "");
    refused("empty", "", "");
    for wrong in ["x", "-1", "1.5", "", "99999999999999999999"] {
        let row = format!("H1,m,baseline,{wrong},9,greater\n");
        refused(&format!("count `{wrong}`"), &format!("{HEADER}{ROW}{row}"), "");
    }
    let huge = "H1,m,baseline,1,9999999999999,greater\n";
    refused("huge count", &format!("{HEADER}{ROW}{huge}"), "");
    refused("short row", &format!("{HEADER}H1,m\n"), "");
    let short = "hypothesis,model,method,n12,n21\n";
    refused("row twice", &format!("{short}A,m,b,1,2\nA,m,c,1,2\nA,m,b,1,2\n"), "");
    refused("no row", short, "--json");
    refused("alternative", &format!("{HEADER}{ROW}H1,m,os,3,9,bigger\n"), "");
    refused("missing count", &format!("{HEADER}{ROW}H1,m,os,NULL,9,greater\n"), "");
    refused("two columns", "hypothesis,model,method,n12,N10,n21\nH1,m,b,1,2,3\n", "");
    refused("two notations", "hypothesis;model;method;n12;n21;p\nH1;m;b;1.5;2;0,5\n", "");
    let row = "H1,m,b,4,9";
    for head in ["altenative", "Alternatives", "tabel", "source_"] {
        refused(head, &format!("{short}{row},x\n").replace("n21", &format!("n21,{head}")), "");
    }
    for (heads, cells) in [
        ("n", "10"),
        ("pairs", "12"),
        ("n*", "14"),
        ("n11,n22,n", "2,3,17"),
        ("n11,n22,n", "2,3,20"),
        ("n11,n", "2,14"),
        ("n", "-1"),
    ] {
        let head = short.replace("n21", &format!("n21,{heads}"));
        refused(&format!("{heads} {cells}"), &format!("{head}{row},{cells}\n"), "");
    }
    refused("JSON", "[{\"hypothesis\": \"H1\", \"n12\": 1, \"n21\": 2}]", "");
    for options in ["--rule exat", "--alternative up", "--alpha 1"] {
        refused(options, &format!("{HEADER}{ROW}"), options);
    }
    insta::assert_snapshot!("counts", wording.text());
}

/// Possible counts are tested, and unread columns are named.
#[test]
fn further_columns_of_counts_agree_or_are_named() {
    let place = Place::new();
    let test = |heads: &str, cells: &str| {
        let text = format!("hypothesis,model,method,n12,n21{heads}\nH1,m,b,4,9{cells}\n");
        place.write("counts.csv", text);
        let done = place.run("test --counts counts.csv --json");
        assert_eq!(done.code, Some(0), "{heads}: {}", done.err);
        (done.out, done.err)
    };
    let (plain, told) = test("", "");
    assert_eq!(told, "");
    for (heads, cells) in [
        (",n", ",13"),
        (",N", ",20"),
        (",n", ","),
        (",n*", ",13"),
        (",n11,n", ",2,20"),
        (",n11,n22,n", ",2,,20"),
        (",alternative,source", ",,"),
    ] {
        assert_eq!(test(heads, cells), (plain.clone(), String::new()), "{heads}");
    }
    // All four counts add shares to what is said without them.
    let (told, note) = test(",n11,n22,n", ",2,3,18");
    assert!(told.starts_with(plain.trim_end_matches("}\n")) && told.len() > plain.len(), "{told}");
    assert_eq!(note, "");
    let told = test(",lost,my notes", ",3,x");
    assert_eq!(told, (plain, "counts.csv: not read: `lost`, `my notes`\n".to_owned()));
}

/// A file of counts is the same in every notation.
#[test]
fn counts_are_read_in_any_notation() {
    let place = Place::new();
    place.write("counts.csv", "hypothesis,model,method,n12,n21\nH1,m,b,1000,1100\nH1,m,c,4,16\n");
    let told = place.ok("test --counts counts.csv --json");
    for text in [
        "Hypothesis;MODEL;Method;N10;N01\nH1;m;b;1.000;1.100\nH1;m;c;4;16\n",
        "sep=;\nhypothesis;model;method;n12;n21\nH1;m;b;1,000;1,100\nH1;m;c;4;16\n",
        "hypothesis;model;method;n12;n21;p\nH1;m;b;1.000;1.100;0,03\nH1;m;c;4;16;0,01\n",
        "hypothesis,model,method,n12,n21\nH1,m,b,\"1,000\",1 100\nH1,m,c,4.0,16.0\n",
    ] {
        place.write("other.csv", text);
        assert_eq!(place.ok("test --counts other.csv --json"), told, "{text}");
    }
}

/// Files of answers that are refused: the case and the contents.
fn bad_answers() -> Vec<(&'static str, Vec<u8>)> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(ANSWER.as_bytes()).expect("writing");
    let whole = encoder.finish().expect("a gzip file");
    let other = ANSWER.replace("\"question_id\":1", "\"question_id\":2");
    let graded = ANSWER.replace("\"their_grade\":1", "\"their_grade\":2");
    let differs = ANSWER.replace("No.", "Yes.");
    vec![
        ("no answer", b"\n\n".into()),
        ("broken line", format!("{ANSWER}\n{{\"model\":").into()),
        ("missing field", ANSWER.replace("\"mode\"", "\"mod\"").into()),
        ("no text", b"\xff\xfe\n".into()),
        ("gzip without its end", whole[..whole.len() - 12].into()),
        ("unknown question", other.into()),
        ("grade that is none", format!("{ANSWER}{graded}").into()),
        ("two answers to one question", format!("{ANSWER}{differs}").into()),
    ]
}

#[test]
fn a_refused_import_leaves_nothing_behind() {
    let place = Place::new();
    let mut wording = Wording::default();
    place.write("q.jsonl", QUESTIONS);
    wording.fails(&place, 1, "import token-bias nowhere --questions q.jsonl --into r");
    place.write("a.jsonl", ANSWER);
    wording.fails(&place, 1, "import token-bias a.jsonl --questions nowhere --into r");
    std::fs::create_dir(place.path("empty")).expect("a directory");
    wording.fails(&place, 1, "import token-bias empty --into r");
    for (case, bytes) in bad_answers() {
        place.write("a.jsonl", bytes);
        let err = place.fails(1, "import token-bias a.jsonl --questions q.jsonl --into r");
        assert!(!place.path("r").exists(), "{case}");
        wording.error(case, &err);
    }
    place.write("a.jsonl", ANSWER);
    for (case, questions) in [
        ("target", QUESTIONS.replacen("[No]", "[Maybe]", 1)),
        ("data set", QUESTIONS.replacen("sets_original_gold\",", "poems\",", 1)),
        ("no question", QUESTIONS.replacen("\"question\"", "\"qestion\"", 1)),
        ("question twice", QUESTIONS.to_owned() + &QUESTIONS.replace("[No]", "[Yes]")),
    ] {
        place.write("q.jsonl", questions);
        let err = place.fails(1, "import token-bias a.jsonl --questions q.jsonl --into r");
        assert!(!place.path("r").exists(), "{case}");
        wording.error(case, &err);
    }
    insta::assert_snapshot!("import", wording.text());
}

#[test]
fn two_answers_to_one_question_in_two_imports() {
    let place = Place::new();
    place.write("q.jsonl", QUESTIONS);
    place.write("a.jsonl", ANSWER);
    place.write("b.jsonl", ANSWER.replace("No.", "Yes."));
    place.write("other.jsonl", QUESTIONS.replace("Is this sound?", "Is that sound?"));
    place.ok("import token-bias a.jsonl --questions q.jsonl --into r");
    let before = place.counts("r");
    let mut wording = Wording::default();
    wording.fails(&place, 1, "import token-bias b.jsonl --questions q.jsonl --into r");
    wording.fails(&place, 1, "import token-bias a.jsonl --questions other.jsonl --into r");
    assert_eq!(place.counts("r"), before);
    insta::assert_snapshot!("two-imports", wording.text());
}

#[test]
fn imports_and_studies_do_not_mix() {
    let place = Place::with_study();
    place.write("q.jsonl", QUESTIONS);
    place.write("a.jsonl", ANSWER);
    let import = "import token-bias a.jsonl --questions q.jsonl --into";
    place.ok("run small.toml --into own");
    place.ok(&format!("{import} recorded"));
    let mut wording = Wording::default();
    wording.fails(&place, 1, &format!("{import} own"));
    wording.fails(&place, 1, "run small.toml --into recorded");
    wording.fails(&place, 1, "test recorded --profile newest");
    insta::assert_snapshot!("imports-and-studies", wording.text());
}

#[test]
fn refused_problems_leave_nothing_behind() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    let text = place.ok("make conjunction/2 --n 4 --seed 7")
        + &place.ok("make syllogism/all-some-some --n 2 --seed 7");
    wording.fails(&place, 1, "run small.toml --into r --problems nowhere.jsonl");
    for (case, problems) in [
        ("no problem", String::new()),
        ("no task", text.replacen("\"task\"", "\"tsk\"", 1)),
        ("option", text.replacen("\"options\":[[\"a\",\"", "\"options\":[[\"a\",\"Not ", 1)),
        ("twice", text.repeat(2)),
        ("others", text.replace("conjunction", "disjunction").replace("syllogism", "sorites")),
    ] {
        place.write("p.jsonl", problems);
        let err = place.fails(1, "run small.toml --into r --problems p.jsonl");
        assert!(!place.path("r").exists(), "{case}");
        wording.error(case, &err);
    }
    insta::assert_snapshot!("problems", wording.text());
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
    let mut wording = Wording::default();
    wording.fails(&place, 1, "run small.toml --into r --problems p.jsonl");
    assert_eq!(place.counts("r"), before, "nothing was asked");
    insta::assert_snapshot!("other-problems", wording.text());
    place.ok("test r");
    place.ok("run small.toml --into other --problems p.jsonl");
}

/// A study with the texts of [`SMALL`], except for names that control a terminal.
const STEER: &str = r"\u001b[31m\u009b2J\u202e\u2066\nerror: forged";

/// Asserts that a text does not control a terminal, and shows the control characters.
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
    let error = place.fails(1, "report r --out paper.tex");
    says(&error, &["paper.tex: the report is an HTML page", "peirast tables --format tex"]);
    assert!(!place.path("paper.tex").exists());
    assert!(!std::fs::metadata("/dev/null").is_ok_and(|null| null.is_file()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_place_that_cannot_be_written_to_is_named() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let mut wording = Wording::default();
    wording.fails(&place, 1, "run small.toml --into /proc/x");
    wording.fails(&place, 1, "report r --out /proc/x");
    wording.fails(&place, 1, "report r --out r");
    insta::assert_snapshot!("places", wording.text());
}
