//! How long the two expensive questions take: a large family, and the power of a large study.

use divan::{Bencher, black_box};
use peirast_stats::{
    Alternative, Correction, Design, Discordance, Error, Family, Row, Rule, SampleSize,
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
