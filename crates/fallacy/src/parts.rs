//! The rate at which answers are predicted that are parts of a premise: literals that occur
//! together there.

use crate::chance::{Chance, Shape, of_different_atoms};
use crate::error::Error;
use crate::grounds::statements;
use crate::judge::Judge;
use crate::statement::{Literal, State, Statement};
use crate::stream::Purpose;
use peirast_etr::Reading;
use peirast_random::Stream;

/// Counts for answers of a form that are parts of premises. The literals of each alternative occur
/// together in one alternative of a premise; different alternatives come from different ones of the
/// same premise.
///
/// For one alternative, all parts are judged once, unless there are more than a thousand, so the
/// counts are exact. For several alternatives, `draws` answers are drawn with equal probability: a
/// premise with enough alternatives of enough literals, then some of these alternatives, then a
/// part of each. The same seed gives the same answers. There are none if no premise has such
/// alternatives. As with [`chance_of_matching`](crate::chance_of_matching), literals are about
/// named things and suppositions do not count. For single literals the two rates are equal. But
/// here an atom may occur in several alternatives, as it does in premises.
///
/// ```
/// use peirast_etr::Reading;
/// use peirast_fallacy::{Shape, chance_of_parts};
///
/// // Parts of two literals: A and B, C and D. Only the first is predicted, and neither follows.
/// let premises = ["{A(a())B(a()),C(a())D(a())}", "{A(a())}"];
/// let pair = Shape { alternatives: 1, literals: 2 };
/// let parts = chance_of_parts(&premises, pair, 0, 0, Reading::PYETR_1_0_0)?;
/// assert_eq!((parts.answers, parts.incorrect, parts.rate()), (2, 2, Some(0.5)));
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`chance_of_matching`](crate::chance_of_matching).
pub fn chance_of_parts(
    premises: &[impl AsRef<str>],
    shape: Shape,
    draws: u64,
    seed: u64,
    reading: Reading,
) -> Result<Chance, Error> {
    shape.size()?;
    let judge = Judge::with_reading(premises, reading)?;
    let premises = statements(premises)?;
    let mut chance = Chance::default();
    if shape.alternatives == 1
        && let Some(parts) = parts(&premises, shape.literals)
    {
        for part in parts {
            chance.count(&judge, &Statement::new(vec![part]))?;
        }
        return Ok(chance);
    }
    let wide: Vec<Vec<State>> = premises
        .iter()
        .map(|premise| alternatives(premise).filter(|all| atoms(all) >= shape.literals).collect())
        .filter(|own: &Vec<State>| own.len() >= shape.alternatives)
        .collect();
    let mut stream = Purpose::Parts.stream(seed, 0);
    for _ in 0..draws {
        let Some(premise) = wide.get(stream.below(wide.len())) else { break };
        let mut places: Vec<usize> = (0..premise.len()).collect();
        stream.shuffle(&mut places);
        let drawn = places.iter().take(shape.alternatives).filter_map(|place| premise.get(*place));
        let stage = drawn.map(|all| part(all, shape.literals, &mut stream)).collect();
        chance.count(&judge, &Statement::new(stage))?;
    }
    Ok(chance)
}

/// The most parts that are all judged.
const MOST: usize = 1_000;

/// The parts of premises' alternatives with this many literals of different atoms, sorted, each
/// once. `None` if there may be too many.
pub(crate) fn parts(premises: &[Statement], literals: usize) -> Option<Vec<State>> {
    let alternatives: Vec<State> = premises.iter().flat_map(alternatives).collect();
    let amount = alternatives.iter().map(|all| choices(all.len(), literals));
    if amount.fold(0, usize::saturating_add) > MOST {
        return None;
    }
    let mut all: Vec<State> = alternatives.iter().flat_map(|all| of_size(all, literals)).collect();
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// Number of ways to take `take` of `of` elements.
fn choices(of: usize, take: usize) -> usize {
    (0..take).fold(1, |ways: usize, at| ways.saturating_mul(of.saturating_sub(at)) / (at + 1))
}

/// Number of different atoms of the literals.
fn atoms(literals: &State) -> usize {
    let affirmed: std::collections::BTreeSet<Literal> =
        literals.iter().map(Literal::affirmed).collect();
    affirmed.len()
}

/// A random choice of this many of these literals, with different atoms, all with equal
/// probability.
fn part(literals: &State, count: usize, stream: &mut Stream) -> State {
    let mut shuffled = literals.clone();
    stream.shuffle(&mut shuffled);
    of_different_atoms(&shuffled, count)
}

/// The literals about named things in each alternative of a premise, sorted, each once.
fn alternatives(premise: &Statement) -> impl Iterator<Item = State> + '_ {
    premise.stage.iter().map(|state| {
        let mut literals: State =
            state.iter().filter(|literal| literal.is_ground()).cloned().collect();
        literals.sort_unstable();
        literals.dedup();
        literals
    })
}

