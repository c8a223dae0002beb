//! Error rates of comparisons of runs that do not differ. `docs/compare-runs.md` has these numbers,
//! from 4,000 comparisons each; this test makes fewer.

use crate::support::row;
use peirast_compare::{CompareOptions, ComparisonVerdict, ItemId, ScoredRun, compare};
use peirast_stats::SplitMix64;

const RUNS: u64 = 1_000;

/// The shares of simulated comparisons that are significant at 5 %: by p, by mid-p, and by sign
/// flips of clusters.
struct Rates {
    exact: f64,
    mid: f64,
    clustered: f64,
}

/// Simulates `runs` pairs of runs that are right equally often on `items` items. The answers to an
/// item differ with probability `apart`. In a cluster of `size` items, a difference has the
/// direction of the cluster with probability `together`, and a random direction otherwise.
fn rates(items: u64, apart: f64, size: u64, together: f64, runs: u64) -> Rates {
    let mut counts = [0_u64; 3];
    for number in 0..runs {
        let mut stream = SplitMix64::numbered(7, number);
        let mut pair = [ScoredRun::new("a"), ScoredRun::new("b")];
        for cluster in 0..items / size {
            let way = stream.chance(0.5);
            for item in 0..size {
                let right = stream.chance(0.6);
                let scores = match stream.chance(apart) {
                    true => {
                        let gain = if stream.chance(together) { way } else { stream.chance(0.5) };
                        [!gain, gain]
                    }
                    false => [right, right],
                };
                for (run, score) in pair.iter_mut().zip(scores) {
                    let id = ItemId::Number((cluster * size + item) as i64);
                    let mut row = row(id, Some(f64::from(u8::from(score))));
                    row.columns.insert("cluster".to_owned(), cluster.to_string());
                    run.add(row);
                }
            }
        }
        let plain = CompareOptions::default();
        let found = compare(&pair, &plain).expect("a comparison");
        counts[0] += u64::from(found.rows[0].p <= 0.05);
        counts[1] += u64::from(found.rows[0].p_mid.is_some_and(|p| p <= 0.05));
        let by = CompareOptions { by: Some("cluster".to_owned()), ..plain };
        let found = compare(&pair, &by).expect("a comparison");
        counts[2] += u64::from(found.rows[0].p <= 0.05);
    }
    let share = |count: u64| count as f64 / runs as f64;
    Rates { exact: share(counts[0]), mid: share(counts[1]), clustered: share(counts[2]) }
}

#[test]
fn false_rejections_are_as_rare_as_they_should_be() {
    // The standard error of a share of 5 % over these runs is 0.7 points.
    for (items, apart) in [(50, 0.2), (200, 0.2), (200, 0.5)] {
        let found = rates(items, apart, 1, 0.0, RUNS);
        println!(
            "{items} items, {apart} apart: exact {:.3}, mid-p {:.3}, sign flips {:.3}",
            found.exact, found.mid, found.clustered
        );
        assert!(found.exact <= 0.065 && found.mid <= 0.075 && found.clustered <= 0.065);
        assert!(found.exact <= found.mid);
    }
    // Twenty clusters of ten items with equal answers: only the clustered test keeps its level.
    let found = rates(200, 0.4, 10, 0.8, RUNS);
    println!(
        "20 clusters of 10: exact {:.3}, mid-p {:.3}, sign flips {:.3}",
        found.exact, found.mid, found.clustered
    );
    assert!(found.clustered <= 0.07 && found.exact > 0.15, "{}", found.clustered);
}

/// At the margin itself, runs are called equivalent in about one of twenty cases at most.
#[test]
fn equivalence_errs_as_rarely_as_it_says() {
    let mut called = 0_u64;
    for number in 0..RUNS {
        let mut stream = SplitMix64::numbered(11, number);
        let mut pair = [ScoredRun::new("a"), ScoredRun::new("b")];
        for item in 0..400 {
            // The second run is truly better by 5 points.
            let draw = stream.below(1000);
            let scores = match draw {
                0..50 => [true, false],
                50..150 => [false, true],
                _ => [draw.is_multiple_of(2); 2],
            };
            for (run, score) in pair.iter_mut().zip(scores) {
                run.add(row(ItemId::Number(item), Some(f64::from(u8::from(score)))));
            }
        }
        let options = CompareOptions { margin: Some(0.05), ..CompareOptions::default() };
        let found = compare(&pair, &options).expect("a comparison");
        called += u64::from(matches!(found.rows[0].verdict, ComparisonVerdict::Equivalent { .. }));
    }
    let share = called as f64 / RUNS as f64;
    println!("equivalence at the margin: {share:.3}");
    assert!(share <= 0.075, "{share}");
}
