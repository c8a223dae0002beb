//! Guarantees of every prompt: it contains the item verbatim, and two protocols of a contrast
//! differ only in its factor.

use peirast_record::{Message, Problem, Profile, Role, Task};
use peirast_task::{
    Asker, Design, FAMILIES, Family, PROTOCOLS, Plan, Protocol, VaryError, built_in_study,
    check_versions,
};
use std::collections::BTreeMap;

const BALANCED: Design = Design { seed: 17, profile: Profile::Balanced };
const PUBLISHED: Design = Design { seed: 17, profile: Profile::Paper2024 };

fn make(family: &str, variant: &str, design: &Design, n: u32) -> Vec<Problem> {
    Family::named(family).unwrap().make(design, variant, n).unwrap()
}

/// Makes all versions of `n` items of every variant.
fn every_problem(design: &Design, n: u32) -> Vec<Problem> {
    let own = FAMILIES.iter().filter(|f| f.has(design.profile));
    let variants = own.flat_map(|f| f.variants.iter().map(move |v| (f, v)));
    variants.flat_map(|(f, v)| f.make(design, v.name, n).unwrap()).collect()
}

fn ask(asker: &Asker, problem: &Problem, protocol: &str) -> Vec<Message> {
    asker.ask(problem, Protocol::named(protocol).unwrap()).messages
}

/// Returns the messages before the question: the instruction, and each exemplar with its answer.
fn before(messages: &[Message]) -> &[Message] {
    &messages[..messages.len() - 1]
}

/// Returns the verdict in an exemplar's answer: `a`, `b`, `Yes`, `No` or a number.
fn verdict(answer: &Message) -> String {
    assert_eq!(answer.role, Role::Assistant);
    let (_, rest) = answer.content.split_once("answer is ").unwrap();
    let rest = rest.trim_start_matches(['(', '\'']);
    rest.chars().take_while(|c| c.is_alphanumeric()).collect()
}

#[test]
fn the_last_message_holds_the_item_verbatim() {
    for design in [BALANCED, PUBLISHED] {
        let asker = Asker::new(&design).unwrap();
        for problem in every_problem(&design, 12) {
            for protocol in PROTOCOLS {
                let messages = asker.ask(&problem, protocol).messages;
                let last = messages.last().unwrap();
                assert_eq!(last.role, Role::User);
                let lines_in_full = |text: &str| format!("\n{}\n", text.trim());
                let text = lines_in_full(&problem.text());
                assert!(lines_in_full(&last.content).contains(&text), "{}", last.content);
                let earlier = before(&messages).iter().find(|m| m.content.contains(text.trim()));
                assert_eq!(earlier, None, "{} under {}", problem.id, protocol.name);
            }
        }
    }
}

#[test]
fn exemplar_contrasts_differ_in_the_exemplar_only() {
    // Two protocols, and the number of differing messages: an exemplar, or only the answer to it.
    let contrasts = [
        ("os", "os-bob", 2),
        ("os-cot", "os-bob-cot", 2),
        ("os", "os-incorrect", 2),
        ("os-cot", "os-incorrect-cot", 2),
        ("os-bob", "os-incorrect", 1),
        ("fs", "fs-no-linda", 2),
        ("fs-cot", "fs-no-linda-cot", 2),
    ];
    for design in [BALANCED, PUBLISHED] {
        let asker = Asker::new(&design).unwrap();
        for problem in every_problem(&design, 12) {
            for (original, perturbed, most) in contrasts {
                let (a, b) = (ask(&asker, &problem, original), ask(&asker, &problem, perturbed));
                assert_eq!(a.len(), b.len());
                let differ: Vec<usize> = (0..a.len()).filter(|i| a[*i] != b[*i]).collect();
                let expected = if most == 1 { vec![2] } else { vec![1, 2] };
                let expected: Vec<usize> =
                    expected.into_iter().filter(|i| *i == 1 || differ.contains(i)).collect();
                // The published program moves the drawn exemplars up if the classic is left out,
                // and does not have all of these for syllogisms.
                let moves = original.starts_with("fs") || problem.family == "syllogism";
                if design == BALANCED || !moves {
                    assert_eq!(differ, expected, "{}: {original} and {perturbed}", problem.id);
                }
                let find = |name| Protocol::named(name).unwrap();
                let (a, b) = (find(original), find(perturbed));
                assert_eq!(asker.check_protocols(&problem, a, b, "exemplar"), Ok(()));
                assert!(asker.check_protocols(&problem, a, b, "cot").is_err());
            }
        }
    }
}

