//! Planted cues are found, and without a planted cue none is found.

use peirast_artefact::{Cue, Design, examine, text};
use peirast_random::Stream;
use peirast_record::{Answer, Factors, Labels, Name, Problem, Profile, Segment, Task, Truth};

const NOUNS: [&str; 12] = [
    "otters", "pianos", "rivers", "coins", "lamps", "foxes", "tables", "ships", "clouds", "roses",
    "books", "keys",
];

/// Returns an argument of three sentences, with the answer yes or no.
fn argument(number: usize, sentences: [String; 3], yes: bool) -> Problem {
    let roles = ["premise-1", "premise-2", "quantified-3"];
    let segment = |(role, text): (&'static str, String)| Segment {
        role: role.into(),
        text: format!("{text}\n"),
    };
    Problem {
        id: Name::from(format!("planted/{number}")),
        item: Name::from(format!("planted/{}", number / 2)),
        family: Name::from("planted"),
        variant: Name::from("1"),
        task: Task::YesNo,
        factors: Factors::default(),
        segments: roles.into_iter().zip(sentences).map(segment).collect(),
        options: Vec::new(),
        labels: Labels::default(),
        truth: Truth {
            answer: Answer::YesNo(yes),
            lure: Answer::YesNo(yes),
            form: String::new(),
            why: String::new(),
        },
        accepts: None,
        worded: None,
    }
}

/// Makes problems whose answer is drawn, and whose sentences `write` makes from three nouns and the
/// answer.
fn drawn(n: usize, write: impl Fn([&str; 3], bool, &mut Stream) -> [String; 3]) -> Vec<Problem> {
    let mut stream = Stream::named(7, &["planted"]);
    (0..n)
        .map(|number| {
            let nouns = stream.sample(&NOUNS, 3);
            let yes = stream.coin();
            argument(number, write([nouns[0], nouns[1], nouns[2]], yes, &mut stream), yes)
        })
        .collect()
}

fn only(problems: &[Problem]) -> Design {
    let [design] = examine(problems, Profile::Balanced).try_into().expect("one family and task");
    design
}

fn accuracy(design: &Design, cue: Cue) -> f64 {
    design.score(cue).expect("the cue applies").accuracy
}

fn over(design: &Design) -> Vec<Cue> {
    design.scores.iter().filter(|score| score.is_over()).map(|score| score.cue).collect()
}

#[test]
fn where_nothing_was_planted_nothing_is_found() {
    let problems = drawn(2000, |[a, b, c], _, _| {
        [format!("All {a} are {b}."), format!("All {b} are {c}."), format!("All {a} are {c}.")]
    });
    let design = only(&problems);
    assert_eq!(over(&design), [], "{design:?}");
    assert_eq!((design.problems, design.items), (2000, 1000));
}

#[test]
fn a_negation_in_the_conclusion_is_found() {
    let problems = drawn(600, |[a, b, c], yes, _| {
        let not = if yes { "" } else { "not " };
        [format!("All {a} are {b}."), format!("All {b} are {c}."), format!("All {a} are {not}{c}.")]
    });
    let design = only(&problems);
    for cue in [Cue::Negations, Cue::FunctionWords, Cue::ClaimWords, Cue::AllWords] {
        assert!(accuracy(&design, cue) > 0.95, "{cue}: {design:?}");
    }
    assert!(!over(&design).contains(&Cue::PremiseWords));
}

#[test]
fn the_order_of_terms_is_found_where_no_word_tells() {
    let problems = drawn(600, |[a, b, c], yes, _| {
        let second = if yes { format!("Some {a} are {c}.") } else { format!("Some {c} are {a}.") };
        [format!("All {a} are {b}."), second, format!("Some {b} are {c}.")]
    });
    let design = only(&problems);
    assert_eq!(accuracy(&design, Cue::Order), 1.0);
    assert!(accuracy(&design, Cue::FunctionWords) < 0.6);
}

#[test]
fn a_quantifier_in_one_sentence_is_found() {
    let problems = drawn(600, |[a, b, c], yes, _| {
        let (first, second) = if yes { ("All", "Some") } else { ("Some", "All") };
        [
            format!("{first} {a} are {b}."),
            format!("{second} {b} are {c}."),
            format!("No {a} are {c}."),
        ]
    });
    let design = only(&problems);
    assert_eq!(accuracy(&design, Cue::FunctionWords), 1.0);
    assert!(accuracy(&design, Cue::Negations) < 0.6, "both classes have one negation");
}

#[test]
fn versions_of_one_item_are_never_on_both_sides() {
    // Each item has its own words that reveal its answer: only a subject that has seen the item
    // knows them.
    let mut stream = Stream::named(11, &["items"]);
    let answers: Vec<bool> = (0..300).map(|_| stream.coin()).collect();
    let problems: Vec<Problem> = (0..600)
        .map(|number| {
            let name = format!("zorb{}", number / 2);
            let sentence = |text: &str| format!("{name} {text}.");
            argument(
                number,
                [sentence("sings"), sentence("runs"), sentence("swims")],
                answers[number / 2],
            )
        })
        .collect();
    assert_eq!(over(&only(&problems)), []);
}

