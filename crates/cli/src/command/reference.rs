//! `peirast reference`: documentation pages generated from the program.

mod commands;
mod study_file;

use crate::console;
use anyhow::Result;
use clap::{Args, Command, ValueEnum};
use peirast_record::Study;
use std::process::ExitCode;

/// Arguments of `reference`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast reference commands > commands.md
  peirast reference study-file | less

Both pages are part of the documentation. The program generates them from its own definitions, so they
describe the version that prints them.")]
pub struct ReferenceArgs {
    /// The page to print.
    #[arg(value_enum)]
    pub page: ReferencePage,
}

/// A page of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReferencePage {
    /// Every command with its arguments, defaults and examples.
    Commands,
    /// Every field of a study file.
    StudyFile,
}

/// Prints a page of the reference as Markdown.
pub fn reference(args: &ReferenceArgs, program: Command) -> Result<ExitCode> {
    let page = match args.page {
        ReferencePage::Commands => commands::page(program),
        ReferencePage::StudyFile => study_file::page(&serde_json::to_value(Study::schema())?),
    };
    console::finish(&page)
}

/// Renders text from the program as Markdown: escapes angle brackets, bars and stars. Text between
/// backticks stays unchanged.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (place, stretch) in text.trim().split('`').enumerate() {
        if place > 0 {
            out.push('`');
        }
        match place % 2 {
            0 => stretch.chars().for_each(|c| {
                out.push_str(match c {
                    '<' => "&lt;",
                    '*' | '_' | '|' | '[' | ']' => "\\",
                    _ => "",
                });
                out.extend((c != '<').then_some(c));
            }),
            _ => out.push_str(stretch),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn only_code_keeps_its_signs() {
        assert_eq!(prose("a <b>  *c* | d\n`<b> | *c*`"), "a &lt;b> \\*c\\* \\| d `<b> | *c*`");
        assert_eq!(prose("[sampling] of a_b"), "\\[sampling\\] of a\\_b");
    }
}
