//! Columns that seem to hold the same, such as the n of two groups side by side.

use super::{Role, Roles};
use std::collections::BTreeMap;

impl Roles {
    /// A statistic stands in one column; of two that seem to hold it, neither is certain but the
    /// first.
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

    /// The role of a column that is not read, because an earlier column has the same role.
    pub(super) fn repeated_role(&self, column: usize) -> Option<Role> {
        let repeats = |(_, others): &(usize, Vec<usize>)| others.contains(&column);
        self.repeated.iter().find(|(_, columns)| repeats(columns)).map(|(role, _)| *role)
    }

    /// All columns that seem to hold a role, those that repeat it too.
    pub(super) fn all_columns(&self, role: Role) -> Vec<usize> {
        match self.repeated.get(&role) {
            Some((kept, others)) => std::iter::once(*kept).chain(others.iter().copied()).collect(),
            None => self.columns(role).collect(),
        }
    }

    /// Finds the column of counts that belongs to each column of shares. Where a table has several, as
    /// one of two groups side by side, each share has one of its own if there are as many. Else it is
    /// the nearest one, before the shares or behind them as the first one is.
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

    /// The column of counts, successes or all, that belongs to a column of shares.
    pub(crate) fn of_share(&self, role: Role, share: usize) -> Option<usize> {
        match self.repeated.contains_key(&role) {
            true => self.counts_of_shares.get(&(role, share)).copied(),
            false => self.column(role),
        }
    }

    /// The columns of successes, each with that of the units that they are of.
    pub(crate) fn successes(&self) -> Vec<(usize, usize)> {
        let (some, all) = (self.all_columns(Role::Successes), self.all_columns(Role::Total));
        match all.as_slice() {
            [one] => some.into_iter().map(|some| (some, *one)).collect(),
            _ if some.len() == all.len() => some.into_iter().zip(all).collect(),
            _ => Vec::new(),
        }
    }

    /// A column that was taken for one of these totals is none: the others are, or the only other is.
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
