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
use std::process::ExitCode;

/// Explains one answer, or a question.
pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let notion = args.notion.unwrap_or(NotionArg::IssueInsensitive);
    let case = Case::named(args, notion)?;
    let text = match case.question() {
        Some(problem) => closed::explained(&case, problem, args.json)?,
        None => open::explained(&case, notion, args.json)?,
    };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}
