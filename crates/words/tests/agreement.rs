//! Agreement with the views that were read in recorded answers by other means.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod support;

use std::collections::BTreeMap;
use support::recorded::{self, Recorded, SETS, Verdict};

fn table(all: &[Recorded]) {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in all {
        if let (Verdict::Unread, Err(reason)) = (answer.verdict, &answer.ours) {
            *reasons.entry(reason.kind()).or_default() += 1;
        }
    }
    println!(
        "{:<18}{}",
        "set", "same, conditional, equivalent, different, unread, corrupt, no view"
    );
    for set in SETS.into_iter().map(Some).chain([None]) {
        let of_set = || all.iter().filter(|it| set.is_none_or(|set| it.set == set));
        let count = |verdict| of_set().filter(|it| it.verdict == verdict).count();
        let counts = [
            Verdict::Same,
            Verdict::SameButConditional,
            Verdict::Equivalent,
            Verdict::Different,
            Verdict::Unread,
            Verdict::Corrupt,
            Verdict::NoView,
        ]
        .map(count);
        println!("{:<18}{counts:?} of {}", set.unwrap_or("all"), of_set().count());
    }
    println!("unread: {reasons:?}");
}

#[test]
fn most_recorded_readings_are_ours() {
    let all = recorded::all();
    table(&all);
    let views =
        all.iter().filter(|it| !matches!(it.verdict, Verdict::Corrupt | Verdict::NoView)).count();
    let agreed = all
        .iter()
        .filter(|it| matches!(it.verdict, Verdict::Same | Verdict::SameButConditional))
        .count();
    println!("agreement: {agreed} of {views}");
    assert!(agreed * 100 >= views * 80);
}