#[test]
fn linda_and_bob_are_asked_in_the_same_words_and_letters_in_the_balanced_design() {
    let asker = Asker::new(&BALANCED).unwrap();
    let with_verdicts = |p: &Problem| p.task != Task::Conclusion;
    for problem in every_problem(&BALANCED, 12).into_iter().filter(with_verdicts) {
        let (linda, bob) = (ask(&asker, &problem, "os"), ask(&asker, &problem, "os-bob"));
        assert_eq!(verdict(&linda[2]), verdict(&bob[2]), "{}", problem.id);
        let question = |m: &Message| {
            let text = m.content.clone();
            text.split('\n').next().unwrap().rsplit(". ").next().unwrap().to_owned()
        };
        // If the question is whether a syllogism is correct, the first message asks it.
        assert!(problem.task == Task::Validity || question(&linda[1]) == question(&bob[1]));
        let incorrect = ask(&asker, &problem, "os-incorrect");
        assert_eq!(incorrect[1], bob[1], "the same exemplar, another answer");
        assert_ne!(verdict(&incorrect[2]), verdict(&bob[2]));
    }
}

#[test]
fn hint_contrasts_differ_in_the_hint_only() {
    for design in [BALANCED] {
        let asker = Asker::new(&design).unwrap();
        for problem in every_problem(&design, 12) {
            for (plain, hinted, strong) in [
                ("zs-cot", "weak-control-zs-cot", false),
                ("zs-cot", "control-zs-cot", true),
                ("os-cot", "weak-control-os-cot", false),
                ("os-cot", "control-os-cot", true),
            ] {
                let (a, b) = (ask(&asker, &problem, plain), ask(&asker, &problem, hinted));
                assert_eq!(a.len(), b.len());
                for (i, (a, b)) in a.iter().zip(&b).enumerate() {
                    let (a, b) = (&a.content, &b.content);
                    match i {
                        0 => {
                            let lead = " Here is an example.";
                            let task = a.strip_suffix(lead).unwrap_or(a);
                            assert!(b.len() > a.len() && b.starts_with(task), "{a}\n{b}");
                            assert_eq!(a.ends_with(lead), b.ends_with(lead));
                        }
                        // The strong hint also explains the exemplar's right answer.
                        2 if strong => assert!(b.len() > a.len() && b.starts_with(a), "{a}\n{b}"),
                        _ => assert_eq!(a, b, "{}: {plain} and {hinted}", problem.id),
                    }
                }
                let find = |name| Protocol::named(name).unwrap();
                let checked = asker.check_protocols(&problem, find(plain), find(hinted), "hint");
                assert_eq!(checked, Ok(()));
            }
        }
    }
}

/// The program writes "Here is the question:" only after a strong hint.
#[test]
fn the_published_design_asks_as_the_published_program_does() {
    let asker = Asker::new(&PUBLISHED).unwrap();
    for problem in every_problem(&PUBLISHED, 4) {
        let published = ["conjunction", "syllogism"].contains(&problem.family.as_str());
        let hinted = ask(&asker, &problem, "control-zs-cot");
        let lead = hinted[1].content.starts_with("Here is the question:\n");
        assert_eq!(lead, published, "{}", problem.id);
        if published {
            let weak = &ask(&asker, &problem, "weak-control-zs-cot")[0].content;
            assert!(weak.contains(" Please aware that this is a Linda Problem"), "{weak}");
            let strong = Protocol::named("control-zs-cot").unwrap();
            let plain = Protocol::named("zs-cot").unwrap();
            assert_eq!(asker.check_protocols(&problem, plain, strong, "hint"), Ok(()));
        }
    }
}

