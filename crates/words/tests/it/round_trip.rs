//! Written sentences are read as they were meant: random views are written and read.

use crate::support::random::{Random, Shape};
use peirast_words::{Claim, Vocabulary};

/// Number of views in a test run; a hundred thousand of each shape in a release build.
const VIEWS: u64 = if cfg!(debug_assertions) { 2_000 } else { 100_000 };

fn comes_back(vocabulary: &Vocabulary, claim: &Claim, seed: u64) {
    let view = claim.view().expect("a view");
    let text = vocabulary.write(&view).expect("words");
    let again = vocabulary.read(&text).unwrap_or_else(|error| panic!("{seed}: {text}: {error}"));
    assert!(view.equivalent(&again).expect("small"), "{seed}: {view} as {text} is {again}");
}

#[test]
fn monadic_views_come_back() {
    let vocabulary = crate::support::vocabulary();
    for seed in 0..VIEWS {
        comes_back(&vocabulary, &Random::new(seed).claim(Shape::MONADIC), seed);
    }
}

#[test]
fn views_with_relations_and_facts_come_back() {
    let vocabulary = crate::support::vocabulary();
    for seed in 0..VIEWS {
        comes_back(&vocabulary, &Random::new(seed).claim(Shape::ANY), seed);
    }
}
