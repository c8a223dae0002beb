//! Simulated reasoners draw the right conclusions from generated problems.

use peirast_etr::Reading;
use peirast_fallacy::{
    Corpus, Judge, Judgement, Kind, Notion, Problem, Profile, Reasoner, Soundness,
    informative_conclusion,
};
use std::collections::BTreeSet;

fn problems() -> Vec<Problem> {
    let made = |(name, count)| {
        let profile = Profile::named(name).expect("a profile");
        Corpus::new(&profile, 23, count).expect("a corpus").problems
    };
    [("paper-2025", 300), ("default", 100)].into_iter().flat_map(made).collect()
}

fn reading(problem: &Problem) -> Reading {
    Reading::named(&problem.reading).expect("a reading")
}

fn judged(problem: &Problem, answer: &str) -> Judgement {
    let judge = Judge::with_reading(&problem.premises, reading(problem)).expect("premises");
    judge.judge(answer).expect("a judgement")
}

/// Literals about named things.
fn literals(problem: &Problem) -> BTreeSet<String> {
    let text = problem.premises.concat().replace('*', "");
    let ends = text.match_indices("())").map(|(at, _)| at);
    let atoms: BTreeSet<&str> = ends.map(|at| &text[at - 3..at + 3]).collect();
    atoms.iter().flat_map(|atom| [format!("{{{atom}}}"), format!("{{~{atom}}}")]).collect()
}

fn alternatives(view: &str) -> usize {
    view.split('^').next().unwrap_or_default().matches(',').count() + 1
}

#[test]
fn the_classical_reasoner_is_right_and_says_what_is_new() {
    let (mut joint, mut joined, mut all) = (0, 0, 0);
    for problem in problems() {
        let answer = Reasoner::Classical.conclude(&problem.premises).expect("an answer");
        let judgement = judged(&problem, &answer);
        let what = format!("{:?} so {answer}: {judgement:?}", problem.premises);
        assert_eq!(judgement.is_correct(), Some(true), "{what}");
        assert!(alternatives(&answer) <= 8 && !answer.contains('*'), "{what}");
        let is_joint = |judgement: &Judgement| {
            matches!(judgement.soundness, Soundness::Joint { .. })
                && judgement.vacuous != Some(true)
        };
        let literal = literals(&problem).iter().any(|one| is_joint(&judged(&problem, one)));
        let informative = informative_conclusion(&problem.premises).expect("premises");
        assert!(is_joint(&judgement) || !literal, "{what}");
        assert!(informative.is_some() || !literal, "{what}");
        if let Some(informative) = &informative {
            assert_eq!(*informative, answer);
            assert!(is_joint(&judgement), "{what}");
        }
        assert_ne!(judgement.soundness, Soundness::Tautology, "{what}");
        // An informative conclusion is found whenever there is one.
        assert_eq!(is_joint(&judgement), informative.is_some(), "{what}");
        joint += usize::from(is_joint(&judgement));
        joined += usize::from(matches!(judgement.soundness, Soundness::Joined { .. }));
        all += 1;
    }
    assert!(3 * joint > all && 3 * (joint + joined) > 2 * all, "{joint} and {joined} of {all}");
}

#[test]
fn the_erotetic_reasoner_commits_every_fallacy() {
    for problem in problems() {
        let reasoner = Reasoner::Erotetic(reading(&problem));
        let answer = reasoner.conclude(&problem.premises).expect("an answer");
        assert_eq!(answer, problem.conclusion.replace('*', ""));
        let judgement = judged(&problem, &answer);
        let what = format!("{problem:?}: {judgement:?}");
        assert_eq!(judgement.is_correct(), Some(problem.kind != Kind::Fallacy), "{what}");
        if problem.kind == Kind::Fallacy {
            assert_eq!(judgement.is_fallacy(Notion::RegardlessOfIssues), Some(true), "{what}");
        }
        if problem.kind != Kind::ControlBlocked {
            assert_eq!(judgement.is_predicted(Notion::RegardlessOfIssues), Some(true), "{what}");
        }
    }
}

#[test]
fn the_silent_reasoner_is_never_wrong_and_the_random_one_often() {
    let mut wrong = 0;
    let problems = problems();
    for problem in &problems {
        let answer = Reasoner::Nothing.conclude(&problem.premises).expect("an answer");
        assert_eq!(judged(problem, &answer).soundness, Soundness::Verum);
        let random = Reasoner::Random { seed: 1, number: problem.number };
        let answer = random.conclude(&problem.premises).expect("an answer");
        wrong += usize::from(judged(problem, &answer).is_correct() == Some(false));
    }
    assert!(2 * wrong > problems.len(), "{wrong} of {}", problems.len());
}
