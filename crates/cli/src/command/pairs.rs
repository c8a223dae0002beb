//! `peirast pairs`: problems of one's own, in several versions.

use crate::args::DataOptions;
use crate::console;
use anyhow::Result;
use clap::{Args, Subcommand};
use peirast_pairs::EXAMPLE;
use peirast_record::Problem;
use peirast_report::{counted, escape_control, escape_line};
use peirast_study::{CheckedPairs, SEED, check_pairs, written_items};
use std::process::ExitCode;

/// Arguments of `pairs`.
#[derive(Debug, Args)]
pub struct PairsArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: PairsAction,
}

/// Actions on a file of one's own problems.
#[derive(Debug, Subcommand)]
pub enum PairsAction {
    /// Print a file to start from (CSV): twenty items in two versions.
    #[command(after_help = "Example:
  peirast pairs example > mine.csv
  peirast run mine.csv")]
    Example,
    /// Print the JSON Schema of problem lines, as `peirast make` writes and `run --problems` reads them.
    #[command(after_help = "Example:
  peirast pairs schema > problem.schema.json

Rows of a data file need none of this: `peirast run mine.csv` makes problems of them. Problem lines are for
programs that make problems with segments, factors and lures of their own.")]
    Schema,
    /// Make further versions of the items of a file by transformations, and print all versions as JSON lines.
    #[command(after_help = "Examples:
  peirast pairs make mine.csv --with shuffle-options,names > more.jsonl
  peirast pairs make mine.csv --with irrelevant,irrelevant=number,relevant > more.jsonl
  peirast run more.jsonl

Every version is certified: what its transformation may change is checked by other code than makes it.
docs/transformations.md lists the transformations and what each may change.")]
    Make {
        /// The file.
        file: String,
        #[command(flatten)]
        data: DataOptions,
        /// Seed of transformations.
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        /// The first items only.
        #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
        limit: u32,
    },
    /// Say what is understood of a file: items, versions, answers, pairs; three sample prompts; and what may
    /// be wrong with it.
    #[command(after_help = "Examples:
  peirast pairs check mine.csv
  peirast pairs check mine.jsonl --json
  peirast pairs check wide.tsv --versions plain,reworded --answer key

CSV, TSV, JSON, JSON lines and Parquet are read. A file has a row for every version of an item, or a column
for every version. docs/own-problems.md says which columns are recognised and how answers are written.")]
    Check {
        /// The file.
        file: String,
        #[command(flatten)]
        data: DataOptions,
        /// Seed of transformations.
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        /// Print one JSON object: items, versions, task, pairs, clusters, warnings, columns, unused_columns,
        /// samples.
        #[arg(long)]
        json: bool,
    },
}

/// Works on a file of one's own problems.
pub fn pairs(args: &PairsArgs) -> Result<ExitCode> {
    match &args.action {
        PairsAction::Example => console::finish(EXAMPLE),
        PairsAction::Schema => {
            console::finish(&format!("{}\n", serde_json::to_string_pretty(&Problem::schema())?))
        }
        PairsAction::Make { file, data, seed, limit } => {
            let (lines, notes) = written_items(&data.plan(file), *limit, *seed)?;
            notes.iter().for_each(|note| console::note(note));
            console::finish(&lines)
        }
        PairsAction::Check { file, data, seed, json } => {
            let checked = check_pairs(&data.plan(file), *seed)?;
            console::finish(&match json {
                true => format!("{}\n", serde_json::to_string_pretty(&checked)?),
                false => text(&checked),
            })
        }
    }
}

/// Describes in words what was understood.
fn text(checked: &CheckedPairs) -> String {
    let CheckedPairs { understood, samples } = checked;
    let mut text = format!(
        "{} in {}: {}\n",
        counted(understood.items as u64, "item", "items"),
        counted(understood.versions.len() as u64, "version", "versions"),
        understood.versions.iter().map(|name| escape_line(name)).collect::<Vec<_>>().join(", ")
    );
    text.push_str(&format!(
        "task {}; {}; {}\n",
        understood.task,
        counted(understood.pairs as u64, "matched pair", "matched pairs"),
        counted(understood.clusters as u64, "cluster", "clusters"),
    ));
    for (role, column) in &understood.columns {
        text.push_str(&format!("  {role:<12} {}\n", escape_line(column)));
    }
    if !understood.unused_columns.is_empty() {
        let unused: Vec<String> =
            understood.unused_columns.iter().map(|name| escape_line(name)).collect();
        text.push_str(&format!("  {:<12} {}\n", "unused", unused.join(", ")));
    }
    for sample in samples {
        let (item, version) = (escape_line(&sample.item), escape_line(&sample.version));
        text.push_str(&format!("\n--- item {item}, version {version}\n"));
        for message in &sample.messages {
            text.push_str(&format!("{}\n", escape_control(message)));
        }
        text.push_str(&format!("right: {}\n", escape_line(&sample.answer)));
    }
    match understood.warnings.as_slice() {
        [] => text.push_str("\nNo warnings.\n"),
        warnings => {
            text.push_str("\nWarnings:\n");
            warnings.iter().for_each(|warning| text.push_str(&format!("- {warning}\n")));
        }
    }
    text
}
