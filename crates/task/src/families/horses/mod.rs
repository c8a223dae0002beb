//! The 25-horses puzzle: how many races find the fastest three? From the repository of Jiang et
//! al. (2024); perturbed in the animal and in the numbers.

mod data;
mod exemplars;
mod texts;

use super::draw::{Draft, Draw, segment};
use super::{Factor, Family, Make, NotWorkedOut, Variant, WorkedOut, publications};
use data::ANIMALS;
use peirast_record::{Answer, Factors, Problem, Profile, Segment, Task, Truth};

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

pub(super) static FAMILY: Family = Family {
    name: "horses",
    about: "25 horses, races of 5: how many races find the fastest 3?",
    profiles: &[Profile::Balanced, Profile::Paper2024],
    exemplars: Some(&exemplars::Races),
    phrasing: texts::PHRASING,
    replies: texts::replies,
    cues: &[],
    origins: &[publications::TOKEN_BIAS],
    has_forms: false,
    work_out,
    check_data: data::check,
    variants: &[Variant {
        name: "fastest-three",
        about: "n^2 animals, races of n, for n = 5, 6, 7, 9, 10, 11, 12",
        factors: &[ANIMAL, NUMBERS],
        make: Make::Each(make),
    }],
};

const OPENINGS: [&str; 6] = [
    "You have no stopwatch and want to find the fastest 3.",
    "Without a stopwatch, you want to identify the fastest 3.",
    "There is no way to measure time, and you want to find the fastest 3.",
    "The fastest 3 are to be found without any clock.",
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
    "At a riding school",
    "In a coastal town",
    "In a riverside meadow",
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
    "What is the minimum number of races that is enough, whatever the results?",
    "How many races are needed at least to be certain, whatever the results?",
    "What is the smallest number of races that is certain to be enough?",
];

/// Sizes of the perturbed races. Eight, thirteen and fourteen lanes are left to the exemplars, so
/// that both members of a pair get the same ones.
const OTHER_LANES: [u32; 6] = [6, 7, 9, 10, 11, 12];

/// The fewest races that are certain to find the three fastest of `lanes * lanes` animals, each
/// with a constant speed of its own, in races of `lanes`.
///
/// `lanes` heats and a race of their winners find the fastest, and leave five candidates for the
/// second and third place: the second and third of the fastest one's heat, the first and second
/// of the runner-up's, and the first of the third's. From five lanes on they fit in one more
/// race, which also tells their order.
///
/// One race less never does, not even to tell which three they are. An unbeaten animal may win
/// every race, which then beats at most `lanes - 1` unbeaten ones. As all but one of `lanes * lanes`
/// must be beaten, `lanes + 1` races would all have to be run by unbeaten animals, the last by the
/// only `lanes` left of them. One of these has won before. If it wins again, then it, the second
/// and third of this race and the second of its earlier race are four animals with fewer than
/// three known superiors, and each may still be among the three.
///
/// Returns `None` outside 5 to 14 lanes, the range of the family and its exemplars. Fewer lanes ask
/// for another line of thought: three take six races; and with four the answer depends on the
/// question, as six races can tell which three are the fastest, and only seven in what order. Both
/// were found by an exhaustive search over all strategies, which is in the tests of this crate.
///
/// ```
/// assert_eq!(peirast_task::fewest_races(5), Some(7));
/// assert_eq!(peirast_task::fewest_races(4), None);
/// ```
pub fn fewest_races(lanes: u32) -> Option<u32> {
    (5..=14).contains(&lanes).then(|| lanes + 2)
}

/// What follows the scene.
const THERE: &str = ", there are ";

/// The lanes of the classic puzzle.
const CLASSIC: u32 = 5;

/// The fewest races, by the numbers in the text: so many animals, and so many in a race.
fn work_out(problem: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    count_races(problem).ok_or(NotWorkedOut::OtherText)
}

