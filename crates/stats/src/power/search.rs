use serde::Serialize;

use super::asymptotic::{self, Formula, pairs_needed};
use super::region::Regions;
use super::{Design, Discordance};
use crate::error::{inside, probability};
use crate::{Alternative, Error};

/// The largest number of pairs that a search for a sample size evaluates.
///
/// ```
/// assert_eq!(peirast_stats::MAX_PAIRS, 1_000_000);
/// ```
pub const MAX_PAIRS: u64 = 1_000_000;

/// A sample size found by search, with its actual power.
///
/// ```
/// use peirast_stats::{Alternative, Design, Discordance, Rule};
/// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
/// let size = design.pairs_needed(0.8, &Discordance::new(0.1, 0.2)?)?;
/// assert!(size.power >= 0.8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SampleSize {
    /// The number of pairs.
    pub pairs: u64,
    /// The power with this number of pairs.
    pub power: f64,
}

/// Number of sizes after the reported one that must have the requested power as well. Power rises
/// in a sawtooth pattern, because counts are whole numbers; its teeth are shorter than this.
const SETTLED: u64 = 8;

impl Design {
    /// The number of pairs for the requested power.
    ///
    /// The reported size has the power, the next 8 sizes also have it, and one pair fewer does not.
    /// (Power is not quite monotone in the number of pairs; single smaller sizes may reach the
    /// target by rounding.)
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `target` < 1, [`Error::NoEffect`] if there is no supposed
    /// effect in the direction of the alternative, [`Error::Unreachable`] if [`MAX_PAIRS`] are not
    /// enough.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Discordance, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::Greater, 0.05)?;
    /// let size = design.pairs_needed(0.9, &Discordance::new(0.05, 0.15)?)?;
    /// assert!(design.power(size.pairs - 1, &Discordance::new(0.05, 0.15)?) < 0.9);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn pairs_needed(&self, target: f64, supposed: &Discordance) -> Result<SampleSize, Error> {
        inside("target", target)?;
        // The formula also detects that there is no effect.
        let guess = pairs_needed(Formula::Connor, self, target, supposed)?;
        let mut enough = guess.ceil().clamp(1.0, MAX_PAIRS as f64) as u64;
        let mut short = 0;
        let mut regions = Regions::new(*self);
        let mut power = |pairs| self.power_over(&mut regions, pairs, supposed);
        while power(enough) < target {
            if enough == MAX_PAIRS {
                let best = power(enough);
                return Err(Error::Unreachable { target, best });
            }
            short = enough;
            enough = (enough + enough / 8 + 1).min(MAX_PAIRS);
        }
        let mut pairs = crossing(short, enough, target, &mut power);
        while let Some(relapse) = relapse(pairs, target, &mut power) {
            pairs = relapse;
        }
        Ok(SampleSize { pairs, power: power(pairs) })
    }

    /// The smallest difference p21 - p12 that `pairs` pairs detect with the requested power, if a
    /// share `p12` of pairs favours the original.
    ///
    /// Positive for [`Alternative::Greater`], see [`Design::detectable_gain`]; negative for
    /// [`Alternative::Less`], see [`Design::detectable_loss`]. For [`Alternative::TwoSided`] it is
    /// the one nearer to 0.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 <= `p12` <= 1 and 0 < `target` < 1, [`Error::TooSmall`]
    /// if even the largest possible difference is not detected with that power.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Discordance, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
    /// let difference = design.detectable(200, 0.3, 0.8)?;
    /// let power = design.power(200, &Discordance::new(0.3, 0.3 + difference)?);
    /// assert!((power - 0.8).abs() < 1e-6);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn detectable(&self, pairs: u64, p12: f64, target: f64) -> Result<f64, Error> {
        let gain = || self.detectable_gain(pairs, p12, target);
        let loss = || self.detectable_loss(pairs, p12, target);
        match self.alternative {
            Alternative::Greater => gain(),
            Alternative::Less => loss(),
            Alternative::TwoSided => nearer(gain(), loss()),
        }
    }

    /// The smallest difference upwards: p21 is raised above `p12`. Found to an error below 1e-9.
    ///
    /// # Errors
    ///
    /// As for [`Design::detectable`]. With `p12` of 1/2 or more no p21 above it fits into the
    /// table.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
    /// assert!(design.detectable_gain(200, 0.1, 0.8)? > 0.0);
    /// assert!(design.detectable_gain(200, 0.6, 0.8).is_err());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn detectable_gain(&self, pairs: u64, p12: f64, target: f64) -> Result<f64, Error> {
        self.nearest(pairs, p12, (1.0 - p12).max(p12), target)
    }

    /// The smallest difference downwards, negative: p21 is lowered below `p12`. Found to an error
    /// below 1e-9.
    ///
    /// # Errors
    ///
    /// As for [`Design::detectable`].
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
    /// // What breaks 30 % of the pairs is seen to break more than it mends.
    /// let loss = design.detectable_loss(200, 0.3, 0.8)?;
    /// // From the other side it is the same effect.
    /// let gain = design.detectable_gain(200, 0.3 + loss, 0.8)?;
    /// assert!((gain + loss).abs() < 1e-8);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn detectable_loss(&self, pairs: u64, p12: f64, target: f64) -> Result<f64, Error> {
        self.nearest(pairs, p12, 0.0, target)
    }

    /// The difference nearest to 0 that is detected as p21 goes from `p12` to `end`.
    fn nearest(&self, pairs: u64, p12: f64, end: f64, target: f64) -> Result<f64, Error> {
        probability("p12", p12)?;
        inside("target", target)?;
        // No p21 above 1 - p12 fits into the table.
        let (without, with) = (p12.min(1.0 - p12), end);
        let mut regions = Regions::new(*self);
        let mut over = |p21: f64| match p21 == p12 {
            true => -target,
            false => self.power_over(&mut regions, pairs, &Discordance { p12, p21 }) - target,
        };
        let mut at = |place: f64| (place, over(place));
        // The exact power of a large effect takes long to compute: the search begins at the result
        // of a formula.
        let about = self.about(pairs, p12, (without, with), target) - without;
        let place = |share: f64| {
            let place = without + about * share;
            place.clamp(without.min(with), without.max(with))
        };
        let (below, above) = match at(place(1.1)) {
            short if short.1 < 0.0 => (short, at(with)),
            enough => match at(place(0.9)) {
                short if short.1 < 0.0 => (short, enough),
                enough => ((without, -target), enough),
            },
        };
        if above.1 < 0.0 {
            return Err(Error::TooSmall { target, best: above.1 + target });
        }
        let mut bracket = Bracket { below, above, last: 0 };
        while bracket.width() > NEAREST {
            let guess = bracket.guess();
            bracket.take(guess, over(guess));
        }
        let (with, _) = bracket.above;
        Ok(with - p12)
    }

    /// Approximates the point where the power reaches the target as p21 changes: a poor guess only
    /// costs time.
    fn about(&self, pairs: u64, p12: f64, (from, to): (f64, f64), target: f64) -> f64 {
        /// Number of halvings that is precise enough for a guess.
        const HALVINGS: usize = 20;
        let (mut without, mut with) = (from, to);
        for _ in 0..HALVINGS {
            let p21 = f64::midpoint(without, with);
            match asymptotic::power(Formula::Connor, self, pairs, &Discordance { p12, p21 })
                >= target
            {
                true => with = p21,
                false => without = p21,
            }
        }
        with
    }
}

