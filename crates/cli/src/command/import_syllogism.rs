//! `peirast import syllogism`.

use super::runtime;
use crate::args::ImportSyllogismArgs;
use crate::console;
use anyhow::{Result, bail};
use peirast_exchange::syllogism_eval::{Dataset, Labels, read_answers, read_dataset};
use peirast_report::json_lines;
use peirast_study::{ImportSummary, RunDir, SyllogismImport};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Checks a data set, prints it as problems, or imports answers to it.
pub fn import(args: &ImportSyllogismArgs) -> Result<ExitCode> {
    let dataset = read_dataset(&args.dataset, args.labels.unwrap_or(Labels::Proved))?;
    dataset.remarks().iter().for_each(|line| console::note(line));
    if !dataset.contradictions.is_empty() && args.labels.is_none() {
        bail!(
            "{}: {} labels are contradicted by logic: correct them, or go on with --labels proved or \
             --labels given",
            args.dataset.display(),
            dataset.contradictions.len()
        );
    }
    if args.problems {
        return console::finish(&json_lines(&dataset.problems.values().collect::<Vec<_>>()));
    }
    let mut text = dataset.summary();
    if let Some(into) = &args.into {
        text.push_str(&answers(&dataset, &args.responses, into)?);
    }
    console::finish(&text)
}

fn answers(dataset: &Dataset, paths: &[PathBuf], into: &Path) -> Result<String> {
    let imported = read_answers(paths, dataset)?;
    if imported.trials.is_empty() {
        bail!("the files hold no answer");
    }
    imported.remarks().iter().for_each(|line| console::note(line));
    let import = SyllogismImport { dataset, answers: &imported };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    Ok(format!(
        "{} answers of {} models in {} files read, {new} of them new, into {}\n",
        imported.responses.len(),
        imported.models.len(),
        imported.files,
        into.display()
    ))
}
