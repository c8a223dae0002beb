//! Collects scores of files by model.

use crate::ExchangeError;
use peirast_compare::{ItemId, ScoreSource, ScoredRun, ScoredTask};
use std::collections::{BTreeMap, BTreeSet};

/// Runs by the names of their models. Files without a model form one run without a name.
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

/// The relation of another file's items to those of a task that were read before.
enum Relation {
    /// The items are the same, and were answered again.
    Same,
    /// The items are different: the task has several files.
    Other,
    /// Some items are the same, or have the same numbers as others.
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
    /// Adds the scores of one file. Scores of items that the run already has are further passes.
    ///
    /// # Errors
    /// If only some items of a task were read before, so that it is unclear which answers count.
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
                        "{first} and {} share some items of task {name}, but not all, so it is \
                         unclear which answers count: name one of the two files instead of the \
                         folder",
                        source.path
                    )));
                }
            }
        }
        run.sources.push(source.clone());
        run.remarks.extend(file.remarks);
        run.doubts.extend(file.doubts);
        run.directions.extend(file.directions);
        run.unnamed_tasks.extend(file.unnamed_tasks);
        Ok(())
    }

    /// The runs, named by their models. The name is empty if files name no model.
    pub(super) fn finish(self) -> Vec<ScoredRun> {
        let named = |(model, collected): (Option<String>, CollectedRun)| ScoredRun {
            is_simulated: model.as_deref().is_some_and(peirast_record::is_simulated),
            name: model.unwrap_or_default(),
            ..collected.run
        };
        self.runs.into_iter().map(named).filter(|run| run.items() > 0).collect()
    }
}
