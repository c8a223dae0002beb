//! Conclusions of one or two literals, or with the shape of another conclusion, in random order.

use super::facts::Facts;
use super::shaped::Words;
use crate::error::Error;
use crate::grounds::{Grounds, Support, statements};
use crate::problem::Problem;
use crate::repertoire::{Repertoire, signed};
use crate::statement::{Literal, State, Statement};
use crate::stream::Purpose;
use peirast_etr::Quantifier;
use peirast_random::Stream;

/// With fewer atoms than this, statements about named things are also made about all and some
/// things.
const FEW: usize = 3;
/// Number of conclusions of a shape that are drawn from literals of the premises, and from any
/// literals.
const DRAWS: usize = 60;
/// Number of attempts to make a conclusion longer with further alternatives.
const LONGER: usize = 12;
/// The most alternatives of a conclusion.
const ALTERNATIVES: usize = 8;

/// The possible conclusions for questions about a problem.
pub(super) struct Conclusions {
    pub(super) stream: Stream,
    grounds: Grounds,
    premises: Vec<Statement>,
    words: Words,
    all: Vec<Statement>,
    /// Those of the premises; none for an argument of the published generator.
    facts: Facts,
    /// True unless the argument is of the published generator: options repeat facts in fixed shares,
    /// and conclusions that the premises exclude come after those that the premises leave open.
    is_balanced: bool,
}

/// A conclusion that follows, with the support that it needs.
type Following = Option<(Support, Statement)>;

impl Conclusions {
    pub(super) fn new(problem: &Problem, seed: u64) -> Result<Conclusions, Error> {
        let premises = statements(&problem.premises)?;
        let mut repertoire = Repertoire::new(&premises);
        if repertoire.ground.len() + repertoire.open.len() < FEW {
            repertoire.generalise();
        }
        let mut all = of_names(&repertoire.ground);
        all.extend(of_all_and_some(&repertoire.open));
        let mut stream = Purpose::Closed.stream(seed, problem.number);
        stream.shuffle(&mut all);
        let (grounds, words) = (Grounds::new(&premises)?, Words::new(&premises));
        let is_balanced = !is_as_published(problem);
        let facts = if is_balanced { Facts::of(&premises) } else { Facts::default() };
        Ok(Conclusions { stream, grounds, premises, words, all, facts, is_balanced })
    }

    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// True if options are balanced in the facts that they repeat.
    pub(super) fn is_balanced(&self) -> bool {
        self.is_balanced
    }

    /// A conclusion that follows and is not trivial, to go with a fallacious conclusion if there is
    /// one.
    ///
    /// The first choice is one with the shape of the fallacious conclusion that needs several
    /// premises. If there is none, a random bit decides between the same shape and a need for
    /// several premises. If there is none of its shape, half of those that are shorter are
    /// lengthened.
    pub(super) fn right(&mut self, lure: Option<&Statement>) -> Result<Option<Statement>, Error> {
        let (coin, long) = (self.stream.coin(), self.stream.coin());
        let shaped = match lure {
            Some(lure) => self.right_like(lure)?,
            None => None,
        };
        let is_joint = |found: &Following| matches!(found, Some((Support::Joint, _)));
        if is_joint(&shaped) {
            return Ok(shaped.map(|found| found.1));
        }
        let short = self.right_of_few()?;
        if shaped.is_some() && (coin || !is_joint(&short)) {
            return Ok(shaped.map(|found| found.1));
        }
        let Some((support, short)) = short else { return Ok(None) };
        let length = lure.map_or(0, |lure| lure.literals().count());
        let longer = match long && shaped.is_none() {
            true => self.lengthened(&short, support, length)?,
            false => None,
        };
        Ok(Some(longer.unwrap_or(short)))
    }

    /// The first conclusion of a shape that follows; one that needs several premises, if there is
    /// one.
    fn right_like(&mut self, shape: &Statement) -> Result<Following, Error> {
        let mut drawn = Vec::new();
        if let [_] = shape.stage.as_slice()
            && shape.prefix.is_empty()
            && !shape.is_conditional()
        {
            let mut certain = Vec::new();
            for literal in self.words.ground() {
                if self.grounds.follows(&Statement::literal(literal.clone()))? {
                    certain.push(literal.clone());
                }
            }
            let certain = self.words.only(|literal| certain.contains(literal));
            drawn = certain.drawn(shape, DRAWS / 2, &mut self.stream);
        } else {
            drawn.extend(self.words.drawn(shape, DRAWS, &mut self.stream));
        }
        // The predicted conclusion repeats no fact, so the fewer this one repeats, the better.
        drawn.sort_by_key(|one| self.facts.repeated(one));
        first_following(&mut self.grounds, &alike_first(drawn, shape))
    }

