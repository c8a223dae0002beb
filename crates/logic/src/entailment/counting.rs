//! Monadic predicates with identity: deciding by counting individuals of each kind.
//!
//! Without relations, individuals that no constant names differ in nothing but which predicates hold
//! of them: their *kind*. What a formula says then depends only on the constants and on how many
//! individuals there are of each kind, and beyond the number of quantifiers inside one another more of
//! a kind make no difference (Behmann 1922; Ackermann 1954, by the games of Ehrenfeucht 1961). So a
//! quantifier need not visit every individual of a domain: it visits the constants, the individuals
//! that variables around it stand for, and one more of each kind, if there is one.

use super::Map;
use super::normal::{Atom, Node, Normalizer, Place, Relation};
use super::sat::{Literal, Sat};
use crate::argument::Argument;
use crate::entailment::{Effort, Gap};
use crate::formula::Quantifier;
use crate::signature::FunctionId;
use crate::structure::Structure;
use smallvec::SmallVec;

/// The most predicates that kinds are made of: two to this power are told apart.
const MOST_PREDICATES: usize = 12;

/// A countermodel, if there is one, for formulas in normal form without relations and functions.
///
/// # Errors
///
/// [`Gap::TooLarge`] and [`Gap::TooHard`].
pub(super) fn countermodel(
    argument: &Argument,
    normalizer: &Normalizer,
    nodes: &[Node],
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    let mut kinds = Kinds::new(normalizer, nodes, effort)?;
    for node in nodes {
        match kinds.truth(node, &mut Scope::new())? {
            Truth::Known(true) => {}
            Truth::Known(false) => return Ok(None),
            Truth::Open(literal) => kinds.add(&[literal])?,
        }
    }
    if !kinds.sat.solve(&[])? {
        return Ok(None);
    }
    kinds.shrink()?;
    Ok(Some(kinds.structure(argument, normalizer)))
}

/// An individual that a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    /// One that has a name.
    Named(u32),
    /// One without a name: its kind, and which of its kind it is, from 0.
    Nameless(u32, u32),
}

/// What the variables stand for that matter, outer ones first.
type Scope = SmallVec<[(u32, Thing); 4]>;

/// What a formula comes to: a literal that is true only if the formula is.
#[derive(Clone, Copy)]
enum Truth {
    Known(bool),
    Open(Literal),
}

struct Kinds {
    sat: Sat,
    /// The predicates that kinds differ in.
    predicates: Vec<u32>,
    /// How many individuals have names.
    named: u32,
    /// The most individuals of a kind that are told apart.
    most_of_a_kind: u32,
    /// The first variable for "there are so many of this kind", kind by kind.
    counts: u32,
    /// The first variable for identities of named individuals.
    identities: u32,
    /// What a predicate says of a named individual, or of nothing, by predicate and individual.
    facts: Map<(u32, Option<u32>), Literal>,
    /// What quantified formulas came to, by the variable that they bind, which no other does.
    known: Map<(u32, Scope), Truth>,
    /// The variables that a quantified formula speaks of and does not bind, by the one that it does.
    free: Map<u32, SmallVec<[u32; 4]>>,
    spent: u64,
    most: u64,
}

impl Kinds {
    fn new(normalizer: &Normalizer, nodes: &[Node], effort: &Effort) -> Result<Kinds, Gap> {
        let mut shape = Shape::default();
        for node in nodes {
            shape.visit(node, 0);
        }
        shape.predicates.sort_unstable();
        shape.predicates.dedup();
        let most = effort.literals;
        let too_large = Gap::TooLarge { limit: most };
        if shape.predicates.len() > MOST_PREDICATES {
            return Err(too_large);
        }
        let named = normalizer.individuals;
        let kinds = 1u32 << shape.predicates.len();
        let cubed = u64::from(named).pow(3);
        if cubed > most || u64::from(kinds) * u64::from(shape.deepest) > most {
            return Err(too_large);
        }
        let mut sat = Sat::within(effort);
        let most_of_a_kind = shape.deepest;
        let counts = sat.variables(kinds * most_of_a_kind);
        let identities = sat.variables(named * named);
        let mut all = Kinds {
            sat,
            predicates: shape.predicates,
            named,
            most_of_a_kind,
            counts,
            identities,
            facts: Map::default(),
            known: Map::default(),
            free: shape.free,
            spent: 0,
            most,
        };
        all.set_up(&shape.unary)?;
        Ok(all)
    }

