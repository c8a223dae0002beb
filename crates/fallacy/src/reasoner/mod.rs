//! Simulated reasoners, which draw conclusions from premises.

mod alternatives;
mod classical;

use crate::error::Error;
use crate::grounds::statements;
use crate::parts::parts;
use crate::repertoire::Repertoire;
use crate::statement::Statement;
use crate::stream::Purpose;
use peirast_etr::{Engine, Quantifier, Reading};
use peirast_random::Stream;

/// The answer that nothing follows.
const NOTHING: &str = "{0}";

/// A reasoner whose answers are known beforehand, to test an evaluation. A reasoner that reasons
/// should be found to reason, one that follows the theory should commit its fallacies, and one that
/// says anything should do neither.
///
/// Conclusions are view strings without marks. They can be said in English if the premises can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reasoner {
    /// Concludes what follows in logic, with as much content as is easily found.
    ///
    /// The order of search is:
    ///
    /// - literals that need several premises, all of them together;
    /// - chained conditionals and disjunctions of two literals;
    /// - an existential conclusion;
    /// - disjunctions of three literals;
    /// - premises joined;
    /// - one of the premises.
    ///
    /// A conclusion has at most eight alternatives.
    Classical,
    /// Concludes what the theory predicts with this reading, with all of its alternatives.
    Erotetic(Reading),
    /// Always concludes nothing: `{0}`.
    Nothing,
    /// Says one literal of the premises' atoms, all with equal probability.
    Random {
        /// The seed of random draws.
        seed: u64,
        /// The number of the question; answers to different questions are independent.
        number: u64,
    },
    /// Says one literal that occurs among the alternatives of a premise, all with equal
    /// probability. It reads a literal off, and is the strongest rival of the theory.
    ///
    /// In 400 problems of `paper-2025` (seed 5), 1,743 literals about named things occur in this
    /// way and do not follow. The theory predicts 744 of them, 42.7 %. It predicts none of the
    /// 1,622 literals that do not occur.
    Matching {
        /// The seed of random draws.
        seed: u64,
        /// The number of the question, as above.
        number: u64,
    },
    /// Says a part of an alternative of a premise, literals about named things that occur together
    /// there. Any part of any size has equal probability. If there is none, it answers as
    /// [`Reasoner::Matching`].
    Parts {
        /// The seed of random draws.
        seed: u64,
        /// The number of the question, as above.
        number: u64,
    },
}

/// The most literals of a part that it says.
const LARGEST: usize = 8;

impl Reasoner {
    /// Its name: `classical`, `erotetic`, `nothing`, `random`, `matching`, `parts`.
    pub fn name(&self) -> &'static str {
        match self {
            Reasoner::Classical => "classical",
            Reasoner::Erotetic(_) => "erotetic",
            Reasoner::Nothing => "nothing",
            Reasoner::Random { .. } => "random",
            Reasoner::Matching { .. } => "matching",
            Reasoner::Parts { .. } => "parts",
        }
    }

    /// Returns the conclusion from premises in the order shown; `{0}` if nothing.
    ///
    /// ```
    /// use peirast_etr::Reading;
    /// use peirast_fallacy::Reasoner;
    ///
    /// // "There is an ace and a king, or else a queen and a jack. There is no king."
    /// let premises = ["{Ace()King(), Queen()Jack()}", "{~King()}"];
    /// assert_eq!(Reasoner::Classical.conclude(&premises)?, "{Queen()Jack()}");
    /// // "... There is an ace."
    /// let premises = ["{Ace()King(), Queen()Jack()}", "{Ace()}"];
    /// assert_eq!(Reasoner::Erotetic(Reading::SOUND).conclude(&premises)?, "{King()}");
    /// assert_eq!(Reasoner::Nothing.conclude(&premises)?, "{0}");
    /// # Ok::<(), peirast_fallacy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Premise`], if a premise is not a view, or has weights or do-atoms;
    /// [`Error::Theory`], if the theory's conclusion exceeds [`peirast_etr::Limits`].
    pub fn conclude(&self, premises: &[impl AsRef<str>]) -> Result<String, Error> {
        match self {
            Reasoner::Classical => {
                let found = classical::conclusion(&statements(premises)?)?;
                Ok(found.map_or_else(|| NOTHING.to_owned(), |found| found.to_string()))
            }
            Reasoner::Erotetic(reading) => default_conclusion(premises, *reading),
            Reasoner::Nothing => Ok(NOTHING.to_owned()),
            Reasoner::Random { seed, number } => {
                let mut stream = Purpose::Reasoner.stream(*seed, *number);
                Ok(literal(&statements(premises)?, &mut stream))
            }
            Reasoner::Matching { seed, number } => {
                let mut stream = Purpose::Reasoner.stream(*seed, *number);
                Ok(read_off(&statements(premises)?, &mut stream))
            }
            Reasoner::Parts { seed, number } => {
                let mut stream = Purpose::Reasoner.stream(*seed, *number);
                Ok(part(&statements(premises)?, &mut stream))
            }
        }
    }
}

