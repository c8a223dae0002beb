//! Checks of published tables of results.
//!
//! The counts, statistics, p-values, percentages, means and decisions of one table have to agree.
//! This crate reads a table as printed, with the rounding of each number, and finds the numbers
//! that agree and those that cannot:
//!
//! * [`Document`] reads CSV, Markdown and the text of papers; [`Roles`] finds the roles of columns;
//! * [`audit`] makes all checks that need no description: sums of counts, statistics from counts, the
//!   rule behind p-values ([`PublishedRule`]: form, threshold, side, rounding, correction, family),
//!   decisions and the changes that would reverse them, p-values from statistics, the n that shares
//!   imply, and possible standard deviations and intervals;
//! * [`Description`] adds tables, the roles of columns, and the claims of a text as expressions (see
//!   docs/audit.md);
//! * [`grim`], [`spread_between`] and [`agreement_possible`] compute the bounds.
//!
//! The crate does not depend on models or prompts, reads and writes no files, and gives the same
//! findings for the same text.
//!
//! ```
//! use peirast_audit::{Document, Verdict, audit};
//!
//! let table = "
//! | model | n12 | n21 | n* | z     | p      | reject |
//! |-------|-----|-----|----|-------|--------|--------|
//! | A     |   2 |  12 | 14 | 2.673 | 0.0038 | yes    |
//! | B     |   5 |   9 | 14 | 1.069 | 0.2120 | no     |
//! | C     |  30 |  61 | 91 | 3.250 | 0.0008 | yes    |
//! | D     |   0 |   7 |  8 | 2.646 | 0.0078 | yes    |
//! ";
//! let audit = audit(&Document::from_markdown("paper", table), None)?;
//! // The p-values are exact, one-sided and not adjusted ...
//! assert_eq!((audit.rules[0].yields, audit.rules[0].printed), (3, 4));
//! // ... but for that of A, which is of the normal approximation; and the counts of D do not
//! // add up.
//! let faults = audit.findings.iter().filter(|finding| finding.verdict == Verdict::Mismatch);
//! assert_eq!(faults.map(|finding| finding.row.as_str()).collect::<Vec<_>>(), ["A", "D"]);
//! # Ok::<(), peirast_audit::AuditError>(())
//! ```

mod adjusted;
mod analysis;
mod audit;
mod cell;
mod claim;
mod decision;
mod description;
mod document;
mod error;
mod examples;
mod expression;
mod finding;
mod granularity;
mod identity;
mod inference;
mod limits;
mod paired;
mod printed;
mod role;
mod rule;
mod shares;
mod spread;
mod statistic;
mod table;
mod tails;
mod words;

pub use analysis::{PublishedAnalysis, Recomputation};
pub use audit::{Audit, audit};
pub use cell::{Cell, Part};
pub use description::{Claim, DescribedAnalysis, DescribedTable, Description, Otherwise};
pub use document::{Document, Line};
pub use error::AuditError;
pub use examples::EXAMPLES;
pub use finding::{Finding, Verdict};
pub use granularity::{
    agreement_possible, grim, reduction_possible, smallest_whole, spread_between,
};
pub use printed::{Bound, NotANumber, Printed};
pub use role::{Role, Roles};
pub use rule::{Decisions, FamilyRule, Flip, PublishedRule, Stated};
pub use table::{Row, Table};
