//! `peirast etr`: the erotetic theory from the command line.

mod bad_views;
mod bank;
mod batches;
mod conditionals;
mod english;
mod formats;
mod help;
mod operations;
mod procedures;
mod traces;

use crate::support::{Done, Place, json_lines, says};
use serde_json::Value;
use std::io::Write as _;
use std::process::Stdio;

const DISJUNCTION: &str = "{King()Ace(),Queen()Jack()}";

/// Runs the program with the words of a line as arguments, and a text on stdin.
fn fed(place: &Place, line: &str, input: impl AsRef<[u8]>) -> Done {
    let mut command = place.command(line.split_whitespace());
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_ref()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends").into()
}

/// Asserts what a command prints.
fn prints(line: &str, expected: &str) {
    assert_eq!(Place::new().ok(line), format!("{expected}\n"), "{line}");
}

/// Asserts that a command fails with an error whose message has every part.
fn refused(line: &str, parts: &[&str]) {
    let err = Place::new().fails(1, line);
    assert!(err.starts_with("error: "), "{err}");
    says(&err, parts);
}

fn answers(input: &str, line: &str) -> Vec<Value> {
    let done = fed(&Place::new(), line, input);
    assert_eq!(done.code, Some(0), "{}", done.err);
    json_lines(&done.out)
}
