//! `peirast import inspect`.

use super::import::{ANSWERS_PER_COMMIT, check_answers};
use super::import_lm_eval::{keep, known, list};
use super::runtime;
use crate::args::ImportInspectArgs;
use crate::import::inspect::{each, files};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_exchange::inspect::{Import, Joint, Own, Scored, ScoredLog, joint, with_level};
use peirast_record::{Problem, Response, Study};
use peirast_report::{csv_cell, escape_line};
use peirast_store::{Batch, Store};
use peirast_study::run_dir;
use peirast_task::Narrowed;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Imports logs, or counts the pairs of their samples.
pub fn import(args: &ImportInspectArgs) -> Result<ExitCode> {
    let files = files(&args.files)?;
    if let Some(by) = &args.pair_by {
        return count(&files, by, args.members.as_deref());
    }
    let into = args.into.as_deref().context("--into names the run directory")?;
    let mut import = Import::new(known(args.problems.as_deref())?);
    let logs = files.len();
    for file in &files {
        let taking = std::cell::RefCell::new(&mut import);
        each(
            file,
            |header| Ok(taking.borrow_mut().begin(header)?),
            |sample, header, place| taking.borrow_mut().take(sample, header, place),
        )?;
    }
    list(&import.left_out);
    let is_own = !import.own.trials.is_empty();
    if is_own && !import.brought.trials().is_empty() {
        bail!(
            "the logs hold answers of a run of ours, and others: import them one after the other, into \
             directories of their own"
        );
    }
    match is_own {
        true => restore(import.own, into, logs),
        false => keep(&import.brought, ("inspect-imported", "Inspect"), into),
    }
}

/// Stores the answers of a run of ours as they were.
fn restore(own: Own, into: &Path, logs: usize) -> Result<ExitCode> {
    let study = own.study.clone().context("a log of ours names its study")?;
    let problems: Vec<Problem> = own.problems.values().cloned().collect();
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_imported(into, &study, &problems).await?;
        let new = put(&store, &own, &problems).await?;
        let endpoints = own.endpoints.iter().map(|(subject, url)| (subject.as_str(), url.as_str()));
        run_dir::set_endpoints(&store, endpoints).await?;
        run_dir::set_claims(&store, |study, problems| Ok(claimed(study, problems))).await?;
        store.close().await;
        anyhow::Ok(new)
    })?;
    voice::result(&format!(
        "{} answers to {} problems of the study `{}` in {logs} logs, {new} of them new, into {}\n",
        own.responses.len(),
        problems.len(),
        escape_line(&study.id),
        into.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The hypotheses of a study, as far as the problems that came back hold pairs for them.
fn claimed(study: &Study, problems: &[Problem]) -> Vec<peirast_record::Hypothesis> {
    Narrowed::of(study, problems).study.hypotheses
}

async fn put(store: &Store, own: &Own, problems: &[Problem]) -> Result<usize> {
    store.insert_problems(problems).await?;
    let known = store.answered_keys().await?;
    let prompts: Vec<Arc<_>> = own.prompts.values().cloned().collect();
    for prompts in prompts.chunks(ANSWERS_PER_COMMIT) {
        store.write(&Batch { prompts, ..Batch::default() }).await?;
    }
    for (endpoint, trials) in &own.trials {
        for trials in trials.chunks(ANSWERS_PER_COMMIT) {
            let responses: Vec<Response> =
                trials.iter().filter_map(|trial| own.responses.get(&trial.key)).cloned().collect();
            let answered: Vec<_> = trials
                .iter()
                .filter(|trial| own.responses.contains_key(&trial.key))
                .cloned()
                .collect();
            check_answers(store, &answered, &responses).await?;
            let trials = [(endpoint.as_str(), trials)];
            let batch = Batch { trials: &trials, responses: &responses, ..Batch::default() };
            store.write(&batch).await?;
        }
    }
    Ok(own.responses.keys().filter(|key| !known.contains(*key)).count())
}

/// Counts the pairs of samples by the scores that the logs hold.
fn count(files: &[PathBuf], by: &str, members: Option<&str>) -> Result<ExitCode> {
    let logs = files.iter().map(|file| scored(file)).collect::<Result<Vec<_>>>()?;
    let (hypothesis, model, tables) = match (logs.as_slice(), members) {
        ([one], Some(members)) => within(one, by, members)?,
        ([first, second], None) => between(first, second, by)?,
        (_, Some(_)) => bail!("--members is for pairs within one log: name one log"),
        ([_], None) => bail!(
            "one log has both members of its pairs: say which is which by --members \
             FIELD=ORIGINAL,PERTURBED, or name two logs"
        ),
        _ => bail!("pairs are counted within one log, or between two"),
    };
    let mut text = "hypothesis,model,method,n11,n12,n21,n22,lost\n".to_owned();
    for table in tables {
        let Joint { scorer, n11, n12, n21, n22, lost } = table;
        let names = [&hypothesis, &model, &scorer].map(|name| csv_cell(&escape_line(name)));
        text.push_str(&format!("{},{n11},{n12},{n21},{n22},{lost}\n", quoted(&names)?));
    }
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Cells of a row of CSV.
fn quoted(cells: &[impl AsRef<str>]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells.iter().map(AsRef::as_ref))?;
    Ok(String::from_utf8(writer.into_inner()?)?.trim_end().to_owned())
}

fn within(log: &ScoredLog, by: &str, members: &str) -> Result<(String, String, Vec<Joint>)> {
    let told = members.split_once('=').and_then(|(field, levels)| {
        let (original, perturbed) = levels.split_once(',')?;
        Some((field.trim(), original.trim(), perturbed.trim()))
    });
    let Some((field, original, perturbed)) = told else {
        bail!(
            "--members {members}: write FIELD=ORIGINAL,PERTURBED, for example variant=original,perturbed"
        );
    };
    let side = |level: &str| -> Result<Vec<&Scored>> {
        let own = with_level(&log.samples, field, level);
        if own.is_empty() {
            bail!("--members {members}: no sample has {field}={level}");
        }
        Ok(own)
    };
    let tables = joint(&side(original)?, &side(perturbed)?, by)?;
    let hypothesis = format!("{}: {original} or {perturbed}", log.header.task);
    Ok((hypothesis, log.header.model.clone(), tables))
}

fn between(
    first: &ScoredLog,
    second: &ScoredLog,
    by: &str,
) -> Result<(String, String, Vec<Joint>)> {
    let (one, other): (Vec<_>, Vec<_>) =
        (first.samples.iter().collect(), second.samples.iter().collect());
    let both = |a: &str, b: &str| if a == b { a.to_owned() } else { format!("{a} or {b}") };
    let hypothesis = both(&first.header.task, &second.header.task);
    let model = both(&first.header.model, &second.header.model);
    Ok((hypothesis, model, joint(&one, &other, by)?))
}

fn scored(file: &Path) -> Result<ScoredLog> {
    let (mut header, mut samples, mut fault) = (None, Vec::new(), None);
    each(
        file,
        |own| {
            header = Some(own.clone());
            Ok(())
        },
        |sample, _, _| match Scored::read(sample) {
            Ok(scored) => samples.push(scored),
            Err(error) => fault = Some(error),
        },
    )?;
    if let Some(error) = fault {
        return Err(error).with_context(|| format!("reading the log {}", file.display()));
    }
    let header = header.with_context(|| format!("{} has no header", file.display()))?;
    Ok(ScoredLog { header, samples })
}
