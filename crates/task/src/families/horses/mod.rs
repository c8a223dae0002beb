//! The 25-horses puzzle: the number of races that find the fastest three. From the repository of
//! Jiang et al. (2024); the animal and the numbers are perturbed.

mod data;
mod exemplars;
mod texts;

use super::conjunction::other_question;
use super::draw::{Draft, Draw, segment};
use super::worked_out::{RELATIVE_WORDS, clause_word};
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

/// Sizes of the perturbed races. Eight, thirteen and fourteen lanes are reserved for the exemplars,
/// so that both members of a pair get the same ones.
const OTHER_LANES: [u32; 6] = [6, 7, 9, 10, 11, 12];

/// Returns the smallest number of races that certainly finds the three fastest of `lanes * lanes`
/// animals, each with a constant speed, in races of `lanes`.
///
/// `lanes` heats and a race of their winners find the fastest, and leave five candidates for the
/// second and third position: the second and third of the winner's heat, the first and second of
/// the runner-up's heat, and the first of the third's heat. From five lanes on they fit in one more
/// race, which also determines their order.
///
/// One race fewer is never enough, not even to find the set of the three. An unbeaten animal may
/// win every race, so a race beats at most `lanes - 1` unbeaten animals. All but one of
/// `lanes * lanes` must be beaten. So all `lanes + 1` races would have to be run by unbeaten
/// animals, the last by the only `lanes` that are left. One of these has won before. If it wins
/// again, then it, the second and third of this race and the second of its earlier race are four
/// animals with fewer than three known superiors, and each may still be one of the three.
///
/// Returns `None` outside 5 to 14 lanes, the range of the family and its exemplars. Fewer lanes
/// need another argument: three lanes need six races. With four lanes six races determine the three
/// fastest, and seven determine also their order. Both numbers were found by an exhaustive search
/// over all strategies, which is in the tests of this crate.
///
/// ```
/// assert_eq!(peirast_task::fewest_races(5), Some(7));
/// assert_eq!(peirast_task::fewest_races(4), None);
/// ```
pub fn fewest_races(lanes: u32) -> Option<u32> {
    (5..=14).contains(&lanes).then(|| lanes + 2)
}

/// The text after the scene.
const THERE: &str = ", there are ";

/// The lanes of the classic puzzle.
const CLASSIC: u32 = 5;

/// First words of a scene.
const PLACES: [&str; 12] = [
    "at", "behind", "beside", "by", "during", "in", "inside", "near", "on", "outside", "under",
    "within",
];

/// The most words of a scene.
const SCENE_WORDS: usize = 10;

/// Works out the smallest number of races from the numbers in the text: the number of animals, and
/// the number in a race.
fn work_out(problem: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    let (scene, worked_out) = count_races(problem).ok_or(NotWorkedOut::OtherText)?;
    if let Some(word) = other_question(scene).or_else(|| clause_word(scene)) {
        return Err(NotWorkedOut::OtherQuestion(word));
    }
    if !is_place(scene) {
        return Err(NotWorkedOut::OtherText);
    }
    Ok(worked_out)
}

/// Returns true if a scene is one phrase of place: no other text can change the number.
fn is_place(scene: &str) -> bool {
    let scene = scene.to_lowercase();
    let words: Vec<&str> = scene.split_whitespace().collect();
    let is_plain = !scene.contains(char::is_numeric)
        && !words.iter().any(|word| RELATIVE_WORDS.split(' ').any(|other| other == *word));
    is_plain && words.len() <= SCENE_WORDS && words.first().is_some_and(|one| PLACES.contains(one))
}

/// Returns the scene of a text, and the result of its numbers.
fn count_races(problem: &Problem) -> Option<(&str, WorkedOut)> {
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
    // Other words may ask for something else; the scene may be any place.
    let text = problem.text();
    let named = |known: &[&'static str]| known.iter().copied().find(|one| text.contains(one));
    let scene = all("stem").next()?.strip_suffix(THERE)?;
    let words = PuzzleWords { scene, opening: named(&OPENINGS)?, question: named(&QUESTIONS)? };
    let level = |is_first: bool, first: &str| if is_first { first } else { "other" }.to_owned();
    let worked_out = WorkedOut {
        answer: races,
        lure: races,
        levels: vec![
            ("animal", level(is_horse, "horse")),
            ("numbers", level(lanes == CLASSIC, "classic")),
        ],
        form: Some(form(lanes)),
        segments: Some(words.segments(plural, lanes)),
    };
    Some((scene, worked_out))
}

/// The logical form.
fn form(lanes: u32) -> String {
    format!("fewest races for the top 3 of {lanes}^2 in races of {lanes}")
}

/// The words before and between animals and numbers.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Design;

    /// Returns the answer to a puzzle that begins with these words, if it is certified.
    fn answer_in(scene: &str) -> Result<Answer, NotWorkedOut> {
        let design = Design { seed: 7, profile: Profile::Balanced };
        let made = FAMILY.make(&design, "fastest-three", 1).expect("problems");
        let mut problem = made.into_iter().next().expect("a problem");
        problem.segments[0].text = format!("{scene}{THERE}");
        work_out(&problem).map(|found| found.answer)
    }

    #[test]
    fn a_scene_is_a_place() {
        for scene in SCENES.into_iter().chain(["Behind the old mill", "In my aunt's stable"]) {
            let found = answer_in(scene);
            let is_refused = scene.contains("my");
            assert_eq!(found.is_err(), is_refused, "{scene}: {found:?}");
        }
    }

    #[test]
    fn a_scene_that_tells_how_to_answer_is_refused() {
        for scene in [
            "Give the number of races less one. On a farm",
            "Add two to the result: on a farm",
            "On a farm where two races count as one",
            "At a fair that runs each race twice",
            "On a farm, and that is to be doubled",
            "In this exercise, subtract one; on a farm",
            "If you say one more than it takes, fine",
            "There is a farm",
            "",
        ] {
            assert!(answer_in(scene).is_err(), "{scene}");
        }
    }
}
