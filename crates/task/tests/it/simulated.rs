//! The simulated subjects have the documented behaviour, and the reader reads their texts as
//! intended.

use peirast_read::{Context, hold_against, read};
use peirast_record::{
    Accepted, Accepts, Answer, FinishReason, Labels, Problem, Profile, Segment, Task, TextAnswer,
    Truth,
};
use peirast_task::{Act, Design, FAMILIES, Family, Occasion, PROTOCOLS, Protocol, Simulated};

const BALANCED: Design = Design { seed: 23, profile: Profile::Balanced };

/// The claims of probability below hold within this many standard deviations.
const DEVIATIONS: f64 = 5.0;

fn make(family: &str, variant: &str, n: u32) -> Vec<Problem> {
    Family::named(family).unwrap().make(&BALANCED, variant, n).unwrap()
}

fn every_problem(n: u32) -> Vec<Problem> {
    // Conclusions from problems of the theory are tested in erotetic.rs.
    let closed = FAMILIES.iter().filter(|f| f.name != "etr");
    let variants = closed.flat_map(|f| f.variants.iter().map(move |v| (f, v)));
    variants.flat_map(|(f, v)| f.make(&BALANCED, v.name, n).unwrap()).collect()
}

fn on(seed: u64, repeat: u32, attempt: u32) -> Occasion {
    Occasion { seed, repeat, attempt, temperature: None }
}

/// Returns the reader's reading of the subject's text.
fn answer(subject: &Simulated, problem: &Problem, protocol: &Protocol, repeat: u32) -> Answer {
    match subject.act(problem, protocol, on(5, repeat, 0)) {
        Act::Answer { text, finish, .. } => {
            read(problem.task, &text, &Context::of_problem(problem, finish)).answer
        }
        Act::Overload => panic!("{} is never overloaded", subject.name()),
    }
}

/// Asserts that `hits` of `n` agrees with probability `p`.
fn assert_share(hits: usize, n: usize, p: f64, what: &str) {
    let sd = (p * (1.0 - p) / n as f64).sqrt();
    let share = hits as f64 / n as f64;
    assert!((share - p).abs() <= DEVIATIONS * sd, "{what}: {share} of {n}, not {p}");
}

#[test]
fn every_answer_is_read_as_it_is_meant() {
    // Subjects whose answer is determined by their definition: right, lured, always the same.
    let lured = Simulated::named("sim:biased:error=1").unwrap();
    let flawless = Simulated::named("sim:flawless").unwrap();
    let first = Simulated::named("sim:always-first").unwrap();
    for problem in every_problem(25) {
        let meant_first = match problem.task {
            Task::Choice => Answer::Choice('a'),
            Task::YesNo => Answer::YesNo(false),
            Task::Validity => Answer::Valid(false),
            Task::Number => Answer::Number(7.into()),
            Task::Text | Task::Conclusion => unreachable!("not among them"),
        };
        for protocol in PROTOCOLS {
            for repeat in 0..3 {
                for (subject, meant) in [
                    (&flawless, problem.truth.answer),
                    (&lured, problem.truth.lure),
                    (&first, meant_first),
                ] {
                    let read = answer(subject, &problem, protocol, repeat);
                    let act = subject.act(&problem, protocol, on(5, repeat, 0));
                    let (name, id) = (subject.name(), &problem.id);
                    assert_eq!(read, meant, "{name}, {id}, {}: {act:?}", protocol.name);
                }
            }
        }
    }
}

#[test]
fn what_the_flaky_subject_does_is_told_apart() {
    let flaky = Simulated::named("sim:flaky").unwrap();
    let (mut overloads, mut n) = (0, 0);
    for problem in every_problem(10) {
        for protocol in PROTOCOLS {
            for attempt in 0..4 {
                n += 1;
                let Act::Answer { text, finish, .. } =
                    flaky.act(&problem, protocol, on(5, 0, attempt))
                else {
                    overloads += 1;
                    continue;
                };
                let read = read(problem.task, &text, &Context::of_problem(&problem, finish));
                let expected = match (finish, text.as_str()) {
                    (FinishReason::Length, _) => Answer::Truncated,
                    (_, "") => Answer::Empty,
                    (_, text) if text.starts_with("I'm sorry") => Answer::Refused,
                    _ => problem.truth.answer,
                };
                assert_eq!(read.answer, expected, "{text}");
            }
        }
    }
    assert_share(overloads, n, 0.2, "overloads");
}

