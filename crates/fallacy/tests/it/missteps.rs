//! The missteps that occur with predicted fallacies.

use peirast_etr::Reading;
use peirast_fallacy::{Corpus, Judge, Misstep, Problem, Profile, missteps};
use std::collections::BTreeSet;

fn problems(name: &str) -> Vec<Problem> {
    let profile = Profile { controls: false, ..Profile::named(name).expect("a profile") };
    Corpus::new(&profile, 5, 400).expect("a corpus").problems
}

/// Literals about named things.
fn literals(problem: &Problem) -> Vec<String> {
    let text = problem.premises.concat().replace('*', "");
    let ends = text.match_indices("())").map(|(at, _)| at);
    let atoms: BTreeSet<&str> = ends.map(|at| &text[at - 3..at + 3]).collect();
    atoms.iter().flat_map(|atom| [format!("{{{atom}}}"), format!("{{~{atom}}}")]).collect()
}

/// The numbers in the documentation.
#[test]
fn wrong_literals_that_are_predicted_are_read_off_the_premises() {
    let expected = [("paper-2025", [[1622, 0], [999, 744]]), ("default", [[1692, 3], [697, 513]])];
    for (name, expected) in expected {
        let mut counts = [[0; 2]; 2];
        for problem in problems(name) {
            let reading = Reading::named(&problem.reading).expect("a reading");
            let judge = Judge::with_reading(&problem.premises, reading).expect("premises");
            for literal in literals(&problem) {
                let judgement = judge.judge(&literal).expect("a judgement");
                if judgement.is_correct() != Some(false) {
                    continue;
                }
                let found = missteps(&problem.premises, &literal).expect("views");
                let matching = usize::from(found.contains(&Misstep::Matching));
                let predicted = usize::from(judgement.predicted.regardless_of_issues);
                counts[matching][predicted] += 1;
            }
        }
        assert_eq!(counts, expected, "{name}");
    }
}

#[test]
fn predicted_fallacies_are_read_off_the_premises() {
    for (name, fewest) in [("paper-2025", 400), ("default", 385)] {
        let matching = |problem: &&Problem| {
            let found = missteps(&problem.premises, &problem.conclusion).expect("views");
            found.contains(&Misstep::Matching)
        };
        let count = problems(name).iter().filter(matching).count();
        assert!(count >= fewest, "{name}: {count} of 400");
    }
}
