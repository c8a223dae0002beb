//! Coverage of intervals: the numbers of the table in the documentation of the crate.
//!
//! `cargo test -p peirast-stats --test it -- --nocapture coverage::` prints them.

use std::f64::consts::{FRAC_2_PI, PI, SQRT_2};

use peirast_stats::power::{Simulated, simulated};
use peirast_stats::{
    Alternative, Bootstrap, ContentCounts, ContentEffect, DifferenceMethod, EProcess, Interval,
    PairedTable, ProportionMethod, SpearmanInterval, SplitMix64, TwoProportions, Weights,
    agreement, bootstrap, clustered, content_effect, correlation, dist, effect, logistic, paired_t,
    shares, shift,
};

/// The nominal confidence of all.
const CONFIDENCE: f64 = 0.95;

/// The share of studies whose interval contains the true value; studies without an interval count
/// as failures.
fn coverage(
    studies: u64,
    truth: f64,
    study: impl Fn(&mut SplitMix64) -> Option<Interval>,
) -> Simulated {
    simulated(2026, 0..studies, |stream| study(stream).is_some_and(|one| one.contains(truth)))
}

#[track_caller]
#[allow(clippy::print_stdout, reason = "the numbers are what this file is for")]
fn report(name: &str, found: Simulated, least: f64, most: f64) {
    println!("{name}: {:.1} % (± {:.1})", 100.0 * found.share(), 100.0 * found.error());
    assert!(found.share() >= least && found.share() <= most, "{name} {}", found.share());
}

fn table(stream: &mut SplitMix64, pairs: u64, cells: [f64; 3]) -> PairedTable {
    let mut table = PairedTable::default();
    for _ in 0..pairs {
        let u = stream.uniform();
        let (both, broken) = (cells[0], cells[0] + cells[1]);
        table.record(u < broken, u < both || (u >= broken && u < broken + cells[2]));
    }
    table
}

fn normals(stream: &mut SplitMix64, size: usize) -> Vec<f64> {
    (0..size).map(|_| dist::normal_draw(stream)).collect()
}

fn together(stream: &mut SplitMix64, size: usize, r: f64) -> (Vec<f64>, Vec<f64>) {
    let x = normals(stream, size);
    let y = x.iter().map(|x| r * x + (1.0 - r * r).sqrt() * dist::normal_draw(stream)).collect();
    (x, y)
}

/// Exact, for one proportion: the probability of the counts whose interval contains it, the average
/// and the minimum over proportions from 0.005 to 0.995.
#[test]
fn one_proportion() {
    let n = 50;
    for (method, mean_within, least) in [
        (ProportionMethod::Wilson, 0.94..0.97, 0.83),
        (ProportionMethod::ClopperPearson, 0.95..1.0, 0.95),
        (ProportionMethod::AgrestiCoull, 0.95..0.98, 0.92),
        (ProportionMethod::Jeffreys, 0.94..0.97, 0.8),
        (ProportionMethod::Wald, 0.8..0.93, 0.0),
    ] {
        let intervals: Vec<Interval> =
            (0..=n).map(|k| method.interval(k, n, CONFIDENCE).expect("counts")).collect();
        let held = |p: f64| -> f64 {
            (0..=n)
                .filter(|k| intervals[*k as usize].contains(p))
                .map(|k| dist::binomial_pmf(k, n, p))
                .sum()
        };
        let shares: Vec<f64> = (1..200).map(|i| held(f64::from(i) / 200.0)).collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let worst = shares.iter().copied().fold(1.0, f64::min);
        println!("{method}: {:.1} %, at worst {:.1} %", 100.0 * mean, 100.0 * worst);
        assert!(mean_within.contains(&mean) && worst >= least - 1e-9, "{method} {mean} {worst}");
    }
}

#[test]
fn differences_of_proportions() {
    for (method, least, most) in [
        (DifferenceMethod::Newcombe, 0.94, 0.98),
        (DifferenceMethod::AgrestiMin, 0.94, 0.98),
        (DifferenceMethod::Tango, 0.94, 0.98),
        (DifferenceMethod::Wald, 0.9, 0.96),
    ] {
        let found = coverage(10_000, 0.08, |stream| {
            let table = table(stream, 60, [0.5, 0.05, 0.13]);
            effect::difference(&table, method, CONFIDENCE).ok().map(|one| one.interval)
        });
        report(method.name(), found, least, most);
    }
    let found = coverage(10_000, 0.2, |stream| {
        let mut count = |p: f64| (0..40).filter(|_| stream.chance(p)).count() as u64;
        let (first, second) = (count(0.3), count(0.1));
        TwoProportions::new(first, 40, second, 40).and_then(|one| one.newcombe(CONFIDENCE)).ok()
    });
    report("newcombe, independent", found, 0.94, 0.98);
    let found = coverage(10_000, 3.0, |stream| {
        let mended = (0..40).filter(|_| stream.chance(0.75)).count() as u64;
        let odds = effect::odds_ratio(40 - mended, mended, CONFIDENCE).ok()?;
        Some(Interval { low: odds.low.value()?, high: odds.high.value()? })
    });
    report("odds ratio, exact", found, 0.95, 0.99);
}

