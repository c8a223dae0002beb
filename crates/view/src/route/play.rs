//! Pages that are computed from their addresses.

use peirast_logic::syllogism::Form;

/// A page that is computed from its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayRoute {
    /// Premises, and their conclusions.
    Premises,
    /// The forms of syllogisms.
    Syllogisms,
    /// One form.
    Syllogism(Form),
    /// An invalid name of a form.
    NoSyllogism(String),
}

impl PlayRoute {
    pub(super) fn from_segments(segments: &[&str]) -> Option<Self> {
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
        let (page, form) = match self {
            Self::Premises => ("premises", None),
            Self::Syllogisms => ("syllogisms", None),
            Self::Syllogism(form) => ("syllogisms", Some(form.to_string())),
            Self::NoSyllogism(name) => ("syllogisms", Some(name.clone())),
        };
        ["play", page].map(str::to_owned).into_iter().chain(form).collect()
    }
}
