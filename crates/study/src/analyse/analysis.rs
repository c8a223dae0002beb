//! An analysis: from a run directory to everything that is reported of it.

use super::answer_counter::AnswerCounter;
use super::benchmarks::{benchmarks, check_names, families, measures_syllogisms};
use super::examples::examples;
use super::setup::{AnalysisSetup, of_recorded, of_study};
use super::suspects::suspects;
use crate::error::Result;
use crate::event::SharedSink;
use crate::grade::{Answers, Grader, Loading, Texts};
use crate::money::{Bill, Pasts, Prices, Uses, VerdictCost, cost_tables};
use crate::options::AnalysisOptions;
use crate::run_dir::{self, StoredKind};
use crate::votes;
use peirast_cost::Taken;
use peirast_measure::{
    Ballot, Benchmarks, ClosedReport, ConclusionReport, Judgement, Opened, Options,
    SyllogismReport, Table, noise,
};
use peirast_record::{Catalogue, Contrast, Key, Study, Treatment};
use peirast_report::{Conduct, Outcomes, Report};
use peirast_store::{ServingModel, Store};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// A report, and everything that it was made of.
pub struct Analysis {
    /// The report.
    pub report: Report,
    /// What was tested.
    pub outcomes: Outcomes,
    /// Answers one by one, where those that were tested are decided by votes.
    pub single: Option<Outcomes>,
    /// The comparisons that were tested.
    pub contrasts: Vec<Contrast>,
    /// What became of answers to open questions that count as what others made of them.
    pub translated: BTreeMap<Key, Opened>,
    /// Who served the answers.
    pub served: Vec<ServingModel>,
    /// What each verdict cost.
    pub verdicts: Vec<VerdictCost>,
}

/// How answers are analysed.
pub(crate) struct Analyser<'a> {
    options: &'a AnalysisOptions,
    events: &'a SharedSink,
    prices: Prices,
    /// What subjects reach on benchmarks.
    scores: Option<Benchmarks>,
    /// The problems of the store, if they are at hand.
    problems: Option<Catalogue>,
}

impl<'a> Analyser<'a> {
    /// An analyser of the answers in a store; `prices` are those that the options name, unless given.
    pub(crate) async fn new(
        options: &'a AnalysisOptions,
        events: &'a SharedSink,
        store: &Store,
    ) -> Result<Self> {
        let scores = options.benchmarks.as_deref().map(benchmarks).transpose()?;
        let prices = Prices::load(&options.prices)?.knowing(store).await?;
        Ok(Self { options, events, prices, scores, problems: None })
    }
}

/// Outcomes as they are tested.
struct TestedOutcomes {
    outcomes: Outcomes,
    /// The votes that they come from, where there was voting.
    ballots: Vec<Ballot>,
    /// Then the answers one by one.
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

    /// Answers one by one.
    fn single(&self) -> &Outcomes {
        self.single.as_ref().unwrap_or(&self.outcomes)
    }
}

