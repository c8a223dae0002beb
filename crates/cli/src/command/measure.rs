//! `peirast measure`: what the answers of a run directory measure beside the tests.

use super::report::analyse;
use super::runtime;
use crate::args::MeasureArgs;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_measure::{Benchmarks, Table};
use peirast_record::Study;
use peirast_report::{
    Outcomes, escape_json, escape_line, hollow_text, measured_csv, measured_text, note_text,
};
use peirast_task::Family;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The tables that are printed where none is named: those that answer the main questions.
const MAIN: [&str; 11] = [
    "accuracy",
    "belief-bias",
    "consistency",
    "variants",
    "fallacy-rates",
    "conclusions",
    "reversal",
    "closed-accuracy",
    "closed-acceptance",
    "closed-lures",
    "voting-rules",
];

/// Of these, the ones that `run` prints.
const OVERVIEW: [&str; 8] = [
    "accuracy",
    "belief-bias",
    "consistency",
    "variants",
    "fallacy-rates",
    "reversal",
    "closed-acceptance",
    "closed-lures",
];

/// Prints tables.
pub fn measure(args: &MeasureArgs) -> Result<ExitCode> {
    let (report, outcomes) = runtime()?.block_on(analyse(&args.dir, &args.options()))?;
    let (open, unfinished) =
        (outcomes.open().len(), report.ballots.iter().filter(|ballot| !ballot.is_complete).count());
    if open + unfinished > 0 {
        voice::note(&format!(
            "{open} questions have no answer, and on {unfinished} the voting is not finished: run the \
             study again to go on"
        ));
    }
    if report.measured.is_empty() {
        bail!(
            "{} holds neither answers about conclusions (of the family etr) nor syllogisms put by the \
             strategies of a study, and they are what is measured: `peirast test` has the tests",
            args.dir.display()
        );
    }
    if let Some(times) = even_repeats(&outcomes).filter(|_| report.ballots.is_empty()) {
        voice::note(&format!(
            "every question was asked {times} times: where half of the answers say one thing and half the \
             other, tests have no verdict on it; ask an odd number of times, such as repeats = {}",
            times + 1
        ));
    }
    if !report.hollow.is_empty() {
        voice::note(&hollow_text(&report.hollow));
    }
    let tables = chosen(&report.measured, args)?;
    let text = if args.json {
        let json = serde_json::to_string_pretty(&tables)?;
        escape_json(&json) + "\n"
    } else if args.csv {
        match tables.as_slice() {
            [table] => measured_csv(table, &report.provenance)?,
            _ => bail!("--csv prints one table: name one of {}", names(&report.measured)),
        }
    } else {
        let with_note =
            |table: &&Table| format!("{}\n{}", measured_text(table, args.full), note_text(table));
        let mut text = tables.iter().map(with_note).collect::<Vec<_>>().join("\n");
        if args.tables.is_empty() && !args.all {
            text.push_str(&format!("\nMore tables: {}.\n", names(&report.measured)));
        }
        text
    };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The main tables as text.
pub fn main_tables(tables: &[Table]) -> String {
    let main: Vec<&Table> = tables.iter().filter(|table| OVERVIEW.contains(&table.name)).collect();
    let texts: Vec<String> = main.iter().map(|table| measured_text(table, false)).collect();
    texts.join("\n")
}

/// How often every subject was asked each question, if that is more than once and even.
fn even_repeats(outcomes: &Outcomes) -> Option<u32> {
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    for row in outcomes.rows() {
        let most = times.entry(row.subject.as_str()).or_default();
        *most = (*most).max(row.repeat + 1);
    }
    let first = *times.values().next()?;
    (first.is_multiple_of(2) && times.values().all(|own| *own == first)).then_some(first)
}

/// Refuses scores of which none is of a subject that answered.
pub fn check_names(file: &Path, scores: &Benchmarks, outcomes: &Outcomes) -> Result<()> {
    let subjects: Vec<&str> = outcomes.subjects().collect();
    if subjects.is_empty() || subjects.iter().any(|subject| scores.has(subject)) {
        return Ok(());
    }
    let listed = |names: &[&str]| {
        const MOST: usize = 12;
        let shown: Vec<String> = names.iter().take(MOST).map(|name| escape_line(name)).collect();
        let more = names.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if shown.is_empty() { "nobody".to_owned() } else { shown.join(", ") + &more }
    };
    let known: Vec<&str> = scores.scores.keys().map(String::as_str).collect();
    bail!(
        "{} has scores of {}, and none of them answered here; here are {}. Names must be equal, with or \
         without the part before the first colon or slash",
        file.display(),
        listed(&known),
        listed(&subjects)
    )
}

fn chosen<'a>(all: &'a [Table], args: &MeasureArgs) -> Result<Vec<&'a Table>> {
    if args.all {
        return Ok(all.iter().collect());
    }
    if args.tables.is_empty() {
        return Ok(all.iter().filter(|table| MAIN.contains(&table.name)).collect());
    }
    let find = |name: &String| {
        let found = all.iter().find(|table| table.name == name);
        let hint = match name.as_str() {
            "benchmarks" => "; benchmarks needs --benchmarks FILE",
            "capability" => "; capability needs --benchmarks FILE",
            name if name.starts_with("closed-") => {
                "; that needs answers to closed questions: etr/yes-no or etr/choice"
            }
            "orders" | "orders-vary" => {
                "; that needs answers in other orders than these two: order = [\"all\"] in the study"
            }
            "inquiries" | "inquiries-compared" => {
                "; that needs inquiry = [\"none\", \"curing\", \"idle\"] in the study"
            }
            _ => "",
        };
        found.with_context(|| format!("there is no table `{name}`: there are {}{hint}", names(all)))
    };
    args.tables.iter().map(find).collect()
}

fn names(tables: &[Table]) -> String {
    tables.iter().map(|table| table.name).collect::<Vec<_>>().join(", ")
}

/// Whether the answers of a study are judgements of syllogisms, asked in all four versions.
pub fn measures(study: &Study) -> bool {
    let has_forms = |name: &str| Family::named(name).is_ok_and(|family| family.has_forms);
    !study.strategies.is_empty() && study.families.iter().any(|family| has_forms(&family.name))
}

/// The family of each model, from the column of that name, if there is one.
pub fn families(file: &Path) -> Result<BTreeMap<String, String>> {
    let place = || format!("reading the families in {}", file.display());
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).from_path(file).with_context(place)?;
    let head = reader.headers().with_context(place)?.clone();
    let at = |names: &[&str]| head.iter().position(|name| names.contains(&name.trim()));
    let Some((model, family)) = at(&["model", "subject", "key"]).zip(at(&["family"])) else {
        return Ok(BTreeMap::new());
    };
    let mut families = BTreeMap::new();
    for row in reader.records() {
        let row = row.with_context(place)?;
        if let (Some(model), Some(family)) = (row.get(model), row.get(family)) {
            families.insert(model.trim().to_owned(), family.trim().to_owned());
        }
    }
    Ok(families)
}

/// Scores of models on other benchmarks.
pub fn benchmarks(file: &Path) -> Result<Benchmarks> {
    let place = || format!("reading the scores in {}", file.display());
    let text = std::fs::read_to_string(file).with_context(place)?;
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows: Result<Vec<Vec<String>>, csv::Error> =
        reader.records().map(|row| Ok(row?.iter().map(str::to_owned).collect())).collect();
    Benchmarks::read(rows.with_context(place)?).with_context(place)
}
