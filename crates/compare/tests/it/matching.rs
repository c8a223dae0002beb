//! Matching of items.

use crate::support::row;
use peirast_compare::{ItemId, MatchCounts, MatchRule, ScoredRun, ScoredTask, matched};
use proptest::prelude::*;

fn task(items: &[(ItemId, Option<&str>)]) -> ScoredTask {
    let mut run = ScoredRun::new("r");
    for (id, content) in items {
        let mut row = row(id.clone(), Some(1.0));
        row.content = content.map(str::to_owned);
        run.add(row);
    }
    run.tasks.remove("t").unwrap_or_default()
}

fn given(id: &str) -> ItemId {
    ItemId::Given(id.into())
}

fn counts(
    a: &[(ItemId, Option<&str>)],
    b: &[(ItemId, Option<&str>)],
    rule: MatchRule,
) -> MatchCounts {
    let (a, b) = (task(a), task(b));
    let found = matched(&a, &b, rule);
    assert_eq!(found.counts.pairs(), found.pairs.len() as u64);
    found.counts
}

#[test]
fn items_are_matched_by_id_and_else_by_content() {
    let number = ItemId::Number;
    let none = MatchCounts::default();
    // The same items in another order.
    let a = [(number(0), Some("x")), (number(1), Some("y")), (number(2), Some("z"))];
    let b = [(number(0), Some("z")), (number(1), Some("y")), (number(2), Some("x"))];
    let auto = MatchRule::Auto;
    assert_eq!(counts(&a, &b, auto), MatchCounts { by_id: 1, by_content: 2, ..none });
    assert_eq!(counts(&a, &b, MatchRule::Id), MatchCounts { by_id: 3, reworded: 2, ..none });
    assert_eq!(counts(&a, &b, MatchRule::Content), MatchCounts { by_content: 3, ..none });
    // Numbers alone suffice if nothing contradicts them.
    let bare = [(number(0), None), (number(1), None), (number(7), None)];
    assert_eq!(counts(&a, &bare, auto), MatchCounts { by_id: 2, only_a: 1, only_b: 1, ..none });
    // A number is no evidence for another content; a given name is.
    let other = [(number(0), Some("p")), (number(1), Some("q"))];
    let expected = MatchCounts { only_a: 3, only_b: 2, other_content: 2, ..none };
    assert_eq!(counts(&a, &other, auto), expected);
    let named = [(given("q1"), Some("How many?"))];
    let reworded = [(given("q1"), Some("Count them."))];
    assert_eq!(counts(&named, &reworded, auto), MatchCounts { by_id: 1, reworded: 1, ..none });
    // A name that contains a count is no evidence either.
    let counted = |id: &str| ItemId::Counted(id.into());
    let (seed_1, seed_2) = ([(counted("x-1"), Some("p"))], [(counted("x-1"), Some("q"))]);
    let expected = MatchCounts { only_a: 1, only_b: 1, other_content: 1, ..none };
    assert_eq!(counts(&seed_1, &seed_2, auto), expected);
    // One content twice is ambiguous, unless the ids decide.
    let twice = [(number(5), Some("x")), (number(6), Some("x"))];
    let moved = [(number(8), Some("x"))];
    let expected = MatchCounts { only_a: 2, only_b: 1, ambiguous: 2, ..none };
    assert_eq!(counts(&twice, &moved, auto), expected);
    assert_eq!(counts(&twice, &twice, auto), MatchCounts { by_id: 2, ..none });
}

proptest! {
    /// In any order and numbering of the second run, items are matched by their content.
    #[test]
    fn a_shuffled_run_is_matched_in_full(
        (order, cut) in (1..60_usize).prop_flat_map(|n| {
            (Just((0..n).collect::<Vec<_>>()).prop_shuffle(), 0..=n)
        })
    ) {
        let contents: Vec<String> = order.iter().map(|at| format!("content {at}")).collect();
        let all: Vec<String> = (0..order.len()).map(|at| format!("content {at}")).collect();
        let list = |contents: &[String]| {
            let mut items: Vec<(ItemId, Option<&str>)> = Vec::new();
            for (number, content) in (0..).zip(contents) {
                items.push((ItemId::Number(number), Some(content.as_str())));
            }
            task(&items)
        };
        let (a, b) = (list(&all), list(&contents[..cut]));
        let found = matched(&a, &b, MatchRule::Auto);
        prop_assert_eq!(found.pairs.len(), cut);
        prop_assert!(found.pairs.iter().all(|(one, other)| one.content == other.content));
        prop_assert_eq!(found.counts.only_a, (all.len() - cut) as u64);
        let back = matched(&b, &a, MatchRule::Auto);
        prop_assert_eq!(back.pairs.len(), cut);
        prop_assert_eq!(back.counts.only_b, found.counts.only_a);
    }
}
