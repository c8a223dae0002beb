//! The part of an address behind the question mark.

use form_urlencoded::{Serializer, parse};

/// The parameters of a page, in the order in which they stand in its address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Those of an address.
    pub(crate) fn read(text: &str) -> Self {
        let filled = parse(text.as_bytes()).filter(|(_, value)| !value.is_empty());
        Self(filled.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// The first value of a parameter. An empty one is none: forms send those that nobody filled in.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// A parameter that is a number; the largest, where it is larger.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        let text = self.get(name)?;
        match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => Some(text.parse().unwrap_or(usize::MAX)),
            false => None,
        }
    }

    /// Every parameter.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The same with one parameter set, or without it where the value is empty.
    #[must_use]
    pub(crate) fn with(&self, name: &str, value: impl ToString) -> Self {
        let mut pairs: Vec<_> = self.0.iter().filter(|(own, _)| own != name).cloned().collect();
        let value = value.to_string();
        if !value.is_empty() {
            pairs.push((name.to_owned(), value));
        }
        Self(pairs)
    }

    /// The same without some parameters.
    #[must_use]
    pub(crate) fn without(&self, names: &[&str]) -> Self {
        let kept = self.0.iter().filter(|(own, _)| !names.contains(&own.as_str()));
        Self(kept.cloned().collect())
    }

    /// The address of a path with these parameters.
    pub(crate) fn after(&self, path: &str) -> String {
        if self.0.is_empty() {
            return path.to_owned();
        }
        let mut text = Serializer::new(String::new());
        text.extend_pairs(&self.0);
        format!("{path}?{}", text.finish())
    }
}
