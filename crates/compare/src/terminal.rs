//! Comparisons for a terminal.

use crate::numbers::{bracketed, mean};
use crate::page::unit;
use crate::remarks::comparison_remarks;
use crate::sentence::{sentence, short_p, verdict};
use crate::{ComparisonVerdict, LeftOut, RunComparison, RunComparisons, ScoreSource, ScoredRun};
use peirast_decimals::{counted, fixed_decimals, grouped};
use peirast_report::{escape_line, listed, p_value, text_table};
use std::collections::BTreeSet;

/// The most comparisons that are described in sentences.
const MOST_SENTENCES: usize = 6;

/// The comparisons that are described in sentences: all if they are few. Otherwise those over all
/// tasks, and those of metrics that only one task has. Those with a decision come first.
pub(crate) fn told<'a, 'r>(of: &'a RunComparisons<'r>) -> Vec<&'a RunComparison<'r>> {
    let is_pooled = |row: &RunComparison<'_>| {
        of.rows.iter().any(|other| other.tasks.is_pooled() && other.metric == row.metric)
    };
    let is_main = |row: &&RunComparison<'_>| {
        of.rows.len() <= MOST_SENTENCES || row.tasks.is_pooled() || !is_pooled(row)
    };
    let mut rows: Vec<&RunComparison<'r>> = of.rows.iter().filter(is_main).collect();
    let is_undecided =
        |row: &RunComparison<'_>| matches!(row.verdict, ComparisonVerdict::Undecided { .. });
    rows.sort_by_key(|row| (is_undecided(row), !row.tasks.is_pooled()));
    rows.truncate(MOST_SENTENCES);
    rows
}

/// The number of comparisons that no sentence describes, in words; `None` if there are none.
pub(crate) fn untold(of: &RunComparisons<'_>) -> Option<String> {
    let more = (of.rows.len() - told(of).len()) as u64;
    (more > 0).then(|| format!("And {} more, in the table.", grouped(more)))
}

/// The comparisons as text: a table, the verdicts in sentences, and everything that was left out.
pub fn comparison_text(of: &RunComparisons<'_>) -> String {
    let has_mid = of.rows.iter().any(|row| row.p_mid.is_some());
    let header = ["task", "metric", "A", "B", "n", "A scores", "B scores", "B minus A", "p"];
    let header: Vec<&str> =
        header.into_iter().chain(has_mid.then_some("mid-p")).chain(["p adj.", "B is"]).collect();
    let cells = |row: &RunComparison<'_>| {
        let own = [
            escape_line(row.tasks.name()),
            escape_line(&row.metric),
            escape_line(row.a),
            escape_line(row.b),
            grouped(row.n),
            mean(row, row.score_a.estimate),
            mean(row, row.score_b.estimate),
            bracketed(row, &row.difference),
            short_p(row, row.p),
        ];
        let mid = has_mid.then(|| p_value(row.p_mid));
        let last = [short_p(row, row.p_adjusted), verdict(row)];
        own.into_iter().chain(mid).chain(last).collect::<Vec<String>>()
    };
    let told_first = apart_notes(&apart(of));
    let mut text: String =
        told_first.iter().map(|note| format!("{}\n\n", escape_line(note))).collect();
    text.push_str(&text_table(&header, of.rows.iter().map(cells)));
    for row in told(of) {
        text.push_str(&format!("\n{}\n", escape_line(&sentence(row, of))));
    }
    if let Some(more) = untold(of) {
        text.push_str(&format!("\n{more}\n"));
    }
    let mut remarks = comparison_remarks(of);
    remarks.retain(|remark| !told_first.contains(remark));
    if !remarks.is_empty() {
        text.push('\n');
    }
    remarks.extend(untold(of).and_then(|_| needs_note(of)));
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
    let mut notes: Vec<String> = simulated_note(of).into_iter().collect();
    notes.extend(conclusions_note(of));
    notes.extend(of.runs.iter().flat_map(told));
    let doubts = |run: &ScoredRun| -> Vec<String> {
        run.doubts.iter().map(|doubt| format!("{}: {doubt}", run.name)).collect()
    };
    notes.extend(of.runs.iter().flat_map(doubts));
    let apart = apart(of);
    notes.extend(apart_notes(&apart));
    notes.extend(one_run_twice(of.runs));
    notes.extend(one_file_twice(of.runs));
    notes.extend(secondary(of));
    // That two places have nothing in common is said once, and not of all their runs.
    let is_told = |one: &LeftOut| match one {
        LeftOut::OtherTask { a: (_, a), b: (_, b) } => {
            let places = [place_of(of, a), place_of(of, b)];
            apart
                .iter()
                .any(|(one, other)| places.iter().flatten().all(|own| own == one || own == other))
        }
        _ => false,
    };
    notes.extend(of.left_out.iter().filter(|one| !is_told(one)).map(ToString::to_string));
    let mut seen = BTreeSet::new();
    notes.retain(|note| seen.insert(note.clone()));
    notes
}

/// The most pairs of files or directories that are named as not compared.
const MOST_APART: usize = 3;

/// The first file or directory of a run.
fn place(run: &ScoredRun) -> Option<String> {
    run.sources.first().map(|source| source.path.clone())
}

