//! The smallest number of races, by search: a game between a planner, who chooses the animals of
//! each race, and an adversary, who chooses any outcome that is consistent with what is known.
//!
//! A position is the partial order of the animals that can still be among the fastest three: those
//! with fewer than three known superiors. Nothing else matters. An excluded animal has none of the
//! others below it, so an adversary who lets it come in last gives no information by it; and more
//! racers never give less information, so races are full. Positions are cached up to the names of
//! the animals.

use peirast_task::fewest_races;
use std::collections::{BTreeMap, BTreeSet};

/// The known superiors of each animal still in play, as bit sets; fewer than three for each.
type Position = Vec<u64>;

/// The goal of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The set of the three fastest.
    Which,
    /// The three fastest, in order.
    Order,
}

struct Game {
    lanes: usize,
    goal: Goal,
    /// By position: the largest number of races known to be too small, the smallest known to be
    /// enough.
    known: BTreeMap<Position, (u32, u32)>,
}

impl Game {
    fn new(lanes: usize, goal: Goal) -> Self {
        Self { lanes, goal, known: BTreeMap::new() }
    }

    /// Returns true if some plan certainly reaches the goal from `position` within `races` races.
    fn is_enough(&mut self, position: &Position, races: u32) -> bool {
        let done = position.len() == 3
            && (self.goal == Goal::Which
                || position.iter().map(|s| s.count_ones()).sum::<u32>() == 3);
        if done {
            return true;
        }
        // An adversary can always let an unbeaten animal win: a race beats at most lanes - 1 of the
        // unbeaten, and all but one of them must be beaten.
        let unbeaten = position.iter().filter(|s| **s == 0).count();
        if unbeaten - 1 > races as usize * (self.lanes - 1) || races == 0 {
            return false;
        }
        let (not_enough, enough) = self.known.get(position).copied().unwrap_or((0, u32::MAX));
        if races <= not_enough || races >= enough {
            return races >= enough;
        }
        let found = plans(position, self.lanes).iter().any(|racers| {
            outcomes(position, racers).iter().all(|after| self.is_enough(after, races - 1))
        });
        let known = self.known.entry(position.clone()).or_insert((0, u32::MAX));
        *known = if found { (known.0, known.1.min(races)) } else { (known.0.max(races), known.1) };
        found
    }
}

/// Returns the distinct choices of racers, those with more unbeaten and less known animals first.
fn plans(position: &Position, lanes: usize) -> Vec<Vec<usize>> {
    let lanes = lanes.min(position.len());
    let mut plans: BTreeMap<(Position, u64), Vec<usize>> = BTreeMap::new();
    let mut racers: Vec<usize> = (0..lanes).collect();
    loop {
        let chosen = racers.iter().fold(0, |set, racer| set | 1 << racer);
        plans.entry(normal(position, chosen)).or_insert_with(|| racers.clone());
        let Some(at) = (0..lanes).rev().find(|i| racers[*i] < position.len() - lanes + i) else {
            break;
        };
        racers[at] += 1;
        for next in at + 1..lanes {
            racers[next] = racers[next - 1] + 1;
        }
    }
    let below = |racer: &usize| position.iter().filter(|s| **s & 1 << racer != 0).count();
    let mut plans: Vec<Vec<usize>> = plans.into_values().collect();
    plans.sort_by_cached_key(|racers| {
        let beaten: u32 = racers.iter().map(|r| position[*r].count_ones()).sum();
        (beaten, racers.iter().map(below).sum::<usize>(), racers.clone())
    });
    plans
}

/// Returns the possible positions after a race, those with most remaining animals first.
fn outcomes(position: &Position, racers: &[usize]) -> Vec<Position> {
    let mut after = BTreeSet::new();
    finish(position, racers, &mut Vec::new(), &mut after);
    let mut after: Vec<Position> = after.into_iter().collect();
    after.sort_by_key(|p| std::cmp::Reverse(p.len()));
    after
}

