//! Reading first-order logic: `∀x ∃y ((P(x*) ∧ ~Q(y)) → R(x))`.

use super::arities::Arities;
use super::fol_help::{self, ONE_ARROW};
use super::prefix::Prefix;
use super::scanner::Scanner;
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::interned::{InternedView, Parts};
use crate::issue::{Issue, Issues};
use crate::lexicon::AtomId;
use crate::relation::Quantifier;
use crate::row;
use crate::stage::Stage;
use crate::states::{Gathering, States};

/// Brackets and arguments may nest this deep in a text.
const MOST_NESTING: usize = 150;
/// The most states of a disjunction that may wait to be merged, if fewer are merged already.
const MOST_UNMERGED: usize = 1000;

/// Reads a formula from left to right, holding each part as the states that it amounts to.
///
/// The issues of a part are those from its beginning on; so negation finds those of the formula
/// that it negates.
pub(super) struct FolReader<'t, 'e> {
    pub(super) scanner: Scanner<'t>,
    pub(super) engine: &'e mut Engine,
    pub(super) prefix: Prefix<'t>,
    pub(super) issues: Vec<Issue>,
    pub(super) arities: Arities<'t>,
    /// The formula before the arrow, and the place of the arrow.
    given: Option<(States, usize)>,
    /// Steps taken so far.
    steps: usize,
    /// Sensible where PyETR is not.
    pub(super) own_ways: bool,
}

