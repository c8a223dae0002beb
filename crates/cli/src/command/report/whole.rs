//! A whole report: from a run directory to everything that is told of it.

use super::Analysed;
use super::analysed::{of_recorded, of_study};
use super::early::Early;
use super::examples::examples;
use super::heard::Heard;
use super::suspects::suspects;
use crate::args::TestOptions;
use crate::ballot_box;
use crate::command::measure;
use crate::costs::{Bill, Pasts, Prices, Uses, VerdictCost, cost_tables};
use crate::grader::Grader;
use crate::grading::{Answers, Loading, Texts};
use crate::run_dir::{self, Kind};
use anyhow::Result;
use peirast_cost::Taken;
use peirast_measure::{
    Ballot, Benchmarks, ClosedReport, ConclusionReport, Judgement, Opened, Options,
    SyllogismReport, Table, noise,
};
use peirast_record::{Catalogue, Contrast, Key, Study, Treatment};
use peirast_report::{Conduct, Outcomes, Report};
use peirast_run::{Served, Store};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// A report, and everything that it was made of.
pub struct Whole {
    pub report: Report,
    /// What was tested.
    pub outcomes: Outcomes,
    /// Answers one by one, where those that were tested are decided by votes.
    pub single: Option<Outcomes>,
    pub contrasts: Vec<Contrast>,
    /// What became of answers to open questions that count as what others made of them.
    pub translated: BTreeMap<Key, Opened>,
    /// Who served the answers.
    pub served: Vec<Served>,
    pub(super) verdicts: Vec<VerdictCost>,
}

/// How answers are analysed.
pub(super) struct Analysing<'a> {
    pub(super) options: &'a TestOptions,
    /// Whether mixed regressions are wanted.
    pub(super) mixed: bool,
    pub(super) prices: &'a Prices,
    /// What subjects reach on benchmarks.
    pub(super) scores: Option<&'a Benchmarks>,
    /// The problems of the store, if they are at hand.
    pub(super) problems: Option<Catalogue>,
}

/// Outcomes as they are tested.
struct Counted {
    outcomes: Outcomes,
    /// The votes that they come from, where there was voting.
    ballots: Vec<Ballot>,
    /// Then the answers one by one.
    single: Option<Outcomes>,
}

