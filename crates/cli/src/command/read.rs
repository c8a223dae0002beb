//! `peirast read`: the answer in a model's text, and the words that decided it.

use super::rows::{Line, NOTHING_TO_CHECK, Rows};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use peirast_read::{Check, Question, Row};
use peirast_record::{FinishReason, Task, WrittenFields, repaired_json};
use peirast_report::escape_line;
use serde_json::json;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `read`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Prints the reading, the rule that found it, the words that decided it, and the reason. A reading is \
the label of an option, yes or no, valid or invalid, or a number; without a verdict it is unread, refused, empty or \
truncated. No model is asked. docs/reading.md explains the rules and their limits.

Examples:
  peirast read 'The answer is B.' --options A=red,B=blue
  peirast read '(a) No (b) Yes' --options 'a=It rains.' --options 'b=It rains, and it is cold.'
  peirast read --task number < answer.txt
  peirast read 'Is it sound? No.' --task yes-no --json
  peirast read batch answers.jsonl --check"
)]
pub struct ReadArgs {
    #[command(subcommand)]
    command: Option<ReadCommand>,
    /// The text to read; stdin if none is given, or for `-`.
    #[arg(value_name = "TEXT")]
    text: Option<String>,
    /// Options as LABEL=TEXT, separated by commas; may be repeated. Labels are letters, or numbers
    /// from 1.
    #[arg(long, value_name = "LABEL=TEXT,...")]
    options: Vec<String>,
    /// Kind of the expected answer. Default: choice, if options are given.
    #[arg(long, value_enum)]
    task: Option<Asked>,
    /// The question, so that the reader recognises an answer that continues with another question.
    #[arg(long, value_name = "TEXT")]
    question: Option<String>,
    /// The reason why the answer ended: `length` if the token limit cut it off.
    #[arg(long, value_enum, default_value_t = Finish::Stop)]
    finish: Finish,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Commands of `read`.
#[derive(Debug, Subcommand)]
enum ReadCommand {
    /// Read many answers: JSON lines in, JSON lines out.
    #[command(
        after_help = "A row is {\"id\": ..., \"task\": \"choice\", \"yes-no\", \"validity\", \"number\" or \"text\", \"question\": ..., \
\"options\": {\"A\": ..., \"B\": ...}, \"text\": ..., \"finish\": \"stop\", \"length\" or a provider's word for it, \
\"want\": [...]}; only `text`, and \
`options` or `task`, must be there. Its line is {\"id\": ..., \"reading\": ..., \"rule\": ..., \"span\": [first byte, one past \
the last], \"why\": ...}.

With --check, a line also says whether its reading is `right` (one of `want`), `missed` (no verdict, although one \
was wanted) or `wrong` (another verdict). The last line counts them, and the exit code is 1 if any is wrong.

Example:
  echo '{\"options\": {\"A\": \"red\", \"B\": \"blue\"}, \"text\": \"b)\", \"want\": [\"B\"]}' | peirast read batch --check"
    )]
    Batch(ReadBatchArgs),
}

/// Arguments of `read batch`.
#[derive(Debug, Args)]
struct ReadBatchArgs {
    /// Files of rows; stdin if none is given, or for `-`.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compare with `want`, and print the numbers of right, missed and wrong readings.
    #[arg(long)]
    check: bool,
    /// Number of rows read in parallel.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
}

/// Kinds of expected answers.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Asked {
    /// One of the options.
    Choice,
    /// Yes or no.
    YesNo,
    /// Valid or invalid.
    Validity,
    /// A number.
    Number,
    /// A short text.
    Text,
}

impl From<Asked> for Task {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::Choice => Self::Choice,
            Asked::YesNo => Self::YesNo,
            Asked::Validity => Self::Validity,
            Asked::Number => Self::Number,
            Asked::Text => Self::Text,
        }
    }
}

/// Reasons why an answer ended.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Finish {
    /// The model ended it.
    Stop,
    /// The token limit cut it off.
    Length,
}

/// Reads one answer, or many.
pub fn read(args: &ReadArgs) -> Result<ExitCode> {
    if let Some(ReadCommand::Batch(batch)) = &args.command {
        return read_batch(batch);
    }
    let options = options(&args.options)?;
    let task = match args.task {
        Some(task) => task.into(),
        None if options.is_empty() => {
            bail!(
                "what was asked for? Give --options A=...,B=... or --task yes-no, validity, number or text"
            )
        }
        None => Task::Choice,
    };
    let finish = match args.finish {
        Finish::Stop => FinishReason::Stop,
        Finish::Length => FinishReason::Length,
    };
    let question = Question::new(task, &options)?.ended(finish);
    let question = question.asked(args.question.as_deref().unwrap_or_default());
    let text = match args.text.as_deref() {
        None | Some("-") => stdin()?,
        Some(text) => text.to_owned(),
    };
    let answer = question.explain(&text);
    let words = answer.span.and_then(|span| text.get(span.start..span.end)).unwrap_or_default();
    let printed = if args.json {
        let span = answer.span.map(|span| [span.start, span.end]);
        let line = json!({
            "reading": answer.reading, "rule": answer.rule, "span": span, "words": words,
            "why": answer.why,
        });
        format!("{line}\n")
    } else {
        let quoted =
            if words.is_empty() { String::new() } else { format!(": {}", escape_line(words)) };
        format!("{}\n{} ({}){quoted}\n", escape_line(&answer.reading), answer.why, answer.rule)
    };
    console::finish(&printed)
}

