//! Problems from a file, for `peirast run --problems`.

use crate::data::{own_items, problems_of_items};
use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use peirast_decimals::counted;
use peirast_record::{Problem, ProblemNames, Study};
use peirast_report::escape_line;
use peirast_task::{Items, LeftOut, Narrowed, TruthCheck, check_truth};
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the study without the parts of hypotheses for which a file has no problems.
pub(crate) fn narrowed(
    study: &Study,
    problems: &[Problem],
    file: &Path,
    events: &dyn EventSink,
) -> Result<Study> {
    let narrowed = Narrowed::new(study, problems);
    let lines: Vec<String> = narrowed.left_out.iter().map(|one| lacking(one, file)).collect();
    let mends: BTreeSet<&str> =
        narrowed.left_out.iter().filter_map(|one| one.mend.as_deref()).collect();
    let mends: Vec<String> = mends.into_iter().map(|mend| format!("`{mend}`")).collect();
    if !narrowed.asks(problems) {
        let mend = match mends.is_empty() {
            true => "name another study".to_owned(),
            false => format!("name another study, or problems made by {}", first_few(&mends, ", ")),
        };
        bail!(
            Plan,
            "study `{}` asks nothing about the problems in {}: {}; {mend}",
            study.id,
            file.display(),
            first_few(&lines, "; ")
        );
    }
    lines.iter().for_each(|line| events.notice(NoticeCode::LeftOut, &format!("left out: {line}")));
    if !mends.is_empty() {
        events.notice(
            NoticeCode::LeftOut,
            &format!("the parts left out need problems made by {}", mends.join(", ")),
        );
    }
    Ok(rest(narrowed, events))
}

/// Returns the study without the hypotheses about kinds of problems that the seed did not draw.
pub(crate) fn drawn(study: &Study, problems: &[Problem], events: &dyn EventSink) -> Study {
    let narrowed = Narrowed::to_drawn(study, problems);
    for LeftOut { hypothesis, lacks, .. } in &narrowed.left_out {
        events.notice(
            NoticeCode::LeftOut,
            &format!(
                "left out: `{hypothesis}`: among these items there is {lacks}; more have it (--n)"
            ),
        );
    }
    rest(narrowed, events)
}

/// Returns true if these problems include all kinds that hypotheses are about.
pub(crate) fn leaves_none_out(study: &Study, problems: &[Problem]) -> bool {
    Narrowed::to_drawn(study, problems).left_out.is_empty()
}

/// Returns the rest of a study, with a notice if no hypothesis is left.
pub(crate) fn rest(narrowed: Narrowed, events: &dyn EventSink) -> Study {
    if narrowed.study.hypotheses.is_empty() && !narrowed.left_out.is_empty() {
        events.notice(
            NoticeCode::LeftOut,
            "no hypothesis is left: nothing is tested, but `peirast measure` has its tables",
        );
    }
    narrowed.study
}

/// The most parts that an error lists.
const FEW: usize = 4;

/// Joins the first few parts of an error, with the number of the others.
fn first_few(parts: &[String], separator: &str) -> String {
    let (few, more) = parts.split_at(parts.len().min(FEW));
    match more.len() {
        0 => few.join(separator),
        more => format!("{}{separator}and {more} more", few.join(separator)),
    }
}

/// Describes a hypothesis that is left out, with the reason.
fn lacking(one: &LeftOut, file: &Path) -> String {
    let LeftOut { hypothesis, part, lacks, in_part, .. } = one;
    let rest = if *in_part { ", and stays over other variants" } else { "" };
    format!("`{hypothesis}` over {part}: {} has {lacks}{rest}", file.display())
}

/// Reads the text of a file of problems, without a byte order mark.
///
/// # Errors
/// A file that cannot be read.
pub fn text_of(file: &Path) -> Result<String> {
    let mut text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the problems in {}", file.display()))?;
    const MARK: char = '\u{feff}';
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    Ok(text)
}

/// The source of the right answers of a problem file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Truths {
    /// Peirast works them out again from the texts, and they must agree.
    #[default]
    Checked,
    /// As they are given, even if Peirast works out others.
    Given,
}

