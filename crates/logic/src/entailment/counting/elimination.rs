//! Eliminates quantifiers.
//!
//! Let `φ` have no quantifiers. `∃x φ` holds if `φ` holds for one of the terms that `φ` compares
//! `x` with, or for another individual. For another individual, `φ` reduces to a condition `C` on
//! the predicates of `x`. There is such an individual if more individuals meet `C` than those terms
//! name. The number of different ones among the terms is a sum: each term counts if it meets `C`
//! and differs from those before it.

use super::super::Map;
use super::super::diagram::{Branch, Diagram, Diagrams, FALSE, TRUE};
use super::super::normal::{Atom, Node, Place, Relation};
use crate::entailment::Gap;
use crate::formula::Quantifier;
use std::collections::BTreeSet;

/// A term by its rank: individuals first, then variables, outer ones first.
pub(super) type Rank = u32;

/// The rank of the subject of a condition: greater than that of any term.
const ANYTHING: Rank = (1 << BITS) - 2;
/// The bits of a rank, and of the number of a predicate or claim.
const BITS: u32 = 20;

/// The content of an atom. Atoms are ordered by their greatest term, and those without terms come
/// first. So facts about the innermost variable are at the bottom of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    /// A predicate without arguments.
    Proposition(u32),
    /// A [`Claim`] by its number.
    Claim(u32),
    /// A predicate of a term.
    Holds(u32, Rank),
    /// Two terms, the smaller first, name one individual.
    Same(Rank, Rank),
}

impl Fact {
    fn number(self) -> u64 {
        let pack = |greatest: u32, sort: u64, second: u32| {
            u64::from(greatest) << (BITS + 2) | sort << BITS | u64::from(second)
        };
        match self {
            Fact::Proposition(predicate) => pack(0, 0, predicate),
            Fact::Claim(claim) => pack(0, 1, claim),
            Fact::Holds(predicate, rank) => pack(rank + 1, 0, predicate),
            Fact::Same(smaller, greater) => pack(greater + 1, 1, smaller),
        }
    }

    pub(super) fn from_number(number: u64) -> Fact {
        let greatest = (number >> (BITS + 2)) as u32;
        let sort = number >> BITS & 3;
        let second = (number & ((1 << BITS) - 1)) as u32;
        match (greatest.checked_sub(1), sort) {
            (None, 0) => Fact::Proposition(second),
            (None, _) => Fact::Claim(second),
            (Some(rank), 0) => Fact::Holds(second, rank),
            (Some(rank), _) => Fact::Same(second, rank),
        }
    }

    /// Its greatest term.
    fn about(self) -> Option<Rank> {
        match self {
            Fact::Proposition(_) | Fact::Claim(_) => None,
            Fact::Holds(_, rank) | Fact::Same(_, rank) => Some(rank),
        }
    }
}

/// At least this many individuals meet a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Claim {
    /// A diagram about anything.
    pub(super) condition: Diagram,
    /// One or more.
    pub(super) at_least: u32,
}

/// Eliminates quantifiers from formulas, and stores the result.
pub(super) struct Elimination {
    pub(super) diagrams: Diagrams,
    /// The number of named individuals.
    pub(super) individuals: u32,
    pub(super) claims: Vec<Claim>,
    claimed: Map<Claim, u32>,
}

type Memo = Map<Diagram, Diagram>;

impl Elimination {
    pub(super) fn new(individuals: u32, most: usize) -> Elimination {
        Elimination {
            diagrams: Diagrams::new(most),
            individuals,
            claims: Vec::new(),
            claimed: Map::default(),
        }
    }

    /// The diagrams of the conjuncts, each by itself, because a joint diagram would grow.
    pub(super) fn roots(&mut self, node: &Node, roots: &mut Vec<Diagram>) -> Result<(), Gap> {
        match node {
            Node::Both(parts) => parts.iter().try_for_each(|part| self.roots(part, roots)),
            other => {
                roots.push(self.diagram(other)?);
                Ok(())
            }
        }
    }

