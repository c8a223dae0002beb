//! The place of an answer in a matched pair, and what became of the pair.

use serde::Serialize;
use serde_json::{Value, json};

/// What became of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Both members are right.
    Both,
    /// The original alone is.
    OnlyOriginal,
    /// The perturbed version alone is.
    OnlyPerturbed,
    /// Neither is.
    Neither,
    /// A member has no verdict: the pair does not count.
    Dropped,
}

impl Cell {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Both, Self::OnlyOriginal, Self::OnlyPerturbed, Self::Neither, Self::Dropped];

    /// The value of the score `pair_outcome`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::OnlyOriginal => "only_original",
            Self::OnlyPerturbed => "only_perturbed",
            Self::Neither => "neither",
            Self::Dropped => "dropped",
        }
    }
}

/// The place of an answer in a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPlace {
    /// The method: the row of the table that the pair counts in.
    pub method: String,
    /// What the members share.
    pub item: String,
    /// Whether the answer is to the perturbed version.
    pub perturbed: bool,
    /// What became of the pair.
    pub cell: Cell,
    /// Why it does not count, if it does not.
    pub cause: Option<String>,
    /// The id of the sample of the other member, if it was answered.
    pub other: Option<String>,
}

impl PairPlace {
    /// As metadata.
    pub(super) fn value(&self) -> Value {
        json!({
            "method": self.method,
            "pair": self.item,
            "member": self.member(),
            "outcome": self.cell.as_str(),
            "cause": self.cause,
            "other": self.other,
        })
    }

    /// Which member of its pair the answer is of.
    pub(super) fn member(&self) -> &'static str {
        if self.perturbed { "perturbed" } else { "original" }
    }
}

/// What the pairs of an answer came to, in a word: `mixed` where they differ.
pub(super) fn outcome(places: &[PairPlace]) -> Option<&'static str> {
    let first = places.first()?.cell;
    let alike = places.iter().all(|place| place.cell == first);
    Some(if alike { first.as_str() } else { "mixed" })
}
