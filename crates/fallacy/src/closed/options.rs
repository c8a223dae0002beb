//! Which of these conclusions follows?

use super::conclusions::Conclusions;
use super::{judge, lure, predicted, too_little};
use crate::error::Error;
use crate::judge::Judge;
use crate::problem::Problem;
use crate::reasoner::unmarked;
use crate::statement::Statement;
use peirast_etr::Following;
use serde::{Deserialize, Serialize};

/// So many conclusions are offered, besides that none of them follows.
const OFFERED: usize = 3;
/// For all but one of so many problems, a conclusion that follows is wanted among the options.
const WITHOUT: usize = 4;

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
/// For about three of four problems, as the seed draws, a conclusion that follows is among them, if
/// there is one: what is predicted, if that follows, or one of one or two literals, if possible one
/// that takes several premises. The fallacious conclusion of the problem, or of the one that it is
/// a control of, is among them as long as it does not follow. The others are of one or two literals
/// too, do not follow, and are if possible such as people are not predicted to accept either.
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
    let mut chosen = Vec::new();
    if let Some(lure) = lure(problem, &judge)? {
        chosen.push(read(&lure)?);
    }
    let mut right = None;
    if all.stream.below(WITHOUT) > 0 {
        right = match predicted(problem, &judge)? {
            Some(predicted) => Some(read(&predicted)?),
            None => all.right()?,
        };
    }
    chosen.extend(right.clone());
    while chosen.len() < OFFERED {
        let wrong = wrong(&mut all, &chosen, &judge)?;
        chosen.push(wrong.ok_or_else(too_little)?);
    }
    all.stream.shuffle(&mut chosen);
    let place = |of: &Statement| chosen.iter().position(|one| one == of);
    let concluded = read(&unmarked(&problem.conclusion))?;
    Ok(Options {
        views: chosen.iter().map(Statement::to_string).collect(),
        right: right.as_ref().and_then(place).unwrap_or(OFFERED),
        predicted: place(&concluded),
    })
}

/// One that people do not accept, if there is one, or any that is wrong.
fn wrong(
    all: &mut Conclusions,
    chosen: &[Statement],
    judge: &Judge,
) -> Result<Option<Statement>, Error> {
    let rejected = |one: &Statement| {
        let accepted = judge.is_predicted(&one.to_string(), Following::RegardlessOfIssues)?;
        Ok(!accepted)
    };
    match all.wrong(chosen, rejected)? {
        Some(found) => Ok(Some(found)),
        None => all.wrong(chosen, |_| Ok(true)),
    }
}

fn read(view: &str) -> Result<Statement, Error> {
    Statement::read(view).map_err(|source| Error::Answer { source })
}
