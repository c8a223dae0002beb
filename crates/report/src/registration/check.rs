//! A run compared with its registration.

use super::differences::differences;
use super::{Registration, in_order};
use crate::Settings;
use crate::wording::in_words;
use peirast_decimals::counted;
use peirast_record::{AdjustOver, Contrast, KeyError, Study, Treatment, VERSION};
use serde::Serialize;
use std::collections::BTreeSet;

/// The conduct of a run, for the comparison with its registration.
#[derive(Clone, Copy, Debug)]
pub struct RegisteredRun<'a> {
    /// The study of the run.
    pub study: &'a Study,
    /// Its comparisons.
    pub contrasts: &'a [Contrast],
    /// The tests of its answers; `None` before there are any.
    pub settings: Option<&'a Settings>,
    /// The reader of its answers, with its version.
    pub reader: &'a str,
    /// Version of Peirast that asked last.
    pub version: &'a str,
    /// Hash of its problems; `None` if not all of them are made yet.
    pub items_hash: Option<&'a str>,
    /// Planned questions without an answer; 0 before anything is asked.
    pub unanswered: u64,
    /// When the first answer was asked for, as `2026-11-30T09:00:00Z`; `None` if unknown.
    pub first_asked: Option<&'a str>,
}

/// The comparison of a run with its registration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegistrationCheck {
    /// True if there is no departure.
    pub agrees: bool,
    /// The verdict in a sentence.
    pub sentence: String,
    /// Hash of the registration.
    pub registration_hash: String,
    /// Hash of the registered study.
    pub study_hash: String,
    /// Hash of the study of the run. It also differs if a data file only has another path.
    pub run_study_hash: String,
    /// Version of Peirast that made the registration.
    pub version: String,
    /// The date of the registration, if it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The departures of the run.
    pub departures: Vec<Departure>,
}

/// The subject of a departure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepartureKind {
    /// Another study.
    Study,
    /// Another hash of the study, which no other departure explains.
    StudyHash,
    /// Another version of Peirast.
    Version,
    /// Answers from before the date of the registration.
    Date,
    /// Another seed.
    Seed,
    /// Another design of the stimuli, or other prompts.
    Design,
    /// Other problems.
    Items,
    /// Another number of items.
    SampleSize,
    /// A model that was added or left out, or another server.
    Model,
    /// Other decoding settings.
    Sampling,
    /// Another number of answers per question, or another vote.
    Repetition,
    /// A hypothesis that was added, left out or changed.
    Hypothesis,
    /// A test that was added or left out.
    Test,
    /// Another rule or level of the tests, or another treatment of lost answers.
    Inference,
    /// Another reader of the answers.
    Reader,
    /// Another rule for stopping.
    Stopping,
    /// Planned questions without an answer.
    Unanswered,
    /// Other words in titles and descriptions.
    Wording,
    /// Another field.
    Other,
}

/// One departure of a run from its registration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Departure {
    /// Its subject.
    pub kind: DepartureKind,
    /// The registered value; absent for something that was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered: Option<String>,
    /// The value in the run; absent for something that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The departure in a sentence, without its full stop.
    pub sentence: String,
}

impl Departure {
    /// Another value of something.
    pub(super) fn values(kind: DepartureKind, what: &str, registered: &str, run: &str) -> Self {
        Self {
            kind,
            registered: Some(registered.to_owned()),
            run: Some(run.to_owned()),
            sentence: format!("{what}: registered {registered}, in this run {run}"),
        }
    }

    /// Something that was registered and is not in the run.
    pub(super) fn missing(kind: DepartureKind, registered: &str, sentence: String) -> Self {
        Self { kind, registered: Some(registered.to_owned()), run: None, sentence }
    }

    /// Something in the run that was not registered.
    pub(super) fn added(kind: DepartureKind, run: &str, sentence: String) -> Self {
        Self { kind, registered: None, run: Some(run.to_owned()), sentence }
    }
}

