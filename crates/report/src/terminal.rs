//! Terminal tables: plain text, readable without colour.

use crate::{Finding, ResultRow, SubjectSummary, Verdict};
use peirast_record::Standing;
use std::fmt::Write as _;

/// Text with control characters made visible, so that no model output can steer a terminal.
///
/// ```
/// assert_eq!(peirast_report::escape_control("a\u{1b}[31mb\u{202e}"), "a\\u{1b}[31mb\\u{202e}");
/// ```
pub fn escape_control(text: &str) -> String {
    let harmless = |c: char| !c.is_control() && !is_bidi(c) || c == '\n';
    text.chars()
        .flat_map(|c| if harmless(c) { vec![c] } else { c.escape_unicode().collect::<Vec<_>>() })
        .collect()
}

/// Characters that reorder what follows them.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A table of result rows.
pub fn rows_text(rows: &[ResultRow]) -> String {
    let header = [
        "hypothesis",
        "model",
        "method",
        "n",
        "n12",
        "n21",
        "lost",
        "odds ratio [95 %]",
        "p",
        "p adj.",
        "reject",
    ];
    let body = rows.iter().map(|row| {
        vec![
            row.hypothesis.clone(),
            escape_control(&row.model),
            row.method.clone(),
            row.n.to_string(),
            row.n12.to_string(),
            row.n21.to_string(),
            row.lost.total().to_string(),
            odds(row),
            p_value(row.p),
            p_value(row.p_adjusted),
            if row.reject { "yes" } else { "no" }.to_owned(),
        ]
    });
    table(&header, body)
}

/// A table of verdicts. Of controls and exploratory hypotheses, only what was rejected: the report
/// has the rest.
pub fn findings_text(findings: &[Finding]) -> String {
    let groups = [
        (Standing::Confirmatory, "Hypotheses"),
        (Standing::Control, "Controls"),
        (Standing::Exploratory, "Exploratory"),
    ];
    let mut text = String::new();
    for (standing, heading) in groups {
        let own: Vec<&Finding> = findings.iter().filter(|f| f.standing == standing).collect();
        let (shown, quiet): (Vec<&Finding>, Vec<&Finding>) =
            own.into_iter().partition(|f| standing == Standing::Confirmatory || f.rejected > 0);
        if shown.len() + quiet.len() > 0 {
            let _ = writeln!(text, "{heading}");
            text.push_str(&verdicts(&shown));
            if !quiet.is_empty() {
                let tests: usize = quiet.iter().map(|f| f.tests).sum();
                let _ = writeln!(text, "  nothing rejected in {tests} other tests");
            }
        }
    }
    text
}

fn verdicts(findings: &[&Finding]) -> String {
    let width = findings.iter().map(|f| f.model.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut last = "";
    for finding in findings {
        if finding.hypothesis != last {
            let _ = writeln!(text, "  {}  {}", finding.hypothesis, finding.title);
            last = &finding.hypothesis;
        }
        let verdict = match finding.verdict() {
            Verdict::TooFew => "too few pairs",
            Verdict::None => "none found",
            Verdict::Part => "token bias in part",
            Verdict::All => "token bias",
        };
        let effect = finding.largest.as_ref().map_or(String::new(), |effect| {
            format!("  {} points, {}", effect.in_points(), effect.method)
        });
        let _ = writeln!(
            text,
            "    {:<width$}  {verdict:<18}  rejected {}/{}  accuracy {:5.1} %{effect}",
            escape_control(&finding.model),
            finding.rejected,
            finding.tests,
            100.0 * finding.accuracy,
        );
    }
    text
}

/// A table of subjects.
pub fn subjects_text(subjects: &[SubjectSummary]) -> String {
    let header = [
        "subject",
        "answers",
        "accuracy",
        "said (a)",
        "said No",
        "refused",
        "empty",
        "truncated",
        "unread",
        "",
    ];
    let percent = |part: u64, whole: u64| match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    };
    let body = subjects.iter().map(|s| {
        vec![
            escape_control(&s.model),
            s.answers.to_string(),
            percent(s.correct, s.correct + s.wrong),
            percent(s.chose_a, s.choices),
            percent(s.said_no, s.yes_no),
            s.refused.to_string(),
            s.empty.to_string(),
            s.truncated.to_string(),
            s.unread.to_string(),
            s.warning().map_or(String::new(), |w| format!("! {w}")),
        ]
    });
    table(&header, body)
}

/// A p-value with as many digits as matter.
pub(crate) fn p_value(p: f64) -> String {
    if p < 1e-4 { format!("{p:.1e}") } else { format!("{p:.4}") }
}

/// The odds ratio with its interval.
pub(crate) fn odds(row: &ResultRow) -> String {
    let show = |value: Option<f64>| match value {
        None => "-".to_owned(),
        Some(x) if x.is_infinite() => "inf".to_owned(),
        Some(x) if x >= 100.0 => format!("{x:.0}"),
        Some(x) => format!("{x:.2}"),
    };
    let odds = row.odds_ratio;
    match odds.ratio.value() {
        None => "-".to_owned(),
        ratio => {
            format!("{} [{}, {}]", show(ratio), show(odds.low.value()), show(odds.high.value()))
        }
    }
}

fn table<const N: usize>(header: &[&str; N], body: impl Iterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = body.collect();
    let widths: Vec<usize> = (0..N)
        .map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count());
            cells.chain([header[at].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &[String]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        padded.join("  ").trim_end().to_owned() + "\n"
    };
    let names: Vec<String> = header.iter().map(|h| (*h).to_owned()).collect();
    let rule: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
    let mut text = line(&names) + &line(&rule);
    text.extend(rows.iter().map(|row| line(row)));
    text
}
