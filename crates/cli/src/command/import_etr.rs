//! `peirast import etr`.

use super::import_lm_eval::list;
use super::runtime;
use crate::args::ImportEtrArgs;
use crate::console;
use anyhow::{Result, bail};
use peirast_exchange::etr_eval::{AnswerRecords, DocumentSet, Views, collect, labels_csv};
use peirast_study::artifact::write;
use peirast_study::{EtrImport, ImportSummary, RunDir};
use std::path::Path;
use std::process::ExitCode;

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
