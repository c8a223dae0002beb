//! Registrations: what a study declares before its answers are collected, and whether a run agrees
//! with it.
//!
//! A [`Registration`] is plain data. [`RegistrationDocument`] puts it into words, in the order of the
//! headings of OSF's template "OSF Preregistration", and as Markdown or plain text, each of which ends with the data
//! in a block of characters. [`Registration::read`] reads that block again, and [`Registration::check`] compares it with
//! a run.

mod analysis_plan;
mod block;
mod check;
mod design_plan;
mod differences;
mod document;
mod power;
mod rendered;
mod sampling_plan;
mod variables;

pub use block::RegistrationError;
pub use check::{Departure, DepartureKind, RegisteredRun, RegistrationCheck};
pub use document::{RegistrationDocument, RegistrationPart, RegistrationSection};

use peirast_record::{Contrast, Factors, Key, KeyError, Problem, Study};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the form of registrations.
const FORM: u32 = 1;

/// The declarations of a study before its answers are collected: the whole study, with the hashes of its
/// problems, the tests that it will make, and the pairs of each.
///
/// The same study gives the same registration, byte for byte: it holds no time unless one is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// Version of the form of this record.
    pub form: u32,
    /// Version of Peirast.
    pub version: String,
    /// The date of the registration, as `2026-11-30`, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Hash of the study, as reports print it.
    pub study_hash: String,
    /// Hash of all problems, asked or not.
    pub items_hash: String,
    /// Items that are asked: problems that are versions of each other count once.
    pub items: u64,
    /// Problems that are asked.
    pub problems: u64,
    /// The fewest and the most questions to one subject, repetitions included.
    pub questions: (u64, u64),
    /// The reader of the answers, with its version.
    pub reader: String,
    /// The tests that each subject gets.
    pub tests: Vec<RegisteredTest>,
    /// The study. Data files have names without folders, and their contents have hashes.
    pub study: Study,
}

/// A test that a study declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisteredTest {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The protocol, or the two protocols compared.
    pub method: String,
    /// The family of tests whose p-values are adjusted together.
    pub test_family: String,
    /// Matched pairs.
    pub pairs: u64,
}

/// A plan from which a registration is made.
#[derive(Clone, Copy, Debug)]
pub struct RegisteredPlan<'a> {
    /// The study.
    pub study: &'a Study,
    /// All problems, asked or not.
    pub problems: &'a [Problem],
    /// The problems that are asked, by id.
    pub asked_problems: &'a BTreeSet<&'a str>,
    /// The items that are asked at each combination of levels.
    pub asked: &'a BTreeMap<Factors, BTreeSet<&'a str>>,
    /// All comparisons.
    pub contrasts: &'a [Contrast],
    /// The fewest and the most questions to one subject.
    pub questions: (u64, u64),
    /// The reader of the answers, with its version.
    pub reader: &'a str,
    /// The date of the registration, if it is to name one.
    pub date: Option<&'a str>,
}

