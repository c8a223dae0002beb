//! The report as one self-contained HTML page: no script, no network, light and dark, printable.

use crate::terminal::{odds, p_value};
use crate::{
    Claim, FigureError, Finding, Report, ResultRow, SubjectProvenance, SubjectSummary, paired_bars,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use peirast_record::Standing;

/// A page that cannot be made.
pub type PageError = FigureError;

const STYLE: &str = include_str!("page.css");

/// The whole report as HTML. Everything that comes from outside is escaped.
///
/// # Errors
/// A figure cannot be drawn.
pub fn page(report: &Report) -> Result<String, PageError> {
    let hypotheses = hypotheses(report);
    let mut figures = Vec::new();
    for id in &hypotheses {
        figures.push((id.as_str(), figures_of(id, &report.rows)?));
    }
    let body = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'";
                title { (report.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (report.title) }
                    @if report.simulated { (simulated_notice()) }
                    @for paragraph in report.about.split("\n\n") { p { (paragraph) } }
                    h2 { "Verdicts" }
                    (verdicts(report))
                    h2 { "Subjects" }
                    (subjects(&report.subjects))
                    h2 { "Discordant pairs" }
                    p {
                        "For each method, the pairs in which only the original was answered "
                        "correctly (n12) and those in which only the perturbed version was (n21). "
                        "A genuine reasoner has no preference; * marks a rejected null hypothesis."
                    }
                    @for (id, figures) in &figures {
                        h3 { (id) " " (title_of(report, id)) }
                        div.figures { @for (model, svg) in figures {
                            figure {
                                (PreEscaped(svg))
                                figcaption { (model) @if model.starts_with("sim:") { " (simulated)" } }
                            }
                        } }
                    }
                    h2 { "Tests" }
                    (rows_table(report))
                    h2 { "How it was done" }
                    (method(report))
                    h2 { "Provenance" }
                    (provenance(report))
                }
            }
        }
    };
    Ok(body.into_string())
}

fn simulated_notice() -> Markup {
    html! {
        p.notice role="note" {
            strong { "Simulated subjects. " }
            "Subjects whose name begins with " code { "sim:" } " are programs with known behaviour, "
            "not language models. Their results check the method; they say nothing of any model."
        }
    }
}

fn hypotheses(report: &Report) -> Vec<String> {
    let mut ids: Vec<String> = report.rows.iter().map(|r| r.hypothesis.clone()).collect();
    ids.dedup();
    ids
}

fn title_of<'a>(report: &'a Report, id: &str) -> &'a str {
    report.findings.iter().find(|f| f.hypothesis == id).map_or("", |f| f.title.as_str())
}

fn figures_of<'a>(id: &str, rows: &'a [ResultRow]) -> Result<Vec<(&'a str, String)>, FigureError> {
    let own: Vec<&ResultRow> = rows.iter().filter(|r| r.hypothesis == id).collect();
    let ceiling = own.iter().map(|r| r.n12.max(r.n21)).max().unwrap_or(1);
    let mut models: Vec<&str> = own.iter().map(|r| r.model.as_str()).collect();
    models.dedup();
    let mut figures = Vec::new();
    for model in models {
        let rows: Vec<&ResultRow> = own.iter().copied().filter(|r| r.model == model).collect();
        figures.push((model, paired_bars(id, &rows, ceiling)?));
    }
    Ok(figures)
}

fn verdicts(report: &Report) -> Markup {
    let groups = [
        (Standing::Confirmatory, "Hypotheses"),
        (Standing::Control, "Controls"),
        (Standing::Exploratory, "Exploratory"),
    ];
    html! {
        @for (standing, heading) in groups {
            @let own: Vec<&Finding> =
                report.findings.iter().filter(|f| f.standing == standing).collect();
            @if !own.is_empty() {
                h3 { (heading) }
                table {
                    thead { tr {
                        th { "Subject" } th.number { "Rejected" } th { "Verdict" }
                    } }
                    @for claim in report.claims.iter().filter(|c| c.standing == standing) {
                        (claim_rows(claim, &own))
                    }
                }
            }
        }
    }
}

fn claim_rows(claim: &Claim, findings: &[&Finding]) -> Markup {
    let own = findings.iter().filter(|f| f.hypothesis == claim.hypothesis);
    html! {
        tbody {
            tr.claim { th colspan="3" scope="rowgroup" {
                (claim.hypothesis) ": " (claim.title)
                @if !claim.published.is_empty() {
                    span.small { " Claimed: " (claim.published) }
                }
            } }
            @for finding in own {
                tr {
                    td { (finding.model) }
                    td.number { (finding.rejected) "/" (finding.tests) }
                    td { (finding.sentence) }
                }
            }
        }
    }
}