impl Counted {
    fn of(study: Option<&Study>, single: Outcomes) -> Result<Self> {
        let voted = study.map(|study| ballot_box::voted(study, &single)).transpose()?.flatten();
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

impl Analysing<'_> {
    /// Reads, grades and tests every answer of a run directory.
    pub(super) async fn whole(self, dir: &Path) -> Result<Whole> {
        let store = Store::open_read_only(dir).await?;
        self.opened(dir, &store, None).await
    }

    /// The same where its store is open, and some may have been made of its answers already.
    pub(super) async fn opened(
        self,
        dir: &Path,
        store: &Store,
        early: Option<Early>,
    ) -> Result<Whole> {
        let kind = run_dir::kind(store).await?;
        let prices = self.prices.clone().knowing(store).await?;
        Analysing { prices: &prices, ..self }.of_kind(dir, store, &kind, early).await
    }

    async fn of_kind(
        self,
        dir: &Path,
        store: &Store,
        kind: &Kind,
        early: Option<Early>,
    ) -> Result<Whole> {
        let study = self.recounted(kind)?;
        let study = study.as_ref();
        let mut analysis = self.analysis(kind, study, dir)?;
        let counts = store.counts().await?;
        let (answers, single, mut heard) = match early.filter(|early| early.is_all(&counts)) {
            Some(early) => early.end(store, &counts).await?,
            None => self.load(store, study, analysis.grader).await?,
        };
        heard.arrange(answers.order(), single.rows().len());
        if let (Some(scores), Some(file)) = (self.scores, &self.options.benchmarks) {
            measure::check_names(file, scores, &single)?;
        }
        let mut counted = Counted::of(study, single)?;
        let served = heard.tell(store, &mut analysis.provenance).await?;
        let examples = examples(store, &analysis, &counted.outcomes).await?;
        let mut report = self.report(study, &analysis, &counted)?.with_examples(examples);
        if study.is_none() {
            report = report.suspecting(suspects(&answers, &analysis.contrasts)?);
        }
        report = self.measured(report, study, &analysis, &mut counted, &answers)?;
        let Heard { pasts, taken, .. } = heard;
        let billed = self.billed(report, store, pasts, &analysis.contrasts, &counted, &taken);
        let (report, verdicts) = billed.await?;
        let Counted { outcomes, single, .. } = counted;
        let (contrasts, translated) = (analysis.contrasts, answers.translated());
        Ok(Whole { report, outcomes, single, contrasts, translated, served, verdicts })
    }

    /// The study, with the rule by which its votes are to be counted.
    fn recounted(&self, kind: &Kind) -> Result<Option<Study>> {
        let recounted = |study| ballot_box::recounted(study, self.options.voting.as_deref());
        kind.study().map(recounted).transpose()
    }

    fn analysis(&self, kind: &Kind, study: Option<&Study>, dir: &Path) -> Result<Analysed> {
        match (kind, study) {
            (Kind::Study { contrasts, .. }, Some(study)) => {
                of_study(study, contrasts.clone(), self.options, dir)
            }
            _ => of_recorded(self.options, dir),
        }
    }

    async fn load(
        &self,
        store: &Store,
        study: Option<&Study>,
        grader: Grader,
    ) -> Result<(Answers, Outcomes, Heard<'_>)> {
        let loading = Loading {
            notion: self.options.notion().into(),
            grader,
            // Among recorded answers those are looked for that were asked for with another prompt.
            texts: if study.is_some() { Texts::Open } else { Texts::All },
            problems: self.problems.clone(),
            ..Loading::of(study)
        };
        let mut heard = Heard::of(store, Cow::Borrowed(self.prices)).await?;
        let hear = |answered: &_, mark: Option<&_>, place| heard.hear(answered, mark, place);
        let (answers, outcomes) = loading.load(store, hear).await?;
        Ok((answers, outcomes, heard))
    }

    /// The tests, and what is claimed of them.
    fn report(
        &self,
        study: Option<&Study>,
        analysis: &Analysed,
        counted: &Counted,
    ) -> Result<Report> {
        let Analysed { claims, contrasts, settings, .. } = analysis;
        let provenance = analysis.provenance.clone();
        let mut report = Report::new(claims, contrasts, &counted.outcomes, settings, provenance)?;
        if self.mixed {
            report = report.with_mixed(contrasts, &counted.outcomes, settings.treatment)?;
        }
        report = report.titled(&analysis.title, &analysis.about).with_origins(analysis.origins());
        let plan = study.map(ballot_box::plan).transpose()?;
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
        analysis: &Analysed,
        counted: &mut Counted,
        answers: &Answers,
    ) -> Result<Report> {
        if let Some(study) = study.filter(|study| measure::measures(study)) {
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
        analysis: &Analysed,
        counted: &Counted,
    ) -> Result<SyllogismReport> {
        let mut judgements = Judgement::all(counted.outcomes.rows(), &counted.ballots);
        if analysis.grader == Grader::Published2025 {
            // Whatever is not "correct" was taken for "incorrect".
            judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(false)));
        } else if analysis.settings.treatment == Treatment::AsWrong {
            judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(!one.valid)));
        }
        let rule = study.voting.as_ref().map(ballot_box::stopping).transpose()?;
        Ok(SyllogismReport::new(&judgements, self.scores, rule)?)
    }

    /// What answers to open and closed questions about conclusions show; nothing where there are none.
    fn conclusions(&self, answers: &Answers, outcomes: &Outcomes) -> Result<Vec<Table>> {
        let families = self.options.benchmarks.as_deref().map(measure::families).transpose()?;
        let options = Options {
            notion: self.options.notion().into(),
            exclusion: self.options.exclude_above,
            capabilities: self.scores,
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
        counted: &Counted,
        taken: &[Taken],
    ) -> Result<(Report, Vec<VerdictCost>)> {
        let pasts = pasts.with_second(store).await?;
        let bill = Bill::with(store, self.prices, pasts).await?;
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
