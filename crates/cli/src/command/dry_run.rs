//! `peirast run --dry-run`: what would be asked, and what it would cost.

use super::reuse::answered_elsewhere;
use super::run::Questions;
use crate::args::RunArgs;
use crate::{ballot_box, run_dir};
use anyhow::Result;
use peirast_record::{Key, Study, Trial};
use peirast_report::escape_line;
use peirast_run::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Tokens of an answer where no limit is set: a guess.
pub(super) const ASSUMED_TOKENS: u32 = 500;

/// What would be asked, and what it would cost.
pub(super) async fn dry_run(
    dir: &Path,
    study: &Study,
    questions: &Questions,
    args: &RunArgs,
) -> Result<String> {
    let mut answered: BTreeSet<Key> = BTreeSet::new();
    // Of subjects in the store: answers, and whether the votes so far call for more.
    let mut stored: BTreeMap<String, (u64, bool)> = BTreeMap::new();
    match Store::open_read_only(dir).await {
        Ok(store) => {
            run_dir::check_design(&store, study).await?;
            answered = store.answered_keys().await?;
            let all = store.load_trials().await?;
            // A directory may hold answers to other strategies and at other temperatures too.
            let own = |trial: &&Trial| {
                questions.prompts.contains_key(&trial.prompt) && answered.contains(&trial.key)
            };
            for (subject, trials) in &questions.subjects {
                let again = |trial: &Trial, repeat| Trial { repeat, ..trial.clone() };
                let more =
                    ballot_box::more(&store, study, &questions.problems, trials, again).await?;
                let warm: BTreeSet<Option<u64>> = trials.iter().map(warmth).collect();
                let there = all.iter().filter(own).filter(|trial| {
                    trial.subject == subject.name() && warm.contains(&warmth(trial))
                });
                let there = there.count() as u64;
                stored.insert(subject.name().to_owned(), (there, !more.is_empty()));
            }
        }
        Err(peirast_run::StoreError::Missing { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    answered.extend(answered_elsewhere(args).await?);
    let mut may_vote = false;
    let mut text = format!(
        "{:<28} {:>10} {:>10} {:>12} {:>14} {:>14}  cost\n",
        "subject", "questions", "answered", "to ask", "input tokens", "output tokens"
    );
    let is_bounded = study.sampling.max_tokens.is_some();
    let bound = if is_bounded { "<=" } else { "~" };
    let per_answer = u64::from(study.sampling.max_tokens.unwrap_or(ASSUMED_TOKENS));
    for (subject, trials) in &questions.subjects {
        let open: Vec<&Trial> = trials.iter().filter(|t| !answered.contains(&t.key)).collect();
        let size =
            |t: &Trial| questions.prompts.get(&t.prompt).map_or(0, |p| p.characters() as u64);
        let characters: u64 = open.iter().map(|t| size(t)).sum();
        // What votes may ask for besides: questions of mean size, as far as they are not answered.
        let (there, calls) = stored.get(subject.name()).copied().unwrap_or((0, true));
        let least = open.len() as u64;
        let asked_again = match least > 0 || calls {
            true => questions.most.saturating_sub(there).saturating_sub(least),
            false => 0,
        };
        may_vote |= asked_again > 0;
        let mean = trials.iter().map(size).sum::<u64>() / (trials.len() as u64).max(1);
        let most = least + asked_again;
        // Four characters of English are about one token.
        let (input, output) = ((characters + mean * asked_again) / 4, per_answer * most);
        let count = if most > least { format!("{least}-{most}") } else { least.to_string() };
        text.push_str(&format!(
            "{:<28} {:>10} {:>10} {:>12} {:>14} {:>14}  {}\n",
            escape_line(subject.name()),
            trials.len(),
            trials.len() - open.len(),
            count,
            format!("~{input}"),
            format!("{bound}{output}"),
            cost(subject.name(), input, output, args, is_bounded)
        ));
    }
    if !is_bounded {
        text.push_str(&format!(
            "No max_tokens is set, so that answers may be of any length: {per_answer} tokens each \
             are assumed.\n"
        ));
    }
    if study.sequential.is_some() {
        text.push_str(
            "Questions stop when their comparisons are decided: between the first step and all of them \
             are asked; tokens and cost are for all.\n",
        );
    } else if may_vote {
        text.push_str(
            "Where the first answers differ, the voting asks again: tokens and cost are for the most \
             that it may ask.\n",
        );
    }
    text.push_str("Nothing was asked.\n");
    Ok(text)
}

/// The temperature of a trial, by its bits.
fn warmth(trial: &Trial) -> Option<u64> {
    trial.sampling.temperature.map(f64::to_bits)
}

/// What so many tokens cost, if prices are given.
pub(super) fn dollars(input: u64, output: u64, args: &RunArgs) -> Option<f64> {
    Some((input as f64 * args.price_input? + output as f64 * args.price_output?) / 1e6)
}

fn cost(subject: &str, input: u64, output: u64, args: &RunArgs, is_bounded: bool) -> String {
    if subject.starts_with("sim:") {
        return "free (simulated)".to_owned();
    }
    match dollars(input, output, args) {
        Some(cost) => {
            let most = if is_bounded { "at most about" } else { "perhaps" };
            format!("{most} {cost:.2} USD")
        }
        None => "give --price-input and --price-output for an estimate".to_owned(),
    }
}
