//! The columns that belong to one version: `answer_plain`, `plain_choices`, `A_plain`, or fields of
//! the object that holds its question.

use super::{
    AFTER, ALTERNATIVES, ANSWER, CHOICES, CONTEXT, ChoiceColumns, Column, ColumnFinder, Columns,
    LURE, Role, TOLERANCE, VersionText, options_each,
};
use crate::names::folded;

impl ColumnFinder<'_> {
    /// Takes the columns of one version: those whose names join the name of a role, or of an option,
    /// and the name of the version, and else the fields next to its question.
    pub(crate) fn own(&mut self, question: &VersionText) -> Columns {
        let key = folded(&question.name);
        let mut named: Vec<(String, Column)> = Vec::new();
        for name in self.left() {
            named.extend(without(name, &key).map(|rest| (rest, Column::top(name))));
        }
        named.extend(self.fields_beside(question));
        let role = |role: &Role| {
            let found = |usual: &&str| named.iter().find(|(name, _)| name == usual);
            role.usual.iter().find_map(found).map(|(_, column)| column.clone())
        };
        let columns = Columns {
            choices: match role(&CHOICES) {
                Some(column) => ChoiceColumns::One(column),
                None => match options_each(&named) {
                    Some(each) => ChoiceColumns::Each(each),
                    None => {
                        self.choices_above(question).map_or(ChoiceColumns::None, ChoiceColumns::One)
                    }
                },
            },
            answer: role(&ANSWER),
            lure: role(&LURE),
            alternatives: role(&ALTERNATIVES),
            tolerance: role(&TOLERANCE),
            context: role(&CONTEXT),
            after: role(&AFTER),
            ..Columns::default()
        };
        columns.all().into_iter().for_each(|column| self.take(column));
        columns
    }
}

impl Columns {
    /// The columns of one version, in the order in which they are shown.
    pub(crate) fn all(&self) -> Vec<&Column> {
        let before = [&self.context];
        let behind = [&self.after, &self.answer, &self.lure, &self.alternatives, &self.tolerance];
        let before = before.into_iter().flatten();
        before.chain(self.choices.columns()).chain(behind.into_iter().flatten()).collect()
    }
}

/// The name of a column without that of a version at its end or at its beginning.
fn without<'n>(name: &'n str, version: &str) -> impl Iterator<Item = String> + use<'n> {
    let name = folded(name);
    let rests = [name.strip_suffix(version), name.strip_prefix(version)]
        .map(|rest| rest.filter(|rest| !rest.is_empty() && !version.is_empty()).map(str::to_owned));
    rests.into_iter().flatten()
}

/// The name of a column cut at each of its signs, as the words before and behind.
pub(crate) fn cuts(name: &str) -> impl Iterator<Item = (&str, &str)> {
    const SIGNS: [char; 5] = ['_', '-', '.', ' ', ':'];
    let cut = move |(at, sign): (usize, &str)| {
        let (before, behind) = (name.get(..at)?, name.get(at + sign.len()..)?);
        Some((before, behind)).filter(|(before, behind)| !before.is_empty() && !behind.is_empty())
    };
    name.match_indices(SIGNS).filter_map(cut)
}
