//! Instantiates normal forms over a finite domain as clauses.

use super::normal::{Atom, Node, Place, Relation};
use super::sat::{Literal, Sat};
use crate::entailment::{Effort, Gap};
use crate::formula::Quantifier;

/// The value of an atom over the domain.
enum Value {
    Known(bool),
    Open(Literal),
}

/// The individuals that may be witnesses of existentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Witnesses {
    /// Any individual.
    Any,
    /// The witnesses of existentials inside existentials and conjunctions only, in order. After
    /// this many others, the witness is one that these may have used, or the next. If no individual
    /// has a name, this loses no model, because any model can be numbered in the order in which its
    /// witnesses first appear. Without an order, a solver tries all orders before it proves that
    /// six things are not five.
    InOrder(u32),
}

/// Instantiates formulas over the individuals of a domain.
pub(super) struct Grounder {
    pub(super) sat: Sat,
    individuals: u32,
    /// The first variable of each predicate's table, and its arity.
    tables: Vec<(u32, u32)>,
    /// The variables for identities, if different individuals may be identical.
    identities: Option<u32>,
    /// The individual of each variable.
    scope: Vec<u32>,
    /// The choice of witnesses of outermost existentials.
    witnesses: Witnesses,
    spent: u64,
    /// The most literals of clauses and ground atoms.
    most: u64,
}

impl Grounder {
    /// A grounder for predicates of these arities over this many individuals. With `merging`,
    /// individuals may be identical; otherwise they are different.
    pub(super) fn new(
        arities: impl Iterator<Item = u32>,
        individuals: u32,
        variables: u32,
        merging: bool,
        effort: &Effort,
    ) -> Result<Grounder, Gap> {
        let most = effort.literals;
        let mut sat = Sat::within(effort);
        let mut tables = Vec::new();
        let mut total = 0u64;
        for arity in arities {
            let size = u64::from(individuals).checked_pow(arity).unwrap_or(u64::MAX);
            total = total.saturating_add(size);
            if total > most {
                return Err(Gap::TooLarge { limit: most });
            }
            tables.push((sat.variables(size as u32), arity));
        }
        let mut grounder = Grounder {
            sat,
            individuals,
            tables,
            identities: None,
            scope: vec![0; variables as usize],
            witnesses: Witnesses::Any,
            spent: total,
            most,
        };
        if merging {
            grounder.identify()?;
        }
        Ok(grounder)
    }

    /// Identity as a relation among individuals: symmetric by its table, transitive, and respected
    /// by every predicate.
    fn identify(&mut self) -> Result<(), Gap> {
        let count = self.individuals;
        // Transitivity needs a clause for each triple of individuals.
        if u64::from(count).saturating_pow(3) / 2 > self.most {
            return Err(Gap::TooLarge { limit: self.most });
        }
        let first = self.sat.variables(count * count);
        self.identities = Some(first);
        for a in 0..count {
            for b in 0..count {
                for c in 0..count {
                    if a < c && a != b && b != c {
                        let clause =
                            [-self.identity(a, b), -self.identity(b, c), self.identity(a, c)];
                        self.add(&clause)?;
                    }
                }
            }
        }
        for table in self.tables.clone() {
            self.respect(table)?;
        }
        Ok(())
    }

    fn identity(&self, a: u32, b: u32) -> Literal {
        let first = self.identities.unwrap_or_default();
        (first + a.min(b) * self.individuals + a.max(b)) as Literal
    }

