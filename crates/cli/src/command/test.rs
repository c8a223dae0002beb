//! `peirast test`: the tests of a run directory, or of a table of counts.

use super::counts::{CountsRow, counts_settings, read_counts};
use super::report::analyse;
use crate::args::TestOptions;
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_report::{
    Report, ResultRow, escape_line, findings_text, json_lines, measured_text, pooled_csv,
    pooled_text, rows_csv, rows_text, subjects_text,
};
use peirast_stats::{
    Alternative, Correction, Difference, DifferenceMethod, Family, Method, OddsRatio, PairedTable,
    Ratio, Row, RowResult, Rule, effect,
};
use peirast_study::AnalysisOptions;
use peirast_table::{Cell, CsvWriter};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `test`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast test runs/token-bias
  peirast test runs/imported --profile published-2024 --json
  peirast test runs/imported --pooled
  peirast test --counts counts.csv --rule published-2024 --json

Columns of a file of counts (upper or lower case):
- hypothesis, model, method, n12 (or n10) and n21 (or n01) are required.
- The p-values of a hypothesis are adjusted together, or those of a table if there is a column `table`.
  A column `source` splits this family.
- alternative (or --alternative) is two-sided, greater (n21 > n12) or less. The published rules know the
  alternatives of their own hypotheses.
- n (all pairs) and n* (discordant pairs) must agree with n12 and n21.
- With n11 (both right) and n22 (both wrong), each row also shows the accuracy of both versions, and
  their difference with its 95 % interval. `peirast figures`, `tables` and `report` also take such a file.
- lost_unanswered, lost_refused, lost_empty, lost_truncated, lost_unread and lost_split count lost pairs.
- Other columns are listed and not read.")]
pub struct TestArgs {
    /// A run directory.
    #[arg(required_unless_present = "counts", conflicts_with = "counts")]
    pub dir: Option<PathBuf>,
    /// A CSV file of counts.
    #[arg(long, value_name = "FILE")]
    pub counts: Option<PathBuf>,
    /// The alternative of rows without one: two-sided, greater (n21 > n12) or less.
    #[arg(long, requires = "counts")]
    pub alternative: Option<String>,
    #[command(flatten)]
    pub options: TestOptions,
    #[command(flatten)]
    pub only: OnlyRows,
    /// Test each hypothesis over all its methods: first with independent pairs, then with the pairs
    /// of one item, and over all subjects also those of one subject, treated as related.
    #[arg(long, conflicts_with = "counts")]
    pub pooled: bool,
    /// With --pooled: also estimate the odds ratio of the perturbation by mixed logistic regression
    /// with a random intercept per item. This takes a while.
    #[arg(long, requires = "pooled", conflicts_with = "csv")]
    pub mixed: bool,
    /// Print one JSON object per row, one per line.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV.
    #[arg(long)]
    pub csv: bool,
}

/// The rows of a run to show. All rows are tested and adjusted with their families.
#[derive(Debug, Args)]
pub struct OnlyRows {
    /// Show only the rows of this hypothesis. All rows are still tested and adjusted together.
    #[arg(long, value_name = "ID", conflicts_with = "counts")]
    pub hypothesis: Option<String>,
    /// Show only the rows of this subject.
    #[arg(long, value_name = "NAME", conflicts_with = "counts")]
    pub subject: Option<String>,
    /// Show only the rows of this method.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["counts", "pooled"])]
    pub method: Option<String>,
}

impl OnlyRows {
    /// True if every row is shown.
    pub fn is_all(&self) -> bool {
        self.hypothesis.is_none() && self.subject.is_none() && self.method.is_none()
    }
}

/// Tests answers or counts.
pub fn test(args: &TestArgs) -> Result<ExitCode> {
    let text = match (&args.counts, &args.dir) {
        (Some(file), _) => of_counts(file, args)?,
        (None, Some(dir)) => of_directory(dir, args)?,
        (None, None) => bail!("name a run directory, or a file of counts with --counts"),
    };
    console::finish(&text)
}

