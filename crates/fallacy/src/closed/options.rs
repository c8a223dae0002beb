//! Which of these conclusions follows?

use super::conclusions::Conclusions;
use super::letters::{Letters, OFFERED};
use super::{judge, lure, predicted, read, too_little};
use crate::error::Error;
use crate::judge::Judge;
use crate::problem::Problem;
use crate::reasoner::unmarked;
use crate::statement::Statement;
use peirast_etr::Following;
use serde::{Deserialize, Serialize};

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
/// conclusions that do not follow and that people are not predicted to accept: one of the shape of
/// the fallacious conclusion, the same quantifiers and as many alternatives of as many literals;
/// and where no conclusion follows, one of the shape of what would have been right. So no length or
/// form marks the fallacy, nor whether any conclusion is right.
///
/// Over each four numbers, from a multiple of four, each of the four places is right once for each
/// kind of problem, as far as all have a number; over each twelve, each of the three has the
/// fallacious conclusion four times.
///
/// ```
/// use peirast_fallacy::{Corpus, Profile, options};
///
/// let profile = Profile::named("default").expect("a profile");
/// let problem = Corpus::new(&profile, 42, 1)?.problems.remove(0);
/// let options = options(&problem, 1)?;
/// assert_eq!(options.views.len(), 3);
/// let place = options.predicted.expect("that of the fallacy");
/// assert_eq!(options.views[place], problem.conclusion.replace('*', ""));
/// assert!(place != options.right && options.right <= 3);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`asked`](super::asked).
pub fn options(problem: &Problem, seed: u64) -> Result<Options, Error> {
    let judge = judge(problem)?;
    let mut all = Conclusions::new(problem, seed)?;
    let letters = Letters::of(problem, seed);
    let lure = lure(problem, &judge)?.map(|lure| read(&lure)).transpose()?;
    let right = match predicted(problem, &judge)? {
        Some(predicted) => Some(read(&predicted)?),
        None => all.right(lure.as_ref())?,
    };
    let right = right.ok_or_else(too_little)?;
    let mut shapes = vec![right.clone(); OFFERED];
    let mut places: [Option<Statement>; OFFERED] = [const { None }; OFFERED];
    if let Some(lure) = lure {
        shapes[0].clone_from(&lure);
        places[letters.lure] = Some(lure);
    }
    if let Some(place) = places.get_mut(letters.right) {
        *place = Some(right);
    }
    let mut free: Vec<usize> = (0..OFFERED).filter(|at| places[*at].is_none()).collect();
    all.stream.shuffle(&mut free);
    for (at, shape) in free.into_iter().zip(&shapes) {
        let beside: Vec<&Statement> = places.iter().flatten().collect();
        let wrong = wrong(&mut all, shape, &beside, &judge)?;
        places[at] = Some(wrong.ok_or_else(too_little)?);
    }
    let concluded = read(&unmarked(&problem.conclusion))?;
    let views: Vec<Statement> = places.into_iter().flatten().collect();
    Ok(Options {
        predicted: views.iter().position(|one| *one == concluded),
        views: views.iter().map(Statement::to_string).collect(),
        right: letters.right,
    })
}

/// One of this shape that people do not accept, or else one of one or two literals.
fn wrong(
    all: &mut Conclusions,
    shape: &Statement,
    beside: &[&Statement],
    judge: &Judge,
) -> Result<Option<Statement>, Error> {
    let rejected = |one: &Statement| {
        let accepted = judge.is_predicted(&one.to_string(), Following::RegardlessOfIssues)?;
        Ok(!accepted)
    };
    match all.wrong_like(shape, beside, rejected)? {
        Some(found) => Ok(Some(found)),
        None => all.wrong(beside, rejected),
    }
}
