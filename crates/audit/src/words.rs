//! An audit as text.

use crate::{
    Audit, Decisions, Finding, Flip, PublishedAnalysis, PublishedRule, Recomputation, Verdict,
};
use peirast_decimals::{counted, fixed_decimals};
use peirast_table::escape_line;
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Audit {
    /// The audit as text. With `all`, also the checks that agree.
    pub fn text(&self, all: bool) -> String {
        let mut text = format!("Audit of {}\n", escape_line(&self.document));
        self.rules.iter().for_each(|rule| of_rule(rule, &mut text));
        let is_shown = |verdict: Verdict| all || verdict.is_fault() || verdict == Verdict::Note;
        for verdict in Verdict::ALL.into_iter().rev().filter(|verdict| is_shown(*verdict)) {
            let findings: Vec<&Finding> =
                self.findings.iter().filter(|finding| finding.verdict == verdict).collect();
            if !findings.is_empty() {
                let _ = write!(text, "\n{}\n", title(verdict));
                alike(&findings).iter().for_each(|group| of_group(group, &mut text));
            }
        }
        text + &closing(self)
    }

    /// The analyses of the publication as text: those that can be recomputed from printed numbers,
    /// and those that cannot, with the reason. Empty unless a description lists them.
    pub fn analyses_text(&self) -> String {
        if self.analyses.is_empty() {
            return String::new();
        }
        let (open, closed): (Vec<&PublishedAnalysis>, Vec<&PublishedAnalysis>) = self
            .analyses
            .iter()
            .partition(|own| matches!(own.recomputation, Recomputation::Checked { .. }));
        let mut text = format!("Analyses of {}\n", escape_line(&self.document));
        for (title, group) in [
            ("Recomputable from the printed numbers", open),
            ("Not recomputable from the printed numbers", closed),
        ] {
            let numbers: usize = group.iter().map(|own| own.numbers).sum();
            let _ = write!(
                text,
                "\n{title}: {}, {}\n",
                counted(group.len() as u64, "analysis", "analyses"),
                counted(numbers as u64, "printed number", "printed numbers")
            );
            group.iter().for_each(|own| of_analysis(own, &mut text));
        }
        text
    }

    /// The number of faults among the findings.
    pub fn faults(&self) -> usize {
        self.findings.iter().filter(|finding| finding.verdict.is_fault()).count()
    }
}

/// An analysis: its numbers and their results, and the command that makes it of a run.
fn of_analysis(own: &PublishedAnalysis, text: &mut String) {
    let place = match own.place.as_str() {
        "" => String::new(),
        place => format!(" [{}]", escape_line(place)),
    };
    let numbers = match own.numbers {
        0 => "no numbers".to_owned(),
        numbers => counted(numbers as u64, "number", "numbers"),
    };
    let outcome = match &own.recomputation {
        Recomputation::Checked { checks, faults } => agreement(*checks, *faults),
        Recomputation::Needs(needs) => format!("needs {}", escape_line(needs)),
    };
    let _ = writeln!(text, "  {}{place}: {numbers}; {outcome}", escape_line(&own.says));
    if !own.made_by.is_empty() {
        let _ = writeln!(text, "      of a run: {}", escape_line(&own.made_by));
    }
}

/// The number of checks that agree with the printed values.
fn agreement(checks: usize, faults: usize) -> String {
    match (checks, faults) {
        (1, 0) => "the check agrees".to_owned(),
        (1, _) => "the check does not agree".to_owned(),
        (_, 0) => format!("all {checks} checks agree"),
        (_, _) if faults == checks => format!("none of {checks} checks agrees"),
        (_, _) if checks - faults == 1 => format!("1 of {checks} checks agrees"),
        (_, _) => format!("{} of {checks} checks agree", checks - faults),
    }
}

const fn title(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Impossible => "Impossible: no data of the stated kind can yield the value",
        Verdict::Contradiction => "Contradictions: two printed values exclude each other",
        Verdict::Mismatch => "Mismatches: the recomputed value differs",
        Verdict::Unread => "Unread: values that could be checked but not read",
        Verdict::Note => "Worth knowing",
        Verdict::Rounding => "Explained by rounding",
        Verdict::Ok => "Recomputed",
    }
}