fn subjects(subjects: &[SubjectSummary]) -> Markup {
    let percent = |part: u64, whole: u64| match whole {
        0 => "–".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    };
    html! {
        table {
            thead { tr {
                th { "Subject" } th.number { "Answers" } th.number { "Accuracy" }
                th.number { "Says (a)" } th.number { "(a) is right" }
                th.number { "Says No" } th.number { "No is right" }
                th.number { "Refused" } th.number { "Empty" } th.number { "Truncated" }
                th.number { "Unread" } th { "Warning" }
            } }
            tbody { @for s in subjects {
                tr {
                    td { (s.model) @if s.simulated { " (simulated)" } }
                    td.number { (s.answers) }
                    td.number { (percent(s.correct, s.correct + s.wrong)) }
                    td.number { (percent(s.chose_a, s.choices)) }
                    td.number { (percent(s.right_is_a, s.choices)) }
                    td.number { (percent(s.said_no, s.yes_no)) }
                    td.number { (percent(s.right_is_no, s.yes_no)) }
                    td.number { (s.refused) } td.number { (s.empty) }
                    td.number { (s.truncated) } td.number { (s.unread) }
                    td { (s.warning().unwrap_or_default()) }
                }
            } }
        }
        p.small { "Accuracy is over verdicts alone. Refused, empty, truncated and unread answers are no "
            "verdicts and are counted apart." }
    }
}

fn rows_table(report: &Report) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th { "Hypothesis" } th { "Subject" } th { "Method" } th.number { "n" }
                th.number { "n11" } th.number { "n12" } th.number { "n21" } th.number { "n22" }
                th.number { "lost" } th.number { "odds ratio [95 %]" } th.number { "difference [95 %]" }
                th { "alternative" } th.number { "p" } th.number { "p adjusted" }
                th.number { "p two-sided" } th { "reject" } th { (other_heading(report)) }
            } }
            tbody { @for row in &report.rows {
                tr {
                    td { (row.hypothesis) } td { (row.model) } td { (row.method) }
                    td.number { (row.n) } td.number { (row.n11) } td.number { (row.n12) }
                    td.number { (row.n21) } td.number { (row.n22) }
                    td.number { (row.lost.total()) } td.number { (odds(row)) }
                    td.number { (difference(row)) } td { (row.alternative) }
                    td.number { (p_value(row.p)) } td.number { (p_value(row.p_adjusted)) }
                    td.number { (p_value(row.p_two_sided)) }
                    td { @if row.reject { strong { "yes" } } @else { "no" } }
                    td { (other_decision(report, row)) }
                }
            } }
        } }
    }
}

fn other_heading(report: &Report) -> String {
    format!("reject, unscored {}", report.other_treatment.as_str())
}

fn other_decision(report: &Report, row: &ResultRow) -> &'static str {
    let same = |other: &&ResultRow| {
        other.hypothesis == row.hypothesis && other.model == row.model && other.method == row.method
    };
    match report.other_rows.iter().find(same) {
        Some(other) if other.reject => "yes",
        Some(_) => "no",
        None => "–",
    }
}

fn difference(row: &ResultRow) -> String {
    row.difference.map_or_else(
        || "–".to_owned(),
        |d| {
            let points = |x: f64| format!("{:+.1}", 100.0 * x);
            format!(
                "{} [{}, {}]",
                points(d.estimate),
                points(d.interval.low),
                points(d.interval.high)
            )
        },
    )
}

fn method(report: &Report) -> Markup {
    let provenance = &report.provenance;
    html! {
        p {
            "Matched pairs of problems differ in one factor and have the same right answer by their "
            "logical form. Each pair falls into one cell of a 2 × 2 table: n12 pairs had only the original "
            "answered correctly, n21 only the perturbed version. Under the null hypothesis a "
            "discordant pair is as likely to be of one kind as of the other (McNemar, 1947). Tests "
            "follow the rule " code { (provenance.rule) } " at level " (provenance.alpha) ", adjusted by "
            (provenance.correction) " within each family of tests. Odds ratios n21/n12 have exact intervals, "
            "differences (n21 − n12)/n, in percentage points, Newcombe's paired interval. Answers "
            "without a verdict: " code { (provenance.treatment) } "; the last column of the table shows "
            "the decision under the other treatment. Answers were graded by " (provenance.grader) "."
        }
    }
}

fn subject_provenance(subjects: &[SubjectProvenance]) -> Markup {
    html! {
        table {
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
        }
        p.small {
            "Sampling settings that are not shown were not sent: the provider's defaults held."
        }
    }
}

fn provenance(report: &Report) -> Markup {
    let p = &report.provenance;
    let seed = p.seed.map_or_else(|| "none (recorded answers)".to_owned(), |s| s.to_string());
    let profile = p.profile.clone().unwrap_or_else(|| "recorded".to_owned());
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
        ("Made by", &p.command),
    ];
    html! {
        dl { @for (name, value) in entries { dt { (name) } dd { code { (value) } } } }
        (subject_provenance(&p.subjects))
    }
}
