//! Finds conclusions that follow in logic, with as much content as is easily found.

use super::alternatives::{MOST, product};
use crate::error::Error;
use crate::grounds::{Grounds, Support};
use crate::repertoire::{Repertoire, signed};
use crate::statement::{Literal, State, Statement};
use peirast_etr::Quantifier;

/// The most atoms for which disjunctions of three literals are searched: 1,760 of them.
const FEW_ATOMS: usize = 12;

type Found = Result<Option<Statement>, Error>;

/// The conclusion of the classical reasoner; `None` if all premises are trivial.
pub(super) fn conclusion(premises: &[Statement]) -> Found {
    let mut search = ConclusionSearch::new(premises)?;
    if let Some(found) = search.informative()? {
        return Ok(Some(found));
    }
    if let Some(found) = search.said_together()? {
        return Ok(Some(found));
    }
    search.restated()
}

/// A conclusion that needs several premises and is more than premises joined.
pub(super) fn informative(premises: &[Statement]) -> Found {
    ConclusionSearch::new(premises)?.informative()
}

struct ConclusionSearch<'p> {
    premises: &'p [Statement],
    grounds: Grounds,
    repertoire: Repertoire,
}

impl<'p> ConclusionSearch<'p> {
    fn new(premises: &'p [Statement]) -> Result<ConclusionSearch<'p>, Error> {
        let repertoire = Repertoire::new(premises);
        Ok(ConclusionSearch { premises, grounds: Grounds::new(premises)?, repertoire })
    }

    fn informative(&mut self) -> Found {
        if self.premises.len() < 2 || !self.grounds.can_be_true() {
            return Ok(None);
        }
        let instances = self.repertoire.instances();
        if let Some(found) = self.literals(&instances)? {
            return Ok(Some(found));
        }
        let Repertoire { ground, open, .. } = self.repertoire.clone();
        let spoken_of: Vec<Literal> = open.iter().chain(&ground).cloned().collect();
        if let Some(found) = self.clauses(&spoken_of)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.something(&open)? {
            return Ok(Some(found));
        }
        if !instances.is_empty() {
            let named: Vec<Literal> = ground.iter().chain(&instances).cloned().collect();
            if let Some(found) = self.clauses(&named)? {
                return Ok(Some(found));
            }
        }
        self.threefold(&ground)
    }

    /// All literals that need several premises: those about all things, and further ones about
    /// named things.
    fn literals(&mut self, instances: &[Literal]) -> Found {
        let mut found = Vec::new();
        for literal in signed(&self.repertoire.open.clone()) {
            if self.grounds.is_joint(&all(vec![vec![literal.clone()]]))? {
                found.push(literal);
            }
        }
        let general = found.len();
        for literal in signed(self.repertoire.ground.clone().iter().chain(instances)) {
            let covered = found[..general]
                .iter()
                .any(|one| one.predicate == literal.predicate && one.negated == literal.negated);
            if !covered && self.grounds.is_joint(&Statement::literal(literal.clone()))? {
                found.push(literal);
            }
        }
        Ok((!found.is_empty()).then(|| all(vec![found])))
    }

    /// Disjunctions of two literals that need several premises. They are stated as a conditional if
    /// there are conditionals among the premises or the disjunction is about all things; otherwise
    /// as alternatives.
    fn clauses(&mut self, atoms: &[Literal]) -> Found {
        let mut clauses = Vec::new();
        for (at, one) in atoms.iter().enumerate() {
            for other in &atoms[at + 1..] {
                for one in [one.clone(), one.flipped()] {
                    for other in [other.clone(), other.flipped()] {
                        let clause = [one.clone(), other];
                        let stage = clause.iter().map(|literal| vec![literal.clone()]).collect();
                        if self.grounds.is_joint(&all(stage))? {
                            clauses.push(clause);
                        }
                    }
                }
            }
        }
        let conditional = self.premises.iter().any(Statement::is_conditional);
        let general = clauses.iter().flatten().any(|literal| !literal.is_ground());
        let found = if conditional || general { supposing(&clauses) } else { either(&clauses) };
        let Some(found) = found else { return Ok(None) };
        if self.grounds.is_joint(&found)? {
            return Ok(Some(found));
        }
        // All together may be equivalent to the premises side by side; a single one is not.
        let stage = |clause: &[Literal; 2]| clause.iter().map(|one| vec![one.clone()]).collect();
        Ok(clauses.first().map(|clause| all(stage(clause))))
    }

    /// An existential conclusion with as many predicates as possible.
    fn something(&mut self, open: &[Literal]) -> Found {
        let of_one: Vec<Literal> =
            open.iter().filter(|atom| atom.objects() == ["x"]).cloned().collect();
        let single = signed(&of_one).map(|literal| vec![literal]);
        let mut candidates: Vec<State> = single.collect();
        for (at, one) in of_one.iter().enumerate() {
            for other in signed(&of_one[at + 1..]) {
                candidates.push(vec![one.clone(), other.clone()]);
                candidates.push(vec![one.flipped(), other]);
            }
        }
        for candidate in candidates {
            if self.grounds.is_joint(&some(candidate.clone()))? {
                return Ok(Some(some(self.grown(candidate, &of_one)?)));
            }
        }
        Ok(None)
    }

    /// Adds further literals that hold of the same thing.
    fn grown(&mut self, mut state: State, atoms: &[Literal]) -> Result<State, Error> {
        for literal in signed(atoms) {
            if state.contains(&literal) || state.contains(&literal.flipped()) {
                continue;
            }
            state.push(literal);
            if !self.grounds.follows(&some(state.clone()))? {
                state.pop();
            }
        }
        Ok(state)
    }

    /// The first disjunction of three literals.
    fn threefold(&mut self, atoms: &[Literal]) -> Found {
        if atoms.len() > FEW_ATOMS {
            return Ok(None);
        }
        let signed: Vec<Literal> = signed(atoms).collect();
        for (at, one) in signed.iter().enumerate() {
            // Each atom is next to its denial, and no clause has both.
            for (next, two) in signed.iter().enumerate().skip((at | 1) + 1) {
                for three in &signed[(next | 1) + 1..] {
                    let stage = [one, two, three].map(|literal| vec![literal.clone()]);
                    let clause = Statement::new(stage.to_vec());
                    if self.grounds.is_joint(&clause)? {
                        return Ok(Some(clause));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Premises about named things joined, as many as can be said.
    fn said_together(&mut self) -> Found {
        let plain = |one: &&Statement| one.prefix.is_empty() && !one.is_conditional();
        let mut stage: Option<Vec<State>> = None;
        for premise in self.premises.iter().filter(plain) {
            stage = match stage {
                None if premise.stage.len() <= MOST => Some(premise.stage.clone()),
                None => None,
                Some(before) => Some(product(&before, &premise.stage).unwrap_or(before)),
            };
        }
        let Some(stage) = stage else { return Ok(None) };
        let together = Statement::new(stage);
        let several =
            matches!(self.grounds.support(&together)?, Some(Support::Joined | Support::Joint));
        Ok((several && self.grounds.can_be_true()).then_some(together))
    }

    /// The first premise that is not trivial.
    fn restated(&mut self) -> Found {
        for premise in self.premises.iter().filter(|one| one.stage.len() <= MOST) {
            if self.grounds.support(premise)? == Some(Support::One) {
                return Ok(Some(premise.clone()));
            }
        }
        Ok(None)
    }
}

fn all(stage: Vec<State>) -> Statement {
    Statement::new(stage).quantified(Quantifier::Universal)
}

fn some(state: State) -> Statement {
    Statement::new(vec![state]).quantified(Quantifier::Existential)
}

/// The supposition with the most consequents, and its consequents.
fn supposing(clauses: &[[Literal; 2]]) -> Option<Statement> {
    let consequents = |supposed: &Literal| -> State {
        let denied = supposed.flipped();
        let other = |clause: &[Literal; 2]| match clause {
            [one, other] if *one == denied => Some(other.clone()),
            [other, one] if *one == denied => Some(other.clone()),
            _ => None,
        };
        clauses.iter().filter_map(other).collect()
    };
    let mut best: Option<(Literal, State)> = None;
    for supposed in clauses.iter().flatten().map(Literal::flipped) {
        let said = consequents(&supposed);
        let rank = |supposed: &Literal, said: &State| (said.len(), !supposed.negated);
        if best.as_ref().is_none_or(|best| rank(&best.0, &best.1) < rank(&supposed, &said)) {
            best = Some((supposed, said));
        }
    }
    let (supposed, said) = best?;
    Some(Statement::new(vec![said]).given(supposed).quantified(Quantifier::Universal))
}

/// As many of them together as can be said.
fn either(clauses: &[[Literal; 2]]) -> Option<Statement> {
    let mut stage: Option<Vec<State>> = None;
    for clause in clauses {
        let clause: Vec<State> = clause.iter().map(|literal| vec![literal.clone()]).collect();
        stage = match stage {
            None => Some(clause),
            Some(before) => Some(product(&before, &clause).unwrap_or(before)),
        };
    }
    stage.map(Statement::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grounds::statements;

    fn concluded(premises: &[&str]) -> String {
        let found = conclusion(&statements(premises).expect("views")).expect("views");
        found.map_or_else(|| "{0}".to_owned(), |found| found.to_string())
    }

    #[test]
    fn as_much_is_said_as_is_easily_found() {
        for (premises, wanted) in [
            // Detached, and chained.
            (&["{B()}^{A()}", "{A()}"][..], "{B()}"),
            (&["{B()}^{A()}", "{~B()}"], "{~A()}"),
            (&["{B()}^{A()}", "{C()}^{B()}"], "{C()}^{A()}"),
            (&["Ax {B(x)}^{A(x)}", "Ax {C(x)}^{B(x)}"], "∀x {C(x)}^{A(x)}"),
            (&["Ax {B(x)}^{A(x)}", "{A(a())}", "{A(b())}"], "{B(a())B(b())}"),
            (&["Ax {~B(x)}^{A(x)}", "Ex {B(x)C(x)}"], "∃x {~A(x)B(x)C(x)}"),
            (&["Ax {B(x),C(x)}^{A(x)}", "Ax {A(x)}"], "∀x {C(x)}^{~B(x)}"),
            (&["Ax {B(x)}^{A(x)}", "Ax {A(x)}"], "∀x {B(x)}"),
            (&["{A(),B()}", "{~A(),C()}"], "{B(),C()}"),
            (&["{A(),B(),C()}", "{~A(),D()}"], "{B(),C(),D()}"),
            // Each of three clauses needs both; together they are the premises.
            (&["{A(),B(),C()}", "{~A(),B()}", "{~B(),C()}"], "{C()}"),
            // No new conclusion.
            (&["{A(),B()}", "{C()}"], "{A()C(),B()C()}"),
            (&["{A(),B()}", "{A(),~A()}"], "{A(),B()}"),
            (&["{A(),~A()}"], "{0}"),
            (&["{A()}", "{~A()}"], "{A()}"),
            (&[], "{0}"),
        ] {
            assert_eq!(concluded(premises), wanted, "{premises:?}");
        }
    }
}