/// Finds a conclusion that needs several premises and is more than premises joined. If there is
/// one, the answer "nothing follows" is over-cautious.
///
/// The search covers literals, conditionals and disjunctions of up to three literals, and
/// existential conclusions, all with the symbols of the premises. Contradictory premises give no
/// conclusion.
///
/// ```
/// use peirast_fallacy::informative_conclusion;
///
/// let found = informative_conclusion(&["Ax {B(x)}^{A(x)}", "Ax {C(x)}^{B(x)}"])?;
/// assert_eq!(found.as_deref(), Some("∀x {C(x)}^{A(x)}"));
/// assert_eq!(informative_conclusion(&["{A()B(), C()D()}", "{A()}"])?, None);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Premise`].
pub fn informative_conclusion(premises: &[impl AsRef<str>]) -> Result<Option<String>, Error> {
    let found = classical::informative(&statements(premises)?)?;
    Ok(found.map(|found| found.to_string()))
}

fn default_conclusion(premises: &[impl AsRef<str>], reading: Reading) -> Result<String, Error> {
    let mut engine = Engine::new(reading);
    let read = |(at, text): (usize, &_)| {
        let wrong = |source| Error::Premise { number: at + 1, source };
        engine.read(AsRef::<str>::as_ref(text)).map_err(wrong)
    };
    let premises = premises.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let conclusion = engine.default_inference(&premises).map_err(Error::Theory)?;
    let conclusion = engine.canonical(&conclusion).map_err(Error::Theory)?;
    Ok(unmarked(&engine.show(&conclusion)))
}

/// A view string without marks. Views without weights have no other stars.
pub(crate) fn unmarked(view: &str) -> String {
    view.replace('*', "")
}

/// A literal about a named thing. If the premises name nothing, a statement about all things, or
/// about some.
fn literal(premises: &[Statement], stream: &mut Stream) -> String {
    let found = Repertoire::new(premises);
    let atoms = if found.ground.is_empty() { &found.open } else { &found.ground };
    let Some(atom) = atoms.get(stream.below(atoms.len())) else { return NOTHING.to_owned() };
    let literal = if stream.coin() { atom.flipped() } else { atom.clone() };
    let kind = if stream.coin() { Quantifier::Universal } else { Quantifier::Existential };
    Statement::literal(literal).quantified(kind).to_string()
}

/// A literal of a premise, with its objects quantified as they are there.
fn read_off(premises: &[Statement], stream: &mut Stream) -> String {
    let mut shown: Vec<Statement> = Vec::new();
    for premise in premises {
        for literal in premise.stage.iter().flatten() {
            let alone = premise.alone(literal.clone());
            if !shown.contains(&alone) {
                shown.push(alone);
            }
        }
    }
    let drawn = shown.get(stream.below(shown.len()));
    drawn.map_or_else(|| NOTHING.to_owned(), ToString::to_string)
}

/// Literals that occur together in an alternative.
fn part(premises: &[Statement], stream: &mut Stream) -> String {
    let of_size = |size| parts(premises, size).filter(|all| !all.is_empty());
    let all: Vec<_> = (1..=LARGEST).map_while(of_size).flatten().collect();
    match all.get(stream.below(all.len())) {
        Some(part) => Statement::new(vec![part.clone()]).to_string(),
        None => read_off(premises, stream),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_answers_are_drawn_anew_for_each_question() {
        let premises = ["{A(a())B(a()),~C(b())}", "{A(a())}"];
        let answer = |seed, number| {
            Reasoner::Random { seed, number }.conclude(&premises).expect("an answer")
        };
        assert_eq!(answer(1, 1), answer(1, 1));
        let mut all: Vec<String> = (0..200).map(|number| answer(1, number)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
    }

    #[test]
    fn what_is_read_off_stands_in_a_premise() {
        let premises = ["{A(a())B(a()),~C(b())}", "Ax {A(x)~A(a())}^{D(x)}", "{A(a())}"];
        let answer =
            |number| Reasoner::Matching { seed: 1, number }.conclude(&premises).expect("an answer");
        let mut all: Vec<String> = (0..200).map(answer).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, ["{A(a())}", "{B(a())}", "{~A(a())}", "{~C(b())}", "∀x {A(x)}"]);
        let nothing = Reasoner::Matching { seed: 1, number: 1 }.conclude(&["{0}"]);
        assert_eq!(nothing.expect("an answer"), "{0}");
    }

    #[test]
    fn parts_of_alternatives_are_said_whole() {
        let premises = ["{A(a())B(a()),~C(b())}", "{A(a())}"];
        let answer =
            |number| Reasoner::Parts { seed: 1, number }.conclude(&premises).expect("an answer");
        let mut all: Vec<String> = (0..200).map(answer).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, ["{A(a())B(a())}", "{A(a())}", "{B(a())}", "{~C(b())}"]);
        let general = Reasoner::Parts { seed: 1, number: 1 }.conclude(&["Ax {B(x)}^{A(x)}"]);
        assert_eq!(general.expect("an answer"), "∀x {B(x)}");
    }

    #[test]
    fn of_arbitrary_objects_something_is_said_too() {
        let answer = |number| {
            let reasoner = Reasoner::Random { seed: 3, number };
            reasoner.conclude(&["Ax {B(x)}^{A(x)}"]).expect("an answer")
        };
        let mut all: Vec<String> = (0..200).map(answer).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
        let nothing = Reasoner::Random { seed: 3, number: 1 }.conclude(&["{0}"]);
        assert_eq!(nothing.expect("an answer"), "{0}");
    }

    #[test]
    fn what_is_no_view_is_named() {
        for reasoner in [Reasoner::Classical, Reasoner::Erotetic(Reading::SOUND)] {
            let error = reasoner.conclude(&["{A()}", "{A("]).expect_err("no view");
            assert!(error.to_string().starts_with("premise 2: "), "{error}");
        }
    }
}
