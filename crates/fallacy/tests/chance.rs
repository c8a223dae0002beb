//! How much more often answers are predicted that are read off the premises.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

use peirast_etr::Reading;
use peirast_fallacy::{
    Chance, Corpus, Problem, Profile, Shape, chance_of_literals_under, chance_of_matching_under,
    chance_of_shape_under,
};

fn problems(name: &str) -> Vec<Problem> {
    let profile = Profile { controls: false, ..Profile::named(name).expect("a profile") };
    Corpus::new(&profile, 5, 400).expect("a corpus").problems
}

fn reading(problem: &Problem) -> Reading {
    Reading::named(&problem.reading).expect("a reading")
}

/// Over all problems together.
fn whole(problems: &[Problem], of: impl Fn(&Problem) -> Chance) -> Chance {
    let mut whole = Chance::default();
    problems.iter().for_each(|problem| whole.add(of(problem)));
    whole
}

/// The counts are those of `tests/missteps.rs`, which judges every literal and looks for its marks.
#[test]
fn literals_that_are_read_off_are_predicted_twice_as_often() {
    for (name, random, matching) in
        [("paper-2025", (3365, 744), (1743, 744)), ("default", (2870, 516), (1212, 513))]
    {
        let problems = problems(name);
        let found = whole(&problems, |problem| {
            chance_of_literals_under(&problem.premises, reading(problem)).expect("views")
        });
        assert_eq!((found.incorrect, found.regardless_of_issues), random, "{name}");
        let found = whole(&problems, |problem| {
            let (premises, reading) = (&problem.premises, reading(problem));
            chance_of_matching_under(premises, Shape::LITERAL, 0, 0, reading).expect("views")
        });
        assert_eq!((found.incorrect, found.regardless_of_issues), matching, "{name}");
    }
}

#[test]
fn larger_answers_that_are_read_off_are_predicted_three_times_as_often() {
    for name in ["paper-2025", "default"] {
        let problems = &problems(name)[..120];
        for (alternatives, literals) in [(1, 2), (2, 1)] {
            let shape = Shape { alternatives, literals };
            let rate = |is_read_off: bool| {
                let found = whole(problems, |problem| {
                    let of =
                        if is_read_off { chance_of_matching_under } else { chance_of_shape_under };
                    let reading = reading(problem);
                    of(&problem.premises, shape, 30, problem.number, reading).expect("views")
                });
                found.rate().expect("some")
            };
            let (random, matching) = (rate(false), rate(true));
            println!("{name} {shape:?}: {random:.3} {matching:.3}");
            // Found: 0.03 to 0.09, and 0.19 to 0.39.
            assert!(random < 0.12 && matching > 0.15 && matching > 2.5 * random);
        }
    }
}

#[test]
fn readings_are_told_apart() {
    let differ = |problem: &&Problem| {
        let [one, other] = [Reading::SOUND, Reading::PYETR_1_0_0]
            .map(|reading| chance_of_literals_under(&problem.premises, reading).expect("views"));
        one != other
    };
    let different = problems("default").iter().filter(differ).count();
    assert!((1..40).contains(&different), "{different} of 400");
}
