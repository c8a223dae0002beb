//! `peirast make`: problems as JSON lines, generated, or written by a model and checked.

use super::report::write;
use super::runtime;
use crate::args::MakeArgs;
use crate::ending::Ending;
use crate::interrupt::Interrupts;
use crate::subjects::{Asked, Reach, subject};
use crate::watch::{self, Watch};
use crate::{run_dir, voice};
use anyhow::{Context as _, Result, bail};
use peirast_record::{Factors, Key, Problem, Prompt, Sampling, Setting, Task, Trial};
use peirast_report::{escape_control, escape_line, json_lines};
use peirast_run::{Batch, Runner};
use peirast_task::{Design, Editor, Erotetic, Family, MakeError, writing_prompt};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Texts that a model writes side by side.
const CONCURRENCY: u16 = 16;
/// Tokens of a written event, for writers that want a limit: far more than any sentence has.
const MOST_TOKENS: u32 = 1000;

/// Prints the problems of a family or a variant.
pub fn make(args: &MakeArgs) -> Result<ExitCode> {
    if super::make_etr::is_meant(args) {
        return super::make_etr::make_etr(args);
    }
    if let Some(option) = super::make_etr::own_option(args) {
        bail!("--{option} is for the family `{}`, not for `{}`", Erotetic::FAMILY, args.family);
    }
    let design = Design { seed: args.seed, profile: args.profile.into() };
    let (family, variant) = match args.family.split_once('/') {
        Some((family, variant)) => (family, Some(variant)),
        None => (args.family.as_str(), None),
    };
    let family = Family::named(family)?;
    let variants: Vec<&str> = match variant {
        Some(variant) => vec![variant],
        None => family.variants.iter().map(|v| v.name).collect(),
    };
    let mut problems = Vec::new();
    let given = levels(&args.given)?;
    for variant in variants {
        problems.extend(match given.is_empty() {
            true => family.make(&design, variant, args.n)?,
            false => selected(family, &design, variant, args.n, &given)?,
        });
    }
    let mut code = ExitCode::SUCCESS;
    if let Some(writer) = &args.writer {
        (problems, code) = runtime()?.block_on(written(writer, problems, args))?;
    }
    voice::result(&shown(&problems, args.text))?;
    Ok(code)
}

/// Problems as JSON lines, or as texts for people.
pub fn shown(problems: &[Problem], as_text: bool) -> String {
    if !as_text {
        return json_lines(problems);
    }
    let one = |problem: &Problem| {
        let (name, text) = (escape_line(&problem.id), escape_control(&problem.text()));
        format!("--- {name}\n\n{text}\n\n[{}]\n\n", right(problem))
    };
    problems.iter().map(one).collect()
}

/// What is right, and why.
fn right(problem: &Problem) -> String {
    let truth = &problem.truth;
    let why = escape_line(&truth.why);
    match problem.task {
        Task::Conclusion => why,
        _ => format!("right is {}: {why}", truth.answer),
    }
}

/// The levels that were asked for.
fn levels(given: &[String]) -> Result<Factors> {
    let level = |text: &String| match text.split_once('=') {
        Some((factor, level)) => Ok((factor.trim().to_owned(), level.trim().to_owned())),
        None => bail!("--where {text}: write a factor and its level, for example form=AAI-1"),
    };
    given.iter().map(level).collect()
}

/// How many items are looked through for each one that is wanted: more than the rarest form needs.
const LOOKED_THROUGH: u32 = 2000;

/// The first `n` items of which a version has these levels, and those versions.
fn selected(
    family: &Family,
    design: &Design,
    variant: &str,
    n: u32,
    given: &Factors,
) -> Result<Vec<Problem>> {
    let mut most = n.saturating_mul(LOOKED_THROUGH);
    let mut made = n;
    loop {
        made = made.saturating_mul(8).min(most);
        let all = match family.make(design, variant, made) {
            Err(MakeError::Exhausted { made: there_are, .. }) => {
                (made, most) = (there_are, there_are);
                family.make(design, variant, there_are)?
            }
            made => made?,
        };
        let mut fitting: Vec<Problem> =
            all.iter().filter(|p| p.factors.matches(given)).cloned().collect();
        let mut items: Vec<&str> = fitting.iter().map(|p| p.item.as_str()).collect();
        items.dedup();
        if let Some(last) = items.get(n as usize - 1).map(|item| (*item).to_owned()) {
            let end = fitting.iter().rposition(|p| p.item == last).map_or(0, |at| at + 1);
            fitting.truncate(end);
            return Ok(fitting);
        }
        if made == most {
            bail!(
                "`{}/{variant}`: {} of {made} items have {given}, and {n} are wanted; {}",
                family.name,
                items.len(),
                known(&all, given)
            );
        }
    }
}

