//! Comparing answers with recorded ones.

use super::call::{AskedReading, Call, CallError};
use super::output::Output;
use crate::engine::Engine;
use crate::interned::InternedView;
use crate::reading::{DoPolarity, IssueNegation, Marks, Reading};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// A call with its recorded answer.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Row {
    /// The row's name.
    #[serde(default)]
    pub id: String,
    /// The call.
    #[serde(flatten)]
    pub call: Call,
    /// The reading under which `out` was answered; PyETR 1.0.0 unless the row says so.
    #[serde(flatten)]
    pub asked: AskedReading,
    /// The recorded answer.
    pub out: Option<Value>,
    /// The comparison: `exact`, `alpha`, `error`, ...
    #[serde(default)]
    pub cmp: String,
    /// The oddity of the row, by a name such as `match_order`.
    pub quirk: Option<String>,
    /// The answer if negated do-atoms keep their sign.
    pub out_fixed_do: Option<Value>,
    /// The answer if negation keeps issues.
    pub out_fixed_issues: Option<Value>,
    /// The answer if the order of matches makes no difference.
    pub out_order_free: Option<Value>,
    /// Answers under several hash seeds.
    pub outs_by_hash_seed: Option<Vec<Value>>,
    /// The view as JSON, where its text does not read back.
    pub out_json: Option<String>,
}

/// The outcome of a row.
pub type Verdict = Result<(), Mismatch>;