/// Reads the problems of a file of JSON lines, or of a user's data file with the usual column
/// names.
///
/// # Errors
/// A file that cannot be read; a line that is not a valid problem; two problems with one id; a file
/// without problems; versions of one item that do not fit together. Unless truths are given: a
/// problem of a built-in family whose right answer or levels differ from those that the family
/// works out.
pub fn read_problems(file: &Path, truths: Truths) -> Result<Vec<Problem>> {
    if let Some(items) = own_items(file)? {
        return problems_of_items(&items, file);
    }
    let (problems, lines) = read_lines(file)?;
    if let (Truths::Checked, [(first, what), rest @ ..]) = (truths, &doubtful(&problems)[..]) {
        let more = match rest.len() as u64 {
            0 => String::new(),
            more => format!(
                "; {} more",
                counted(more, "problem is like that,", "problems are like that,")
            ),
        };
        bail!(
            Plan,
            "{}, line {}: {what}{more}: make the problems again or correct them; if their right answers are \
             your own, give --own-truths, which takes them as they are",
            file.display(),
            lines.get(*first).copied().unwrap_or_default()
        );
    }
    if truths == Truths::Checked {
        let mut items = Items::default();
        for (problem, line) in problems.iter().zip(&lines) {
            if let Err(error) = items.take(problem, format!("line {line}")) {
                let what = escape_line(&error.to_string());
                bail!(Plan, "{}, line {line}: `{}`: {what}", file.display(), problem.id);
            }
        }
    }
    Ok(problems)
}

/// Emits a notice if the given truths of problems differ from those that Peirast works out.
pub(crate) fn note_given(problems: &[Problem], file: &Path, events: &dyn EventSink) {
    let doubtful = doubtful(problems);
    let Some((_, first)) = doubtful.first() else { return };
    let problems = counted(doubtful.len() as u64, "problem", "problems");
    events.notice(
        NoticeCode::Analysis,
        &format!(
            "the right answers of {problems} in {} are taken as given, and Peirast does not work them out: \
             for example {first}",
            file.display()
        ),
    );
}

/// Returns the problems whose truth differs from the one that Peirast works out, by place, with
/// both truths in words.
fn doubtful(problems: &[Problem]) -> Vec<(usize, String)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = problems.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = problems
            .chunks(part)
            .enumerate()
            .map(|(number, problems)| {
                scope.spawn(move || {
                    let all = problems.iter().enumerate();
                    let found = all.filter_map(|(at, one)| Some((number * part + at, doubt(one)?)));
                    found.collect::<Vec<_>>()
                })
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// Describes how the truth of a problem differs from the one that is worked out.
fn doubt(problem: &Problem) -> Option<String> {
    let what = match check_truth(problem) {
        TruthCheck::Agrees | TruthCheck::Foreign => return None,
        TruthCheck::Differs(differences) => {
            let each = differences.iter().map(|one| {
                format!("{} is recorded as {}, and is {}", one.field, one.recorded, one.found)
            });
            each.collect::<Vec<_>>().join("; ")
        }
        TruthCheck::Unread(why) => format!(
            "truth.answer is recorded as {}, and cannot be worked out: {why}",
            problem.truth.answer
        ),
    };
    Some(escape_line(&format!("`{}`: {what}", problem.id)))
}

/// Reads the problems of a file of JSON lines, each with the number of its line.
fn read_lines(file: &Path) -> Result<(Vec<Problem>, Vec<usize>)> {
    let text = text_of(file)?;
    let (mut problems, mut lines) = (Vec::new(), Vec::new());
    let mut names = ProblemNames::default();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}, line {}", file.display(), at + 1);
        let problem: Problem = serde_json::from_str(line).with_context(place)?;
        problem.check().with_context(place)?;
        if let Err(error) = names.take(&problem, format!("line {}", at + 1)) {
            bail!(Plan, "{}: {}", place(), escape_line(&error.to_string()));
        }
        problems.push(problem);
        lines.push(at + 1);
    }
    if problems.is_empty() {
        bail!(Plan, "{} holds no problem", file.display());
    }
    Ok((problems, lines))
}

#[cfg(test)]
mod tests {
    use super::first_few;

    #[test]
    fn an_error_lists_the_first_few_and_counts_the_others() {
        let parts = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
        assert_eq!(first_few(&parts(4), "; "), "1; 2; 3; 4");
        assert_eq!(first_few(&parts(40), "; "), "1; 2; 3; 4; and 36 more");
    }
}
