//! Searches for a proof if no bound on models is known: instances of the premises and of the denied
//! conclusion that contradict each other.
//!
//! Every existential becomes a function of the universals around it (Skolem). Universals are
//! instantiated by terms: first constants, then functions of them, and so on. If the instances
//! contradict each other, the conclusion follows (Herbrand 1930). Otherwise nothing is known.

use super::Map;
use super::polarity::Polarity;
use super::sat::{Literal, Sat};
use crate::argument::Argument;
use crate::entailment::Effort;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{PredicateId, VariableId};
use smallvec::SmallVec;

type Ids = SmallVec<[u32; 2]>;

/// Number of rounds of instantiation.
const ROUNDS: usize = 3;
/// The most terms for the instantiation of universals.
const MOST_TERMS: usize = 60;
/// The most terms for which identity is axiomatised.
const MOST_IDENTIFIED: usize = 40;
/// The most literals of instances.
const MOST_LITERALS: u64 = 3_000_000;

/// A term with Skolem functions; functions of the signature come first.
enum Open {
    Variable(u32),
    Applied(u32, Vec<Open>),
}

enum OpenAtom {
    Holds(u32, Vec<Open>),
    Same(Open, Open),
}

/// A formula with only universal quantifiers.
type OpenNode = super::normal::Node<OpenAtom>;

/// Tests if a contradiction is found. `false` proves nothing.
pub(super) fn contradicts(argument: &Argument, effort: &Effort) -> bool {
    let mut skolem = Skolemizer {
        functions: argument.signature.functions().map(|(_, symbol)| symbol.arity).collect(),
        ..Skolemizer::default()
    };
    let mut nodes: Vec<OpenNode> =
        argument.premises.iter().map(|premise| skolem.node(premise, true)).collect();
    nodes.push(skolem.node(&argument.conclusion, false));
    if skolem.size > super::MOST_NODES {
        return false;
    }
    let mut terms = Terms::default();
    for (function, arity) in skolem.functions.iter().enumerate() {
        if *arity == 0 {
            terms.intern(function as u32, Ids::new());
        }
    }
    if terms.known.is_empty() {
        terms.intern(skolem.functions.len() as u32, Ids::new());
    }
    let mut universe: Vec<u32> = (0..terms.count()).collect();
    for round in 0..ROUNDS {
        let mut instances = Instances::new(&mut terms, &universe, skolem.variables, effort);
        let written = nodes.iter().all(|node| instances.demand(node, &mut Vec::new()));
        if written && instances.identify() && instances.sat.solve(&[]) == Ok(false) {
            return true;
        }
        if !written || round + 1 == ROUNDS || !terms.extend(&skolem.functions, &mut universe) {
            return false;
        }
    }
    false
}

#[derive(Default)]
struct Skolemizer {
    /// The arity of every function, Skolem functions after those of the signature.
    functions: Vec<u32>,
    scope: Vec<(u32, Bound)>,
    universals: Vec<u32>,
    variables: u32,
    /// Number of parts made so far.
    size: u64,
}

#[derive(Clone)]
enum Bound {
    Universal(u32),
    Existential(u32, Vec<u32>),
}

impl Skolemizer {
    fn term(&self, term: &Term) -> Open {
        match term {
            Term::Variable(variable) => {
                let bound = self.scope.iter().rev().find(|one| one.0 == variable.0);
                match bound.map(|one| &one.1) {
                    Some(Bound::Existential(function, of)) => {
                        Open::Applied(*function, of.iter().copied().map(Open::Variable).collect())
                    }
                    Some(Bound::Universal(slot)) => Open::Variable(*slot),
                    None => Open::Variable(0),
                }
            }
            Term::Apply(function, terms) => {
                Open::Applied(function.0, terms.iter().map(|term| self.term(term)).collect())
            }
        }
    }
}

impl Polarity for Skolemizer {
    type Atom = OpenAtom;

