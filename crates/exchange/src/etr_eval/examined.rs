//! Computes the labels of a document: the theory predicts what people conclude, and logic decides
//! what follows.

use super::document::Document;
use crate::ExchangeError;
use peirast_etr::{Engine, Following, Reading};
use peirast_fallacy::Judge;
use peirast_logic::Verdict;

/// The reading of the theory that generated the published problems.
pub const READING: Reading = Reading::PYETR_1_0_0;

/// Results for premises in one order.
#[derive(Clone, Debug)]
pub struct Examination {
    judge: Judge,
    /// The predicted conclusion.
    pub conclusion: String,
    /// True if it is the recorded conclusion; `None` if none was recorded.
    pub agrees: Option<bool>,
}

/// An answer to the question if something follows, with the reason if it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follows {
    pub entailed: bool,
    /// The countermodel in words, one individual after another.
    pub countermodel: String,
}

impl Examination {
    /// Examines premises, and compares the result with the recorded conclusion.
    ///
    /// # Errors
    /// If there are no premises, if texts are not views, or if the computation would take too long.
    pub fn new(premises: &[&str], recorded: Option<&str>) -> Result<Self, ExchangeError> {
        if premises.is_empty() {
            return Err(ExchangeError::layout("there are no premises"));
        }
        let judge = Judge::with_reading(premises, READING)?;
        let conclusion = judge.conclusion();
        let agrees = recorded.map(|recorded| same(recorded, &conclusion)).transpose()?;
        Ok(Self { judge, conclusion, agrees })
    }

    /// Tests if a view follows from the premises.
    ///
    /// # Errors
    /// If the text is not a view, or the test is not decided.
    pub fn follows(&self, view: &str) -> Result<Follows, ExchangeError> {
        let (argument, verdict) = self.judge.entailment(view)?;
        match verdict {
            Verdict::Entailed => Ok(Follows { entailed: true, countermodel: String::new() }),
            Verdict::Refuted(structure) => {
                let words = structure.in_words(&argument.signature);
                let countermodel = words.trim().replace('\n', "; ");
                Ok(Follows { entailed: false, countermodel })
            }
            Verdict::Unknown(gap) => {
                Err(ExchangeError::Layout(format!("cannot decide if {view} follows: {gap}")))
            }
        }
    }

    /// Tests if people are predicted to accept a view, by the published rule.
    pub fn predicts(&self, view: &str) -> Result<bool, ExchangeError> {
        Ok(self.judge.is_predicted(view, Following::Strict)?)
    }
}

/// Tests if two views are equal up to the names of arbitrary objects.
fn same(one: &str, other: &str) -> Result<bool, ExchangeError> {
    let mut engine = Engine::new(READING);
    let (one, other) = (engine.read(one)?, engine.read(other)?);
    Ok(engine.equivalent(&one, &other)?)
}

/// Results for a document in the order of its premises and in reverse.
#[derive(Clone, Debug)]
pub struct BothWays {
    pub forward: Examination,
    pub backward: Examination,
}

impl BothWays {
    /// Examines a document.
    ///
    /// # Errors
    /// As [`Examination::new`].
    pub fn new(document: &Document) -> Result<Self, ExchangeError> {
        let premises: Vec<&str> = document.premises.iter().map(String::as_str).collect();
        let reversed: Vec<&str> = premises.iter().rev().copied().collect();
        let recorded = document.conclusion.as_deref();
        Ok(Self {
            forward: Examination::new(&premises, recorded)?,
            backward: Examination::new(&reversed, recorded)?,
        })
    }

    /// `Some` if only one order yields the recorded conclusion; `Some(true)` if this is the reverse
    /// order.
    pub fn is_reversed(&self) -> Option<bool> {
        match (self.forward.agrees, self.backward.agrees) {
            (Some(true), Some(false)) => Some(false),
            (Some(false), Some(true)) => Some(true),
            _ => None,
        }
    }
}
