//! From the name of an operation to what it does.

use super::call::{Call, CallError};
use super::output::{Output, Prepared, RelationOutput};
use super::{Pairwise, Unary};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::relation::Relation;
use serde_json::Value;
use std::collections::BTreeMap;

/// The operation on one view that has this name.
pub fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "negation" => Engine::negation,
        "depose" => Engine::depose,
        "parse" => |_, view| Ok(view.clone()),
        _ => return None,
    })
}

/// The operation on two views that has this name.
pub fn pairwise(name: &str) -> Option<Pairwise> {
    Some(match name {
        "product" => Engine::product,
        "sum" => Engine::sum,
        "answer" => Engine::answer,
        "equilibrium_answer" => Engine::equilibrium_answer,
        "atomic_answer" => Engine::atomic_answer,
        "merge" => Engine::merge,
        "update" => Engine::update,
        "universal_product" => Engine::universal_product,
        "existential_sum" => Engine::existential_sum,
        "division" => Engine::division,
        "factor" => Engine::factor,
        "query" => Engine::query,
        "which" | "wh_query" => Engine::which,
        "inquire" => Engine::inquire,
        "suppose" => Engine::suppose,
        _ => return None,
    })
}

pub(super) fn prepare(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    match call.op.as_str() {
        "parse" | "from_json" | "from_fol" | "from_smt_lib" | "smt_lib_to_views" => reading(call),
        "product" if call.kwargs.contains_key("inherited") => inherited(call, engine),
        "sum" if call.kwargs.contains_key("inherited") => inherited(call, engine),
        "factor" if call.kwargs.contains_key("absurd_states") => factor_absurd(call, engine),
        "sequence" => sequence(call, engine),
        "product_chain" => chain(call, engine, Engine::product),
        "inquire_chain" => chain(call, engine, Engine::inquire),
        name if name.starts_with("dep_") => dependency(call, engine),
        name if name.starts_with("default_") || name == "basic_step" => procedure(call, engine),
        name => {
            if let Some(run) = pairwise(name) {
                at_most(call, 2)?;
                let (one, two) = two_views(call, engine)?;
                return Ok(Box::new(move |engine| Ok(Output::View(run(engine, &one, &two)?))));
            }
            if let Some(run) = unary(name) {
                at_most(call, 1)?;
                let view = engine.read(call.text(0)?)?;
                return Ok(Box::new(move |engine| Ok(Output::View(run(engine, &view)?))));
            }
            match writing(call, engine)? {
                Some(prepared) => Ok(prepared),
                None => helper(call, engine),
            }
        }
    }
}

/// Refuses arguments that would be left aside.
fn at_most(call: &Call, most: usize) -> Result<(), CallError> {
    match call.args.len() {
        count if count > most => {
            let views = if most == 1 { "one view" } else { "two views" };
            Err(call.needs(format!("{views}, not {count}")))
        }
        _ => Ok(()),
    }
}

fn two_views(call: &Call, engine: &mut Engine) -> Result<(InternedView, InternedView), CallError> {
    Ok((engine.read(call.text(0)?)?, engine.read(call.text(1)?)?))
}

fn views(call: &Call, engine: &mut Engine) -> Result<Vec<InternedView>, CallError> {
    (0..call.args.len()).map(|at| Ok(engine.read(call.text(at)?)?)).collect()
}

fn named_views(
    call: &Call,
    name: &str,
    engine: &mut Engine,
) -> Result<Vec<InternedView>, CallError> {
    call.texts(name)?.iter().map(|text| Ok(engine.read(text)?)).collect()
}

/// Operations that read a text: reading is what they do, so nothing is read beforehand.
fn reading(call: &Call) -> Result<Prepared, CallError> {
    let text = call.text(0)?.to_owned();
    Ok(match call.op.as_str() {
        "from_json" => Box::new(move |engine| engine.read_json(&text).map(Output::View)),
        "from_fol" => Box::new(move |engine| engine.read_fol(&text).map(Output::View)),
        "from_smt_lib" => Box::new(move |engine| engine.read_smt_lib(&text).map(Output::View)),
        "smt_lib_to_views" => {
            Box::new(move |engine| engine.read_smt_lib_views(&text).map(Output::Views))
        }
        _ => Box::new(move |engine| engine.read(&text).map(Output::View)),
    })
}

