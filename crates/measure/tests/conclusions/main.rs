//! Open answers of known behaviour: every measure must come out as it is known to.

#![allow(clippy::unwrap_used, reason = "tests fail so")]

mod capability;
mod pairs;
mod properties;
mod rates;
mod subjects;

use peirast_measure::{
    ChanceCounts, Concluded, ConclusionReport, FallacyRate, Group, Judged, Kind, Lost, Options,
    SoundnessClass,
};
use peirast_stats::Stream;

/// A row about an item, as it stands, first repetition.
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
        answer,
        translated: item.is_multiple_of(11),
    }
}

/// An answer of this class.
pub fn says(class: SoundnessClass) -> Result<Judged, Lost> {
    Ok(Judged::new(class))
}

/// What follows from several premises together.
pub fn joint() -> Result<Judged, Lost> {
    says(SoundnessClass::Joint)
}

/// An error of another kind than the theory's.
pub fn error() -> Result<Judged, Lost> {
    Ok(Judged { chance: Some(chance(1)), ..Judged::new(SoundnessClass::Unsound) })
}

/// A predicted fallacy.
pub fn fallacy() -> Result<Judged, Lost> {
    Ok(predicted(chance(1)))
}

/// Of eight random wrong answers, so many are predicted, half of them strictly.
pub fn chance(predicted: u64) -> ChanceCounts {
    ChanceCounts { incorrect: 8, strict: predicted / 2, regardless: predicted, is_drawn: false }
}

fn predicted(chance: ChanceCounts) -> Judged {
    Judged {
        strict: true,
        regardless: true,
        exact: true,
        equivalent: Some(true),
        chance: Some(chance),
        ..Judged::new(SoundnessClass::Unsound)
    }
}

/// The chance that a random wrong answer to an item is predicted: from none to three eighths.
pub fn chance_of(item: usize) -> ChanceCounts {
    chance((item % 4) as u64)
}

/// Wrong in so many of ten, and then predicted as often as chance has it.
pub fn at_random(item: usize, wrong: f64, stream: &mut Stream) -> Result<Judged, Lost> {
    if !stream.chance(wrong) {
        return says(SoundnessClass::Restating);
    }
    let counts = chance_of(item);
    let mut judged = Judged { chance: Some(counts), ..Judged::new(SoundnessClass::Unsound) };
    judged.regardless = stream.chance(counts.regardless as f64 / counts.incorrect as f64);
    judged.strict = judged.regardless && stream.chance(0.5);
    Ok(judged)
}

/// Follows the theory to its fallacy with this probability, and is at random otherwise.
pub fn mixed(item: usize, share: f64, stream: &mut Stream) -> Result<Judged, Lost> {
    if stream.chance(share) { Ok(predicted(chance_of(item))) } else { at_random(item, 0.6, stream) }
}

/// Everything that is measured of these answers, without choices.
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

/// Equal but for rounding.
#[track_caller]
pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}
