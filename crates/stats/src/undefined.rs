use crate::name::named;

/// The reason why a quantity is undefined. No function of this crate returns `NaN`.
///
/// The name of a reason is its text, which is printed, parsed and serialised.
///
/// ```
/// use peirast_stats::Undefined;
/// assert_eq!(Undefined::NoDiscordantPairs.to_string(), "no discordant pairs");
/// assert_eq!("all values are tied".parse(), Ok(Undefined::AllTied));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Undefined {
    /// There are no data.
    Empty,
    /// Fewer values than the quantity needs.
    TooFew,
    /// A sample or group without members.
    EmptyGroup,
    /// Fewer than two groups to compare.
    TooFewGroups,
    /// Fewer than three treatments; for two, use a paired test.
    TooFewTreatments,
    /// Fewer than two clusters, so that the variance between clusters cannot be estimated.
    TooFewClusters,
    /// Only one block, but variation between blocks is needed.
    OneBlock,
    /// No residual degrees of freedom.
    NoFreedom,
    /// No pair differs in its two answers.
    NoDiscordantPairs,
    /// One of the discordant cells is 0, and the formula divides by it.
    ZeroDiscordantCell,
    /// All differences are 0.
    NoNonzeroDifference,
    /// All values are equal.
    AllTied,
    /// No row has two different values.
    NoRowVaries,
    /// The divisor of the formula has no variance.
    ZeroVariance,
    /// One of two variables never changes.
    ConstantInput,
    /// Fisher's transformation of a correlation of 1 or -1 is infinite.
    PerfectCorrelation,
    /// The exact distribution requires that no two values are equal.
    Ties,
    /// The requested enumeration is too long.
    TooLarge,
    /// The replicates or the jackknife values do not vary enough to be corrected.
    DegenerateResamples,
    /// The statistic of some sample or resample was not a finite number.
    NotFinite,
    /// A line through the predictors separates the outcomes: the estimate is infinite.
    Separated,
    /// The outcome never changes, so that the estimate is infinite.
    ConstantOutcome,
    /// No stratum or group has both right and wrong answers.
    NoStratumVaries,
    /// A predictor is constant or a combination of others.
    SingularDesign,
    /// The iteration did not converge.
    NotConverged,
    /// The estimate lies on the boundary of its range, where it has no standard error.
    OnBoundary,
    /// There is no effect, so no sample size detects it.
    NoEffect,
    /// Chance agreement is complete, and cannot be exceeded.
    NoDisagreementExpected,
    /// No unit has two ratings.
    NothingPairable,
    /// A rater used one category only: kappa is 0 for any ratings of the other rater, and has no
    /// standard error.
    ConstantRater,
    /// The intervals of different looks have no value in common.
    NothingInCommon,
}

named!(Undefined, "reason",
    Empty => "no observations",
    TooFew => "too few observations",
    EmptyGroup => "a group is empty",
    TooFewGroups => "fewer than two groups",
    TooFewTreatments => "fewer than three treatments",
    TooFewClusters => "fewer than two clusters",
    OneBlock => "one block",
    NoFreedom => "no residual degrees of freedom",
    NoDiscordantPairs => "no discordant pairs",
    ZeroDiscordantCell => "zero discordant cell",
    NoNonzeroDifference => "no nonzero difference",
    AllTied => "all values are tied",
    NoRowVaries => "no row varies",
    ZeroVariance => "zero variance",
    ConstantInput => "a constant input",
    PerfectCorrelation => "a correlation of 1 or -1",
    Ties => "ties: the exact distribution supposes none",
    TooLarge => "too many cases to enumerate",
    DegenerateResamples => "degenerate resamples",
    NotFinite => "not a finite number",
    Separated => "separated data",
    ConstantOutcome => "the outcome is constant",
    NoStratumVaries => "no set of answers holds both right and wrong ones",
    SingularDesign => "singular design",
    NotConverged => "the iteration did not converge",
    OnBoundary => "an estimate on the boundary",
    NoEffect => "no effect",
    NoDisagreementExpected => "no disagreement is to be expected",
    NothingPairable => "no unit with two ratings",
    ConstantRater => "a rater used one category only",
    NothingInCommon => "the intervals of different looks have nothing in common",
);

impl std::error::Error for Undefined {}

/// A value, or the reason why there is none.
///
/// ```
/// use peirast_stats::{Defined, Undefined};
/// let p: Defined = Err(Undefined::ZeroVariance);
/// assert_eq!(p.unwrap_or(1.0), 1.0);
/// ```
pub type Defined<T = f64> = Result<T, Undefined>;
