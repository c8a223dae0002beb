//! Makes problems, verifies them, and reports the times and the composition of the problems.
//!
//!     cargo run --release -p peirast-fallacy --example search_speed -- PROFILE COUNT [THREADS [SEED]]

#![allow(clippy::print_stdout, reason = "what an example is for")]

use peirast_fallacy::{Corpus, Kind, Problem, Profile, verify};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| match arguments.get(at) {
        Some(text) => text.parse::<u64>(),
        None => Ok(otherwise),
    };
    let name = arguments.first().map_or("paper-2025", String::as_str);
    let profile = Profile::named(name).ok_or("there is no profile of that name")?;
    let (count, threads, seed) = (number(1, 10_000)?, number(2, 0)?, number(3, 1)?);
    let threads = usize::try_from(threads)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let start = Instant::now();
    let corpus = pool.install(|| Corpus::new(&profile, seed, count))?;
    let made = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let differing: Vec<&Problem> = pool.install(|| {
        let right = |one: &&Problem| verify(one).is_ok_and(|all| all.is_empty());
        corpus.problems.par_iter().filter(|one| !right(one)).collect()
    });
    let verified = start.elapsed().as_secs_f64();
    let own = corpus.problems.iter().filter(|one| one.matched.is_none()).count();
    println!("{name}: {own} problems of {count}, {} with controls", corpus.problems.len());
    println!("made in {made:.2} s, {:.0} a second", own as f64 / made);
    println!("verified in {verified:.2} s, {} differ", differing.len());
    for problem in differing {
        println!("{problem:?}\n{:?}", verify(problem));
    }
    println!("rejected {:?}", corpus.rejections.iter().collect::<Vec<_>>());
    println!("{} missing", corpus.missing.len());
    describe(&corpus.problems);
    Ok(())
}

fn describe(problems: &[Problem]) {
    let own: Vec<&Problem> = problems.iter().filter(|one| one.matched.is_none()).collect();
    shares("kinds", problems.iter().map(|one| format!("{:?}", one.kind)));
    shares("premises", own.iter().map(|one| one.premises.len()));
    shares("sizes", own.iter().map(|one| one.atoms));
    shares("conclusion", own.iter().map(|one| one.conclusion_atoms));
    let share = |what: &str, holds: &dyn Fn(&str) -> bool| {
        let having = own.iter().filter(|one| one.premises.iter().any(|text| holds(text)));
        println!("{what}: {:.3}", having.count() as f64 / own.len().max(1) as f64);
    };
    share("marked", &|text| text.contains('*'));
    share("quantified", &|text| text.contains(['∀', '∃']));
    share("nested", &|text| text.contains('∀') && text.contains('∃'));
    share("conditional", &|text| text.contains('^'));
    shares(
        "blocked by",
        problems.iter().filter(|one| one.kind == Kind::ControlBlocked).filter_map(|one| {
            let change = format!("{:?}", one.matched.as_ref()?.change);
            Some(change.split(['(', ' ']).next().unwrap_or_default().to_owned())
        }),
    );
}

fn shares<T: Ord + std::fmt::Debug>(what: &str, values: impl Iterator<Item = T>) {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    println!("{what}: {counts:?}");
}
