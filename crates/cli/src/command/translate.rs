//! `peirast translate`: answers that no rule could read, restated by a model.

use super::{INCOMPLETE, runtime};
use crate::args::TranslateArgs;
use crate::grading::Answers;
use crate::progress::Progress;
use crate::run_dir;
use crate::sampling::sendable;
use crate::subjects::{Asked, Reach, subject};
use crate::{translation, voice};
use anyhow::{Context as _, Result};
use peirast_record::{Key, Prompt, Sampling, Trial};
use peirast_run::{Batch, Runner, Store};
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
        let prompts = prompts(&answers)?;
        let characters: usize = prompts.iter().map(|prompt| prompt.characters()).sum();
        if args.dry_run || prompts.is_empty() {
            voice::result(&format!(
                "{} different answers could not be read and would be translated, with about {} input tokens. \
                 Nothing was asked.\n",
                prompts.len(),
                characters / 4
            ))?;
            return Ok(ExitCode::SUCCESS);
        }
        store.close().await;
        let store = Store::open_or_create(&args.dir).await?;
        let code = ask(&store, prompts, args).await;
        store.close().await;
        code
    })
}

/// The questions, one for each different answer.
fn prompts(answers: &Answers) -> Result<Vec<Arc<Prompt>>> {
    let prompt = |(answered, problem): (&peirast_run::Answered, &peirast_record::Problem)| {
        let worded = problem.worded.as_deref();
        let worded = worded.with_context(|| format!("problem {} has no words", problem.id))?;
        let prompt = translation::prompt(&problem.id, &worded.lexicon, &answered.text);
        Ok((prompt.key(), Arc::new(prompt)))
    };
    let prompts: BTreeMap<Key, Arc<Prompt>> =
        answers.untranslated()?.into_iter().map(prompt).collect::<Result<_>>()?;
    Ok(prompts.into_values().collect())
}

async fn ask(store: &Store, prompts: Vec<Arc<Prompt>>, args: &TranslateArgs) -> Result<ExitCode> {
    let reach = Reach::new(&args.live, Duration::from_secs(300), true)?;
    let subject = subject(&args.model, &reach, 0, &Asked::nothing())?;
    let sampling =
        Sampling { temperature: Some(0.0), max_tokens: Some(MOST_TOKENS), ..Sampling::default() };
    let sampling = sendable(subject.as_ref(), &sampling)?;
    let trials: Vec<Trial> = prompts
        .iter()
        .map(|prompt| Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, 0))
        .collect();
    let endpoint = subject.endpoint().to_owned();
    let batch = Batch { prompts: &prompts, trials: &[(&endpoint, &trials)], ..Batch::default() };
    store.write(&batch).await?;
    let progress = Arc::new(Progress::new(trials.len() as u64));
    let shown = progress.clone();
    let by_key: BTreeMap<Key, Arc<Prompt>> = prompts.into_iter().map(|p| (p.key(), p)).collect();
    let summary = Runner::new(store.clone(), by_key)
        .concurrency(usize::from(args.concurrency))
        .on_event(move |event| shown.note(event))
        .subject(subject, trials)
        .run()
        .await?;
    progress.finish();
    voice::result(&format!(
        "{} translations stored, {} missing; `peirast report {}` brings its tables up to date\n",
        summary.answered + summary.already,
        summary.unanswered(),
        args.dir.display()
    ))?;
    Ok(if summary.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}