#[test]
fn the_guesser_is_right_at_chance() {
    let guesser = Simulated::named("sim:guesser").unwrap();
    for family in FAMILIES.iter().filter(|f| f.name != "etr") {
        for variant in family.variants {
            // The benchmark has forty items.
            let n = if variant.name == "benchmark" { 40 } else { 100 };
            let problems = family.make(&BALANCED, variant.name, n).unwrap();
            let trials: Vec<bool> = problems
                .iter()
                // It guesses numbers from 5 to 9.
                .filter(|p| !matches!(p.truth.answer, Answer::Number(n) if !(5.into()..=9.into()).contains(&n)))
                .flat_map(|p| PROTOCOLS.iter().map(move |protocol| (p, protocol)))
                .map(|(p, protocol)| answer(&guesser, p, protocol, 0) == p.truth.answer)
                .collect();
            let chance = if family.name == "horses" { 0.2 } else { 0.5 };
            let right = trials.iter().filter(|right| **right).count();
            assert_share(right, trials.len(), chance, variant.name);
        }
    }
}

#[test]
fn always_the_first_is_right_at_exactly_chance_on_balanced_sets() {
    let first = Simulated::named("sim:always-first").unwrap();
    let conjunctions =
        ["1", "2", "3", "4", "5", "6"].map(|variant| make("conjunction", variant, 40));
    let mut syllogisms = make("syllogism", "all-some-some", 40);
    syllogisms.extend(make("syllogism", "valid-control", 40));
    for problems in conjunctions.iter().chain([&syllogisms]) {
        for protocol in PROTOCOLS {
            let right = |p: &&Problem| answer(&first, p, protocol, 0) == p.truth.answer;
            let count = problems.iter().filter(right).count();
            assert_eq!(2 * count, problems.len(), "{} under {}", problems[0].id, protocol.name);
        }
    }
}

#[test]
fn a_biased_subject_errs_where_its_cue_stands_and_nowhere_else() {
    let cues = [
        ("context", "relevant", 0.3),
        ("celebrity", "celebrity", 0.25),
        ("quantifier", "paraphrased", 0.15),
        ("source", "reputable", 0.4),
        ("exemplar", "rephrased", 0.35),
        ("hint", "none", 0.2),
    ];
    // A lure equal to the right answer has no effect: valid syllogisms and races are left out.
    let mut problems: Vec<Problem> =
        ["1", "2", "6"].iter().flat_map(|variant| make("conjunction", variant, 300)).collect();
    problems.extend(make("syllogism", "all-some-some", 300));
    for (factor, level, bias) in cues {
        let subject = Simulated::named(&format!("sim:biased:{factor}={bias}")).unwrap();
        let (mut errors, mut n) = (0, 0);
        for problem in &problems {
            for protocol in PROTOCOLS {
                let read = answer(&subject, problem, protocol, 0);
                if protocol.trial_factors(problem).get(factor) == Some(level) {
                    n += 1;
                    errors += usize::from(read != problem.truth.answer);
                } else {
                    assert_eq!(read, problem.truth.answer, "{} without its cue", subject.name());
                }
            }
        }
        assert!(n > 1000, "{factor} = {level} occurs");
        assert_share(errors, n, bias, factor);
    }
}

#[test]
fn errors_and_biases_add_up_as_independent_chances() {
    let subject = Simulated::named("sim:biased:context=0.2,error=0.1").unwrap();
    let problems = make("conjunction", "3", 2000);
    let baseline = Protocol::named("baseline").unwrap();
    for (level, rate) in [("relevant", 1.0 - 0.8 * 0.9), ("irrelevant", 0.1)] {
        let wrong: Vec<bool> = problems
            .iter()
            .filter(|p| p.factors.get("context") == Some(level))
            .map(|p| answer(&subject, p, baseline, 0) != p.truth.answer)
            .collect();
        assert_share(wrong.iter().filter(|w| **w).count(), wrong.len(), rate, level);
    }
}

