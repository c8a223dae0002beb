//! `peirast cost`: the cost of a run directory, and of finishing its run.

use super::forecast_text::forecasts_text;
use super::runtime;
use crate::args::PriceOptions;
use crate::console;
use crate::observer::RunObserver;
use anyhow::Result;
use clap::Args;
use peirast_cost::{Amount, Usd};
use peirast_decimals::counted;
use peirast_report::{escape_json, escape_line, measured_text, note_text};
use peirast_study::money::{announced_line, cost_tables};
use peirast_study::{CostReport, RunDir, SettleReport, SharedSink};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `cost`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast cost runs/token-bias
  peirast cost runs/token-bias --prices my-prices.toml --json
  peirast cost runs/token-bias --settle --dry-run

Costs are computed from the tokens that the providers reported, at the prices of the days on which
the answers arrived. Answers without a known price have an unknown cost, never a cost of zero.

A killed run can leave requests that the provider may or may not have charged. They count towards every
later budget. If the provider's bill shows that they were not charged, --settle removes them from the
count.")]
pub struct CostArgs {
    /// A run directory.
    pub dir: PathBuf,
    #[command(flatten)]
    pub prices: PriceOptions,
    /// Record the requests that killed runs left in flight as never charged, so that they no longer
    /// count towards a budget, and list them.
    #[arg(long)]
    pub settle: bool,
    /// Print what --settle would settle, and change nothing.
    #[arg(long, requires = "settle")]
    pub dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Prints the cost of the answers in a run directory.
pub fn cost(args: &CostArgs) -> Result<ExitCode> {
    let events: SharedSink = RunObserver::plain();
    let dir = RunDir::new(&args.dir);
    if args.settle {
        let settled = runtime()?.block_on(dir.settle(&args.prices.options(), args.dry_run))?;
        return console::finish(&settled_text(&settled, args)?);
    }
    let report = runtime()?.block_on(dir.cost(&args.prices.options(), &events))?;
    if !report.is_complete {
        console::note(&format!(
            "the plan in {} is not finished: no verdicts yet, and more questions may follow",
            args.dir.display()
        ));
    }
    console::finish(&text(&report, args)?)
}

/// Lists the settled requests, and those that may still have been charged.
fn settled_text(report: &SettleReport, args: &CostArgs) -> Result<String> {
    let SettleReport { settled, left } = report;
    if args.json {
        let all = json!({
            "settled": settled, "as": "not-charged", "dry_run": args.dry_run, "unsure": left,
        });
        return Ok(escape_json(&serde_json::to_string_pretty(&all)?) + "\n");
    }
    let price = |usd: Option<Usd>| match usd {
        Some(usd) => format!("{usd}"),
        None => "an unknown price".to_owned(),
    };
    let mut text = String::new();
    for one in settled {
        let requests = counted(one.attempts, "request", "requests");
        let verb = if args.dry_run { "would be settled" } else { "settled" };
        text.push_str(&escape_line(&format!(
            "{verb} as never charged: up to {requests} to {} that the run of {} left in flight, counted as {} \
             and {} tokens",
            one.subject,
            one.run,
            price(one.usd),
            one.tokens
        )));
        text.push('\n');
    }
    if settled.is_empty() {
        text.push_str("Nothing to settle: no run left requests in flight.\n");
    }
    for (subject, charges) in left {
        let requests = counted(charges.attempts, "request", "requests");
        text.push_str(&escape_line(&format!(
            "still counted as possibly charged: {requests} to {subject} that broke off or reported no tokens, {} \
             and {} tokens at most",
            price(charges.cost),
            charges.tokens
        )));
        text.push('\n');
    }
    if args.dry_run {
        text.push_str("Nothing was changed.\n");
    }
    Ok(text)
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
    if responses == 0 {
        text.push_str("Nothing is answered here yet.\n");
        if let Some(line) = announced_line(&bill.announcement) {
            text.push_str(&format!("It was {line}.\n"));
        }
        text.push('\n');
    }
    if !bill.subjects.is_empty() {
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