/// Shares and differences over 15 clusters of sizes 1 to 8, some of which differ strongly.
#[test]
fn shares_in_clusters() {
    let found = coverage(5_000, 0.9, |stream| {
        let cluster = |stream: &mut SplitMix64| {
            let p = if stream.chance(0.8) { 1.0 } else { 0.5 };
            let size = 1 + stream.below(8) as u64;
            ((0..size).filter(|_| stream.chance(p)).count() as u64, size)
        };
        let clusters: Vec<(u64, u64)> = (0..15).map(|_| cluster(stream)).collect();
        clustered::share(&clusters, CONFIDENCE).ok().map(|one| one.interval)
    });
    report("clustered share, 15 clusters", found, 0.92, 0.98);
    let found = coverage(5_000, 0.2 * 0.6 + 0.8 * 0.02, |stream| {
        let cluster = |stream: &mut SplitMix64| {
            let cells = if stream.chance(0.2) { [0.4, 0.0, 0.6] } else { [0.5, 0.03, 0.05] };
            let size = 1 + stream.below(8) as u64;
            table(stream, size, cells)
        };
        let clusters: Vec<PairedTable> = (0..15).map(|_| cluster(stream)).collect();
        clustered::difference(&clusters, CONFIDENCE).ok().map(|one| one.robust.interval)
    });
    report("clustered difference, 15 clusters", found, 0.88, 0.98);
}

/// Two groups whose clusters are the same items: the difficulty of an item changes both shares.
/// With a dozen items the interval is somewhat short.
#[test]
fn shares_of_groups_that_share_clusters() {
    for (items, versions, spread, least) in
        [(30, 1, 0.0, 0.93), (30, 3, 0.3, 0.93), (12, 2, 0.3, 0.9), (60, 1, 0.3, 0.93)]
    {
        let item = |stream: &mut SplitMix64| -> [(u64, u64); 2] {
            let ease = if stream.chance(0.5) { spread } else { -spread };
            [0.6, 0.55].map(|share| {
                let right = (0..versions).filter(|_| stream.chance(share + ease)).count();
                (right as u64, versions)
            })
        };
        let found = coverage(4000, 0.05, |stream| {
            let clusters: Vec<[(u64, u64); 2]> = (0..items).map(|_| item(stream)).collect();
            shares::difference(&clusters, CONFIDENCE).ok().map(|(_, interval)| interval)
        });
        report(&format!("{items} items of {versions}, spread {spread}"), found, least, 0.98);
    }
}

/// The answers of both groups to the same items, most of which are right in all or wrong in all:
/// some differ between groups, and items have few answers or many. Equal shares in every item do
/// not prove that the groups are equal.
#[test]
#[allow(clippy::print_stdout, reason = "the numbers are what this file is for")]
fn shares_of_groups_that_are_alike_in_most_clusters() {
    let sizes: [fn(&mut SplitMix64) -> u64; 3] =
        [|_| 1, |_| 6, |stream| 1 + (8.0 * -stream.uniform().ln()) as u64];
    for items in [20, 30, 50] {
        for shares in [[0.5, 0.5], [0.9, 0.9], [0.9, 0.8], [0.1, 0.1], [0.3, 0.25], [0.1, 0.3]] {
            for apart in [0.0, 0.1, 0.5] {
                let (mut least, mut all) = (1.0_f64, 0.0);
                for size in sizes {
                    // The ease of an item decides in both groups, unless it differs by group.
                    let item = |stream: &mut SplitMix64| -> [(u64, u64); 2] {
                        let common = stream.uniform();
                        shares.map(|share| {
                            let own = if stream.chance(apart) { stream.uniform() } else { common };
                            let size = size(stream);
                            let flip = |stream: &mut SplitMix64| {
                                if stream.chance(0.05) { stream.chance(share) } else { own < share }
                            };
                            ((0..size).filter(|_| flip(stream)).count() as u64, size)
                        })
                    };
                    let found = coverage(600, shares[0] - shares[1], |stream| {
                        let clusters: Vec<[(u64, u64); 2]> =
                            (0..items).map(|_| item(stream)).collect();
                        let (_, interval) = shares::difference(&clusters, CONFIDENCE).ok()?;
                        assert!(interval.high > interval.low, "{clusters:?}");
                        Some(interval)
                    });
                    (least, all) = (least.min(found.share()), all + found.share() / 3.0);
                }
                println!(
                    "{items} items, shares {shares:?}, apart {apart}: {all:.3}, least {least:.3}"
                );
                assert!(least >= 0.91 && all >= 0.93, "{items} {shares:?} {apart} {least} {all}");
            }
        }
    }
}

