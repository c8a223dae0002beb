//! Positions of options: every letter is used equally often, even over few questions.

use crate::problem::Problem;
use crate::stream::Purpose;
use peirast_record::ArgumentKind as Kind;

/// Number of offered conclusions. A further option says that none of them follows.
pub(super) const OFFERED: usize = 3;
/// Number of positions: those of conclusions, and that of "none follows".
const PLACES: usize = OFFERED + 1;

/// The positions of two options, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OptionPlaces {
    /// The position of the right option; [`OFFERED`] if none of the conclusions follows.
    pub(super) right: usize,
    /// The position of the fallacious conclusion, which is a different one.
    pub(super) lure: usize,
}

impl OptionPlaces {
    /// The positions for a problem. For each kind of problem, every four numbers from a multiple of
    /// four have the right option once in each position. Every twelve numbers from a multiple of
    /// twelve have the lure four times in each of the three positions.
    pub(super) fn new(problem: &Problem, seed: u64) -> OptionPlaces {
        let block = problem.number / PLACES as u64;
        let kind = match problem.kind {
            Kind::Fallacy => 0,
            Kind::ControlValid => 1,
            Kind::ControlBlocked => 2,
        };
        let mut stream = Purpose::Letters.stream(seed, 3 * block + kind);
        let mut rights: [usize; PLACES] = [0, 1, 2, 3];
        stream.shuffle(&mut rights);
        let right = rights[(problem.number % PLACES as u64) as usize];
        // With a, b or c as the right option, the lure is in the next position or the previous one,
        // each once.
        let step = 1 + usize::from(stream.coin());
        let group = block / OFFERED as u64;
        let mut stream = Purpose::Letters.stream(seed, 1 << 63 | (3 * group + kind));
        let mut lures: [usize; OFFERED] = [0, 1, 2];
        stream.shuffle(&mut lures);
        let lure = match right {
            OFFERED => lures[(block % OFFERED as u64) as usize],
            _ => (right + step) % OFFERED,
        };
        OptionPlaces { right, lure }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;
    use crate::profile::Profile;

    #[test]
    fn every_place_is_as_frequent_as_any_other() {
        let profile = Profile::named("paper-2025").expect("a profile");
        let one = Corpus::new(&profile, 1, 1).expect("a corpus").problems.remove(0);
        for kind in [Kind::Fallacy, Kind::ControlValid, Kind::ControlBlocked] {
            let at = |number| OptionPlaces::new(&Problem { number, kind, ..one.clone() }, 7);
            let all: Vec<OptionPlaces> = (0..2400).map(at).collect();
            assert!(all.iter().all(|one| one.right != one.lure && one.lure < OFFERED));
            let count = |of: &[OptionPlaces], is: &dyn Fn(&OptionPlaces) -> bool| {
                of.iter().filter(|one| is(one)).count()
            };
            for four in all.chunks(4) {
                assert!((0..4).all(|place| count(four, &|one| one.right == place) == 1));
            }
            for twelve in all.chunks(12) {
                assert!((0..3).all(|place| count(twelve, &|one| one.lure == place) == 4));
            }
            // For each right position, the other positions are about equally frequent. Six standard
            // deviations.
            for right in 0..3 {
                let next = count(&all, &|one| one.right == right && one.lure == (right + 1) % 3);
                assert!(next.abs_diff(300) < 74, "{next}");
            }
        }
        let other = Problem { kind: Kind::ControlValid, ..one.clone() };
        let places = |problem: &Problem| -> Vec<OptionPlaces> {
            (0..40)
                .map(|number| OptionPlaces::new(&Problem { number, ..problem.clone() }, 7))
                .collect()
        };
        assert_ne!(places(&one), places(&other), "a control tells nothing of its fallacy");
    }
}
