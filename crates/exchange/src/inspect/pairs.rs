//! The place of an answer in a matched pair, and the outcome of the pair.

use serde::Serialize;
use serde_json::{Value, json};

/// The outcome of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Both members are right.
    Both,
    /// Only the original is right.
    OnlyOriginal,
    /// Only the perturbed version is right.
    OnlyPerturbed,
    /// Neither is right.
    Neither,
    /// A member has no verdict, so the pair does not count.
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
    /// The method: the row of the table with the pair.
    pub method: String,
    /// The item of both members.
    pub item: String,
    /// True if the answer is to the perturbed version.
    pub perturbed: bool,
    /// The outcome of the pair.
    pub cell: Cell,
    /// The reason if the pair does not count.
    pub cause: Option<String>,
    /// The id of the sample of the other member, if it was answered.
    pub other: Option<String>,
}

impl PairPlace {
    /// The place as metadata.
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

    /// The member of its pair that the answer belongs to.
    pub(super) fn member(&self) -> &'static str {
        if self.perturbed { "perturbed" } else { "original" }
    }
}

/// The outcome of an answer's pairs in a word: `mixed` if they differ.
pub(super) fn outcome(places: &[PairPlace]) -> Option<&'static str> {
    let first = places.first()?.cell;
    let alike = places.iter().all(|place| place.cell == first);
    Some(if alike { first.as_str() } else { "mixed" })
}
