//! The tests of comparisons.

use serde::Serialize;

/// The test of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairedTest {
    /// McNemar's exact test, for scores of 0 or 1.
    Mcnemar,
    /// Sign flips of the discordant pairs of whole clusters, for scores of 0 or 1.
    McnemarSignFlip,
    /// Obuchowski's test of clustered pairs, if clusters are too many or too large for all sign
    /// flips.
    McnemarObuchowski,
    /// Sign flips of the differences of items.
    SignFlip,
    /// Sign flips of the sums of differences of clusters.
    ClusteredSignFlip,
    /// Student's t of the differences, if there are many items. Sign flips agree with it there.
    T,
    /// Student's t of the differences, if there are many clusters.
    ClusteredT,
}

impl PairedTest {
    /// Its name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mcnemar => "mcnemar",
            Self::McnemarSignFlip => "mcnemar-sign-flip",
            Self::McnemarObuchowski => "mcnemar-obuchowski",
            Self::SignFlip => "sign-flip",
            Self::ClusteredSignFlip => "clustered-sign-flip",
            Self::T => "t",
            Self::ClusteredT => "clustered-t",
        }
    }

    /// Its description in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Mcnemar => "McNemar's exact test",
            Self::McnemarSignFlip => "sign flips of clusters of discordant pairs",
            Self::McnemarObuchowski => "Obuchowski's test of clustered pairs",
            Self::SignFlip => "sign flips of paired differences",
            Self::ClusteredSignFlip => "sign flips of differences summed by cluster",
            Self::T => "Student's t of paired differences",
            Self::ClusteredT => "Student's t of differences by cluster",
        }
    }
}