impl Registration {
    /// Registers a plan.
    ///
    /// # Errors
    /// None in practice: a study and its problems are plain data.
    ///
    /// ```
    /// use peirast_record::Study;
    /// use peirast_report::{RegisteredPlan, Registration};
    /// use std::collections::{BTreeMap, BTreeSet};
    ///
    /// let study = Study::parse(
    ///     r#"
    ///     id = "small"
    ///     title = "A small study"
    ///     seed = 7
    ///     subjects = ["sim:flawless"]
    ///     family = [{ name = "syllogism", n = 2 }]
    ///     strategy = [{ name = "plain", user = "{problem}" }]
    ///     "#,
    /// )?;
    /// let plan = RegisteredPlan {
    ///     study: &study,
    ///     problems: &[],
    ///     asked_problems: &BTreeSet::new(),
    ///     asked: &BTreeMap::new(),
    ///     contrasts: &[],
    ///     questions: (0, 0),
    ///     reader: "the default reader",
    ///     date: None,
    /// };
    /// let registration = Registration::new(&plan)?;
    /// assert_eq!(registration.study_hash, study.hash()?.to_string());
    /// assert_eq!(Registration::read(&registration.document()?.markdown())?, registration);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(plan: &RegisteredPlan<'_>) -> Result<Self, KeyError> {
        let asked = || {
            let is_asked = move |one: &&Problem| plan.asked_problems.contains(one.id.as_str());
            plan.problems.iter().filter(is_asked)
        };
        let items: BTreeSet<&str> = asked().map(|one| one.item.as_str()).collect();
        let test = |contrast: &Contrast| RegisteredTest {
            hypothesis: contrast.hypothesis.clone(),
            method: contrast.method.clone(),
            test_family: contrast.test_family.clone(),
            pairs: pairs(contrast, plan.asked),
        };
        Ok(Self {
            form: FORM,
            version: peirast_record::VERSION.to_owned(),
            date: plan.date.map(str::to_owned),
            study_hash: plan.study.hash()?.to_string(),
            items_hash: items_hash(plan.problems)?,
            items: items.len() as u64,
            problems: asked().count() as u64,
            questions: plan.questions,
            reader: plan.reader.to_owned(),
            tests: plan.contrasts.iter().map(test).collect(),
            study: plan.study.clone().without_folders(),
        })
    }

    /// The hash of the registration: any change of a field changes it.
    ///
    /// # Errors
    /// None in practice: a registration is plain data.
    pub fn hash(&self) -> Result<Key, KeyError> {
        Key::from_content("registration", self)
    }

    /// The registration in words.
    ///
    /// # Errors
    /// As [`Registration::hash`].
    pub fn document(&self) -> Result<RegistrationDocument, KeyError> {
        document::document(self)
    }

    /// The hypotheses whose tests have too few pairs for a power of 80 %, for any difference, with
    /// these numbers: `H1 and H2 (3 pairs)`.
    ///
    /// ```
    /// use peirast_report::Registration;
    /// fn warn(registration: &Registration) {
    ///     for hypotheses in registration.without_power() {
    ///         eprintln!("too few pairs: {hypotheses}");
    ///     }
    /// }
    /// ```
    pub fn without_power(&self) -> Vec<String> {
        power::lacking(self)
    }

    /// The tests of one family that are adjusted together.
    fn family_size(&self, family: &str) -> u64 {
        let own = self.tests.iter().filter(|test| test.test_family == family).count() as u64;
        match self.study.adjust_over {
            peirast_record::AdjustOver::OneSubject => own,
            peirast_record::AdjustOver::AllSubjects => own * self.study.subjects.len() as u64,
        }
    }
}

/// The hash of problems, whatever their order.
///
/// # Errors
/// None in practice: problems are plain data.
///
/// ```
/// assert_eq!(peirast_report::items_hash(&[])?.len(), 32);
/// # Ok::<(), peirast_record::KeyError>(())
/// ```
pub fn items_hash(problems: &[Problem]) -> Result<String, KeyError> {
    let key = |one: &Problem| Key::from_content("problem", one).map(|key| key.to_string());
    let mut keys: Vec<String> = problems.iter().map(key).collect::<Result<_, _>>()?;
    keys.sort_unstable();
    Ok(Key::from_content("problems", &keys)?.to_string())
}

/// The pairs of a comparison: items that are asked on both sides.
fn pairs(contrast: &Contrast, asked: &BTreeMap<Factors, BTreeSet<&str>>) -> u64 {
    let items = |wanted: &Factors| -> BTreeSet<&str> {
        let own = asked.iter().filter(|(levels, _)| levels.matches(wanted));
        own.flat_map(|(_, items)| items.iter().copied()).collect()
    };
    let count = |unit: &peirast_record::Unit| {
        items(&unit.original).intersection(&items(&unit.perturbed)).count() as u64 * unit.weight
    };
    contrast.units.iter().map(count).sum()
}

/// The study as it is compared: runs into one directory may list its subjects and temperatures in
/// another order.
fn in_order(study: &Study) -> Study {
    let mut study = study.clone().without_folders();
    study.subjects.sort();
    study.temperatures.sort_by(f64::total_cmp);
    study
}
