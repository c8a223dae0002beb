//! People and models: for each form, the acceptance by subjects, people and theories.

use crate::correlated::{Correlated, correlated, partial};
use crate::group::by_subject;
use crate::table::{Record, table};
use crate::{Group, Judgement};
use peirast_logic::syllogism::Form;
use peirast_table::{Table, Value};
use peirast_task::{Conclusion, DataError, HumanResponses, PremisePair, Sample, Theory};
use serde::Serialize;
use std::collections::BTreeMap;

/// A sample of people, or a theory of people's conclusions.
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
    pub(crate) fn name(self) -> &'static str {
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

    /// The standards that predict acceptance or rejection: logic, and the theories.
    pub(crate) fn contenders() -> impl Iterator<Item = Self> {
        Self::all().filter(|standard| !matches!(standard, Self::Sample(_)))
    }

    /// The share that is expected to accept a conclusion, from 0 to 1; `valid` is the verdict of
    /// logic.
    pub(crate) fn expects(
        self,
        people: &HumanResponses,
        (pair, conclusion): (PremisePair, Conclusion),
        valid: bool,
    ) -> f64 {
        match self {
            Self::Sample(sample) => people.share(sample, pair, conclusion),
            Self::Theory(theory) => {
                f64::from(u8::from(people.predicted(theory, pair).contains(&conclusion)))
            }
            Self::Logic => f64::from(u8::from(valid)),
        }
    }
}

/// The similarity of a subject to a standard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Likeness {
    /// The subject.
    pub subject: String,
    /// The standard.
    pub standard: &'static str,
    /// Number of judged forms: mood and figure, in any order of the premises.
    pub forms: usize,
    /// The correlation over forms between the subject's rate of acceptance and the standard's
    /// prediction.
    pub accepted: Option<Correlated>,
    /// The root mean squared difference of the two.
    pub rmse: f64,
    /// The same correlation within valid and within invalid forms, pooled: what the subject and the
    /// standard share beyond the verdicts of logic and a readiness to accept.
    pub beyond_logic: Option<Correlated>,
}

/// The verdicts of a subject on a form with its premises in one order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The subject.
    pub subject: String,
    /// Mood and figure.
    pub form: String,
    /// The premises as shown, and the conclusion offered: `EI3 Oca`.
    pub shown: String,
    /// True if it is valid.
    pub valid: bool,
    /// Number of verdicts.
    pub judged: u64,
    /// Number of verdicts that accept.
    pub accepted: u64,
    /// The share of people in each sample, in the order of [`Sample::ALL`].
    pub people: [f64; 4],
    /// The theories that say people conclude this.
    pub theories: Vec<&'static str>,
}

/// A form, with the premises as shown and the conclusion offered.
pub(crate) type Cell = (Form, PremisePair, Conclusion);

/// The verdicts of a subject on one cell.
#[derive(Default)]
pub(crate) struct CellCounts {
    pub accepted: u64,
    pub of: u64,
    pub valid: bool,
}

/// Compares each subject with every standard.
///
/// # Errors
/// The data on people do not parse: only a bug, caught by a test.
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

/// The verdicts of each subject on every form, with those of people and theories.
///
/// # Errors
/// The data on people do not parse: only a bug, caught by a test.
pub fn forms(groups: &[(Group, Vec<&Judgement>)]) -> Result<Vec<Shown>, DataError> {
    let people = HumanResponses::get()?;
    let mut rows = Vec::new();
    for (subject, judgements) in by_subject(groups) {
        for ((form, pair, conclusion), judged) in cells(judgements) {
            let predicts = |theory: &Theory| people.predicted(*theory, pair).contains(&conclusion);
            rows.push(Shown {
                subject: subject.to_owned(),
                form: form.to_string(),
                shown: format!("{pair} {conclusion}"),
                valid: judged.valid,
                judged: judged.of,
                accepted: judged.accepted,
                people: Sample::ALL.map(|sample| people.share(sample, pair, conclusion)),
                theories: Theory::ALL.iter().filter(|t| predicts(t)).map(|t| t.name()).collect(),
            });
        }
    }
    Ok(rows)
}

/// The verdicts on each form as shown; judgements without a form or a verdict are left out.
pub(crate) fn cells(judgements: &[&Judgement]) -> BTreeMap<Cell, CellCounts> {
    let mut cells: BTreeMap<Cell, CellCounts> = BTreeMap::new();
    for judgement in judgements {
        let (Some(form), Some((pair, conclusion))) = (judgement.form, judgement.form_as_shown())
        else {
            continue;
        };
        if let Some(accepted) = judgement.accepted {
            let cell = cells.entry((form, pair, conclusion)).or_default();
            cell.accepted += u64::from(accepted);
            cell.of += 1;
            cell.valid = judgement.valid;
        }
    }
    cells
}

/// A form over both orders of its premises: numbers of judgements, of acceptances, and of predicted
/// acceptances.
#[derive(Default)]
pub(crate) struct Pooled {
    pub of: f64,
    pub accepted: f64,
    pub expected: f64,
    pub valid: bool,
}

/// The forms that were judged, with the acceptances that a standard expects.
pub(crate) fn pooled(
    cells: &BTreeMap<Cell, CellCounts>,
    standard: Standard,
    people: &HumanResponses,
) -> BTreeMap<Form, Pooled> {
    let mut forms: BTreeMap<Form, Pooled> = BTreeMap::new();
    for ((form, pair, conclusion), judged) in cells {
        let pooled = forms.entry(*form).or_default();
        pooled.of += judged.of as f64;
        pooled.accepted += judged.accepted as f64;
        let expected = standard.expects(people, (*pair, *conclusion), judged.valid);
        pooled.expected += judged.of as f64 * expected;
        pooled.valid = judged.valid;
    }
    forms
}

