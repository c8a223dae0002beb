//! Simulated subjects that are known to be right, wrong, or like the theory.

use super::Otherwise::{self, AtRandom, ReadingOff};
use super::{error, joint, measured, mixed, of, rate, row, says, shares, without_theory};
use peirast_measure::{Concluded, Judged, SoundnessClass};
use peirast_stats::SplitMix64;
use peirast_table::{Cell, Unit};

const ITEMS: usize = 300;

fn subject(seed: u64, answer: impl Fn(usize, &mut SplitMix64) -> Concluded) -> Vec<Concluded> {
    let mut stream = SplitMix64::numbered(seed, 0);
    (0..ITEMS).map(|item| answer(item, &mut stream)).collect()
}

#[test]
fn nothing_follows_is_good_for_nothing() {
    let report = measured(&subject(1, |item, _| row("s", item, says(SoundnessClass::Nothing))));
    let row = rate(&report, "s");
    assert_eq!(
        (row.rate, row.beyond, row.over_matching, row.over_chance),
        (None, None, None, None)
    );
    assert_eq!(row.informative.unwrap().value, 0.0);
    assert!(report.etr_shares.is_empty());
    let tables = report.tables();
    let table = tables.iter().find(|table| table.name == "fallacy-rates").unwrap();
    let mut missing = 0;
    for (column, cell) in table.columns.iter().zip(&table.rows[0].cells) {
        let name = column.name.as_str();
        let is_of_wrong = ["rate", "matching", "chance", "parts", "null", "beyond", "over", "p_"]
            .iter()
            .any(|start| name.starts_with(start))
            || name == "p";
        // Rates and the values compared with them are missing, not 0.
        assert_eq!(is_of_wrong || name.starts_with("incorrect_"), *cell == Cell::Missing, "{name}");
        missing += usize::from(*cell == Cell::Missing);
        // It informs nobody; two details that count it as good say so in their note.
        let (Unit::Share, Cell::Number(share)) = (column.unit, cell) else { continue };
        let is_known_to_mislead =
            ["correct_published", "fallacies_of_all"].iter().any(|start| name.starts_with(start));
        let is_none_of_its = name == "informative_ceiling";
        assert!(
            *share < 0.02 || is_none_of_its || is_known_to_mislead && column.is_detail,
            "{name}"
        );
    }
    assert_eq!(missing, 41);
    assert!(table.note.contains("A subject that always says that nothing follows"));
}

#[test]
fn a_flawless_reasoner_is_informative_and_has_no_rate() {
    let report = measured(&subject(1, |item, _| row("s", item, joint())));
    let row = rate(&report, "s");
    assert_eq!((row.informative.unwrap().value, row.rate), (1.0, None));
    assert_eq!(row.absolute.unwrap().value, 0.0);
    // Restating is as correct as can be, and informs nobody.
    let report =
        measured(&subject(1, |item, _| super::row("s", item, says(SoundnessClass::Restating))));
    let row = rate(&report, "s");
    assert_eq!((row.correct.unwrap().value, row.informative.unwrap().value), (1.0, 0.0));
    assert_eq!(row.non_trivial.unwrap().value, 1.0);
}

#[test]
fn who_follows_the_theory_is_found_to() {
    let answer = |item, stream: &mut SplitMix64| row("s", item, mixed(item, 1.0, AtRandom, stream));
    let report = measured(&subject(1, answer));
    let row = rate(&report, "s");
    assert_eq!((row.rate.unwrap().value, row.notions), (1.0, [Some(1.0); 4]));
    for over in [row.beyond.unwrap(), row.over_matching.unwrap(), row.over_chance.unwrap()] {
        assert!(over.p < 1e-50 && over.interval.low > 0.5, "{over:?}");
    }
    for over in shares(&report, "s") {
        assert!(over.share > 1.0 - 1e-9);
        assert_eq!(over.interval.high, 1.0);
        assert!(over.interval.low > 0.95);
    }
    assert_eq!(report.errors[0].share.value, 1.0);
}

