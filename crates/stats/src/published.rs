use crate::Alternative;

/// A hypothesis of the token-bias studies, and the alternative that its published table tested.
///
/// ```
/// use peirast_stats::{Alternative, PUBLISHED_HYPOTHESES};
/// let two_sided = PUBLISHED_HYPOTHESES.iter().filter(|row| row.alternative == Alternative::TwoSided);
/// assert_eq!(two_sided.count(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedHypothesis {
    /// Its name.
    pub id: &'static str,
    /// A shorter name, if there is one.
    pub alias: Option<&'static str>,
    /// The alternative that its numbers show.
    pub alternative: Alternative,
    /// The publication and table.
    pub source: &'static str,
}

const fn row(
    id: &'static str,
    alternative: Alternative,
    source: &'static str,
) -> PublishedHypothesis {
    PublishedHypothesis { id, alias: None, alternative, source }
}

const fn aliased(
    id: &'static str,
    alias: &'static str,
    source: &'static str,
) -> PublishedHypothesis {
    PublishedHypothesis { id, alias: Some(alias), alternative: Alternative::TwoSided, source }
}

/// The alternatives behind the published tables, recovered by recomputing them.
///
/// Captions can differ: both tables of H5 announce a direction and were tested two-sided.
/// Sources: Jiang et al. (2024), arXiv:2406.11050, and its shorter workshop version.
///
/// ```
/// use peirast_stats::PUBLISHED_HYPOTHESES;
/// assert_eq!(PUBLISHED_HYPOTHESES.len(), 10);
/// ```
pub const PUBLISHED_HYPOTHESES: &[PublishedHypothesis] = {
    use Alternative::{Greater, Less};
    &[
        row("H1", Greater, "arXiv:2406.11050, table 2"),
        row("H2", Less, "arXiv:2406.11050, table 3"),
        row("H3", Greater, "arXiv:2406.11050, table 4"),
        row("H4", Less, "arXiv:2406.11050, table 5"),
        aliased("H5-original-vs-framing", "H5a", "arXiv:2406.11050, table 6"),
        aliased("H5-framing-gold-vs-random", "H5b", "arXiv:2406.11050, table 7"),
        row("H6", Greater, "arXiv:2406.11050, table 8"),
        row("S1.1", Greater, "workshop version, table 2"),
        row("S1.2", Less, "workshop version, table 3"),
        row("S2.1", Greater, "workshop version, table 4"),
    ]
};

/// The alternative that a published table tested, by the name or alias of its hypothesis.
///
/// `None` for a name not in [`PUBLISHED_HYPOTHESES`]; a plain `H5` is ambiguous and not in it.
///
/// ```
/// use peirast_stats::{Alternative, published_alternative};
/// assert_eq!(published_alternative("H2"), Some(Alternative::Less));
/// assert_eq!(published_alternative("H5a"), published_alternative("H5-original-vs-framing"));
/// assert_eq!(published_alternative("H5"), None);
/// ```
#[must_use]
pub fn published_alternative(hypothesis_id: &str) -> Option<Alternative> {
    PUBLISHED_HYPOTHESES
        .iter()
        .find(|row| row.id == hypothesis_id || row.alias == Some(hypothesis_id))
        .map(|row| row.alternative)
}
