//! Time of expensive computations: a large family, the power of a large study, exact distributions
//! of ranks, and resampling.

use divan::{Bencher, black_box};
use peirast_stats::{
    Alternative, Bootstrap, ClusteredMethod, Correction, Design, Discordance, Error, Family,
    PairedTable, Row, Rule, SampleSize, SplitMix64, ZeroRule, bootstrap, clustered, dist,
    mann_whitney, mcnemar, wilcoxon,
};

fn main() {
    divan::main();
}

#[divan::bench(args = [Rule::Exact, Rule::MidP, Rule::Normal])]
fn family_of_1000_rows(bencher: Bencher<'_, '_>, rule: Rule) {
    let family = Family { rule, correction: Correction::BenjaminiHochberg, alpha: 0.05 };
    let rows: Vec<Row> = (0..1000)
        .map(|i| Row { n12: i * 7 % 101, n21: i * 13 % 103, alternative: Alternative::TwoSided })
        .collect();
    bencher.bench(|| family.test(black_box(&rows)));
}

#[divan::bench(args = [10_000, 100_000])]
fn power(bencher: Bencher<'_, '_>, pairs: u64) {
    bencher.bench(|| -> Result<f64, Error> {
        let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
        Ok(design.power(black_box(pairs), &Discordance::new(0.24, 0.26)?))
    });
}

#[divan::bench]
fn pairs_needed(bencher: Bencher<'_, '_>) {
    bencher.bench(|| -> Result<SampleSize, Error> {
        let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
        design.pairs_needed(black_box(0.8), &Discordance::new(0.09, 0.11)?)
    });
}

#[divan::bench(args = [1_000, 1_000_000_000])]
fn exact_mcnemar(bencher: Bencher<'_, '_>, count: u64) {
    bencher.bench(|| mcnemar::exact(black_box(count), count + count / 100, Alternative::TwoSided));
}

fn normal(seed: u64, size: usize) -> Vec<f64> {
    let mut stream = SplitMix64::numbered(seed, 0);
    (0..size).map(|_| dist::normal_draw(&mut stream)).collect()
}

#[divan::bench(args = [50, 200, 1_000])]
fn exact_signed_rank(bencher: Bencher<'_, '_>, size: usize) {
    let test = wilcoxon::signed_rank(&normal(1, size), ZeroRule::Wilcox);
    bencher.bench(|| test.as_ref().map(|test| test.p_exact(Alternative::TwoSided)));
}

#[divan::bench(args = [20, 50, 150])]
fn exact_rank_sum(bencher: Bencher<'_, '_>, size: usize) {
    let test = mann_whitney::rank_sum(&normal(1, size), &normal(2, size));
    bencher.bench(|| test.as_ref().map(|test| test.p_exact(Alternative::TwoSided)));
}

#[divan::bench(sample_count = 3)]
fn bootstrap_of_10000_by_10000_with_bca(bencher: Bencher<'_, '_>) {
    let sample = normal(3, 10_000);
    bencher.bench(|| Bootstrap::seeded(&sample, bootstrap::mean, 10_000, 1)?.bca(0.95));
}

#[divan::bench]
fn hundred_thousand_clusters(bencher: Bencher<'_, '_>) {
    let cluster = |i: u64| PairedTable { n11: i % 3, n12: i % 4 / 2, n21: i % 5 / 3, n22: 1 };
    let clusters: Vec<PairedTable> = (0..100_000).map(cluster).collect();
    bencher.bench(|| {
        clustered::mcnemar(&clusters, ClusteredMethod::Obuchowski, Alternative::TwoSided)
    });
}