    /// Facts about one individual hold for all identical ones, at each argument place.
    fn respect(&mut self, (first, arity): (u32, u32)) -> Result<(), Gap> {
        let count = self.individuals;
        let size = count.pow(arity);
        for place in 0..arity {
            let step = count.pow(place);
            for at in 0..size {
                let here = at / step % count;
                for there in 0..count {
                    if here != there {
                        let other = at - here * step + there * step;
                        let same = self.identity(here, there);
                        self.add(&[-same, -((first + at) as Literal), (first + other) as Literal])?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, clause: &[Literal]) -> Result<(), Gap> {
        self.spent += 1 + clause.len() as u64;
        if self.spent > self.most {
            return Err(Gap::TooLarge { limit: self.most });
        }
        self.sat.add(clause);
        Ok(())
    }

    fn value(&self, atom: &Atom) -> Value {
        let individual = |place: &Place| match place {
            Place::Variable(slot) => self.scope[*slot as usize],
            Place::Individual(individual) => *individual,
        };
        match atom.relation {
            Relation::Identity => {
                let mut pair = atom.places.iter().map(individual);
                let (a, b) = (pair.next().unwrap_or(0), pair.next().unwrap_or(0));
                match self.identities {
                    _ if a == b => Value::Known(true),
                    None => Value::Known(false),
                    Some(_) => Value::Open(self.identity(a, b)),
                }
            }
            Relation::Predicate(predicate) => {
                let (first, _) = self.tables[predicate as usize];
                let at = atom
                    .places
                    .iter()
                    .rev()
                    .fold(0, |at, place| at * self.individuals + individual(place));
                Value::Open((first + at) as Literal)
            }
        }
    }

    /// The literal that means that a predicate is true of these individuals.
    pub(super) fn fact(&self, predicate: u32, of: &[u32]) -> Literal {
        let (first, _) = self.tables[predicate as usize];
        let at = of.iter().rev().fold(0, |at, one| at * self.individuals + one);
        (first + at) as Literal
    }

    /// Tests if a predicate is true of these individuals in the assignment.
    pub(super) fn holds(&self, predicate: u32, of: &[u32]) -> bool {
        self.sat.value(self.fact(predicate, of).unsigned_abs())
    }

    /// Tests if two individuals are identical in the assignment.
    pub(super) fn identical(&self, a: u32, b: u32) -> bool {
        a == b || self.identities.is_some() && self.sat.value(self.identity(a, b) as u32)
    }

    /// Asserts formulas over individuals without names, with witnesses in order.
    pub(super) fn demand_in_order(&mut self, nodes: &[Node]) -> Result<(), Gap> {
        self.witnesses = Witnesses::InOrder(0);
        nodes.iter().try_for_each(|node| self.demand(node, &mut Vec::new()))
    }

    /// Asserts a part in which some models do not choose the witnesses of existentials.
    fn demand_inside(&mut self, node: &Node, guards: &mut Vec<Literal>) -> Result<(), Gap> {
        let outside = std::mem::replace(&mut self.witnesses, Witnesses::Any);
        let demanded = self.demand(node, guards);
        self.witnesses = outside;
        demanded
    }

    /// Asserts that the formula is true, or else one of the guards.
    pub(super) fn demand(&mut self, node: &Node, guards: &mut Vec<Literal>) -> Result<(), Gap> {
        self.spent += 1;
        if self.spent > self.most {
            return Err(Gap::TooLarge { limit: self.most });
        }
        match node {
            Node::Literal(atom, affirmed) => match self.value(atom) {
                Value::Known(value) if value == *affirmed => Ok(()),
                Value::Known(_) => self.add(guards),
                Value::Open(literal) => {
                    guards.push(if *affirmed { literal } else { -literal });
                    let added = self.add(guards);
                    guards.pop();
                    added
                }
            },
            Node::Both(parts) => parts.iter().try_for_each(|part| self.demand(part, guards)),
            Node::Either(parts) => {
                let before = guards.len();
                let demanded = self.demand_one(parts, guards);
                guards.truncate(before);
                demanded
            }
            Node::Quantified(Quantifier::All, slot, body) => {
                (0..self.individuals).try_for_each(|one| {
                    self.scope[*slot as usize] = one;
                    self.demand_inside(body, guards)
                })
            }
            Node::Quantified(Quantifier::Some, slot, body) => {
                let before = guards.len();
                let (within, inside) = match self.witnesses {
                    Witnesses::Any => (self.individuals, Witnesses::Any),
                    Witnesses::InOrder(taken) => {
                        (self.individuals.min(taken + 1), Witnesses::InOrder(taken + 1))
                    }
                };
                let witnesses: Vec<Literal> = (0..within).map(|_| self.sat.literal()).collect();
                guards.extend(&witnesses);
                let added = self.add(guards);
                guards.truncate(before);
                added?;
                // The number of used witnesses afterwards is the same for every witness.
                (0..within).zip(witnesses).try_for_each(|(one, witness)| {
                    self.witnesses = inside;
                    self.scope[*slot as usize] = one;
                    self.demand(body, &mut vec![-witness])
                })
            }
        }
    }

    fn demand_one(&mut self, parts: &[Node], guards: &mut Vec<Literal>) -> Result<(), Gap> {
        let mut complex = Vec::new();
        if self.gather(parts, guards, &mut complex) {
            return Ok(());
        }
        if let [only] = complex.as_slice() {
            return self.demand_inside(only, guards);
        }
        let names: Vec<Literal> = complex.iter().map(|_| self.sat.literal()).collect();
        guards.extend(&names);
        self.add(guards)?;
        complex
            .iter()
            .zip(names)
            .try_for_each(|(part, name)| self.demand_inside(part, &mut vec![-name]))
    }

    /// Adds the literals among the alternatives to the guards and lists the others. True if one of
    /// them is certainly true.
    fn gather<'n>(
        &mut self,
        parts: &'n [Node],
        guards: &mut Vec<Literal>,
        complex: &mut Vec<&'n Node>,
    ) -> bool {
        for part in parts {
            match part {
                Node::Literal(atom, affirmed) => match self.value(atom) {
                    Value::Known(value) if value == *affirmed => return true,
                    Value::Known(_) => {}
                    Value::Open(literal) => guards.push(if *affirmed { literal } else { -literal }),
                },
                Node::Either(inner) => {
                    if self.gather(inner, guards, complex) {
                        return true;
                    }
                }
                Node::Both(inner) if inner.is_empty() => return true,
                other => complex.push(other),
            }
        }
        false
    }
}
