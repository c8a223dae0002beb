//! Negation normal form, with constants in place of outer existentials.

use super::Map;
use super::polarity::Polarity;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{PredicateId, Signature, VariableId};
use smallvec::SmallVec;

/// The argument of an atom: a variable that is still quantified, or an individual of the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Variable(u32),
    Individual(u32),
}

/// The relation of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    /// A predicate. Those of the signature come first, then auxiliary ones.
    Predicate(u32),
    Identity,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Atom {
    pub(super) relation: Relation,
    pub(super) places: SmallVec<[Place; 2]>,
}

/// A formula in which only atoms are negated. An empty `Both` is true, an empty `Either` false.
#[derive(Clone, Debug)]
pub(super) enum Node<A = Atom> {
    Literal(A, bool),
    Both(Vec<Node<A>>),
    Either(Vec<Node<A>>),
    Quantified(Quantifier, u32, Box<Node<A>>),
}

impl Node {
    pub(super) fn truth(value: bool) -> Node {
        if value { Node::Both(Vec::new()) } else { Node::Either(Vec::new()) }
    }

    /// A predicate without arguments, asserted or denied.
    pub(super) fn proposition(predicate: u32, affirmed: bool) -> Node {
        let atom = Atom { relation: Relation::Predicate(predicate), places: SmallVec::new() };
        Node::Literal(atom, affirmed)
    }
}

fn has_equivalence(formula: &Formula) -> bool {
    match formula {
        Formula::Iff(..) => true,
        Formula::Truth(_) | Formula::Atom(..) | Formula::Equal(..) => false,
        Formula::Not(inner) | Formula::Quantified(_, _, inner) => has_equivalence(inner),
        Formula::And(all) | Formula::Or(all) => all.iter().any(has_equivalence),
        Formula::Implies(one, two) => has_equivalence(one) || has_equivalence(two),
    }
}

/// Features that prevent the treatment of constants as individuals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    /// An existential is inside a universal.
    pub(super) nested: bool,
    /// Some function has arguments.
    pub(super) functions: bool,
    /// Identity occurs.
    pub(super) identity: bool,
    /// Some predicate has several arguments.
    pub(super) relations: bool,
}

/// The treatment of existentials outside of all universals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OuterExistentials {
    /// Each names an individual.
    #[default]
    Named,
    /// They stay, so that individuals without constants are nameless and can be counted.
    Kept,
}

/// Brings formulas into normal form over one domain of individuals. There is one individual for
/// each constant, and for each outer existential unless these are kept.
#[derive(Default)]
pub(super) struct Normalizer {
    outer: OuterExistentials,
    /// The number of predicates, with auxiliary ones.
    pub(super) predicates: u32,
    /// The definitions of auxiliary predicates.
    pub(super) definitions: Vec<Node>,
    /// The propositions in place of parts of equivalences.
    named: Map<Formula, u32>,
    /// Number of parts made so far.
    pub(super) size: u64,
    /// The largest number of nested universals.
    pub(super) deepest: u32,
    pub(super) features: Features,
    pub(super) individuals: u32,
    /// The individual of each constant that occurred, by function.
    constants: SmallVec<[(u32, u32); 8]>,
    /// The term or individual for each variable in scope.
    scope: SmallVec<[(u32, Place); 8]>,
    universals: u32,
    pub(super) variables: u32,
}

impl Normalizer {
    pub(super) fn new(signature: &Signature, outer: OuterExistentials) -> Normalizer {
        let predicates = signature.count_of_predicates() as u32;
        Normalizer { predicates, outer, ..Normalizer::default() }
    }

    /// The constants, each with its individual.
    pub(super) fn constants(&self) -> &[(u32, u32)] {
        &self.constants
    }

    pub(super) fn individual(&mut self) -> u32 {
        self.individuals += 1;
        self.individuals - 1
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
                // A free variable may be any individual: it stands for all of them.
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

impl Polarity for Normalizer {
    type Atom = Atom;

    fn atom(&mut self, predicate: PredicateId, terms: &[Term], affirmed: bool) -> Node {
        self.features.relations |= terms.len() > 1;
        self.literal(Relation::Predicate(predicate.0), terms.iter(), affirmed)
    }

    fn equal(&mut self, one: &Term, two: &Term, affirmed: bool) -> Node {
        self.features.identity = true;
        self.literal(Relation::Identity, [one, two].into_iter(), affirmed)
    }

    fn size(&mut self) -> &mut u64 {
        &mut self.size
    }

    /// Gives a name to a side that has equivalences inside and no free variables. Otherwise chains
    /// of equivalences would double at every link.
    fn side(&mut self, formula: &Formula, affirmed: bool) -> Node {
        if !has_equivalence(formula) || !self.scope.is_empty() {
            return self.node(formula, affirmed);
        }
        let name = self.named.get(formula).copied().unwrap_or_else(|| {
            let name = self.predicates;
            self.predicates += 1;
            self.named.insert(formula.clone(), name);
            for affirmed in [true, false] {
                let said = self.node(formula, affirmed);
                let definition = Node::Either(vec![Node::proposition(name, !affirmed), said]);
                self.definitions.push(definition);
            }
            name
        });
        Node::proposition(name, affirmed)
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: VariableId,
        body: &Formula,
        affirmed: bool,
    ) -> Node {
        if !body.mentions(variable) {
            // The domain is not empty, so the quantifier makes no difference.
            return self.node(body, affirmed);
        }
        let named = self.outer == OuterExistentials::Named;
        if named && quantifier == Quantifier::Some && self.universals == 0 {
            let place = Place::Individual(self.individual());
            self.scope.push((variable.0, place));
            let body = self.node(body, affirmed);
            self.scope.pop();
            return body;
        }
        let slot = self.variables;
        self.variables += 1;
        let universal = u32::from(quantifier == Quantifier::All);
        self.features.nested |= universal == 0;
        self.universals += universal;
        self.deepest = self.deepest.max(self.universals);
        self.scope.push((variable.0, Place::Variable(slot)));
        let body = self.node(body, affirmed);
        self.scope.pop();
        self.universals -= universal;
        Node::Quantified(quantifier, slot, Box::new(body))
    }
}
