//! One question, one answer: the procedures and operations.

use super::closing::Closing;
use super::render::render;
use super::trace::{mermaid, render_steps};
use super::understood::{Words, understand};
use super::{EtrSettings, texts};
use crate::Printout;
use crate::choice::choices;
use crate::error::{CalcError, Result};
use peirast_etr::batch::{Call, Output};
use peirast_etr::{Conditional, Engine, Error, Following, InternedView};
use serde_json::{Map, Value, json};

/// The procedure for the conclusion from premises.
const INFERENCE: &str = "default_inference_procedure";
/// The procedure for the probability of something.
const PROBABILITY: &str = "default_procedure_what_is_prob";
/// The other procedures.
const OTHERS: [&str; 2] = [FOLLOWS, "default_decision"];
/// The one of them that says whether a target is accepted.
const FOLLOWS: &str = "default_procedure_does_it_follow";

/// A call of a procedure or an operation.
#[derive(Debug, Clone)]
pub struct EtrQuestion {
    call: Call,
    following: Option<Following>,
    remarks: Remarks,
    /// Repairs of its views and doubts about them, for readers.
    pub notes: Vec<String>,
}

/// Remarks on the views of a call, in addition to the answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Remarks {
    /// The way to read *if ... then*, if it occurred.
    heard: Option<Conditional>,
    /// Names that look like typing errors.
    slips: Vec<String>,
    /// Sentences and formulas, and their words.
    pub(super) words: Words,
}

impl Remarks {
    /// The remarks as fields of the answer.
    pub(super) fn fields(&self) -> Map<String, Value> {
        let heard = self.heard.map(|heard| ("conditional".to_owned(), json!(heard.name())));
        let slips = (!self.slips.is_empty()).then(|| ("warnings".to_owned(), json!(self.slips)));
        heard.into_iter().chain(slips).chain(self.words.fields()).collect()
    }
}

choices! {
    /// The format of the steps to an answer.
    TraceFormat {
        /// Lines for readers; in JSON, a row with the steps.
        Text = "text",
        /// A row with the steps.
        Json = "json",
        /// A flowchart.
        Mermaid = "mermaid",
    }
}

/// An engine with the premises of an inference.
#[derive(Debug)]
pub(super) struct Premises {
    pub(super) engine: Engine,
    pub(super) views: Vec<InternedView>,
    pub(super) remarks: Remarks,
    pub(super) notes: Vec<String>,
}

impl Premises {
    /// Reads premises.
    pub(super) fn read(premises: &[String], settings: &EtrSettings) -> Result<Self> {
        let call = Call {
            op: INFERENCE.to_owned(),
            args: premises.iter().cloned().map(Value::String).collect(),
            kwargs: Map::new(),
        };
        let (call, remarks, notes) = looked_at(call, settings)?;
        let mut engine = settings.engine(&call)?;
        let mut views = Vec::with_capacity(premises.len());
        for premise in call.args.iter().filter_map(Value::as_str) {
            let view = engine.read(premise);
            views.push(view.map_err(|error| texts::explain(error.into(), &call, &engine))?);
        }
        Ok(Self { engine, views, remarks, notes })
    }
}

impl EtrQuestion {
    /// A call with the functions of the settings, and with its views repaired if requested.
    /// `following` overrides the notion of following.
    ///
    /// # Errors
    /// If the settings contradict the call.
    pub fn new(call: Call, following: Option<Following>, settings: &EtrSettings) -> Result<Self> {
        let (call, remarks, notes) = looked_at(settings.complete(call), settings)?;
        // A sentence shows nothing at issue, so that nothing in it can differ.
        let said = remarks.words.is_target_said.then_some(Following::RegardlessOfIssues);
        let following = following.or(said);
        Ok(Self { call, following, remarks, notes })
    }

