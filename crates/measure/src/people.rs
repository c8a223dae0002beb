//! People beside models: per form, what a subject accepts, what people conclude, what theories say.

use crate::correlated::{Correlated, correlated};
use crate::group::by_subject;
use crate::table::{Builder, ends};
use crate::{Group, Judgement, Table, Value};
use peirast_task::{Conclusion, DataError, HumanResponses, PremisePair, Sample, Theory};
use serde::Serialize;
use std::collections::BTreeMap;

/// A sample of people, or a theory of what they conclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standard {
    /// People.
    Sample(Sample),
    /// A theory.
    Theory(Theory),
    /// Logic itself.
    Logic,
}

impl Standard {
    fn name(self) -> &'static str {
        match self {
            Self::Sample(Sample::Khemlani2012) => "people, six studies (2012)",
            Self::Sample(Sample::Ragni2016) => "people, Ragni (2016)",
            Self::Sample(Sample::Veser2018) => "people, Veser (2018)",
            Self::Sample(Sample::Choices2023) => "people, all that follow (2023)",
            Self::Theory(theory) => theory.name(),
            Self::Logic => "logic",
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let samples = Sample::ALL.into_iter().map(Self::Sample);
        let theories = Theory::ALL.into_iter().map(Self::Theory);
        std::iter::once(Self::Logic).chain(samples).chain(theories)
    }
}

/// How near a subject is to a standard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Likeness {
    /// The subject.
    pub subject: String,
    /// The standard.
    pub standard: &'static str,
    /// Pairs of premises with a conclusion that were judged.
    pub forms: usize,
    /// Share accepted by the subject against what the standard expects.
    pub accepted: Option<Correlated>,
    /// The root of the mean squared difference of the two.
    pub rmse: f64,
    /// Share judged wrong by the subject against the share that the standard has wrong.
    pub errors: Option<Correlated>,
}

/// A cell: premises as shown, and the conclusion offered.
type Cell = (PremisePair, Conclusion);

/// What a subject did with one cell.
#[derive(Default)]
struct Judged {
    accepted: u64,
    of: u64,
    valid: bool,
}

/// The likeness of each subject to every standard.
///
/// # Errors
/// The data on people do not parse: a bug, caught by a test.
pub fn likenesses(groups: &[(Group, Vec<&Judgement>)]) -> Result<Vec<Likeness>, DataError> {
    let people = HumanResponses::get()?;
    let mut rows = Vec::new();
    for (subject, judgements) in by_subject(groups) {
        let cells = cells(judgements);
        if cells.is_empty() {
            continue;
        }
        rows.extend(Standard::all().map(|standard| likeness(subject, &cells, standard, people)));
    }
    Ok(rows)
}

fn cells(judgements: &[&Judgement]) -> BTreeMap<Cell, Judged> {
    let mut cells: BTreeMap<Cell, Judged> = BTreeMap::new();
    for judgement in judgements {
        if let (Some(shown), Some(accepted)) = (judgement.shown(), judgement.accepted) {
            let cell = cells.entry(shown).or_default();
            cell.accepted += u64::from(accepted);
            cell.of += 1;
            cell.valid = judgement.valid;
        }
    }
    cells
}

fn likeness(
    subject: &str,
    cells: &BTreeMap<Cell, Judged>,
    standard: Standard,
    people: &HumanResponses,
) -> Likeness {
    let expects = |(pair, conclusion): &Cell, valid: bool| match standard {
        Standard::Sample(sample) => people.share(sample, *pair, *conclusion),
        Standard::Theory(theory) => {
            let predicted = people.predicted(theory, *pair);
            if predicted.contains(conclusion) { 1.0 } else { 0.0 }
        }
        Standard::Logic => f64::from(u8::from(valid)),
    };
    let wrong = |share: f64, valid: bool| if valid { 1.0 - share } else { share };
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    let (mut errors, mut foretold) = (Vec::new(), Vec::new());
    for (cell, judged) in cells {
        let accepted = judged.accepted as f64 / judged.of as f64;
        let expected = expects(cell, judged.valid);
        own.push(accepted);
        theirs.push(expected);
        errors.push(wrong(accepted, judged.valid));
        foretold.push(wrong(expected, judged.valid));
    }
    let squares: f64 = own.iter().zip(&theirs).map(|(a, b)| (a - b).powi(2)).sum();
    Likeness {
        subject: subject.to_owned(),
        standard: standard.name(),
        forms: own.len(),
        accepted: correlated(&own, &theirs),
        rmse: (squares / own.len() as f64).sqrt(),
        errors: correlated(&errors, &foretold),
    }
}

/// The table of likenesses; of each subject those first that foretell its errors best.
pub fn likeness_table(rows: &[Likeness]) -> Table {
    let mut table = Builder::new(
        "people",
        "People and theories beside models",
        "For each pair of premises, as shown, with the conclusion offered: the share of a subject's \
         judgements that accept it, against the share of people who drew it (or, 2023, held that it \
         follows) and against what theories say people conclude. RMSE is the root of the mean squared \
         difference. The last columns correlate errors: how often the subject is wrong with how often \
         the standard is; the standard that foretells the errors best comes first. People drew \
         conclusions of their own where models judge a given one, so that shares differ in level; \
         correlations are what to look at. Few forms make wide intervals.",
        &[
            "subject",
            "standard",
            "forms",
            "pearson",
            "low",
            "high",
            "spearman",
            "rmse",
            "errors_pearson",
            "+errors_low",
            "+errors_high",
            "errors_p",
        ],
    );
    let mut rows: Vec<&Likeness> = rows.iter().collect();
    let foretells = |row: &Likeness| row.errors.map_or(-2.0, |found| found.pearson.value);
    rows.sort_by(|a, b| {
        let by_errors = foretells(b).total_cmp(&foretells(a));
        a.subject.cmp(&b.subject).then(by_errors).then(a.rmse.total_cmp(&b.rmse))
    });
    for row in rows {
        let accepted = row.accepted;
        let interval = |found: Option<Correlated>| {
            ends(found.and_then(|found| found.pearson.interval), Value::Number)
        };
        let mut cells = vec![
            row.subject.as_str().into(),
            row.standard.into(),
            row.forms.into(),
            Value::of(accepted, |found| Value::Number(found.pearson.value)),
        ];
        cells.extend(interval(accepted));
        cells.extend([
            Value::of(accepted, |found| Value::Number(found.spearman.value)),
            Value::Number(row.rmse),
            Value::of(row.errors, |found| Value::Number(found.pearson.value)),
        ]);
        cells.extend(interval(row.errors));
        cells.push(Value::of(row.errors.and_then(|found| found.pearson.p), Value::P));
        table.row(false, cells);
    }
    table.build()
}