    fn kinds(&self) -> u32 {
        1 << self.predicates.len()
    }

    /// There are more than `at` of this kind.
    fn there_are(&self, kind: u32, at: u32) -> Literal {
        (self.counts + kind * self.most_of_a_kind + at) as Literal
    }

    fn identity(&self, one: u32, other: u32) -> Literal {
        (self.identities + one.min(other) * self.named + one.max(other)) as Literal
    }

    fn fact(&mut self, predicate: u32, of: Option<u32>) -> Literal {
        let sat = &mut self.sat;
        *self.facts.entry((predicate, of)).or_insert_with(|| sat.literal())
    }

    fn add(&mut self, clause: &[Literal]) -> Result<(), Gap> {
        self.spend(1 + clause.len() as u64)?;
        self.sat.add(clause);
        Ok(())
    }

    fn spend(&mut self, steps: u64) -> Result<(), Gap> {
        self.spent += steps;
        if self.spent > self.most {
            return Err(Gap::TooLarge { limit: self.most });
        }
        Ok(())
    }

    /// There is something; who says there are three of a kind says there are two; and identity is
    /// an equivalence that the predicates respect.
    fn set_up(&mut self, unary: &[u32]) -> Result<(), Gap> {
        for kind in 0..self.kinds() {
            for at in 1..self.most_of_a_kind {
                self.add(&[-self.there_are(kind, at), self.there_are(kind, at - 1)])?;
            }
        }
        let named = self.named;
        if named == 0 {
            let some: Vec<Literal> =
                (0..self.kinds()).map(|kind| self.there_are(kind, 0)).collect();
            return if self.most_of_a_kind == 0 { Ok(()) } else { self.add(&some) };
        }
        for (a, b) in pairs(named) {
            for c in (0..named).filter(|c| *c != a && *c != b) {
                let [ab, bc, ac] = [self.identity(a, b), self.identity(b, c), self.identity(a, c)];
                self.add(&[-ab, -bc, ac])?;
                self.add(&[-ab, -ac, bc])?;
            }
            for predicate in unary {
                let same = self.identity(a, b);
                let [one, other] = [a, b].map(|of| self.fact(*predicate, Some(of)));
                self.add(&[-same, -one, other])?;
                self.add(&[-same, one, -other])?;
            }
        }
        Ok(())
    }

    fn truth(&mut self, node: &Node, scope: &mut Scope) -> Result<Truth, Gap> {
        self.spend(1)?;
        match node {
            Node::Literal(atom, affirmed) => Ok(match self.atom(atom, scope) {
                Truth::Known(value) => Truth::Known(value == *affirmed),
                Truth::Open(literal) => Truth::Open(if *affirmed { literal } else { -literal }),
            }),
            Node::Both(parts) => {
                let mut all = SmallVec::<[Literal; 8]>::new();
                for part in parts {
                    match self.truth(part, scope)? {
                        Truth::Known(true) => {}
                        Truth::Known(false) => return Ok(Truth::Known(false)),
                        Truth::Open(literal) => all.push(literal),
                    }
                }
                self.all_of(&all)
            }
            Node::Either(parts) => {
                let mut any = SmallVec::<[Literal; 8]>::new();
                for part in parts {
                    match self.truth(part, scope)? {
                        Truth::Known(false) => {}
                        Truth::Known(true) => return Ok(Truth::Known(true)),
                        Truth::Open(literal) => any.push(literal),
                    }
                }
                self.any_of(&any)
            }
            Node::Quantified(quantifier, variable, body) => {
                let mut scope = self.relevant(*variable, scope);
                let key = (*variable, scope.clone());
                if let Some(known) = self.known.get(&key) {
                    return Ok(*known);
                }
                let truth = self.quantified(*quantifier, *variable, body, &mut scope)?;
                self.known.insert(key, truth);
                Ok(truth)
            }
        }
    }

