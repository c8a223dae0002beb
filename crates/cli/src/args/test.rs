//! Arguments of `peirast test`.

use super::{ADJUST_OVER, GRADERS, NOTIONS, TREATMENTS, one_of, share};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_record::{AdjustOver, Treatment};
use peirast_study::AnalysisOptions;
use peirast_study::grade::Grader;
use std::path::PathBuf;

/// How outcomes are tested.
#[derive(Clone, Debug, Default, Args)]
pub struct TestOptions {
    /// Test rule: exact, mid-p, normal, published-2024 or published-icml.
    #[arg(long, value_name = "RULE")]
    pub rule: Option<String>,
    /// Level of significance.
    #[arg(long)]
    pub alpha: Option<f64>,
    /// What becomes of answers without a verdict.
    #[arg(long, value_parser = one_of(TREATMENTS))]
    pub treatment: Option<Treatment>,
    /// Whose tests are adjusted together; the study says so unless given.
    #[arg(long, value_parser = one_of(ADJUST_OVER))]
    pub adjust_over: Option<AdjustOver>,
    /// For imported answers: published-2024 (the counts as printed) or corrected (each pair once).
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// Which grader decides.
    #[arg(long, value_parser = one_of(GRADERS))]
    pub grader: Option<Grader>,
    /// Scores of the models on other benchmarks (CSV: a column `model`, others with numbers such as
    /// lmarena_rank or mmlu), to be compared with their accuracy on syllogisms, or with their fallacies and
    /// right answers to open questions.
    #[arg(long, value_name = "FILE")]
    pub benchmarks: Option<PathBuf>,
    /// Another rule for counting votes, where there are any.
    #[arg(long, value_name = "RULE", hide = true)]
    pub voting: Option<String>,
    /// When an open answer counts as predicted by the theory; issue-insensitive unless given.
    #[arg(long, value_parser = one_of(NOTIONS))]
    pub notion: Option<Notion>,
    /// Where subjects are compared, leave out those that lost more than this share of their open
    /// answers; 0.2 in the publication.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub exclude_above: Option<f64>,
}

impl TestOptions {
    /// The options given that say nothing of a file of counts.
    pub fn needing_answers(&self) -> Vec<&'static str> {
        let given = [
            ("--treatment", self.treatment.is_some()),
            ("--adjust-over", self.adjust_over.is_some()),
            ("--profile", self.profile.is_some()),
            ("--grader", self.grader.is_some()),
            ("--benchmarks", self.benchmarks.is_some()),
            ("--voting", self.voting.is_some()),
            ("--notion", self.notion.is_some()),
            ("--exclude-above", self.exclude_above.is_some()),
        ];
        given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect()
    }

    /// The same for the library.
    pub fn options(&self) -> AnalysisOptions {
        AnalysisOptions {
            rule: self.rule.clone(),
            alpha: self.alpha,
            treatment: self.treatment,
            adjust_over: self.adjust_over,
            profile: self.profile.clone(),
            grader: self.grader,
            benchmarks: self.benchmarks.clone(),
            voting: self.voting.clone(),
            notion: self.notion,
            exclude_above: self.exclude_above,
            ..AnalysisOptions::default()
        }
    }
}
