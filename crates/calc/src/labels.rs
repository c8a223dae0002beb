//! Labels of raters, numbered by their order.

use crate::error::{Result, refuse};
use peirast_stats::Weights;
use peirast_table::escape_line;
use std::collections::BTreeMap;

/// The source of the order of labels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelOrder {
    /// The request gave it.
    Given,
    /// Every label is a number, so the order is numerical.
    Numbers,
    /// Labels are texts, in alphabetical order.
    Letters,
}

/// The categories, in order.
pub struct Labels {
    /// The position of each category.
    places: BTreeMap<String, usize>,
    order: LabelOrder,
}

impl Labels {
    /// The given labels in their order, or else the labels that occur. These are sorted as numbers
    /// if all are numbers, otherwise as texts.
    pub fn new<'a>(given: &[String], occurring: impl Iterator<Item = &'a str>) -> Result<Self> {
        if !given.is_empty() {
            let labels = Self { places: placed(given.to_vec()), order: LabelOrder::Given };
            return match given.iter().enumerate().find(|(at, one)| given[..*at].contains(one)) {
                Some((_, twice)) => refuse!("--categories names `{}` twice", escape_line(twice)),
                None => Ok(labels),
            };
        }
        let occurring: Vec<&str> = occurring.collect();
        let numbers: Option<Vec<f64>> = occurring.iter().map(|label| value(label)).collect();
        let order = match numbers {
            Some(_) => LabelOrder::Numbers,
            None => LabelOrder::Letters,
        };
        let mut names: Vec<String> = match numbers {
            Some(mut numbers) => {
                numbers.sort_by(f64::total_cmp);
                numbers.iter().map(f64::to_string).collect()
            }
            None => {
                let mut texts: Vec<String> =
                    occurring.iter().map(|one| (*one).to_owned()).collect();
                texts.sort_unstable();
                texts
            }
        };
        names.dedup();
        Ok(Self { places: placed(names), order })
    }

    /// The number of labels.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// A note if `weights` depend on something that the request did not give: the order of texts,
    /// or the number of categories between numbers. With two labels it makes no difference.
    pub fn order_note(&self, weights: Weights) -> Option<String> {
        if weights == Weights::Unweighted || self.len() < 3 {
            return None;
        }
        let mut sorted: Vec<(&String, &usize)> = self.places.iter().collect();
        sorted.sort_by_key(|(_, place)| **place);
        let names: Vec<String> = sorted.iter().map(|(name, _)| escape_line(name)).collect();
        let (weights, names) = (weights.to_string(), names.join(", "));
        match self.order {
            LabelOrder::Letters => Some(format!(
                "{weights} weights depend on the order of the categories, and the texts are in \
                 alphabetical order: {names}; --categories gives another order, lowest first"
            )),
            LabelOrder::Numbers if !self.is_evenly_spaced() => Some(format!(
                "{weights} weights count the steps from one category to another, but those that \
                 occur are not evenly spaced: {names}; name the whole scale with --categories, \
                 lowest first"
            )),
            LabelOrder::Numbers | LabelOrder::Given => None,
        }
    }

    /// True if the distances between numeric labels equal those between their positions.
    fn is_evenly_spaced(&self) -> bool {
        let mut numbers: Vec<f64> = self.places.keys().filter_map(|name| value(name)).collect();
        numbers.sort_by(f64::total_cmp);
        let steps: Vec<f64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let (least, most) = steps.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), step| {
            (least.min(*step), most.max(*step))
        });
        most - least <= 1e-9 * most
    }

    /// The position of a label.
    pub fn place(&self, label: &str) -> Result<usize> {
        let name = match value(label) {
            Some(number) if self.order == LabelOrder::Numbers => number.to_string(),
            _ => label.to_owned(),
        };
        match self.places.get(&name) {
            Some(place) => Ok(*place),
            None => refuse!("the label `{}` is not among --categories", escape_line(label)),
        }
    }

    /// A table with the count of each pair of labels.
    pub fn table(&self, first: &[&str], second: &[&str]) -> Result<Vec<Vec<u64>>> {
        let mut table = vec![vec![0; self.len()]; self.len()];
        for (one, other) in first.iter().zip(second) {
            table[self.place(one)?][self.place(other)?] += 1;
        }
        Ok(table)
    }
}

/// Names with their positions.
fn placed(names: Vec<String>) -> BTreeMap<String, usize> {
    names.into_iter().enumerate().map(|(place, name)| (name, place)).collect()
}

/// A finite number; 0 has no sign.
fn value(label: &str) -> Option<f64> {
    label.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_depend_on_what_nobody_gave_are_noted() {
        let note = |given: &[&str], occurring: &[&str], weights| {
            let given: Vec<String> = given.iter().map(|one| (*one).to_owned()).collect();
            Labels::new(&given, occurring.iter().copied()).expect("labels").order_note(weights)
        };
        let gaps = note(&[], &["1", "5", "2"], Weights::Linear).expect("a note");
        assert!(gaps.contains("not evenly spaced: 1, 2, 5; name the whole"), "{gaps}");
        assert!(note(&[], &["low", "high", "mid"], Weights::Quadratic).is_some());
        assert_eq!(note(&["1", "2", "3", "4", "5"], &["1", "2", "5"], Weights::Linear), None);
        assert_eq!(note(&[], &["1", "5", "2"], Weights::Unweighted), None);
        assert_eq!(note(&[], &["0.1", "0.3", "0.2"], Weights::Linear), None);
        assert_eq!(note(&[], &["1", "5"], Weights::Linear), None);
    }
}
