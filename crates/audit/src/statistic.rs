//! Recomputes p-values from the statistics next to them.

use peirast_stats::dist::{chi2_sf, f_sf, normal_sf, t_sf};
use peirast_stats::{Alternative, ZeroRule, wilcoxon};

use crate::{Bound, Printed};

/// A printed statistic, with the numbers that its p depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Statistic {
    /// A standard normal value.
    Z(Printed),
    /// Student's t and its degrees of freedom.
    T(Printed, f64),
    /// Chi-square and its degrees of freedom.
    ChiSquare(Printed, f64),
    /// F and its degrees of freedom.
    F(Printed, f64, f64),
    /// A correlation of this many pairs.
    Correlation(Printed, f64),
}

impl Statistic {
    /// Its usual symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Z(_) => "z",
            Self::T(..) => "t",
            Self::ChiSquare(..) => "chi-square",
            Self::F(..) => "F",
            Self::Correlation(..) => "r",
        }
    }

    const fn printed(self) -> Printed {
        match self {
            Self::Z(x)
            | Self::T(x, _)
            | Self::ChiSquare(x, _)
            | Self::F(x, ..)
            | Self::Correlation(x, _) => x,
        }
    }

    /// The bound that the statistic or its degrees of freedom break, if no data can yield them.
    pub fn impossible(self) -> Option<&'static str> {
        let printed = self.printed();
        let without_freedom = match self {
            Self::Z(_) => false,
            Self::T(_, df) | Self::ChiSquare(_, df) => df <= 0.0,
            Self::F(_, above, below) => above <= 0.0 || below <= 0.0,
            Self::Correlation(_, n) => n <= 2.0,
        };
        let (low, high, words) = match self {
            Self::Z(_) | Self::T(..) => (f64::NEG_INFINITY, f64::INFINITY, "a number"),
            Self::ChiSquare(..) | Self::F(..) => (0.0, f64::INFINITY, "0 or more"),
            Self::Correlation(..) => (-1.0, 1.0, "between -1 and 1"),
        };
        match () {
            () if without_freedom => Some("degrees of freedom above 0"),
            () if printed.may_lie(low, high) => None,
            () => Some(words),
        }
    }

    /// The two-sided p-value at a value of the statistic; for chi-square and F, the upper tail.
    fn p_at(self, x: f64) -> Option<f64> {
        let p = match self {
            Self::Z(_) => 2.0 * normal_sf(x.abs()),
            Self::T(_, df) if df > 0.0 => 2.0 * t_sf(x.abs(), df),
            Self::ChiSquare(_, df) if df > 0.0 => chi2_sf(x.max(0.0), df),
            Self::F(_, above, below) if above > 0.0 && below > 0.0 => {
                f_sf(x.max(0.0), above, below)
            }
            Self::Correlation(_, n) if n > 2.0 => {
                let r = x.clamp(-1.0, 1.0);
                let left = 1.0 - r * r;
                if left <= 0.0 {
                    0.0
                } else {
                    2.0 * t_sf(r.abs() * ((n - 2.0) / left).sqrt(), n - 2.0)
                }
            }
            _ => return None,
        };
        p.is_finite().then_some(p.min(1.0))
    }

    /// The possible p-values of the printed statistic: that of its value, and the smallest and the
    /// largest within its rounding. `None` if its degrees of freedom are not numbers.
    pub fn p(self) -> Option<(f64, f64, f64)> {
        let printed = self.printed();
        let (value, half) = (printed.value, printed.half_unit());
        let ends = [self.p_at(value - half)?, self.p_at(value)?, self.p_at(value + half)?];
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ends.iter().copied().fold(0.0, f64::max);
        Some((ends[1], low, high))
    }

    /// The sign of the value; `None` for a squared statistic.
    pub fn sign(self) -> Option<f64> {
        match self {
            Self::Z(x) | Self::T(x, _) | Self::Correlation(x, _) => Some(x.value.signum()),
            Self::F(..) | Self::ChiSquare(..) => None,
        }
    }

    /// Returns true if a one-sided p is meaningful.
    pub fn has_sides(self) -> bool {
        match self {
            Self::Z(_) | Self::T(..) | Self::Correlation(..) => true,
            Self::F(_, above, _) => above == 1.0,
            Self::ChiSquare(_, df) => df == 1.0,
        }
    }
}

/// The comparison of a printed p-value with the statistic next to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The verdict.
    pub verdict: crate::Verdict,
    /// The recomputed p-value.
    pub p: f64,
    /// The explanation of the printed value.
    pub remark: String,
}

