//! Problems of the theory, worked out again from their records.

mod factors;
mod items;
mod profile;
mod strict;
mod truth;
mod words;

pub use items::{ItemError, Items};
pub(crate) use strict::Once;
pub use strict::{LineError, problem_in};
pub use truth::{TruthCheck, check_truth};

use crate::families::{ASKING, BULLET, CONCLUSION, PUBLISHED, rebuilt};
use crate::lexicon::vocabulary_of;
use crate::posed::PosedError;
use factors::misfactored;
use peirast_etr::View;
use peirast_fallacy::{Difference, verify};
use peirast_record::{Problem, Worded};
use peirast_words::{Theme, Vocabulary};
use profile::misprofiled;
use words::misnamed;

/// Works a problem out again from its record only. Returns the differences; empty if the record is
/// right.
///
/// * Both engines work a problem of the theory out, and its text is read again: every displayed
///   premise, every conclusion in question, every added question. Its words must be those that its
///   theme assigns with its seed, and its views must belong to its profile.
/// * The right answer of any other problem is worked out from its text, as [`check_truth`] does,
///   and its factors must be those of its variant.
///
/// ```
/// use peirast_record::Profile;
/// use peirast_task::{Design, Family, verified};
/// let design = Design { seed: 1, profile: Profile::Balanced };
/// for problem in Family::named("etr")?.make(&design, "choice", 1)? {
///     assert_eq!(verified(&problem)?, []);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Records that cannot be worked out.
pub fn verified(problem: &Problem) -> Result<Vec<Difference>, PosedError> {
    verified_by(problem, &[])
}

/// Checks the same with themes in addition to the built-in ones. The words of an unknown theme are
/// not checked.
///
/// # Errors
/// As [`verified`].
pub fn verified_by(problem: &Problem, themes: &[Theme]) -> Result<Vec<Difference>, PosedError> {
    let Some(worded) = problem.worded.as_deref() else {
        return Ok(match check_truth(problem) {
            TruthCheck::Agrees => misfactored(problem),
            TruthCheck::Differs(mut differences) => {
                differences.extend(misfactored(problem));
                differences
            }
            TruthCheck::Unread(why) => {
                vec![difference(
                    "truth.answer",
                    &problem.truth.answer.to_string(),
                    &format!("not worked out: {why}"),
                )]
            }
            TruthCheck::Foreign => {
                let why = "not worked out: no family of Peirast made the problem";
                vec![difference("truth.answer", &problem.truth.answer.to_string(), why)]
            }
        });
    };
    let vocabulary = vocabulary_of(&worded.lexicon)?;
    // Quoted problems are compared with the quotation, and their labels are computed with it. Their
    // premises may contradict each other.
    if problem.variant.as_str() == PUBLISHED {
        return remade(problem, worded, &vocabulary);
    }
    let mut differences = verify(&worded.argument)?;
    differences.extend(misprofiled(&worded.argument));
    differences.extend(misordered(worded));
    differences.extend(misread(problem, worded, &vocabulary));
    if differences.is_empty() {
        differences.extend(misnamed(problem, worded, themes)?);
    }
    if differences.is_empty() {
        differences.extend(remade(problem, worded, &vocabulary)?);
    }
    Ok(differences)
}

/// Returns the differences when the problem is made again: its text, levels, options, truth and
/// names.
fn remade(
    problem: &Problem,
    worded: &Worded,
    vocabulary: &Vocabulary,
) -> Result<Vec<Difference>, PosedError> {
    let Some(again) = rebuilt(problem, worded, vocabulary).map_err(Box::new)? else {
        let found = "no such version can be made".to_owned();
        return Ok(vec![difference("version", &problem.factors.to_string(), &found)]);
    };
    let (own, other) = (written(problem), written(&again));
    let differ = own.iter().zip(&other).filter(|(a, b)| a.1 != b.1);
    Ok(differ.map(|((field, own), (_, other))| difference(field, own, other)).collect())
}

