//! Orders of premises.

use crate::error::Error;
use crate::judge::Judge;
use crate::stream::Purpose;
use peirast_etr::Reading;
use peirast_logic::Verdict;

/// The default number of orders: all of four premises.
pub const MOST_ORDERS: usize = 24;

/// Orders of premises. Each order lists, for each position, the premise at that position, from 0.
///
/// The original order comes first, then its reverse, then the others. If there are at most `most`
/// orders, all are listed in lexicographic order; with [`MOST_ORDERS`], this is the case for up to
/// four premises. Otherwise the seed draws different ones with equal probability, up to `most`
/// orders in total.
///
/// ```
/// use peirast_fallacy::{MOST_ORDERS, orders};
///
/// assert_eq!(orders(3, MOST_ORDERS, 1)[..3], [[0, 1, 2], [2, 1, 0], [0, 2, 1]]);
/// assert_eq!(orders(4, MOST_ORDERS, 1).len(), 24);
/// assert_eq!(orders(9, MOST_ORDERS, 1).len(), 24);
/// assert_eq!(orders(1, MOST_ORDERS, 1), [[0]]);
/// ```
pub fn orders(premises: usize, most: usize, seed: u64) -> Vec<Vec<usize>> {
    let forwards: Vec<usize> = (0..premises).collect();
    let mut found = vec![forwards.clone()];
    if premises > 1 {
        found.push(forwards.iter().rev().copied().collect());
    }
    let factorial = (1..=premises).try_fold(1usize, usize::checked_mul);
    if factorial.is_some_and(|count| count <= most) {
        let others = all(premises).into_iter().filter(|order| !found.contains(order));
        let others: Vec<_> = others.collect();
        found.extend(others);
    }
    let mut stream = Purpose::Order.stream(seed, premises as u64);
    let wanted = factorial.map_or(most, |count| most.min(count));
    while found.len() < wanted {
        let mut order = forwards.clone();
        stream.shuffle(&mut order);
        if !found.contains(&order) {
            found.push(order);
        }
    }
    found.truncate(most);
    found
}

/// All orders of `count` things in lexicographic order, beginning with the original one.
fn all(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let free = (0..count).filter(|place| !order.contains(place));
            free.map(|place| order.iter().copied().chain([place]).collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Tests if the theory predicts a fallacy from the premises in this order: a conclusion, other than
/// "nothing follows", that does not follow. If this cannot be decided, it is not a fallacy.
///
/// ```
/// use peirast_etr::Reading;
/// use peirast_fallacy::predicts_fallacy;
///
/// let premises = ["{A()B(), C()}", "{A()}", "{~B(), C()}"];
/// assert!(predicts_fallacy(&premises, Reading::SOUND)?);
/// let reversed = [premises[2], premises[1], premises[0]];
/// assert!(!predicts_fallacy(&reversed, Reading::SOUND)?);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// As [`Judge::new`].
pub fn predicts_fallacy(premises: &[impl AsRef<str>], reading: Reading) -> Result<bool, Error> {
    let judge = Judge::with_reading(premises, reading)?;
    let conclusion = judge.conclusion();
    if conclusion == "{0}" {
        return Ok(false);
    }
    Ok(matches!(judge.entailment(&conclusion)?.1, Verdict::Refuted(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn orders_are_different_and_as_many_as_wanted() {
        for premises in 0..8usize {
            let count: usize = (1..=premises).product();
            for most in [1, 2, 5, 24, 30] {
                let found = orders(premises, most, 7);
                assert_eq!(found.len(), count.min(most));
                assert_eq!(found, orders(premises, most, 7));
                let different: BTreeSet<&Vec<usize>> = found.iter().collect();
                assert_eq!(different.len(), found.len());
                assert_eq!(found[0], (0..premises).collect::<Vec<_>>());
                for order in found {
                    assert!((0..premises).all(|place| order.contains(&place)));
                }
            }
        }
        assert_ne!(orders(6, 24, 1), orders(6, 24, 2));
        assert_eq!(orders(40, 24, 1).len(), 24);
    }

    #[test]
    fn all_orders_come_in_their_order() {
        let all = all(3);
        assert_eq!(all.len(), 6);
        assert!(all.is_sorted());
    }
}
