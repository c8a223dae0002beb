//! A law for each transformation: the parts that it may change have changed, and nothing else. The
//! check of every version accepts it and refuses further changes.

use crate::items::{random, set, version};
use peirast_pairs::{AnswerKey, Certification, Hinted, ItemVersion, Transformation, certify};
use peirast_record::{Accepted, Number};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The version that a transformation makes of an original, if it fits.
fn made(transformation: &Transformation, original: &ItemVersion, seed: u64) -> Option<ItemVersion> {
    let items = set([original.clone()]).with(std::slice::from_ref(transformation), seed);
    match items {
        Ok(items) => {
            assert_eq!(items.items[0].versions[0], *original, "the original changed");
            assert_eq!(items.versions, ["original", &transformation.to_string()]);
            Some(items.items[0].versions[1].clone())
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.contains("it fits no item: of 1, 1 "), "{transformation}: {message}");
            None
        }
    }
}

/// Two versions with the same names and places.
fn content(version: &ItemVersion) -> ItemVersion {
    ItemVersion {
        name: String::new(),
        place: String::new(),
        certification: Certification::AsGiven,
        ..version.clone()
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\u{301}').collect()
}

fn sorted<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort();
    all
}

/// Parts of [`crate::items`] whose exact letters have a meaning.
const LITERALS: [&str; 15] = [
    "5 mW",
    "3 mm",
    "40 Hz",
    "`print total price`",
    "$velocity times t$",
    "profit = price - cost",
    "DNA",
    " pH ",
    " Na ",
    "approx. 3 in ",
    " sin x ",
    "4.5 kg",
    "x_1",
    "250 m ",
    "e.g.",
];

/// Checks that every literal occurs equally often in the new text and in the old one.
fn keeps_literals(old: &str, new: &str, what: &str) {
    for literal in LITERALS {
        assert_eq!(old.matches(literal).count(), new.matches(literal).count(), "{literal}: {what}");
    }
}

