//! Wilcoxon's signed-rank test of paired differences.
//!
//! Differences are ranked by size; if their distribution is symmetric about 0, each rank falls to
//! the positive or the negative side with probability 1/2. Source: Wilcoxon (1945), *Biometrics
//! Bulletin* 1:80; Pratt (1959), *JASA* 54:655, for zeros; Hollander, Wolfe & Chicken (2014),
//! *Nonparametric Statistical Methods*, chapter 3, for variances and ties.

use crate::dist::normal_p;
use crate::name::named;
use crate::rank::Ranks;
use crate::sample::finite;
use crate::{Alternative, Defined, Error, Undefined};

/// The treatment of differences of exactly 0.
///
/// ```
/// use peirast_stats::ZeroRule;
/// assert_eq!("pratt".parse(), Ok(ZeroRule::Pratt));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZeroRule {
    /// They are dropped before ranking (`wilcox`).
    #[default]
    Wilcox,
    /// They are ranked with the rest and then dropped (`pratt`), so that many zeros are evidence
    /// against a difference.
    Pratt,
}

named!(ZeroRule, "rule for zeros",
    Wilcox => "wilcox",
    Pratt => "pratt",
);

/// The signed ranks of a sample of differences.
///
/// ```
/// use peirast_stats::{Alternative, ZeroRule, wilcoxon};
/// let test = wilcoxon::signed_rank(&[1.5, 2.0, -0.5, 3.0, 4.0], ZeroRule::Wilcox)?;
/// assert_eq!((test.w_plus, test.w_minus), (14.0, 1.0));
/// assert_eq!(test.p_exact(Alternative::Greater), Ok(0.0625));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of positive differences.
    pub w_plus: f64,
    /// The sum of the ranks of negative differences.
    pub w_minus: f64,
    /// The number of differences that are not 0.
    pub n: u64,
    /// The number of differences that are 0.
    pub zeros: u64,
    /// True if some nonzero differences have the same size.
    pub ties: bool,
    /// Twice the ranks of the nonzero differences.
    doubled: Vec<u64>,
    tie_sum: f64,
    rule: ZeroRule,
}

/// Ranks differences by size. Time n log n.
///
/// Sizes count as equal only if they are the same float: [`crate::paired_differences`] returns
/// differences without binary rounding errors.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite differences, [`Error::Undefined`] without any. If all are 0,
/// both sums are 0 and everything else is undefined.
///
/// ```
/// use peirast_stats::{Undefined, ZeroRule, wilcoxon};
/// let zeros = wilcoxon::signed_rank(&[0.0, 0.0], ZeroRule::Pratt)?;
/// assert_eq!((zeros.w_plus, zeros.rank_biserial()), (0.0, Err(Undefined::NoNonzeroDifference)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn signed_rank(differences: &[f64], rule: ZeroRule) -> Result<SignedRank, Error> {
    finite("differences", differences)?;
    if differences.is_empty() {
        return Err(Undefined::Empty.into());
    }
    let nonzero: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let zeros = (differences.len() - nonzero.len()) as u64;
    let sizes: Vec<f64> = nonzero.iter().map(|d| d.abs()).collect();
    let mut ranks = Ranks::new(&sizes);
    if rule == ZeroRule::Pratt {
        // Zeros are the smallest: they move every rank up by one each.
        ranks.doubled.iter_mut().for_each(|rank| *rank += 2 * zeros);
    }
    let sum = |keep: fn(f64) -> bool| -> f64 {
        let kept = nonzero.iter().zip(&ranks.doubled).filter(|(d, _)| keep(**d));
        kept.map(|(_, rank)| *rank).sum::<u64>() as f64 / 2.0
    };
    Ok(SignedRank {
        w_plus: sum(|d| d > 0.0),
        w_minus: sum(|d| d < 0.0),
        n: nonzero.len() as u64,
        zeros,
        ties: ranks.tied(),
        tie_sum: ranks.tie_sum(),
        doubled: ranks.doubled,
        rule,
    })
}