/// A share that differs between clusters, with few clusters: the variance between them is estimated
/// badly, which Student's t allows for.
#[test]
fn shares_of_groups_with_few_clusters() {
    for clusters in [2, 3, 5] {
        let cluster = |stream: &mut SplitMix64| -> (u64, u64) {
            let share = stream.uniform();
            ((0..10).filter(|_| stream.chance(share)).count() as u64, 10)
        };
        let found = coverage(4000, 0.0, |stream| {
            let mut one = |group: usize| {
                let mut both = [(0, 0); 2];
                both[group] = cluster(stream);
                both
            };
            let all: Vec<[(u64, u64); 2]> = (0..2 * clusters).map(|at| one(at % 2)).collect();
            shares::difference(&all, CONFIDENCE).ok().map(|(_, interval)| interval)
        });
        report(&format!("{clusters} clusters in either group"), found, 0.93, 1.0);
    }
    let one = [[(3, 5), (0, 0)], [(2, 5), (0, 0)], [(0, 0), (2, 5)]];
    assert!(shares::difference(&one, CONFIDENCE).is_err(), "one cluster shows no variance");
}

#[test]
fn means() {
    let found = coverage(10_000, 0.0, |stream| {
        let (x, y) = (normals(stream, 12), normals(stream, 12));
        paired_t::test(&x, &y).and_then(|test| test.interval(CONFIDENCE)).ok()
    });
    report("paired t, normal", found, 0.94, 0.96);
    let skewed = |stream: &mut SplitMix64| -> Bootstrap {
        let sample: Vec<f64> = (0..30).map(|_| -stream.uniform().ln()).collect();
        Bootstrap::seeded(&sample, bootstrap::mean, 999, stream.next_u64()).expect("a sample")
    };
    let found = coverage(2_000, 1.0, |stream| skewed(stream).percentile(CONFIDENCE).ok());
    report("bootstrap percentile, exponential", found, 0.88, 0.95);
    let found =
        coverage(2_000, 1.0, |stream| skewed(stream).bca(CONFIDENCE).ok().map(|one| one.interval));
    report("bootstrap BCa, exponential", found, 0.9, 0.96);
    let clusters = |stream: &mut SplitMix64| -> Vec<Vec<f64>> {
        let cluster = |stream: &mut SplitMix64| {
            let (shared, size) = (dist::normal_draw(stream), 1 + stream.below(8));
            (0..size).map(|_| shared + dist::normal_draw(stream)).collect()
        };
        (0..20).map(|_| cluster(stream)).collect()
    };
    let found = coverage(5_000, 0.0, |stream| {
        clustered::mean(&clusters(stream), CONFIDENCE).ok().map(|one| one.interval)
    });
    report("clustered mean, 20 clusters", found, 0.92, 0.96);
    let found = coverage(5_000, 0.0, |stream| {
        let pooled = clusters(stream).concat();
        let none = vec![0.0; pooled.len()];
        paired_t::test(&pooled, &none).and_then(|test| test.interval(CONFIDENCE)).ok()
    });
    report("the same without regard to clusters", found, 0.5, 0.8);
    let found = coverage(5_000, 0.5, |stream| {
        let x: Vec<f64> = normals(stream, 20).iter().map(|x| x + 0.5).collect();
        effect::cohens_d(&x, &normals(stream, 20)).and_then(|d| d.interval(CONFIDENCE)).ok()
    });
    report("Cohen's d", found, 0.93, 0.97);
    let found = coverage(5_000, 2.0 * dist::normal_cdf(0.5 / SQRT_2) - 1.0, |stream| {
        let x: Vec<f64> = normals(stream, 20).iter().map(|x| x + 0.5).collect();
        effect::cliffs_delta(&x, &normals(stream, 20)).and_then(|d| d.interval(CONFIDENCE)).ok()
    });
    report("Cliff's delta", found, 0.93, 0.97);
    let found = coverage(5_000, 0.0, |stream| {
        shift::of_pairs(&normals(stream, 15), CONFIDENCE).ok()?.interval.ok()
    });
    report("pseudo-median", found, 0.945, 0.97);
}

