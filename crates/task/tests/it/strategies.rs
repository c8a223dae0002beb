//! The strategies in the templates of the built-in studies.

use peirast_logic::categorical::Import;
use peirast_logic::syllogism::Reading;
use peirast_record::{ExampleOrder, Problem, Role, Study};
use peirast_task::published::PromptRow;
use peirast_task::{Plan, Protocol, built_in_study};
use peirast_words::capitalised;
use std::collections::{BTreeMap, BTreeSet};

fn study(id: &str) -> Study {
    built_in_study(id).unwrap().unwrap()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.split_once(": ")).map(|(_, line)| line).collect()
}

#[test]
fn every_example_is_answered_as_logic_has_it() {
    for id in ["syllogism", "syllogism-2025", "syllogism-published"] {
        for strategy in study(id).strategies {
            for example in &strategy.examples {
                let lines = lines(&example.problem);
                let read = Reading::new(lines[0], lines[1], lines[2]).unwrap();
                let valid = read.form.is_valid(Import::Modern);
                assert_eq!(example.answer, if valid { "correct" } else { "incorrect" }, "{read:?}");
            }
            let correct = strategy.examples.iter().filter(|e| e.answer == "correct").count();
            let expected = match strategy.name.as_str() {
                "one_shot" => (1, 1),
                "few_shot" => (2, 4),
                _ => (0, 0),
            };
            assert_eq!((correct, strategy.examples.len()), expected, "{}", strategy.name);
        }
    }
}

#[test]
fn the_four_strategies_are_put_as_published() {
    let plan = Plan::new(&study("syllogism-published")).unwrap();
    let ask = |name: &str| {
        let (_, protocol) = plan.protocols.named(name).unwrap();
        plan.asker.ask(&plan.problems[0], protocol).messages
    };
    let text = plan.problems[0].text();
    for name in ["zero_shot", "one_shot", "few_shot", "zero_shot_cot"] {
        let messages = ask(name);
        assert_eq!(messages.len(), 1, "the original sends one user message");
        assert_eq!(messages[0].role, Role::User);
        assert!(messages[0].content.contains(&text), "{}", messages[0].content);
    }
    assert_eq!(
        ask("zero_shot")[0].content,
        format!(
            "Determine whether the following syllogism is correct or incorrect.\n\n{text}\n\nRespond \
             with one word: 'correct' or 'incorrect'."
        )
    );
    assert!(ask("zero_shot_cot")[0].content.ends_with("Let's think step by step."));
    let few = &ask("few_shot")[0].content;
    let places: Vec<usize> = ["Cigarettes", "furniture", "calculators", "screwdrivers"]
        .map(|w| few.find(w).unwrap())
        .into();
    assert!(places.is_sorted());
}

#[test]
fn ours_has_a_system_message_and_an_order_of_examples_for_each_item() {
    let plan = Plan::new(&study("syllogism")).unwrap();
    let (_, few) = plan.protocols.named("few_shot").unwrap();
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    let mut orders = BTreeSet::new();
    let mut by_item: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for problem in plan.problems.iter() {
        let messages = plan.asker.ask(problem, few).messages;
        assert_eq!(messages[0].role, Role::System);
        assert!(messages[0].content.contains("A syllogism is CORRECT if"));
        let (examples, _) = messages[1].content.split_once("\n\nDetermine").unwrap();
        let answers: Vec<&str> =
            examples.lines().filter_map(|line| line.strip_prefix("Answer: ")).collect();
        assert_eq!(answers.len(), 4);
        *last.entry(if answers[3] == "correct" { "correct" } else { "incorrect" }).or_default() +=
            1;
        orders.insert(examples.to_owned());
        by_item.entry(&problem.item).or_default().insert(examples.to_owned());
    }
    assert!(orders.len() > 10, "{}", orders.len());
    assert!(by_item.values().all(|seen| seen.len() == 1), "versions of an item see the same order");
    assert!(last.values().all(|count| *count > 40), "{last:?}");
}

