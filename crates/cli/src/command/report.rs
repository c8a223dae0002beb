//! `peirast report`, and the analysis that `run`, `test` and `report` share.

use super::{measure, runtime};
use crate::args::{GraderArg, PriceOptions, ReportArgs, TestOptions};
use crate::costs::{Bill, Prices, VerdictCost, cost_tables};
use crate::grading::{Answers, Grader};
use crate::run_dir::{self, Kind};
use crate::{artifact, ballot_box, voice};
use anyhow::{Context as _, Result, anyhow, bail};
use peirast_measure::{
    Benchmarks, ClosedReport, ConclusionReport, Judgement, Opened, Options, SyllogismReport, Table,
    noise, noise_table,
};
use peirast_record::{Analysis, Contrast, Key, Message, Outcome, Study, Treatment};
use peirast_report::{
    Asked, Claim, Definition, Example, Outcomes, Provenance, Report, Settings, counts_csv,
    escape_json, example_pair, measured_csv, outcomes_csv, page, pooled_csv, rows_csv, votes_csv,
};
use peirast_run::{Providers, Store};
use peirast_stats::Rule;
use peirast_task::{analysis_ids, built_in_analysis};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// Writes the HTML report of a run directory; into the directory itself, with its tables.
pub fn report(args: &ReportArgs) -> Result<ExitCode> {
    let (report, outcomes) = runtime()?.block_on(async {
        let prices = Prices::load(&args.prices)?;
        let (report, outcomes, _) = analyse_at(&args.dir, &args.options, false, &prices).await?;
        Ok::<_, anyhow::Error>((report, outcomes))
    })?;
    let page = page(&report);
    let path = match &args.out {
        Some(path) => {
            artifact::write(path, &page)
                .with_context(|| format!("cannot write {}", path.display()))?;
            path.clone()
        }
        None => {
            let path = args.dir.join("report.html");
            write(&path, &page)?;
            write_tables(&args.dir, &report, &outcomes)?;
            path
        }
    };
    voice::result(&format!("{}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the tables that stand beside a report.
pub fn write_tables(dir: &Path, report: &Report, outcomes: &Outcomes) -> Result<()> {
    let json = escape_json(&serde_json::to_string_pretty(report)?);
    write(&dir.join("report.json"), &(json + "\n"))?;
    write(&dir.join("results.csv"), &rows_csv(&report.rows, &report.provenance)?)?;
    write(&dir.join("counts.csv"), &counts_csv(&report.rows)?)?;
    write(&dir.join("pooled.csv"), &pooled_csv(&report.pooled, &report.provenance)?)?;
    write(&dir.join("outcomes.csv"), &outcomes_csv(outcomes)?)?;
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
    artifact::replace(path, text).with_context(|| format!("cannot write {}", path.display()))
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
    let whole = analysed(dir, options, mixed, prices, scores.as_ref()).await?;
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
    verdicts: Vec<VerdictCost>,
}

/// The report of a run directory with everything that it was made of.
pub async fn analyse_whole(dir: &Path, options: &TestOptions) -> Result<Whole> {
    let prices = Prices::load(&PriceOptions::default())?;
    analysed(dir, options, false, &prices, None).await
}

async fn analysed(
    dir: &Path,
    options: &TestOptions,
    mixed: bool,
    prices: &Prices,
    scores: Option<&Benchmarks>,
) -> Result<Whole> {
    let (store, kind) = run_dir::open(dir).await?;
    let recounted;
    let study = match &kind {
        Kind::Study { study, .. } => {
            recounted = ballot_box::recounted(study, options.voting.as_deref())?;
            Some(&recounted)
        }
        Kind::Recorded => None,
    };
    let answers = Answers::load_by(&store, study, options.notion().into()).await?;
    let endpoints = run_dir::endpoints(&store).await?;
    let unsent = run_dir::unsent(&store).await?;
    let mut analysis = match &kind {
        Kind::Study { contrasts, .. } => match study {
            Some(study) => of_study(study, contrasts.clone(), options, dir)?,
            None => of_recorded(options, dir)?,
        },
        Kind::Recorded => of_recorded(options, dir)?,
    };
    let single = answers.outcomes(analysis.grader)?;
    if let (Some(scores), Some(file)) = (scores, &options.benchmarks) {
        measure::check_names(file, scores, &single)?;
    }
    let voted = study.map(|study| ballot_box::voted(study, &single)).transpose()?.flatten();
    let (outcomes, ballots, single) = match voted {
        Some((outcomes, ballots)) => (outcomes, ballots, Some(single)),
        None => (single, Vec::new(), None),
    };
    analysis.provenance.subjects = answers.subjects(&endpoints);
    for subject in &mut analysis.provenance.subjects {
        let names = unsent.get(&subject.model).into_iter().flatten();
        subject.not_sent = names.map(ToString::to_string).collect();
    }
    if let Some((_, url)) = endpoints.iter().find(|(subject, url)| needs_url(subject, url)) {
        analysis.provenance.command.push_str(&format!(" --base-url {url}"));
    }
    let examples = examples(&store, &answers, &analysis, &outcomes).await?;
    let report = Report::new(
        &analysis.claims,
        &analysis.contrasts,
        &outcomes,
        &analysis.settings,
        analysis.provenance,
    )?;
    let report = match mixed {
        true => report.with_mixed(&analysis.contrasts, &outcomes, analysis.settings.treatment)?,
        false => report,
    };
    let mut report = report.titled(&analysis.title, &analysis.about).with_examples(examples);
    if let Some(bias) = study.and_then(|study| study.bias.as_deref()) {
        report = report.calling_it(bias);
    }
    if study.is_some_and(measure::measures) {
        let mut judgements = Judgement::all(outcomes.rows(), &ballots);
        if analysis.grader == Grader::Published2025 {
            // Whatever is not "correct" was taken for "incorrect".
            judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(false)));
        } else if analysis.settings.treatment == Treatment::AsWrong {
            judgements.iter_mut().for_each(|one| one.accepted = one.accepted.or(Some(!one.valid)));
        }
        let rule = study.and_then(|study| study.voting.as_ref()).map(ballot_box::stopping);
        let measured = SyllogismReport::new(&judgements, scores, rule.transpose()?)?;
        report = report.with_measured(measured.tables()).with_ballots(ballots);
    }
    let tables = conclusions(&answers, &outcomes, options, scores)?;
    if !tables.is_empty() {
        report = report.with_measured(tables);
    }
    let controls = answers.controls(analysis.grader)?;
    if !controls.is_empty() {
        report = report.with_table(noise_table(&noise(&controls))?);
    }
    let bill = Bill::of(&store, prices).await?;
    let mut verdicts = Vec::new();
    if !bill.is_empty() {
        verdicts = bill.verdicts(&answers, &analysis.contrasts, &outcomes, &report.rows, prices)?;
        for table in cost_tables(&bill, &verdicts) {
            report = report.with_table(table);
        }
    }
    let (contrasts, translated) = (analysis.contrasts, answers.translated());
    Ok(Whole { report, outcomes, single, contrasts, translated, verdicts })
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

/// A pair of each hypothesis, as it was asked.
async fn examples(
    store: &Store,
    answers: &Answers,
    analysis: &Analysed,
    outcomes: &Outcomes,
) -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for Claim { hypothesis, .. } in &analysis.claims {
        let pair = example_pair(hypothesis, &analysis.contrasts, outcomes);
        if let Some((original, perturbed)) = pair {
            examples.push(Example {
                hypothesis: hypothesis.clone(),
                item: original.item.clone(),
                original: asked(store, answers, original).await?,
                perturbed: asked(store, answers, perturbed).await?,
            });
        }
    }
    Ok(examples)
}

/// What was asked; where the prompt was not recorded, the bare question.
async fn asked(store: &Store, answers: &Answers, outcome: &Outcome) -> Result<Asked> {
    let trial = answers.trial(&outcome.trial)?;
    let messages = store.load_messages(&trial.prompt).await?.unwrap_or_default();
    let text = match messages.as_slice() {
        [] => answers.problem(&outcome.problem)?.text(),
        [only] => only.content.clone(),
        several => several.iter().map(headed).collect::<Vec<_>>().join("\n\n"),
    };
    Ok(Asked {
        problem: outcome.problem.clone(),
        protocol: trial.protocol.clone(),
        is_prompt: !messages.is_empty(),
        text,
    })
}

/// A message below who says it.
fn headed(message: &Message) -> String {
    format!("[{}]\n{}", format!("{:?}", message.role).to_lowercase(), message.content)
}

/// Everything that a report needs besides outcomes.
struct Analysed {
    title: String,
    about: String,
    claims: Vec<Claim>,
    contrasts: Vec<Contrast>,
    settings: Settings,
    grader: Grader,
    provenance: Provenance,
}

fn of_study(
    study: &Study,
    contrasts: Vec<Contrast>,
    options: &TestOptions,
    dir: &Path,
) -> Result<Analysed> {
    if let Some(profile) = &options.profile {
        bail!(
            "{} holds answers to a study of its own; --profile {profile} is for imported answers",
            dir.display()
        );
    }
    let claims = study.hypotheses.iter().map(|h| Claim {
        hypothesis: h.id.clone(),
        title: h.title.clone(),
        published: h.claim.clone(),
        standing: h.standing,
        direction: h.direction,
        definition: Definition::from(h),
    });
    let grader = reader_of(options, ballot_box::grader(study));
    let mut settings = settings(options, &study.rule, study.alpha, study.treatment, false)?;
    if let Some(own) = study.sequential {
        match options.rule {
            None => settings.sequential = Some(own.block),
            Some(_) => voice::note(
                "these answers were looked at while they came in, and comparisons stopped when they were \
                 decided: a p-value of a fixed number of pairs is then too small",
            ),
        }
    }
    let provenance = Provenance {
        study: study.id.clone(),
        study_hash: study.hash().to_string(),
        seed: Some(study.seed),
        profile: Some(study.profile.as_str().to_owned()),
        sampling: asking(study)?,
        // Written beside the report, with everything that the command line replaced.
        command: made_by(study),
        ..provenance(&settings, grader)
    };
    Ok(Analysed {
        title: study.title.clone(),
        about: study.about.clone(),
        claims: claims.collect(),
        contrasts,
        settings,
        grader,
        provenance,
    })
}

/// Whether a subject has to be told where it answers to be asked again: where a provider that we know
/// has another address.
fn needs_url(subject: &str, url: &str) -> bool {
    let provider = |name: &str| Some(Providers::built_in().ok()?.named(name).ok()?.url.clone());
    match subject.split_once(['/', ':']) {
        Some(("sim", _)) => false,
        Some((name, _)) if name != "openai" => provider(name).is_none_or(|known| known != url),
        _ => true,
    }
}

/// The settings that were sent, and how often questions were asked.
fn asking(study: &Study) -> Result<String> {
    let mut sampling = serde_json::to_value(&study.sampling)?;
    if let (Some(fields), false) = (sampling.as_object_mut(), study.temperatures.is_empty()) {
        fields.insert("temperature".to_owned(), serde_json::to_value(&study.temperatures)?);
    }
    let strategies: Vec<&str> = study.strategies.iter().map(|one| one.name.as_str()).collect();
    let mut text = sampling.to_string();
    if !strategies.is_empty() {
        text.push_str(&format!("; strategies {}", strategies.join(", ")));
    }
    if let Some(voting) = &study.voting {
        text.push_str(&format!("; voting {}", serde_json::to_string(voting)?));
    }
    Ok(text)
}

/// What makes these answers again.
fn made_by(study: &Study) -> String {
    match study.id.as_str() {
        "syllogism-imported" => "peirast import syllogism".to_owned(),
        "etr-imported" => "peirast import etr".to_owned(),
        _ => "peirast run study.toml".to_owned(),
    }
}

fn of_recorded(options: &TestOptions, dir: &Path) -> Result<Analysed> {
    let id = options.profile.as_deref().unwrap_or("corrected");
    let analysis: Analysis = built_in_analysis(id).ok_or_else(|| {
        let known = analysis_ids().collect::<Vec<_>>().join(", ");
        anyhow!("there is no analysis `{id}` of recorded answers: there are {known}")
    })??;
    let mut contrasts = analysis.contrasts();
    if options.rule.is_some() {
        // What the user asks for goes before what a comparison declares.
        contrasts.iter_mut().for_each(|contrast| contrast.rule = None);
    }
    let claims = analysis.comparisons.iter().map(|c| Claim {
        hypothesis: c.hypothesis.clone(),
        title: format!("varies the {}", c.factor),
        published: String::new(),
        standing: peirast_record::Standing::Confirmatory,
        direction: c.direction,
        definition: Definition::from(c),
    });
    let own = if analysis.grader == "default" { Grader::Default } else { Grader::Published2024 };
    let grader = reader_of(options, own);
    let settings = settings(options, &analysis.rule, analysis.alpha, analysis.treatment, true)?;
    let provenance = Provenance {
        study: analysis.id.clone(),
        study_hash: peirast_record::Key::of("analysis", &analysis).to_string(),
        sampling: "as recorded".to_owned(),
        command: format!("peirast report {} --profile {id}", dir.display()),
        ..provenance(&settings, grader)
    };
    Ok(Analysed {
        title: analysis.title.clone(),
        about: analysis.about.clone(),
        claims: claims.collect(),
        contrasts,
        settings,
        grader,
        provenance,
    })
}

/// Which grader decides: the one that was asked for, or `own`.
pub fn reader_of(options: &TestOptions, own: Grader) -> Grader {
    match options.grader {
        Some(GraderArg::Reader) => Grader::Default,
        Some(GraderArg::Published2024) => Grader::Published2024,
        Some(GraderArg::Published2025) => Grader::Published2025,
        None => own,
    }
}

fn settings(
    options: &TestOptions,
    rule: &str,
    alpha: f64,
    treatment: peirast_record::Treatment,
    pool_subjects: bool,
) -> Result<Settings> {
    let rule: Rule = options.rule.as_deref().unwrap_or(rule).parse()?;
    Ok(Settings {
        rule,
        alpha: options.alpha.unwrap_or(alpha),
        treatment: options.treatment.map_or(treatment, Into::into),
        pool_subjects,
        sequential: None,
    })
}

fn provenance(settings: &Settings, grader: Grader) -> Provenance {
    Provenance {
        version: peirast_record::VERSION.to_owned(),
        rule: match settings.sequential {
            None => settings.rule.to_string(),
            Some(block) => format!("e-process, looked at after every {block} items"),
        },
        correction: match settings.sequential {
            None => "Benjamini-Hochberg".to_owned(),
            Some(_) => "e-BH".to_owned(),
        },
        alpha: settings.alpha.to_string(),
        treatment: settings.treatment.as_str().to_owned(),
        grader: grader.describe(),
        ..Provenance::default()
    }
}
