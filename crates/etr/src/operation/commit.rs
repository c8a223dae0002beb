//! Commit (definition 35): make the current view one's own.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::view::View;

/// A commitment `⟨C, G⟩` (definition 10): the views one holds, and the view one has in mind.
///
/// PyETR has none of this; there the caller keeps the views that are held.
#[derive(Debug, Clone)]
pub struct Commitment {
    pub(crate) held: Vec<InternedView>,
    pub(crate) current: InternedView,
}

impl Commitment {
    /// `⟨C, ⊤⟩`: to these views, with nothing in mind yet.
    pub fn to(held: impl IntoIterator<Item = InternedView>) -> Commitment {
        Commitment { held: held.into_iter().collect(), current: InternedView::verum() }
    }

    /// The views that one holds, `C`.
    pub fn held(&self) -> &[InternedView] {
        &self.held
    }

    /// The view that one has in mind, `G`.
    pub fn current(&self) -> &InternedView {
        &self.current
    }

    /// Commit (definition 35): `⟨C, G⟩` becomes `⟨C ∪ {G}, G⟩`.
    ///
    /// ```
    /// use peirast_etr::{Commitment, Engine};
    ///
    /// let mut engine = Engine::default();
    /// let premise = engine.read("{Rain(), Snow()}")?;
    /// let mut commitment = Commitment::to([premise.clone()]);
    /// commitment.update(&mut engine, 0)?;
    /// commitment.commit();
    /// // The view was held before, and a set holds it once.
    /// assert_eq!(commitment.held().len(), 1);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn commit(&mut self) {
        if !self.held.iter().any(|view| view.same(&self.current)) {
            self.held.push(self.current.clone());
        }
    }

    /// Does one hold this view, or have it in mind, marks aside?
    pub(crate) fn has_regardless_of_issues(&self, view: &InternedView) -> bool {
        self.held.iter().chain([&self.current]).any(|known| {
            known.relation == view.relation
                && known.supposition.same_set(&view.supposition)
                && known.stage.same(&view.stage)
        })
    }

    /// Updates the current view with one that is held.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] if nothing is held at this place; otherwise as [`Engine::update`].
    pub fn update(&mut self, engine: &mut Engine, held: usize) -> Result<(), Error> {
        let view = self.held_at(held)?.clone();
        self.current = engine.update(&self.current, &view)?;
        Ok(())
    }

    /// Factors the current view by one that is held.
    ///
    /// # Errors
    ///
    /// As [`Commitment::update`].
    pub fn factor(&mut self, engine: &mut Engine, held: usize) -> Result<(), Error> {
        let view = self.held_at(held)?.clone();
        self.current = engine.factor(&self.current, &view)?;
        Ok(())
    }

    /// Applies any other operation to the current view: to suppose, inquire, query and depose one
    /// need not hold anything.
    ///
    /// ```
    /// use peirast_etr::{Commitment, Engine};
    ///
    /// let mut engine = Engine::default();
    /// let mut commitment = Commitment::to([]);
    /// let rain = engine.read("{Rain()}")?;
    /// commitment.apply(|current| engine.suppose(current, &rain))?;
    /// assert_eq!(engine.show(commitment.current()), "{Rain()}^{Rain()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the operation.
    pub fn apply(
        &mut self,
        operation: impl FnOnce(&InternedView) -> Result<InternedView, Error>,
    ) -> Result<(), Error> {
        self.current = operation(&self.current)?;
        Ok(())
    }

    fn held_at(&self, held: usize) -> Result<&InternedView, Error> {
        self.held.get(held).ok_or(Error::Undefined {
            operation: "update",
            reason: "the view must be one of those held",
        })
    }

    /// The current view as a conclusion (definition 36), which counts up to the names of its
    /// arbitrary objects: in canonical names.
    pub fn conclusion(&self, engine: &mut Engine) -> Result<View, Error> {
        let canonical = engine.canonical(&self.current)?;
        Ok(engine.export(&canonical))
    }
}
