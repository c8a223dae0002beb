//! `peirast batch status`: how far the batches are.

use super::lane::{opened, reach, sender};
use crate::args::{BatchStatusArgs, LiveArgs};
use crate::command::runtime;
use crate::{column, voice};
use anyhow::Result;
use peirast_llm::batch::{Desk, Job};
use peirast_report::{escape_json, escape_line};
use peirast_store::{Store, Submission, SubmissionStage};
use serde_json::json;
use std::process::ExitCode;

/// Shows the batches of a run.
pub(super) fn status(args: &BatchStatusArgs) -> Result<ExitCode> {
    let text = runtime()?.block_on(async {
        let store = opened(&args.of.dir, false).await?;
        let mut all = of(&store, &args.of.models).await?;
        if !args.offline {
            for one in all.iter_mut().filter(|one| one.stage == SubmissionStage::UnderWay) {
                let (_, job) = asked(one, &args.of.live).await?;
                heard(one, &job);
            }
        }
        match args.json {
            true => lines(&all),
            false => Ok(table(&all)),
        }
    })?;
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The batches of these subjects; of all, if none is named.
pub(super) async fn of(store: &Store, models: &[String]) -> Result<Vec<Submission>> {
    let mut all = store.submissions().await?;
    all.retain(|one| models.is_empty() || models.contains(&one.subject));
    Ok(all)
}

/// What the provider says of a batch that it has.
pub(super) async fn asked(submission: &Submission, live: &LiveArgs) -> Result<(Desk, Job)> {
    let desk = desk(submission, live)?;
    let id = submission.job.clone().unwrap_or_default();
    let job = desk.job(&id, submission.questions).await.map_err(|failure| {
        anyhow::anyhow!("asking about batch {}: {}", submission.number, failure.message)
    })?;
    Ok((desk, job))
}

/// Where a batch was handed in.
pub(super) fn desk(submission: &Submission, live: &LiveArgs) -> Result<Desk> {
    let Submission { subject, endpoint, .. } = submission;
    let hosted = sender(subject, endpoint, &reach(live, true)?)?;
    Desk::of(&hosted)
        .ok_or_else(|| anyhow::anyhow!("the provider of {subject} takes no batches any more"))
}

/// Notes what was heard.
pub(super) fn heard(submission: &mut Submission, job: &Job) {
    submission.tally = job.tally;
    submission.trouble.clone_from(&job.trouble);
}

fn table(all: &[Submission]) -> String {
    if all.is_empty() {
        return "No batch was handed in.\n".to_owned();
    }
    let names: Vec<_> = all.iter().map(|one| escape_line(&one.subject)).collect();
    let width = column::width(&names);
    let mut text = format!(
        "{:>5}  {:<width$} {:<12} {:>9} {:>9} {:>7}  name\n",
        "batch", "subject", "stage", "questions", "answered", "failed"
    );
    for (name, one) in names.iter().zip(all) {
        let job = one.job.as_deref().unwrap_or("-");
        text.push_str(&format!(
            "{:>5}  {name:<width$} {:<12} {:>9} {:>9} {:>7}  {}\n",
            one.number,
            one.stage.as_str(),
            one.questions,
            one.tally.answered,
            one.tally.failed,
            escape_line(job)
        ));
        if let Some(trouble) = &one.trouble {
            text.push_str(&format!("       {}\n", escape_line(trouble)));
        }
    }
    text
}

fn lines(all: &[Submission]) -> Result<String> {
    let mut text = String::new();
    for one in all {
        let line = json!({
            "batch": one.number, "subject": one.subject, "endpoint": one.endpoint,
            "stage": one.stage, "questions": one.questions, "tally": one.tally, "job": one.job,
            "handed_in_us": one.handed_in_us, "trouble": one.trouble,
        });
        text.push_str(&format!("{}\n", escape_json(&serde_json::to_string(&line)?)));
    }
    Ok(text)
}