impl SignedRank {
    /// (W+ - W-)/(W+ + W-), -1 to 1: the matched-pairs rank-biserial correlation. Source: Kerby
    /// (2014), *Comprehensive Psychology* 3:1.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoNonzeroDifference`] if all differences are 0.
    ///
    /// ```
    /// use peirast_stats::{ZeroRule, wilcoxon};
    /// let test = wilcoxon::signed_rank(&[1.0, 2.0, -3.0], ZeroRule::Wilcox)?;
    /// assert_eq!(test.rank_biserial(), Ok(0.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn rank_biserial(&self) -> Defined {
        self.some()?;
        Ok((self.w_plus - self.w_minus) / (self.w_plus + self.w_minus))
    }

    /// The exact p-value of the classical tables: no zeros, no ties.
    ///
    /// Two-sided is twice the smaller tail, at most 1.
    ///
    /// # Errors
    ///
    /// [`Undefined::Ties`] with zeros or ties (use [`SignedRank::p_conditional`]),
    /// [`Undefined::NoNonzeroDifference`] if all differences are 0, [`Undefined::TooLarge`] beyond
    /// some 2000 differences.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Undefined, ZeroRule, wilcoxon};
    /// let tied = wilcoxon::signed_rank(&[1.0, 1.0, 2.0], ZeroRule::Wilcox)?;
    /// assert_eq!(tied.p_exact(Alternative::Less), Err(Undefined::Ties));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p_exact(&self, alternative: Alternative) -> Defined {
        self.some()?;
        if self.ties || self.zeros > 0 {
            Err(Undefined::Ties)
        } else {
            self.p_conditional(alternative)
        }
    }

    /// The exact p-value conditional on the observed ranks, ties and zeros included: the share of
    /// all sign assignments with a sum as extreme. Without ties and zeros it is the classical exact
    /// value.
    ///
    /// Counted by sums, not sign by sign: time n times the smaller rank sum.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoNonzeroDifference`] if all differences are 0, [`Undefined::TooLarge`] beyond
    /// some 2000 differences.
    ///
    /// ```
    /// use peirast_stats::{Alternative, ZeroRule, wilcoxon};
    /// let tied = wilcoxon::signed_rank(&[1.0, 1.0, 1.0, 1.0], ZeroRule::Wilcox)?;
    /// assert_eq!(tied.p_conditional(Alternative::TwoSided), Ok(0.125));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p_conditional(&self, alternative: Alternative) -> Defined {
        self.some()?;
        let (plus, minus) = ((2.0 * self.w_plus) as u64, (2.0 * self.w_minus) as u64);
        // The null distribution is symmetric: P(W+ >= w) = P(W- <= its counterpart).
        match alternative {
            Alternative::Greater => self.at_most(minus),
            Alternative::Less => self.at_most(plus),
            Alternative::TwoSided => Ok((2.0 * self.at_most(plus.min(minus))?).min(1.0)),
        }
    }

    /// The p-value by the normal approximation, with a variance that allows for ties and zeros.
    ///
    /// With `corrected`, the sum is moved half a step towards its mean (one-sided: against the
    /// alternative).
    ///
    /// # Errors
    ///
    /// [`Undefined::NoNonzeroDifference`] if all differences are 0.
    ///
    /// ```
    /// use peirast_stats::{Alternative, ZeroRule, wilcoxon};
    /// let one = wilcoxon::signed_rank(&[1.0], ZeroRule::Wilcox)?;
    /// assert_eq!(one.p_normal(Alternative::TwoSided, true), Ok(1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p_normal(&self, alternative: Alternative, corrected: bool) -> Defined {
        Ok(normal_p(self.z(alternative, corrected)?, alternative))
    }

    /// W+ less its mean under the null hypothesis, in standard deviations; see
    /// [`SignedRank::p_normal`].
    ///
    /// # Errors
    ///
    /// [`Undefined::NoNonzeroDifference`] if all differences are 0.
    ///
    /// ```
    /// use peirast_stats::{Alternative, ZeroRule, wilcoxon};
    /// let one = wilcoxon::signed_rank(&[1.0], ZeroRule::Wilcox)?;
    /// assert_eq!(one.z(Alternative::TwoSided, false), Ok(1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn z(&self, alternative: Alternative, corrected: bool) -> Defined {
        self.some()?;
        let (n, zeros) = (self.n as f64, self.zeros as f64);
        let cubes = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
        let spread = match self.rule {
            ZeroRule::Wilcox => cubes(n),
            ZeroRule::Pratt => cubes(n + zeros) - cubes(zeros),
        };
        let variance = (spread - self.tie_sum / 2.0) / 24.0;
        let departure = (self.w_plus - self.w_minus) / 2.0;
        let moved = if corrected { alternative.half_less(departure) } else { departure };
        Ok(moved / variance.sqrt())
    }

    fn some(&self) -> Defined<()> {
        if self.n == 0 { Err(Undefined::NoNonzeroDifference) } else { Ok(()) }
    }

    /// P(twice a rank sum <= `most`) over all signs.
    fn at_most(&self, most: u64) -> Defined {
        const STEPS: u64 = 4_000_000_000;
        // Without ties in half steps, all doubled ranks are even.
        let unit = if self.doubled.iter().all(|rank| rank % 2 == 0) { 2 } else { 1 };
        let last = most / unit;
        if self.n.saturating_mul(last) > STEPS {
            return Err(Undefined::TooLarge);
        }
        let ranks = self.doubled.iter().map(|rank| (rank / unit) as usize).collect();
        let chances = sums_of_signs(ranks, last as usize);
        Ok(chances.iter().sum::<f64>().min(1.0))
    }
}

/// The probability of each sum from 0 to `last` of the ranks that get a positive sign.
pub(crate) fn sums_of_signs(mut ranks: Vec<usize>, last: usize) -> Vec<f64> {
    let mut chances = vec![0.0_f64; last + 1];
    chances[0] = 1.0;
    let mut reached = 0;
    ranks.sort_unstable();
    for rank in ranks {
        reached = (reached + rank).min(last);
        for sum in (rank..=reached).rev() {
            chances[sum] = 0.5 * (chances[sum] + chances[sum - rank]);
        }
        chances[..rank.min(reached + 1)].iter_mut().for_each(|chance| *chance *= 0.5);
    }
    chances
}
