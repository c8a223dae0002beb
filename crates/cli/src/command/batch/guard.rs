//! Nothing is asked twice: questions in a batch under way are asked by nobody else.

use crate::args::LiveArgs;
use crate::hints::how_to_end;
use anyhow::{Result, bail};
use peirast_run::Store;

/// Refuses to ask a subject whose questions are in a batch under way.
pub(in crate::command) async fn check_free<'a>(
    store: &Store,
    subjects: impl Iterator<Item = &'a str>,
    live: &LiveArgs,
) -> Result<()> {
    let open: Vec<_> =
        store.submissions().await?.into_iter().filter(|one| one.stage.is_open()).collect();
    for subject in subjects {
        if let Some(one) = open.iter().find(|one| one.subject == subject) {
            bail!(
                "{} questions to {subject} are in batch {} under way, and would be paid for twice: {}",
                one.questions,
                one.number,
                how_to_end(store, one, live)
            );
        }
    }
    Ok(())
}