/// An answer that is not the recorded one.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The field of the recorded answer that was not met: `out`, `out_fixed_do`, ...
    pub field: &'static str,
    /// The reading under which it was asked.
    pub reading: &'static str,
    /// The recorded answer.
    pub expected: Value,
    /// The computed answer: a value, or an error's message.
    pub answered: Result<Value, String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` under {}: expected {}, ", self.field, self.reading, self.expected)?;
        match &self.answered {
            Ok(answer) => write!(f, "got {answer}"),
            Err(message) => write!(f, "got the error: {message}"),
        }
    }
}

impl Row {
    /// Compares every recorded answer of the row: `out` with the reading that the row names, or
    /// else `pyetr-1.0.0`, the repaired ones with the default reading.
    pub fn check(&self) -> Verdict {
        self.check_under(Reading::PYETR_1_0_0)
    }

    /// The same, `out` being what this reading answers unless the row says otherwise.
    pub fn check_under(&self, usual: Reading) -> Verdict {
        self.check_recorded(usual)?;
        let sound = Reading::SOUND;
        // Each of these answers was recorded with one repair alone. If both matter to a row, the
        // default reading, which has both, may rightly give a third answer.
        let only_do = Reading { do_polarity: DoPolarity::Kept, ..Reading::PYETR_1_0_0 };
        let only_issues = Reading { issue_negation: IssueNegation::Both, ..Reading::PYETR_1_0_0 };
        self.check_mended("out_fixed_do", self.out_fixed_do.as_ref(), &[sound, only_do])?;
        let mended = self.out_fixed_issues.as_ref();
        self.check_mended("out_fixed_issues", mended, &[sound, only_issues])?;
        self.check_mended("out_order_free", self.out_order_free.as_ref(), &[sound])
    }

    /// A row of a call alone, to be compared as `cmp` says.
    pub(crate) fn new(call: Call, cmp: &str) -> Row {
        Row { call, cmp: cmp.to_owned(), ..Row::default() }
    }

    /// The answer of a reading, and true if it is the expected one: as `cmp` says under
    /// `pyetr-1.0.0`, and up to the names of arbitrary objects under the others.
    pub(crate) fn compare(
        &self,
        reading: Reading,
        expected: &Value,
    ) -> (Result<Value, String>, bool) {
        let cmp = if reading == Reading::PYETR_1_0_0 { &self.cmp } else { "alpha" };
        let mut answer = Answer::new(&self.call, reading);
        let passed = answer.meets(expected, &Row { cmp: cmp.to_owned(), ..self.clone() });
        (answer.mismatch("out", reading, expected).answered, passed)
    }

    fn check_recorded(&self, usual: Reading) -> Verdict {
        let Some(out) = &self.out else { return Ok(()) };
        let reading = match self.asked.or(usual) {
            Ok(reading) => reading,
            Err(error) => {
                let engine = Engine::default();
                let answer = Answer { engine, result: Err(error) };
                return Err(answer.mismatch("out", usual, out));
            }
        };
        // An answer that depends on the order in which a hash table hands out matches has several
        // values.
        let mut accepted = vec![out];
        if self.quirk.as_deref() == Some("match_order") || self.cmp == "any_of" {
            accepted.extend(&self.out_order_free);
            accepted.extend(self.outs_by_hash_seed.iter().flatten());
        }
        let mut answer = Answer::new(&self.call, reading);
        // An object both universal and existential makes no view; refusing it is right.
        let refused = self.quirk.as_deref() == Some("quantifier_clash") && answer.result.is_err();
        if refused || accepted.iter().any(|out| answer.meets(out, self)) {
            return Ok(());
        }
        Err(answer.mismatch("out", reading, out))
    }

    fn check_mended(
        &self,
        field: &'static str,
        expected: Option<&Value>,
        readings: &[Reading],
    ) -> Verdict {
        // If the repair made PyETR itself fail, the record is no evidence about the answer.
        let Some(expected) = expected.filter(|expected| expected.get("error").is_none()) else {
            return Ok(());
        };
        let of_views = matches!(self.cmp.as_str(), "exact" | "view_equal");
        let cmp = if of_views { "alpha" } else { &self.cmp };
        let alpha = Row { cmp: cmp.to_owned(), out_json: None, ..self.clone() };
        let mut first = None;
        for reading in readings {
            let mut answer = Answer::new(&self.call, *reading);
            if answer.meets(expected, &alpha) {
                return Ok(());
            }
            first.get_or_insert_with(|| answer.mismatch(field, *reading, expected));
        }
        first.map_or(Ok(()), Err)
    }
}

struct Answer {
    engine: Engine,
    result: Result<Output, CallError>,
}

impl Answer {
    fn new(call: &Call, reading: Reading) -> Answer {
        match call.engine(reading) {
            Err(error) => Answer { engine: Engine::new(reading), result: Err(error) },
            Ok(mut engine) => {
                let prepared = call.prepare(&mut engine);
                let result = prepared.and_then(|run| run(&mut engine).map_err(CallError::from));
                Answer { engine, result }
            }
        }
    }

    fn mismatch(&self, field: &'static str, reading: Reading, expected: &Value) -> Mismatch {
        let answered = match &self.result {
            Ok(output) => Ok(output.to_value(&self.engine)),
            Err(error) => Err(error.to_string()),
        };
        Mismatch { field, reading: reading.name, expected: expected.clone(), answered }
    }

    fn meets(&mut self, expected: &Value, row: &Row) -> bool {
        let is_error = expected.get("error").is_some() && expected.as_object().is_some();
        let output = match &self.result {
            Err(CallError::Engine(_)) => return is_error,
            Err(_) => return false,
            Ok(output) => output.clone(),
        };
        if is_error {
            return false;
        }
        let answered = output.to_value(&self.engine);
        if answered == *expected {
            return true;
        }
        match (&output, expected) {
            (Output::View(view), Value::String(text)) => self.same_view(view, text, row),
            (Output::Text(answered), Value::String(text)) => self.same_text(answered, text, row),
            (Output::Views(_) | Output::Pairs(_), Value::Array(_)) if row.cmp == "set" => {
                sorted(&answered) == sorted(expected)
            }
            _ => false,
        }
    }

    fn same_view(&mut self, view: &InternedView, text: &str, row: &Row) -> bool {
        if row.call.op == "parse" && row.cmp == "exact" && row.out_json.is_none() {
            return false;
        }
        let expected = match &row.out_json {
            Some(json) => self.engine.read_json(json),
            None => self.engine.read(text),
        };
        let Ok(expected) = expected else { return false };
        if self.agree(view, &expected, row) {
            return true;
        }
        // A text that PyETR printed may show more marks than the view has, so it is compared with
        // the text printed here.
        let spread = self.engine.reading().marks == Marks::Spread && row.out_json.is_none();
        let printed = spread.then(|| self.engine.show(view));
        match printed.map(|text| self.engine.read(&text)) {
            Some(Ok(printed)) => self.agree(&printed, &expected, row),
            _ => false,
        }
    }

    /// Are two views the same, or as good as the same if names do not matter to the row?
    fn agree(&mut self, one: &InternedView, two: &InternedView, row: &Row) -> bool {
        one.same(two)
            || matches!(row.cmp.as_str(), "alpha" | "any_of")
                && self.engine.equivalent(one, two).unwrap_or(false)
    }

    fn same_text(&mut self, answered: &str, text: &str, row: &Row) -> bool {
        match row.cmp.as_str() {
            "bag" => characters(answered) == characters(text),
            "json_ignoring_func_caller_code" => {
                without_code(answered).is_some() && without_code(answered) == without_code(text)
            }
            "reparse" => self.reads_back_equal(answered, text, &row.call.op),
            // PyETR prints some things in the order of a hash table, and three runs that happened
            // to agree look exact: the atoms of a stage of one state, and the terms of a sum.
            _ => match row.call.op.as_str() {
                "to_fol" | "to_smt_lib" => self.reads_back_equal(answered, text, &row.call.op),
                "to_english" | "views_to_smt_lib" => characters(answered) == characters(text),
                "base" => text.contains('《') && characters(answered) == characters(text),
                _ => false,
            },
        }
    }

    fn reads_back_equal(&mut self, answered: &str, text: &str, op: &str) -> bool {
        let read: fn(&mut Engine, &str) -> _ = match op {
            "to_fol" => Engine::read_fol,
            "to_smt_lib" | "views_to_smt_lib" => Engine::read_smt_lib,
            "to_json" => Engine::read_json,
            _ => Engine::read,
        };
        match (read(&mut self.engine, answered), read(&mut self.engine, text)) {
            (Ok(one), Ok(two)) => one.same(&two),
            // Texts that do not read back there can only be compared letter by letter.
            (Err(_), Err(_)) => characters(answered) == characters(text),
            _ => false,
        }
    }
}

fn characters(text: &str) -> Vec<char> {
    let mut all: Vec<char> = text.chars().collect();
    all.sort_unstable();
    all
}

fn sorted(list: &Value) -> Vec<String> {
    let mut all: Vec<String> =
        list.as_array().into_iter().flatten().map(|item| item.to_string()).collect();
    all.sort();
    all
}

/// The JSON without the compiled code of functions.
fn without_code(text: &str) -> Option<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(code) = fields.get_mut("func_caller") {
                    *code = Value::Null;
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).ok()?;
    strip(&mut value);
    Some(value)
}
