//! Sequential testing, with stopping when the decision is safe.
//!
//! If a p-value is computed after every pair, and the study stops when it is small enough, true
//! null hypotheses are rejected far more often than the level allows. An e-process does not: under
//! every stopping rule, the probability that it ever reaches 1/alpha while the null hypothesis is
//! true is at most alpha (Ville's inequality).
//!
//! Given that a pair is discordant, it favours the perturbed version with probability theta, and
//! theta = 1/2 is "no effect". The [`EProcess`] bets on all theta together: it is the likelihood of
//! the discordant pairs under a beta mixture of theta over the likelihood under 1/2. One-sided, the
//! mixture has only theta on the side of the alternative, and the null hypothesis is the whole
//! other side.
//!
//! Sources: Robbins (1970), *Ann. Math. Stat.* 41:1397, for mixtures; Ramdas, Grünwald, Vovk &
//! Shafer (2023), *Statistical Science* 38:576, for e-processes; Wang & Ramdas (2022), *JRSS B*
//! 84:822, for e-BH.

mod stopping;

use std::f64::consts::LN_2;

pub use stopping::{Stop, StoppingSummary, stops};

use crate::dist::{beta_sf, ln_gamma};
use crate::error::inside;
use crate::{Alternative, Error, Interval, Undefined};

/// The evidence against "no effect" so far, in discordant pairs that come one after another.
///
/// ```
/// use peirast_stats::{Alternative, EProcess};
/// let mut evidence = EProcess::new(Alternative::Greater);
/// while !evidence.rejects(0.05) {
///     evidence.observe(true);
/// }
/// // Seven pairs mended and none broken are enough, however long one was ready to go on.
/// assert_eq!(evidence.counts(), (0, 7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EProcess {
    alternative: Alternative,
    prior: f64,
    broken: u64,
    mended: u64,
    largest: f64,
}

impl EProcess {
    /// Starts with no pairs, and all theta alike.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// assert_eq!(EProcess::new(Alternative::TwoSided).ln_e(), 0.0);
    /// ```
    #[must_use]
    pub const fn new(alternative: Alternative) -> Self {
        Self { alternative, prior: 1.0, broken: 0, mended: 0, largest: 0.0 }
    }

    /// Starts with a beta mixture of both shapes `prior`: above 1 it bets on small effects, below
    /// on large ones. It must be chosen before the data are seen.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless `prior` is above 0 and at most 1e6.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// assert!(EProcess::with_prior(Alternative::TwoSided, 0.5).is_ok());
    /// assert!(EProcess::with_prior(Alternative::TwoSided, 0.0).is_err());
    /// ```
    pub fn with_prior(alternative: Alternative, prior: f64) -> Result<Self, Error> {
        if prior > 0.0 && prior <= 1e6 {
            Ok(Self { prior, ..Self::new(alternative) })
        } else {
            Err(Error::OutOfRange { what: "prior", range: "above 0 and at most 1e6", value: prior })
        }
    }

    /// Adds one discordant pair.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::TwoSided);
    /// evidence.observe(true);
    /// evidence.observe(false);
    /// assert_eq!(evidence.counts(), (1, 1));
    /// ```
    pub fn observe(&mut self, mended: bool) {
        let count = if mended { &mut self.mended } else { &mut self.broken };
        *count = count.saturating_add(1);
        self.largest = self.largest.max(self.ln_e());
    }

    /// Adds one pair; it changes nothing if both answers were right or both wrong.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::TwoSided);
    /// evidence.observe_pair(true, true);
    /// evidence.observe_pair(true, false);
    /// assert_eq!(evidence.counts(), (1, 0));
    /// ```
    pub fn observe_pair(&mut self, original_right: bool, perturbed_right: bool) {
        if original_right != perturbed_right {
            self.observe(perturbed_right);
        }
    }