/// The law of a transformation.
fn law(transformation: &Transformation, original: &ItemVersion, made: &ItemVersion) {
    let (old, new) = (original.question(), made.question());
    // The rest of the difference, after the parts that may change are restored.
    let mut back = content(made);
    let what = format!("{transformation}:\n{original:#?}\n{made:#?}");
    match transformation {
        Transformation::ShuffleOptions | Transformation::RotateOptions(_) => {
            assert_ne!(made.choices, original.choices, "{what}");
            assert_eq!(sorted(&made.choices), sorted(&original.choices), "{what}");
            assert_eq!(made.answer_text(), original.answer_text(), "{what}");
            back.choices.clone_from(&original.choices);
            back.key.clone_from(&original.key);
            back.lure.clone_from(&original.lure);
        }
        Transformation::Labels(labels) => {
            assert_eq!(made.labels, *labels, "{what}");
            assert_ne!(made.labels, original.labels, "{what}");
            back.labels = original.labels;
        }
        Transformation::Separator(separator) => {
            assert_eq!(made.separator, *separator, "{what}");
            assert_ne!(made.separator, original.separator, "{what}");
            back.separator = original.separator;
        }
        Transformation::AnswerFormat(_) => {
            assert!(back.after.pop().is_some_and(|added| added.role == "answer-format"), "{what}");
        }
        Transformation::Hint(hinted) => {
            assert!(
                back.after.pop().is_some_and(|added| added.text.starts_with("I think ")),
                "{what}"
            );
            if *hinted == Hinted::Wrong {
                assert_ne!(made.lure.as_ref(), Some(&made.key), "{what}");
                back.lure.clone_from(&original.lure);
            }
        }
        Transformation::Source(_) => {
            let source = back.before.remove(0);
            assert!(source.role == "source" && source.text.starts_with("This question "), "{what}");
        }
        Transformation::Irrelevant(_) | Transformation::Relevant => {
            let before = old.bytes().zip(new.bytes()).take_while(|(one, two)| one == two).count();
            let behind = old
                .bytes()
                .rev()
                .zip(new.bytes().rev())
                .take_while(|(one, two)| one == two)
                .count();
            assert!(new.len() > old.len() && before + behind >= old.len(), "{what}");
            back.before.clone_from(&original.before);
        }
        Transformation::SentenceOrder => {
            assert_ne!(new, old, "{what}");
            assert_eq!(sorted(new.lines()), sorted(old.lines()), "{what}");
            back.before.clone_from(&original.before);
        }
        Transformation::Case(_) => {
            assert_ne!(new, old, "{what}");
            assert_eq!(new.to_lowercase(), old.to_lowercase(), "{what}");
            keeps_literals(&old, &new, &what);
            back.before.clone_from(&original.before);
        }
        Transformation::WhiteSpace => {
            assert!(new.len() > old.len(), "{what}");
            assert_eq!(squeezed(&new), squeezed(&old), "{what}");
            for code in ["`print total price`", "$velocity times t$"] {
                assert_eq!(old.matches(code).count(), new.matches(code).count(), "{what}");
            }
            back.before.clone_from(&original.before);
        }
        Transformation::Typos(rate) => {
            let pairs = old.split_whitespace().zip(new.split_whitespace());
            let slips: Vec<(&str, &str)> = pairs.filter(|(one, two)| one != two).collect();
            assert_eq!(old.split_whitespace().count(), new.split_whitespace().count(), "{what}");
            let most = (rate.to_f64() * old.chars().filter(|c| c.is_alphabetic()).count() as f64)
                .round()
                .max(1.0);
            assert!(!slips.is_empty() && slips.len() as f64 <= most, "{what}");
            let is_small = |(one, two): (&str, &str)| {
                one.len().abs_diff(two.len()) <= 1 && one.chars().next() == two.chars().next()
            };
            assert!(slips.into_iter().all(is_small), "{what}");
            keeps_literals(&old, &new, &what);
            back.before.clone_from(&original.before);
        }
        Transformation::Names(_) => {
            let all = |version: &ItemVersion| {
                format!("{} | {}", version.question(), version.choices.join(" | "))
            };
            let (ours, theirs) = (all(original), all(made));
            assert_ne!(ours, theirs, "{what}");
            let (ours, theirs) = (words(&ours), words(&theirs));
            assert_eq!(ours.len(), theirs.len(), "{what}");
            let pairs: BTreeSet<(&str, &str)> = ours.into_iter().zip(theirs).collect();
            let there: BTreeMap<&str, &str> = pairs.iter().copied().collect();
            let again: BTreeMap<&str, &str> = pairs.iter().map(|(one, two)| (*two, *one)).collect();
            assert_eq!(
                (there.len(), again.len()),
                (pairs.len(), pairs.len()),
                "no two persons share a name: {what}"
            );
            let key = |key: &AnswerKey| match key {
                AnswerKey::Text(texts) => texts.clone(),
                _ => Vec::new(),
            };
            for (one, two) in key(&original.key).into_iter().zip(key(&made.key)) {
                if let (Accepted::Text(one), Accepted::Text(two)) = (one, two) {
                    let expected = there.get(one.as_str()).copied().unwrap_or(&one);
                    assert_eq!(two, expected, "{what}");
                }
            }
            back.before.clone_from(&original.before);
            back.choices.clone_from(&original.choices);
            if matches!(original.key, AnswerKey::Text(_)) {
                back.key.clone_from(&original.key);
                back.lure.clone_from(&original.lure);
            }
        }
    }
    assert_eq!(back, content(original), "{what}");
}

/// Another right answer than the one of a version, if there is one.
fn other_key(version: &ItemVersion) -> Option<AnswerKey> {
    Some(match &version.key {
        AnswerKey::Choice(places) => {
            let right: Vec<&String> =
                places.iter().filter_map(|at| version.choices.get(*at)).collect();
            let other = version.choices.iter().position(|option| !right.contains(&option))?;
            AnswerKey::Choice([vec![other], places[1..].to_vec()].concat())
        }
        AnswerKey::YesNo(is) => AnswerKey::YesNo(!is),
        AnswerKey::Valid(is) => AnswerKey::Valid(!is),
        AnswerKey::Number(number, tolerance) => {
            AnswerKey::Number(number.plus(Number::from(1))?, *tolerance)
        }
        AnswerKey::Text(texts) => AnswerKey::Text(
            texts.iter().cloned().chain([Accepted::Text("nothing".to_owned())]).collect(),
        ),
    })
}

/// A version, changed in further ways.
fn tampered(version: &ItemVersion) -> Vec<(&'static str, ItemVersion)> {
    let changed = |change: &dyn Fn(&mut ItemVersion)| {
        let mut version = version.clone();
        change(&mut version);
        version
    };
    let mut all = vec![
        (
            "a second sentence",
            changed(&|version| {
                let question = version.before.last_mut().expect("a question");
                question.text = format!("{} It is late.\n", question.text.trim_end());
            }),
        ),
        (
            "a sentence in front",
            changed(&|version| version.before[0].text.insert_str(0, "It is late. ")),
        ),
        (
            "a cut question",
            changed(&|version| {
                let question = version.before.last_mut().expect("a question");
                question.text.remove(0);
            }),
        ),
        (
            "a text at the end",
            changed(&|version| {
                version.after.push(peirast_record::Segment {
                    role: "hint".into(),
                    text: "I think not.\n".to_owned(),
                });
            }),
        ),
    ];
    if !version.choices.is_empty() {
        all.push(("an option", changed(&|version| version.choices[0].push('x'))));
        all.push((
            "an option less",
            changed(&|version| {
                version.choices.pop();
            }),
        ));
    }
    if let Some(other) = other_key(version) {
        all.push(("the right answer", changed(&|version| version.key.clone_from(&other))));
    }
    let lure = AnswerKey::Text(vec![Accepted::Text("a new lure".to_owned())]);
    all.push(("the lure", changed(&|version| version.lure = Some(lure.clone()))));
    all
}