#[test]
fn the_same_problems_give_the_same_scores() {
    let problems = drawn(200, |[a, b, c], yes, stream| {
        let verb = if yes || stream.chance(0.3) { "are" } else { "love" };
        [format!("All {a} are {b}."), format!("All {b} are {c}."), format!("All {a} {verb} {c}.")]
    });
    assert_eq!(examine(&problems, Profile::Balanced), examine(&problems, Profile::Balanced));
}

#[test]
fn open_answers_and_empty_lists_have_no_scores() {
    assert_eq!(examine(&[], Profile::Balanced), []);
    let mut problems = drawn(10, |[a, b, c], _, _| [a, b, c].map(str::to_owned));
    for problem in &mut problems {
        problem.truth.answer = Answer::Number(7.into());
    }
    assert_eq!(examine(&problems, Profile::Balanced), []);
}

#[test]
fn few_items_tell_nothing_and_the_text_says_so() {
    for items in [20, 30, 60, 200] {
        let problems = drawn(2 * items, |[a, b, c], _, _| {
            [format!("All {a} are {b}."), format!("All {b} are {c}."), format!("All {a} are {c}.")]
        });
        let design = only(&problems);
        assert_eq!(design.items, items);
        assert!((1000..1100).contains(&design.items_needed), "{}", design.items_needed);
        let said = text(std::slice::from_ref(&design), &[]);
        assert!(
            said.contains(&format!("about {} items could show", design.items_needed)),
            "{said}"
        );
        let above = design.scores.iter().filter(|score| score.is_above()).count();
        assert_eq!(
            said.contains("cannot be distinguished") || said.contains("none is distinguishable"),
            above > over(&design).len()
        );
        for (low, high) in design.scores.iter().filter_map(|score| score.interval) {
            assert!(0.0 <= low && low < high && high <= 1.0, "{low} {high}");
        }
    }
}

#[test]
fn where_one_answer_is_always_right_the_text_says_so() {
    let problems: Vec<Problem> = (0..80)
        .map(|number| {
            let sentences =
                ["All otters are keys.", "Some keys are coins.", "Some otters are coins."];
            argument(number, sentences.map(str::to_owned), false)
        })
        .collect();
    let design = only(&problems);
    assert_eq!(design.chance, 1.0);
    let said = text(std::slice::from_ref(&design), &[]);
    assert!(said.contains("one answer is always right"), "{said}");
}

/// Returns a problem as read from rows: a question, and options or none.
fn row(number: usize, question: &str, options: &[&str], answer: Answer) -> Problem {
    let mut problem = argument(number, [const { String::new() }; 3], true);
    problem.item = Name::from(format!("rows/{number}"));
    problem.family = Name::from("rows");
    problem.segments = vec![Segment { role: "question".into(), text: format!("{question}\n") }];
    problem.options = ('a'..).zip(options.iter().map(|option| (*option).to_owned())).collect();
    if !options.is_empty() {
        let lines = problem.options.iter().map(|(letter, text)| format!("({letter}) {text}\n"));
        problem.task = Task::Choice;
        problem.segments.push(Segment { role: "options".into(), text: lines.collect() });
    }
    problem.truth = Truth { answer, lure: answer, ..problem.truth };
    problem
}

#[test]
fn the_question_of_a_row_is_its_premises_and_its_last_sentence_the_claim() {
    let mut stream = Stream::named(3, &["rows"]);
    let problems: Vec<Problem> = (0..600)
        .map(|number| {
            let (yes, nouns) = (stream.coin(), stream.sample(&NOUNS, 2));
            let not = if yes { "" } else { "not " };
            let question = format!("The {} cost 3.5 euros. Are they {not}{}?", nouns[0], nouns[1]);
            row(number, &question, &[], Answer::YesNo(yes))
        })
        .collect();
    let design = only(&problems);
    assert!(accuracy(&design, Cue::ClaimWords) > 0.95, "{design:?}");
    assert!(!over(&design).contains(&Cue::PremiseWords), "{design:?}");

    let problems: Vec<Problem> = (0..600)
        .map(|number| {
            let (first, nouns) = (stream.coin(), stream.sample(&NOUNS, 2));
            let word = if first { "earlier" } else { "later" };
            let question = format!("Which came {word}?");
            row(
                number,
                &question,
                &[nouns[0], nouns[1]],
                Answer::Choice(if first { 'a' } else { 'b' }),
            )
        })
        .collect();
    let design = only(&problems);
    assert!(accuracy(&design, Cue::PremiseWords) > 0.95, "{design:?}");
    assert!(!over(&design).contains(&Cue::ClaimWords), "options are no premises: {design:?}");
}

#[test]
fn where_no_more_items_can_be_made_no_option_for_that_is_named() {
    let problems = drawn(60, |[a, b, c], _, _| {
        [format!("All {a} are {b}."), format!("All {b} are {c}."), format!("All {a} are {c}.")]
    });
    let design = [only(&problems)];
    assert!(text(&design, &[]).contains("(--n)"));
    assert!(!text(&design, &["planted"]).contains("--n"));
}
