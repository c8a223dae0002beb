//! The dependencies of the existentials of an answer (A.75, D₁ to D₆).

use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{ObjectId, TermId};
use crate::relation::{Dependencies, Relation};
use std::collections::BTreeMap;

impl Engine {
    /// `R ⋈ ⟨U_R, E_S ∖ E_R, D′⟩`.
    pub(crate) fn query_relation(
        &self,
        external: &InternedView,
        internal: &InternedView,
        bindings: &[(ObjectId, TermId)],
    ) -> Result<Relation, Error> {
        let (outer, inner) = (&external.relation, &internal.relation);
        if inner.is_empty() {
            return Ok(outer.clone());
        }
        let mut unshared = inner.existentials();
        unshared.subtract(&outer.existentials());
        if unshared.is_empty() {
            return Ok(outer.clone());
        }
        let universals = outer.universals();
        let mut on: BTreeMap<u32, Bits> =
            unshared.iter().map(|e| (e, inner.dependencies_of(ObjectId(e)))).collect();
        let mut terms: BTreeMap<u32, usize> = BTreeMap::new();
        bindings.iter().for_each(|(object, _)| *terms.entry(object.0).or_default() += 1);
        let several = |object: u32| terms.get(&object).is_some_and(|count| *count > 1);
        let mut inherited: BTreeMap<TermId, Bits> = BTreeMap::new();
        for (object, term) in bindings {
            let all = on.entry(object.0).or_default();
            if several(object.0) {
                all.unite(&universals);
            }
            let from = inherited.entry(*term);
            all.unite(from.or_insert_with(|| self.inherited_from(*term, outer, &universals)));
        }
        let settled = on.clone();
        for (e, all) in &mut on {
            for beside in inner.not_outside_of(&unshared, ObjectId(*e)) {
                if !several(beside) {
                    settled.get(&beside).into_iter().for_each(|more| all.unite(more));
                }
            }
        }
        outer.fuse(&Dependencies { universals, existentials: on }.relation()?)
    }

    /// D₃ to D₅: the universals in a term, the dependencies of its existentials, and every
    /// universal inside of which all of these are. If a term has no dependencies, nothing restrains
    /// the last part, which then has all universals.
    fn inherited_from(&self, term: TermId, relation: &Relation, universals: &Bits) -> Bits {
        let mut all = Bits::default();
        for object in self.lexicon.term_objects(term).iter() {
            if universals.contains(object) {
                all.insert(object);
            } else {
                all.unite(&relation.dependencies_of(ObjectId(object)));
            }
        }
        let outside: Bits =
            universals.iter().filter(|u| all.is_subset(&relation.inside(ObjectId(*u)))).collect();
        all.unite(&outside);
        all
    }
}

impl Relation {
    /// The objects `e′` of a set with `e ≲ e′`, other than `e` itself.
    fn not_outside_of(&self, objects: &Bits, object: ObjectId) -> Vec<u32> {
        objects
            .iter()
            .filter(|other| *other != object.0)
            .filter(|other| self.not_outside(ObjectId(*other)).contains(object.0))
            .collect()
    }
}
