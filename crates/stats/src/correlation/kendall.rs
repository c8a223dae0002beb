use super::{check, fisher, perfect};
use crate::dist::normal_p;
use crate::rank::Ranks;
use crate::{Alternative, Defined, Error, Interval, Undefined};

/// Kendall's tau-b of two samples.
///
/// ```
/// use peirast_stats::{Alternative, correlation};
/// let tau = correlation::kendall(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0])?;
/// assert!((tau.tau - 1.0 / 3.0).abs() < 1e-15);
/// assert_eq!(tau.exact_p(Alternative::TwoSided), Ok(1.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Kendall {
    /// The coefficient, -1 to 1.
    pub tau: f64,
    /// The number of pairs of values.
    pub n: u64,
    /// Concordant less discordant pairs of observations.
    pub score: i64,
    /// Pairs of observations that are ordered in opposite ways.
    pub discordant: u64,
    x: Vec<u64>,
    y: Vec<u64>,
}

/// Kendall's tau-b: concordant less discordant pairs of observations, over the geometric mean of
/// the pairs not tied in x and those not tied in y. Source: Kendall (1970), *Rank Correlation
/// Methods*, chapter 3. Time n log n, by the method of Knight (1966), *JASA* 61:436.
/// Values that differ by the rounding of their last places are tied.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] for
/// fewer than two pairs or if one variable is constant.
///
/// ```
/// use peirast_stats::correlation;
/// let opposite = correlation::kendall(&[1.0, 2.0, 3.0], &[9.0, 8.0, 7.0])?;
/// assert_eq!((opposite.tau, opposite.discordant), (-1.0, 3));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn kendall(x: &[f64], y: &[f64]) -> Result<Kendall, Error> {
    check(x, y)?;
    let (x, y) = (Ranks::new(x), Ranks::new(y));
    let n = x.doubled.len() as u64;
    let mut both: Vec<(u64, u64)> =
        x.doubled.iter().copied().zip(y.doubled.iter().copied()).collect();
    both.sort_unstable();
    let joint: u64 = both.chunk_by(|a, b| a == b).map(|group| pairs(group.len() as u64)).sum();
    let mut order: Vec<u64> = both.iter().map(|(_, y)| *y).collect();
    let discordant = inversions(&mut order);
    let (all, tied_x, tied_y) = (pairs(n), tied(&x.groups), tied(&y.groups));
    let concordant = all - (tied_x + tied_y - joint) - discordant;
    let score = concordant as i64 - discordant as i64;
    let tau = score as f64 / ((all - tied_x) as f64).sqrt() / ((all - tied_y) as f64).sqrt();
    Ok(Kendall { tau: tau.clamp(-1.0, 1.0), n, score, discordant, x: x.groups, y: y.groups })
}

/// The number of pairs among n.
const fn pairs(n: u64) -> u64 {
    n * (n - 1) / 2
}

fn tied(groups: &[u64]) -> u64 {
    groups.iter().map(|size| pairs(*size)).sum()
}

