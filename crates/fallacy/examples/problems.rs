//! Writes problems as JSON lines, or verifies given ones.
//!
//!     cargo run --release -p peirast-fallacy --example problems -- PROFILE COUNT [SEED]
//!     cargo run --release -p peirast-fallacy --example problems -- verify < problems.jsonl

#![allow(clippy::print_stdout, reason = "what an example is for")]

use peirast_fallacy::{Corpus, Problem, Profile, verify};
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("default", String::as_str);
    if name == "verify" {
        return verified();
    }
    let profile = Profile::named(name).ok_or("there is no profile of that name")?;
    let count = arguments.get(1).map_or(Ok(10), |count| count.parse())?;
    let seed = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let mut out = stdout().lock();
    for problem in Corpus::new(&profile, seed, count)?.problems {
        writeln!(out, "{}", serde_json::to_string(&problem)?)?;
    }
    Ok(())
}

fn verified() -> Result<(), Box<dyn Error>> {
    let (mut count, mut wrong) = (0, 0);
    for (at, line) in stdin().lock().lines().enumerate() {
        let problem: Problem =
            serde_json::from_str(&line?).map_err(|error| format!("line {}: {error}", at + 1))?;
        let differences = verify(&problem)?;
        count += 1;
        wrong += usize::from(!differences.is_empty());
        for difference in differences {
            println!("line {}: {difference:?}", at + 1);
        }
    }
    println!("{count} problems, {wrong} with differences");
    Ok(())
}
