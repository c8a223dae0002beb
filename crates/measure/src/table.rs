//! Tables built by rows: the name of each column is next to its cell.

use crate::Group;
use peirast_stats::Interval;
use peirast_stats::shares::Share;
use peirast_table::{Builder, Table, Value};

/// A row under construction. A column whose name begins with `+` is a detail.
pub(crate) struct Record {
    is_detail: bool,
    cells: Vec<(&'static str, Value)>,
}

impl Record {
    /// A row without cells; a detail is only written to files for programs.
    pub fn new(is_detail: bool) -> Self {
        Self { is_detail, cells: Vec::new() }
    }

    /// A row about a group; a detail unless the group is one subject, pooled over everything else.
    pub fn for_group(group: &Group) -> Self {
        let [subject, strategy, temperature] = group.names();
        Self::new(!group.is_subject())
            .cell("subject", subject)
            .cell("strategy", strategy)
            .cell("temperature", temperature)
    }

    /// Adds a cell.
    pub fn cell(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.cells.push((name, value.into()));
        self
    }

    /// Adds a count.
    pub fn count(self, name: &'static str, count: impl Into<Option<u64>>) -> Self {
        self.cell(name, Value::from_option(count.into(), Value::Count))
    }

    /// Adds a number.
    pub fn number(self, name: &'static str, number: impl Into<Option<f64>>) -> Self {
        self.cell(name, Value::from_option(number.into(), Value::Number))
    }

    /// Adds a share.
    pub fn share(self, name: &'static str, share: impl Into<Option<f64>>) -> Self {
        self.cell(name, Value::from_option(share.into(), Value::Share))
    }

    /// Adds a difference of shares.
    pub fn points(self, name: &'static str, points: impl Into<Option<f64>>) -> Self {
        self.cell(name, Value::from_option(points.into(), Value::Points))
    }

    /// Adds a p-value.
    pub fn p(self, name: &'static str, p: impl Into<Option<f64>>) -> Self {
        self.cell(name, Value::from_option(p.into(), Value::P))
    }

    /// Adds a share without its interval.
    pub fn share_alone(self, name: &'static str, share: Option<Share>) -> Self {
        self.share(name, share.map(|share| share.value))
    }

    /// Adds a share and its interval.
    pub fn estimate(self, [name, low, high]: [&'static str; 3], share: Option<Share>) -> Self {
        let interval = share.map(|share| share.interval);
        self.share_alone(name, share).interval([low, high], interval, Value::Share)
    }

    /// Adds the ends of the interval of a share, which another column gives.
    pub fn ends(self, ends: [&'static str; 2], share: Option<Share>) -> Self {
        self.interval(ends, share.map(|share| share.interval), Value::Share)
    }

    /// Adds a yes or no.
    pub fn yes_or_no(self, name: &'static str, holds: Option<bool>) -> Self {
        let word = |holds: bool| if holds { "yes" } else { "no" }.into();
        self.cell(name, Value::from_option(holds, word))
    }

    /// Adds the ends of an interval.
    pub fn interval(
        self,
        [low, high]: [&'static str; 2],
        interval: Option<Interval>,
        kind: fn(f64) -> Value,
    ) -> Self {
        self.cell(low, Value::from_option(interval, |interval| kind(interval.low)))
            .cell(high, Value::from_option(interval, |interval| kind(interval.high)))
    }
}

/// A table of these rows, which all have the same columns.
pub(crate) fn table(
    name: &str,
    title: &str,
    note: &str,
    records: impl IntoIterator<Item = Record>,
) -> Table<'static> {
    let records: Vec<Record> = records.into_iter().collect();
    let cells = records.first().map_or(&[][..], |record| &record.cells);
    let columns: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
    let mut table = Builder::new(name, title, note, &columns);
    for Record { is_detail, cells } in records {
        table.row(is_detail, cells.into_iter().map(|(_, value)| value).collect());
    }
    table.build()
}
