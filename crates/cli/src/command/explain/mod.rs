//! `peirast explain`: why an answer to a problem of the theory is judged as it is.

mod case;
mod closed;
mod legend;
mod open;
mod theory;

use crate::args::{ExplainArgs, NotionArg};
use crate::voice;
use anyhow::Result;
use case::Case;
use peirast_measure::Opened;
use peirast_record::{FinishReason, Problem};
use std::process::ExitCode;

/// Explains one answer, or a question.
pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let notion = args.notion.unwrap_or(NotionArg::IssueInsensitive);
    let case = Case::named(args, notion)?;
    voice::result(&told(&case, notion, args.json)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The reasons of both engines about an answer to a problem of the theory, as text; `opened` is what became
/// of it, where it was open.
pub fn explained(
    problem: &Problem,
    answer: &str,
    finish: FinishReason,
    opened: Option<&Opened>,
) -> Result<String> {
    let case = Case::of(problem.clone(), Some(answer.to_owned()), finish)?;
    told(&Case { stored: opened.cloned(), ..case }, NotionArg::IssueInsensitive, false)
}

fn told(case: &Case, notion: NotionArg, as_json: bool) -> Result<String> {
    match case.question() {
        Some(problem) => closed::explained(case, problem, as_json),
        None => open::explained(case, notion, as_json),
    }
}
