//! What measures show, in plain words: the ends of a few headline columns over subjects.

use crate::Report;
use crate::figures::sheet::{Line, Sheet};

/// A number that sums up a table.
struct Headline {
    table: &'static str,
    column: &'static str,
    /// The column's interval.
    ends: (&'static str, &'static str),
    /// The levels of further columns, where a table has several rows for a subject.
    levels: &'static [(&'static str, &'static str)],
    what: &'static str,
    /// Whether it is a difference, shown in points with its sign.
    is_difference: bool,
}

const HEADLINES: [Headline; 6] = [
    Headline {
        table: "accuracy",
        column: "accuracy",
        ends: ("low", "high"),
        levels: &[],
        what: "the share of right verdicts",
        is_difference: false,
    },
    Headline {
        table: "belief-bias",
        column: "belief",
        ends: ("low", "high"),
        levels: &[],
        what: "how much more often believable conclusions are accepted than unbelievable ones",
        is_difference: true,
    },
    Headline {
        table: "fallacy-rates",
        column: "rate",
        ends: ("rate_low", "rate_high"),
        levels: &[],
        what: "the share of the predicted fallacy among conclusions that do not follow",
        is_difference: false,
    },
    Headline {
        table: "fallacy-rates",
        column: "beyond",
        ends: ("beyond_low", "beyond_high"),
        levels: &[],
        what: "how far that share exceeds what chance and reading off the premises explain",
        is_difference: true,
    },
    Headline {
        table: "closed-accuracy",
        column: "accuracy",
        ends: ("low", "high"),
        levels: &[("question", "yes-no"), ("kind", "all")],
        what: "the share of right answers to whether a conclusion follows",
        is_difference: false,
    },
    Headline {
        table: "closed-accuracy",
        column: "accuracy",
        ends: ("low", "high"),
        levels: &[("question", "choice"), ("kind", "all")],
        what: "the share of right choices among conclusions",
        is_difference: false,
    },
];

pub(super) fn found(report: &Report) -> Vec<String> {
    HEADLINES.iter().filter_map(|headline| headline.sentence(report)).collect()
}

impl Headline {
    /// The ends over subjects; of one subject its number.
    fn sentence(&self, report: &Report) -> Option<String> {
        let sheet = Sheet::of(report, self.table)?;
        let fits = |line: &Line<'_>| {
            self.levels.iter().all(|(column, level)| line.text(column) == *level)
                && line.number(self.column).is_some()
        };
        let mut lines: Vec<Line<'_>> = sheet.subjects().filter(fits).collect();
        let value = |line: &Line<'_>| line.number(self.column).unwrap_or(0.0);
        // Stable, so that of equals the first one is named.
        lines.sort_by(|a, b| value(a).total_cmp(&value(b)));
        let (first, last) = (lines.first()?, lines.last()?);
        let what = crate::wording::capitalised(self.what);
        if lines.len() == 1 {
            return Some(format!(
                "{what} is {} for {}.",
                self.shown(*first),
                first.text("subject")
            ));
        }
        if value(first) == value(last) {
            return Some(format!("{what} is {} for all subjects.", self.shown(*first)));
        }
        Some(format!(
            "{what} ranges from {} for {} to {} for {}.",
            self.shown(*first),
            first.text("subject"),
            self.shown(*last),
            last.text("subject")
        ))
    }

    /// The number with its interval.
    fn shown(&self, line: Line<'_>) -> String {
        let number = |x: f64| match self.is_difference {
            true => format!("{:+.1}", 100.0 * x),
            false => format!("{:.1}", 100.0 * x),
        };
        let value = line.number(self.column).map(number).unwrap_or_default();
        let unit = if self.is_difference { "points" } else { "%" };
        match line.number(self.ends.0).zip(line.number(self.ends.1)) {
            Some((low, high)) => format!("{value} {unit} [{}, {}]", number(low), number(high)),
            None => format!("{value} {unit}"),
        }
    }
}
