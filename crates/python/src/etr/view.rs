//! Views held by Python, and their operations under any reading: the basis of `peirast.etr.compat`.

use super::error::etr_error;
use super::function::GivenFunction;
use crate::error::input_error;
use peirast_etr::batch::{pairwise, unary};
use peirast_etr::{DependencyRelation, Engine, Error, InternedView, Reading, Step, View};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// A view of the theory.
#[pyclass(frozen, module = "peirast._peirast")]
pub struct EtrView {
    view: View,
}

/// The steps of a computation: the operation, its depth inside others, inputs, output, and the
/// reason if it changed nothing.
type Steps = Vec<(String, usize, Vec<String>, String, Option<String>)>;

fn steps(engine: &mut Engine) -> Steps {
    let row = |step: Step| {
        (step.operation.to_owned(), step.depth, step.inputs, step.output, step.unchanged)
    };
    engine.take_trace().steps.into_iter().map(row).collect()
}

/// Computes something from views, with its steps if `verbose`.
fn computed<T: Send>(
    py: Python<'_>,
    views: &[&View],
    verbose: bool,
    run: impl FnOnce(&mut Engine, &[InternedView]) -> Result<T, Error> + Send,
) -> PyResult<(T, Steps)> {
    computed_with(py, views, verbose, run, |_, answer| answer)
}

/// As [`computed`], and `end` makes the result from the answer and the engine.
fn computed_with<A, T: Send>(
    py: Python<'_>,
    views: &[&View],
    verbose: bool,
    run: impl FnOnce(&mut Engine, &[InternedView]) -> Result<A, Error> + Send,
    end: impl FnOnce(Engine, A) -> T + Send,
) -> PyResult<(T, Steps)> {
    let answer = py.detach(|| {
        let (mut engine, interned) = View::gathered(views)?;
        if verbose {
            engine.record();
        }
        let answer = run(&mut engine, &interned)?;
        let steps = if verbose { steps(&mut engine) } else { Vec::new() };
        Ok((end(engine, answer), steps))
    });
    answer.map_err(|error| etr_error(&error))
}

/// Computes a view from views.
fn computed_view(
    py: Python<'_>,
    views: &[&View],
    verbose: bool,
    run: impl FnOnce(&mut Engine, &[InternedView]) -> Result<InternedView, Error> + Send,
) -> PyResult<(EtrView, Steps)> {
    let (view, steps) = computed_with(py, views, verbose, run, Engine::into_view)?;
    Ok((EtrView { view }, steps))
}

fn engine(reading: &str, functions: Vec<GivenFunction>) -> PyResult<Engine> {
    let known = Reading::ALL.map(|reading| reading.name).join(", ");
    let reading = Reading::named(reading).ok_or_else(|| {
        input_error(format!("there is no reading {reading:?}: there are {known}"))
    })?;
    let mut engine = Engine::new(reading);
    functions.into_iter().for_each(|function| engine.define(function.numeric()));
    Ok(engine)
}

fn unknown(what: &str, name: &str) -> PyErr {
    input_error(format!("there is no {what} {name:?}"))
}