    /// The first conclusion of one or two literals that follows; one that needs several premises,
    /// if there is one; otherwise a premise.
    fn right_of_few(&mut self) -> Result<Following, Error> {
        let found = first_following(&mut self.grounds, &self.all)?;
        if found.is_some() {
            return Ok(found);
        }
        let sayable = self.premises.iter().filter(|one| one.stage.len() <= ALTERNATIVES);
        for premise in sayable {
            if self.grounds.is_contingent(premise)? {
                return Ok(Some((Support::One, premise.clone())));
            }
        }
        Ok(None)
    }

    /// Adds alternatives until the conclusion has this many literals, and still needs the same
    /// premises.
    fn lengthened(
        &mut self,
        short: &Statement,
        support: Support,
        literals: usize,
    ) -> Result<Option<Statement>, Error> {
        let missing = literals.saturating_sub(short.literals().count());
        let is_plain = short.prefix.is_empty() && !short.is_conditional();
        if missing == 0 || !is_plain || short.stage.len() + missing > ALTERNATIVES {
            return Ok(None);
        }
        for _ in 0..LONGER {
            let mut more: Vec<Literal> = self.words.ground().cloned().collect();
            self.stream.shuffle(&mut more);
            let mut stage = short.stage.clone();
            for literal in more {
                let affirmed = literal.affirmed();
                let is_new = !stage.iter().flatten().any(|one| one.affirmed() == affirmed);
                if is_new && stage.len() < short.stage.len() + missing {
                    stage.push(vec![literal]);
                }
            }
            self.stream.shuffle(&mut stage);
            let longer = Statement::new(stage);
            if longer.literals().count() == literals
                && self.grounds.support(&longer)? == Some(support)
            {
                return Ok(Some(longer));
            }
        }
        Ok(None)
    }

    /// The conclusion with its literals in the order of some premise, so that the same words always
    /// come in the same order.
    pub(super) fn in_order(&self, conclusion: &Statement) -> Statement {
        let mut said: Vec<Literal> = Vec::new();
        for premise in &self.premises {
            for literal in premise.literals().map(Literal::affirmed) {
                if !said.contains(&literal) {
                    said.push(literal);
                }
            }
        }
        let place = |literal: &Literal| {
            let affirmed = literal.affirmed();
            let whole = said.iter().position(|one| *one == affirmed);
            // A statement about all or some things takes the place of its predicate.
            let of_predicate = || said.iter().position(|one| one.predicate == affirmed.predicate);
            whole.or_else(of_predicate).unwrap_or(said.len())
        };
        let mut ordered = conclusion.clone();
        if self.is_balanced {
            ordered.stage.iter_mut().for_each(|state| state.sort_by_key(place));
        }
        ordered
    }

    /// A conclusion with the shape of another that does not follow, if possible one that repeats
    /// this number of facts; see [`Conclusions::wrong`].
    pub(super) fn wrong_like(
        &mut self,
        shape: &Statement,
        restated: usize,
        beside: &[&Statement],
        fits: impl FnMut(&Statement) -> Result<bool, Error>,
    ) -> Result<Option<Statement>, Error> {
        let mut drawn = self.words.drawn(shape, DRAWS, &mut self.stream);
        if self.is_balanced {
            // If the premises settle everything, a wrong conclusion contradicts them, but no fact.
            let facts = &self.facts;
            drawn.sort_by_key(|one| (facts.denied(one), facts.repeated(one).abs_diff(restated)));
        }
        first_wrong(&mut self.grounds, &alike_first(drawn, shape), beside, self.is_balanced, fits)
    }

    /// The first conclusion of one or two literals that does not follow, is possible by itself,
    /// satisfies `fits`, and equals none of these, if possible not even given the premises.
    pub(super) fn wrong(
        &mut self,
        beside: &[&Statement],
        fits: impl FnMut(&Statement) -> Result<bool, Error>,
    ) -> Result<Option<Statement>, Error> {
        first_wrong(&mut self.grounds, &self.all, beside, self.is_balanced, fits)
    }
}

/// Sorts conclusions so that those with as many denials as the other come first and are as long.
fn alike_first(drawn: Vec<Statement>, other: &Statement) -> Vec<Statement> {
    let (mut alike, rest): (Vec<_>, Vec<_>) =
        drawn.into_iter().partition(|one| one.denials() == other.denials());
    alike.extend(rest);
    alike
}