/// The levels of the factors that were asked for, as far as there are any.
fn known(problems: &[Problem], given: &Factors) -> String {
    let of = |factor: &str| {
        let levels: BTreeSet<&str> =
            problems.iter().filter_map(|p| p.factors.get(factor)).take(10_000).collect();
        let some: Vec<&str> = levels.iter().copied().take(12).collect();
        match some.as_slice() {
            [] => format!("it has no factor `{factor}`"),
            some => format!(
                "{factor} is one of {}{}",
                some.join(", "),
                if levels.len() > 12 { ", ..." } else { "" }
            ),
        }
    };
    given.iter().map(|(factor, _)| of(factor)).collect::<Vec<_>>().join("; ")
}

/// The problems with their added events written by a model, and the exit code. An item of which
/// any version was rejected is left out, so that pairs stay pairs.
async fn written(
    writer: &str,
    problems: Vec<Problem>,
    args: &MakeArgs,
) -> Result<(Vec<Problem>, ExitCode)> {
    let dir =
        args.into.as_deref().context("--writer needs --into DIR, where its answers are kept")?;
    let (texts, ending) = ask_writer(writer, &problems, args, dir).await?;
    let mut editor = Editor::default();
    let mut rejected = Vec::new();
    let mut kept: BTreeMap<String, Vec<Problem>> = BTreeMap::new();
    for problem in &problems {
        let outcome = match texts.get(problem.id.as_str()) {
            None => Err("the writer gave no answer".to_owned()),
            Some(text) => editor.accept(problem, text).map_err(|r| r.to_string()),
        };
        match outcome {
            Ok(changed) => kept.entry(problem.item.to_string()).or_default().push(changed),
            Err(why) => rejected.push(serde_json::json!({
                "problem": problem.id, "text": texts.get(problem.id.as_str()), "why": why,
            })),
        }
    }
    let versions = |item: &str| problems.iter().filter(|p| p.item == item).count();
    kept.retain(|item, own| own.len() == versions(item));
    let path = dir.join("rejected.jsonl");
    write(&path, &json_lines(&rejected))?;
    voice::note(&format!(
        "{} texts rejected (see {}), {} items complete",
        rejected.len(),
        path.display(),
        kept.len()
    ));
    if kept.is_empty() && ending == Ending::Complete {
        bail!("no item is left: every text was rejected, and {} says why", path.display());
    }
    let code = ending.into();
    Ok((kept.into_values().flatten().collect(), code))
}

/// Asks the writer for every added event, and tells how that ended. Answers are stored
/// like those of any run: nothing is asked twice.
async fn ask_writer(
    writer: &str,
    problems: &[Problem],
    args: &MakeArgs,
    dir: &Path,
) -> Result<(BTreeMap<String, String>, Ending)> {
    let prompts: Vec<Arc<Prompt>> =
        problems.iter().filter_map(writing_prompt).map(Arc::new).collect();
    if prompts.is_empty() {
        bail!(
            "`{}` has no slot that a model can write: only conjunction problems have",
            args.family
        );
    }
    let reach = Reach::new(&args.live, Duration::from_secs(300), true)?;
    let subject = subject(writer, &reach, args.seed, &Asked::nothing())?;
    let mut sampling = Sampling::default();
    if subject.fit(&sampling).missing.contains(&Setting::MaxTokens) {
        sampling.max_tokens = Some(MOST_TOKENS);
    }
    let trials: Vec<Trial> = prompts
        .iter()
        .map(|p| Trial::new(p, subject.name(), subject.endpoint(), &sampling, 0))
        .collect();
    let store = run_dir::prepare_written(dir).await?;
    let endpoint = subject.endpoint().to_owned();
    let batch =
        Batch { problems, prompts: &prompts, trials: &[(&endpoint, &trials)], ..Batch::default() };
    store.write(&batch).await?;
    let by_key: BTreeMap<Key, Arc<Prompt>> = prompts.into_iter().map(|p| (p.key(), p)).collect();
    let wanted: BTreeMap<Key, String> =
        trials.iter().map(|t| (t.key.clone(), t.problem.to_string())).collect();
    let sizes = [(Arc::clone(&subject), trials.len() as u64)];
    let interrupts = Interrupts::asking(voice::note);
    let runner = Runner::new(store.clone(), by_key).cancel(interrupts.cancel());
    let runner = runner.subject(subject, trials);
    let (runner, progress) = Watch::plain(CONCURRENCY).over(runner, &sizes, None);
    let summary = runner.run().await;
    progress.finish();
    let summary = summary?;
    watch::tell(&summary);
    if !summary.is_complete() {
        voice::note(&format!(
            "{} texts are missing; run again to ask for them",
            summary.unanswered()
        ));
    }
    let answered = store.load_answered().await?;
    store.close().await;
    let texts = answered
        .into_iter()
        .filter_map(|a| wanted.get(&a.trial.key).map(|id| (id.clone(), a.text)))
        .collect();
    Ok((texts, Ending::of(&summary)))
}
