//! Simulated subjects that are known to be right, wrong, or like the theory.

use crate::{at_random, error, joint, measured, mixed, of, rate, row, says};
use peirast_measure::{Concluded, Judged, SoundnessClass, Value};
use peirast_stats::Stream;

const ITEMS: usize = 300;

fn subject(seed: u64, answer: impl Fn(usize, &mut Stream) -> Concluded) -> Vec<Concluded> {
    let mut stream = Stream::new(seed, 0);
    (0..ITEMS).map(|item| answer(item, &mut stream)).collect()
}

#[test]
fn nothing_follows_is_good_for_nothing() {
    let report = measured(&subject(1, |item, _| row("s", item, says(SoundnessClass::Nothing))));
    let row = rate(&report, "s");
    assert_eq!((row.rate, row.over_chance), (None, None));
    assert_eq!(row.informative.unwrap().value, 0.0);
    assert!(report.etr_shares.is_empty());
    // Of the columns that a page shows, none is high, and the rate is missing, not 0.
    let tables = report.tables();
    let table = tables.iter().find(|table| table.name == "fallacy-rates").unwrap();
    let shown = table.columns.iter().zip(&table.rows[0].cells).filter(|(c, _)| !c.is_detail);
    for (column, cell) in shown {
        if let Value::Share(share) = cell {
            assert!(column.name.starts_with("informative") && *share < 0.02, "{}", column.name);
        }
        assert!(
            !["rate", "chance", "p"].contains(&column.name.as_str()) || *cell == Value::Missing
        );
    }
}

#[test]
fn a_flawless_reasoner_is_informative_and_has_no_rate() {
    let report = measured(&subject(1, |item, _| row("s", item, joint())));
    let row = rate(&report, "s");
    assert_eq!((row.informative.unwrap().value, row.rate), (1.0, None));
    assert_eq!(row.absolute.unwrap().value, 0.0);
    // Restating is as correct as can be, and informs nobody.
    let report =
        measured(&subject(1, |item, _| crate::row("s", item, says(SoundnessClass::Restating))));
    let row = rate(&report, "s");
    assert_eq!((row.correct.unwrap().value, row.informative.unwrap().value), (1.0, 0.0));
    assert_eq!(row.non_trivial.unwrap().value, 1.0);
}

#[test]
fn who_follows_the_theory_is_found_to() {
    let report = measured(&subject(1, |item, stream| row("s", item, mixed(item, 1.0, stream))));
    let row = rate(&report, "s");
    assert_eq!((row.rate.unwrap().value, row.notions), (1.0, [Some(1.0); 4]));
    let over = row.over_chance.unwrap();
    assert!(over.p < 1e-100 && over.interval.low > 0.7);
    let share = of(&report.etr_shares, |row| &row.group, "s");
    assert!(share.share > 1.0 - 1e-9 && share.interval.high == 1.0 && share.interval.low > 0.95);
    assert_eq!(report.errors[0].share.value, 1.0);
}

#[test]
fn who_errs_otherwise_is_below_chance() {
    let report = measured(&subject(1, |item, _| row("s", item, error())));
    let row = rate(&report, "s");
    assert_eq!(row.rate.unwrap().value, 0.0);
    let over = row.over_chance.unwrap();
    assert!(over.interval.high < 0.0 && over.p == 1.0);
    let share = of(&report.etr_shares, |row| &row.group, "s");
    assert!(share.share < 1e-9 && share.interval.low == 0.0 && share.interval.high < 0.02);
}

/// Simulated subjects of one kind.
const SEEDS: u64 = 100;

/// Of how many simulated subjects it holds.
fn holds_of(holds: impl Fn(u64) -> bool) -> usize {
    (0..SEEDS).filter(|seed| holds(*seed)).count()
}

#[test]
fn who_answers_at_random_is_at_chance() {
    let (mut covered, mut rejected, mut from_nothing) = (0, 0, 0);
    for seed in 0..SEEDS {
        let rows = subject(seed, |item, stream| row("s", item, at_random(item, 0.5, stream)));
        let report = measured(&rows);
        let over = rate(&report, "s").over_chance.unwrap();
        covered += usize::from(over.interval.contains(0.0));
        rejected += usize::from(over.p <= 0.05);
        let share = of(&report.etr_shares, |row| &row.group, "s");
        from_nothing += usize::from(share.interval.low == 0.0);
    }
    assert!(
        covered >= 92 && rejected <= 9 && from_nothing >= 92,
        "{covered} {rejected} {from_nothing}"
    );
}

#[test]
fn shares_of_the_theory_are_recovered() {
    for truth in [0.1, 0.3, 0.7] {
        let covered = holds_of(|seed| {
            let rows = subject(seed, |item, stream| row("s", item, mixed(item, truth, stream)));
            of(&measured(&rows).etr_shares, |row| &row.group, "s").interval.contains(truth)
        });
        assert!(covered >= 90, "{truth}: {covered}");
    }
}

#[test]
fn shares_are_recovered_from_several_answers_to_an_item() {
    // A subject that follows the theory on some items, always, and not on others.
    let covered = holds_of(|seed| {
        let mut stream = Stream::new(seed, 7);
        let mut rows = Vec::new();
        for item in 0..ITEMS {
            let answer = mixed(item, 0.3, &mut stream);
            rows.extend(
                (0..3).map(|repeat| Concluded { repeat, ..row("s", item, answer.clone()) }),
            );
        }
        of(&measured(&rows).etr_shares, |row| &row.group, "s").interval.contains(0.3)
    });
    assert!(covered >= 90, "{covered}");
}

#[test]
fn missing_chances_take_the_mean() {
    let mut rows = subject(3, |item, stream| row("s", item, mixed(item, 0.4, stream)));
    let known = measured(&rows);
    let known = of(&known.etr_shares, |row| &row.group, "s");
    for one in rows.iter_mut().step_by(5) {
        if let Ok(judged) = &mut one.answer {
            *judged = Judged { chance: None, ..judged.clone() };
        }
    }
    let some = measured(&rows);
    let some = of(&some.etr_shares, |row| &row.group, "s");
    assert!(known.imputed == 0 && some.imputed > 0);
    assert!((known.share - some.share).abs() < 0.02);
}
