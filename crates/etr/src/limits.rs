//! Limits on the work and memory of one operation.

use crate::allowance::Allowance;
use crate::error::Error;
use std::ops::Deref;

/// Bounds on what one operation may build, so that no input runs without end.
///
/// ```
/// use peirast_etr::{Engine, Error, Limits};
///
/// let mut engine = Engine::default().with_limits(Limits { states: 3, ..Limits::default() });
/// let left = engine.read("{A(),B()}")?;
/// let right = engine.read("{C(),D()}")?;
/// assert!(matches!(engine.product(&left, &right), Err(Error::TooManyStates { limit: 3 })));
/// # Ok::<(), peirast_etr::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most states that a stage may hold. One million unless told otherwise.
    pub states: usize,
    /// The most elementary steps (states paired, bindings tried) that one operation may take.
    /// A thousand million unless told otherwise: some ten seconds.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: 1_000_000, steps: 1_000_000_000 }
    }
}

impl Limits {
    pub(crate) fn check_states(&self, at: usize, width: usize) -> Result<(), Error> {
        match self.most_states(width) {
            most if at >= most => Err(too_many_states(most, width)),
            _ => Ok(()),
        }
    }

    /// The most states of rows this wide.
    pub(crate) fn most_states(&self, width: usize) -> usize {
        self.states.min(fitting(width))
    }

    /// Refuses work of `a * b` elementary steps beyond the limit.
    pub(crate) fn check_steps(&self, a: usize, b: usize) -> Result<(), Error> {
        match (a as u64).checked_mul(b as u64) {
            Some(steps) if steps <= self.steps => Ok(()),
            _ => Err(Error::TooManySteps { limit: self.steps }),
        }
    }
}

/// The limits of each operation, and what all of them may do together, if that is bounded.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bounds {
    pub(crate) limits: Limits,
    pub(crate) allowance: Option<Allowance>,
}

impl Deref for Bounds {
    type Target = Limits;

    fn deref(&self) -> &Limits {
        &self.limits
    }
}

impl Bounds {
    /// As many elementary steps as one operation may take.
    #[inline]
    pub(crate) fn budget(&self) -> Budget {
        let steps = self.limits.steps;
        match &self.allowance {
            None => Budget { left: steps, rest: 0, limit: steps, allowance: None },
            // The first step draws on the allowance.
            some => Budget { left: 0, rest: steps, limit: steps, allowance: some.clone() },
        }
    }

    /// Refuses work of `a * b` elementary steps beyond the limit, or beyond what is allowed in all.
    pub(crate) fn check_steps(&self, a: usize, b: usize) -> Result<(), Error> {
        self.limits.check_steps(a, b)?;
        self.spend(a as u64 * b as u64)
    }

    /// Takes steps off what is allowed in all.
    #[inline]
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Error> {
        self.allowance.as_ref().map_or(Ok(()), |allowance| allowance.spend(steps))
    }
}

/// The elementary steps that an operation may still take.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    left: u64,
    /// The steps that have not been drawn from the allowance yet.
    rest: u64,
    limit: u64,
    allowance: Option<Allowance>,
}

/// The steps that a budget draws from an allowance at a time.
const DRAWN: u64 = 4096;

impl Budget {
    /// Takes one step, if there is one left.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Error> {
        self.spend_all(1)
    }

    /// Takes several steps at once.
    #[inline]
    pub(crate) fn spend_all(&mut self, steps: u64) -> Result<(), Error> {
        match self.left.checked_sub(steps) {
            Some(left) => self.left = left,
            None => return self.draw(steps - self.left),
        }
        Ok(())
    }

    /// Draws more from the allowance than is needed now, so that it is not asked at each step.
    #[cold]
    fn draw(&mut self, needed: u64) -> Result<(), Error> {
        if needed > self.rest {
            return Err(Error::TooManySteps { limit: self.limit });
        }
        let drawn = needed.max(DRAWN.min(self.rest));
        self.allowance.as_ref().map_or(Ok(()), |allowance| allowance.spend(drawn))?;
        self.rest -= drawn;
        self.left = drawn - needed;
        Ok(())
    }
}

/// The most words that the rows of one set of states may take up: half a gigabyte.
const MOST_WORDS: usize = 1 << 26;

/// The rows of this width that fit in memory.
fn fitting(width: usize) -> usize {
    MOST_WORDS / width.max(1)
}

/// The error of more than `most` states with rows of this width.
pub(crate) fn too_many_states(most: usize, width: usize) -> Error {
    if most >= fitting(width) {
        return Error::TooManyAtoms { limit: most, atoms: width.saturating_mul(64) };
    }
    Error::TooManyStates { limit: most }
}

/// The most terms in the weight of one state.
const MOST_WEIGHT_TERMS: usize = 100_000;

pub(crate) fn check_weight(terms: usize) -> Result<(), Error> {
    if terms > MOST_WEIGHT_TERMS {
        return Err(Error::WeightTooLarge { limit: MOST_WEIGHT_TERMS });
    }
    Ok(())
}