    /// Computes the answer, and remarks on it for readers.
    ///
    /// # Errors
    /// If views cannot be read, or a limit is reached.
    pub fn answer(&self, settings: &EtrSettings) -> Result<(Printout, Vec<String>)> {
        let (mut engine, output) = self.run(settings, |_| {})?;
        let value = output.to_value(&engine);
        let (mut notes, mut row) = (Vec::new(), self.row(settings, &value));
        match self.call.op.as_str() {
            INFERENCE => notes.extend(self.remarks(&mut engine, &output)),
            PROBABILITY => match self.potential(&mut engine, &output)? {
                Some(potential) => {
                    notes.push(format!("potential: {potential} of 100"));
                    row.insert("potential".to_owned(), json!(potential));
                }
                None => notes.push("the result is not a number from 0 to 100".to_owned()),
            },
            op if OTHERS.contains(&op) => {}
            _ => {
                if let Some(why) = self.unchanged(&mut engine, &output) {
                    notes.push(format!("unchanged: {why}"));
                    row.insert("unchanged".to_owned(), json!(why));
                }
            }
        }
        let mut text = render(&value);
        // The conclusion of an inference is judged in any case, as `explain` and `equilibrium` do.
        if !self.remarks.words.is_empty() || self.call.op == INFERENCE {
            let (lines, fields) = self.in_words(&mut engine, &output);
            text.push_str(&lines);
            row.extend(fields);
        }
        Ok((Printout { text, json: format!("{}\n", Value::Object(row)) }, notes))
    }

    /// The closing of an inference, and the answer to what was asked in words, in words too; and the
    /// same as fields.
    fn in_words(&self, engine: &mut Engine, output: &Output) -> (String, Map<String, Value>) {
        let words = &self.remarks.words;
        let views = self.call.args.iter().filter_map(Value::as_str);
        let views: Vec<InternedView> = views.filter_map(|one| engine.read(one).ok()).collect();
        match (self.call.op.as_str(), output) {
            (INFERENCE, Output::View(concluded)) => {
                let closing = Closing::new(words, engine, &views, concluded);
                (closing.text(), closing.fields())
            }
            (FOLLOWS, Output::Truth(accepted)) => {
                let target = self.call.kwargs.get("target").and_then(Value::as_str);
                let Some(target) = target.and_then(|target| engine.read(target).ok()) else {
                    return Default::default();
                };
                let closing = Closing::new(words, engine, &views, &target);
                (closing.acceptance(*accepted), closing.fields())
            }
            (_, Output::View(view)) if view.is_verum() => Default::default(),
            (_, Output::View(view)) => match words.say(engine, view) {
                Some(said) => (
                    format!("In words: {said}\n"),
                    Map::from_iter([("words".to_owned(), json!(said))]),
                ),
                None => Default::default(),
            },
            _ => Default::default(),
        }
    }

    /// Computes every step to the answer.
    ///
    /// # Errors
    /// If views cannot be read, or a limit is reached.
    pub fn trace(&self, settings: &EtrSettings, format: TraceFormat) -> Result<Printout> {
        let (mut engine, output) = self.run(settings, Engine::record)?;
        let (trace, value) = (engine.take_trace(), output.to_value(&engine));
        let mut row = self.row(settings, &value);
        row.insert("steps".to_owned(), json!(trace.steps));
        let json = format!("{}\n", Value::Object(row));
        Ok(match format {
            TraceFormat::Text => Printout { text: render_steps(&trace, &value), json },
            TraceFormat::Json => Printout { text: json.clone(), json },
            TraceFormat::Mermaid => {
                let chart = mermaid(&trace.steps);
                Printout { text: chart.clone(), json: chart }
            }
        })
    }

    /// Runs the call on an engine that `before` prepares.
    fn run(&self, settings: &EtrSettings, before: fn(&mut Engine)) -> Result<(Engine, Output)> {
        let mut settings = settings.clone();
        if let Some(following) = self.following {
            settings.reading.following = following;
        }
        let mut engine = settings.engine(&self.call)?;
        let prepared = self.call.prepare(&mut engine);
        let prepared = prepared.map_err(|error| texts::explain(error, &self.call, &engine))?;
        before(&mut engine);
        let output = prepared(&mut engine).map_err(with_option)?;
        Ok((engine, output))
    }

