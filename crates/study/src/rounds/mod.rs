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
pub(crate) enum RoundPolicy {
    /// The whole plan in one round.
    AskAll {
        is_asked: bool,
    },
    Vote(VotePolicy),
    Sequential(Box<SequentialTest>),
}

impl RoundPolicy {
    /// Creates the policy of a study.
    pub(crate) fn new(plan: &PlanStream) -> Result<Self> {
        let PlanStream { study, plan, questions, .. } = plan;
        Ok(match (study.sequential, &study.voting) {
            (Some(steps), _) => {
                let schedule = Schedule::new(steps.block, study, plan, questions)?;
                Self::Sequential(Box::new(SequentialTest::new(schedule, questions)))
            }
            (None, Some(_)) => Self::Vote(VotePolicy::default()),
            (None, None) => Self::AskAll { is_asked: false },
        })
    }

    /// Returns the next round.
    pub(crate) async fn next(&mut self, state: &RoundState<'_>) -> Result<Round> {
        match self {
            Self::AskAll { is_asked: true } => Ok(Round::Done),
            Self::AskAll { is_asked } => {
                *is_asked = true;
                Ok(Round::Plan)
            }
            Self::Vote(votes) => votes.next(state).await,
            Self::Sequential(test) => test.next(state).await,
        }
    }

    /// Whether the plan is the only round.
    pub(crate) fn has_one_round(&self) -> bool {
        matches!(self, Self::AskAll { .. })
    }

    /// Whether questions are stored step by step, when they are needed.
    pub(crate) fn steps(&self) -> bool {
        matches!(self, Self::Sequential(_))
    }

    /// Handles the answers of a round after which the run ends early.
    pub(crate) async fn interrupted(&mut self, state: &RoundState<'_>) -> Result<()> {
        match self {
            Self::Sequential(test) => test.interrupted(state).await,
            Self::AskAll { .. } | Self::Vote(_) => Ok(()),
        }
    }

    /// Reports the result of the rounds, when all answers are stored.
    pub(crate) async fn close(&self, state: &RoundState<'_>) -> Result<()> {
        match self {
            Self::Sequential(test) => test.close(state).await,
            Self::AskAll { .. } | Self::Vote(_) => Ok(()),
        }
    }
}
