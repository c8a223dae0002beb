//! Default inference: what follows?

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::view::View;

impl Engine {
    /// The predicted conclusion of people from the premises, in this order; ⊤ if nothing. See
    /// [`View::default_inference`].
    pub fn default_inference(&mut self, premises: &[InternedView]) -> Result<InternedView, Error> {
        let view = self.inferred(premises)?;
        if !view.is_verum() && !view.is_falsum() {
            return Ok(view);
        }
        if self.is_same_reversed(premises) {
            return Ok(InternedView::verum());
        }
        let reversed: Vec<InternedView> = premises.iter().rev().cloned().collect();
        let view = self.inferred(&reversed)?;
        if view.is_verum() || view.is_falsum() {
            return Ok(InternedView::verum());
        }
        Ok(view)
    }

    /// True if premises need not be tried in reverse order as well: one premise alone has no other
    /// order, and only a trace would show the second try.
    pub(super) fn is_same_reversed(&self, premises: &[InternedView]) -> bool {
        premises.len() < 2 && !self.is_watched()
    }

    /// The basic step, and then each premise factored out, in this order only.
    pub(super) fn inferred(&mut self, premises: &[InternedView]) -> Result<InternedView, Error> {
        self.apart_from(premises, |engine| engine.taken_in_and_factored(premises))
    }

    fn taken_in_and_factored(&mut self, premises: &[InternedView]) -> Result<InternedView, Error> {
        let (mut view, deposed) = self.taken_in(premises)?;
        let Some((first, others)) = premises.split_first() else { return Ok(view) };
        let deposed = match deposed {
            Some(deposed) => deposed,
            None => self.depose(first)?,
        };
        view = self.factored(view, &deposed)?;
        for premise in others {
            view = self.factored(view, premise)?;
        }
        Ok(view)
    }
}

impl View {
    /// *What follows?* The predicted conclusion of people from the premises, given in this order,
    /// if nothing makes them inquire; ⊤ if they conclude nothing.
    ///
    /// ```text
    /// G = basic_step(P₁ … Pₙ)[P₁ deposed]ꟳ[P₂]ꟳ … [Pₙ]ꟳ
    /// ```
    ///
    /// A conclusion does not repeat the premises, hence the factoring. If `G` is ⊤ or ⊥, the
    /// procedure tries the premises once more in reverse order; if that yields ⊤ or ⊥ too, the
    /// answer is ⊤, "nothing follows". So contradictory premises yield ⊤, not ⊥.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e47, an illusory inference: some Thermotogum stains gram-negative, Maritima is a
    /// // Thermotogum, "so" Maritima does. It may well not.
    /// let premises: [View; 2] = [
    ///     "Ex {StainsGramNegative(x)Thermotogum(x*)}".parse()?,
    ///     "{Thermotogum(Maritima()*)}".parse()?,
    /// ];
    /// let conclusion = View::default_inference(&premises)?;
    /// assert_eq!(conclusion.to_string(), "{StainsGramNegative(Maritima())}");
    ///
    /// let contradiction: [View; 2] = ["{A()}".parse()?, "{~A()}".parse()?];
    /// assert_eq!(View::default_inference(&contradiction)?, View::verum());
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// As in the operations it is made of. PyETR 1.0.0 may conclude otherwise in another run,
    /// where matches are taken in another order ([`View::universal_product`]).
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn default_inference(premises: &[View]) -> Result<View, Error> {
        let premises: Vec<&View> = premises.iter().collect();
        View::with(&premises, Engine::default_inference)
    }
}
