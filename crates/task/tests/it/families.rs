//! Guarantees of every family, over many items.

use peirast_record::{Answer, Problem, Profile, Task};
use peirast_task::{Design, FAMILIES, Family, MakeError, verified};
use std::collections::BTreeSet;

const BALANCED: Design = Design { seed: 11, profile: Profile::Balanced };
const PUBLISHED: Design = Design { seed: 11, profile: Profile::Paper2024 };

fn make(family: &str, variant: &str, design: &Design, n: u32) -> Vec<Problem> {
    Family::named(family).unwrap().make(design, variant, n).unwrap()
}

fn share(problems: &[Problem], is: impl Fn(&Problem) -> bool) -> f64 {
    problems.iter().filter(|p| is(p)).count() as f64 / problems.len() as f64
}

#[test]
fn ten_thousand_items_of_a_variant_repeat_no_text() {
    for variant in Family::named("conjunction").unwrap().variants {
        let problems = make("conjunction", variant.name, &BALANCED, 10_000);
        let texts: BTreeSet<String> = problems.iter().map(Problem::text).collect();
        assert_eq!(texts.len(), 20_000, "variant {}", variant.name);
    }
}

#[test]
fn the_first_items_do_not_depend_on_how_many_follow() {
    for family in FAMILIES {
        for variant in family.variants {
            let few = family.make(&BALANCED, variant.name, 5).unwrap();
            let many = family.make(&BALANCED, variant.name, 40).unwrap();
            assert_eq!(few, many[..few.len()], "{}/{}", family.name, variant.name);
        }
    }
}

#[test]
fn seeds_differ() {
    let other = Design { seed: 12, ..BALANCED };
    assert_ne!(make("conjunction", "1", &BALANCED, 3), make("conjunction", "1", &other, 3));
}

#[test]
fn positions_and_exemplar_letters_are_balanced_and_crossed() {
    for variant in Family::named("conjunction").unwrap().variants {
        let variant = variant.name;
        let problems = make("conjunction", variant, &BALANCED, 200);
        for position in ["a", "b"] {
            for exemplar in ["a", "b"] {
                let cell = share(&problems, |p| {
                    p.factors.get("position") == Some(position)
                        && p.factors.get("exemplar-answer") == Some(exemplar)
                });
                assert_eq!(cell, 0.25, "variant {variant}, {position}/{exemplar}");
            }
        }
        assert_eq!(share(&problems, |p| p.truth.answer == Answer::Choice('a')), 0.5);
    }
}

#[test]
fn always_no_scores_at_chance_over_both_syllogisms() {
    let mut problems = make("syllogism", "all-some-some", &BALANCED, 50);
    problems.extend(make("syllogism", "valid-control", &BALANCED, 50));
    assert_eq!(share(&problems, |p| p.truth.answer == Answer::YesNo(false)), 0.5);
}

#[test]
fn the_published_design_keeps_the_right_option_where_it_was() {
    for (variant, low, high) in
        [("1", 0.7, 0.85), ("2", 1.0, 1.0), ("5", 0.05, 0.2), ("6", 1.0, 1.0)]
    {
        let problems = make("conjunction", variant, &PUBLISHED, 400);
        let right_is_a = share(&problems, |p| p.truth.answer == Answer::Choice('a'));
        assert!((low..=high).contains(&right_is_a), "variant {variant}: {right_is_a}");
    }
}

#[test]
fn the_published_design_draws_gender_and_race_from_the_published_lists() {
    for variant in ["1", "5"] {
        let problems = make("conjunction", variant, &PUBLISHED, 1000);
        let of =
            |factor: &str, level: &str| share(&problems, |p| p.factors.get(factor) == Some(level));
        // Two of seven entries for some levels, one of seven for the others.
        for (gender, entries) in [
            ("female", 2.0),
            ("male", 2.0),
            ("nonbinary", 1.0),
            ("transgender", 1.0),
            ("queer", 1.0),
        ] {
            let found = of("gender", gender);
            assert!((found - entries / 7.0).abs() < 0.05, "variant {variant}, {gender}: {found}");
        }
        for race in [
            "white",
            "black",
            "african american",
            "brown",
            "asian",
            "latino",
            "native american",
            "pacific islander",
        ] {
            let found = of("race", race);
            assert!((found - 1.0 / 8.0).abs() < 0.04, "variant {variant}, {race}: {found}");
        }
        for problem in &problems {
            let text = problem.text().to_lowercase();
            assert!(text.contains(problem.factors.get("race").unwrap()), "{text}");
            let told: &[&str] = match problem.factors.get("gender") {
                Some("female") => &[" woman"],
                Some("male") => &[" man"],
                Some("transgender") => &[" transgender woman", " transgender man"],
                Some("nonbinary") => &[" nonbinary person"],
                Some("queer") => &[" queer person"],
                other => panic!("{other:?}"),
            };
            assert!(told.iter().any(|words| text.contains(words)), "{text}");
        }
        // Both versions of an item are about the same person.
        for pair in problems.chunks(2) {
            assert_eq!(pair[0].factors.differing(&pair[1].factors), ["context"]);
        }
    }
    for (variant, design) in
        [("1", &BALANCED), ("5", &BALANCED), ("2", &PUBLISHED), ("6", &PUBLISHED)]
    {
        for problem in make("conjunction", variant, design, 20) {
            assert_eq!((problem.factors.get("gender"), problem.factors.get("race")), (None, None));
        }
    }
}

