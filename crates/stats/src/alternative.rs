use crate::name::named;

/// The departure from "the perturbation changes nothing" that a test detects.
///
/// In a paired table, `Greater` means `n21 > n12`: more pairs favour the perturbed version than the
/// original. For a plain binomial test it means a success probability above `p0`.
///
/// ```
/// use peirast_stats::Alternative;
/// assert_eq!("two-sided".parse(), Ok(Alternative::TwoSided));
/// assert_eq!(Alternative::Greater.to_string(), "greater");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Alternative {
    /// Any difference (`two-sided`).
    TwoSided,
    /// The perturbed version is better, `n21 > n12` (`greater`).
    Greater,
    /// The perturbed version is worse, `n21 < n12` (`less`).
    Less,
}

named!(Alternative, "alternative",
    TwoSided => "two-sided",
    Greater => "greater",
    Less => "less",
);

impl Alternative {
    /// The same alternative after original and perturbed change places.
    ///
    /// ```
    /// use peirast_stats::Alternative;
    /// assert_eq!(Alternative::Greater.mirrored(), Alternative::Less);
    /// assert_eq!(Alternative::TwoSided.mirrored(), Alternative::TwoSided);
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::TwoSided => Self::TwoSided,
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
        }
    }

    /// The continuity correction of a count: its departure from the expected value, reduced by half
    /// a step against this alternative; two-sided, never below zero.
    pub(crate) fn half_less(self, departure: f64) -> f64 {
        match self {
            Self::Greater => departure - 0.5,
            Self::Less => departure + 0.5,
            Self::TwoSided => (departure.abs() - 0.5).max(0.0).copysign(departure),
        }
    }
}
