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
    /// What somebody took for the name of one.
    NoSyllogism(String),
}

impl PlayRoute {
    pub(super) fn of(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["premises"] => Self::Premises,
            ["syllogisms"] => Self::Syllogisms,
            ["syllogisms", form] if !form.is_empty() => match form.parse() {
                Ok(form) => Self::Syllogism(form),
                Err(_) => Self::NoSyllogism((*form).to_owned()),
            },
            _ => return None,
        })
    }

    pub(super) fn segments(&self) -> Vec<String> {
        let own = match self {
            Self::Premises => vec!["premises".to_owned()],
            Self::Syllogisms => vec!["syllogisms".to_owned()],
            Self::Syllogism(form) => vec!["syllogisms".to_owned(), form.to_string()],
            Self::NoSyllogism(name) => vec!["syllogisms".to_owned(), name.clone()],
        };
        std::iter::once("play".to_owned()).chain(own).collect()
    }
}