    fn diagram(&mut self, node: &Node) -> Result<Diagram, Gap> {
        match node {
            Node::Literal(atom, affirmed) => {
                let said = self.atom(atom)?;
                if *affirmed { Ok(said) } else { self.diagrams.not(said) }
            }
            Node::Both(parts) => {
                let parts = parts.iter().map(|part| self.diagram(part));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.diagrams.all(parts)
            }
            Node::Either(parts) => {
                let parts = parts.iter().map(|part| self.diagram(part));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.diagrams.any(parts)
            }
            Node::Quantified(quantifier, variable, body) => {
                let body = self.diagram(body)?;
                let rank = self.individuals + variable;
                match quantifier {
                    Quantifier::Some => self.some(body, rank, &mut Memo::default()),
                    Quantifier::All => {
                        let denied = self.diagrams.not(body)?;
                        let denied = self.some(denied, rank, &mut Memo::default())?;
                        self.diagrams.not(denied)
                    }
                }
            }
        }
    }

    fn atom(&mut self, atom: &Atom) -> Result<Diagram, Gap> {
        let mut ranks = atom.places.iter().map(|place| match place {
            Place::Individual(individual) => *individual,
            Place::Variable(variable) => self.individuals + variable,
        });
        let (one, other) = (ranks.next(), ranks.next());
        match (atom.relation, one, other) {
            (Relation::Predicate(predicate), Some(rank), _) => self.holds(predicate, rank),
            (Relation::Predicate(predicate), None, _) => self.fact(Fact::Proposition(predicate)),
            (Relation::Identity, Some(one), Some(other)) => self.same(one, other),
            (Relation::Identity, ..) => Ok(TRUE),
        }
    }

    fn fact(&mut self, fact: Fact) -> Result<Diagram, Gap> {
        let fits = |number: u32| number < ANYTHING;
        let fits = match fact {
            Fact::Proposition(number) | Fact::Claim(number) => fits(number),
            Fact::Holds(predicate, rank) => fits(predicate) && rank <= ANYTHING,
            Fact::Same(_, greater) => fits(greater),
        };
        if !fits {
            return Err(Gap::TooLarge { limit: u64::from(ANYTHING) });
        }
        self.diagrams.literal(fact.number(), true)
    }

    fn holds(&mut self, predicate: u32, rank: Rank) -> Result<Diagram, Gap> {
        self.fact(Fact::Holds(predicate, rank))
    }

    fn same(&mut self, one: Rank, other: Rank) -> Result<Diagram, Gap> {
        if one == other { Ok(TRUE) } else { self.fact(Fact::Same(one.min(other), one.max(other))) }
    }

    /// `∃x` of a diagram without atoms about inner variables.
    fn some(&mut self, diagram: Diagram, x: Rank, done: &mut Memo) -> Result<Diagram, Gap> {
        if diagram == FALSE || diagram == TRUE {
            return Ok(diagram);
        }
        if let Some(known) = done.get(&diagram) {
            return Ok(*known);
        }
        let Branch { atom, otherwise, then } = self.diagrams.get(diagram);
        let result = if Fact::from_number(atom).about() == Some(x) {
            self.some_such(diagram)?
        } else {
            let then = self.some(then, x, done)?;
            let otherwise = self.some(otherwise, x, done)?;
            let atom = self.diagrams.literal(atom, true)?;
            self.diagrams.choice(atom, then, otherwise)?
        };
        done.insert(diagram, result);
        Ok(result)
    }

    /// `∃x` of a diagram in which every atom is about `x`, the greatest term.
    fn some_such(&mut self, such: Diagram) -> Result<Diagram, Gap> {
        let terms = self.compared(such);
        let mut any = FALSE;
        for term in &terms {
            let this = self.of_term(such, *term, &mut Memo::default())?;
            any = self.diagrams.or(any, this)?;
        }
        let condition = self.of_another(such, &mut Memo::default())?;
        if condition == FALSE {
            return Ok(any);
        }
        let fewer = self.at_most_of(condition, &terms)?;
        for (most, among_terms) in fewer.into_iter().enumerate() {
            let more = self.claim(condition, most as u32 + 1)?;
            let another = self.diagrams.and(more, among_terms)?;
            any = self.diagrams.or(any, another)?;
        }
        Ok(any)
    }

