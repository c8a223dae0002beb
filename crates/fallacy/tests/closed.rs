//! Closed questions have one right answer, and half of them are of each kind.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

use peirast_etr::Reading;
use peirast_fallacy::{
    Corpus, Judge, Judgement, Kind, Notion, Problem, Profile, Soundness, asked, missteps, options,
};

fn problems(name: &str, count: u64) -> Vec<Problem> {
    let profile = Profile::named(name).expect("a profile");
    Corpus::new(&profile, 31, count).expect("a corpus").problems
}

fn all() -> Vec<Problem> {
    [problems("paper-2025", 300), problems("default", 100)].concat()
}

fn judged(problem: &Problem, answer: &str) -> Judgement {
    let reading = Reading::named(&problem.reading).expect("a reading");
    let judge = Judge::with_reading(&problem.premises, reading).expect("premises");
    judge.judge(answer).expect("a judgement")
}

#[test]
fn what_is_asked_is_as_it_says() {
    for problem in all() {
        let asked = asked(&problem, 3).expect("a question");
        let judgement = judged(&problem, &asked.conclusion);
        let what = format!("{problem:?}: {asked:?}: {judgement:?}");
        assert_eq!(judgement.is_correct(), Some(asked.entailed), "{what}");
        let predicted = judgement.is_predicted(Notion::RegardlessOfIssues);
        assert_eq!(predicted, Some(asked.predicted), "{what}");
        assert!(!judgement.soundness.is_trivial(), "{what}");
        assert!(!asked.conclusion.contains('*'));
        match &problem.probe {
            Some(probe) => {
                assert_eq!(asked.conclusion, probe.conclusion);
                assert_eq!((asked.entailed, asked.predicted), (probe.entailed, probe.predicted));
            }
            None if problem.kind == Kind::Fallacy && problem.number % 2 == 0 => {
                assert_eq!(asked.conclusion, problem.conclusion.replace('*', ""));
            }
            None => {}
        }
    }
}

#[test]
fn half_of_the_questions_are_to_be_affirmed() {
    for (name, count) in [("paper-2025", 400), ("default", 200)] {
        let problems = problems(name, count);
        let yes = |problem: &&Problem| asked(problem, 3).expect("a question").entailed;
        let share = problems.iter().filter(yes).count() as f64 / problems.len() as f64;
        println!("{name}: {share:.3} to be affirmed");
        assert!((share - 0.5).abs() < 0.05, "{name}: {share}");
    }
}

#[test]
fn one_option_is_right() {
    for problem in all() {
        let options = options(&problem, 3).expect("options");
        let what = format!("{problem:?}: {options:?}");
        assert_eq!(options.views.len(), 3, "{what}");
        for (place, view) in options.views.iter().enumerate() {
            let judgement = judged(&problem, view);
            assert_eq!(judgement.is_correct(), Some(place == options.right), "{what}");
            assert!(!judgement.soundness.is_trivial() && !view.contains('*'), "{what}");
            // What is predicted may be absurd.
            let fallacy = problem.matched.as_ref().map_or(&problem.conclusion, |it| &it.fallacy);
            let absurd = judgement.contradictory != Some(false);
            assert!(!absurd || *view == fallacy.replace('*', ""), "{what}");
        }
        for (at, one) in options.views.iter().enumerate() {
            for other in &options.views[at + 1..] {
                let alike = Judge::new(&[one]).expect("a view").entailment(other).expect("a view");
                let back = Judge::new(&[other]).expect("a view").entailment(one).expect("a view");
                let same = [alike.1, back.1].iter().all(|it| format!("{it:?}") == "Entailed");
                assert!(!same, "{what}");
            }
        }
        if problem.kind == Kind::Fallacy {
            let place = options.predicted.unwrap_or_else(|| panic!("{what}"));
            assert_eq!(options.views[place], problem.conclusion.replace('*', ""), "{what}");
            assert_ne!(place, options.right, "{what}");
        }
    }
}

#[test]
fn options_are_distributed_as_they_should_be() {
    for (name, count) in [("paper-2025", 800), ("default", 300)] {
        let (mut right, mut predicted) = ([0usize; 4], [0usize; 3]);
        let (mut joint, mut accepted, mut wrong) = (0, 0, 0);
        let problems = problems(name, count);
        for problem in &problems {
            let options = options(problem, 9).expect("options");
            right[options.right] += 1;
            options.predicted.into_iter().for_each(|place| predicted[place] += 1);
            for (place, view) in options.views.iter().enumerate() {
                let judgement = judged(problem, view);
                if place == options.right {
                    joint += usize::from(matches!(judgement.soundness, Soundness::Joint { .. }));
                } else if options.predicted != Some(place) {
                    wrong += 1;
                    accepted += usize::from(
                        judgement.is_predicted(Notion::RegardlessOfIssues) == Some(true),
                    );
                }
            }
        }
        let of = problems.len();
        println!(
            "{name}: right {right:?}, predicted {predicted:?} of {of}; {joint} of the right ones \
             take several premises; of {wrong} others {accepted} are predicted"
        );
        // Six standard deviations of a binomial.
        let near = |count: usize, share: f64| {
            let expected = share * of as f64;
            (count as f64 - expected).abs() < 6.0 * (expected * (1.0 - share)).sqrt()
        };
        assert!((0..3).all(|place| near(right[place], 0.25)) && near(right[3], 0.25), "{right:?}");
    }
}

#[test]
fn the_seed_matters_and_nothing_else() {
    let problems = problems("paper-2025", 40);
    let drawn = |seed| -> Vec<_> {
        problems.iter().map(|problem| options(problem, seed).expect("options")).collect()
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
}

#[test]
fn wrong_options_are_no_worse_than_wrong() {
    for problem in problems("paper-2025", 60) {
        let options = options(&problem, 5).expect("options");
        for (place, view) in options.views.iter().enumerate() {
            let found = missteps(&problem.premises, view).expect("a view");
            assert!(place != options.right || found.is_empty(), "{view}: {found:?}");
        }
    }
}
