//! Settings of engines.

use peirast_etr::batch::{Call, CallError};
use peirast_etr::{Conditional, Engine, Limits, NumericFunction, Reading};

/// Settings of an engine.
#[derive(Debug, Clone)]
pub struct EtrSettings {
    /// The reading of the theory.
    pub reading: Reading,
    /// Limits of an operation.
    pub limits: Limits,
    /// Functions with numbers for arguments.
    pub functions: Vec<NumericFunction>,
    /// True to repair views that cannot be read.
    pub tolerant: bool,
    /// The way to read *if A then B* and `A -> B`; `None` for the default of the reading.
    pub conditional: Option<Conditional>,
}

impl EtrSettings {
    /// The way to read *if A then B* and `A -> B`.
    pub(super) fn conditional(&self) -> Conditional {
        self.conditional.unwrap_or_else(|| Conditional::usual(&self.reading))
    }

    /// A new engine for a call.
    pub(super) fn engine(&self, call: &Call) -> Result<Engine, CallError> {
        let mut engine = call.engine(self.reading)?.with_limits(self.limits);
        self.functions.iter().for_each(|function| engine.define(function.clone()));
        Ok(engine)
    }

    /// The call with these functions, so that it no longer depends on the settings.
    pub(super) fn complete(&self, mut call: Call) -> Call {
        if !self.functions.is_empty() {
            let names: Vec<&str> = self.functions.iter().map(NumericFunction::name).collect();
            call.kwargs.insert("custom_functions".to_owned(), names.into());
        }
        call
    }
}
