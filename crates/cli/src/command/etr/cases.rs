//! `peirast etr cases` and `peirast etr case`: the worked examples of the theory.

use super::settings::Settings;
use super::shown::shown;
use crate::args::CaseArgs;
use crate::voice;
use anyhow::{Result, anyhow};
use peirast_etr::{Case, CaseAnswer};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Lists the case bank.
pub fn cases(settings: &Settings) -> Result<ExitCode> {
    let text: String = if settings.json {
        Case::all().iter().map(|case| format!("{}\n", json!(case))).collect()
    } else {
        Case::all().iter().map(line).collect()
    };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn line(case: &Case) -> String {
    let chapter = case.chapter.map_or_else(|| "-".to_owned(), |chapter| chapter.to_string());
    format!("{:<36} {chapter}  {}\n", case.id, case.shows)
}

/// Runs one case; the exit code says whether every answer is the recorded one.
pub fn case(args: &CaseArgs, settings: &Settings) -> Result<ExitCode> {
    let case = Case::named(&args.id).ok_or_else(|| unknown(&args.id))?;
    let answers = case.run(settings.reading);
    let text =
        if settings.json { as_json(case, &answers, settings) } else { as_text(case, &answers) };
    voice::result(&text)?;
    Ok(if answers.iter().all(|answer| answer.passed) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn unknown(id: &str) -> anyhow::Error {
    let stem = id.trim_end_matches(|c: char| !c.is_ascii_digit());
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
    anyhow!("there is no case `{id}`{near}: `peirast etr cases` lists them all")
}

/// Each call as a row that can be checked again.
fn as_json(case: &Case, answers: &[CaseAnswer<'_>], settings: &Settings) -> String {
    let mut text = String::new();
    for (at, (call, answer)) in case.calls.iter().zip(answers).enumerate() {
        let mut row = json!({"id": format!("{}:{}", case.id, at + 1), "case": case.id});
        let (got, answered) = match &answer.answered {
            Ok(value) => ("got", value.clone()),
            Err(message) => ("error", json!(message)),
        };
        let further =
            json!({"reading": settings.reading.name, got: answered, "passed": answer.passed});
        for fields in [json!(call), further] {
            if let (Value::Object(row), Value::Object(fields)) = (&mut row, fields) {
                row.extend(fields);
            }
        }
        let _ = writeln!(text, "{row}");
    }
    text
}

fn as_text(case: &Case, answers: &[CaseAnswer<'_>]) -> String {
    let source = match case.chapter {
        Some(chapter) => format!("Koralus, Reason and Inquiry (2022), chapter {chapter}"),
        None => "PyETR 1.0.0".to_owned(),
    };
    let mut text = format!("{}  {source}\n{}\n", case.id, case.shows);
    for answer in answers.iter().filter(|answer| tells(answer)) {
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

/// That a view is equivalent to its own text tells nobody anything.
fn tells(answer: &CaseAnswer<'_>) -> bool {
    let args = &answer.call.args;
    !(answer.passed && answer.call.op == "equiv" && args.first() == args.get(1))
}

fn write_call(text: &mut String, answer: &CaseAnswer<'_>) {
    let _ = writeln!(text, "{}", answer.call.op);
    for arg in &answer.call.args {
        let _ = write!(text, "  {}", shown(arg));
    }
    for (name, value) in &answer.call.kwargs {
        for one in value.as_array().map_or_else(|| vec![value], |all| all.iter().collect()) {
            let _ = write!(text, "  {name} = {}", shown(one));
        }
    }
    let _ = write!(text, "  expected  {}", shown(answer.expected));
    let got = match &answer.answered {
        Ok(value) => shown(value),
        Err(message) => format!("error: {message}\n"),
    };
    let _ = write!(text, "  got       {got}");
    if !answer.passed {
        text.push_str("  which differs\n");
    }
}
