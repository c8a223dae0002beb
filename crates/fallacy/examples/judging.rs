//! Measures the time of judgements: for each problem, those of its predicted conclusion, a premise,
//! a literal, a disjunction, and "nothing follows".
//!
//!     cargo run --release -p peirast-fallacy --example judging -- PROFILE COUNT [SEED]

#![allow(clippy::print_stdout, reason = "what an example is for")]

use peirast_etr::Reading;
use peirast_fallacy::{Corpus, Judge, Notion, Profile};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("default", String::as_str);
    let profile = Profile::named(name).ok_or("there is no profile of that name")?;
    let count = arguments.get(1).map_or(Ok(1_000), |count| count.parse())?;
    let seed = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let problems = Corpus::new(&profile, seed, count)?.problems;
    let start = Instant::now();
    let (mut judges, mut took) = (Vec::new(), Vec::new());
    for problem in &problems {
        let reading = Reading::named(&problem.reading).ok_or("a reading")?;
        judges.push(Judge::with_reading(&problem.premises, reading)?);
    }
    let made = start.elapsed().as_secs_f64();
    println!("{} judges, {:.0} a second", judges.len(), judges.len() as f64 / made);
    let mut predicted = 0;
    let start = Instant::now();
    for (judge, problem) in judges.iter().zip(&problems) {
        let premise = problem.premises[0].replace('*', "");
        let conclusion = problem.conclusion.replace('*', "");
        for answer in [conclusion.as_str(), premise.as_str(), "{A(a())}", "{~A(a()),B(b())}", "{0}"]
        {
            let start = Instant::now();
            let judgement = judge.judge(answer)?;
            took.push((start.elapsed(), answer.to_owned(), problem.premises.clone()));
            predicted +=
                usize::from(judgement.is_fallacy(Notion::RegardlessOfIssues) == Some(true));
        }
    }
    let all = start.elapsed().as_secs_f64();
    println!(
        "{} judgements, {:.0} a second, {predicted} fallacies",
        took.len(),
        took.len() as f64 / all
    );
    took.sort();
    println!("median {:?}", took[took.len() / 2].0);
    for slow in took.iter().rev().take(5) {
        println!("{slow:?}");
    }
    Ok(())
}
