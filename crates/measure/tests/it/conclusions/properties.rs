//! Properties of all answers.

use super::{chance, read_off, row};
use peirast_measure::{
    Benchmarks, Bounds, ChanceCounts, Concluded, ConclusionReport, Judged, Kind, Lost, Notion,
    Options, SoundnessClass,
};
use peirast_stats::Interval;
use peirast_stats::shares::Share;
use peirast_table::{Cell, Column, Table, Unit};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn judged() -> impl Strategy<Value = Result<Judged, Lost>> {
    let class = prop::sample::select(vec![
        SoundnessClass::Nothing,
        SoundnessClass::Tautology,
        SoundnessClass::Restating,
        SoundnessClass::Joint,
        SoundnessClass::Incorrect,
        SoundnessClass::Incorrect,
        SoundnessClass::Incorrect,
        SoundnessClass::Undecided,
    ]);
    let chance = prop::option::of((0_u64..9).prop_map(chance));
    let matching = prop::option::of(prop_oneof![
        3 => (0_u64..5).prop_map(read_off),
        1 => Just(ChanceCounts::default()),
    ]);
    let flags = (any::<bool>(), any::<bool>(), prop::option::of(any::<bool>()), any::<bool>());
    let answer = (class, flags, chance, matching).prop_map(|(class, flags, chance, matching)| {
        let (strict, more, equivalent, exact) = flags;
        Ok(Judged {
            strict,
            // A strictly predicted answer is predicted marks aside too.
            regardless: strict || more,
            exact,
            equivalent,
            missteps: if more { vec!["matching".to_owned()] } else { Vec::new() },
            denies_premises: exact && !strict,
            chance,
            matching,
            ..Judged::new(class)
        })
    });
    prop_oneof![6 => answer, 1 => prop::sample::select(Lost::ALL.to_vec()).prop_map(Err)]
}

fn concluded() -> impl Strategy<Value = Concluded> {
    let kind = prop::sample::select(vec![
        Kind::Fallacy,
        Kind::Fallacy,
        Kind::ControlValid,
        Kind::ControlBlocked,
    ]);
    let order = prop::sample::select(vec!["original", "reversed", "2-1-3", "1-3-2"]);
    let inquiry = prop::sample::select(vec!["none", "none", "curing", "idle"]);
    let subject = prop::sample::select(vec!["a", "b", "c", "d"]);
    let place = (subject, 0_usize..12, 0_u32..3, prop::option::of(any::<bool>()));
    (place, kind, order, inquiry, judged()).prop_map(
        |((subject, item, repeat, predicts_fallacy), kind, order, inquiry, answer)| Concluded {
            kind,
            order: order.to_owned(),
            inquiry: inquiry.to_owned(),
            problem: format!("{item}/{kind:?}/{order}/{inquiry}"),
            repeat,
            predicts_fallacy,
            ..row(subject, item, answer)
        },
    )
}

/// One answer at most to each question of each repetition.
fn answers() -> impl Strategy<Value = Vec<Concluded>> {
    prop::collection::vec(concluded(), 1..200).prop_map(|rows| {
        let mut seen = BTreeSet::new();
        let is_new =
            |row: &Concluded| seen.insert((row.subject.clone(), row.problem.clone(), row.repeat));
        let mut rows = rows;
        let mut is_new = is_new;
        rows.retain(|row| is_new(row));
        rows
    })
}

fn scores() -> Benchmarks {
    let score = |(name, value): (&str, f64)| (name.to_owned(), vec![Some(value)]);
    let scores: BTreeMap<_, _> = [("a", 1.0), ("b", 3.0), ("c", 2.0), ("d", 5.0)].map(score).into();
    Benchmarks { names: vec!["elo".to_owned()], scores }
}

fn with(rows: &[Concluded], notion: Notion) -> ConclusionReport {
    let scores = scores();
    let options = Options { notion, capabilities: Some(&scores), ..Options::default() };
    ConclusionReport::new(rows, &options).unwrap()
}

/// Returns true if tables are the same but for rounding.
fn alike(a: &[Table<'static>], b: &[Table<'static>]) -> bool {
    let near = |x: f64, y: f64| (x - y).abs() <= 1e-9 || x == y;
    let same = |a: &Cell<'_>, b: &Cell<'_>| match (a, b) {
        (Cell::Number(x), Cell::Number(y)) => near(*x, *y),
        _ => a == b,
    };
    let units = |table: &Table<'_>| -> Vec<Unit> {
        table.columns.iter().map(|column| column.unit).collect()
    };
    let cells = |table: &Table<'static>| -> Vec<Cell<'static>> {
        table.rows.iter().flat_map(|row| row.cells.clone()).collect()
    };
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            let (x, y) = (cells(a), cells(b));
            a.name == b.name
                && units(a) == units(b)
                && x.len() == y.len()
                && x.iter().zip(&y).all(|(x, y)| same(x, y))
        })
}

