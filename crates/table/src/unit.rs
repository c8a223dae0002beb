//! Units of columns.

use peirast_decimals::{fixed_decimals, percent_decimals, signed};

/// Defines the units: for each its name in the dictionary of columns, and the range of its values.
macro_rules! units {
    ($($(#[$doc:meta])* $unit:ident => $name:literal, $range:literal;)+) => {
        /// The unit of a column's values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Unit {
            $($(#[$doc])* $unit,)+
        }

        impl Unit {
            /// All units.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$unit),+];

            /// Returns the name in the dictionary of columns.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$unit => $name),+
                }
            }

            /// Returns the range of its values, and their display for people.
            pub const fn range(self) -> &'static str {
                match self {
                    $(Self::$unit => $range),+
                }
            }
        }
    };
}

units! {
    /// Text.
    Name => "name", "text";
    /// True or false.
    Flag => "flag", "`true` or `false`, shown as `yes` or `no`";
    /// A whole number, 0 and up.
    Count => "count", "whole, 0 and up";
    /// From 0 to 1, shown in percent.
    Share => "share", "0 to 1, shown as 0 % to 100 %";
    /// A difference of shares, from -1 to 1, shown in percentage points.
    Points => "points", "difference of two shares, -1 to 1, shown as -100 to +100";
    /// A p-value, from 0 to 1.
    P => "p", "p-value, 0 to 1";
    /// Any number.
    Number => "number", "any";
    /// US dollars.
    Dollars => "dollars", "US dollars";
}

impl Unit {
    /// Returns the unit with this name.
    ///
    /// ```
    /// use peirast_table::Unit;
    /// assert!(Unit::ALL.iter().all(|unit| Unit::named(unit.name()) == Some(*unit)));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// Returns true if its values are numbers.
    pub const fn is_number(self) -> bool {
        !matches!(self, Self::Name | Self::Flag)
    }

    /// Renders a number of this unit for people.
    ///
    /// ```
    /// use peirast_table::Unit;
    /// assert_eq!(Unit::Share.text(0.125), "12.5 %");
    /// assert_eq!(Unit::Points.text(-0.031), "-3.1");
    /// assert_eq!(Unit::P.text(0.00001), "<0.0001");
    /// assert_eq!(Unit::Number.text(f64::INFINITY), "∞");
    /// ```
    pub fn text(self, number: f64) -> String {
        if number.is_infinite() {
            return if number > 0.0 { "∞" } else { "-∞" }.to_owned();
        }
        match self {
            Self::Share => percent_decimals(number, 1) + " %",
            Self::Points => signed(percent_decimals(number, 1)),
            Self::P if number < 1e-4 => "<0.0001".to_owned(),
            Self::P | Self::Dollars => fixed_decimals(number, 4),
            _ if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
            _ => fixed_decimals(number, 3),
        }
    }
}