/// Operations that write a view in some format, or write it and read it back.
fn writing(call: &Call, engine: &mut Engine) -> Result<Option<Prepared>, CallError> {
    if call.op == "views_to_smt_lib" {
        let views = views(call, engine)?;
        return Ok(Some(Box::new(move |engine| {
            engine.show_smt_lib_views(&views).map(Output::Text)
        })));
    }
    let write: fn(&mut Engine, &InternedView) -> Result<String, Error> = match call.op.as_str() {
        "to_str" => |engine, view| Ok(engine.show(view)),
        "parse_round_ints" => |engine, view| Ok(engine.show_rounded(view)),
        "base" => |engine, view| Ok(engine.show_base(view)),
        "to_json" => |engine, view| Ok(engine.show_json(view)),
        "to_fol" => |engine, view| engine.show_fol(view),
        "to_smt_lib" => |engine, view| engine.show_smt_lib(view),
        "to_english" => return english(call, engine).map(Some),
        "from_fol_of" | "from_smt_lib_of" | "roundtrip" => return again(call, engine).map(Some),
        _ => return Ok(None),
    };
    let view = engine.read(call.text(0)?)?;
    Ok(Some(Box::new(move |engine| write(engine, &view).map(Output::Text))))
}

fn english(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let mut names = BTreeMap::new();
    if let Some(Value::Object(given)) = call.kwargs.get("name_mappings") {
        for (symbol, name) in given {
            let name = name.as_str().ok_or_else(|| call.needs("names as texts"))?;
            names.insert(symbol.clone(), name.to_owned());
        }
    }
    let view = engine.read(call.text(0)?)?;
    Ok(Box::new(move |engine| engine.show_english(&view, &names).map(Output::Text)))
}

fn again(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let view = engine.read(call.text(0)?)?;
    Ok(match call.op.as_str() {
        "from_fol_of" => {
            let text = engine.show_fol(&view)?;
            Box::new(move |engine| engine.read_fol(&text).map(Output::View))
        }
        "from_smt_lib_of" => {
            let text = engine.show_smt_lib(&view)?;
            Box::new(move |engine| engine.read_smt_lib(&text).map(Output::View))
        }
        _ => Box::new(move |engine| {
            let again = engine.read(&engine.show(&view))?;
            Ok(Output::Truth(again.same(&view)))
        }),
    })
}

fn inherited(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let (one, two) = two_views(call, engine)?;
    let relation = engine.read_relation(call.named("inherited")?)?;
    let product = call.op == "product";
    Ok(Box::new(move |engine| {
        let view = if product {
            engine.product_under(&relation, &one, &two)
        } else {
            engine.sum_under(&relation, &one, &two)
        };
        view.map(Output::View)
    }))
}

fn factor_absurd(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let (one, two) = two_views(call, engine)?;
    let besides = named_views(call, "absurd_states", engine)?;
    Ok(Box::new(move |engine| {
        let view = if two.is_falsum() {
            engine.factor_absurd(&one, &besides)
        } else {
            engine.factor(&one, &two)
        };
        view.map(Output::View)
    }))
}

/// Operations one after another on the first view, each with one of the others.
fn sequence(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let views = views(call, engine)?;
    let steps = call.kwargs.get("steps").and_then(Value::as_array);
    let steps = steps.ok_or_else(|| call.needs("`steps`, a list of [operation, view]"))?;
    let mut runs: Vec<SequenceStep> = Vec::new();
    for step in steps {
        let name = step.get(0).and_then(Value::as_str).unwrap_or_default();
        let other = step.get(1).and_then(Value::as_u64).map(|at| at as usize);
        runs.push(match (unary(name), pairwise(name), other) {
            (Some(run), _, _) => SequenceStep::Alone(run),
            (_, Some(run), Some(at)) if at < views.len() => SequenceStep::With(run, at),
            _ => return Err(call.needs(format!("steps that exist, not {step}"))),
        });
    }
    if views.is_empty() {
        return Err(call.needs("at least one view"));
    }
    Ok(Box::new(move |engine| {
        let mut view = views[0].clone();
        for step in &runs {
            view = match step {
                SequenceStep::Alone(run) => run(engine, &view)?,
                SequenceStep::With(run, at) => run(engine, &view, &views[*at])?,
            };
        }
        Ok(Output::View(view))
    }))
}

enum SequenceStep {
    Alone(Unary),
    With(Pairwise, usize),
}

/// The views combined from the left.
fn chain(call: &Call, engine: &mut Engine, run: Pairwise) -> Result<Prepared, CallError> {
    let views = views(call, engine)?;
    if views.is_empty() {
        return Err(call.needs("at least one view"));
    }
    Ok(Box::new(move |engine| {
        let mut all = views[0].clone();
        for view in &views[1..] {
            all = run(engine, &all, view)?;
        }
        Ok(Output::View(all))
    }))
}

