//! An analysis: from a run directory to its report.

use super::answer_counter::AnswerCounter;
use super::benchmarks::{benchmarks, check_names, measures_syllogisms, text_column};
use super::examples::examples;
use super::setup::{AnalysisSetup, of_recorded, of_study};
use super::surface::surface;
use super::suspects::suspects;
use crate::error::{Error, Result, bail};
use crate::event::SharedSink;
use crate::grade::{Answers, Grader, Loading, Texts};
use crate::money::{AnswerUses, Bill, Prices, SpendingHistory, VerdictCost, cost_tables};
use crate::options::AnalysisOptions;
use crate::register::check_registration;
use crate::run_dir::{self, StoredKind};
use crate::votes;
use peirast_cost::AnswerCost;
use peirast_measure::{
    Ballot, Benchmarks, Chosen, ClosedReport, Concluded, ConclusionReport, Judgement, Opened,
    Options, Placed, SyllogismReport, noise, telling_shortcuts, version_tables, versions,
};
use peirast_record::{Contrast, Key, Study, Treatment};
use peirast_report::{Conduct, Outcomes, RegistrationCheck, Report};
use peirast_store::{ServingModel, Store};
use peirast_table::Table;
use std::collections::BTreeMap;
use std::path::Path;

/// A report with its sources.
pub struct Analysis {
    /// The report.
    pub report: Report,
    /// Tested outcomes.
    pub outcomes: Outcomes,
    /// Outcomes of single answers; set only if votes decide the tested outcomes.
    pub single: Option<Outcomes>,
    /// Tested comparisons.
    pub contrasts: Vec<Contrast>,
    /// Answers to open questions that count by their translations.
    pub translated: BTreeMap<Key, Opened>,
    /// Models and servers that gave the answers.
    pub served: Vec<ServingModel>,
    /// Cost of each verdict.
    pub verdicts: Vec<VerdictCost>,
    /// The treatment of answers without a verdict.
    pub(crate) treatment: Treatment,
    pub(crate) grader: Grader,
}

/// Tested outcomes.
struct TestedOutcomes {
    outcomes: Outcomes,
    /// Ballots that decided them, if there was voting.
    ballots: Vec<Ballot>,
    /// Outcomes of single answers, if there was voting.
    single: Option<Outcomes>,
}

impl TestedOutcomes {
    fn new(study: Option<&Study>, single: Outcomes) -> Result<Self> {
        let voted = study.map(|study| votes::voted(study, &single)).transpose()?.flatten();
        Ok(match voted {
            Some((outcomes, ballots)) => Self { outcomes, ballots, single: Some(single) },
            None => Self { outcomes: single, ballots: Vec::new(), single: None },
        })
    }
}

pub(crate) struct Analyser<'a> {
    options: &'a AnalysisOptions,
    events: &'a SharedSink,
    prices: Prices,
    /// Scores of subjects on benchmarks.
    scores: Option<Benchmarks>,
}

impl<'a> Analyser<'a> {
    /// Creates an analyser of the answers in a store.
    pub(crate) async fn new(
        options: &'a AnalysisOptions,
        events: &'a SharedSink,
        store: &Store,
    ) -> Result<Self> {
        let scores = options.benchmarks.as_deref().map(benchmarks).transpose()?;
        let prices = Prices::load(&options.prices)?.knowing(store).await?;
        Ok(Self { options, events, prices, scores })
    }

    /// Reads, grades and tests every answer of an open store.
    pub(crate) async fn analyse(self, dir: &Path, store: &Store) -> Result<Analysis> {
        let kind = run_dir::kind(store).await?;
        let recounted = |study| votes::recounted(study, self.options.voting.as_deref());
        let study = kind.study().map(recounted).transpose()?;
        let study = study.as_ref();
        let mut analysis = self.analysis(&kind, study, dir)?;
        let (answers, single, mut counter) = self.load(store, study, analysis.grader).await?;
        counter.arrange(answers.order(), single.rows().len());
        if let (Some(scores), Some(file)) = (&self.scores, &self.options.benchmarks) {
            check_names(file, scores, &single)?;
        }
        let mut counted = TestedOutcomes::new(study, single)?;
        let served = counter.complete(store, &mut analysis.provenance).await?;
        let examples = examples(store, &analysis, &counted.outcomes).await?;
        let mut report = Report { examples, ..self.report(study, &analysis, &counted)? };
        if self.options.surface {
            report.surface = surface(store, &counted.outcomes).await?;
        }
        if study.is_none() {
            report.suspects = suspects(&answers, &analysis.contrasts)?;
        }
        report = self.measured(report, study, &analysis, &mut counted, &answers)?;
        report.method_words = method_words(&report);
        report.registration = self.registered(store, study, &analysis, &report).await?;
        let AnswerCounter { histories, taken, .. } = counter;
        let billed = self.billed(report, store, histories, &analysis.contrasts, &counted, &taken);
        let (report, verdicts) = billed.await?;
        let TestedOutcomes { outcomes, single, .. } = counted;
        Ok(Analysis {
            report,
            outcomes,
            single,
            contrasts: analysis.contrasts,
            translated: answers.translated(),
            served,
            verdicts,
            treatment: analysis.settings.treatment,
            grader: analysis.grader,
        })
    }

