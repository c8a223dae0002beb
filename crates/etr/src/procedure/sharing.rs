//! Identifying arbitrary objects of a conclusion with those of the premises, names aside.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomBody, Lexicon, ObjectId, PredicateId, Substitution};
use crate::operation::Novelty;
use crate::row;
use crate::states::States;
use std::collections::BTreeSet;

/// The most ways of sharing objects that are tried.
const MOST_WAYS: usize = 10_000;

/// For each object of a target the object of the view that it is, if it is one.
type Way = Vec<Option<ObjectId>>;

/// The predicates of an object, each with true if it is denied.
type Said = BTreeSet<(PredicateId, bool)>;

impl Engine {
    /// The ways in which the objects of a target can be those of the view: a universal is one of
    /// the view's universals, since a query about others fails, unless the target supposes
    /// something of it; an existential is one of the view's existentials, or none of them.
    pub(crate) fn sharings(&self, view: &InternedView, target: &InternedView) -> Sharings {
        let universals: Vec<ObjectId> = target.relation.universals().iter().map(ObjectId).collect();
        let existentials = target.relation.existentials();
        let mut objects = universals.clone();
        objects.extend(existentials.iter().map(ObjectId));
        let mut options: Vec<Vec<Option<ObjectId>>> = Vec::new();
        let theirs = view.relation.universals();
        let supposed = self.lexicon.row_objects(&target.supposition.all_atoms());
        for object in &universals {
            let said = self.lexicon.said_of(*object, target.stage.states(), &target.supposition);
            let fits = |other: &ObjectId| {
                said.is_subset(&self.lexicon.said_of(*other, view.stage.states(), &States::none()))
            };
            let mut fitting: Vec<_> = theirs.iter().map(ObjectId).filter(fits).map(Some).collect();
            fitting.extend(supposed.contains(object.0).then_some(None));
            options.push(fitting);
        }
        let theirs = view.relation.existentials();
        let others = || theirs.iter().map(|other| Some(ObjectId(other)));
        options.extend(existentials.iter().map(|_| others().chain([None]).collect()));
        Sharings { objects, ways: ways(&options).into_iter() }
    }

    /// The target with its objects under the names of those that they are; all others get new
    /// names.
    pub(crate) fn shared(
        &mut self,
        view: &InternedView,
        target: &InternedView,
        objects: &[ObjectId],
        way: &Way,
    ) -> Result<InternedView, Error> {
        let mut novelty = Novelty::beside(view, target, &self.reserved);
        let mut renaming = Substitution::default();
        for (object, other) in objects.iter().zip(way) {
            let name = other.unwrap_or_else(|| novelty.fresh(&mut self.lexicon));
            renaming.add(*object, self.lexicon.object_term(name));
        }
        self.renamed(target, &renaming)
    }
}

/// The objects of a target, and the ways in which they can be those of a view.
pub(crate) struct Sharings {
    pub(crate) objects: Vec<ObjectId>,
    ways: std::vec::IntoIter<Way>,
}

impl Iterator for Sharings {
    type Item = Way;

    fn next(&mut self) -> Option<Way> {
        self.ways.next()
    }
}

/// One option for each object, none of them taken twice.
fn ways(options: &[Vec<Option<ObjectId>>]) -> Vec<Way> {
    let mut ways = vec![Way::new()];
    for own in options {
        let mut longer = Vec::new();
        for way in &ways {
            let free = own.iter().filter(|option| option.is_none() || !way.contains(option));
            longer.extend(free.map(|option| {
                let mut way = way.clone();
                way.push(*option);
                way
            }));
            if longer.len() > MOST_WAYS {
                break;
            }
        }
        longer.truncate(MOST_WAYS);
        ways = longer;
    }
    ways
}

impl Lexicon {
    /// The predicates of an object in these states that are not in `besides`. A state of a
    /// conclusion is supported by a state of the premises only if that has the same.
    fn said_of(&self, object: ObjectId, states: &States, besides: &States) -> Said {
        let all = |states: &States| -> Said {
            let atoms = states.all_atoms();
            let said = row::atoms(&atoms)
                .filter(|atom| self.atom_objects(*atom).contains(object.0))
                .filter_map(|atom| match self.atom_body(atom) {
                    AtomBody::Of(predicate, _) => Some((predicate, atom.is_negated())),
                    AtomBody::Do(_) => None,
                });
            said.collect()
        };
        let known = all(besides);
        all(states).difference(&known).copied().collect()
    }
}
