//! Times of deciding arguments, compared with PySMT and Z3.
//!
//! ```text
//! python3 -m venv z3-venv
//! z3-venv/bin/pip install pyetr==1.0.0 pyparsing==3.2.3 pydantic==2.11.3 pysmt==0.9.6 z3-solver==4.13.0.0
//! z3-venv/bin/python crates/logic/benches/time_z3.py ROWS.jsonl here.jsonl
//! cargo bench -p peirast-logic --bench entailment -- ROWS.jsonl --peer here.jsonl
//! ```
//!
//! `ROWS.jsonl` holds arguments as `peirast logic batch` reads them, of view strings, with `id`,
//! `family` and, unless `--peer` gives times taken on this machine, `ms`: the milliseconds that
//! PySMT and Z3 took. Both sides read views before the clock starts. The times cover the
//! translation of the argument into logic and the decision. Without a file, the benchmark uses a
//! handful of built-in arguments.

#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)]

use peirast_etr::{Engine, InternedView};
use peirast_logic::{Argument, Signature, Verdict, entails, formula_of_view};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

const BUILT_IN: [(&[&str], &str); 5] = [
    (&["{A()}^{B()}", "{B()}"], "{A()}"),
    (&["Ax {Mortal(x)}^{Man(x)}", "{Man(socrates())}"], "{Mortal(socrates())}"),
    (&["Ax {B(x)}^{A(x)}", "Ex {B(x)C(x)}"], "Ex {A(x)C(x)}"),
    (&["Ax Ey {A(x)B(y), C(y)}", "Ex Ay {~A(x)~C(y)}"], "{D()}"),
    (&["{==(a(),b())}", "{P(a()), Q()}", "{~Q()}"], "{P(b())}"),
];

fn rows(path: Option<&str>) -> Vec<Value> {
    match path {
        Some(path) => {
            let text = std::fs::read_to_string(path).expect("the file of rows");
            text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
        }
        None => (0..)
            .zip(BUILT_IN)
            .map(|(id, (premises, conclusion))| {
                json!({"id": id, "premises": premises, "conclusion": conclusion, "family": "built-in"})
            })
            .collect(),
    }
}

fn read(row: &Value, engine: &mut Engine) -> (Vec<InternedView>, InternedView) {
    let mut one = |text: &Value| engine.read(text.as_str().expect("a text")).expect("a view");
    let premises = row["premises"].as_array().expect("premises").iter().map(&mut one).collect();
    (premises, one(&row["conclusion"]))
}

fn decided(engine: &Engine, premises: &[InternedView], conclusion: &InternedView) -> Verdict {
    let mut signature = Signature::default();
    let mut one = |view| formula_of_view(engine, view, &mut signature).expect("a formula");
    let premises = premises.iter().map(&mut one).collect();
    let conclusion = one(conclusion);
    entails(&Argument { signature, premises, conclusion })
}

/// The median in nanoseconds.
fn timed(run: impl Fn() -> Verdict) -> f64 {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 11 || times.len() < 201 && begun.elapsed() < Duration::from_millis(5) {
        let start = Instant::now();
        black_box(run());
        times.push(start.elapsed().as_nanos() as f64);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let peer = arguments.iter().position(|argument| argument == "--peer");
    let file = arguments.first().filter(|argument| !argument.starts_with("--"));
    let here: BTreeMap<String, f64> = peer
        .and_then(|at| arguments.get(at + 1))
        .map(|path| {
            let times = rows(Some(path));
            let one = |row: &Value| (row["id"].to_string(), row["ms"].as_f64().expect("a time"));
            times.iter().map(one).collect()
        })
        .unwrap_or_default();
    let mut families: BTreeMap<String, Vec<(f64, Option<f64>, String)>> = BTreeMap::new();
    let mut wrong = 0;
    for row in rows(file.map(String::as_str)) {
        let mut engine = Engine::default();
        let (premises, conclusion) = read(&row, &mut engine);
        let verdict = decided(&engine, &premises, &conclusion);
        let expected = row["entailed"].as_bool();
        let agrees = match verdict {
            Verdict::Entailed => expected != Some(false),
            Verdict::Refuted(_) => expected != Some(true),
            Verdict::Unknown(_) => false,
        };
        wrong += usize::from(!agrees);
        let ours = timed(|| decided(&engine, &premises, &conclusion));
        let id = row["id"].to_string();
        let theirs = here.get(&id).copied().or(row["ms"].as_f64()).map(|ms| ms * 1e6 / ours);
        let family = row["family"].as_str().unwrap_or("all").to_owned();
        families.entry(family).or_default().push((ours, theirs, id));
    }
    println!(
        "{:<16}{:>6}{:>14}{:>12}{:>14}{:>10}  least in row",
        "family", "rows", "median, us", "most, us", "times faster", "least"
    );
    let all: Vec<_> = families.values().flatten().cloned().collect();
    families.insert("all".to_owned(), all);
    for (family, timed) in &families {
        print_family(family, timed);
    }
    println!("{wrong} rows decided otherwise than recorded, or not at all");
}

fn print_family(family: &str, timed: &[(f64, Option<f64>, String)]) {
    let mut ours: Vec<f64> = timed.iter().map(|one| one.0 / 1000.0).collect();
    ours.sort_by(f64::total_cmp);
    let mut ratios: Vec<(f64, &str)> =
        timed.iter().filter_map(|one| Some((one.1?, one.2.as_str()))).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (median, least) = match (ratios.get(ratios.len() / 2), ratios.first()) {
        (Some(median), Some(least)) => {
            (format!("{:.0}", median.0), format!("{:>10.0}  {}", least.0, least.1))
        }
        _ => ("-".to_owned(), "-".to_owned()),
    };
    println!(
        "{family:<16}{:>6}{:>14.2}{:>12.1}{median:>14}{least}",
        timed.len(),
        ours[ours.len() / 2],
        ours[ours.len() - 1]
    );
}
