use crate::Alternative;
use crate::mcnemar::{self, McNemar};
use crate::name::named;

/// Which form of McNemar's test to use, possibly depending on the number n* of discordant pairs.
///
/// [`Rule::Exact`] is the right default. The `published-*` rules reproduce what two publications
/// computed, as recovered from the numbers in their tables, not from their descriptions: both
/// texts say that the normal approximation is used for n* > 10.
///
/// ```
/// use peirast_stats::{Alternative, Method, Rule};
/// let rule: Rule = "published-2024".parse()?;
/// assert_eq!(rule.test(4, 20, Alternative::Greater).method, Method::Exact);
/// assert_eq!(rule.test(4, 21, Alternative::Greater).method, Method::Normal);
/// # Ok::<(), peirast_stats::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The exact test for every n* (`exact`).
    #[default]
    Exact,
    /// The mid-p test for every n* (`mid-p`).
    MidP,
    /// The uncorrected normal approximation for every n* (`normal`).
    Normal,
    /// Exact below n* = 25, uncorrected normal from there on (`published-2024`).
    ///
    /// Source: the tables of Jiang et al. (2024), *A Peek into Token Bias: Large Language Models
    /// Are Not Yet Genuine Reasoners*, arXiv:2406.11050 (EMNLP 2024). All but one of their 324
    /// rows follow it; the exception (H1, gpt-4o, few-shot, counts 0 and 1) was computed by the
    /// normal approximation.
    Published2024,
    /// Uncorrected normal from n* = 10 on; below that the two-sided chi-square test with
    /// continuity correction, whatever the alternative, rounded to 4 decimals
    /// (`published-icml`).
    ///
    /// Source: the tables of the shorter workshop version of the same study, in ICML format. They
    /// fix the cut only to somewhere from 6 to 10, and say nothing of equal counts. Rounding comes
    /// before any correction for multiple tests.
    PublishedIcml,
}

named!(Rule, "rule",
    Exact => "exact",
    MidP => "mid-p",
    Normal => "normal",
    Published2024 => "published-2024",
    PublishedIcml => "published-icml",
);

/// From this n* on, the tables of 2024 hold the normal approximation.
const NORMAL_FROM_2024: u64 = 25;
/// From this n* on, the workshop tables hold the normal approximation.
const NORMAL_FROM_ICML: u64 = 10;

impl Rule {
    /// Tests one pair of discordant counts.
    ///
    /// The result tells the method and the alternative really used: below n* = 10,
    /// [`Rule::PublishedIcml`] answers a one-sided question with a two-sided test.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Rule};
    /// let result = Rule::PublishedIcml.test(0, 4, Alternative::Greater);
    /// assert_eq!((result.p, result.alternative), (0.1336, Alternative::TwoSided));
    /// ```
    #[must_use]
    pub fn test(self, n12: u64, n21: u64, alternative: Alternative) -> McNemar {
        let n = n12.saturating_add(n21);
        match self {
            Self::Exact => mcnemar::exact(n12, n21, alternative),
            Self::MidP => mcnemar::mid_p(n12, n21, alternative),
            Self::Normal => mcnemar::normal(n12, n21, alternative),
            Self::Published2024 if n < NORMAL_FROM_2024 => mcnemar::exact(n12, n21, alternative),
            Self::PublishedIcml if n < NORMAL_FROM_ICML => rounded_chi_square(n12, n21),
            Self::Published2024 | Self::PublishedIcml => mcnemar::normal(n12, n21, alternative),
        }
    }
}

/// The continuity-corrected chi-square test with its p cut to the 4 decimals that were passed on.
fn rounded_chi_square(n12: u64, n21: u64) -> McNemar {
    let result = mcnemar::chi_square_corrected(n12, n21);
    McNemar { p: (result.p * 1e4).round() / 1e4, ..result }
}
