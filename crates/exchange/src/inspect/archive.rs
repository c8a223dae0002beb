//! A log as the entries of an `.eval` archive.

use super::VERSION;
use super::log::Log;
use serde_json::{Value, json};

/// The first entry of an archive.
pub const START: &str = "_journal/start.json";
/// The last entry of an archive. If it is missing, the writer did not finish.
pub const HEADER: &str = "header.json";
/// The beginning of the names of samples.
pub const SAMPLES: &str = "samples/";

/// Tests if an entry with this name is a sample.
pub fn is_sample(name: &str) -> bool {
    name.starts_with(SAMPLES) && name.ends_with(".json")
}

/// The entries of the archive of a log, in order, as names and texts.
pub fn entries<'l>(log: &'l Log<'_>) -> impl Iterator<Item = (String, String)> + 'l {
    let scorer = log.scorer();
    let start = json!({"version": VERSION, "eval": log.eval(), "plan": log.plan()});
    let samples = log.samples.iter().map(move |sample| {
        let name = format!("{SAMPLES}{}_epoch_{}.json", sample.id, sample.epoch());
        (name, sample.value(&log.task_id, &log.model, scorer).to_string())
    });
    let rest =
        ["_journal/summaries/1.json", "summaries.json", HEADER].into_iter().map(move |name| {
            let text = match name {
                HEADER => log.header().to_string(),
                _ => summaries(log, scorer).to_string(),
            };
            (name.to_owned(), text)
        });
    std::iter::once((START.to_owned(), start.to_string())).chain(samples).chain(rest)
}

fn summaries(log: &Log<'_>, scorer: &str) -> Value {
    let one = |sample: &super::Sample<'_>| sample.summary(&log.task_id, &log.model, scorer);
    log.samples.iter().map(one).collect()
}
