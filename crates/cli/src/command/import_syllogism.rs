//! `peirast import syllogism`.

use super::import::{ANSWERS_PER_COMMIT, check_answers};
use super::runtime;
use crate::args::{ImportSyllogismArgs, LabelsArg};
use crate::import::syllogism;
use crate::voice;
use anyhow::{Result, bail};
use peirast_exchange::syllogism_eval::{Dataset, ENDPOINT, Imported, Labels, study};
use peirast_record::Problem;
use peirast_report::{escape_line, json_lines};
use peirast_store::{Batch, Store};
use peirast_study::run_dir;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Checks a data set, prints it as problems, or imports answers to it.
pub fn import(args: &ImportSyllogismArgs) -> Result<ExitCode> {
    let labels = match args.labels {
        Some(LabelsArg::Given) => Labels::Given,
        _ => Labels::Proved,
    };
    let dataset = syllogism::dataset(&args.dataset, labels)?;
    tell(&dataset);
    if !dataset.contradictions.is_empty() && args.labels.is_none() {
        bail!(
            "{}: {} labels are contradicted by logic: correct them, or go on with --labels proved or \
             --labels given",
            args.dataset.display(),
            dataset.contradictions.len()
        );
    }
    if args.problems {
        voice::result(&json_lines(&dataset.problems.values().collect::<Vec<_>>()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = summary(&dataset);
    if let Some(into) = &args.into {
        text.push_str(&answers(&dataset, &args.responses, into)?);
    }
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Lists what cannot be read or is contradicted.
fn tell(dataset: &Dataset) {
    for contradiction in &dataset.contradictions {
        voice::note(&escape_line(&contradiction.to_string()));
    }
    for (texts, heading) in [
        (&dataset.unread, "the label is taken as given"),
        (&dataset.assumed, "read after an assumption"),
        (
            &dataset.unlike,
            "its versions are labelled differently, so that they are no matched pairs",
        ),
    ] {
        for text in texts {
            voice::note(&format!("{}: {heading}", escape_line(&shortened(text))));
        }
    }
}

/// A text of a size that fits on a screen.
fn shortened(text: &str) -> String {
    const MOST: usize = 600;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// How many there are of each kind.
fn summary(dataset: &Dataset) -> String {
    let mut cells: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    for problem in dataset.problems.values() {
        let level = |name: &str| problem.factors.get(name).unwrap_or("-");
        *cells.entry((level("validity"), level("content"), level("belief"))).or_default() += 1;
    }
    let read = dataset.problems.len() - dataset.unread.len();
    let mut text = format!(
        "{} syllogisms, of which {read} were read and their labels proved\n",
        dataset.problems.len()
    );
    for ((validity, content, belief), count) in cells {
        let words = if content == "real" { "real words" } else { "made-up words" };
        text.push_str(&format!("{count:>6}  {validity}, {belief}, {words}\n"));
    }
    text
}

fn answers(dataset: &Dataset, paths: &[PathBuf], into: &Path) -> Result<String> {
    let imported = syllogism::answers(paths, dataset)?;
    if imported.trials.is_empty() {
        bail!("the files hold no answer");
    }
    for line in doubts(&imported) {
        voice::note(&line);
    }
    let study = study(&imported)?;
    let problems: Vec<Problem> = dataset.problems.values().cloned().collect();
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_imported(into, &study, &problems).await?;
        store.insert_problems(&problems).await?;
        check_answers(&store, &imported.trials, &imported.responses).await?;
        let new = store_answers(&store, &imported).await?;
        store.close().await;
        anyhow::Ok(new)
    })?;
    Ok(format!(
        "{} answers of {} models in {} files read, {new} of them new, into {}\n",
        imported.responses.len(),
        imported.models.len(),
        imported.files,
        into.display()
    ))
}

async fn store_answers(store: &Store, imported: &Imported) -> Result<u64> {
    let mut new = 0;
    let chunks = imported.trials.chunks(ANSWERS_PER_COMMIT);
    let responses = imported.responses.chunks(ANSWERS_PER_COMMIT);
    let recorded = imported.recorded.chunks(ANSWERS_PER_COMMIT);
    for ((trials, responses), recorded) in chunks.zip(responses).zip(recorded) {
        let batch =
            Batch { trials: &[(ENDPOINT, trials)], responses, recorded, ..Batch::default() };
        // Each new answer is three rows: trial, response, recorded vote.
        new += store.write(&batch).await?.new / 3;
    }
    Ok(new)
}

/// What a reader of the numbers should know.
fn doubts(imported: &Imported) -> Vec<String> {
    let failed = imported.errors.iter().filter(|(_, count)| **count > 0);
    let mut lines: Vec<String> = failed
        .map(|(model, count)| {
            format!(
                "{}: {count} failed queries were stored as answers; they are no votes, and a question \
                 with no other vote is \"incorrect\" under --grader published-2025",
                escape_line(model)
            )
        })
        .collect();
    if imported.other_votes > 0 {
        lines.push(format!(
            "{} recorded votes are not those that the published rule reads in the answers",
            imported.other_votes
        ));
    }
    if imported.other_decisions > 0 {
        lines.push(format!(
            "{} recorded decisions are not those of the recorded votes",
            imported.other_decisions
        ));
    }
    lines
}