    /// What of the scope the formula that binds this variable speaks of, individuals of a kind
    /// counted anew.
    fn relevant(&self, variable: u32, scope: &Scope) -> Scope {
        let free = self.free.get(&variable).map_or(&[][..], |free| free);
        let mut kept: Scope = scope.iter().copied().filter(|one| free.contains(&one.0)).collect();
        let mut seen = SmallVec::<[Thing; 4]>::new();
        for (_, thing) in &mut kept {
            let Thing::Nameless(kind, _) = *thing else { continue };
            let of_kind = |one: &&Thing| matches!(one, Thing::Nameless(same, _) if *same == kind);
            let known = seen.iter().filter(of_kind).position(|one| *one == *thing);
            let at = known.unwrap_or(seen.iter().filter(of_kind).count());
            if known.is_none() {
                seen.push(*thing);
            }
            *thing = Thing::Nameless(kind, at as u32);
        }
        kept
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: u32,
        body: &Node,
        scope: &mut Scope,
    ) -> Result<Truth, Gap> {
        let decisive = quantifier == Quantifier::Some;
        let mut open = SmallVec::<[Literal; 8]>::new();
        let mut things: Vec<(Thing, Option<Literal>)> =
            (0..self.named).map(|one| (Thing::Named(one), None)).collect();
        for kind in 0..self.kinds() {
            let in_scope = scope.iter().filter_map(|(_, thing)| match thing {
                Thing::Nameless(same, at) if *same == kind => Some(at + 1),
                _ => None,
            });
            let count = in_scope.max().unwrap_or(0);
            things.extend((0..count).map(|at| (Thing::Nameless(kind, at), None)));
            things.push((Thing::Nameless(kind, count), Some(self.there_are(kind, count))));
        }
        for (thing, guard) in things {
            scope.push((variable, thing));
            let truth = self.truth(body, scope);
            scope.pop();
            let truth = match (truth?, guard) {
                (truth, None) => truth,
                (Truth::Known(value), Some(_)) if value != decisive => Truth::Known(value),
                (Truth::Known(_), Some(guard)) => {
                    Truth::Open(if decisive { guard } else { -guard })
                }
                (Truth::Open(literal), Some(guard)) if decisive => {
                    self.all_of(&[guard, literal])?
                }
                (Truth::Open(literal), Some(guard)) => self.any_of(&[-guard, literal])?,
            };
            match truth {
                Truth::Known(value) if value == decisive => return Ok(truth),
                Truth::Known(_) => {}
                Truth::Open(literal) => open.push(literal),
            }
        }
        if decisive { self.any_of(&open) } else { self.all_of(&open) }
    }

    fn atom(&mut self, atom: &Atom, scope: &Scope) -> Truth {
        let thing = |place: &Place| match place {
            Place::Individual(individual) => Thing::Named(*individual),
            Place::Variable(variable) => {
                let bound = scope.iter().rev().find(|one| one.0 == *variable);
                bound.map_or(Thing::Named(0), |one| one.1)
            }
        };
        let mut things = atom.places.iter().map(thing);
        match (atom.relation, things.next(), things.next()) {
            (Relation::Identity, Some(Thing::Named(one)), Some(Thing::Named(other)))
                if one != other =>
            {
                Truth::Open(self.identity(one, other))
            }
            (Relation::Identity, one, other) => Truth::Known(one == other),
            (Relation::Predicate(predicate), Some(Thing::Nameless(kind, _)), _) => {
                let bit = self.predicates.iter().position(|one| *one == predicate);
                Truth::Known(bit.is_some_and(|bit| kind >> bit & 1 == 1))
            }
            (Relation::Predicate(predicate), Some(Thing::Named(one)), _) => {
                Truth::Open(self.fact(predicate, Some(one)))
            }
            (Relation::Predicate(predicate), None, _) => Truth::Open(self.fact(predicate, None)),
        }
    }

    /// A literal that is true only if all of these are.
    fn all_of(&mut self, literals: &[Literal]) -> Result<Truth, Gap> {
        match literals {
            [] => Ok(Truth::Known(true)),
            [only] => Ok(Truth::Open(*only)),
            many => {
                let name = self.sat.literal();
                many.iter().try_for_each(|literal| self.add(&[-name, *literal]))?;
                Ok(Truth::Open(name))
            }
        }
    }

    /// A literal that is true only if one of these is.
    fn any_of(&mut self, literals: &[Literal]) -> Result<Truth, Gap> {
        match literals {
            [] => Ok(Truth::Known(false)),
            [only] => Ok(Truth::Open(*only)),
            many => {
                let name = self.sat.literal();
                let mut clause: Vec<Literal> = many.to_vec();
                clause.push(-name);
                self.add(&clause)?;
                Ok(Truth::Open(name))
            }
        }
    }

