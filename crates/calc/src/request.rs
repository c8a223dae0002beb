//! Requests for calculations, as plain data.

use crate::choice::choices;
use std::path::PathBuf;

choices! {
    /// The coefficients of agreement.
    AgreementName {
        /// Cohen's kappa of two raters.
        Kappa = "kappa",
        /// Krippendorff's alpha of any number of raters.
        Alpha = "alpha",
        /// Gwet's AC1 of any number of raters.
        Ac1 = "ac1",
    }
}

choices! {
    /// The statistics for resampling.
    StatisticName {
        /// The mean of a column.
        Mean = "mean",
        /// The median of a column.
        Median = "median",
        /// The mean difference of two columns, first less second.
        Difference = "difference",
        /// The median difference of two columns, first less second.
        MedianDifference = "median-difference",
        /// Pearson's correlation of two columns.
        Pearson = "pearson",
        /// Spearman's correlation of two columns.
        Spearman = "spearman",
    }
}

choices! {
    /// The effect sizes.
    EffectName {
        /// Cohen's d of two groups, and Hedges' g: values, groups.
        CohensD = "cohens-d",
        /// Cohen's d_z and d_av of pairs: two columns.
        PairedD = "paired-d",
        /// Cohen's h of two shares: p1 p2.
        CohensH = "cohens-h",
        /// Cohen's g of matched pairs, the share n21/(n12+n21) less one half: n12 n21.
        CohensG = "cohens-g",
        /// The odds ratio n21/n12 of matched pairs: n12 n21.
        OddsRatio = "odds-ratio",
        /// The rank-biserial correlation of pairs: two columns.
        RankBiserial = "rank-biserial",
        /// Cliff's delta of two groups (the rank-biserial correlation of independent samples), and
        /// the probability that a value of the first group is larger: values, groups.
        CliffsDelta = "cliffs-delta",
        /// Sensitivity d' and criterion c: hits, valid items, false alarms, invalid items.
        DPrime = "d-prime",
    }
}

choices! {
    /// The quantities with intervals.
    IntervalName {
        /// A share: successes and trials, or a column of right and wrong; a second column names
        /// clusters of rows.
        Proportion = "proportion",
        /// A difference of paired shares: n11 n12 n21 n22, or columns original, perturbed; a third
        /// column names clusters of pairs.
        PairedDifference = "paired-difference",
        /// The odds ratio n21/n12 of matched pairs: n12 n21, or columns original, perturbed.
        OddsRatio = "odds-ratio",
        /// A difference of independent shares: successes and trials of each group, or columns
        /// right, group; a third column names clusters of rows.
        TwoProportions = "two-proportions",
        /// A mean: a column of values; a second column names clusters of values.
        Mean = "mean",
        /// The mean and the pseudo-median of paired differences: two columns.
        PairedMean = "paired-mean",
        /// The shift of one sample relative to another: values, groups.
        Shift = "shift",
        /// Pearson's correlation: two columns.
        Pearson = "pearson",
        /// Spearman's correlation: two columns.
        Spearman = "spearman",
        /// Kendall's tau-b: two columns.
        Kendall = "kendall",
    }
}

choices! {
    /// The tests.
    TestName {
        /// Exact binomial test: successes and trials, or a column of right and wrong.
        Binomial = "binomial",
        /// McNemar's test of paired answers: n11 n12 n21 n22, or columns; a third column names
        /// clusters of pairs.
        Mcnemar = "mcnemar",
        /// z-test of two proportions: successes and trials of each group, or right and wrong,
        /// groups.
        TwoProportions = "two-proportions",
        /// Cochran's Q test: a column of right and wrong for each treatment.
        CochranQ = "cochran-q",
        /// Paired t-test: two columns.
        PairedT = "paired-t",
        /// Wilcoxon's signed-rank test: two columns.
        Wilcoxon = "wilcoxon",
        /// Permutation test of paired values: two columns.
        PermutationPaired = "permutation-paired",
        /// Permutation test of two groups: values, groups.
        Permutation = "permutation",
        /// Mann-Whitney test of two groups: values, groups.
        MannWhitney = "mann-whitney",
        /// Kruskal-Wallis test of groups: values, groups.
        KruskalWallis = "kruskal-wallis",
        /// Friedman's test: a column for each treatment.
        Friedman = "friedman",
        /// Shapiro-Wilk test of normality: one column.
        ShapiroWilk = "shapiro-wilk",
        /// Pearson's correlation: two columns.
        Pearson = "pearson",
        /// Spearman's correlation: two columns.
        Spearman = "spearman",
        /// Kendall's tau-b: two columns.
        Kendall = "kendall",
        /// Cohen's kappa of two raters: two columns of labels.
        Kappa = "kappa",
        /// Logistic regression: the outcome, then its predictors.
        Logistic = "logistic",
    }
}

