use peirast_stats::{Correction, Error};

use super::{close, float, rows};

const NUMBERS: &str = include_str!("../../../golden/multiple.json");

#[test]
fn as_statsmodels() {
    for row in rows(NUMBERS, None) {
        let p: Vec<f64> = row["p"].as_array().expect("a list").iter().map(float).collect();
        for correction in Correction::ALL.iter().filter(|c| **c != Correction::Unadjusted) {
            let adjusted = correction.adjust(&p).expect("probabilities");
            for (got, want) in adjusted.iter().zip(row[correction.name()].as_array().expect("list"))
            {
                close(*got, want, 1e-14, &row);
            }
        }
        assert_eq!(Correction::Unadjusted.adjust(&p), Ok(p));
    }
}

#[test]
fn empty_stays_empty() {
    assert!(Correction::ALL.iter().all(|correction| correction.adjust(&[]) == Ok(vec![])));
}

#[test]
fn refuses_what_is_no_probability() {
    for bad in [f64::NAN, -1e-9, 1.0 + 1e-9, f64::INFINITY] {
        let result = Correction::BenjaminiHochberg.adjust(&[0.5, bad]);
        assert!(matches!(result, Err(Error::OutOfRange { what: "p", .. })), "{bad}");
    }
}

#[test]
fn absent_values_do_not_count() {
    let adjusted =
        Correction::BenjaminiHochberg.adjust_present(&[None, Some(0.02), Some(0.5), None]);
    assert_eq!(adjusted, Ok(vec![None, Some(0.04), Some(0.5), None]));
}

#[test]
fn short_names() {
    assert_eq!("bh".parse(), Ok(Correction::BenjaminiHochberg));
    assert_eq!("by".parse(), Ok(Correction::BenjaminiYekutieli));
    let error = "fdr".parse::<Correction>().expect_err("no such name");
    assert!(error.to_string().contains("holm, hochberg, benjamini-hochberg"), "{error}");
}
