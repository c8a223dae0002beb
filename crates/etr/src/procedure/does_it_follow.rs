//! Does it follow?

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::operation::Operation;
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
        self.answered_apart_from(target, |engine| {
            engine.follows_either_way(premises, target, following)
        })
    }

    /// The same of the premises in this order alone.
    pub(crate) fn accepts_in_order(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        self.answered_apart_from(target, |engine| {
            engine.follows_in_order(premises, target, following)
        })
    }

    /// Answers with fresh names that are none of the target's.
    fn answered_apart_from(
        &mut self,
        target: &InternedView,
        answer: impl Fn(&mut Engine) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let mut answered = self.apart_from([target], &answer);
        if answered == Err(Error::Clash) {
            // A fresh name equals one of the target's; PyETR, with other fresh names, gives an
            // answer.
            let before = std::mem::replace(&mut self.reserved, target.relation.objects());
            answered = answer(self);
            self.reserved = before;
        }
        answered
    }

    fn follows_either_way(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        if self.follows_in_order(premises, target, following)? {
            return Ok(true);
        }
        if self.is_same_reversed(premises) {
            return Ok(false);
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
        self.bears_out(&view, target, following)
    }

    /// Does the state of mind support the target?
    pub(super) fn bears_out(
        &mut self,
        view: &InternedView,
        target: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        if following == Following::Strict || target.relation.is_empty() {
            return self.endorses(view, target, following);
        }
        // The objects of a target are arbitrary, so they may be any of the view's.
        let sharings = self.sharings(view, target);
        let objects = sharings.objects.clone();
        for way in sharings {
            let shared = self.shared(view, target, &objects, &way)?;
            // New objects on the way must not take the present names of the target's objects
            // either.
            let reserved = self.reserved.union(&shared.relation.objects());
            let before = std::mem::replace(&mut self.reserved, reserved);
            // A trace contains only the way that succeeds.
            let mut answer = self.unrecorded(|engine| engine.endorses(view, &shared, following));
            if answer == Ok(true) && self.is_watched() {
                answer = self.endorses(view, &shared, following);
            }
            self.reserved = before;
            if answer? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is the target what the view answers to the question whether it holds?
    fn endorses(
        &mut self,
        view: &InternedView,
        target: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        let supposed = if target.supposition.is_verum() && self.is_kept_supposing_verum(view) {
            view.clone()
        } else {
            let given = Parts {
                relation: target.relation.clone(),
                issues: target.issues.clone(),
                ..Parts::new(Stage::unweighted(target.supposition.clone()))
            };
            let given = given.piped(&self.lexicon)?;
            self.step(Operation::Suppose, view.clone(), &given, Engine::supposed)?
        };
        let answer = self.step(Operation::Query, supposed, target, Engine::queried)?;
        let (answer, target) = match following {
            Following::RegardlessOfIssues => (without_issues(&answer), without_issues(target)),
            _ => (answer, target.clone()),
        };
        match following {
            Following::Strict => Ok(answer.same(&target)),
            _ => self.equivalent(&answer, &target),
        }
    }

    /// Does supposing ⊤ leave a view as it is? It still strips weights of terms about objects that their
    /// states do not speak of.
    fn is_kept_supposing_verum(&self, view: &InternedView) -> bool {
        let strips = view.stage.is_weighted() && self.lexicon.has_objects();
        !strips && !self.is_watched()
    }
}

fn without_issues(view: &InternedView) -> InternedView {
    Parts { issues: Default::default(), ..view.parts() }.into()
}

impl View {
    /// *Does it follow?* Are people predicted to accept the conclusion `target` if it is shown to
    /// them?
    ///
    /// They suppose what the conclusion supposes and ask whether the premises support the rest:
    ///
    /// ```text
    /// basic_step(P₁ … Pₙ)[Ψ^{0}_SJ]ˢ[Δ^Ψ_SJ]Q = Δ^Ψ_SJ   (target Δ^Ψ_SJ)
    /// ```
    ///
    /// If not, they try the premises in reverse order. ⊤ follows from all premises that do not
    /// contradict themselves. Premises with weights pass them on to the answer, so that a target
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
    /// not matter by default: a target follows if it does under some names for its arbitrary
    /// objects, those of the premises among them (at most ten thousand assignments of objects to
    /// objects are tried). [`View::does_it_follow_as`] lets you choose.
    ///
    /// ```
    /// use peirast_etr::{Following, View};
    ///
    /// let all: View = "Ax {A(x)B(x)}^{A(x)}".parse()?;
    /// let renamed: View = "Ay {A(y)B(y)}^{B(y)}".parse()?;
    /// assert!(View::does_it_follow(&[all.clone()], &renamed)?);
    /// assert!(!View::does_it_follow_as(&[all], &renamed, Following::Strict)?);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
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

#[cfg(test)]
mod tests {
    use super::*;

    fn follows(premise: &str, target: &str, following: Following) -> bool {
        let [premise, target] = [premise, target].map(|text| text.parse().expect("a view"));
        View::does_it_follow_as(&[premise], &target, following).expect("an answer")
    }

    #[test]
    fn names_of_arbitrary_objects_do_not_matter() {
        for (premise, target) in [
            ("Ax {P(x)}", "Ay {P(y)}"),
            ("Ax {P(x*)Q(x)}", "Ay {P(y*)}"),
            ("Ax {A(x)B(x)}^{A(x)}", "Ay {A(y)B(y)}^{A(y)}"),
            ("Ax {A(x)B(x)}^{A(x)}", "Ay {A(y)B(y)}^{B(y)}"),
            ("Ex {P(x)}", "Ey {P(y)}"),
            ("Ax Ey {R(x,y)}", "Au Ev {R(u,v)}"),
            ("Ax Ey {R(x,y)}", "Ay Ex {R(y,x)}"),
            ("Ax Ay {R(x,y)S(y)}", "Au Av {R(v,u)S(u)}"),
        ] {
            assert!(follows(premise, target, Following::UpToRenaming), "{premise} |= {target}");
            assert!(!follows(premise, target, Following::Strict), "{premise} |= {target}");
        }
    }

    #[test]
    fn what_else_differs_matters() {
        for (premise, target) in [
            ("Ax {P(x)}", "Ay {Q(y)}"),
            ("Ax {P(x)}", "Ay {~P(y)}"),
            ("Ax Ay {R(x,y)}", "Ax {R(x,x)}"),
            ("Ax Ey {R(x,y)}", "Ey Ax {R(x,y)}"),
            ("Ax {P(x)}", "Ay Az {P(y)P(z)}"),
        ] {
            assert!(!follows(premise, target, Following::UpToRenaming), "{premise} |= {target}");
        }
    }
}
