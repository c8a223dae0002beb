//! Problems from a file, for `peirast run --problems`.

use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use peirast_record::{Problem, Study};
use peirast_task::{LeftOut, Narrowed};
use std::collections::{BTreeMap, BTreeSet};
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
    let mends = mends.into_iter().map(|mend| format!("`{mend}`")).collect::<Vec<_>>().join(", ");
    if !narrowed.asks(problems) {
        let mend = match mends.as_str() {
            "" => "name another study".to_owned(),
            mends => format!("name another study, or problems made by {mends}"),
        };
        bail!(
            Plan,
            "study `{}` asks nothing about the problems in {}: {}; {mend}",
            study.id,
            file.display(),
            lines.join("; ")
        );
    }
    lines.iter().for_each(|line| events.notice(NoticeCode::LeftOut, &format!("left out: {line}")));
    if !mends.is_empty() {
        events.notice(
            NoticeCode::LeftOut,
            &format!("what is left out needs problems made by {mends}"),
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

/// Whether these problems include all kinds that hypotheses are about.
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

/// Reads the problems of a file of JSON lines.
///
/// # Errors
/// A file that cannot be read; a line that is not a valid problem; two problems with one id; a file
/// without problems.
pub fn read_problems(file: &Path) -> Result<Vec<Problem>> {
    let text = text_of(file)?;
    let mut problems = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}, line {}", file.display(), at + 1);
        let problem: Problem = serde_json::from_str(line).with_context(place)?;
        problem.check().with_context(place)?;
        if let Some(first) = known.insert(problem.id.to_string(), at + 1) {
            bail!(
                Plan,
                "{}: `{}` stands there twice, first in line {first}; pair keys must be unique",
                place(),
                problem.id
            );
        }
        problems.push(problem);
    }
    if problems.is_empty() {
        bail!(Plan, "{} holds no problem", file.display());
    }
    Ok(problems)
}