#[pymethods]
impl EtrView {
    /// Reads a view in a format: `view`, `fol`, `smt-lib` or `json`.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        text: &str,
        format: &str,
        reading: &str,
        functions: Vec<GivenFunction>,
    ) -> PyResult<EtrView> {
        let mut engine = engine(reading, functions)?;
        let read: fn(&mut Engine, &str) -> Result<InternedView, Error> = match format {
            "view" => Engine::read,
            "fol" => Engine::read_fol,
            "smt-lib" => Engine::read_smt_lib,
            "json" => Engine::read_json,
            other => return Err(unknown("format", other)),
        };
        let view = py.detach(|| read(&mut engine, text).map(|view| engine.into_view(view)));
        Ok(EtrView { view: view.map_err(|error| etr_error(&error))? })
    }

    /// Reads SMT-LIB with a view for each assertion.
    #[staticmethod]
    fn read_smt_lib_views(
        text: &str,
        reading: &str,
        functions: Vec<GivenFunction>,
    ) -> PyResult<Vec<EtrView>> {
        let mut engine = engine(reading, functions)?;
        let views = engine.read_smt_lib_views(text).map_err(|error| etr_error(&error))?;
        Ok(views.iter().map(|view| EtrView { view: engine.export(view) }).collect())
    }

    /// Writes several views as one text of SMT-LIB.
    #[staticmethod]
    fn write_smt_lib_views(py: Python<'_>, views: Vec<PyRef<'_, EtrView>>) -> PyResult<String> {
        let views: Vec<&View> = views.iter().map(|one| &one.view).collect();
        let write = |engine: &mut Engine, views: &[InternedView]| engine.show_smt_lib_views(views);
        computed(py, &views, false, write).map(|(text, _)| text)
    }

    /// Writes the view in a format: `view`, `rounded`, `base`, `fol`, `smt-lib` or `json`.
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let write: fn(&Engine, &InternedView) -> Result<String, Error> = match format {
            "view" => |engine, view| Ok(engine.show(view)),
            "rounded" => |engine, view| Ok(engine.show_rounded(view)),
            "base" => |engine, view| Ok(engine.show_base(view)),
            "json" => |engine, view| Ok(engine.show_json(view)),
            "fol" => Engine::show_fol,
            "smt-lib" => Engine::show_smt_lib,
            other => return Err(unknown("format", other)),
        };
        let write = |engine: &mut Engine, views: &[InternedView]| write(engine, &views[0]);
        computed(py, &[&self.view], false, write).map(|(text, _)| text)
    }

    /// Writes the view in English, with other words for some names.
    fn english(&self, py: Python<'_>, names: BTreeMap<String, String>) -> PyResult<String> {
        let write =
            |engine: &mut Engine, views: &[InternedView]| engine.show_english(&views[0], &names);
        computed(py, &[&self.view], false, write).map(|(text, _)| text)
    }

    /// Carries out an operation, with another view if it takes one.
    fn operate(
        &self,
        py: Python<'_>,
        operation: &str,
        other: Option<PyRef<'_, EtrView>>,
        verbose: bool,
    ) -> PyResult<(EtrView, Steps)> {
        match other {
            Some(other) => {
                let run = pairwise(operation).ok_or_else(|| unknown("operation", operation))?;
                let views = [&self.view, &other.view];
                computed_view(py, &views, verbose, |engine, views| {
                    run(engine, &views[0], &views[1])
                })
            }
            None => {
                let run = unary(operation).ok_or_else(|| unknown("operation", operation))?;
                computed_view(py, &[&self.view], verbose, |engine, views| run(engine, &views[0]))
            }
        }
    }

    /// Product or sum under a dependency relation that both views inherit, written as a prefix.
    fn operate_under(
        &self,
        operation: &str,
        other: PyRef<'_, EtrView>,
        inherited: &str,
    ) -> PyResult<EtrView> {
        let inherited: DependencyRelation = inherited.parse().map_err(|error| etr_error(&error))?;
        let view = match operation {
            "product" => self.view.product_under(&other.view, &inherited),
            "sum" => self.view.sum_under(&other.view, &inherited),
            other => return Err(unknown("operation", other)),
        };
        Ok(EtrView { view: view.map_err(|error| etr_error(&error))? })
    }

    /// Drops the absurd states; states that contain a state of `besides` are also absurd.
    fn factor_absurd(
        &self,
        py: Python<'_>,
        besides: Vec<PyRef<'_, EtrView>>,
        verbose: bool,
    ) -> PyResult<(EtrView, Steps)> {
        let views: Vec<&View> =
            [&self.view].into_iter().chain(besides.iter().map(|one| &one.view)).collect();
        let run = |engine: &mut Engine, views: &[InternedView]| {
            engine.factor_absurd(&views[0], &views[1..])
        };
        computed_view(py, &views, verbose, run)
    }

    /// Replaces the name of a predicate, function, constant or arbitrary object.
    fn replace(&self, py: Python<'_>, old: &str, new: &str) -> PyResult<EtrView> {
        let run = |engine: &mut Engine, views: &[InternedView]| engine.replace(&views[0], old, new);
        computed_view(py, &[&self.view], false, run).map(|(view, _)| view)
    }

    /// Returns true if both views are the same, including names.
    fn same(&self, other: PyRef<'_, EtrView>) -> bool {
        self.view == other.view
    }

    /// Returns true if both views say the same, up to the names of arbitrary objects.
    fn equivalent(&self, py: Python<'_>, other: PyRef<'_, EtrView>) -> PyResult<bool> {
        let run =
            |engine: &mut Engine, views: &[InternedView]| engine.equivalent(&views[0], &views[1]);
        computed(py, &[&self.view, &other.view], false, run).map(|(truth, _)| truth)
    }

    /// The equilibrium answer potential of this view for a question, in printed form.
    fn equilibrium_answer_potential(
        &self,
        py: Python<'_>,
        question: PyRef<'_, EtrView>,
    ) -> PyResult<String> {
        let run = |engine: &mut Engine, views: &[InternedView]| {
            engine.equilibrium_answer_potential(&views[0], &views[1])
        };
        computed(py, &[&self.view, &question.view], false, run).map(|(text, _)| text)
    }

    /// Returns true if the first state is absurd by itself.
    fn is_absurd(&self, py: Python<'_>) -> PyResult<bool> {
        let run = |engine: &mut Engine, views: &[InternedView]| engine.is_absurd(&views[0]);
        computed(py, &[&self.view], false, run).map(|(truth, _)| truth)
    }
}