/// The settings of tests, each with its name.
struct TestSettings([(&'static str, String); 4]);

impl TestSettings {
    fn new(rule: &str, alpha: f64, treatment: Treatment, adjust_over: AdjustOver) -> Self {
        Self([
            ("Test rule", rule.to_owned()),
            ("Significance level", alpha.to_string()),
            ("Treatment of answers without a verdict", treatment.as_str().to_owned()),
            ("Adjustment of p-values", adjust_over.in_words().to_owned()),
        ])
    }

    fn of_study(study: &Study) -> Self {
        Self::new(&study.rule, study.alpha, study.treatment, study.adjust_over)
    }

    fn of_analysis(own: &Settings) -> Self {
        Self::new(own.rule.name(), own.alpha, own.treatment, own.adjust_over)
    }
}

impl Registration {
    /// Compares a run with the registration.
    ///
    /// Studies that list their subjects in another order, or whose data files are in other folders, agree.
    ///
    /// # Errors
    /// None in practice: studies are plain data.
    pub fn check(&self, run: &RegisteredRun<'_>) -> Result<RegistrationCheck, KeyError> {
        let (registered, own) = (in_order(&self.study), in_order(run.study));
        let hash = run.study.hash()?.to_string();
        let mut found = differences(&registered, &own);
        self.check_items(run, &own, &mut found);
        self.check_tests(run, &own, &mut found);
        self.check_settings(run, &mut found);
        // Every field has its comparison; a field that none knows still changes the hash.
        if found.is_empty() && own != registered {
            let kind = DepartureKind::StudyHash;
            found.push(Departure::values(kind, "Hash of the study", &self.study_hash, &hash));
        }
        self.check_versions(run, &mut found);
        self.check_answers(run, &mut found);
        Ok(RegistrationCheck {
            agrees: found.is_empty(),
            sentence: verdict(&found),
            registration_hash: self.hash()?.to_string(),
            study_hash: self.study_hash.clone(),
            run_study_hash: hash,
            version: self.version.clone(),
            date: self.date.clone(),
            departures: found,
        })
    }

    /// Compares the problems themselves, if the studies do not already say that they differ.
    fn check_items(&self, run: &RegisteredRun<'_>, own: &Study, found: &mut Vec<Departure>) {
        let makes = |study: &Study| (study.seed, study.profile, study.families.clone());
        let Some(hash) = run.items_hash.filter(|hash| *hash != self.items_hash) else { return };
        if makes(own) == makes(&self.study) {
            let kind = DepartureKind::Items;
            found.push(Departure::values(kind, "Hash of the items", &self.items_hash, hash));
        }
    }

    /// Compares the tests of hypotheses that both studies have.
    fn check_tests(&self, run: &RegisteredRun<'_>, own: &Study, found: &mut Vec<Departure>) {
        let is_known = |study: &Study, id: &str| study.hypotheses.iter().any(|one| one.id == id);
        let before: BTreeSet<(&str, &str)> =
            self.tests.iter().map(|one| (one.hypothesis.as_str(), one.method.as_str())).collect();
        let now: BTreeSet<(&str, &str)> = run
            .contrasts
            .iter()
            .map(|one| (one.hypothesis.as_str(), one.method.as_str()))
            .collect();
        for (id, method) in before.difference(&now).filter(|(id, _)| is_known(own, id)) {
            let test = format!("{id} under {method}");
            let sentence = format!("Test {test} was registered and is missing");
            found.push(Departure::missing(DepartureKind::Test, &test, sentence));
        }
        for (id, method) in now.difference(&before).filter(|(id, _)| is_known(&self.study, id)) {
            let test = format!("{id} under {method}");
            let sentence = format!("Test {test} was not registered: it is exploratory");
            found.push(Departure::added(DepartureKind::Test, &test, sentence));
        }
    }

    /// Compares the settings of the tests.
    fn check_settings(&self, run: &RegisteredRun<'_>, found: &mut Vec<Departure>) {
        let before = TestSettings::of_study(&self.study);
        let now = match run.settings {
            Some(settings) => TestSettings::of_analysis(settings),
            None => TestSettings::of_study(run.study),
        };
        for ((what, registered), (_, now)) in before.0.iter().zip(&now.0) {
            if registered != now {
                found.push(Departure::values(DepartureKind::Inference, what, registered, now));
            }
        }
        // A study that stops early may be tested again as if it had not.
        let is_early = |study: &Study| study.sequential.is_some();
        let is_fixed = run.settings.is_some_and(|settings| settings.sequential.is_none());
        if is_early(&self.study) && is_early(run.study) && is_fixed {
            let (before, now) = ("e-values, while answers arrive", "p-values of a fixed sample");
            found.push(Departure::values(DepartureKind::Stopping, "Tests", before, now));
        }
    }

    /// Compares the versions of the program and of the reader.
    fn check_versions(&self, run: &RegisteredRun<'_>, found: &mut Vec<Departure>) {
        let kind = DepartureKind::Version;
        if run.version != self.version {
            let what = "Version of Peirast that asked";
            found.push(Departure::values(kind, what, &self.version, run.version));
        }
        if run.settings.is_some() && VERSION != self.version && VERSION != run.version {
            let what = "Version of Peirast that tested";
            found.push(Departure::values(kind, what, &self.version, VERSION));
        }
        if run.reader != self.reader {
            let what = "Reader of the answers";
            found.push(Departure::values(DepartureKind::Reader, what, &self.reader, run.reader));
        }
    }

    /// Looks for answers that are missing, or that are older than the registration.
    fn check_answers(&self, run: &RegisteredRun<'_>, found: &mut Vec<Departure>) {
        if run.unanswered > 0 {
            let count = counted(run.unanswered, "planned question has", "planned questions have");
            let sentence = format!("The run is not complete: {count} no answer");
            found.push(Departure::added(
                DepartureKind::Unanswered,
                &run.unanswered.to_string(),
                sentence,
            ));
        }
        if let (Some(date), Some(first)) = (&self.date, run.first_asked) {
            let day = first.get(..date.len()).unwrap_or(first);
            if day < date.as_str() {
                let sentence = format!(
                    "The first answer is from {day}, before the date of the registration ({date})"
                );
                let kind = DepartureKind::Date;
                let (registered, run) = (Some(date.clone()), Some(day.to_owned()));
                found.push(Departure { kind, registered, run, sentence });
            }
        }
    }
}

/// The verdict in a sentence.
fn verdict(departures: &[Departure]) -> String {
    match departures.len() as u64 {
        0 => "This run agrees with its preregistration.".to_owned(),
        count => {
            let points = in_words(count, "point", "points");
            format!("This run departs from its preregistration in {points}.")
        }
    }
}

impl RegistrationCheck {
    /// The hashes that identify the registration, in a sentence.
    pub(crate) fn identity(&self) -> String {
        let date = self.date.as_ref().map_or(String::new(), |date| format!(" on {date}"));
        let own = match self.run_study_hash == self.study_hash {
            true => String::new(),
            false => format!(" The study of this run has the hash {}.", self.run_study_hash),
        };
        format!(
            "The registration (hash {}) was made{date} with Peirast {} for the study with the hash {}.{own}",
            self.registration_hash, self.version, self.study_hash
        )
    }

    /// Everything in words: the verdict, a line for each departure, the hashes.
    pub fn paragraphs(&self) -> Vec<String> {
        let departures = self.departures.iter().map(|one| format!("{}.", one.sentence));
        let verdict = std::iter::once(self.sentence.clone());
        verdict.chain(departures).chain([self.identity()]).collect()
    }
}