/// A test of counts, or of columns of a file.
#[derive(Clone, Debug)]
pub struct TestRequest {
    /// The test.
    pub test: TestName,
    /// Counts, for tests of counts.
    pub numbers: Vec<String>,
    /// File of columns.
    pub data: DataFile,
    /// two-sided, greater or less.
    pub alternative: String,
    /// Confidence of intervals.
    pub confidence: f64,
    /// Rule of McNemar's test; exact by default.
    pub rule: Option<String>,
    /// Lost pairs of McNemar's test as KIND=COUNT, by their known answers.
    pub lost: Vec<String>,
    /// Method of McNemar's test for related pairs.
    pub method: Option<String>,
    /// The probability of success in a binomial test.
    pub p0: Option<f64>,
    /// Two proportions: the variance of one common share (pooled), or of two (unpooled).
    pub pooling: Option<String>,
    /// Wilcoxon's test: rule for differences of 0, wilcox or pratt.
    pub zeros: Option<String>,
    /// Wilcoxon's and Mann and Whitney's tests: auto, exact, normal or normal-corrected.
    pub ranks: Option<String>,
    /// Kappa: unweighted (the default), linear or quadratic.
    pub weights: Option<String>,
    /// Kappa: the categories in their order. By default they are sorted as numbers or texts.
    pub categories: Vec<String>,
    /// Permutation tests: number of random permutations instead of all.
    pub draws: Option<u64>,
    /// Seed of random permutations.
    pub seed: u64,
    /// Tests of two groups: true if each of the two columns is a group, instead of values and their
    /// groups.
    pub wide: bool,
}

/// A request for confidence intervals of a quantity.
#[derive(Clone, Debug)]
pub struct IntervalRequest {
    /// The quantity.
    pub of: IntervalName,
    /// Counts.
    pub numbers: Vec<String>,
    /// File of columns.
    pub data: DataFile,
    /// One method instead of all. The error for an unknown one lists all methods.
    pub method: Option<String>,
    /// Confidence.
    pub confidence: f64,
    /// The column that names the clusters of rows; for paired-difference, one or two columns.
    pub by: Vec<String>,
    /// Two samples: true if each of the two columns is a sample, instead of values and their
    /// groups.
    pub wide: bool,
}

/// A request for a logistic regression.
#[derive(Clone, Debug)]
pub struct LogisticRequest {
    /// File of columns.
    pub data: DataFile,
    /// One or two columns that name the clusters of rows.
    pub by: Vec<String>,
    /// True for the conditional regression of matched pairs.
    pub conditional: bool,
    /// The column that names the strata, such as questions, for a conditional regression within
    /// strata.
    pub strata: Option<String>,
    /// The column that names the groups, for a mixed regression with random intercepts.
    pub random: Option<String>,
    /// Confidence of intervals.
    pub confidence: f64,
}

/// A request for a coefficient of agreement.
#[derive(Clone, Debug)]
pub struct AgreementRequest {
    /// The coefficient.
    pub coefficient: AgreementName,
    /// Counts, for kappa.
    pub numbers: Vec<String>,
    /// File of columns.
    pub data: DataFile,
    /// The categories in their order. By default they are sorted as numbers or texts.
    pub categories: Vec<String>,
    /// Kappa: the weights of disagreements: unweighted (the default), linear or quadratic.
    pub weights: Option<String>,
    /// Alpha: the distance between ratings: nominal (the default), ordinal, interval or ratio.
    pub metric: Option<String>,
    /// Confidence of the interval.
    pub confidence: f64,
    /// Alpha: number of resamples of units for its interval.
    pub resamples: u64,
    /// Alpha: seed of the resamples.
    pub seed: u64,
}

/// A request for a bootstrap of columns.
#[derive(Clone, Debug)]
pub struct BootstrapRequest {
    /// The statistic.
    pub statistic: StatisticName,
    /// File of columns.
    pub data: DataFile,
    /// The column that names the clusters of rows.
    pub by: Option<String>,
    /// percentile, basic, bca, or all.
    pub method: String,
    /// Number of resamples.
    pub resamples: u64,
    /// Seed of the resamples.
    pub seed: u64,
    /// Confidence.
    pub confidence: f64,
}

/// A request for the content effect of answers to SemEval-2026 Task 11.
#[derive(Clone, Debug)]
pub struct ContentEffectRequest {
    /// The gold data: a JSON list of items with `id`, `validity` and `plausibility`.
    pub gold: PathBuf,
    /// The answers: a JSON list of items with `id` and `validity`.
    pub answers: PathBuf,
    /// The field of the gold data that names the clusters of items.
    pub by: Option<String>,
    /// Number of resamples, and of random exchanges.
    pub resamples: u64,
    /// The seed of both.
    pub seed: u64,
    /// Confidence.
    pub confidence: f64,
}

/// A request for a sequential test of pairs.
#[derive(Clone, Debug)]
pub struct SequentialRequest {
    /// Discordant pairs in order: 1 for n21, 0 for n12.
    pub outcomes: Vec<u8>,
    /// File of columns.
    pub data: DataFile,
    /// two-sided, greater (n21 > n12) or less.
    pub alternative: String,
    /// The level for stopping.
    pub alpha: f64,
    /// The shape of the beta prior: above 1 it favours small effects, below 1 large ones.
    pub prior: f64,
    /// Confidence of the interval.
    pub confidence: f64,
    /// True for the evidence after each pair, one on each line.
    pub trace: bool,
}

