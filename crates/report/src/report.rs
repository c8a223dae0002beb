//! A report: rows, findings and subjects, with the settings that made them.

use crate::group::once_each;
use crate::pooled::{Clusters, with_mixed};
use crate::wording::plain_method;
use crate::{
    Claim, Conduct, CountedComparison, Example, Finding, Outcomes, PairError, Provenance,
    RegistrationCheck, ResultRow, SubjectSummary, SurfaceCheck, Tasks,
};
use crate::{
    PooledRow, ProtocolSummary, by_protocol, counted_rows, findings, pooled_rows, summaries,
    test_rows,
};
use peirast_measure::{Ballot, Noise, TellingShortcut, noise_table};
use peirast_record::{
    AdjustOver, Answer, Contrast, FamilyOrigins, Outcome, Standing, Task, Treatment, is_simulated,
};
use peirast_stats::{Interval, Rule};
use peirast_table::Table;
use peirast_words::capitalised;
use serde::Serialize;
use thiserror::Error;

/// The settings of the tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The test rule of comparisons that declare none.
    pub rule: Rule,
    /// Level of significance.
    pub alpha: f64,
    /// The treatment of answers without a verdict in the headline rows.
    pub treatment: Treatment,
    /// The subjects whose tests are adjusted together.
    pub adjust_over: AdjustOver,
    /// The items of a step, if the tests were computed after each step and rows stopped.
    pub sequential: Option<u32>,
}

/// The basis of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportBasis {
    /// Answers, read and graded.
    #[default]
    Answers,
    /// Counts of pairs from a file: no answer was seen.
    Counts,
}

impl ReportBasis {
    /// True if answers were seen.
    pub fn is_answers(&self) -> bool {
        *self == Self::Answers
    }
}

/// Everything that a page, a table or an export shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Title of the study.
    pub title: String,
    /// The topic of the study.
    pub about: String,
    /// The provenance.
    pub provenance: Provenance,
    /// The comparison of the run with its preregistration; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration: Option<RegistrationCheck>,
    /// The basis of the report.
    #[serde(skip_serializing_if = "ReportBasis::is_answers")]
    pub basis: ReportBasis,
    /// True if any subject is simulated; every page says so.
    pub simulated: bool,
    /// The rows under the declared treatment of answers without a verdict.
    pub rows: Vec<ResultRow>,
    /// The same under the other treatment.
    pub other_treatment: Treatment,
    /// Rows under the other treatment.
    pub other_rows: Vec<ResultRow>,
    /// Each hypothesis over all its methods, under the declared treatment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pooled: Vec<PooledRow>,
    /// The claims of the hypotheses.
    pub claims: Vec<Claim>,
    /// A verdict per hypothesis and subject, in plain words.
    pub findings: Vec<Finding>,
    /// The answers of each subject, summarised.
    pub subjects: Vec<SubjectSummary>,
    /// The same under each protocol.
    #[serde(skip)]
    pub protocols: Vec<ProtocolSummary>,
    /// The settings of the tests.
    #[serde(skip)]
    pub settings: Settings,
    /// The conduct of the study.
    pub conduct: Conduct,
    /// The rates at which subjects contradict themselves when nothing differs; a table has them
    /// too.
    #[serde(skip)]
    pub noise: Vec<Noise>,
    /// Recorded answers that look as if they were asked for with the prompt of another task.
    #[serde(skip)]
    pub suspects: Vec<Suspect>,
    /// Tables of what else was measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Table<'static>>,
    /// Titles of tables that were left out, because nothing in them could be computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hollow: Vec<String>,
    /// The votes on questions that were asked several times.
    #[serde(skip)]
    pub ballots: Vec<Ballot>,
    /// A matched pair of each hypothesis, for the page: the texts are in the run directory.
    #[serde(skip)]
    pub examples: Vec<Example>,
    /// The protocols of the tests in words, by name, in the order of the tests; empty if names are words.
    #[serde(skip)]
    pub method_words: Vec<(String, String)>,
    /// Surface cues that give the right answers away; empty if nobody examined the problems.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub surface: Vec<SurfaceCheck>,
    /// Rules without reasoning that are right much more often than chance; `None` if there is no
    /// table of shortcuts.
    #[serde(skip)]
    pub shortcuts: Option<Vec<TellingShortcut>>,
    /// The origins of the problems of families, in the order of the methods.
    #[serde(skip)]
    pub origins: Vec<FamilyOrigins>,
}