    /// Returns the evidence after this number of further discordant pairs, all in favour of the
    /// same member. The p-value ignores the values in between.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let hope = EProcess::new(Alternative::Greater).after(7, true);
    /// assert!(hope.e() > 20.0 && hope.counts() == (0, 7));
    /// ```
    #[must_use]
    pub fn after(mut self, pairs: u64, mended: bool) -> Self {
        let count = if mended { &mut self.mended } else { &mut self.broken };
        *count = count.saturating_add(pairs);
        self.largest = self.largest.max(self.ln_e());
        self
    }

    /// The alternative that the evidence is for.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// assert_eq!(EProcess::new(Alternative::Less).alternative(), Alternative::Less);
    /// ```
    #[must_use]
    pub const fn alternative(&self) -> Alternative {
        self.alternative
    }

    /// The discordant pairs so far: in favour of the original, and in favour of the perturbed
    /// version.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// assert_eq!(EProcess::new(Alternative::Less).counts(), (0, 0));
    /// ```
    #[must_use]
    pub const fn counts(&self) -> (u64, u64) {
        (self.broken, self.mended)
    }

    /// The logarithm of the e-value now. Its error is some 1e-15 times the number of pairs.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::TwoSided);
    /// (0..3).for_each(|_| evidence.observe(true));
    /// // 2^3 times the mean of theta^3.
    /// assert!((evidence.ln_e() - 2_f64.ln()).abs() < 1e-14);
    /// ```
    #[must_use]
    pub fn ln_e(&self) -> f64 {
        let (prior, n) = (self.prior, self.broken as f64 + self.mended as f64);
        let (a, b) = (prior + self.mended as f64, prior + self.broken as f64);
        let mixture = n * LN_2 + ln_beta(a, b) - ln_beta(prior, prior);
        // Half of the prior mass lies on either side.
        match self.alternative {
            Alternative::TwoSided => mixture,
            Alternative::Greater => mixture + (2.0 * beta_sf(0.5, a, b)).ln(),
            Alternative::Less => mixture + (2.0 * beta_sf(0.5, b, a)).ln(),
        }
    }

    /// The e-value now, 0 or more: the wealth after betting 1 against the null hypothesis. Infinite
    /// beyond 1e308.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::Greater);
    /// evidence.observe(true);
    /// assert!((evidence.e() - 1.5).abs() < 1e-14);
    /// ```
    #[must_use]
    pub fn e(&self) -> f64 {
        self.ln_e().exp()
    }

    /// The p-value that is valid under every stopping rule: 1 over the largest e-value so far, at
    /// most 1.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::TwoSided);
    /// (0..3).for_each(|_| evidence.observe(true));
    /// evidence.observe(false);
    /// // The evidence fell back; the p-value does not.
    /// assert!(evidence.e() < 2.0 && (evidence.p() - 0.5).abs() < 1e-14);
    /// ```
    #[must_use]
    pub fn p(&self) -> f64 {
        (-self.largest).exp().min(1.0)
    }

    /// The p-value of this look alone: 1 over the e-value now, at most 1. It may rise again;
    /// [`EProcess::p`] is the smallest so far.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::TwoSided);
    /// (0..3).for_each(|_| evidence.observe(true));
    /// evidence.observe(false);
    /// assert_eq!(evidence.p_now(), 1.0);
    /// assert!(evidence.p() < 0.6);
    /// ```
    #[must_use]
    pub fn p_now(&self) -> f64 {
        (-self.ln_e()).exp().min(1.0)
    }

    /// Returns true if "no effect" is rejected at this level, now or at any time before.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// assert!(!EProcess::new(Alternative::TwoSided).rejects(0.05));
    /// ```
    #[must_use]
    pub fn rejects(&self, alpha: f64) -> bool {
        self.p() <= alpha
    }

