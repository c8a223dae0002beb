//! Loading a study: a built-in one by its id, or one from a file.

use crate::data::{SEED, is_data_file, resolve_files, study_of_data};
use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::item_count::replace_counts;
use crate::options::StudyOverrides;
use crate::plan::rest;
use crate::rounds::suited;
use peirast_pairs::Compared;
use peirast_record::{DataPlan, Sampling, Sequential, Setting, Study, Voting};
use peirast_stats::Rule;
use peirast_task::{LeftOut, Narrowed, STUDIES, built_in_study};
use std::path::Path;

/// Loads the built-in study with this id, the study in this TOML file, or the study that a data
/// file of the user is.
///
/// # Errors
/// An unknown name, a file that cannot be read, a study that contradicts itself.
///
/// ```
/// let study = peirast_study::load_study("token-bias")?;
/// assert!(study.hypotheses.len() > 3);
/// assert!(peirast_study::load_study("no-such-study").is_err());
/// # Ok::<(), peirast_study::Error>(())
/// ```
pub fn load_study(name: &str) -> Result<Study> {
    if let Some(study) = built_in_study(name) {
        return study.with_context(|| format!("built-in study `{name}`"));
    }
    if is_data_file(name) {
        let plan = DataPlan { file: name.to_owned(), ..DataPlan::default() };
        return study_of_data(&plan, Compared::default(), SEED);
    }
    let path = Path::new(name);
    if !path.exists() && path.extension().is_none() {
        let known: Vec<&str> = STUDIES.iter().map(|(id, _)| *id).collect();
        bail!(
            Study,
            "there is no study `{name}`: built in are {}; or name a study file (TOML), or a file of your own problems (CSV, JSON, Parquet)",
            known.join(", ")
        );
    }
    if path.is_dir() {
        let inside = path.join("study.toml");
        match inside.is_file() {
            true => bail!(
                Study,
                "{name} is a folder: name the study file in it, {}, or resume its run with `peirast run STUDY --into {name}`",
                inside.display()
            ),
            false => bail!(
                Study,
                "{name} is a folder: name a study file (TOML), or a file of your own problems"
            ),
        }
    }
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the study file {}", path.display()))?;
    if text.trim().is_empty() {
        bail!(
            Study,
            "the study file {} is empty: start from a built-in study with `peirast study show token-bias > {}`",
            path.display(),
            path.display()
        );
    }
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    parse_study(&text, folder).with_context(|| format!("study file {}", path.display()))
}

/// Reads a study from the text of a study file (TOML). The paths of its data files are relative to this
/// folder.
///
/// # Errors
/// A text that is no study, with the line; a data file that cannot be read.
///
/// ```
/// let shown = toml::to_string(&peirast_study::load_study("token-bias")?)?;
/// let study = peirast_study::parse_study(&shown, std::path::Path::new(""))?;
/// assert_eq!(study.id, "token-bias");
/// assert!(peirast_study::parse_study("id = 1", std::path::Path::new("")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_study(text: &str, folder: &Path) -> Result<Study> {
    let mut study = Study::parse(text)?;
    resolve_files(&mut study, folder)?;
    Ok(study)
}

/// Checks a study as far as its document alone allows: its fields, and that its rule exists.
/// Settings that every subject is sent are checked here; settings that are sent only to subjects
/// that take them are checked for each subject.
///
/// # Errors
/// An invalid field, with the reason.
pub fn check_study(study: &Study) -> Result<()> {
    study.check()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if study.id.is_empty() || study.id.starts_with('.') || !study.id.chars().all(plain) {
        bail!(
            Study,
            "id `{}`: it names the run directory, so use letters, digits, -, _ and . alone",
            study.id
        );
    }
    study.sampling.without(&study.if_taken).check()?;
    study.rule.parse::<Rule>().with_context(|| format!("rule of study `{}`", study.id))?;
    Ok(())
}