fn procedure(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let views = views(call, engine)?;
    Ok(match call.op.as_str() {
        "basic_step" => Box::new(move |engine| engine.basic_step(&views).map(Output::View)),
        "default_inference_procedure" => {
            Box::new(move |engine| engine.default_inference(&views).map(Output::View))
        }
        "default_procedure_does_it_follow" => {
            let target = engine.read(call.named("target")?)?;
            Box::new(move |engine| engine.does_it_follow(&views, &target).map(Output::Truth))
        }
        "default_procedure_what_is_prob" => {
            let of = engine.read(call.named("prob_of")?)?;
            Box::new(move |engine| engine.what_is_the_probability(&views, &of).map(Output::View))
        }
        "default_decision" => {
            let consequences = named_views(call, "cv", engine)?;
            let priorities = named_views(call, "pr", engine)?;
            let besides = named_views(call, "absurd_states", engine)?;
            let question = views.into_iter().next().ok_or_else(|| call.needs("a question"))?;
            Box::new(move |engine| {
                engine.decide(&question, &consequences, &priorities, &besides).map(Output::View)
            })
        }
        name => return Err(CallError::UnknownOperation(name.to_owned())),
    })
}

fn dependency(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    let one = engine.read_relation(call.text(0)?)?;
    if call.op == "dep_restriction" {
        let keep = call.texts("keep")?;
        let keep = keep.iter().map(|name| engine.lexicon.intern_object(name).0).collect();
        return Ok(Box::new(move |_| Ok(relation_output(one.restricted(&keep)))));
    }
    Ok(match call.op.as_str() {
        "dep_negation" => Box::new(move |_| Ok(relation_output(one.negated()))),
        "dep_relations" => Box::new(move |engine| Ok(engine.orders(&one))),
        "dep_fusion" => {
            let two = engine.read_relation(call.text(1)?)?;
            Box::new(move |_| one.fuse(&two).map(relation_output))
        }
        "dep_chain" => {
            let two = engine.read_relation(call.text(1)?)?;
            Box::new(move |_| one.chain(&two).map(relation_output))
        }
        name => return Err(CallError::UnknownOperation(name.to_owned())),
    })
}

fn relation_output(relation: Relation) -> Output {
    Output::Relation(RelationOutput(relation))
}

fn helper(call: &Call, engine: &mut Engine) -> Result<Prepared, CallError> {
    if call.op == "replace" {
        let view = engine.read(call.text(0)?)?;
        // A constant may be named as in views, `john()`, or by its name alone.
        let name =
            |at| call.text(at).map(|text| text.strip_suffix("()").unwrap_or(text).to_owned());
        let (old, new) = (name(1)?, name(2)?);
        return Ok(Box::new(move |engine| engine.replace(&view, &old, &new).map(Output::View)));
    }
    if call.op == "primitive_absurd" {
        let view = engine.read(call.text(0)?)?;
        return Ok(Box::new(move |engine| engine.is_absurd(&view).map(Output::Truth)));
    }
    let known = ["eq", "equiv", "issue_matches"];
    if !known.contains(&call.op.as_str()) && !call.op.ends_with("_answer_potential") {
        return Err(CallError::UnknownOperation(call.op.clone()));
    }
    let (one, two) = two_views(call, engine)?;
    Ok(match call.op.as_str() {
        "eq" => Box::new(move |_| Ok(Output::Truth(one.same(&two)))),
        "equiv" => Box::new(move |engine| engine.equivalent(&one, &two).map(Output::Truth)),
        "issue_matches" => Box::new(move |engine| engine.match_pairs(&one, &two)),
        "atomic_answer_potential" => {
            Box::new(move |engine| Ok(Output::Count(engine.atomic_answer_potential(&one, &two))))
        }
        _ => Box::new(move |engine| {
            engine.equilibrium_answer_potential(&one, &two).map(Output::Text)
        }),
    })
}

impl Engine {
    fn match_pairs(&self, one: &InternedView, two: &InternedView) -> Result<Output, Error> {
        let show = |term| self.lexicon.show_term(term);
        // Each pair is held as text.
        let pairs = one.issues.len().saturating_mul(two.issues.len());
        self.limits.check_steps(pairs, 100)?;
        let matches = one.issues.matches(&two.issues);
        let mut pairs: Vec<[String; 2]> =
            matches.iter().map(|(ours, theirs)| [show(*ours), show(*theirs)]).collect();
        pairs.sort();
        Ok(Output::Pairs(pairs))
    }
}
