//! Depose (definition 34): turn a supposition into alternatives.

use super::Operation;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::stage::Stage;
use crate::states::States;
use crate::view::View;

impl Engine {
    /// `Γ^Θ` deposed, `(Γ + [Θ]ᴺ)^{0}`; see [`View::depose`].
    pub fn depose(&mut self, view: &InternedView) -> Result<InternedView, Error> {
        self.unary_step(Operation::Depose, view, Self::deposed)
    }

    pub(crate) fn deposed(&mut self, view: &InternedView) -> Result<InternedView, Error> {
        let nothing_given = view.supposition.is_verum();
        if nothing_given && !view.stage.is_weighted() && !self.negation_adds_issues(view) {
            return Ok(view.clone());
        }
        let issues = self.negated_issues(&view.issues);
        let stage = if nothing_given {
            view.stage.clone()
        } else {
            let denied = Stage::unweighted(self.negated_states(&view.supposition)?);
            self.stage_sum(&view.stage, &denied)?
        };
        let relation = view.relation.clone();
        Parts { stage, supposition: States::verum(), relation, issues }.piped(&self.lexicon)
    }
}

impl View {
    /// Stops supposing: "if A then B" becomes "A and B as it says, or not A".
    ///
    /// Definition 34:
    ///
    /// ```text
    /// Γ_f^Θ_RI deposed = (Γ_f + [Θ]ᴺ)^{0}   under R and [I]ᴺ
    /// ```
    ///
    /// A view that supposes nothing stays as it is, but for `[I]ᴺ`.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let conditional: View = "{P()Q()}^{P()}".parse()?;
    /// assert_eq!(conditional.depose()?.to_string(), "{P()Q(),~P()}");
    ///
    /// // Case e21, reductio: what leads to the absurd is denied.
    /// let view = View::falsum().suppose(&"{r1()s1()}".parse()?)?;
    /// assert_eq!(view.to_string(), "{}^{r1()s1()}");
    /// assert_eq!(view.depose()?.to_string(), "{~r1(),~s1()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// PyETR 1.0.0 keeps `I` where the definition has `[I]ᴺ`: it deposes `Ax {P(x*)}^{Q(x*)}` to
    /// `∀x {P(x*),~Q(x)}`, and we to `∀x {P(x*),~Q(x*)}`. See
    /// [`IssueNegation`](crate::IssueNegation).
    ///
    /// # Cost
    ///
    /// Up to `∏|θ|` new states.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn depose(&self) -> Result<View, Error> {
        self.alone(Engine::depose)
    }
}
