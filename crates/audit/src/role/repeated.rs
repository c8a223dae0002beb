//! Columns with the same role, such as the n of two groups next to each other.

use super::{Role, Roles};
use std::collections::BTreeMap;

impl Roles {
    /// A statistic has one column. If two columns seem to hold it, only the first is certain.
    pub(super) fn drop_repeated(&mut self) {
        let mut first: BTreeMap<Role, usize> = BTreeMap::new();
        for (at, own) in self.columns.iter_mut().enumerate() {
            let Some(role) = own.filter(|role| !role.may_repeat()) else { continue };
            let kept = *first.entry(role).or_insert(at);
            if kept != at {
                self.repeated.entry(role).or_insert((kept, Vec::new())).1.push(at);
                *own = None;
            }
        }
    }

    /// The role of a column that is not read because an earlier column has it.
    pub(super) fn repeated_role(&self, column: usize) -> Option<Role> {
        let repeats = |(_, others): &(usize, Vec<usize>)| others.contains(&column);
        self.repeated.iter().find(|(_, columns)| repeats(columns)).map(|(role, _)| *role)
    }

    /// All columns of a role, with those that repeat it.
    pub(super) fn all_columns(&self, role: Role) -> Vec<usize> {
        match self.repeated.get(&role) {
            Some((kept, others)) => std::iter::once(*kept).chain(others.iter().copied()).collect(),
            None => self.columns(role).collect(),
        }
    }

    /// Finds the column of counts for each column of shares. A table may have several, such as one
    /// for each of two groups. If there are as many counts as shares, each share has its own.
    /// Otherwise it is the nearest one, before or after the shares as for the first share.
    pub(super) fn group_shares(&mut self) {
        self.counts_of_shares.clear();
        let shares: Vec<usize> = self.columns(Role::Share).collect();
        for role in [Role::Total, Role::Successes] {
            if !self.repeated.contains_key(&role) {
                continue;
            }
            let all = self.all_columns(role);
            let is_before = all.first() < shares.first();
            for (number, share) in shares.iter().enumerate() {
                let next = all.partition_point(|at| at < share);
                let own = match (all.len() == shares.len(), is_before) {
                    (true, _) => all.get(number),
                    (false, true) => next.checked_sub(1).and_then(|before| all.get(before)),
                    (false, false) => all.get(next),
                };
                self.counts_of_shares.extend(own.map(|own| ((role, *share), *own)));
            }
        }
    }

    /// The column of counts, successes or totals, for a column of shares.
    pub(crate) fn of_share(&self, role: Role, share: usize) -> Option<usize> {
        match self.repeated.contains_key(&role) {
            true => self.counts_of_shares.get(&(role, share)).copied(),
            false => self.column(role),
        }
    }

    /// The columns of successes, each with the column of its units.
    pub(crate) fn successes(&self) -> Vec<(usize, usize)> {
        let (some, all) = (self.all_columns(Role::Successes), self.all_columns(Role::Total));
        match all.as_slice() {
            [one] => some.into_iter().map(|some| (some, *one)).collect(),
            _ if some.len() == all.len() => some.into_iter().zip(all).collect(),
            _ => Vec::new(),
        }
    }

    /// Removes a column from these totals. The first of the others becomes the total.
    pub(super) fn take_from_totals(&mut self, column: usize, totals: &[usize]) {
        let others: Vec<usize> = totals.iter().copied().filter(|at| *at != column).collect();
        self.repeated.remove(&Role::Total);
        let Some((first, more)) = others.split_first() else { return };
        self.set(*first, Role::Total);
        if !more.is_empty() {
            self.repeated.insert(Role::Total, (*first, more.to_vec()));
        }
    }
}
