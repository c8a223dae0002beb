//! The options of multiple-choice questions.

use super::conclusions::Conclusions;
use super::letters::{OFFERED, OptionPlaces};
use super::{judge, lure, predicted, read, too_little};
use crate::error::Error;
use crate::judge::Judge;
use crate::problem::Problem;
use crate::reasoner::unmarked;
use crate::statement::Statement;
use peirast_etr::Following;
use serde::{Deserialize, Serialize};

/// Once in this many cases, a wrong option has the shape of the lure and not of the right option.
const LIKE_THE_LURE: usize = 3;
/// The percentage of questions about conclusions of two literals, and of more, in which wrong
/// options repeat as many facts as the right one, if that repeats any.
const MATCHED: [usize; 2] = [68, 35];
/// The same percentages of questions whose right conclusion repeats no fact, in which two wrong
/// options repeat one.
const BOTH_REPEAT: [usize; 2] = [100, 10];
/// The same percentages of questions without a right conclusion. With all three, a guesser that
/// counts repeated facts is right least often.
const BOTH_REPEAT_ALONE: [usize; 2] = [80, 5];

/// Conclusions of which at most one follows, in random order. The last option says that none of
/// them follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Three conclusions, as view strings without marks. No two of them are equivalent.
    pub views: Vec<String>,
    /// The position of the right option, from 0; 3 if none of the conclusions follows.
    pub right: usize,
    /// The position of the predicted conclusion, if it is among them. For a fallacy it always is,
    /// and it is wrong.
    pub predicted: Option<usize>,
}

/// Makes the options of a multiple-choice question about a problem. Exactly one is right.
///
/// The options contain:
///
/// - the fallacious conclusion of the problem (or, for a control, of its fallacy), if it does not
///   follow;
/// - for three of four numbers, a conclusion that follows: the predicted one if it follows,
///   otherwise one as in [`asked`](super::asked);
/// - conclusions that do not follow and that people are not predicted to accept, if possible such
///   as the premises do not exclude.
///
/// The last kind has the shape of the fallacious conclusion or of the right one: the same
/// quantifiers, and the same numbers of alternatives and literals. If the two shapes differ and the
/// right conclusion is at least as long, two of three have its shape, so that the odd one out is
/// the right conclusion as often as the fallacious one. If no conclusion follows, there is one of
/// each shape. So the fallacious conclusion is never the only longest one, and no form marks it, or
/// shows if any conclusion is right.
///
/// Except for arguments of the published generator, wrong conclusions also repeat facts: literals
/// that a premise states without alternatives. The predicted conclusion of a fallacy repeats none,
/// and the right one often has to.
///
/// For each kind of problem, every four numbers from a multiple of four have the right option once
/// in each of the four positions. Every twelve numbers have the fallacious conclusion four times in
/// each of the three positions. If the premises are trivial (in about one of a thousand problems of
/// the published profile), no conclusion follows for any number.
///
/// ```
/// use peirast_fallacy::{Corpus, Profile, options};
///
/// let profile = Profile::named("default").expect("a profile");
/// let problem = Corpus::new(&profile, 42, 1)?.problems.remove(0);
/// let options = options(&problem, 1)?;
/// assert_eq!(options.views.len(), 3);
/// let place = options.predicted.expect("that of the fallacy");
/// let judge = peirast_fallacy::Judge::new(&problem.premises)?;
/// assert!(judge.judge(&options.views[place])?.predicted.exact);
/// assert!(place != options.right && options.right <= 3);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`asked`](super::asked).
pub fn options(problem: &Problem, seed: u64) -> Result<Options, Error> {
    let Offer { views, right, said } = OfferPlan::new(problem, seed)?.filled()?;
    let concluded = read(&unmarked(&problem.conclusion))?;
    Ok(Options {
        predicted: views.iter().position(|one| *one == concluded),
        views: said.iter().map(Statement::to_string).collect(),
        right,
    })
}

/// The options of a question.
pub(super) struct Offer {
    pub(super) views: Vec<Statement>,
    /// The position of the right one.
    right: usize,
    /// The same conclusions, with literals in the order of the premises.
    said: Vec<Statement>,
}

/// The plan of the options, before the other wrong conclusions are drawn.
pub(super) struct OfferPlan {
    all: Conclusions,
    judge: Judge,
    letters: OptionPlaces,
    /// The fallacious conclusion, if it does not follow.
    pub(super) lure: Option<Statement>,
    /// A conclusion that follows, offered or not.
    pub(super) following: Option<Statement>,
}

impl OfferPlan {
    pub(super) fn new(problem: &Problem, seed: u64) -> Result<OfferPlan, Error> {
        let judge = judge(problem)?;
        let mut all = Conclusions::new(problem, seed)?;
        let letters = OptionPlaces::new(problem, seed);
        let lure = lure(problem, &judge)?.map(|lure| read(&lure)).transpose()?;
        let following = match predicted(problem, &judge)? {
            Some(predicted) => Some(read(&predicted)?),
            None => all.right(lure.as_ref())?,
        };
        Ok(OfferPlan { all, judge, letters, lure, following })
    }