/// Checks the law of a transformation on an item, and, if `is_tampered`, that the check of the
/// version finds further changes. False if the transformation does not fit.
fn holds_for(
    transformation: &Transformation,
    original: &ItemVersion,
    seed: u64,
    is_tampered: bool,
) -> bool {
    let Some(version) = made(transformation, original, seed) else { return false };
    law(transformation, original, &version);
    assert_eq!(certify(transformation, original, &version), Ok(()), "{transformation}");
    assert_eq!(version.certification, Certification::Certified);
    assert!(
        certify(transformation, original, original).is_err(),
        "{transformation}: nothing changed"
    );
    let others = if is_tampered { tampered(&version) } else { Vec::new() };
    for (what, other) in others {
        let verdict = certify(transformation, original, &other);
        assert!(
            verdict.is_err(),
            "{transformation}: {what} was not seen\n{original:#?}\n{other:#?}"
        );
    }
    true
}

#[test]
fn laws_hold_for_ten_thousand_random_items() {
    let all = Transformation::built_in();
    let mut fitting: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in 0..10_000 {
        let original = random(seed, "");
        for transformation in &all {
            let fits = holds_for(transformation, &original, seed, seed % 10 == 0);
            *fitting.entry(transformation.name()).or_default() += u32::from(fits);
        }
    }
    let rare: Vec<_> = fitting.iter().filter(|(_, count)| **count < 200).collect();
    assert!(rare.is_empty(), "laws are hardly tried: {rare:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn laws_hold_whatever_the_text(seed in any::<u64>(), extra in "(\\PC|[a-zA-Z.?!\"' \n]){0,80}") {
        let original = random(seed, &extra);
        for transformation in Transformation::built_in() {
            holds_for(&transformation, &original, seed, true);
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_version(seed in any::<u64>()) {
        let (one, two) = (random(seed, ""), random(seed.wrapping_add(1), ""));
        for transformation in Transformation::built_in() {
            prop_assert_eq!(made(&transformation, &one, seed), made(&transformation, &one, seed));
            // Other items and other transformations do not change it.
            let alone = made(&transformation, &one, seed);
            let both = set([one.clone(), two.clone()]).with(&["source=reputable".parse().expect("one"), transformation.clone()], seed);
            if let (Some(alone), Ok(both)) = (alone, both) {
                prop_assert_eq!(both.items[0].version(&transformation.to_string()), Some(&alone));
            }
        }
    }
}

#[test]
fn the_check_refuses_a_literal_that_was_respelt() {
    let question =
        "The long cable of `total price` is 5 mm, where profit = price - cost, near Na salt.";
    let original = version(question, &[], AnswerKey::YesNo(true));
    for (transformation, from, to) in [
        ("case=upper", "5 mm", "5 MM"),
        ("case=upper", "profit =", "PROFIT ="),
        ("case=upper", "`total", "`TOTAL"),
        ("case=lower", "Na", "na"),
        ("typos=0.2", "- cost", "- csot"),
        ("typos=0.2", "price`", "pirce`"),
        ("white-space", "total price", "total  price"),
    ] {
        let transformation: Transformation = transformation.parse().expect("a transformation");
        let made = made(&transformation, &original, 1).expect("a version");
        assert!(made.question().contains(from), "{}", made.question());
        let mut other = made.clone();
        other.before[0].text = made.question().replacen(from, to, 1);
        let verdict = certify(&transformation, &original, &other);
        assert!(verdict.is_err(), "{transformation}: `{to}` was not seen");
    }
}

#[test]
fn a_transformation_that_is_given_twice_is_refused() {
    let items = set([version("Is it so? Is it not?", &[], AnswerKey::YesNo(true))]);
    // One twentieth is 0.05.
    for (one, other) in [("typos=0.05", "typos=1/20"), ("source=reputable", "source=reputable")] {
        let error = items
            .clone()
            .with(&[one.parse().expect(one), other.parse().expect(other)], 1)
            .expect_err("twice");
        let text = error.to_string();
        assert!(text.contains(one) && text.contains("given twice: name it once"), "{text}");
    }
}
