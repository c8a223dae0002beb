//! `peirast stats`: statistics on the user's own numbers.

mod columns;
mod power;
mod requests;
mod test;

use self::columns::{
    DataArgs, StatsAgreementArgs, StatsBootstrapArgs, StatsContentEffectArgs, StatsDescribeArgs,
    StatsEffectArgs, StatsIntervalArgs, StatsLogisticArgs, StatsReversalArgs, StatsSequentialArgs,
};
use self::power::{DiscordantPowerArgs, StatsPowerAction, StatsPowerArgs};
use self::test::StatsTestArgs;
use super::print_one;
use crate::args::choice;
use crate::console;
use anyhow::{Context as _, Result};
use clap::error::ErrorKind;
use clap::{Args, Subcommand};
use peirast_calc::{self as calc, BatchDocument, Sheet, TestName};
use peirast_table::escape_line;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Expands `stats mcnemar` to `stats test mcnemar`: the name of a test is enough if it is not a
/// command of its own.
pub fn spelled_out(mut words: Vec<OsString>) -> Vec<OsString> {
    let word = |at: usize| words.get(at).and_then(|word| word.to_str());
    let is_stats = word(1) == Some("stats");
    let names_a_test = |word: &str| choice(TestName::CHOICES, word).is_some();
    let is_command = |word: &str| StatsAction::has_subcommand(word);
    if is_stats && word(2).is_some_and(|word| names_a_test(word) && !is_command(word)) {
        words.insert(2, OsString::from("test"));
    }
    words
}

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats mcnemar 50 4 16 30          short for: peirast stats test mcnemar 50 4 16 30
  peirast stats interval proportion 8 10
  peirast stats effect paired-d --data scores.csv --columns before,after
  peirast stats adjust 0.01 0.04 0.03 --correction holm")]
pub struct StatsArgs {
    /// The computation.
    #[command(subcommand)]
    pub action: StatsAction,
}

/// Computations.
#[derive(Debug, Subcommand)]
pub enum StatsAction {
    /// Answer many calls in one JSON document, or compare them with its recorded answers.
    Batch(StatsBatchArgs),
    /// Run one test on counts, or on columns of a file.
    Test(Box<StatsTestArgs>),
    /// Compute confidence intervals, by one method or by all for comparison.
    Interval(StatsIntervalArgs),
    /// Compute an effect size.
    Effect(StatsEffectArgs),
    /// Describe columns: mean, spread, quartiles.
    Describe(StatsDescribeArgs),
    /// Fit a logistic regression; print every coefficient.
    Logistic(StatsLogisticArgs),
    /// Measure the agreement of raters beyond chance.
    Agreement(StatsAgreementArgs),
    /// Resample to estimate the uncertainty of an estimate.
    Bootstrap(StatsBootstrapArgs),
    /// Test while answers arrive, with the right to stop at any time.
    Sequential(StatsSequentialArgs),
    /// Compute the power of a planned test, the size that a power needs, or the smallest effect
    /// found.
    Power(StatsPowerArgs),
    /// Score judgements of syllogisms: accuracy, content effect, and the score of SemEval-2026 Task
    /// 11.
    ContentEffect(StatsContentEffectArgs),
    /// Recompute fallacy rates with premises in two orders, from published counts or printed
    /// values.
    Reversal(StatsReversalArgs),
    /// Adjust p-values for multiple tests.
    Adjust(StatsAdjustArgs),
}

/// Arguments of `stats adjust`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats adjust 0.01 0.04 0.03
  peirast stats adjust 0.01 0.04 0.03 --correction holm --alpha 0.01
  peirast stats adjust --data results.csv --column p --by hypothesis --json
  peirast stats adjust --e-values 90 35 1

