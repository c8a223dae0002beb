//! Cures of generated fallacies are cures, and idle questions are none.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

use peirast_etr::{EquilibriumBounds, Reading};
use peirast_fallacy::{Corpus, Cure, Judge, Kind, Problem, Profile, cure};
use std::time::Instant;

fn cured(problem: &Problem, questions: usize) -> Option<Cure> {
    let reading = Reading::named(&problem.reading).expect("a reading");
    let bounds = EquilibriumBounds { questions, ..EquilibriumBounds::default() };
    cure(&problem.premises, reading, &bounds).expect("premises")
}

#[test]
fn most_fallacies_are_cured_by_one_question() {
    for (name, count) in [("paper-2025", 200), ("default", 100)] {
        let profile = Profile { controls: false, ..Profile::named(name).expect("a profile") };
        let problems = Corpus::new(&profile, 5, count).expect("a corpus").problems;
        let (mut took, mut curable, mut idle, mut sound) = (Vec::new(), [0; 3], 0, 0);
        for problem in &problems {
            let start = Instant::now();
            let found = cured(problem, 2);
            took.push(start.elapsed());
            let Some(found) = found else { continue };
            check(problem, &found);
            assert_eq!(cured(problem, 1).is_some(), found.questions.len() == 1);
            curable[found.questions.len()] += 1;
            idle += usize::from(found.idle.is_some());
            sound += usize::from(found.entailed);
        }
        took.sort_unstable();
        let (median, worst) = (took[took.len() / 2], took[took.len() - 1]);
        println!(
            "{name}: {curable:?} of {} by so many questions, median {median:?}, at most {worst:?}; \
             {sound} conclude what follows then, {idle} with idle questions",
            problems.len()
        );
        assert!(4 * curable[1] > 3 * problems.len(), "{curable:?}");
    }
}

fn check(problem: &Problem, cure: &Cure) {
    let judge = Judge::new(&problem.premises).expect("premises");
    let follows = judge.judge(&cure.conclusion).expect("a judgement").is_correct();
    assert_eq!(follows, Some(cure.entailed), "{problem:?}: {cure:?}");
    assert_ne!(cure.conclusion, problem.conclusion.replace('*', ""));
    let premises = problem.premises.concat().replace('*', "");
    let atoms = |question: &String| question.matches('(').count() >= 1 && !question.contains(',');
    assert!(cure.questions.iter().all(atoms));
    for idle in cure.idle.iter().flatten() {
        assert!(!cure.questions.contains(idle) || cure.questions.len() > 1, "{cure:?}");
        if !idle.contains(['∀', '∃']) {
            assert!(premises.contains(idle.trim_matches(['{', '}'])), "{problem:?}: {cure:?}");
        }
    }
}

#[test]
fn controls_that_are_valid_need_no_cure() {
    let profile = Profile::named("default").expect("a profile");
    let problems = Corpus::new(&profile, 5, 40).expect("a corpus").problems;
    for problem in problems.iter().filter(|one| one.kind != Kind::Fallacy) {
        assert_eq!(cured(problem, 2), None);
    }
}
