//! Agreement with the recorded views of answers that were read by other means.
//!
//! The recorded answers are in a directory next to the project; `cargo test --workspace --test it
//! -- --ignored --nocapture agreement::` shows the table.

use crate::support::recorded::{self, Recorded, SETS, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Renders counts by set, and the reasons for unread answers, including those with torn views.
fn table(all: &[Recorded]) -> String {
    let mut table = format!("{:<18}", "set");
    for verdict in Verdict::ALL {
        write!(table, "{:>12}", format!("{verdict:?}")).expect("a string");
    }
    for set in SETS.into_iter().map(Some).chain([None]) {
        write!(table, "\n{:<18}", set.unwrap_or("all")).expect("a string");
        for verdict in Verdict::ALL {
            let counts =
                |it: &&Recorded| set.is_none_or(|set| it.set == set) && it.verdict == verdict;
            write!(table, "{:>12}", all.iter().filter(counts).count()).expect("a string");
        }
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in all {
        if let Err(reason) = &answer.ours {
            *reasons.entry(reason.kind()).or_default() += 1;
        }
    }
    write!(table, "\nunread: {reasons:?}").expect("a string");
    table
}

#[test]
#[ignore = "needs the reference material beside the project"]
fn most_recorded_readings_are_ours() {
    let all = recorded::all();
    let count =
        |verdicts: &[Verdict]| all.iter().filter(|it| verdicts.contains(&it.verdict)).count();
    let views = all.len() - count(&[Verdict::Corrupt, Verdict::NoView]);
    let agreed = count(&[Verdict::Same, Verdict::Conditional]);
    println!("{}\nagreement: {agreed} of {views}", table(&all));
    assert!(agreed * 100 >= views * 82, "{agreed} of {views}");
}
