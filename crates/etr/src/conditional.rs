//! The two ways to hear *if A then B*.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::reading::{Numbers, Reading};
use crate::row;
use crate::stage::Stage;
use crate::states::{Gathering, States};

/// A way to understand *if A then B*, in English or written with an arrow by people.
///
/// Views themselves are not concerned: `{B()}^{A()}` says what it says. Neither are the formats of
/// logic, whose arrow is the supposition of a view and nothing more, so that they read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conditional {
    /// `{AB}^{A}`, as the worked examples of *Reason and Inquiry* have it: condition and consequence
    /// are in mind together. Hearing B brings up A, so that people affirm the consequent (example
    /// 33).
    Book,
    /// `{B}^{A}`, the bare supposition: B is added where A is. Hearing B brings up nothing.
    Bare,
}

impl Conditional {
    /// Both.
    pub const ALL: [Conditional; 2] = [Conditional::Book, Conditional::Bare];

    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Conditional::Book => "book",
            Conditional::Bare => "bare",
        }
    }

    /// The way of hearing of this name.
    ///
    /// ```
    /// use peirast_etr::Conditional;
    ///
    /// assert_eq!(Conditional::named("book"), Some(Conditional::Book));
    /// assert_eq!(Conditional::named("material"), None);
    /// ```
    pub fn named(name: &str) -> Option<Conditional> {
        Conditional::ALL.into_iter().find(|conditional| conditional.name() == name)
    }

    /// The view that *if A then B* becomes.
    pub fn form(self) -> &'static str {
        match self {
            Conditional::Book => "{AB}^{A}",
            Conditional::Bare => "{B}^{A}",
        }
    }

    /// The usual way to understand *if A then B* under a reading: as the book has it, but as a bare
    /// supposition under `pyetr-1.0.0`, whose arrow is that.
    pub fn usual(reading: &Reading) -> Conditional {
        match reading.numbers {
            Numbers::Exact => Conditional::Book,
            Numbers::Float => Conditional::Bare,
        }
    }
}

impl Engine {
    /// The view with its supposition understood as the condition of *if ... then* in this way. A
    /// view that supposes nothing stays as it is.
    ///
    /// ```
    /// use peirast_etr::{Conditional, Engine};
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ax {Mortal(x)}^{Man(x*)}")?;
    /// let heard = engine.heard_as(&view, Conditional::Book)?;
    /// assert_eq!(engine.show(&heard), "∀x {Man(x*)Mortal(x)}^{Man(x*)}");
    /// let heard = engine.heard_as(&view, Conditional::Bare)?;
    /// assert_eq!(engine.show(&heard), engine.show(&view));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooManyStates`] and [`Error::TooManySteps`].
    pub fn heard_as(
        &mut self,
        view: &InternedView,
        conditional: Conditional,
    ) -> Result<InternedView, Error> {
        if conditional == Conditional::Bare || view.supposition.is_verum() {
            return Ok(view.clone());
        }
        let condition = Stage::unweighted(view.supposition.clone());
        let stage = self.stage_product(&view.stage, &States::verum(), &condition)?;
        Parts {
            stage,
            supposition: view.supposition.clone(),
            relation: view.relation.clone(),
            issues: view.issues.clone(),
        }
        .piped(&self.lexicon)
    }
}

impl Parts {
    /// The consequences of which this view is what the book makes of *if ... then*, without the
    /// condition that is in mind with them; `None` if it is not so made.
    pub(crate) fn consequences(&self) -> Option<States> {
        let supposed = &self.supposition;
        if supposed.is_verum() || supposed.is_none() || self.stage.states().is_none() {
            return None;
        }
        let width = self.width();
        let mut consequences = Gathering::new(width);
        for state in self.stage.states().iter() {
            let condition = supposed.iter().find(|one| row::is_subset(one, state))?;
            let mut rest = row::StateRow::from_slice(state);
            row::subtract(&mut rest, condition);
            consequences.place(&rest);
        }
        let mut again = Gathering::new(width);
        for consequence in consequences.states.iter() {
            for condition in supposed.iter() {
                again.place_union(consequence, condition);
            }
        }
        again.states.same_set(self.stage.states()).then_some(consequences.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(view: &str) -> String {
        let mut engine = Engine::default();
        let view = engine.read(view).expect("a view");
        let heard = engine.heard_as(&view, Conditional::Book).expect("a view");
        let again = engine.heard_as(&heard, Conditional::Book).expect("a view");
        assert!(heard.states() > 1 || again.same(&heard), "heard twice it is the same");
        engine.show(&heard)
    }

    #[test]
    fn a_condition_is_kept_in_mind_with_every_consequence() {
        assert_eq!(heard("{B(),C()}^{A()}"), "{A()B(),A()C()}^{A()}");
        assert_eq!(heard("{B()}^{A(),C()}"), "{A()B(),B()C()}^{A(),C()}");
        assert_eq!(heard("Ax Ey {L(x,y)}^{P(x*)}"), "∀x ∃y {L(x,y)P(x*)}^{P(x*)}");
        assert_eq!(heard("{0}^{A()}"), "{A()}^{A()}");
        assert_eq!(heard("{}^{A()}"), "{}^{A()}");
        assert_eq!(heard("{A(),B()}"), "{A(),B()}");
    }

    #[test]
    fn what_the_book_makes_of_a_conditional_is_known_again() {
        let consequences = |text: &str| {
            let mut engine = Engine::default();
            let view = engine.read(text).expect("a view");
            view.consequences().map(|states| states.len())
        };
        for (view, count) in [
            ("{A()B()}^{A()}", Some(1)),
            ("{A()B(),A()C()}^{A()}", Some(2)),
            ("{A()B(),B()C()}^{A(),C()}", Some(1)),
            ("{A()}^{A()}", Some(1)),
            ("{B()}^{A()}", None),
            ("{A()B(),C()}^{A()}", None),
            // Only one of two conditions is in mind with the consequence.
            ("{A()B()}^{A(),C()}", None),
            ("{A()B()}", None),
            ("{}^{A()}", None),
        ] {
            assert_eq!(consequences(view), count, "{view}");
        }
    }

    #[test]
    fn the_book_affirms_the_consequent_and_a_bare_supposition_does_not() {
        for (conditional, conclusion) in [(Conditional::Book, "{A()}"), (Conditional::Bare, "{0}")]
        {
            let mut engine = Engine::default();
            let view = engine.read("{B()}^{A()}").expect("a view");
            let view = engine.heard_as(&view, conditional).expect("a view");
            let second = engine.read("{B()}").expect("a view");
            let concluded = engine.default_inference(&[view, second]).expect("a view");
            assert_eq!(engine.show(&concluded), conclusion, "{conditional:?}");
        }
    }
}
