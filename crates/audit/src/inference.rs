//! Statistics and p-values in the rows of a table, and in the prose around it.

use peirast_decimals::scientific_decimals;
use peirast_stats::shapiro;
use std::collections::BTreeMap;

use crate::cell::Part;
use crate::finding::{Findings, Place, written};
use crate::statistic::{Comparison, Statistic, compare, implied_size};
use crate::tails::TestColumn;
use crate::{Cell, Document, Printed, Role, Roles, Table, Verdict};

/// Checks the p-values of a table against the statistics next to them.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    // Counts have separate rules.
    let counts = roles.column(Role::Broken).is_some() && roles.column(Role::Mended).is_some();
    let shown = shown(table, roles);
    let mut beside = Vec::new();
    for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
        let place = || Place::row(table, row);
        for cell in cells.iter().filter(|cell| cell.parts.len() > 1) {
            within(&cell.parts, &place(), findings);
        }
        let of = |role| roles.column(role).and_then(|at| cells[at].number());
        if let Some((printed, bound)) = without_freedom(table, roles, row) {
            let check = "degrees of freedom of a test";
            findings.add(check, Verdict::Impossible, place(), printed, bound);
            continue;
        }
        if let (Some(p), Some(column), false) = (of(Role::P), roles.column(Role::P), counts)
            && let Some(statistic) = tested(&of_row(table, roles, row), p, column, shown)
        {
            beside.push((row, statistic, p));
        }
    }
    let tests: Vec<(Statistic, Printed)> = beside.iter().map(|(_, one, p)| (*one, *p)).collect();
    let column = TestColumn::new(&tests);
    for (row, statistic, p) in beside {
        if let Some(found) = column.compare(statistic, p) {
            judge(statistic, p, found, Place::row(table, row), findings);
        }
    }
    normality(table, roles, findings);
}

/// Reports the missing numbers of a table with p-values and statistics, if none of them could be
/// checked.
pub fn report_missing(table: &Table, roles: &Roles, findings: &mut Findings) {
    let Some(p) = roles.column(Role::P) else { return };
    let is_checked =
        |one: &crate::Finding| one.table == table.title && one.verdict != Verdict::Note;
    if findings.0.iter().any(is_checked) {
        return;
    }
    let lacking = (0..table.rows.len())
        .filter(|row| table.rows[*row].cells[p].number().is_some())
        .flat_map(|row| of_row(table, roles, row))
        .find_map(|one| Some((one.column, one.statistic.err()?)));
    if let Some((column, what)) = lacking {
        let (statistic, p) = (&table.heads[column], &table.heads[p]);
        let printed = format!("`{statistic}` and `{p}`");
        let found = format!("no column has {what}, which `{p}` of `{statistic}` depends on");
        let place = Place::whole(table);
        findings.add("p-values that could not be checked", Verdict::Note, place, printed, found);
    }
}

/// The degrees of freedom of a row that has a test and no degrees of freedom, and the number that
/// it needs. A saturated model has none: chi-square is 0, and there is no p.
fn without_freedom(table: &Table, roles: &Roles, row: usize) -> Option<(String, &'static str)> {
    let cells = &table.rows[row].cells;
    let of = |role| roles.column(role).and_then(|at| cells[at].number());
    let has_p = of(Role::P).is_some();
    let tests = [Role::T, Role::F, Role::Statistic];
    if has_p || tests.into_iter().any(|role| of(role).is_some()) {
        let inside = roles.column(Role::Df).and_then(|at| cells[at].parts.get(1));
        let inside = inside.filter(|part| !part.number.percent).map(|part| part.number);
        let columns = [Role::Df, Role::DfBetween, Role::DfWithin].map(of);
        let all = [columns[0], columns[1], columns[2], inside.filter(|_| of(Role::F).is_some())];
        if let Some(none) = all.into_iter().flatten().find(|df| df.value <= 0.0) {
            return Some((format!("df = {}", written(none)), "more than 0"));
        }
    }
    let pairs = of(Role::Total).filter(|n| has_p && n.value <= 2.0);
    let pairs = pairs.filter(|_| of(Role::Correlation).is_some());
    pairs.map(|n| (format!("r of n = {}", written(n)), "n of more than 2"))
}

