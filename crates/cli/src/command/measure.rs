//! `peirast measure`: the measures of a run directory, in addition to the tests.

use super::report::analyse;
use crate::args::{GRADERS, NOTIONS, TREATMENTS, one_of, share};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_measure::Selection;
use peirast_record::Treatment;
use peirast_report::{Outcomes, escape_json, hollow_text, measured_csv, measured_text, note_text};
use peirast_study::grade::Grader;
use peirast_study::{Analysis, AnalysisOptions};
use peirast_table::Table;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `measure`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast measure runs/syllogism
  peirast measure runs/syllogism people fallacies
  peirast measure runs/syllogism accuracy --full
  peirast measure runs/syllogism strategies --temperature 0
  peirast measure runs/syllogism belief-bias --csv > belief-bias.csv
  peirast measure runs/syllogism benchmarks --benchmarks scores.csv
  peirast measure runs/etr
  peirast measure runs/etr reversal errors --notion strict
  peirast measure runs/etr capability --benchmarks elo.csv --exclude-above 0.2")]
pub struct MeasureArgs {
    /// Run directory.
    pub dir: PathBuf,
    /// Tables, by name. Default: the main tables.
    pub tables: Vec<String>,
    /// Print every table.
    #[arg(long, conflicts_with = "tables")]
    pub all: bool,
    /// With a row per strategy and temperature, not only per subject.
    #[arg(long)]
    pub full: bool,
    /// Print one table as CSV, in full.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print the tables as JSON.
    #[arg(long)]
    pub json: bool,
    /// Treatment of answers without a verdict.
    #[arg(long, value_parser = one_of(TREATMENTS))]
    pub treatment: Option<Treatment>,
    /// The grader.
    #[arg(long, value_parser = one_of(GRADERS))]
    pub grader: Option<Grader>,
    /// Count the votes by another rule: published-2025, sequential or single. Only stored answers
    /// count; `peirast run --voting` asks for the missing ones.
    #[arg(long, value_name = "RULE")]
    pub voting: Option<String>,
    /// Only answers under this strategy or protocol; several are separated by commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub strategy: Vec<String>,
    /// Only answers at this sampling temperature; several are separated by commas.
    #[arg(long, value_name = "T", value_delimiter = ',')]
    pub temperature: Vec<f64>,
    /// Scores of the models on other benchmarks (CSV: a column `model`, and columns of numbers such
    /// as lmarena_rank or mmlu), to compare with accuracy or fallacies. Models with the same value
    /// in a column `family` are left out together when Peirast tests how robust a correlation is.
    /// Models with the same value in a column `provider` share a row of the table `providers`.
    #[arg(long, value_name = "FILE")]
    pub benchmarks: Option<PathBuf>,
    /// Condition under which an open answer counts as predicted by the theory. Default:
    /// issue-insensitive.
    #[arg(long, value_parser = one_of(NOTIONS))]
    pub notion: Option<Notion>,
    /// In comparisons of subjects, leave out subjects that lost more than this share of their open
    /// answers; the publication uses 0.2.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub exclude_above: Option<f64>,
}

impl MeasureArgs {
    /// The corresponding options of the analysis.
    pub fn options(&self) -> AnalysisOptions {
        AnalysisOptions {
            treatment: self.treatment,
            grader: self.grader,
            voting: self.voting.clone(),
            selection: Selection {
                strategies: self.strategy.clone(),
                temperatures: self.temperature.clone(),
            },
            benchmarks: self.benchmarks.clone(),
            notion: self.notion,
            exclude_above: self.exclude_above,
            ..AnalysisOptions::default()
        }
    }
}

/// The tables printed by default: those that answer the main questions.
const MAIN: [&str; 12] = [
    "accuracy",
    "belief-bias",
    "consistency",
    "variants",
    "versions",
    "fallacy-rates",
    "conclusions",
    "reversal",
    "closed-accuracy",
    "closed-acceptance",
    "closed-lures",
    "voting-rules",
];

