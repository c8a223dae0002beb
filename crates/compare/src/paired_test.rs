//! The tests of comparisons.

use serde::Serialize;

/// The test that p is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairedTest {
    /// McNemar's exact test: scores are 0 or 1.
    Mcnemar,
    /// Sign flips of the discordant pairs of whole clusters: scores are 0 or 1.
    McnemarSignFlip,
    /// Obuchowski's test of clustered pairs, where clusters are too many or too large for all sign flips.
    McnemarObuchowski,
    /// Sign flips of the differences of items.
    SignFlip,
    /// Sign flips of the sums of differences of clusters.
    ClusteredSignFlip,
    /// Student's t of the differences of many items, with which sign flips agree there.
    T,
    /// Student's t of the differences of many clusters.
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

    /// What it is, in words.
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
