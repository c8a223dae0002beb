//! Results in plain words: one of each test, and special cases.

use peirast_stats::{
    Alternative, ClusteredMethod, EProcess, Error, Lost, PairedTable, Pooling, RankMethod,
    Relabelings, Rule, TestResult, Weights, ZeroRule, result,
};

const SIDE: Alternative = Alternative::TwoSided;

/// One sentence for each line.
const EXPECTED: &str = include_str!("../sentences.txt");

/// Returns some results, in the order of the lines.
fn questions() -> Vec<Result<TestResult, Error>> {
    let table = PairedTable { n11: 50, n12: 4, n21: 16, n22: 30 };
    let lost = Lost { neither: 2, original_right: 1, ..Lost::default() };
    let (x, y) = ([3.1, 5.2, 4.4, 6.0, 5.5, 7.1], [1.0, 4.1, 4.9, 3.0, 2.2, 6.6]);
    let d: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
    let blocks = [[1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [1.0, 2.0, 3.0], [2.0, 1.0, 3.0]];
    let mut evidence = EProcess::new(Alternative::Greater);
    (0..12).for_each(|i| evidence.observe(i != 3));
    let clusters = [table, table.mirrored(), table];
    // Six questions, each answered twice without a hint and twice with one.
    let hint: Vec<[f64; 1]> = (0..24).map(|i| [f64::from(i % 4 / 2)]).collect();
    let questions: Vec<u64> = (0..24).map(|i| i / 4).collect();
    let right: Vec<bool> =
        (0..24).map(|i| [15, 14, 13, 4, 8, 3][i / 4] >> (i % 4) & 1 == 1).collect();
    let even: Vec<bool> = (0..24).map(|i| i % 2 == 0).collect();
    let cells = [(0, 9), (2, 1), (1, 2), (5, 8), (3, 9), (0, 6)].map(|(n12, n21)| PairedTable {
        n11: 20,
        n12,
        n21,
        n22: 5,
    });
    let few = [(0, 3), (1, 0), (1, 0), (0, 1)].map(|(n12, n21)| PairedTable {
        n11: 7 - n12 - n21,
        n12,
        n21,
        n22: 3,
    });
    vec![
        result::mcnemar(&table, &lost, Rule::Exact, SIDE, 0.95),
        result::mcnemar(&table, &Lost::default(), Rule::Normal, Alternative::Greater, 0.95),
        result::mcnemar(&PairedTable::default(), &lost, Rule::Exact, SIDE, 0.95),
        result::mcnemar(&PairedTable::from_discordants(0, 2000), &lost, Rule::Exact, SIDE, 0.95),
        result::clustered_mcnemar(&clusters, ClusteredMethod::Obuchowski, SIDE, 0.95),
        result::sequential(&evidence, 0.95),
        result::binomial(8, 10, 0.5, SIDE, 0.95),
        result::two_proportions(1, 4, 2, 4, Pooling::Pooled, SIDE, 0.95),
        result::two_proportions(4, 4, 4, 4, Pooling::Pooled, SIDE, 0.95),
        result::cochran_q(&[[true, false, true], [false, false, true], [true, false, false]]),
        result::paired_t(&x, &y, SIDE, 0.95),
        result::paired_t(&x, &x, SIDE, 0.95),
        result::wilcoxon(&d, ZeroRule::Wilcox, RankMethod::Auto, SIDE, 0.9),
        result::wilcoxon(&[0.0, 1.0, 2.0], ZeroRule::Wilcox, RankMethod::Normal, SIDE, 0.95),
        result::mann_whitney(&x, &y, RankMethod::Auto, SIDE, 0.95),
        result::kruskal_wallis(&blocks),
        result::friedman(&blocks),
        result::shapiro_wilk(&x),
        result::permutation_paired(&x, &y, Relabelings::All, SIDE),
        result::permutation_independent(&x, &y, Relabelings::Random { draws: 999, seed: 1 }, SIDE),
        result::pearson(&x, &y, SIDE, 0.95),
        result::spearman(&x, &y, SIDE, 0.95),
        result::kendall(&x, &y, SIDE, 0.95),
        result::cohens_kappa(&[[20, 5], [10, 15]], Weights::Unweighted, Alternative::Greater, 0.95),
        result::logistic(&[[1.0], [2.0], [3.0], [4.0]], &[false, true, false, true]),
        result::stratified_logistic(&hint, &right, &questions, &questions, 0, 0.95),
        result::stratified_logistic(&hint, &[true; 24], &questions, &questions, 0, 0.95),
        result::mixed_logistic(&hint, &right, &questions, 0, 0.95),
        result::mixed_logistic(&hint, &even, &questions, 0, 0.95),
        result::mixed_logistic_sd(&hint, &right, &questions),
        result::mixed_logistic_sd(&hint, &even, &questions),
        result::difference_by_two(&cells, &[1, 1, 2, 2, 3, 3], &[1, 2, 1, 2, 1, 2], SIDE, 0.95),
        result::difference_by_two(&few, &[1, 1, 2, 2], &[1, 2, 1, 2], SIDE, 0.95),
    ]
}

#[test]
fn sentences_read_as_they_should() {
    let expected: Vec<&str> = EXPECTED.lines().collect();
    let found: Vec<String> = questions()
        .into_iter()
        .map(|result| result.expect("a well-put question").sentence())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn results_come_back_from_json() {
    for result in questions() {
        let result = result.expect("a well-put question").losing(1, "cut off");
        let json = serde_json::to_string(&result).expect("serialises");
        assert_eq!(serde_json::from_str::<TestResult>(&json).expect("parses"), result);
    }
}
