//! The accuracy of each guesser, by design.

use crate::cue::Cue;
use crate::exception::{Exception, exceptions};
use crate::guesser::{Case, hits};
use crate::parts::Parts;
use peirast_decimals::percent_decimals;
use peirast_record::{Problem, Profile, Task};
use peirast_stats::clustered::share_by;
use peirast_table::{Cell, Column, Row, Table, Unit};
use serde::Serialize;
use std::collections::BTreeMap;

/// The largest permitted accuracy above chance, as a share: 3 points.
pub const BOUND: f64 = 0.03;

/// Smallest number of items for a fit on some and a test on others.
pub const LEAST_ITEMS: usize = 20;

/// The seed of folds and fits. Results are the same for the same problems.
const SEED: u64 = 20240613;

/// The accuracy of one guesser.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The cue that it sees.
    pub cue: Cue,
    /// The share of problems that it answers correctly, from 0 to 1.
    pub accuracy: f64,
    /// The 95 % interval, by items; `None` for fewer than two.
    pub interval: Option<(f64, f64)>,
    /// Accuracy less chance.
    pub over_chance: f64,
    /// The known reason, if it is an exception.
    pub exception: Option<&'static Exception>,
}

impl Score {
    /// Returns true if it is above chance by more than [`BOUND`], and the interval confirms it.
    pub fn is_over(&self) -> bool {
        self.is_above() && self.interval.is_none_or(|(low, _)| low > self.chance())
    }

    /// Returns true if it is above chance by more than [`BOUND`], without regard to its interval.
    pub fn is_above(&self) -> bool {
        self.over_chance > BOUND
    }

    /// Returns true if it is below chance by more than [`BOUND`], and the interval confirms it: the
    /// guesser learnt from some items the opposite of the pattern in the others.
    pub fn is_under(&self) -> bool {
        -self.over_chance > BOUND && self.interval.is_some_and(|(_, high)| high < self.chance())
    }

    fn chance(&self) -> f64 {
        self.accuracy - self.over_chance
    }

    /// Returns true if it is above the bound without a known reason.
    pub fn is_unexplained(&self) -> bool {
        self.is_over() && self.exception.is_none()
    }
}

/// The problems of one family with one task, and the cues in them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Design {
    /// The family.
    pub family: String,
    /// The task.
    pub task: Task,
    /// Problems.
    pub problems: usize,
    /// Items: versions of one item are never on both sides of a fit.
    pub items: usize,
    /// The accuracy of the best guess without any cue: one over the number of options, or the share
    /// of the more frequent of yes and no.
    pub chance: f64,
    /// Number of items from which an accuracy of [`BOUND`] above chance is distinguishable from
    /// chance.
    pub items_needed: usize,
    /// A score for each applicable cue; empty with fewer than [`LEAST_ITEMS`] items.
    pub scores: Vec<Score>,
}

impl Design {
    /// Returns the score of a cue.
    pub fn score(&self, cue: Cue) -> Option<&Score> {
        self.scores.iter().find(|score| score.cue == cue)
    }
}

/// Fits and tests guessers on problems with options, or with the answers yes and no. Problems with
/// open answers are left out. Cross-validated in five parts, by items. The profile of the problems
/// determines the applicable exceptions.
pub fn examine(problems: &[Problem], profile: Profile) -> Vec<Design> {
    let mut groups: BTreeMap<(&str, Task), Vec<(&Problem, Parts)>> = BTreeMap::new();
    for problem in problems {
        if let Some(parts) = Parts::of(problem) {
            groups
                .entry((problem.family.as_str(), problem.task))
                .or_default()
                .push((problem, parts));
        }
    }
    let designs = groups.into_iter();
    designs.map(|((family, task), group)| design(profile, family, task, &group)).collect()
}