    fn atom(&mut self, predicate: PredicateId, terms: &[Term], affirmed: bool) -> OpenNode {
        let terms = terms.iter().map(|term| self.term(term)).collect();
        OpenNode::Literal(OpenAtom::Holds(predicate.0, terms), affirmed)
    }

    fn equal(&mut self, one: &Term, two: &Term, affirmed: bool) -> OpenNode {
        OpenNode::Literal(OpenAtom::Same(self.term(one), self.term(two)), affirmed)
    }

    fn size(&mut self) -> &mut u64 {
        &mut self.size
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: VariableId,
        body: &Formula,
        affirmed: bool,
    ) -> OpenNode {
        match quantifier {
            Quantifier::Some => {
                let function = self.functions.len() as u32;
                self.functions.push(self.universals.len() as u32);
                let bound = Bound::Existential(function, self.universals.clone());
                self.scope.push((variable.0, bound));
                let body = self.node(body, affirmed);
                self.scope.pop();
                body
            }
            Quantifier::All => {
                let slot = self.variables;
                self.variables += 1;
                self.universals.push(slot);
                self.scope.push((variable.0, Bound::Universal(slot)));
                let body = self.node(body, affirmed);
                self.scope.pop();
                self.universals.pop();
                OpenNode::Quantified(Quantifier::All, slot, Box::new(body))
            }
        }
    }
}

/// Terms without variables, each with a number.
#[derive(Default)]
struct Terms {
    known: Map<(u32, Ids), u32>,
}

impl Terms {
    fn count(&self) -> u32 {
        self.known.len() as u32
    }

    fn intern(&mut self, function: u32, of: Ids) -> u32 {
        let next = self.count();
        *self.known.entry((function, of)).or_insert(next)
    }

    /// Adds all functions of the terms so far. False if there are too many or none is new.
    fn extend(&mut self, arities: &[u32], universe: &mut Vec<u32>) -> bool {
        let mut all = universe.clone();
        for (function, arity) in arities.iter().enumerate().filter(|(_, arity)| **arity > 0) {
            let of_all = super::bounded::tuples(universe.len() as u32, *arity);
            for of in of_all {
                let of = of.iter().map(|at| universe[*at as usize]).collect();
                let term = self.intern(function as u32, of);
                if !all.contains(&term) {
                    all.push(term);
                }
                if all.len() > MOST_TERMS {
                    return false;
                }
            }
        }
        let grown = all.len() > universe.len();
        *universe = all;
        grown
    }
}

/// Instances of formulas, as clauses.
struct Instances<'t> {
    sat: Sat,
    terms: &'t mut Terms,
    universe: &'t [u32],
    scope: Vec<u32>,
    atoms: Map<(u32, Ids), Literal>,
    same: Map<(u32, u32), Literal>,
    spent: u64,
    most: u64,
}

impl<'t> Instances<'t> {
    fn new(terms: &'t mut Terms, universe: &'t [u32], variables: u32, effort: &Effort) -> Self {
        Instances {
            sat: Sat::within(effort),
            terms,
            universe,
            scope: vec![0; variables as usize + 1],
            atoms: Map::default(),
            same: Map::default(),
            spent: 0,
            most: MOST_LITERALS.min(effort.literals),
        }
    }

    fn add(&mut self, clause: &[Literal]) -> bool {
        self.spent += 1 + clause.len() as u64;
        self.sat.add(clause);
        self.spent <= self.most
    }

    fn term(&mut self, term: &Open) -> u32 {
        match term {
            Open::Variable(slot) => self.scope[*slot as usize],
            Open::Applied(function, terms) => {
                let of = terms.iter().map(|term| self.term(term)).collect();
                self.terms.intern(*function, of)
            }
        }
    }

    fn identity(&mut self, a: u32, b: u32) -> Literal {
        let (low, high) = (a.min(b), a.max(b));
        if let Some(known) = self.same.get(&(low, high)) {
            return *known;
        }
        let fresh = self.sat.literal();
        if low == high {
            self.sat.add(&[fresh]);
        }
        self.same.insert((low, high), fresh);
        fresh
    }

