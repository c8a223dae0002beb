//! Moves existentials out of the scope of universals, if all predicates are monadic.
//!
//! In `∀x ∃y φ` the nesting is only apparent if no atom contains both `x` and `y`. For each
//! assignment of truth values to the atoms of `x`, `φ` reduces to a condition on `y`, and `∃y`
//! means that something meets this condition. There are finitely many conditions. So `∃y φ` is a
//! truth function of the atoms of `x` and of claims "something meets this condition", which have no
//! free variable.
//!
//! Truth functions are ordered binary decision diagrams (Bryant 1986). The atoms of inner variables
//! are below those of outer ones, and atoms and claims without variables are below all. Then the
//! subdiagrams of `φ` below the atoms of `x` are exactly these conditions.

use super::Map;
use super::diagram::{Branch, Diagram, Diagrams, FALSE, TRUE};
use super::normal::{Atom, Node, Place, Relation};
use crate::entailment::Gap;
use crate::formula::Quantifier;
use smallvec::smallvec;

/// Numbers that order the atoms: those about variables, outer ones first, then those about
/// individuals, then claims.
const FIRST_GROUND: u64 = 0x8000_0000;
const FIRST_CLAIM: u64 = 0xC000_0000;
const PREDICATES: u32 = 1 << 12;

/// Separates the quantifiers of formulas that speak of one variable at a time.
pub(super) struct Separator {
    diagrams: Diagrams,
    /// Atoms about individuals.
    ground: Vec<Atom>,
    /// The conditions of claims.
    claims: Vec<Diagram>,
    claimed: Map<Diagram, u32>,
    /// The next number for an auxiliary predicate.
    next_predicate: u32,
    /// The next variable.
    next_variable: u32,
}

impl Separator {
    /// Creates a separator. Auxiliary predicates and variables get numbers from these on.
    pub(super) fn new(next_predicate: u32, next_variable: u32, most: usize) -> Separator {
        Separator {
            diagrams: Diagrams::new(most),
            ground: Vec::new(),
            claims: Vec::new(),
            claimed: Map::default(),
            next_predicate,
            next_variable,
        }
    }

    /// One more than the highest number of a predicate.
    pub(super) fn predicates(&self) -> u32 {
        self.next_predicate
    }

    /// One more than the highest number of a variable.
    pub(super) fn variables(&self) -> u32 {
        self.next_variable
    }

    /// Formulas that are jointly satisfiable if and only if these are, without existentials inside
    /// universals. `individual` returns new individuals.
    pub(super) fn separated(
        &mut self,
        nodes: &[Node],
        individual: &mut dyn FnMut() -> u32,
    ) -> Result<Node, Gap> {
        let mut roots = Vec::with_capacity(nodes.len());
        for node in nodes {
            self.roots(node, &mut roots)?;
        }
        let names = self.next_predicate;
        self.next_predicate += u32::try_from(self.claims.len()).unwrap_or(u32::MAX);
        let mut parts = self.spelled_out(&roots, names);
        for claim in 0..self.claims.len() {
            let condition = self.claims[claim];
            let denial = self.diagrams.not(condition)?;
            let name = |affirmed| Node::proposition(names + claim as u32, affirmed);
            let witness = Place::Individual(individual());
            parts.push(Node::Either(vec![name(false), self.node(condition, witness, names)]));
            let variable = self.next_variable;
            self.next_variable += 1;
            let nobody = Box::new(self.node(denial, Place::Variable(variable), names));
            let nobody = Node::Quantified(Quantifier::All, variable, nobody);
            parts.push(Node::Either(vec![name(true), nobody]));
        }
        Ok(Node::Both(parts))
    }