/// A statistic of a row.
struct Candidate {
    column: usize,
    /// The statistic, or the name of the missing number that its p depends on.
    statistic: Result<Statistic, &'static str>,
}

/// The statistics of a row that may have its p.
fn of_row(table: &Table, roles: &Roles, row: usize) -> Vec<Candidate> {
    let cells = &table.rows[row].cells;
    let of = |role| roles.column(role).and_then(|at| cells[at].number());
    // F has two degrees of freedom, and the first belong to no other statistic.
    let between = of(Role::DfBetween);
    let df = of(Role::Df).or(between.filter(|_| roles.column(Role::DfWithin).is_none()));
    let df = df.map(|df| df.value);
    let freedom = df.ok_or("degrees of freedom (`df`)");
    let first = between.or(of(Role::Df)).map(|df| df.value);
    let first = first.ok_or("both degrees of freedom (`df1`, `df2`)");
    let both = roles.column(Role::Df).map_or(&[][..], |at| cells[at].parts.as_slice());
    let second = of(Role::DfWithin).or_else(|| both.get(1).map(|part| part.number));
    let second = second.map(|second| second.value).ok_or("both degrees of freedom (`df1`, `df2`)");
    let n = of(Role::Total).map(|n| n.value).or(df.map(|df| df + 2.0));
    let pairs = n.ok_or("the number of pairs (`n`)");
    let statistic = |role, printed: Printed| match role {
        Role::Z => Ok(Statistic::Z(printed)),
        Role::F => first.and_then(|first| Ok(Statistic::F(printed, first, second?))),
        Role::T => freedom.map(|df| Statistic::T(printed, df)),
        Role::Correlation => pairs.map(|n| Statistic::Correlation(printed, n)),
        _ => freedom.map(|df| Statistic::ChiSquare(printed, df)),
    };
    let kinds = [Role::Z, Role::F, Role::T, Role::ChiSquare, Role::H, Role::Correlation];
    let known = kinds.into_iter().filter_map(|role| {
        let column = roles.column(role)?;
        Some(Candidate { column, statistic: statistic(role, cells[column].number()?) })
    });
    let named = roles.column(Role::Statistic).and_then(|column| {
        let name = cells.first().map_or("", |cell| cell.text.as_str());
        let name = format!("{name} {}", cells[column].text).to_lowercase();
        let statistic = by_name(&name, cells[column].number()?, df)?;
        Some(Candidate { column, statistic: Ok(statistic) })
    });
    known.chain(named).collect()
}

/// The column of the statistic that yields the p of most rows, if any does. The other rows belong
/// to it too.
fn shown(table: &Table, roles: &Roles) -> Option<usize> {
    let p = roles.column(Role::P)?;
    let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
    for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
        let Some(p) = cells[p].number() else { continue };
        for one in of_row(table, roles, row) {
            let found = one.statistic.ok().and_then(|statistic| compare(statistic, p));
            if found.is_some_and(|found| !found.verdict.is_fault()) {
                *rows.entry(one.column).or_default() += 1;
            }
        }
    }
    // If several columns yield equally many, the first.
    rows.into_iter().rev().max_by_key(|(_, rows)| *rows).map(|(column, _)| column)
}

/// The statistic of a row that its p is checked against. A row may have several statistics and does
/// not name the tested one. The order of preference is:
///
/// - a statistic that yields the p;
/// - the one that yields the p of other rows;
/// - the nearest one.
///
/// A statistic that lacks a number cannot be the wrong one.
fn tested(
    candidates: &[Candidate],
    p: Printed,
    column: usize,
    shown: Option<usize>,
) -> Option<Statistic> {
    let known = || candidates.iter().filter_map(|one| Some((one.column, one.statistic.ok()?)));
    let judged = known().filter_map(|(_, one)| Some((compare(one, p)?.verdict, one)));
    let matching = judged.filter(|(verdict, _)| !verdict.is_fault());
    if let Some((_, one)) = matching.min_by_key(|(verdict, _)| *verdict) {
        return Some(one);
    }
    if let Some((_, one)) = known().find(|(column, _)| shown == Some(*column)) {
        return Some(one);
    }
    // If two are equally near, the one before p.
    let nearest = candidates.iter().min_by_key(|one| (one.column.abs_diff(column), one.column));
    nearest?.statistic.ok()
}

