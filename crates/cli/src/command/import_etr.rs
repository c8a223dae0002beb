//! `peirast import etr`.

use super::import::{ANSWERS_PER_COMMIT, check_answers};
use super::report::write;
use super::runtime;
use crate::args::{ImportEtrArgs, ViewsArg};
use crate::{run_dir, voice};
use anyhow::{Result, bail};
use peirast_exchange::etr_eval::{
    AnswerRecords, DocumentSet, ENDPOINT, Views, collect, hypotheses, labels_csv, study,
};
use peirast_report::escape_line;
use peirast_run::{Batch, Store};
use std::path::Path;
use std::process::ExitCode;

/// The most lines that are listed of what is left out, and of wrong labels.
const SHOWN: usize = 20;

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
            store(collected, into, args.with_recorded_views)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Lists the first lines of many.
fn list(lines: &[String], what: &str) {
    for line in lines.iter().take(SHOWN) {
        voice::note(&format!("{what}: {}", escape_line(line)));
    }
    if lines.len() > SHOWN {
        voice::note(&format!("{what}: {} more", lines.len() - SHOWN));
    }
}

/// Prints wrong labels.
fn check(collected: &DocumentSet) -> Result<ExitCode> {
    voice::result(&labels_csv(&collected.labels)?)?;
    voice::note(&collected.summary());
    let fine = collected.labels.is_empty() && collected.left_out.is_empty();
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn store(collected: DocumentSet, into: &Path, views: Option<ViewsArg>) -> Result<()> {
    let views = match views {
        None => Views::Aside,
        Some(ViewsArg::Unread) => Views::Unread,
        Some(ViewsArg::All) => Views::All,
    };
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
    let study = study(&stored, views)?;
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_imported(into, &study, &stored.problems).await?;
        check_answers(&store, &stored.trials, &stored.responses).await?;
        store.insert_problems(&stored.problems).await?;
        let new = answers(&store, &stored).await?;
        run_dir::set_claims(&store, |study, problems| Ok(hypotheses(problems, &study.strategies)?))
            .await?;
        store.close().await;
        anyhow::Ok(new)
    })?;
    list(&wrong, "wrong label");
    write(&into.join("labels.csv"), &labels)?;
    voice::note(&summary);
    let AnswerRecords { answers, models, problems, views, .. } = &stored;
    let read = match views {
        0 => String::new(),
        views => format!(", {views} with the view that they were read as"),
    };
    voice::result(&format!(
        "{answers} answers of {} models to {} problems{read}, {new} of them new, into {}\n",
        models.len(),
        problems.len(),
        into.display()
    ))
}

/// Stores answers; gives how many are new.
async fn answers(store: &Store, stored: &AnswerRecords) -> Result<usize> {
    let known = store.answered_keys().await?;
    let new = stored.trials.iter().filter(|trial| !known.contains(&trial.key));
    let new = new.filter(|trial| stored.models.contains(trial.subject.as_str())).count();
    for prompts in stored.prompts.chunks(ANSWERS_PER_COMMIT) {
        store.write(&Batch { prompts, ..Batch::default() }).await?;
    }
    let trials = stored.trials.chunks(ANSWERS_PER_COMMIT);
    let responses = stored.responses.chunks(ANSWERS_PER_COMMIT);
    for (trials, responses) in trials.zip(responses) {
        let trials = [(ENDPOINT, trials)];
        store.write(&Batch { trials: &trials, responses, ..Batch::default() }).await?;
    }
    for recorded in stored.recorded.chunks(ANSWERS_PER_COMMIT) {
        store.write(&Batch { recorded, ..Batch::default() }).await?;
    }
    Ok(new)
}
