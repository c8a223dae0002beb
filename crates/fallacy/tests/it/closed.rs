//! Closed questions have one right answer, and both kinds are equally frequent.

use peirast_etr::Reading;
use peirast_fallacy::{
    Corpus, Judge, Judgement, Kind, Notion, Options, Problem, Profile, asked, missteps, options,
};
use std::collections::BTreeSet;

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

/// The problems of each kind in the order of their numbers, in groups of this size.
fn by(problems: &[Problem], size: usize) -> Vec<Vec<&Problem>> {
    let kinds = [Kind::Fallacy, Kind::ControlValid, Kind::ControlBlocked];
    let of = |kind| problems.iter().filter(move |one| one.kind == kind).collect::<Vec<_>>();
    kinds
        .into_iter()
        .flat_map(|kind| of(kind).chunks(size).map(<[_]>::to_vec).collect::<Vec<_>>())
        .collect()
}

#[test]
fn half_of_any_few_questions_are_to_be_affirmed() {
    for (name, count) in [("paper-2025", 400), ("default", 120), ("short", 40)] {
        for four in by(&problems(name, count), 4) {
            let yes = |problem: &&&Problem| asked(problem, 3).expect("a question").entailed;
            let count = four.iter().filter(yes).count();
            assert_eq!(count, 2, "{name}: {four:?}");
        }
    }
}

/// Questions about people's controls: right and predicted answers agree, the keys of the two
/// controls are as independent as possible, and for the same premises there is another conclusion
/// that looks like the one in the question.
#[test]
fn controls_predict_no_error_and_tell_nothing_of_each_other() {
    let problems = problems("short", 40);
    for four in problems.chunks(3 * 4) {
        let of = |kind| {
            let own = four.iter().filter(move |one| one.kind == kind);
            own.map(|one| asked(one, 3).expect("a question")).collect::<Vec<_>>()
        };
        let (valid, blocked) = (of(Kind::ControlValid), of(Kind::ControlBlocked));
        for asked in valid.iter().chain(&blocked) {
            assert_eq!(asked.entailed, asked.predicted, "{asked:?}");
        }
        let keys = valid.iter().zip(&blocked).map(|(one, other)| (one.entailed, other.entailed));
        assert_eq!(keys.collect::<BTreeSet<_>>().len(), 4);
    }
}

#[test]
fn people_are_told_no_premise_again_and_what_follows_takes_several() {
    for problem in problems("short", 40) {
        let asked = asked(&problem, 3).expect("a question");
        let judgement = judged(&problem, &asked.conclusion);
        assert!(!asked.entailed || judgement.soundness.is_informative(), "{problem:?}");
        let told = |premise: &String| premise.replace('*', "") == asked.conclusion;
        assert!(!problem.premises.iter().any(told), "{problem:?}");
    }
}

/// The letters of a view. The order of literals may differ.
fn letters(view: &str) -> Vec<char> {
    let mut letters: Vec<char> = view.chars().collect();
    letters.sort_unstable();
    letters
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
            // The predicted conclusion may be absurd.
            let fallacy = problem.matched.as_ref().map_or(&problem.conclusion, |it| &it.fallacy);
            let absurd = judgement.contradictory != Some(false);
            assert!(!absurd || letters(view) == letters(&fallacy.replace('*', "")), "{what}");
        }
        for (at, one) in options.views.iter().enumerate() {
            for other in &options.views[at + 1..] {
                let alike = Judge::new(&[one]).expect("a view").entailment(other).expect("a view");
                let back = Judge::new(&[other]).expect("a view").entailment(one).expect("a view");
                let same = [alike.1, back.1].iter().all(|it| format!("{it:?}") == "Entailed");
                assert!(!same, "{what}");
            }
        }
        let accepted = |view: &&String| {
            judged(&problem, view).is_fallacy(Notion::RegardlessOfIssues) == Some(true)
        };
        let lures = options.views.iter().filter(accepted).count();
        assert!(lures <= 1 && (lures == 1 || problem.kind != Kind::Fallacy), "one lure: {what}");
        if problem.kind == Kind::Fallacy {
            let place = options.predicted.unwrap_or_else(|| panic!("{what}"));
            assert_eq!(
                letters(&options.views[place]),
                letters(&problem.conclusion.replace('*', "")),
                "{what}"
            );
            assert_ne!(place, options.right, "{what}");
        }
    }
}

