//! Speed of making problems and rendering prompts.

#![allow(clippy::expect_used, reason = "a bench may panic")]

use divan::Bencher;
use divan::counter::ItemsCount;
use peirast_record::Profile;
use peirast_task::{Asker, Design, Family, PROTOCOLS};

const DESIGN: Design = Design { seed: 1, profile: Profile::Balanced };

/// Items per variant and round.
const ITEMS: u32 = 100;

const VARIANTS: [&str; 9] = [
    "conjunction/1",
    "conjunction/2",
    "conjunction/3",
    "conjunction/4",
    "conjunction/5",
    "conjunction/6",
    "syllogism/all-some-some",
    "syllogism/valid-control",
    "horses/fastest-three",
];

fn main() {
    divan::main();
}

/// Returns the family of a path such as `conjunction/1`, and the name of its variant.
fn find(path: &str) -> (&'static Family, &str) {
    let (family, variant) = path.split_once('/').expect("a family and a variant");
    (Family::named(family).expect("a known family"), variant)
}

#[divan::bench(args = VARIANTS)]
fn problems(bencher: Bencher<'_, '_>, path: &str) {
    let (family, variant) = find(path);
    let count = family.make(&DESIGN, variant, ITEMS).expect("so many items").len();
    bencher.counter(ItemsCount::new(count)).bench(|| family.make(&DESIGN, variant, ITEMS));
}

#[divan::bench(args = VARIANTS)]
fn prompts(bencher: Bencher<'_, '_>, path: &str) {
    let (family, variant) = find(path);
    let problems = family.make(&DESIGN, variant, ITEMS).expect("so many items");
    let asker = Asker::new(&DESIGN).expect("exemplars");
    bencher.counter(ItemsCount::new(problems.len() * PROTOCOLS.len())).bench(|| {
        for problem in &problems {
            for protocol in PROTOCOLS {
                divan::black_box(asker.ask(problem, protocol));
            }
        }
    });
}

#[divan::bench]
fn exemplar_pool() -> Asker {
    Asker::new(&DESIGN).expect("exemplars")
}
