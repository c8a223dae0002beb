//! Formulas as a script builds them, and what they come to as sets of states.

use super::MOST_NESTING;
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::lexicon::AtomId;
use crate::relation::Quantifier;
use crate::row;
use crate::stage::Stage;
use crate::states::{Gathering, States};
use std::rc::Rc;

/// A formula by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FormulaId(usize);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Formula<'t> {
    Atom(AtomId),
    Not(FormulaId),
    /// Without operands it is true.
    And(Vec<FormulaId>),
    /// Without operands it is false.
    Or(Vec<FormulaId>),
    Implies(FormulaId, FormulaId),
    Quantified(Quantifier, Vec<&'t str>, FormulaId),
}

/// The most formulas of one script, definitions spelled out.
const MOST_FORMULAS: usize = 4_000_000;

#[derive(Debug)]
struct Node<'t> {
    formula: Formula<'t>,
    /// The place in the text where it was made.
    at: usize,
    depth: usize,
    /// The number of formulas that use it.
    uses: u32,
    /// Its states, kept for the next use.
    states: Option<Rc<States>>,
}

/// All formulas of a script. A formula that `let` shares is stored once, and evaluated once.
#[derive(Debug)]
pub(super) struct FormulaStore<'t> {
    text: &'t str,
    nodes: Vec<Node<'t>>,
    /// Elementary steps taken in working out states.
    steps: u64,
}

impl<'t> FormulaStore<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        FormulaStore { text, nodes: Vec::new(), steps: 0 }
    }

    pub(super) fn get(&self, formula: FormulaId) -> &Formula<'t> {
        &self.nodes[formula.0].formula
    }

    /// The place in the text where a formula was made.
    pub(super) fn place(&self, formula: FormulaId) -> usize {
        self.nodes[formula.0].at
    }

    /// Adds a formula; connectives without need are left out, as PySMT does it.
    pub(super) fn add(&mut self, formula: Formula<'t>, at: usize) -> Result<FormulaId, ParseError> {
        match &formula {
            Formula::And(operands) | Formula::Or(operands) if operands.len() == 1 => {
                return Ok(operands[0]);
            }
            Formula::Not(denied) => {
                if let Formula::Not(affirmed) = self.get(*denied) {
                    return Ok(*affirmed);
                }
            }
            _ => {}
        }
        let depth = 1 + self.depth_inside(&formula);
        if depth > MOST_NESTING {
            let help = format!("formulas may nest {MOST_NESTING} deep, with all that they share");
            return Err(ParseError::new(self.text, at, "no deeper nesting").help(help));
        }
        if self.nodes.len() >= MOST_FORMULAS {
            let help =
                format!("a script may hold {MOST_FORMULAS} of them, definitions spelled out");
            return Err(ParseError::new(self.text, at, "no more formulas").help(help));
        }
        for inner in operands(&formula) {
            self.nodes[inner.0].uses += 1;
        }
        self.nodes.push(Node { formula, at, depth, uses: 0, states: None });
        Ok(FormulaId(self.nodes.len() - 1))
    }

    fn depth_inside(&self, formula: &Formula<'t>) -> usize {
        operands(formula).map(|inner| self.nodes[inner.0].depth).max().unwrap_or(0)
    }

    /// The atom that a formula is, or that it denies.
    fn literal(&self, formula: FormulaId) -> Option<AtomId> {
        match self.get(formula) {
            Formula::Atom(atom) => Some(*atom),
            Formula::Not(denied) => match self.get(*denied) {
                Formula::Atom(atom) => Some(atom.negated()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The states of a formula without quantifiers and implications: `and` is the product of
    /// states, `or` their union, `not` their negation.
    pub(super) fn states(
        &mut self,
        formula: FormulaId,
        engine: &mut Engine,
    ) -> Result<Rc<States>, Error> {
        if let Some(known) = &self.nodes[formula.0].states {
            return Ok(Rc::clone(known));
        }
        if let Some(atom) = self.literal(formula) {
            return Ok(Rc::new(States::single(&row::from_atoms([atom], engine.lexicon.width()))));
        }
        let states = match self.get(formula).clone() {
            Formula::Not(denied) => {
                let denied = self.states(denied, engine)?;
                let negated = engine.negated_states(&denied)?;
                self.spend(denied.len(), negated.len(), engine)?;
                negated
            }
            Formula::And(operands) => self.product(&operands, engine)?,
            Formula::Or(operands) => self.union(&operands, engine)?,
            Formula::Implies(..) => return Err(self.misplaced(formula, "no implication").into()),
            Formula::Atom(_) | Formula::Quantified(..) => {
                return Err(self.misplaced(formula, "no quantifier").into());
            }
        };
        let states = Rc::new(states);
        if self.nodes[formula.0].uses > 1 {
            self.nodes[formula.0].states = Some(Rc::clone(&states));
        }
        Ok(states)
    }

    fn product(&mut self, operands: &[FormulaId], engine: &mut Engine) -> Result<States, Error> {
        let width = engine.lexicon.width();
        let literals = operands.iter().filter_map(|operand| self.literal(*operand));
        let mut all = Stage::unweighted(States::single(&row::from_atoms(literals, width)));
        for operand in operands {
            if self.literal(*operand).is_some() {
                continue;
            }
            let states = self.states(*operand, engine)?;
            self.spend(all.len(), states.len(), engine)?;
            let more = Stage::unweighted(States::clone(&states));
            all = engine.stage_product(&all, &States::verum(), &more)?;
        }
        Ok(all.into_states())
    }

    fn union(&mut self, operands: &[FormulaId], engine: &mut Engine) -> Result<States, Error> {
        let width = engine.lexicon.width();
        let mut all = Gathering::new(width);
        for operand in operands {
            let states = self.states(*operand, engine)?;
            self.spend(1, states.len(), engine)?;
            for state in states.iter() {
                let (at, _) = all.place(state);
                engine.limits.check_states(at, width)?;
            }
        }
        Ok(all.states)
    }

    /// Keeps the work of all formulas together within the limit.
    fn spend(&mut self, a: usize, b: usize, engine: &Engine) -> Result<(), Error> {
        let pairs = (a as u64).saturating_mul(b as u64).saturating_add(1);
        self.steps = self.steps.saturating_add(pairs.saturating_mul(engine.lexicon.width() as u64));
        if self.steps > engine.limits.steps {
            return Err(Error::TooManySteps { limit: engine.limits.steps });
        }
        engine.limits.spend(pairs)
    }

    fn misplaced(&self, formula: FormulaId, expected: &str) -> ParseError {
        ParseError::new(self.text, self.place(formula), format!("{expected} here")).help(
            "a view has its quantifiers in front, then one implication at most, and neither inside \
             `and`, `or`, `not` or `=>`; assertions that are views by themselves can be read as \
             several views",
        )
    }
}

/// The formulas that a formula is made of.
fn operands<'f>(formula: &'f Formula<'_>) -> impl Iterator<Item = &'f FormulaId> {
    let (many, pair): (&[FormulaId], [Option<&FormulaId>; 2]) = match formula {
        Formula::Atom(_) => (&[], [None, None]),
        Formula::Not(one) | Formula::Quantified(_, _, one) => (&[], [Some(one), None]),
        Formula::And(all) | Formula::Or(all) => (all, [None, None]),
        Formula::Implies(one, other) => (&[], [Some(one), Some(other)]),
    };
    many.iter().chain(pair.into_iter().flatten())
}
