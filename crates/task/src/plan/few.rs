//! The number of items that is enough for a study that cannot be planned with fewer.

use super::blueprint::{Blueprint, make_problems};
use crate::Families;
use peirast_record::Study;

/// The largest number of items that is tried.
const MOST: u32 = 64;

/// Returns the smallest number of items of each variant with which a study can be planned; `None`
/// if more items do not help. Called for a study that could not be planned.
pub(super) fn enough(study: &Study, families: &Families) -> Option<u32> {
    let fewest = study.families.iter().map(|family| family.n).min()?;
    let fits = |n: u32| {
        let mut study = study.clone();
        study.families.iter_mut().for_each(|family| family.n = family.n.max(n));
        let problems = make_problems(&study, families);
        let taken = |problems: Vec<_>| {
            let mut blueprint = Blueprint::new(&study, families)?;
            blueprint.take(&problems)?;
            blueprint.contrasts()
        };
        problems.and_then(taken).is_ok()
    };
    if fewest >= MOST || !fits(MOST) {
        return None;
    }
    let (mut below, mut enough) = (fewest, MOST);
    while enough - below > 1 {
        let middle = below.midpoint(enough);
        match fits(middle) {
            true => enough = middle,
            false => below = middle,
        }
    }
    Some(enough)
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use crate::{Plan, PlanError, built_in_study};

    #[test]
    fn a_study_of_too_few_items_says_how_many_are_enough() {
        let mut study = built_in_study("belief-bias").expect("it is built in").expect("a study");
        study.families.iter_mut().for_each(|family| family.n = 2);
        let Err(PlanError::FewItems { enough, .. }) = Plan::new(&study) else {
            panic!("two items lack half of the levels")
        };
        study.families.iter_mut().for_each(|family| family.n = enough);
        assert!(Plan::new(&study).is_ok(), "{enough}");
        study.families.iter_mut().for_each(|family| family.n = enough - 1);
        assert!(Plan::new(&study).is_err(), "{enough}");
    }

    #[test]
    fn more_items_do_not_mend_a_misspelling() {
        let mut study = built_in_study("belief-bias").expect("it is built in").expect("a study");
        study.families.iter_mut().for_each(|family| family.n = 2);
        study.hypotheses[0].given.set("validity", "inwalid");
        let error = Plan::new(&study).expect_err("a misspelling").to_string();
        assert!(error.contains("inwalid") && !error.contains("enough"), "{error}");
    }
}
