//! Every operation against PyETR 1.0.0, call by call.
//!
//! `cargo bench -p peirast-etr --bench pyetr` times the 902 calls of `pyetr.jsonl` on one thread
//! and prints, for each group of calls, how many times faster than PyETR they are: the geometric
//! mean and the least, then how both grow (exponents, and the curves by premises and alternatives),
//! then peak memory. `pyetr_us` in the file is PyETR's
//! median as recorded on another machine; to time both on this one, run
//!
//! ```text
//! python3 benches/time_pyetr.py benches/pyetr.jsonl here.jsonl
//! cargo bench -p peirast-etr --bench pyetr -- --peer here.jsonl
//! ```
//!
//! Views are read before the clock starts, except where reading is what is timed, and results are
//! kept from the optimizer. A call is repeated in batches of at least 20 microseconds; the median
//! of at least fifteen batches counts.

#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)]

use peirast_etr::{Reading, batch::Call};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
struct Row {
    id: String,
    group: String,
    #[serde(flatten)]
    call: Call,
    #[serde(default)]
    params: BTreeMap<String, Value>,
    pyetr_us: Option<f64>,
}

/// One call, timed on both sides.
struct Timed {
    label: String,
    premises: Option<f64>,
    alternatives: Option<f64>,
    ours_ns: f64,
    theirs_ns: f64,
    size: Option<f64>,
}

impl Timed {
    fn ratio(&self) -> f64 {
        self.theirs_ns / self.ours_ns
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let peer = option("--peer").map(|path| medians(&path)).unwrap_or_default();
    let only = option("--group").unwrap_or_default();
    let mut groups: BTreeMap<String, Vec<Timed>> = BTreeMap::new();
    for line in include_str!("pyetr.jsonl").lines() {
        let row: Row = serde_json::from_str(line).expect("a row");
        let theirs = peer.get(&row.id).copied().or(row.pyetr_us);
        if !row.group.contains(&only) {
            continue;
        }
        if let Some(theirs) = theirs {
            groups.entry(row.group.clone()).or_default().push(time(&row, theirs * 1000.0));
        }
    }
    print_ratios(&groups);
    print_growth(&groups);
    print_curves(&groups);
    if let Some(peak) = peak_memory() {
        println!("\npeak memory of this process: {peak}");
    }
}

/// PyETR's medians in microseconds, as `time_pyetr.py` writes them.
fn medians(path: &str) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(path).expect("the file given by --peer");
    text.lines()
        .filter_map(|line| {
            let row: Value = serde_json::from_str(line).expect("a line of JSON");
            Some((row["id"].as_str()?.to_owned(), row["pyetr_us"].as_f64()?))
        })
        .collect()
}

/// Rows that read JSON name the view whose JSON is read.
fn of_own_json(call: &Call) -> Call {
    if call.op != "from_json" {
        return call.clone();
    }
    let written = Call { op: "to_json".to_owned(), ..call.clone() };
    Call { args: vec![written.answer(Reading::SOUND).expect("a view")], ..call.clone() }
}

fn time(row: &Row, theirs_ns: f64) -> Timed {
    let call = of_own_json(&row.call);
    let mut engine = call.engine(Reading::SOUND).expect("known functions");
    let run = call.prepare(&mut engine).expect("a call that can be made");
    let mut once = || black_box(run(&mut engine).expect("an answer"));
    let mut batch = 1u32;
    loop {
        let start = Instant::now();
        (0..batch).for_each(|_| drop(once()));
        if start.elapsed() > Duration::from_micros(20) || batch > 4096 {
            break;
        }
        batch *= 2;
    }
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 15 || times.len() < 101 && begin.elapsed() < Duration::from_millis(10) {
        let start = Instant::now();
        (0..batch).for_each(|_| drop(once()));
        times.push(start.elapsed().as_nanos() as f64 / f64::from(batch));
        if begin.elapsed() > Duration::from_secs(2) {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let params: Vec<String> =
        row.params.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let size = ["n", "states", "m", "matches", "k"]
        .iter()
        .find_map(|key| row.params.get(*key).and_then(Value::as_f64));
    let param = |name: &str| row.params.get(name).and_then(Value::as_f64);
    let (premises, alternatives) = (param("k"), param("m"));
    let label = format!("{} {} {}", row.id, row.call.op, params.join(" "));
    Timed { label, premises, alternatives, ours_ns: times[times.len() / 2], theirs_ns, size }
}

fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len() as f64).exp()
}