    /// Tests if a conclusion that follows is among the options.
    pub(super) fn is_right_offered(&self) -> bool {
        self.following.is_some() && self.letters.right < OFFERED
    }

    pub(super) fn filled(self) -> Result<Offer, Error> {
        let OfferPlan { mut all, judge, letters, lure, following } = self;
        let right = if following.is_some() { letters.right } else { OFFERED };
        let shapes = shapes(&mut all, lure.as_ref(), following.as_ref())?;
        let mut places: [Option<Statement>; OFFERED] = [const { None }; OFFERED];
        if let Some(lure) = lure {
            places[letters.lure] = Some(lure);
        }
        if let Some(following) = following
            && let Some(place) = places.get_mut(right)
        {
            *place = Some(following);
        }
        let mut free: Vec<usize> = (0..OFFERED).filter(|at| places[*at].is_none()).collect();
        all.stream.shuffle(&mut free);
        let offered = places.get(right).and_then(Option::as_ref);
        let restated = restated(&mut all, offered, &shapes[0]);
        for ((at, shape), restated) in free.into_iter().zip(&shapes).zip(restated) {
            let beside: Vec<&Statement> = places.iter().flatten().collect();
            let like = [shape, &shapes[0], &shapes[1]];
            let wrong = wrong(&mut all, like, restated, &beside, &judge)?;
            places[at] = Some(wrong.ok_or_else(too_little)?);
        }
        let views: Vec<Statement> = places.into_iter().flatten().collect();
        let said = views.iter().map(|view| all.in_order(view)).collect();
        Ok(Offer { views, right, said })
    }
}

/// The shapes of the wrong conclusions other than the lure, for all positions that may be free.
///
/// If the right conclusion cannot have the lure's shape, one of the three has a shape of its own.
/// Two of three times, the wrong conclusion has the shape of the right one, so that the odd one out
/// is the lure about as often as the right one. This requires that the right one has as many
/// literals; otherwise the lure would be the longest.
fn shapes(
    all: &mut Conclusions,
    lure: Option<&Statement>,
    right: Option<&Statement>,
) -> Result<Vec<Statement>, Error> {
    let mut shapes: Vec<Statement> = lure.into_iter().chain(right).cloned().collect();
    let last = shapes.last().cloned().ok_or_else(too_little)?;
    shapes.resize(OFFERED, last);
    let length = |one: Option<&Statement>| one.map(|one| one.literals().count());
    if length(right) >= length(lure) && all.stream.below(LIKE_THE_LURE) > 0 {
        shapes.swap(0, 1);
    }
    Ok(shapes)
}

/// The numbers of facts that the wrong conclusions other than the lure should repeat, for all
/// positions that may be free.
///
/// The predicted conclusion repeats no fact, and the right one often has to. So the facts that an
/// option repeats must not show if it is right:
///
/// - If the right conclusion repeats facts, in some cases only it does; in the others, wrong ones
///   repeat as many.
/// - If it repeats none, one or two wrong ones repeat a fact.
/// - If none follows, one or two wrong ones repeat a fact.
///
/// A conclusion of one literal cannot repeat a fact and be wrong.
fn restated(
    all: &mut Conclusions,
    right: Option<&Statement>,
    shape: &Statement,
) -> [usize; OFFERED] {
    let literals = shape.literals().count();
    if !all.is_balanced() || literals < 2 {
        return [0; OFFERED];
    }
    let number = right.map(|right| all.facts().repeated(right));
    let shares = match number {
        Some(0) => BOTH_REPEAT,
        Some(_) => MATCHED,
        None => BOTH_REPEAT_ALONE,
    };
    let more = all.stream.below(100) < shares[usize::from(literals > 2)];
    match number {
        Some(0) if more => [1, 1, 0],
        Some(0) => [1, 0, 0],
        Some(number) if more => [number; OFFERED],
        Some(_) => [0; OFFERED],
        None if more => [1, 1, 0],
        None => [1, 0, 0],
    }
}

/// A wrong conclusion with one of the first of these shapes that people do not accept, or else with
/// one or two literals.
fn wrong(
    all: &mut Conclusions,
    like: [&Statement; OFFERED],
    restated: usize,
    beside: &[&Statement],
    judge: &Judge,
) -> Result<Option<Statement>, Error> {
    let rejected = |one: &Statement| {
        let accepted = judge.is_predicted(&one.to_string(), Following::RegardlessOfIssues)?;
        Ok(!accepted)
    };
    for shape in like {
        if let Some(found) = all.wrong_like(shape, restated, beside, rejected)? {
            return Ok(Some(found));
        }
    }
    all.wrong(beside, rejected)
}