fn likeness(
    subject: &str,
    cells: &BTreeMap<Cell, CellCounts>,
    standard: Standard,
    people: &HumanResponses,
) -> Likeness {
    let forms = pooled(cells, standard, people);
    let valid: Vec<bool> = forms.values().map(|form| form.valid).collect();
    let subjects: Vec<f64> = forms.values().map(|form| form.accepted / form.of).collect();
    let theirs: Vec<f64> = forms.values().map(|form| form.expected / form.of).collect();
    let squares: f64 = subjects.iter().zip(&theirs).map(|(a, b)| (a - b).powi(2)).sum();
    Likeness {
        subject: subject.to_owned(),
        standard: standard.name(),
        forms: subjects.len(),
        accepted: correlated(&subjects, &theirs),
        rmse: (squares / subjects.len() as f64).sqrt(),
        beyond_logic: partial(&centred(&subjects, &valid), &centred(&theirs, &valid), 1),
    }
}

/// The values less the mean of the values with the same validity.
fn centred(values: &[f64], valid: &[bool]) -> Vec<f64> {
    let mean = |wanted: bool| {
        let such = values.iter().zip(valid).filter(|(_, valid)| **valid == wanted);
        let (sum, count) =
            such.fold((0.0, 0.0), |(sum, count), (value, _)| (sum + value, count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let (of_valid, of_invalid) = (mean(true), mean(false));
    let less = |(value, valid): (&f64, &bool)| {
        let rest = value - if *valid { of_valid } else { of_invalid };
        // Differences of equal shares are equal up to rounding.
        (rest * 1e12).round() / 1e12
    };
    values.iter().zip(valid).map(less).collect()
}

/// The table of forms.
pub fn form_table(rows: &[Shown]) -> Table<'static> {
    let record = |(at, row): (usize, &Shown)| {
        let [of_2012, of_2016, of_2018, of_2023] = row.people;
        Record::new(at >= MOST_FORMS)
            .cell("subject", row.subject.as_str())
            .cell("form", row.form.as_str())
            .cell("shown", row.shown.as_str())
            .cell("valid", if row.valid { "valid" } else { "invalid" })
            .count("verdicts", row.judged)
            .share("accepted", row.accepted as f64 / row.judged as f64)
            .share("people_2012", of_2012)
            .share("people_2016", of_2016)
            .share("people_2018", of_2018)
            .share("people_2023", of_2023)
            .cell("theories", row.theories.join(" "))
    };
    table(
        "forms",
        "Form by form",
        "For each form with its premises as shown (their kinds, the place of the middle term, and \
         the offered conclusion, as in the data on people): the share of a subject's verdicts \
         that accept it, the share of people who drew that conclusion (2023: who said that it \
         follows), and the theories that predict that people draw it.",
        rows.iter().enumerate().map(record),
    )
}

/// Number of forms that a page shows; a generated set has hundreds.
const MOST_FORMS: usize = 100;

/// The table of likenesses; for each subject, the standards that predict its errors best come
/// first.
///
/// The note begins with `findings`: which theories cannot be told apart on these forms.
pub fn likeness_table(rows: &[Likeness], findings: &[String]) -> Table<'static> {
    let mut rows: Vec<&Likeness> = rows.iter().collect();
    let foretells = |row: &Likeness| row.beyond_logic.map_or(-2.0, |found| found.pearson.value);
    rows.sort_by(|a, b| {
        let by_errors = foretells(b).total_cmp(&foretells(a));
        a.subject.cmp(&b.subject).then(by_errors).then(a.rmse.total_cmp(&b.rmse))
    });
    let record = |row: &Likeness| {
        let (accepted, beyond) = (row.accepted, row.beyond_logic.map(|found| found.pearson));
        let pearson = accepted.map(|found| found.pearson);
        Record::new(false)
            .cell("subject", row.subject.as_str())
            .cell("standard", row.standard)
            .cell("forms", row.forms)
            .number("pearson", pearson.map(|found| found.value))
            .interval(["low", "high"], pearson.and_then(|found| found.interval), Value::Number)
            .number("spearman", accepted.map(|found| found.spearman.value))
            .number("rmse", row.rmse)
            .coefficient(["beyond_logic", "beyond_low", "beyond_high", "beyond_p"], beyond)
    };
    let findings: String = findings.iter().map(|one| format!("{one} ")).collect();
    let note = findings + EXPLAINED;
    table(
        "people",
        "Subjects compared with people and theories",
        &note,
        rows.into_iter().map(record),
    )
}

/// How to read the table of likenesses.
const EXPLAINED: &str = "Over forms (mood and figure): the correlation of the share of a subject's \
     verdicts that accept the conclusion with the share of people who drew it (2023: who said that \
     it follows), and with the predictions of theories. RMSE is the root mean squared difference. \
     Beyond logic: the same correlation within valid and within invalid forms; it does not depend \
     on the verdicts of logic or a readiness to accept, and asks if the standard errs more where \
     the subject does. The standard that predicts the errors best comes first. People drew \
     conclusions of their own, while subjects judge a given one, so the shares differ in level. The \
     fewer the forms, the wider the intervals. The theories: atmosphere (the conclusion is negative \
     or particular if a premise is), matching (it is at least as cautious as the more cautious \
     premise), conversion (premises are also read in reverse), phm (the probability heuristics \
     model; phm-nvc: with rules for \"nothing follows\"), psycop (rules of inference in the mind), \
     mental-models, verbal-models, transset (transitive sets), and erotetic (the Erotetic Theory of \
     Reasoning). The table `forms` has the compared values, the table `contest` the fit of each \
     theory.";