    /// The terms that a diagram compares its subject with, in order.
    fn compared(&self, such: Diagram) -> BTreeSet<Rank> {
        let mut terms = BTreeSet::new();
        let mut seen: Map<Diagram, ()> = Map::default();
        let mut open = vec![such];
        while let Some(diagram) = open.pop() {
            if diagram == FALSE || diagram == TRUE || seen.insert(diagram, ()).is_some() {
                continue;
            }
            let branch = self.diagrams.get(diagram);
            if let Fact::Same(term, _) = Fact::from_number(branch.atom) {
                terms.insert(term);
            }
            open.extend([branch.then, branch.otherwise]);
        }
        terms
    }

    /// The content of a diagram, or a condition, for this term.
    pub(super) fn of_term(
        &mut self,
        such: Diagram,
        term: Rank,
        done: &mut Memo,
    ) -> Result<Diagram, Gap> {
        if such == FALSE || such == TRUE {
            return Ok(such);
        }
        if let Some(known) = done.get(&such) {
            return Ok(*known);
        }
        let Branch { atom, otherwise, then } = self.diagrams.get(such);
        let said = match Fact::from_number(atom) {
            Fact::Holds(predicate, _) => self.holds(predicate, term)?,
            Fact::Same(other, _) => self.same(other, term)?,
            Fact::Proposition(_) | Fact::Claim(_) => self.diagrams.literal(atom, true)?,
        };
        let then = self.of_term(then, term, done)?;
        let otherwise = self.of_term(otherwise, term, done)?;
        let result = self.diagrams.choice(said, then, otherwise)?;
        done.insert(such, result);
        Ok(result)
    }

    /// The condition that a diagram reduces to for an individual other than the compared terms.
    fn of_another(&mut self, such: Diagram, done: &mut Memo) -> Result<Diagram, Gap> {
        if such == FALSE || such == TRUE {
            return Ok(such);
        }
        if let Some(known) = done.get(&such) {
            return Ok(*known);
        }
        let Branch { atom, otherwise, then } = self.diagrams.get(such);
        let otherwise = self.of_another(otherwise, done)?;
        let result = match Fact::from_number(atom) {
            Fact::Holds(predicate, _) => {
                let then = self.of_another(then, done)?;
                let said = self.holds(predicate, ANYTHING)?;
                self.diagrams.choice(said, then, otherwise)?
            }
            Fact::Same(..) | Fact::Proposition(_) | Fact::Claim(_) => otherwise,
        };
        done.insert(such, result);
        Ok(result)
    }

    /// For each number up to the number of terms: at most this many different ones meet the
    /// condition.
    fn at_most_of(
        &mut self,
        condition: Diagram,
        terms: &BTreeSet<Rank>,
    ) -> Result<Vec<Diagram>, Gap> {
        let mut at_most = vec![TRUE; terms.len() + 1];
        for term in terms {
            let mut counts = self.of_term(condition, *term, &mut Memo::default())?;
            for before in terms.range(..term) {
                let same = self.same(*before, *term)?;
                let differs = self.diagrams.not(same)?;
                counts = self.diagrams.and(counts, differs)?;
            }
            for most in (0..at_most.len()).rev() {
                let fewer = most.checked_sub(1).map_or(FALSE, |fewer| at_most[fewer]);
                at_most[most] = self.diagrams.choice(counts, fewer, at_most[most])?;
            }
        }
        Ok(at_most)
    }

    fn claim(&mut self, condition: Diagram, at_least: u32) -> Result<Diagram, Gap> {
        if condition == FALSE || condition == TRUE && at_least == 1 {
            // Domains are not empty.
            return Ok(condition);
        }
        let next = self.claims.len() as u32;
        let claim = Claim { condition, at_least };
        let number = *self.claimed.entry(claim).or_insert(next);
        if number == next {
            self.claims.push(claim);
        }
        self.fact(Fact::Claim(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_told_apart_by_their_numbers() {
        let facts = [
            Fact::Proposition(0),
            Fact::Proposition(7),
            Fact::Claim(0),
            Fact::Claim(7),
            Fact::Holds(3, 0),
            Fact::Same(0, 1),
            Fact::Holds(3, 1),
            Fact::Holds(3, ANYTHING),
        ];
        for fact in facts {
            assert_eq!(Fact::from_number(fact.number()), fact);
        }
        // Atoms about a greater term come later.
        let about: Vec<_> = {
            let mut sorted = facts;
            sorted.sort_by_key(|fact| fact.number());
            sorted.iter().map(|fact| fact.about()).collect()
        };
        assert!(about.is_sorted(), "{about:?}");
    }
}
