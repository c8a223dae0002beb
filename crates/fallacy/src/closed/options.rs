//! Which of these conclusions follows?

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

/// Once in so many times, what is wrong is like the lure and not like what is right.
const LIKE_THE_LURE: usize = 3;

/// Conclusions of which one follows at most, in random order. Behind them stands that none of them
/// follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Three conclusions, as view strings without marks, no two of which come to the same.
    pub views: Vec<String>,
    /// The place of the right option, from 0; 3 if none of the conclusions follows.
    pub right: usize,
    /// The place of what the theory predicts to be concluded, if it is among them: of a fallacy, it
    /// always is, and wrong.
    pub predicted: Option<usize>,
}

/// Options for a question of multiple choice about a problem. Exactly one is right.
///
/// The fallacious conclusion of the problem, or of the one that it is a control of, is among them as
/// long as it does not follow. For three of four numbers a conclusion that follows is too: what is
/// predicted, if that follows, or as [`asked`](super::asked) has it. What is left is filled with
/// conclusions that do not follow and that people are not predicted to accept, if possible such as the
/// premises do not exclude. They are of the shape
/// of the fallacious conclusion, with the same quantifiers and as many alternatives of as many
/// literals, or of that of the right one: where the two differ in shape and the right one is as long
/// at least, two of three times of the latter, so that what stands out is the one as often as the
/// other. Where no conclusion follows, there is one of either shape. So the fallacious conclusion is
/// never the longest alone, and no form marks it, nor whether any conclusion is right.
///
/// Over each four numbers, from a multiple of four, each of the four places is right once for each
/// kind of problem; over each twelve, each of the three has the fallacious conclusion four times.
/// From premises that say nothing (in about one of a thousand problems of the published profile)
/// none follows, whatever the number.
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

/// What is offered to choose from.
pub(super) struct Offer {
    pub(super) views: Vec<Statement>,
    /// The place of the right one.
    right: usize,
    /// The same conclusions, what they say side by side in the order of the premises.
    said: Vec<Statement>,
}

/// What an offer turns on, before what is wrong besides is drawn.
pub(super) struct OfferPlan {
    all: Conclusions,
    judge: Judge,
    letters: OptionPlaces,
    /// The fallacious conclusion, unless it follows.
    pub(super) lure: Option<Statement>,
    /// A conclusion that follows, whether it is offered or not.
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
        for (at, shape) in free.into_iter().zip(&shapes) {
            let beside: Vec<&Statement> = places.iter().flatten().collect();
            let like = [shape, &shapes[0], &shapes[1]];
            let wrong = wrong(&mut all, like, &beside, &judge)?;
            places[at] = Some(wrong.ok_or_else(too_little)?);
        }
        let views: Vec<Statement> = places.into_iter().flatten().collect();
        let said = views.iter().map(|view| all.in_order(view)).collect();
        Ok(Offer { views, right, said })
    }
}

/// The shapes of what is wrong besides the lure, as many as there may be places for it.
///
/// Where the right conclusion is not to be had in the lure's shape, one of the three is of a shape of
/// its own. Two of three times the wrong one is like the right one, so that it is the lure about as
/// often as the right one: as long as that has as many literals, or else the longest were the lure.
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

/// One of the first of these shapes that people do not accept, or else one of one or two literals.
fn wrong(
    all: &mut Conclusions,
    like: [&Statement; OFFERED],
    beside: &[&Statement],
    judge: &Judge,
) -> Result<Option<Statement>, Error> {
    let rejected = |one: &Statement| {
        let accepted = judge.is_predicted(&one.to_string(), Following::RegardlessOfIssues)?;
        Ok(!accepted)
    };
    for shape in like {
        if let Some(found) = all.wrong_like(shape, beside, rejected)? {
            return Ok(Some(found));
        }
    }
    all.wrong(beside, rejected)
}
