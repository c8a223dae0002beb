//! Units of columns.

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Text.
    Name,
    /// Whether something holds.
    Flag,
    /// A whole number, 0 and up.
    Count,
    /// From 0 to 1, shown in percent.
    Share,
    /// A difference of shares, from -1 to 1, shown in percentage points.
    Points,
    /// A p-value, from 0 to 1.
    P,
    /// Any number.
    Number,
    /// US dollars.
    Dollars,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Flag,
        Self::Count,
        Self::Share,
        Self::Points,
        Self::P,
        Self::Number,
        Self::Dollars,
    ];

    /// The name, as the dictionary of columns has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Flag => "flag",
            Self::Count => "count",
            Self::Share => "share",
            Self::Points => "points",
            Self::P => "p",
            Self::Number => "number",
            Self::Dollars => "dollars",
        }
    }

    /// What its values range over, and how people see them.
    ///
    /// ```
    /// use peirast_table::Unit;
    /// assert!(Unit::ALL.iter().all(|unit| !unit.range().is_empty()));
    /// ```
    pub const fn range(self) -> &'static str {
        match self {
            Self::Name => "text",
            Self::Flag => "`yes` or `no`",
            Self::Count => "whole, 0 and up",
            Self::Share => "0 to 1, shown as 0 % to 100 %",
            Self::Points => "difference of two shares, -1 to 1, shown as -100 to +100",
            Self::P => "p-value, 0 to 1",
            Self::Number => "any",
            Self::Dollars => "US dollars",
        }
    }

    /// The unit of this name.
    ///
    /// ```
    /// use peirast_table::Unit;
    /// assert!(Unit::ALL.iter().all(|unit| Unit::named(unit.name()) == Some(*unit)));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// Whether its values are numbers.
    pub const fn is_number(self) -> bool {
        !matches!(self, Self::Name | Self::Flag)
    }

    /// A number of this unit as people read it.
    ///
    /// ```
    /// use peirast_table::Unit;
    /// assert_eq!(Unit::Share.shown(0.125), "12.5 %");
    /// assert_eq!(Unit::Points.shown(-0.031), "-3.1");
    /// assert_eq!(Unit::P.shown(0.00001), "<0.0001");
    /// assert_eq!(Unit::Number.shown(f64::INFINITY), "∞");
    /// ```
    pub fn shown(self, number: f64) -> String {
        if number.is_infinite() {
            return if number > 0.0 { "∞" } else { "-∞" }.to_owned();
        }
        match self {
            Self::Share => format!("{:.1} %", 100.0 * number),
            Self::Points => format!("{:+.1}", 100.0 * number),
            Self::P if number < 1e-4 => "<0.0001".to_owned(),
            Self::P => format!("{number:.4}"),
            Self::Dollars => format!("{number:.4}"),
            _ if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
            _ => format!("{number:.3}"),
        }
    }
}
