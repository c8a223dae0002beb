//! How often an answer at random is predicted.

use crate::error::Error;
use crate::judge::Judge;
use crate::stream::Stream;
use peirast_etr::{Engine, Following, Reading, Term};
use peirast_logic::Verdict;
use serde::{Deserialize, Serialize};

/// What answers at random amount to: of those that do not follow, so many are predicted. A subject
/// that answers at random commits "fallacies" at this rate, and one that reasons as people do must
/// exceed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chance {
    /// The answers looked at.
    pub answers: u64,
    /// Those that do not follow.
    pub incorrect: u64,
    /// Of these, those that the theory predicts strictly.
    pub strict: u64,
    /// Of these, those that it predicts marks and names aside.
    pub regardless_of_issues: u64,
}

/// The form of an answer: alternatives of literals, each literal of another atom of the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// How many alternatives, at least 1.
    pub alternatives: usize,
    /// How many literals in each, at least 1.
    pub literals: usize,
}

impl Shape {
    /// A single literal.
    pub const LITERAL: Shape = Shape { alternatives: 1, literals: 1 };
}

impl Chance {
    /// The share of strictly predicted answers among those that do not follow; `None` of none.
    pub fn strict_rate(&self) -> Option<f64> {
        (self.incorrect > 0).then(|| self.strict as f64 / self.incorrect as f64)
    }

    /// The same, marks and names aside.
    pub fn rate(&self) -> Option<f64> {
        (self.incorrect > 0).then(|| self.regardless_of_issues as f64 / self.incorrect as f64)
    }

    /// Adds what was found for another problem.
    pub fn add(&mut self, other: Chance) {
        self.answers += other.answers;
        self.incorrect += other.incorrect;
        self.strict += other.strict;
        self.regardless_of_issues += other.regardless_of_issues;
    }
}

/// All literals of the atoms that the premises speak of, of either sign: exact.
///
/// Takes atoms about what has a name; an arbitrary object has none outside its premise.
///
/// ```
/// use peirast_fallacy::chance_of_literals;
///
/// // Of A, B, C, D and their denials only A follows, and only B is predicted besides.
/// let chance = chance_of_literals(&["{A(a())B(a()),C(a())D(a())}", "{A(a())}"])?;
/// assert_eq!((chance.answers, chance.incorrect), (8, 7));
/// assert_eq!(chance.rate(), Some(1.0 / 7.0));
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`Judge::new`] and [`Judge::judge`].
pub fn chance_of_literals(premises: &[impl AsRef<str>]) -> Result<Chance, Error> {
    let judge = Judge::new(premises)?;
    let mut chance = Chance::default();
    for atom in atoms(premises)? {
        for sign in ["", "~"] {
            chance.count(&judge, &format!("{{{sign}{atom}}}"))?;
        }
    }
    Ok(chance)
}

/// `draws` answers of a form at random, uniform over all that have different atoms throughout;
/// none if the premises speak of too few atoms. The same for the same seed.
///
/// # Errors
///
/// As [`chance_of_literals`]; [`Error::Option`] if the form is empty.
pub fn chance_of_shape(
    premises: &[impl AsRef<str>],
    shape: Shape,
    draws: u64,
    seed: u64,
) -> Result<Chance, Error> {
    if shape.alternatives == 0 || shape.literals == 0 {
        return Err(Error::Option { option: "shape", reason: "an answer has some literal" });
    }
    let judge = Judge::new(premises)?;
    let mut atoms = atoms(premises)?;
    let mut chance = Chance::default();
    if shape.alternatives.saturating_mul(shape.literals) > atoms.len() {
        return Ok(chance);
    }
    let mut stream = Stream::new(seed, 0);
    for _ in 0..draws {
        stream.shuffle(&mut atoms);
        chance.count(&judge, &drawn(&atoms, shape, &mut stream))?;
    }
    Ok(chance)
}

/// The first atoms, with signs at random.
fn drawn(atoms: &[String], shape: Shape, stream: &mut Stream) -> String {
    let mut answer = String::from("{");
    for (at, state) in atoms.chunks(shape.literals).take(shape.alternatives).enumerate() {
        answer.push_str(if at > 0 { "," } else { "" });
        for atom in state {
            answer.push_str(if stream.coin() { "~" } else { "" });
            answer.push_str(atom);
        }
    }
    answer.push('}');
    answer
}

impl Chance {
    fn count(&mut self, judge: &Judge, answer: &str) -> Result<(), Error> {
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

/// The atoms of the premises about what has a name, without signs, sorted.
fn atoms(premises: &[impl AsRef<str>]) -> Result<Vec<String>, Error> {
    let mut engine = Engine::new(Reading::PYETR_1_0_0);
    let mut atoms = Vec::new();
    for (at, premise) in premises.iter().enumerate() {
        let wrong = |source| Error::Premise { number: at + 1, source };
        let view = engine.read(premise.as_ref()).map_err(wrong)?;
        let anatomy = engine.anatomy(&view).map_err(wrong)?;
        for literal in anatomy.stage.iter().chain(&anatomy.supposition).flatten() {
            let terms = literal.arguments.iter().map(name).collect::<Option<Vec<String>>>();
            atoms.extend(terms.map(|terms| format!("{}({})", literal.predicate, terms.join(","))));
        }
    }
    atoms.sort_unstable();
    atoms.dedup();
    Ok(atoms)
}

/// A term as it is written; `None` if it is about an arbitrary object.
fn name(term: &Term<'_>) -> Option<String> {
    match term {
        Term::Object(_) => None,
        Term::Number(number) => Some(number.clone()),
        Term::Function(name_of, terms) => {
            let terms = terms.iter().map(name).collect::<Option<Vec<String>>>()?;
            Some(format!("{name_of}({})", terms.join(",")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREMISES: [&str; 2] = ["{A(a())B(a()),C(b())D(b())}", "{A(a())}"];

    #[test]
    fn drawn_literals_come_near_the_exact_rate() {
        let exact = chance_of_literals(&PREMISES).expect("views").rate().expect("some");
        let drawn = chance_of_shape(&PREMISES, Shape::LITERAL, 4_000, 1).expect("views");
        let rate = drawn.rate().expect("some");
        // Six standard deviations.
        let error = (exact * (1.0 - exact) / drawn.incorrect as f64).sqrt();
        assert!((rate - exact).abs() < 6.0 * error, "{rate} instead of {exact}");
        assert_eq!(drawn, chance_of_shape(&PREMISES, Shape::LITERAL, 4_000, 1).expect("views"));
    }

    #[test]
    fn larger_answers_are_of_different_atoms() {
        let shape = Shape { alternatives: 2, literals: 2 };
        let chance = chance_of_shape(&PREMISES, shape, 200, 3).expect("views");
        assert_eq!(chance.answers, 200);
        assert!(chance.incorrect > 100 && chance.strict <= chance.regardless_of_issues);
        let too_large = Shape { alternatives: 3, literals: 2 };
        assert_eq!(chance_of_shape(&PREMISES, too_large, 200, 3), Ok(Chance::default()));
        let empty = Shape { alternatives: 0, literals: 1 };
        assert!(chance_of_shape(&PREMISES, empty, 200, 3).is_err());
    }

    #[test]
    fn arbitrary_objects_make_no_answers() {
        let atoms = atoms(&["Ax {A(x)B(f(a()))}^{C(x)}", "{B(f(a())*)}"]).expect("views");
        assert_eq!(atoms, ["B(f(a()))"]);
    }
}
