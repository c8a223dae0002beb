//! The page of commands, generated from the definitions of the arguments.

use super::prose;
use clap::{Arg, Command};

const HEAD: &str = "# Commands

<!-- Made by `peirast reference commands`. -->

All commands with their arguments, as `--help` prints them. The guides show how to use them.
";

/// Renders every command with its arguments, parents before children.
pub(super) fn page(mut root: Command) -> String {
    root.build();
    let mut page = HEAD.to_owned();
    add(&root, &mut page, &[]);
    page
}

fn add(command: &Command, page: &mut String, above: &[&str]) {
    let path: Vec<&str> = above.iter().copied().chain([command.get_name()]).collect();
    page.push_str(&format!("\n## {}\n\n", path.join(" ")));
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        page.push_str(&format!("{}\n\n", sentence(&about.to_string())));
    }
    page.push_str(&code(&usage(command)));
    page.push_str(&arguments(command));
    page.push_str(&commands_below(command, &path));
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        page.push_str(&format!("\n{}", code(&after.to_string())));
    }
    for below in below(command) {
        add(below, page, &path);
    }
}

/// The subcommands of a command, without `help`, which all commands have.
fn below(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|one| one.get_name() != "help" && !one.is_hide_set())
}

fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned()
}

fn code(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim())
}

fn sentence(text: &str) -> String {
    let text = prose(text);
    if text.ends_with(['.', ':', '?']) { text } else { text + "." }
}

fn commands_below(command: &Command, path: &[&str]) -> String {
    let line = |one: &Command| {
        let name = one.get_name();
        let about = one.get_about().map(|about| sentence(&about.to_string())).unwrap_or_default();
        format!("- [`{name}`](#{}-{name}): {about}\n", path.join("-"))
    };
    let lines: String = below(command).map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Renders a line per argument, positional ones first.
fn arguments(command: &Command) -> String {
    let shown = || command.get_arguments().filter(|one| !one.is_hide_set() && !is_everywhere(one));
    let (placed, named): (Vec<&Arg>, Vec<&Arg>) = shown().partition(|one| one.is_positional());
    let lines: String = placed.into_iter().chain(named).map(argument).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// True if every command has this argument.
fn is_everywhere(argument: &Arg) -> bool {
    ["help", "version"].contains(&argument.get_id().as_str())
}

fn argument(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help());
    let mut text = help.map(|help| sentence(&help.to_string())).unwrap_or_default();
    let levels = levels(argument);
    if !levels.is_empty() {
        text.push_str(&format!(" One of {levels}."));
    }
    let defaults: Vec<String> = argument
        .get_default_values()
        .iter()
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    if takes_value(argument) && !defaults.is_empty() {
        text.push_str(&format!(" Default: {}.", defaults.join(", ")));
    }
    if let Some(variable) = argument.get_env() {
        text.push_str(&format!(" Environment: `{}`.", variable.to_string_lossy()));
    }
    format!("- `{}`: {}\n", name(argument), text.trim())
}

/// Renders the syntax of an argument: `-n, --name <VALUE>`, `<STUDY>`.
fn name(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let flags: Vec<String> = short.into_iter().chain(long).collect();
    let values: Vec<String> = argument
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .map(|value| format!("<{value}>"))
        .collect();
    let many = if argument.is_positional() && may_repeat(argument) { "..." } else { "" };
    match (flags.is_empty(), takes_value(argument)) {
        (true, _) => format!("{}{many}", values.join(" ")),
        (false, true) => format!("{} {}", flags.join(", "), values.join(" ")),
        (false, false) => flags.join(", "),
    }
}

fn may_repeat(argument: &Arg) -> bool {
    argument.get_num_args().is_some_and(|range| range.max_values() > 1)
}

fn takes_value(argument: &Arg) -> bool {
    argument.get_action().takes_values()
}

/// Renders the possible values, if there are few and they are known.
fn levels(argument: &Arg) -> String {
    if !takes_value(argument) {
        return String::new();
    }
    let values = argument.get_possible_values();
    let shown = values.iter().filter(|value| !value.is_hide_set());
    let level = |value: &clap::builder::PossibleValue| match value.get_help() {
        Some(help) => {
            format!("`{}` ({})", value.get_name(), prose(help.to_string().trim_end_matches('.')))
        }
        None => format!("`{}`", value.get_name()),
    };
    shown.map(level).collect::<Vec<_>>().join(", ")
}