/// Returns the fields of a problem in the compared form.
fn written(problem: &Problem) -> Vec<(&'static str, String)> {
    let segments =
        problem.segments.iter().map(|segment| format!("{}: {}", segment.role, segment.text));
    let truth = &problem.truth;
    let worded = serde_json::to_string(&problem.worded).unwrap_or_default();
    vec![
        ("id", problem.id.to_string()),
        ("item", problem.item.to_string()),
        ("family", problem.family.to_string()),
        ("variant", problem.variant.to_string()),
        ("task", format!("{:?}", problem.task)),
        ("factors", problem.factors.to_string()),
        ("segments", segments.collect::<Vec<_>>().join("|")),
        ("options", format!("{:?}", problem.options)),
        ("truth", format!("{}, {}, {}, {}", truth.answer, truth.lure, truth.form, truth.why)),
        ("worded", worded),
    ]
}

/// Returns a difference if the order does not contain all premises.
fn misordered(worded: &Worded) -> Option<Difference> {
    let mut places = worded.order.clone();
    places.sort_unstable();
    let all: Vec<usize> = (0..worded.argument.premises.len()).collect();
    (places != all)
        .then(|| difference("order", &format!("{:?}", worded.order), &format!("{all:?}")))
}

/// Returns the differences between the text and the views.
fn misread(problem: &Problem, worded: &Worded, vocabulary: &Vocabulary) -> Vec<Difference> {
    let text = problem.text();
    let asked = |line: &&str| line.contains(ASKING);
    let said: [(&'static str, Vec<&str>, Vec<&str>); 3] = [
        ("premises", worded.premises(), text.lines().filter_map(premise).collect()),
        (
            "inquiry",
            worded.inquiry.iter().flat_map(|it| &it.questions).map(String::as_str).collect(),
            text.lines().filter(asked).filter_map(question).collect(),
        ),
        ("asked", worded.asked.iter().map(String::as_str).collect(), conclusions(problem, &text)),
    ];
    let mut differences = Vec::new();
    for (field, views, sentences) in said {
        if views.len() != sentences.len() {
            let (wanted, found) = (views.len(), sentences.len());
            let found = format!("{found} in the text");
            differences.push(difference(field, &wanted.to_string(), &found));
        }
        let pairs = views.into_iter().zip(sentences);
        differences.extend(pairs.filter_map(|(view, text)| says(vocabulary, field, text, view)));
    }
    differences
}

fn premise(line: &str) -> Option<&str> {
    line.strip_prefix(BULLET)
}

fn question(line: &str) -> Option<&str> {
    line.split_once(ASKING)?.1.strip_suffix(')')
}

/// Returns the conclusions in question, as in the text: the conclusion, or all options except the
/// last.
fn conclusions<'p>(problem: &'p Problem, text: &'p str) -> Vec<&'p str> {
    match problem.options.split_last() {
        Some((_, options)) => options.iter().map(|(_, option)| option.as_str()).collect(),
        None => text.lines().filter_map(|line| line.strip_prefix(CONCLUSION)).collect(),
    }
}

/// Returns whether a sentence expresses the view, except for what is at issue.
fn says(
    vocabulary: &Vocabulary,
    field: &'static str,
    sentence: &str,
    view: &str,
) -> Option<Difference> {
    let same = |read: &View| {
        let unmarked: View = view.replace('*', "").parse().ok()?;
        read.equivalent(&unmarked).ok()
    };
    match vocabulary.read(sentence) {
        Ok(read) if same(&read) == Some(true) => None,
        Ok(read) => {
            Some(difference(field, &format!("{view} as \"{sentence}\""), &read.to_string()))
        }
        Err(error) => Some(difference(field, sentence, &error.to_string())),
    }
}

fn difference(field: &'static str, recorded: &str, found: &str) -> Difference {
    Difference { field, recorded: recorded.to_owned(), found: found.to_owned() }
}
