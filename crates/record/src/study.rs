//! Studies: documents that define the questions, the subjects and the hypotheses.

mod data;
mod error;
mod hypothesis;

pub use data::{ColumnNames, DataPlan};
pub use error::StudyError;
pub use hypothesis::{Hypothesis, Standing};

use crate::look::SeenNames;
use crate::{
    Key, KeyError, Sampling, Setting, Strategy, Treatment, Versions, Voting, looks,
    looks_at_a_glance, steers, unreadable_name,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A study file (TOML). It contains every field that shapes a result, and its hash identifies it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Short name, for example `token-bias`.
    pub id: String,
    /// Title of its report.
    pub title: String,
    /// A description in one paragraph.
    #[serde(default)]
    pub about: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Design of the stimuli: `balanced`, `paper-2024` or `paper-2025`.
    #[serde(default)]
    pub profile: Profile,
    /// Significance level, in (0, 1).
    #[serde(default = "default_alpha")]
    pub alpha: f64,
    /// The test rule, by name: `exact`, `mid-p`, `normal`, `published-2024`, `published-icml`.
    #[serde(default = "default_rule")]
    pub rule: String,
    /// Treatment of answers without a verdict in the main table.
    #[serde(default)]
    pub treatment: Treatment,
    /// The tests that are adjusted together: those of one subject, or those of all subjects.
    #[serde(default, skip_serializing_if = "AdjustOver::is_default")]
    pub adjust_over: AdjustOver,
    /// The combinations of problem and protocol to ask.
    #[serde(default)]
    pub ask: Ask,
    /// Number of times that each question is asked.
    #[serde(default = "default_repeats")]
    pub repeats: u32,
    /// The subjects, for example `sim:flawless` or `openai/gpt-4o`.
    pub subjects: Vec<String>,
    /// Sampling settings of the subjects.
    #[serde(default)]
    pub sampling: Sampling,
    /// Settings of `sampling` that are sent only to subjects that accept them:
    /// `["thinking-budget"]` for models that can think. Settings left out for a subject are
    /// recorded. Any other setting that a subject does not accept is an error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub if_taken: Vec<Setting>,
    /// The temperatures at which every question is asked. Default: only that of `sampling`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub temperatures: Vec<f64>,
    /// The name of the bias that a rejected hypothesis shows. Default: `token bias`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bias: Option<String>,
    /// The reader of the answers: `default`; `published-2025`, the substring rule of the syllogism
    /// benchmark; or `recorded-views`, for imports with recorded views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// Number of answers per question at temperatures above 0, and the rule that counts them;
    /// `repeats` must then be 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voting: Option<Voting>,
    /// Test hypotheses while answers arrive, and stop asking once they are decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequential: Option<Sequential>,
    /// The share of all questions that is asked a second time as an A/A control, in (0, 1], to
    /// measure how often a subject contradicts itself when nothing differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aa: Option<f64>,
    /// The servers of models that are not at their providers, by the models' names. No key is sent
    /// to them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, ModelPlace>,
    /// The problems.
    #[serde(rename = "family")]
    pub families: Vec<FamilyPlan>,
    /// Strategies in addition to the built-in protocols. Each strategy puts every problem.
    #[serde(default, rename = "strategy", skip_serializing_if = "Vec::is_empty")]
    pub strategies: Vec<Strategy>,
    /// The hypotheses.
    #[serde(default, rename = "hypothesis")]
    pub hypotheses: Vec<Hypothesis>,
}

/// The place of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelPlace {
    /// Base URL of the model's server, for example `http://localhost:11434/v1`.
    pub base_url: String,
}

/// Settings of a study that is tested while its answers arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sequential {
    /// Items of each variant between two looks, at least 1.
    #[serde(default = "default_block")]
    pub block: u32,
}

impl Default for Sequential {
    fn default() -> Self {
        Self { block: default_block() }
    }
}

/// A look after every ten items: early enough to save costs, and few enough for many concurrent
/// requests.
const fn default_block() -> u32 {
    10
}

/// Design of the stimuli.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Position, exemplar letter and validity are balanced, so that answering without reading
    /// scores at chance.
    #[default]
    Balanced,
    /// The published design of Jiang et al. (2024), confounds included.
    #[serde(rename = "paper-2024")]
    Paper2024,
    /// The published design of "Theory-Grounded Evaluation" (2025), for the family `etr`.
    #[serde(rename = "paper-2025")]
    Paper2025,
}

impl Profile {
    /// The name in files and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Paper2024 => "paper-2024",
            Self::Paper2025 => "paper-2025",
        }
    }
}

/// The tests that are adjusted together for multiple testing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdjustOver {
    /// The tests of one subject, so that no decision depends on other subjects. The default.
    #[default]
    OneSubject,
    /// The tests of all subjects, as in the published tables of Jiang et al. (2024).
    AllSubjects,
}