/// A statistic whose kind its row names.
fn by_name(name: &str, value: Printed, df: Option<f64>) -> Option<Statistic> {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match df {
        Some(df) if has(&["friedman", "kruskal", "χ", "chi", "cochran"]) => {
            Some(Statistic::ChiSquare(value, df))
        }
        Some(df) if has(&["t-test", "t =", "student"]) => Some(Statistic::T(value, df)),
        None if has(&["z =", "z-test"]) => Some(Statistic::Z(value)),
        _ => None,
    }
}

fn judge(
    statistic: Statistic,
    p: Printed,
    found: Comparison,
    place: Place,
    findings: &mut Findings,
) {
    let Comparison { verdict, p: value, remark } = found;
    let check = format!("p from {}", statistic.symbol());
    let recomputed = match verdict.is_fault() {
        true => Printed { places: p.places + 1, ..p }.like(value),
        false if value > 0.0 && value < 1e-4 => scientific_decimals(value, 2),
        false => p.like(value),
    };
    let implied = implied(statistic, p).filter(|_| verdict.is_fault() && remark.is_empty());
    findings.add(check, verdict, place, written(p), recomputed).remark =
        implied.map_or(remark, |(first, last)| match first == last {
            true => format!("the printed p belongs to {first} instead"),
            false => format!("the printed p belongs to {first} to {last} instead"),
        });
}

/// The degrees of freedom, or the number of pairs, that fit the printed p.
fn implied(statistic: Statistic, p: Printed) -> Option<(u64, u64)> {
    match statistic {
        Statistic::T(x, _) => implied_size(|df| Statistic::T(x, df), p),
        Statistic::ChiSquare(x, _) => implied_size(|df| Statistic::ChiSquare(x, df), p),
        Statistic::Correlation(x, _) => implied_size(|n| Statistic::Correlation(x, n), p),
        Statistic::Z(_) | Statistic::F(..) => None,
    }
}

/// Checks statistics and p-values within one cell or sentence: `z = 3.24, p = 1.18e-03`.
fn within(parts: &[Part], place: &Place, findings: &mut Findings) {
    for (at, part) in parts.iter().enumerate() {
        let Some(statistic) = named(part) else { continue };
        if let Some(bound) = statistic.impossible() {
            let printed = format!("{} = {}", part.label, written(part.number));
            findings.add(
                format!("values that {} can have", statistic.symbol()),
                Verdict::Impossible,
                place.clone(),
                printed,
                bound,
            );
            continue;
        }
        // Its p is the next p before any other statistic.
        let p =
            parts[at + 1..].iter().find(|next| is_p(&next.label) || symbol(&next.label).is_some());
        let Some(p) = p.filter(|next| is_p(&next.label)) else { continue };
        if p.number.may_lie(0.0, 1.0) {
            if let Some(found) = compare(statistic, p.number) {
                judge(statistic, p.number, found, place.clone(), findings);
            }
        } else if !p.number.percent {
            let check = "a p-value is a probability";
            let printed = written(p.number);
            findings.add(check, Verdict::Impossible, place.clone(), printed, "between 0 and 1");
        }
    }
}

fn is_p(label: &str) -> bool {
    matches!(label, "p" | "P" | "p-value")
}

