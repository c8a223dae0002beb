//! Cochran's Q test of several matched proportions.

use crate::dist::chi2_sf;
use crate::sample::rectangular;
use crate::{Defined, Error, Undefined};

/// The outcome of Cochran's Q test.
///
/// ```
/// use peirast_stats::cochran;
/// // Of three versions of five questions, which were answered right?
/// let rows = [
///     [false, true, true],
///     [true, true, false],
///     [false, false, false],
///     [false, false, true],
///     [true, true, true],
/// ];
/// let test = cochran::test(&rows)?;
/// assert!((test.q? - 2.0 / 3.0).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CochranQ {
    /// The statistic; undefined if every subject answered all treatments alike.
    pub q: Defined,
    /// The degrees of freedom: treatments less 1.
    pub df: f64,
    /// The p-value of q against chi-square, 0 to 1.
    pub p: Defined,
    /// The number of subjects.
    pub n: u64,
    /// The number of subjects that differ between treatments: only these contribute to the test.
    pub informative: u64,
}

/// Compares two or more treatments, the columns, on the same subjects, the rows. For two treatments
/// it is McNemar's chi-square without correction. Source: Cochran (1950), *Biometrika* 37:256.
///
/// # Errors
///
/// [`Error::Ragged`] if rows differ in length, [`Error::Undefined`] without subjects or treatments.
///
/// ```
/// use peirast_stats::{Undefined, cochran};
/// let constant = cochran::test(&[[true, true], [false, false]])?;
/// assert_eq!((constant.df, constant.q), (1.0, Err(Undefined::NoRowVaries)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn test<R: AsRef<[bool]>>(rows: &[R]) -> Result<CochranQ, Error> {
    let k = rectangular(rows)?;
    if k == 0 {
        return Err(Undefined::Empty.into());
    }
    let mut columns = vec![0_u64; k];
    let (mut within, mut informative) = (0_u128, 0);
    for row in rows {
        let row = row.as_ref();
        let right = row.iter().filter(|right| **right).count();
        row.iter().zip(&mut columns).for_each(|(right, sum)| *sum += u64::from(*right));
        within += right as u128 * (k - right) as u128;
        informative += u64::from(right != 0 && right != k);
    }
    let total: u128 = columns.iter().map(|sum| u128::from(*sum)).sum();
    let squares: u128 = columns.iter().map(|sum| u128::from(*sum).pow(2)).sum();
    let between = k as u128 * squares - total * total;
    let df = (k - 1) as f64;
    let q = match within {
        0 => Err(Undefined::NoRowVaries),
        _ => Ok(df * between as f64 / within as f64),
    };
    Ok(CochranQ { q, df, p: q.map(|q| chi2_sf(q, df)), n: rows.len() as u64, informative })
}
