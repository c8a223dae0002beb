//! A model of the formulas after the elimination of quantifiers.

use super::super::Map;
use super::super::diagram::{Diagram, FALSE, TRUE};
use super::super::normal::Normalizer;
use super::super::sat::{Literal, Sat};
use super::super::sums::{BestSolution, Sums, Unary};
use super::MOST_PREDICATES;
use super::elimination::{Elimination, Fact};
use crate::argument::Argument;
use crate::entailment::{Effort, Gap};
use crate::signature::FunctionId;
use crate::structure::Structure;
use std::collections::BTreeSet;

/// Number of conflicts after which the search for a smaller solution stops.
const MOST_CONFLICTS: u64 = 5_000;
/// The most literals of clauses for sums to be minimised.
const MOST_LITERALS: u64 = 500_000;

/// Individuals without names with the same claims.
struct CellKind {
    /// Their predicates: as few as the claims allow.
    predicates: Vec<u32>,
    /// Their number.
    count: Unary,
}

/// The clauses, and the meaning of their variables.
pub(super) struct ClauseModel<'e> {
    elimination: &'e mut Elimination,
    sat: Sat,
    left: u64,
    limit: u64,
    /// A literal that is true.
    yes: Literal,
    /// Facts about named individuals, or about none, and claims.
    facts: Map<Fact, Literal>,
    /// The literals of diagrams.
    spelled_out: Map<Diagram, Literal>,
    kinds: Vec<CellKind>,
    /// For each named individual: a literal that is true if it differs from all before it.
    first: Vec<Literal>,
    best: BestSolution,
}