fn of_directory(dir: &Path, args: &TestArgs) -> Result<String> {
    if args.options.benchmarks.is_some() || args.options.exclude_above.is_some() {
        bail!(
            "no test uses --benchmarks or --exclude-above: `peirast measure {}` compares subjects with their \
             scores elsewhere",
            dir.display()
        );
    }
    let options = AnalysisOptions { mixed: args.mixed, ..args.options.options() };
    let mut report = analyse(dir, &options)?.report;
    if !args.only.is_all() {
        keep(&mut report, &args.only)?;
    }
    if let Some(why) = nothing_tested(&report) {
        console::note(why);
    }
    Ok(if args.pooled {
        of_pooled(&report, args)?
    } else if args.json {
        json_lines(&report.rows)
    } else if args.csv {
        rows_csv(&report.rows, &report.provenance)
    } else {
        format!(
            "{}{}{}\n{}\n{}{}",
            registered_text(&report),
            rows_text(&report.rows),
            if stopped_early(&report) { CITABLE } else { "" },
            findings_text(&report.findings),
            subjects_text(&report.subjects, report.counted_noun()),
            controls_text(&report)
        )
    })
}

/// Says in a line whether a run agrees with its preregistration; empty if it has none.
fn registered_text(report: &Report) -> String {
    let Some(check) = &report.registration else { return String::new() };
    let more = match check.agrees {
        true => "",
        false => " `peirast report DIR` names each departure.",
    };
    format!("{}{more}\n\n", escape_line(&check.sentence))
}

/// Keeps only the requested rows of a report.
fn keep(report: &mut Report, only: &OnlyRows) -> Result<()> {
    let is = |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|one| one == name);
    let all = known(report);
    report.rows.retain(|row| {
        is(&only.hypothesis, &row.hypothesis)
            && is(&only.subject, &row.model)
            && is(&only.method, &row.method)
    });
    if report.rows.is_empty() {
        bail!("{}", no_row(&all, only));
    }
    let is_left = |hypothesis: &str, model: &str| {
        report.rows.iter().any(|row| row.hypothesis == hypothesis && row.model == model)
    };
    report.findings.retain(|one| is_left(&one.hypothesis, &one.model));
    report.pooled.retain(|one| {
        is(&only.hypothesis, &one.hypothesis)
            && one.model.as_ref().is_none_or(|model| is(&only.subject, model))
    });
    report.subjects.retain(|one| is(&only.subject, &one.model));
    Ok(())
}

/// The hypotheses, subjects and methods of the rows of a report.
type KnownRows = [BTreeSet<String>; 3];

fn known(report: &Report) -> KnownRows {
    let of = |name: fn(&ResultRow) -> &str| -> BTreeSet<String> {
        report.rows.iter().map(|row| name(row).to_owned()).collect()
    };
    [of(|row| &row.hypothesis), of(|row| &row.model), of(|row| &row.method)]
}

/// Says which requested name no row has, and the names that there are.
fn no_row([hypotheses, subjects, methods]: &KnownRows, only: &OnlyRows) -> String {
    let asked = [
        ("hypothesis", &only.hypothesis, hypotheses),
        ("subject", &only.subject, subjects),
        ("method", &only.method, methods),
    ];
    let unknown = asked.into_iter().find_map(|(what, wanted, known)| {
        let wanted = wanted.as_ref().filter(|name| !known.contains(*name))?;
        Some((what, wanted, known))
    });
    match unknown {
        Some((what, wanted, known)) => format!(
            "there is no {what} `{}`: there are {}",
            escape_line(wanted),
            escape_line(&known.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
        ),
        None => "no row has all of these names: `peirast test DIR` without --hypothesis, --subject and --method \
                 shows all rows"
            .to_owned(),
    }
}

/// The note on the numbers to cite if comparisons stopped when they were decided.
const CITABLE: &str = "p = 1/e, adjusted by e-BH; these and the intervals of odds ratios hold although the answers \
    were\nlooked at while they came in. Intervals of differences, and pooled tests, take the number of pairs \
    as fixed:\nfor orientation alone.\n";

/// Describes the A/A controls of a report, if there are any.
pub(super) fn controls_text(report: &Report) -> String {
    let table = report.measured.iter().find(|table| table.name == "aa");
    table.map_or_else(String::new, |table| format!("\n{}", measured_text(table, false)))
}

fn stopped_early(report: &Report) -> bool {
    report.rows.iter().any(|row| row.method_used == Some(Method::EProcess))
}

/// Renders the hypotheses over all their methods.
fn of_pooled(report: &Report, args: &TestArgs) -> Result<String> {
    if stopped_early(report) {
        console::note(
            "comparisons of this run stopped when they were decided: pooled p-values take the number of \
             pairs as fixed, and are for orientation",
        );
    }
    Ok(if args.json {
        json_lines(&report.pooled)
    } else if args.csv {
        pooled_csv(&report.pooled, &report.provenance)
    } else {
        pooled_text(&report.pooled)
    })
}

/// The reason why nothing could be tested, if nothing could.
fn nothing_tested(report: &Report) -> Option<&'static str> {
    if report.rows.iter().any(|row| row.n > 0) {
        None
    } else if report.rows.iter().any(|row| row.lost.answered() > 0) {
        Some("every matched pair is lost, with the causes shown: there is nothing to test")
    } else {
        Some("no matched pair has been answered yet: there is nothing to test")
    }
}

