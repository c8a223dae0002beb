//! Votes: each question is asked until a voting rule reaches a verdict.

use super::{Round, RoundPolicy, RoundState};
use crate::error::Result;
use crate::event::NoticeCode;
use crate::plan::SubjectTrials;
use crate::votes::VoteTally;
use futures::future::BoxFuture;
use peirast_record::{Key, Trial};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Policy that asks the first questions, then those that the votes call for.
#[derive(Default)]
pub(crate) struct VotePolicy {
    is_begun: bool,
    /// Trials of all rounds so far. A trial without an answer is left to the next run.
    asked: BTreeSet<Key>,
}

impl RoundPolicy for VotePolicy {
    fn next<'a>(&'a mut self, state: &'a RoundState<'a>) -> BoxFuture<'a, Result<Round>> {
        Box::pin(async {
            if !std::mem::replace(&mut self.is_begun, true) {
                self.asked.extend(state.questions.keys().cloned());
                return Ok(Round::Plan);
            }
            let more = self.called_for(state).await?;
            let count: usize = more.iter().map(|(_, trials)| trials.len()).sum();
            if count == 0 {
                return Ok(Round::Done);
            }
            let message = format!("the votes so far require {count} more answers");
            state.events.notice(NoticeCode::Votes, &message);
            let trials = more.iter().flat_map(|(_, trials)| &**trials);
            self.asked.extend(trials.map(|trial| trial.key.clone()));
            Ok(Round::Trials(more))
        })
    }
}

impl VotePolicy {
    async fn called_for(&self, state: &RoundState<'_>) -> Result<Vec<SubjectTrials>> {
        let RoundState { store, study, questions, summary, .. } = state;
        let tally = VoteTally::read(store, study, &questions.problems).await?;
        let more = |(subject, first): &SubjectTrials| {
            let again = |trial: &Trial, repeat| questions.again(subject.as_ref(), trial, repeat);
            let stopped = summary.stopped.iter().any(|s| s.subject == subject.name());
            let first = if stopped { &[] } else { first.as_slice() };
            let new = tally.more(first, again).into_iter();
            let new = new.filter(|trial| !self.asked.contains(&trial.key)).collect();
            (Arc::clone(subject), Arc::new(new))
        };
        Ok(questions.subjects.iter().map(more).collect())
    }
}
