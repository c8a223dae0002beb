//! Cells that several tables have.

use peirast_stats::Interval;
use peirast_table::Value;

/// The ends of an interval, as two values.
pub(crate) fn ends(interval: Option<Interval>, kind: impl Fn(f64) -> Value) -> [Value; 2] {
    match interval {
        Some(interval) => [kind(interval.low), kind(interval.high)],
        None => [Value::Missing, Value::Missing],
    }
}
