//! Categorical syllogisms: the forty items and generated ones.

use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, decide};
use peirast_logic::syllogism::Form;
use peirast_record::{Answer, Problem, Profile};
use peirast_task::{Bank, Design, Family, MakeError};
use std::collections::{BTreeMap, BTreeSet};

const DESIGN: Design = Design { seed: 5, profile: Profile::Balanced };

fn make(variant: &str, n: u32) -> Vec<Problem> {
    Family::named("categorical").unwrap().make(&DESIGN, variant, n).unwrap()
}

fn level<'p>(problem: &'p Problem, factor: &str) -> &'p str {
    problem.factors.get(factor).unwrap()
}

fn counts(problems: &[Problem], factors: [&str; 2]) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for problem in problems {
        let key = factors.map(|factor| level(problem, factor).to_owned());
        *counts.entry(key.into()).or_default() += 1;
    }
    counts
}

#[test]
fn the_benchmark_has_the_published_distribution() {
    let problems = make("benchmark", 40);
    assert_eq!(problems.len(), 160);
    let real: Vec<Problem> =
        problems.iter().filter(|p| level(p, "content") == "real").cloned().collect();
    let cells = counts(&real, ["validity", "belief"]);
    let cell = |v: &str, b: &str| cells[&(v.to_owned(), b.to_owned())];
    // For the eighty with real words; made-up words are neither believable nor unbelievable,
    // although the published labels call all of them unbelievable: 18, 58, 20 and 64 of 160.
    assert_eq!([cell("valid", "believable"), cell("valid", "unbelievable")], [18, 20]);
    assert_eq!([cell("invalid", "believable"), cell("invalid", "unbelievable")], [20, 22]);
    assert_eq!(problems.iter().filter(|p| p.truth.answer == Answer::Valid(true)).count(), 76);
    assert!(problems.iter().all(|p| level(p, "import") == "no-matter"));
}

#[test]
fn there_are_forty_items_and_no_more() {
    let more = Family::named("categorical").unwrap().make(&DESIGN, "benchmark", 41);
    assert!(matches!(more, Err(MakeError::Exhausted { made: 40, .. })));
}

/// Returns the terms of a sentence such as "Some A are not B.", and its letter.
fn read(sentence: &str) -> (char, String, String) {
    let (_, sentence) = sentence.split_once(": ").unwrap();
    let text = sentence.trim_end_matches('.').to_lowercase();
    let text = text.trim_start_matches("therefore, ");
    let (quantifier, rest) = text.split_once(' ').unwrap();
    let (letter, split) = match (quantifier, rest.contains(" are not ")) {
        ("some", true) => ('O', " are not "),
        ("all", _) => ('A', " are "),
        ("no", _) => ('E', " are "),
        _ => ('I', " are "),
    };
    let (subject, predicate) = rest.split_once(split).unwrap();
    (letter, subject.to_owned(), predicate.to_owned())
}

#[test]
fn every_text_reads_back_as_its_form_and_every_label_is_proved() {
    for problem in make("benchmark", 40).iter().chain(&make("generated", 400)) {
        let text = problem.text();
        let lines: Vec<_> = text.lines().map(read).collect();
        let terms: BTreeSet<&String> = lines.iter().flat_map(|l| [&l.1, &l.2]).collect();
        assert_eq!(terms.len(), 3, "{text}");
        let number = |name: &String| terms.iter().position(|term| *term == name).unwrap();
        let proposition = |(letter, subject, predicate): &(char, String, String)| {
            let quantity = peirast_logic::categorical::Quantity::of_letter(*letter).unwrap();
            Categorical { quantity, subject: number(subject), predicate: number(predicate) }
        };
        let all: Vec<Categorical> = lines.iter().map(proposition).collect();
        let verdict = decide(&all[..2], all[2], Import::Modern).unwrap();
        let valid = matches!(verdict, CategoricalVerdict::Entailed(_));
        assert_eq!(problem.truth.answer, Answer::Valid(valid), "{text}");
        // The named form has exactly these three propositions.
        let form: Form = level(problem, "form").parse().unwrap();
        let (subject, predicate) = (&lines[2].1, &lines[2].2);
        let has = |term: &String| lines[..2].iter().find(|l| l.1 == *term || l.2 == *term).unwrap();
        let letters: String = [has(predicate).0, has(subject).0, lines[2].0].iter().collect();
        assert_eq!(form.to_string()[..3], letters, "{text}");
    }
}

