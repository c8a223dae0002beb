//! Terms and formulas of first-order logic.

use crate::signature::{FunctionId, PredicateId, VariableId};

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable bound by a quantifier.
    Variable(VariableId),
    /// A function of terms; a constant has none.
    Apply(FunctionId, Vec<Term>),
}

impl Term {
    /// A constant.
    pub fn constant(function: FunctionId) -> Term {
        Term::Apply(function, Vec::new())
    }

    fn mentions(&self, variable: VariableId) -> bool {
        match self {
            Term::Variable(one) => *one == variable,
            Term::Apply(_, terms) => terms.iter().any(|term| term.mentions(variable)),
        }
    }
}

/// All or some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// ∀
    All,
    /// ∃
    Some,
}

impl Quantifier {
    /// The quantifier under negation.
    pub fn dual(self) -> Quantifier {
        match self {
            Quantifier::All => Quantifier::Some,
            Quantifier::Some => Quantifier::All,
        }
    }
}

/// A formula of first-order logic with identity.
///
/// Formulas may nest to a depth of [`Formula::MOST_NESTING`]. The parsers of this crate make no
/// deeper ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// ⊤ or ⊥.
    Truth(bool),
    /// A predicate of terms.
    Atom(PredicateId, Vec<Term>),
    /// Two terms name the same thing.
    Equal(Term, Term),
    /// The negation.
    Not(Box<Formula>),
    /// All of them; ⊤ if there are none.
    And(Vec<Formula>),
    /// At least one of them; ⊥ if there are none.
    Or(Vec<Formula>),
    /// If the first then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For all individuals, or for some.
    Quantified(Quantifier, VariableId, Box<Formula>),
}

impl Formula {
    /// The greatest depth of nesting, which keeps recursion from exhausting the stack.
    pub const MOST_NESTING: usize = 200;

    /// Tests if the variable occurs, other than at its quantifier.
    pub(crate) fn mentions(&self, variable: VariableId) -> bool {
        match self {
            Formula::Truth(_) => false,
            Formula::Atom(_, terms) => terms.iter().any(|term| term.mentions(variable)),
            Formula::Equal(one, two) => one.mentions(variable) || two.mentions(variable),
            Formula::Not(inner) | Formula::Quantified(_, _, inner) => inner.mentions(variable),
            Formula::And(all) | Formula::Or(all) => all.iter().any(|one| one.mentions(variable)),
            Formula::Implies(one, two) | Formula::Iff(one, two) => {
                one.mentions(variable) || two.mentions(variable)
            }
        }
    }

    /// `¬self`; a double negation is removed.
    #[must_use]
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            Formula::Truth(value) => Formula::Truth(!value),
            other => Formula::Not(Box::new(other)),
        }
    }

    /// `self → conclusion`.
    #[must_use]
    pub fn implies(self, conclusion: Formula) -> Formula {
        Formula::Implies(Box::new(self), Box::new(conclusion))
    }

    /// `self ↔ other`.
    #[must_use]
    pub fn iff(self, other: Formula) -> Formula {
        Formula::Iff(Box::new(self), Box::new(other))
    }
}
