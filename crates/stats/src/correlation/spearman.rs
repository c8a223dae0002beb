use super::{check, fisher, perfect};
use crate::dist::t_p;
use crate::name::named;
use crate::rank::Ranks;
use crate::{Alternative, Defined, Error, Interval, Undefined};

/// Spearman's rank correlation of two samples.
///
/// ```
/// use peirast_stats::correlation;
/// let curve = correlation::spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 8.0, 27.0, 64.0])?;
/// assert!((curve.rho - 1.0).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Spearman {
    /// The coefficient, -1 to 1.
    pub rho: f64,
    /// The number of pairs of values.
    pub n: u64,
    x: Vec<u64>,
    y: Vec<u64>,
}

/// The approximation of the variance of artanh(rho).
///
/// ```
/// use peirast_stats::SpearmanInterval;
/// assert_eq!("bonett-wright".parse(), Ok(SpearmanInterval::BonettWright));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpearmanInterval {
    /// (1 + rho^2/2)/(n - 3) (`bonett-wright`), with coverage near the nominal one up to a rho of
    /// 0.9 or so. Source: Bonett & Wright (2000), *Psychometrika* 65:23.
    #[default]
    BonettWright,
    /// 1/(n - 3), as for Pearson's r (`fisher`): too short for strong correlations.
    Fisher,
}

named!(SpearmanInterval, "interval for Spearman's rho",
    BonettWright => "bonett-wright",
    Fisher => "fisher",
);

/// Spearman's rho: Pearson's correlation of the ranks, ties given their average rank. Source:
/// Spearman (1904), *Am. J. Psychol.* 15:72. Values that differ by the rounding of their last places are tied.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] for
/// fewer than two pairs or if one variable is constant.
///
/// ```
/// use peirast_stats::correlation;
/// let tied = correlation::spearman(&[1.0, 1.0, 2.0], &[3.0, 4.0, 5.0])?;
/// assert!((tied.rho - 0.75_f64.sqrt()).abs() < 1e-15);
/// let rounded = correlation::spearman(&[11.0 / 12.0, 0.9166666666666666, 2.0], &[3.0, 4.0, 5.0])?;
/// assert_eq!(rounded.rho, tied.rho);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn spearman(x: &[f64], y: &[f64]) -> Result<Spearman, Error> {
    check(x, y)?;
    let (n, x, y) = (x.len() as u64, Ranks::new(x).doubled, Ranks::new(y).doubled);
    // Twice the deviations from the mean rank are whole numbers: their sums are exact.
    let product = |x: &[u64], y: &[u64]| -> f64 {
        let deviation = |twice: u64| i128::from(twice) - i128::from(n) - 1;
        let sum: i128 = x.iter().zip(y).map(|(x, y)| deviation(*x) * deviation(*y)).sum();
        sum as f64 / 4.0
    };
    let share = 1.0 / (n as f64 - 1.0);
    let (sd_x, sd_y) = ((product(&x, &x) * share).sqrt(), (product(&y, &y) * share).sqrt());
    let rho = (product(&x, &y) * share / sd_x / sd_y).clamp(-1.0, 1.0);
    Ok(Spearman { rho, n, x, y })
}

/// With more pairs than this, the exact distribution is not enumerated.
const EXACT_UP_TO: u64 = 10;