fn holds(interval: Interval, value: f64) -> bool {
    interval.low <= value + 1e-12 && value <= interval.high + 1e-12
}

fn within(range: Option<Bounds>, share: Option<Share>) -> bool {
    match (range, share) {
        (Some(range), Some(share)) => {
            holds(Interval { low: range.low, high: range.high }, share.value)
        }
        (None, Some(_)) => false,
        _ => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_order_of_rows_is_nothing(rows in answers(), seed in any::<u64>()) {
        let mut shuffled = rows.clone();
        let mut stream = peirast_stats::SplitMix64::numbered(seed, 0);
        for at in (1..shuffled.len()).rev() {
            shuffled.swap(at, stream.below(at + 1));
        }
        let (a, b) = (with(&rows, Notion::Regardless), with(&shuffled, Notion::Regardless));
        prop_assert!(alike(&a.tables(), &b.tables()));
    }

    #[test]
    fn bounds_and_intervals_hold_what_they_are_of(rows in answers()) {
        for notion in Notion::ALL {
            let report = with(&rows, notion);
            for row in &report.fallacies {
                prop_assert!(within(row.range(), row.rate));
                prop_assert!(within(row.tally.absolute_range(), row.absolute));
                prop_assert!(within(row.tally.correct_range(), row.correct));
                prop_assert!(within(row.tally.informative_range(), row.informative));
                for over in [row.over_matching, row.over_chance].into_iter().flatten() {
                    prop_assert!(holds(over.interval, over.difference));
                    prop_assert!((0.0..=1.0).contains(&over.p));
                    prop_assert!(over.p_adjusted.is_none_or(|p| p >= over.p));
                }
            }
            for row in &report.etr_shares {
                for over in [row.over_matching, row.over_chance].into_iter().flatten() {
                    prop_assert!(holds(over.interval, over.share), "{row:?}");
                    prop_assert!((0.0..=1.0).contains(&over.share) && over.share.is_finite());
                    // A null can only take away from the fallacies that there are.
                    prop_assert!(over.share <= row.fallacies as f64 / row.answers as f64 + 1e-9);
                }
            }
            for row in &report.classes {
                let sum = row.correct() + row.fallacies + row.other_errors
                    + row.undecided + row.lost;
                prop_assert_eq!(sum, row.answers);
            }
            for row in &report.reversals {
                let paired = &row.paired;
                prop_assert_eq!(paired.first + paired.only_second, paired.second + paired.only_first);
                prop_assert!(paired.interval.is_none_or(|i| holds(i, paired.difference)));
            }
        }
    }

    #[test]
    fn marks_and_names_only_add(rows in answers()) {
        for row in with(&rows, Notion::Strict).fallacies {
            let [strict, regardless, ..] = row.notions;
            prop_assert!(strict <= regardless, "{:?}", row.notions);
        }
    }

    #[test]
    fn tables_are_whole(rows in answers()) {
        let tables = with(&rows, Notion::Regardless).tables();
        let names: BTreeSet<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        prop_assert_eq!(names.len(), tables.len());
        for Table { name, columns, rows, .. } in &tables {
            let heads: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            prop_assert_eq!(heads.len(), columns.len(), "{}", name);
            let finite = |(column, cell): (&Column, &Cell<'_>)| match (column.unit, cell) {
                (Unit::Share | Unit::P, Cell::Number(x)) => (0.0..=1.0).contains(x),
                (_, Cell::Number(x)) => x.is_finite(),
                _ => true,
            };
            for row in rows {
                prop_assert_eq!(row.cells.len(), columns.len(), "{}", name);
                let are_finite = columns.iter().zip(&row.cells).all(finite);
                prop_assert!(are_finite, "{}: {:?}", name, row.cells);
            }
        }
    }
}

#[test]
fn a_level_that_is_none_is_refused() {
    for level in [0.0, 1.0, f64::NAN] {
        let options = Options { level, ..Options::default() };
        assert!(ConclusionReport::new(&[], &options).is_err());
    }
    assert!(ConclusionReport::new(&[], &Options::default()).unwrap().tables().is_empty());
}
