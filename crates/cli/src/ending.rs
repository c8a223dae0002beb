//! How a run ended, for the exit code and for programs that read events.

use peirast_run::Summary;
use std::process::ExitCode;

/// How a run ended that could be carried out. One that could not ends with 1, and a command line that
/// cannot be read with 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every question has an answer.
    Complete,
    /// Some questions are still without one.
    Partial,
    /// The budget has no room for more.
    Budget,
    /// A rate limit ended it, as `--on-limit stop` asks.
    Limit,
    /// It was interrupted.
    Interrupted,
}

impl Ending {
    /// How the run with this summary ended.
    pub fn of(summary: &Summary) -> Self {
        match summary {
            run if run.cancelled => Self::Interrupted,
            run if run.is_complete() => Self::Complete,
            run if run.spent.is_some() => Self::Budget,
            run if run.limited => Self::Limit,
            _ => Self::Partial,
        }
    }

    /// The exit code. These are promised: a code never changes its meaning.
    pub fn code(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::Partial => 3,
            Self::Budget => 4,
            Self::Limit => 5,
            Self::Interrupted => 130,
        }
    }

    /// The name that events give it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Budget => "budget",
            Self::Limit => "limit",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(ending.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_a_code_of_its_own() {
        let run = |answered| Summary { trials: 10, answered, ..Summary::default() };
        let (spent, limited) = (Some("spent".to_owned()), true);
        for (summary, ending, code) in [
            (run(10), Ending::Complete, 0),
            (run(9), Ending::Partial, 3),
            (Summary { spent: spent.clone(), ..run(9) }, Ending::Budget, 4),
            (Summary { limited, ..run(9) }, Ending::Limit, 5),
            (Summary { spent: spent.clone(), ..run(10) }, Ending::Complete, 0),
            (Summary { cancelled: true, spent, limited, ..run(10) }, Ending::Interrupted, 130),
        ] {
            assert_eq!((Ending::of(&summary), ending.code()), (ending, code), "{summary:?}");
        }
    }
}
