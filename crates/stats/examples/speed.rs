//! Times three tasks on data from files, for `benches/stats_beside_scipy.py`, and prints JSON: the
//! best of some runs in seconds, and the results.
//!
//!     cargo run --release -p peirast-stats --example speed -- DIRECTORY

#![allow(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use peirast_stats::{
    Alternative, Bootstrap, Correction, Family, Row, Rule, bootstrap, clustered, logistic,
};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory holds the data?")?;
    let read = |name: &str| numbers(Path::new(&directory), name);
    let sample = read("sample")?;
    let resamples = read("resamples")?[0] as u64;
    let whole = |values: Vec<f64>| values.into_iter().map(|value| value as u64).collect();
    let (n12, n21): (Vec<u64>, Vec<u64>) = (whole(read("n12")?), whole(read("n21")?));
    let (gains, clusters): (Vec<f64>, Vec<u64>) = (read("gains")?, whole(read("clusters")?));
    let columns = [read("x1")?, read("x2")?, read("x3")?];
    let rows: Vec<[f64; 3]> =
        (0..gains.len()).map(|i| [columns[0][i], columns[1][i], columns[2][i]]).collect();
    let right: Vec<bool> = read("right")?.into_iter().map(|right| right == 1.0).collect();
    let answer = json!({
        "bootstrap_mean": bootstrapped(&sample, bootstrap::mean, resamples)?,
        "bootstrap_median": bootstrapped(&sample, bootstrap::median, resamples)?,
        "mcnemar": family(&n12, &n21)?,
        "mean": mean(&gains, &clusters)?,
        "logistic": regression(&rows, &right, &clusters)?,
    });
    println!("{answer}");
    Ok(())
}

fn numbers(directory: &Path, name: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let text = std::fs::read_to_string(directory.join(format!("{name}.txt")))?;
    Ok(text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
}

/// Returns the best time of some runs, in seconds, and the result of the last.
fn timed<T>(
    runs: u32,
    task: impl Fn() -> Result<T, peirast_stats::Error>,
) -> Result<(f64, T), Box<dyn Error>> {
    let run = || -> Result<(f64, T), peirast_stats::Error> {
        let start = Instant::now();
        let answer = task()?;
        Ok((start.elapsed().as_secs_f64(), answer))
    };
    let (mut best, mut answer) = run()?;
    for _ in 1..runs {
        let (seconds, latest) = run()?;
        (best, answer) = (best.min(seconds), latest);
    }
    Ok((best, answer))
}

fn bootstrapped(
    sample: &[f64],
    statistic: fn(&[f64]) -> f64,
    resamples: u64,
) -> Result<Value, Box<dyn Error>> {
    let (seconds, (se, bca)) = timed(5, || {
        let found = Bootstrap::seeded(sample, statistic, resamples, 1)?;
        Ok((found.standard_error()?, found.bca(0.95)?))
    })?;
    Ok(json!({ "seconds": seconds, "low": bca.interval.low, "high": bca.interval.high, "se": se }))
}

fn family(n12: &[u64], n21: &[u64]) -> Result<Value, Box<dyn Error>> {
    let correction = Correction::BenjaminiHochberg;
    let family = Family { rule: Rule::Exact, correction, alpha: 0.05 };
    let row =
        |(n12, n21): (&u64, &u64)| Row { n12: *n12, n21: *n21, alternative: Alternative::TwoSided };
    let rows: Vec<Row> = n12.iter().zip(n21).map(row).collect();
    let (seconds, found) = timed(9, || family.test(&rows))?;
    let p: Vec<f64> = found.iter().map(|row| row.p).collect();
    Ok(json!({ "seconds": seconds, "p": p }))
}

fn mean(gains: &[f64], clusters: &[u64]) -> Result<Value, Box<dyn Error>> {
    let (seconds, mean) = timed(9, || clustered::mean_by(gains, clusters, 0.95))?;
    Ok(json!({ "seconds": seconds, "estimate": mean.estimate, "se": mean.se }))
}

fn regression(
    rows: &[[f64; 3]],
    right: &[bool],
    clusters: &[u64],
) -> Result<Value, Box<dyn Error>> {
    let (seconds, found) = timed(9, || logistic::fit(rows, right)?.clustered(clusters))?;
    let estimates: Vec<f64> = found.iter().map(|one| one.estimate).collect();
    let se: Vec<f64> = found.iter().map(|one| one.se).collect();
    Ok(json!({ "seconds": seconds, "estimates": estimates, "se": se }))
}
