//! The answers of a run under another rule: the changes. Nothing is stored.

use super::compare::{Side, given, verdicts};
use super::labels::{method, treatment};
use super::list::Paging;
use super::run::{At, framed};
use super::shown::head;
use crate::index::Standing;
use crate::query::Query;
use crate::route::RunRoute;
use crate::{GradingRules, LoadState, Need, Reply, Run, RunEntry};
use maud::{Markup, html};
use peirast_decimals::{counted, grouped};
use peirast_record::shell_line;
use peirast_stats::Rule;

/// The graders, each with a description.
const GRADERS: [(&str, &str); 3] = [
    ("reader", "the default reader"),
    (PUBLISHED_2024, "the published rule of 2024"),
    (PUBLISHED_2025, "the published rule of 2025"),
];
/// A rule for lettered options, and for questions whose right answer is no.
const PUBLISHED_2024: &str = "published-2024";
/// A rule for whether an argument is valid.
const PUBLISHED_2025: &str = "published-2025";
/// Treatments of answers without a verdict.
const TREATMENTS: [(&str, &str); 2] =
    [("exclude", "their pairs are lost"), ("as-wrong", "they count as wrong")];
/// Returns the rules of tests, each with its own name.
fn test_rules() -> Vec<(&'static str, &'static str)> {
    Rule::ALL.iter().map(|rule| (rule.name(), rule.name())).collect()
}

