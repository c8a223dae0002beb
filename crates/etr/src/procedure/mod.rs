//! Procedures: inferences made of many operations.

mod basic_step;
mod decision;
mod default_inference;
mod does_it_follow;
mod equilibrium;
mod probability;
mod sharing;

use crate::engine::Engine;
use crate::interned::InternedView;
pub use equilibrium::{Cure, Equilibrium, EquilibriumBounds};

impl Engine {
    /// Runs a procedure with fresh names that are none of these views', also where a view has left their objects
    /// behind: under the sound reading no object that comes up on the way is mistaken for one of a premise that is
    /// still to come, or is used again. PyETR leaves that to chance.
    fn apart_from<'v, T>(
        &mut self,
        views: impl IntoIterator<Item = &'v InternedView>,
        run: impl FnOnce(&mut Engine) -> T,
    ) -> T {
        let before = self.reserved.clone();
        if self.reading().mends_texts() {
            for view in views {
                self.reserved.unite(&view.relation.objects());
            }
        }
        let result = run(self);
        self.reserved = before;
        result
    }
}
