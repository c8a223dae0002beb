//! `peirast cost`: what a run directory cost, and what finishing it would.

use super::forecast_text::forecasts_text;
use super::runtime;
use crate::args::PriceOptions;
use crate::console;
use crate::observer::RunObserver;
use anyhow::Result;
use clap::Args;
use peirast_cost::Amount;
use peirast_report::{escape_json, measured_text, note_text};
use peirast_study::money::{announced_line, cost_tables};
use peirast_study::{CostReport, RunDir, SharedSink};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `cost`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast cost runs/token-bias
  peirast cost runs/token-bias --prices my-prices.toml --json

Costs are worked out from the tokens that the providers reported, at the prices of the days on which
the answers came. What is not priced is said to be unknown, and never taken for nothing.")]
pub struct CostArgs {
    /// A run directory.
    pub dir: PathBuf,
    #[command(flatten)]
    pub prices: PriceOptions,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}

/// Prints what the answers of a run directory cost.
pub fn cost(args: &CostArgs) -> Result<ExitCode> {
    let events: SharedSink = RunObserver::plain();
    let dir = RunDir::new(&args.dir);
    let report = runtime()?.block_on(dir.cost(&args.prices.options(), &events))?;
    if !report.is_complete {
        console::note(&format!(
            "the plan in {} is not finished: no verdicts yet, and more may be to be asked than is told",
            args.dir.display()
        ));
    }
    console::finish(&text(&report, args)?)
}

fn text(report: &CostReport, args: &CostArgs) -> Result<String> {
    let CostReport { bill, verdicts, forecasts, batches, responses, .. } = report;
    let (batches, responses) = (*batches, *responses);
    if args.json {
        let subjects: BTreeMap<&String, _> = bill
            .subjects
            .iter()
            .map(|(subject, past)| {
                let one = json!({
                    "spent": past.spent, "second": past.second, "unsure": bill.uncertain_charges.get(subject),
                    "taken_over": past.taken_over,
                    "by_protocol": past.by_protocol, "announced": bill.announcement.get(subject),
                });
                (subject, one)
            })
            .collect();
        let open: BTreeMap<&String, _> =
            forecasts.iter().map(|one| (&one.subject, &one.forecast)).collect();
        let all = json!({
            "subjects": subjects, "verdicts": verdicts, "open": open, "batches": batches,
        });
        return Ok(escape_json(&serde_json::to_string_pretty(&all)?) + "\n");
    }
    let mut text = String::new();
    if bill.is_empty() {
        text.push_str(match responses {
            0 => "Nothing is answered here yet.\n",
            _ => "No answer here reported its tokens: nothing is known of what they cost.\n",
        });
        if let Some(line) = announced_line(&bill.announcement) {
            text.push_str(&format!("It was {line}.\n"));
        }
        text.push('\n');
    } else {
        for table in cost_tables(bill, verdicts) {
            text.push_str(&format!("{}{}\n\n", measured_text(&table, false), note_text(&table)));
        }
    }
    if let Some(Amount { usd, tokens }) = batches {
        text.push_str(&format!(
            "Batches under way may come to {usd} and {tokens} tokens at most.\n\n"
        ));
    }
    if !forecasts.is_empty() {
        text.push_str("Still to be asked:\n");
        text.push_str(&forecasts_text(forecasts));
    }
    Ok(text)
}
