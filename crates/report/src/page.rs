//! The report as one self-contained HTML page: no script, no network, light and dark, printable.

mod board;
mod compared;
mod drawn;
mod measured;
mod pooled;
mod prose;
mod summary;
mod tests_table;
mod verdicts;

use crate::measured::{hollow_text, is_of_costs};
use crate::subject::CONTRADICTORY;
use crate::{Report, SubjectProvenance, SubjectSummary, escape_control, methods};
pub use board::{BOARD_STYLE, BoardParts, VerdictLinks, board_parts};
use compared::compared;
pub use drawn::screen_svg;
use drawn::{Drawn, drawn};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use measured::{all_on_page, measured, on_page};
use peirast_decimals::{counted, percent_decimals};
use peirast_figure::style_sheet;
use peirast_record::is_simulated;
use peirast_table::Table;
use peirast_words::capitalised;
use pooled::{has_pools, pooled};
use prose::methods_of;
pub use prose::typeset;
use tests_table::tests_table;

const STYLE: &str = include_str!("page.css");

/// The whole report as HTML. Everything that comes from outside is escaped, and its control
/// characters are made visible.
pub fn page(report: &Report) -> String {
    let drawn = drawn(report);
    let board = board_parts(report, VerdictLinks::default());
    let (costs, measures): (Vec<&Table<'_>>, Vec<&Table<'_>>) =
        report.measured.iter().partition(|one| is_of_costs(one));
    let body = html! {
        (board.opening)
        (contents(report, &drawn))
        @if !report.claims.is_empty() { section #compared {
            h2 { "What was compared" }
            (compared(report))
        } }
        (board.verdicts)
        section #measures {
            (all_on_page(&measures))
            @if !report.hollow.is_empty() { p.small { (hollow_text(&report.hollow)) } }
        }
        @if !report.claims.is_empty() { section #tests { (tested(report, &drawn)) } }
        section #figures { (drawn.others()) }
        (board.limitations)
        @if report.basis.is_answers() { section #subjects {
            h2 { "Subjects" }
            (subjects(report))
        } }
        @if !report.about.is_empty() { section #about {
            h2 { "About this study" }
            @for paragraph in report.about.split("\n\n") { p { (paragraph) } }
        } }
        section #methods { (methods_of(report)) }
        section #costs { @for table in &costs { (on_page(table)) } }
        section #provenance {
            h2 { "Provenance" }
            (provenance(report))
        }
        p.print-only {
            "Folded parts of the page are not printed, except verdicts on hypotheses, tests, figures, limitations, methods and provenance. Unfold them on a screen to print them too."
        }
    };
    framed_page(&report.title, &body)
}

/// A page of its own with this title, as reports look: no script, no network, styles of figures within.
/// Control characters are made visible.
pub fn framed_page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(BOARD_STYLE)) (PreEscaped(style_sheet())) }
            }
            body {
                main {
                    h1 { (title) }
                    (body)
                }
            }
        }
    };
    // Nothing on the page needs a control character: those that are left come from outside.
    escape_control(&page.into_string())
}

/// A table of what was measured, with its title and note, as part of a page.
pub fn measured_html(table: &Table<'_>) -> String {
    measured(table).into_string()
}

/// Links to the parts of the page that it has.
fn contents(report: &Report, drawn: &Drawn) -> Markup {
    let tested = !report.claims.is_empty();
    let has = |costs: bool| report.measured.iter().any(|table| is_of_costs(table) == costs);
    let parts = [
        ("compared", "What was compared", tested),
        ("verdicts", "Verdicts", tested),
        ("measures", "Measures", has(false)),
        ("tests", "Tests", tested),
        ("figures", "Figures", drawn.has_others()),
        ("limitations", "Limitations", true),
        ("subjects", "Subjects", report.basis.is_answers()),
        ("methods", "Methods", has_methods(report)),
        ("costs", "Costs", has(true)),
        ("provenance", "Provenance", true),
    ];
    html! {
        nav aria-label="Contents" {
            @for (id, name, _) in parts.iter().filter(|part| part.2) { a href=(format!("#{id}")) { (name) } " " }
        }
    }
}