/// Compares the two. `None` without degrees of freedom, or if only a bound of the statistic is
/// printed.
pub fn compare(statistic: Statistic, p: Printed) -> Option<Comparison> {
    use crate::Verdict::{Mismatch, Note, Ok, Rounding};
    if statistic.printed().bound != Bound::Exactly {
        return None;
    }
    let (value, low, high) = statistic.p()?;
    let verdict =
        |verdict, remark: &str| Comparison { verdict, p: value, remark: remark.to_owned() };
    let exactly = p.bound == Bound::Exactly;
    Some(if p.agrees(value) {
        verdict(Ok, "")
    } else if p.may_lie(low, high) {
        verdict(Rounding, "explained by the rounding of the statistic")
    } else if statistic.has_sides() && p.may_lie(low / 2.0, high / 2.0) {
        // A p with all its digits shows the side; a bound fits many sides.
        if exactly {
            verdict(Ok, ONE_SIDED)
        } else {
            verdict(Note, "only if the test is one-sided")
        }
    } else if statistic.has_sides() && exactly && p.may_lie(1.0 - high / 2.0, 1.0 - low / 2.0) {
        verdict(Note, "only if the test is one-sided, in the direction opposite to the statistic")
    } else {
        verdict(Mismatch, "")
    })
}

/// The remark on a one-sided p.
pub const ONE_SIDED: &str = "one-sided";

/// The whole numbers of degrees of freedom (or of pairs, for a correlation) up to 2,000 that yield
/// the printed p: the first and the last. The p-value rises or falls throughout.
pub fn implied_size(of: impl Fn(f64) -> Statistic, p: Printed) -> Option<(u64, u64)> {
    if p.bound != Bound::Exactly {
        return None;
    }
    let ends = |size: u64| of(size as f64).p().map(|(_, low, high)| (low, high));
    let least = (1..=MOST_SIZE).find(|size| ends(*size).is_some())?;
    let falls = ends(least)?.1 > ends(MOST_SIZE)?.1;
    // Binary search, because p is monotone in the size.
    let first_at = |beyond: &dyn Fn(f64, f64) -> bool| {
        let (mut from, mut to) = (least, MOST_SIZE + 1);
        while from < to {
            let middle = u64::midpoint(from, to);
            let (low, high) = ends(middle).unwrap_or((f64::NAN, f64::NAN));
            if beyond(low, high) { to = middle } else { from = middle + 1 }
        }
        from
    };
    let (under, over) = (p.value - p.half_unit(), p.value + p.half_unit());
    let (first, after) = if falls {
        (first_at(&|low, _| low <= over), first_at(&|_, high| high < under))
    } else {
        (first_at(&|_, high| high >= under), first_at(&|low, _| low > over))
    };
    (first < after && first <= MOST_SIZE).then(|| (first, after - 1))
}

/// The largest size of the search.
const MOST_SIZE: u64 = 2000;

/// The exact two-sided p of a signed-rank sum of n differences without ties or zeros. `None` if n
/// differences cannot have this sum, or n is above 200.
pub fn signed_rank_p(w: f64, n: u64) -> Option<f64> {
    if n == 0 || n > 200 {
        return None;
    }
    let most = n * (n + 1) / 2;
    if w < 0.0 || w > most as f64 || w.fract() != 0.0 {
        return None;
    }
    let mut left = w as u64;
    let mut differences: Vec<f64> = Vec::new();
    for rank in (1..=n).rev() {
        let positive = left >= rank;
        left -= if positive { rank } else { 0 };
        differences.push(if positive { rank as f64 } else { -(rank as f64) });
    }
    let test = wilcoxon::signed_rank(&differences, ZeroRule::Wilcox).ok()?;
    test.p_exact(Alternative::TwoSided).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn printed(text: &str) -> Printed {
        text.parse().expect("a number")
    }

    #[test]
    fn published_values() {
        let t = Statistic::T(printed("4.82"), 179.0);
        assert_eq!(compare(t, printed("<0.0001")).map(|c| c.verdict), Some(Verdict::Ok));
        let h = Statistic::ChiSquare(printed("0.0012"), 2.0);
        assert_eq!(compare(h, printed("0.9994")).map(|c| c.verdict), Some(Verdict::Ok));
        let rho = |n| Statistic::Correlation(printed("-0.744"), n);
        assert_eq!(
            compare(rho(14.0), printed("0.0015")).map(|c| c.verdict),
            Some(Verdict::Mismatch)
        );
        assert_eq!(implied_size(rho, printed("0.0015")), Some((15, 15)));
    }

    /// Values of scipy.stats.wilcoxon for 15 differences whose positive ranks sum to 89 and to 15.
    #[test]
    fn signed_ranks() {
        assert!((signed_rank_p(89.0, 15).expect("possible") - 0.10699462890625).abs() < 1e-12);
        assert!((signed_rank_p(15.0, 15).expect("possible") - 0.00836181640625).abs() < 1e-12);
        assert_eq!(signed_rank_p(121.0, 15), None);
    }
}
