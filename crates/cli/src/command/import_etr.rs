//! `peirast import etr`.

use super::import_lm_eval::list;
use super::runtime;
use crate::args::{VIEWS, one_of};
use crate::console;
use anyhow::{Result, bail};
use clap::Args;
use peirast_exchange::etr_eval::{AnswerRecords, DocumentSet, Views, collect, labels_csv};
use peirast_study::artifact::write;
use peirast_study::{EtrImport, ImportSummary, RunDir};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `import etr`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import etr out --into runs/lm-eval
  peirast import etr samples_mine.jsonl --model my-model --into runs/mine
  peirast import etr dataset.jsonl --check > labels.csv
  peirast import etr answers.jsonl.gz --with-recorded-views all --into runs/replay
  peirast measure runs/replay --notion strict

Lines are sample logs of the harness (doc, resps), bare data sets (question, scoring_guide), or
replays (prompt, premises, response). Every label is worked out again; what is wrong stands in
labels.csv beside the answers, with countermodels. Lines that cannot be understood are listed, and
the others imported. Documents with reversed premises are paired with those that are not.")]
pub struct ImportEtrArgs {
    /// Files of JSON lines, plain or gzip, or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory.
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    pub into: Option<PathBuf>,
    /// Whose answers they are; as the files, or the results beside them, say unless given.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Only check labels, and print those that are wrong as CSV; the exit code is 1 if any is.
    #[arg(long, conflicts_with = "into")]
    pub check: bool,
    /// Use the views that answers were read as elsewhere: for answers that are not read here, or, with
    /// `all`, for all answers and nothing else.
    #[arg(long, value_name = "WHICH", value_parser = one_of(VIEWS), num_args = 0..=1,
          default_missing_value = "unread")]
    pub with_recorded_views: Option<Views>,
}

/// Checks documents, and imports answers to them.
pub fn import(args: &ImportEtrArgs) -> Result<ExitCode> {
    let collected = collect(&args.files, args.model.as_deref())?;
    list(&collected.left_out, "left out");
    if collected.problems.is_empty() {
        bail!("the files hold no document that is understood");
    }
    match &args.into {
        None => check(&collected),
        Some(into) => {
            store(collected, into, args.with_recorded_views.unwrap_or(Views::Aside))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Prints wrong labels.
fn check(collected: &DocumentSet) -> Result<ExitCode> {
    console::result(&labels_csv(&collected.labels)?)?;
    console::note(&collected.summary());
    let fine = collected.labels.is_empty() && collected.left_out.is_empty();
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn store(collected: DocumentSet, into: &Path, views: Views) -> Result<()> {
    if collected.answers.is_empty() {
        let taken = match collected.left_out.is_empty() {
            true => "",
            false => " that could be taken (what was left out stands above)",
        };
        bail!(
            "the files hold no answer{taken}; --check instead of --into checks documents without answers"
        );
    }
    let (summary, labels) = (collected.summary(), labels_csv(&collected.labels)?);
    let wrong: Vec<String> = collected.labels.iter().map(ToString::to_string).collect();
    let stored = AnswerRecords::new(collected, views);
    let import = EtrImport { records: &stored, views };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    list(&wrong, "wrong label");
    write(&into.join("labels.csv"), &labels)?;
    console::note(&summary);
    let AnswerRecords { answers, models, problems, views, .. } = &stored;
    let read = match views {
        0 => String::new(),
        views => format!(", {views} with the view that they were read as"),
    };
    console::result(&format!(
        "{answers} answers of {} models to {} problems{read}, {new} of them new, into {}\n",
        models.len(),
        problems.len(),
        into.display()
    ))
}
