//! Programs from PyPI and from the path.

use crate::support::Place;
use std::path::Path;
use std::process::Command;

/// Runs a program of a package in a place, and returns its output.
pub fn run(place: &Place, program: &Path, args: &[&str]) -> String {
    let output = Command::new(program)
        .args(args)
        .current_dir(place.path("."))
        .env("HOME", place.path("."))
        .env("HF_HOME", place.path("hf"))
        .envs([("HF_HUB_OFFLINE", "1"), ("HF_DATASETS_OFFLINE", "1"), ("OPENAI_API_KEY", "none")])
        .env("MOCK_API_KEY", "none")
        .envs([("INSPECT_DISPLAY", "plain"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")])
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{} {}:\n{}\n{}",
        program.display(),
        args.join(" "),
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// True if a program is on the path; otherwise prints a note.
pub fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("passed over: {program} is not on the path");
    }
    found
}