fn design(profile: Profile, family: &str, task: Task, group: &[(&Problem, Parts)]) -> Design {
    let mut numbers: BTreeMap<&str, u64> = BTreeMap::new();
    let items: Vec<u64> = group
        .iter()
        .map(|(problem, _)| {
            let next = numbers.len() as u64;
            *numbers.entry(problem.item.as_str()).or_insert(next)
        })
        .collect();
    let chance = chance(group);
    let score = |cue: Cue| {
        let cases = group.iter().zip(&items).map(|((_, parts), item)| {
            Some(Case { features: cue.features(parts)?, right: parts.right, item: *item })
        });
        let hits = hits(&cases.collect::<Option<Vec<_>>>()?, SEED);
        let accuracy = hits.iter().sum::<f64>() / hits.len() as f64;
        let interval = share_by(&hits, &items, 0.95).ok();
        let interval = interval.map(|share| (share.interval.low, share.interval.high));
        let exception =
            exceptions().iter().find(|exception| exception.is_of(profile, family, task, cue));
        Some(Score { cue, accuracy, interval, over_chance: accuracy - chance, exception })
    };
    Design {
        family: family.to_owned(),
        task,
        problems: group.len(),
        items: numbers.len(),
        chance,
        items_needed: items_needed(chance),
        scores: match numbers.len() < LEAST_ITEMS {
            true => Vec::new(),
            false => Cue::ALL.into_iter().filter_map(score).collect(),
        },
    }
}

fn chance(group: &[(&Problem, Parts)]) -> f64 {
    let n = group.len() as f64;
    let yes = group.iter().filter(|(_, parts)| parts.right == 0).count() as f64 / n;
    match group.first() {
        Some((_, parts)) if parts.is_verdict() => yes.max(1.0 - yes),
        _ => group.iter().map(|(_, parts)| 1.0 / parts.answers as f64).sum::<f64>() / n,
    }
}

/// Returns the number of items from which the 95 % score interval of a share of [`BOUND`] above
/// chance excludes chance: z^2 p(1 - p) over the square of the bound (Wilson 1927).
fn items_needed(chance: f64) -> usize {
    /// The critical value of 95 %.
    const Z: f64 = 1.959_963_984_540_054;
    let items = (Z / BOUND).powi(2) * chance * (1.0 - chance);
    (items.ceil() as usize).max(LEAST_ITEMS)
}

