//! Decides entailment between categorical propositions by checking every model.

use super::{Categorical, Model};
use thiserror::Error;

/// The most terms of an argument. With more, there are too many models to visit.
pub const MAX_TERMS: usize = 4;

/// The assumption about empty terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Import {
    /// Terms may be empty: *All S are P* does not say that there is an S.
    #[default]
    Modern,
    /// No term is empty.
    Traditional,
}

/// The result of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CategoricalVerdict {
    /// The conclusion is true in every model of the premises. Holds the number of these models; 0
    /// means that the premises contradict each other.
    Entailed(u32),
    /// A model of the premises in which the conclusion is false. It inhabits the fewest kinds; an
    /// empty model is used only if there is no other.
    Refuted(Model),
}

/// An argument that cannot be decided here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the argument has {terms} terms; at most {MAX_TERMS} can be decided by models")]
pub struct DecideError {
    /// The number of terms of the argument.
    pub terms: usize,
}

/// Decides if `premises` entail `conclusion`.
///
/// Complete and sound for arguments of up to [`MAX_TERMS`] terms; visits `2^(2^k)` models for
/// `k` terms (256 for a syllogism).
///
/// # Errors
/// If there are more than [`MAX_TERMS`] terms.
///
/// ```
/// use peirast_logic::categorical::{Categorical as C, Import, CategoricalVerdict, decide};
/// // Darapti needs existential import.
/// let darapti = [C::all(0, 1), C::all(0, 2)];
/// assert!(matches!(decide(&darapti, C::some(1, 2), Import::Modern), Ok(CategoricalVerdict::Refuted(_))));
/// assert!(matches!(
///     decide(&darapti, C::some(1, 2), Import::Traditional),
///     Ok(CategoricalVerdict::Entailed(_))
/// ));
/// ```
pub fn decide(
    premises: &[Categorical],
    conclusion: Categorical,
    import: Import,
) -> Result<CategoricalVerdict, DecideError> {
    let highest = premises.iter().chain([&conclusion]).map(Categorical::highest_term).max();
    let terms = highest.unwrap_or(0) + 1;
    if terms > MAX_TERMS {
        return Err(DecideError { terms });
    }
    let models = Model::all(terms)
        .filter(|m| import == Import::Modern || (0..terms).all(|t| m.has(t)))
        .filter(|m| premises.iter().all(|p| m.satisfies(*p)));
    let mut agreeing = 0;
    let mut counter: Option<Model> = None;
    for model in models {
        if model.satisfies(conclusion) {
            agreeing += 1;
        } else if counter.is_none_or(|best| cost(model) < cost(best)) {
            counter = Some(model);
        }
    }
    Ok(counter.map_or(CategoricalVerdict::Entailed(agreeing), CategoricalVerdict::Refuted))
}

/// An empty model is a poor example.
fn cost(model: Model) -> (bool, usize) {
    let kinds = model.kinds().count();
    (kinds == 0, kinds)
}
