//! Matched pairs from counts and columns. Lost pairs are counted by their known answers.

use crate::columns::Columns;
use crate::error::{Context as _, Result, refuse};
use crate::options::{count, counts};
use peirast_stats::{Lost, PairedTable};
use peirast_table::escape_line;
use std::collections::BTreeMap;

/// One pair: the original and the perturbed answer, if known.
pub type Pair = (Option<bool>, Option<bool>);

/// A table of n11 n12 n21 n22, or of n12 n21 only.
pub fn table_of_counts(given: &[String]) -> Result<PairedTable> {
    if given.len() == 2 {
        let [n12, n21] = counts(given, "n12, n21")?;
        return Ok(PairedTable::from_discordants(n12, n21));
    }
    let [n11, n12, n21, n22] = counts(given, "n11, n12, n21, n22; or n12, n21")?;
    Ok(PairedTable { n11, n12, n21, n22 })
}

/// The pairs of two columns, original first.
pub fn pairs(columns: &Columns) -> Result<Vec<Pair>> {
    let (original, perturbed) = (columns.rights_or_gaps(0)?, columns.rights_or_gaps(1)?);
    Ok(original.into_iter().zip(perturbed).collect())
}

/// The complete pairs as a table, the others as lost pairs.
pub fn table(pairs: &[Pair]) -> (PairedTable, Lost) {
    let (mut table, mut lost) = (PairedTable::default(), Lost::default());
    for pair in pairs {
        match *pair {
            (Some(original), Some(perturbed)) => table.record(original, perturbed),
            (None, None) => lost.neither += 1,
            (Some(true), None) => lost.original_right += 1,
            (Some(false), None) => lost.original_wrong += 1,
            (None, Some(true)) => lost.perturbed_right += 1,
            (None, Some(false)) => lost.perturbed_wrong += 1,
        }
    }
    (table, lost)
}

/// A table for each cluster of pairs, the lost pairs, and the number of pairs without a cluster. The
/// columns are original, perturbed and cluster.
pub fn clusters(columns: Columns) -> Result<(Vec<PairedTable>, Lost, u64)> {
    let columns = columns.with_values_of(2);
    let pairs = pairs(&columns)?;
    let (_, lost) = table(&pairs);
    let groups: BTreeMap<&str, Vec<Pair>> = columns.grouped(2, pairs);
    let tables = groups.into_values().map(|pairs| table(&pairs).0).collect();
    Ok((tables, lost, columns.missing))
}

/// Lost pairs of the command line: `neither=2,original-right=1`.
pub fn lost(given: &[String]) -> Result<Lost> {
    let mut lost = Lost::default();
    for one in given {
        let (kind, number) = one.split_once('=').with_context(|| {
            format!("--lost `{}`: write KIND=COUNT, such as neither=2", escape_line(one))
        })?;
        let place = match kind.trim() {
            "neither" => &mut lost.neither,
            "original-right" => &mut lost.original_right,
            "original-wrong" => &mut lost.original_wrong,
            "perturbed-right" => &mut lost.perturbed_right,
            "perturbed-wrong" => &mut lost.perturbed_wrong,
            other => refuse!(
                "--lost has no kind `{}`: its kinds are neither, original-right, original-wrong, \
                 perturbed-right, perturbed-wrong",
                escape_line(other)
            ),
        };
        *place = place.saturating_add(count(number.trim())?);
    }
    if lost.total() == u64::MAX {
        refuse!("--lost: the number of pairs is too large");
    }
    Ok(lost)
}
