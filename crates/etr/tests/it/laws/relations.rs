//! Laws of dependency relations, written as quantifier prefixes.

use crate::support::config;
use crate::support::dice::Dice;
use peirast_etr::Reading;
use peirast_etr::batch::Call;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A prefix over some of `names`; every other name is universal wherever it occurs.
fn prefix(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    any::<u64>().prop_map(move |seed| {
        let mut dice = Dice(seed);
        let mut chosen: Vec<String> = names
            .iter()
            .enumerate()
            .filter(|_| dice.chance(2, 3))
            .map(|(at, name)| format!("{}{name}", if at % 2 == 0 { '∀' } else { '∃' }))
            .collect();
        dice.shuffle(&mut chosen);
        chosen.join(" ")
    })
}

const ALL: [&str; 6] = ["x", "y", "z", "w", "u", "v"];
const FIRST: [&str; 4] = ["x1", "y1", "z1", "w1"];
const SECOND: [&str; 4] = ["x2", "y2", "z2", "w2"];
const THIRD: [&str; 4] = ["x3", "y3", "z3", "w3"];

fn call(op: &str, args: &[&str], keep: Value) -> Value {
    let args = args.iter().map(|text| json!(text)).collect();
    let mut call = Call { op: op.to_owned(), args, kwargs: Default::default() };
    call.kwargs.insert("keep".to_owned(), keep);
    call.answer(Reading::SOUND).expect("relations of fixed kinds combine")
}

fn fused(one: &str, two: &str) -> Value {
    call("dep_fusion", &[one, two], Value::Null)
}

fn chained(one: &str, two: &str) -> Value {
    call("dep_chain", &[one, two], Value::Null)
}

fn negated(one: &str) -> Value {
    call("dep_negation", &[one], Value::Null)
}

fn restricted(one: &str, keep: &[&str]) -> Value {
    call("dep_restriction", &[one], json!(keep))
}

fn text(relation: &Value) -> String {
    relation["prefix"].as_str().expect("a prefix").to_owned()
}

/// The relation that a prefix amounts to.
fn itself(one: &str) -> Value {
    restricted(one, &[&ALL[..], &FIRST, &SECOND, &THIRD].concat())
}