impl<'t> FolReader<'t, '_> {
    fn view(mut self) -> Result<InternedView, Error> {
        self.quantifiers()?;
        let quantified = self.own_ways && !self.prefix.is_empty();
        // As everywhere in logic, a quantifier takes the next formula.
        let states = if quantified { self.negation(0)? } else { self.sentence(0)? };
        if !self.scanner.is_done() {
            if quantified && self.is_at_connective() {
                let error = self.scanner.error("the end of what is quantified");
                return Err(error.help(fol_help::REACH).into());
            }
            return Err(self.unexpected("`∧`, `∨`, `→` or the end").into());
        }
        let supposition = self.given.map_or_else(States::verum, |(given, _)| given);
        let mut view = Parts {
            stage: Stage::unweighted(states),
            supposition,
            relation: self.prefix.take_relation(),
            issues: Issues::from_pairs(self.issues),
        };
        let lexicon = &self.engine.lexicon;
        self.prefix.check_used(&view, lexicon, self.scanner.text())?;
        if !view.issues.is_empty() {
            // A conjunction with ⊥ leaves marks behind without atoms that could have them.
            let atoms = view.all_atoms(lexicon);
            view.issues.restrict(&atoms);
        }
        Ok(view.into())
    }

    /// An error at this place, with help if the text here suggests some.
    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let error = self.scanner.error(expected);
        match fol_help::help(self.scanner.rest()) {
            Some(help) => error.help(help),
            None => error,
        }
    }

    pub(super) fn check_depth(&self, depth: usize) -> Result<(), ParseError> {
        if depth > MOST_NESTING {
            let help = format!("brackets and arguments may nest {MOST_NESTING} deep");
            return Err(self.scanner.error("no deeper nesting").help(help));
        }
        Ok(())
    }

    pub(super) fn close(&mut self, expected: &str) -> Result<(), ParseError> {
        if self.scanner.take(")") {
            return Ok(());
        }
        let error = self.unexpected(expected);
        Err(match error.help {
            Some(_) => error,
            None => error.help("every opening bracket needs its `)`"),
        })
    }

    fn quantifiers(&mut self) -> Result<(), Error> {
        loop {
            let kind = if self.scanner.take("∀") {
                Quantifier::Universal
            } else if self.scanner.take("∃") {
                Quantifier::Existential
            } else {
                return Ok(());
            };
            self.scanner.skip_space();
            let start = self.scanner.offset();
            let Some(name) = self.name() else {
                return Err(self.scanner.error("a variable").into());
            };
            if self.prefix.find(name).is_some() {
                return Err(self
                    .scanner
                    .error_at(start, "a variable that is not quantified yet")
                    .help(format!("`{name}` is quantified twice"))
                    .into());
            }
            self.prefix.bind(kind, name, &mut self.engine.lexicon)?;
        }
    }

    /// A formula that may be a conditional.
    fn sentence(&mut self, depth: usize) -> Result<States, Error> {
        let states = self.disjunction(depth)?;
        self.scanner.skip_space();
        let arrow = self.scanner.offset();
        if !self.scanner.take("→") {
            return Ok(states);
        }
        self.check_unconditional()?;
        let then = self.disjunction(depth)?;
        self.check_unconditional()?;
        if self.scanner.peek().is_some() && self.scanner.rest().starts_with('→') {
            return Err(self.scanner.error("no second `→`").help(ONE_ARROW).into());
        }
        self.given = Some((states, arrow));
        Ok(then)
    }

    /// Checks that no conditional has been read, which nothing may be joined to.
    fn check_unconditional(&self) -> Result<(), ParseError> {
        match &self.given {
            None => Ok(()),
            Some((_, arrow)) => {
                Err(self.scanner.error_at(*arrow, "no `→` inside a larger formula").help(ONE_ARROW))
            }
        }
    }

    fn disjunction(&mut self, depth: usize) -> Result<States, Error> {
        let first = self.conjunction(depth)?;
        if !self.takes_or() {
            return Ok(first);
        }
        self.check_unconditional()?;
        let mut all = vec![first];
        let mut unmerged = 0;
        loop {
            let more = self.conjunction(depth)?;
            self.check_unconditional()?;
            unmerged += more.len();
            all.push(more);
            if !self.takes_or() {
                return self.union(&all);
            }
            // Merging from time to time keeps the memory in proportion to the result.
            if unmerged > MOST_UNMERGED.max(2 * all[0].len()) {
                all = vec![self.union(&all)?];
                unmerged = 0;
            }
        }
    }

    fn is_at_connective(&self) -> bool {
        self.scanner.rest().starts_with(['→', '∨', '|', '∧', '&'])
    }

    fn takes_or(&mut self) -> bool {
        self.scanner.take("∨") || self.scanner.take("|")
    }

    fn takes_and(&mut self) -> bool {
        self.scanner.take("∧") || self.scanner.take("&")
    }

    fn conjunction(&mut self, depth: usize) -> Result<States, Error> {
        let mut all = self.negation(depth)?;
        while self.takes_and() {
            self.check_unconditional()?;
            let more = self.negation(depth)?;
            self.check_unconditional()?;
            all = self.product(all, more)?;
        }
        Ok(all)
    }

    fn negation(&mut self, depth: usize) -> Result<States, Error> {
        let mut times = 0;
        while self.scanner.take("~") {
            times += 1;
        }
        let marked_from = self.issues.len();
        let mut states = self.element(depth)?;
        if times > 0 {
            self.check_unconditional()?;
        }
        for _ in 0..times {
            states = self.negate(&states, marked_from)?;
        }
        Ok(states)
    }

    fn element(&mut self, depth: usize) -> Result<States, Error> {
        let states = if self.scanner.take("(") {
            self.check_depth(depth + 1)?;
            let states = self.sentence(depth + 1)?;
            self.close("`∧`, `∨` or `)`")?;
            states
        } else if self.scanner.take("⊤") {
            States::verum()
        } else if self.scanner.take("⊥") {
            States::none()
        } else {
            let atom = self.atom(depth)?;
            self.state(atom)
        };
        if self.scanner.peek() == Some(b'*') {
            return Err(self.unexpected("no mark on a formula").into());
        }
        Ok(states)
    }

    fn state(&self, atom: AtomId) -> States {
        States::single(&row::from_atoms([atom], self.engine.lexicon.width()))
    }

    /// Counts steps, so that a text cannot ask for much work again and again.
    fn spend(&mut self, a: usize, b: usize) -> Result<(), Error> {
        self.steps = self.steps.saturating_add(a.saturating_mul(b));
        self.engine.limits.limits.check_steps(self.steps, 1)?;
        self.engine.limits.spend(a.saturating_mul(b) as u64)
    }

    fn union(&mut self, all: &[States]) -> Result<States, Error> {
        let width = all.iter().map(States::width).max().unwrap_or(1);
        let mut union = Gathering::new(width);
        for states in all {
            self.spend(states.len(), 1)?;
            for state in states.iter() {
                let (at, _) = union.place(state);
                self.engine.limits.check_states(at, width)?;
            }
        }
        Ok(union.states)
    }

    fn product(&mut self, left: States, right: States) -> Result<States, Error> {
        self.spend(left.len(), right.len())?;
        let (left, right) = (Stage::unweighted(left), Stage::unweighted(right));
        Ok(self.engine.stage_product(&left, &States::verum(), &right)?.into_states())
    }

    /// `[Γ]ᴺ`; the marks of Γ's atoms move to their negations.
    fn negate(&mut self, states: &States, marked_from: usize) -> Result<States, Error> {
        let atoms = states.all_atoms();
        let marked = self.issues.split_off(marked_from);
        let kept = marked.into_iter().filter(|issue| row::contains(&atoms, issue.atom));
        self.issues.extend(kept.map(|issue| Issue {
            open: issue.open.negated(),
            atom: issue.atom.negated(),
            ..issue
        }));
        let negated = self.engine.negated_states(states)?;
        self.spend(states.len(), negated.len())?;
        Ok(negated)
    }
}

