//! `peirast batch export`: open questions as a file that engines execute.

use super::lane::{lane, opened, planned, reach, reader};
use crate::args::BatchExportArgs;
use crate::command::runtime;
use crate::voice;
use anyhow::{Result, bail};
use peirast_report::escape_line;
use peirast_run::batch::openai::request_line;
use std::process::ExitCode;

/// Prints the open questions.
pub(super) fn export(args: &BatchExportArgs) -> Result<ExitCode> {
    let (lines, notes) = runtime()?.block_on(gathered(args))?;
    voice::result(&lines)?;
    notes.iter().for_each(|note| voice::note(note));
    Ok(ExitCode::SUCCESS)
}

async fn gathered(args: &BatchExportArgs) -> Result<(String, Vec<String>)> {
    let store = opened(&args.of.dir, false).await?;
    let reach = reach(&args.of.live, false)?;
    let (mut lines, mut notes) = (String::new(), Vec::new());
    let mut left = args.most.unwrap_or(usize::MAX);
    for one in planned(&store, &args.of.models).await? {
        let hosted = reader(&one.subject, &one.endpoint, &reach)?;
        let Some(path) = hosted.path_in_files() else {
            bail!(
                "{} is asked in a format that such files do not have: name the others with --model, or \
                 hand its questions in with `peirast batch submit`",
                escape_line(&one.subject)
            );
        };
        let model = hosted.model().to_owned();
        let lane = lane(&store, &one, hosted).await?;
        let asked = lane.asked(left)?;
        for one in &asked {
            lines.push_str(&request_line(one, &path));
            lines.push('\n');
        }
        left -= asked.len();
        notes.push(format!("{} open questions to {} (model {model})", asked.len(), one.subject));
    }
    if notes.len() > 1 {
        notes.push(
            "an engine executes the questions to one model: export each with --model into a file of its \
             own"
            .to_owned(),
        );
    }
    let dir = args.of.dir.display();
    notes.push(format!("store what comes back with: peirast batch import {dir} RESULTS.jsonl"));
    Ok((lines, notes))
}