fn of_rule(rule: &PublishedRule, text: &mut String) {
    let of = match rule.scope.as_str() {
        "" => String::new(),
        scope => format!(" of `{}`", escape_line(scope)),
    };
    let _ = write!(
        text,
        "\nThe rule behind the p-values{of}: yields {} of {} printed\n  {}\n",
        rule.yields,
        rule.printed,
        escape_line(&rule.words)
    );
    if let Some((from, to)) = rule.largest_small {
        let range = if from == to { format!("exactly {from}") } else { format!("{from} to {to}") };
        let _ =
            writeln!(text, "  the largest n* that is treated as small, from the numbers: {range}");
    }
    for family in &rule.families {
        let name = if family.name.is_empty() { "all tests" } else { &family.name };
        let mut line = format!(
            "  {}: {} of {}, {}",
            escape_line(name),
            family.yields,
            family.printed,
            family.alternative
        );
        if !family.as_well.is_empty() {
            let _ = write!(line, " (or {})", family.as_well.join(" or "));
        }
        if let Some((from, to)) = family.largest_small {
            let _ = match to {
                u64::MAX => write!(line, "; small up to {from} or more"),
                _ if from == to => write!(line, "; small up to {from}"),
                _ if from == 0 => write!(line, "; small up to no more than {to}"),
                _ => write!(line, "; small up to {from} to {to}"),
            };
        }
        if let Some(decisions) = &family.decisions {
            line += &of_decisions(decisions, family.tests);
        }
        let _ = writeln!(text, "{line}");
        family.decisions.iter().for_each(|decisions| flips(decisions, text));
    }
}

fn of_decisions(decisions: &Decisions, tests: usize) -> String {
    let mut line = format!("; {} of {tests} rejected", decisions.rejected);
    if decisions.rejected_broken > 0 && decisions.rejected_mended > 0 {
        let _ = write!(
            line,
            " ({} with n12 > n21, {} with n21 > n12)",
            decisions.rejected_broken, decisions.rejected_mended
        );
    }
    line
}

fn flips(decisions: &Decisions, text: &mut String) {
    let mut list = |when: &str, flips: &[Flip]| {
        for flip in flips {
            let becomes = if flip.rejected { "rejected" } else { "not rejected" };
            let row = escape_line(&flip.row);
            let _ =
                writeln!(text, "    {when}, {row} is {becomes}: p = {}", fixed_decimals(flip.p, 4));
        }
    };
    list("exact throughout", &decisions.under_exact);
    list("as stated", decisions.under_stated.as_deref().unwrap_or_default());
    match decisions.changed_by_stated {
        None | Some(0) => {}
        Some(1) => text.push_str("    as stated, one printed p-value would change\n"),
        Some(changed) => {
            let _ = writeln!(text, "    as stated, {changed} printed p-values would change");
        }
    }
}

/// Groups findings by check and table, in the order of their first finding.
fn alike<'a>(findings: &[&'a Finding]) -> Vec<Vec<&'a Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in findings {
        let place = *places.entry((&finding.check, &finding.table)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[place].push(finding);
    }
    groups
}

/// The check and its table; then a line for each row, and the shared remark.
fn of_group(group: &[&Finding], text: &mut String) {
    let first = group[0];
    let table = match first.table.as_str() {
        "" => String::new(),
        table => format!(" [{}]", escape_line(table)),
    };
    let _ = writeln!(text, "  {}{table}", escape_line(&first.check));
    let shared = group.iter().all(|finding| finding.remark == first.remark);
    for finding in group {
        let _ = write!(text, "      {}", of_finding(finding));
        if !shared && !finding.remark.is_empty() {
            let _ = write!(text, "; {}", escape_line(&finding.remark));
        }
        text.push('\n');
    }
    if shared && !first.remark.is_empty() {
        let _ = writeln!(text, "      ({})", escape_line(&first.remark));
    }
}

/// The place, the printed value and the recomputed value.
fn of_finding(finding: &Finding) -> String {
    let mut parts: Vec<String> = Vec::new();
    if finding.line > 0 {
        parts.push(format!("line {}", finding.line));
    }
    if !finding.row.is_empty() {
        parts.push(escape_line(&finding.row));
    }
    let found = escape_line(&finding.recomputed);
    let compared = match (finding.printed.as_str(), found.as_str()) {
        ("", "") => None,
        ("", found) => Some(found.to_owned()),
        (printed, found) => Some(format!("printed {}, recomputed {found}", escape_line(printed))),
    };
    let place = (!parts.is_empty()).then(|| parts.join(", "));
    place.into_iter().chain(compared).collect::<Vec<_>>().join(": ")
}

/// The number of checks and their results.
fn closing(audit: &Audit) -> String {
    let counted: Vec<String> = audit
        .tally()
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {}", verdict.name()))
        .collect();
    match counted.as_slice() {
        [] if !audit.rules.is_empty() => String::new(),
        [] => "\nNothing here can be recomputed: no column has a known role.\n".to_owned(),
        counted => format!("\n{} checks: {}\n", audit.findings.len(), counted.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::agreement;

    #[test]
    fn agreement_says_how_many_checks_agree() {
        let words = [(1, 0), (1, 1), (6, 0), (6, 6), (6, 5), (6, 2)]
            .map(|(checks, faults)| agreement(checks, faults));
        assert_eq!(
            words,
            [
                "the check agrees",
                "the check does not agree",
                "all 6 checks agree",
                "none of 6 checks agrees",
                "1 of 6 checks agrees",
                "4 of 6 checks agree",
            ]
        );
    }
}