impl GradingRules {
    /// Reads the rules of an address; unknown ones keep the rule of the run.
    fn from_query(query: &Query) -> Self {
        let known = |name: &str, all: &[(&'static str, &str)]| {
            all.iter().find(|(own, _)| query.get(name) == Some(own)).map(|(own, _)| *own)
        };
        Self {
            grader: known("grader", &GRADERS),
            treatment: known("treatment", &TREATMENTS),
            rule: known("rule", &test_rules()),
        }
    }
}

/// Renders the page, or returns the data that it needs.
pub(crate) fn regrade(at: &At<'_>) -> Reply {
    let wanted = GradingRules::from_query(at.query);
    let idle = inapplicable(at).into_iter().find(|(name, _)| wanted.grader == Some(*name));
    if wanted == GradingRules::default() || idle.is_some() {
        let content = html! { (form(at))
            @match idle {
                Some((name, _)) => p.notice role="note" { "The grader " code { (name) } " has nothing to grade in this run." },
                None => p { "Choose at least one other rule." },
            }
        };
        return Reply::Page(at.frame("Re-grade", content).response(200));
    }
    let Some((done, opened)) = &at.data.regraded else {
        return Reply::Needs(Need::Regrade { run: at.entry.id.clone(), rules: wanted });
    };
    Reply::Page(match opened {
        LoadState::Loaded(run) if *done == wanted => changes(at, run, &wanted),
        LoadState::Failed(why) => {
            let content = html! { (form(at)) p.notice role="alert" { "These rules cannot be applied: " (why) } };
            at.frame("Re-grade", content).with_command(command(at.entry, &wanted)).response(200)
        }
        LoadState::NotLoaded => {
            let content = html! {
                p role="status" { "Other re-gradings are running and use all cores. This one \
                    starts when one of them is done; this page reloads automatically." }
            };
            framed(at.entry, "Others are running", content).again_after(2).response(202)
        }
        _ => {
            let content = html! {
                p role="status" { "The answers are being graded again. This page reloads \
                    automatically." }
            };
            framed(at.entry, "Being graded again", content).again_after(1).response(202)
        }
    })
}

fn form(at: &At<'_>) -> Markup {
    let settings = &at.run.report.provenance;
    let without = inapplicable(at);
    let graders: Vec<(&str, &str)> = GRADERS
        .into_iter()
        .filter(|(name, _)| without.iter().all(|(own, _)| own != name))
        .collect();
    html! {
        p { "This page grades and tests all stored answers again by other rules, and shows what changes. In the \
             run: "
            (settings.grader) "; answers without a verdict: " (treatment(&settings.treatment)) "; test rule " (settings.rule)
            ". This is a preview: nothing is stored." }
        @for (name, why) in inapplicable(at) { p.small { "Not offered: " code { (name) } ", " (why) "." } }
        form.filters method="get" action=(at.path(RunRoute::Regrade)) {
            (rule(at, "Grader", "grader", &graders))
            (rule(at, "Answers without a verdict", "treatment", &TREATMENTS))
            (rule(at, "Test rule", "rule", &test_rules()))
            button type="submit" { "Show what changes" }
        }
    }
}

/// Returns the graders that would change nothing in this run, with the reasons.
fn inapplicable(at: &At<'_>) -> Vec<(&'static str, &'static str)> {
    let index = &at.run.index;
    let has = |is_it: fn(&str) -> bool| index.truths().any(is_it);
    let mut all = Vec::new();
    if !has(|truth| truth.starts_with('(') || truth == "no") {
        let why = "a rule for lettered options and for questions whose right answer is no, and this run has neither";
        all.push((PUBLISHED_2024, why));
    }
    if !has(|truth| matches!(truth, "valid" | "invalid")) {
        let why = "a rule for whether an argument is valid, and no question of this run asks that";
        all.push((PUBLISHED_2025, why));
    }
    all
}

/// Renders the choice of one rule; the empty option keeps the rule of the run.
fn rule(at: &At<'_>, label: &str, name: &str, all: &[(&str, &str)]) -> Markup {
    html! {
        label { span { (label) } select name=(name) {
            option value="" { "as in the run" }
            @for (value, shown) in all {
                option value=(value) selected[at.query.get(name) == Some(value)] { (shown) }
            }
        } }
    }
}

/// Returns the command that tests by these rules.
fn command(entry: &RunEntry, rules: &GradingRules) -> String {
    let options =
        [("--grader", rules.grader), ("--treatment", rules.treatment), ("--rule", rules.rule)];
    let options = options.into_iter().filter_map(|(name, value)| Some([name, value?])).flatten();
    shell_line(["peirast", "test", &entry.dir].into_iter().chain(options))
}

fn changes(at: &At<'_>, run: &Run, rules: &GradingRules) -> crate::Response {
    let now = Side { name: "the run", entry: at.entry, run: at.run };
    let then = Side { name: "the preview", entry: at.entry, run };
    let subjects: Vec<(&str, &str)> = run
        .report
        .subjects
        .iter()
        .map(|subject| (subject.model.as_str(), subject.model.as_str()))
        .collect();
    let content = html! {
        (form(at))
        h2 { "Answers" }
        (answers(at, &now, &then))
        h2 { "Verdicts" }
        (verdicts(&now, &then, &subjects))
    };
    at.frame("Re-grade", content).with_command(command(at.entry, rules)).response(200)
}

/// Renders the numbers of answers by old and new grade, and the answers that change.
fn answers(at: &At<'_>, now: &Side<'_>, then: &Side<'_>) -> Markup {
    let (before, after) = (&now.run.index, &then.run.index);
    let trials = before.same_trials(after);
    let counts = before.became(after, &trials);
    let wanted = (at.query.get("from"), at.query.get("to"));
    let is = |wanted: Option<&str>, standing: Standing| {
        wanted.is_none_or(|wanted| wanted == standing.name())
    };
    let is_wanted = |(one, other): &&(u32, u32)| {
        before.differs(*one, after, *other)
            && is(wanted.0, before.standing(*one))
            && is(wanted.1, after.standing(*other))
    };
    let changed: Vec<(u32, u32)> = trials.iter().filter(is_wanted).copied().collect();
    let path = at.path(RunRoute::Regrade);
    let query = at.query.without(&["page", "from", "to"]);
    let link = |from: Standing, to: Standing| {
        query.with("from", from.name()).with("to", to.name()).after(&path)
    };
    let words = |name: Option<&str>| {
        let of = |name: &str| Standing::ALL.into_iter().find(|one| one.name() == name);
        name.and_then(of).map(Standing::words)
    };
    let paging = Paging::new(at.query, changed.len());
    html! {
        table.contingency {
            caption { (counted(trials.len() as u64, "question", "questions")) ", by the grade in the run and the grade in \
                the preview" }
            thead { tr { td {} @for to in Standing::ALL { th.number scope="col" { "to " (to.words()) } } } }
            tbody { @for (from, row) in Standing::ALL.into_iter().zip(counts) { tr {
                th scope="row" { "from " (from.words()) }
                @for (to, count) in Standing::ALL.into_iter().zip(row) { td.number {
                    @if from == to { (grouped(count as u64)) span.small { " same" } } @else { a href=(link(from, to)) { (grouped(count as u64)) } }
                } }
            } } }
        }
        h3 { "Answers that are read or graded differently: " (grouped(changed.len() as u64))
            @if let (Some(from), Some(to)) = (words(wanted.0), words(wanted.1)) { ", from " (from) " to " (to) } }
        @if wanted != (None, None) { p { a href=(query.after(&path)) { "All that change" } } }
        (paging.links(at.query, &path))
        div.wide tabindex="0" { table.rows {
            (head(&["Problem", "Subject", "Protocol", "Right", "In the run", "In the preview"]))
            tbody { @for (before_row, after_row) in paging.of_all(&changed) {
                @if let (Some(one), Some(other)) = (before.row(*before_row), after.row(*after_row)) { tr {
                    th scope="row" { (one.problem) } td { (one.subject) } td { (method(one.protocol())) } td { (one.truth) }
                    (given(now, &one)) (given(then, &other))
                } }
            } }
        } }
    }
}
