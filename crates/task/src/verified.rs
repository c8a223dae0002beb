//! Problems of the theory worked out again from what is written down.

use crate::families::{ASKING, BULLET, CONCLUSION};
use crate::lexicon::vocabulary_of;
use crate::posed::{Posed, PosedError};
use peirast_etr::View;
use peirast_fallacy::{Difference, verify};
use peirast_record::{Answer, Problem, Worded};
use peirast_words::Vocabulary;

/// Works a problem of the theory out again from its record alone, by both engines, and reads its
/// text back: every premise shown, every conclusion asked about, every question added. Says what
/// differs; nothing if all is as it says.
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
    let Some(worded) = problem.worded.as_deref() else {
        return Ok(vec![difference("worded", "nothing", "needed: the views behind the text")]);
    };
    let mut differences = verify(&worded.argument)?;
    differences.extend(misordered(worded));
    differences.extend(misread(problem, worded)?);
    if let Some(right) = right(problem, worded)?
        && right != problem.truth.answer
    {
        differences.push(difference(
            "truth",
            &problem.truth.answer.to_string(),
            &right.to_string(),
        ));
    }
    Ok(differences)
}

/// Whether the order is one of all premises.
fn misordered(worded: &Worded) -> Option<Difference> {
    let mut places = worded.order.clone();
    places.sort_unstable();
    let all: Vec<usize> = (0..worded.argument.premises.len()).collect();
    (places != all)
        .then(|| difference("order", &format!("{:?}", worded.order), &format!("{all:?}")))
}

/// Where the text says something else than the views.
fn misread(problem: &Problem, worded: &Worded) -> Result<Vec<Difference>, PosedError> {
    let vocabulary = vocabulary_of(&worded.lexicon)?;
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
        differences.extend(pairs.filter_map(|(view, text)| says(&vocabulary, field, text, view)));
    }
    Ok(differences)
}

fn premise(line: &str) -> Option<&str> {
    line.strip_prefix(BULLET)
}

fn question(line: &str) -> Option<&str> {
    line.split_once(ASKING)?.1.strip_suffix(')')
}

/// What is asked about, as it stands in the text: the conclusion, or all options but the last.
fn conclusions<'p>(problem: &'p Problem, text: &'p str) -> Vec<&'p str> {
    match problem.options.split_last() {
        Some((_, options)) => options.iter().map(|(_, option)| option.as_str()).collect(),
        None => text.lines().filter_map(|line| line.strip_prefix(CONCLUSION)).collect(),
    }
}

/// Whether a sentence says the view, but for what is at issue.
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

/// The right answer to a closed question, worked out again.
fn right(problem: &Problem, worded: &Worded) -> Result<Option<Answer>, PosedError> {
    if worded.asked.is_empty() {
        return Ok(None);
    }
    let posed = Posed::new(worded)?;
    let mut following = Vec::new();
    for (place, view) in worded.asked.iter().enumerate() {
        if posed.judge(view)?.is_correct() == Some(true) {
            following.push(place);
        }
    }
    if problem.options.is_empty() {
        return Ok(Some(Answer::YesNo(!following.is_empty())));
    }
    let place = match following.as_slice() {
        [] => worded.asked.len(),
        [one] => *one,
        // Several right options are none.
        _ => return Ok(Some(Answer::Unread)),
    };
    Ok(problem.options.get(place).map(|(letter, _)| Answer::Choice(*letter)))
}

fn difference(field: &'static str, recorded: &str, found: &str) -> Difference {
    Difference { field, recorded: recorded.to_owned(), found: found.to_owned() }
}