/// The main tables that `run` prints.
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
    let Analysis { report, outcomes, .. } = analyse(&args.dir, &args.options())?;
    let (open, unfinished) =
        (outcomes.open().len(), report.ballots.iter().filter(|ballot| !ballot.is_complete).count());
    if open > 0 {
        console::note(&format!("{open} questions have no answer: run the study again to go on"));
    }
    if unfinished > 0 {
        console::note(&unfinished_voting(unfinished, args.grader, args.voting.as_deref()));
    }
    if report.measured.is_empty() {
        bail!(
            "{dir} has nothing that `peirast measure` measures: it measures answers to problems of the family \
             etr, to the syllogisms of the study syllogism and to own problems in versions. For the tests of this \
             run: peirast test {dir}",
            dir = args.dir.display()
        );
    }
    if let Some(times) = even_repeats(&outcomes).filter(|_| report.ballots.is_empty()) {
        console::note(&format!(
            "every question was asked {times} times: where half of the answers say one thing and half the \
             other, tests have no verdict on it; ask an odd number of times, such as repeats = {}",
            times + 1
        ));
    }
    if !report.hollow.is_empty() {
        console::note(&hollow_text(&report.hollow));
    }
    let tables = chosen(&report.measured, args)?;
    let text = if args.json {
        let json = serde_json::to_string_pretty(&tables)?;
        escape_json(&json) + "\n"
    } else if args.csv {
        match tables.as_slice() {
            [table] => measured_csv(table, &report.provenance),
            _ => bail!("--csv prints one table: name one of {}", names(&report.measured)),
        }
    } else {
        let with_note = |table: &&Table<'_>| {
            format!("{}\n{}", measured_text(table, args.full), note_text(table))
        };
        let mut text = tables.iter().map(with_note).collect::<Vec<_>>().join("\n");
        let is_shown = |name: &str| tables.iter().any(|table| table.name == name);
        let more = report.measured.iter().map(|table| table.name.as_str());
        let more: Vec<&str> = more.filter(|name| !is_shown(name)).collect();
        if args.tables.is_empty() && !more.is_empty() {
            text.push_str(&format!("\nMore tables: {}.\n", more.join(", ")));
        }
        text
    };
    console::finish(&text)
}

/// The note on questions with too few votes for a decision, and how to get more votes.
fn unfinished_voting(questions: usize, grader: Option<Grader>, voting: Option<&str>) -> String {
    let are = match questions {
        1 => "on 1 question the voting is not finished".to_owned(),
        _ => format!("on {questions} questions the voting is not finished"),
    };
    match (grader, voting) {
        (None, None) => format!("{are}: run the study again to go on"),
        (None, Some(rule)) => format!(
            "{are} by the rule {rule}, and the votes that are there decide: `peirast run --voting {rule}` \
             asks for those that lack"
        ),
        // A run asks for the number of votes that its own grader needs.
        (Some(_), _) => format!(
            "{are} as this grader reads the answers, and the votes that are there decide: the run asked for \
             as many as its own grader needs, and running it again asks for no more"
        ),
    }
}

/// The main tables as text.
pub fn main_tables(tables: &[Table<'_>]) -> String {
    let main = tables.iter().filter(|table| OVERVIEW.contains(&table.name.as_str()));
    let texts: Vec<String> = main.map(|table| measured_text(table, false)).collect();
    texts.join("\n")
}

/// The number of times that every subject was asked each question, if above one and equal for all.
fn even_repeats(outcomes: &Outcomes) -> Option<u32> {
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    for row in outcomes.rows() {
        let most = times.entry(row.subject.as_str()).or_default();
        *most = (*most).max(row.repeat + 1);
    }
    let first = *times.values().next()?;
    (first.is_multiple_of(2) && times.values().all(|own| *own == first)).then_some(first)
}

fn chosen<'a>(all: &'a [Table<'static>], args: &MeasureArgs) -> Result<Vec<&'a Table<'static>>> {
    if args.all {
        return Ok(all.iter().collect());
    }
    if args.tables.is_empty() {
        let main: Vec<_> = all.iter().filter(|table| MAIN.contains(&table.name.as_str())).collect();
        return Ok(if main.is_empty() { all.iter().collect() } else { main });
    }
    let find = |name: &String| {
        let found = all.iter().find(|table| table.name == *name);
        let has_scores = args.benchmarks.is_some();
        let hint = match name.as_str() {
            name if needs_scores(name) && !has_scores => {
                "; this table needs --benchmarks FILE, a CSV file with a column `model` and columns of scores"
            }
            "benchmarks" | "benchmark-scores" => {
                "; this table needs answers to syllogisms of three subjects or more that have scores in the \
                 file of --benchmarks"
            }
            "capability-quarters" => {
                "; this table needs answers to open questions (etr/open) of four subjects or more that have a \
                 score in the file of --benchmarks"
            }
            name if needs_scores(name) => {
                "; this table needs answers to open questions (etr/open) of subjects that have a score in the \
                 file of --benchmarks"
            }
            "providers" => {
                "; providers needs subjects of two providers: names such as openai/gpt-4o, or a column \
                 `provider` in the file of --benchmarks"
            }
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

/// True if a table compares subjects with their scores on other benchmarks.
fn needs_scores(table: &str) -> bool {
    table.starts_with("benchmark") || table.starts_with("capability")
}

fn names(tables: &[Table<'_>]) -> String {
    tables.iter().map(|table| table.name.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Grader, unfinished_voting};

    #[test]
    fn what_finishes_the_voting_is_said_only_where_it_does() {
        let told = unfinished_voting(2, None, None);
        assert_eq!(told, "on 2 questions the voting is not finished: run the study again to go on");
        let told = unfinished_voting(1, None, Some("sequential"));
        assert!(told.contains("`peirast run --voting sequential` asks for those"), "{told}");
        let told = unfinished_voting(2, Some(Grader::Default), None);
        assert!(told.contains("running it again asks for no more"), "{told}");
    }
}
