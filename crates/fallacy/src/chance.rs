//! The rates at which random answers, and answers read off the premises, are predicted.

use crate::error::Error;
use crate::grounds::statements;
use crate::judge::Judge;
use crate::repertoire::signed;
use crate::statement::{Literal, State, Statement};
use crate::stream::Purpose;
use peirast_etr::{Following, Reading};
use peirast_logic::Verdict;
use serde::{Deserialize, Serialize};

/// Counts of answers that a rule other than the theory gives: those that do not follow, and those
/// of them that the theory predicts. A subject that answers by that rule commits "fallacies" at
/// this rate. A subject that reasons as people do must exceed it.
///
/// There are three rules:
///
/// - *At random* ([`chance_of_literals`], [`chance_of_shape`]): any statement about the atoms of
///   the premises.
/// - *Matching* ([`chance_of_matching`]): only literals that occur in some premise, with the same
///   sign. Nearly all predictions of the theory are like this, so this rate is about twice the
///   first.
/// - *Parts* ([`chance_of_parts`](crate::chance_of_parts)): literals that occur together in one
///   alternative. They are predicted even more often.
///
/// A subject that follows the theory must exceed all three rates. One that reads off the surface
/// does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chance {
    /// Number of answers.
    pub answers: u64,
    /// Number of answers that do not follow.
    pub incorrect: u64,
    /// Number of those that the theory predicts strictly.
    pub strict: u64,
    /// Number of those that it predicts regardless of marks and names.
    pub regardless_of_issues: u64,
}

/// The form of an answer: alternatives of literals, each literal with another atom of the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Number of alternatives, at least 1.
    pub alternatives: usize,
    /// Number of literals in each, at least 1.
    pub literals: usize,
}

impl Shape {
    /// A single literal.
    pub const LITERAL: Shape = Shape { alternatives: 1, literals: 1 };

    /// Number of all literals; an error if there are none.
    pub(crate) fn size(self) -> Result<usize, Error> {
        match self.alternatives.saturating_mul(self.literals) {
            0 => Err(Error::Option { option: "shape", reason: "an answer has some literal" }),
            size => Ok(size),
        }
    }
}

impl Chance {
    /// The share of strictly predicted answers among those that do not follow; `None` if all
    /// follow.
    pub fn strict_rate(&self) -> Option<f64> {
        (self.incorrect > 0).then(|| self.strict as f64 / self.incorrect as f64)
    }

    /// The same share, regardless of marks and names.
    pub fn rate(&self) -> Option<f64> {
        (self.incorrect > 0).then(|| self.regardless_of_issues as f64 / self.incorrect as f64)
    }

    /// Adds the counts of another problem.
    pub fn add(&mut self, other: Chance) {
        self.answers += other.answers;
        self.incorrect += other.incorrect;
        self.strict += other.strict;
        self.regardless_of_issues += other.regardless_of_issues;
    }
}

/// The exact counts for all literals of the premises' atoms, with either sign.
///
/// Only atoms about named things count, because an arbitrary object has no name outside its
/// premise.
///
/// ```
/// use peirast_etr::Reading;
/// use peirast_fallacy::chance_of_literals;
///
/// // Of A, B, C, D and their denials only A follows, and only B is predicted besides.
/// let premises = ["{A(a())B(a()),C(a())D(a())}", "{A(a())}"];
/// let chance = chance_of_literals(&premises, Reading::PYETR_1_0_0)?;
/// assert_eq!((chance.answers, chance.incorrect), (8, 7));
/// assert_eq!(chance.rate(), Some(1.0 / 7.0));
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`Judge::new`] and [`Judge::judge`].
pub fn chance_of_literals(premises: &[impl AsRef<str>], reading: Reading) -> Result<Chance, Error> {
    let judge = Judge::with_reading(premises, reading)?;
    exact(&judge, &spoken_of(&statements(premises)?))
}

/// Counts for `draws` random answers of a form, uniform over all whose atoms all differ. There are
/// none if the premises have too few atoms. The same seed gives the same counts.
///
/// # Errors
/// As [`chance_of_literals`]; [`Error::Option`] if the form is empty.
pub fn chance_of_shape(
    premises: &[impl AsRef<str>],
    shape: Shape,
    draws: u64,
    seed: u64,
    reading: Reading,
) -> Result<Chance, Error> {
    let size = shape.size()?;
    let judge = Judge::with_reading(premises, reading)?;
    sampled(&judge, spoken_of(&statements(premises)?), shape, size, (draws, seed))
}

