//! Erotetic equilibrium: which question cures the fallacy?

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::issue::Issues;
use crate::lexicon::AtomId;
use crate::reading::Following;
use crate::row;
use crate::stage::Stage;
use crate::states::States;
use crate::view::View;

/// The bounds of the search for questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EquilibriumBounds {
    /// The most questions asked together. Two unless told otherwise.
    pub questions: usize,
    /// The most sets of questions tried. A hundred thousand unless told otherwise.
    pub sets: usize,
}

impl Default for EquilibriumBounds {
    fn default() -> Self {
        EquilibriumBounds { questions: 2, sets: 100_000 }
    }
}

/// The result of a search for questions.
#[derive(Debug, Clone)]
pub struct Equilibrium {
    /// The default conclusion, without any question.
    pub conclusion: InternedView,
    /// The smallest sets of questions after which that is withdrawn; all of one size, none if
    /// there are none within the bounds.
    pub cures: Vec<Cure>,
    /// The number of sets of questions tried; 0 if nothing was concluded.
    pub tried: usize,
    /// Did the search try every set of the sizes it reached, up to the bound on questions? If so
    /// and there is no cure, the conclusion is in equilibrium as far as these questions go.
    pub complete: bool,
}

/// Questions that make a conclusion go away.
#[derive(Debug, Clone)]
pub struct Cure {
    /// The questions, in this order, once the first premise has been taken in.
    pub questions: Vec<InternedView>,
    /// The conclusion then.
    pub conclusion: InternedView,
}

impl Engine {
    /// Looks for the smallest sets of questions that, raised after the first premise, make the
    /// default conclusion go away.
    ///
    /// The theory's norm is *erotetic equilibrium*: a conclusion is safe if it survives all further
    /// questions that one might raise, and a fallacy is a conclusion that does not. A question here
    /// is whether some atom of the premises holds ([`Engine::inquire`]), so that the search is
    /// finite. It tries all sets of one question, then all of two, up to the bounds, and says
    /// whether it tried them all. The conclusion is withdrawn if it does not follow, in the sense
    /// of [`Engine::does_it_follow`], from the state of mind once the questions have been raised
    /// and the premises taken in, in the order in which the conclusion was drawn.
    ///
    /// ```
    /// use peirast_etr::{Engine, EquilibriumBounds};
    ///
    /// // There is an ace and a king, or else a queen and a jack. There is an ace.
    /// let mut engine = Engine::default();
    /// let premises = [engine.read("{Ace()King(), Queen()Jack()}")?, engine.read("{Ace()}")?];
    /// let found = engine.equilibrium(&premises, &EquilibriumBounds::default())?;
    /// assert_eq!(engine.show(&found.conclusion), "{King()}");
    ///
    /// // Whoever asks whether there is an ace notices that there may be one in both cases, so
    /// // that hearing of it decides nothing.
    /// let cure = &found.cures[0];
    /// assert_eq!(engine.show(&cure.questions[0]), "{Ace()}");
    /// assert_eq!(engine.show(&cure.conclusion), "{0}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::default_inference`].
    pub fn equilibrium(
        &mut self,
        premises: &[InternedView],
        bounds: &EquilibriumBounds,
    ) -> Result<Equilibrium, Error> {
        self.apart_from(premises, |engine| engine.equilibrium_of(premises, bounds))
    }

    fn equilibrium_of(
        &mut self,
        premises: &[InternedView],
        bounds: &EquilibriumBounds,
    ) -> Result<Equilibrium, Error> {
        let conclusion = self.default_inference(premises)?;
        let mut found = Equilibrium { conclusion, cures: Vec::new(), tried: 0, complete: true };
        if found.conclusion.is_verum() {
            return Ok(found);
        }
        let premises = self.in_order_of_inference(premises)?;
        let questions = self.questions(&premises);
        for size in 1..=bounds.questions.min(questions.len()) {
            let mut choice: Vec<usize> = (0..size).collect();
            loop {
                if found.tried == bounds.sets {
                    found.complete = false;
                    return Ok(found);
                }
                let asked: Vec<_> = choice.iter().map(|at| questions[*at].clone()).collect();
                found.tried += 1;
                let mind = self.mind_after(&premises, &asked)?;
                let bears_out = self.bears_out(&mind, &found.conclusion, Following::UpToRenaming);
                if !bears_out? {
                    let then = self.left_to_say(mind, &premises)?;
                    found.cures.push(Cure { questions: asked, conclusion: then });
                }
                if !next_choice(&mut choice, questions.len()) {
                    break;
                }
            }
            if !found.cures.is_empty() {
                return Ok(found);
            }
        }
        Ok(found)
    }

    /// The premises in the order in which the default conclusion was drawn from them.
    fn in_order_of_inference(
        &mut self,
        premises: &[InternedView],
    ) -> Result<Vec<InternedView>, Error> {
        let forwards = self.inferred(premises)?;
        let mut order = premises.to_vec();
        if forwards.is_verum() || forwards.is_falsum() {
            order.reverse();
        }
        Ok(order)
    }

