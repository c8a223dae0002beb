//! Evidence while answers come in.

use super::pairs::{Pair, pairs};
use super::sheet::{Cell, Sheet, plain};
use super::table::Columns;
use crate::args::StatsSequentialArgs;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_report::escape_json;
use peirast_stats::{Alternative, EProcess, result};
use serde_json::{Value, json};

/// One pair with its place.
struct Arrival {
    place: String,
    pair: Pair,
}

/// Where the evidence stood after a pair.
struct Stage<'a> {
    place: &'a str,
    evidence: EProcess,
}

/// Tests pairs in their order, and says where one could have stopped.
pub fn sequential(args: &StatsSequentialArgs) -> Result<()> {
    if !(args.alpha > 0.0 && args.alpha < 1.0) {
        bail!("--alpha {} is no level: give one above 0 and below 1", args.alpha);
    }
    let side: Alternative = args.alternative.parse()?;
    let start = EProcess::with_prior(side, args.prior)?;
    let arrivals = arrivals(args)?;
    let stages = stages(start, &arrivals);
    if args.trace {
        return trace(&stages, args.json);
    }
    let last = stages.last().map_or(start, |stage| stage.evidence);
    let lost = (arrivals.len() - stages.len()) as u64;
    let result = result::sequential(&last, args.confidence)?.losing(lost, "pairs lack an answer");
    let stop = stages.iter().position(|stage| stage.evidence.rejects(args.alpha));
    let stop = stop.map(|at| (at + 1, &stages[at]));
    if args.json {
        let mut row = serde_json::to_value(&result)?;
        row["pairs"] = json!(stages.len());
        row["alpha"] = json!(args.alpha);
        row["stop"] = stop.map_or(Value::Null, |(pairs, stage)| stop_json(pairs, stage));
        return voice::result(&(escape_json(&row.to_string()) + "\n"));
    }
    let told = match stop {
        Some((pairs, stage)) => format!(
            "At level {} one may stop after {} (pair {pairs}, e = {}).",
            args.alpha,
            stage.place,
            super::sheet::digits(stage.evidence.e())
        ),
        None => format!("At level {} one may not stop yet.", args.alpha),
    };
    voice::result(&format!("{}\n{told}\n", result.sentence()))
}

fn stop_json(pairs: usize, stage: &Stage<'_>) -> Value {
    let (broken, mended) = stage.evidence.counts();
    json!({
        "after": stage.place, "pairs": pairs, "n12": broken, "n21": mended,
        "e": plain(stage.evidence.e()), "p": stage.evidence.p(),
    })
}

fn arrivals(args: &StatsSequentialArgs) -> Result<Vec<Arrival>> {
    if args.data.data.is_none() {
        if args.outcomes.is_empty() {
            bail!("give 1 and 0 for discordant pairs, or --data FILE --columns ORIGINAL,PERTURBED");
        }
        let arrival = |(at, mended): (usize, &u8)| Arrival {
            place: format!("discordant pair {}", at + 1),
            pair: (Some(*mended == 0), Some(*mended == 1)),
        };
        return Ok(args.outcomes.iter().enumerate().map(arrival).collect());
    }
    if !args.outcomes.is_empty() {
        bail!("give outcomes or --data, not both");
    }
    let columns = Columns::of_with_gaps(&args.data)?.context("name a file: --data FILE")?;
    columns.check_width(2, "sequential: the original, the perturbed")?;
    let arrival = |(row, pair)| Arrival { place: columns.row_place(row), pair };
    Ok(pairs(&columns)?.into_iter().enumerate().map(arrival).collect())
}

/// After each pair of which both answers are known.
fn stages(start: EProcess, arrivals: &[Arrival]) -> Vec<Stage<'_>> {
    let mut evidence = start;
    let mut stages = Vec::new();
    for arrival in arrivals {
        if let (Some(original), Some(perturbed)) = arrival.pair {
            evidence.observe_pair(original, perturbed);
            stages.push(Stage { place: &arrival.place, evidence });
        }
    }
    stages
}

fn trace(stages: &[Stage<'_>], as_json: bool) -> Result<()> {
    let row = |stage: &Stage<'_>| {
        let (broken, mended) = stage.evidence.counts();
        vec![
            ("after", Cell::text(stage.place)),
            ("n12", Cell::Count(broken)),
            ("n21", Cell::Count(mended)),
            ("e", Cell::number(stage.evidence.e())),
            ("p", Cell::number(stage.evidence.p())),
        ]
    };
    Sheet::rows(stages.iter().map(row).collect()).print(as_json)
}