/// Returns the study with parts of it replaced. Events name the hypotheses that are left out
/// together with strategies.
///
/// # Errors
/// Overrides that do not fit the study, such as a strategy that it does not have.
pub fn override_study(
    mut study: Study,
    overrides: &StudyOverrides,
    events: &dyn EventSink,
) -> Result<Study> {
    if !overrides.subjects.is_empty() {
        study.subjects.clone_from(&overrides.subjects);
        study.models.retain(|name, _| overrides.subjects.contains(name));
    }
    replace_counts(&mut study, &overrides.items)?;
    study.seed = overrides.seed.unwrap_or(study.seed);
    study.profile = overrides.profile.unwrap_or(study.profile);
    study.ask = overrides.ask.unwrap_or(study.ask);
    match overrides.temperatures.as_slice() {
        [] => {}
        [one] if study.temperatures.is_empty() => study.sampling.temperature = Some(*one),
        several => {
            study.temperatures = several.to_vec();
            study.sampling.temperature = None;
        }
    }
    if let Some(rule) = &overrides.voting {
        study.voting = Some(Voting { rule: rule.clone(), first: None, most: None, odds: None });
    }
    let mut study = with_strategies(study, &overrides.strategies, events)?;
    if overrides.sequential {
        study.sequential = Some(study.sequential.unwrap_or_else(|| suited(&study)));
    }
    if let Some(block) = overrides.block {
        study.sequential = Some(Sequential { block });
    }
    study.aa = overrides.aa.or(study.aa).filter(|share| *share > 0.0);
    replace_settings(&mut study.sampling, &overrides.sampling);
    // Settings that the user names must be sent.
    let given = overrides.sampling.set();
    let is_given = |setting: &Setting| {
        given.contains(setting)
            || (*setting == Setting::Temperature && !overrides.temperatures.is_empty())
    };
    let sampling = &study.sampling;
    study.if_taken.retain(|setting| sampling.has(*setting) && !is_given(setting));
    check_study(&study)?;
    Ok(study)
}

/// Replaces the settings of a study by those that are given. A reasoning effort replaces a thinking
/// budget, and conversely.
fn replace_settings(sampling: &mut Sampling, given: &Sampling) {
    sampling.top_p = given.top_p.or(sampling.top_p);
    sampling.seed = given.seed.or(sampling.seed);
    sampling.max_tokens = given.max_tokens.or(sampling.max_tokens);
    sampling.logprobs = given.logprobs.or(sampling.logprobs);
    if given.reasoning_effort.is_some() || given.thinking_budget.is_some() {
        sampling.reasoning_effort = given.reasoning_effort;
        sampling.thinking_budget = given.thinking_budget;
    }
}

/// Keeps the wanted strategies, and the hypotheses about them.
fn with_strategies(study: Study, wanted: &[String], events: &dyn EventSink) -> Result<Study> {
    let known: Vec<&str> = study.strategies.iter().map(|one| one.name.as_str()).collect();
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(&name.as_str())) {
        match known.as_slice() {
            [] => bail!(
                Study,
                "study `{}` writes out no strategies: --strategy needs one that does",
                study.id
            ),
            known => {
                bail!(Study, "there is no strategy `{unknown}`; the study has {}", known.join(", "))
            }
        }
    }
    if wanted.is_empty() {
        return Ok(study);
    }
    let narrowed = Narrowed::to_strategies(&study, wanted);
    for LeftOut { hypothesis, part, lacks, in_part, .. } in &narrowed.left_out {
        let what = match in_part {
            true => format!("`{hypothesis}` under `{part}`"),
            false => format!("`{hypothesis}`"),
        };
        let message = format!(
            "left out: {what}, which compares answers to the strategy `{lacks}`: add --strategy {lacks}"
        );
        events.notice(NoticeCode::LeftOut, &message);
    }
    Ok(rest(narrowed, events))
}