    /// The state of mind once the premises have been taken in, with questions raised after the
    /// first.
    fn mind_after(
        &mut self,
        premises: &[InternedView],
        questions: &[InternedView],
    ) -> Result<InternedView, Error> {
        let Some((first, others)) = premises.split_first() else {
            return Ok(InternedView::verum());
        };
        let deposed = self.depose(first)?;
        let mut view = self.update(&InternedView::verum(), &deposed)?;
        for question in questions {
            view = self.inquire(&view, question)?;
        }
        for premise in others {
            view = self.update(&view, premise)?;
        }
        self.factor(&view, &InternedView::falsum())
    }

    /// The rest of the view without the premises, which need not be said again.
    fn left_to_say(
        &mut self,
        mut view: InternedView,
        premises: &[InternedView],
    ) -> Result<InternedView, Error> {
        if let Some((first, others)) = premises.split_first() {
            let deposed = self.depose(first)?;
            view = self.factor(&view, &deposed)?;
            for premise in others {
                view = self.factor(&view, premise)?;
            }
        }
        Ok(if view.is_falsum() { InternedView::verum() } else { view })
    }

    /// A question for each atom of the premises, affirmed, in the order in which they are written.
    fn questions(&mut self, premises: &[InternedView]) -> Vec<InternedView> {
        let mut questions: Vec<InternedView> = Vec::new();
        for premise in premises {
            let atoms = premise.all_atoms(&self.lexicon);
            let mut atoms: Vec<AtomId> = row::atoms(&atoms)
                .map(AtomId::affirmed)
                .filter(|a| !self.lexicon.is_do(*a))
                .collect();
            atoms.sort_by(|a, b| self.lexicon.compare_atoms(*a, *b));
            atoms.dedup();
            for atom in atoms {
                let question = self.question(atom, premise);
                if !questions.iter().any(|known| known.same(&question)) {
                    questions.push(question);
                }
            }
        }
        questions
    }

    /// The question if an atom holds, its objects quantified as in the premise that has it.
    fn question(&self, atom: AtomId, premise: &InternedView) -> InternedView {
        let state = row::from_atoms([atom], self.lexicon.width());
        let issues = premise.issues.iter().filter(|issue| issue.atom == atom).copied();
        Parts {
            stage: Stage::unweighted(States::single(&state)),
            supposition: States::verum(),
            relation: premise.relation.restricted(self.lexicon.atom_objects(atom)),
            issues: Issues::from_pairs(issues),
        }
        .into()
    }
}

/// The next set of numbers below `of`, in lexicographic order; false after the last.
fn next_choice(choice: &mut [usize], of: usize) -> bool {
    let size = choice.len();
    for at in (0..size).rev() {
        if choice[at] + (size - at) < of {
            choice[at] += 1;
            for later in at + 1..size {
                choice[later] = choice[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

impl View {
    /// The smallest sets of questions after which people are predicted to withdraw the default
    /// conclusion from these premises, each with the conclusion then; see [`Engine::equilibrium`].
    ///
    /// ```
    /// use peirast_etr::{EquilibriumBounds, View};
    ///
    /// let premises: [View; 2] = ["{Ace()King(), Queen()Jack()}".parse()?, "{Ace()}".parse()?];
    /// let cures = View::equilibrium(&premises, &EquilibriumBounds::default())?;
    /// assert_eq!(cures[0].0[0].to_string(), "{Ace()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn equilibrium(
        premises: &[View],
        bounds: &EquilibriumBounds,
    ) -> Result<Vec<(Vec<View>, View)>, Error> {
        let mut engine = Engine::default();
        let premises =
            premises.iter().map(|view| engine.import(view)).collect::<Result<Vec<_>, _>>()?;
        let found = engine.equilibrium(&premises, bounds)?;
        Ok(found
            .cures
            .iter()
            .map(|cure| {
                let questions = cure.questions.iter().map(|view| engine.export(view)).collect();
                (questions, engine.export(&cure.conclusion))
            })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::next_choice;

    #[test]
    fn what_follows_whatever_is_asked_is_not_called_cured() {
        for premises in [
            &["{A()B()}", "{A()}"][..],
            &["{B()A()}^{A()}", "{C()B()}^{B()}", "{A()}"],
            &["{A(),B()}", "{~A()}"],
        ] {
            let mut engine = crate::Engine::default();
            let premises: Vec<_> = premises.iter().map(|text| engine.read(text).unwrap()).collect();
            let found = engine.equilibrium(&premises, &Default::default()).unwrap();
            assert!(found.cures.is_empty(), "{}", engine.show(&found.conclusion));
            assert!(found.complete && found.tried > 0);
        }
    }

    #[test]
    fn every_choice_comes_once() {
        let mut choice = vec![0, 1];
        let mut all = vec![choice.clone()];
        while next_choice(&mut choice, 4) {
            all.push(choice.clone());
        }
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }
}
