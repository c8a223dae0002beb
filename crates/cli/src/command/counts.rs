//! Files of counts (`--counts`): matched pairs that others counted, one test per line.

use super::report::analyse;
use crate::args::TestOptions;
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_calc::are_near_names;
use peirast_record::{AdjustOver, Direction, Key, Standing, Treatment, VERSION};
use peirast_report::{
    Claim, CountedComparison, Definition, Lost, Outcomes, Provenance, Report, Settings, escape_line,
};
use peirast_stats::{Alternative, PairedTable, Rule, check_count, published_alternative};
use peirast_study::{Analysis, AnalysisOptions};
use peirast_table::{ForeignTable, NumberNotation, decode_text, is_missing};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The source of a report: a run, or counts of pairs.
#[derive(Clone, Debug, Args)]
pub struct RunOrCounts {
    /// A run directory.
    #[arg(required_unless_present = "counts", conflicts_with = "counts")]
    pub dir: Option<PathBuf>,
    /// A CSV file of counts in place of a run, as for `peirast test --counts`; every row needs n11
    /// and n22.
    #[arg(long, value_name = "FILE")]
    pub counts: Option<PathBuf>,
}

impl RunOrCounts {
    /// The path that was given, for messages.
    pub fn path(&self) -> &Path {
        self.counts.as_deref().or(self.dir.as_deref()).unwrap_or(Path::new(""))
    }

    /// Returns the report of the counts, or of the run with its outcomes.
    pub fn analysed(
        &self,
        test: &TestOptions,
        options: &AnalysisOptions,
    ) -> Result<(Report, Outcomes)> {
        if let Some(file) = &self.counts {
            return Ok((counts_report(file, test)?, Outcomes::default()));
        }
        let Analysis { report, outcomes, .. } = analyse(self.path(), options)?;
        Ok((report, outcomes))
    }
}

/// A row of a file of counts, as written.
#[derive(Debug, Serialize)]
pub struct CountsRow {
    /// The line of the file.
    #[serde(skip)]
    pub line: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    #[serde(rename = "table", skip_serializing_if = "String::is_empty")]
    pub family_table: String,
    pub hypothesis: String,
    pub model: String,
    pub method: String,
    pub n12: u64,
    pub n21: u64,
    /// All four counts, if the file has them.
    #[serde(skip)]
    pub table: Option<PairedTable>,
    /// Pairs lost, by cause, if the file has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Lost>,
    #[serde(skip_serializing)]
    pub alternative: String,
}

impl CountsRow {
    /// The family of tests with which the row is adjusted: within its source, the tests of its
    /// table, or of its hypothesis if there is no table.
    pub fn family(&self) -> (&str, &str) {
        let family =
            if self.family_table.is_empty() { &self.hypothesis } else { &self.family_table };
        (&self.source, family)
    }

    /// The alternative of the row: its own, the caller's, what the published analysis used for this
    /// hypothesis, or two-sided.
    pub fn alternative(&self, rule: Rule, default: Option<Alternative>) -> Result<Alternative> {
        if !self.alternative.trim().is_empty() {
            return Ok(self.alternative.trim().parse()?);
        }
        let published = || match [Rule::Published2024, Rule::PublishedIcml].contains(&rule) {
            true => published_alternative(&self.hypothesis),
            false => None,
        };
        Ok(default.or_else(published).unwrap_or(Alternative::TwoSided))
    }
}

/// Columns that a file must have, each with its other name.
const NEEDED: [[&str; 2]; 5] = [
    ["hypothesis", "hypothesis"],
    ["model", "model"],
    ["method", "method"],
    ["n12", "n10"],
    ["n21", "n01"],
];

/// Optional columns.
const OPTIONAL: [&str; 3] = ["source", "table", "alternative"];

/// Columns of other counts of the same pairs, which must agree with n12 and n21, each with its
/// other names.
const PAIRS: [&str; 3] = ["n", "pairs", "total"];
const DISCORDANT: [&str; 4] = ["n*", "n_star", "nstar", "discordant"];
const BOTH: [&str; 1] = ["n11"];
const NEITHER: [&str; 2] = ["n22", "n00"];

