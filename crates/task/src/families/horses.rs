//! The 25-horses puzzle: how many races find the fastest three? From the repository of Jiang et
//! al. (2024); perturbed in the animal and in the numbers.

use super::draw::{Draw, segment};
use super::{Factor, Family, Variant};
use crate::Data;
use peirast_record::{Answer, Factors, Problem, Task, Truth};

const ANIMAL: Factor = Factor {
    name: "animal",
    levels: &["horse", "other"],
    touches: &["animal"],
    changes_truth: false,
};

const NUMBERS: Factor = Factor {
    name: "numbers",
    levels: &["classic", "other"],
    touches: &["number"],
    changes_truth: true,
};

pub(super) const FAMILY: Family = Family {
    name: "horses",
    about: "25 horses, races of 5: how many races find the fastest 3?",
    variants: &[Variant {
        name: "fastest-three",
        about: "n^2 animals, races of n, for n from 4 to 14",
        factors: &[ANIMAL, NUMBERS],
        make,
    }],
};

const OPENINGS: [&str; 6] = [
    "You have no stopwatch and want to find the fastest 3.",
    "Without a stopwatch, you want to identify the fastest 3.",
    "There is no way to measure time, and the fastest 3 are wanted.",
    "The fastest 3 are to be found, in order, without any clock.",
    "No timing device is available. The task is to find the top 3.",
    "A trainer without a watch wants to know which 3 are the fastest.",
];

const SCENES: [&str; 24] = [
    "On a farm",
    "At a country fair",
    "In a training camp",
    "On an island",
    "In a desert town",
    "At a festival",
    "On a sandy beach",
    "In a mountain village",
    "At an old racetrack",
    "In a wide valley",
    "On a frozen lake",
    "At a school for trainers",
    "In a coastal town",
    "At a riverside meadow",
    "In a walled city",
    "On a high plateau",
    "At the edge of a forest",
    "In a market square",
    "At a summer camp",
    "On a dry lake bed",
    "In a quiet village",
    "At a charity event",
    "In a large park",
    "On a training ground",
];

const QUESTIONS: [&str; 3] = [
    "What is the minimum number of races needed?",
    "How many races are needed at the least?",
    "What is the smallest number of races that is certain to be enough?",
];

/// The fewest races that are certain to find the three fastest of `lanes * lanes` animals, each
/// with a constant speed of its own, in races of `lanes`.
///
/// `lanes` heats and a race of their winners find the fastest, and leave five candidates for the
/// second and third place: the second and third of the fastest one's heat, the first and second
/// of the runner-up's, and the first of the third's. From five lanes on they fit in one more
/// race. With four lanes one more race may leave the third place open, so that a second one is
/// needed. Both counts are the true minimum: an exhaustive search over all strategies agrees for
/// four lanes, and for more lanes no strategy can do with one race less, because a race that
/// also settles the heats' order would have to hold all winners and all runners-up.
///
/// Returns `None` outside 4 to 14 lanes, the range of the family.
///
/// ```
/// assert_eq!(peirast_task::fewest_races(5), Some(7));
/// assert_eq!(peirast_task::fewest_races(4), Some(7));
/// ```
pub fn fewest_races(lanes: u32) -> Option<u32> {
    match lanes {
        4 => Some(7),
        5..=14 => Some(lanes + 2),
        _ => None,
    }
}

pub(super) fn make(data: &Data, draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("horses");
    let horse = &data.animals.first()?.plural;
    let others: Vec<&String> = data.animals.iter().skip(1).map(|a| &a.plural).collect();
    let other = *stream.choose(&others)?;
    let lanes = [4, 6, 7, 8, 9, 10, 11, 12, 13, 14];
    let other_lanes = *stream.choose(&lanes)?;
    let opening = *stream.choose(&OPENINGS)?;
    let scene = *stream.choose(&SCENES)?;
    let question = *stream.choose(&QUESTIONS)?;
    let version = |animal: &str, plural: &str, numbers: &str, lanes: u32| {
        let levels = Factors::from_iter([("animal", animal), ("numbers", numbers)]);
        let races = i64::from(fewest_races(lanes)?);
        let segments = vec![
            segment("stem", format!("{scene}, there are ")),
            segment("number", (lanes * lanes).to_string()),
            segment("stem", " "),
            segment("animal", plural),
            segment("stem", format!(". {opening} In each race, only ")),
            segment("number", lanes.to_string()),
            segment("stem", " "),
            segment("animal", plural),
            segment("question", format!(" can run at the same time. {question}")),
        ];
        let truth = Truth {
            answer: Answer::Number(races),
            lure: Answer::Number(races),
            form: format!("fewest races for the top 3 of {lanes}^2 in races of {lanes}"),
            why: format!(
                "{lanes} heats, one race of the winners, then the five candidates that are left \
                 for the second and third place take {} more",
                races - i64::from(lanes) - 1
            ),
        };
        Some(draw.problem(&levels, Task::Number, segments, Vec::new(), truth))
    };
    [
        ("horse", horse, "classic", 5),
        ("other", other, "classic", 5),
        ("horse", horse, "other", other_lanes),
        ("other", other, "other", other_lanes),
    ]
    .into_iter()
    .map(|(animal, plural, numbers, lanes)| version(animal, plural, numbers, lanes))
    .collect()
}
