//! Publications, and the sentences about the origin of problems in methods sections.

/// A publication, as methods cite it. Publications are sorted by their references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Publication {
    /// The entry in the list of references, which begins with the author.
    pub reference: &'static str,
    /// The words in brackets, for example `Evans, Barston and Pollard, 1983`.
    pub citation: &'static str,
}

/// A sentence about the origin of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The sentence; each `{}` stands for a citation.
    pub sentence: &'static str,
    /// The publications that it cites, in order.
    pub cites: &'static [Publication],
    /// The prefix of the names of the variants to which it applies; empty for every variant.
    pub variants: &'static str,
}

/// The origins of the problems of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyOrigins {
    /// The family; `None` if the sentences apply to every problem of a report.
    pub family: Option<&'static str>,
    /// The sentences, in order.
    pub origins: &'static [Origin],
}

impl Origin {
    /// The sentence with its citations.
    ///
    /// ```
    /// use peirast_record::{Origin, publication};
    /// let origin = Origin { sentence: "It follows {}.", cites: &[publication::JIANG], variants: "" };
    /// assert_eq!(origin.text(), "It follows Jiang et al., 2024.");
    /// ```
    pub fn text(&self) -> String {
        let cite = |text: String, cited: &Publication| text.replacen("{}", cited.citation, 1);
        self.cites.iter().fold(self.sentence.to_owned(), cite)
    }

    /// Returns true if it applies to one of these variants.
    pub fn holds_for(&self, variants: &[String]) -> bool {
        self.variants.is_empty() || variants.iter().any(|name| name.starts_with(self.variants))
    }
}
