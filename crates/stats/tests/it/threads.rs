//! Results that are equal to the last bit on any number of threads.

use peirast_stats::{
    Alternative, Bootstrap, Correction, Family, Relabelings, Row, Rule, SplitMix64, bootstrap,
    dist, logistic, permutation,
};

/// Returns the results of these computations, to the last bit.
fn answers() -> Vec<u64> {
    let mut stream = SplitMix64::numbered(5, 0);
    let sample: Vec<f64> = (0..3000).map(|_| dist::normal_draw(&mut stream)).collect();
    let clusters: Vec<&[f64]> = sample.chunks(7).collect();
    let rows: Vec<[f64; 2]> =
        (0..40_000).map(|_| [dist::normal_draw(&mut stream), stream.uniform()]).collect();
    let right: Vec<bool> = rows.iter().map(|row| stream.chance(0.5 + row[1] / 3.0)).collect();
    let items: Vec<u64> = (0..40_000).map(|i| i / 40).collect();
    let mut bits = Vec::new();
    let mut note = |values: &[f64]| bits.extend(values.iter().map(|value| value.to_bits()));

    let plain = Bootstrap::seeded(&sample, bootstrap::median, 400, 1).expect("a sample");
    note(plain.replicates());
    let bca = plain.bca(0.95).expect("a spread");
    note(&[bca.interval.low, bca.interval.high, bca.z0, bca.acceleration]);
    let clustered = Bootstrap::clustered(&clusters, bootstrap::mean, 400, 1).expect("clusters");
    note(clustered.replicates());
    note(&[clustered.bca(0.95).expect("a spread").acceleration]);

    let which = Relabelings::Random { draws: 500, seed: 3 };
    let (x, y) = sample.split_at(1500);
    for test in [permutation::paired, permutation::independent] {
        let test = test(x, y, which).expect("samples");
        note(&[test.at_least, test.at_most, test.as_far]);
    }
    let row = |i: u64| Row { n12: i % 97, n21: i % 83, alternative: Alternative::TwoSided };
    let family = Family { rule: Rule::Exact, correction: Correction::Holm, alpha: 0.05 };
    let family = family.test(&(0..2000).map(row).collect::<Vec<_>>()).expect("a level");
    note(&family.iter().map(|row| row.p_adjusted).collect::<Vec<_>>());

    let fit = logistic::fit(&rows, &right).expect("data that overlap");
    let robust = fit.clustered(&items).expect("clusters");
    robust.iter().for_each(|one| note(&[one.estimate, one.se]));
    let few = 4000;
    let mixed = logistic::mixed(&rows[..few], &right[..few], &items[..few]).expect("a maximum");
    mixed.coefficients.iter().for_each(|one| note(&[one.estimate, one.se]));
    let strata = logistic::stratified(&rows[..few], &right[..few], &items[..few])
        .expect("data that overlap");
    strata.coefficients.iter().for_each(|one| note(&[one.estimate, one.se]));
    bits
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(answers)
    };
    let one = on(1);
    assert!(one.len() > 2000);
    for threads in [2, 5] {
        assert_eq!(on(threads), one, "{threads} threads");
    }
}
