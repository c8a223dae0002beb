//! Versions of an item, as suffixes of the problems' ids.

use crate::{Name, Names};
use std::borrow::Cow;

/// The problem among those of an item: the part of its id after the name of its item, with which
/// ids begin. A million problems have few versions, so their ids take no memory of their own.
///
/// ```
/// use peirast_record::Version;
/// let version = Version::new("conjunction/2/7/context=relevant", "conjunction/2/7");
/// assert_eq!(version, Version::new("conjunction/2/8/context=relevant", "conjunction/2/8"));
/// assert_eq!(version.problem("conjunction/2/8"), "conjunction/2/8/context=relevant");
/// // What somebody else called a problem may be anything.
/// assert_eq!(Version::new("q-17", "Linda").problem("Linda"), "q-17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(Name);

/// The separator before the part that follows the name of an item.
const BEYOND: char = '/';
/// The mark before an id that does not begin with the name of its item.
const WHOLE: char = '=';

impl Version {
    /// The version of the problem with this id among those of an item.
    pub fn new(problem: &str, item: &str) -> Self {
        Self(Name::from(&*written(problem, item)))
    }

    /// The same version; equal ones share their text.
    pub fn shared(problem: &str, item: &str, names: &mut Names) -> Self {
        Self(names.shared(&written(problem, item)))
    }

    /// The id of the problem that is this version of an item.
    pub fn problem(&self, item: &str) -> Cow<'_, str> {
        match self.0.strip_prefix(WHOLE) {
            Some(problem) => Cow::Borrowed(problem),
            None => Cow::Owned([item, self.0.as_str()].concat()),
        }
    }
}

/// The text of a version.
fn written<'p>(problem: &'p str, item: &str) -> Cow<'p, str> {
    match problem.strip_prefix(item) {
        Some(beyond) if beyond.is_empty() || beyond.starts_with(BEYOND) => Cow::Borrowed(beyond),
        _ => Cow::Owned(format!("{WHOLE}{problem}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_id_of_a_problem_comes_back(problem in "[ab/=]{0,6}", item in "[ab/=]{0,4}") {
            let version = Version::new(&problem, &item);
            prop_assert_eq!(version.problem(&item), problem.as_str());
        }

        #[test]
        fn versions_of_an_item_are_the_same_if_their_ids_are(
            (one, other) in ("[ab/=]{0,4}", "[ab/=]{0,4}"),
            item in "[ab/=]{0,3}",
        ) {
            let mut names = Names::default();
            let mut version = |problem: &str| Version::shared(problem, &item, &mut names);
            prop_assert_eq!(version(&one) == version(&other), one == other);
        }
    }
}
