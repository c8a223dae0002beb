//! Grades: answers compared with the truth.

use crate::Answer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An answer compared with the truth. A response without a verdict is not scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The right verdict.
    Correct,
    /// A wrong verdict.
    Wrong,
    /// No verdict: refused, empty, truncated or unread.
    Unscored,
}

impl Grade {
    /// Its name, as tables show it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Wrong => "wrong",
            Self::Unscored => "unscored",
        }
    }

    /// Grades `answer` by the right answer `truth`. An open question has many right answers: all
    /// that follow.
    ///
    /// ```
    /// use peirast_record::{Answer, Grade};
    /// assert_eq!(Grade::new(Answer::Choice('a'), Answer::Choice('a')), Grade::Correct);
    /// assert_eq!(Grade::new(Answer::YesNo(true), Answer::YesNo(false)), Grade::Wrong);
    /// assert_eq!(Grade::new(Answer::Refused, Answer::Choice('a')), Grade::Unscored);
    /// ```
    pub fn new(answer: Answer, truth: Answer) -> Self {
        let is_right = match answer {
            Answer::Conclusion(conclusion) => conclusion.follows(),
            _ => answer == truth,
        };
        match answer.is_verdict() {
            false => Self::Unscored,
            true if is_right => Self::Correct,
            true => Self::Wrong,
        }
    }

    /// Returns whether the answer counts as right under a treatment of unscored answers; `None` if
    /// it is left out.
    pub fn scored(self, treatment: Treatment) -> Option<bool> {
        match (self, treatment) {
            (Self::Correct, _) => Some(true),
            (Self::Wrong, _) | (Self::Unscored, Treatment::AsWrong) => Some(false),
            (Self::Unscored, Treatment::Exclude) => None,
        }
    }
}

/// Treatment of answers without a verdict.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Treatment {
    /// The pair leaves the table, and is counted as lost. The default.
    #[default]
    Exclude,
    /// The answer counts as wrong, as in the published analyses.
    AsWrong,
}

impl Treatment {
    /// The name in files and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exclude => "exclude",
            Self::AsWrong => "as-wrong",
        }
    }
}
