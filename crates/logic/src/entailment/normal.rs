//! Negation normal form, with constants in place of outer existentials.

use crate::formula::{Formula, Quantifier, Term};
use smallvec::SmallVec;

/// What an atom speaks of: a variable that is still quantified, or an individual of the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Variable(u32),
    Individual(u32),
}

/// Which relation an atom affirms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    /// A predicate, first those of the signature, then those made on the way.
    Predicate(u32),
    Identity,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Atom {
    pub(super) relation: Relation,
    pub(super) places: SmallVec<[Place; 2]>,
}

/// A formula in which only atoms are negated. `Both` of nothing is true, `Either` of nothing false.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Literal(Atom, bool),
    Both(Vec<Node>),
    Either(Vec<Node>),
    Quantified(Quantifier, u32, Box<Node>),
}

impl Node {
    pub(super) fn truth(value: bool) -> Node {
        if value { Node::Both(Vec::new()) } else { Node::Either(Vec::new()) }
    }
}

/// What stands in the way of treating constants as individuals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    /// An existential stands inside a universal.
    pub(super) nested: bool,
    /// Some function takes arguments.
    pub(super) functions: bool,
    /// Identity is spoken of.
    pub(super) identity: bool,
    /// Some predicate takes several arguments.
    pub(super) relations: bool,
}

/// Brings formulas into normal form, all over one domain of individuals: one for each constant and
/// for each outer existential.
#[derive(Default)]
pub(super) struct Normalizer {
    pub(super) features: Features,
    pub(super) individuals: u32,
    /// The individual of each constant that occurred, by function.
    constants: SmallVec<[(u32, u32); 8]>,
    /// What stands for each variable in scope.
    scope: SmallVec<[(u32, Place); 8]>,
    universals: u32,
    pub(super) variables: u32,
}

impl Normalizer {
    /// The constants, each with its individual.
    pub(super) fn constants(&self) -> &[(u32, u32)] {
        &self.constants
    }

    pub(super) fn individual(&mut self) -> u32 {
        self.individuals += 1;
        self.individuals - 1
    }

    pub(super) fn node(&mut self, formula: &Formula, affirmed: bool) -> Node {
        match formula {
            Formula::Truth(value) => Node::truth(*value == affirmed),
            Formula::Atom(predicate, terms) => {
                self.features.relations |= terms.len() > 1;
                self.literal(Relation::Predicate(predicate.0), terms.iter(), affirmed)
            }
            Formula::Equal(one, two) => {
                self.features.identity = true;
                self.literal(Relation::Identity, [one, two].into_iter(), affirmed)
            }
            Formula::Not(inner) => self.node(inner, !affirmed),
            Formula::And(all) => self.joined(all, affirmed, affirmed),
            Formula::Or(all) => self.joined(all, affirmed, !affirmed),
            Formula::Implies(one, two) => {
                let parts = vec![self.node(one, !affirmed), self.node(two, affirmed)];
                if affirmed { Node::Either(parts) } else { Node::Both(parts) }
            }
            Formula::Iff(one, two) => {
                let there = [self.node(one, !affirmed), self.node(two, true)];
                let back = [self.node(one, affirmed), self.node(two, false)];
                Node::Both(vec![Node::Either(there.into()), Node::Either(back.into())])
            }
            Formula::Quantified(quantifier, variable, body) => {
                let quantifier = if affirmed { *quantifier } else { quantifier.dual() };
                self.quantified(quantifier, variable.0, body, affirmed)
            }
        }
    }

    fn joined(&mut self, parts: &[Formula], affirmed: bool, both: bool) -> Node {
        let parts = parts.iter().map(|part| self.node(part, affirmed)).collect();
        if both { Node::Both(parts) } else { Node::Either(parts) }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: u32,
        body: &Formula,
        affirmed: bool,
    ) -> Node {
        if quantifier == Quantifier::Some && self.universals == 0 {
            let place = Place::Individual(self.individual());
            self.scope.push((variable, place));
            let body = self.node(body, affirmed);
            self.scope.pop();
            return body;
        }
        let slot = self.variables;
        self.variables += 1;
        let universal = u32::from(quantifier == Quantifier::All);
        self.features.nested |= universal == 0;
        self.universals += universal;
        self.scope.push((variable, Place::Variable(slot)));
        let body = self.node(body, affirmed);
        self.scope.pop();
        self.universals -= universal;
        Node::Quantified(quantifier, slot, Box::new(body))
    }

    fn literal<'t>(
        &mut self,
        relation: Relation,
        terms: impl Iterator<Item = &'t Term>,
        affirmed: bool,
    ) -> Node {
        let places = terms.map(|term| self.place(term)).collect();
        Node::Literal(Atom { relation, places }, affirmed)
    }

    fn place(&mut self, term: &Term) -> Place {
        match term {
            Term::Variable(variable) => {
                let known = self.scope.iter().rev().find(|one| one.0 == variable.0);
                // A variable that nothing binds is taken for any individual: for all of them.
                known.map_or(Place::Individual(0), |one| one.1)
            }
            Term::Apply(function, terms) => {
                self.features.functions |= !terms.is_empty();
                let known = self.constants.iter().find(|one| one.0 == function.0);
                let individual = known.map(|one| one.1).unwrap_or_else(|| {
                    let fresh = self.individuals;
                    self.individuals += 1;
                    self.constants.push((function.0, fresh));
                    fresh
                });
                Place::Individual(individual)
            }
        }
    }
}
