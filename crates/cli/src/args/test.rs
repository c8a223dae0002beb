//! Arguments of `peirast test`.

use super::{GRADERS, NOTIONS, TREATMENTS, one_of, share};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_record::Treatment;
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
    /// For imported answers: published-2024 (the counts as printed) or corrected (each pair once).
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// Which grader decides.
    #[arg(long, value_parser = one_of(GRADERS))]
    pub grader: Option<Grader>,
    /// Scores of the models on other benchmarks (CSV: a column `model`, others with numbers such as
    /// lmarena_rank or mmlu), to be compared with their accuracy on syllogisms.
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
    /// The same for the library.
    pub fn options(&self) -> AnalysisOptions {
        AnalysisOptions {
            rule: self.rule.clone(),
            alpha: self.alpha,
            treatment: self.treatment,
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

/// Arguments of `test`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast test runs/token-bias
  peirast test runs/imported --profile published-2024 --json
  peirast test runs/imported --pooled
  peirast test --counts counts.csv --rule published-2024 --json

A file of counts needs the columns hypothesis, model, method, n12, n21. The p-values of a
hypothesis are adjusted together, or those of a table where a `table` column names one; a `source`
column splits that family. An `alternative` column (two-sided, greater, less) or --alternative says
what was expected: greater means n21 > n12. The published rules know the alternatives of their own
hypotheses.")]
pub struct TestArgs {
    /// A run directory.
    #[arg(required_unless_present = "counts", conflicts_with = "counts")]
    pub dir: Option<PathBuf>,
    /// A CSV file of counts.
    #[arg(long, value_name = "FILE")]
    pub counts: Option<PathBuf>,
    /// The alternative of rows that do not say: two-sided, greater (n21 > n12) or less.
    #[arg(long, requires = "counts")]
    pub alternative: Option<String>,
    #[command(flatten)]
    pub options: TestOptions,
    #[command(flatten)]
    pub only: OnlyRows,
    /// Each hypothesis over all its methods instead: pairs as if independent, and beside that with
    /// those of an item, and over all subjects those of a subject, taken as related.
    #[arg(long, conflicts_with = "counts")]
    pub pooled: bool,
    /// With --pooled: the odds ratio of the perturbation too, by mixed logistic regression with a
    /// random intercept for each item. Takes a while.
    #[arg(long, requires = "pooled", conflicts_with = "csv")]
    pub mixed: bool,
    /// One JSON object per row, on a line of its own.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// CSV.
    #[arg(long)]
    pub csv: bool,
}

/// Which rows are shown of a run. All are tested, and adjusted as the families that they belong to.
#[derive(Debug, Args)]
pub struct OnlyRows {
    /// Only the rows of this hypothesis; all are tested, and adjusted together.
    #[arg(long, value_name = "ID", conflicts_with = "counts")]
    pub hypothesis: Option<String>,
    /// Only the rows of this subject.
    #[arg(long, value_name = "NAME", conflicts_with = "counts")]
    pub subject: Option<String>,
    /// Only the rows of this method.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["counts", "pooled"])]
    pub method: Option<String>,
}

impl OnlyRows {
    /// Whether every row is shown.
    pub fn is_all(&self) -> bool {
        self.hypothesis.is_none() && self.subject.is_none() && self.method.is_none()
    }
}
