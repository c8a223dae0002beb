//! Reorient (definition 25): see a view that one holds under other issues.

use super::commit::Commitment;
use crate::error::Error;
use crate::interned::InternedView;

impl Commitment {
    /// `⟨C, G⟩` becomes `⟨C, Δ^Ψ_{S J′}⟩`, where `Δ^Ψ_{S J}` is held, or is `G` itself, for some
    /// issue structure `J`: the issues change, the content does not.
    ///
    /// ```
    /// use peirast_etr::{Commitment, Engine};
    ///
    /// let mut engine = Engine::default();
    /// let held = engine.read("{Loves(ann(), bob()*)}")?;
    /// let mut commitment = Commitment::to([held]);
    /// let other = engine.read("{Loves(ann()*, bob())}")?;
    /// commitment.reorient(&other)?;
    /// assert_eq!(engine.show(commitment.current()), "{Loves(ann()*,bob())}");
    ///
    /// let stranger = engine.read("{Loves(bob(), ann())}")?;
    /// assert!(commitment.reorient(&stranger).is_err());
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] if no such view is held.
    pub fn reorient(&mut self, view: &InternedView) -> Result<(), Error> {
        if !self.has_regardless_of_issues(view) {
            return Err(Error::Undefined {
                operation: "reorient",
                reason: "a view that differs in its issues alone must be held",
            });
        }
        self.current = view.clone();
        Ok(())
    }
}
