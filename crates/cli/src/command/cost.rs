//! `peirast cost`: what a run directory cost, and what finishing it would.

use super::report::analyse_at;
use super::runtime;
use crate::args::{CostArgs, TestOptions};
use crate::costs::{
    Beside, Bill, Census, Counts, Outlook, Prices, Standing, announced, cost_tables, in_batches,
    under_way,
};
use crate::run_dir;
use crate::voice;
use anyhow::Result;
use futures::TryStreamExt as _;
use peirast_cost::{Amount, is_simulated};
use peirast_report::{escape_json, measured_text, note_text};
use peirast_store::{Store, SubjectPlan};
use serde_json::json;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Prints what the answers of a run directory cost.
pub fn cost(args: &CostArgs) -> Result<ExitCode> {
    let text = runtime()?.block_on(async {
        let given = Prices::load(&args.prices)?;
        let store = Store::open_read_only(&args.dir).await?;
        run_dir::check_merged(&store).await?;
        let prices = given.knowing(&store).await?;
        let bill = Bill::of(&store, &prices).await?;
        // What was paid before a plan was finished was paid all the same.
        let is_tested = match run_dir::is_begun(&store).await? {
            true => {
                voice::note(&format!(
                    "the plan in {} is not finished: no verdicts yet, and more may be to be asked than is told",
                    args.dir.display()
                ));
                false
            }
            false => run_dir::kind(&store).await?.study().is_some(),
        };
        let verdicts = match is_tested && !bill.is_empty() {
            true => analyse_at(&args.dir, &TestOptions::default(), false, &prices).await?.2,
            false => Vec::new(),
        };
        let rest = rest(&store, &prices, &bill).await?;
        let batches = under_way(&store, &prices, &bill.subjects).await?;
        let batches = Some(batches).filter(|all| *all != Amount::default());
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
            let all = json!({
                "subjects": subjects, "verdicts": verdicts, "open": open, "batches": batches,
            });
            return Ok(escape_json(&serde_json::to_string_pretty(&all)?) + "\n");
        }
        let mut text = String::new();
        if bill.is_empty() {
            text.push_str(match store.counts().await?.responses {
                0 => "Nothing is answered here yet.\n",
                _ => "No answer here reported its tokens: nothing is known of what they cost.\n",
            });
            if let Some(line) = announced(&bill.told) {
                text.push_str(&format!("It was {line}.\n"));
            }
            text.push('\n');
        } else {
            for table in cost_tables(&bill, &verdicts) {
                text.push_str(&format!("{}{}\n\n", measured_text(&table, false), note_text(&table)));
            }
        }
        if let Some(Amount { usd, tokens }) = batches {
            text.push_str(&format!(
                "Batches under way may come to {usd} and {tokens} tokens at most.\n\n"
            ));
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

/// What the questions without an answer would cost, of each subject that has any.
async fn rest(store: &Store, prices: &Prices, bill: &Bill) -> Result<Vec<Outlook>> {
    let handed_in = in_batches(store).await?;
    let endpoints = run_dir::all_endpoints(store).await?;
    let mut censuses: BTreeMap<String, Census> = BTreeMap::new();
    let lanes = store.subject_plans().await?;
    let is_open = |lane: &&SubjectPlan| lane.answered < lane.trials;
    for lane in lanes.iter().filter(is_open).filter(|lane| !is_simulated(&lane.subject)) {
        let endpoint = endpoints.get(&lane.subject).map_or("", String::as_str);
        // What was planned for a server that the run has left is not asked by it any more.
        if !endpoint.is_empty() && lane.endpoint != endpoint {
            continue;
        }
        let census = || Census::of(&lane.subject, endpoint);
        let census = censuses.entry(lane.subject.clone()).or_insert_with(census);
        let mut open = store.open_stretches((&lane.subject, &lane.endpoint));
        while let Some((trials, prompts)) = open.try_next().await? {
            let counts = Counts::of(&prompts, std::iter::once(lane.subject.as_str()));
            for trial in &trials {
                let standing = match handed_in.contains(&trial.key) {
                    true => Standing::HandedIn,
                    false => Standing::Open,
                };
                census.add(trial, standing, &counts);
            }
        }
    }
    for lane in &lanes {
        if let Some(census) = censuses.get_mut(&lane.subject) {
            census.add_answered(lane.answered);
        }
    }
    let outlook = |(subject, census): (String, Census)| {
        let past = bill.subjects.get(&subject);
        census.outlook(Beside { past, ..Beside::default() }, prices)
    };
    Ok(censuses.into_iter().map(outlook).collect())
}
