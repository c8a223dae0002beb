//! Rounds: the questions that a run asks next, given the answers so far.

mod schedule;
mod sequential;
mod upcoming;
mod vote;

pub(crate) use schedule::Schedule;
pub(crate) use sequential::suited;

use crate::error::Result;
use crate::event::EventSink;
use crate::money::Prices;
use crate::plan::{PlanStream, QuestionSet, SubjectTrials};
use futures::future::BoxFuture;
use peirast_record::Study;
use peirast_run::Summary;
use peirast_store::Store;
use sequential::SequentialTest;
use std::path::Path;
use vote::VotePolicy;

/// The questions of a round.
pub(crate) enum Round {
    /// The plan: its first chunk, and the other chunks while that is asked.
    Plan,
    Trials(Vec<SubjectTrials>),
    /// The end: nothing is left to ask.
    Done,
}

/// The state of a run, for the policy that decides the next round.
#[derive(Clone, Copy)]
pub(crate) struct RoundState<'s> {
    pub(crate) dir: &'s Path,
    pub(crate) store: &'s Store,
    pub(crate) study: &'s Study,
    pub(crate) questions: &'s QuestionSet,
    pub(crate) prices: &'s Prices,
    pub(crate) events: &'s dyn EventSink,
    /// Summary of the rounds so far.
    pub(crate) summary: &'s Summary,
}

/// Policy that decides the next questions. A run asks round after round until nothing is left.
pub(crate) trait RoundPolicy: Send {
    /// Returns the next round.
    fn next<'a>(&'a mut self, state: &'a RoundState<'a>) -> BoxFuture<'a, Result<Round>>;

    /// Returns true if the plan is the only round.
    fn has_one_round(&self) -> bool {
        false
    }

    /// Returns true if questions are stored step by step, when they are needed.
    fn steps(&self) -> bool {
        false
    }

    /// Handles the answers of a round after which the run ends early.
    fn interrupted<'a>(&'a mut self, _: &'a RoundState<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Reports the result of the rounds, when all answers are stored.
    fn close<'a>(&'a self, _: &'a RoundState<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// Returns the policy of a study.
pub(crate) fn policy(plan: &PlanStream) -> Result<Box<dyn RoundPolicy>> {
    let PlanStream { study, plan, questions, .. } = plan;
    Ok(match (study.sequential, &study.voting) {
        (Some(steps), _) => {
            let schedule = Schedule::new(steps.block, study, plan, questions)?;
            Box::new(SequentialTest::new(schedule, questions))
        }
        (None, Some(_)) => Box::new(VotePolicy::default()),
        (None, None) => Box::new(AskAll::default()),
    })
}

/// Asks the whole plan in one round.
#[derive(Default)]
struct AskAll {
    is_asked: bool,
}

impl RoundPolicy for AskAll {
    fn next<'a>(&'a mut self, _: &'a RoundState<'a>) -> BoxFuture<'a, Result<Round>> {
        let round = match std::mem::replace(&mut self.is_asked, true) {
            false => Round::Plan,
            true => Round::Done,
        };
        Box::pin(async { Ok(round) })
    }

    fn has_one_round(&self) -> bool {
        true
    }
}
