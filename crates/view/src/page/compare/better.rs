//! Test of the difference between a subject of one run and a subject of the other, as
//! `peirast compare` makes it.

use super::{Both, Side};
use crate::Route;
use crate::frame::copied;
use crate::index::{Filter, Index, Standing};
use crate::page::list::select;
use crate::query::Query;
use maud::{Markup, html};
use peirast_compare::{
    CompareOptions, GradedAnswer, ITEM_COLUMN, ItemTexts, MatchRule, ScoredRun, compare,
    comparison_summary,
};
use peirast_record::{CLUSTER, Grade, cluster_of, is_simulated, shell_line};
use peirast_task::factor_label;

/// The relation of questions, by which they count as one cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum By<'q> {
    /// They are versions of one item, or of items of one cluster if the run has clusters.
    Item,
    /// They have the same level of this factor.
    Factor(&'q str),
    /// Nothing.
    Nothing,
}

/// Name in addresses of questions that are not related.
const NOTHING: &str = "nothing";
/// Beginning of a factor's name in addresses.
const FACTOR: &str = "f.";

impl<'q> By<'q> {
    /// Reads the choice of an address; a factor that the runs lack is no choice.
    pub(super) fn from_query(query: &'q Query, index: &Index) -> Self {
        match query.get("by") {
            Some(NOTHING) => Self::Nothing,
            Some(name) => match name.strip_prefix(FACTOR) {
                Some(factor) if index.factors().contains_key(factor) => Self::Factor(factor),
                _ => Self::Item,
            },
            None => Self::Item,
        }
    }

    fn factor(&self) -> Option<&'q str> {
        match self {
            Self::Factor(factor) => Some(factor),
            Self::Item | Self::Nothing => None,
        }
    }
}

/// Returns what makes the questions of these runs related unless a factor is chosen.
fn related_by(both: &Both<'_>) -> &'static str {
    let mut sides = [&both.a, &both.b].into_iter();
    match sides.any(|side| side.run.index.factors().contains_key(CLUSTER)) {
        true => "cluster (items of a cluster are related)",
        false => "item (versions of an item are related)",
    }
}

/// Renders the field that chooses what makes questions related.
pub(super) fn by_field(both: &Both<'_>, by: &By<'_>) -> Markup {
    let own = [
        (ITEM_COLUMN.to_owned(), related_by(both).to_owned(), *by == By::Item),
        (
            NOTHING.to_owned(),
            "nothing (all questions are unrelated)".to_owned(),
            *by == By::Nothing,
        ),
    ];
    let varied = both.a.run.index.factors().iter().filter(|(_, levels)| levels.len() > 1);
    let factors = varied.map(|(factor, _)| {
        let label = factor_label(factor);
        (Filter::parameter(factor), label, by.factor() == Some(factor.as_str()))
    });
    select("Clusters of questions by", "by", None, own.into_iter().chain(factors))
}

/// Renders scores, the difference with its interval, tests and verdict, by family and over all.
pub(super) fn better(both: &Both<'_>, subjects: (&str, &str), query: &Query) -> Markup {
    let by = By::from_query(query, &both.a.run.index);
    let runs = [scored(&both.a, subjects.0, &by), scored(&both.b, subjects.1, &by)];
    let options = CompareOptions {
        by: by.factor().map(str::to_owned),
        // The page has made sure that a name means the same problem in both runs.
        matching: MatchRule::Id,
        ..CompareOptions::default()
    };
    html! {
        form.filters method="get" action=(Route::Compare.path()) {
            @for name in ["a", "b", "subject-a", "subject-b"] {
                @if let Some(value) = query.get(name) { input type="hidden" name=(name) value=(value); }
            }
            (by_field(both, &by))
            button type="submit" { "Test" }
        }
        @match compare(&runs, &options) {
            Ok(found) => {
                (comparison_summary(&found))
                @if found.rows.iter().all(|row| row.p_mid.is_none()) { p.small {
                    "Mid-p is only for unrelated questions. For related questions p comes from sign flips of clusters: all of \
                        them, or a random sample."
                } }
            }
            Err(why) => p.notice role="note" { "Not tested: " (why) "." },
        }
        @if let Some(command) = command(both, &by) {
            (copied(&command))
            @if [&both.a, &both.b].iter().any(|side| side.subjects().len() > 1) { p.small {
                "The command compares all subjects of the runs, and adjusts p over all of these comparisons."
            } }
        }
    }
}

/// Returns the command that tests the same; there is none for questions that are not related.
fn command(both: &Both<'_>, by: &By<'_>) -> Option<String> {
    let mut words = vec!["peirast", "compare", both.a.entry.dir.as_str()];
    words.extend((both.a.entry.id != both.b.entry.id).then_some(both.b.entry.dir.as_str()));
    match by {
        By::Item => {}
        By::Factor(factor) => words.extend(["--by", factor]),
        By::Nothing => return None,
    }
    Some(shell_line(words))
}

/// Returns the graded answers of a subject, with the column that forms clusters.
fn scored(side: &Side<'_>, subject: &str, by: &By<'_>) -> ScoredRun {
    let mut scored = ScoredRun::new(side.name);
    scored.is_simulated = is_simulated(subject);
    let summary = side.run.report.subjects.iter().find(|summary| summary.model == subject);
    scored.draws_conclusions = summary.is_some_and(|summary| summary.concluded > 0);
    let index = &side.run.index;
    let has_clusters = index.factors().contains_key(CLUSTER);
    let versions_of = match by {
        By::Nothing => NOTHING,
        By::Item | By::Factor(_) if has_clusters => CLUSTER,
        By::Item | By::Factor(_) => ITEM_COLUMN,
    };
    scored.versions_of = Some(versions_of.to_owned());
    for row in index.rows_of(subject).filter_map(|row| index.row(row)) {
        let is_right = match row.standing {
            Standing::Graded(Grade::Correct) => Some(true),
            Standing::Graded(Grade::Wrong) => Some(false),
            Standing::Graded(Grade::Unscored) => None,
            Standing::Open => continue,
        };
        let answer = GradedAnswer {
            problem: row.problem,
            item: row.item,
            factors: row.levels,
            repeat: row.repeat,
            is_right,
            texts: ItemTexts::default(),
        };
        let mut answer = answer.into_row(|factor| by.factor() == Some(factor));
        if has_clusters {
            let cluster = cluster_of(row.item, row.levels).to_owned();
            answer.columns.insert(CLUSTER.to_owned(), cluster);
        }
        scored.add(answer);
    }
    scored
}
