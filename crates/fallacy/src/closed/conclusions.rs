//! Conclusions of one or two literals, in random order.

use crate::error::Error;
use crate::grounds::{Grounds, Support, statements};
use crate::problem::Problem;
use crate::repertoire::{Repertoire, signed};
use crate::statement::{Literal, State, Statement};
use crate::stream::{Purpose, Stream};
use peirast_etr::Quantifier;

/// Of fewer atoms than these, what is said of things by name is said of all and some as well.
const FEW: usize = 3;

/// What can be asked about after the premises of a problem.
pub(super) struct Conclusions {
    pub(super) stream: Stream,
    grounds: Grounds,
    all: Vec<Statement>,
}

impl Conclusions {
    pub(super) fn new(problem: &Problem, seed: u64) -> Result<Conclusions, Error> {
        let premises = statements(&problem.premises)?;
        let mut repertoire = Repertoire::of(&premises);
        if repertoire.ground.len() + repertoire.open.len() < FEW {
            repertoire.generalise();
        }
        let mut all = of_names(&repertoire.ground);
        all.extend(of_all_and_some(&repertoire.open));
        let mut stream = Stream::apart(Purpose::Closed, seed, problem.number);
        stream.shuffle(&mut all);
        Ok(Conclusions { stream, grounds: Grounds::new(&premises)?, all })
    }

    /// The first that follows and says something; one that takes several premises, if there is one.
    pub(super) fn right(&mut self) -> Result<Option<Statement>, Error> {
        let mut found = None;
        for conclusion in &self.all {
            match self.grounds.support(conclusion)? {
                Some(Support::Joint) => return Ok(Some(conclusion.clone())),
                Some(Support::One | Support::Joined) if found.is_none() => {
                    found = Some(conclusion.clone())
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// The first that does not follow, is possible by itself, and is none of these, not even given
    /// the premises if that can be had; if `fits`.
    pub(super) fn wrong(
        &mut self,
        beside: &[Statement],
        mut fits: impl FnMut(&Statement) -> Result<bool, Error>,
    ) -> Result<Option<Statement>, Error> {
        for given in [true, false] {
            for conclusion in &self.all {
                let grounds = &mut self.grounds;
                if grounds.verdict(conclusion)? == Some(false)
                    && grounds.is_contingent(conclusion)?
                    && !is_among(conclusion, beside, grounds, given)?
                    && fits(conclusion)?
                {
                    return Ok(Some(conclusion.clone()));
                }
            }
        }
        Ok(None)
    }
}

fn is_among(
    one: &Statement,
    others: &[Statement],
    grounds: &mut Grounds,
    given: bool,
) -> Result<bool, Error> {
    for other in others {
        let same = if given { grounds.same_here(one, other)? } else { grounds.same(one, other)? };
        if same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A literal, two of different atoms, and one or the other of two.
fn of_names(atoms: &[Literal]) -> Vec<Statement> {
    let mut all: Vec<Statement> = signed(atoms).map(Statement::literal).collect();
    for state in pairs(atoms) {
        all.push(Statement::of(state.iter().map(|literal| vec![literal.clone()]).collect()));
        all.push(Statement::of(vec![state]));
    }
    all
}

/// That all are so, or some; of two predicates, that all of the one are of the other, or some are
/// both.
fn of_all_and_some(atoms: &[Literal]) -> Vec<Statement> {
    let mut all = Vec::new();
    for literal in signed(atoms) {
        for kind in [Quantifier::Universal, Quantifier::Existential] {
            all.push(Statement::literal(literal.clone()).quantified(kind));
        }
    }
    let of_one: Vec<Literal> =
        atoms.iter().filter(|atom| atom.objects() == ["x"]).cloned().collect();
    for state in pairs(&of_one) {
        if let [one, other] = state.as_slice() {
            for (one, other) in [(one, other), (other, one)] {
                let every = Statement::literal(other.clone()).given(one.clone());
                all.push(every.quantified(Quantifier::Universal));
            }
        }
        all.push(Statement::of(vec![state]).quantified(Quantifier::Existential));
    }
    all
}

/// Two different atoms, with all signs.
fn pairs(atoms: &[Literal]) -> Vec<State> {
    let mut all = Vec::new();
    for (at, one) in atoms.iter().enumerate() {
        for other in signed(&atoms[at + 1..]) {
            all.extend([one.clone(), one.flipped()].map(|one| vec![one, other.clone()]));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(all: &[Statement]) -> Vec<String> {
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn there_are_as_many_as_there_should_be() {
        let premises = statements(&["{A(a())B(a()),~C(b())}", "Ax {B(x)}^{A(x)}"]).expect("views");
        let mut found = Repertoire::of(&premises);
        assert_eq!(of_names(&found.ground).len(), 6 + 3 * 4 * 2);
        assert_eq!(of_all_and_some(&found.open).len(), 8 + 4 * 3);
        assert!(shown(&of_names(&found.ground)).contains(&"{~A(a()),C(b())}".to_owned()));
        let every = "∀x {~B(x)}^{A(x)}".to_owned();
        assert!(shown(&of_all_and_some(&found.open)).contains(&every));
        found.generalise();
        assert_eq!(found.open.len(), 3);
    }
}
