//! Groups: whose judgements are counted together.

use crate::Judgement;
use serde::Serialize;
use std::collections::BTreeMap;

/// A subject, a strategy, a temperature; or all of them, where none is named.
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
    /// Whether it is all answers of one subject.
    pub fn is_subject(&self) -> bool {
        self.subject.is_some() && self.strategy.is_none() && self.temperature.is_none()
    }

    /// Whether it is one subject under one strategy at one temperature.
    pub fn is_configuration(&self) -> bool {
        self.subject.is_some() && self.strategy.is_some() && self.temperature.is_some()
    }

    /// Its three names, `all` for what is pooled.
    pub fn names(&self) -> [&str; 3] {
        [&self.subject, &self.strategy, &self.temperature]
            .map(|part| part.as_deref().unwrap_or("all"))
    }
}

/// The judgements of every group: each configuration, and pooled over any of subjects, strategies
/// and temperatures.
pub fn groups(judgements: &[Judgement]) -> Vec<(Group, Vec<&Judgement>)> {
    let mut all: BTreeMap<Group, Vec<&Judgement>> = BTreeMap::new();
    for judgement in judgements {
        for pooled in 0..8_u8 {
            let part = |bit: u8, name: &str| (pooled & bit == 0).then(|| name.to_owned());
            let group = Group {
                subject: part(1, &judgement.subject),
                strategy: part(2, &judgement.strategy),
                temperature: part(4, &judgement.temperature),
            };
            all.entry(group).or_default().push(judgement);
        }
    }
    all.into_iter().collect()
}

/// The judgements of each subject.
pub fn by_subject<'a>(
    groups: &'a [(Group, Vec<&'a Judgement>)],
) -> impl Iterator<Item = (&'a str, &'a [&'a Judgement])> {
    let own = groups.iter().filter(|(group, _)| group.is_subject());
    own.filter_map(|(group, judgements)| Some((group.subject.as_deref()?, judgements.as_slice())))
}
