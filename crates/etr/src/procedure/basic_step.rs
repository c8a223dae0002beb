//! The basic step: all premises in turn, and what is absurd struck out.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::view::View;

impl Engine {
    /// ⊤ updated with the first premise deposed, then with the others in turn, then factored by ⊥;
    /// see [`View::basic_step`].
    pub fn basic_step(&mut self, premises: &[InternedView]) -> Result<InternedView, Error> {
        self.apart_from(premises, |engine| Ok(engine.taken_in(premises)?.0))
    }

    /// The basic step, and the first premise deposed, if it was needed.
    pub(super) fn taken_in(
        &mut self,
        premises: &[InternedView],
    ) -> Result<(InternedView, Option<InternedView>), Error> {
        let (mut view, mut deposed) = (InternedView::verum(), None);
        if let Some((first, others)) = premises.split_first() {
            if self.reading().is_printed() {
                let taken_in = self.updated(view, first)?;
                view = self.depose(&taken_in)?;
            } else {
                let first = self.depose(first)?;
                view = if self.becomes_all(&first)? {
                    first.clone()
                } else {
                    self.updated(view, &first)?
                };
                deposed = Some(first);
            }
            for premise in others {
                view = self.updated(view, premise)?;
            }
        }
        Ok((self.factored_by_falsum(view)?, deposed))
    }

    /// Is ⊤ updated with this view the view itself? It is if the view supposes nothing and its
    /// parts speak only of its states: then nothing in ⊤ could be answered by it or merged with it.
    fn becomes_all(&self, view: &InternedView) -> Result<bool, Error> {
        if self.is_watched() || self.replacement_always_matters() || !view.supposition.is_verum() {
            return Ok(false);
        }
        // Merge would refuse the same views.
        self.limits.check_steps(1, view.stage.len())?;
        Ok(view.is_piped(&self.lexicon))
    }
}

impl View {
    /// The state of mind after reading the premises one after another, without absurd states.
    ///
    /// ```text
    /// ⊤[P₁ deposed]⟳[P₂]⟳ … [Pₙ]⟳[⊥]ꟳ
    /// ```
    ///
    /// All procedures begin with it. Only the first premise is deposed: it opens the question
    /// that the others are taken to answer. Without premises it is ⊤. The reading is that of the
    /// first premise.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e28, affirming the consequent: tigers are orange, it is orange, so it is a tiger.
    /// let premises: [View; 3] = [
    ///     "{Tiger(), ~Tiger()}".parse()?,
    ///     "{Tiger()Orange()}^{Tiger()}".parse()?,
    ///     "{Orange()}".parse()?,
    /// ];
    /// assert_eq!(View::basic_step(&premises)?.to_string(), "{Orange()Tiger()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// *Reason and Inquiry* prints `⊤[P₁]⟳` and deposes afterwards. A conditional first premise
    /// would be lost that way, since ⊤ does not meet its condition; PyETR 1.0.0 deposes first, and
    /// so do we unless told to follow print ([`Formulas`](crate::Formulas)).
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn basic_step(premises: &[View]) -> Result<View, Error> {
        let premises: Vec<&View> = premises.iter().collect();
        View::with(&premises, Engine::basic_step)
    }
}
