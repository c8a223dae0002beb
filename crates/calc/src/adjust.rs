//! Adjustment of p-values for multiple tests.

use crate::AdjustRequest;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::options::check_level;
use crate::sheet::{Cell, Printout, Sheet};
use peirast_stats::{Correction, Undefined, sequential};
use peirast_table::{self as table, CsvWriter, escape_json};
use serde::Serialize;
use std::collections::BTreeMap;

/// One p-value or e-value of a family.
struct Member {
    family: String,
    /// The value; `None` if this test gave none. Then it does not count towards the size of its
    /// family.
    p: Option<f64>,
}

/// One p-value, before and after adjustment.
#[derive(Serialize)]
struct AdjustedValue {
    family: String,
    p: Option<f64>,
    p_adjusted: Option<f64>,
    reject: Option<bool>,
    correction: Correction,
    alpha: f64,
}

/// Adjusts the p-values of each family, or rejects by e-values. The order stays the same.
///
/// # Errors
/// If values are invalid, or a file cannot be read.
pub fn adjust(args: &AdjustRequest) -> Result<Printout> {
    check_level(args.alpha)?;
    let members = members(args)?;
    if members.is_empty() {
        refuse!("give p-values, or --data FILE with a column of them");
    }
    if args.e_values {
        return Ok(e_values(&members, args.alpha)?.printout());
    }
    let rows = adjusted(&members, args.correction.parse()?, args.alpha)?;
    Ok(Printout { text: as_csv(&rows)?, json: json_lines(&rows)? })
}

/// The e-values of each family, with the decisions.
fn e_values(members: &[Member], alpha: f64) -> Result<Sheet> {
    let mut rejected = vec![false; members.len()];
    for places in families(members).values() {
        let e: Vec<Option<f64>> = places.iter().map(|at| members[*at].p).collect();
        for (at, reject) in places.iter().zip(sequential::e_bh(&e, alpha)?) {
            rejected[*at] = reject;
        }
    }
    let named = members.iter().any(|member| !member.family.is_empty());
    let row = |(member, reject): (&Member, bool)| {
        let family = named.then(|| ("family", Cell::text(&member.family)));
        let e = Cell::Number(member.p.ok_or(Undefined::Empty));
        family.into_iter().chain([("e", e), ("reject", Cell::Flag(reject))]).collect()
    };
    Ok(Sheet::rows(members.iter().zip(rejected).map(row).collect()))
}

fn members(args: &AdjustRequest) -> Result<Vec<Member>> {
    let Some(file) = &args.data else {
        let member = |p: &f64| Member { family: String::new(), p: Some(*p) };
        return Ok(args.p.iter().map(member).collect());
    };
    if !args.p.is_empty() {
        refuse!("give p-values or --data, not both");
    }
    let usual = if args.e_values { "e" } else { "p" };
    let column = args.column.clone().unwrap_or_else(|| usual.to_owned());
    let names: Vec<String> = args.by.iter().chain([&column]).cloned().collect();
    let columns = Columns::with_gaps(file, &names)?;
    let p = columns.numbers_or_gaps(names.len() - 1)?;
    let families: Vec<&str> = match args.by {
        Some(_) => columns.texts(0),
        None => vec![""; columns.len()],
    };
    let member = |(family, p): (&str, Option<f64>)| Member { family: family.to_owned(), p };
    Ok(families.into_iter().zip(p).map(member).collect())
}

/// The positions of the members of each family.
fn families(members: &[Member]) -> BTreeMap<&str, Vec<usize>> {
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        families.entry(&member.family).or_default().push(at);
    }
    families
}

fn adjusted(members: &[Member], correction: Correction, alpha: f64) -> Result<Vec<AdjustedValue>> {
    let mut after = vec![None; members.len()];
    for places in families(members).values() {
        let p: Vec<Option<f64>> = places.iter().map(|at| members[*at].p).collect();
        for (at, value) in places.iter().zip(correction.adjust_present(&p)?) {
            after[*at] = value;
        }
    }
    let row = |(member, p_adjusted): (&Member, Option<f64>)| AdjustedValue {
        family: member.family.clone(),
        p: member.p,
        p_adjusted,
        reject: p_adjusted.map(|p| p <= alpha),
        correction,
        alpha,
    };
    Ok(members.iter().zip(after).map(row).collect())
}

/// A table with a header. It has a column of families only if there are families.
fn as_csv(rows: &[AdjustedValue]) -> Result<String> {
    let families = rows.iter().any(|row| !row.family.is_empty());
    let mut csv = CsvWriter::new(Vec::new());
    let line = |family: table::Cell<'static>, rest: [table::Cell<'static>; 3]| {
        families.then_some(family).into_iter().chain(rest)
    };
    csv.row(line("family".into(), ["p", "p_adjusted", "reject"].map(table::Cell::from)))?;
    for row in rows {
        let rest = [row.p.into(), row.p_adjusted.into(), row.reject.into()];
        csv.row(line(row.family.clone().into(), rest))?;
    }
    Ok(csv.into_text()?)
}

fn json_lines(rows: &[AdjustedValue]) -> Result<String> {
    let line = |row: &AdjustedValue| Ok(escape_json(&serde_json::to_string(row)?) + "\n");
    rows.iter().map(line).collect()
}