    /// The call and its answer as a row.
    fn row(&self, settings: &EtrSettings, out: &Value) -> Map<String, Value> {
        let Call { op, args, kwargs } = &self.call;
        let following = self.following.map(|following| ("following", json!(following.name())));
        let fields = [
            ("op", json!(op)),
            ("args", json!(args)),
            ("kwargs", json!(kwargs)),
            ("reading", json!(settings.reading.name)),
        ];
        let fields = fields.into_iter().chain(following).chain([("out", out.clone())]);
        let fields = fields.map(|(name, value)| (name.to_owned(), value));
        fields.chain(self.remarks.fields()).collect()
    }

    /// Remarks on an inference without a new conclusion.
    fn remarks(&self, engine: &mut Engine, output: &Output) -> Vec<String> {
        let Output::View(view) = output else { return Vec::new() };
        if !view.is_verum() {
            return Vec::new();
        }
        let mut notes = Vec::new();
        let premises = self.call.args.iter().filter_map(Value::as_str);
        let premises: Vec<_> = premises.filter_map(|one| engine.read(one).ok()).collect();
        if engine.lacks_common_issue(&premises) {
            notes.push(
                "a premise is about everything, but no star marks the same place in two premises, \
                 so it applies to nothing; mark the subject of each premise: Ax \
                 {Mortal(x)}^{Man(x*)} and {Man(socrates()*)}"
                    .to_owned(),
            );
        }
        notes
    }

    /// The equilibrium potential of a probability; `None` if the result is not a number.
    fn potential(&self, engine: &mut Engine, output: &Output) -> Result<Option<String>> {
        let Output::View(view) = output else { return Ok(None) };
        let of = self.call.kwargs.get("prob_of").and_then(Value::as_str);
        let Some(of) = of.filter(|_| !view.is_falsum()) else { return Ok(None) };
        let of = engine.read(of)?;
        Ok(Some(engine.equilibrium_answer_potential(view, &of)?))
    }

    /// The reason why the operation returned its view unchanged, if it did. If the operation
    /// consists of others, the engine stores the reason of the last of them, so the views are
    /// compared too.
    fn unchanged(&self, engine: &mut Engine, output: &Output) -> Option<String> {
        let why = engine.unchanged()?;
        let Output::View(view) = output else { return None };
        let external = engine.read(self.call.args.first()?.as_str()?).ok()?;
        (engine.show(&external) == engine.show(view)).then(|| why.to_string())
    }
}

/// The error, with the option that raises its limit.
fn with_option(error: Error) -> CalcError {
    match error {
        Error::TooManyStates { .. } => {
            CalcError::Input(format!("{error}\nhelp: --max-states N sets it"))
        }
        Error::TooManySteps { .. } => {
            CalcError::Input(format!("{error}\nhelp: --max-steps N sets it"))
        }
        error => error.into(),
    }
}

/// The call with its views repaired if requested, the remarks on it, and the same remarks for
/// readers.
fn looked_at(call: Call, settings: &EtrSettings) -> Result<(Call, Remarks, Vec<String>)> {
    let mut engine = settings.engine(&call)?;
    let (mut call, words) = understand(call, &mut engine, settings)?;
    let (mut heard, mut notes) = (words.heard, words.notes());
    if settings.tolerant {
        let repaired = texts::repair(&call, &mut engine, settings.conditional())?;
        notes.extend(texts::repair_notes(&repaired.repairs));
        (call, heard) = (repaired.call, repaired.heard.or(heard));
    }
    notes.extend(heard.map(texts::hearing));
    let slips = texts::slips(&call, &mut engine);
    notes.extend(slips.iter().map(|slip| format!("warning: {slip}")));
    Ok((call, Remarks { heard, slips, words }, notes))
}
