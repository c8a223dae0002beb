//! The setup of an analysis: claims, contrasts, settings, grader and provenance.

use crate::error::{Error, Result, bail};
use crate::event::{EventSink, NoticeCode};
use crate::grade::Grader;
use crate::options::AnalysisOptions;
use peirast_llm::Providers;
use peirast_record::{AdjustOver, Contrast, FamilyOrigins, Key, Sampling, Study};
use peirast_report::{Claim, Definition, Provenance, Settings};
use peirast_stats::Rule;
use peirast_task::{Families, TOKEN_BIAS, analysis_ids, built_in_analysis};
use std::collections::BTreeMap;
use std::path::Path;

/// The parts of a report that do not depend on outcomes.
pub(crate) struct AnalysisSetup {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) claims: Vec<Claim>,
    pub(crate) contrasts: Vec<Contrast>,
    pub(crate) settings: Settings,
    pub(crate) grader: Grader,
    pub(crate) provenance: Provenance,
}

impl AnalysisSetup {
    /// Returns the publications that the problems come from.
    pub(crate) fn origins(&self) -> Vec<FamilyOrigins> {
        let mut origins = Families::built_in().origins();
        if self.provenance.seed.is_none() && self.grader == Grader::Published2024 {
            origins.push(FamilyOrigins { family: None, origins: &[TOKEN_BIAS] });
        }
        origins
    }
}

pub(crate) fn of_study(
    study: &Study,
    contrasts: Vec<Contrast>,
    options: &AnalysisOptions,
    dir: &Path,
    events: &dyn EventSink,
) -> Result<AnalysisSetup> {
    if let Some(profile) = &options.profile {
        bail!(
            Analysis,
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
    let grader = options.grader.unwrap_or(Grader::for_study(study));
    let mut settings =
        settings(options, &study.rule, study.alpha, study.treatment, study.adjust_over)?;
    if let Some(steps) = study.sequential {
        match options.rule {
            None => settings.sequential = Some(steps.block),
            Some(_) => events.notice(
                NoticeCode::Analysis,
                "these answers were tested while they arrived, and comparisons stopped when they \
                 were decided: a p-value for a fixed number of pairs is then too small",
            ),
        }
    }
    let provenance = Provenance {
        study: study.id.clone(),
        study_hash: study.hash()?.to_string(),
        design_hash: design_hash(study)?.to_string(),
        seed: Some(study.seed),
        profile: Some(study.profile.as_str().to_owned()),
        sampling: asking(study)?,
        // The study file is written next to the report, with all replacements by the command line.
        command: made_by(study),
        ..provenance(&settings, grader)
    };
    Ok(AnalysisSetup {
        title: study.title.clone(),
        about: study.about.clone(),
        claims: claims.collect(),
        contrasts,
        settings,
        grader,
        provenance,
    })
}

/// Returns the content key of the design: the study without its subjects, their servers and their
/// sampling. Runs with the same key ask the same questions, whoever answers them.
fn design_hash(study: &Study) -> Result<Key> {
    let design = Study {
        subjects: Vec::new(),
        models: BTreeMap::new(),
        sampling: Sampling::default(),
        if_taken: Vec::new(),
        ..study.clone()
    };
    Ok(Key::from_content("design", &design)?)
}

/// Returns the additional arguments of a command that asks these subjects at their endpoints.
pub(crate) fn reached<'a>(endpoints: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let known = |name: &str| Some(Providers::built_in().ok()?.named(name).ok()?.url.clone());
    // Any compatible server may use OpenAI's name, which does not show its address.
    let provider = |subject: &'a str| match subject.split_once(['/', ':']) {
        Some((name, _)) => name,
        None => "openai",
    };
    let is_own = |subject| {
        !matches!(provider(subject), "sim" | "openai") && known(provider(subject)).is_none()
    };
    let needs_url = |(subject, url): &(&'a str, &'a str)| match provider(subject) {
        "sim" => false,
        "openai" => true,
        name => known(name).is_some_and(|known| known != *url),
    };
    let mut said = String::new();
    if endpoints.clone().any(|(subject, _)| is_own(subject)) {
        said.push_str(" --providers FILE");
    }
    if let Some((_, url)) = endpoints.clone().find(needs_url) {
        // A `#` separates the URL from additional fields of every body.
        let url = url.split('#').next().unwrap_or_default();
        said.push_str(&format!(" --base-url {url}"));
    }
    said
}

/// Renders the sampling settings, strategies and voting rule.
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

/// Returns the command that imported the answers of a study, if they were not asked.
pub(crate) fn imported_by(study: &Study) -> Option<&'static str> {
    match study.id.as_str() {
        "syllogism-imported" => Some("peirast import syllogism"),
        "etr-imported" => Some("peirast import etr"),
        _ => None,
    }
}

/// Returns the command that repeats these answers.
fn made_by(study: &Study) -> String {
    imported_by(study).unwrap_or("peirast run study.toml").to_owned()
}

pub(crate) fn of_recorded(options: &AnalysisOptions, dir: &Path) -> Result<AnalysisSetup> {
    let id = options.profile.as_deref().unwrap_or("corrected");
    let analysis: peirast_record::Analysis = built_in_analysis(id).ok_or_else(|| {
        let known = analysis_ids().collect::<Vec<_>>().join(", ");
        Error::Analysis(format!(
            "there is no analysis `{id}` of recorded answers: there are {known}"
        ))
    })??;
    let mut contrasts = analysis.contrasts();
    if options.rule.is_some() {
        // The user's rule overrides that of a comparison.
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
    let default =
        if analysis.grader == "default" { Grader::Default } else { Grader::Published2024 };
    let grader = options.grader.unwrap_or(default);
    let settings = settings(
        options,
        &analysis.rule,
        analysis.alpha,
        analysis.treatment,
        AdjustOver::AllSubjects,
    )?;
    let hash = Key::from_content("analysis", &analysis)?.to_string();
    let provenance = Provenance {
        study: analysis.id.clone(),
        study_hash: hash.clone(),
        design_hash: hash,
        sampling: "as recorded".to_owned(),
        command: format!("peirast report {} --profile {id}", dir.display()),
        ..provenance(&settings, grader)
    };
    Ok(AnalysisSetup {
        title: analysis.title.clone(),
        about: analysis.about.clone(),
        claims: claims.collect(),
        contrasts,
        settings,
        grader,
        provenance,
    })
}

fn settings(
    options: &AnalysisOptions,
    rule: &str,
    alpha: f64,
    treatment: peirast_record::Treatment,
    adjust_over: AdjustOver,
) -> Result<Settings> {
    let rule: Rule = options.rule.as_deref().unwrap_or(rule).parse()?;
    Ok(Settings {
        rule,
        alpha: options.alpha.unwrap_or(alpha),
        treatment: options.treatment.unwrap_or(treatment),
        adjust_over: options.adjust_over.unwrap_or(adjust_over),
        sequential: None,
    })
}

fn provenance(settings: &Settings, grader: Grader) -> Provenance {
    let (rule, correction) = match settings.sequential {
        None => (settings.rule.to_string(), "Benjamini-Hochberg"),
        Some(block) => (format!("e-process, evaluated after every {block} items"), "e-BH"),
    };
    Provenance {
        version: peirast_record::VERSION.to_owned(),
        rule,
        correction: format!("{correction} {}", settings.adjust_over.in_words()),
        alpha: settings.alpha.to_string(),
        treatment: settings.treatment.as_str().to_owned(),
        grader: grader.describe(),
        ..Provenance::default()
    }
}
