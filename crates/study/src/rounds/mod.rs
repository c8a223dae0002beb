//! Rounds: which questions a run asks next, given the answers so far.

mod schedule;
mod sequential;
mod upcoming;
mod vote;

pub(crate) use schedule::Schedule;
pub(crate) use sequential::SequentialTest;
pub use sequential::{SequentialOutcome, suited};

use crate::error::Result;
use crate::event::EventSink;
use crate::money::Prices;
use crate::plan::{PlanStream, QuestionSet, SubjectTrials};
use peirast_llm::BoxFuture;
use peirast_record::Study;
use peirast_run::Summary;
use peirast_store::Store;
use std::path::Path;
use vote::Vote;

/// What a round asks.
pub(crate) enum Round {
    /// The plan: its first chunk, and the others while that is asked.
    Plan,
    /// These trials of each subject.
    Trials(Vec<SubjectTrials>),
    /// Nothing more.
    Done,
}

/// How far a run has come, for the policy that says what comes next.
#[derive(Clone, Copy)]
pub(crate) struct RoundState<'s> {
    /// The run directory.
    pub(crate) dir: &'s Path,
    pub(crate) store: &'s Store,
    pub(crate) study: &'s Study,
    pub(crate) questions: &'s QuestionSet,
    pub(crate) prices: &'s Prices,
    pub(crate) events: &'s dyn EventSink,
    /// The rounds so far.
    pub(crate) summary: &'s Summary,
}

/// Decides which questions come next. A run asks round after round until nothing is left.
pub(crate) trait RoundPolicy: Send {
    /// The next round.
    fn next<'a>(&'a mut self, state: &'a RoundState<'a>) -> BoxFuture<'a, Result<Round>>;

    /// Whether the plan is all there ever is to ask.
    fn has_one_round(&self) -> bool {
        false
    }

    /// Whether questions are stored step by step, once they are needed.
    fn steps(&self) -> bool {
        false
    }

    /// Takes in the answers of a round after which the run ends before its time.
    fn interrupted<'a>(&'a mut self, _: &'a RoundState<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Reports what the rounds came to, when all answers are stored.
    fn close<'a>(&'a mut self, _: &'a RoundState<'a>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// The policy of a study.
pub(crate) fn policy(plan: &PlanStream) -> Result<Box<dyn RoundPolicy>> {
    let PlanStream { study, plan, questions, .. } = plan;
    Ok(match (study.sequential, &study.voting) {
        (Some(steps), _) => {
            let schedule = Schedule::new(steps.block, study, plan, questions)?;
            Box::new(SequentialTest::new(schedule, questions))
        }
        (None, Some(_)) => Box::new(Vote::default()),
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