impl AdjustOver {
    /// The adjustment in words, to follow the name of a correction.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::OneSubject => "over the tests of one family, subject by subject",
            Self::AllSubjects => "over the tests of one family, all subjects together",
        }
    }

    /// Returns true if this is the default, which files leave out.
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The combinations of problem and protocol to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// The combinations that a hypothesis compares. The default, because unused answers cost money.
    #[default]
    Needed,
    /// Every problem under every protocol.
    All,
}

/// A family and the number of its problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = [{"required": ["n"]}, {"required": ["data"]}]))]
pub struct FamilyPlan {
    /// Family name, for example `conjunction`.
    pub name: String,
    /// Variants. Default: all variants of the family.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// Items per variant. For a data file: the number of its first items, or 0 for all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n: u32,
    /// A file of the user's own problems, in place of a built-in family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<DataPlan>,
    /// The versions of each item to ask, by their levels. Default: the versions that the family
    /// makes by itself.
    #[serde(default, skip_serializing_if = "Versions::is_empty")]
    pub versions: Versions,
}

/// Returns true if a number is the default, which files leave out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Fields that may have several lines.
const PARAGRAPHS: [&str; 8] =
    ["about", "claim", "system", "user", ", example", "problem", ", answer", "reason"];

/// Ways to read answers.
const READERS: [&str; 3] = ["default", "published-2025", "recorded-views"];

fn default_alpha() -> f64 {
    0.05
}

fn default_rule() -> String {
    "exact".to_owned()
}

fn default_repeats() -> u32 {
    1
}

/// The largest number of repeats of a question that any analysis needs.
const MOST_REPEATS: u32 = 10_000;

fn listed_twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(*name))
}