/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// A row with the result of its test, as printed.
#[derive(Debug, Serialize)]
struct TestRow<'a> {
    #[serde(flatten)]
    row: &'a CountsRow,
    n_discordant: u64,
    z: f64,
    p: f64,
    p_adjusted: f64,
    reject: bool,
    alternative: Alternative,
    method_used: Method,
    p_two_sided: f64,
    odds_ratio: OddsRatio,
    #[serde(flatten)]
    shares: Option<Shares>,
}

/// The shares that all four counts of a row give.
#[derive(Clone, Copy, Debug, Serialize)]
struct Shares {
    n: u64,
    n11: u64,
    n22: u64,
    accuracy_original: f64,
    accuracy_perturbed: f64,
    difference: Difference,
}

impl Shares {
    /// The shares of a table; none for a table without a pair.
    fn new(table: PairedTable) -> Result<Option<Self>> {
        let n = table.n();
        if n == 0 {
            return Ok(None);
        }
        let share = |right: u64| right as f64 / n as f64;
        Ok(Some(Self {
            n,
            n11: table.n11,
            n22: table.n22,
            accuracy_original: share(table.n11 + table.n12),
            accuracy_perturbed: share(table.n11 + table.n21),
            difference: effect::difference(&table, DifferenceMethod::Newcombe, CONFIDENCE)?,
        }))
    }

    /// The end of a line of text.
    fn text(&self) -> String {
        let Difference { estimate, interval, .. } = self.difference;
        format!(
            "  {:>8.4}  {:>9.4}  {estimate:.4} [{:.4}, {:.4}]",
            self.accuracy_original, self.accuracy_perturbed, interval.low, interval.high
        )
    }
}

fn of_counts(file: &Path, args: &TestArgs) -> Result<String> {
    let (rule, alpha) = counts_settings(&args.options)?;
    let default = args.alternative.as_deref().map(str::parse).transpose()?;
    let counted = read_counts(file)?;
    let mut families: BTreeMap<(&str, &str), Vec<(usize, Row)>> = BTreeMap::new();
    for (index, row) in counted.iter().enumerate() {
        let alternative = row
            .alternative(rule, default)
            .with_context(|| format!("{}, line {}", file.display(), row.line))?;
        let tested = Row { n12: row.n12, n21: row.n21, alternative };
        families.entry(row.family()).or_default().push((index, tested));
    }
    let family = Family { rule, correction: Correction::BenjaminiHochberg, alpha };
    let mut results: Vec<(usize, RowResult)> = Vec::new();
    for members in families.values() {
        let rows: Vec<Row> = members.iter().map(|(_, row)| *row).collect();
        results.extend(members.iter().map(|(index, _)| *index).zip(family.test(&rows)?));
    }
    results.sort_by_key(|(index, _)| *index);
    let tested: Vec<TestRow<'_>> = results
        .iter()
        .map(|(index, result)| test_row(&counted[*index], result, rule))
        .collect::<Result<_>>()?;
    print_counts(&tested, args)
}

