//! Fresh names for arbitrary objects (definition 20).

use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::lexicon::{Lexicon, ObjectId, Substitution};
use smallvec::SmallVec;

/// Hands out names a, b, ..., z, aa, ab, ... that are not taken.
#[derive(Debug)]
pub(crate) struct Novelty {
    taken: Bits,
    next: usize,
}

impl Novelty {
    /// Names that neither view uses and that are not reserved.
    pub(crate) fn beside(
        external: &InternedView,
        internal: &InternedView,
        reserved: &Bits,
    ) -> Novelty {
        let mut taken = external.relation.objects().union(&internal.relation.objects());
        taken.unite(reserved);
        Novelty { taken, next: 0 }
    }

    pub(crate) fn fresh(&mut self, lexicon: &mut Lexicon) -> ObjectId {
        loop {
            let object = lexicon.novel_object(self.next);
            self.next += 1;
            if !self.taken.contains(object.0) {
                return object;
            }
        }
    }

    /// A fresh object for each of `objects`, handed out in the order of their names.
    pub(crate) fn renaming(&mut self, objects: &Bits, lexicon: &mut Lexicon) -> Substitution {
        let mut objects: SmallVec<[ObjectId; 8]> = objects.iter().map(ObjectId).collect();
        objects.sort_unstable_by(|a, b| lexicon.object_name(*a).cmp(lexicon.object_name(*b)));
        let mut renaming = Substitution::default();
        for object in objects {
            let fresh = self.fresh(lexicon);
            renaming.add(object, lexicon.object_term(fresh));
        }
        renaming
    }
}

impl Engine {
    /// The view with these objects renamed.
    pub(crate) fn renamed(
        &mut self,
        view: &InternedView,
        renaming: &Substitution,
    ) -> Result<InternedView, Error> {
        let lexicon = &self.lexicon;
        let relation = view.relation.renamed(|object| {
            renaming.get(object).and_then(|term| lexicon.as_object(term)).unwrap_or(object)
        });
        Ok(Parts {
            stage: self.substituted_stage(&view.stage, renaming)?,
            supposition: self.substituted_states(&view.supposition, renaming)?,
            relation,
            issues: view.issues.substituted(renaming, &mut self.lexicon)?,
        }
        .into())
    }
}
