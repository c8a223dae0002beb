//! Measures in plain words: the ends of a few headline columns over subjects.

use super::asked::MOST_NAMES;
use crate::Report;
use crate::figures::sheet::{Line, Sheet};
use crate::group::in_groups;
use crate::wording::{abridged, points};
use peirast_decimals::percent_decimals;

/// A number that sums up a table.
struct Headline {
    table: &'static str,
    column: &'static str,
    /// The column's interval.
    ends: (&'static str, &'static str),
    /// The levels of further columns, where a table has several rows for a subject.
    levels: &'static [(&'static str, &'static str)],
    /// The columns whose sum is the number of answers behind it, less those that begin with `-`; none
    /// if the table has no such columns.
    counts: &'static [&'static str],
    what: &'static str,
    /// True if it is a difference, shown in points with its sign.
    is_difference: bool,
    /// The reason why a subject has no such number, as the end of a sentence: `made no error`. Empty if the
    /// sentence leaves such subjects out.
    missing: &'static str,
}

/// A number that sums up a table of measures for one subject.
///
/// The abstract of a report names the ends of these numbers over subjects; a leaderboard shows all.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadlineNumber {
    /// The table of measures.
    pub table: &'static str,
    /// Its column.
    pub column: &'static str,
    /// The kind of question, if the table has several rows for a subject; otherwise empty.
    pub question: &'static str,
    /// The meaning of the number, in words.
    pub what: &'static str,
    /// The subject.
    pub subject: String,
    /// The number: a share from 0 to 1, or a difference of shares from -1 to 1.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// The number of answers behind it, if the table has it.
    pub n: Option<u64>,
    /// True if it is a difference of shares.
    pub is_difference: bool,
}

/// Returns the headline numbers of every subject, by measure in the order of the abstract.
///
/// ```
/// use peirast_report::{Report, headline_numbers};
/// fn accuracy_of(report: &Report, subject: &str) -> Option<f64> {
///     let all = headline_numbers(report);
///     all.iter().find(|one| one.table == "accuracy" && one.subject == subject).map(|one| one.value)
/// }
/// ```
pub fn headline_numbers(report: &Report) -> Vec<HeadlineNumber> {
    HEADLINES.iter().flat_map(|headline| headline.numbers(report)).collect()
}

/// The share of right answers, to be said more closely.
const ACCURACY: Headline = Headline {
    table: "accuracy",
    column: "accuracy",
    ends: ("low", "high"),
    levels: &[],
    counts: &["true_positives", "false_negatives", "false_positives", "true_negatives"],
    what: "the share of right verdicts",
    is_difference: false,
    missing: "",
};

const HEADLINES: [Headline; 6] = [
    ACCURACY,
    Headline {
        table: "belief-bias",
        column: "belief",
        counts: &[],
        what: "the difference in acceptance between believable and unbelievable conclusions",
        is_difference: true,
        ..ACCURACY
    },
    Headline {
        table: "fallacy-rates",
        column: "rate",
        ends: ("rate_low", "rate_high"),
        counts: &["incorrect"],
        what: "the share of the predicted fallacy among conclusions that do not follow",
        missing: "gave no conclusion that was judged wrong",
        ..ACCURACY
    },
    Headline {
        table: "fallacy-rates",
        column: "beyond",
        ends: ("beyond_low", "beyond_high"),
        counts: &["incorrect"],
        what: "the excess of that share over what chance and copying from the premises explain",
        is_difference: true,
        ..ACCURACY
    },
    Headline {
        table: "closed-accuracy",
        counts: &["answers", "-lost"],
        levels: &[("question", "yes-no"), ("kind", "all")],
        what: "the share of right answers to questions whether a conclusion follows",
        ..ACCURACY
    },
    Headline {
        table: "closed-accuracy",
        counts: &["answers", "-lost"],
        levels: &[("question", "choice"), ("kind", "all")],
        what: "the share of right choices among conclusions",
        ..ACCURACY
    },
];

/// The ends of the measures; that of belief bias is left out where the abstract has each subject's.
pub(super) fn found(report: &Report) -> Vec<String> {
    let is_told = !super::belief::numbers(report).is_empty();
    let own = HEADLINES.iter().filter(|headline| !(is_told && headline.table == "belief-bias"));
    let mut sentences: Vec<String> = own.filter_map(|headline| headline.sentence(report)).collect();
    if sentences.iter().any(|sentence| sentence.contains('[')) {
        sentences.push("Brackets give 95 % intervals, not adjusted for their number.".to_owned());
    }
    sentences
}

