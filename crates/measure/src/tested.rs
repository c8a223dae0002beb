//! The result of a test as cells of a table.

use crate::table::Record;
use peirast_stats::TestResult;
use peirast_table::Value;

impl Record {
    /// Adds a test: its name, its counts, its statistic, its effect size and, if there is no
    /// p-value, the reason. The p-value itself has its own cell, since it may be adjusted.
    pub(crate) fn tested(self, result: &TestResult) -> Self {
        let effect = result.effect.as_ref();
        let name = Value::from_option(effect.map(|effect| effect.name.as_str()), Value::from);
        let interval = result.interval.as_ref();
        let of = Value::from_option(interval.map(|one| one.of.as_str()), Value::from);
        let why = Value::from_option(result.p.err(), |why| why.to_string().into());
        self.cell("test", result.test.as_str())
            .cell("+method", result.method.as_str())
            .count("n", result.n_used)
            .cell("unit", result.unit.as_str())
            .count("+lost", result.n_lost)
            .cell("statistic", result.statistic.name.as_str())
            .number("value", result.statistic.value.ok())
            .number("+df", result.df.first().copied())
            .number("+df_2", result.df.get(1).copied())
            .cell("effect", name)
            .number("size", effect.and_then(|effect| effect.value.ok()))
            .cell("+interval_of", of)
            .interval(["+low", "+high"], interval.and_then(|one| one.limits.ok()), Value::Number)
            .cell("undefined", why)
    }
}