    /// The confidence interval for theta, the share of discordant pairs in favour of the perturbed
    /// version, valid at all times together: every theta that a two-sided e-process of this prior
    /// does not reject now. From 0 to 1 without pairs.
    ///
    /// Source: Howard, Ramdas, McAuliffe & Sekhon (2021), *Ann. Stat.* 49:1055.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
    ///
    /// ```
    /// use peirast_stats::{Alternative, EProcess};
    /// let mut evidence = EProcess::new(Alternative::TwoSided);
    /// (0..40).for_each(|i| evidence.observe(i % 4 != 0));
    /// let interval = evidence.interval(0.95)?;
    /// assert!(interval.low > 0.5 && interval.contains(0.75));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        let limit = -(1.0 - inside("confidence", confidence)?).ln();
        let (s, f) = (self.mended as f64, self.broken as f64);
        let mixture = ln_beta(self.prior + s, self.prior + f) - ln_beta(self.prior, self.prior);
        let term = |count: f64, p: f64| if count > 0.0 { count * p.ln() } else { 0.0 };
        let kept = |theta: f64| mixture - term(s, theta) - term(f, 1.0 - theta) < limit;
        let centre = if s + f > 0.0 { s / (s + f) } else { 0.5 };
        let edge = |end: f64| {
            if kept(end) {
                return end;
            }
            let (mut out, mut within) = (end, centre);
            for _ in 0..60 {
                let middle = f64::midpoint(out, within);
                if kept(middle) { within = middle } else { out = middle }
            }
            out
        };
        Ok(Interval { low: edge(0.0), high: edge(1.0) })
    }
}

/// The intersection of the intervals of all evaluations: the interval that corresponds to the
/// running p-value [`EProcess::p`], and like it never becomes wider. All intervals together contain
/// theta with this confidence, so their intersection does too.
///
/// `looks` is the evidence after each evaluated pair; without any, the interval is 0 to 1.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Undefined::NothingInCommon`] if two of them
/// exclude one another: then theta was not the same all the time, or lies outside of one of them.
///
/// ```
/// use peirast_stats::{Alternative, EProcess, sequential};
/// let mut evidence = EProcess::new(Alternative::TwoSided);
/// let mut looks = Vec::new();
/// for at in 0..40 {
///     evidence.observe(at % 4 != 0);
///     looks.push(evidence);
/// }
/// let running = sequential::running_interval(&looks, 0.95)?;
/// let now = evidence.interval(0.95)?;
/// assert!(running.low >= now.low && running.high <= now.high);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn running_interval(looks: &[EProcess], confidence: f64) -> Result<Interval, Error> {
    inside("confidence", confidence)?;
    let mut common = Interval { low: 0.0, high: 1.0 };
    let mut before = None;
    for look in looks {
        // Pairs that are not discordant change nothing.
        if before.replace(look.counts()) != Some(look.counts()) {
            let Interval { low, high } = look.interval(confidence)?;
            common = Interval { low: common.low.max(low), high: common.high.min(high) };
        }
    }
    if common.low > common.high {
        return Err(Undefined::NothingInCommon.into());
    }
    Ok(common)
}

/// ln B(a, b).
fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)
}

/// Returns the rejected hypotheses by their e-values, with an expected share of false rejections of
/// at most `alpha` under any dependence of the e-values: e-BH.
///
/// The k largest are rejected, with the largest k for which the k-th is at least m/(k `alpha`).
/// Undefined e-values (`None`) are not rejected and do not count towards m.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `alpha` < 1 and every e-value is 0 or more.
///
/// ```
/// use peirast_stats::sequential;
/// let rejected = sequential::e_bh(&[Some(90.0), Some(35.0), Some(1.0), None], 0.05)?;
/// assert_eq!(rejected, [true, true, false, false]);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn e_bh(e: &[Option<f64>], alpha: f64) -> Result<Vec<bool>, Error> {
    inside("alpha", alpha)?;
    if let Some(value) = e.iter().flatten().copied().find(|e| e.is_nan() || *e < 0.0) {
        return Err(Error::OutOfRange { what: "e", range: "0 or more", value });
    }
    let mut sorted: Vec<f64> = e.iter().flatten().copied().collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let m = sorted.len() as f64;
    let enough = |k: usize| sorted[k] * (k + 1) as f64 * alpha >= m;
    let least = (0..sorted.len()).rev().find(|k| enough(*k)).map(|k| sorted[k]);
    Ok(e.iter().map(|e| matches!((e, least), (Some(e), Some(least)) if *e >= least)).collect())
}