impl Headline {
    /// The rows of whole subjects that have the number.
    fn lines<'a>(&self, report: &'a Report) -> Vec<Line<'a>> {
        let Some(sheet) = Sheet::find(report, self.table) else { return Vec::new() };
        let fits = |line: &Line<'_>| {
            self.levels.iter().all(|(column, level)| line.text(column) == *level)
                && line.number(self.column).is_some()
        };
        sheet.subjects().filter(fits).collect()
    }

    fn numbers(&self, report: &Report) -> Vec<HeadlineNumber> {
        let of = |line: Line<'_>| {
            let count = |column: &&str| match column.strip_prefix('-') {
                Some(column) => line.number(column).map(|count| -count),
                None => line.number(column),
            };
            let counts = self.counts.iter().filter_map(count);
            Some(HeadlineNumber {
                table: self.table,
                column: self.column,
                question: self.levels.first().map_or("", |(_, level)| *level),
                what: self.what,
                subject: line.text("subject").to_owned(),
                value: line.number(self.column)?,
                interval: line.number(self.ends.0).zip(line.number(self.ends.1)),
                n: (!self.counts.is_empty()).then(|| counts.sum::<f64>() as u64),
                is_difference: self.is_difference,
            })
        };
        self.lines(report).into_iter().filter_map(of).collect()
    }

    /// The ends over subjects; of one subject its number.
    fn sentence(&self, report: &Report) -> Option<String> {
        let mut lines = self.lines(report);
        let size = |line: &Line<'_>| line.number(self.column).unwrap_or(0.0);
        lines.sort_by(|a, b| size(a).total_cmp(&size(b)));
        let (first, last) = (self.value(lines.first()?), self.value(lines.last()?));
        let what = peirast_words::capitalised(self.what);
        if lines.len() == 1 || first != last {
            let at = |end: &str| {
                let own: Vec<Line<'_>> =
                    lines.iter().copied().filter(|line| self.value(line) == end).collect();
                self.at_one_end(&own)
            };
            let range = match lines.len() {
                1 => format!("{what} is {}.", at(&first)),
                _ => format!("{what} ranges from {} to {}.", at(&first), at(&last)),
            };
            return Some(range + &self.left_out(report));
        }
        match self.left_out(report) {
            none if none.is_empty() => Some(format!("{what} is {first} for all subjects.")),
            left_out => {
                let names: Vec<&str> = lines.iter().map(|line| line.text("subject")).collect();
                Some(format!("{what} is {first} for {}.{left_out}", abridged(&names, MOST_NAMES)))
            }
        }
    }

    /// A sentence, after a space, on the subjects of the table that have no such number; empty if
    /// there are none.
    fn left_out(&self, report: &Report) -> String {
        let Some(sheet) = Sheet::find(report, self.table) else { return String::new() };
        let lacks = |line: &Line<'_>| line.number(self.column).is_none();
        let names: Vec<&str> =
            sheet.subjects().filter(lacks).map(|line| line.text("subject")).collect();
        match names.is_empty() || self.missing.is_empty() {
            true => String::new(),
            false => {
                format!(" Not included: {}, which {}.", abridged(&names, MOST_NAMES), self.missing)
            }
        }
    }

    /// The same number of some subjects, with each interval once: all of them are at that end.
    fn at_one_end(&self, lines: &[Line<'_>]) -> String {
        let groups =
            in_groups(lines.iter().map(|line| (self.interval(line), line.text("subject"))));
        let value = lines.first().map(|line| self.value(line)).unwrap_or_default();
        match groups.as_slice() {
            [(interval, names)] => {
                let names = abridged(names, MOST_NAMES);
                format!("{} for {names}", [value, interval.clone()].join(" ").trim_end())
            }
            several => {
                let own = several.iter().flat_map(|(interval, names)| {
                    names.iter().map(move |name| format!("{name} {interval}"))
                });
                let names: Vec<String> = own.map(|name| name.trim_end().to_owned()).collect();
                format!("{value} for {}", abridged(&names, MOST_NAMES))
            }
        }
    }

    fn number(&self, x: f64) -> String {
        match self.is_difference {
            true => points(x),
            false => percent_decimals(x, 1),
        }
    }

    /// The number, as it is shown. Numbers that are shown alike are taken for equal.
    fn value(&self, line: &Line<'_>) -> String {
        let unit = if self.is_difference { "points" } else { "%" };
        line.number(self.column).map(|x| format!("{} {unit}", self.number(x))).unwrap_or_default()
    }

    /// Its interval; empty if there is none.
    fn interval(&self, line: &Line<'_>) -> String {
        let ends = line.number(self.ends.0).zip(line.number(self.ends.1));
        ends.map_or(String::new(), |(low, high)| {
            format!("[{}, {}]", self.number(low), self.number(high))
        })
    }
}