    /// Compares a run with its preregistration, if there is one.
    async fn registered(
        &self,
        store: &Store,
        study: Option<&Study>,
        analysis: &AnalysisSetup,
        report: &Report,
    ) -> Result<Option<RegistrationCheck>> {
        let recorded = run_dir::registration(store).await?;
        let registration = self.options.registration.as_ref().or(recorded.as_ref());
        let Some(registration) = registration else { return Ok(None) };
        let Some(study) = study else {
            bail!(
                Analysis,
                "{} holds recorded answers, and a registration is about a study: leave --registration out",
                store.dir().display()
            );
        };
        let (planned, grader) = ((study, analysis.contrasts.as_slice()), analysis.grader);
        check_registration(store, registration, planned, grader, report).await.map(Some)
    }

    fn analysis(
        &self,
        kind: &StoredKind,
        study: Option<&Study>,
        dir: &Path,
    ) -> Result<AnalysisSetup> {
        match (kind, study) {
            (StoredKind::Study { contrasts, .. }, Some(study)) => {
                of_study(study, contrasts.clone(), self.options, dir, self.events.as_ref())
            }
            _ => of_recorded(self.options, dir),
        }
    }

    async fn load(
        &self,
        store: &Store,
        study: Option<&Study>,
        grader: Grader,
    ) -> Result<(Answers, Outcomes, AnswerCounter<'_>)> {
        let loading = Loading {
            notion: self.options.notion(),
            grader,
            // Recorded answers are searched for ones that were asked with another prompt.
            texts: if study.is_some() { Texts::Open } else { Texts::All },
            ..Loading::new(study)
        };
        let mut counter = AnswerCounter::open(store, &self.prices).await?;
        let count = |answered: &_, mark: Option<&_>, place| counter.count(answered, mark, place);
        let (answers, outcomes) = loading.load(store, count).await?;
        Ok((answers, outcomes, counter))
    }

    fn report(
        &self,
        study: Option<&Study>,
        analysis: &AnalysisSetup,
        counted: &TestedOutcomes,
    ) -> Result<Report> {
        let AnalysisSetup { claims, contrasts, settings, .. } = analysis;
        let provenance = analysis.provenance.clone();
        let mut report = Report::new(claims, contrasts, &counted.outcomes, settings, provenance)?;
        if self.options.mixed {
            report = report.with_mixed(contrasts, &counted.outcomes, settings.treatment)?;
        }
        report = report.titled(&analysis.title, &analysis.about);
        report.origins = analysis.origins();
        let plan = study.map(votes::plan).transpose()?;
        match &counted.single {
            Some(single) => report.conduct = Conduct::from_outcomes(single, plan),
            None => report.conduct.plan = plan,
        }
        if study.is_some_and(|study| study.sequential.is_none()) {
            let asked = counted.single.as_ref().unwrap_or(&counted.outcomes);
            report.conduct = report.conduct.with_unasked(asked);
        }
        Ok(match study.and_then(|study| study.bias.as_deref()) {
            Some(bias) => report.calling_it(bias),
            None => report,
        })
    }

    /// Adds the tables of measures to a report.
    fn measured(
        &self,
        mut report: Report,
        study: Option<&Study>,
        analysis: &AnalysisSetup,
        counted: &mut TestedOutcomes,
        answers: &Answers,
    ) -> Result<Report> {
        let selection = &self.options.selection;
        let syllogistic = study.filter(|study| measures_syllogisms(study));
        let mut judgements = match syllogistic {
            Some(_) => judgements(analysis, counted),
            None => Vec::new(),
        };
        let (mut concluded, mut chosen) =
            (answers.concluded()?, answers.chosen(&counted.outcomes)?);
        let places = judgements.iter().map(Placed::place);
        let places = places.chain(concluded.iter().map(Placed::place));
        let places = places.chain(chosen.iter().map(Placed::place));
        selection.check(places).map_err(|error| Error::Analysis(error.to_string()))?;
        judgements.retain(|one| selection.holds(one));
        concluded.retain(|one| selection.holds(one));
        chosen.retain(|one| selection.holds(one));
        if let Some(study) = syllogistic {
            let measures = self.syllogisms(study, &judgements)?;
            report.shortcuts = Some(telling_shortcuts(&measures.shortcuts, &measures.accuracy));
            report = report.with_measured(measures.tables());
            report.ballots = std::mem::take(&mut counted.ballots);
        }
        let tables = self.conclusions(&concluded, &chosen)?;
        if !tables.is_empty() {
            report = report.with_measured(tables);
        }
        let of_versions = answers.of_versions(&counted.outcomes);
        if !of_versions.is_empty() {
            let (accuracies, consistencies) = versions(&of_versions)?;
            report = report.with_measured(version_tables(&accuracies, &consistencies).into());
        }
        if !answers.controls().is_empty() {
            report = report.with_noise(noise(answers.controls()))?;
        }
        Ok(report)
    }