/// Answers in a few clusters that differ in difficulty and in the effect of the predictor; the
/// average effect is 0. Studies without an interval reject nothing.
#[test]
fn logistic_with_few_clusters() {
    for (clusters, studies) in [(2_u64, 2_000), (3, 2_000), (5, 2_000), (10, 1_000)] {
        let rejects = |stream: &mut SplitMix64| {
            let (mut rows, mut right, mut labels) = (Vec::new(), Vec::new(), Vec::new());
            for label in 0..clusters {
                let (base, slope) = (dist::normal_draw(stream), dist::normal_draw(stream));
                for at in 0..30 {
                    let x = f64::from(at % 2);
                    let odds = (0.5 * base + 0.5 * slope * x).exp();
                    rows.push([x]);
                    right.push(stream.chance(odds / (1.0 + odds)));
                    labels.push(label);
                }
            }
            let fit = logistic::fit(&rows, &right).and_then(|fit| fit.clustered(&labels));
            fit.is_ok_and(|all| all[1].p.is_ok_and(|p| p < 0.05))
        };
        let found = simulated(2026, 0..studies, rejects);
        let name = format!("logistic, {clusters} clusters, rejects");
        report(&name, found, 0.0, 0.05 + 3.0 * found.error());
    }
}

#[test]
fn associations() {
    let r = 0.6_f64;
    let found = coverage(10_000, r, |stream| {
        let (x, y) = together(stream, 20, r);
        correlation::pearson(&x, &y).and_then(|one| one.interval(CONFIDENCE)).ok()
    });
    report("Pearson", found, 0.94, 0.96);
    for method in SpearmanInterval::ALL {
        let found = coverage(10_000, 6.0 / PI * (r / 2.0).asin(), |stream| {
            let (x, y) = together(stream, 20, r);
            correlation::spearman(&x, &y).and_then(|one| one.interval(*method, CONFIDENCE)).ok()
        });
        report(&format!("Spearman, {method}"), found, 0.91, 0.97);
    }
    let found = coverage(10_000, FRAC_2_PI * r.asin(), |stream| {
        let (x, y) = together(stream, 20, r);
        correlation::kendall(&x, &y).and_then(|one| one.interval(CONFIDENCE)).ok()
    });
    report("Kendall", found, 0.93, 0.98);
    // Two raters who see the truth with probability 0.8 and guess otherwise: kappa is 0.64.
    let found = coverage(5_000, 0.64, |stream| {
        let mut rate = |truth: usize| if stream.chance(0.8) { truth } else { stream.below(3) };
        let units: Vec<(usize, usize)> = (0..100).map(|i| (rate(i % 3), rate(i % 3))).collect();
        let (first, second): (Vec<usize>, Vec<usize>) = units.into_iter().unzip();
        let table = agreement::confusion(&first, &second, 3).ok()?;
        let kappa = agreement::cohens_kappa(&table, Weights::Unweighted).ok()?;
        kappa.interval(CONFIDENCE).ok()
    });
    report("kappa", found, 0.93, 0.97);
}

/// The confidence sequence: the true value must be inside at every time, up to 300 pairs.
#[test]
fn at_all_times() {
    let found = simulated(2026, 0..1_000, |stream| {
        let mut evidence = EProcess::new(Alternative::TwoSided);
        (0..300).all(|_| {
            evidence.observe(stream.chance(0.7));
            evidence.interval(CONFIDENCE).expect("a confidence").contains(0.7)
        })
    });
    report("confidence sequence", found, 0.95, 1.0);
}

/// Percentile intervals contain the score of SemEval-2026 Task 11 if content has an effect, and
/// almost never if it has none: no sample shows that cells are equal.
#[test]
fn scores_of_content_effects() {
    const ITEMS: u64 = 48;
    let score = |counts: [u64; 4]| {
        let counts = ContentCounts::new(counts.map(|right| (right, 100)));
        ContentEffect::new(&counts).expect("four cells").score
    };
    for (name, percents, least, most) in [
        ("score of a content effect", [95, 80, 70, 90], 0.92, 0.97),
        ("score without a content effect", [90; 4], 0.0, 0.05),
    ] {
        let found = coverage(1000, score(percents), |stream| {
            let mut items = Vec::new();
            for (cell, percent) in percents.iter().enumerate() {
                for _ in 0..ITEMS {
                    let mut own = [(0, 0); 4];
                    own[cell] = (u64::from(stream.chance(*percent as f64 / 100.0)), 1);
                    items.push(ContentCounts::new(own));
                }
            }
            let drawn = content_effect::bootstrap(&items, 499, stream.next_u64()).ok()?;
            drawn.percentile(CONFIDENCE).ok()
        });
        report(name, found, least, most);
    }
}
