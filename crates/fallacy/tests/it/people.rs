//! Problems for people: neither the form of options nor a single premise gives away an answer.

use peirast_etr::Reading;
use peirast_fallacy::{Corpus, Draft, Judge, Kind, Problem, Profile, asked, options};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    let profile = Profile::named("short").expect("a profile");
    let corpus = Corpus::new(&profile, 31, 60).expect("a corpus");
    assert_eq!(corpus.missing, [] as [u64; 0]);
    corpus.problems
});

fn follows(premises: &[impl AsRef<str>], view: &str) -> bool {
    let judge = Judge::with_reading(premises, Reading::SOUND).expect("premises");
    judge.judge(view).expect("a judgement").is_correct() == Some(true)
}

/// Every view in a closed question.
fn shown(problem: &Problem) -> Vec<String> {
    let mut views = options(problem, problem.seed).expect("options").views;
    views.push(asked(problem, problem.seed).expect("a question").conclusion);
    views
}

fn follows_from_one(problem: &Problem, view: &str) -> bool {
    problem.premises.iter().any(|premise| follows(&[premise], view))
}

/// The parts of a view by kind of letter: predicates or terms.
fn letters(views: &[String], of: fn(&char) -> bool) -> BTreeSet<char> {
    views.iter().flat_map(|view| view.chars()).filter(of).collect()
}

#[test]
fn every_premise_is_needed_and_names_are_apart_from_quantifiers() {
    for problem in PROBLEMS.iter() {
        for at in 0..problem.premises.len() {
            let mut others = problem.premises.clone();
            let premise = others.remove(at);
            assert!(!follows(&others, &premise), "{problem:?}");
            let quantified = premise.contains(['∀', '∃']);
            assert!(!quantified || !premise.contains("()"), "{premise}");
            assert!(!premise.contains('∃') || !premise.contains('^'), "{premise}");
            let draft: Draft = premise.parse().expect("a draft");
            assert!(draft.objects() <= 1, "{premise}");
        }
    }
}

#[test]
fn no_question_says_a_premise_again_or_is_answered_by_one() {
    for problem in PROBLEMS.iter() {
        let plain = |view: &String| view.replace('*', "");
        let premises: Vec<String> = problem.premises.iter().map(plain).collect();
        let asked = asked(problem, problem.seed).expect("a question");
        assert!(!asked.entailed || !follows_from_one(problem, &asked.conclusion), "{problem:?}");
        for view in shown(problem) {
            assert!(!premises.contains(&view), "{view} in {problem:?}");
            assert!(!follows_from_one(problem, &view), "{view} in {problem:?}");
            for kind in [char::is_ascii_uppercase, char::is_ascii_lowercase] {
                let (asked, known) =
                    (letters(std::slice::from_ref(&view), kind), letters(&premises, kind));
                assert!(asked.is_subset(&known), "{view} names what {problem:?} does not");
            }
        }
    }
}

#[test]
fn options_are_of_one_shape_with_as_many_denials() {
    for problem in PROBLEMS.iter() {
        let options = options(problem, problem.seed).expect("options");
        let looks = |view: &String| {
            let states = view.split(',');
            let mut sizes: Vec<usize> = states.map(|state| state.matches('(').count()).collect();
            sizes.sort_unstable();
            let signs = ['∀', '∃', '^', '~'].map(|sign| view.matches(sign).count());
            (sizes, signs)
        };
        let found: BTreeSet<_> = options.views.iter().map(looks).collect();
        assert_eq!(found.len(), 1, "{options:?} of {problem:?}");
    }
}

/// The literals of a view.
fn literals(view: &str) -> Vec<String> {
    let inner = view.trim_matches(['{', '}']).replace(',', "");
    inner.split_inclusive("))").map(str::to_owned).collect()
}

/// Number of literals of a view that a premise without alternatives states.
fn facts_repeated(problem: &Problem, view: &str) -> usize {
    let plain = problem.premises.iter().map(|premise| premise.replace('*', ""));
    let facts: Vec<String> = plain
        .filter(|premise| !premise.contains(['∀', '∃', '^', ',']))
        .flat_map(|premise| literals(&premise))
        .collect();
    literals(view).iter().filter(|literal| facts.contains(literal)).count()
}

/// A subject that takes one of the options which repeat most facts is right little more often than
/// one that guesses. Without balance, it would be right in half of the questions.
#[test]
fn who_takes_what_repeats_a_fact_gains_little() {
    let share = |problem: &Problem| {
        let options = options(problem, problem.seed).expect("options");
        let repeated: Vec<usize> =
            options.views.iter().map(|view| facts_repeated(problem, view)).collect();
        let most = repeated.iter().max().expect("three options");
        let taken: Vec<usize> = (0..repeated.len()).filter(|at| repeated[*at] == *most).collect();
        let hit = f64::from(u8::from(taken.contains(&options.right)));
        hit / taken.len() as f64
    };
    let accuracy = PROBLEMS.iter().map(share).sum::<f64>() / PROBLEMS.len() as f64;
    println!("accuracy {accuracy:.3}");
    assert!(accuracy < 0.38, "{accuracy}");
}

/// No premise alone denies the conclusion of a yes/no question: such a question would need no
/// reasoning.
#[test]
fn no_premise_alone_denies_what_is_asked() {
    for problem in PROBLEMS.iter() {
        let asked = asked(problem, problem.seed).expect("a question");
        if asked.entailed {
            continue;
        }
        for premise in &problem.premises {
            let both = [premise.as_str(), asked.conclusion.as_str()];
            assert!(!follows(&both, "{}"), "{premise} denies {} in {problem:?}", asked.conclusion);
        }
    }
}

/// A subject that takes an option which follows from one premise, and otherwise "none follows", is
/// right in one of four questions, like one that guesses.
#[test]
fn who_takes_what_a_premise_says_guesses() {
    for kind in [Kind::Fallacy, Kind::ControlValid, Kind::ControlBlocked] {
        let of_kind: Vec<&Problem> = PROBLEMS.iter().filter(|one| one.kind == kind).collect();
        let right = of_kind.iter().filter(|problem| {
            let options = options(problem, problem.seed).expect("options");
            let said = options.views.iter().position(|view| follows_from_one(problem, view));
            said.unwrap_or(options.views.len()) == options.right
        });
        assert_eq!(right.count() * 4, of_kind.len(), "{kind:?}");
    }
}
