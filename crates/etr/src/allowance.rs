//! The work that an engine may do in all, which another thread can withdraw.

use crate::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Elementary steps that may be taken in all, by every engine and operation that shares them.
///
/// [`Limits`](crate::Limits) bound one operation; a chain of many may still run for long. An
/// allowance falls with each operation. A holder of a clone who no longer wants the result can
/// withdraw the rest.
///
/// ```
/// use peirast_etr::{Allowance, Engine, Error};
///
/// let allowance = Allowance::new(1_000_000);
/// let mut engine = Engine::default().with_allowance(allowance.clone());
/// let premises = [engine.read("{Ace()King(), Queen()Jack()}")?, engine.read("{Ace()}")?];
/// assert!(engine.default_inference(&premises).is_ok() && allowance.left() < 1_000_000);
///
/// allowance.withdraw();
/// assert_eq!(engine.default_inference(&premises).err(), Some(Error::AllowanceSpent));
/// # Ok::<(), peirast_etr::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Allowance(Arc<AtomicU64>);

impl Allowance {
    /// An allowance of `steps` elementary steps: states paired, bindings tried, words of states
    /// carried along.
    pub fn new(steps: u64) -> Allowance {
        Allowance(Arc::new(AtomicU64::new(steps)))
    }

    /// The steps that may still be taken.
    pub fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Allows no step more: what is under way ends with [`Error::AllowanceSpent`].
    pub fn withdraw(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Takes steps off the allowance. After a refusal nothing is left, and everything is refused.
    ///
    /// # Errors
    ///
    /// [`Error::AllowanceSpent`] if there are not as many.
    pub fn spend(&self, steps: u64) -> Result<(), Error> {
        let left = |left: u64| Some(left.saturating_sub(steps));
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left) {
            Ok(left) if left > 0 && left >= steps => Ok(()),
            _ => Err(Error::AllowanceSpent),
        }
    }
}
