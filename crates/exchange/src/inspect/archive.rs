//! A log as the entries of an `.eval` archive.

use super::VERSION;
use super::log::Log;
use serde_json::{Value, json};

/// The entry that an archive begins with.
pub const START: &str = "_journal/start.json";
/// The entry that an archive ends with; without it, whoever wrote it did not come to the end.
pub const HEADER: &str = "header.json";
/// What the names of samples begin with.
pub const SAMPLES: &str = "samples/";

/// Whether an entry of this name is a sample.
pub fn is_sample(name: &str) -> bool {
    name.starts_with(SAMPLES) && name.ends_with(".json")
}

/// The entries of the archive of a log, in their order: names and texts, one at a time.
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
