use crate::name::named;

/// Why a quantity has no value. Nothing in this crate answers with `NaN`.
///
/// The name of a reason is the reason in words; it is printed, parsed and serialised so.
///
/// ```
/// use peirast_stats::Undefined;
/// assert_eq!(Undefined::NoDiscordantPairs.to_string(), "no discordant pairs");
/// assert_eq!("all values are tied".parse(), Ok(Undefined::AllTied));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Undefined {
    /// There is nothing to compute from.
    Empty,
    /// Fewer values than the quantity needs.
    TooFew,
    /// A sample or group without members.
    EmptyGroup,
    /// Fewer than two groups to compare.
    TooFewGroups,
    /// Fewer than the three treatments below which a paired test is the right one.
    TooFewTreatments,
    /// Fewer than two clusters, so that nothing shows how much clusters differ.
    TooFewClusters,
    /// One block only, where variation between blocks is needed.
    OneBlock,
    /// No residual degrees of freedom.
    NoFreedom,
    /// No pair differs in its two answers.
    NoDiscordantPairs,
    /// One of the discordant cells is 0, and the formula divides by it.
    ZeroDiscordantCell,
    /// All differences are 0.
    NoNonzeroDifference,
    /// Every value equals every other.
    AllTied,
    /// No row has two different values.
    NoRowVaries,
    /// The quantity by which the formula divides has no spread.
    ZeroVariance,
    /// One of two variables never changes.
    ConstantInput,
    /// Fisher's transformation of a correlation of 1 or -1 is infinite.
    PerfectCorrelation,
    /// The exact distribution that was asked for supposes that no two values are equal.
    Ties,
    /// The enumeration that was asked for is too long.
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
    /// The iteration did not settle.
    NotConverged,
    /// The estimate lies on the boundary of what it can be, where it has no standard error.
    OnBoundary,
    /// There is no effect to be found, so no sample size finds it.
    NoEffect,
    /// Chance agreement is complete, and nothing can exceed it.
    NoDisagreementExpected,
    /// No unit has two ratings.
    NothingPairable,
    /// A rater used one category only: kappa is 0 whatever the other did, and has no error to show.
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
