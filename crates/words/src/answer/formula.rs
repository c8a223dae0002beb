//! The content of a claim before it is converted to the form of a view.

use super::unread::Unread;
use crate::claim::{Claim, Literal, Term};
use peirast_etr::Quantifier;

/// A formula. [`Term::Object`] is the number of a quantifier, unique in the claim, or [`HOLE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Is(Literal),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    If(Box<Formula>, Box<Formula>),
    Quantified(Quantifier, usize, Box<Formula>),
}

/// The placeholder for the subject of a verb.
pub(crate) const HOLE: usize = usize::MAX;

/// The most states of a claim.
const MOST_STATES: usize = 256;
/// The most literals in all.
const MOST_LITERALS: usize = 4_096;

impl Formula {
    pub fn not(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub fn given(self, condition: Formula) -> Formula {
        Formula::If(Box::new(condition), Box::new(self))
    }

    /// Joins formulas by *and*; a single one stays as it is.
    pub fn and(mut all: Vec<Formula>) -> Formula {
        if all.len() == 1 { all.swap_remove(0) } else { Formula::And(all) }
    }

    /// Joins formulas by *or*; a single one stays as it is.
    pub fn or(mut all: Vec<Formula>) -> Formula {
        if all.len() == 1 { all.swap_remove(0) } else { Formula::Or(all) }
    }

    /// True if a condition is in an affirmed part, where a view cannot have one.
    pub fn has_condition(&self) -> bool {
        self.conditions(true)
    }

    fn conditions(&self, positive: bool) -> bool {
        match self {
            Formula::Is(_) => false,
            Formula::Not(inner) => inner.conditions(!positive),
            Formula::And(list) | Formula::Or(list) => list.iter().any(|it| it.conditions(positive)),
            Formula::If(condition, then) => {
                positive || condition.conditions(true) || then.conditions(false)
            }
            Formula::Quantified(_, _, inner) => inner.conditions(positive),
        }
    }

    /// Fills the placeholder with a term.
    pub fn filled(&self, term: &Term) -> Formula {
        let all = |list: &[Formula]| list.iter().map(|it| it.filled(term)).collect();
        match self {
            Formula::Is(literal) => {
                let fill = |it: &Term| if *it == Term::Object(HOLE) { term } else { it }.clone();
                let arguments = literal.arguments.iter().map(fill).collect();
                Formula::Is(Literal { arguments, ..literal.clone() })
            }
            Formula::Not(inner) => inner.filled(term).not(),
            Formula::And(list) => Formula::And(all(list)),
            Formula::Or(list) => Formula::Or(all(list)),
            Formula::If(condition, then) => then.filled(term).given(condition.filled(term)),
            Formula::Quantified(kind, object, inner) => {
                Formula::Quantified(*kind, *object, Box::new(inner.filled(term)))
            }
        }
    }

    /// Converts the formula to the form of a view: a condition in front becomes the supposition,
    /// quantifiers come first, and the rest is alternatives of literals.
    pub fn claim(self) -> Result<Claim, Unread> {
        let mut prefix = Vec::new();
        let body = self.pulled(true, &mut prefix);
        let (supposition, stage) = match body {
            Formula::If(condition, then) => (condition.states(true)?, then.states(true)?),
            other => (vec![Vec::new()], other.states(true)?),
        };
        let mut claim = Claim { prefix: Vec::new(), supposition, stage };
        for (place, (kind, object)) in prefix.iter().enumerate() {
            claim.prefix.push(*kind);
            renumber(&mut claim, *object, place);
        }
        Ok(claim)
    }

    /// Moves quantifiers to the prefix; they change their kind under a denial.
    fn pulled(self, positive: bool, prefix: &mut Vec<(Quantifier, usize)>) -> Formula {
        match self {
            Formula::Is(_) => self,
            Formula::Not(inner) => inner.pulled(!positive, prefix).not(),
            Formula::And(list) => {
                Formula::And(list.into_iter().map(|it| it.pulled(positive, prefix)).collect())
            }
            Formula::Or(list) => {
                Formula::Or(list.into_iter().map(|it| it.pulled(positive, prefix)).collect())
            }
            Formula::If(condition, then) => {
                let condition = condition.pulled(!positive, prefix);
                then.pulled(positive, prefix).given(condition)
            }
            Formula::Quantified(kind, object, inner) => {
                let kind = match (kind, positive) {
                    (kind, true) => kind,
                    (Quantifier::Universal, false) => Quantifier::Existential,
                    (Quantifier::Existential, false) => Quantifier::Universal,
                };
                prefix.push((kind, object));
                inner.pulled(positive, prefix)
            }
        }
    }

    /// Returns the alternatives of literals of the formula or of its denial.
    fn states(&self, positive: bool) -> Result<Vec<Vec<Literal>>, Unread> {
        match self {
            Formula::Is(literal) => {
                let literal = if positive { literal.clone() } else { literal.denied() };
                Ok(vec![vec![literal]])
            }
            Formula::Not(inner) => inner.states(!positive),
            Formula::And(list) if positive => product(list, positive),
            Formula::Or(list) if !positive => product(list, positive),
            Formula::And(list) | Formula::Or(list) => {
                let mut states = Vec::new();
                for formula in list {
                    states.extend(formula.states(positive)?);
                    within_limits(&states)?;
                }
                Ok(distinct(states))
            }
            Formula::If(condition, then) if positive => {
                let mut states = condition.states(false)?;
                states.extend(then.states(true)?);
                within_limits(&states)?;
                Ok(distinct(states))
            }
            Formula::If(condition, then) => times(&condition.states(true)?, &then.states(false)?),
            Formula::Quantified(_, _, inner) => inner.states(positive),
        }
    }
}

fn product(list: &[Formula], positive: bool) -> Result<Vec<Vec<Literal>>, Unread> {
    let mut states = vec![Vec::new()];
    for formula in list {
        states = times(&states, &formula.states(positive)?)?;
    }
    Ok(states)
}

fn times(one: &[Vec<Literal>], other: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>, Unread> {
    let mut states = Vec::new();
    for left in one {
        for right in other {
            let mut state = left.clone();
            state.extend(right.iter().filter(|it| !left.contains(it)).cloned());
            states.push(state);
            within_limits(&states)?;
        }
    }
    Ok(distinct(states))
}

fn within_limits(states: &[Vec<Literal>]) -> Result<(), Unread> {
    let literals: usize = states.iter().map(Vec::len).sum();
    if states.len() > MOST_STATES || literals > MOST_LITERALS {
        return Err(Unread::TooMuch);
    }
    Ok(())
}

/// Removes states that are equal to earlier ones.
fn distinct(states: Vec<Vec<Literal>>) -> Vec<Vec<Literal>> {
    let mut kept: Vec<Vec<Literal>> = Vec::new();
    let same = |one: &[Literal], other: &[Literal]| {
        one.len() == other.len() && one.iter().all(|literal| other.contains(literal))
    };
    for state in states {
        if !kept.iter().any(|other| same(other, &state)) {
            kept.push(state);
        }
    }
    kept
}

/// Replaces the object of a quantifier by its position in the prefix.
///
/// Numbers of quantifiers begin after the last position, so that they are distinct from positions.
fn renumber(claim: &mut Claim, object: usize, place: usize) {
    for literal in claim.supposition.iter_mut().chain(&mut claim.stage).flatten() {
        for term in &mut literal.arguments {
            if *term == Term::Object(object) {
                *term = Term::Object(place);
            }
        }
    }
}
