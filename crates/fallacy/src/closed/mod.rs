//! Closed questions about any problem: yes-no questions and multiple choice.

mod conclusions;
mod facts;
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

pub(crate) use fair::{OptionLook, is_fair, look_if_fair};
pub use options::{Options, options};

/// A conclusion in a yes-no question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The conclusion, as a view string without marks.
    pub conclusion: String,
    /// True if the conclusion follows, so that "yes" is right.
    pub entailed: bool,
    /// True if people are predicted to say yes, regardless of marks and names.
    pub predicted: bool,
}

/// The conclusion of the yes-no question about a problem.
///
/// The conclusion that was made with the problem ([`Problem::probe`]), if there is one. Otherwise
/// the number of the problem decides. For an even number, it is the fallacious conclusion of the
/// problem, or, for a control, of its fallacy, if it does not follow. For an odd number, it is a
/// conclusion that follows: the predicted one, if it follows. Otherwise it has the shape and length
/// of the fallacious conclusion, or one or two literals, and needs several premises if possible. If
/// there is none of one kind, the other kind is used. The seed chooses among several.
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
/// [`Error::Option`], if the record names an unknown reading, or its premises have too few atoms
/// for a question; otherwise as [`Judge::judge`].
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

/// A conclusion that follows, or one that does not.
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

/// The fallacious conclusion of the problem, if it does not follow.
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

/// The predicted conclusion, if it follows.
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
    Error::Option { option: "premises", reason: "they have too few atoms for a question" }
}
