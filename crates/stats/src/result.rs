//! One form of result for every test, for printing, storing and comparing.
//!
//! There is a function here for each test of this crate. It runs the test, adds effect size and
//! interval, checks the assumptions of the test, and returns a [`TestResult`]. For data without a
//! defined result, the numbers are undefined with a reason; only invalid arguments are errors.

mod association;
mod counts;
mod json;
mod pairs;
mod regression;
mod scores;
mod sentence;

pub(crate) use sentence::digits;

pub use association::{cohens_kappa, kendall, logistic, pearson, spearman};
pub use counts::{binomial, cochran_q, two_proportions};
pub use pairs::{clustered_mcnemar, difference_by_two, mcnemar, sequential};
pub use regression::{mixed_logistic, mixed_logistic_sd, stratified_logistic};
pub use scores::{
    RankMethod, friedman, kruskal_wallis, mann_whitney, paired_t, permutation_independent,
    permutation_paired, shapiro_wilk, wilcoxon,
};

use serde::{Deserialize, Serialize};

use crate::{Alternative, Defined, Error, Interval, Undefined};

/// The result of a test.
///
/// In JSON, a number that is undefined is an object `{"undefined": "why"}`, an infinite one the
/// string `"infinity"` or `"-infinity"`.
///
/// ```
/// use peirast_stats::{Alternative, result};
/// let (x, y) = ([3.0, 5.0, 4.0, 6.0], [1.0, 4.0, 4.0, 3.0]);
/// let result = result::paired_t(&x, &y, Alternative::TwoSided, 0.95)?.losing(2, "no answer");
/// assert_eq!((result.n_used, result.n_lost), (4, 2));
/// let json = serde_json::to_string(&result)?;
/// assert_eq!(serde_json::from_str::<peirast_stats::TestResult>(&json)?, result);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// The test, by its usual name.
    pub test: String,
    /// The method of the test: exact, normal approximation and so on.
    pub method: String,
    /// The hypothesis, as the second half of a sentence that begins with "if".
    pub hypothesis: String,
    /// The alternative; `None` for tests that have no direction.
    pub alternative: Option<Alternative>,
    /// The statistic that the test compares with its distribution.
    pub statistic: Quantity,
    /// The degrees of freedom: none, one, or two for F.
    pub df: Vec<f64>,
    /// The p-value, 0 to 1. Below some 1e-308 it is 0.
    #[serde(with = "json")]
    pub p: Defined,
    /// The smallest and the largest p over all completions of lost pairs, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_bounds: Option<Interval>,
    /// The effect size.
    pub effect: Option<Quantity>,
    /// The confidence interval of the effect.
    pub interval: Option<Estimate>,
    /// The names of two groups that are compared, if they have any: the sign of the effect is that of
    /// the first less the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<[String; 2]>,
    /// The counted unit: pairs, values, subjects and so on.
    pub unit: String,
    /// The number of units in the test.
    pub n_used: u64,
    /// The number of units that were lost.
    pub n_lost: u64,
    /// The reasons for the loss, with a count for each.
    pub lost: Vec<LostCount>,
    /// The assumptions of the test, and their state for these data.
    pub assumptions: Vec<Assumption>,
    /// Warnings that affect the interpretation of the numbers.
    pub warnings: Vec<String>,
}

/// A number with its name.
///
/// ```
/// use peirast_stats::{Quantity, Undefined};
/// let t = Quantity { name: "t".to_owned(), value: Err(Undefined::ZeroVariance) };
/// assert_eq!(serde_json::to_string(&t)?, r#"{"name":"t","value":{"undefined":"zero variance"}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quantity {
    /// The name, as used in a sentence.
    pub name: String,
    /// The value; it may be infinite.
    #[serde(with = "json")]
    pub value: Defined,
}

/// A confidence interval, with the name of its quantity.
///
/// ```
/// use peirast_stats::{Alternative, result};
/// let result = result::binomial(8, 10, 0.5, Alternative::TwoSided, 0.95)?;
/// let interval = result.interval.expect("a share has one");
/// assert_eq!((interval.of.as_str(), interval.method.as_str()), ("share", "clopper-pearson"));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The quantity.
    pub of: String,
    /// The confidence, strictly between 0 and 1.
    pub confidence: f64,
    /// The method of the interval.
    pub method: String,
    /// The limits; they may be infinite.
    #[serde(with = "json::limits")]
    pub limits: Defined<Interval>,
}

/// The number of units that were lost for one reason.
///
/// ```
/// use peirast_stats::LostCount;
/// let lost = LostCount { cause: "refused".to_owned(), count: 3 };
/// assert_eq!(lost.count, 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostCount {
    /// The reason.
    pub cause: String,
    /// The number.
    pub count: u64,
}

/// An assumption of a test.
///
/// ```
/// use peirast_stats::{Alternative, Pooling, Standing, result};
/// let small = result::two_proportions(1, 4, 2, 4, Pooling::Pooled, Alternative::TwoSided, 0.95)?;
/// assert_eq!(small.assumptions[0].standing, Standing::Doubtful);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// The assumption, as a sentence.
    pub statement: String,
    /// Its state for these data.
    pub standing: Standing,
}

