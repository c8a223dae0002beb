//! `peirast batch export`: open questions as a file that engines execute.

use super::lane::{lane, opened, planned, reach, reader};
use crate::args::BatchExportArgs;
use crate::command::runtime;
use crate::voice;
use anyhow::{Result, bail};
use peirast_llm::batch::openai::request_line;
use peirast_report::escape_line;
use std::process::ExitCode;

/// Bytes that are written together.
const CHUNK: usize = 1 << 20;

/// Prints the open questions.
pub(super) fn export(args: &BatchExportArgs) -> Result<ExitCode> {
    let notes = runtime()?.block_on(printed(args))?;
    notes.iter().for_each(|note| voice::note(note));
    Ok(ExitCode::SUCCESS)
}

/// Prints the questions; gives what there is to say of them.
async fn printed(args: &BatchExportArgs) -> Result<Vec<String>> {
    let store = opened(&args.of.dir, false).await?;
    let reach = reach(&args.of.live, false)?;
    let lanes = planned(&store, &args.of.models).await?;
    let mut readers = Vec::new();
    for one in &lanes {
        let hosted = reader(&one.subject, &one.endpoint, &reach)?;
        let Some(path) = hosted.path_in_files() else {
            bail!(
                "{} is asked in a format that such files do not have: name the others with --model, or \
                 hand its questions in with `peirast batch submit`",
                escape_line(&one.subject)
            );
        };
        readers.push((one, hosted, path));
    }
    let (mut notes, mut left) = (Vec::new(), args.most.unwrap_or(usize::MAX));
    if store.is_under_way().await? {
        notes.push(format!(
            "a run is at work in {}: those of these questions that it asks meanwhile are asked twice if an engine \
             is given them, too",
            store.path().display()
        ));
    }
    let said = notes.len();
    for (one, hosted, path) in readers {
        let model = hosted.model().to_owned();
        let lane = lane(&store, one, hosted).await?;
        let (mut lines, mut count) = (String::new(), 0);
        for asked in lane.asked(left) {
            lines.push_str(&request_line(&asked?, &path));
            lines.push('\n');
            count += 1;
            if lines.len() >= CHUNK {
                voice::result(&lines)?;
                lines.clear();
            }
        }
        voice::result(&lines)?;
        left -= count;
        notes.push(format!("{count} open questions to {} (model {model})", one.subject));
    }
    if notes.len() > said + 1 {
        notes.push(
            "an engine executes the questions to one model: export each with --model into a file of its \
             own"
            .to_owned(),
        );
    }
    let dir = args.of.dir.display();
    notes.push(format!("store what comes back with: peirast batch import {dir} RESULTS.jsonl"));
    Ok(notes)
}