#[test]
fn no_two_items_share_content_words() {
    const COMMON: [&str; 12] =
        ["things", "with", "of", "made", "that", "people", "who", "are", "in", "for", "on", "and"];
    let mut owner: BTreeMap<String, &str> = BTreeMap::new();
    for item in &Bank::embedded().unwrap().items {
        let nonsense = &item.nonsense;
        for term in [
            &item.subject,
            &item.middle,
            &item.predicate,
            &nonsense.subject,
            &nonsense.middle,
            &nonsense.predicate,
        ] {
            for word in term.to_lowercase().split(' ').filter(|word| !COMMON.contains(word)) {
                let other = owner.insert(word.to_owned(), &item.id);
                assert!(
                    other.is_none_or(|other| other == item.id),
                    "{word}: {other:?}, {}",
                    item.id
                );
            }
        }
    }
}

#[test]
fn generated_items_cross_validity_belief_and_exemplars() {
    let problems = make("generated", 800);
    for factors in
        [["validity", "belief"], ["validity", "exemplar-answer"], ["belief", "exemplar-answer"]]
    {
        let cells = counts(&problems, factors);
        assert_eq!(cells.len(), 4);
        assert!(cells.values().all(|count| *count == 800), "{factors:?}: {cells:?}");
    }
    let forms = |problems: &[Problem]| {
        let forms = problems.iter().map(|p| level(p, "form").to_owned());
        forms.collect::<BTreeSet<String>>()
    };
    assert_eq!(forms(&problems).len(), 28, "11 valid forms and the 17 others of their moods");
    let any = make("any-form", 800);
    assert!(forms(&any).len() > 150, "{}", forms(&any).len());
    assert!(any.iter().any(|p| level(p, "import") == "decides"));
}

#[test]
fn belief_tempts_where_words_are_real() {
    for problem in make("generated", 200) {
        let expected = match level(&problem, "content") {
            "real" => Answer::Valid(level(&problem, "belief") == "believable"),
            _ => problem.truth.answer,
        };
        assert_eq!(problem.truth.lure, expected, "{}", problem.id);
    }
}

#[test]
fn of_neutral_words_nothing_is_believed() {
    let problems = make("neutral", 400);
    assert_eq!(problems.len(), 1600);
    for problem in &problems {
        assert_eq!(level(problem, "belief"), "neutral");
        assert_eq!(problem.truth.lure, problem.truth.answer, "belief tempts nobody");
    }
    let valid = problems.iter().filter(|p| level(p, "validity") == "valid").count();
    assert_eq!(valid, 800);
    let texts: BTreeSet<String> = problems.iter().map(Problem::text).collect();
    assert_eq!(texts.len(), 1600);
}

#[test]
fn ten_thousand_generated_items_repeat_no_text() {
    let problems = make("generated", 10_000);
    let texts: BTreeSet<String> = problems.iter().map(Problem::text).collect();
    assert_eq!(texts.len(), 40_000);
}

#[test]
fn simulated_reasoners_judge_as_they_are_said_to() {
    use peirast_task::{Act, Occasion, Protocol, Simulated};
    let protocol = Protocol::named("baseline").unwrap();
    let problems = make("generated", 200);
    let accepts = |name: &str, problem: &Problem| {
        let subject = Simulated::named(name).unwrap();
        match subject.act(problem, protocol, Occasion { seed: 1, ..Occasion::default() }) {
            Act::Answer { text, .. } => !text.to_lowercase().contains("incorrect"),
            Act::Overload => panic!("it always answers"),
        }
    };
    for problem in &problems {
        let form: Form = level(problem, "form").parse().unwrap();
        let kinds = [form.major, form.minor, form.conclusion];
        let negative = kinds[..2].iter().any(|kind| kind.is_negative());
        let particular = kinds[..2].iter().any(|kind| !kind.is_universal());
        let has_the_mood =
            kinds[2].is_negative() == negative && kinds[2].is_universal() != particular;
        assert_eq!(accepts("sim:atmosphere", problem), has_the_mood, "{form}");
        if level(problem, "content") == "real" {
            let believed = level(problem, "belief") == "believable";
            assert_eq!(accepts("sim:believer", problem), believed, "{}", problem.id);
        }
    }
    let nonsense = problems.iter().filter(|p| level(p, "content") == "nonsense");
    let (all, yes) = nonsense.fold((0, 0), |(all, yes), problem| {
        (all + 1, yes + usize::from(accepts("sim:believer", problem)))
    });
    assert!(yes * 10 > all * 4 && yes * 10 < all * 6, "{yes} of {all}: it guesses");
}