    fn syllogisms(&self, study: &Study, judgements: &[Judgement]) -> Result<SyllogismReport> {
        let rule = study.voting.as_ref().map(votes::stopping).transpose()?;
        let providers = self.text_column("provider")?;
        Ok(SyllogismReport::new(judgements, self.scores.as_ref(), &providers, rule)?)
    }

    /// Returns a text column of the given scores, by model.
    fn text_column(&self, column: &str) -> Result<BTreeMap<String, String>> {
        let file = self.options.benchmarks.as_deref();
        Ok(file.map(|file| text_column(file, column)).transpose()?.unwrap_or_default())
    }

    /// Measures the answers to open and closed questions about conclusions, if there are any.
    fn conclusions(
        &self,
        concluded: &[Concluded],
        chosen: &[Chosen],
    ) -> Result<Vec<Table<'static>>> {
        let options = Options {
            notion: measured(self.options.notion()),
            exclusion: self.options.exclude_above,
            capabilities: self.scores.as_ref(),
            families: self.text_column("family")?,
            ..Options::default()
        };
        let mut tables = Vec::new();
        if !concluded.is_empty() {
            tables.extend(ConclusionReport::new(concluded, &options)?.tables());
        }
        if !chosen.is_empty() {
            tables.extend(ClosedReport::new(chosen, &options)?.tables());
        }
        Ok(tables)
    }

    /// Adds the cost of answers and of verdicts to a report.
    async fn billed(
        &self,
        mut report: Report,
        store: &Store,
        histories: SpendingHistory<'_>,
        contrasts: &[Contrast],
        counted: &TestedOutcomes,
        taken: &[AnswerCost],
    ) -> Result<(Report, Vec<VerdictCost>)> {
        let histories = histories.into_subjects_with_second(store).await?;
        let bill = Bill::for_subjects(store, &self.prices, histories).await?;
        if bill.is_empty() {
            return Ok((report, Vec::new()));
        }
        let TestedOutcomes { outcomes, single, .. } = counted;
        let uses = AnswerUses { outcomes, single: single.as_ref(), taken };
        let verdicts = uses.verdicts(contrasts, &report.rows)?;
        report.measured.extend(cost_tables(&bill, &verdicts));
        Ok((report, verdicts))
    }
}

/// Returns the judgements of syllogisms; answers without a verdict count as the analysis says.
fn judgements(analysis: &AnalysisSetup, counted: &TestedOutcomes) -> Vec<Judgement> {
    let mut judgements = Judgement::all(counted.outcomes.rows(), &counted.ballots);
    if analysis.grader == Grader::Published2025 {
        // The published rule takes anything but "correct" for "incorrect".
        judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(false)));
    } else if analysis.settings.treatment == Treatment::AsWrong {
        judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(!one.valid)));
    }
    judgements
}

/// The methods of the tests in words, where their names are none, in the order of the tests: each method, and
/// each protocol of a pair.
fn method_words(report: &Report) -> Vec<(String, String)> {
    let mut known: Vec<(String, String)> = Vec::new();
    let methods = report.rows.iter().map(|row| row.method.as_str());
    for method in methods.flat_map(|method| [method].into_iter().chain(method.split("->"))) {
        let words = peirast_task::method_label(method);
        if words != method && !known.iter().any(|(name, _)| name == method) {
            known.push((method.to_owned(), words));
        }
    }
    known
}

/// Converts a notion to that of the measures.
fn measured(notion: peirast_fallacy::Notion) -> peirast_measure::Notion {
    match notion {
        peirast_fallacy::Notion::Strict => peirast_measure::Notion::Strict,
        peirast_fallacy::Notion::RegardlessOfIssues => peirast_measure::Notion::Regardless,
        peirast_fallacy::Notion::Exact => peirast_measure::Notion::Exact,
        peirast_fallacy::Notion::Equivalent => peirast_measure::Notion::Equivalent,
    }
}
