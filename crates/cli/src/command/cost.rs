//! `peirast cost`: what a run directory cost, and what finishing it would.

use super::report::analyse_at;
use super::runtime;
use crate::args::{CostArgs, TestOptions};
use crate::costs::{Bill, Counts, Outlook, Prices, Seen, cost_tables, in_batches, past};
use crate::run_dir;
use crate::voice;
use anyhow::Result;
use peirast_cost::is_simulated;
use peirast_record::{Key, Prompt, Trial};
use peirast_report::{escape_json, measured_text, note_text};
use peirast_run::Store;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

/// Prints what the answers of a run directory cost.
pub fn cost(args: &CostArgs) -> Result<ExitCode> {
    let text = runtime()?.block_on(async {
        let given = Prices::load(&args.prices)?;
        let (store, kind) = run_dir::open(&args.dir).await?;
        let prices = given.knowing(&store).await?;
        let bill = Bill::of(&store, &prices).await?;
        let verdicts = match kind.study().is_some() && !bill.is_empty() {
            true => analyse_at(&args.dir, &TestOptions::default(), false, &prices).await?.2,
            false => Vec::new(),
        };
        let rest = rest(&store, &prices).await?;
        let tariffs = rest.iter().map(|one| (one.subject.as_str(), &one.tariff));
        prices.warn_of_age(tariffs);
        if args.json {
            let subjects: BTreeMap<&String, _> = bill
                .subjects
                .iter()
                .map(|(subject, past)| {
                    let one = json!({
                        "spent": past.spent, "second": past.second, "unsure": bill.unsure.get(subject),
                        "taken_over": past.taken_over,
                        "by_protocol": past.by_protocol, "announced": bill.told.of(subject),
                    });
                    (subject, one)
                })
                .collect();
            let open: BTreeMap<&String, _> =
                rest.iter().map(|one| (&one.subject, &one.forecast)).collect();
            let all = json!({ "subjects": subjects, "verdicts": verdicts, "open": open });
            return Ok(escape_json(&serde_json::to_string_pretty(&all)?) + "\n");
        }
        let mut text = String::new();
        if bill.is_empty() {
            text.push_str("No answer here reported its tokens: nothing is known of what they cost.\n");
        } else {
            for table in cost_tables(&bill, &verdicts) {
                text.push_str(&format!("{}{}\n\n", measured_text(&table, false), note_text(&table)));
            }
        }
        if !rest.is_empty() {
            text.push_str("Still to be asked:\n");
            text.push_str(&super::dry_run::told(&rest));
        }
        Ok::<_, anyhow::Error>(text)
    })?;
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What the questions without an answer would cost.
async fn rest(store: &Store, prices: &Prices) -> Result<Vec<Outlook>> {
    let (answered, handed_in) = (store.answered_keys().await?, in_batches(store).await?);
    let mut trials: BTreeMap<String, Vec<Trial>> = BTreeMap::new();
    for trial in store.load_trials().await? {
        if !is_simulated(&trial.subject) {
            trials.entry(trial.subject.to_string()).or_default().push(trial);
        }
    }
    trials.retain(|_, own| own.iter().any(|trial| !answered.contains(&trial.key)));
    let wanted: BTreeSet<&Key> = trials.values().flatten().map(|trial| &trial.prompt).collect();
    let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
    for key in wanted {
        let messages = store.load_messages(key).await?.unwrap_or_default();
        prompts.insert(key.clone(), Arc::new(Prompt::new("", "", messages)));
    }
    let counts = Counts::of(&prompts, trials.keys().map(String::as_str));
    let pasts = past(store, prices, &|counter, prompt| counts.get(counter, prompt)).await?;
    let endpoints = run_dir::all_endpoints(store).await?;
    let outlook = |(subject, trials): (&String, &Vec<Trial>)| {
        let endpoint = endpoints.get(subject).map_or("", String::as_str);
        let handed_in = Some(&handed_in);
        let seen = Seen { handed_in, ..Seen::new(subject, endpoint, trials) };
        let answered = |key: &Key| answered.contains(key);
        Outlook::new(&seen, &answered, pasts.get(subject), &counts, prices)
    };
    Ok(trials.iter().map(outlook).collect())
}
