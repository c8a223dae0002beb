//! Questions to the theory, as `peirast etr` answers them: calls, traces, explanations, conversions.

use crate::error::{bad_value, input_error};
use peirast_calc::Printout;
use peirast_calc::etr::{
    Conversion, EtrQuestion, EtrSettings, SourceFormat, TargetFormat, TraceFormat,
    compare_conditionals, convert_view, equilibrium, explain_inference, run_case,
};
use peirast_etr::batch::Call;
use peirast_etr::{Conditional, Following, Limits, NumericFunction, Reading};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fmt::Display;

/// A question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum Question {
    /// A procedure or an operation.
    Call(CallFields),
    /// The steps of one.
    Trace(CallFields),
    /// The steps of one, as a flowchart.
    Chart(CallFields),
    /// The conclusion from premises, explained in words.
    Explain { premises: Vec<String> },
    /// The questions after which the conclusion is withdrawn.
    Equilibrium { premises: Vec<String>, questions: u8, sets: usize },
    /// A text in another format.
    Convert { text: String, from: String, to: String, each: bool, say: Vec<String> },
    /// The arguments with a conditional.
    Conditionals {},
    /// A worked example.
    Case { id: String },
}

/// A call.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallFields {
    op: String,
    args: Vec<Value>,
    kwargs: Map<String, Value>,
    following: Option<String>,
}

/// Settings of an answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    reading: String,
    conditional: Option<String>,
    tolerant: bool,
    functions: Vec<String>,
    max_states: Option<usize>,
    max_steps: Option<u64>,
}

/// The value of a name, or an error that lists the names.
fn named<T>(what: &str, name: &str, found: Option<T>, known: &[impl Display]) -> PyResult<T> {
    found.ok_or_else(|| {
        let known: Vec<String> = known.iter().map(ToString::to_string).collect();
        input_error(format!("there is no {what} {name:?}: there are {}", known.join(", ")))
    })
}

impl Settings {
    fn settings(&self) -> PyResult<EtrSettings> {
        let readings = Reading::ALL.map(|reading| reading.name);
        let conditional = self.conditional.as_deref().map(|name| {
            let known = Conditional::ALL.map(Conditional::name);
            named("conditional", name, Conditional::named(name), &known)
        });
        let functions = self.functions.iter().map(|name| {
            named("function", name, NumericFunction::named(name), &["div", "power", "log"])
        });
        let usual = Limits::default();
        Ok(EtrSettings {
            reading: named("reading", &self.reading, Reading::named(&self.reading), &readings)?,
            limits: Limits {
                states: self.max_states.unwrap_or(usual.states),
                steps: self.max_steps.unwrap_or(usual.steps),
            },
            functions: functions.collect::<PyResult<_>>()?,
            tolerant: self.tolerant,
            conditional: conditional.transpose()?,
        })
    }
}

impl CallFields {
    fn question(self, settings: &EtrSettings) -> PyResult<EtrQuestion> {
        let Self { op, args, kwargs, following } = self;
        let following = following.as_deref().map(|name| {
            let known = Following::ALL.map(Following::name);
            named("way of following", name, Following::named(name), &known)
        });
        let call = Call { op, args, kwargs };
        let question = EtrQuestion::new(call, following.transpose()?, settings);
        question.map_err(|error| bad_value(&error))
    }
}

/// A format of a list of choices.
fn format<T: Copy>(name: &str, choices: &[(&'static str, T, &'static str)]) -> PyResult<T> {
    let found = choices.iter().find(|(known, _, _)| *known == name).map(|(_, value, _)| *value);
    let known: Vec<&str> = choices.iter().map(|(known, _, _)| *known).collect();
    named("format", name, found, &known)
}

/// An answer as JSON lines, or as a chart, and notes on it.
type Answer = (String, Vec<String>);

fn answer(question: Question, settings: &EtrSettings) -> PyResult<Answer> {
    let printed = |answer: peirast_calc::Result<(Printout, Vec<String>)>| {
        let (printout, notes) = answer.map_err(|error| bad_value(&error))?;
        Ok((printout.json, notes))
    };
    let traced = |call: CallFields, format: TraceFormat| {
        let question = call.question(settings)?;
        let trace = question.trace(settings, format).map(|printout| (printout, question.notes));
        printed(trace)
    };
    match question {
        Question::Call(call) => {
            let question = call.question(settings)?;
            let (json, notes) = printed(question.answer(settings))?;
            Ok((json, question.notes.into_iter().chain(notes).collect()))
        }
        Question::Trace(call) => traced(call, TraceFormat::Json),
        Question::Chart(call) => traced(call, TraceFormat::Mermaid),
        Question::Explain { premises } => printed(explain_inference(&premises, settings)),
        Question::Equilibrium { premises, questions, sets } => {
            printed(equilibrium(&premises, questions, sets, settings))
        }
        Question::Convert { text, from, to, each, say } => {
            let from = format(&from, SourceFormat::CHOICES)?;
            let to = format(&to, TargetFormat::CHOICES)?;
            printed(convert_view(&Conversion { text, from, to, each, say }, settings))
        }
        Question::Conditionals {} => {
            printed(compare_conditionals(settings).map(|printout| (printout, Vec::new())))
        }
        Question::Case { id } => {
            printed(run_case(&id, settings.reading).map(|(printout, _)| (printout, Vec::new())))
        }
    }
}

/// Answers a question under these settings; both are JSON. Returns JSON lines, or a chart, and
/// notes.
#[pyfunction]
fn etr_ask(py: Python<'_>, question: &str, settings: &str) -> PyResult<Answer> {
    let question: Question = serde_json::from_str(question).map_err(|error| bad_value(&error))?;
    let settings: Settings = serde_json::from_str(settings).map_err(|error| bad_value(&error))?;
    py.detach(|| answer(question, &settings.settings()?))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(etr_ask, module)?)
}