fn first_following(grounds: &mut Grounds, of: &[Statement]) -> Result<Following, Error> {
    let mut found = None;
    for conclusion in of {
        match grounds.support(conclusion)? {
            Some(Support::Joint) => return Ok(Some((Support::Joint, conclusion.clone()))),
            Some(support @ (Support::One | Support::Joined)) if found.is_none() => {
                found = Some((support, conclusion.clone()));
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The first conclusion that does not follow, is possible by itself, differs from these, and fits.
/// With `open_first`, conclusions that the premises exclude come last. Otherwise options would deny
/// premises more often in controls, which leave less open, than in fallacies.
fn first_wrong(
    grounds: &mut Grounds,
    of: &[Statement],
    beside: &[&Statement],
    open_first: bool,
    mut fits: impl FnMut(&Statement) -> Result<bool, Error>,
) -> Result<Option<Statement>, Error> {
    let excluded: &[Option<bool>] = if open_first { &[Some(false), Some(true)] } else { &[None] };
    for given in [true, false] {
        for is_excluded in excluded {
            for conclusion in of {
                if grounds.verdict(conclusion)? == Some(false)
                    && grounds.is_contingent(conclusion)?
                    && !is_among(conclusion, beside, grounds, given)?
                    && (is_excluded.is_none()
                        || Some(grounds.excludes(conclusion)?) == *is_excluded)
                    && fits(conclusion)?
                {
                    return Ok(Some(conclusion.clone()));
                }
            }
        }
    }
    Ok(None)
}

/// True for an argument of the published generator, whose questions stay as they are.
pub(super) fn is_as_published(problem: &Problem) -> bool {
    problem.profile.starts_with("paper-2025")
}

fn is_among(
    one: &Statement,
    others: &[&Statement],
    grounds: &mut Grounds,
    given: bool,
) -> Result<bool, Error> {
    for other in others {
        let same = if given { grounds.same_here(one, other)? } else { grounds.same(one, other)? };
        if same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// One literal, two literals of different atoms, and the disjunction of two.
fn of_names(atoms: &[Literal]) -> Vec<Statement> {
    let mut all: Vec<Statement> = signed(atoms).map(Statement::literal).collect();
    for state in pairs(atoms) {
        all.push(Statement::new(state.iter().map(|literal| vec![literal.clone()]).collect()));
        all.push(Statement::new(vec![state]));
    }
    all
}

/// Statements that all or some things are so. For two predicates: all that have one have the other,
/// or some have both.
fn of_all_and_some(atoms: &[Literal]) -> Vec<Statement> {
    let mut all = Vec::new();
    for literal in signed(atoms) {
        for kind in [Quantifier::Universal, Quantifier::Existential] {
            all.push(Statement::literal(literal.clone()).quantified(kind));
        }
    }
    let of_one: Vec<Literal> =
        atoms.iter().filter(|atom| atom.objects() == ["x"]).cloned().collect();
    for state in pairs(&of_one) {
        if let [one, other] = state.as_slice() {
            for (one, other) in [(one, other), (other, one)] {
                let every = Statement::literal(other.clone()).given(one.clone());
                all.push(every.quantified(Quantifier::Universal));
            }
        }
        all.push(Statement::new(vec![state]).quantified(Quantifier::Existential));
    }
    all
}

/// Pairs of different atoms with all signs.
fn pairs(atoms: &[Literal]) -> Vec<State> {
    let mut all = Vec::new();
    for (at, one) in atoms.iter().enumerate() {
        for other in signed(&atoms[at + 1..]) {
            all.extend([one.clone(), one.flipped()].map(|one| vec![one, other.clone()]));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(all: &[Statement]) -> Vec<String> {
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn there_are_as_many_as_there_should_be() {
        let premises = statements(&["{A(a())B(a()),~C(b())}", "Ax {B(x)}^{A(x)}"]).expect("views");
        let mut found = Repertoire::new(&premises);
        assert_eq!(of_names(&found.ground).len(), 6 + 3 * 4 * 2);
        assert_eq!(of_all_and_some(&found.open).len(), 8 + 4 * 3);
        assert!(shown(&of_names(&found.ground)).contains(&"{~A(a()),C(b())}".to_owned()));
        let every = "∀x {~B(x)}^{A(x)}".to_owned();
        assert!(shown(&of_all_and_some(&found.open)).contains(&every));
        found.generalise();
        assert_eq!(found.open.len(), 3);
    }
}
