//! `peirast report`, and the analysis that `run`, `test` and `report` share.

mod analysed;
mod examples;
mod suspects;

pub use analysed::reader_of;

use super::{measure, runtime};
use crate::args::{PriceOptions, ReportArgs, TestOptions};
use crate::costs::{Bill, Pasts, Prices, Uses, VerdictCost, cost_tables};
use crate::grader::Grader;
use crate::grading::{Answers, Loading, Subjects, Texts};
use crate::run_dir::{self, Kind};
use crate::{artifact, ballot_box, voice};
use analysed::{Analysed, of_recorded, of_study, reached};
use anyhow::{Context as _, Result};
use examples::examples;
use peirast_cost::Taken;
use peirast_measure::{
    Benchmarks, ClosedReport, ConclusionReport, Judgement, Opened, Options, SyllogismReport, Table,
    noise,
};
use peirast_record::{Catalogue, Contrast, Key, Name, Treatment};
use peirast_report::{
    Conduct, Outcomes, Report, account, counts_csv, escape_line, json, measured_csv, page,
    pooled_csv, rows_csv, votes_csv, write_outcomes,
};
use peirast_run::{Answered, Served, Servers};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use suspects::suspects;

/// Writes the HTML report of a run directory; into the directory itself, with its tables.
pub fn report(args: &ReportArgs) -> Result<ExitCode> {
    let (report, outcomes) = runtime()?.block_on(async {
        let prices = Prices::load(&args.prices)?;
        let (report, outcomes, _) = analyse_at(&args.dir, &args.options, false, &prices).await?;
        Ok::<_, anyhow::Error>((report, outcomes))
    })?;
    if args.json {
        voice::result(&json(&report)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.text {
        voice::result(&account(&report))?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = page(&report);
    let path = match &args.out {
        Some(path) => {
            artifact::write(path, &page).with_context(|| cannot_write(path))?;
            path.clone()
        }
        None => {
            let path = args.dir.join("report.html");
            write(&path, &page)?;
            write_tables(&args.dir, &report, &outcomes)?;
            path
        }
    };
    voice::result(&format!("{}\n", escape_line(&path.display().to_string())))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the tables that stand beside a report.
pub fn write_tables(dir: &Path, report: &Report, outcomes: &Outcomes) -> Result<()> {
    write(&dir.join("report.json"), &json(report)?)?;
    write(&dir.join("results.csv"), &rows_csv(&report.rows, &report.provenance)?)?;
    write(&dir.join("counts.csv"), &counts_csv(&report.rows)?)?;
    write(&dir.join("pooled.csv"), &pooled_csv(&report.pooled, &report.provenance)?)?;
    let path = dir.join("outcomes.csv");
    artifact::replace_by(&path, |file| write_outcomes(outcomes, file))
        .with_context(|| cannot_write(&path))?;
    if !report.ballots.is_empty() {
        write(&dir.join("votes.csv"), &votes_csv(&report.ballots)?)?;
    }
    if report.measured.is_empty() {
        return Ok(());
    }
    let tables = dir.join("tables");
    std::fs::create_dir_all(&tables)
        .with_context(|| format!("cannot make {}", tables.display()))?;
    for table in &report.measured {
        let path = tables.join(format!("{}.csv", table.name));
        write(&path, &measured_csv(table, &report.provenance)?)?;
    }
    Ok(())
}

/// Writes a file of a run directory, naming it if that fails.
pub fn write(path: &Path, text: &str) -> Result<()> {
    artifact::replace(path, text).with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Reads, grades and tests every answer of a run directory.
pub async fn analyse(dir: &Path, options: &TestOptions) -> Result<(Report, Outcomes)> {
    analyse_with(dir, options, false).await
}

/// The same, with mixed regressions if they are wanted.
pub async fn analyse_with(
    dir: &Path,
    options: &TestOptions,
    mixed: bool,
) -> Result<(Report, Outcomes)> {
    let prices = Prices::load(&PriceOptions::default())?;
    let (report, outcomes, _) = analyse_at(dir, options, mixed, &prices).await?;
    Ok((report, outcomes))
}

/// The same, with what the answers and verdicts cost at these prices.
pub async fn analyse_at(
    dir: &Path,
    options: &TestOptions,
    mixed: bool,
    prices: &Prices,
) -> Result<(Report, Outcomes, Vec<VerdictCost>)> {
    let scores = options.benchmarks.as_deref().map(measure::benchmarks).transpose()?;
    let asking = Analysing { options, mixed, prices, scores: scores.as_ref(), problems: None };
    let whole = asking.whole(dir).await?;
    Ok((whole.report, whole.outcomes, whole.verdicts))
}

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
    verdicts: Vec<VerdictCost>,
}

/// The report of a run directory with everything that it was made of. `problems` are those of its store,
/// if they are at hand.
pub async fn analyse_whole(
    dir: &Path,
    options: &TestOptions,
    problems: Option<Catalogue>,
) -> Result<Whole> {
    let prices = &Prices::load(&PriceOptions::default())?;
    Analysing { options, mixed: false, prices, scores: None, problems }.whole(dir).await
}

/// How answers are analysed.
struct Analysing<'a> {
    options: &'a TestOptions,
    /// Whether mixed regressions are wanted.
    mixed: bool,
    prices: &'a Prices,
    /// What subjects reach on benchmarks.
    scores: Option<&'a Benchmarks>,
    /// The problems of the store, if they are at hand.
    problems: Option<Catalogue>,
}

/// What is counted of stored answers while they are read.
struct Heard<'p> {
    subjects: Subjects,
    servers: Servers,
    pasts: Pasts<'p>,
    /// What answers took, by their places among the outcomes.
    taken: BTreeMap<usize, Taken>,
}

impl Heard<'_> {
    fn hear(&mut self, answered: &Answered, mark: Option<&Name>, place: Option<usize>) {
        let Answered { trial, sent_us, usage, .. } = answered;
        if place.is_some() || trial.is_control() {
            self.subjects.add(answered);
        }
        self.servers.add(answered, mark);
        let taken = self.pasts.add(trial, *sent_us, *usage, &|_, _| None);
        self.taken.extend(place.zip(taken));
    }
}

impl Analysing<'_> {
    async fn whole(self, dir: &Path) -> Result<Whole> {
        let Analysing { options, mixed, prices, scores, problems } = self;
        let (store, kind) = run_dir::open(dir).await?;
        let recounted;
        let study = match &kind {
            Kind::Study { study, .. } => {
                recounted = ballot_box::recounted(study, options.voting.as_deref())?;
                Some(&recounted)
            }
            Kind::Recorded => None,
        };
        let mut analysis = match (&kind, study) {
            (Kind::Study { contrasts, .. }, Some(study)) => {
                of_study(study, contrasts.clone(), options, dir)?
            }
            _ => of_recorded(options, dir)?,
        };
        let endpoints = run_dir::endpoints(&store).await?;
        let unsent = run_dir::unsent(&store).await?;
        let mut heard = Heard {
            subjects: Subjects::default(),
            servers: Servers::default(),
            pasts: Pasts::of(&store, prices).await?,
            taken: BTreeMap::new(),
        };
        let texts = if study.is_some() { Texts::Open } else { Texts::All };
        let (notion, grader) = (options.notion().into(), analysis.grader);
        let loading = Loading { notion, grader, texts, problems, ..Loading::of(study) };
        let hear = |answered: &_, mark: Option<&_>, place| heard.hear(answered, mark, place);
        let (answers, single) = loading.load(&store, hear).await?;
        let served = heard.servers.into_list();
        if let (Some(scores), Some(file)) = (scores, &options.benchmarks) {
            measure::check_names(file, scores, &single)?;
        }
        let plan = study.map(ballot_box::plan).transpose()?;
        let voted = study.map(|study| ballot_box::voted(study, &single)).transpose()?.flatten();
        let (outcomes, ballots, single) = match voted {
            Some((outcomes, ballots)) => (outcomes, ballots, Some(single)),
            None => (single, Vec::new(), None),
        };
        let mut fingerprints = fingerprints(&served);
        analysis.provenance.subjects = heard.subjects.into_list(&endpoints);
        for subject in &mut analysis.provenance.subjects {
            let names = unsent.get(&subject.model).into_iter().flatten();
            subject.not_sent = names.map(ToString::to_string).collect();
            subject.fingerprints = fingerprints.remove(&subject.model).unwrap_or_default();
        }
        let asked = endpoints.iter().map(|(subject, url)| (subject.as_str(), url.as_str()));
        analysis.provenance.command.push_str(&reached(asked));
        let examples = examples(&store, &answers, &analysis, &outcomes).await?;
        let report = Report::new(
            &analysis.claims,
            &analysis.contrasts,
            &outcomes,
            &analysis.settings,
            analysis.provenance,
        )?;
        let report = match mixed {
            true => {
                report.with_mixed(&analysis.contrasts, &outcomes, analysis.settings.treatment)?
            }
            false => report,
        };
        let report = report.titled(&analysis.title, &analysis.about);
        let report = match &single {
            Some(single) => report.conducted(Conduct::of(single, plan)),
            None => report.planned(plan),
        };
        let suspects = match kind {
            Kind::Recorded => suspects(&answers, &analysis.contrasts)?,
            Kind::Study { .. } => Vec::new(),
        };
        let mut report = report.with_examples(examples).suspecting(suspects);
        if let Some(bias) = study.and_then(|study| study.bias.as_deref()) {
            report = report.calling_it(bias);
        }
        if study.is_some_and(measure::measures) {
            let mut judgements = Judgement::all(outcomes.rows(), &ballots);
            if analysis.grader == Grader::Published2025 {
                // Whatever is not "correct" was taken for "incorrect".
                judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(false)));
            } else if analysis.settings.treatment == Treatment::AsWrong {
                judgements
                    .iter_mut()
                    .for_each(|one| one.accepted = one.accepted.or(Some(!one.valid)));
            }
            let rule = study.and_then(|study| study.voting.as_ref()).map(ballot_box::stopping);
            let measured = SyllogismReport::new(&judgements, scores, rule.transpose()?)?;
            report = report.with_measured(measured.tables()).with_ballots(ballots);
        }
        let tables = conclusions(&answers, &outcomes, options, scores)?;
        if !tables.is_empty() {
            report = report.with_measured(tables);
        }
        if !answers.controls().is_empty() {
            report = report.with_noise(noise(answers.controls()))?;
        }
        let bill = Bill::with(&store, prices, heard.pasts.with_second(&store, &|_| true).await?);
        let bill = bill.await?;
        let mut verdicts = Vec::new();
        if !bill.is_empty() {
            let single = single.as_ref().unwrap_or(&outcomes);
            let uses = Uses { outcomes: &outcomes, single, taken: &heard.taken };
            verdicts = uses.verdicts(&analysis.contrasts, &report.rows)?;
            for table in cost_tables(&bill, &verdicts) {
                report = report.with_table(table);
            }
        }
        let (contrasts, translated) = (analysis.contrasts, answers.translated());
        Ok(Whole { report, outcomes, single, contrasts, translated, served, verdicts })
    }
}

/// The marks by which servers tell how they were configured, by subject.
fn fingerprints(served: &[Served]) -> BTreeMap<String, Vec<String>> {
    let mut marks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for served in served {
        if let Some(mark) = &served.fingerprint {
            let own = marks.entry(served.subject.clone()).or_default();
            if !own.contains(mark) {
                own.push(mark.clone());
            }
        }
    }
    marks.values_mut().for_each(|own| own.sort());
    marks
}

/// What answers to open and closed questions about conclusions show; nothing where there are none.
fn conclusions(
    answers: &Answers,
    outcomes: &Outcomes,
    options: &TestOptions,
    scores: Option<&Benchmarks>,
) -> Result<Vec<Table>> {
    let families = options.benchmarks.as_deref().map(measure::families).transpose()?;
    let options = Options {
        notion: options.notion().into(),
        exclusion: options.exclude_above,
        capabilities: scores,
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