    /// Leaves out nameless individuals as long as there is still a model: one that is small, if not
    /// always the smallest. The assignment is that of a model afterwards.
    fn shrink(&mut self) -> Result<(), Gap> {
        let mut absent: Vec<Literal> = Vec::new();
        let mut open: Vec<(u32, u32)> = Vec::new();
        for kind in 0..self.kinds() {
            for at in 0..self.most_of_a_kind {
                let count = self.there_are(kind, at);
                if self.sat.value(count as u32) {
                    open.push((kind, at))
                } else {
                    absent.push(-count)
                }
            }
        }
        // More than one of a kind first, and those of which there are most.
        open.sort_unstable_by_key(|(kind, at)| (std::cmp::Reverse(*at), *kind));
        for (kind, at) in open {
            let count = self.there_are(kind, at);
            absent.push(-count);
            if !self.sat.solve(&absent)? {
                absent.pop();
            }
        }
        match self.sat.solve(&absent)? {
            true => Ok(()),
            false => Err(Gap::Unconfirmed),
        }
    }

    /// The structure of the assignment that was found.
    fn structure(&self, argument: &Argument, normalizer: &Normalizer) -> Structure {
        let mut first: Vec<u32> = Vec::new();
        let mut place = Vec::new();
        for one in 0..self.named {
            let same = |other: &u32| self.sat.value(self.identity(*other, one) as u32);
            let known = first.iter().position(same);
            place.push(known.unwrap_or(first.len()));
            if known.is_none() {
                first.push(one);
            }
        }
        let mut nameless = Vec::new();
        for kind in 0..self.kinds() {
            let there = |at: &u32| self.sat.value(self.there_are(kind, *at) as u32);
            nameless.extend((0..self.most_of_a_kind).take_while(there).map(|_| kind));
        }
        let mut structure = Structure::new(first.len() + nameless.len());
        let holds = |predicate: u32, of: Option<u32>| {
            let fact = self.facts.get(&(predicate, of));
            fact.is_some_and(|fact| self.sat.value(fact.unsigned_abs()))
        };
        for (predicate, symbol) in argument.signature.predicates() {
            if symbol.arity == 0 && holds(predicate.0, None) {
                structure.hold(predicate, Vec::new());
            }
            if symbol.arity != 1 {
                continue;
            }
            for (at, one) in first.iter().enumerate() {
                if holds(predicate.0, Some(*one)) {
                    structure.hold(predicate, vec![at]);
                }
            }
            let bit = self.predicates.iter().position(|one| *one == predicate.0);
            for (at, kind) in nameless.iter().enumerate() {
                if bit.is_some_and(|bit| kind >> bit & 1 == 1) {
                    structure.hold(predicate, vec![first.len() + at]);
                }
            }
        }
        for (function, individual) in normalizer.constants() {
            structure.set(FunctionId(*function), Vec::new(), place[*individual as usize]);
        }
        structure
    }
}

/// What there is to know of formulas before they are written out.
#[derive(Default)]
struct Shape {
    /// Predicates of variables.
    predicates: Vec<u32>,
    /// Predicates of one thing, variable or not.
    unary: Vec<u32>,
    /// The most quantifiers inside one another.
    deepest: u32,
    /// The free variables of each quantified formula, by the variable that it binds.
    free: Map<u32, SmallVec<[u32; 4]>>,
}

impl Shape {
    /// The variables that the formula speaks of and does not bind.
    fn visit(&mut self, node: &Node, depth: u32) -> SmallVec<[u32; 4]> {
        self.deepest = self.deepest.max(depth);
        let mut free = SmallVec::new();
        match node {
            Node::Literal(atom, _) => {
                free.extend(atom.places.iter().filter_map(|place| match place {
                    Place::Variable(variable) => Some(*variable),
                    Place::Individual(_) => None,
                }));
                if let (Relation::Predicate(predicate), [place]) =
                    (atom.relation, atom.places.as_slice())
                {
                    if matches!(place, Place::Variable(_)) {
                        self.predicates.push(predicate);
                    }
                    if !self.unary.contains(&predicate) {
                        self.unary.push(predicate);
                    }
                }
            }
            Node::Both(parts) | Node::Either(parts) => {
                for part in parts {
                    free.extend(self.visit(part, depth));
                }
            }
            Node::Quantified(_, variable, body) => {
                free = self.visit(body, depth + 1);
                free.retain(|one| one != variable);
                self.free.insert(*variable, free.clone());
            }
        }
        free.sort_unstable();
        free.dedup();
        free
    }
}

/// All pairs of different numbers below this one, the smaller first.
fn pairs(count: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}