#[test]
fn step_by_step_contrasts_differ_in_that_line_only() {
    for design in [BALANCED, PUBLISHED] {
        let asker = Asker::new(&design).unwrap();
        for problem in every_problem(&design, 4) {
            for (plain, cot) in [
                ("baseline", "zs-cot"),
                ("os", "os-cot"),
                ("os-bob", "os-bob-cot"),
                ("fs", "fs-cot"),
            ] {
                let (a, b) = (ask(&asker, &problem, plain), ask(&asker, &problem, cot));
                assert_eq!(before(&a), before(&b));
                let added = b.last().unwrap().content.strip_prefix(&a.last().unwrap().content);
                assert!(added.unwrap().trim().ends_with("step by step."));
            }
        }
    }
}

#[test]
fn both_members_of_a_pair_get_the_same_exemplars() {
    for design in [BALANCED, PUBLISHED] {
        let asker = Asker::new(&design).unwrap();
        for versions in every_problem(&design, 40).chunk_by(|a, b| a.item == b.item) {
            for protocol in PROTOCOLS {
                let prompts: Vec<Vec<Message>> =
                    versions.iter().map(|v| asker.ask(v, protocol).messages).collect();
                for prompt in &prompts[1..] {
                    let (a, b) = (before(&prompts[0]), before(prompt));
                    assert_eq!(a, b, "{} under {}", versions[0].item, protocol.name);
                }
            }
        }
    }
}

#[test]
fn few_shot_exemplars_share_no_stretch_of_the_item() {
    let asker = Asker::new(&BALANCED).unwrap();
    // The identifying text of an item. The exemplars have the same question, and a person with the
    // same given name may occur in them.
    let own = ["stem", "shared-event", "added-event", "predicate-1", "predicate-2"];
    for versions in every_problem(&BALANCED, 40).chunk_by(|a, b| a.item == b.item) {
        if versions[0].task == Task::Number {
            continue; // Of the same few words; their numbers are tested below.
        }
        let mut stretches: Vec<&str> = versions
            .iter()
            .flat_map(|v| &v.segments)
            .filter(|s| own.contains(&&*s.role))
            .map(|s| s.text.trim())
            .collect();
        stretches.retain(|text| *text != "Suppose");
        for protocol in ["os", "os-bob", "fs", "fs-no-linda"] {
            let messages = ask(&asker, &versions[0], protocol);
            for message in &before(&messages)[1..] {
                let shared = stretches.iter().find(|text| message.content.contains(**text));
                assert_eq!(shared, None, "{} under {protocol}: {message:?}", versions[0].item);
            }
        }
    }
}

#[test]
fn few_shot_exemplars_are_three_different_ones() {
    for design in [BALANCED, PUBLISHED] {
        let asker = Asker::new(&design).unwrap();
        for problem in every_problem(&design, 30) {
            for protocol in ["fs", "fs-no-linda"] {
                let messages = ask(&asker, &problem, protocol);
                assert_eq!(messages.len(), 8, "{} under {protocol}", problem.id);
                assert_ne!(messages[1], messages[3]);
                assert_ne!(messages[1], messages[5]);
                assert_ne!(messages[3], messages[5]);
            }
        }
    }
}

#[test]
fn few_shot_answers_differ_and_stand_in_balanced_order() {
    let asker = Asker::new(&BALANCED).unwrap();
    for (family, variant) in [("conjunction", "2"), ("syllogism", "all-some-some")] {
        let mut last: BTreeMap<String, u32> = BTreeMap::new();
        for problem in make(family, variant, &BALANCED, 400) {
            let messages = ask(&asker, &problem, "fs");
            let verdicts = [2, 4, 6].map(|i| verdict(&messages[i]));
            assert_ne!(verdicts[1], verdicts[2], "both answers occur");
            *last.entry(verdicts[2].clone()).or_default() += 1;
        }
        // 400 independent items of 2 or 4 versions: five standard deviations are an eighth.
        let total: u32 = last.values().sum();
        assert!(last.values().all(|n| n.abs_diff(total / 2) < total / 8), "{last:?}");
    }
}

