//! `peirast run --reuse`: answers to the same questions, taken over from other run directories.

use super::questions::{Questions, SubjectTrials};
use crate::args::RunArgs;
use crate::costs::{Counting, Pasts};
use crate::voice;
use anyhow::Result;
use peirast_record::Key;
use peirast_store::Store;
use std::collections::BTreeSet;

/// Takes over the answers to a round of questions that are stored elsewhere; gives how many, of each directory.
pub(super) async fn take_over(
    store: &Store,
    questions: &Questions,
    round: &[SubjectTrials],
    args: &RunArgs,
) -> Result<Vec<u64>> {
    let mut all = Vec::new();
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
        all.push(taken);
        source.close().await;
    }
    Ok(all)
}

/// Says of which directories nothing was taken over: whoever named them may be about to pay for answers that they
/// believe they have.
pub(super) async fn tell_vain(args: &RunArgs, taken: &[u64]) -> Result<()> {
    let in_vain = args.reuse.iter().zip(taken).filter(|(_, taken)| **taken == 0);
    for (dir, _) in in_vain {
        let source = Store::open_read_only(dir).await?;
        let (name, answers) = (dir.display(), source.counts().await?.responses);
        voice::note(&match answers {
            0 => format!("no answers were taken over from {name}: it holds none"),
            _ => format!(
                "no answers were taken over from {name} now: of the {answers} there none is to a question that is open \
                 here (`peirast cache explain` tells how two questions differ)"
            ),
        });
        source.close().await;
    }
    Ok(())
}

/// The other run directories from which answers would be taken over.
#[derive(Default)]
pub(super) struct Elsewhere {
    stores: Vec<Store>,
    /// The questions that are answered in them.
    pub(super) answered: BTreeSet<Key>,
}

impl Elsewhere {
    /// Those that are named.
    pub(super) async fn of(args: &RunArgs) -> Result<Self> {
        let mut all = Self::default();
        for dir in &args.reuse {
            let store = Store::open_read_only(dir).await?;
            all.answered.extend(store.answered_keys().await?);
            all.stores.push(store);
        }
        Ok(all)
    }

    /// Adds to a past what the answers teach that would be taken over: those to `questions` that are not
    /// `there` yet, each from the first directory that has it.
    pub(super) async fn teach(
        &self,
        pasts: &mut Pasts<'_>,
        questions: &Questions,
        there: &BTreeSet<Key>,
        counting: &Counting<'_>,
    ) -> Result<()> {
        if self.stores.is_empty() {
            return Ok(());
        }
        let trials = questions.subjects.iter().flat_map(|(_, trials)| &**trials);
        let mut open: BTreeSet<&Key> =
            trials.map(|trial| &trial.key).filter(|key| !there.contains(*key)).collect();
        let endpoints = questions.subjects.iter();
        let endpoints = endpoints.map(|(s, _)| (s.name().to_owned(), s.endpoint().to_owned()));
        let endpoints = endpoints.collect();
        for store in &self.stores {
            pasts.add_elsewhere(store, &endpoints, counting, |key| open.remove(key)).await?;
        }
        Ok(())
    }
}