/// Returns the number of pairs in descending order; sorts the values.
fn inversions(values: &mut [u64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let middle = values.len() / 2;
    let (left, right) = values.split_at_mut(middle);
    let mut found = inversions(left) + inversions(right);
    let mut merged = Vec::with_capacity(values.len());
    let (mut i, mut j) = (0, middle);
    while i < middle || j < values.len() {
        if j == values.len() || (i < middle && values[i] <= values[j]) {
            merged.push(values[i]);
            i += 1;
        } else {
            found += (middle - i) as u64;
            merged.push(values[j]);
            j += 1;
        }
    }
    values.copy_from_slice(&merged);
    found
}

impl Kendall {
    /// The p-value of no association by the normal approximation, its variance allowing for ties.
    /// Source: Kendall (1970), chapter 4.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoFreedom`] for two pairs of values.
    ///
    /// ```
    /// use peirast_stats::{Alternative, correlation};
    /// let tau = correlation::kendall(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0])?;
    /// assert!((tau.p(Alternative::TwoSided)? - 0.11718508719813801).abs() < 1e-12);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, alternative: Alternative) -> Defined {
        if self.n < 3 {
            return Err(Undefined::NoFreedom);
        }
        let n = self.n as f64;
        let over = |groups: &[u64], term: fn(f64) -> f64| -> f64 {
            groups.iter().map(|size| term(*size as f64)).sum()
        };
        let product = |term: fn(f64) -> f64| over(&self.x, term) * over(&self.y, term);
        let spread: fn(f64) -> f64 = |t| t * (t - 1.0) * (2.0 * t + 5.0);
        let plain = spread(n) - over(&self.x, spread) - over(&self.y, spread);
        let twice = product(|t| t * (t - 1.0)) / (2.0 * n * (n - 1.0));
        let thrice = product(|t| t * (t - 1.0) * (t - 2.0)) / (9.0 * n * (n - 1.0) * (n - 2.0));
        let variance = plain / 18.0 + twice + thrice;
        Ok(normal_p(self.score as f64 / variance.sqrt(), alternative))
    }

    /// The exact p-value without ties: the distribution of the number of discordant pairs over
    /// all orders. Two-sided is twice the smaller tail, at most 1. Time n times the number of
    /// discordant (or concordant) pairs. Source: Kendall (1938), *Biometrika* 30:81.
    ///
    /// # Errors
    ///
    /// [`Undefined::Ties`] if values are equal, [`Undefined::TooLarge`] beyond some thousand
    /// values.
    ///
    /// ```
    /// use peirast_stats::{Alternative, correlation};
    /// let tau = correlation::kendall(&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 3.0, 4.0])?;
    /// assert!((tau.exact_p(Alternative::Greater)? - 1.0 / 24.0).abs() < 1e-15);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn exact_p(&self, alternative: Alternative) -> Defined {
        if self.x.len() as u64 != self.n || self.y.len() as u64 != self.n {
            return Err(Undefined::Ties);
        }
        let concordant = pairs(self.n) - self.discordant;
        match alternative {
            Alternative::Greater => at_most(self.n, self.discordant),
            Alternative::Less => at_most(self.n, concordant),
            Alternative::TwoSided => {
                let tail = at_most(self.n, self.discordant.min(concordant))?;
                Ok((2.0 * tail).min(1.0))
            }
        }
    }

    /// A normal interval of variance 0.437/(n - 4) on the scale of artanh. Source: Fieller,
    /// Hartley & Pearson (1957), *Biometrika* 44:470.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if n is 4 or less,
    /// or tau is 1 or -1.
    ///
    /// ```
    /// use peirast_stats::correlation;
    /// let tau = correlation::kendall(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 1.0, 4.0, 3.0, 5.0])?;
    /// assert!(tau.interval(0.95)?.contains(0.6));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        if self.n <= 4 && !perfect(self.tau) {
            return Err(Undefined::TooFew.into());
        }
        fisher(self.tau, 0.437 / (self.n as f64 - 4.0), confidence)
    }
}

/// P(at most `most` of the pairs are discordant) over all orders of n values.
fn at_most(n: u64, most: u64) -> Defined {
    const STEPS: u64 = 1_000_000_000;
    if n.saturating_mul(most) > STEPS {
        return Err(Undefined::TooLarge);
    }
    // The i-th value put in place adds 0 to i - 1 inversions, each as likely: a moving average.
    let mut chances = vec![0.0_f64; most as usize + 1];
    chances[0] = 1.0;
    for i in 2..=n as usize {
        let mut cumulated = Vec::with_capacity(chances.len());
        let mut running = 0.0;
        for chance in &chances {
            running += chance;
            cumulated.push(running);
        }
        let share = 1.0 / i as f64;
        for (k, chance) in chances.iter_mut().enumerate() {
            let before = if k >= i { cumulated[k - i] } else { 0.0 };
            *chance = (cumulated[k] - before) * share;
        }
    }
    Ok(chances.iter().sum::<f64>().min(1.0))
}