    /// The diagrams of the conjuncts, each by itself, because a joint diagram would grow.
    fn roots(&mut self, node: &Node, roots: &mut Vec<Diagram>) -> Result<(), Gap> {
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
                let atom = self.atom(atom)?;
                self.diagrams.literal(atom, *affirmed)
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
                let first = u64::from(*variable) * u64::from(PREDICATES);
                match quantifier {
                    Quantifier::Some => self.some(body, first, &mut Map::default()),
                    Quantifier::All => {
                        let denied = self.diagrams.not(body)?;
                        let denied = self.some(denied, first, &mut Map::default())?;
                        self.diagrams.not(denied)
                    }
                }
            }
        }
    }

    fn atom(&mut self, atom: &Atom) -> Result<u64, Gap> {
        match (atom.relation, atom.places.as_slice()) {
            (Relation::Predicate(predicate), [Place::Variable(variable)]) => {
                let highest = FIRST_GROUND as u32 / PREDICATES;
                if predicate >= PREDICATES || *variable >= highest {
                    return Err(Gap::TooLarge { limit: u64::from(PREDICATES.min(highest)) });
                }
                Ok(u64::from(variable * PREDICATES + predicate))
            }
            _ => {
                let known = self.ground.iter().position(|known| known == atom);
                let at = known.unwrap_or_else(|| {
                    self.ground.push(atom.clone());
                    self.ground.len() - 1
                });
                Ok(FIRST_GROUND + at as u64)
            }
        }
    }

    /// `∃y` of a diagram in which the atoms of `y` begin with `first`.
    fn some(
        &mut self,
        diagram: Diagram,
        first: u64,
        done: &mut Map<Diagram, Diagram>,
    ) -> Result<Diagram, Gap> {
        if diagram <= TRUE {
            return Ok(diagram);
        }
        if let Some(known) = done.get(&diagram) {
            return Ok(*known);
        }
        let Branch { atom, otherwise, then } = self.diagrams.get(diagram);
        let result = if atom >= FIRST_GROUND {
            // It does not depend on the variable, and the domain is not empty.
            diagram
        } else if atom >= first {
            let claim = self.claim(diagram);
            self.diagrams.branch(claim, FALSE, TRUE)?
        } else {
            let then = self.some(then, first, done)?;
            let otherwise = self.some(otherwise, first, done)?;
            self.diagrams.branch(atom, otherwise, then)?
        };
        done.insert(diagram, result);
        Ok(result)
    }

    /// The atom of the claim that something meets the condition.
    fn claim(&mut self, condition: Diagram) -> u64 {
        let next = self.claims.len() as u32;
        let claim = *self.claimed.entry(condition).or_insert(next);
        if claim == next {
            self.claims.push(condition);
        }
        FIRST_CLAIM + u64::from(claim)
    }

    /// Formulas that make the diagrams true, with a name for each branch.
    fn spelled_out(&mut self, roots: &[Diagram], claims: u32) -> Vec<Node> {
        let mut names: Map<Diagram, u32> = Map::default();
        let mut order = roots.to_vec();
        let mut at = 0;
        while let Some(diagram) = order.get(at).copied() {
            at += 1;
            if diagram > TRUE && !names.contains_key(&diagram) {
                names.insert(diagram, self.next_predicate);
                self.next_predicate += 1;
                let branch = self.diagrams.get(diagram);
                order.extend([branch.then, branch.otherwise]);
            }
        }
        let named = |diagram: Diagram| match names.get(&diagram) {
            Some(name) => Node::proposition(*name, true),
            None => Node::truth(diagram == TRUE),
        };
        let mut parts: Vec<Node> = roots.iter().map(|root| named(*root)).collect();
        let mut seen: Map<Diagram, ()> = Map::default();
        for diagram in order {
            let Some(name) = names.get(&diagram) else { continue };
            if seen.insert(diagram, ()).is_some() {
                continue;
            }
            let branch = self.diagrams.get(diagram);
            let denied = || Node::proposition(*name, false);
            let [yes, no] =
                [true, false].map(|affirmed| self.closed(branch.atom, claims, affirmed));
            parts.push(Node::Either(vec![denied(), no, named(branch.then)]));
            parts.push(Node::Either(vec![denied(), yes, named(branch.otherwise)]));
        }
        parts
    }

    /// An atom without variables.
    fn closed(&self, atom: u64, claims: u32, affirmed: bool) -> Node {
        if atom >= FIRST_CLAIM {
            return Node::proposition(claims + (atom - FIRST_CLAIM) as u32, affirmed);
        }
        match self.ground.get((atom - FIRST_GROUND) as usize) {
            Some(atom) => Node::Literal(atom.clone(), affirmed),
            None => Node::truth(true),
        }
    }

    /// A condition as a formula about an individual or a variable.
    fn node(&self, diagram: Diagram, place: Place, claims: u32) -> Node {
        if diagram <= TRUE {
            return Node::truth(diagram == TRUE);
        }
        let Branch { atom, otherwise, then } = self.diagrams.get(diagram);
        let literal = |affirmed| {
            if atom >= FIRST_GROUND {
                return self.closed(atom, claims, affirmed);
            }
            let predicate = (atom % u64::from(PREDICATES)) as u32;
            let atom = Atom { relation: Relation::Predicate(predicate), places: smallvec![place] };
            Node::Literal(atom, affirmed)
        };
        match (then, otherwise) {
            (TRUE, FALSE) => literal(true),
            (FALSE, TRUE) => literal(false),
            (_, FALSE) => Node::Both(vec![literal(true), self.node(then, place, claims)]),
            (FALSE, _) => Node::Both(vec![literal(false), self.node(otherwise, place, claims)]),
            (_, TRUE) => Node::Either(vec![literal(false), self.node(then, place, claims)]),
            (TRUE, _) => Node::Either(vec![literal(true), self.node(otherwise, place, claims)]),
            _ => Node::Both(vec![
                Node::Either(vec![literal(false), self.node(then, place, claims)]),
                Node::Either(vec![literal(true), self.node(otherwise, place, claims)]),
            ]),
        }
    }
}