#[test]
fn every_letter_is_right_as_often_as_any_other() {
    for (name, count) in [("paper-2025", 240), ("default", 72)] {
        let problems = problems(name, count);
        let right = |problem: &Problem| options(problem, 9).expect("options").right;
        for four in by(&problems, 4) {
            let mut places: Vec<usize> = four.into_iter().map(right).collect();
            places.sort_unstable();
            assert_eq!(places, [0, 1, 2, 3]);
        }
        for twelve in by(&problems, 12).into_iter().filter(|all| all[0].kind == Kind::Fallacy) {
            let mut lures = [0; 3];
            for problem in twelve {
                lures[options(problem, 9).expect("options").predicted.expect("a lure")] += 1;
            }
            assert_eq!(lures, [4; 3]);
        }
    }
}

/// The visible form of a conclusion: quantifiers, a condition, the numbers of literals in
/// alternatives.
fn shape(view: &str) -> (Vec<char>, bool, Vec<usize>) {
    let quantifiers = view.chars().filter(|sign| ['∀', '∃'].contains(sign)).collect();
    let stage = view.split('^').next().expect("a stage");
    let literals = |state: &str| state.chars().filter(char::is_ascii_uppercase).count();
    let mut sizes: Vec<usize> = stage.split(',').map(literals).collect();
    sizes.sort_unstable();
    (quantifiers, view.contains('^'), sizes)
}

fn length(view: &str) -> usize {
    view.chars().filter(char::is_ascii_uppercase).count()
}

/// Counts of the visible forms of options for fallacies.
#[derive(Debug, Default)]
struct Shown {
    lures: usize,
    /// Number of lures with more literals than any other option.
    longest: usize,
    /// Number of right conclusions next to a lure of three literals or more, and of those that are
    /// as long.
    long: usize,
    as_long: usize,
    /// Number of options with a unique shape next to two that are alike: the right one, the lure,
    /// any.
    odd: [usize; 3],
}

impl Shown {
    fn count(&mut self, Options { views, right, predicted }: &Options) {
        let lure = predicted.expect("a lure");
        let own = length(&views[lure]);
        self.lures += 1;
        let others = (0..views.len()).filter(|at| *at != lure);
        self.longest += usize::from(others.clone().all(|at| length(&views[at]) < own));
        if let Some(view) = views.get(*right).filter(|_| own > 2) {
            self.long += 1;
            self.as_long += usize::from(length(view) == own);
        }
        let alike =
            |at: &usize| views.iter().filter(|one| shape(one) == shape(&views[*at])).count();
        let odd: Vec<usize> = (0..views.len()).filter(|at| alike(at) == 1).collect();
        if let [only] = odd.as_slice() {
            self.odd[0] += usize::from(only == right);
            self.odd[1] += usize::from(*only == lure);
            self.odd[2] += 1;
        }
    }
}

#[test]
fn no_shape_gives_the_lure_away_or_what_is_right() {
    for (name, count) in [("paper-2025", 600), ("default", 600)] {
        let mut problems = problems(name, count);
        problems.retain(|one| one.kind == Kind::Fallacy);
        let mut shown = Shown::default();
        for problem in &problems {
            shown.count(&options(problem, 9).expect("options"));
        }
        println!("{name}: {shown:?}");
        let Shown { lures, longest, long, as_long, odd: [right, lure, any] } = shown;
        assert!(100 * longest < lures, "the longest is no lure: {shown:?}");
        assert!(4 * as_long > long, "the shorter is not right: {shown:?}");
        assert!(2 * right < any && 2 * lure < any, "what is odd is anything: {shown:?}");
    }
}

#[test]
fn nothing_follows_from_premises_that_say_nothing() {
    let one = problems("paper-2025", 1).remove(0);
    let premises = ["{A(a()),~B(a()),B(a())}", "{A(a()),~A(a())}"].map(str::to_owned).to_vec();
    for number in 0..8 {
        let (premises, conclusion) = (premises.clone(), "{A(a())}".to_owned());
        let problem = Problem { number, premises, conclusion, ..one.clone() };
        let found = options(&problem, 3).expect("options");
        assert_eq!((found.views.len(), found.right), (3, 3), "{found:?}");
        assert!(found.predicted.is_some(), "{found:?}");
        assert!(!asked(&problem, 3).expect("a question").entailed);
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
