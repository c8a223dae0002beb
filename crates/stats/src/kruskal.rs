//! The Kruskal-Wallis test of several independent samples.

use crate::dist::chi2_sf;
use crate::rank::Ranks;
use crate::sample::finite;
use crate::{Error, Undefined};

/// The outcome of a Kruskal-Wallis test.
///
/// ```
/// use peirast_stats::kruskal;
/// let test = kruskal::test(&[[1.0, 2.0], [3.0, 4.0]])?;
/// assert!((test.h - 2.4).abs() < 1e-12 && test.df == 1.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KruskalWallis {
    /// The statistic, corrected for ties.
    pub h: f64,
    /// The degrees of freedom: groups less 1.
    pub df: f64,
    /// The p-value of h against chi-square, 0 to 1.
    pub p: f64,
    /// h/(n - 1), 0 to 1: the share of the variance of ranks that lies between groups. Source:
    /// Tomczak & Tomczak (2014), *Trends in Sport Sciences* 1:19.
    pub epsilon_squared: f64,
    /// The number of values.
    pub n: u64,
}

/// Compares the ranks of two or more groups. Time n log n. Source: Kruskal & Wallis (1952), *JASA*
/// 47:583.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values; [`Error::Undefined`] for fewer than two groups, an
/// empty group, or if all values are equal.
///
/// ```
/// use peirast_stats::{Error, Undefined, kruskal};
/// let tied = kruskal::test(&[[5.0, 5.0], [5.0, 5.0]]);
/// assert_eq!(tied, Err(Error::Undefined(Undefined::AllTied)));
/// ```
pub fn test<G: AsRef<[f64]>>(groups: &[G]) -> Result<KruskalWallis, Error> {
    let groups: Vec<&[f64]> = groups.iter().map(AsRef::as_ref).collect();
    for group in &groups {
        finite("groups", group)?;
    }
    if groups.len() < 2 {
        return Err(Undefined::TooFewGroups.into());
    }
    if groups.iter().any(|group| group.is_empty()) {
        return Err(Undefined::EmptyGroup.into());
    }
    let ranks = Ranks::new(&groups.concat());
    if ranks.groups.len() < 2 {
        return Err(Undefined::AllTied.into());
    }
    let n = ranks.doubled.len() as f64;
    let mut rest = ranks.doubled.as_slice();
    let mut between = 0.0;
    for group in &groups {
        let (own, others) = rest.split_at(group.len());
        rest = others;
        let size = own.len() as f64;
        // Rank sums less their mean: whole numbers when doubled.
        let departure = own.iter().sum::<u64>() as f64 - size * (n + 1.0);
        between += departure * departure / (4.0 * size);
    }
    let spread = (n * n * n - n - ranks.tie_sum()) / 12.0;
    let h = (n - 1.0) * between / spread;
    let df = (groups.len() - 1) as f64;
    let epsilon_squared = (between / spread).min(1.0);
    Ok(KruskalWallis { h, df, p: chi2_sf(h, df), epsilon_squared, n: ranks.doubled.len() as u64 })
}
