//! Arguments of the questions: a study, with replacements of its parts.

use super::{
    ASKS, ComparedOptions, DataOptions, PROFILES, SettingArgs, TruthOptions, one_of, share,
};
use anyhow::{Result, bail};
use clap::Args;
use peirast_record::{Ask, Profile, Study};
use peirast_study::{ItemCount, SEED, StudyOverrides, is_data_file, load_study, study_of_data};
use std::path::PathBuf;

/// Replacements of parts of a study.
#[derive(Clone, Debug, Args)]
pub struct DesignArgs {
    /// A subject, for example sim:flawless or anthropic/claude-sonnet-4-5; may be repeated.
    /// Replaces the study's.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    /// Items per variant, for every family or for one (syllogism=20); may be repeated. Replaces the
    /// study's.
    #[arg(
        long,
        visible_alias = "limit",
        value_name = "[FAMILY=]N",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    pub n: Vec<ItemCount>,
    /// Seed. Replaces the study's.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Design of the stimuli. Replaces the study's.
    #[arg(long, value_parser = one_of(PROFILES))]
    pub profile: Option<Profile>,
    /// The combinations of problem and protocol to ask. Replaces the study's.
    #[arg(long, value_parser = one_of(ASKS))]
    pub ask: Option<Ask>,
    /// Sampling temperature, or several separated by commas, to ask at each. Replaces the study's.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_delimiter = ',', value_parser = temperature)]
    pub temperature: Vec<f64>,
    /// A strategy of the study, if the study file defines strategies; may be repeated. The others
    /// are left out.
    #[arg(long = "strategy", value_name = "NAME", value_delimiter = ',')]
    pub strategies: Vec<String>,
    /// Number of answers per question at temperatures above 0: published-2025 (five, or ten if they
    /// differ), sequential (until the odds of the majority are 19 to 1), single. Replaces the
    /// study's.
    #[arg(long, value_name = "RULE")]
    pub voting: Option<String>,
    /// Test while answers arrive, by e-values: ask item after item, and stop each comparison when
    /// it is decided. The level holds at every look; see docs/statistics.md.
    #[arg(long)]
    pub sequential: bool,
    /// Items of each variant between two looks. Default: the larger of ten and a fortieth of the
    /// items.
    #[arg(long, value_name = "ITEMS", requires = "sequential")]
    pub block: Option<u32>,
    /// Share of the questions that are asked a second time, unchanged, to measure how often a
    /// subject contradicts itself (A/A control); for example 0.05. From 256 items per variant, each
    /// question is selected at random by itself, and the share holds on average. Replaces the
    /// study's.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub aa: Option<f64>,
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// The source of the problems.
#[derive(Clone, Debug, Args)]
pub struct SourceArgs {
    /// Problems from a file made by `peirast make`, instead of generated ones.
    #[arg(long, value_name = "FILE")]
    pub problems: Option<PathBuf>,
    #[command(flatten)]
    pub truths: TruthOptions,
    #[command(flatten)]
    pub data: DataOptions,
    #[command(flatten)]
    pub compared: ComparedOptions,
}

/// Reads a temperature; its range is checked with the study.
fn temperature(text: &str) -> Result<f64, String> {
    text.trim().parse().map_err(|_| "expected a number, such as 0 or 0.7".to_owned())
}

impl DesignArgs {
    /// The replacements of parts of the study.
    pub fn overrides(&self) -> StudyOverrides {
        StudyOverrides {
            subjects: self.models.clone(),
            items: self.n.clone(),
            seed: self.seed,
            profile: self.profile,
            ask: self.ask,
            temperatures: self.temperature.clone(),
            strategies: self.strategies.clone(),
            voting: self.voting.clone(),
            sequential: self.sequential,
            block: self.block,
            aa: self.aa,
            sampling: self.settings.sampling(),
        }
    }
}

impl SourceArgs {
    /// Loads the study of this name, or builds it from a file of the user's own problems. The seed is
    /// that of transformations.
    pub fn load_study(&self, name: &str, seed: Option<u64>) -> Result<Study> {
        if is_data_file(name) && self.problems.is_none() {
            return Ok(study_of_data(
                &self.data.plan(name),
                self.compared.compared(),
                seed.unwrap_or(SEED),
            )?);
        }
        if !self.data.is_empty() || self.compared.all_pairs {
            bail!(
                "columns and versions are those of a file of your own problems, and `{name}` is a study: in a \
                 study file, name them under data"
            );
        }
        Ok(load_study(name)?)
    }
}