/// Counts for answers of a form that are read off the premises: each literal occurs with the same
/// sign in the stage of a premise, with any supposition.
///
/// For single literals the counts are exact: each counts once. For larger forms, `draws` answers
/// are drawn literal by literal. Each remaining literal with another atom has the same probability.
/// The same seed gives the same answers; there are none if the premises have too few atoms. As with
/// [`chance_of_literals`], only atoms about named things count.
///
/// Literals of a larger form need not occur in one premise. A subject that repeats literals from
/// one alternative exceeds this rate: in generated problems, the theory predicts 58 % of its wrong
/// pairs (`tests/it/chance.rs`), but only 26 % and 39 % of the pairs drawn here.
/// [`chance_of_parts`](crate::chance_of_parts) is the rate of such a subject. For single literals
/// there is no such difference.
///
/// ```
/// use peirast_etr::Reading;
/// use peirast_fallacy::{Shape, chance_of_matching};
///
/// // A, B, C, D stand there. Only A follows, and only B is predicted besides.
/// let premises = ["{A(a())B(a()),C(a())D(a())}", "{A(a())}"];
/// let matching = chance_of_matching(&premises, Shape::LITERAL, 0, 0, Reading::PYETR_1_0_0)?;
/// assert_eq!((matching.answers, matching.incorrect), (4, 3));
/// // It is 1/7 of literals at random.
/// assert_eq!(matching.rate(), Some(1.0 / 3.0));
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`chance_of_shape`].
pub fn chance_of_matching(
    premises: &[impl AsRef<str>],
    shape: Shape,
    draws: u64,
    seed: u64,
    reading: Reading,
) -> Result<Chance, Error> {
    let size = shape.size()?;
    let judge = Judge::with_reading(premises, reading)?;
    let literals = read_off(&statements(premises)?);
    match shape {
        Shape::LITERAL => exact(&judge, &literals),
        _ => sampled(&judge, literals, shape, size, (draws, seed)),
    }
}

/// Judges each of these literals by itself.
fn exact(judge: &Judge, literals: &[Literal]) -> Result<Chance, Error> {
    let mut chance = Chance::default();
    for literal in literals {
        chance.count(judge, &Statement::literal(literal.clone()))?;
    }
    Ok(chance)
}

/// Judges this many answers made of these literals, with this seed.
fn sampled(
    judge: &Judge,
    mut literals: Vec<Literal>,
    shape: Shape,
    size: usize,
    (draws, seed): (u64, u64),
) -> Result<Chance, Error> {
    let mut chance = Chance::default();
    let mut stream = Purpose::Problem.stream(seed, 0);
    for _ in 0..draws {
        stream.shuffle(&mut literals);
        let drawn = of_different_atoms(&literals, size);
        if drawn.len() < size {
            break;
        }
        let stage = drawn.chunks(shape.literals).map(<[Literal]>::to_vec).collect();
        chance.count(judge, &Statement::new(stage))?;
    }
    Ok(chance)
}

/// The first `size` literals whose atoms all differ.
pub(crate) fn of_different_atoms(literals: &[Literal], size: usize) -> State {
    let mut drawn: State = Vec::with_capacity(size);
    for literal in literals {
        if drawn.len() < size && !drawn.iter().any(|one| one.affirmed() == literal.affirmed()) {
            drawn.push(literal.clone());
        }
    }
    drawn
}

impl Chance {
    pub(crate) fn count(&mut self, judge: &Judge, answer: &Statement) -> Result<(), Error> {
        let answer = &answer.to_string();
        self.answers += 1;
        if !matches!(judge.entailment(answer)?.1, Verdict::Refuted(_)) {
            return Ok(());
        }
        self.incorrect += 1;
        self.strict += u64::from(judge.is_predicted(answer, Following::Strict)?);
        let lenient = judge.is_predicted(answer, Following::RegardlessOfIssues)?;
        self.regardless_of_issues += u64::from(lenient);
        Ok(())
    }
}

/// The premises' atoms about named things, each with either sign.
fn spoken_of(premises: &[Statement]) -> Vec<Literal> {
    let literals = premises.iter().flat_map(Statement::literals);
    signed(&named(literals.map(Literal::affirmed))).collect()
}

/// The literals about named things in the stages of premises, as they are written.
fn read_off(premises: &[Statement]) -> Vec<Literal> {
    named(premises.iter().flat_map(|premise| &premise.stage).flatten().cloned())
}