#[test]
fn race_exemplars_never_have_the_size_or_the_animal_of_an_item() {
    let asker = Asker::new(&BALANCED).unwrap();
    for problem in make("horses", "fastest-three", &BALANCED, 100) {
        let animal = &problem.segments.iter().find(|s| s.role == "animal").unwrap().text;
        let number = &problem.segments.iter().find(|s| s.role == "number").unwrap().text;
        for protocol in ["os", "os-bob", "os-incorrect", "fs", "fs-no-linda"] {
            for message in &before(&ask(&asker, &problem, protocol))[1..] {
                assert!(!message.content.contains(&format!("are {number} ")), "{message:?}");
                let is_its = animal != "horses" && message.content.contains(&format!(" {animal}"));
                assert!(!is_its, "{}: {message:?}", problem.id);
            }
        }
    }
}

#[test]
fn the_exemplars_letter_is_crossed_with_the_name_and_the_items_letter() {
    let asker = Asker::new(&BALANCED).unwrap();
    for variant in ["1", "2", "3", "4", "5", "6"] {
        for protocol in ["os", "os-bob"] {
            let mut cells: BTreeMap<(String, String), u32> = BTreeMap::new();
            for versions in make("conjunction", variant, &BALANCED, 200).chunks(2) {
                let shown = verdict(&ask(&asker, &versions[0], protocol)[2]);
                *cells.entry((shown, versions[0].truth.answer.to_string())).or_default() += 1;
            }
            let counts: Vec<u32> = cells.values().copied().collect();
            assert_eq!(counts, [50; 4], "variant {variant} under {protocol}: {cells:?}");
        }
    }
    for variant in ["all-some-some", "valid-control"] {
        for protocol in ["os", "os-bob"] {
            let mut cells: BTreeMap<String, u32> = BTreeMap::new();
            for versions in make("syllogism", variant, &BALANCED, 200).chunks(4) {
                *cells.entry(verdict(&ask(&asker, &versions[0], protocol)[2])).or_default() += 1;
            }
            assert_eq!(cells.into_values().collect::<Vec<_>>(), [100; 2], "{variant}");
        }
    }
}

#[test]
fn published_exemplars_are_answered_as_published() {
    let asker = Asker::new(&PUBLISHED).unwrap();
    for problem in every_problem(&PUBLISHED, 20) {
        let shown = |protocol: &str| -> Vec<String> {
            let messages = ask(&asker, &problem, protocol);
            before(&messages)[1..].iter().skip(1).step_by(2).map(verdict).collect()
        };
        match problem.task {
            Task::Choice => {
                assert_eq!(shown("os"), ["a"]);
                assert_eq!(shown("os-bob"), ["b"]);
                assert_eq!(shown("os-incorrect"), ["a"]);
                assert_eq!(shown("fs")[0], "a");
            }
            Task::YesNo => {
                assert_eq!(shown("os"), ["No"]);
                assert_eq!(shown("os-bob"), ["No"]);
                assert_eq!(shown("os-incorrect"), ["Yes"]);
                assert_eq!(shown("fs"), ["No"; 3]);
                assert_eq!(shown("fs-no-linda"), ["No"; 3]);
            }
            Task::Validity => {
                assert_eq!(shown("os"), ["incorrect"]);
                assert_eq!(shown("os-incorrect"), ["correct"]);
                assert_eq!(shown("fs"), ["incorrect"; 3]);
            }
            Task::Number => assert_eq!(shown("os"), ["10"]),
            Task::Text | Task::Conclusion => assert!(shown("os")[0].contains("conclude")),
        }
    }
}

/// The result of a check of a changed pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    Accepted,
    SameLevels,
    Shape,
    Segment,
    Truth,
}

fn check(versions: &[Problem], family: &str, variant: &str, profile: Profile) -> Check {
    let factors = Family::named(family).unwrap().variant(variant).unwrap().factors;
    match check_versions(versions, factors, profile) {
        Ok(()) => Check::Accepted,
        Err(VaryError::SameLevels(..)) => Check::SameLevels,
        Err(VaryError::Shape(..)) => Check::Shape,
        Err(VaryError::Segment { .. }) => Check::Segment,
        Err(VaryError::Truth(..)) => Check::Truth,
    }
}

/// Returns the text of the first segment of a role.
fn text<'a>(problem: &'a mut Problem, role: &str) -> &'a mut String {
    &mut problem.segments.iter_mut().find(|s| s.role == role).unwrap().text
}

