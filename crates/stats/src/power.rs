//! Power of a planned comparison to find an effect of a given size.
//!
//! [`Design`] describes the planned test, [`Discordance`] the supposed probabilities. Power is
//! exact: it sums, over every number n* of discordant pairs and every n21 given n*, the probability
//! of the tables that the test rejects. Only tables of a total probability below 1e-12 are left
//! out, and a sum over 100,000 pairs takes some hundredths of a second. [`asymptotic`] has the
//! textbook formulas, [`two_proportion`] and [`rank`] those of other tests, and [`simulated`] finds
//! the power of anything that can be simulated.
//!
//! Sources: Miettinen (1968), *Biometrics* 24:339, for the split into conditional and
//! unconditional power; Duffy (1984), *Biometrics* 40:1005, for the exact sum.

pub mod asymptotic;
pub mod rank;
mod region;
mod search;
mod simulation;
pub mod two_proportion;

use serde::Serialize;

use crate::dist::binomial_pmf;
use crate::error::{inside, probability};
use crate::{Alternative, Error, Rule};
use region::{Ascent, Regions};
pub use search::{MAX_PAIRS, SampleSize};
pub use simulation::{Simulated, simulated};

/// A supposition about the pairs: the probabilities of discordant pairs in either direction.
///
/// ```
/// use peirast_stats::{Discordance, Error};
/// let supposed = Discordance::new(0.05, 0.15)?;
/// assert!((supposed.share_mended().unwrap_or(0.0) - 0.75).abs() < 1e-15);
/// assert!(matches!(Discordance::new(0.5, 0.6), Err(Error::ImpossibleCells { .. })));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Discordance {
    p12: f64,
    p21: f64,
}

impl Discordance {
    /// The probabilities that a pair is right then wrong (`p12`) and wrong then right (`p21`).
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] if one is not between 0 and 1, [`Error::ImpossibleCells`] if they
    /// add up to more than 1 (beyond rounding).
    ///
    /// ```
    /// use peirast_stats::Discordance;
    /// assert!(Discordance::new(0.9, 0.1).is_ok());
    /// assert!(Discordance::new(-0.1, 0.1).is_err());
    /// ```
    pub fn new(p12: f64, p21: f64) -> Result<Self, Error> {
        probability("p12", p12)?;
        probability("p21", p21)?;
        if p12 + p21 > 1.0 + f64::EPSILON {
            return Err(Error::ImpossibleCells { p12, p21 });
        }
        Ok(Self { p12, p21 })
    }

    /// The probability that original is right and perturbed wrong.
    ///
    /// ```
    /// assert_eq!(peirast_stats::Discordance::new(0.1, 0.2)?.p12(), 0.1);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub const fn p12(&self) -> f64 {
        self.p12
    }

    /// The probability that original is wrong and perturbed right.
    ///
    /// ```
    /// assert_eq!(peirast_stats::Discordance::new(0.1, 0.2)?.p21(), 0.2);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub const fn p21(&self) -> f64 {
        self.p21
    }

    /// The probability that a pair is discordant, p12 + p21.
    ///
    /// ```
    /// assert_eq!(peirast_stats::Discordance::new(0.25, 0.5)?.total(), 0.75);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.p12 + self.p21).min(1.0)
    }

    /// The effect, p21 - p12: the expected gain in the share of right answers.
    ///
    /// ```
    /// assert_eq!(peirast_stats::Discordance::new(0.25, 0.5)?.difference(), 0.25);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.p21 - self.p12
    }

    /// The share of discordant pairs in favour of the perturbed version, p21/(p12 + p21); `None` if
    /// no pair can be discordant.
    ///
    /// ```
    /// assert_eq!(peirast_stats::Discordance::new(0.0, 0.0)?.share_mended(), None);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn share_mended(&self) -> Option<f64> {
        let sum = self.p12 + self.p21;
        (sum > 0.0).then(|| self.p21 / sum)
    }
}

/// The test of a planned study.
///
/// ```
/// use peirast_stats::{Alternative, Design, Discordance, Rule};
/// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
/// let power = design.power(100, &Discordance::new(0.1, 0.2)?);
/// assert!((power - 0.3730770843018206).abs() < 1e-10);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Design {
    rule: Rule,
    alternative: Alternative,
    alpha: f64,
}