fn has_methods(report: &Report) -> bool {
    !methods(report).paragraphs.is_empty()
}

/// All tests in one fold: their numbers, those over all methods, and the pairs.
fn tested(report: &Report, drawn: &Drawn) -> Markup {
    html! {
        h2 { "Tests" }
        details.printed {
            summary { "All tests: " (counted(report.rows.len() as u64, "test", "tests")) (tested_parts(report, drawn)) }
            @if !report.rows.is_empty() { p.small {
                "The 95 % intervals are not adjusted for the number of tests. The column p adjusted is adjusted within a "
                "family of tests, which Methods names. In a family of one test it equals p."
            } }
            (tests_table(report))
            (pooled(report))
            (drawn.pairs())
        }
    }
}

/// The other contents of the fold of tests, for its line.
fn tested_parts(report: &Report, drawn: &Drawn) -> String {
    let parts =
        [(has_pools(report), ", pooled over methods"), (drawn.has_pairs(), ", discordant pairs")];
    parts.into_iter().filter(|part| part.0).map(|part| part.1).collect()
}

/// A share in percent.
fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => percent_decimals(part as f64 / whole as f64, 1) + " %",
    }
}

/// The number of times that a subject gave an answer, that it was right, and of all its answers.
type HabitColumn = (&'static str, &'static str, fn(&SubjectSummary) -> (u64, u64, u64));

const HABITS: [HabitColumn; 2] = [
    ("Says No", "No is right", |s| (s.said_no, s.right_is_no, s.yes_no)),
    ("Says incorrect", "Incorrect is right", |s| {
        (s.said_incorrect, s.right_is_incorrect, s.validity)
    }),
];

/// A dash if there is no text.
fn dashed(text: String) -> String {
    if text.is_empty() { "–".to_owned() } else { text }
}

/// Shares of letters, of which none is broken between two lines.
fn letter_shares(text: &str) -> String {
    text.replace(' ', "\u{a0}").replace(",\u{a0}", ", ")
}

/// The answers that accuracy counts.
fn accuracy_note(subjects: &[SubjectSummary]) -> &'static str {
    let open = subjects.iter().any(|s| s.concluded > 0);
    let closed = subjects.iter().any(|s| s.correct + s.wrong > 0);
    match (open, closed) {
        (true, false) => {
            "Answers to open questions have no accuracy; their fallacies are measured instead."
        }
        (true, true) => {
            "Accuracy counts only answers with a verdict to closed questions. Answers to open questions have no \
             accuracy; their fallacies are measured instead."
        }
        (false, _) => "Accuracy counts only answers with a verdict.",
    }
}

