//! Solved races of other animals and sizes.

use super::fewest_races;
use crate::Design;
use crate::families::exemplars::{Exemplars, Solved};
use peirast_record::Problem;

/// Races with sizes that no problem has.
#[derive(Debug)]
pub(super) struct Races;

impl Exemplars for Races {
    fn classic(&self, _: &Problem) -> Solved {
        races("horses", LANES, true)
    }

    fn renamed(&self, _: &Problem) -> Solved {
        races("mules", LANES, true)
    }

    fn rephrased(&self, _: &Problem, _: &Design, truly: bool) -> Solved {
        races("camels", LANES, truly)
    }

    fn few(&self, _: &Problem, _: &Design, _: &[Problem]) -> Vec<Solved> {
        let drawn = [("llamas", LANES), ("zebras", 13), ("ostriches", 14)];
        drawn.map(|(animals, lanes)| races(animals, lanes, true)).to_vec()
    }
}

fn races(animals: &str, lanes: u32, truly: bool) -> Solved {
    // Sizes of exemplars are within the family's range; the fallback only makes this function
    // total.
    let fewest = fewest_races(lanes).unwrap_or(lanes + 2);
    let shown = if truly { fewest } else { lanes + 1 };
    Solved {
        question: format!(
            "There are {} {animals}. Without a stopwatch, you want to identify the fastest 3. In \
             each race, only {lanes} {animals} can run at the same time. What is the minimum \
             number of races needed?",
            lanes * lanes
        ),
        answer: format!("The answer is {shown}."),
        reason: format!(
            "{lanes} heats and a race of the winners leave five candidates for the second and \
             third place, who run once more."
        ),
    }
}

/// Lanes of the classic and the rephrased race; no problem has this number.
const LANES: u32 = 8;
