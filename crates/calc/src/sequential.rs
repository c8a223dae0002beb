//! Sequential tests: evidence after each pair.

use crate::SequentialRequest;
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::options::check_level;
use crate::pairs::{Pair, pairs};
use crate::sheet::{Cell, Printout, Sheet, defined, digits, plain};
use peirast_stats::sequential::running_interval;
use peirast_stats::{Alternative, Defined, EProcess, Interval, TestResult, Undefined, result};
use peirast_table::escape_json;
use serde_json::{Value, json};

/// The evidence after a pair with both answers known.
struct Stage {
    place: String,
    evidence: EProcess,
}

/// Tests pairs in their order, and finds the pair at which one could have stopped.
///
/// # Errors
/// If the request or the data are invalid.
pub fn sequential(args: &SequentialRequest) -> Result<Printout> {
    check_level(args.alpha)?;
    let side: Alternative = args.alternative.parse()?;
    let start = EProcess::with_prior(side, args.prior)?;
    let arrivals = arrivals(args)?;
    let pairs = arrivals.len();
    let stages = stages(start, arrivals);
    if args.trace {
        return Ok(trace(&stages).printout());
    }
    let last = stages.last().map_or(start, |stage| stage.evidence);
    let lost = (pairs - stages.len()) as u64;
    let result = result::sequential(&last, args.confidence)?.losing(lost, "pairs lack an answer");
    let looks: Vec<EProcess> = stages.iter().map(|stage| stage.evidence).collect();
    let running = defined(running_interval(&looks, args.confidence))?;
    let stop = stages.iter().position(|stage| stage.evidence.rejects(args.alpha));
    let stop = stop.map(|at| (at + 1, &stages[at]));
    let mut row = serde_json::to_value(&result)?;
    row["pairs"] = json!(stages.len());
    row["alpha"] = json!(args.alpha);
    row["p_now"] = json!(last.p_now());
    row["interval_running"] = Cell::Interval(running).json();
    row["stop"] = stop.map_or(Value::Null, |(pairs, stage)| stop_json(pairs, stage));
    let verdict = match stop {
        Some((pairs, stage)) => format!(
            "At level {} one may stop after {} (pair {pairs}, e = {}).",
            args.alpha,
            stage.place,
            digits(stage.evidence.e())
        ),
        None => format!("At level {} one may not stop yet.", args.alpha),
    };
    Ok(Printout {
        text: format!("{}\n{}\n{verdict}\n", result.sentence(), kinds(&last, &result, running)),
        json: escape_json(&row.to_string()) + "\n",
    })
}

/// The results that hold at this look alone, and those that hold over all looks.
fn kinds(last: &EProcess, result: &TestResult, running: Defined<Interval>) -> String {
    let now = result.interval.as_ref().map_or(Err(Undefined::Empty), |interval| interval.limits);
    let interval = |interval| Cell::Interval(interval).render();
    format!(
        "At this look alone: p = {}, interval {}. Running, over all looks so far: p = {}, interval {}.",
        digits(last.p_now()),
        interval(now),
        digits(last.p()),
        interval(running)
    )
}

fn stop_json(pairs: usize, stage: &Stage) -> Value {
    let (broken, mended) = stage.evidence.counts();
    json!({
        "after": stage.place, "pairs": pairs, "n12": broken, "n21": mended,
        "e": plain(stage.evidence.e()), "p": stage.evidence.p(),
    })
}

/// The pairs with their places.
fn arrivals(args: &SequentialRequest) -> Result<Vec<(String, Pair)>> {
    if args.data.data.is_none() {
        if args.outcomes.is_empty() {
            refuse!(
                "give 1 and 0 for discordant pairs, or --data FILE --columns ORIGINAL,PERTURBED"
            );
        }
        let arrival = |(at, mended): (usize, &u8)| {
            let pair = (Some(*mended == 0), Some(*mended == 1));
            (format!("discordant pair {}", at + 1), pair)
        };
        return Ok(args.outcomes.iter().enumerate().map(arrival).collect());
    }
    if !args.outcomes.is_empty() {
        refuse!("give outcomes or --data, not both");
    }
    let columns = Columns::required_with_gaps(&args.data, "name a file: --data FILE")?;
    columns.check_width(2, "sequential: the original, the perturbed")?;
    let arrival = |(row, pair)| (columns.row_place(row), pair);
    Ok(pairs(&columns)?.into_iter().enumerate().map(arrival).collect())
}

fn stages(mut evidence: EProcess, arrivals: Vec<(String, Pair)>) -> Vec<Stage> {
    let mut stages = Vec::new();
    for (place, pair) in arrivals {
        if let (Some(original), Some(perturbed)) = pair {
            evidence.observe_pair(original, perturbed);
            stages.push(Stage { place, evidence });
        }
    }
    stages
}

fn trace(stages: &[Stage]) -> Sheet {
    let row = |stage: &Stage| {
        let (broken, mended) = stage.evidence.counts();
        vec![
            ("after", Cell::text(&stage.place)),
            ("n12", Cell::Count(broken)),
            ("n21", Cell::Count(mended)),
            ("e", Cell::number(stage.evidence.e())),
            ("p", Cell::number(stage.evidence.p())),
            ("p now", Cell::number(stage.evidence.p_now())),
        ]
    };
    Sheet::rows(stages.iter().map(row).collect())
}
