//! Intervals of estimates: checks the order of their limits, the position of their estimate, and
//! their possible range.

use crate::finding::{Findings, Place, written};
use crate::role::{names_share, words};
use crate::{Bound, Cell, Printed, Role, Roles, Table, Verdict, shares};

/// The limits of an interval in a text: `[70, 90]`, `80 (70 to 90)`, `0.7–0.9`.
pub fn limits(text: &str) -> Option<(Printed, Printed)> {
    let text = text.trim();
    let inside = match text.rfind(['[', '(']) {
        Some(open) => text[open + 1..].trim_end().strip_suffix([']', ')'])?,
        None => text,
    };
    // The name comes first: `95% CI: 70, 90`.
    let inside = inside.rsplit_once([':', '=']).map_or(inside, |(_, limits)| limits);
    let inside = inside.rsplit_once("CI").map_or(inside, |(_, limits)| limits);
    let signs = [";", ",", " to ", "\u{2013}", "\u{2014}", " - ", "-"];
    signs.iter().find_map(|sign| {
        let mut places = inside.match_indices(sign);
        places.find_map(|(at, _)| {
            let (low, high) = (&inside[..at], &inside[at + sign.len()..]);
            let (low, high): (Printed, Printed) =
                (low.trim().parse().ok()?, high.trim().parse().ok()?);
            let exact = low.bound == Bound::Exactly && high.bound == Bound::Exactly;
            exact.then_some((low, high))
        })
    })
}

/// Checks the intervals of a table row by row.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    let ends = (roles.column(Role::Low), roles.column(Role::High));
    if let (Some(low), Some(high)) = ends {
        let of = |cells: &[Cell]| Some((cells[low].number()?, cells[high].number()?));
        of_columns(table, roles, low.min(high), &of, findings);
    }
    for column in roles.columns(Role::Interval) {
        let of = |cells: &[Cell]| cells[column].limits;
        match own_estimate(table, roles, column) {
            Some(own) => rows(table, Some(&own), &of, findings),
            None => of_columns(table, roles, column, &of, findings),
        }
    }
    // An estimate with its interval in one cell. Brackets may also contain the numbers of
    // references.
    for column in (0..table.heads.len()).filter(|at| roles.role(*at) != Some(Role::Interval)) {
        let of =
            |cells: &[Cell]| cells[column].limits.filter(|_| cells[column].text.ends_with(']'));
        let estimate =
            Estimate::new(table, roles, column).filter(|one| one.lies_within(table, &of));
        if roles.role(column).is_some() && estimate.is_some() {
            rows(table, estimate.as_ref(), &of, findings);
        }
    }
}

/// The estimate in the cells of a column of intervals, if it comes first: `80 [70, 90]`.
fn own_estimate(table: &Table, roles: &Roles, column: usize) -> Option<Estimate> {
    let cells = || table.rows.iter().map(|row| &row.cells[column]);
    let begins = |cell: &Cell| cell.number().is_some() && cell.text.contains(['[', '(']);
    let is_own = cells().filter(|cell| cell.limits.is_some()).all(begins);
    let is_share = names_share(&words(&table.heads[column]));
    let range = is_share.then(|| (0.0, shares::whole(table, roles, column)));
    is_own.then(|| Estimate { column, name: "estimate".to_owned(), range, is_certain: true })
}

/// A function that returns the interval of a row.
type Limits<'a> = &'a dyn Fn(&[Cell]) -> Option<(Printed, Printed)>;

/// Checks intervals in separate columns, of which the first is at this position.
fn of_columns(table: &Table, roles: &Roles, first: usize, of: Limits<'_>, findings: &mut Findings) {
    let estimate = Owner::new(table, roles, first, of).estimate();
    rows(table, estimate.as_ref(), of, findings);
}

/// Returns true if the columns of an interval may belong to a mean, because no other column is to
/// the left of them. Also true if there are no such columns.
pub fn may_be_of_mean(table: &Table, roles: &Roles) -> bool {
    let (Some(low), Some(high)) = (roles.column(Role::Low), roles.column(Role::High)) else {
        return false;
    };
    let of = |cells: &[Cell]| Some((cells[low].number()?, cells[high].number()?));
    match Owner::new(table, roles, low.min(high), &of) {
        Owner::Estimate(estimate) => roles.role(estimate.column) == Some(Role::Mean),
        Owner::Unknown => false,
        Owner::None => true,
    }
}

