//! The command that continues a run which ended early.

use super::run::RunArgs;
use anyhow::Result;
use peirast_record::shell_line;
use peirast_study::RunOutcome;
use std::ffi::OsString;

/// Returns a sentence with the command that was given, so that no limit on money or speed is lost. If
/// the budget ended the run, it is doubled. The address of a store has no password.
pub(super) fn run_again(given: &[OsString], args: &RunArgs, ended: RunOutcome) -> Result<String> {
    let mut words: Vec<String> =
        given.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(url) = &args.store {
        replace(&mut words, "--store", &url.address()?.to_string());
    }
    let is_spent = ended == RunOutcome::Budget;
    if is_spent && let Some(dollars) = args.budget.budget {
        replace(&mut words, "--budget", &(2.0 * dollars).to_string());
    }
    if is_spent && let Some(tokens) = args.budget.budget_tokens {
        replace(&mut words, "--budget-tokens", &tokens.saturating_mul(2).to_string());
    }
    let command = shell_line(["peirast"].into_iter().chain(words.iter().map(String::as_str)));
    Ok(match is_spent {
        true => format!("with twice the budget: {command}"),
        false => format!("to continue: {command}"),
    })
}

/// Replaces the value of an option, in both notations: `--name value` and `--name=value`.
fn replace(words: &mut [String], name: &str, value: &str) {
    let start = format!("{name}=");
    for at in 0..words.len() {
        let Some(word) = words.get(at) else { continue };
        let (place, text) = match word.starts_with(&start) {
            true => (at, format!("{start}{value}")),
            false if word == name => (at + 1, value.to_owned()),
            false => continue,
        };
        if let Some(word) = words.get_mut(place) {
            *word = text;
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;

    fn again(line: &str, ended: RunOutcome) -> String {
        let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let Command::Run(args) = Cli::try_parse_from(&given).expect("a command").command else {
            return "another command".to_owned();
        };
        run_again(&given, &args, ended).expect("a sentence")
    }

    #[test]
    fn the_command_keeps_every_limit() {
        let line = "/opt/bin/peirast run mine.csv --model openai:slow --concurrency 2 --rpm 9 --budget 0.0004 \
                    --key-env MY_KEY --grace 5 --into runs/b;d";
        let kept = "run mine.csv --model openai:slow --concurrency 2 --rpm 9 --budget";
        let rest = "--key-env MY_KEY --grace 5 --into 'runs/b;d'";
        assert_eq!(
            again(line, RunOutcome::Interrupted),
            format!("to continue: peirast {kept} 0.0004 {rest}")
        );
        assert_eq!(
            again(line, RunOutcome::Budget),
            format!("with twice the budget: peirast {kept} 0.0008 {rest}")
        );
        let tokens = again("peirast run etr --budget-tokens=700", RunOutcome::Budget);
        assert!(tokens.ends_with("peirast run etr --budget-tokens=1400"), "{tokens}");
    }

    #[test]
    fn the_command_never_has_a_password() {
        for store in ["--store ", "--store="] {
            let line = format!("peirast run etr {store}postgres://me:hunter22@h/d?run=r");
            let said = again(&line, RunOutcome::Partial);
            assert!(said.contains("postgres://me@h") && !said.contains("hunter22"), "{said}");
        }
    }
}