/// Reads all of stdin. Invalid UTF-8 becomes a replacement character.
fn stdin() -> Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).context("reading stdin")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Parses the options of a command line. A comma belongs to a text unless a label and `=` follow
/// it.
fn options(lists: &[String]) -> Result<Vec<(String, String)>> {
    let mut options: Vec<(String, String)> = Vec::new();
    for part in lists.iter().flat_map(|list| {
        let begins = list.split(',').scan(0, |at, part| {
            let start = *at;
            *at += part.len() + 1;
            Some((start, labelled(part).is_some()))
        });
        let begins: Vec<usize> =
            begins.filter(|(at, labelled)| *at == 0 || *labelled).map(|(at, _)| at).collect();
        let ends = begins.iter().skip(1).map(|at| at - 1).chain([list.len()]);
        let parts: Vec<String> = begins
            .iter()
            .zip(ends)
            .filter_map(|(from, to)| list.get(*from..to))
            .map(str::to_owned)
            .collect();
        parts
    }) {
        let Some((label, text)) = labelled(&part) else {
            bail!("`{}` is no option: write LABEL=TEXT, for example A=red", escape_line(&part));
        };
        options.push((label.to_owned(), text.to_owned()));
    }
    Ok(options)
}

/// Splits a label of at most two characters from the text after it.
fn labelled(part: &str) -> Option<(&str, &str)> {
    let (label, text) = part.split_once('=')?;
    let label = label.trim();
    let short =
        !label.is_empty() && label.len() <= 2 && label.bytes().all(|b| b.is_ascii_alphanumeric());
    short.then(|| (label, text.trim()))
}

/// Reads many answers.
fn read_batch(args: &ReadBatchArgs) -> Result<ExitCode> {
    let mut rows = Rows::open(&args.files, args.jobs)?;
    let (mut right, mut missed, mut wrong, mut faults) = (0_usize, 0_usize, 0_usize, 0_usize);
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        let mut text = String::new();
        for (answer, line) in rows.each(&some, |line| read_row(line, args.check)).iter().zip(&some)
        {
            match answer {
                Ok((json, check)) => {
                    text.push_str(json);
                    match check {
                        Some(Check::Right) => right += 1,
                        Some(Check::Missed) => missed += 1,
                        Some(Check::Wrong) => wrong += 1,
                        None => {}
                    }
                }
                Err((json, why)) => {
                    console::note(&format!("{}: {why}", line.place));
                    text.push_str(json);
                    faults += 1;
                }
            }
            text.push('\n');
        }
        console::result(&text)?;
    }
    if args.check && right + missed + wrong + faults == 0 {
        bail!(NOTHING_TO_CHECK);
    }
    if args.check {
        console::result(&format!("{right} right, {missed} missed, {wrong} wrong\n"))?;
    }
    Ok(if wrong + faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads a row: returns its line and its comparison, or a line with the reason why it cannot be
/// read.
fn read_row(line: &Line, check: bool) -> Result<(String, Option<Check>), (String, String)> {
    let read = Row::parse(&line.bytes).and_then(|row| match check {
        true => row.check().map(|(read, check)| (read.to_string(), Some(check))),
        false => row.read().map(|read| (read.to_string(), None)),
    });
    read.map_err(|error| {
        let why = error.to_string();
        let text = String::from_utf8_lossy(&line.bytes);
        let fields = WrittenFields::of_line(repaired_json(&text).as_bytes());
        let message = json!(format!("{}: {why}", line.place));
        (format!(r#"{{"id":{},"error":{message}}}"#, fields.id()), why)
    })
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::{Line, options, read_row};

    #[test]
    fn the_id_of_a_faulty_row_is_copied_as_it_is_written() {
        let bytes = br#"{"id": 123456789012345678901234567890, "task": "number"}"#.to_vec();
        let line = Line { place: "row 1".to_owned(), bytes };
        let (json, _) = read_row(&line, false).expect_err("a row without text");
        let begins = r#"{"id":123456789012345678901234567890,"error":"row 1: no row: "#;
        assert!(json.starts_with(begins), "{json}");
    }

    #[test]
    fn options_of_a_command_line() {
        let read = |lists: &[&str]| {
            let lists: Vec<String> = lists.iter().map(|list| (*list).to_owned()).collect();
            let read = options(&lists).expect("options");
            read.iter().map(|(label, text)| format!("{label}|{text}")).collect::<Vec<_>>()
        };
        assert_eq!(read(&["A=red,B=blue"]), ["A|red", "B|blue"]);
        assert_eq!(
            read(&["a=It rains, and x = 2, so", "b=no"]),
            ["a|It rains, and x = 2, so", "b|no"]
        );
        assert_eq!(read(&["1=one, 2 = two"]), ["1|one", "2|two"]);
        assert!(options(&["red".to_owned()]).is_err());
    }
}