impl Study {
    /// Reads a study from TOML and checks it.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(text: &str) -> Result<Self, StudyError> {
        let study: Self = toml::from_str(text).map_err(|e| StudyError::Syntax(e.to_string()))?;
        study.check()?;
        study.check_headings()?;
        study.check_ids()?;
        Ok(study)
    }

    /// Refuses invisible headings. A study that an earlier version stored may have some, so this is
    /// not part of [`Study::check`].
    fn check_headings(&self) -> Result<(), StudyError> {
        let line = "write what it is about, in a line";
        check_shows(|| "title".to_owned(), &self.title, line)?;
        if let Some(bias) = &self.bias {
            check_shows(|| "bias".to_owned(), bias, "name the bias, or leave it out")?;
        }
        for hypothesis in &self.hypotheses {
            let field = |name: &str| format!("hypothesis `{}`, {name}", hypothesis.id);
            check_shows(|| field("title"), &hypothesis.title, line)?;
            if let Some(family) = &hypothesis.test_family {
                let fix = "name the tests that are adjusted together, or leave it out";
                check_shows(|| field("test_family"), family, fix)?;
            }
        }
        Ok(())
    }

    /// The JSON Schema of a study file, with which editors complete and check TOML.
    /// [`Study::check`], which compares fields, may still refuse a file that the schema allows.
    ///
    /// ```
    /// let schema = peirast_record::Study::schema();
    /// assert_eq!(schema["properties"]["seed"]["description"], "Seed of every random choice.");
    /// ```
    pub fn schema() -> Value {
        schemars::schema_for!(Study).to_value()
    }

    /// Checks everything that does not depend on the families.
    ///
    /// # Errors
    /// The first violated rule.
    pub fn check(&self) -> Result<(), StudyError> {
        self.check_texts()?;
        let wrong = |field: &str, what: &str| {
            Err(StudyError::Value { field: field.to_owned(), what: what.to_owned() })
        };
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            return wrong("alpha", "must lie between 0 and 1, for example 0.05");
        }
        if self.sampling.max_tokens == Some(0) {
            return wrong("sampling.max_tokens", "must be at least 1; leave it out for no limit");
        }
        if let Some(setting) = self.if_taken.iter().find(|setting| !self.sampling.has(**setting)) {
            let field = setting.as_str().replace('-', "_");
            let what = format!(
                "lists {setting}, which has no value: give {field} under [sampling], or leave it out"
            );
            return wrong("if_taken", &what);
        }
        if !(1..=MOST_REPEATS).contains(&self.repeats) {
            return wrong("repeats", &format!("must lie between 1 and {MOST_REPEATS}"));
        }
        if self.subjects.is_empty() {
            return wrong("subjects", "name at least one, for example [\"sim:flawless\"]");
        }
        if let Some(twice) = listed_twice(&self.subjects) {
            return wrong("subjects", &format!("`{twice}` is named twice: name each subject once"));
        }
        if self.families.is_empty() {
            return wrong("family", "declare at least one [[family]]");
        }
        if let Some(plan) = self.families.iter().find(|plan| plan.n == 0 && plan.data.is_none()) {
            return wrong(&format!("family `{}`", plan.name), "n must be at least 1");
        }
        if let Some((name, _)) = self.models.iter().find(|(name, _)| !self.subjects.contains(name))
        {
            let what =
                format!("`{name}` is not among the subjects: add it there, or leave it out here");
            return wrong("models", &what);
        }
        self.check_asking()?;
        self.check_hypotheses()
    }

    /// Checks the number of repetitions, the temperatures and the prompts.
    fn check_asking(&self) -> Result<(), StudyError> {
        let wrong =
            |field: &str, what: String| Err(StudyError::Value { field: field.to_owned(), what });
        if let Some(bad) = self.temperatures.iter().find(|t| !(t.is_finite() && **t >= 0.0)) {
            return wrong("temperatures", format!("{bad} is none: from 0 up, for example 0.5"));
        }
        let sorted: BTreeSet<u64> = self.temperatures.iter().map(|t| (t + 0.0).to_bits()).collect();
        if sorted.len() < self.temperatures.len() {
            return wrong("temperatures", "one is listed twice: list each once".to_owned());
        }
        if !self.temperatures.is_empty() && self.sampling.temperature.is_some() {
            return wrong(
                "temperatures",
                "leave out sampling.temperature if they are given".to_owned(),
            );
        }
        if self.reader.as_deref().is_some_and(|name| !READERS.contains(&name)) {
            return wrong(
                "reader",
                format!("there is no such reader: there are {}", READERS.join(", ")),
            );
        }
        if self.aa.is_some_and(|share| !(share > 0.0 && share <= 1.0)) {
            return wrong(
                "aa",
                "must be a share above 0 and at most 1, for example 0.05".to_owned(),
            );
        }
        if self.aa.is_some() && self.sequential.is_some() {
            let what = "leave it out with [sequential], whose questions depend on the answers";
            return wrong("aa", what.to_owned());
        }
        if self.voting.is_some() && self.repeats != 1 {
            return wrong(
                "repeats",
                "must be 1 with [voting], which repeats questions itself".to_owned(),
            );
        }
        if let Some(Sequential { block }) = self.sequential {
            if block == 0 {
                return wrong("sequential.block", "must be at least 1".to_owned());
            }
            if self.voting.is_some() {
                let what = "leave it out with [voting]: each would stop by its own rule";
                return wrong("sequential", what.to_owned());
            }
            if let Some(clustered) = self.hypotheses.iter().find(|one| one.cluster.is_some()) {
                let what = format!(
                    "leave it out: hypothesis `{}` has clusters of related items, and e-values take items one by one",
                    clustered.id
                );
                return wrong("sequential", what);
            }
            if self.adjust_over == AdjustOver::AllSubjects {
                let what = "leave it out with adjust_over = \"all-subjects\": each subject stops by its own \
                            tests, so write adjust_over = \"one-subject\" to stop early";
                return wrong("sequential", what.to_owned());
            }
            if self.hypotheses.is_empty() {
                return wrong("sequential", "declare a [[hypothesis]] to decide".to_owned());
            }
        }
        if self.strategies.is_empty() && self.hypotheses.is_empty() {
            return wrong("hypothesis", "declare a [[hypothesis]] or a [[strategy]]".to_owned());
        }
        let mut seen = BTreeSet::new();
        for strategy in &self.strategies {
            if !seen.insert(&strategy.name) {
                let what = "is defined twice: give each its own name".to_owned();
                return wrong(&format!("strategy `{}`", strategy.name), what);
            }
            strategy.check()?;
        }
        check_names("strategy", "name", self.strategies.iter().map(|one| one.name.as_str()))?;
        Ok(())
    }

    /// Refuses names and texts with control characters; only paragraphs may have line ends.
    fn check_texts(&self) -> Result<(), StudyError> {
        let document = serde_json::to_value(self).unwrap_or_default();
        let mut texts = vec![(String::new(), &document)];
        while let Some((place, value)) = texts.pop() {
            match value {
                Value::String(text) => {
                    let is_paragraph = PARAGRAPHS.iter().any(|field| place.ends_with(field));
                    let fault = text.chars().find(|c| steers(*c) && !(is_paragraph && *c == '\n'));
                    if let Some(character) = fault {
                        return Err(StudyError::Steering { place, character });
                    }
                }
                Value::Array(items) => {
                    let named = |(at, item)| (format!("{place} {}", at + 1), item);
                    texts.extend(items.iter().enumerate().map(named).rev());
                }
                Value::Object(fields) => {
                    let inside = if place.is_empty() { "" } else { ", " };
                    let named = |(name, item)| (format!("{place}{inside}{name}"), item);
                    texts.extend(fields.iter().map(named).rev());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_hypotheses(&self) -> Result<(), StudyError> {
        let mut seen = BTreeSet::new();
        for hypothesis in &self.hypotheses {
            if !seen.insert(&hypothesis.id) {
                return Err(StudyError::DuplicateHypothesis(hypothesis.id.clone()));
            }
            hypothesis.check()?;
        }
        check_names("hypothesis", "id", self.hypotheses.iter().map(|one| one.id.as_str()))
    }

    /// Refuses ids of hypotheses that cannot be part of a path. A study that an earlier version
    /// stored may have some.
    fn check_ids(&self) -> Result<(), StudyError> {
        let mut ids = self.hypotheses.iter().map(|one| one.id.as_str()).zip(1..);
        match ids.find(|(id, _)| !is_plain_id(id)) {
            Some((id, number)) => Err(StudyError::Value {
                field: format!("hypothesis {number}, id"),
                what: format!(
                    "`{}` is not made of letters, digits, `-`, `_` and `.`, with a letter or a digit among \
                     them: write a short name, for example H1",
                    id.chars().take(40).collect::<String>().escape_debug()
                ),
            }),
            None => Ok(()),
        }
    }

    /// This study as the continuation of an earlier one of the same design, including the earlier
    /// subjects and items, since their answers are still stored.
    #[must_use]
    pub fn continuing(mut self, earlier: &Self) -> Self {
        let mut subjects = earlier.subjects.clone();
        subjects.extend(self.subjects.into_iter().filter(|s| !earlier.subjects.contains(s)));
        self.subjects = subjects;
        self.repeats = self.repeats.max(earlier.repeats);
        self.aa = match (self.aa, earlier.aa) {
            (Some(one), Some(other)) => Some(one.max(other)),
            (one, other) => one.or(other),
        };
        // A sequential study stays sequential under all other options.
        self.sequential = earlier.sequential.or(self.sequential);
        let asked = self.temperatures.clone();
        self.temperatures.extend(earlier.temperatures.iter().filter(|t| !asked.contains(t)));
        self.temperatures.sort_by(f64::total_cmp);
        let known = |name: &str| self.strategies.iter().any(|one| one.name == name);
        let mut strategies: Vec<Strategy> =
            earlier.strategies.iter().filter(|one| !known(&one.name)).cloned().collect();
        strategies.append(&mut self.strategies);
        self.strategies = strategies;
        for family in &earlier.families {
            let mut known = false;
            for plan in self.families.iter_mut().filter(|plan| plan.name == family.name) {
                known = true;
                if (&plan.variants, &plan.versions) == (&family.variants, &family.versions) {
                    plan.n = plan.n.max(family.n);
                }
            }
            if !known {
                self.families.push(family.clone());
            }
        }
        self
    }

    /// The content key of the study: any change of a field changes it. The folders of data files do
    /// not count ([`Study::without_folders`]).
    pub fn hash(&self) -> Result<Key, KeyError> {
        match self.families.iter().any(|family| family.data.is_some()) {
            true => Key::from_content("study", &self.clone().without_folders()),
            false => Key::from_content("study", self),
        }
    }
}

/// Returns true if an id can be part of a path or of a column's name.
fn is_plain_id(id: &str) -> bool {
    id.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        && id.contains(|c: char| c.is_alphanumeric())
}

/// Refuses invisible names, and names that a reader cannot distinguish in tables and verdicts.
fn check_names<'n>(
    kind: &str,
    field: &str,
    names: impl Iterator<Item = &'n str>,
) -> Result<(), StudyError> {
    let mut seen = SeenNames::by(looks_at_a_glance);
    for (at, name) in names.enumerate() {
        let number = at + 1;
        let wrong = |what: String| {
            let field = format!("{kind} {number}, {field}");
            Err(StudyError::Value { field, what })
        };
        if let Some(what) = unreadable_name(name) {
            let shown: String = name.chars().take(40).collect();
            let shown = shown.escape_debug();
            return wrong(format!("`{shown}` {what}: write a short name, for example H1"));
        }
        if let Some((other, first)) = seen.take(name, number) {
            return wrong(format!(
                "`{name}` looks like `{other}` of {kind} {first}: capitals, white space, and letters and \
                 digits that look alike tell nobody apart; give it another {field}"
            ));
        }
    }
    Ok(())
}

/// Refuses an invisible line of text.
fn check_shows(field: impl FnOnce() -> String, text: &str, fix: &str) -> Result<(), StudyError> {
    match looks(text).is_empty() {
        true => Err(StudyError::Value { field: field(), what: format!("shows nothing: {fix}") }),
        false => Ok(()),
    }
}