#[test]
fn all_questions_are_different_and_every_strategy_asks_every_problem() {
    for id in ["syllogism", "syllogism-2025", "syllogism-published"] {
        let plan = Plan::new(&study(id)).unwrap();
        assert_eq!((plan.problems.len(), plan.questions.len()), (160, 640));
        let mut seen = BTreeSet::new();
        for question in &plan.questions {
            let protocol = &plan.protocols.all()[question.protocol];
            let prompt = plan.asker.ask(&plan.problems[question.problem], protocol);
            assert!(seen.insert(prompt.key()), "{}", prompt.problem);
        }
    }
}

#[test]
fn no_example_speaks_of_the_things_of_an_item() {
    // Both terms of a conclusion in one example would reveal something about them.
    let study = study("syllogism");
    let plan = Plan::new(&study).unwrap();
    let real: Vec<&Problem> =
        plan.problems.iter().filter(|p| p.factors.get("content") == Some("real")).collect();
    for example in study.strategies.iter().flat_map(|strategy| &strategy.examples) {
        let example = example.problem.to_lowercase();
        for problem in &real {
            let term = |role: &str| {
                let segment = problem.segments.iter().find(|s| s.role == role).unwrap();
                segment.text.trim_end_matches(['.', '\n']).to_lowercase()
            };
            let both = [term("term-3a"), term("term-3b")];
            assert!(!both.iter().all(|term| example.contains(term)), "{}: {both:?}", problem.id);
        }
    }
}

#[test]
fn a_strategy_that_varies_one_factor_can_be_compared() {
    let mut study = study("syllogism");
    study.strategies.iter_mut().for_each(|strategy| strategy.order = ExampleOrder::Listed);
    study.hypotheses = vec![peirast_record::Hypothesis {
        id: "C1".to_owned(),
        title: "Thinking step by step makes no difference".to_owned(),
        claim: String::new(),
        standing: peirast_record::Standing::Confirmatory,
        test_family: None,
        over: vec!["categorical/benchmark".to_owned()],
        cluster: None,
        given: [("content", "real"), ("order", "normal")].into_iter().collect(),
        factor: "cot".to_owned(),
        original: [("cot", "no")].into_iter().collect(),
        perturbed: [("cot", "yes")].into_iter().collect(),
        protocols: vec!["zero_shot".to_owned()],
        direction: peirast_record::Direction::Either,
        event: peirast_record::Event::Correct,
    }];
    let plan = Plan::new(&study).unwrap();
    let methods: Vec<&str> = plan.contrasts.iter().map(|c| c.method.as_str()).collect();
    assert_eq!(
        methods,
        [
            "zero_shot->zero_shot_cot T=0.0",
            "zero_shot->zero_shot_cot T=0.5",
            "zero_shot->zero_shot_cot T=1.0"
        ]
    );
    let (_, protocol) = plan.protocols.named("zero_shot_cot").unwrap();
    assert_eq!(Protocol::factors(protocol).get("cot"), Some("yes"));
}

#[test]
fn the_questions_of_etr_2025_are_those_of_the_program() {
    let study = study("etr-2025");
    assert_eq!(study.families[0].n, 399);
    let plan = Plan::new(&study).unwrap();
    assert_eq!(plan.problems.len(), 797, "every problem in two orders, and each question once");
    let (_, protocol) = plan.protocols.named("at_once").unwrap();
    let mut themes = BTreeSet::new();
    for problem in plan.problems.iter() {
        let messages = plan.asker.ask(problem, protocol).messages;
        assert_eq!((messages.len(), messages[0].role), (1, Role::User));
        let lexicon = &problem.worded.as_ref().unwrap().lexicon;
        // *time-altering* is `timeAltering` in the program's tables of names.
        let name = |words: &String| {
            let parts: Vec<&str> = words.split([' ', '-', '_']).collect();
            let rest: String = parts[1..].iter().map(|part| capitalised(part)).collect();
            (format!("{}{rest}", parts[0].to_lowercase()).replace('\'', ""), words.clone())
        };
        let names: BTreeMap<String, String> =
            lexicon.objects.values().chain(lexicon.predicates.values()).map(name).collect();
        let row = serde_json::json!({ "prompt": messages[0].content, "names": names });
        let row = PromptRow::parse(&row.to_string()).unwrap();
        assert_eq!(row.difference(), Ok(None), "{}", messages[0].content);
        themes.insert(problem.factors.get("theme").unwrap());
    }
    assert_eq!(themes.len(), 12);
}