The order is kept. A row without a p-value stays without one, and does not count towards the size of its
family, as in R's p.adjust. For e-values, as from `stats sequential`, e-BH decides: the expected share of
false rejections is at most alpha for any dependence between them.")]
pub struct StatsAdjustArgs {
    /// The p-values (or e-values) of one family.
    #[arg(allow_negative_numbers = true)]
    pub p: Vec<f64>,
    /// A file with named columns: CSV, or, if its name ends in .json or .jsonl, flat JSON objects
    /// in an array or one per line; - is stdin.
    #[arg(long, value_name = "FILE", visible_alias = "csv")]
    pub data: Option<PathBuf>,
    /// The column of values. Default: p, or e for e-values.
    #[arg(long, value_name = "NAME", requires = "data")]
    pub column: Option<String>,
    /// The column that names the families. Default: all values are one family.
    #[arg(long, value_name = "NAME", requires = "data")]
    pub by: Option<String>,
    /// Treat the values as e-values: reject by e-BH.
    #[arg(long, conflicts_with = "correction")]
    pub e_values: bool,
    /// none, bonferroni, holm, hochberg, benjamini-hochberg (bh) or benjamini-yekutieli (by).
    #[arg(long, value_name = "NAME", default_value = "benjamini-hochberg")]
    pub correction: String,
    /// The level at which an adjusted p-value rejects.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats batch`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats batch calls.json
  peirast stats batch --check < oracles.json

The document is an object with a list `suites`. Each suite has a name `suite` (such as mcnemar) and a list
`vectors` of objects with `id` and `input`. For comparisons, a vector also has `expect` (numbers by field)
and `undefined` (reasons by field). The suite's `fields` and the vector's `tolerance` give rel_tol and
abs_tol by field.")]
pub struct StatsBatchArgs {
    /// The document. Default: stdin.
    pub file: Option<PathBuf>,
    /// Compare, print the number of vectors that agree, and fail if any does not.
    #[arg(long)]
    pub check: bool,
    /// Show every vector that differs.
    #[arg(long, requires = "check")]
    pub all: bool,
}

/// The most misses shown by default.
const SHOWN: usize = 20;

/// Runs one of the statistics commands.
pub fn stats(args: &StatsArgs) -> Result<ExitCode> {
    match &args.action {
        StatsAction::Batch(args) => batch(args),
        StatsAction::Test(args) => {
            let result = calc::test(&args.as_ref().clone().into())?;
            console::finish(&match args.json {
                true => calc::json_line(&result)?,
                false => result.sentence() + "\n",
            })
        }
        StatsAction::Interval(args) => {
            require_columns(args.by.first(), &args.data);
            print(calc::interval(&args.clone().into())?, args.json)
        }
        StatsAction::Effect(args) => {
            let StatsEffectArgs { effect, numbers, confidence, wide, json, .. } = args;
            let data = args.data.clone().into();
            print(calc::effect(*effect, numbers, &data, *wide, *confidence)?, *json)
        }
        StatsAction::Describe(args) => {
            print(calc::describe(&args.data.clone().into(), args.quantile)?, args.json)
        }
        StatsAction::Logistic(args) => {
            require_columns(args.by.first(), &args.data);
            print(calc::logistic(&args.clone().into())?, args.json)
        }
        StatsAction::Agreement(args) => print(calc::agreement(&args.clone().into())?, args.json),
        StatsAction::Bootstrap(args) => {
            require_columns(args.by.as_ref(), &args.data);
            print(calc::bootstrap(&args.clone().into())?, args.json)
        }
        StatsAction::ContentEffect(args) => {
            print(calc::content_effect(&args.clone().into())?, args.json)
        }
        StatsAction::Reversal(args) => {
            let most = args.find.then_some(args.most);
            print(calc::reversal(args.file.as_deref(), most)?, args.json)
        }
        StatsAction::Power(args) => power(&args.test),
        StatsAction::Adjust(args) => print_one(calc::adjust(&args.clone().into())?, args.json),
        StatsAction::Sequential(args) => {
            print_one(calc::sequential(&args.clone().into())?, args.json)
        }
    }
}

/// Ends the program with a usage error if `--by` is given without data columns.
fn require_columns(by: Option<&String>, data: &DataArgs) {
    if let (Some(by), true) = (by, data.columns.is_empty()) {
        let by = escape_line(by);
        let why = format!(
            "--by {by} says what rows belong to: name the columns of values too, as in --columns VALUES \
             --by {by}\n"
        );
        clap::Error::raw(ErrorKind::MissingRequiredArgument, why).exit()
    }
}

fn print(sheet: Sheet, as_json: bool) -> Result<ExitCode> {
    print_one(sheet.printout(), as_json)
}

fn power(test: &StatsPowerAction) -> Result<ExitCode> {
    let (sheet, options) = match test {
        StatsPowerAction::TwoProportions(args) => {
            (calc::two_proportions_power(&args.clone().into())?, &args.options)
        }
        StatsPowerAction::Wilcoxon(args) => {
            (calc::wilcoxon_power(&args.clone().into())?, &args.options)
        }
        StatsPowerAction::MannWhitney(args) => {
            (calc::mann_whitney_power(&args.clone().into())?, &args.options)
        }
        StatsPowerAction::Sequential(args) => {
            (calc::sequential_power(&args.clone().into())?, &args.options)
        }
        StatsPowerAction::Discordant(DiscordantPowerArgs { n, share, rule, options }) => {
            (calc::discordant_power(*n, *share, rule, &options.clone().into())?, options)
        }
    };
    print(sheet, options.json)
}

/// Answers every call of a document, or compares them all.
fn batch(args: &StatsBatchArgs) -> Result<ExitCode> {
    let (name, text) = read(args.file.as_deref())?;
    let document = BatchDocument::parse(&text).with_context(|| format!("reading {name}"))?;
    if !args.check {
        let answers = document.answer()?;
        console::result(&answers.lines)?;
        return Ok(if answers.is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let check = document.check()?;
    let failed = check.misses.len();
    let shown = if args.all { failed } else { SHOWN };
    check.misses.iter().take(shown).for_each(|miss| console::note(miss));
    if failed > shown {
        console::note(&format!("and {} more, which --all shows", failed - shown));
    }
    console::result(&format!("{} passed, {failed} failed\n", check.passed))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the name and the text of a file, or of stdin.
fn read(file: Option<&Path>) -> Result<(String, String)> {
    match file.filter(|file| *file != Path::new("-")) {
        Some(file) => {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(file).with_context(|| format!("reading {name}"))?;
            Ok((name, text))
        }
        None => {
            let text = std::io::read_to_string(std::io::stdin()).context("reading stdin")?;
            Ok(("stdin".to_owned(), text))
        }
    }
}
