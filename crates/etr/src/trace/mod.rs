//! Traces: every step of a computation, to be shown.

mod acceptance;
mod explanation;

pub use explanation::{Explanation, Words};

use crate::engine::Engine;
use crate::interned::InternedView;
use crate::operation::{Operation, Unchanged};

/// One operation that was carried out: inputs, output, and how deep inside others.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) operation: Operation,
    pub(crate) depth: usize,
    pub(crate) inputs: Vec<InternedView>,
    pub(crate) output: Option<InternedView>,
    pub(crate) unchanged: Option<Unchanged>,
}

/// Collects steps while an engine works.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorder {
    steps: Vec<Recorded>,
    depth: usize,
}

impl Recorder {
    pub(crate) fn begin(&mut self, operation: Operation, inputs: Vec<InternedView>) -> usize {
        let depth = self.depth;
        self.depth += 1;
        self.steps.push(Recorded { operation, depth, inputs, output: None, unchanged: None });
        self.steps.len() - 1
    }

    pub(crate) fn end(&mut self, at: usize, output: InternedView, unchanged: Option<Unchanged>) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(step) = self.steps.get_mut(at) {
            step.output = Some(output);
            step.unchanged = unchanged;
        }
    }

    pub(crate) fn finish(self) -> Vec<Recorded> {
        self.steps
    }
}

/// One step of a computation.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Step {
    /// The operation, by name.
    pub operation: &'static str,
    /// The number of operations that it is part of.
    pub depth: usize,
    /// Its inputs: the external view first.
    pub inputs: Vec<String>,
    /// Its output.
    pub output: String,
    /// The reason why it handed its external view back, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchanged: Option<String>,
}

/// Everything that an engine did between [`Engine::record`] and [`Engine::take_trace`].
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Trace {
    /// The steps in the order in which they began.
    pub steps: Vec<Step>,
}

impl Trace {
    pub(crate) fn new(engine: &Engine, recorded: Vec<Recorded>) -> Trace {
        let steps = recorded
            .into_iter()
            .filter_map(|step| {
                let inputs: Vec<String> = step.inputs.iter().map(|v| engine.show(v)).collect();
                let output = engine.show(&step.output?);
                // An operation that applied may give the view that was there before.
                let same = inputs.first() == Some(&output);
                let unchanged = step.unchanged.or(same.then_some(Unchanged::NoDifference));
                let unchanged = unchanged.map(|why| why.to_string());
                let operation = step.operation.name();
                Some(Step { operation, depth: step.depth, inputs, output, unchanged })
            })
            .collect();
        Trace { steps }
    }
}