#[test]
fn who_errs_otherwise_is_below_chance() {
    let report = measured(&subject(1, |item, _| row("s", item, error())));
    let row = rate(&report, "s");
    assert_eq!(row.rate.unwrap().value, 0.0);
    for over in [row.beyond.unwrap(), row.over_matching.unwrap(), row.over_chance.unwrap()] {
        assert!(over.interval.high < 0.0);
        assert_eq!(over.p, 1.0);
    }
    for over in shares(&report, "s") {
        assert!(over.share < 1e-9);
        assert_eq!(over.interval.low, 0.0);
        assert!(over.interval.high < 0.02);
    }
}

/// Simulated subjects of one kind.
const SEEDS: u64 = 100;

/// Number of simulated subjects for which `holds` returns true.
fn holds_of(holds: impl Fn(u64) -> bool) -> usize {
    (0..SEEDS).filter(|seed| holds(*seed)).count()
}

/// Counts among a hundred subjects without the theory: those whose difference from matching
/// and from chance may be none, whose difference is found to be positive, and whose share of the
/// theory may be none.
fn found_of(otherwise: Otherwise) -> [[usize; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    for seed in 0..SEEDS {
        let answer = |item, stream: &mut SplitMix64| {
            row("s", item, without_theory(item, otherwise, 0.5, stream))
        };
        let report = measured(&subject(seed, answer));
        let row = rate(&report, "s");
        let over = [row.over_matching.unwrap(), row.over_chance.unwrap()];
        for (counts, (over, share)) in counts.iter_mut().zip(over.iter().zip(shares(&report, "s")))
        {
            counts[0] += usize::from(over.interval.contains(0.0));
            counts[1] += usize::from(over.p <= 0.05);
            counts[2] += usize::from(share.interval.low == 0.0);
        }
    }
    counts
}

#[test]
fn who_answers_at_random_is_at_chance_and_below_matching() {
    let [matching, chance] = found_of(AtRandom);
    assert!(chance[0] >= 92 && chance[1] <= 9 && chance[2] >= 92, "{chance:?}");
    assert_eq!(matching, [0, 0, 100], "below matching, and surely not above");
}

#[test]
fn who_reads_off_is_at_matching_and_beats_chance() {
    let [matching, chance] = found_of(ReadingOff);
    assert!(matching[0] >= 92 && matching[1] <= 9 && matching[2] >= 92, "{matching:?}");
    // Found: 0, 100, 21.
    assert_eq!(chance[1], 100, "above chance, without any theory: {chance:?}");
    assert_eq!(chance[0], 0, "above chance, without any theory: {chance:?}");
    assert!(chance[2] <= 40, "above chance, without any theory: {chance:?}");
}

#[test]
fn shares_of_the_theory_are_recovered() {
    // Each null takes out those errors that it is made of.
    let truths = [&[0.1, 0.3, 0.7][..], &[0.1, 0.5]];
    for ((otherwise, null), truths) in [(ReadingOff, 0), (AtRandom, 1)].into_iter().zip(truths) {
        for &truth in truths {
            let found = |seed| {
                let answer = |item, stream: &mut SplitMix64| {
                    row("s", item, mixed(item, truth, otherwise, stream))
                };
                shares(&measured(&subject(seed, answer)), "s")
            };
            let covered = holds_of(|seed| found(seed)[null].interval.contains(truth));
            assert!(covered >= 90, "{otherwise:?}, {truth}: {covered}");
        }
    }
}

#[test]
fn the_null_of_matching_errs_on_the_safe_side() {
    // Where others answer at random, the share over matching is a lower bound; where they read off,
    // that over chance is too high.
    let found = |otherwise, seed| {
        let answer =
            |item, stream: &mut SplitMix64| row("s", item, mixed(item, 0.3, otherwise, stream));
        shares(&measured(&subject(seed, answer)), "s")
    };
    let [low, _] = found(AtRandom, 1);
    assert!(low.share > 0.15 && low.share < 0.27 && low.interval.low > 0.1, "{low:?}");
    let high = holds_of(|seed| found(ReadingOff, seed)[1].interval.low > 0.3);
    assert!(high >= 60, "{high}");
}

#[test]
fn shares_are_recovered_from_several_answers_to_an_item() {
    // A subject that follows the theory on some items, always, and not on others.
    let covered = holds_of(|seed| {
        let mut stream = SplitMix64::numbered(seed, 7);
        let mut rows = Vec::new();
        for item in 0..ITEMS {
            let answer = mixed(item, 0.3, ReadingOff, &mut stream);
            rows.extend(
                (0..3).map(|repeat| Concluded { repeat, ..row("s", item, answer.clone()) }),
            );
        }
        shares(&measured(&rows), "s")[0].interval.contains(0.3)
    });
    assert!(covered >= 90, "{covered}");
}

#[test]
fn missing_nulls_take_the_mean() {
    let answer =
        |item, stream: &mut SplitMix64| row("s", item, mixed(item, 0.4, ReadingOff, stream));
    let mut rows = subject(3, answer);
    let known = shares(&measured(&rows), "s");
    for one in rows.iter_mut().step_by(5) {
        if let Ok(judged) = &mut one.answer {
            *judged = Judged { chance: None, matching: None, ..judged.clone() };
        }
    }
    for (known, some) in known.iter().zip(shares(&measured(&rows), "s")) {
        assert_eq!(known.imputed, 0);
        assert!(some.imputed > 0);
        assert!((known.share - some.share).abs() < 0.03);
    }
}

/// A subject that says literals that occur together, which are predicted more often than those that
/// are read off one by one.
#[test]
fn who_says_parts_is_beyond_matching_and_not_beyond_every_null() {
    let mut counts = [0; 3];
    for seed in 0..SEEDS {
        let answer = |item, stream: &mut SplitMix64| {
            let (random, matching) = super::counts_of(item);
            let parts = super::read_off(1 + (item % 4) as u64);
            let is_fallacy = stream.chance(parts.regardless as f64 / parts.incorrect as f64);
            let judged = super::incorrect((random, matching));
            let judged = Judged { parts: Some(parts), regardless: is_fallacy, ..judged };
            row("s", item, if stream.chance(0.5) { Ok(judged) } else { joint() })
        };
        let report = measured(&subject(seed, answer));
        let row = rate(&report, "s");
        counts[0] += usize::from(row.over_matching.unwrap().p <= 0.05);
        counts[1] += usize::from(row.beyond.unwrap().p <= 0.05);
        let share = of(&report.etr_shares, |row| &row.group, "s");
        counts[2] += usize::from(share.beyond.unwrap().interval.low == 0.0);
    }
    assert_eq!(counts[0], 100, "{counts:?}");
    assert!(counts[1] <= 9, "{counts:?}");
    assert!(counts[2] >= 92, "{counts:?}");
}

#[test]
fn what_there_is_to_reach_stands_beside_what_is_informative() {
    // Of items 0 to 299 every fourth allows nothing informative.
    let report = measured(&subject(1, |item, _| row("s", item, joint())));
    assert_eq!(rate(&report, "s").ceiling, Some(0.75));
    assert!(report.classes.iter().all(|row| row.ceiling == Some(0.75)));
    let unknown = |item, _: &mut SplitMix64| Concluded {
        is_reachable: Some(true).filter(|_| item > 0),
        ..row("s", item, joint())
    };
    assert_eq!(rate(&measured(&subject(1, unknown)), "s").ceiling, None);
}

#[test]
fn one_null_does_not_need_the_other() {
    let bare = |judged: &Judged| Judged { matching: None, ..judged.clone() };
    let rows: Vec<Concluded> = subject(3, |item, stream| {
        let answer = mixed(item, 0.4, AtRandom, stream);
        row("s", item, answer.map(|judged| bare(&judged)))
    });
    let report = measured(&rows);
    let row = rate(&report, "s");
    assert!(row.over_matching.is_none() && row.over_chance.is_some() && row.beyond.is_none());
    let share = of(&report.etr_shares, |row| &row.group, "s");
    assert!(share.over_matching.is_none() && share.over_chance.is_some());
}
