//! Searches for finite models of a given size.

use super::ground::{Grounder, Witnesses};
use super::normal::{Atom, Node, Place, Relation};
use super::polarity::Polarity;
use super::sums::{BestSolution, Sums};
use crate::argument::Argument;
use crate::entailment::{Effort, Gap};
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::{FunctionId, PredicateId, Signature, VariableId};
use crate::structure::Structure;
use smallvec::SmallVec;

/// A model of the premises and of the denied conclusion with exactly `size` individuals, which are
/// all different.
pub(super) fn countermodel(
    argument: &Argument,
    size: u32,
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    let mut problem = Problem::new(argument, size, Witnesses::Any, effort)?;
    let solved = problem.grounder.sat.solve(&[])?;
    Ok(solved.then(|| problem.structure(&argument.signature)))
}

/// The smallest such model by the number of facts. If the search for the smallest takes too long, a
/// model may have more facts.
///
/// If the search takes too long with any witnesses, it may end with witnesses in order.
pub(super) fn least(
    argument: &Argument,
    size: u32,
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    let by = |witnesses| least_by(argument, size, witnesses, effort);
    by(Witnesses::Any).or_else(|_| by(Witnesses::InOrder(0)))
}

fn least_by(
    argument: &Argument,
    size: u32,
    witnesses: Witnesses,
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    let mut problem = Problem::new(argument, size, witnesses, effort)?;
    let mut best = BestSolution::default();
    let sat = &mut problem.grounder.sat;
    if !best.solve(sat)? {
        return Ok(None);
    }
    let found = problem.structure(&argument.signature);
    let mut facts = Vec::new();
    for (predicate, symbol) in argument.signature.predicates() {
        facts.extend(
            tuples(size, symbol.arity).map(|of| vec![problem.grounder.fact(predicate.0, &of)]),
        );
    }
    let (mut left, limit) = (effort.literals, effort.literals);
    let sat = &mut problem.grounder.sat;
    let shrunk = best.shrink(&mut Sums { sat, left: &mut left, limit }, facts, 0);
    match shrunk.and_then(|_| best.solve(&mut problem.grounder.sat)) {
        Ok(true) => Ok(Some(problem.structure(&argument.signature))),
        _ => Ok(Some(found)),
    }
}

/// Formulas instantiated over a domain.
struct Problem {
    grounder: Grounder,
    size: u32,
    functions: Vec<(FunctionId, u32)>,
}

impl Problem {
    fn new(
        argument: &Argument,
        size: u32,
        witnesses: Witnesses,
        effort: &Effort,
    ) -> Result<Problem, Gap> {
        let signature = &argument.signature;
        let mut graphs =
            Graphs { first: signature.count_of_predicates() as u32, ..Graphs::default() };
        let mut nodes: Vec<Node> =
            argument.premises.iter().map(|premise| graphs.node(premise, true)).collect();
        nodes.push(graphs.node(&argument.conclusion, false));
        if graphs.size > super::MOST_NODES {
            return Err(Gap::TooLarge { limit: super::MOST_NODES });
        }
        let functions: Vec<(FunctionId, u32)> =
            signature.functions().map(|(function, symbol)| (function, symbol.arity)).collect();
        for (function, arity) in &functions {
            nodes.push(graphs.has_one_value(*function, *arity));
        }
        let arities = signature.predicates().map(|(_, symbol)| symbol.arity);
        let arities = arities.chain(functions.iter().map(|(_, arity)| arity + 1));
        let mut grounder = Grounder::new(arities, size, graphs.variables, false, effort)?;
        match witnesses {
            // A free variable names the first individual.
            Witnesses::InOrder(_) if !graphs.has_free_variable => {
                grounder.demand_in_order(&nodes)?;
            }
            _ => nodes.iter().try_for_each(|node| grounder.demand(node, &mut Vec::new()))?,
        }
        Ok(Problem { grounder, size, functions })
    }

    /// The structure of the last solution.
    fn structure(&self, signature: &Signature) -> Structure {
        let Problem { grounder, size, functions } = self;
        let size = *size;
        let mut structure = Structure::new(size as usize);
        let wide = |of: &[u32]| of.iter().map(|one| *one as usize).collect::<Vec<_>>();
        for (predicate, symbol) in signature.predicates() {
            for of in tuples(size, symbol.arity) {
                if grounder.holds(predicate.0, &of) {
                    structure.hold(predicate, wide(&of));
                }
            }
        }
        let first = signature.count_of_predicates() as u32;
        for (function, arity) in functions {
            for mut of in tuples(size, *arity) {
                of.push(0);
                let value = (0..size).find(|value| {
                    if let Some(last) = of.last_mut() {
                        *last = *value;
                    }
                    grounder.holds(first + function.0, &of)
                });
                of.pop();
                structure.set(*function, wide(&of), value.unwrap_or(0) as usize);
            }
        }
        structure
    }
}

/// All tuples of this many individuals.
pub(super) fn tuples(size: u32, arity: u32) -> impl Iterator<Item = Vec<u32>> {
    let count = u64::from(size).saturating_pow(arity);
    (0..count).map(move |mut number| {
        (0..arity)
            .map(|_| {
                let one = (number % u64::from(size)) as u32;
                number /= u64::from(size);
                one
            })
            .collect()
    })
}

/// Rewrites formulas with relations in place of functions: `P(f(a))` becomes: for all `u` and `v`
/// with `a = u` and `f(u) = v`, `P(v)`.
#[derive(Default)]
struct Graphs {
    /// The predicate that represents the first function.
    first: u32,
    scope: Vec<(u32, u32)>,
    variables: u32,
    /// Number of parts made so far.
    size: u64,
    /// True if a variable is free.
    has_free_variable: bool,
}