/// The smallest distance between the two ends.
const NEAREST: f64 = 1e-10;

/// Two points between which the power reaches the target: it is below the target at the first
/// point, and not at the second.
struct Bracket {
    /// A point, and its power less the target.
    below: (f64, f64),
    above: (f64, f64),
    /// Number of consecutive moves of the same end; negative if that was `below`.
    last: i32,
}

impl Bracket {
    fn width(&self) -> f64 {
        (self.above.0 - self.below.0).abs()
    }

    /// Returns the next point to evaluate: the middle while the power curve is bent between the
    /// ends, then the point where a line between them reaches the target, but never too near to an
    /// end.
    fn guess(&self) -> f64 {
        let ((without, short), (with, over)) = (self.below, self.above);
        let middle = f64::midpoint(without, with);
        if over - short > 0.5 {
            return middle;
        }
        // The weight of the end that has stayed is lowered, or it would stay for ever.
        let stayed = 0.5_f64.powi(self.last.abs() - 1);
        let short = if self.last > 1 { short * stayed } else { short };
        let over = if self.last < -1 { over * stayed } else { over };
        let guess = without + (with - without) * (short / (short - over));
        let nudge = (NEAREST / 2.0).copysign(with - without);
        let (low, high) = (without + nudge, with - nudge);
        let guess = guess.clamp(low.min(high), low.max(high));
        if guess.is_nan() { middle } else { guess }
    }

    /// Adds a point, with its power less the target.
    fn take(&mut self, place: f64, over: f64) {
        let side = if over < 0.0 { -1 } else { 1 };
        self.last = if self.last.signum() == side { self.last + side } else { side };
        match side {
            1 => self.above = (place, over),
            _ => self.below = (place, over),
        }
    }
}

/// Returns a size with the power, directly above a size without it: between a size known to be too
/// small (`short`) and one known to be `enough`.
fn crossing(short: u64, enough: u64, target: f64, power: &mut impl FnMut(u64) -> f64) -> u64 {
    let (mut short, mut enough) = (short, enough);
    while enough - short > 1 {
        let middle = u64::midpoint(short, enough);
        if power(middle) < target {
            short = middle;
        } else {
            enough = middle;
        }
    }
    enough
}

/// If power falls below the target again soon after `pairs`, the size at which it recovers.
fn relapse(pairs: u64, target: f64, power: &mut impl FnMut(u64) -> f64) -> Option<u64> {
    let last = (pairs + 1..=pairs + SETTLED).rfind(|n| power(*n) < target)?;
    (last + 1..).find(|n| power(*n) >= target)
}

/// Returns the difference nearer to 0, or the result that came nearest to one.
fn nearer(gain: Result<f64, Error>, loss: Result<f64, Error>) -> Result<f64, Error> {
    match (gain, loss) {
        (Ok(gain), Ok(loss)) => Ok(if gain <= -loss { gain } else { loss }),
        (Ok(found), Err(_)) | (Err(_), Ok(found)) => Ok(found),
        (Err(Error::TooSmall { target, best }), Err(Error::TooSmall { best: other, .. })) => {
            Err(Error::TooSmall { target, best: best.max(other) })
        }
        (Err(wrong), Err(_)) => Err(wrong),
    }
}
