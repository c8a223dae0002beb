//! What stands in the way of a plan.

use crate::{MakeError, UnknownProtocol, VaryError};
use peirast_record::StudyError;
use thiserror::Error;

/// A study that cannot be planned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlanError {
    /// The study contradicts itself.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Its problems cannot be made.
    #[error(transparent)]
    Make(#[from] MakeError),
    /// It names a protocol that does not exist.
    #[error("hypothesis `{hypothesis}`")]
    Protocol {
        /// Which hypothesis.
        hypothesis: String,
        /// What is wrong.
        source: UnknownProtocol,
    },
    /// No protocol differs from the named one in just the factor.
    #[error(
        "hypothesis `{hypothesis}`: no protocol is `{protocol}` with {wanted}; choose another \
         protocol or another level"
    )]
    NoSuchProtocol {
        /// Which hypothesis.
        hypothesis: String,
        /// The protocol of the original member.
        protocol: String,
        /// The level wanted for the perturbed member.
        wanted: String,
    },
    /// Problems of somebody else under a protocol whose examples and hints are about problems of Peirast.
    #[error(
        "hypothesis `{hypothesis}`: the examples and hints of protocol `{protocol}` are about Peirast's own \
         problems, not about those of `{family}`; use baseline or zs-cot, or write a [[strategy]] with \
         examples of your own"
    )]
    NoExemplars {
        /// Which hypothesis.
        hypothesis: String,
        /// The protocol.
        protocol: String,
        /// The family of the problems.
        family: String,
    },
    /// Nothing to compare.
    #[error(
        "hypothesis `{hypothesis}`: `{over}` has no pair with {original} and {perturbed}; what it \
         has is {known}"
    )]
    NoPairs {
        /// Which hypothesis.
        hypothesis: String,
        /// The family or variant.
        over: String,
        /// Levels of the original member.
        original: String,
        /// Levels of the perturbed member.
        perturbed: String,
        /// The combinations of levels that exist there, or the levels if there are many.
        known: String,
    },
    /// Few items happen to lack what a hypothesis needs.
    #[error("{lack}; {enough} items are enough (n = {enough}, or --n {enough})")]
    FewItems {
        /// What there is not.
        lack: Box<PlanError>,
        /// The least number of items of each variant with which the study can be planned.
        enough: u32,
    },
    /// A family or variant that the study does not generate.
    #[error(
        "hypothesis `{hypothesis}` is over `{over}`, which no [[family]] of the study generates"
    )]
    NotGenerated {
        /// Which hypothesis.
        hypothesis: String,
        /// The family or variant.
        over: String,
    },
    /// A pair that differs in more than its factor.
    #[error("hypothesis `{hypothesis}`")]
    Vary {
        /// Which hypothesis.
        hypothesis: String,
        /// What differs.
        source: VaryError,
    },
}