impl Spearman {
    /// The p-value of no monotone association by Student's approximation, with n - 2 degrees of
    /// freedom. Rough below some 10 pairs. Source: Kendall (1970), *Rank Correlation Methods*.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoFreedom`] for two pairs.
    ///
    /// ```
    /// use peirast_stats::{Alternative, correlation};
    /// let rho = correlation::spearman(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0])?;
    /// assert!((rho.p(Alternative::TwoSided)? - 0.4).abs() < 1e-12);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, alternative: Alternative) -> Defined {
        if self.n < 3 {
            return Err(Undefined::NoFreedom);
        }
        let df = self.n as f64 - 2.0;
        let t = self.rho * (df / ((self.rho + 1.0) * (1.0 - self.rho))).sqrt();
        Ok(t_p(t, df, alternative))
    }

    /// The exact p-value: the share of all n! pairings of the ranks with a rho as far out as this
    /// one, ties included. Two-sided means as far from 0.
    ///
    /// For up to 10 pairs; counted over sets of ranks, not over permutations one by one.
    ///
    /// # Errors
    ///
    /// [`Undefined::TooLarge`] for more than 10 pairs.
    ///
    /// ```
    /// use peirast_stats::{Alternative, correlation};
    /// let rho = correlation::spearman(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0])?;
    /// assert!((rho.exact_p(Alternative::TwoSided)? - 2.0 / 6.0).abs() < 1e-15);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn exact_p(&self, alternative: Alternative) -> Defined {
        if self.n > EXACT_UP_TO {
            return Err(Undefined::TooLarge);
        }
        let counts = pairings(&self.x, &self.y);
        let total = |ranks: &[u64]| ranks.iter().map(|rank| *rank as i64).sum::<i64>();
        let centre = total(&self.x) * total(&self.y);
        let departure = |sum: u64| sum as i64 * self.n as i64 - centre;
        let observed = departure(self.x.iter().zip(&self.y).map(|(x, y)| x * y).sum::<u64>());
        let extreme = |sum: usize| match alternative {
            Alternative::TwoSided => departure(sum as u64).abs() >= observed.abs(),
            Alternative::Greater => departure(sum as u64) >= observed,
            Alternative::Less => departure(sum as u64) <= observed,
        };
        let all: f64 = counts.iter().sum();
        let beyond: f64 = (0..counts.len()).filter(|sum| extreme(*sum)).map(|i| counts[i]).sum();
        Ok(beyond / all)
    }

    /// A normal interval on the scale of artanh.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if n is 3 or less,
    /// or rho is 1 or -1.
    ///
    /// ```
    /// use peirast_stats::{SpearmanInterval, correlation};
    /// let rho = correlation::spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 1.0, 4.0, 3.0, 5.0])?;
    /// let wide = rho.interval(SpearmanInterval::BonettWright, 0.95)?;
    /// assert!(wide.low < rho.interval(SpearmanInterval::Fisher, 0.95)?.low);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, method: SpearmanInterval, confidence: f64) -> Result<Interval, Error> {
        if self.n <= 3 && !perfect(self.rho) {
            return Err(Undefined::TooFew.into());
        }
        let spread = match method {
            SpearmanInterval::BonettWright => 1.0 + self.rho * self.rho / 2.0,
            SpearmanInterval::Fisher => 1.0,
        };
        fisher(self.rho, spread / (self.n as f64 - 3.0), confidence)
    }
}

/// Returns the number of pairings of the two lists for each sum of products.
///
/// Values of `x` are given partners one after another; only the set of partners used so far and
/// the sum so far matter.
fn pairings(x: &[u64], y: &[u64]) -> Vec<f64> {
    let largest = |ranks: &[u64]| {
        let mut ranks = ranks.to_vec();
        ranks.sort_unstable();
        ranks
    };
    let most: u64 = largest(x).iter().zip(largest(y)).map(|(x, y)| x * y).sum();
    let width = most as usize + 1;
    let sets = 1_usize << x.len();
    let mut counts = vec![Vec::new(); sets];
    counts[0] = vec![0.0; width];
    counts[0][0] = 1.0;
    for set in 0..sets {
        let here = std::mem::take(&mut counts[set]);
        if set + 1 == sets {
            return here;
        }
        let first = x[set.count_ones() as usize];
        for partner in (0..y.len()).filter(|partner| set & (1 << partner) == 0) {
            let shift = (first * y[partner]) as usize;
            let next = &mut counts[set | (1 << partner)];
            if next.is_empty() {
                *next = vec![0.0; width];
            }
            for (sum, count) in here.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                next[sum + shift] += count;
            }
        }
    }
    Vec::new()
}