fn count_races(problem: &Problem) -> Option<WorkedOut> {
    let all = |role: &'static str| {
        problem.segments.iter().filter(move |one| one.role == role).map(|one| one.text.as_str())
    };
    let numbers: Vec<u32> =
        all("number").map(|text| text.trim().parse().ok()).collect::<Option<_>>()?;
    let [animals, lanes] = numbers[..] else { return None };
    if lanes.checked_mul(lanes) != Some(animals) {
        return None;
    }
    let races = Answer::Number(i64::from(fewest_races(lanes)?).into());
    let plural = all("animal").next()?;
    let is_horse = ANIMALS.drawn()?.first()?.plural == plural;
    // Other words than ours may ask for something else; the scene is free.
    let text = problem.text();
    let named = |known: &[&'static str]| known.iter().copied().find(|one| text.contains(one));
    let scene = all("stem").next()?.strip_suffix(THERE)?;
    let words = PuzzleWords { scene, opening: named(&OPENINGS)?, question: named(&QUESTIONS)? };
    let level = |is_first: bool, first: &str| if is_first { first } else { "other" }.to_owned();
    Some(WorkedOut {
        answer: races,
        lure: races,
        levels: vec![
            ("animal", level(is_horse, "horse")),
            ("numbers", level(lanes == CLASSIC, "classic")),
        ],
        form: Some(form(lanes)),
        segments: Some(words.segments(plural, lanes)),
    })
}

/// The logical form.
fn form(lanes: u32) -> String {
    format!("fewest races for the top 3 of {lanes}^2 in races of {lanes}")
}

/// The words around animals and numbers.
#[derive(Clone, Copy)]
struct PuzzleWords<'a> {
    scene: &'a str,
    opening: &'a str,
    question: &'a str,
}

impl PuzzleWords<'_> {
    fn segments(self, plural: &str, lanes: u32) -> Vec<Segment> {
        let Self { scene, opening, question } = self;
        vec![
            segment("stem", format!("{scene}{THERE}")),
            segment("number", (lanes * lanes).to_string()),
            segment("stem", " "),
            segment("animal", plural),
            segment("stem", format!(". {opening} In each race, only ")),
            segment("number", lanes.to_string()),
            segment("stem", " "),
            segment("animal", plural),
            segment("question", format!(" can run at the same time. {question}")),
        ]
    }
}

pub(super) fn make(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let mut stream = draw.stream("horses");
    let animals = ANIMALS.drawn()?;
    let horse = &animals.first()?.plural;
    let others: Vec<&String> = animals.iter().skip(1).map(|a| &a.plural).collect();
    let other = *stream.choose(&others)?;
    let other_lanes = *stream.choose(&OTHER_LANES)?;
    let opening = *stream.choose(&OPENINGS)?;
    let scene = *stream.choose(&SCENES)?;
    let question = *stream.choose(&QUESTIONS)?;
    let words = PuzzleWords { scene, opening, question };
    let version = |animal: &str, plural: &str, numbers: &str, lanes: u32| {
        let levels = Factors::from_iter([("animal", animal), ("numbers", numbers)]);
        let races = i64::from(fewest_races(lanes)?);
        let segments = words.segments(plural, lanes);
        let truth = Truth {
            answer: Answer::Number(races.into()),
            lure: Answer::Number(races.into()),
            form: form(lanes),
            why: format!(
                "{lanes} heats, a race of their winners, and a race of the five candidates that \
                 are then left for the second and third place"
            ),
        };
        let draft = Draft { task: Task::Number, segments, options: Vec::new(), truth };
        Some(draw.problem(&levels, levels.clone(), draft))
    };
    [
        ("horse", horse, "classic", CLASSIC),
        ("other", other, "classic", CLASSIC),
        ("horse", horse, "other", other_lanes),
        ("other", other, "other", other_lanes),
    ]
    .into_iter()
    .map(|(animal, plural, numbers, lanes)| version(animal, plural, numbers, lanes))
    .collect()
}
