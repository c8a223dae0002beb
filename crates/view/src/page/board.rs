//! The board of a run: the verdicts of its report, with links to what is behind them.

use super::progress::resume;
use super::run::At;
use super::shown::percent;
use crate::Response;
use crate::route::RunRoute;
use maud::{Markup, html};
use peirast_decimals::{counted, grouped};
use peirast_record::shell_line;
use peirast_report::{Finding, SubjectSummary, Verdict, VerdictLinks, board_parts};
use peirast_words::capitalised;

/// Renders the verdicts of a run as its report does, with links to their comparisons.
pub(crate) fn board(at: &At<'_>) -> Response {
    let report = &at.run.report;
    let address = |id: &str| at.path(RunRoute::Hypothesis(id.to_owned()));
    let parts = board_parts(report, VerdictLinks { hypothesis: Some(&address) });
    let is_untested = !report.claims.is_empty() && report.findings.iter().all(|one| one.tests == 0);
    let content = html! {
        (parts.opening)
        @if let Ok(about) = &at.entry.about { (resume(about)) }
        @if is_untested { (untested(at)) } @else { (parts.verdicts) }
        @if report.claims.is_empty() { p { "This run has no hypotheses. Its answers are measured, but not \
            compared in pairs." } }
        (further(at))
        (parts.limitations)
        h2 { "Subjects" }
        (subjects(at))
        @if !report.about.is_empty() { section #about {
            h2 { "About this study" }
            @for paragraph in report.about.split("\n\n") { p { (paragraph) } }
        } }
    };
    at.frame(report.title.clone(), content)
        .with_command(shell_line(["peirast", "test", &at.entry.dir]))
        .response(200)
}

/// Renders the hypotheses of a run without a test: its verdicts would all be "too few pairs".
fn untested(at: &At<'_>) -> Markup {
    let claims = &at.run.report.claims;
    let path = |id: &str| at.path(RunRoute::Hypothesis(id.to_owned()));
    html! { section #verdicts {
        h2 { "Hypotheses" }
        p.notice role="note" {
            "Nothing is tested yet: no pair has two verdicts. The answers are counted below."
        }
        ul.columns { @for claim in claims {
            li { a href=(path(&claim.hypothesis)) { (claim.hypothesis) } ": " (claim.title) }
        } }
    } }
}

/// Renders links to the other parts of the report, which are pages of their own.
fn further(at: &At<'_>) -> Markup {
    let report = &at.run.report;
    let titles = report.measured.iter().map(|table| (table.name.as_str(), table.title.as_str()));
    let measures = at.path(RunRoute::Measures);
    html! {
        @if !report.measured.is_empty() { section #measures {
            h2 { "Measures" }
            ul.columns { @for (name, title) in titles { li { a href={ (measures) "#" (name) } { (title) } } } }
        } }
        @if !at.run.figures.is_empty() { section #figures {
            h2 { "Figures" }
            p { a href=(at.path(RunRoute::Figures)) { (counted(at.run.figures.len() as u64, "figure", "figures")) } }
        } }
    }
}

/// The verdict in a word or two, with its sign.
pub(super) fn verdict(finding: &Finding) -> Markup {
    let own = finding.verdict();
    let words = format!("{} {}", own.mark(), own.words(&finding.bias));
    html! { @match own {
        Verdict::TooFew | Verdict::TooFewClusters | Verdict::None => span.none { (words) },
        Verdict::Part | Verdict::All => strong.bad { (words) },
    } }
}

fn subjects(at: &At<'_>) -> Markup {
    let answers = at.path(RunRoute::Answers);
    let of = |one: &SubjectSummary, grade: &str| {
        crate::query::Query::default()
            .with("subject", &one.model)
            .with("grade", grade)
            .after(&answers)
    };
    let scored = |one: &SubjectSummary| {
        let all = one.correct + one.wrong;
        (all > 0).then(|| one.correct as f64 / all as f64)
    };
    let counted = at.run.report.counted_noun();
    let concluded = at.run.report.subjects.iter().any(|one| one.concluded > 0);
    html! {
        div.wide tabindex="0" { table.rows {
            caption { (capitalised(counted)) " by subject. Accuracy is the share of right " (counted) " among right and wrong ones."
                @if counted == "verdicts" { " A verdict is the result of a vote over the answers to one question. The links \
                    lead to the single answers, which are more." }
                @if concluded { " Conclusions from open questions are neither: logic and the theory judge them \
                    (see Measures)." } }
            thead { tr {
                th scope="col" { "Subject" } th.number scope="col" { (capitalised(counted)) } th.number scope="col" { "Accuracy" }
                th.number scope="col" { "Right" } th.number scope="col" { "Wrong" } th.number scope="col" { "No verdict" }
                @if concluded { th.number scope="col" { "Concluded" } }
                th scope="col" { "Warning" }
            } }
            tbody { @for one in &at.run.report.subjects { tr {
                th scope="row" { a href=(of(one, "")) { (one.model) } }
                td.number { (grouped(one.answers)) } td.number { (percent(scored(one))) }
                td.number { a href=(of(one, "correct")) { (grouped(one.correct)) } }
                td.number { a href=(of(one, "wrong")) { (grouped(one.wrong)) } }
                td.number { a href=(of(one, "unscored")) {
                    (grouped(one.refused + one.empty + one.truncated + one.unread + one.tied))
                } }
                @if concluded { td.number { a href=(of(one, "")) { (grouped(one.concluded)) } } }
                td { (one.remark().unwrap_or_default()) }
            } } }
        } }
    }
}
