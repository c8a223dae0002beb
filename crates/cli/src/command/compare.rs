//! `peirast compare`: two or more runs of any tool on the same items.

use super::figures::{FigureFormat, printed};
use super::runtime;
use super::tables::{TableFormat, written};
use crate::args::{Choices, file_name, one_of};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_compare::{
    CompareOptions, CountInterval, DecidingP, GateOutcome, MatchRule, MetricChoice, RunComparisons,
    ScoredRun, compare as compared, comparison_figures, comparison_lines, comparison_page,
    comparison_record, comparison_remarks, comparison_tables, comparison_text, non_inferior,
};
use peirast_exchange::scores::{ScoreColumns, ScoreOptions};
use peirast_figure::Sheet;
use peirast_report::{escape_json, escape_line};
use peirast_stats::Correction;
use peirast_store::make_folder;
use peirast_study::{RunInput, artifact, check_score_columns, load_runs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit code for a gate that did not pass.
const NOT_PASSED: u8 = 6;
/// Resolution of PNG figures, in pixels per inch.
const DPI: u32 = 300;

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast compare logs/old logs/new                 two folders of lm_eval or Inspect
  peirast compare old.eval new.eval --by topic      items of one topic are related
  peirast compare a.csv b.csv --margin 0.02         better, worse, or equivalent within 2 points
  peirast compare old=a1 old=a2 new=b1 new=b2       runs with one name are passes of one run
  peirast compare base logs/* --baseline base --html comparison.html
  peirast compare main.json branch.json --gate --margin 0.03    for CI: exit 6 unless non-inferior

A run is one of:
- a run directory;
- a log of Inspect (.eval, .json);
- a folder of lm_eval with --log_samples, or a single samples_*.jsonl of it;
- details of lighteval, results of promptfoo, or instances of Every Eval Ever;
- a CSV, TSV, JSON, JSON lines or Parquet file with an item and a score.
Differences are the second run minus the first: B minus A. docs/compare-runs.md explains the numbers.

Exit codes:
- 0: compared; with --gate, B passes;
- 1: the runs cannot be read or compared;
- 2: invalid arguments;
- 6: with --gate, B does not pass.")]
pub struct CompareArgs {
    /// The runs, as PATH or NAME=PATH. A file with a column of models contains several runs.
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<RunInput>,
    /// The column whose levels are clusters of related items: topics, documents, templates. In a
    /// run directory, versions of one item form a cluster without this option.
    #[arg(long, value_name = "COLUMN")]
    pub by: Option<String>,
    /// The largest difference that does not matter, in the unit of the scores: 0.02 is 2 points.
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Exit with 6 unless B is shown, in every comparison, to be worse than A by less than --margin. Scores on
    /// two scales, and logs of runs that did not end, do not pass.
    #[arg(long, requires = "margin")]
    pub gate: bool,
    /// Only these tasks.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub task: Vec<String>,
    /// Only these metrics, with or without their filter: exact_match, or exact_match,strict-match.
    /// If B uses another name: acc=exact_match.
    #[arg(long, value_name = "NAME")]
    pub metric: Vec<MetricChoice>,
    /// The run that all others are compared with. Default: every run is compared with every other.
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// Metrics of which a lower value is better, in addition to those known from logs or names.
    #[arg(long, value_name = "METRIC")]
    pub lower_is_better: Vec<String>,
    /// Metrics for which more is better, overriding logs and names.
    #[arg(long, value_name = "METRIC")]
    pub higher_is_better: Vec<String>,
    /// The significance level. Intervals have confidence 1 less this level.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    pub alpha: f64,
    /// The method of the interval of a difference of shares.
    #[arg(long, value_parser = one_of(INTERVALS), default_value = "newcombe")]
    pub interval: CountInterval,
    /// The p-value that decides for scores of 0 or 1.
    #[arg(long, value_parser = one_of(DECIDING), default_value = "exact")]
    pub decide_by: DecidingP,
    /// How p is adjusted over all tasks and pairs of runs, by the first metric of each task; further metrics are
    /// adjusted by themselves.
    #[arg(long, value_parser = one_of(CORRECTIONS), default_value = "holm")]
    pub correction: Correction,
    /// The rule that matches items of two runs.
    #[arg(long = "match", value_parser = one_of(MATCHING), default_value = "auto")]
    pub matching: MatchRule,
    /// The power assumed in 'needs n more items'.
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    pub power: f64,
    /// The seed of bootstraps and sign flips.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub columns: ScoreColumnArgs,
    /// Print one JSON object per comparison, one per line.
    #[arg(long)]
    pub json: bool,
    /// Write an HTML page with figures and the items on which the runs differ.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write everything into a folder: the page, the comparisons as JSON, tables and figures.
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
    /// With --into: the formats of tables.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "csv", requires = "into")]
    pub table_format: Vec<TableFormat>,
    /// With --into: the formats of figures.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg", requires = "into")]
    pub figure_format: Vec<FigureFormat>,
}

/// The roles of columns in a data file.
#[derive(Debug, Args)]
pub struct ScoreColumnArgs {
    /// For data files: the column that names the item. If the files use different names, give
    /// several; each file must have exactly one of them.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub item: Vec<String>,
    /// For data files: the columns of scores.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub score: Vec<String>,
    /// For data files: the column of tasks.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub task_column: Vec<String>,
    /// For data files: the column of models or runs.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub model_column: Vec<String>,
}

/// The intervals of a difference of shares.
const INTERVALS: Choices<CountInterval> = &[
    ("newcombe", CountInterval::Newcombe, "From the Wilson intervals of both shares"),
    ("tango", CountInterval::Tango, "From the score test"),
    ("bootstrap", CountInterval::Bootstrap, "Bias-corrected and accelerated bootstrap"),
];

/// The p-values that can decide.
const DECIDING: Choices<DecidingP> = &[
    ("exact", DecidingP::Exact, "Exact: its error rate never exceeds the level"),
    ("mid-p", DecidingP::MidP, "Mid-p: its error rate is about the level, with more power"),
];

/// The rules that match items.
const MATCHING: Choices<MatchRule> = &[
    ("auto", MatchRule::Auto, "By id, unless the contents contradict it; then by content"),
    ("id", MatchRule::Id, "By id alone"),
    ("content", MatchRule::Content, "By content alone"),
];

/// The corrections over several tests.
const CORRECTIONS: Choices<Correction> = &[
    ("holm", Correction::Holm, "Controls the chance of any false rejection"),
    ("hochberg", Correction::Hochberg, "As holm, for tests that depend little on one another"),
    (
        "benjamini-hochberg",
        Correction::BenjaminiHochberg,
        "Controls the expected share of false rejections",
    ),
    ("bh", Correction::BenjaminiHochberg, ""),
    (
        "benjamini-yekutieli",
        Correction::BenjaminiYekutieli,
        "As benjamini-hochberg, for any dependence",
    ),
    ("bonferroni", Correction::Bonferroni, "Multiplies p by the number of tests"),
    ("none", Correction::Unadjusted, "No adjustment"),
];

/// Compares runs.
pub fn compare(args: &CompareArgs) -> Result<ExitCode> {
    let columns = ScoreColumns {
        item: args.columns.item.clone(),
        scores: args.columns.score.clone(),
        task: args.columns.task_column.clone(),
        model: args.columns.model_column.clone(),
    };
    let keeps_texts = args.html.is_some() || args.into.is_some();
    let reading = ScoreOptions { columns, keeps_texts, by: args.by.clone() };
    let runs = runtime()?.block_on(load_runs(&args.runs, &reading))?;
    check_score_columns(&runs, &reading.columns)?;
    let found = compared(&runs, &options(args))?;
    let mut files = Vec::new();
    if let Some(file) = &args.html {
        files.push((file.clone(), comparison_page(&found).into_bytes()));
    }
    if let Some(folder) = &args.into {
        let all = all_files(&found, args)?;
        files.extend(all.into_iter().map(|(name, bytes)| (folder.join(name), bytes)));
    }
    if let Some(folder) = &args.into {
        make_folder(folder)?;
    }
    write_all(&files, &args.runs, &runs)?;
    if let Some(folder) = &args.into {
        console::note(&format!("written into {}", escape_line(&folder.display().to_string())));
        if let Some(note) = earlier_files(folder, &files) {
            console::note(&note);
        }
    }
    if args.json {
        console::result(&escape_json(&comparison_lines(&found)))?;
        for note in comparison_remarks(&found) {
            console::note(&format!("note: {}", escape_line(&note)));
        }
    } else {
        console::result(&comparison_text(&found))?;
    }
    if !args.gate {
        return Ok(ExitCode::SUCCESS);
    }
    match non_inferior(&found)? {
        GateOutcome::Passed => Ok(ExitCode::SUCCESS),
        GateOutcome::Failed(open) => {
            for one in open {
                console::note(&escape_line(&one));
            }
            Ok(ExitCode::from(NOT_PASSED))
        }
    }
}

fn options(args: &CompareArgs) -> CompareOptions {
    CompareOptions {
        alpha: args.alpha,
        margin: args.margin,
        interval: args.interval,
        deciding: args.decide_by,
        correction: args.correction,
        by: args.by.clone(),
        matching: args.matching,
        tasks: args.task.clone(),
        metrics: args.metric.clone(),
        baseline: args.baseline.clone(),
        lower_is_better: args.lower_is_better.clone(),
        higher_is_better: args.higher_is_better.clone(),
        seed: args.seed,
        power: args.power,
        ..CompareOptions::default()
    }
}

/// A file to write: its name or path, and its bytes.
type OutputFile<P> = (P, Vec<u8>);

/// Renders the page, the comparisons, the tables and the figures.
fn all_files(found: &RunComparisons<'_>, args: &CompareArgs) -> Result<Vec<OutputFile<String>>> {
    let mut files = vec![
        ("comparison.html".to_owned(), comparison_page(found).into_bytes()),
        ("comparison.json".to_owned(), escape_json(&comparison_record(found)).into_bytes()),
    ];
    for table in comparison_tables(found) {
        for format in &args.table_format {
            files.push((file_name(&table.name, *format), written(&table, *format)?));
        }
    }
    for figure in comparison_figures(found) {
        let svg = match figure.svg(&Sheet::default()) {
            Ok(svg) => svg,
            Err(why) => {
                console::note(&format!("{} is left out: {why}", figure.stem()));
                continue;
            }
        };
        for format in &args.figure_format {
            files.push((file_name(&figure.stem(), *format), printed(&svg, *format, DPI)?));
        }
    }
    Ok(files)
}

/// A note on files of an earlier comparison in the folder: those that a comparison writes, and this one did not.
fn earlier_files(folder: &Path, written: &[OutputFile<PathBuf>]) -> Option<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_ours = |name: &str| {
        ["comparison.", "comparisons.", "discordant-items.", "columns.", "differences"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_new = |name: &str| written.iter().any(|(path, _)| *path == folder.join(name));
    let mut old: Vec<String> = names.filter(|name| is_ours(name) && !is_new(name)).collect();
    old.sort_unstable();
    (!old.is_empty()).then(|| {
        format!(
            "{} of an earlier comparison {} not written anew: remove what is out of date",
            escape_line(&old.join(", ")),
            if old.len() == 1 { "is" } else { "are" }
        )
    })
}

/// Endings of files that may be logs.
const LOGS: [&str; 9] = ["json", "jsonl", "ndjson", "eval", "csv", "tsv", "parquet", "pq", "gz"];

/// Writes files. Refuses to replace a log that was read, or a file in its folder that may be a log.
fn write_all(files: &[OutputFile<PathBuf>], inputs: &[RunInput], runs: &[ScoredRun]) -> Result<()> {
    let sources = runs.iter().flat_map(|run| &run.sources).map(|source| Path::new(&source.path));
    let given = inputs.iter().map(|input| input.path.as_path());
    let read: Vec<PathBuf> =
        sources.chain(given).filter_map(|path| path.canonicalize().ok()).collect();
    let may_be_log = |path: &Path| {
        path.extension().is_some_and(|end| LOGS.iter().any(|log| end.eq_ignore_ascii_case(log)))
    };
    for (path, _) in files {
        let is_input = path.canonicalize().is_ok_and(|path| {
            let is_within = |input: &&PathBuf| input.is_dir() && path.starts_with(input);
            read.contains(&path) || may_be_log(&path) && read.iter().find(is_within).is_some()
        });
        if is_input {
            bail!("{} is one of the logs that are compared: write elsewhere", path.display());
        }
    }
    for (path, bytes) in files {
        artifact::write_at(path, bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
