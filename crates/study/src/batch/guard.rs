//! Protection against asking twice: questions in an open batch are asked by no run.

use crate::error::{Result, bail};
use crate::hints::{how_to_end, unheard_of};
use crate::options::ModelAccess;
use peirast_decimals::counted;
use peirast_store::{Store, SubmissionStage};

/// Checks that no subject has questions in an open batch.
pub async fn check_free<'a>(
    store: &Store,
    subjects: impl Iterator<Item = &'a str>,
    live: &ModelAccess,
) -> Result<()> {
    match under_way(store, subjects, live).await? {
        Some(why) => bail!(Batch, "{why}"),
        None => Ok(()),
    }
}

/// Returns a message if questions to one of these subjects are in an open batch.
pub async fn under_way<'a>(
    store: &Store,
    subjects: impl Iterator<Item = &'a str>,
    live: &ModelAccess,
) -> Result<Option<String>> {
    let open: Vec<_> =
        store.submissions().await?.into_iter().filter(|one| one.stage.is_open()).collect();
    for subject in subjects {
        let Some(one) = open.iter().find(|one| one.subject == subject) else { continue };
        if one.stage == SubmissionStage::HandingIn {
            return Ok(Some(unheard_of(store, one, live)));
        }
        return Ok(Some(format!(
            "{} to {subject} are in batch {} under way, and would be paid for twice: {}",
            counted(one.questions, "question", "questions"),
            one.number,
            how_to_end(store, one, live)
        )));
    }
    Ok(None)
}