/// The state of an assumption: met, doubtful, or not checked.
///
/// ```
/// use peirast_stats::Standing;
/// assert_eq!(serde_json::to_string(&Standing::Unchecked)?, r#""unchecked""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The data do not contradict it.
    Met,
    /// The data contradict it.
    Doubtful,
    /// The data cannot decide it, or it was not checked.
    Unchecked,
}

impl TestResult {
    /// A result without numbers yet.
    fn new(test: &str, method: &str, hypothesis: &str, unit: &str, n_used: u64) -> Self {
        Self {
            test: test.to_owned(),
            unit: unit.to_owned(),
            method: method.to_owned(),
            hypothesis: hypothesis.to_owned(),
            alternative: None,
            statistic: Quantity { name: "statistic".to_owned(), value: Err(Undefined::Empty) },
            df: Vec::new(),
            p: Err(Undefined::Empty),
            p_bounds: None,
            effect: None,
            interval: None,
            groups: None,
            n_used,
            n_lost: 0,
            lost: Vec::new(),
            assumptions: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn against(mut self, alternative: Alternative) -> Self {
        self.alternative = Some(alternative);
        self
    }

    fn with(mut self, name: &str, statistic: Defined, p: Defined) -> Self {
        self.statistic = Quantity { name: name.to_owned(), value: statistic };
        self.p = p;
        self
    }

    fn with_df(mut self, df: &[f64]) -> Self {
        self.df = df.to_vec();
        self
    }

    fn with_effect(mut self, name: &str, value: Defined) -> Self {
        self.effect = Some(Quantity { name: name.to_owned(), value });
        self
    }

    /// Adds an interval; an undefined one is kept with its reason.
    fn with_interval(
        mut self,
        of: &str,
        method: &str,
        confidence: f64,
        interval: Result<Interval, Error>,
    ) -> Result<Self, Error> {
        let limits = defined(interval)?;
        let (of, method) = (of.to_owned(), method.to_owned());
        self.interval = Some(Estimate { of, confidence, method, limits });
        Ok(self)
    }

    /// Adds a warning if p and the interval disagree on whether `of` is `null`, as two methods may
    /// near the boundary.
    fn agreeing_at(self, null: f64) -> Self {
        let (Ok(p), Some(Alternative::TwoSided), Some(one)) =
            (self.p, self.alternative, &self.interval)
        else {
            return self;
        };
        let Ok(limits) = one.limits else { return self };
        let rejects = p <= 1.0 - one.confidence;
        let excludes = !limits.contains(null);
        let (of, method) = (one.of.clone(), one.method.clone());
        let test = self.method.clone();
        let holds = if excludes { "leaves out" } else { "holds" };
        self.warning(
            rejects != excludes,
            &format!(
                "the interval of the {of} {holds} {}, but p disagrees: p uses one method ({test}), \
                 the interval another ({method}), and near the boundary they may differ",
                digits(null, 3)
            ),
        )
    }

    fn supposing(mut self, statement: &str, standing: Standing) -> Self {
        self.assumptions.push(Assumption { statement: statement.to_owned(), standing });
        self
    }

    fn warning(mut self, when: bool, text: &str) -> Self {
        if when {
            self.warnings.push(text.to_owned());
        }
        self
    }

    /// Returns the result for data without a defined result; malformed data stay an error.
    fn undefined(self, name: &str, error: Error) -> Result<Self, Error> {
        let why = error.reason().ok_or(error)?;
        Ok(self.with(name, Err(why), Err(why)))
    }

    /// Returns the same result, with the names of the two compared groups, in their order.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Pooling, result};
    /// let test = result::two_proportions(30, 60, 9, 60, Pooling::Pooled, Alternative::TwoSided, 0.95)?;
    /// let test = test.comparing(["old".to_owned(), "new".to_owned()]);
    /// assert!(test.sentence().contains("The first group is `old`, the second `new`."));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn comparing(mut self, groups: [String; 2]) -> Self {
        self.groups = Some(groups);
        self
    }

    /// Returns the same result, with this number of further units lost for this reason.
    ///
    /// ```
    /// use peirast_stats::{Alternative, result};
    /// let result = result::binomial(8, 10, 0.5, Alternative::TwoSided, 0.95)?;
    /// let result = result.losing(2, "refused").losing(1, "cut off").losing(0, "nothing");
    /// assert_eq!((result.n_lost, result.lost.len()), (3, 2));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn losing(mut self, count: u64, cause: &str) -> Self {
        if count > 0 {
            self.n_lost = self.n_lost.saturating_add(count);
            self.lost.push(LostCount { cause: cause.to_owned(), count });
        }
        self
    }
}

/// Separates undefined quantities from invalid arguments.
fn defined<T>(result: Result<T, Error>) -> Result<Defined<T>, Error> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(error) => error.reason().map_or(Err(error), |why| Ok(Err(why))),
    }
}

/// The state of an assumption that was checked.
const fn standing(met: bool) -> Standing {
    if met { Standing::Met } else { Standing::Doubtful }
}
