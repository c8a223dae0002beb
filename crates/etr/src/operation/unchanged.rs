//! Reasons why an operation handed a view back as it was.

use std::fmt;

/// The presupposition that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unchanged {
    /// The operation needs an internal view without supposition.
    InternalSupposes,
    /// A potential is not a plain number, so that alternatives cannot be compared.
    SymbolicPotential,
    /// No term at issue here is at issue there.
    NoIssueMatch,
    /// Stage and supposition of the external view share arbitrary objects.
    SharedWithSupposition,
    /// The views share arbitrary objects and do not agree on their dependencies.
    DependenciesDisagree,
    /// The external stage is empty.
    EmptyStage,
    /// Some alternative of the internal view is part of no alternative of the external one.
    NotSupported,
    /// The internal view has universals that the external view lacks.
    ForeignUniversals,
    /// The internal view has weights.
    InternalWeighted,
    /// The operation applied and made no difference.
    NoDifference,
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unchanged::InternalSupposes => "the internal view supposes something",
            Unchanged::SymbolicPotential => "an answer potential is not a plain number",
            Unchanged::NoIssueMatch => "no term at issue in the one view is at issue in the other",
            Unchanged::SharedWithSupposition => {
                "stage and supposition of the external view share arbitrary objects"
            }
            Unchanged::DependenciesDisagree => {
                "the views share arbitrary objects and differ on what depends on what"
            }
            Unchanged::EmptyStage => "the external view has no alternative left",
            Unchanged::NotSupported => {
                "some alternative of the internal view is part of no alternative of the external"
            }
            Unchanged::ForeignUniversals => {
                "the internal view quantifies universally over objects that the external lacks"
            }
            Unchanged::InternalWeighted => "the internal view has weights",
            Unchanged::NoDifference => "it makes no difference",
        })
    }
}
