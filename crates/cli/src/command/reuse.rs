//! `peirast run --reuse`: answers to the same questions, taken over from other run directories.

use super::questions::{Questions, SubjectTrials};
use crate::args::RunArgs;
use crate::voice;
use anyhow::Result;
use peirast_record::Key;
use peirast_run::Store;
use std::collections::BTreeSet;

/// Takes over the answers to a round of questions that are stored elsewhere.
pub(super) async fn take_over(
    store: &Store,
    questions: &Questions,
    round: &[SubjectTrials],
    args: &RunArgs,
) -> Result<()> {
    for dir in &args.reuse {
        let source = Store::open_read_only(dir).await?;
        let (name, mut taken) = (dir.display().to_string(), 0);
        for (subject, trials) in round {
            let endpoint = subject.endpoint();
            taken += store.reuse(&source, &name, endpoint, trials, &questions.prompts).await?;
        }
        if taken > 0 {
            voice::note(&format!("{taken} answers taken over from {name}"));
        }
        source.close().await;
    }
    Ok(())
}

/// The questions that are answered in other run directories.
pub(super) async fn answered_elsewhere(args: &RunArgs) -> Result<BTreeSet<Key>> {
    let mut keys = BTreeSet::new();
    for dir in &args.reuse {
        keys.extend(Store::open_read_only(dir).await?.answered_keys().await?);
    }
    Ok(keys)
}