    fn literal(&mut self, atom: &OpenAtom) -> Literal {
        match atom {
            OpenAtom::Holds(predicate, terms) => {
                let of: Ids = terms.iter().map(|term| self.term(term)).collect();
                let known = self.atoms.get(&(*predicate, of.clone())).copied();
                known.unwrap_or_else(|| {
                    let fresh = self.sat.literal();
                    self.atoms.insert((*predicate, of), fresh);
                    fresh
                })
            }
            OpenAtom::Same(one, two) => {
                let (one, two) = (self.term(one), self.term(two));
                self.identity(one, two)
            }
        }
    }

    /// Asserts that the formula is true, or one of the guards. False if this exceeds the limits.
    fn demand(&mut self, node: &OpenNode, guards: &mut Vec<Literal>) -> bool {
        match node {
            OpenNode::Literal(atom, affirmed) => {
                let literal = self.literal(atom);
                guards.push(if *affirmed { literal } else { -literal });
                let added = self.add(guards);
                guards.pop();
                added
            }
            OpenNode::Both(parts) => parts.iter().all(|part| self.demand(part, guards)),
            OpenNode::Either(parts) => {
                let names: Vec<Literal> = parts.iter().map(|_| self.sat.literal()).collect();
                let before = guards.len();
                guards.extend(&names);
                let added = self.add(guards);
                guards.truncate(before);
                added
                    && parts
                        .iter()
                        .zip(names)
                        .all(|(part, name)| self.demand(part, &mut vec![-name]))
            }
            OpenNode::Quantified(_, slot, body) => {
                self.spent += 1;
                if self.spent > self.most {
                    return false;
                }
                let universe = self.universe;
                universe.iter().all(|term| {
                    self.scope[*slot as usize] = *term;
                    self.demand(body, guards)
                })
            }
        }
    }

    /// Adds axioms of identity, if there are not too many terms. False if this exceeds the limits.
    /// Missing axioms can only hide a contradiction.
    fn identify(&mut self) -> bool {
        if self.same.is_empty() || self.terms.known.len() > MOST_IDENTIFIED {
            return true;
        }
        let count = self.terms.count();
        for a in 0..count {
            let itself = self.identity(a, a);
            self.sat.add(&[itself]);
            for b in 0..count {
                for c in a + 1..count {
                    if a != b && b != c {
                        let clause =
                            [-self.identity(a, b), -self.identity(b, c), self.identity(a, c)];
                        if !self.add(&clause) {
                            return false;
                        }
                    }
                }
            }
        }
        let mut terms: Vec<(u32, Ids, u32)> =
            self.terms.known.iter().map(|((f, of), term)| (*f, of.clone(), *term)).collect();
        terms.sort_unstable();
        let mut atoms: Vec<(u32, Ids, Literal)> =
            self.atoms.iter().map(|((p, of), atom)| (*p, of.clone(), *atom)).collect();
        atoms.sort_unstable();
        let terms_agree = self.respect(&terms, |instances, one, two| {
            let same = instances.identity(*one, *two);
            vec![vec![same]]
        });
        terms_agree && self.respect(&atoms, |_, one, two| vec![vec![-one, *two], vec![*one, -two]])
    }

    /// Equal arguments give equal values.
    fn respect<T: Copy>(
        &mut self,
        all: &[(u32, Ids, T)],
        outcome: impl Fn(&mut Self, &T, &T) -> Vec<Vec<Literal>>,
    ) -> bool {
        for (at, (symbol, of, one)) in all.iter().enumerate() {
            for (other, of_other, two) in &all[at + 1..] {
                if symbol != other || of.len() != of_other.len() || of.is_empty() {
                    continue;
                }
                let mut clause: Vec<Literal> =
                    of.iter().zip(of_other).map(|(a, b)| -self.identity(*a, *b)).collect();
                for more in outcome(self, one, two) {
                    let before = clause.len();
                    clause.extend(more);
                    if !self.add(&clause) {
                        return false;
                    }
                    clause.truncate(before);
                }
            }
        }
        true
    }
}
