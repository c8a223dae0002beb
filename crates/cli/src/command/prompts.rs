//! `peirast prompts`: prompts as the programs of published studies send them.

use super::rows::{answer_rows, compare_rows};
use anyhow::Result;
use clap::{Args, Subcommand};
use peirast_task::published::PromptRow;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `prompts`.
#[derive(Debug, Args)]
pub struct PromptsArgs {
    #[command(subcommand)]
    command: PromptsCommand,
}

#[derive(Debug, Subcommand)]
enum PromptsCommand {
    /// Make prompts for many questions, or compare them with recorded ones: JSON lines in and out.
    #[command(after_help = "A row belongs to one of three studies:
  {\"fallacy_type\": \"linda\" or \"sets\", \"method\": ..., \"question\": ..., \"exemplars\": [{\"question\": ..., \
\"target_answer\": ...}]} of the token-bias study;
  {\"strategy\": ..., \"item\": {\"statement_1\": ..., \"statement_2\": ..., \"conclusion\": ...}} of the syllogism study;
  {\"premises_text\": [...], \"names\": {...}, \"prompt\": ...} of the ETR study.
Its answer is {\"messages\": [{\"role\": ..., \"content\": ...}, ...]}. With --check, `messages`, `sent` and \
`with_system_message`, or `prompt`, are compared to the byte.

Examples:
  echo '{\"fallacy_type\": \"linda\", \"method\": \"one_shot\", \"question\": \"Which?\"}' | peirast prompts batch
  peirast prompts batch --check prompts.jsonl")]
    Batch(PromptsBatchArgs),
}

#[derive(Debug, Args)]
struct PromptsBatchArgs {
    /// Files of rows; stdin if none is given, or for `-`.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compare with the recorded prompts, print the number that agree, and exit with 1 if any does
    /// not.
    #[arg(long)]
    check: bool,
    /// With --check, show every row that differs, not only twenty.
    #[arg(long, requires = "check")]
    all: bool,
}

/// Makes prompts, or compares them.
pub fn prompts(args: &PromptsArgs) -> Result<ExitCode> {
    let PromptsCommand::Batch(batch) = &args.command;
    if batch.check {
        return compare_rows(&batch.files, 1, batch.all, |line| {
            let difference = row(&line.bytes).and_then(|row| Ok(row.difference()?));
            difference.map_err(|error| error.to_string())?.map_or(Ok(()), Err)
        });
    }
    answer_rows(&batch.files, 1, |line| {
        match row(&line.bytes).and_then(|row| Ok(row.messages()?)) {
            Ok(messages) => (format!("{}\n", json!({ "messages": messages })), None),
            Err(error) => {
                let why = error.to_string();
                (format!("{}\n", json!({ "error": format!("{}: {why}", line.place) })), Some(why))
            }
        }
    })
}

fn row(bytes: &[u8]) -> Result<PromptRow> {
    Ok(PromptRow::parse(std::str::from_utf8(bytes)?)?)
}
