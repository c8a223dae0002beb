//! `peirast translate`: answers that no rule could read, restated by a model.

use super::dry_run::told;
use super::money::Money;
use super::runtime;
use crate::args::TranslateArgs;
use crate::costs::{Counts, Outlook, Prices, Seen, past};
use crate::ending::Ending;
use crate::grading::Answers;
use crate::interrupt::Interrupts;
use crate::run_dir;
use crate::sampling::sendable;
use crate::subjects::{Asked, Reach, subject};
use crate::voice;
use crate::watch::{self, Watch};
use anyhow::{Context as _, Result};
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Sampling, Trial};
use peirast_report::escape_line;
use peirast_run::{BudgetGuard, Runner};
use peirast_store::{Batch, Store};
use peirast_task::translation;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// What a translation may be long: a line.
const MOST_TOKENS: u32 = 300;

/// Asks a model for what could not be read.
pub fn translate(args: &TranslateArgs) -> Result<ExitCode> {
    runtime()?.block_on(async {
        let (store, kind) = run_dir::open(&args.dir).await?;
        let answers = Answers::load(&store, kind.study()).await?;
        let unread = prompts(&answers)?;
        let asked = trials(&unread, translator(args, false)?.as_ref())?;
        let answered = store.answered_keys().await?;
        let pairs = unread.iter().zip(&asked).filter(|(_, trial)| !answered.contains(&trial.key));
        let open: Vec<Arc<Prompt>> = pairs.map(|(prompt, _)| Arc::clone(prompt)).collect();
        if open.is_empty() {
            voice::result(&nothing_left(unread.len(), &args.model))?;
            return Ok(ExitCode::SUCCESS);
        }
        if args.dry_run {
            let cost = dry_run(&store, &open, args).await?;
            voice::result(&format!(
                "{} different answers could not be read and would be translated.\n{cost}Nothing was \
                 asked.\n",
                open.len()
            ))?;
            return Ok(ExitCode::SUCCESS);
        }
        store.close().await;
        let watch = Watch::new(&args.flow)?;
        watch.begun("translate", &args.dir, None);
        let store = Store::open_or_create(&args.dir).await?;
        let code = ask(&store, unread, args, &watch).await;
        store.close().await;
        code.inspect_err(|error| watch.failed(error))
    })
}

/// Why there is nothing to ask.
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

/// What translating would cost.
async fn dry_run(store: &Store, prompts: &[Arc<Prompt>], args: &TranslateArgs) -> Result<String> {
    let prices = Prices::load(&args.prices)?;
    let subject = translator(args, false)?;
    let trials = trials(prompts, subject.as_ref())?;
    let by_key: BTreeMap<Key, Arc<Prompt>> =
        prompts.iter().map(|prompt| (prompt.key(), Arc::clone(prompt))).collect();
    let counts = Counts::of(&by_key, std::iter::once(subject.name()));
    let pasts = past(store, &prices, &|counter, trial| counts.get(counter, &trial.prompt)).await?;
    let answered = store.answered_keys().await?;
    let seen = Seen::new(subject.name(), subject.endpoint(), &trials);
    let outlook = Outlook::new(
        &seen,
        &|key| answered.contains(key),
        pasts.get(subject.name()),
        &counts,
        &prices,
    );
    prices.warn_of_age(std::iter::once((subject.name(), &outlook.tariff)));
    Ok(told(&[outlook]))
}

fn translator(args: &TranslateArgs, needs_key: bool) -> Result<Arc<dyn Subject>> {
    let reach = Reach::new(&args.live, Duration::from_secs(300), needs_key)?;
    subject(&args.model, &reach, 0, &Asked::nothing())
}

fn trials(prompts: &[Arc<Prompt>], subject: &dyn Subject) -> Result<Vec<Trial>> {
    let sampling =
        Sampling { temperature: Some(0.0), max_tokens: Some(MOST_TOKENS), ..Sampling::default() };
    let sampling = sendable(subject, &sampling)?;
    let trial =
        |prompt: &Arc<Prompt>| Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, 0);
    Ok(prompts.iter().map(trial).collect())
}

/// The questions, one for each different answer.
fn prompts(answers: &Answers) -> Result<Vec<Arc<Prompt>>> {
    let prompt =
        |(answered, problem): (&peirast_store::AnsweredTrial, &peirast_record::Problem)| {
            let worded = problem.worded.as_deref();
            let worded = worded.with_context(|| format!("problem {} has no words", problem.id))?;
            let prompt = translation::prompt(&problem.id, &worded.lexicon, &answered.text);
            Ok((prompt.key(), Arc::new(prompt)))
        };
    let prompts: BTreeMap<Key, Arc<Prompt>> =
        answers.untranslated()?.into_iter().map(prompt).collect::<Result<_>>()?;
    Ok(prompts.into_values().collect())
}

async fn ask(
    store: &Store,
    prompts: Vec<Arc<Prompt>>,
    args: &TranslateArgs,
    watch: &Watch,
) -> Result<ExitCode> {
    let subject = translator(args, true)?;
    let subjects = || std::iter::once(&subject);
    let money = Money::kept(&args.prices, &args.budget, store, subjects()).await?;
    let trials = trials(&prompts, subject.as_ref())?;
    let endpoint = subject.endpoint().to_owned();
    let batch = Batch { prompts: &prompts, trials: &[(&endpoint, &trials)], ..Batch::default() };
    store.write(&batch).await?;
    let by_key: BTreeMap<Key, Arc<Prompt>> = prompts.into_iter().map(|p| (p.key(), p)).collect();
    run_dir::set_translator(store, subject.name(), subject.endpoint()).await?;
    let (limit, width) = (Some(MOST_TOKENS), args.flow.concurrency);
    let open = trials.len() as u64;
    let asked = subjects().map(|subject| (subject, open));
    let purse = money.open(store, &by_key, asked, limit, width).await?;
    let sizes = [(Arc::clone(&subject), trials.len() as u64)];
    watch.costing(purse.as_ref());
    let interrupts = Interrupts::asking(voice::note);
    let runner = Runner::new(store.clone(), by_key).cancel(interrupts.cancel());
    let mut runner = runner.subject(Arc::clone(&subject), trials);
    if let Some(purse) = &purse {
        let purse: Arc<dyn BudgetGuard> = purse.clone();
        runner = runner.budget(purse);
    }
    let (runner, progress) = watch.over(runner, &sizes, None);
    let summary = runner.run().await;
    progress.finish();
    if let Some(purse) = purse {
        // What could not be stored may have been charged: then all stays written down that may be in flight.
        if summary.is_ok() {
            purse.close(store).await?;
            purse.recount(store, &BTreeMap::new(), money.prices()).await?;
        }
        money.tell(store, &purse, false).await?;
    }
    let summary = summary?;
    watch::tell(&summary);
    watch.finished(&summary);
    if !args.flow.fills_stdout() {
        voice::result(&format!(
            "{} translations stored, {} missing; `peirast report {}` brings its tables up to date\n",
            summary.answered + summary.already,
            summary.unanswered(),
            args.dir.display()
        ))?;
    }
    Ok(Ending::of(&summary).into())
}
