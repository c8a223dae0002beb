//! The file of `test --counts`: discordant pairs, one test a line.

use crate::console;
use anyhow::{Context as _, Result, bail};
use peirast_calc::are_near_names;
use peirast_report::escape_line;
use peirast_stats::check_count;
use peirast_table::{ForeignTable, NumberNotation, decode_text, is_missing};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A row of a file of counts, as written.
#[derive(Debug, Serialize)]
pub struct CountsRow {
    /// The line of the file.
    #[serde(skip)]
    pub line: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub table: String,
    pub hypothesis: String,
    pub model: String,
    pub method: String,
    pub n12: u64,
    pub n21: u64,
    #[serde(skip_serializing)]
    pub alternative: String,
}

/// Columns that a file must have, each with its other name.
const NEEDED: [[&str; 2]; 5] = [
    ["hypothesis", "hypothesis"],
    ["model", "model"],
    ["method", "method"],
    ["n12", "n10"],
    ["n21", "n01"],
];

/// Columns that a file may have.
const OPTIONAL: [&str; 3] = ["source", "table", "alternative"];

/// Columns of other counts of the same pairs, which have to agree with n12 and n21: each with its other
/// names.
const PAIRS: [&str; 3] = ["n", "pairs", "total"];
const DISCORDANT: [&str; 4] = ["n*", "n_star", "nstar", "discordant"];
const BOTH: [&str; 1] = ["n11"];
const NEITHER: [&str; 2] = ["n22", "n00"];

/// Reads the rows, and refuses a file without any, and a row that is there twice: it would count as two
/// tests.
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
        others.check(n12, n21, maybe).with_context(|| format!("{name}, line {line}"))?;
        Ok(CountsRow {
            line: *line,
            source: optional(source),
            table: optional(of_table),
            hypothesis: text(hypothesis),
            model: text(model),
            method: text(method),
            n12,
            n21,
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
    /// All pairs; lost ones perhaps included, unless all four cells are given.
    pairs: Option<usize>,
    /// Pairs of which one member is right.
    discordant: Option<usize>,
    both: Option<usize>,
    neither: Option<usize>,
}

impl OtherCounts {
    /// Refuses counts that no pairs can have.
    fn check(
        &self,
        n12: u64,
        n21: u64,
        count: impl Fn(Option<usize>) -> Result<Option<u64>>,
    ) -> Result<()> {
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
        Ok(())
    }
}

/// The columns that are not read. One that may be one of those that are, misspelt, is refused.
fn unread_heads(heads: &[String], file: &Path) -> Result<Vec<String>> {
    let known: Vec<&str> = NEEDED
        .iter()
        .flatten()
        .chain(&OPTIONAL)
        .chain(&PAIRS)
        .chain(&DISCORDANT)
        .chain(&BOTH)
        .chain(&NEITHER)
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

/// The place of the only column with one of these names, in letters large or small.
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

/// The count in a cell: a whole number, which some programs print as `16.0`.
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
        let key = (&row.source, &row.table, &row.hypothesis, &row.model, &row.method);
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