fn some(names: &[&'static str], dice: &mut Dice) -> Vec<&'static str> {
    names.iter().copied().filter(|_| dice.chance(1, 2)).collect()
}

proptest! {
    #![proptest_config(config(8_000))]

    #[test]
    fn fusion_is_commutative(one in prefix(&ALL), two in prefix(&ALL)) {
        prop_assert_eq!(fused(&one, &two), fused(&two, &one));
    }

    #[test]
    fn fusion_is_idempotent_and_the_empty_relation_neutral(one in prefix(&ALL)) {
        let relation = itself(&one);
        prop_assert_eq!(&fused(&one, &one), &relation);
        prop_assert_eq!(&fused(&one, ""), &relation);
        prop_assert_eq!(&fused("", &one), &relation);
    }

    #[test]
    fn fusion_is_what_definition_14_says(one in prefix(&ALL), two in prefix(&ALL)) {
        prop_assert_eq!(dependencies(&fused(&one, &two)), by_definition(&one, &two));
    }

    #[test]
    fn fusion_without_common_objects_is_associative(
        one in prefix(&FIRST), two in prefix(&SECOND), three in prefix(&THIRD),
    ) {
        let left = fused(&text(&fused(&one, &two)), &three);
        let right = fused(&one, &text(&fused(&two, &three)));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn chain_without_common_objects_is_associative(
        one in prefix(&FIRST), two in prefix(&SECOND), three in prefix(&THIRD),
    ) {
        let left = chained(&text(&chained(&one, &two)), &three);
        let right = chained(&one, &text(&chained(&two, &three)));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn chain_puts_one_prefix_behind_the_other(one in prefix(&FIRST), two in prefix(&SECOND)) {
        prop_assert_eq!(chained(&one, &two), itself(&format!("{one} {two}")));
    }

    #[test]
    fn negation_is_an_involution(one in prefix(&ALL)) {
        prop_assert_eq!(negated(&text(&negated(&one))), itself(&one));
    }

    #[test]
    fn negation_turns_a_chain_around_kind_by_kind(one in prefix(&FIRST), two in prefix(&SECOND)) {
        let left = negated(&text(&chained(&one, &two)));
        prop_assert_eq!(left, chained(&text(&negated(&one)), &text(&negated(&two))));
    }

    #[test]
    fn restriction_is_idempotent_and_composes(one in prefix(&ALL), seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let (keep, other) = (some(&ALL, &mut dice), some(&ALL, &mut dice));
        let both: Vec<&str> = keep.iter().copied().filter(|name| other.contains(name)).collect();
        let once = restricted(&one, &keep);
        prop_assert_eq!(&restricted(&text(&once), &keep), &once);
        prop_assert_eq!(restricted(&text(&once), &other), restricted(&one, &both));
    }

    #[test]
    fn restriction_and_negation_commute(one in prefix(&ALL), seed in any::<u64>()) {
        let keep = some(&ALL, &mut Dice(seed));
        let left = negated(&text(&restricted(&one, &keep)));
        prop_assert_eq!(left, restricted(&text(&negated(&one)), &keep));
    }
}

type Objects = BTreeSet<String>;

/// `⟨U, E⟩` and what each existential depends on.
type Dependencies = (Objects, BTreeMap<String, Objects>);
type Pairs = BTreeSet<(String, String)>;

fn dependencies(relation: &Value) -> Dependencies {
    let names = |of: &str| relation[of].as_array().unwrap().iter().map(name).collect::<Objects>();
    let mut on: BTreeMap<String, Objects> =
        names("E").into_iter().map(|e| (e, Objects::new())).collect();
    for pair in relation["D"].as_array().unwrap() {
        on.get_mut(&name(&pair[0])).unwrap().insert(name(&pair[1]));
    }
    (names("U"), on)
}

fn name(value: &Value) -> String {
    value.as_str().expect("a name").to_owned()
}

/// The pairs `x ◁ y`: strictly inside, by blocks of what is left of a prefix.
fn inside(prefix: &str, left: &Objects) -> Pairs {
    let quantified: Vec<(char, String)> = prefix
        .split_whitespace()
        .map(|one| (one.chars().next().unwrap(), one.chars().skip(1).collect()))
        .filter(|(_, object)| left.contains(object))
        .collect();
    let mut pairs = Pairs::new();
    for (at, (sign, y)) in quantified.iter().enumerate() {
        let beside = quantified[at..].iter().take_while(|(other, _)| other == sign).count();
        pairs.extend(quantified[at + beside..].iter().map(|(_, x)| (x.clone(), y.clone())));
    }
    pairs
}

/// Definition 14 as B.5 extends it, word by word.
fn by_definition(one: &str, two: &str) -> Dependencies {
    let ((mut universals, first), (more, second)) =
        (dependencies(&itself(one)), dependencies(&itself(two)));
    universals.extend(more);
    let existentials: Objects = first.into_keys().chain(second.into_keys()).collect();
    let mut left: Objects = universals.union(&existentials).cloned().collect();
    let (mut outer, mut on) = (Objects::new(), BTreeMap::new());
    while !left.is_empty() {
        let below = closure(one, two, &left);
        let within = |x: &String, y: &String| below.contains(&(x.clone(), y.clone()));
        let us: Vec<&String> = left.intersection(&universals).collect();
        let es: Vec<&String> = left.intersection(&existentials).collect();
        let is_free = |e: &String| !us.iter().any(|u| within(e, u));
        let bound: Vec<&String> = es.iter().copied().filter(|e| !is_free(e)).collect();
        let is_first = |u: &String| !bound.iter().any(|e| within(u, e) && !within(e, u));
        let (free, first): (Objects, Objects) = (
            es.iter().copied().filter(|e| is_free(e)).cloned().collect(),
            us.iter().copied().filter(|u| is_first(u)).cloned().collect(),
        );
        for e in &free {
            on.insert(e.clone(), outer.clone());
        }
        left.retain(|object| !free.contains(object) && !first.contains(object));
        outer.extend(first);
    }
    (universals, on)
}

/// The transitive closure of `◁` in both.
fn closure(one: &str, two: &str, left: &Objects) -> Pairs {
    let mut all: Pairs = inside(one, left).into_iter().chain(inside(two, left)).collect();
    loop {
        let mut more = Pairs::new();
        for (x, y) in &all {
            more.extend(all.iter().filter(|(z, _)| z == y).map(|(_, w)| (x.clone(), w.clone())));
        }
        let before = all.len();
        all.extend(more);
        if all.len() == before {
            return all;
        }
    }
}