/// Columns of lost pairs by cause, in the order of the fields of [`Lost`].
const LOST: [&str; 6] = [
    "lost_unanswered",
    "lost_refused",
    "lost_empty",
    "lost_truncated",
    "lost_unread",
    "lost_split",
];

/// Reads the rows. Refuses an empty file, and a duplicate row, which would count as two tests.
pub fn read_counts(file: &Path) -> Result<Vec<CountsRow>> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read the counts in {name}"))?;
    let reading = || format!("counts in {name}");
    let text = decode_text(&bytes).with_context(reading)?;
    if text.trim_start().starts_with(['{', '[']) {
        bail!(
            "{name} is JSON: --counts takes separated values (CSV) with a first line such as \
             hypothesis,model,method,n12,n21"
        );
    }
    let table = ForeignTable::from_text(&text).and_then(ForeignTable::even);
    let table = table.with_context(reading)?;
    let place = |names: &[&str]| column(&table.heads, names, file);
    let mut needed = [0; NEEDED.len()];
    for (at, names) in needed.iter_mut().zip(&NEEDED) {
        *at = place(names)?.with_context(|| {
            format!(
                "{name} has no column `{}`: it needs hypothesis, model, method, n12, n21",
                names[0]
            )
        })?;
    }
    let [hypothesis, model, method, n12, n21] = needed;
    let (source, of_table) = (place(&["source"])?, place(&["table"])?);
    let alternative = place(&["alternative"])?;
    let others = OtherCounts {
        pairs: place(&PAIRS)?,
        discordant: place(&DISCORDANT)?,
        both: place(&BOTH)?,
        neither: place(&NEITHER)?,
    };
    let mut lost = [None; LOST.len()];
    for (at, name) in lost.iter_mut().zip(LOST) {
        *at = place(&[name])?;
    }
    let unread = unread_heads(&table.heads, file)?;
    let counts = table.rows.iter().flat_map(|(_, cells)| [n12, n21].map(|at| cells[at].as_str()));
    let notation = table.notation.clone().with_counts(counts);
    if let NumberNotation::Contradictory(conflict) = notation {
        bail!("{name}, {conflict}");
    }
    let row = |(line, cells): &(u64, Vec<String>)| -> Result<CountsRow> {
        let text = |at: usize| cells[at].clone();
        let optional = |at: Option<usize>| at.map(text).unwrap_or_default();
        let counted = |at: usize| {
            let place =
                || format!("{name}, line {line}, column `{}`", escape_line(&table.heads[at]));
            count(&notation, &cells[at]).with_context(place)
        };
        let maybe = |at: Option<usize>| {
            let at = at.filter(|at| !is_missing(&cells[*at]));
            at.map(counted).transpose()
        };
        let [n12, n21] = [counted(n12)?, counted(n21)?];
        let table =
            others.check(n12, n21, maybe).with_context(|| format!("{name}, line {line}"))?;
        Ok(CountsRow {
            line: *line,
            source: optional(source),
            family_table: optional(of_table),
            hypothesis: text(hypothesis),
            model: text(model),
            method: text(method),
            n12,
            n21,
            table,
            lost: lost_pairs(&lost, maybe)?,
            alternative: optional(alternative),
        })
    };
    let rows: Vec<CountsRow> = table.rows.iter().map(row).collect::<Result<_>>()?;
    check_rows(&rows, file)?;
    if !unread.is_empty() {
        console::note(&format!("{name}: not read: {}", unread.join(", ")));
    }
    Ok(rows)
}

/// The columns of other counts of the same pairs.
struct OtherCounts {
    /// All pairs; may include lost ones, unless all four cells are given.
    pairs: Option<usize>,
    /// Pairs with exactly one right member.
    discordant: Option<usize>,
    both: Option<usize>,
    neither: Option<usize>,
}

