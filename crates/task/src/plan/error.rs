//! Errors in planning.

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
        /// The hypothesis.
        hypothesis: String,
        /// The error.
        source: UnknownProtocol,
    },
    /// No protocol differs from the named one in only the factor.
    #[error(
        "hypothesis `{hypothesis}`: no protocol is `{protocol}` with {wanted}; choose another \
         protocol or another level"
    )]
    NoSuchProtocol {
        /// The hypothesis.
        hypothesis: String,
        /// The protocol of the original member.
        protocol: String,
        /// The level of the perturbed member.
        wanted: String,
    },
    /// User problems with a protocol whose examples and hints are about Peirast's problems.
    #[error(
        "hypothesis `{hypothesis}`: the examples and hints of protocol `{protocol}` are about Peirast's own \
         problems, not about those of `{family}`; use baseline or zs-cot, or write a [[strategy]] with \
         examples of your own"
    )]
    NoExemplars {
        /// The hypothesis.
        hypothesis: String,
        /// The protocol.
        protocol: String,
        /// The family of the problems.
        family: String,
    },
    /// There is nothing to compare.
    #[error(
        "hypothesis `{hypothesis}`: `{over}` has no pair with {original} and {perturbed}; it has \
         {known}"
    )]
    NoPairs {
        /// The hypothesis.
        hypothesis: String,
        /// The family or variant.
        over: String,
        /// Levels of the original member.
        original: String,
        /// Levels of the perturbed member.
        perturbed: String,
        /// The existing combinations of levels, or the levels if there are many.
        known: String,
    },
    /// The items are too few to include what a hypothesis needs.
    #[error("{lack}; {enough} items are enough (n = {enough}, or --n {enough})")]
    FewItems {
        /// The missing part.
        lack: Box<PlanError>,
        /// The least number of items of each variant with which the study can be planned.
        enough: u32,
    },
    /// A family or variant that the study does not generate.
    #[error(
        "hypothesis `{hypothesis}` is over `{over}`, which no [[family]] of the study generates"
    )]
    NotGenerated {
        /// The hypothesis.
        hypothesis: String,
        /// The family or variant.
        over: String,
    },
    /// A pair that differs in more than its factor.
    #[error("hypothesis `{hypothesis}`")]
    Vary {
        /// The hypothesis.
        hypothesis: String,
        /// The difference.
        source: VaryError,
    },
}