fn print_ratios(groups: &BTreeMap<String, Vec<Timed>>) {
    println!("{:<22}{:>6}{:>14}{:>12}  slowest call", "group", "calls", "times faster", "least");
    for (group, calls) in groups {
        let mean = geometric_mean(calls.iter().map(Timed::ratio));
        let Some(least) = calls.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio())) else {
            continue;
        };
        println!(
            "{group:<22}{:>6}{mean:>14.0}{:>12.0}  {} ({:.0} ns, PyETR {:.1} us)",
            calls.len(),
            least.ratio(),
            least.label,
            least.ours_ns,
            least.theirs_ns / 1000.0
        );
    }
    let all: Vec<f64> = groups.values().flatten().map(Timed::ratio).collect();
    let under = all.iter().filter(|ratio| **ratio < 100.0).count();
    println!(
        "\nall {} calls: {:.0} times faster (geometric mean), {under} under 100 times",
        all.len(),
        geometric_mean(all.iter().copied())
    );
    for call in groups.values().flatten().filter(|call| call.ratio() < 100.0) {
        println!(
            "  {:<44}{:>6.0} times ({:.0} ns, PyETR {:.1} us)",
            call.label,
            call.ratio(),
            call.ours_ns,
            call.theirs_ns / 1000.0
        );
    }
}

/// Prints the growth of time with size: the slope on double logarithmic paper, theirs and ours.
fn print_growth(groups: &BTreeMap<String, Vec<Timed>>) {
    println!("\n{:<22}{:>14}{:>14}", "growth with size", "PyETR", "ours");
    for (group, calls) in groups {
        let points: Vec<(f64, &Timed)> =
            calls.iter().filter_map(|call| Some((call.size?, call))).collect();
        let sizes: Vec<f64> = points.iter().map(|point| point.0).collect();
        let spread = sizes.iter().copied().fold(0.0, f64::max)
            / sizes.iter().copied().fold(f64::INFINITY, f64::min);
        if points.len() < 4 || spread < 2.0 {
            continue;
        }
        let slope = |time: fn(&Timed) -> f64| {
            exponent(&points.iter().map(|(size, call)| (*size, time(call))).collect::<Vec<_>>())
        };
        let (theirs, ours) = (slope(|call| call.theirs_ns), slope(|call| call.ours_ns));
        println!("{group:<22}{theirs:>14.2}{ours:>14.2}");
    }
}

/// The times themselves, by the number of premises and of alternatives in each.
fn print_curves(groups: &BTreeMap<String, Vec<Timed>>) {
    println!(
        "\n{:<22}{:>9}{:>13}{:>14}{:>14}{:>9}",
        "curve", "premises", "alternatives", "PyETR, us", "ours, us", "times"
    );
    let curves = groups.iter().filter(|(group, _)| {
        group.starts_with("dip_") || *group == "product_chain" || *group == "inquire_chain"
    });
    for (group, call) in curves.flat_map(|(group, calls)| calls.iter().map(move |c| (group, c))) {
        let Some(premises) = call.premises else { continue };
        let alternatives = call.alternatives.map_or("-".to_owned(), |count| count.to_string());
        println!(
            "{group:<22}{premises:>9}{alternatives:>13}{:>14.1}{:>14.3}{:>9.0}",
            call.theirs_ns / 1000.0,
            call.ours_ns / 1000.0,
            call.ratio()
        );
    }
}

/// The exponent of the power law that fits best.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (mean_x, mean_y) = (
        logs.iter().map(|point| point.0).sum::<f64>() / count,
        logs.iter().map(|point| point.1).sum::<f64>() / count,
    );
    let covariance: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    covariance / logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum::<f64>()
}

/// The most memory this process has held, where the system tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
}