/// The name of a function's value: graph, arguments, and the variable for the value.
type Named = (u32, SmallVec<[Place; 2]>, u32);

impl Graphs {
    fn fresh(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    fn literal<'t>(
        &mut self,
        relation: Relation,
        terms: impl Iterator<Item = &'t Term>,
        affirmed: bool,
    ) -> Node {
        let mut named = Vec::new();
        let places = terms.map(|term| self.place(term, &mut named)).collect();
        let literal = Node::Literal(Atom { relation, places }, affirmed);
        named.into_iter().rev().fold(literal, |inner, (graph, mut places, value)| {
            places.push(Place::Variable(value));
            let graph = Atom { relation: Relation::Predicate(graph), places };
            let inner = Node::Either(vec![Node::Literal(graph, false), inner]);
            Node::Quantified(Quantifier::All, value, Box::new(inner))
        })
    }

    fn place(&mut self, term: &Term, named: &mut Vec<Named>) -> Place {
        match term {
            Term::Variable(variable) => {
                let known = self.scope.iter().rev().find(|one| one.0 == variable.0);
                self.has_free_variable |= known.is_none();
                known.map_or(Place::Individual(0), |one| Place::Variable(one.1))
            }
            Term::Apply(function, terms) => {
                let places = terms.iter().map(|term| self.place(term, named)).collect();
                let value = self.fresh();
                named.push((self.first + function.0, places, value));
                Place::Variable(value)
            }
        }
    }

    /// The function has exactly one value for all arguments.
    fn has_one_value(&mut self, function: FunctionId, arity: u32) -> Node {
        let arguments: Vec<u32> = (0..arity).map(|_| self.fresh()).collect();
        let (one, two) = (self.fresh(), self.fresh());
        let graph = |value: u32, affirmed| {
            let places = arguments.iter().chain([&value]).map(|slot| Place::Variable(*slot));
            let relation = Relation::Predicate(self.first + function.0);
            Node::Literal(Atom { relation, places: places.collect() }, affirmed)
        };
        let places = [one, two].map(Place::Variable).into_iter().collect();
        let same = Node::Literal(Atom { relation: Relation::Identity, places }, true);
        let some = Node::Quantified(Quantifier::Some, one, Box::new(graph(one, true)));
        let unique = Node::Either(vec![graph(one, false), graph(two, false), same]);
        let unique = Node::Quantified(Quantifier::All, two, Box::new(unique));
        let unique = Node::Quantified(Quantifier::All, one, Box::new(unique));
        arguments.into_iter().rev().fold(Node::Both(vec![some, unique]), |inner, slot| {
            Node::Quantified(Quantifier::All, slot, Box::new(inner))
        })
    }
}

impl Polarity for Graphs {
    type Atom = Atom;

    fn atom(&mut self, predicate: PredicateId, terms: &[Term], affirmed: bool) -> Node {
        self.literal(Relation::Predicate(predicate.0), terms.iter(), affirmed)
    }

    fn equal(&mut self, one: &Term, two: &Term, affirmed: bool) -> Node {
        self.literal(Relation::Identity, [one, two].into_iter(), affirmed)
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
    ) -> Node {
        let slot = self.fresh();
        self.scope.push((variable.0, slot));
        let body = self.node(body, affirmed);
        self.scope.pop();
        Node::Quantified(quantifier, slot, Box::new(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    /// The order of witnesses neither loses nor adds models.
    #[test]
    fn the_order_of_witnesses_does_not_matter() {
        let parts = [
            "∃x ∃y x ≠ y",
            "∃x ∃y ∃z (x ≠ y ∧ y ≠ z ∧ x ≠ z)",
            "∃x (P(x) ∧ ∃y (R(x,y) ∧ ¬P(y)))",
            "∀x ∃y (R(x,y) ∧ x ≠ y)",
            "(∃x P(x)) ∨ (∃x ∃y (R(x,y) ∧ R(y,x) ∧ x ≠ y))",
            "∀x ∀y (R(x,y) → ¬R(y,x))",
            "f(a) ≠ a ∧ f(f(a)) = a",
            "¬P(a) ∧ ¬P(b) ∧ a ≠ b",
            "∀x (P(x) ∨ x = a ∨ x = b)",
            "∃x ∀y (R(x,y) ∨ y = x)",
        ];
        let (mut models, mut none) = (0, 0);
        for chosen in 0_u32..1 << parts.len() {
            if chosen.count_ones() > 3 {
                continue;
            }
            let mut signature = Signature::default();
            let mut read = |text: &str| parse(text, &mut signature).expect("a formula");
            let premises = (0..parts.len()).filter(|at| chosen >> at & 1 == 1);
            let premises = premises.map(|at| read(parts[at])).collect();
            let conclusion = read("∀x P(x)");
            let argument = Argument { signature, premises, conclusion };
            for size in 1..=3 {
                let solve = |witnesses| {
                    let effort = Effort::default();
                    let problem = Problem::new(&argument, size, witnesses, &effort);
                    problem.and_then(|mut one| one.grounder.sat.solve(&[])).expect("an end")
                };
                let any = solve(Witnesses::Any);
                assert_eq!(solve(Witnesses::InOrder(0)), any, "{chosen:b} {size}");
                *if any { &mut models } else { &mut none } += 1;
            }
        }
        assert!(models > 100 && none > 100, "{models} {none}");
    }
}
