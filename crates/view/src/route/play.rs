//! Pages that are worked out from what stands in their addresses.

use peirast_logic::syllogism::Form;

/// A page that is worked out from what stands in its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayRoute {
    /// Premises, and what follows from them.
    Premises,
    /// The forms of syllogisms.
    Syllogisms,
    /// One of them.
    Syllogism(Form),
}

impl PlayRoute {
    pub(super) fn of(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["premises"] => Self::Premises,
            ["syllogisms"] => Self::Syllogisms,
            ["syllogisms", form] => Self::Syllogism(form.parse().ok()?),
            _ => return None,
        })
    }

    pub(super) fn segments(&self) -> Vec<String> {
        let own = match self {
            Self::Premises => vec!["premises".to_owned()],
            Self::Syllogisms => vec!["syllogisms".to_owned()],
            Self::Syllogism(form) => vec!["syllogisms".to_owned(), form.to_string()],
        };
        std::iter::once("play".to_owned()).chain(own).collect()
    }
}
