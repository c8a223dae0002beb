//! Runs for tests.

use peirast_compare::{
    CompareOptions, ItemId, ItemTexts, RunComparison, ScoreRow, ScoredRun, compare,
};
use std::collections::BTreeMap;

/// A row of the task `t` and the metric `acc`.
pub fn row(id: ItemId, score: Option<f64>) -> ScoreRow {
    ScoreRow {
        task: "t".to_owned(),
        id,
        pass: 0,
        content: None,
        texts: ItemTexts::default(),
        columns: BTreeMap::new(),
        scores: vec![("acc".to_owned(), score)],
    }
}

/// The scores of numbered items.
pub fn run(name: &str, scores: &[f64]) -> ScoredRun {
    let mut run = ScoredRun::new(name);
    for (number, score) in (0..).zip(scores) {
        run.add(row(ItemId::Number(number), Some(*score)));
    }
    run
}

/// Two runs with these counts.
pub fn of_counts([n11, n12, n21, n22]: [usize; 4]) -> [ScoredRun; 2] {
    let of = |counts: [(usize, f64); 4]| -> Vec<f64> {
        counts.into_iter().flat_map(|(n, score)| vec![score; n]).collect()
    };
    let a = of([(n11, 1.0), (n12, 1.0), (n21, 0.0), (n22, 0.0)]);
    let b = of([(n11, 1.0), (n12, 0.0), (n21, 1.0), (n22, 0.0)]);
    [run("a", &a), run("b", &b)]
}

/// The only comparison of two runs.
pub fn only<'r>(runs: &'r [ScoredRun], options: &CompareOptions) -> RunComparison<'r> {
    let mut found = compare(runs, options).expect("runs that can be compared");
    assert_eq!(found.rows.len(), 1, "{:?}", found.left_out);
    found.rows.remove(0)
}
