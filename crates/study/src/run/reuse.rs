//! Reuse of answers to the same questions from other run directories.

use super::Session;
use crate::error::Result;
use crate::event::{EventSink, NoticeCode};
use crate::plan::SubjectTrials;
use peirast_decimals::counted;
use peirast_store::Store;
use std::path::PathBuf;

/// Copies the answers to a round of questions; returns their number by directory.
pub(crate) async fn take_over(session: &Session, round: &[SubjectTrials]) -> Result<Vec<u64>> {
    let mut all = Vec::new();
    for dir in &session.options.reuse {
        let source = Store::open_read_only(dir).await?;
        let (name, mut taken) = (dir.display().to_string(), 0);
        let (store, prompts) = (&session.store, &session.questions.prompts);
        for (subject, trials) in round {
            taken += store.reuse(&source, &name, subject.endpoint(), trials, prompts).await?;
        }
        if taken > 0 {
            let message = format!("{} reused from {name}", counted(taken, "answer", "answers"));
            session.events.notice(NoticeCode::Reused, &message);
        }
        all.push(taken);
        source.close().await;
    }
    Ok(all)
}

/// Warns of directories without reused answers: the user may be about to pay for these again.
pub(crate) async fn warn_of_unused(
    dirs: &[PathBuf],
    taken: &[u64],
    events: &dyn EventSink,
) -> Result<()> {
    for (dir, _) in dirs.iter().zip(taken).filter(|(_, taken)| **taken == 0) {
        let source = Store::open_read_only(dir).await?;
        let (name, answers) = (dir.display(), source.counts().await?.responses);
        let message = match answers {
            0 => format!("no answers were reused from {name}: it has none"),
            _ => format!(
                "no answers were reused from {name}: none of its {answers} answers belongs to a \
                 question that is open here (`peirast cache explain` shows how two questions \
                 differ)"
            ),
        };
        events.notice(NoticeCode::Reused, &message);
        source.close().await;
    }
    Ok(())
}