/// One point of a power curve.
///
/// ```
/// use peirast_stats::{Alternative, Design, Discordance, Rule};
/// let design = Design::new(Rule::MidP, Alternative::Greater, 0.05)?;
/// let curve = design.curve([50, 100, 200], &Discordance::new(0.05, 0.15)?);
/// assert!(curve[0].power < curve[1].power && curve[1].power < curve[2].power);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PowerPoint {
    /// The number of pairs.
    pub pairs: u64,
    /// The power with this number of pairs, 0 to 1.
    pub power: f64,
}

impl Design {
    /// A test by `rule` against `alternative` at level `alpha`.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `alpha` < 1.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Rule};
    /// assert!(Design::new(Rule::Exact, Alternative::Less, 0.05).is_ok());
    /// assert!(Design::new(Rule::Exact, Alternative::Less, 1.0).is_err());
    /// ```
    pub fn new(rule: Rule, alternative: Alternative, alpha: f64) -> Result<Self, Error> {
        Ok(Self { rule, alternative, alpha: inside("alpha", alpha)? })
    }

    /// Returns the same test as one of `tests` that are corrected together: at the level
    /// alpha/`tests` of Bonferroni.
    ///
    /// The power of a corrected test depends on the truth in all other tests. Bonferroni's does
    /// not, and Benjamini-Hochberg rejects everything that Bonferroni rejects: the true power is
    /// this or more.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Rule};
    /// let design = |alpha| Design::new(Rule::Exact, Alternative::TwoSided, alpha);
    /// assert_eq!(design(0.05)?.one_of(1), design(0.05)?);
    /// assert_eq!(design(0.5)?.one_of(8), design(0.0625)?);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn one_of(self, tests: u64) -> Self {
        Self { alpha: self.alpha / tests.max(1) as f64, ..self }
    }

    /// The level of the test.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Rule};
    /// assert_eq!(Design::new(Rule::Exact, Alternative::Less, 0.05)?.alpha(), 0.05);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability that `pairs` pairs lead to rejection; with `p12 = p21`, the size of the
    /// test.
    ///
    /// Time grows in proportion to the number of pairs.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Discordance, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
    /// // An exact test keeps its level.
    /// assert!(design.power(50, &Discordance::new(0.1, 0.1)?) <= 0.05);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn power(&self, pairs: u64, supposed: &Discordance) -> f64 {
        self.power_over(&mut Regions::new(*self), pairs, supposed)
    }

    /// Returns the same, with rejection regions of this design that may be known from earlier
    /// calls.
    fn power_over(&self, regions: &mut Regions, pairs: u64, supposed: &Discordance) -> f64 {
        // Terms this small cannot add up to 1e-12 over the few thousand values that matter.
        const NEGLIGIBLE: f64 = 1e-18;
        let Some(share) = supposed.share_mended() else { return 0.0 };
        let total = supposed.total();
        let mode = ((pairs as f64 + 1.0) * total).floor().min(pairs as f64) as u64;
        let weight = |discordant: u64| binomial_pmf(discordant, pairs, total);
        let matters = |discordant: &u64| weight(*discordant) >= NEGLIGIBLE;
        let least = (0..=mode).rev().take_while(matters).last().unwrap_or(mode);
        let most = (mode..=pairs).take_while(matters).last().unwrap_or(mode);
        let mut ascent = Ascent::new(share);
        let sum: f64 =
            (least..=most).map(|m| weight(m) * ascent.probability(m, regions.at(m))).sum();
        sum.min(1.0)
    }

    /// The power given that `discordant` pairs are discordant, each in favour of the perturbed
    /// version with probability `share`.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] if `share` is not between 0 and 1.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::Greater, 0.05)?;
    /// // Of 5 discordant pairs, only 5 out of 5 rejects.
    /// assert!((design.conditional_power(5, 0.8)? - 0.8_f64.powi(5)).abs() < 1e-15);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn conditional_power(&self, discordant: u64, share: f64) -> Result<f64, Error> {
        probability("share", share)?;
        Ok(Regions::new(*self).at(discordant).probability(discordant, share))
    }

    /// The power at each of several numbers of pairs.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Discordance, Rule};
    /// let design = Design::new(Rule::Normal, Alternative::Less, 0.05)?;
    /// assert_eq!(design.curve(1..=3, &Discordance::new(0.5, 0.1)?).len(), 3);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn curve(
        &self,
        pairs: impl IntoIterator<Item = u64>,
        supposed: &Discordance,
    ) -> Vec<PowerPoint> {
        let mut regions = Regions::new(*self);
        let point =
            |pairs| PowerPoint { pairs, power: self.power_over(&mut regions, pairs, supposed) };
        pairs.into_iter().map(point).collect()
    }
}