/// Those without arbitrary objects, sorted, each once.
fn named(literals: impl Iterator<Item = Literal>) -> Vec<Literal> {
    let mut named: Vec<Literal> = literals.filter(Literal::is_ground).collect();
    named.sort_unstable();
    named.dedup();
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    const READING: Reading = Reading::PYETR_1_0_0;
    const PREMISES: [&str; 2] = ["{A(a())B(a()),C(b())D(b())}", "{A(a())}"];

    #[test]
    fn drawn_literals_come_near_the_exact_rate() {
        let exact = chance_of_literals(&PREMISES, READING).expect("views").rate().expect("some");
        let drawn = chance_of_shape(&PREMISES, Shape::LITERAL, 4_000, 1, READING).expect("views");
        let rate = drawn.rate().expect("some");
        // Six standard deviations.
        let error = (exact * (1.0 - exact) / drawn.incorrect as f64).sqrt();
        assert!((rate - exact).abs() < 6.0 * error, "{rate} instead of {exact}");
        assert_eq!(
            drawn,
            chance_of_shape(&PREMISES, Shape::LITERAL, 4_000, 1, READING).expect("views")
        );
    }

    #[test]
    fn larger_answers_are_of_different_atoms() {
        let shape = Shape { alternatives: 2, literals: 2 };
        let chance = chance_of_shape(&PREMISES, shape, 200, 3, READING).expect("views");
        assert_eq!(chance.answers, 200);
        assert!(chance.incorrect > 100 && chance.strict <= chance.regardless_of_issues);
        let too_large = Shape { alternatives: 3, literals: 2 };
        assert_eq!(chance_of_shape(&PREMISES, too_large, 200, 3, READING), Ok(Chance::default()));
        let empty = Shape { alternatives: 0, literals: 1 };
        assert!(chance_of_shape(&PREMISES, empty, 200, 3, READING).is_err());
    }

    #[test]
    fn arbitrary_objects_make_no_answers() {
        let premises = statements(&["Ax {A(x)B(f(a()))}^{C(x)}", "{B(f(a())*)}"]).expect("views");
        let shown = |literals: Vec<Literal>| -> Vec<String> {
            literals.iter().map(ToString::to_string).collect()
        };
        assert_eq!(shown(spoken_of(&premises)), ["B(f(a()))", "~B(f(a()))"]);
        assert_eq!(shown(super::read_off(&premises)), ["B(f(a()))"]);
    }

    #[test]
    fn what_is_supposed_is_spoken_of_and_not_read_off() {
        let premises = statements(&["{~B(b())}^{A(a())}"]).expect("views");
        assert_eq!(spoken_of(&premises).len(), 4);
        let [only] = &read_off(&premises)[..] else { panic!("one literal") };
        assert_eq!(only.to_string(), "~B(b())");
    }

    #[test]
    fn what_is_read_off_is_predicted_more_often() {
        let random = chance_of_literals(&PREMISES, READING).expect("views");
        let matching = chance_of_matching(&PREMISES, Shape::LITERAL, 0, 0, READING).expect("views");
        assert_eq!((random.answers, random.incorrect), (8, 7));
        assert_eq!((matching.answers, matching.incorrect), (4, 3));
        assert_eq!(matching.regardless_of_issues, random.regardless_of_issues);
        let pairs = Shape { alternatives: 1, literals: 2 };
        let random = chance_of_shape(&PREMISES, pairs, 200, 3, READING).expect("views");
        let matching = chance_of_matching(&PREMISES, pairs, 200, 3, READING).expect("views");
        assert!(matching.rate() > random.rate(), "{matching:?} {random:?}");
        assert_eq!(chance_of_matching(&PREMISES, pairs, 200, 3, READING), Ok(matching));
    }

    #[test]
    fn where_nothing_can_be_read_off_there_are_no_answers() {
        let general = ["Ax {B(x)}^{A(x)}", "{0}^{C(c())}"];
        assert_eq!(
            chance_of_matching(&general, Shape::LITERAL, 9, 1, READING),
            Ok(Chance::default())
        );
        // Both signs of one atom occur, but an answer has different atoms.
        let one = ["{A(a()),~A(a())B(a())}"];
        let of = |literals| Shape { alternatives: 1, literals };
        assert_eq!(chance_of_matching(&one, of(2), 9, 1, READING).expect("views").answers, 9);
        assert_eq!(chance_of_matching(&one, of(3), 9, 1, READING), Ok(Chance::default()));
        assert!(chance_of_matching(&one, of(0), 9, 1, READING).is_err());
    }

    #[test]
    fn drawn_literals_are_of_different_atoms_and_any_of_them() {
        let premises = statements(&["{A(a()),~A(a())B(a())}", "{C(a())}"]).expect("views");
        let mut literals = read_off(&premises);
        let mut stream = Purpose::Problem.stream(1, 0);
        let mut counts = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..3_000 {
            stream.shuffle(&mut literals);
            let drawn = of_different_atoms(&literals, 2);
            assert_ne!(drawn[0].affirmed(), drawn[1].affirmed());
            *counts.entry(format!("{}{}", drawn[0], drawn[1])).or_default() += 1;
        }
        // Any of four comes first; then any of the two or three that are left. Six standard
        // deviations.
        for (pair, count) in &counts {
            let share = if pair.contains("A(") && !pair.ends_with("A(a())") { 8.0 } else { 12.0 };
            let expected = 3_000.0 / share;
            assert!((f64::from(*count) - expected).abs() < 120.0, "{pair}: {count}, {expected}");
        }
        assert_eq!(counts.len(), 10);
    }
}