/// Lets the racers without a result finish in every order that is consistent with the position.
fn finish(
    position: &Position,
    racers: &[usize],
    order: &mut Vec<usize>,
    after: &mut BTreeSet<Position>,
) {
    if order.len() == racers.len() {
        after.insert(learned(position, order));
        return;
    }
    let out: u64 = racers.iter().filter(|r| !order.contains(r)).fold(0, |set, r| set | 1 << r);
    for racer in racers.iter().filter(|r| out & 1 << **r != 0 && position[**r] & out == 0) {
        order.push(*racer);
        finish(position, racers, order, after);
        order.pop();
    }
}

/// Returns the position after the racers finished in this order.
fn learned(position: &Position, order: &[usize]) -> Position {
    let mut superiors = position.clone();
    for pair in order.windows(2) {
        superiors[pair[1]] |= superiors[pair[0]] | 1 << pair[0];
    }
    for animal in 0..superiors.len() {
        let known = superiors[animal];
        let above = order.iter().filter(|r| known & 1 << **r != 0);
        superiors[animal] = above.fold(known, |set, racer| set | superiors[*racer]);
    }
    // The superiors of an animal in play are in play: they have fewer superiors than it has.
    let kept: Vec<usize> =
        (0..superiors.len()).filter(|a| superiors[*a].count_ones() < 3).collect();
    let rename = |set: u64| {
        kept.iter()
            .enumerate()
            .filter(|(_, old)| set & 1 << **old != 0)
            .fold(0, |s, (new, _)| s | 1 << new)
    };
    normal(&kept.iter().map(|a| rename(superiors[*a])).collect(), 0).0
}

/// Returns the same position with its animals renamed in an order that depends only on the shape of
/// the position, as far as a few rounds of comparing neighbours can tell, and the renamed `marked`
/// set. Equal results always mean equivalent positions.
fn normal(position: &Position, marked: u64) -> (Position, u64) {
    let size = position.len();
    let mut colors: Vec<u64> =
        (0..size).map(|a| u64::from(position[a].count_ones()) * 2 + (marked >> a & 1)).collect();
    for _ in 0..3 {
        colors = (0..size)
            .map(|a| {
                let near = |is: &dyn Fn(usize) -> bool| {
                    (0..size).filter(|b| is(*b)).map(|b| mix(colors[b])).fold(0, u64::wrapping_add)
                };
                let above = near(&|b| position[a] & 1 << b != 0);
                let below = near(&|b| position[b] & 1 << a != 0);
                mix(mix(mix(colors[a]) ^ above) ^ below)
            })
            .collect();
    }
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by_key(|a| (position[*a].count_ones(), colors[*a]));
    let rename = |set: u64| {
        order
            .iter()
            .enumerate()
            .filter(|(_, old)| set & 1 << **old != 0)
            .fold(0, |s, (new, _)| s | 1 << new)
    };
    (order.iter().map(|a| rename(position[*a])).collect(), rename(marked))
}

/// The scrambling step of SplitMix64.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// Returns true if `races` races of `lanes` are enough for `lanes * lanes` animals.
fn is_enough(lanes: usize, races: u32, goal: Goal) -> bool {
    Game::new(lanes, goal).is_enough(&vec![0; lanes * lanes], races)
}

#[test]
fn nine_animals_in_races_of_three_take_six_races() {
    assert!(!is_enough(3, 5, Goal::Which), "five races do not even tell which three");
    assert!(is_enough(3, 6, Goal::Order));
    assert_eq!(fewest_races(3), None, "two races settle the second and third place");
}

#[test]
fn sixteen_animals_in_races_of_four_take_six_races_or_seven() {
    assert!(!is_enough(4, 5, Goal::Which));
    assert!(is_enough(4, 6, Goal::Which), "six races tell which three");
    assert!(!is_enough(4, 6, Goal::Order), "but not in what order");
    assert!(is_enough(4, 7, Goal::Order));
    assert_eq!(fewest_races(4), None, "a question with two answers is not asked");
}

#[test]
fn twenty_five_animals_in_races_of_five_take_seven_races() {
    assert!(!is_enough(5, 6, Goal::Which));
    assert!(is_enough(5, 7, Goal::Order));
    assert_eq!(fewest_races(5), Some(7));
}
