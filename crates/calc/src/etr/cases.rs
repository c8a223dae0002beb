//! The worked examples of the theory.

use super::render::render;
use crate::Printout;
use crate::error::{CalcError, Result};
use peirast_etr::{Case, CaseAnswer, Reading};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The list of worked examples.
pub fn list_cases() -> Printout {
    Printout {
        text: Case::all().iter().map(line).collect(),
        json: Case::all().iter().map(|case| format!("{}\n", json!(case))).collect(),
    }
}

/// Computes an example, and compares every answer with the recorded one. The flag is true if all
/// agree.
///
/// # Errors
/// If the example is unknown.
pub fn run_case(id: &str, reading: Reading) -> Result<(Printout, bool)> {
    let case = Case::named(id).ok_or_else(|| unknown(id))?;
    let answers = case.run(reading);
    let printout =
        Printout { text: text(case, &answers), json: json_rows(case, &answers, reading) };
    Ok((printout, answers.iter().all(|answer| answer.passed)))
}

fn line(case: &Case) -> String {
    let chapter = case.chapter.map_or_else(|| "-".to_owned(), |chapter| chapter.to_string());
    format!("{:<36} {chapter}  {}\n", case.id, case.shows)
}

fn unknown(id: &str) -> CalcError {
    let plain = Case::plain_name(id);
    let stem = plain.trim_end_matches(|c: char| !c.is_ascii_digit());
    let near: Vec<&str> = Case::all()
        .iter()
        .map(|case| case.id.as_str())
        .filter(|known| !stem.is_empty() && known.starts_with(stem))
        .take(8)
        .collect();
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!("; there are {}", near.join(", ")),
    };
    CalcError::Input(format!("there is no case `{id}`{near}: `peirast etr cases` lists them all"))
}

/// Each call as a row that can be checked again.
fn json_rows(case: &Case, answers: &[CaseAnswer<'_>], reading: Reading) -> String {
    let mut text = String::new();
    for (at, (call, answer)) in case.calls.iter().zip(answers).enumerate() {
        let mut row = json!({"id": format!("{}:{}", case.id, at + 1), "case": case.id});
        let (got, answered) = match &answer.answered {
            Ok(value) => ("got", value.clone()),
            Err(message) => ("error", json!(message)),
        };
        let further = json!({"reading": reading.name, got: answered, "passed": answer.passed});
        for fields in [json!(call), further] {
            if let (Value::Object(row), Value::Object(fields)) = (&mut row, fields) {
                row.extend(fields);
            }
        }
        let _ = writeln!(text, "{row}");
    }
    text
}

fn text(case: &Case, answers: &[CaseAnswer<'_>]) -> String {
    let source = match case.chapter {
        Some(chapter) => format!("Koralus, Reason and Inquiry (2022), chapter {chapter}"),
        None => "PyETR 1.0.0".to_owned(),
    };
    let mut text = format!("{}  {source}\n{}\n", case.id, case.shows);
    for answer in answers.iter().filter(|answer| is_telling(answer)) {
        text.push('\n');
        write_call(&mut text, answer);
    }
    let differing = answers.iter().filter(|answer| !answer.passed).count();
    text.push_str(&match differing {
        0 => "\nas recorded\n".to_owned(),
        n => format!("\nnot as recorded: {n} of {}\n", answers.len()),
    });
    text
}

/// True if an answer is worth showing. The equivalence of a view to its own text is not.
fn is_telling(answer: &CaseAnswer<'_>) -> bool {
    let args = &answer.call.args;
    !(answer.passed && answer.call.op == "equiv" && args.first() == args.get(1))
}

fn write_call(text: &mut String, answer: &CaseAnswer<'_>) {
    let _ = writeln!(text, "{}", answer.call.op);
    for arg in &answer.call.args {
        let _ = write!(text, "  {}", render(arg));
    }
    for (name, value) in &answer.call.kwargs {
        for one in value.as_array().map_or_else(|| vec![value], |all| all.iter().collect()) {
            let _ = write!(text, "  {name} = {}", render(one));
        }
    }
    let _ = write!(text, "  expected  {}", render(answer.expected));
    let got = match &answer.answered {
        Ok(value) => render(value),
        Err(message) => format!("error: {message}\n"),
    };
    let _ = write!(text, "  got       {got}");
    if !answer.passed {
        text.push_str("  which differs\n");
    }
}
