//! The query of an address, after the question mark.

use form_urlencoded::{Serializer, parse};

/// The parameters of a page, in the order of its address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads the parameters of an address.
    pub(crate) fn read(text: &str) -> Self {
        let filled = parse(text.as_bytes()).filter(|(_, value)| !value.is_empty());
        Self(filled.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// Returns the first value of a parameter. An empty value counts as absent: forms send empty
    /// fields too.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Returns a parameter that is a number; numbers that are too large become the largest number.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        let text = self.get(name)?;
        match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => Some(text.parse().unwrap_or(usize::MAX)),
            false => None,
        }
    }

    /// Returns every parameter.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the same query with one parameter set, or removed if the value is empty.
    #[must_use]
    pub(crate) fn with(&self, name: &str, value: impl ToString) -> Self {
        let mut pairs: Vec<_> = self.0.iter().filter(|(own, _)| own != name).cloned().collect();
        let value = value.to_string();
        if !value.is_empty() {
            pairs.push((name.to_owned(), value));
        }
        Self(pairs)
    }

    /// Returns the same query without some parameters.
    #[must_use]
    pub(crate) fn without(&self, names: &[&str]) -> Self {
        let kept = self.0.iter().filter(|(own, _)| !names.contains(&own.as_str()));
        Self(kept.cloned().collect())
    }

    /// Returns the address of a path with these parameters.
    pub(crate) fn after(&self, path: &str) -> String {
        if self.0.is_empty() {
            return path.to_owned();
        }
        let mut text = Serializer::new(String::new());
        text.extend_pairs(&self.0);
        format!("{path}?{}", text.finish())
    }
}
