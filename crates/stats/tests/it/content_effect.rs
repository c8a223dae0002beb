//! The content effect, compared with values of the task's own program and with general properties.

use peirast_stats::content_effect::{bootstrap, exchanged, score};
use peirast_stats::{ContentCell, ContentCounts, ContentEffect, Error, Undefined};
use proptest::prelude::*;

fn effect(cells: [(u64, u64); 4]) -> ContentEffect {
    ContentEffect::new(&ContentCounts::new(cells)).expect("four cells")
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 5e-5, "{found}, not {wanted}");
}

/// An item with its answers in one cell.
fn item(cell: usize, right: u64, answers: u64) -> ContentCounts {
    let mut cells = [(0, 0); 4];
    cells[cell] = (right, answers);
    ContentCounts::new(cells)
}

/// Items with this number of answers each, which are all right or all wrong.
fn clusters(cells: [(u64, u64); 4], answers: u64) -> Vec<ContentCounts> {
    let of = |(cell, (right, items)): (usize, (u64, u64))| {
        (0..items).map(move |at| item(cell, if at < right { answers } else { 0 }, answers))
    };
    cells.into_iter().enumerate().flat_map(of).collect()
}

/// Items of one answer each.
fn items(cells: [(u64, u64); 4]) -> Vec<ContentCounts> {
    clusters(cells, 1)
}

/// The three submissions of the example in the task's evaluation program: ten items, of which three are
/// plausible and valid, two implausible and valid, three plausible and invalid, two neither.
#[test]
fn the_examples_of_the_task_come_out() {
    let perfect = effect([(3, 3), (2, 2), (3, 3), (2, 2)]);
    assert_eq!((perfect.accuracy, perfect.effect, perfect.score), (1.0, 0.0, 100.0));
    let biased = effect([(3, 3), (1, 2), (1, 3), (2, 2)]);
    near(100.0 * biased.accuracy, 70.0);
    near(100.0 * biased.effect, 58.3333);
    near(biased.score, 13.7709);
    let less = effect([(2, 3), (1, 2), (3, 3), (1, 2)]);
    near(100.0 * less.within_validity, 33.3333);
    near(100.0 * less.within_plausibility, 16.6667);
    near(100.0 * less.effect, 25.0);
    near(less.score, 16.4393);
}

#[test]
fn other_values_of_its_program_come_out() {
    near(score(0.604_167, 0.375), 12.9910);
    near(score(0.5, 0.5), 10.1382);
    // A subject that judges by plausibility only has the largest effect.
    let believer = effect([(9, 9), (0, 9), (0, 9), (9, 9)]);
    assert_eq!((believer.accuracy, believer.effect), (0.5, 1.0));
}

#[test]
fn an_empty_cell_is_named() {
    for (at, cell) in ContentCell::ALL.iter().enumerate() {
        let mut cells = [(1, 2); 4];
        cells[at] = (0, 0);
        let found = ContentEffect::new(&ContentCounts::new(cells));
        assert_eq!(found, Err(Error::EmptyCell { cell: *cell }));
        let why = found.expect_err("an empty cell").to_string();
        assert!(why.contains(cell.name()), "{why}");
    }
    let too_many = ContentEffect::new(&ContentCounts::new([(3, 2), (1, 2), (1, 2), (1, 2)]));
    assert_eq!(too_many, Err(Error::TooManySuccesses { successes: 3, trials: 2 }));
}

#[test]
fn cells_are_what_they_are_called() {
    for cell in ContentCell::ALL {
        let (is_plausible, is_valid) =
            (!cell.name().contains("implausible"), !cell.name().contains("invalid"));
        assert_eq!(ContentCell::new(is_plausible, is_valid), *cell);
    }
}

