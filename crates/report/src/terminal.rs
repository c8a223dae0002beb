//! Terminal tables: plain text, readable without colour.

use crate::subject::CONTRADICTORY;
use crate::wording::plain_method;
use crate::{Finding, ResultRow, STANDINGS, SubjectSummary, column_width, escape_line};
use peirast_decimals::{counted, fixed_decimals, percent_decimals, scientific_decimals};
use peirast_record::Standing;
use std::fmt::Write as _;

/// A table of result rows. Rows without a pair have no p-value, and their verdict says why. If
/// pairs were lost, the bounds of p over them are next to it.
pub fn rows_text(rows: &[ResultRow]) -> String {
    let bounded = rows.iter().any(|row| row.bounds.is_some());
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
    ];
    let header: Vec<&str> =
        header.into_iter().chain(bounded.then_some(BOUNDS)).chain(["reject"]).collect();
    let body = rows.iter().map(|row| {
        let cells = [
            escape_line(&row.hypothesis),
            escape_line(&row.model),
            escape_line(&row.method),
            row.n.to_string(),
            row.n12.to_string(),
            row.n21.to_string(),
            row.lost.to_string(),
            odds(row),
            p_value(row.p),
            p_value(row.p_adjusted),
        ];
        cells
            .into_iter()
            .chain(bounded.then(|| adjusted_bounds(row)))
            .chain([marked(row)])
            .collect()
    });
    let note = if bounded { BOUNDS_NOTE } else { "" };
    text_table(&header, body) + COUNTS_NOTE + note
}

const COUNTS_NOTE: &str = "n: pairs; n12, n21: pairs in which only the original, or only the perturbed, member counts as \
                           right; lost: pairs without two verdicts\n";

const BOUNDS: &str = "p adj. bounds";

const BOUNDS_NOTE: &str = "bounds: the range of p adj. over all possible answers of the lost pairs of the family; open: \
                           some of them would change the decision\n";

/// The bounds of the adjusted p-value.
pub(crate) fn adjusted_bounds(row: &ResultRow) -> String {
    match row.bounds.and_then(|bounds| bounds.p_adjusted) {
        None => "-".to_owned(),
        Some(p) => format!("{} to {}", p_value(Some(p.low)), p_value(Some(p.high))),
    }
}

/// The decision on a row, marked if lost pairs could have changed it.
fn marked(row: &ResultRow) -> String {
    let open = row.bounds.is_some_and(|bounds| bounds.is_open());
    format!("{}{}", decision(row), if open { " (open)" } else { "" })
}

/// A table of verdicts. Of controls and exploratory hypotheses, only what was rejected, and effects
/// opposite to the prediction: the report has the rest.
pub fn findings_text(findings: &[Finding]) -> String {
    let mut text = String::new();
    for (standing, heading) in STANDINGS {
        let own: Vec<&Finding> = findings.iter().filter(|f| f.standing == standing).collect();
        let (shown, quiet): (Vec<&Finding>, Vec<&Finding>) = own
            .into_iter()
            .partition(|f| standing == Standing::Confirmatory || f.rejected > 0 || f.against > 0);
        if shown.len() + quiet.len() > 0 {
            let _ = writeln!(text, "{heading}");
            text.push_str(&verdicts(&shown));
            if !quiet.is_empty() {
                let _ = writeln!(text, "  {}", nothing_rejected(&quiet));
            }
        }
    }
    text
}

fn nothing_rejected(quiet: &[&Finding]) -> String {
    let sum =
        |count: fn(&Finding) -> usize| quiet.iter().map(|one| count(one)).sum::<usize>() as u64;
    let tests = counted(sum(|one| one.tests), "other test", "other tests");
    let text = format!("nothing rejected in {tests}");
    match sum(|one| one.untested) {
        0 => text,
        untested => {
            format!("{text}; {} without a pair left to test", counted(untested, "row", "rows"))
        }
    }
}

fn verdicts(findings: &[&Finding]) -> String {
    let width = column_width(findings.iter().map(|finding| escape_line(&finding.model)));
    let mut text = String::new();
    let mut last = "";
    for finding in findings {
        if finding.hypothesis != last {
            let (id, title) = (escape_line(&finding.hypothesis), escape_line(&finding.title));
            let prediction = match finding.prediction() {
                "" => String::new(),
                words => format!(" ({words})"),
            };
            let _ = writeln!(text, "  {id}  {title}{prediction}");
            last = &finding.hypothesis;
        }
        let verdict = finding.verdict().words(&escape_line(&finding.bias));
        let effect = finding.largest.as_ref().map_or(String::new(), |effect| {
            let protocol = escape_line(&plain_method(&effect.method));
            match finding.tests {
                0 | 1 => format!("  {} points, {protocol}", effect.in_points()),
                _ => format!("  largest {} points, {protocol}", effect.in_points()),
            }
        });
        let accuracy = match finding.accuracy {
            Some(accuracy) => format!("{:>5} %", percent_decimals(accuracy, 1)),
            None => "    -  ".to_owned(),
        };
        let lost = match finding.lost.total() {
            0 => String::new(),
            _ => format!("  lost {}", finding.lost),
        };
        let open = match finding.open {
            0 => String::new(),
            rows => format!(", which could change {rows} of {} decisions", finding.tests),
        };
        let marked = |words: Option<String>| words.map_or(String::new(), |w| format!("  ! {w}"));
        let (against, warning) = (marked(finding.opposite()), marked(finding.warning.clone()));
        let _ = writeln!(
            text,
            "    {:<width$}  {verdict:<18}  {} of {} tests  {} \
             {accuracy}{effect}{lost}{open}{against}{warning}",
            escape_line(&finding.model),
            finding.rejected,
            finding.tests,
            finding.event.share(),
        );
    }
    text
}

