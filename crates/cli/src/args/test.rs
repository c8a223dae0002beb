//! Arguments of `peirast test`.

use super::{ADJUST_OVER, GRADERS, NOTIONS, TREATMENTS, one_of, share};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_record::{AdjustOver, Treatment};
use peirast_study::AnalysisOptions;
use peirast_study::grade::Grader;
use std::path::PathBuf;

/// Options of the tests.
#[derive(Clone, Debug, Default, Args)]
pub struct TestOptions {
    /// Test rule: exact, mid-p, normal, published-2024 or published-icml.
    #[arg(long, value_name = "RULE")]
    pub rule: Option<String>,
    /// Significance level.
    #[arg(long)]
    pub alpha: Option<f64>,
    /// Treatment of answers without a verdict.
    #[arg(long, value_parser = one_of(TREATMENTS))]
    pub treatment: Option<Treatment>,
    /// The tests that are adjusted together. Default: as the study says.
    #[arg(long, value_parser = one_of(ADJUST_OVER))]
    pub adjust_over: Option<AdjustOver>,
    /// For imported answers: published-2024 (counts as printed) or corrected (each pair once).
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// The grader.
    #[arg(long, value_parser = one_of(GRADERS))]
    pub grader: Option<Grader>,
    /// Scores of the models on other benchmarks (CSV: a column `model`, and columns of numbers such as
    /// lmarena_rank or mmlu). They are compared with accuracy on syllogisms, or with fallacies and right
    /// answers to open questions.
    #[arg(long, value_name = "FILE")]
    pub benchmarks: Option<PathBuf>,
    /// Another rule for counting votes, if there are votes.
    #[arg(long, value_name = "RULE", hide = true)]
    pub voting: Option<String>,
    /// Condition under which an open answer counts as predicted by the theory. Default:
    /// issue-insensitive.
    #[arg(long, value_parser = one_of(NOTIONS))]
    pub notion: Option<Notion>,
    /// In comparisons of subjects, leave out subjects that lost more than this share of their open
    /// answers; the publication uses 0.2.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub exclude_above: Option<f64>,
}

impl TestOptions {
    /// The given options that do not apply to a file of counts.
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

    /// The corresponding options of the library.
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