impl OtherCounts {
    /// Returns all four counts, if they are present. Refuses impossible counts.
    fn check(
        &self,
        n12: u64,
        n21: u64,
        count: impl Fn(Option<usize>) -> Result<Option<u64>>,
    ) -> Result<Option<PairedTable>> {
        let apart = n12.saturating_add(n21);
        if let Some(discordant) = count(self.discordant)?.filter(|one| *one != apart) {
            bail!("n12 = {n12} and n21 = {n21} are {apart} discordant pairs, and not {discordant}");
        }
        let (both, neither) = (count(self.both)?, count(self.neither)?);
        let alike = both.unwrap_or(0).saturating_add(neither.unwrap_or(0));
        let all = apart.saturating_add(alike);
        let pairs = count(self.pairs)?;
        if let (Some(pairs), Some(n11), Some(n22)) = (pairs, both, neither)
            && pairs != all
        {
            bail!(
                "n11 = {n11}, n12 = {n12}, n21 = {n21} and n22 = {n22} are {all} pairs, and not {pairs}; \
                 correct the counts, or leave out the column of all pairs if it has lost ones too"
            );
        }
        if let Some(pairs) = pairs.filter(|pairs| *pairs < all) {
            let alike = if alike > 0 { " with those of n11 and n22" } else { "" };
            bail!("n12 = {n12} and n21 = {n21} are {all} pairs{alike}, and there are only {pairs}");
        }
        Ok(both.zip(neither).map(|(n11, n22)| PairedTable { n11, n12, n21, n22 }))
    }
}

/// The lost pairs of a row; none if the file has no such column.
fn lost_pairs(
    columns: &[Option<usize>; LOST.len()],
    count: impl Fn(Option<usize>) -> Result<Option<u64>>,
) -> Result<Option<Lost>> {
    if columns.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut counts = [0; LOST.len()];
    for (own, column) in counts.iter_mut().zip(columns) {
        *own = count(*column)?.unwrap_or(0);
    }
    let [unanswered, refused, empty, truncated, unread, split] = counts;
    Ok(Some(Lost { unanswered, refused, empty, truncated, unread, split }))
}

/// Builds the report of a file of counts.
fn counts_report(file: &Path, options: &TestOptions) -> Result<Report> {
    let (rule, alpha) = counts_settings(options)?;
    let rows = read_counts(file)?;
    let settings = Settings {
        rule,
        alpha,
        treatment: Treatment::Exclude,
        adjust_over: AdjustOver::AllSubjects,
        sequential: None,
    };
    let comparisons: Vec<CountedComparison> = rows
        .iter()
        .map(|row| comparison(row, &rows, rule))
        .map(|made| made.with_context(|| file.display().to_string()))
        .collect::<Result<_>>()?;
    let mut claims: Vec<Claim> = Vec::new();
    for one in &comparisons {
        if claims.iter().all(|claim| claim.hypothesis != one.hypothesis) {
            claims.push(Claim {
                hypothesis: one.hypothesis.clone(),
                title: String::new(),
                published: String::new(),
                standing: Standing::Confirmatory,
                direction: one.direction,
                definition: Definition::default(),
            });
        }
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| file.display().to_string());
    let counted: Vec<_> = comparisons.iter().map(|one| (&one.hypothesis, &one.model)).collect();
    let tables: Vec<_> = comparisons.iter().map(|one| (&one.method, one.table)).collect();
    let provenance = Provenance {
        version: VERSION.to_owned(),
        study: name.clone(),
        study_hash: Key::from_content("counts", &(counted, tables))?.to_string(),
        rule: rule.to_string(),
        correction: "Benjamini-Hochberg over each family of tests of the file".to_owned(),
        alpha: alpha.to_string(),
        command: format!("peirast report --counts {name}"),
        ..Provenance::default()
    };
    let report = Report::from_counts(&claims, &comparisons, &settings, provenance)?;
    // The difference between the versions is unknown: it need not be a bias.
    Ok(report.calling_it("an effect").titled(&format!("Counts of {name}"), ""))
}

/// Returns the rule and the level for counts. Refuses options that need answers.
pub fn counts_settings(options: &TestOptions) -> Result<(Rule, f64)> {
    let unused = options.needing_answers();
    if !unused.is_empty() {
        bail!("{} needs answers, and a file of counts has none: leave it out", unused.join(", "));
    }
    let rule = options.rule.as_deref().unwrap_or("exact").parse()?;
    Ok((rule, options.alpha.unwrap_or(0.05)))
}

