//! Closed questions about any problem: does this follow, and which of these does?

mod conclusions;
mod fair;
mod letters;
mod options;
mod shaped;

use crate::error::Error;
use crate::judge::Judge;
use crate::problem::Problem;
use crate::reasoner::unmarked;
use crate::statement::Statement;
use conclusions::Conclusions;
use peirast_etr::{Following, Reading};
use peirast_logic::Verdict;
use peirast_record::ArgumentKind as Kind;
use serde::{Deserialize, Serialize};

pub(crate) use fair::{excluded_if_fair, is_fair};
pub use options::{Options, options};

/// A conclusion to ask about: does it follow?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The conclusion, as a view string without marks.
    pub conclusion: String,
    /// Does it follow: is "yes" right?
    pub entailed: bool,
    /// Are people predicted to say yes, marks and names aside?
    pub predicted: bool,
}

/// The conclusion of a problem to be answered with yes or no.
///
/// That which was made with the problem ([`Problem::probe`]), if there is one. Otherwise, if the
/// problem's number is even, the fallacious conclusion of the problem, or of the one that it is a
/// control of as long as it does not follow; if the number is odd, one that follows: what is
/// predicted, if that does, or one of the shape of the fallacious conclusion, as long as that, or of
/// one or two literals, if possible one that takes several premises. Where there is none of the one
/// kind, it is of the other. The seed draws among several.
///
/// ```
/// use peirast_fallacy::{Corpus, Profile, asked};
///
/// let profile = Profile::named("paper-2025").expect("a profile");
/// let problems = Corpus::new(&profile, 42, 2)?.problems;
/// assert!(!asked(&problems[0], 1)?.entailed);
/// assert!(asked(&problems[1], 1)?.entailed);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Option`] if the record is of a reading that there is not, or its premises speak of too
/// little to ask about; otherwise as [`Judge::judge`].
pub fn asked(problem: &Problem, seed: u64) -> Result<Asked, Error> {
    let judge = judge(problem)?;
    if let Some(probe) = &problem.probe {
        return about(&judge, unmarked(&probe.conclusion));
    }
    let wanted = problem.number % 2 == 1;
    for entailed in [wanted, !wanted] {
        if let Some(conclusion) = conclusion(problem, &judge, entailed, seed)? {
            return about(&judge, conclusion);
        }
    }
    Err(too_little())
}

/// A conclusion that follows, or that does not.
fn conclusion(
    problem: &Problem,
    judge: &Judge,
    entailed: bool,
    seed: u64,
) -> Result<Option<String>, Error> {
    let mut all = Conclusions::new(problem, seed)?;
    if !entailed {
        if let Some(lure) = lure(problem, judge)? {
            return Ok(Some(lure));
        }
        let wrong = all.wrong(&[], |_| Ok(true))?;
        return Ok(wrong.map(|found| found.to_string()));
    }
    if let Some(predicted) = predicted(problem, judge)? {
        return Ok(Some(predicted));
    }
    let lure = lure(problem, judge)?.map(|lure| read(&lure)).transpose()?;
    Ok(all.right(lure.as_ref())?.map(|found| found.to_string()))
}

fn about(judge: &Judge, conclusion: String) -> Result<Asked, Error> {
    let entailed = judge.entailment(&conclusion)?.1 == Verdict::Entailed;
    let predicted = judge.is_predicted(&conclusion, Following::RegardlessOfIssues)?;
    Ok(Asked { conclusion, entailed, predicted })
}

fn judge(problem: &Problem) -> Result<Judge, Error> {
    let Some(reading) = Reading::named(&problem.reading) else {
        return Err(Error::Option { option: "reading", reason: "there is none of that name" });
    };
    Judge::with_reading(&problem.premises, reading)
}

/// The fallacious conclusion that goes with the problem, if it does not follow.
fn lure(problem: &Problem, judge: &Judge) -> Result<Option<String>, Error> {
    let lure = match (&problem.matched, problem.kind) {
        (Some(matched), _) => &matched.fallacy,
        (None, Kind::Fallacy) => &problem.conclusion,
        (None, _) => return Ok(None),
    };
    let lure = unmarked(lure);
    let refuted = matches!(judge.entailment(&lure)?.1, Verdict::Refuted(_));
    Ok(refuted.then_some(lure))
}

/// What is predicted to be concluded, if it is something that follows.
fn predicted(problem: &Problem, judge: &Judge) -> Result<Option<String>, Error> {
    let predicted = unmarked(&problem.conclusion);
    let said = problem.kind == Kind::ControlValid && predicted != "{0}";
    let follows = said && judge.entailment(&predicted)?.1 == Verdict::Entailed;
    Ok(follows.then_some(predicted))
}

fn read(view: &str) -> Result<Statement, Error> {
    Statement::read(view).map_err(|source| Error::Answer { source })
}

fn too_little() -> Error {
    Error::Option { option: "premises", reason: "they speak of too little to ask about" }
}
