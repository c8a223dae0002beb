//! Cures of generated fallacies cure them, and idle questions do not.

use peirast_etr::{EquilibriumBounds, Reading};
use peirast_fallacy::{Corpus, Cure, Judge, Kind, Problem, Profile, Respect, cure};
use std::collections::BTreeSet;
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

/// The atoms of a view, with arbitrary objects unnamed.
fn atoms(view: &str) -> BTreeSet<String> {
    let starts = view.char_indices().filter(|(_, letter)| letter.is_ascii_uppercase());
    let atom = |(at, _)| {
        let text: &str = &view[at..];
        let end = text.find(')').expect("an end");
        let term = if text[..end].ends_with('(') { &text[2..3] } else { "?" };
        format!("{}({term})", &text[..1])
    };
    starts.map(atom).collect()
}

/// Properties of a question: it is the whole conclusion, is part of it, is decided by a premise, is
/// quantified.
fn marks(problem: &Problem, question: &str) -> [bool; 4] {
    let (own, lure) = (atoms(question), atoms(&problem.conclusion));
    let settled = |premise: &String| {
        let judged = Judge::new(&[premise]).expect("a view").judge(question).expect("a view");
        judged.is_correct() == Some(true) || judged.denies_premises == Some(true)
    };
    let settled = problem.premises.iter().any(settled);
    [own == lure, !own.is_disjoint(&lure), settled, question.contains(['∀', '∃'])]
}

#[test]
fn idle_questions_are_like_those_that_cure() {
    for (name, least) in [("paper-2025", 0.5), ("default", 0.35)] {
        let profile =
            Profile { controls: false, probes: false, ..Profile::named(name).expect(name) };
        let problems = Corpus::new(&profile, 6, 300).expect("a corpus").problems;
        let (mut curing, mut idle) = ([0usize; 4], [0usize; 4]);
        let (mut alike, mut all) = (0, 0);
        for problem in &problems {
            let Some(cure) = cured(problem, 2) else { continue };
            let Some(others) = &cure.idle else { continue };
            let [asked, left] =
                [&cure.questions, others].map(|of| of.iter().map(|one| marks(problem, one)));
            let sum = |sum: [usize; 4], one: [bool; 4]| {
                [0, 1, 2, 3].map(|at| sum[at] + usize::from(one[at]))
            };
            let (asked, left) = (asked.fold([0; 4], sum), left.fold([0; 4], sum));
            let what = format!("{problem:?}: {cure:?}");
            assert!(left[0] <= asked[0], "never the whole conclusion: {what}");
            let in_weight = [Respect::Lure, Respect::Quantifiers, Respect::Said];
            let matched = !cure.unlike.iter().any(|one| in_weight.contains(one));
            assert!(!matched || asked == left, "{what}");
            assert!(cure.unlike.is_sorted(), "{what}");
            assert_eq!(others.len(), cure.questions.len(), "{what}");
            alike += usize::from(matched);
            all += 1;
            curing = [0, 1, 2, 3].map(|at| curing[at] + asked[at]);
            idle = [0, 1, 2, 3].map(|at| idle[at] + left[at]);
        }
        println!("{name}: {alike} of {all} matched; whole, part, settled, quantified:");
        println!("curing {curing:?}, idle {idle:?}");
        assert!(alike as f64 > least * f64::from(all), "{alike} of {all}");
        // Curing questions have it more often, if either has.
        assert!(idle[1] <= curing[1] && 10 * idle[1] > 6 * curing[1], "{idle:?} {curing:?}");
        assert!(idle[2] * 3 > curing[2], "{idle:?} {curing:?}");
    }
}
