//! Scores of files, put together by model.

use crate::ExchangeError;
use peirast_compare::{ItemId, ScoreSource, ScoredRun, ScoredTask};
use std::collections::{BTreeMap, BTreeSet};

/// Runs by the names of their models; one without a name if files name none.
#[derive(Debug, Default)]
pub(super) struct CollectedRuns {
    runs: BTreeMap<Option<String>, CollectedRun>,
}

#[derive(Debug, Default)]
struct CollectedRun {
    run: ScoredRun,
    /// The file that each task was first read from.
    files: BTreeMap<String, String>,
}

/// How the items of another file of a task are related to those that were read.
enum Relation {
    /// They are the same: they were answered once more.
    Same,
    /// They are others: the task stands in several files.
    Other,
    /// Some are the same, or have the numbers of others.
    Mixed,
}

impl Relation {
    fn of(own: &ScoredTask, other: &ScoredTask) -> Self {
        match own.shared(other) {
            0 => {
                let ids: BTreeSet<&ItemId> = own.items().iter().map(|item| &item.id).collect();
                let is_known = other.items().iter().any(|item| ids.contains(&item.id));
                if is_known { Self::Mixed } else { Self::Other }
            }
            shared if shared == own.items().len() && shared == other.items().len() => Self::Same,
            _ => Self::Mixed,
        }
    }
}

impl CollectedRuns {
    /// Adds the scores of one file. Items that the run has already are answered once more: their scores are
    /// those of further passes.
    ///
    /// # Errors
    /// A task of which only some items were read already: nothing tells which answers count.
    pub(super) fn add(
        &mut self,
        model: Option<String>,
        file: ScoredRun,
        source: &ScoreSource,
    ) -> Result<(), ExchangeError> {
        let CollectedRun { run, files } = self.runs.entry(model).or_default();
        for (name, task) in file.tasks {
            let Some(own) = run.tasks.get_mut(&name) else {
                files.insert(name.clone(), source.path.clone());
                run.tasks.insert(name, task);
                continue;
            };
            match Relation::of(own, &task) {
                Relation::Other => own.add_parts(task),
                Relation::Same => {
                    own.add_passes(task);
                    let is_copy = |one: &&ScoreSource| one.digest == source.digest;
                    run.doubts.push(match run.sources.iter().find(is_copy) {
                        Some(first) => format!(
                            "{} is a copy of {}: its answers count as passes; name one of the two files instead of \
                             the folder",
                            source.path, first.path
                        ),
                        None => format!(
                            "{} is another log of {name}: answers to one item count as passes; name one file \
                             instead of the folder, or each as NAME=PATH if they are passes of one run",
                            source.path
                        ),
                    });
                }
                Relation::Mixed => {
                    let first = files.get(&name).map(String::as_str).unwrap_or_default();
                    return Err(ExchangeError::Layout(format!(
                        "{first} and {} hold some of the same items of task {name}, and others: nothing tells \
                         which answers count; name one of the two files instead of the folder",
                        source.path
                    )));
                }
            }
        }
        run.sources.push(source.clone());
        run.remarks.extend(file.remarks);
        run.doubts.extend(file.doubts);
        run.directions.extend(file.directions);
        Ok(())
    }

    /// The runs, named by their models; empty names where files name none.
    pub(super) fn finish(self) -> Vec<ScoredRun> {
        let named = |(model, collected): (Option<String>, CollectedRun)| ScoredRun {
            name: model.unwrap_or_default(),
            ..collected.run
        };
        self.runs.into_iter().map(named).filter(|run| run.items() > 0).collect()
    }
}
