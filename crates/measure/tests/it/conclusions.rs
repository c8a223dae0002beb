//! Open answers of known behaviour: every measure must come out as it is known to.

mod capability;
mod closed;
mod columns;
mod pairs;
mod properties;
mod rates;
mod subjects;

use peirast_measure::{
    ChanceCounts, Concluded, ConclusionReport, Corrected, FallacyRate, Group, Judged, Kind, Lost,
    Options, SoundnessClass,
};
use peirast_stats::SplitMix64;

/// A row about an unchanged item, first repetition.
pub fn row(subject: &str, item: usize, answer: Result<Judged, Lost>) -> Concluded {
    Concluded {
        subject: subject.to_owned(),
        strategy: "plain".to_owned(),
        temperature: "0.0".to_owned(),
        item: format!("item-{item:04}"),
        problem: format!("item-{item:04}/original"),
        kind: Kind::Fallacy,
        order: "original".to_owned(),
        inquiry: "none".to_owned(),
        repeat: 0,
        theme: ["cards", "animals", "physics"][item % 3].to_owned(),
        atoms: 4 + (item % 5) as u32,
        premises: 2 + (item % 2) as u32,
        form: if item.is_multiple_of(7) { "conditional" } else { "plain" }.to_owned(),
        predicts_fallacy: Some(true),
        is_reachable: Some(!item.is_multiple_of(4)),
        answer,
        translated: item.is_multiple_of(11),
    }
}

/// An answer of this class.
pub fn says(class: SoundnessClass) -> Result<Judged, Lost> {
    Ok(Judged::new(class))
}

/// A conclusion that follows from several premises together.
pub fn joint() -> Result<Judged, Lost> {
    says(SoundnessClass::Joint)
}

/// An error of another kind than the theory's.
pub fn error() -> Result<Judged, Lost> {
    Ok(incorrect((chance(1), read_off(1))))
}

/// A predicted fallacy.
pub fn fallacy() -> Result<Judged, Lost> {
    Ok(predicted((chance(1), read_off(1))))
}

/// Eight random incorrect answers, of which `predicted` are predicted, half of them strictly.
pub fn chance(predicted: u64) -> ChanceCounts {
    counts(8, predicted)
}

/// The same for the four of them that occur in a premise.
pub fn read_off(predicted: u64) -> ChanceCounts {
    counts(4, predicted)
}

fn counts(incorrect: u64, predicted: u64) -> ChanceCounts {
    ChanceCounts { incorrect, strict: predicted / 2, regardless: predicted, is_drawn: false }
}

/// Wrong answers at random and read off.
pub type Counts = (ChanceCounts, ChanceCounts);

/// A wrong answer, not predicted.
pub fn incorrect((chance, matching): Counts) -> Judged {
    Judged {
        chance: Some(chance),
        matching: Some(matching),
        parts: Some(matching),
        ..Judged::new(SoundnessClass::Incorrect)
    }
}

/// A wrong answer that is predicted in every sense.
pub fn predicted(counts: Counts) -> Judged {
    Judged {
        strict: true,
        regardless: true,
        exact: true,
        equivalent: Some(true),
        ..incorrect(counts)
    }
}

/// Incorrect answers to an item: from none to three are predicted, all of which can be read off.
/// For one item in eight, no incorrect answer can be read off.
pub fn counts_of(item: usize) -> Counts {
    let predicted = (item % 4) as u64;
    let shown = if item.is_multiple_of(8) { ChanceCounts::default() } else { read_off(predicted) };
    (chance(predicted), shown)
}

/// The answers of a simulated subject that does not follow the theory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Otherwise {
    /// Anything.
    AtRandom,
    /// Literals of a premise; any answer if no incorrect one can be read off.
    ReadingOff,
}

/// Incorrect with the probability `wrong`, and then predicted as often as answers made in the same
/// way.
pub fn without_theory(
    item: usize,
    otherwise: Otherwise,
    wrong: f64,
    stream: &mut SplitMix64,
) -> Result<Judged, Lost> {
    let counts = counts_of(item);
    let (random, shown) = counts;
    let is_read_off = otherwise == Otherwise::ReadingOff && shown.incorrect > 0;
    let of = if is_read_off { shown } else { random };
    if !stream.chance(wrong) {
        return says(SoundnessClass::Restating);
    }
    let mut judged = incorrect(counts);
    judged.regardless = stream.chance(of.regardless as f64 / of.incorrect as f64);
    judged.strict = judged.regardless && stream.chance(0.5);
    Ok(judged)
}

/// Follows the theory to its fallacy with this probability, and answers otherwise in the other
/// cases.
pub fn mixed(
    item: usize,
    share: f64,
    otherwise: Otherwise,
    stream: &mut SplitMix64,
) -> Result<Judged, Lost> {
    match stream.chance(share) {
        true => Ok(predicted(counts_of(item))),
        false => without_theory(item, otherwise, 0.6, stream),
    }
}

/// All measures of these answers, with default options.
pub fn measured(rows: &[Concluded]) -> ConclusionReport {
    ConclusionReport::new(rows, &Options::default()).unwrap()
}

/// The row of a subject, over everything.
pub fn of<'a, T>(rows: &'a [T], group: impl Fn(&T) -> &Group, subject: &str) -> &'a T {
    let own = |row: &&T| {
        let group = group(row);
        group.is_subject() && group.subject.as_deref() == Some(subject)
    };
    rows.iter().find(own).unwrap()
}

/// The fallacy rate of a subject, over everything.
pub fn rate<'a>(report: &'a ConclusionReport, subject: &str) -> &'a FallacyRate {
    of(&report.fallacies, |row| &row.group, subject)
}

/// The share of answers of a subject that follow the theory, beyond matching and beyond chance.
pub fn shares(report: &ConclusionReport, subject: &str) -> [Corrected; 2] {
    let row = of(&report.etr_shares, |row| &row.group, subject);
    [row.over_matching.unwrap(), row.over_chance.unwrap()]
}

/// Equal but for rounding.
#[track_caller]
pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}
