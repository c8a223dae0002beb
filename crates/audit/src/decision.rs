//! Decisions next to p-values: finds their level, and the decisions that contradict a p.

use peirast_stats::Correction;

use crate::adjusted::named;
use crate::finding::{Findings, Place, written};
use crate::{Bound, Cell, Document, Printed, Role, Roles, Table, Verdict};

/// A decision and its p-value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decided {
    /// The p-value, as printed.
    pub p: Printed,
    /// True if the table says that the null hypothesis is rejected.
    pub rejected: bool,
}

/// Usual levels of decisions.
const LEVELS: [f64; 5] = [0.05, 0.01, 0.1, 0.005, 0.001];

impl Decided {
    /// True if the p is rejected at a level; `None` if the p may lie on either side of it.
    fn at(self, level: f64) -> Option<bool> {
        let Printed { value, bound, .. } = self.p;
        match bound {
            Bound::Below => (value <= level).then_some(true),
            Bound::Above => (value >= level).then_some(false),
            Bound::Exactly if self.p.agrees(level) && value != 0.0 => None,
            Bound::Exactly => Some(value <= level),
        }
    }

    fn follows(self, level: f64) -> bool {
        self.at(level).is_none_or(|rejected| rejected == self.rejected)
    }

    /// The smallest and the largest p that would be printed in this way.
    fn ends(self) -> (f64, f64) {
        let half = self.p.half_unit();
        match self.p.bound {
            Bound::Below => (0.0, self.p.value),
            Bound::Above => (self.p.value, 1.0),
            Bound::Exactly => (self.p.value - half, self.p.value + half),
        }
    }
}

fn followers(decided: &[Decided], level: f64) -> usize {
    decided.iter().filter(|one| one.follows(level)).count()
}

/// The smallest p that is not rejected. A larger p that is rejected contradicts it at any level.
fn smallest_kept(decided: &[Decided]) -> Option<usize> {
    let kept = (0..decided.len()).filter(|at| !decided[*at].rejected);
    kept.min_by(|a, b| decided[*a].ends().1.total_cmp(&decided[*b].ends().1))
}

/// Returns true if a test is rejected at a larger p than another that is not.
fn contradicts(rejected: Decided, kept: Decided) -> bool {
    rejected.rejected && rejected.ends().0 > kept.ends().1
}

/// Finds the usual level that most decisions follow. If there are several, the one that most of
/// `others` follow, then the most usual. `None` if the decisions follow no level: some test is
/// rejected at a larger p than another that is not, and more than one decision in four breaks every
/// usual level.
pub fn level(decided: &[Decided], others: &[Decided]) -> Option<f64> {
    let follow = |level: &f64| (followers(decided, *level), followers(others, *level));
    let most = LEVELS.iter().map(follow).max()?;
    let best = LEVELS.into_iter().find(|level| follow(level) == most)?;
    let kept = smallest_kept(decided).map(|at| decided[at]);
    let is_mixed = kept.is_some_and(|kept| decided.iter().any(|one| contradicts(*one, kept)));
    (!decided.is_empty() && (!is_mixed || most.0 * 4 >= decided.len() * 3)).then_some(best)
}

/// The decisions of a table next to one column of p-values, and their rows.
struct Column {
    rows: Vec<usize>,
    decided: Vec<Decided>,
}

/// Checks the decisions of every table against the p-values next to them.
pub fn check(document: &Document, roles: &[Roles], findings: &mut Findings) {
    let tables: Vec<Option<Column>> =
        document.tables.iter().zip(roles).map(|(table, roles)| column(table, roles)).collect();
    let all: Vec<Decided> =
        tables.iter().flatten().flat_map(|own| own.decided.iter().copied()).collect();
    for ((table, roles), own) in document.tables.iter().zip(roles).zip(&tables) {
        if let Some(own) = own {
            of_table(table, roles, own, &all, findings);
        }
    }
}

/// The decisions of a table with its adjusted p-values, or else its raw ones. If there are several
/// columns of adjusted p-values, the one that the decisions follow best.
fn column(table: &Table, roles: &Roles) -> Option<Column> {
    let reject = roles.column(Role::Reject)?;
    let read = |column: usize| {
        let cells = table.rows.iter().map(|row| &row.cells).enumerate();
        let decided = |(row, cells): (usize, &Vec<Cell>)| {
            let (p, rejected) = (cells[column].number()?, cells[reject].decision()?);
            Some((row, Decided { p, rejected }))
        };
        let (rows, decided) = cells.filter_map(decided).unzip();
        Column { rows, decided }
    };
    let most = |own: &Column| {
        LEVELS.iter().map(|level| followers(&own.decided, *level)).max().unwrap_or_default()
    };
    let mut best: Option<Column> = None;
    for column in roles.columns(Role::PAdjusted).map(read) {
        if best.as_ref().is_none_or(|best| most(&column) > most(best)) {
            best = Some(column);
        }
    }
    best.or_else(|| roles.column(Role::P).map(read)).filter(|own| !own.rows.is_empty())
}

