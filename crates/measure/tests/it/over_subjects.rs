//! Correlations over subjects.
//!
//! Pearson's p is by the closed form of the t distribution with three degrees of freedom, Spearman's by
//! counting all orders.

use crate::settings::{judgement, near};
use peirast_measure::{Facet, Judgement, Providers, SubjectCorrelation, SyllogismReport, Variant};

/// Right ones of twenty valid items with real words, by subject: N, O, X, OX.
const RIGHT: [[usize; 4]; 5] =
    [[20, 19, 18, 20], [17, 16, 19, 17], [12, 14, 10, 12], [9, 9, 13, 9], [5, 4, 6, 5]];

fn judged(subjects: usize) -> Vec<Judgement> {
    let mut judgements = Vec::new();
    for (name, row) in ["a", "b", "c", "d", "e"].into_iter().zip(RIGHT).take(subjects) {
        for (variant, right) in Variant::ALL.into_iter().zip(row) {
            for item in 0..20 {
                let one = judgement(name, ["zero_shot", "0.0"], format!("{item:02}"));
                judgements.push(Judgement { variant, accepted: Some(item < right), ..one });
            }
        }
    }
    judgements
}

fn pair<'a>(rows: &'a [SubjectCorrelation], pair: [&str; 2]) -> &'a SubjectCorrelation {
    let is_wanted =
        |row: &&SubjectCorrelation| row.strategy.is_none() && [row.first, row.second] == pair;
    rows.iter().find(is_wanted).unwrap()
}

#[test]
fn variants_are_correlated_over_subjects() {
    let rows =
        SyllogismReport::new(&judged(5), None, &Providers::new(), None).unwrap().over_subjects;
    // Over everything, and under the only strategy: six, fifteen and ten pairs.
    assert_eq!(rows.len(), 2 * (6 + 15 + 10));
    let of = |facet| rows.iter().filter(|row| row.facet == facet).count();
    assert_eq!(Facet::ALL.map(of), [12, 30, 20]);

    let row = pair(&rows, ["N", "X"]);
    let found = row.correlation.unwrap();
    assert_eq!(row.subjects, 5);
    near(found.pearson.value, 0.901_488_464_596_141_7);
    near(found.pearson.p.unwrap(), 0.036_562_907_858_135_32);
    // The ranks are 5 4 3 2 1 and 4 5 2 3 1: of 120 orders, 16 have a coefficient of 0.8 or more
    // in size.
    near(found.spearman.value, 0.8);
    near(found.spearman.p.unwrap(), 16.0 / 120.0);
    // The other five pairs have 2 or 16 of 120, so that this is the largest of six.
    near(row.p_adjusted.unwrap(), 16.0 / 120.0);
    let alike = pair(&rows, ["N", "OX"]).correlation.unwrap();
    assert_eq!((alike.pearson.value, alike.pearson.p), (1.0, None));
    assert!(found.pearson.interval.unwrap().low < 0.9);
}

#[test]
fn a_value_that_does_not_vary_has_no_correlation() {
    let rows =
        SyllogismReport::new(&judged(5), None, &Providers::new(), None).unwrap().over_subjects;
    // All accepted conclusions are valid.
    let precision = pair(&rows, ["accuracy", "precision"]);
    assert_eq!((precision.subjects, precision.correlation), (5, None));
    // There are no invalid conclusions.
    assert_eq!(pair(&rows, ["VX", "IX"]).subjects, 0);
    near(pair(&rows, ["accuracy", "recall"]).correlation.unwrap().spearman.value, 1.0);
}

#[test]
fn two_subjects_are_not_correlated() {
    let rows =
        SyllogismReport::new(&judged(2), None, &Providers::new(), None).unwrap().over_subjects;
    assert_eq!(rows, []);
}