/// Recorded answers of one subject to one data set in one mode, of which many begin as answers to
/// another task do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The subject.
    pub subject: String,
    /// The data set.
    pub set: String,
    /// The mode.
    pub mode: String,
    /// Answers that begin so.
    pub odd: u64,
    /// All answers.
    pub all: u64,
}

/// A report that cannot be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Outcomes that do not pair up.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// Counts or settings that no test accepts.
    #[error(transparent)]
    Stats(#[from] peirast_stats::Error),
    /// A comparison with a rule that does not exist.
    #[error(transparent)]
    Rule(#[from] peirast_stats::UnknownName),
}

impl Report {
    /// True if some problems come from a file of the user, whose labels nobody has proved.
    pub(crate) fn has_foreign_problems(&self) -> bool {
        let is_foreign = |material: &crate::Material| {
            !self.origins.iter().any(|origin| origin.family == Some(material.family.as_str()))
        };
        self.provenance.seed.is_some() && self.conduct.materials.iter().any(is_foreign)
    }

    /// The 95 % interval of the difference over all protocols of a finding, with the item or the cluster as the
    /// unit. `None` if there is none: no pair is discordant, or the run was not pooled.
    pub(crate) fn pooled_interval(&self, finding: &Finding) -> Option<Interval> {
        let is_own = |row: &&PooledRow| {
            row.hypothesis == finding.hypothesis
                && row.model.as_ref() == Some(&finding.model)
                && row.n == finding.pairs
        };
        let row = self.pooled.iter().find(is_own)?;
        let is_once_each = row.by == Clusters::Item && row.items == row.n;
        if is_once_each { row.naive.interval } else { row.clustered.interval }
    }

    /// The noun for the counts of each subject: verdicts where answers were put to the vote, else answers.
    pub fn counted_noun(&self) -> &'static str {
        let is_voted = !self.ballots.is_empty() && self.conduct.most_answers > 1;
        if is_voted { "verdicts" } else { "answers" }
    }

    /// A protocol or method in words: as the study words it, else its name without underscores.
    pub(crate) fn method_in_words(&self, method: &str) -> String {
        let known = self.method_words.iter().find(|(name, _)| name == method);
        known.map_or_else(|| plain_method(method), |(_, words)| words.clone())
    }

    /// The protocols with these methods in words, in a sentence: `Protocols: zs-cot, no solved example, step by
    /// step.` Empty if their names are words.
    pub fn protocol_key<'a>(&self, methods: impl IntoIterator<Item = &'a str>) -> String {
        let names = once_each(methods.into_iter().flat_map(|method| method.split("->")));
        let worded = names.into_iter().filter_map(|name| {
            let words = self.method_in_words(name);
            let shown = plain_method(name);
            (words != shown).then(|| format!("{shown}, {words}"))
        });
        let worded: Vec<String> = worded.collect();
        match worded.is_empty() {
            true => String::new(),
            false => format!("Protocols: {}.", worded.join("; ")),
        }
    }

    /// Tests the contrasts and words the findings.
    ///
    /// # Errors
    /// Outcomes that do not pair up, or settings that no test accepts.
    pub fn new(
        claims: &[Claim],
        contrasts: &[Contrast],
        outcomes: &Outcomes,
        settings: &Settings,
        provenance: Provenance,
    ) -> Result<Self, ReportError> {
        let other_treatment = match settings.treatment {
            Treatment::Exclude => Treatment::AsWrong,
            Treatment::AsWrong => Treatment::Exclude,
        };
        let tested = |treatment| test_rows(contrasts, outcomes, settings, treatment);
        let ((rows, other_rows), (pooled, (conduct, (subjects, protocols)))) = rayon::join(
            || rayon::join(|| tested(settings.treatment), || tested(other_treatment)),
            || {
                rayon::join(
                    || pooled_rows(contrasts, outcomes, settings, settings.treatment),
                    || {
                        let told = || (summaries(outcomes), by_protocol(outcomes));
                        rayon::join(|| Conduct::from_outcomes(outcomes, None), told)
                    },
                )
            },
        );
        let (rows, other_rows, pooled) = (rows?, other_rows?, pooled?);
        Ok(Self {
            title: String::new(),
            about: String::new(),
            provenance,
            registration: None,
            basis: ReportBasis::Answers,
            simulated: outcomes.subjects().any(is_simulated),
            findings: findings(
                claims,
                &rows,
                &other_rows,
                &subjects,
                &tasks(contrasts, outcomes),
                settings.alpha,
            ),
            claims: claims.to_vec(),
            rows,
            pooled,
            other_treatment,
            other_rows,
            subjects,
            protocols,
            settings: *settings,
            conduct,
            noise: Vec::new(),
            suspects: Vec::new(),
            measured: Vec::new(),
            hollow: Vec::new(),
            ballots: Vec::new(),
            examples: Vec::new(),
            method_words: Vec::new(),
            surface: Vec::new(),
            shortcuts: None,
            origins: Vec::new(),
        })
    }

    /// Tests counts of pairs, and words the findings. Of the answers themselves nothing is known.
    ///
    /// # Errors
    /// Settings that no test accepts.
    pub fn from_counts(
        claims: &[Claim],
        comparisons: &[CountedComparison],
        settings: &Settings,
        provenance: Provenance,
    ) -> Result<Self, ReportError> {
        let rows = counted_rows(comparisons, settings)?;
        let none = Outcomes::default();
        Ok(Self {
            basis: ReportBasis::Counts,
            simulated: rows.iter().any(|row| is_simulated(&row.model)),
            findings: findings(claims, &rows, &[], &[], &Tasks::new(), settings.alpha),
            rows,
            ..Self::new(claims, &[], &none, settings, provenance)?
        })
    }

    /// Adds tables of other measures. A table in which nothing could be computed is left out, and its
    /// title is kept.
    #[must_use]
    pub fn with_measured(mut self, tables: Vec<Table<'static>>) -> Self {
        let (hollow, measured): (Vec<Table<'static>>, Vec<Table<'static>>) =
            tables.into_iter().partition(Table::is_hollow);
        self.measured.extend(measured);
        self.hollow.extend(hollow.into_iter().map(|table| table.title));
        self
    }

    /// The report with mixed logistic regressions of its pooled hypotheses: right and wrong by
    /// perturbation, method and subject, items having random intercepts. Contrasts, outcomes and
    /// treatment are those that the report was made of. Takes seconds for thousands of pairs.
    ///
    /// # Errors
    /// Outcomes that do not pair up.
    pub fn with_mixed(
        mut self,
        contrasts: &[Contrast],
        outcomes: &Outcomes,
        treatment: Treatment,
    ) -> Result<Self, ReportError> {
        with_mixed(&mut self.pooled, contrasts, outcomes, treatment)?;
        Ok(self)
    }

    /// The report with the noise of its subjects, and the table of it.
    ///
    /// # Errors
    /// None that counts can cause.
    pub fn with_noise(mut self, noise: Vec<Noise>) -> Result<Self, peirast_stats::Error> {
        self.measured.push(noise_table(&noise)?);
        self.noise = noise;
        Ok(self)
    }

    /// The report with another name for what rejected hypotheses show. Controls keep theirs.
    #[must_use]
    pub fn calling_it(mut self, bias: &str) -> Self {
        let named = self.findings.iter_mut().filter(|own| own.standing != Standing::Control);
        for finding in named {
            let (own, other) = (capitalised(&finding.bias), capitalised(bias));
            finding.sentence = finding.sentence.replace(&finding.bias, bias).replace(&own, &other);
            bias.clone_into(&mut finding.bias);
        }
        self
    }

    /// The report with a title and an introduction.
    #[must_use]
    pub fn titled(mut self, title: &str, about: &str) -> Self {
        title.clone_into(&mut self.title);
        about.trim().clone_into(&mut self.about);
        self
    }
}

/// The kinds of problems that each hypothesis asks, as far as they were answered.
fn tasks(contrasts: &[Contrast], outcomes: &Outcomes) -> Tasks {
    let mut tasks = Tasks::new();
    for contrast in contrasts {
        let own = tasks.entry(contrast.hypothesis.clone()).or_default();
        for unit in &contrast.units {
            // Outcomes of one selection are of one variant or data set, and so of one kind.
            let first = |subject| outcomes.select(subject, &unit.original).next();
            own.extend(outcomes.subjects().filter_map(first).filter_map(task));
        }
    }
    tasks
}

/// The kind of problem that an outcome answers.
fn task(outcome: &Outcome) -> Option<Task> {
    match outcome.truth {
        Answer::Choice(_) => Some(Task::Choice),
        Answer::YesNo(_) => Some(Task::YesNo),
        Answer::Valid(_) => Some(Task::Validity),
        Answer::Number(_) => Some(Task::Number),
        Answer::Text(_) => Some(Task::Text),
        Answer::Conclusion(_) => Some(Task::Conclusion),
        _ => None,
    }
}