/// The symbol of a statistic, and the degrees of freedom in its brackets.
fn symbol(label: &str) -> Option<(&str, Vec<f64>)> {
    let (name, inside) = match label.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')?),
        None => (label, ""),
    };
    let known = ["z", "Z", "t", "F", "χ²", "χ2", "chi2", "X²", "X2", "chi-square", "r"];
    let known = known.contains(&name);
    let numbers = inside.split(',').filter_map(|part| {
        part.trim().trim_start_matches(['N', 'n', '=', ' ']).trim().parse::<f64>().ok()
    });
    known.then(|| (name, numbers.collect()))
}

fn named(part: &Part) -> Option<Statistic> {
    let (name, df) = symbol(&part.label)?;
    match (name, df.as_slice()) {
        ("z" | "Z", []) => Some(Statistic::Z(part.number)),
        ("t", [df]) => Some(Statistic::T(part.number, *df)),
        ("F", [above, below]) => Some(Statistic::F(part.number, *above, *below)),
        ("χ²" | "χ2" | "chi2" | "X²" | "X2" | "chi-square", [df] | [df, _]) => {
            Some(Statistic::ChiSquare(part.number, *df))
        }
        ("r", [df]) => Some(Statistic::Correlation(part.number, *df + 2.0)),
        _ => None,
    }
}

/// Checks the statistics in the prose against their p-values.
pub fn prose(document: &Document, findings: &mut Findings) {
    for line in &document.prose {
        let place = Place { table: String::new(), line: line.number, row: String::new() };
        within(&Cell::new(&line.text).parts, &place, findings);
    }
}

/// Checks Shapiro and Wilk's W: the n that fits its p, and the order of rows with the same n.
fn normality(table: &Table, roles: &Roles, findings: &mut Findings) {
    let (Some(w), Some(p)) = (roles.column(Role::Shapiro), roles.column(Role::P)) else { return };
    let n = roles.column(Role::Total);
    let rows: Vec<Normality> = (0..table.rows.len())
        .filter_map(|row| {
            let cells = &table.rows[row].cells;
            let n = n.and_then(|at| cells[at].count());
            Some(Normality { row, w: cells[w].number()?, p: cells[p].number()?, n })
        })
        .collect();
    for own in &rows {
        let place = Place::row(table, own.row);
        let sizes = sizes(own.w, own.p);
        let (verdict, implied) = match (sizes, own.n) {
            (None, _) => (Verdict::Impossible, "n: none up to 5,000".to_owned()),
            (Some((first, last)), Some(n)) if !(first..=last).contains(&n) => {
                (Verdict::Mismatch, format!("n = {first} to {last}, and not {n}"))
            }
            (Some((first, last)), _) if first == last => (Verdict::Note, format!("n = {first}")),
            (Some((first, last)), _) => (Verdict::Note, format!("n = {first} to {last}")),
        };
        findings.add("n that W and p imply", verdict, place.clone(), own.text(), implied);
        let smaller =
            rows.iter().find(|other| other.w.value < own.w.value && other.p.value > own.p.value);
        let Some(other) = smaller else { continue };
        let same = own.n.is_some() && own.n == other.n;
        let verdict = if same { Verdict::Contradiction } else { Verdict::Note };
        findings.add("smaller W, smaller p", verdict, place, own.text(), other.text()).remark =
            "at equal n the smaller W must have the smaller p".to_owned();
    }
}

/// A printed test of normality.
struct Normality {
    row: usize,
    w: Printed,
    p: Printed,
    n: Option<u64>,
}

impl Normality {
    fn text(&self) -> String {
        format!("W = {}, p = {}", written(self.w), written(self.p))
    }
}

/// The sample sizes for which a printed W can have its printed p.
fn sizes(w: Printed, p: Printed) -> Option<(u64, u64)> {
    let ends = [w.value - w.half_unit(), w.value + w.half_unit()].map(|w| w.clamp(1e-9, 1.0));
    let fits = |n: &u64| {
        let [low, high] = ends.map(|w| shapiro::p_of(w, *n as usize).unwrap_or(f64::NAN));
        p.may_lie(low, high)
    };
    let fitting: Vec<u64> = (3..=5000).filter(fits).collect();
    Some((*fitting.first()?, *fitting.last()?))
}