/// A table of subjects; `counted` names what is counted of each: [`Report::counted_noun`](crate::Report::counted_noun).
/// An answer that no problem asked for has no column.
pub fn subjects_text(subjects: &[SubjectSummary], counted: &str) -> String {
    let percent = |part: u64, whole: u64| match whole {
        0 => "-".to_owned(),
        _ => percent_decimals(part as f64 / whole as f64, 1) + " %",
    };
    let habits: [(&str, Said); 2] = [
        ("said No", |s| (s.said_no, s.yes_no)),
        ("said incorrect", |s| (s.said_incorrect, s.validity)),
    ];
    let habits = habits.into_iter().filter(|(_, said)| subjects.iter().any(|s| said(s).1 > 0));
    let habits: Vec<(&str, Said)> = habits.collect();
    let names = habits.iter().map(|(name, _)| *name);
    let letters = subjects.iter().any(|s| s.letters.choices() > 0);
    let contradictions = subjects.iter().any(|s| s.contradictory > 0);
    let ties = subjects.iter().any(|s| s.tied > 0);
    let warned = subjects.iter().any(|s| s.remark().is_some());
    let header: Vec<&str> = ["subject", counted, "accuracy"]
        .into_iter()
        .chain(letters.then_some("letters"))
        .chain(names)
        .chain(["refused", "empty", "truncated", "unread"])
        .chain(contradictions.then_some("contradictory"))
        .chain(ties.then_some("tied"))
        .chain(warned.then_some("warning"))
        .collect();
    let body = subjects.iter().map(|s| {
        let mut cells = vec![
            escape_line(&s.model),
            s.answers.to_string(),
            percent(s.correct, s.correct + s.wrong),
        ];
        let chosen = || Some(s.letters.chosen_text()).filter(|text| !text.is_empty());
        cells.extend(letters.then(|| chosen().unwrap_or_else(|| "-".to_owned())));
        cells.extend(habits.iter().map(|(_, said)| said(s)).map(|(part, of)| percent(part, of)));
        cells.extend([s.refused, s.empty, s.truncated, s.unread].map(|count| count.to_string()));
        cells.extend(contradictions.then(|| s.contradictory.to_string()));
        cells.extend(ties.then(|| s.tied.to_string()));
        cells.extend(warned.then(|| s.remark().map_or(String::new(), |w| format!("! {w}"))));
        cells
    });
    let mut text = text_table(&header, body);
    if contradictions {
        let _ = writeln!(text, "{CONTRADICTORY}");
    }
    text
}

/// The number of times that a subject gave an answer, and the number of all its answers.
type Said = fn(&SubjectSummary) -> (u64, u64);

/// A p-value with as many digits as matter; a dash where nothing was tested.
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "-".to_owned(),
        Some(0.0) => "<1e-300".to_owned(),
        Some(p) if p < 1e-4 => scientific_decimals(p, 1),
        Some(p) => fixed_decimals(p, 4),
    }
}

/// The decision on a row.
pub fn decision(row: &ResultRow) -> &'static str {
    match (row.is_tested(), row.reject) {
        (false, _) => "too few",
        (true, true) => "yes",
        (true, false) => "no",
    }
}

/// The odds ratio with its interval.
pub fn odds(row: &ResultRow) -> String {
    let show = |value: Option<f64>| match value {
        None => "-".to_owned(),
        Some(x) if x.is_infinite() => "∞".to_owned(),
        Some(x) if x >= 100.0 => fixed_decimals(x, 0),
        Some(x) => fixed_decimals(x, 2),
    };
    let odds = row.odds_ratio;
    match odds.ratio.value() {
        None => "-".to_owned(),
        ratio => {
            format!("{} [{}, {}]", show(ratio), show(odds.low.value()), show(odds.high.value()))
        }
    }
}

/// A table as text: columns as wide as their cells, and a rule below the heads.
pub fn text_table(header: &[&str], body: impl Iterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = body.collect();
    let widths: Vec<usize> = (0..header.len())
        .map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(String::as_str);
            column_width(cells.chain([header[at]]))
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