impl Engine {
    /// Reads a formula of first-order logic as a view.
    ///
    /// Quantifiers `∀` and `∃` come in front, and take the next formula, `∀x (P(x) → Q())`; under
    /// [`Reading::PYETR_1_0_0`](crate::Reading::PYETR_1_0_0) they take all that follows, with or
    /// without the brackets. `~` is *not*, `∧` or `&` *and*, `∨` or `|` *or*, `⊤` and `⊥` are verum
    /// and falsum. `→` may occur once, outermost: `A → B` is the view `{B}^{A}`. Terms and their
    /// marks are written as in views, with brackets behind constants and propositions:
    /// `Taller(john()*, x)`. A name takes the same number of arguments everywhere. The formula is
    /// multiplied out into states as it is, by the product and negation of the theory, which drop
    /// and simplify nothing (definitions 15 and 19).
    ///
    /// ```
    /// use peirast_etr::{Engine, Error};
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read_fol("∀x (Red(x*) → ~(Cold(x*) ∧ Wet(x)))")?;
    /// assert_eq!(engine.show(&view), "∀x {~Cold(x*),~Wet(x)}^{Red(x*)}");
    ///
    /// let Err(Error::Parse(error)) = engine.read_fol("P() → Q() → R()") else { panic!() };
    /// assert_eq!(error.column, 11);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text is no such formula, with the place and, if it can be guessed,
    /// the repair; [`Error::TooManyStates`] or [`Error::TooManySteps`] if the formula has more
    /// states, or takes longer to multiply out, than the limits allow; [`Error::Arithmetic`] or
    /// [`Error::TermTooLarge`] if a term in it cannot be made.
    pub fn read_fol(&mut self, text: &str) -> Result<InternedView, Error> {
        let own_ways = self.reading().mends_texts();
        let reader = FolReader {
            scanner: Scanner::new(text),
            engine: self,
            prefix: Prefix::default(),
            issues: Vec::new(),
            arities: Arities::default(),
            given: None,
            steps: 0,
            own_ways,
        };
        reader.view()
    }
}

#[cfg(test)]
mod tests;
