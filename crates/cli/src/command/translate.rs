//! `peirast translate`: restates answers that the reader could not read, by a model.

use super::exit_code;
use super::forecast_text::forecasts_text;
use super::runtime;
use crate::args::{BudgetOptions, FlowOptions, LiveArgs, PriceOptions};
use crate::console;
use crate::interrupt::{ASKING, Interrupts};
use crate::observer::{self, Phase, RunObserver};
use anyhow::Result;
use clap::Args;
use peirast_report::escape_line;
use peirast_study::{CustomSubjects, ModelOptions, RunOutcome, SharedSink, UntranslatedAnswers};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `translate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast translate runs/etr --model openai/gpt-4.1-mini --dry-run
  peirast translate runs/etr --model openai/llama3 --base-url http://localhost:11434/v1

A translator restates an answer in the words of its problem. It receives the words and never the premises.
Each translation is requested once, stored, and read like any answer: only a text that consists wholly of
those words counts. `peirast measure` reports the number of answers read in this way.")]
pub struct TranslateArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The model that translates.
    #[arg(long, value_name = "SUBJECT")]
    pub model: String,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Print the requests and their cost, and ask nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub prices: PriceOptions,
    #[command(flatten)]
    pub budget: BudgetOptions,
    #[command(flatten)]
    pub flow: FlowOptions,
}

/// Asks a model to restate the answers that could not be read.
pub fn translate(args: &TranslateArgs) -> Result<ExitCode> {
    let options = ModelOptions {
        model: args.model.clone(),
        access: args.live.access(),
        custom: CustomSubjects::default(),
        prices: args.prices.options(),
        budget: args.budget.budget(),
        limits: args.flow.limits(),
        grace: args.flow.grace(),
    };
    let plain: SharedSink = RunObserver::plain();
    runtime()?.block_on(async {
        let unread = UntranslatedAnswers::find(&args.dir, &options, &plain).await?;
        if unread.open() == 0 {
            return console::finish(&nothing_left(unread.answers(), &args.model));
        }
        if args.dry_run {
            let cost = forecasts_text(&[unread.forecast(&args.dir, &options, &plain).await?]);
            return console::finish(&format!(
                "{} different answers could not be read and would be translated.\n{cost}Nothing was \
                 asked.\n",
                unread.open()
            ));
        }
        let observer = RunObserver::new(&args.flow)?;
        observer.begun("translate", &args.dir, None);
        let code = ask(unread, &options, args, &observer).await;
        code.inspect_err(|error| observer.failed(error))
    })
}

/// The reason why there is nothing to ask.
fn nothing_left(unread: usize, model: &str) -> String {
    match unread {
        0 => "Nothing is left to translate: no answer holds a conclusion that could not be read.\n"
            .to_owned(),
        unread => format!(
            "Nothing is left to translate: {} has restated the {unread} different answers that could \
             not be read, and what it gave could not be read either.\n",
            escape_line(model)
        ),
    }
}

async fn ask(
    unread: UntranslatedAnswers,
    options: &ModelOptions,
    args: &TranslateArgs,
    observer: &Arc<RunObserver>,
) -> Result<ExitCode> {
    let events: SharedSink = observer.clone();
    observer.enter(Phase::Asking);
    let interrupts = Interrupts::listen(observer, ASKING);
    let summary = unread.ask(&args.dir, options, &events, &interrupts.cancel()).await?;
    observer::tell(&summary);
    observer.finished(&summary);
    if !args.flow.fills_stdout() {
        console::result(&format!(
            "{} translations stored, {} missing; `peirast report {}` brings its tables up to date\n",
            summary.answered + summary.already,
            summary.unanswered(),
            args.dir.display()
        ))?;
    }
    Ok(exit_code(RunOutcome::from_summary(&summary)))
}
