//! What the options of every `etr` command come to.

use crate::args::EtrOptions;
use anyhow::Result;
use peirast_etr::batch::{Call, CallError};
use peirast_etr::{Engine, Limits, NumericFunction, Reading};

/// How engines are set up.
#[derive(Debug, Clone)]
pub struct Settings {
    pub reading: Reading,
    pub limits: Limits,
    pub functions: Vec<NumericFunction>,
    pub tolerant: bool,
    pub json: bool,
}

impl Settings {
    pub fn of(options: &EtrOptions) -> Settings {
        let usual = Limits::default();
        let known = |name: &String| NumericFunction::named(name);
        Settings {
            reading: options.reading.unwrap_or_default(),
            limits: Limits {
                states: options.max_states.unwrap_or(usual.states),
                steps: options.max_steps.unwrap_or(usual.steps),
            },
            functions: options.functions.iter().filter_map(known).collect(),
            tolerant: options.tolerant,
            json: options.json,
        }
    }

    /// An engine of its own for a call.
    pub fn engine(&self, call: &Call) -> Result<Engine, CallError> {
        let mut engine = call.engine(self.reading)?.with_limits(self.limits);
        self.functions.iter().for_each(|function| engine.define(*function));
        Ok(engine)
    }

    /// The call with the functions of the command line, so that it stands for itself.
    pub fn completed(&self, mut call: Call) -> Call {
        if !self.functions.is_empty() {
            let names: Vec<&str> = self.functions.iter().map(NumericFunction::name).collect();
            call.kwargs.insert("custom_functions".to_owned(), names.into());
        }
        call
    }
}
