use crate::mcnemar::{self, McNemar};
use crate::{Alternative, UnknownName};
use std::fmt;
use std::str::FromStr;

/// The form of McNemar's test, which may depend on the number n* of discordant pairs.
///
/// [`Rule::Exact`] is the right default. The `published-*` rules reproduce what two publications
/// computed, as recovered from the numbers in their tables, not from their descriptions: both
/// texts say that the normal approximation is used for n* > 10.
///
/// A rule is a value: [`Rule::new`] makes one that works everywhere, and an entry in [`Rule::ALL`]
/// gives it a name.
///
/// ```
/// use peirast_stats::{Alternative, Method, Rule};
/// let rule: Rule = "published-2024".parse()?;
/// assert_eq!(rule.test(4, 20, Alternative::Greater).method, Method::Exact);
/// assert_eq!(rule.test(4, 21, Alternative::Greater).method, Method::Normal);
/// # Ok::<(), peirast_stats::UnknownName>(())
/// ```
#[derive(Clone, Copy)]
pub struct Rule {
    name: &'static str,
    test: Test,
    is_monotone: bool,
}

/// Tests the discordant counts n12 and n21.
type Test = fn(u64, u64, Alternative) -> McNemar;

#[allow(non_upper_case_globals, reason = "rules are read like the variants of the other options")]
impl Rule {
    /// The exact test for every n* (`exact`).
    pub const Exact: Self = Self::new("exact", mcnemar::exact, true);

    /// The mid-p test for every n* (`mid-p`).
    pub const MidP: Self = Self::new("mid-p", mcnemar::mid_p, true);

    /// The uncorrected normal approximation for every n* (`normal`).
    pub const Normal: Self = Self::new("normal", mcnemar::normal, true);

    /// Exact below n* = 25, uncorrected normal from there on (`published-2024`).
    ///
    /// Source: the tables of Jiang et al. (2024), *A Peek into Token Bias: Large Language Models
    /// Are Not Yet Genuine Reasoners*, arXiv:2406.11050 (EMNLP 2024). All but one of their 324
    /// rows follow it; the exception (H1, gpt-4o, few-shot, counts 0 and 1) was computed by the
    /// normal approximation.
    pub const Published2024: Self = Self::new("published-2024", published_2024, false);

    /// Uncorrected normal from n* = 10 on; below that the two-sided chi-square test with continuity
    /// correction, regardless of the alternative, rounded to 4 decimals (`published-icml`).
    ///
    /// Source: the tables of the shorter workshop version of the same study, in ICML format. They
    /// show only that the cut is between 6 and 10, and contain no equal counts. Rounding comes
    /// before any correction for multiple tests.
    pub const PublishedIcml: Self = Self::new("published-icml", published_icml, false);

    /// Every rule, in the order of its documentation.
    ///
    /// ```
    /// use peirast_stats::Rule;
    /// assert!(Rule::ALL.iter().all(|one| one.name().parse() == Ok(*one)));
    /// ```
    pub const ALL: &'static [Self] =
        &[Self::Exact, Self::MidP, Self::Normal, Self::Published2024, Self::PublishedIcml];
}

impl Rule {
    /// A rule of this name. It is monotone if p never rises when n12 or n21 moves away from balance;
    /// for a rule that is not, [`Lost::bounds`](crate::Lost::bounds) tries many counts.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Rule, mcnemar};
    /// let rule = Rule::new("two-sided", |a, b, _| mcnemar::exact(a, b, Alternative::TwoSided), true);
    /// assert_eq!(rule.test(0, 5, Alternative::Greater).p, 0.0625);
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, test: Test, is_monotone: bool) -> Self {
        Self { name, test, is_monotone }
    }

    /// The name of this rule, as it is printed, parsed and serialised.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns true if p never rises when a count moves away from balance.
    pub(crate) const fn is_monotone(self) -> bool {
        self.is_monotone
    }

    /// Tests one pair of discordant counts.
    ///
    /// The result contains the method and the alternative that were used: below n* = 10,
    /// [`Rule::PublishedIcml`] uses a two-sided test also for a one-sided alternative.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Rule};
    /// let result = Rule::PublishedIcml.test(0, 4, Alternative::Greater);
    /// assert_eq!((result.p, result.alternative), (0.1336, Alternative::TwoSided));
    /// ```
    #[must_use]
    pub fn test(self, n12: u64, n21: u64, alternative: Alternative) -> McNemar {
        (self.test)(n12, n21, alternative)
    }
}

impl Default for Rule {
    fn default() -> Self {
        Self::Exact
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.name).finish()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

impl FromStr for Rule {
    type Err = UnknownName;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|rule| rule.name == given);
        found.copied().ok_or_else(|| UnknownName {
            kind: "rule",
            given: given.to_owned(),
            known: Self::ALL.iter().map(|rule| rule.name).collect(),
        })
    }
}

impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name)
    }
}

impl<'de> serde::Deserialize<'de> for Rule {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let given = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        given.parse().map_err(serde::de::Error::custom)
    }
}

/// From this n* on, the tables of 2024 hold the normal approximation.
const NORMAL_FROM_2024: u64 = 25;
/// From this n* on, the workshop tables hold the normal approximation.
const NORMAL_FROM_ICML: u64 = 10;

fn published_2024(n12: u64, n21: u64, alternative: Alternative) -> McNemar {
    if n12.saturating_add(n21) < NORMAL_FROM_2024 {
        return mcnemar::exact(n12, n21, alternative);
    }
    mcnemar::normal(n12, n21, alternative)
}

fn published_icml(n12: u64, n21: u64, alternative: Alternative) -> McNemar {
    if n12.saturating_add(n21) < NORMAL_FROM_ICML {
        return rounded_chi_square(n12, n21);
    }
    mcnemar::normal(n12, n21, alternative)
}

/// The continuity-corrected chi-square test with its p cut to the 4 decimals that were passed on.
fn rounded_chi_square(n12: u64, n21: u64) -> McNemar {
    let result = mcnemar::chi_square_corrected(n12, n21);
    McNemar { p: (result.p * 1e4).round() / 1e4, ..result }
}