fn rows(table: &Table, estimate: Option<&Estimate>, of: Limits<'_>, findings: &mut Findings) {
    let scale = estimate.map_or(1.0, |estimate| estimate.scale(table, of));
    for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
        let Some((low, high)) = of(cells) else { continue };
        let place = || Place::row(table, row);
        let ends = format!("{} to {}", written(low), written(high));
        if is_below(high, low) {
            let check = "limits of an interval in order";
            let bound = format!("{} or more", written(low));
            findings.add(check, Verdict::Impossible, place(), written(high), bound);
            continue;
        }
        let Some(estimate) = estimate else { continue };
        if let Some((least, most)) = estimate.range {
            let outside = |limit: Printed| {
                let half = limit.half_unit();
                (limit.value + half) * scale < least || (limit.value - half) * scale > most
            };
            if outside(low) || outside(high) {
                let check = format!("limits that an interval of {} can have", estimate.name);
                let bound = format!("between {} and {}", least / scale, most / scale);
                findings.add(check, Verdict::Impossible, place(), ends.clone(), bound);
            }
        }
        let Some(value) = cells[estimate.column].number() else { continue };
        let scaled = |limit: Printed| {
            let places = limit.places - scale.log10().round() as i32;
            Printed { value: limit.value * scale, places, ..limit }
        };
        let verdict = within(value, scaled(low), scaled(high));
        let check = format!("{} lies within its interval", estimate.name);
        findings.add(check, verdict, place(), written(value), ends);
    }
}

/// The verdict on a value between two ends. A value outside is impossible; a value that is inside
/// only because of rounding gets another verdict.
pub fn within(value: Printed, low: Printed, high: Printed) -> Verdict {
    let crumb = 0.01 * value.half_unit();
    match () {
        () if is_below(value, low) || is_below(high, value) => Verdict::Impossible,
        () if value.value + crumb < low.value || value.value - crumb > high.value => {
            Verdict::Rounding
        }
        () => Verdict::Ok,
    }
}

/// Returns true if the unrounded first number is below the second for any rounding of both.
/// Rounding to the same digit keeps their order.
fn is_below(first: Printed, second: Printed) -> bool {
    match first.places == second.places {
        // A multiplied limit may have a small rounding error.
        true => first.value + 0.01 * first.half_unit() < second.value,
        false => first.value + first.half_unit() + second.half_unit() < second.value,
    }
}

/// The estimate of an interval.
struct Estimate {
    column: usize,
    /// Its name in findings.
    name: String,
    /// Its possible range, if known.
    range: Option<(f64, f64)>,
    /// True if its header names an estimate unambiguously.
    is_certain: bool,
}

impl Estimate {
    fn new(table: &Table, roles: &Roles, column: usize) -> Option<Self> {
        let named = |name: &str, range: Option<(f64, f64)>, is_certain: bool| {
            Some(Self { column, name: name.to_owned(), range, is_certain })
        };
        let head = words(&table.heads[column]);
        let share = || Some((0.0, shares::whole(table, roles, column)));
        match roles.role(column) {
            Some(Role::Share) => named("share", share(), true),
            Some(Role::Mean) => named("mean", share().filter(|_| names_share(&head)), true),
            Some(Role::Correlation | Role::Tau) => named("correlation", Some((-1.0, 1.0)), true),
            None if table.is_numeric(column) => {
                let is_letter = matches!(head.as_slice(), [one] if LETTERS.contains(&one.as_str()));
                let is_certain =
                    is_letter || head.iter().any(|word| ESTIMATES.contains(&word.as_str()));
                let name = format!("`{}`", table.heads[column]);
                Some(Self { column, name, range: None, is_certain })
            }
            _ => None,
        }
    }

    /// Returns true if most values lie within the intervals next to them. Other numbers do so only
    /// by chance.
    fn lies_within(&self, table: &Table, of: Limits<'_>) -> bool {
        let within = table.rows.iter().filter_map(|row| {
            let ((low, high), value) = (of(&row.cells)?, row.cells[self.column].number()?);
            Some((low.value..=high.value).contains(&value.value))
        });
        let within: Vec<bool> = within.collect();
        let good = within.iter().filter(|good| **good).count();
        within.len() >= 3 && good * 3 >= within.len() * 2
    }

