//! Measures the similarity of curing and idle questions with independent marks.
//!
//!     cargo run --release -p peirast-fallacy --example questions -- PROFILE COUNT [SEED]

#![allow(clippy::print_stdout, reason = "what an example is for")]

use peirast_etr::{EquilibriumBounds, Reading};
use peirast_fallacy::{Corpus, Cure, Judge, Kind, Problem, Profile, cure};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// The bounds that are used when problems are put into words.
const BOUNDS: EquilibriumBounds = EquilibriumBounds { questions: 2, sets: 2_000 };

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("default", String::as_str);
    let profile = Profile::named(name).ok_or("there is no profile of that name")?;
    let profile = Profile { controls: false, probes: false, ..profile };
    let count = arguments.get(1).map_or(Ok(1000), |count| count.parse())?;
    let seed = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let mut problems = Corpus::new(&profile, seed, count)?.problems;
    problems.retain(|one| one.kind == Kind::Fallacy);
    let found: Vec<Option<Cure>> = problems.par_iter().map(cured).collect();
    let curable = found.iter().flatten().count();
    let pairs: Vec<(&Problem, &Cure)> =
        problems.iter().zip(&found).filter_map(|(one, cure)| Some((one, cure.as_ref()?))).collect();
    let (mut curing, mut idle) = (Marks::new(), Marks::new());
    let mut unlike = Marks::new();
    let mut compared = 0;
    for (problem, cure) in pairs {
        let Some(others) = &cure.idle else { continue };
        compared += 1;
        let named: Vec<String> = cure.unlike.iter().map(ToString::to_string).collect();
        count_in(&mut unlike, if named.is_empty() { "-".to_owned() } else { named.join(" ") });
        for (questions, marks) in [(&cure.questions, &mut curing), (others, &mut idle)] {
            let all: BTreeSet<&str> =
                questions.iter().flat_map(|one| marks_of(problem, one)).collect();
            all.into_iter().for_each(|mark| count_in(marks, mark.to_owned()));
        }
    }
    println!(
        "{name}: {} fallacies, {curable} curable, {compared} with idle questions",
        problems.len()
    );
    for mark in curing.keys().chain(idle.keys()).collect::<BTreeSet<_>>() {
        let of = |marks: &Marks| marks.get(mark).copied().unwrap_or_default();
        println!("{mark}: {} curing, {} idle", of(&curing), of(&idle));
    }
    println!("unlike in: {unlike:?}");
    Ok(())
}

type Marks = BTreeMap<String, usize>;

fn count_in(marks: &mut Marks, mark: String) {
    *marks.entry(mark).or_default() += 1;
}

fn cured(problem: &Problem) -> Option<Cure> {
    cure(&problem.premises, Reading::named(&problem.reading)?, &BOUNDS).ok()?
}

/// The visible properties of a question.
fn marks_of(problem: &Problem, question: &str) -> Vec<&'static str> {
    let (own, lure) = (atoms(question), atoms(&problem.conclusion));
    let mut marks = Vec::new();
    if !own.is_disjoint(&lure) {
        marks.push("names an atom of the lure");
    }
    if own == lure {
        marks.push("is the whole lure");
    }
    let settled = |premise: &String| {
        let judge = Judge::new(&[premise]).ok()?;
        let judged = judge.judge(question).ok()?;
        Some(judged.is_correct() == Some(true) || judged.denies_premises == Some(true))
    };
    if problem.premises.iter().any(|premise| settled(premise) == Some(true)) {
        marks.push("settled by one premise");
    }
    let stage = |premise: &String| premise.replace('*', "").split('^').next().map(str::to_owned);
    let stands = problem.premises.iter().filter_map(stage).any(|stage| {
        let mut alternatives = stage.trim_matches(['{', '}']).split(',');
        alternatives
            .any(|it| it.matches('(').count() == question.matches('(').count() && atoms(it) == own)
    });
    if stands {
        marks.push("an alternative of a premise");
    }
    if question.contains(['∀', '∃']) {
        marks.push("quantified");
    }
    let speaks = |premise: &String| !atoms(premise).is_disjoint(&own);
    if problem.premises.iter().take(1).any(speaks) {
        marks.push("spoken of by the first premise");
    }
    if problem.premises.iter().skip(1).any(speaks) {
        marks.push("spoken of by a later premise");
    }
    marks
}

/// The atoms of a view, with arbitrary objects unnamed.
fn atoms(view: &str) -> BTreeSet<String> {
    let starts = view.char_indices().filter(|(_, letter)| letter.is_ascii_uppercase());
    let atom = |at: usize| {
        let named = view.get(at + 3..at + 5) == Some("()");
        let term = if named { view.get(at + 2..at + 3)? } else { "?" };
        Some(format!("{}({term})", view.get(at..at + 1)?))
    };
    starts.filter_map(|(at, _)| atom(at)).collect()
}
