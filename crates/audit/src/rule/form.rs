use peirast_stats::dist::chi2_1_sf;
use peirast_stats::{Alternative, mcnemar};

/// The computation of the p-value of one pair of discordant counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The distribution.
    pub method: Method,
    /// True if the test is two-sided although the hypothesis has a direction.
    pub both_sides: bool,
}

/// The distributions of McNemar's test; the most usual comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// The binomial tail, with the observed count.
    Exact,
    /// The normal distribution.
    Normal,
    /// The normal distribution with continuity correction.
    Corrected,
    /// The binomial tail, with half of the observed count.
    MidP,
    /// The correction without a floor, as in statsmodels: equal counts have a distance of one half.
    Edwards,
}

impl Method {
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::Normal, Self::Corrected, Self::MidP, Self::Edwards];

    /// The distribution in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exact => "exact binomial",
            Self::Normal => "uncorrected normal",
            Self::Corrected => "normal with continuity correction",
            Self::MidP => "mid-p",
            Self::Edwards => "normal with continuity correction, also of equal counts",
        }
    }
}

/// The directions, in the order of storage.
pub const SIDES: [Alternative; 3] =
    [Alternative::Greater, Alternative::Less, Alternative::TwoSided];

impl Form {
    /// Every form; those in the direction of the hypothesis come first.
    pub fn all() -> impl Iterator<Item = Self> {
        let of =
            |both_sides| Method::ALL.into_iter().map(move |method| Self { method, both_sides });
        of(false).chain(of(true))
    }

    /// The form in words, for a hypothesis with this direction.
    pub fn words(self) -> String {
        match (self.method, self.both_sides) {
            (Method::Normal, true) => "two-sided chi-square".to_owned(),
            (Method::Corrected, true) => {
                "two-sided chi-square with continuity correction".to_owned()
            }
            (Method::Edwards, true) => {
                "two-sided chi-square with continuity correction, also of equal counts".to_owned()
            }
            (method, true) => format!("two-sided {}", method.words()),
            (method, false) => method.words().to_owned(),
        }
    }
}

/// The p-values of one pair of counts for every method and direction.
#[derive(Debug, Clone)]
pub struct PValues([[f64; 3]; 5]);

impl PValues {
    pub fn new(n12: u64, n21: u64) -> Self {
        let p = |method: Method, side: Alternative| match method {
            Method::Exact => mcnemar::exact(n12, n21, side).p,
            Method::MidP => mcnemar::mid_p(n12, n21, side).p,
            Method::Normal => mcnemar::normal(n12, n21, side).p,
            Method::Edwards if n12 == n21 && n12 > 0 => match side {
                Alternative::TwoSided => chi2_1_sf(1.0 / (n12 as f64 + n21 as f64)),
                _ => mcnemar::normal_corrected(n12, n21, side).p,
            },
            Method::Corrected | Method::Edwards if side == Alternative::TwoSided => {
                mcnemar::chi_square_corrected(n12, n21).p
            }
            Method::Corrected | Method::Edwards => mcnemar::normal_corrected(n12, n21, side).p,
        };
        Self(Method::ALL.map(|method| SIDES.map(|side| p(method, side))))
    }

    /// The p-value of a form for a hypothesis with the direction `side`, an index of [`SIDES`].
    pub fn get(&self, form: Form, side: usize) -> f64 {
        let side = if form.both_sides { 2 } else { side };
        self.0[form.method as usize][side]
    }
}
