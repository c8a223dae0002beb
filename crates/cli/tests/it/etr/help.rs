//! Help texts of every `etr` command.

use crate::support::Place;
use std::path::Path;
use std::process::Command;

const COMMANDS: [&str; 15] = [
    "infer",
    "follows",
    "probability",
    "decide",
    "trace",
    "trace update",
    "parse",
    "cases",
    "case",
    "batch",
    "update",
    "factor",
    "product",
    "replace",
    "restrict",
];

fn help(command: &str) -> String {
    Place::new().ok(&format!("etr {command} --help"))
}

/// The commands that `etr --help` lists.
fn listed() -> Vec<String> {
    let help = help("");
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let names = list.expect("a list").lines().filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// The commands that a help text shows as examples.
fn examples(help: &str) -> Vec<String> {
    let text = help.replace(" \\\n    ", " ");
    let shown = text.lines().skip_while(|line| !line.starts_with("Example"));
    shown.filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

#[test]
fn every_command_explains_itself() {
    for command in COMMANDS {
        let name = format!("peirast etr {command}").replace(' ', "-");
        insta::assert_snapshot!(name, help(command));
    }
}

#[test]
fn every_command_shows_an_example_that_works() {
    let commands = listed();
    assert!(commands.len() > 35, "{commands:?}");
    for command in commands.iter().filter(|name| *name != "help") {
        let examples = examples(&help(command));
        assert!(!examples.is_empty(), "{command} shows no example");
        examples.iter().for_each(|example| run(example));
    }
    examples(&help("")).iter().for_each(|example| run(example));
}

fn run(example: &str) {
    let programs = Path::new(env!("CARGO_BIN_EXE_peirast")).parent().expect("a directory");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output =
        Command::new("sh").args(["-c", example]).env("PATH", path).output().expect("a shell");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}\n{complaint}");
}