/// Builds a row with all four counts. Its method also names source and table if rows need them to
/// differ.
fn comparison(row: &CountsRow, rows: &[CountsRow], rule: Rule) -> Result<CountedComparison> {
    let line = row.line;
    let table = row.table.with_context(|| {
        format!(
            "line {line}: a figure, a table or a page shows shares of all pairs: give n11 (both right) and n22 \
             (both wrong); `peirast test --counts` tests n12 and n21 alone"
        )
    })?;
    let alternative = row.alternative(rule, None).with_context(|| format!("line {line}"))?;
    let name = |row: &CountsRow| (row.hypothesis.clone(), row.model.clone(), row.method.clone());
    let is_alone = rows.iter().filter(|other| name(other) == name(row)).count() == 1;
    let more = [&row.source, &row.family_table].map(String::as_str);
    let more = more.into_iter().filter(|part| !is_alone && !part.is_empty());
    let method: Vec<&str> = std::iter::once(row.method.as_str()).chain(more).collect();
    let (source, family) = row.family();
    Ok(CountedComparison {
        hypothesis: row.hypothesis.clone(),
        model: row.model.clone(),
        method: method.join(", "),
        test_family: [source, family].join(" ").trim().to_owned(),
        direction: match alternative {
            Alternative::Greater => Direction::PerturbedBetter,
            Alternative::Less => Direction::OriginalBetter,
            Alternative::TwoSided => Direction::Either,
        },
        table,
        lost: row.lost.unwrap_or_default(),
    })
}

/// Lists the columns that are not read. Refuses a column that may be a misspelt known one.
fn unread_heads(heads: &[String], file: &Path) -> Result<Vec<String>> {
    let known: Vec<&str> = NEEDED
        .iter()
        .flatten()
        .chain(&OPTIONAL)
        .chain(&PAIRS)
        .chain(&DISCORDANT)
        .chain(&BOTH)
        .chain(&NEITHER)
        .chain(&LOST)
        .copied()
        .collect();
    let is_known = |head: &str| known.iter().any(|name| name.eq_ignore_ascii_case(head));
    let is_there = |name: &str| heads.iter().any(|head| head.eq_ignore_ascii_case(name));
    let unread: Vec<&String> = heads.iter().filter(|head| !is_known(head)).collect();
    for head in &unread {
        let near = OPTIONAL.iter().find(|name| !is_there(name) && are_near_names(head, name));
        if let Some(name) = near {
            bail!(
                "{} has a column `{}`, and none called `{name}`; call it `{name}` if that is meant, or \
                 something else if not",
                file.display(),
                escape_line(head)
            );
        }
    }
    Ok(unread.iter().map(|head| format!("`{}`", escape_line(head))).collect())
}

/// The position of the only column with one of these names, ignoring case.
fn column(heads: &[String], names: &[&str], file: &Path) -> Result<Option<usize>> {
    let is_named = |head: &str| names.iter().any(|name| name.eq_ignore_ascii_case(head));
    let mut found = (0..heads.len()).filter(|at| is_named(&heads[*at]));
    match (found.next(), found.next()) {
        (Some(first), Some(second)) => bail!(
            "{}: columns {} and {} are both `{}`; rename one",
            file.display(),
            first + 1,
            second + 1,
            names[0]
        ),
        (found, _) => Ok(found),
    }
}

/// Parses the count in a cell: a whole number, which some programs print as `16.0`.
fn count(notation: &NumberNotation, cell: &str) -> Result<u64> {
    if is_missing(cell) {
        bail!("no count here, and a test needs both; leave the row out if one is unknown");
    }
    let plain = notation.plain(cell)?;
    let whole = plain.strip_suffix(".0").unwrap_or(&plain);
    let Ok(count) = whole.parse::<u64>() else {
        bail!("`{}` is no count; give a whole number such as 12", escape_line(cell))
    };
    check_count("discordant pairs", count)?;
    Ok(count)
}

fn check_rows(rows: &[CountsRow], file: &Path) -> Result<()> {
    if rows.is_empty() {
        bail!("{} holds no row of counts below its header", file.display());
    }
    let mut seen = BTreeMap::new();
    for row in rows {
        let key = (&row.source, &row.family_table, &row.hypothesis, &row.model, &row.method);
        if let Some(first) = seen.insert(key, row.line) {
            bail!(
                "{}, line {}: the same source, table, hypothesis, model and method as in line {first}; \
                 leave one of them out",
                file.display(),
                row.line,
            );
        }
    }
    Ok(())
}