/// The conclusion from premises: `basic_step`, `default_inference`, or `probability` of a view.
#[pyfunction]
fn etr_conclude(
    py: Python<'_>,
    procedure: &str,
    premises: Vec<PyRef<'_, EtrView>>,
    of: Option<PyRef<'_, EtrView>>,
    verbose: bool,
) -> PyResult<(EtrView, Steps)> {
    let mut views: Vec<&View> = premises.iter().map(|one| &one.view).collect();
    views.extend(of.as_ref().map(|one| &one.view));
    let count = premises.len();
    match (procedure, &of) {
        ("basic_step", None) => computed_view(py, &views, verbose, Engine::basic_step),
        ("default_inference", None) => {
            computed_view(py, &views, verbose, Engine::default_inference)
        }
        ("probability", Some(_)) => computed_view(py, &views, verbose, |engine, views| {
            engine.what_is_the_probability(&views[..count], &views[count])
        }),
        (other, _) => Err(unknown("procedure", other)),
    }
}

/// Returns true if a view follows by the default procedure.
#[pyfunction]
fn etr_follows(
    py: Python<'_>,
    premises: Vec<PyRef<'_, EtrView>>,
    target: PyRef<'_, EtrView>,
    verbose: bool,
) -> PyResult<(bool, Steps)> {
    let mut views: Vec<&View> = premises.iter().map(|one| &one.view).collect();
    views.push(&target.view);
    let count = premises.len();
    let run = |engine: &mut Engine, views: &[InternedView]| {
        engine.does_it_follow(&views[..count], &views[count])
    };
    computed(py, &views, verbose, run)
}

/// The choice of the default procedure of decisions.
#[pyfunction]
fn etr_decide(
    py: Python<'_>,
    question: PyRef<'_, EtrView>,
    consequences: Vec<PyRef<'_, EtrView>>,
    priorities: Vec<PyRef<'_, EtrView>>,
    besides: Vec<PyRef<'_, EtrView>>,
    verbose: bool,
) -> PyResult<(EtrView, Steps)> {
    let others = consequences.iter().chain(&priorities).chain(&besides);
    let views: Vec<&View> =
        [&question.view].into_iter().chain(others.map(|one| &one.view)).collect();
    let counts = (consequences.len(), priorities.len());
    let run = |engine: &mut Engine, views: &[InternedView]| {
        let (consequences, rest) = views[1..].split_at(counts.0);
        let (priorities, besides) = rest.split_at(counts.1);
        engine.decide(&views[0], consequences, priorities, besides)
    };
    computed_view(py, &views, verbose, run)
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<EtrView>()?;
    module.add_function(wrap_pyfunction!(etr_conclude, module)?)?;
    module.add_function(wrap_pyfunction!(etr_follows, module)?)?;
    module.add_function(wrap_pyfunction!(etr_decide, module)?)
}