fn subjects(report: &Report) -> Markup {
    let subjects = report.subjects.as_slice();
    let counted = report.counted_noun();
    // An answer that no problem asked for has no column.
    let asked = |habit: &&HabitColumn| subjects.iter().any(|s| habit.2(s).2 > 0);
    let habits: Vec<&HabitColumn> = HABITS.iter().filter(asked).collect();
    let letters = subjects.iter().any(|s| s.letters.choices() > 0);
    let contradictions = subjects.iter().any(|s| s.contradictory > 0);
    let ties = subjects.iter().any(|s| s.tied > 0);
    let warned = subjects.iter().any(|s| s.remark().is_some());
    html! {
        div.wide tabindex="0" { table {
            thead { tr {
                th { "Subject" } th.number { (capitalised(counted)) } th.number { "Accuracy" }
                @if letters { th { "Letters chosen" } th { "Letters right" } }
                @for (says, right, _) in &habits { th.number { (says) } th.number { (right) } }
                th.number { "Refused" } th.number { "Empty" } th.number { "Truncated" }
                th.number { "Unread" } @if contradictions { th.number { "Contradictory" } }
                @if ties { th.number { "Tied" } } @if warned { th { "Warning" } }
            } }
            tbody { @for s in subjects {
                tr {
                    td { (s.model) @if s.simulated { " (simulated)" } }
                    td.number { (s.answers) }
                    td.number { (percent(s.correct, s.correct + s.wrong)) }
                    @if letters {
                        td { (dashed(letter_shares(&s.letters.chosen_text()))) }
                        td { (dashed(letter_shares(&s.letters.right_text()))) }
                    }
                    @for (_, _, habit) in &habits {
                        @let (said, right, of) = habit(s);
                        td.number { (percent(said, of)) } td.number { (percent(right, of)) }
                    }
                    td.number { (s.refused) } td.number { (s.empty) }
                    td.number { (s.truncated) } td.number { (s.unread) }
                    @if contradictions { td.number { (s.contradictory) } }
                    @if ties { td.number { (s.tied) } }
                    @if warned { td { (s.remark().map(|one| typeset(&one)).unwrap_or_default()) } }
                }
            } }
        } }
        p.small {
            @if counted == "verdicts" { "A verdict is the result of a vote over the answers to one question. " }
            (accuracy_note(subjects)) " Refused, empty, truncated and unread answers have no verdict."
            @if letters { " Letters are those of the options, over all answers that choose one." }
            @if contradictions { " " (CONTRADICTORY) }
        }
    }
}

fn subject_provenance(subjects: &[SubjectProvenance]) -> Markup {
    html! {
        div.wide tabindex="0" { table {
            thead { tr {
                th { "Subject" } th { "Endpoint" } th { "Served as" } th.number { "Answers" }
                th.number { "Attempts" } th.number { "Input tokens" } th.number { "Output tokens" }
                th { "Asked (UTC)" }
            } }
            tbody { @for s in subjects {
                tr {
                    td { (s.model) } td { (s.endpoint) } td { (s.served_as.join(", ")) }
                    td.number { (s.answers) } td.number { (s.attempts) }
                    td.number { (s.input_tokens) } td.number { (s.output_tokens) }
                    td { @if let (Some(first), Some(last)) = (&s.first_asked, &s.last_asked) {
                        (first) " to " (last)
                    } }
                }
            } }
        } }
        @for s in subjects.iter().filter(|s| !s.not_sent.is_empty()) {
            p.small {
                (s.model) " does not accept " (s.not_sent.join(", ")) ": not sent, its provider's default \
                was used."
            }
        }
        @if subjects.iter().any(|s| !is_simulated(&s.model)) { p.small {
            "A sampling setting that is not shown was not sent: the provider's default was used."
        } }
    }
}

fn provenance(report: &Report) -> Markup {
    let p = &report.provenance;
    let recorded = if report.basis.is_answers() { "recorded answers" } else { "counts of pairs" };
    let seed = p.seed.map_or_else(|| format!("none ({recorded})"), |s| s.to_string());
    let profile =
        p.profile.clone().unwrap_or_else(|| recorded.trim_end_matches(" answers").to_owned());
    let entries = [
        ("Peirast", &p.version),
        ("Study", &p.study),
        ("Study hash", &p.study_hash),
        ("Seed", &seed),
        ("Design", &profile),
        ("Rule", &p.rule),
        ("Correction", &p.correction),
        ("Level", &p.alpha),
        ("Answers without a verdict", &p.treatment),
        ("Grader", &p.grader),
        ("Sampling", &p.sampling),
        ("Made again by", &p.command),
    ];
    html! {
        details.printed {
            summary { "Version, study hash, seed, settings, endpoints" }
            dl { @for (name, value) in entries { dt { (name) } dd { code { (value) } } } }
            (subject_provenance(&p.subjects))
        }
    }
}
