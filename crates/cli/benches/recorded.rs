//! Importing, grading and testing 100,000 recorded answers, through the program itself.
//!
//! `cargo bench -p peirast --bench recorded`

#![allow(clippy::expect_used, clippy::print_stdout)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const ITEMS: usize = 100;
const MODELS: usize = 42;

/// The data sets and modes of H1 and H3, all six methods.
const SETS: [&str; 4] = [
    "linda_variant_one_because",
    "linda_variant_one_to",
    "linda_variant_three",
    "linda_variant_four",
];
const MODES: [&str; 3] = ["baseline", "zs_cot", "os"];

fn main() {
    let dir = tempfile::tempdir().expect("a directory");
    let (questions, answers) =
        (dir.path().join("questions.jsonl"), dir.path().join("answers.jsonl"));
    let count = write(&questions, &answers);
    let into = dir.path().join("run").display().to_string();
    let (questions, answers) = (questions.display().to_string(), answers.display().to_string());
    println!("{count} answers");
    time("import", &["import", "token-bias", &answers, "--questions", &questions, "--into", &into]);
    time("grade and test, published", &["test", &into, "--profile", "published-2024", "--json"]);
    time("grade and test, corrected", &["test", &into, "--profile", "corrected", "--json"]);
}

fn time(what: &str, args: &[&str]) {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_peirast")).args(args).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{what:<28} {:.2} s", started.elapsed().as_secs_f64());
}

/// Writes the questions and, for every model and mode, an answer of about a kilobyte.
fn write(questions: &Path, answers: &Path) -> usize {
    let (mut asked, mut said, mut count) = (String::new(), String::new(), 0);
    let reasoning = "Both options share an event, and one of them adds another to it. ".repeat(14);
    for set in SETS {
        for version in ["gold", "random"] {
            let dataset = format!("{set}_{version}");
            for item in 0..ITEMS {
                let _ = writeln!(
                    asked,
                    r#"{{"qid":"{dataset}:{item}","dataset":"{dataset}","question_id":{item},"question":"Story {item} {version}. Which is more likely?\n(a) It rains.\n(b) It rains and pours.","target":"(a) It rains"}}"#
                );
                for model in 0..MODELS {
                    for mode in MODES {
                        let right = (item + model) % 3 == 0;
                        let letter = if right { 'a' } else { 'b' };
                        let grade = u8::from(right);
                        let _ = writeln!(
                            said,
                            r#"{{"model":"model-{model}","dataset":"{dataset}","mode":"{mode}","question_id":{item},"response":"{reasoning}The more likely option is ({letter}).","their_grade":{grade}}}"#
                        );
                        count += 1;
                    }
                }
            }
        }
    }
    std::fs::write(questions, asked).expect("questions");
    std::fs::write(answers, said).expect("answers");
    count
}