/// All choices of this many of these literals with different atoms.
fn of_size(literals: &[Literal], count: usize) -> Vec<State> {
    let mut found: Vec<State> = vec![Vec::new()];
    for _ in 0..count {
        let more = |part: &State| {
            let is_later = |one: &&Literal| part.last().is_none_or(|last| last < one);
            let is_other =
                |one: &&Literal| part.iter().all(|known| known.affirmed() != one.affirmed());
            let with = |one: &Literal| [part.as_slice(), std::slice::from_ref(one)].concat();
            literals.iter().filter(is_later).filter(is_other).map(with).collect::<Vec<State>>()
        };
        found = found.iter().flat_map(more).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const READING: Reading = Reading::PYETR_1_0_0;
    const PREMISES: [&str; 3] =
        ["{A(a())B(a())C(a()),~C(a())D(a())}", "{B(a())A(a())~A(a())}", "{E(e())}^{F(f())}"];

    fn shown(parts: &[State]) -> Vec<String> {
        parts.iter().map(|part| part.iter().map(ToString::to_string).collect()).collect()
    }

    #[test]
    fn parts_stand_together_and_each_counts_once() {
        let premises = statements(&PREMISES).expect("views");
        let parts = |size| parts(&premises, size).expect("few");
        assert_eq!(parts(1).len(), 7);
        assert_eq!(
            shown(&parts(2)),
            ["A(a())B(a())", "A(a())C(a())", "~A(a())B(a())", "B(a())C(a())", "~C(a())D(a())"]
        );
        assert_eq!(shown(&parts(3)), ["A(a())B(a())C(a())"]);
        assert!(parts(4).is_empty());
        let general = statements(&["Ax {B(x)C(c())}^{A(x)}"]).expect("views");
        let general = super::parts(&general, 1).expect("few");
        assert_eq!(shown(&general), ["C(c())"], "objects without names are left out");
    }

    #[test]
    fn single_literals_are_those_of_matching() {
        let premises = ["{A(a())B(a()),C(b())D(b())}", "{A(a())}"];
        let matching = crate::chance_of_matching(&premises, Shape::LITERAL, 0, 0, READING);
        assert_eq!(chance_of_parts(&premises, Shape::LITERAL, 0, 0, READING), matching);
    }

    #[test]
    fn of_too_many_parts_some_are_drawn() {
        let literals: String = (0..40).map(|at| format!("P{at}(a())")).collect();
        let premises = [format!("{{{literals},Q(a())}}"), "{Q(a())}".to_owned()];
        let shape = Shape { alternatives: 1, literals: 4 };
        let found = chance_of_parts(&premises, shape, 20, 1, READING).expect("views");
        assert_eq!(found.answers, 20);
        assert_eq!((choices(40, 4), choices(3, 4), choices(5, 0)), (91_390, 0, 1));
    }

    #[test]
    fn several_alternatives_are_drawn_from_one_premise() {
        let shape = |alternatives, literals| Shape { alternatives, literals };
        let of = |shape| chance_of_parts(&PREMISES, shape, 200, 3, READING).expect("views");
        assert_eq!(of(shape(2, 2)).answers, 200);
        assert_eq!(of(shape(2, 2)), of(shape(2, 2)));
        // The second alternative has two literals, and no premise has three alternatives.
        assert_eq!((of(shape(2, 3)), of(shape(3, 1))), (Chance::default(), Chance::default()));
        assert!(chance_of_parts(&PREMISES, shape(0, 1), 9, 1, READING).is_err());
        assert!(chance_of_parts(&["{A("], shape(1, 1), 9, 1, READING).is_err());
    }
}