#[test]
fn the_same_question_gets_the_same_answer_and_repeats_differ() {
    let guesser = Simulated::named("sim:guesser").unwrap();
    let problem = &make("conjunction", "2", 1)[0];
    let baseline = Protocol::named("baseline").unwrap();
    let act = |seed, repeat| guesser.act(problem, baseline, on(seed, repeat, 0));
    assert_eq!(act(1, 0), act(1, 0));
    assert!((1..20).any(|repeat| act(1, repeat) != act(1, 0)));
    assert!((2..20).any(|seed| act(seed, 0) != act(1, 0)));
}

/// Returns a user's problem whose right answer matches a pattern.
fn patterned(number: usize, pattern: &str) -> Problem {
    let answer = Answer::Text(TextAnswer::Accepted);
    Problem {
        id: format!("own/text/{number}/original").into(),
        item: format!("own/text/{number}").into(),
        family: "own".into(),
        variant: "text".into(),
        task: Task::Text,
        factors: [("version", "original")].into_iter().collect(),
        segments: vec![Segment { role: "question".into(), text: format!("Question {number}?") }],
        options: Vec::new(),
        labels: Labels::default(),
        truth: Truth { answer, lure: answer, form: String::new(), why: String::new() },
        accepts: Some(Box::new(Accepts {
            texts: vec![Accepted::Pattern(pattern.to_owned())],
            ..Accepts::default()
        })),
        worded: None,
    }
}

#[test]
fn a_flawless_subject_finds_a_text_that_matches_a_pattern() {
    let flawless = Simulated::named("sim:flawless").unwrap();
    let patterns = [
        "colou?r",
        "den haag|'s-gravenhage",
        r"\d{4}-\d{2}",
        "[^a-z]{3}",
        "(red|blue) cars?",
        r"\w+ \w+",
        "(?i)paris",
        "x{2,}",
        r"(very )*\bbig\b",
        "a.c",
        "[A-F][0-9]+",
        r"(?:\+)?49",
        "é+t",
        r"\p{Lu}\p{Ll}+",
        "^yes$",
        "no|",
    ];
    for (number, pattern) in patterns.into_iter().enumerate() {
        let problem = patterned(number, pattern);
        for protocol in PROTOCOLS.iter().filter(|one| ["baseline", "zs-cot"].contains(&&*one.name))
        {
            let Act::Answer { text, .. } = flawless.act(&problem, protocol, on(5, 0, 0)) else {
                panic!("it answers")
            };
            let found = read(Task::Text, &text, &Context::new(&[], FinishReason::Stop));
            let span = found.span.unwrap_or_else(|| panic!("{pattern}: {text}"));
            let accepts = problem.accepts.as_deref().unwrap();
            let held = hold_against(&text[span.start..span.end], accepts);
            assert_eq!(held, Some(TextAnswer::Accepted), "{pattern}: {text}");
        }
        assert_eq!(flawless.remarks(&[problem]), [] as [String; 0], "{pattern}");
    }
}

#[test]
fn what_a_simulated_subject_cannot_do_is_said() {
    let flawless = Simulated::named("sim:flawless").unwrap();
    let biased = Simulated::named("sim:biased").unwrap();
    // White space around an answer is not part of it, and no value is between a and b.
    let problems = [patterned(1, "blue"), patterned(2, r"a\bb"), patterned(3, r" x ")];
    let [text] = <[String; 1]>::try_from(flawless.remarks(&problems)).unwrap();
    assert!(text.contains("2 of 3 problems, for example `own/text/2/original`"), "{text}");
    let [_, lure] = <[String; 2]>::try_from(biased.remarks(&problems)).unwrap();
    assert!(lure.contains("always right: 3 of 3 problems"), "{lure}");
    let mut lured = patterned(4, "blue");
    lured.truth.lure = Answer::Text(TextAnswer::Lure);
    assert_eq!(biased.remarks(&[lured]), [] as [String; 0]);
    assert_eq!(biased.remarks(&every_problem(3)), [] as [String; 0]);
}
