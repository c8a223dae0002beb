//! Items for tests: written out, and random ones.

use peirast_pairs::{AnswerKey, Certification, Item, ItemSet, ItemVersion, Separator};
use peirast_random::Stream;
use peirast_record::{Accepted, Factors, Labels, Number, Segment, Tolerance};

/// A version with this question.
pub(crate) fn version(question: &str, choices: &[&str], key: AnswerKey) -> ItemVersion {
    ItemVersion {
        name: "original".to_owned(),
        place: "line 2".to_owned(),
        before: vec![Segment { role: "question".into(), text: format!("{question}\n") }],
        choices: choices.iter().map(|option| (*option).to_owned()).collect(),
        labels: Labels::Upper,
        separator: Separator::Brackets,
        after: Vec::new(),
        key,
        lure: None,
        certification: Certification::AsGiven,
    }
}

/// A set of items with these originals.
pub(crate) fn set(originals: impl IntoIterator<Item = ItemVersion>) -> ItemSet {
    let item = |(number, version)| Item {
        name: format!("item-{number}"),
        kept: Factors::from_iter([("independent", "yes")]),
        versions: vec![version],
    };
    ItemSet {
        name: "test".to_owned(),
        file: "test.csv".to_owned(),
        items: (1..).zip(originals).map(item).collect(),
        versions: vec!["original".to_owned()],
        cluster: None,
        columns: Vec::new(),
        unused: Vec::new(),
        notes: Vec::new(),
    }
}

pub(crate) fn text(text: &str) -> AnswerKey {
    AnswerKey::Text(vec![Accepted::Text(text.to_owned())])
}

const NAMES: [&str; 8] = ["Anna", "Omar", "James", "Étienne", "Alex", "Ayşe", "Mary", "Bob"];
const SENTENCES: [&str; 18] = [
    "{0} owns 12 marbles and gives 3 of them to {1}.",
    "{0}’s brother prefers green tea.",
    "All tigers are mammals.",
    "If it snows, then {0} stays at home.",
    "Dr. Brown bought 4.5 kg of rice, e.g. for soup!",
    "Some painters like \"loud music. Really.\" at work.",
    "Größe und Maß sind wichtig.",
    "Все кошки серые.",
    "猫は動物です。",
    "{1} and {0} walk 250 m every morning…",
    "The US exports $5 worth of x_1 to point B.",
    "James' hat is older than {1}'s scarf.",
    "A letter arrived (nobody knows when. Perhaps late).",
    "cafe\u{301} owners sell polish to Polish people.",
    "The lamp needs 5 mW and 3 mm of wire at 40 Hz.",
    "Call `print total price` if $velocity times t$ is small.",
    "Here profit = price - cost, and DNA has a pH near 7.",
    "Add Na to water, approx. 3 in deep, where sin x is small.",
];
const QUESTIONS: [&str; 6] = [
    "Which of these follows?",
    "How many marbles does {0} have?",
    "Is that so? Explain briefly.",
    "what remains",
    "Does {1} agree?",
    "¿Es verdad?",
];
const OPTIONS: [&str; 12] = [
    "red",
    "blue",
    "12",
    "9 marbles",
    "{0}",
    "{1} wins",
    "Both A and B",
    "All of the above",
    "none of these",
    "grün",
    "猫",
    "the green tea",
];

/// A random item: several scripts, names, numbers, lists, all kinds of answers. `extra` is an
/// additional sentence.
pub(crate) fn random(seed: u64, extra: &str) -> ItemVersion {
    let mut stream = Stream::named(seed, &["item"]);
    let stream = &mut stream;
    let people = stream.sample(&NAMES, 2);
    let fill = |text: &str| text.replace("{0}", people[0]).replace("{1}", people[1]);
    let draw = |stream: &mut Stream, from: &[&str]| fill(stream.choose(from).expect("one"));
    let sentences = |stream: &mut Stream| {
        let count = stream.below(5);
        (0..count).map(|_| draw(stream, &SENTENCES)).collect::<Vec<_>>().join(" ")
    };
    let mut question = sentences(stream);
    if stream.chance(0.2) {
        let points = 2 + stream.below(3);
        (0..points).for_each(|_| question += &format!("\n- {}", draw(stream, &SENTENCES)));
        question.push('\n');
    }
    // An indented line would continue the last list item.
    let last = format!("{extra} {}", draw(stream, &QUESTIONS));
    let gap = if question.ends_with('\n') { "" } else { " " };
    question += &format!("{gap}{}", last.trim_start());
    let options: Vec<String> = match stream.chance(0.5) {
        true => (0..2 + stream.below(4)).map(|_| draw(stream, &OPTIONS)).collect(),
        false => Vec::new(),
    };
    let number = |stream: &mut Stream| {
        Number::decimal(stream.below(400) as i64 - 100, stream.below(2) as i32).expect("a number")
    };
    let kind = stream.below(4);
    let tolerance = stream.coin().then_some(Tolerance::Absolute(Number::from(1)));
    let key = |stream: &mut Stream| match (options.len(), kind) {
        (0, 0) => AnswerKey::YesNo(stream.coin()),
        (0, 1) => AnswerKey::Valid(stream.coin()),
        (0, 2) => AnswerKey::Number(number(stream), tolerance),
        (0, _) => match stream.below(4) {
            0 => AnswerKey::Text(vec![Accepted::Pattern("gr(e|a)y".to_owned())]),
            1 => text("12 marbles"),
            _ => text(people[stream.below(2)]),
        },
        (count, _) => AnswerKey::Choice(vec![stream.below(count)]),
    };
    let mut right = key(stream);
    if let AnswerKey::Choice(places) = &mut right {
        let further = stream.below(options.len());
        if options.len() > 2 && stream.chance(0.3) && !places.contains(&further) {
            places.push(further);
        }
    }
    let lure = stream.coin().then(|| key(stream));
    let shown: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut version = version(question.trim(), &shown, right);
    version.lure = lure;
    version.labels = *stream.choose(&Labels::ALL).expect("labels");
    version.separator = *stream.choose(&Separator::ALL).expect("a separator");
    if stream.chance(0.3) {
        let context = Segment { role: "context".into(), text: sentences(stream) + "\n" };
        version.before.insert(0, context);
    }
    version
}
