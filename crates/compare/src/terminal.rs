//! Comparisons for a terminal.

use crate::sentence::{bracketed, matching_remarks, mean, sentence, verdict};
use crate::{RunComparison, RunComparisons, ScoredRun};
use peirast_report::{escape_line, p_value, text_table};
use std::collections::BTreeSet;

/// The most comparisons that are described in sentences.
const MOST_SENTENCES: usize = 6;

/// The comparisons that are described in sentences: all if they are few. Otherwise those over all
/// tasks, and those of metrics that only one task has.
pub(crate) fn told<'a, 'r>(of: &'a RunComparisons<'r>) -> Vec<&'a RunComparison<'r>> {
    let is_pooled = |row: &RunComparison<'_>| {
        of.rows.iter().any(|other| other.tasks.is_pooled() && other.metric == row.metric)
    };
    let is_main = |row: &&RunComparison<'_>| {
        of.rows.len() <= MOST_SENTENCES || row.tasks.is_pooled() || !is_pooled(row)
    };
    let mut rows: Vec<&RunComparison<'r>> = of.rows.iter().filter(is_main).collect();
    rows.sort_by_key(|row| !row.tasks.is_pooled());
    rows.truncate(MOST_SENTENCES);
    rows
}

/// The comparisons as text: a table, the verdicts in sentences, and everything that was left out.
pub fn comparison_text(of: &RunComparisons<'_>) -> String {
    let has_mid = of.rows.iter().any(|row| row.p_mid.is_some());
    let header = ["task", "metric", "A", "B", "n", "A scores", "B scores", "B less A", "p"];
    let header: Vec<&str> =
        header.into_iter().chain(has_mid.then_some("mid-p")).chain(["p adj.", "B is"]).collect();
    let cells = |row: &RunComparison<'_>| {
        let own = [
            escape_line(row.tasks.name()),
            escape_line(&row.metric),
            escape_line(row.a),
            escape_line(row.b),
            row.n.to_string(),
            mean(row, row.score_a.estimate),
            mean(row, row.score_b.estimate),
            bracketed(row, &row.difference),
            p_value(Some(row.p)),
        ];
        let mid = has_mid.then(|| p_value(row.p_mid));
        let last = [p_value(Some(row.p_adjusted)), verdict(row)];
        own.into_iter().chain(mid).chain(last).collect::<Vec<String>>()
    };
    let mut text = text_table(&header, of.rows.iter().map(cells));
    for row in told(of) {
        text.push_str(&format!("\n{}\n", escape_line(&sentence(row, of))));
    }
    let remarks = remarks(of);
    if !remarks.is_empty() {
        text.push('\n');
    }
    for remark in remarks {
        text.push_str(&format!("note: {}\n", escape_line(&remark)));
    }
    text
}

/// Notes on the runs and on everything that was left out, without repetitions.
///
/// Notes on a single comparison are in its [`RunComparison::remarks`].
pub fn comparison_notes(of: &RunComparisons<'_>) -> Vec<String> {
    let told = |run: &ScoredRun| -> Vec<String> {
        run.remarks.iter().map(|remark| format!("{}: {remark}", run.name)).collect()
    };
    let mut notes: Vec<String> = of.runs.iter().flat_map(told).collect();
    notes.extend(one_run_twice(of.runs));
    notes.extend(of.left_out.iter().map(ToString::to_string));
    let mut seen = BTreeSet::new();
    notes.retain(|note| seen.insert(note.clone()));
    notes
}

/// A note for each pair of runs that have the same scores from the same files.
fn one_run_twice(runs: &[ScoredRun]) -> Vec<String> {
    let digests = |run: &ScoredRun| -> BTreeSet<String> {
        run.sources.iter().map(|source| source.digest.clone()).collect()
    };
    let pairs =
        runs.iter().enumerate().flat_map(|(at, a)| runs[at + 1..].iter().map(move |b| (a, b)));
    let is_one = |(a, b): &(&ScoredRun, &ScoredRun)| {
        let own = digests(a);
        !own.is_empty() && own == digests(b) && a.tasks == b.tasks
    };
    let said = |(a, b): (&ScoredRun, &ScoredRun)| {
        format!("{} and {} are one run: their files and scores are the same", a.name, b.name)
    };
    pairs.filter(is_one).map(said).collect()
}

/// Remarks and everything that was left out, without repetitions.
pub(crate) fn remarks(of: &RunComparisons<'_>) -> Vec<String> {
    let mut remarks = comparison_notes(of);
    // A remark that is true of every metric of a task appears once.
    let mut told = BTreeSet::new();
    for row in of.rows.iter().filter(|row| !row.tasks.is_pooled()) {
        for remark in matching_remarks(row) {
            let place = format!("{} ({} and {})", row.tasks.name(), row.a, row.b);
            told.insert(format!("{place}: {remark}"));
        }
    }
    remarks.extend(told);
    remarks
}
