//! Scores of files, put together by model.

use peirast_compare::{ScoreSource, ScoredRun};
use std::collections::BTreeMap;

/// Runs by the names of their models; one without a name if files name none.
#[derive(Debug, Default)]
pub(super) struct CollectedRuns {
    runs: BTreeMap<Option<String>, ScoredRun>,
}

impl CollectedRuns {
    /// Adds the scores of one file. A task that the run has already is answered once more: its scores are
    /// those of further passes.
    pub(super) fn add(&mut self, model: Option<String>, mut file: ScoredRun, source: &ScoreSource) {
        file.sources = vec![source.clone()];
        let run = self.runs.entry(model).or_default();
        let is_again = file.tasks.keys().any(|task| run.tasks.contains_key(task));
        match is_again {
            true => {
                let tasks: Vec<&str> = file.tasks.keys().map(String::as_str).collect();
                run.remarks.push(format!(
                    "{} is another log of {}: answers to one item count as passes",
                    source.path,
                    tasks.join(", ")
                ));
                run.add_passes(file);
            }
            false => {
                run.tasks.extend(file.tasks);
                run.sources.extend(file.sources);
                run.remarks.extend(file.remarks);
                run.directions.extend(file.directions);
            }
        }
    }

    /// The runs, named by their models; empty names where files name none.
    pub(super) fn finish(self) -> Vec<ScoredRun> {
        let named = |(model, run): (Option<String>, ScoredRun)| ScoredRun {
            name: model.unwrap_or_default(),
            ..run
        };
        self.runs.into_iter().map(named).filter(|run| run.items() > 0).collect()
    }
}
