//! Answers to the same questions, taken over from other run directories.

use super::Session;
use crate::error::Result;
use crate::event::{EventSink, NoticeCode};
use crate::money::{Counting, Pasts};
use crate::plan::{QuestionSet, SubjectTrials};
use peirast_record::Key;
use peirast_store::Store;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Takes over the answers to a round of questions; gives their number, of each directory.
pub(crate) async fn take_over(session: &Session, round: &[SubjectTrials]) -> Result<Vec<u64>> {
    let mut all = Vec::new();
    for dir in session.reused_dirs() {
        let source = Store::open_read_only(dir).await?;
        let (name, mut taken) = (dir.display().to_string(), 0);
        let (store, prompts) = (&session.store, &session.questions.prompts);
        for (subject, trials) in round {
            taken += store.reuse(&source, &name, subject.endpoint(), trials, prompts).await?;
        }
        if taken > 0 {
            let message = format!("{taken} answers taken over from {name}");
            session.events.notice(NoticeCode::Reused, &message);
        }
        all.push(taken);
        source.close().await;
    }
    Ok(all)
}

/// Names the directories from which nothing was taken over: whoever named them may be about to pay for
/// answers that they believe they have.
pub(crate) async fn warn_of_unused(
    dirs: &[PathBuf],
    taken: &[u64],
    events: &dyn EventSink,
) -> Result<()> {
    for (dir, _) in dirs.iter().zip(taken).filter(|(_, taken)| **taken == 0) {
        let source = Store::open_read_only(dir).await?;
        let (name, answers) = (dir.display(), source.counts().await?.responses);
        let message = match answers {
            0 => format!("no answers were taken over from {name}: it holds none"),
            _ => format!(
                "no answers were taken over from {name} now: of the {answers} there none is to a question that is open \
                 here (`peirast cache explain` tells how two questions differ)"
            ),
        };
        events.notice(NoticeCode::Reused, &message);
        source.close().await;
    }
    Ok(())
}

/// Other run directories from which answers would be taken over.
#[derive(Default)]
pub(crate) struct ReusedRuns {
    stores: Vec<Store>,
    /// The questions that are answered in them.
    pub(crate) answered: BTreeSet<Key>,
}

impl ReusedRuns {
    /// Opens these directories.
    pub(crate) async fn open(dirs: &[PathBuf]) -> Result<Self> {
        let mut all = Self::default();
        for dir in dirs {
            let store = Store::open_read_only(dir).await?;
            all.answered.extend(store.answered_keys().await?);
            all.stores.push(store);
        }
        Ok(all)
    }

    /// Adds to a past what the answers teach that would be taken over: those to `questions` that are
    /// not `there` yet, each from the first directory that has it.
    pub(crate) async fn teach(
        &self,
        pasts: &mut Pasts<'_>,
        questions: &QuestionSet,
        there: &BTreeSet<Key>,
        counting: &Counting<'_>,
    ) -> Result<()> {
        if self.stores.is_empty() {
            return Ok(());
        }
        let mut open: BTreeSet<&Key> =
            questions.keys().filter(|key| !there.contains(*key)).collect();
        let endpoints = questions.subjects.iter();
        let endpoints = endpoints.map(|(s, _)| (s.name().to_owned(), s.endpoint().to_owned()));
        let endpoints = endpoints.collect();
        for store in &self.stores {
            pasts.add_elsewhere(store, &endpoints, counting, |key| open.remove(key)).await?;
        }
        Ok(())
    }
}
