//! Friedman's test of several treatments of the same blocks, and Kendall's W.

use crate::dist::{chi2_sf, f_sf};
use crate::rank::Ranks;
use crate::sample::{finite, rectangular};
use crate::{Defined, Error, Undefined};

/// The outcome of Friedman's test.
///
/// ```
/// use peirast_stats::friedman;
/// let test = friedman::test(&[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])?;
/// assert_eq!((test.chi2, test.kendall_w), (Ok(6.0), Ok(1.0)));
/// // Complete agreement is infinitely far out.
/// assert_eq!((test.f, test.p_f), (Ok(f64::INFINITY), Ok(0.0)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Friedman {
    /// The statistic, corrected for ties; undefined if every block is constant.
    pub chi2: Defined,
    /// The degrees of freedom of chi-square: treatments less 1.
    pub df: f64,
    /// The p-value of chi-square, 0 to 1.
    pub p: Defined,
    /// Kendall's coefficient of concordance, 0 (blocks disagree) to 1 (all rank alike). Source:
    /// Kendall & Babington Smith (1939), *Ann. Math. Stat.* 10:275.
    pub kendall_w: Defined,
    /// Iman and Davenport's F, infinite if all blocks rank alike; undefined for one block. Source:
    /// Iman & Davenport (1980), *Commun. Stat. A* 9:571.
    pub f: Defined,
    /// The p-value of F with (k - 1) and (n - 1)(k - 1) degrees of freedom: less conservative than
    /// that of chi-square.
    pub p_f: Defined,
    /// The number of blocks.
    pub blocks: u64,
}

/// Compares three or more treatments, the columns, over blocks, the rows. Source: Friedman (1937),
/// *JASA* 32:675; Conover (1999), *Practical Nonparametric Statistics*, section 5.8, for ties.
///
/// # Errors
///
/// [`Error::Ragged`] and [`Error::NotFinite`] for malformed tables; [`Error::Undefined`] without
/// blocks or for fewer than three treatments.
///
/// ```
/// use peirast_stats::{Undefined, friedman};
/// let constant = friedman::test(&[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]])?;
/// assert_eq!((constant.df, constant.p), (2.0, Err(Undefined::NoRowVaries)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn test<R: AsRef<[f64]>>(blocks: &[R]) -> Result<Friedman, Error> {
    let k = rectangular(blocks)?;
    for block in blocks {
        finite("blocks", block.as_ref())?;
    }
    if blocks.is_empty() {
        return Err(Undefined::Empty.into());
    }
    if k < 3 {
        return Err(Undefined::TooFewTreatments.into());
    }
    let (n, treatments) = (blocks.len() as f64, k as f64);
    let mut sums = vec![0.0; k];
    // Doubled deviations from the mean rank are whole numbers, so that all of this is exact.
    let mut spread = 0.0;
    for block in blocks {
        for (sum, twice) in sums.iter_mut().zip(Ranks::new(block.as_ref()).doubled) {
            let deviation = twice as f64 - (treatments + 1.0);
            *sum += deviation;
            spread += deviation * deviation;
        }
    }
    let between: f64 = sums.iter().map(|sum| sum * sum).sum();
    let df = treatments - 1.0;
    let share = if spread > 0.0 { Ok(between / (n * spread)) } else { Err(Undefined::NoRowVaries) };
    let chi2 = share.map(|share| df * n * share);
    let f = iman_davenport(blocks.len(), share, between == n * spread);
    Ok(Friedman {
        chi2,
        df,
        p: chi2.map(|chi2| chi2_sf(chi2, df)),
        kendall_w: share,
        f,
        p_f: f.map(|f| f_sf(f, df, (n - 1.0) * df)),
        blocks: blocks.len() as u64,
    })
}

/// (n - 1) W/(1 - W), which is F.
fn iman_davenport(n: usize, w: Defined, complete: bool) -> Defined {
    let w = w?;
    if n < 2 {
        Err(Undefined::OneBlock)
    } else if complete {
        Ok(f64::INFINITY)
    } else {
        Ok((n as f64 - 1.0) * w / (1.0 - w))
    }
}
