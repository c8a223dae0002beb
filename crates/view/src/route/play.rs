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