fn print_counts(tested: &[TestRow<'_>], args: &TestArgs) -> Result<String> {
    if args.json {
        return Ok(json_lines(tested));
    }
    if args.csv {
        let mut csv = CsvWriter::new(Vec::new());
        for (at, row) in tested.iter().enumerate() {
            let cells = cells(row);
            if at == 0 {
                csv.row(cells.each_ref().map(|(name, _)| Cell::from(*name)))?;
            }
            csv.row(cells.map(|(_, cell)| cell))?;
        }
        return Ok(csv.into_text()?);
    }
    let has_shares = tested.iter().any(|row| row.shares.is_some());
    let mut text = format!(
        "{:<26} {:<28} {:<22} {:>5} {:>5} {:>10} {:>10} {:>10}  {:<6}  {:<11}  {:>12}{}\n",
        "hypothesis",
        "model",
        "method",
        "n12",
        "n21",
        "z",
        "p",
        "p adj.",
        "reject",
        "alternative",
        "p two-sided",
        if has_shares { "  original  perturbed  difference [95 %]" } else { "" }
    );
    for row in tested {
        text.push_str(&format!(
            "{:<26} {:<28} {:<22} {:>5} {:>5} {:>10.4} {:>10.6} {:>10.6}  {:<6}  {:<11}  {:>12.6}{}\n",
            escape_line(&row.row.hypothesis),
            escape_line(&row.row.model),
            escape_line(&row.row.method),
            row.row.n12,
            row.row.n21,
            row.z,
            row.p,
            row.p_adjusted,
            if row.reject { "yes" } else { "no" },
            row.alternative.to_string(),
            row.p_two_sided,
            row.shares.map_or_else(String::new, |shares| shares.text())
        ));
    }
    Ok(text)
}

fn cells<'a>(tested: &TestRow<'a>) -> [(&'static str, Cell<'a>); 26] {
    let row = tested.row;
    let count = |own: fn(&Shares) -> u64| tested.shares.as_ref().map(own).into();
    let share = |own: fn(&Shares) -> f64| tested.shares.as_ref().map(own).into();
    let ratio = |ratio: Ratio| ratio.value().into();
    [
        ("source", row.source.as_str().into()),
        ("table", row.family_table.as_str().into()),
        ("hypothesis", row.hypothesis.as_str().into()),
        ("model", row.model.as_str().into()),
        ("method", row.method.as_str().into()),
        ("n12", row.n12.into()),
        ("n21", row.n21.into()),
        ("n_discordant", tested.n_discordant.into()),
        ("z", tested.z.into()),
        ("p", tested.p.into()),
        ("p_adjusted", tested.p_adjusted.into()),
        ("reject", tested.reject.into()),
        ("alternative", tested.alternative.to_string().into()),
        ("method_used", tested.method_used.to_string().into()),
        ("p_two_sided", tested.p_two_sided.into()),
        ("odds_ratio", ratio(tested.odds_ratio.ratio)),
        ("odds_ratio_low", ratio(tested.odds_ratio.low)),
        ("odds_ratio_high", ratio(tested.odds_ratio.high)),
        ("n", count(|own| own.n)),
        ("n11", count(|own| own.n11)),
        ("n22", count(|own| own.n22)),
        ("accuracy_original", share(|own| own.accuracy_original)),
        ("accuracy_perturbed", share(|own| own.accuracy_perturbed)),
        ("difference", share(|own| own.difference.estimate)),
        ("difference_low", share(|own| own.difference.interval.low)),
        ("difference_high", share(|own| own.difference.interval.high)),
    ]
}

fn test_row<'a>(row: &'a CountsRow, result: &RowResult, rule: Rule) -> Result<TestRow<'a>> {
    Ok(TestRow {
        row,
        n_discordant: row.n12.saturating_add(row.n21),
        z: result.z,
        p: result.p,
        p_adjusted: result.p_adjusted,
        reject: result.reject,
        alternative: result.alternative_used,
        method_used: result.method_used,
        p_two_sided: rule.test(row.n12, row.n21, Alternative::TwoSided).p,
        odds_ratio: effect::odds_ratio(row.n12, row.n21, CONFIDENCE)?,
        shares: row.table.map(Shares::new).transpose()?.flatten(),
    })
}