impl<'e> ClauseModel<'e> {
    pub(super) fn new(
        elimination: &'e mut Elimination,
        roots: &[Diagram],
        effort: &Effort,
    ) -> Result<ClauseModel<'e>, Gap> {
        let mut sat = Sat::within(effort);
        let yes = sat.literal();
        sat.add(&[yes]);
        let mut model = ClauseModel {
            elimination,
            sat,
            left: effort.literals,
            limit: effort.literals,
            yes,
            facts: Map::default(),
            spelled_out: Map::default(),
            kinds: Vec::new(),
            first: Vec::new(),
            best: BestSolution::default(),
        };
        for root in roots {
            let root = model.literal(*root)?;
            model.add(&[root])?;
        }
        model.identify()?;
        model.sort()?;
        model.count()?;
        // Facts that occur only in counts are facts about individuals, too.
        model.respect()?;
        Ok(model)
    }

    fn add(&mut self, clause: &[Literal]) -> Result<(), Gap> {
        let spent = 1 + clause.len() as u64;
        self.left = self.left.checked_sub(spent).ok_or(Gap::TooLarge { limit: self.limit })?;
        self.sat.add(clause);
        Ok(())
    }

    fn fact(&mut self, fact: Fact) -> Literal {
        let sat = &mut self.sat;
        *self.facts.entry(fact).or_insert_with(|| sat.literal())
    }

    /// A literal that is true if and only if the diagram is.
    fn literal(&mut self, diagram: Diagram) -> Result<Literal, Gap> {
        match diagram {
            TRUE => return Ok(self.yes),
            FALSE => return Ok(-self.yes),
            _ => {}
        }
        if let Some(known) = self.spelled_out.get(&diagram) {
            return Ok(*known);
        }
        let branch = self.elimination.diagrams.get(diagram);
        let fact = self.fact(Fact::from_number(branch.atom));
        let then = self.literal(branch.then)?;
        let otherwise = self.literal(branch.otherwise)?;
        let name = self.sat.literal();
        self.add(&[-name, -fact, then])?;
        self.add(&[-name, fact, otherwise])?;
        self.add(&[name, -fact, -then])?;
        self.add(&[name, fact, -otherwise])?;
        self.spelled_out.insert(diagram, name);
        Ok(name)
    }

    fn identity(&mut self, one: u32, other: u32) -> Literal {
        match one == other {
            true => self.yes,
            false => self.fact(Fact::Same(one.min(other), one.max(other))),
        }
    }

    /// Identity is an equivalence. Among identical named individuals, the first is counted.
    fn identify(&mut self) -> Result<(), Gap> {
        let named = self.elimination.individuals;
        if u64::from(named).pow(3) > self.limit {
            return Err(Gap::TooLarge { limit: self.limit });
        }
        for one in 0..named {
            for other in one + 1..named {
                for third in (0..named).filter(|third| *third != one && *third != other) {
                    let [a, b, c] = [
                        self.identity(one, other),
                        self.identity(other, third),
                        self.identity(one, third),
                    ];
                    self.add(&[-a, -b, c])?;
                    self.add(&[-a, -c, b])?;
                }
            }
            let same: Vec<Literal> = (0..one).map(|before| self.identity(before, one)).collect();
            let first = self.sat.literal();
            for same in &same {
                self.add(&[-first, -same])?;
            }
            let clause: Vec<Literal> = same.into_iter().chain([first]).collect();
            self.add(&clause)?;
            self.first.push(first);
        }
        Ok(())
    }

    /// Facts about an individual hold with each of its names, even if only some names are
    /// mentioned.
    fn respect(&mut self) -> Result<(), Gap> {
        let told: BTreeSet<u32> = self
            .facts
            .keys()
            .filter_map(|fact| match fact {
                Fact::Holds(predicate, _) => Some(*predicate),
                _ => None,
            })
            .collect();
        let named = self.elimination.individuals;
        for predicate in told {
            for one in 0..named {
                for other in one + 1..named {
                    let same = self.identity(one, other);
                    let holds = [one, other].map(|of| Fact::Holds(predicate, of));
                    let [one, other] = holds.map(|fact| self.fact(fact));
                    self.add(&[-same, -one, other])?;
                    self.add(&[-same, one, -other])?;
                }
            }
        }
        Ok(())
    }

    /// The kinds that the claims distinguish.
    fn sort(&mut self) -> Result<(), Gap> {
        let claims = self.claims();
        let conditions: BTreeSet<Diagram> = claims.iter().map(|claim| claim.0).collect();
        let mut predicates = BTreeSet::new();
        for condition in &conditions {
            self.predicates(*condition, &mut predicates, &mut Map::default());
        }
        let predicates: Vec<u32> = predicates.into_iter().collect();
        let too_large = Gap::TooLarge { limit: self.limit };
        if predicates.len() > MOST_PREDICATES {
            return Err(too_large);
        }
        let work = (conditions.len() as u64 + 1) << predicates.len();
        self.left = self.left.checked_sub(work).ok_or(too_large)?;
        let most = claims.iter().map(|claim| claim.1).max().unwrap_or(1) as usize;
        let mut seen: Map<Vec<bool>, ()> = Map::default();
        let mut choices: Vec<u32> = (0..1 << predicates.len()).collect();
        choices.sort_by_key(|choice| choice.count_ones());
        for choice in choices {
            let held: Vec<u32> = (0..predicates.len())
                .filter(|bit| choice >> bit & 1 == 1)
                .map(|bit| predicates[bit])
                .collect();
            let met: Vec<bool> =
                conditions.iter().map(|condition| self.meets(&held, *condition)).collect();
            if seen.insert(met, ()).is_some() {
                continue;
            }
            let count: Unary = (0..most).map(|_| self.sat.literal()).collect();
            for at in 1..most {
                self.add(&[-count[at], count[at - 1]])?;
            }
            self.kinds.push(CellKind { predicates: held, count });
        }
        if self.elimination.individuals == 0 {
            let some: Vec<Literal> = self.kinds.iter().map(|kind| kind.count[0]).collect();
            self.add(&some)?;
        }
        Ok(())
    }

    fn predicates(&self, condition: Diagram, all: &mut BTreeSet<u32>, seen: &mut Map<Diagram, ()>) {
        if condition == TRUE || condition == FALSE || seen.insert(condition, ()).is_some() {
            return;
        }
        let branch = self.elimination.diagrams.get(condition);
        if let Fact::Holds(predicate, _) = Fact::from_number(branch.atom) {
            all.insert(predicate);
        }
        self.predicates(branch.then, all, seen);
        self.predicates(branch.otherwise, all, seen);
    }

    /// Tests if an individual with exactly these predicates, in order, meets the condition.
    fn meets(&self, held: &[u32], condition: Diagram) -> bool {
        let mut at = condition;
        while at != TRUE && at != FALSE {
            let branch = self.elimination.diagrams.get(at);
            at = match Fact::from_number(branch.atom) {
                Fact::Holds(predicate, _) if held.binary_search(&predicate).is_ok() => branch.then,
                _ => branch.otherwise,
            };
        }
        at == TRUE
    }

    /// The claims: the condition, the stated number of individuals, and the number of the claim, in
    /// order.
    fn claims(&self) -> Vec<(Diagram, u32, u32)> {
        let mut claims: Vec<(Diagram, u32, u32)> = (0..)
            .zip(&self.elimination.claims)
            .filter(|(number, _)| self.facts.contains_key(&Fact::Claim(*number)))
            .map(|(number, claim)| (claim.condition, claim.at_least, number))
            .collect();
        claims.sort_unstable();
        claims
    }

    /// Claims are true if and only if there are this many individuals.
    fn count(&mut self) -> Result<(), Gap> {
        for group in self.claims().chunk_by(|one, other| one.0 == other.0) {
            let Some((condition, most, _)) = group.last().copied() else { continue };
            let mut all = Vec::new();
            for individual in 0..self.elimination.individuals {
                let meets = self.elimination.of_term(condition, individual, &mut Map::default())?;
                let meets = self.literal(meets)?;
                let first = self.first[individual as usize];
                all.push(vec![self.both(first, meets)?]);
            }
            for kind in &self.kinds {
                if self.meets(&kind.predicates, condition) {
                    all.push(kind.count.clone());
                }
            }
            let sum = self.sum(all, most as usize)?;
            for (_, at_least, number) in group {
                let claim = self.fact(Fact::Claim(*number));
                // A sum never reaches larger numbers.
                let reached = sum.get(*at_least as usize - 1).copied().unwrap_or(-self.yes);
                self.add(&[-claim, reached])?;
                self.add(&[claim, -reached])?;
            }
        }
        Ok(())
    }

    fn both(&mut self, one: Literal, other: Literal) -> Result<Literal, Gap> {
        let both = self.sat.literal();
        self.add(&[-both, one])?;
        self.add(&[-both, other])?;
        self.add(&[both, -one, -other])?;
        Ok(both)
    }

    fn sum(&mut self, all: Vec<Unary>, most: usize) -> Result<Unary, Gap> {
        Sums { sat: &mut self.sat, left: &mut self.left, limit: self.limit }.sum(all, most)
    }

    /// Tests if there is a solution, and stores it.
    pub(super) fn exists(&mut self) -> Result<bool, Gap> {
        self.best.solve(&mut self.sat)
    }

    /// Minimises the number of individuals in the solution, and then the number of facts. If this
    /// takes too long, the solution stays as it is, and the result is false.
    pub(super) fn minimize(&mut self, predicates: impl Iterator<Item = u32>) -> Result<bool, Gap> {
        self.sat.limit_conflicts(MOST_CONFLICTS);
        self.left = self.left.min(MOST_LITERALS);
        let mut individuals: Vec<Unary> = self.first.iter().map(|one| vec![*one]).collect();
        individuals.extend(self.kinds.iter().map(|kind| kind.count.clone()));
        let shrunk = self.shrink(individuals, 1);
        let facts = shrunk.and_then(|has_fewest| {
            let mut facts: Vec<Unary> = Vec::new();
            for kind in &self.kinds {
                facts.extend(kind.predicates.iter().map(|_| kind.count.clone()));
            }
            let mut told: Vec<Fact> = Vec::new();
            for predicate in predicates {
                told.push(Fact::Proposition(predicate));
                let individuals = 0..self.elimination.individuals;
                told.extend(individuals.map(|one| Fact::Holds(predicate, one)));
            }
            for fact in told {
                let Some(literal) = self.facts.get(&fact).copied() else { continue };
                facts.push(vec![match fact {
                    Fact::Holds(_, one) => self.both(literal, self.first[one as usize])?,
                    _ => literal,
                }]);
            }
            // Literals made after the last solution have no value in it yet.
            match self.exists()? {
                true => Ok(self.shrink(facts, 0)? && has_fewest),
                false => Err(Gap::Unconfirmed),
            }
        });
        match facts {
            Err(Gap::TooHard { .. } | Gap::TooLarge { .. }) => Ok(false),
            other => other,
        }
    }

    fn shrink(&mut self, all: Vec<Unary>, least: usize) -> Result<bool, Gap> {
        let mut sums = Sums { sat: &mut self.sat, left: &mut self.left, limit: self.limit };
        self.best.shrink(&mut sums, all, least)
    }

    /// The structure of the solution.
    pub(super) fn structure(&self, argument: &Argument, normalizer: &Normalizer) -> Structure {
        let named = self.elimination.individuals;
        let holds = |fact: Fact| self.facts.get(&fact).is_some_and(|fact| self.best.is_true(*fact));
        let mut first: Vec<u32> = Vec::new();
        let mut place = Vec::new();
        for one in 0..named {
            let same = |other: &u32| holds(Fact::Same(*other, one));
            let known = first.iter().position(same);
            place.push(known.unwrap_or(first.len()));
            if known.is_none() {
                first.push(one);
            }
        }
        let mut nameless: Vec<&CellKind> = Vec::new();
        for kind in &self.kinds {
            let count = kind.count.iter().filter(|one| self.best.is_true(**one)).count();
            nameless.extend(std::iter::repeat_n(kind, count));
        }
        let mut structure = Structure::new(first.len() + nameless.len());
        for (predicate, symbol) in argument.signature.predicates() {
            match symbol.arity {
                0 if holds(Fact::Proposition(predicate.0)) => structure.hold(predicate, Vec::new()),
                1 => {
                    let named = first.iter().map(|one| holds(Fact::Holds(predicate.0, *one)));
                    let nameless =
                        nameless.iter().map(|kind| kind.predicates.contains(&predicate.0));
                    for (at, _) in named.chain(nameless).enumerate().filter(|(_, holds)| *holds) {
                        structure.hold(predicate, vec![at]);
                    }
                }
                _ => {}
            }
        }
        for (function, individual) in normalizer.constants() {
            structure.set(FunctionId(*function), Vec::new(), place[*individual as usize]);
        }
        structure
    }
}