/// A request for an adjustment of p-values.
#[derive(Clone, Debug)]
pub struct AdjustRequest {
    /// The p-values (or e-values) of one family.
    pub p: Vec<f64>,
    /// A file as in [`DataFile`].
    pub data: Option<PathBuf>,
    /// Its column of values; by default p, or e for e-values.
    pub column: Option<String>,
    /// Its column that names the families. By default all values are one family.
    pub by: Option<String>,
    /// True if the values are e-values, which e-BH rejects.
    pub e_values: bool,
    /// none, bonferroni, holm, hochberg, benjamini-hochberg (bh) or benjamini-yekutieli (by).
    pub correction: String,
    /// The level of decisions on adjusted p-values.
    pub alpha: f64,
}

/// A file of columns, and the columns to use.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// A file of named columns: CSV, Parquet, or, if its name ends in .json or .jsonl, flat JSON
    /// objects in an array or one on each line. `-` is stdin.
    pub data: Option<PathBuf>,
    /// Its columns, in the order of use; all of them by default.
    pub columns: Vec<String>,
    /// A second file, whose rows are joined to those of the first. A column that both have is
    /// called NAME.2 there.
    pub beside: Option<PathBuf>,
    /// The column with which the rows of both files are matched.
    pub join: Option<String>,
}

impl DataFile {
    /// The same file with further columns after these.
    pub(crate) fn with<'a>(&self, further: impl IntoIterator<Item = &'a String>) -> Self {
        let columns = self.columns.iter().cloned().chain(further.into_iter().cloned()).collect();
        Self { columns, ..self.clone() }
    }
}

/// Settings of every planned test.
#[derive(Clone, Debug)]
pub struct PowerOptions {
    /// Level of significance.
    pub alpha: f64,
    /// two-sided, greater or less.
    pub alternative: String,
    /// Seed of simulations.
    pub seed: u64,
}

/// A planned test of two proportions: two of size, effect and power.
#[derive(Clone, Debug)]
pub struct TwoProportionsPower {
    /// The supposed share in the first group.
    pub p1: Option<f64>,
    /// The supposed share in the second group.
    pub p2: f64,
    /// Trials in each group.
    pub n: Option<u64>,
    /// Wanted power.
    pub power: Option<f64>,
    /// Settings of the test.
    pub options: PowerOptions,
}

/// A planned rank test: two of size, effect and power.
#[derive(Clone, Debug)]
pub struct RankPower {
    /// The effect as a probability; one half means no effect.
    pub effect: Option<f64>,
    /// The effect as a shift of normal data, in standard deviations.
    pub shift: Option<f64>,
    /// Number of pairs, or of values of both groups together.
    pub n: Option<u64>,
    /// Wanted power.
    pub power: Option<f64>,
    /// Mann and Whitney's test: the share of values in the first group.
    pub first: Option<f64>,
    /// Number of simulated studies of normal data, for any size of the samples.
    pub simulate: Option<u64>,
    /// Settings of the test.
    pub options: PowerOptions,
}

/// A planned study that stops at the first rejection.
#[derive(Clone, Debug)]
pub struct SequentialPower {
    /// Probability that only the original is answered correctly.
    pub p12: f64,
    /// Probability that only the perturbed version is answered correctly.
    pub p21: f64,
    /// The most pairs.
    pub n: u64,
    /// Number of simulated studies.
    pub simulate: u64,
    /// Shape of the beta prior.
    pub prior: f64,
    /// Settings of the test.
    pub options: PowerOptions,
}

/// A planned test of McNemar: two of size, effect and power.
#[derive(Clone, Debug)]
pub struct PowerRequest {
    /// Number of pairs.
    pub n: Option<u64>,
    /// Probability that only the original is answered correctly.
    pub p12: f64,
    /// Probability that only the perturbed version is answered correctly.
    pub p21: Option<f64>,
    /// Wanted power. It gives the number of pairs or, with `n`, the smallest detectable effect.
    pub power: Option<f64>,
    /// Level of significance.
    pub alpha: f64,
    /// Number of tests that are corrected together. Each is planned at this part of alpha
    /// (Bonferroni).
    pub tests: u64,
    /// two-sided, greater (p21 > p12) or less.
    pub alternative: String,
    /// Test rule: exact, mid-p or normal.
    pub rule: String,
    /// The power at each of these numbers of pairs: a list such as 50,100, or a range such as 20..200.
    pub curve: Option<String>,
    /// Textbook formulas next to the exact power: connor, miettinen, or all.
    pub formula: Vec<String>,
    /// Number of simulated studies whose share of rejections is reported next to the exact power.
    pub simulate: Option<u64>,
    /// Seed of the simulation.
    pub seed: u64,
}