type Tamper = fn(&mut Problem);

#[test]
fn a_tampered_pair_is_refused() {
    let cases: [(&str, Tamper, Check, Check); 11] = [
        ("nothing", |_| {}, Check::Accepted, Check::Accepted),
        (
            "another completion",
            |p| text(p, "added-event").push_str(" again"),
            Check::Accepted,
            Check::Accepted,
        ),
        (
            "a capital at the start of a stretch",
            |p| *text(p, "shared-event") = capital(text(p, "shared-event")),
            Check::Accepted,
            Check::Accepted,
        ),
        (
            "an extra word in the stem",
            |p| text(p, "stem").insert_str(0, "Well, "),
            Check::Segment,
            Check::Accepted,
        ),
        (
            "a changed question",
            |p| *text(p, "question") = "Which is rarer?\n".to_owned(),
            Check::Segment,
            Check::Accepted,
        ),
        (
            "a changed shared event",
            |p| text(p, "shared-event").push_str(" today"),
            Check::Segment,
            Check::Accepted,
        ),
        ("a missing stretch", |p| drop(p.segments.remove(0)), Check::Shape, Check::Accepted),
        (
            "an extra stretch",
            |p| p.segments.push(p.segments[0].clone()),
            Check::Shape,
            Check::Accepted,
        ),
        ("options in another order", |p| p.segments.swap(3, 7), Check::Shape, Check::Accepted),
        ("another right answer", |p| p.truth.answer = p.truth.lure, Check::Truth, Check::Truth),
        (
            "the same levels",
            |p| p.factors.set("context", "relevant"),
            Check::SameLevels,
            Check::SameLevels,
        ),
    ];
    for (what, tamper, balanced, published) in cases {
        let mut pair = make("conjunction", "1", &BALANCED, 1);
        tamper(&mut pair[1]);
        assert_eq!(check(&pair, "conjunction", "1", Profile::Balanced), balanced, "{what}");
        // The published perturbations also change the rest of the text.
        assert_eq!(check(&pair, "conjunction", "1", Profile::Paper2024), published, "{what}");
    }
}

#[test]
fn a_tampered_framing_is_refused() {
    let cases: [(&str, usize, Tamper, Check); 6] = [
        ("nothing", 0, |_| {}, Check::Accepted),
        (
            "another source",
            2,
            |p| *text(p, "source-1") = "My aunt says that ".to_owned(),
            Check::Accepted,
        ),
        (
            "another quantifier",
            0,
            |p| *text(p, "quantified-2") = "Most sheep".to_owned(),
            Check::Accepted,
        ),
        (
            "another quantifier within a framing",
            3,
            |p| *text(p, "quantified-2") = "most sheep".to_owned(),
            Check::Segment,
        ),
        ("another trait", 1, |p| *text(p, "predicate-3") = " sing.".to_owned(), Check::Segment),
        ("another right answer", 3, |p| p.truth.answer = p.truth.lure, Check::Truth),
    ];
    for (what, version, tamper, expected) in cases {
        let mut versions = make("syllogism", "all-some-some", &BALANCED, 1);
        tamper(&mut versions[version]);
        let found = check(&versions, "syllogism", "all-some-some", Profile::Balanced);
        assert_eq!(found, expected, "{what}");
    }
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_uppercase() + rest
}

#[test]
fn a_plan_under_no_few_shot_protocol_can_be_asked_under_one() {
    let mut study = built_in_study("token-bias").expect("it is built in").unwrap();
    study.hypotheses.retain(|one| one.id == "H1");
    study.hypotheses.iter_mut().for_each(|one| one.protocols = vec!["baseline".into()]);
    study.families.iter_mut().for_each(|family| family.n = 4);
    let plan = Plan::new(&study).unwrap();
    let own = Asker::new(&Design { seed: study.seed, profile: study.profile }).unwrap();
    let few = Protocol::named("fs").unwrap();
    assert!(!plan.problems.is_empty());
    for problem in plan.problems.iter() {
        let prompt = plan.asker.ask(problem, few);
        assert_eq!(prompt, own.ask(problem, few));
        assert!(prompt.messages.len() >= 8, "three examples");
    }
}