    /// The factor that converts limits to the unit of the estimate. Percentages may be next to
    /// limits in proportions, or the reverse.
    fn scale(&self, table: &Table, of: Limits<'_>) -> f64 {
        let Some((least, most)) = self.range.filter(|(least, _)| *least == 0.0) else { return 1.0 };
        let limits = || table.rows.iter().filter_map(|row| of(&row.cells));
        let values = || table.numbers(self.column).flatten();
        let small = |value: f64| (least..=1.0).contains(&value);
        match most {
            100.0
                if values().any(|value| value.value > 1.0)
                    && limits().all(|(low, high)| small(low.value) && small(high.value)) =>
            {
                100.0
            }
            1.0 if limits().all(|(low, high)| low.percent && high.percent) => 0.01,
            _ => 1.0,
        }
    }
}

/// Letters that mean an estimate if they are the whole header: Cohen's d, Hedges' g, coefficients.
const LETTERS: &[&str] = &["d", "g", "b", "β"];

/// Words in headers that mean an estimate.
const ESTIMATES: &[&str] = &[
    "estimate",
    "est",
    "difference",
    "diff",
    "delta",
    "effect",
    "median",
    "or",
    "odds",
    "ratio",
    "rr",
    "hr",
    "beta",
    "coef",
    "coefficient",
    "slope",
    "value",
    "score",
    "mean",
    "average",
    "auc",
    "auroc",
    "f1",
    "kappa",
    "alpha",
    "rho",
    "cohen",
    "hedges",
    "glass",
];

/// The owner of the columns of an interval.
enum Owner {
    /// This estimate.
    Estimate(Estimate),
    /// A column of numbers that may not be an estimate.
    Unknown,
    /// No column.
    None,
}

impl Owner {
    /// Finds the nearest estimate to the left of the columns of an interval, beyond counts, tests
    /// and errors. If numbers of unknown meaning are between them, most values of the estimate must
    /// lie within the intervals. If nothing is to the left, the only share or mean.
    fn new(table: &Table, roles: &Roles, first: usize, of: Limits<'_>) -> Self {
        let is_passed = |column: &usize| match roles.role(*column) {
            Some(Role::Share | Role::Mean | Role::Correlation | Role::Tau) => false,
            Some(_) => true,
            None => {
                let head = words(&table.heads[*column]);
                let errors = ["se", "sem", "sd", "std", "n", "df"];
                let is_error = head.first().is_some_and(|word| errors.contains(&word.as_str()));
                is_error || !table.is_numeric(*column)
            }
        };
        let left = (0..first).rev().filter(|column| !is_passed(column));
        let mut is_left = false;
        for estimate in left.filter_map(|column| Estimate::new(table, roles, column)) {
            if estimate.is_certain && !is_left || estimate.lies_within(table, of) {
                return Self::Estimate(estimate);
            }
            is_left = true;
        }
        let mut all = roles.columns(Role::Share).chain(roles.columns(Role::Mean));
        match (all.next(), all.next()) {
            _ if is_left => Self::Unknown,
            (Some(only), None) => {
                Estimate::new(table, roles, only).map_or(Self::None, Self::Estimate)
            }
            (None, _) => Self::None,
            _ => Self::Unknown,
        }
    }

    fn estimate(self) -> Option<Estimate> {
        match self {
            Self::Estimate(estimate) => Some(estimate),
            Self::Unknown | Self::None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_as_people_print_them() {
        let read = |text| limits(text).map(|(low, high)| (low.value, high.value));
        for text in [
            "[70, 90]",
            "(70; 90)",
            "80 (70 to 90)",
            "70–90",
            "70 - 90",
            "70-90",
            "80 [95% CI: 70, 90]",
        ] {
            assert_eq!(read(text), Some((70.0, 90.0)), "{text}");
        }
        assert_eq!(read("[-0.2, 0.4]"), Some((-0.2, 0.4)));
        assert_eq!(read("-0.2–-0.1"), Some((-0.2, -0.1)));
        assert_eq!(read("[0.7%, 0.9%]"), Some((0.7, 0.9)));
        for text in ["", "80", "80 (0.03)", "llama-3", "a, b", "13/15 (87%)", "[<1, 2]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
