//! Groups of answers that are counted together.

use serde::Serialize;
use std::collections::BTreeMap;

/// A judged answer, with its subject, its conditions and its item.
pub trait Placed {
    /// The subject, strategy, temperature (`-` if it is no factor) and item.
    fn place(&self) -> [&str; 4];

    /// The item: answers to one item depend on one another.
    fn item(&self) -> &str {
        self.place()[3]
    }
}

/// A subject, a strategy and a temperature; `None` pools all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Group {
    /// The subject.
    pub subject: Option<String>,
    /// The strategy.
    pub strategy: Option<String>,
    /// The temperature.
    pub temperature: Option<String>,
}

impl Group {
    /// Returns true for all answers of one subject.
    pub fn is_subject(&self) -> bool {
        self.subject.is_some() && self.strategy.is_none() && self.temperature.is_none()
    }

    /// Its three names, `all` for a pooled one.
    pub fn names(&self) -> [&str; 3] {
        [&self.subject, &self.strategy, &self.temperature]
            .map(|part| part.as_deref().unwrap_or("all"))
    }
}

/// The answers of every group: each configuration, and pools over any of subjects, strategies and
/// temperatures.
pub fn groups<T: Placed>(answers: &[T]) -> Vec<(Group, Vec<&T>)> {
    let mut all: BTreeMap<Group, Vec<&T>> = BTreeMap::new();
    for answer in answers {
        let [subject, strategy, temperature, _] = answer.place();
        for pooled in 0..8_u8 {
            let part = |bit: u8, name: &str| (pooled & bit == 0).then(|| name.to_owned());
            let group = Group {
                subject: part(1, subject),
                strategy: part(2, strategy),
                temperature: part(4, temperature),
            };
            all.entry(group).or_default().push(answer);
        }
    }
    all.into_iter().collect()
}

/// The answers of each subject.
pub(crate) fn by_subject<'a, T>(
    groups: &'a [(Group, Vec<&'a T>)],
) -> impl Iterator<Item = (&'a str, &'a [&'a T])> {
    let subjects = groups.iter().filter(|(group, _)| group.is_subject());
    subjects.filter_map(|(group, answers)| Some((group.subject.as_deref()?, answers.as_slice())))
}