/// The same of the run with this name.
fn place_of(of: &RunComparisons<'_>, name: &str) -> Option<String> {
    of.runs.iter().find(|run| run.name == name).and_then(place)
}

/// Pairs of files or run directories that share nothing, although the subjects within one of them, or
/// others, are compared.
fn apart(of: &RunComparisons<'_>) -> Vec<(String, String)> {
    let named = |name: &str| place_of(of, name);
    let compared: BTreeSet<_> = of.rows.iter().map(|row| [named(row.a), named(row.b)]).collect();
    let baseline = of.options.baseline.as_deref().and_then(named);
    let places: BTreeSet<String> = of.runs.iter().filter_map(place).collect();
    let places: Vec<&String> = places.iter().collect();
    let pairs = places
        .iter()
        .enumerate()
        .flat_map(|(at, a)| places[at + 1..].iter().map(move |b| (*a, *b)));
    let is_apart = |(a, b): &(&String, &String)| {
        let is = |one: &String, other: &String| {
            compared.contains(&[Some(one.clone()), Some(other.clone())])
        };
        let is_wanted = baseline.as_ref().is_none_or(|own| [a, b].contains(&&own));
        is_wanted && !is(a, b) && !is(b, a)
    };
    pairs.filter(is_apart).map(|(a, b)| (a.clone(), b.clone())).collect()
}

/// Notes on the pairs that share nothing.
fn apart_notes(apart: &[(String, String)]) -> Vec<String> {
    let told = apart.iter().take(MOST_APART).map(|(a, b)| {
        format!("{a} and {b} have nothing in common: no comparison here is between them")
    });
    let more = apart.len().saturating_sub(MOST_APART) as u64;
    let more = (more > 0).then(|| {
        format!("{} more have nothing in common", counted(more, "pair of runs", "pairs of runs"))
    });
    told.chain(more).collect()
}

/// The meaning of the further items that rows need, if any row does and no sentence tells.
fn needs_note(of: &RunComparisons<'_>) -> Option<String> {
    let needs = |row: &RunComparison<'_>| {
        matches!(row.verdict, ComparisonVerdict::Undecided { needs: Some(_) })
    };
    of.rows.iter().any(needs).then(|| {
        format!(
            "an undecided comparison needs this number of further {} to find, with a power of {} %, a true difference as \
             large as the one found",
            unit(of).many(),
            fixed_decimals(100.0 * of.options.power, 0)
        )
    })
}

/// The note that runs are of simulated subjects, if any is.
pub(crate) fn simulated_note(of: &RunComparisons<'_>) -> Option<String> {
    let own = of.runs.iter().filter(|run| run.is_simulated);
    let names: Vec<&str> = own.map(|run| run.name.as_str()).collect();
    let programs = "with known behaviour, not";
    match names.as_slice() {
        [] => None,
        [one] => Some(format!(
            "{one} is a simulated subject: a program {programs} a language model. Its scores check the method"
        )),
        several => Some(format!(
            "{} are simulated subjects: programs {programs} language models. Their scores check the method",
            listed(several)
        )),
    }
}

/// The note that correct answers alone tell little of open questions, if any run has them.
fn conclusions_note(of: &RunComparisons<'_>) -> Option<String> {
    of.runs.iter().any(|run| run.draws_conclusions).then(|| {
        "some questions ask what follows: an answer is correct if its conclusion follows, and \"nothing follows\" \
         always counts as correct. A subject that is better here need not reason better: compare the predicted \
         fallacies too, in the reports of the runs"
            .to_owned()
    })
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

/// A note for each task of two runs that hold the same scores of copies of one file, where other tasks differ.
fn one_file_twice(runs: &[ScoredRun]) -> Vec<String> {
    let pairs =
        runs.iter().enumerate().flat_map(|(at, a)| runs[at + 1..].iter().map(move |b| (a, b)));
    let copies = |a: &ScoredRun, b: &ScoredRun| -> Option<String> {
        let is_copy = |one: &&ScoreSource| {
            b.sources.iter().any(|other| other.digest == one.digest && other.path != one.path)
        };
        a.sources.iter().find(is_copy).filter(|_| a.tasks != b.tasks).map(|one| one.path.clone())
    };
    let said = |(a, b): (&ScoredRun, &ScoredRun)| -> Vec<String> {
        let Some(path) = copies(a, b) else { return Vec::new() };
        let same = a.tasks.iter().filter(|(name, task)| b.tasks.get(*name) == Some(*task));
        let note = |(name, _): (&String, _)| {
            format!(
                "task {name} of {} and {} has the same scores, and {path} is in both",
                a.name, b.name
            )
        };
        same.map(note).collect()
    };
    pairs.flat_map(said).collect()
}

/// A note on metrics that are not the main ones of their tasks, if there are any.
fn secondary(of: &RunComparisons<'_>) -> Option<String> {
    let rows = || of.rows.iter().filter(|row| !row.tasks.is_pooled() && !row.is_primary);
    let names: BTreeSet<&str> = rows().map(|row| row.metric.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{} {}: the main metric of a task is its first one, unless another scores more than twice as many items. p is \
             adjusted over all main metrics together, and over all secondary ones together",
            names.iter().copied().collect::<Vec<_>>().join(", "),
            if names.len() == 1 { "is a secondary metric" } else { "are secondary metrics" }
        )
    })
}