/// The level in the header of a column of decisions.
fn stated(table: &Table, roles: &Roles) -> Option<f64> {
    let head = Cell::new(&table.heads[roles.column(Role::Reject)?]);
    let number = head.parts.last()?.number;
    let level = if number.percent { number.value / 100.0 } else { number.value };
    (level > 0.0 && level < 0.5).then_some(level)
}

fn of_table(table: &Table, roles: &Roles, own: &Column, all: &[Decided], findings: &mut Findings) {
    let decided = &own.decided;
    let stated = stated(table, roles);
    let said = |rejected| if rejected { "rejected" } else { "not rejected" };
    let kept = smallest_kept(decided);
    let other = |one: Decided| {
        let at = kept.filter(|at| contradicts(one, decided[*at]))?;
        let (row, p) = (own.rows[at], written(decided[at].p));
        Some(format!("not rejected at p = {p} (line {})", table.rows[row].line))
    };
    let Some(level) = stated.or_else(|| level(decided, all)) else {
        for (row, one) in own.rows.iter().zip(decided) {
            let Some(other) = other(*one) else { continue };
            let (place, printed) = (Place::row(table, *row), written(one.p));
            let printed = format!("rejected at p = {printed}");
            findings.add(CHECK, Verdict::Contradiction, place, printed, other).remark =
                "no level gives both decisions".to_owned();
        }
        return;
    };
    let (follow, tests) = (followers(decided, level), decided.len());
    let corrected = match stated {
        None if follow < tests => corrected(table, roles, own),
        _ => None,
    };
    let source = match (stated, &corrected) {
        (Some(level), _) => format!("at the level {level}, which the header states"),
        (None, Some((correction, level))) => {
            format!(
                "adjusted by {correction}, at the level {level}: the printed decisions imply both"
            )
        }
        _ if follow == tests => {
            format!("at the level {level}, which the printed decisions imply")
        }
        _ => format!("at the level {level}, which {follow} of {tests} printed decisions follow"),
    };
    for (row, one) in own.rows.iter().zip(decided) {
        let expected = match corrected {
            Some(_) => one.rejected,
            None => match one.at(level) {
                Some(expected) => expected,
                None => continue,
            },
        };
        let (verdict, place) = match expected == one.rejected {
            true => (Verdict::Ok, Place::row(table, *row)),
            false => (Verdict::Contradiction, Place::row(table, *row)),
        };
        let both = other(*one).filter(|_| verdict.is_fault());
        let both = both.map_or_else(String::new, |other| format!("; another is {other}"));
        findings.add(CHECK, verdict, place, said(one.rejected), said(expected)).remark =
            format!("p = {} {source}{both}", written(one.p));
    }
}

const CHECK: &str = "decision by the printed p";

/// Finds the correction and the usual level that explain all decisions next to raw p-values, if
/// these break all usual levels. Tables often print a raw p and decide by the adjusted one.
fn corrected(table: &Table, roles: &Roles, own: &Column) -> Option<(Correction, f64)> {
    let column = roles.column(Role::P).filter(|_| roles.column(Role::PAdjusted).is_none())?;
    if !named(&table.heads[column]).is_empty() {
        return None;
    }
    let printed: Vec<(usize, Printed)> =
        table.numbers(column).enumerate().filter_map(|(row, p)| Some((row, p?))).collect();
    let raw: Vec<f64> = printed.iter().map(|(_, p)| p.value.clamp(0.0, 1.0)).collect();
    let corrections = Correction::ALL.iter().filter(|one| **one != Correction::Unadjusted);
    corrections.copied().find_map(|correction| {
        let adjusted = correction.adjust(&raw).ok()?;
        let mut decided = Vec::with_capacity(own.rows.len());
        for (row, one) in own.rows.iter().zip(&own.decided) {
            let at = printed.binary_search_by_key(row, |(row, _)| *row).ok()?;
            decided.push(Decided { p: Printed { value: adjusted[at], ..one.p }, ..*one });
        }
        let level =
            LEVELS.into_iter().find(|level| followers(&decided, *level) == decided.len())?;
        Some((correction, level))
    })
}
