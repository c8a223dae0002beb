//! The operations of the theory, one to a file.
//!
//! Each takes an *external* view, the state of mind so far, and most take an *internal* one, the
//! new information. [`Engine`](crate::Engine) carries them out; [`View`](crate::View) offers the
//! same for views without an engine.

mod answer;
mod answer_potential;
mod commit;
mod depose;
mod division;
mod existential_sum;
mod factor;
mod identity;
mod inquire;
mod matches;
mod merge;
mod negation;
mod novelty;
mod primitive_absurd;
mod product;
mod query;
mod query_dependencies;
mod reorient;
mod replace;
mod sub;
mod substitution;
mod sum;
mod suppose;
mod unchanged;
mod universal_product;
mod update;
mod which;

pub use commit::Commitment;
pub(crate) use novelty::Novelty;
pub use unchanged::Unchanged;

/// The name of an operation or procedure, as traces show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// [`View::product`](crate::View::product).
    Product,
    /// [`View::sum`](crate::View::sum).
    Sum,
    /// [`View::negation`](crate::View::negation).
    Negation,
    /// [`View::answer`](crate::View::answer).
    Answer,
    /// [`View::equilibrium_answer`](crate::View::equilibrium_answer).
    EquilibriumAnswer,
    /// [`View::atomic_answer`](crate::View::atomic_answer).
    AtomicAnswer,
    /// [`View::merge`](crate::View::merge).
    Merge,
    /// [`View::update`](crate::View::update).
    Update,
    /// [`View::universal_product`](crate::View::universal_product).
    UniversalProduct,
    /// [`View::existential_sum`](crate::View::existential_sum).
    ExistentialSum,
    /// [`View::division`](crate::View::division).
    Division,
    /// [`View::factor`](crate::View::factor).
    Factor,
    /// [`View::query`](crate::View::query).
    Query,
    /// [`View::which`](crate::View::which).
    WhQuery,
    /// [`View::inquire`](crate::View::inquire).
    Inquire,
    /// [`View::suppose`](crate::View::suppose).
    Suppose,
    /// [`View::depose`](crate::View::depose).
    Depose,
}

impl Operation {
    /// The name as commands and traces use it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Operation::Product => "product",
            Operation::Sum => "sum",
            Operation::Negation => "negation",
            Operation::Answer => "answer",
            Operation::EquilibriumAnswer => "equilibrium_answer",
            Operation::AtomicAnswer => "atomic_answer",
            Operation::Merge => "merge",
            Operation::Update => "update",
            Operation::UniversalProduct => "universal_product",
            Operation::ExistentialSum => "existential_sum",
            Operation::Division => "division",
            Operation::Factor => "factor",
            Operation::Query => "query",
            Operation::WhQuery => "which",
            Operation::Inquire => "inquire",
            Operation::Suppose => "suppose",
            Operation::Depose => "depose",
        }
    }
}
