//! Preregistration: a study is registered before its answers are collected, and its run is compared
//! with the registration.

use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::grade::Grader;
use crate::load::check_study;
use crate::options::PlanOptions;
use crate::plan::made_plan;
use crate::run_dir;
use crate::votes::questions_each;
use peirast_record::{Contrast, Factors, Problem, Study, VERSION};
use peirast_report::{
    RegisteredPlan, RegisteredRun, Registration, RegistrationCheck, Report, Settings, items_hash,
    listed,
};
use peirast_store::Store;
use peirast_task::Plan;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Registers a study: its hypotheses, tests and sizes, with the hashes of the study and of its
/// problems. Nothing is asked. The same study gives the same registration.
///
/// Events name the hypotheses that are left out, because there are no problems for them, and those
/// whose tests have too few pairs for a power of 80 %. The
/// options name a file of problems, own providers and custom subjects, as for a run. A date
/// (`2026-11-30`) becomes part of the registration; without one, it holds no time.
///
/// # Errors
/// A study that cannot be planned, an unknown subject, a date of another form.
///
/// ```
/// use peirast_study::{NoEvents, PlanOptions, load_study, register};
///
/// let study = load_study("belief-bias")?;
/// let registration = register(&study, &PlanOptions::default(), Some("2026-11-30"), &NoEvents)?;
/// assert_eq!(registration.study_hash, study.hash()?.to_string());
/// assert!(registration.document()?.markdown().contains("### Stopping rule"));
/// assert!(register(&study, &PlanOptions::default(), Some("soon"), &NoEvents).is_err());
/// # Ok::<(), peirast_study::Error>(())
/// ```
pub fn register(
    study: &Study,
    options: &PlanOptions,
    date: Option<&str>,
    events: &dyn EventSink,
) -> Result<Registration> {
    if let Some(date) = date.filter(|date| !is_date(date)) {
        bail!(Study, "`{date}` is no date: write year, month and day, for example 2026-11-30");
    }
    check_study(study)?;
    let (study, plan) = made_plan(study, options, events)?;
    let named = study.subjects.iter().filter(|name| options.custom.named(name).is_none());
    for name in named {
        crate::subjects::check_with(name, &options.access.providers)?;
    }
    let plan = RegisteredPlan {
        study: &study,
        problems: &plan.problems,
        asked_problems: &asked_problems(&plan)?,
        asked: &asked(&plan)?,
        contrasts: &plan.contrasts,
        questions: questions_each(&study, plan.questions.len() as u64)?,
        reader: &Grader::for_study(&study).describe(),
        date,
    };
    let registration = Registration::new(&plan)?;
    let lacking = registration.without_power();
    if !lacking.is_empty() {
        let message = format!(
            "too few pairs for a power of 80 %, for any difference: {}. The preregistration says so; more items \
             (--n) give more pairs",
            listed(&lacking)
        );
        events.notice(NoticeCode::Registration, &message);
    }
    Ok(registration)
}

/// True if a text is a day of the calendar, with all its digits.
fn is_date(text: &str) -> bool {
    const LENGTH: usize = "2026-11-30".len();
    text.len() == LENGTH && text.parse::<jiff::civil::Date>().is_ok()
}

/// The ids of the problems that a plan asks.
fn asked_problems(plan: &Plan) -> Result<BTreeSet<&str>> {
    let mut asked = BTreeSet::new();
    for question in &plan.questions {
        let problem = plan.problems.get(question.problem).context("a question about a problem")?;
        asked.insert(problem.id.as_str());
    }
    Ok(asked)
}

/// The items that a plan asks, by all levels of their questions.
fn asked(plan: &Plan) -> Result<BTreeMap<Factors, BTreeSet<&str>>> {
    let mut asked: BTreeMap<Factors, BTreeSet<&str>> = BTreeMap::new();
    for question in &plan.questions {
        let problem = plan.problems.get(question.problem).context("a question about a problem")?;
        let protocol =
            plan.protocols.all().get(question.protocol).context("a question under a protocol")?;
        asked.entry(protocol.trial_factors(problem)).or_default().insert(&problem.item);
    }
    Ok(asked)
}

/// Reads the registration in a file: Markdown or text with a block of data, or JSON.
///
/// # Errors
/// A file that cannot be read; a file without a registration, or with one that was changed.
///
/// ```
/// let error = peirast_study::read_registration("no-such-file.md".as_ref()).expect_err("no file");
/// assert!(error.to_string().contains("cannot read the registration no-such-file.md"));
/// ```
pub fn read_registration(file: &Path) -> Result<Registration> {
    let bytes = std::fs::read(file)
        .with_context(|| format!("cannot read the registration {}", file.display()))?;
    // A PDF, for example, is no text; it has no block either.
    let text = String::from_utf8_lossy(&bytes);
    Registration::read(text.trim_start_matches('\u{feff}'))
        .with_context(|| format!("registration {}", file.display()))
}

/// Records in a store the registration with which its run is compared, and announces departures
/// that the study already has.
///
/// # Errors
/// A store that holds another registration.
pub(crate) async fn record_registration(
    store: &Store,
    registration: &Registration,
    (study, contrasts): (&Study, &[Contrast]),
    events: &dyn EventSink,
) -> Result<()> {
    run_dir::set_registration(store, registration).await?;
    let run = RegisteredRun {
        study,
        contrasts,
        settings: None,
        reader: &Grader::for_study(study).describe(),
        version: VERSION,
        items_hash: None,
        unanswered: 0,
        first_asked: None,
    };
    let check = registration.check(&run)?;
    if !check.agrees {
        let lines: Vec<&str> = check.departures.iter().map(|one| one.sentence.as_str()).collect();
        events
            .notice(NoticeCode::Registration, &format!("{}\n{}", check.sentence, lines.join("\n")));
    }
    Ok(())
}

/// Compares the analysed run in a store with its registration.
///
/// # Errors
/// A store that cannot be read.
pub(crate) async fn check_registration(
    store: &Store,
    registration: &Registration,
    (study, contrasts): (&Study, &[Contrast]),
    grader: Grader,
    report: &Report,
) -> Result<RegistrationCheck> {
    let problems: Vec<Problem> = store.load_problems().await?.into_values().collect();
    let settings: &Settings = &report.settings;
    let first = report.provenance.subjects.iter().filter_map(|one| one.first_asked.as_deref());
    let run = RegisteredRun {
        study,
        contrasts,
        settings: Some(settings),
        reader: &grader.describe(),
        version: &store.meta("version").await?.unwrap_or_default(),
        items_hash: Some(&items_hash(&problems)?),
        unanswered: report.conduct.without_answer(),
        first_asked: first.min(),
    };
    Ok(registration.check(&run)?)
}
