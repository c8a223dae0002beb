use crate::Error;
use crate::error::probability;
use crate::name::named;

/// The adjustment of the p-values of one family for multiple tests.
///
/// A hypothesis is rejected at level alpha when its adjusted p is at most alpha. Adjusted values
/// never exceed 1, never fall below the raw ones, keep their order, and are equal for equal raw
/// values.
///
/// ```
/// use peirast_stats::Correction;
/// let adjusted = Correction::BenjaminiHochberg.adjust(&[0.04, 0.01, 0.03])?;
/// assert_eq!(adjusted, [0.04, 0.03, 0.04]);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Correction {
    /// None: the raw p-values (`none`).
    Unadjusted,
    /// p times m; controls the probability of any false rejection under any dependence
    /// (`bonferroni`).
    Bonferroni,
    /// Step-down Bonferroni, never weaker (`holm`). Source: Holm (1979), *Scand. J. Statist.* 6:65.
    Holm,
    /// Step-up, stronger than Holm, for independent or positively dependent tests (`hochberg`).
    /// Source: Hochberg (1988), *Biometrika* 75:800.
    Hochberg,
    /// Controls the expected share of false rejections, for independent or positively dependent
    /// tests (`benjamini-hochberg`, short `bh`). Source: Benjamini & Hochberg (1995), *JRSS B*
    /// 57:289.
    BenjaminiHochberg,
    /// The same under any dependence, with an additional factor 1 + 1/2 + ... + 1/m
    /// (`benjamini-yekutieli`, short `by`). Source: Benjamini & Yekutieli (2001), *Ann. Statist.*
    /// 29:1165.
    BenjaminiYekutieli,
}

named!(Correction, "correction",
    Unadjusted => "none",
    Bonferroni => "bonferroni",
    Holm => "holm",
    Hochberg => "hochberg",
    BenjaminiHochberg => "benjamini-hochberg" | "bh",
    BenjaminiYekutieli => "benjamini-yekutieli" | "by",
);

impl Correction {
    /// Adjusts the p-values of one family, in the order given. An empty family stays empty.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] if a value is not a number from 0 to 1.
    ///
    /// ```
    /// use peirast_stats::Correction;
    /// assert_eq!(Correction::Holm.adjust(&[0.5, 0.01, 0.02])?, [0.5, 0.03, 0.04]);
    /// assert!(Correction::Holm.adjust(&[f64::NAN]).is_err());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn adjust(self, p: &[f64]) -> Result<Vec<f64>, Error> {
        for value in p {
            probability("p", *value)?;
        }
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|i, j| p[*i].total_cmp(&p[*j]));
        let mut adjusted = p.to_vec();
        if self == Self::Holm {
            let mut running = 0.0_f64;
            for (below, i) in order.iter().enumerate() {
                running = running.max(self.scaled(p[*i], below, p.len()));
                adjusted[*i] = running;
            }
        } else {
            let mut running = 1.0_f64;
            for (below, i) in order.iter().enumerate().rev() {
                running = running.min(self.scaled(p[*i], below, p.len()));
                adjusted[*i] = running;
            }
        }
        Ok(adjusted)
    }

    /// Adjusts a family of which some members could not be tested: these stay `None` and do not
    /// count in the size of the family, as in R's `p.adjust`.
    ///
    /// # Errors
    ///
    /// As for [`Correction::adjust`].
    ///
    /// ```
    /// use peirast_stats::Correction;
    /// let adjusted = Correction::Bonferroni.adjust_present(&[Some(0.25), None, Some(0.125)])?;
    /// assert_eq!(adjusted, [Some(0.5), None, Some(0.25)]);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn adjust_present(self, p: &[Option<f64>]) -> Result<Vec<Option<f64>>, Error> {
        let present: Vec<f64> = p.iter().flatten().copied().collect();
        let mut adjusted = self.adjust(&present)?.into_iter();
        Ok(p.iter().map(|value| value.and_then(|_| adjusted.next())).collect())
    }

    /// p times its factor, at most 1; `below` values of `m` sort before it. Every factor is at
    /// least 1, and exactly 1 where it should be, so rounding lowers no value.
    fn scaled(self, p: f64, below: usize, m: usize) -> f64 {
        let (rank, size) = ((below + 1) as f64, m as f64);
        let factor = match self {
            Self::Unadjusted => 1.0,
            Self::Bonferroni => size,
            Self::Holm | Self::Hochberg => (m - below) as f64,
            Self::BenjaminiHochberg => size / rank,
            Self::BenjaminiYekutieli => size / rank * harmonic(m),
        };
        (p * factor).min(1.0)
    }
}

/// 1 + 1/2 + ... + 1/m, small terms first.
fn harmonic(m: usize) -> f64 {
    (1..=m).rev().map(|i| 1.0 / i as f64).sum()
}