#[test]
fn whole_clusters_are_drawn() {
    // Six equal answers are one answer, six times.
    let singles = items([(19, 20), (12, 20), (10, 20), (18, 20)]);
    let copied = clusters([(19, 20), (12, 20), (10, 20), (18, 20)], 6);
    let (one, six) = (bootstrap(&singles, 500, 7), bootstrap(&copied, 500, 7));
    assert_eq!(one.expect("drawn").percentile(0.9), six.expect("drawn").percentile(0.9));
    let split = items([(19 * 6, 120), (12 * 6, 120), (10 * 6, 120), (18 * 6, 120)]);
    let width = |clusters: &[ContentCounts]| {
        let found = bootstrap(clusters, 500, 7).and_then(|drawn| drawn.percentile(0.9));
        found.map(|interval| interval.high - interval.low).expect("an interval")
    };
    assert!(width(&split) < 0.7 * width(&singles));
}

#[test]
fn one_cluster_shows_no_spread() {
    let mut clusters = items([(1, 2), (1, 2), (1, 2), (1, 2)]);
    assert!(bootstrap(&clusters, 50, 1).is_ok());
    // A cluster with answers in two cells is drawn among such clusters, and there is no other.
    clusters.push(ContentCounts::new([(1, 1), (0, 0), (0, 1), (0, 0)]));
    assert_eq!(bootstrap(&clusters, 50, 1), Err(Undefined::TooFewClusters.into()));
    clusters.push(ContentCounts::new([(0, 1), (0, 0), (1, 1), (0, 0)]));
    assert!(bootstrap(&clusters, 50, 1).is_ok());
}

#[test]
fn no_interval_is_a_point() {
    for cells in [[(5, 5); 4], [(5, 5), (0, 5), (0, 5), (5, 5)]] {
        let found = bootstrap(&items(cells), 50, 1);
        assert_eq!(found, Err(Undefined::DegenerateResamples.into()));
    }
}

#[test]
fn exchanges_keep_the_accuracy_and_find_effects() {
    let none = exchanged(&items([(18, 20), (18, 20), (18, 20), (18, 20)]), 999, 3);
    assert_eq!(none.expect("exchanged").p, 1.0);
    let large = exchanged(&items([(20, 20), (5, 20), (6, 20), (19, 20)]), 999, 3);
    assert_eq!(large.expect("exchanged").p, 0.001, "as small as so many draws can show");
    // All right: there is nothing to exchange.
    let perfect = exchanged(&items([(5, 5); 4]), 99, 3).expect("exchanged");
    assert_eq!((perfect.score, perfect.p), (100.0, 1.0));
    // Translations of one item have equal judgements: its own answers are exchanged.
    let alike = |right| ContentCounts::new([(right, 1), (0, 0), (1 - right, 1), (0, 0)]);
    let mut clusters: Vec<ContentCounts> = (0..12).map(|_| alike(1)).collect();
    clusters.extend(items([(0, 0), (6, 12), (0, 0), (6, 12)]));
    assert!(exchanged(&clusters, 999, 3).expect("exchanged").p < 0.05);
}

fn cells() -> impl Strategy<Value = [(u64, u64); 4]> {
    prop::array::uniform4(
        (0_u64..9, 0_u64..9).prop_map(|(right, wrong)| (right, right + wrong + 1)),
    )
}

proptest! {
    #[test]
    fn scores_are_bounded_and_no_higher_than_accuracy(cells in cells()) {
        let found = effect(cells);
        prop_assert!((0.0..=1.0).contains(&found.effect));
        prop_assert!(found.score >= 0.0 && found.score <= 100.0 * found.accuracy + 1e-9);
        // Plausible and implausible may change places, and so may valid and invalid.
        let [pv, iv, pi, ii] = cells;
        for other in [[iv, pv, ii, pi], [pi, ii, pv, iv]] {
            prop_assert!((effect(other).score - found.score).abs() < 1e-9);
        }
    }

    #[test]
    fn equal_cells_score_their_accuracy(right in 0_u64..9, wrong in 1_u64..9) {
        let found = effect([(right, right + wrong); 4]);
        prop_assert_eq!(found.effect, 0.0);
        prop_assert_eq!(found.score, 100.0 * found.accuracy);
    }
}