/// Renders the cues above the bound as lines of text: by family and task, the most informative cue
/// first. If there are too few items, the text says so, and gives a sufficient number. For `given`
/// families no more items can be made, so no option for that is named.
pub fn text(designs: &[Design], given: &[&str]) -> String {
    let mut text = String::new();
    for design in designs {
        let option = if given.contains(&design.family.as_str()) { "" } else { " (--n)" };
        let mut over: Vec<&Score> = design.scores.iter().filter(|score| score.is_over()).collect();
        over.sort_by(|one, other| other.over_chance.total_cmp(&one.over_chance));
        let percent = |share: f64| percent_decimals(share, 1) + " %";
        let head = format!(
            "{} ({}; {} items; chance {})",
            design.family,
            design.task.name(),
            design.items,
            percent(design.chance)
        );
        if design.items < LEAST_ITEMS {
            text.push_str(&format!(
                "{head}: too few items to look for surface cues, of which {LEAST_ITEMS} are needed\n"
            ));
            continue;
        }
        text.push_str(&format!("{head}: {}\n", finding(design, over.len(), option)));
        for score in over {
            let why = score.exception.map_or("not controlled", |exception| exception.why.as_str());
            let (cue, accuracy) = (score.cue.to_string(), percent(score.accuracy));
            text.push_str(&format!("  {cue:<36} {accuracy:>7}  {why}\n"));
        }
        if let Some(line) = misled(design, option) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// Renders the finding for a design with this number of cues above the bound. The option makes more
/// items.
fn finding(design: &Design, over: usize, option: &str) -> String {
    let Design { items, items_needed, .. } = design;
    let above = || design.scores.iter().filter(|score| score.is_above() && !score.is_over());
    let highest = above().max_by(|one, other| one.over_chance.total_cmp(&other.over_chance));
    let enough = match items < items_needed {
        true => format!("about {items_needed} items could show 3 points{option}"),
        // Versions of one item carry less information than the same number of items.
        false => format!("more items could{option}"),
    };
    if design.chance >= 1.0 {
        return "one answer is always right, so a constant guess is never wrong".to_owned();
    }
    let Some(highest) = highest else {
        return match (over, items < items_needed) {
            (0, false) => "no surface cue is right more than 3 points over chance".to_owned(),
            (0, true) => {
                format!("no surface cue is right more than 3 points over chance, but only {enough}")
            }
            (_, _) => "surface cues more than 3 points over chance".to_owned(),
        };
    };
    let (number, cues) = (above().count(), design.scores.len());
    let points = format!(
        "{}{}, by {} points",
        if number == 1 { "" } else { "the most: " },
        highest.cue,
        percent_decimals(highest.over_chance, 1)
    );
    match over {
        0 => format!(
            "{number} of {cues} surface cues {} right more than 3 points over chance ({points}), \
             but with {items} items none is distinguishable from chance: {enough}",
            if number == 1 { "is" } else { "are" }
        ),
        _ => format!(
            "surface cues more than 3 points over chance; {number} more ({points}) cannot be \
             distinguished from chance with {items} items: {enough}"
        ),
    }
}

/// Names the guessers below chance, if there are any and the items are few.
fn misled(design: &Design, option: &str) -> Option<String> {
    let under: Vec<&Score> = design.scores.iter().filter(|score| score.is_under()).collect();
    let lowest = under.iter().min_by(|one, other| one.over_chance.total_cmp(&other.over_chance))?;
    (design.items < design.items_needed).then(|| {
        format!(
            "{}{}, {} %): {} items are too few to fit a guesser, which learns patterns that the \
             other items do not have; use about {}{option}",
            match under.len() {
                1 => "1 guesser is right clearly less often than by chance (".to_owned(),
                number => {
                    format!(
                        "{number} guessers are right clearly less often than by chance (the least: "
                    )
                }
            },
            lowest.cue,
            percent_decimals(lowest.accuracy, 1),
            design.items,
            design.items_needed
        )
    })
}

/// Returns the scores as a table.
pub fn table(designs: &[Design]) -> Table<'static> {
    let columns = vec![
        Column::new("family", Unit::Name, "the family of problems"),
        Column::new("task", Unit::Name, "the kind of question"),
        Column::new("cue", Unit::Name, "the cue that the guesser sees"),
        Column::new("accuracy", Unit::Share, "share of right answers on items not used in the fit"),
        Column::new("low", Unit::Share, "lower end of the 95 % interval, by items"),
        Column::new("high", Unit::Share, "upper end of the 95 % interval"),
        Column::new("chance", Unit::Share, "share of right answers from a guess without any cue"),
        Column::new("over_chance", Unit::Share, "accuracy less chance"),
        Column::new(
            "over_bound",
            Unit::Flag,
            "true if this is more than 3 points, and more than the interval allows",
        ),
        Column::new("why", Unit::Name, "the reason, if the cue is intended"),
    ];
    let rows =
        designs.iter().flat_map(|design| design.scores.iter().map(|score| row(design, score)));
    Table::new("artefacts", "Surface cues", columns, rows.collect())
}

fn row(design: &Design, score: &Score) -> Row<'static> {
    Row::new(vec![
        Cell::from(design.family.clone()),
        Cell::from(design.task.name()),
        Cell::from(score.cue.name()),
        Cell::Number(score.accuracy),
        Cell::from(score.interval.map(|(low, _)| low)),
        Cell::from(score.interval.map(|(_, high)| high)),
        Cell::Number(design.chance),
        Cell::Number(score.over_chance),
        Cell::from(score.is_over()),
        score.exception.map_or(Cell::Missing, |exception| Cell::from(exception.why.as_str())),
    ])
}