impl Analyser<'_> {
    /// Reads, grades and tests every answer of an open store.
    pub(crate) async fn analyse(self, dir: &Path, store: &Store) -> Result<Analysis> {
        let kind = run_dir::kind(store).await?;
        let kind = &kind;
        let study = self.recounted(kind)?;
        let study = study.as_ref();
        let mut analysis = self.analysis(kind, study, dir)?;
        let (answers, single, mut counter) = self.load(store, study, analysis.grader).await?;
        counter.arrange(answers.order(), single.rows().len());
        if let (Some(scores), Some(file)) = (&self.scores, &self.options.benchmarks) {
            check_names(file, scores, &single)?;
        }
        let mut counted = TestedOutcomes::new(study, single)?;
        let served = counter.tell(store, &mut analysis.provenance).await?;
        let examples = examples(store, &analysis, &counted.outcomes).await?;
        let mut report = self.report(study, &analysis, &counted)?.with_examples(examples);
        if study.is_none() {
            report = report.suspecting(suspects(&answers, &analysis.contrasts)?);
        }
        report = self.measured(report, study, &analysis, &mut counted, &answers)?;
        let AnswerCounter { pasts, taken, .. } = counter;
        let billed = self.billed(report, store, pasts, &analysis.contrasts, &counted, &taken);
        let (report, verdicts) = billed.await?;
        let TestedOutcomes { outcomes, single, .. } = counted;
        let (contrasts, translated) = (analysis.contrasts, answers.translated());
        Ok(Analysis { report, outcomes, single, contrasts, translated, served, verdicts })
    }

    /// The study, with the rule by which its votes are to be counted.
    fn recounted(&self, kind: &StoredKind) -> Result<Option<Study>> {
        let recounted = |study| votes::recounted(study, self.options.voting.as_deref());
        kind.study().map(recounted).transpose()
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
            // Among recorded answers those are looked for that were asked for with another prompt.
            texts: if study.is_some() { Texts::Open } else { Texts::All },
            problems: self.problems.clone(),
            ..Loading::of(study)
        };
        let mut counter = AnswerCounter::of(store, Cow::Borrowed(&self.prices)).await?;
        let count = |answered: &_, mark: Option<&_>, place| counter.count(answered, mark, place);
        let (answers, outcomes) = loading.load(store, count).await?;
        Ok((answers, outcomes, counter))
    }

    /// The tests, and what is claimed of them.
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
        report = report.titled(&analysis.title, &analysis.about).with_origins(analysis.origins());
        let plan = study.map(votes::plan).transpose()?;
        report = match &counted.single {
            Some(single) => report.conducted(Conduct::of(single, plan)),
            None => report.planned(plan),
        };
        Ok(match study.and_then(|study| study.bias.as_deref()) {
            Some(bias) => report.calling_it(bias),
            None => report,
        })
    }

    /// The report with the tables of what is measured besides.
    fn measured(
        &self,
        mut report: Report,
        study: Option<&Study>,
        analysis: &AnalysisSetup,
        counted: &mut TestedOutcomes,
        answers: &Answers,
    ) -> Result<Report> {
        if let Some(study) = study.filter(|study| measures_syllogisms(study)) {
            let measured = self.syllogisms(study, analysis, counted)?;
            let ballots = std::mem::take(&mut counted.ballots);
            report = report.with_measured(measured.tables()).with_ballots(ballots);
        }
        let tables = self.conclusions(answers, &counted.outcomes)?;
        if !tables.is_empty() {
            report = report.with_measured(tables);
        }
        if !answers.controls().is_empty() {
            report = report.with_noise(noise(answers.controls()))?;
        }
        Ok(report)
    }

    /// What judgements of syllogisms show.
    fn syllogisms(
        &self,
        study: &Study,
        analysis: &AnalysisSetup,
        counted: &TestedOutcomes,
    ) -> Result<SyllogismReport> {
        let mut judgements = Judgement::all(counted.outcomes.rows(), &counted.ballots);
        if analysis.grader == Grader::Published2025 {
            // Whatever is not "correct" was taken for "incorrect".
            judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(false)));
        } else if analysis.settings.treatment == Treatment::AsWrong {
            judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(!one.valid)));
        }
        let rule = study.voting.as_ref().map(votes::stopping).transpose()?;
        Ok(SyllogismReport::new(&judgements, self.scores.as_ref(), rule)?)
    }

    /// What answers to open and closed questions about conclusions show; nothing where there are none.
    fn conclusions(&self, answers: &Answers, outcomes: &Outcomes) -> Result<Vec<Table>> {
        let families = self.options.benchmarks.as_deref().map(families).transpose()?;
        let options = Options {
            notion: measured(self.options.notion()),
            exclusion: self.options.exclude_above,
            capabilities: self.scores.as_ref(),
            families: families.unwrap_or_default(),
            ..Options::default()
        };
        let (concluded, chosen) = (answers.concluded()?, answers.chosen(outcomes)?);
        let mut tables = Vec::new();
        if !concluded.is_empty() {
            tables.extend(ConclusionReport::new(&concluded, &options)?.tables());
        }
        if !chosen.is_empty() {
            tables.extend(ClosedReport::new(&chosen, &options)?.tables());
        }
        Ok(tables)
    }

    /// The report with what the answers cost, and what each verdict did.
    async fn billed(
        &self,
        mut report: Report,
        store: &Store,
        pasts: Pasts<'_>,
        contrasts: &[Contrast],
        counted: &TestedOutcomes,
        taken: &[Taken],
    ) -> Result<(Report, Vec<VerdictCost>)> {
        let pasts = pasts.with_second(store).await?;
        let bill = Bill::with(store, &self.prices, pasts).await?;
        if bill.is_empty() {
            return Ok((report, Vec::new()));
        }
        let uses = Uses { outcomes: &counted.outcomes, single: counted.single(), taken };
        let verdicts = uses.verdicts(contrasts, &report.rows)?;
        for table in cost_tables(&bill, &verdicts) {
            report = report.with_table(table);
        }
        Ok((report, verdicts))
    }
}

/// The same notion, as measures call it.
fn measured(notion: peirast_fallacy::Notion) -> peirast_measure::Notion {
    match notion {
        peirast_fallacy::Notion::Strict => peirast_measure::Notion::Strict,
        peirast_fallacy::Notion::RegardlessOfIssues => peirast_measure::Notion::Regardless,
        peirast_fallacy::Notion::Exact => peirast_measure::Notion::Exact,
        peirast_fallacy::Notion::Equivalent => peirast_measure::Notion::Equivalent,
    }
}
