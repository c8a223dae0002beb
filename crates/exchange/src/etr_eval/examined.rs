//! A document worked out: by the theory, what people conclude; by logic, what follows.

use super::document::Document;
use crate::ExchangeError;
use peirast_etr::{Engine, Following, Reading};
use peirast_fallacy::Judge;
use peirast_logic::Verdict;

/// The reading of the theory by which the published problems were made.
pub const READING: Reading = Reading::PYETR_1_0_0;

/// What was found out about premises in one order.
#[derive(Clone, Debug)]
pub struct Examination {
    judge: Judge,
    /// What people are predicted to conclude.
    pub conclusion: String,
    /// Whether that is what was recorded; nothing if nothing was.
    pub agrees: Option<bool>,
}

/// Whether something follows, and where not, why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follows {
    pub entailed: bool,
    /// In words, one individual after another.
    pub countermodel: String,
}

impl Examination {
    /// Works premises out, beside the conclusion that was recorded.
    ///
    /// # Errors
    /// No premises, views that are none, or that take too much to work out.
    pub fn new(premises: &[&str], recorded: Option<&str>) -> Result<Self, ExchangeError> {
        if premises.is_empty() {
            return Err(ExchangeError::layout("there are no premises"));
        }
        let judge = Judge::with_reading(premises, READING)?;
        let conclusion = judge.conclusion();
        let agrees = recorded.map(|recorded| same(recorded, &conclusion)).transpose()?;
        Ok(Self { judge, conclusion, agrees })
    }

    /// Whether a view follows from the premises.
    ///
    /// # Errors
    /// A view that is none, or of which that could not be found out.
    pub fn follows(&self, view: &str) -> Result<Follows, ExchangeError> {
        let (argument, verdict) = self.judge.entailment(view)?;
        match verdict {
            Verdict::Entailed => Ok(Follows { entailed: true, countermodel: String::new() }),
            Verdict::Refuted(structure) => {
                let words = structure.in_words(&argument.signature);
                let countermodel = words.trim().replace('\n', "; ");
                Ok(Follows { entailed: false, countermodel })
            }
            Verdict::Unknown(gap) => Err(ExchangeError::Layout(format!(
                "whether {view} follows could not be found out: {gap}"
            ))),
        }
    }

    /// Whether people are predicted to accept a view, as published.
    pub fn predicts(&self, view: &str) -> Result<bool, ExchangeError> {
        Ok(self.judge.is_predicted(view, Following::Strict)?)
    }
}

/// Whether two views are the same but for the names of arbitrary objects.
fn same(one: &str, other: &str) -> Result<bool, ExchangeError> {
    let mut engine = Engine::new(READING);
    let (one, other) = (engine.read(one)?, engine.read(other)?);
    Ok(engine.equivalent(&one, &other)?)
}

/// A document worked out in the order of its premises and in reverse.
#[derive(Clone, Debug)]
pub struct BothWays {
    pub forward: Examination,
    pub backward: Examination,
}

impl BothWays {
    /// Works a document out.
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

    /// Whether only one order gives the recorded conclusion, and if so, whether it is the reverse.
    pub fn is_reversed(&self) -> Option<bool> {
        match (self.forward.agrees, self.backward.agrees) {
            (Some(true), Some(false)) => Some(false),
            (Some(false), Some(true)) => Some(true),
            _ => None,
        }
    }
}
