//! Does it follow?

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::reading::Following;
use crate::stage::Stage;
use crate::view::View;

impl Engine {
    /// Are people predicted to accept that `target` follows from the premises, in this order or
    /// in reverse? See [`View::does_it_follow`].
    pub fn does_it_follow(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
    ) -> Result<bool, Error> {
        self.does_it_follow_as(premises, target, self.reading().following)
    }

    /// The same, with a say in how the conclusion may differ from the target.
    pub fn does_it_follow_as(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        if self.follows_in_order(premises, target, following)? {
            return Ok(true);
        }
        let reversed: Vec<InternedView> = premises.iter().rev().cloned().collect();
        self.follows_in_order(&reversed, target, following)
    }

    fn follows_in_order(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        let view = self.basic_step(premises)?;
        let given = Parts {
            relation: target.relation.clone(),
            issues: target.issues.clone(),
            ..Parts::of(Stage::unweighted(target.supposition.clone()))
        };
        let given = given.piped(&self.lexicon)?;
        let supposed =
            self.step(crate::operation::Operation::Suppose, view, &given, Engine::supposed)?;
        let answer =
            self.step(crate::operation::Operation::Query, supposed, target, Engine::queried)?;
        Ok(match following {
            Following::Strict => answer.same(target),
            Following::UpToRenaming => answer.same(target) || self.equivalent(&answer, target)?,
            Following::RegardlessOfIssues => {
                let answer: InternedView =
                    Parts { issues: Default::default(), ..answer.into_parts() }.into();
                let target: InternedView =
                    Parts { issues: Default::default(), ..target.parts() }.into();
                answer.same(&target) || self.equivalent(&answer, &target)?
            }
        })
    }
}

impl View {
    /// *Does it follow?* Are people predicted to accept the conclusion `target` if it is shown to
    /// them?
    ///
    /// They suppose what the conclusion supposes and ask whether the premises bear out the rest:
    ///
    /// ```text
    /// basic_step(P₁ … Pₙ)[Ψ^{0}_SJ]ˢ[Δ^Ψ_SJ]Q = Δ^Ψ_SJ   (target Δ^Ψ_SJ)
    /// ```
    ///
    /// If not, they try the premises in reverse order. ⊤ follows from whatever does not
    /// contradict itself. Premises with weights pass them on to the answer, so that a target
    /// without weights does not follow from them.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e53_does_it_follow, the fallacy of conversion: all A are B, so all B are A?
    /// let all_a_are_b: View = "Ax {A(x)B(x)}^{A(x)}".parse()?;
    /// let all_b_are_a: View = "Ax {A(x)B(x)}^{B(x)}".parse()?;
    /// assert!(View::does_it_follow(&[all_a_are_b], &all_b_are_a)?);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// PyETR 1.0.0 wants the answer to equal the target, names and marks included. Here names do
    /// not matter by default; [`View::does_it_follow_as`] lets you choose.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn does_it_follow(premises: &[View], target: &View) -> Result<bool, Error> {
        let following = premises.first().unwrap_or(target).reading().following;
        View::does_it_follow_as(premises, target, following)
    }

    /// The same as [`View::does_it_follow`], with a say in how the answer may differ from the
    /// target.
    ///
    /// ```
    /// use peirast_etr::{Following, View};
    ///
    /// let premises: [View; 1] = ["{P(j()*)Q()}".parse()?];
    /// let target: View = "{P(j())}".parse()?; // the premise raises an issue that this one lacks
    /// assert!(!View::does_it_follow_as(&premises, &target, Following::UpToRenaming)?);
    /// assert!(View::does_it_follow_as(&premises, &target, Following::RegardlessOfIssues)?);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn does_it_follow_as(
        premises: &[View],
        target: &View,
        following: Following,
    ) -> Result<bool, Error> {
        let views: Vec<&View> = premises.iter().chain([target]).collect();
        View::ask(&views, |engine, views| {
            let (premises, target) = views.split_at(premises.len());
            engine.does_it_follow_as(premises, &target[0], following)
        })
    }
}
