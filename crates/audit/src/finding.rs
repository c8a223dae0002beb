use peirast_decimals::fixed_decimals;
use serde::Serialize;

/// A finding of an audit at one place.
///
/// ```
/// use peirast_audit::{Document, audit};
/// let document = Document::from_csv("x", "model,n12,n21,nstar\nA,3,9,12\nB,4,4,9\n")?;
/// let finding = &audit(&document, None)?.findings[1];
/// assert_eq!((finding.row.as_str(), finding.printed.as_str(), finding.recomputed.as_str()), ("B", "9", "8"));
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The check, in a few words.
    pub check: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The table, by its title; empty for prose.
    pub table: String,
    /// The line, from 1; 0 if there is none.
    pub line: usize,
    /// The row, by its subject.
    pub row: String,
    /// The printed value.
    pub printed: String,
    /// The recomputed value.
    pub recomputed: String,
    /// The consequence, or a further observation.
    pub remark: String,
}

/// The result of a check, from good to bad.
///
/// ```
/// use peirast_audit::Verdict;
/// assert!(Verdict::Impossible > Verdict::Rounding);
/// assert!(Verdict::Mismatch.is_fault() && !Verdict::Note.is_fault() && !Verdict::Rounding.is_fault());
/// assert_eq!(Verdict::Impossible.name(), "impossible");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The printed value equals the recomputed one.
    Ok,
    /// The difference is within the rounding of the numbers that the value was computed from.
    Rounding,
    /// A remark that is not a fault of the table.
    Note,
    /// Something that could be checked, but not read: a header above a column in which no cell
    /// could be read, or a row with more cells than headers.
    Unread,
    /// The recomputed value differs.
    Mismatch,
    /// Two printed values exclude each other.
    Contradiction,
    /// No data of the stated size can yield the value.
    Impossible,
}

impl Verdict {
    /// Every verdict, from good to bad.
    pub const ALL: [Self; 7] = [
        Self::Ok,
        Self::Rounding,
        Self::Note,
        Self::Unread,
        Self::Mismatch,
        Self::Contradiction,
        Self::Impossible,
    ];

    /// Returns true if a value could not be reproduced or read.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Unread | Self::Mismatch | Self::Contradiction | Self::Impossible)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Rounding => "rounding",
            Self::Note => "note",
            Self::Unread => "unread",
            Self::Mismatch => "mismatch",
            Self::Contradiction => "contradiction",
            Self::Impossible => "impossible",
        }
    }
}

/// The findings of an audit in progress.
#[derive(Debug, Default)]
pub(crate) struct Findings(pub Vec<Finding>);

/// A place in a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    /// The table.
    pub table: String,
    /// The line.
    pub line: usize,
    /// The row.
    pub row: String,
}

impl Place {
    /// A row of a table.
    pub fn row(table: &crate::Table, row: usize) -> Self {
        let line = table.rows.get(row).map_or(table.line, |row| row.line);
        Self { table: table.title.clone(), line, row: table.row_name(row) }
    }

    /// A column of a table, named by its header. If others have the same header, also by its
    /// position.
    pub fn column(table: &crate::Table, column: usize) -> Self {
        let head = table.heads.get(column).map(String::as_str).unwrap_or_default();
        let row = match table.has_namesake(column) {
            true => format!("column {} ({head})", column + 1),
            false => format!("column {head}"),
        };
        Self { row, ..Self::whole(table) }
    }

    /// A table as a whole.
    pub fn whole(table: &crate::Table) -> Self {
        Self { table: table.title.clone(), line: table.line, row: String::new() }
    }
}

impl Findings {
    /// Adds a finding at a place.
    pub fn add(
        &mut self,
        check: impl Into<String>,
        verdict: Verdict,
        place: Place,
        printed: impl Into<String>,
        recomputed: impl Into<String>,
    ) -> &mut Finding {
        let at = self.0.len();
        self.0.push(Finding {
            check: check.into(),
            verdict,
            table: place.table,
            line: place.line,
            row: place.row,
            printed: printed.into(),
            recomputed: recomputed.into(),
            remark: String::new(),
        });
        &mut self.0[at]
    }

    /// Compares a printed value with the recomputed one, within the rounding of its ingredients.
    pub fn compare(
        &mut self,
        check: impl Into<String>,
        place: Place,
        printed: crate::Printed,
        recomputed: f64,
        slack: f64,
    ) -> &mut Finding {
        let verdict = match () {
            () if printed.agrees(recomputed) => Verdict::Ok,
            () if printed.agrees_within(recomputed, slack) => Verdict::Rounding,
            () => Verdict::Mismatch,
        };
        let finer = crate::Printed { places: printed.places + 1, ..printed };
        let shown = match verdict {
            Verdict::Ok => printed.like(recomputed),
            _ => finer.like(recomputed),
        };
        self.add(check, verdict, place, written(printed), shown)
    }
}

/// A number as it was printed.
pub(crate) fn written(printed: crate::Printed) -> String {
    let sign = match printed.bound {
        crate::Bound::Exactly => "",
        crate::Bound::Below => "< ",
        crate::Bound::Above => "> ",
    };
    let percent = if printed.percent { "%" } else { "" };
    let places = printed.places.max(0) as usize;
    match places {
        0..=10 => format!("{sign}{}{percent}", fixed_decimals(printed.value, places)),
        _ => format!("{sign}{:e}{percent}", printed.value),
    }
}
