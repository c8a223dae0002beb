//! Filter for the rows of a list.

use super::{Column, Index, Standing};
use crate::query::Query;
use peirast_record::Factors;

/// Form of a factor's level in addresses: `f.context=relevant`.
const FACTOR: &str = "f.";

/// The values that all rows of a list share. Absent fields do not restrict the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) subject: Option<String>,
    pub(crate) answer: Option<String>,
    pub(crate) grade: Option<String>,
    /// The item, in full.
    pub(crate) item: Option<String>,
    /// The problem, in full.
    pub(crate) problem: Option<String>,
    /// A part of the item's name.
    pub(crate) like: Option<String>,
    pub(crate) levels: Factors,
}

impl Filter {
    /// Reads the filter of an address.
    pub(crate) fn from_query(query: &Query) -> Self {
        let text = |name: &str| query.get(name).map(str::to_owned);
        let levels =
            query.pairs().filter_map(|(name, level)| Some((name.strip_prefix(FACTOR)?, level)));
        Self {
            subject: text("subject"),
            answer: text("answer"),
            grade: text("grade"),
            item: text("item"),
            problem: text("problem"),
            like: text("like"),
            levels: levels.collect(),
        }
    }

    /// Returns the name of a factor's parameter.
    pub(crate) fn parameter(factor: &str) -> String {
        format!("{FACTOR}{factor}")
    }
}

impl Index {
    /// Returns a condition that no row satisfies: the name of the parameter, and its value.
    pub(crate) fn unknown(&self, filter: &Filter) -> Vec<(String, String)> {
        let columns = [
            ("subject", &self.subjects, &filter.subject),
            ("answer", &self.answers, &filter.answer),
            ("item", &self.items, &filter.item),
            ("problem", &self.problems, &filter.problem),
        ];
        let names = columns.into_iter().filter_map(|(name, column, wanted)| {
            let wanted = wanted.as_deref().filter(|wanted| column.names.find(wanted).is_none())?;
            Some((name.to_owned(), wanted.to_owned()))
        });
        let grade = filter.grade.iter().filter(|name| standing(name) == u8::MAX);
        let grade = grade.map(|name| ("grade".to_owned(), name.clone()));
        let levels = filter.levels.iter().filter(|(factor, level)| {
            self.factors.get(*factor).is_none_or(|levels| !levels.contains(*level))
        });
        let levels = levels.map(|(factor, level)| (Filter::parameter(factor), level.to_owned()));
        names.chain(grade).chain(levels).collect()
    }

    /// Returns the rows that pass a filter, in the order of their keys.
    pub(crate) fn select(&self, filter: &Filter) -> Vec<u32> {
        let combinations: Option<Vec<bool>> = (!filter.levels.is_empty())
            .then(|| self.combinations.iter().map(|own| own.matches(&filter.levels)).collect());
        let standing = filter.grade.as_ref().map(|name| standing(name));
        let like = filter.like.as_ref().map(|part| self.items.like(part));
        let exact = [
            (&self.subjects, &filter.subject),
            (&self.answers, &filter.answer),
            (&self.items, &filter.item),
            (&self.problems, &filter.problem),
        ];
        // A name that does not occur gets a number that no row has.
        let exact: Vec<(&[u32], u32)> = exact
            .into_iter()
            .filter_map(|(column, name)| {
                let number = column.names.find(name.as_deref()?).unwrap_or(u32::MAX);
                Some((column.numbers.as_slice(), number))
            })
            .collect();
        let is_in = |set: &Option<Vec<bool>>, number: Option<&u32>| match (set, number) {
            (None, _) => true,
            (Some(set), Some(number)) => set.get(*number as usize).copied().unwrap_or_default(),
            (Some(_), None) => false,
        };
        let passes = |row: &u32| {
            let at = *row as usize;
            exact.iter().all(|(numbers, wanted)| numbers.get(at) == Some(wanted))
                && standing.is_none_or(|wanted| self.standings.get(at) == Some(&wanted))
                && is_in(&combinations, self.levels.get(at))
                && is_in(&like, self.items.numbers.get(at))
        };
        (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).filter(passes).collect()
    }
}

/// Returns the number of a state, or a number that no row has if the name is unknown.
fn standing(name: &str) -> u8 {
    let at = Standing::ALL.iter().position(|one| one.name() == name);
    at.and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX)
}

impl Column {
    /// Returns for every name whether it contains a text, in upper or lower case.
    fn like(&self, part: &str) -> Vec<bool> {
        let part = part.to_lowercase();
        let holds = |name: &str| match name.is_ascii() && part.is_ascii() {
            true => name
                .as_bytes()
                .windows(part.len().max(1))
                .any(|window| window.eq_ignore_ascii_case(part.as_bytes())),
            false => name.to_lowercase().contains(&part),
        };
        self.names.all().map(holds).collect()
    }
}
