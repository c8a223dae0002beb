//! Counts the problems with an informative conclusion, and classifies the conclusions of the
//! classical reasoner from the others.
//!
//!     cargo run --release -p peirast-fallacy --example informative -- PROFILE COUNT [SEED]

#![allow(clippy::print_stdout, reason = "what an example is for")]

use peirast_fallacy::{
    Corpus, Judge, Kind, Problem, Profile, Reasoner, Soundness, informative_conclusion,
};
use rayon::prelude::*;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("default", String::as_str);
    let profile = Profile::named(name).ok_or("there is no profile of that name")?;
    let count = arguments.get(1).map_or(Ok(1000), |count| count.parse())?;
    let seed = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let problems = Corpus::new(&profile, seed, count)?.problems;
    for kind in [Kind::Fallacy, Kind::ControlValid, Kind::ControlBlocked] {
        let own: Vec<&Problem> = problems.iter().filter(|one| one.kind == kind).collect();
        let found = own.par_iter().map(|problem| said(problem));
        let found: Vec<(bool, &str)> = found.collect::<Result<_, _>>()?;
        let informative = found.iter().filter(|one| one.0).count();
        println!("{name}, {kind:?}: informative from {informative} of {}", own.len());
        for what in ["joint", "joined", "restating", "nothing"] {
            let count = found.iter().filter(|one| one.1 == what).count();
            println!("  classical reasoner, {what}: {count}");
        }
    }
    Ok(())
}

/// Tests if there is an informative conclusion, and classifies the classical reasoner's conclusion.
fn said(problem: &Problem) -> Result<(bool, &'static str), peirast_fallacy::Error> {
    let informative = informative_conclusion(&problem.premises)?.is_some();
    let said = Reasoner::Classical.conclude(&problem.premises)?;
    let class = match Judge::new(&problem.premises)?.judge(&said)?.soundness {
        Soundness::Joint { .. } => "joint",
        Soundness::Joined { .. } => "joined",
        Soundness::Restating { .. } => "restating",
        _ => "nothing",
    };
    Ok((informative, class))
}
