//! The matched pairs of a comparison, as small numbers.

use crate::Index;
use peirast_record::Outcome;
use peirast_report::PairMembers;
use std::ops::Range;

/// Cell of a pair in the contingency table, or the reason why it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    BothRight,
    OnlyOriginal,
    OnlyPerturbed,
    BothWrong,
    Lost(&'static str),
}

/// The reasons for which pairs are lost.
pub(crate) const CAUSES: [&str; 6] =
    ["unanswered", "refused", "empty", "truncated", "unread", "split"];

impl Cell {
    /// The cells of the table, in its order.
    pub(crate) const TABLE: [Self; 4] =
        [Self::BothRight, Self::OnlyOriginal, Self::OnlyPerturbed, Self::BothWrong];

    /// Returns the cell of a pair.
    fn new(pair: &PairMembers<'_>) -> Self {
        match pair.verdicts {
            Ok((true, true)) => Self::BothRight,
            Ok((true, false)) => Self::OnlyOriginal,
            Ok((false, true)) => Self::OnlyPerturbed,
            Ok((false, false)) => Self::BothWrong,
            Err(cause) => Self::Lost(cause),
        }
    }

    /// Returns its name, also for addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BothRight => "n11",
            Self::OnlyOriginal => "n12",
            Self::OnlyPerturbed => "n21",
            Self::BothWrong => "n22",
            Self::Lost(cause) => cause,
        }
    }
}

/// A pair.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The number of its item.
    pub(crate) item: u32,
    /// The unit of the contrast that it belongs to.
    pub(crate) unit: u16,
    /// Weight of the pair.
    pub(crate) weight: u32,
    pub(crate) cell: Cell,
    original: Range<u32>,
    perturbed: Range<u32>,
}

/// The pairs of one row of the report.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Index of the contrast.
    pub(crate) contrast: usize,
    pub(crate) pairs: Vec<Pair>,
    /// The rows of all members, one pair after another.
    members: Vec<u32>,
}

impl Comparison {
    pub(crate) fn new(contrast: usize, pairs: &[PairMembers<'_>], index: &Index) -> Self {
        let mut own = Self { contrast, ..Self::default() };
        for pair in pairs {
            let original = own.add(&pair.original, index);
            let perturbed = own.add(&pair.perturbed, index);
            own.pairs.push(Pair {
                item: index.item(pair.item).unwrap_or(u32::MAX),
                unit: u16::try_from(pair.unit).unwrap_or(u16::MAX),
                weight: u32::try_from(pair.weight).unwrap_or(u32::MAX),
                cell: Cell::new(pair),
                original,
                perturbed,
            });
        }
        own.members.shrink_to_fit();
        own
    }

    fn add(&mut self, members: &[&Outcome], index: &Index) -> Range<u32> {
        let start = self.members.len() as u32;
        self.members.extend(members.iter().filter_map(|one| index.find(&one.trial)));
        start..self.members.len() as u32
    }

    /// Returns the rows of a pair's original member and of its perturbed one.
    pub(crate) fn members(&self, pair: &Pair) -> (&[u32], &[u32]) {
        let of = |range: &Range<u32>| {
            self.members.get(range.start as usize..range.end as usize).unwrap_or_default()
        };
        (of(&pair.original), of(&pair.perturbed))
    }

    /// Returns the weighted number of pairs in a cell.
    pub(crate) fn count(&self, cell: Cell) -> u64 {
        let of_cell = self.pairs.iter().filter(|pair| pair.cell == cell);
        of_cell.map(|pair| u64::from(pair.weight)).sum()
    }
}