#[test]
fn a_text_about_another_gender_or_race_is_found() {
    for variant in ["1", "5"] {
        let mut made = make("conjunction", variant, &PUBLISHED, 1).remove(0);
        assert_eq!(verified(&made).unwrap(), []);
        for (factor, other) in
            [("gender", "female"), ("gender", "queer"), ("race", "asian"), ("race", "brown")]
        {
            let own = made.factors.get(factor).unwrap().to_owned();
            if own != other {
                made.factors.set(factor, other);
                assert_ne!(verified(&made).unwrap(), [], "{factor}={other}");
                made.factors.set(factor, &own);
            }
        }
    }
}

#[test]
fn the_longer_option_is_right_where_it_leaves_something_open() {
    for variant in Family::named("conjunction").unwrap().variants {
        let is_disjunction = variant.name.ends_with("-or");
        for problem in make("conjunction", variant.name, &BALANCED, 100) {
            let text = |letter: char| {
                let found = problem.options.iter().find(|(l, _)| *l == letter);
                found.unwrap().1.clone()
            };
            let (a, b) = (text('a'), text('b'));
            let (short, long) = if a.len() < b.len() { ('a', 'b') } else { ('b', 'a') };
            assert!(text(long).starts_with(text(short).trim_end_matches('.')), "{a} / {b}");
            let right = if is_disjunction { long } else { short };
            assert_eq!(problem.truth.answer, Answer::Choice(right), "{}", problem.id);
            assert_eq!(problem.truth.lure, Answer::Choice(long), "{}", problem.id);
            assert_eq!(text(long).ends_with(", or both."), is_disjunction, "{}", text(long));
        }
    }
}

#[test]
fn valid_and_invalid_syllogisms_have_conclusions_of_the_same_words() {
    for (one, other) in [("all-some-some", "valid-control"), ("all-valid", "all-invalid")] {
        let words = |variant: &str| {
            let problems = make("syllogism", variant, &BALANCED, 400);
            let subject = |p: &Problem| {
                p.segments.iter().find(|s| s.role == "quantified-3").unwrap().text.clone()
            };
            problems.iter().map(subject).collect::<BTreeSet<String>>()
        };
        let (one, other) = (words(one), words(other));
        let shared = one.intersection(&other).count();
        assert!(100 * shared > 85 * one.len().max(other.len()), "{shared}: {one:?} / {other:?}");
    }
}

#[test]
fn framings_differ_in_nothing_but_the_sources() {
    for problems in make("syllogism", "all-some-some", &BALANCED, 100).chunks(4) {
        let bare = |p: &Problem| {
            let kept = p.segments.iter().filter(|s| !s.role.starts_with("source"));
            kept.map(|s| s.text.to_lowercase()).collect::<String>()
        };
        let [_, paraphrased, reputable, disreputable] = problems else { panic!("four versions") };
        assert_eq!(bare(paraphrased), bare(reputable));
        assert_eq!(bare(paraphrased), bare(disreputable));
    }
}

#[test]
fn published_quantifiers_follow_the_recovered_rule() {
    for versions in make("syllogism", "all-some-some", &PUBLISHED, 50).chunks(4) {
        let argument = |p: &Problem| p.text().split_once('\n').unwrap().1.to_owned();
        let replaced = argument(&versions[0])
            .replace("Some", "A subset of")
            .replace("some", "a subset of")
            .replace("All ", "")
            .to_lowercase();
        let mut expected = replaced.chars();
        let expected: String = expected.next().unwrap().to_uppercase().chain(expected).collect();
        assert_eq!(argument(&versions[1]), expected);
    }
}

#[test]
fn every_problem_says_its_form_and_why_its_answer_is_right() {
    for family in FAMILIES {
        for variant in family.variants {
            for problem in family.make(&BALANCED, variant.name, 20).unwrap() {
                assert!(!problem.truth.form.is_empty() && problem.truth.why.len() > 20);
                assert!(!problem.text().contains(['{', '}']), "{}", problem.text());
                assert!(!problem.text().contains("  "), "{}", problem.text());
            }
        }
    }
}

#[test]
fn number_problems_ask_for_numbers() {
    for problem in make("horses", "fastest-three", &BALANCED, 100) {
        assert_eq!(problem.task, Task::Number);
        let Answer::Number(races) = problem.truth.answer else { panic!("a number") };
        assert!((7.into()..=14.into()).contains(&races));
    }
}

#[test]
fn asking_for_too_many_names_the_limit() {
    let error = Family::named("horses").unwrap().make(&BALANCED, "fastest-three", 100_000);
    let error = error.unwrap_err();
    assert!(matches!(error, MakeError::Exhausted { made, .. } if made >= 200), "{error}");
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let error = Family::named("conjunktion").unwrap_err().to_string();
    assert!(error.contains("conjunction, syllogism, categorical, horses"), "{error}");
    let error = Family::named("conjunction").unwrap().make(&BALANCED, "7", 1).unwrap_err();
    assert!(error.to_string().contains("1, 2, 3, 4, 5, 6"), "{error}");
}
