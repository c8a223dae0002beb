//! `peirast stats`: the statistics of this program on numbers of your own.

use crate::args::{
    DiscordantPowerArgs, StatsAction, StatsArgs, StatsBatchArgs, StatsEffectArgs, StatsPowerAction,
};
use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::{self as calc, BatchDocument, Printout, Sheet};
use peirast_report::escape_json;
use std::path::Path;
use std::process::ExitCode;

/// Maximum number of misses that are shown unless all are wanted.
const SHOWN: usize = 20;

/// Runs one of the statistics commands.
pub fn stats(args: &StatsArgs) -> Result<ExitCode> {
    match &args.action {
        StatsAction::Batch(args) => batch(args),
        StatsAction::Test(args) => {
            let result = calc::test(&args.as_ref().clone().into())?;
            console::finish(&match args.json {
                true => escape_json(&serde_json::to_string(&result)?) + "\n",
                false => result.sentence() + "\n",
            })
        }
        StatsAction::Interval(args) => print(calc::interval(&args.clone().into())?, args.json),
        StatsAction::Effect(args) => {
            let StatsEffectArgs { effect, numbers, confidence, wide, json, .. } = args;
            let data = args.data.clone().into();
            print(calc::effect(*effect, numbers, &data, *wide, *confidence)?, *json)
        }
        StatsAction::Describe(args) => {
            print(calc::describe(&args.data.clone().into(), args.quantile)?, args.json)
        }
        StatsAction::Logistic(args) => print(calc::logistic(&args.clone().into())?, args.json),
        StatsAction::Agreement(args) => print(calc::agreement(&args.clone().into())?, args.json),
        StatsAction::Bootstrap(args) => print(calc::bootstrap(&args.clone().into())?, args.json),
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

fn print(sheet: Sheet, as_json: bool) -> Result<ExitCode> {
    print_one(sheet.printout(), as_json)
}

/// Prints one of the two forms.
pub fn print_one(printout: Printout, as_json: bool) -> Result<ExitCode> {
    console::finish(if as_json { &printout.json } else { &printout.text })
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

/// The name and the text of a file, or of stdin.
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
