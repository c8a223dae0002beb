//! Fusion of dependency relations (definition 14, extended by B.5).

use super::{Quantifier, Relation, kind_of};
use crate::bits::Bits;
use crate::error::Error;
use crate::lexicon::ObjectId;

impl Relation {
    /// `R ⋈ S`: one relation that takes both into account, with as few dependencies as they allow.
    ///
    /// Layer by layer, outermost first: the existentials that depend on no universal that is left,
    /// then the universals on which everything that is left depends. Where the two relations
    /// contradict each other (one nests `x` inside `y`, the other `y` inside `x`) the transitive
    /// closure of both decides, as B.5 has it.
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if an object is universal in one relation and existential in the other.
    pub(crate) fn fuse(&self, other: &Relation) -> Result<Relation, Error> {
        if other.is_empty() || self == other {
            return Ok(self.clone());
        }
        if self.is_empty() {
            return Ok(other.clone());
        }
        if !self.objects().intersects(&other.objects()) {
            return Ok(self.zip(other));
        }
        let (universals, existentials) = (self.universals(), self.existentials());
        if universals.intersects(&other.existentials())
            || existentials.intersects(&other.universals())
        {
            return Err(Error::Clash);
        }
        Ok(self.peel(other).unwrap_or_else(|| self.close(other)))
    }

    /// Fusion of relations without common objects: block by block.
    fn zip(&self, other: &Relation) -> Relation {
        let (long, short) =
            if self.blocks.len() >= other.blocks.len() { (self, other) } else { (other, self) };
        let mut fused = long.clone();
        for (block, more) in fused.blocks.iter_mut().zip(&short.blocks) {
            block.unite(more);
        }
        // A prefix that begins with universals has an empty first block, which the other fills.
        fused
    }

    /// Fusion layer by layer; `None` if the two relations contradict each other.
    fn peel(&self, other: &Relation) -> Option<Relation> {
        let mut fused = Relation::default();
        let mut left = self.objects().union(&other.objects());
        let existentials = self.existentials().union(&other.existentials());
        while !left.is_empty() {
            let mut free = left.clone();
            free.intersect(&existentials);
            free.subtract(&self.behind(&left, Quantifier::Universal, other));
            let mut rest = left.clone();
            rest.subtract(&free);
            let mut outer = rest.clone();
            outer.subtract(&existentials);
            outer.subtract(&self.behind(&rest, Quantifier::Existential, other));
            if free.is_empty() && outer.is_empty() {
                return None;
            }
            take_layer(&mut fused, &mut left, &free, &outer);
        }
        Some(fused)
    }

    /// Fusion by the general definition.
    fn close(&self, other: &Relation) -> Relation {
        let mut fused = Relation::default();
        let mut left = self.objects().union(&other.objects());
        let existentials = self.existentials().union(&other.existentials());
        while !left.is_empty() {
            let (free, outer) = self.general_layer(other, &left, &existentials);
            if free.is_empty() && outer.is_empty() {
                // B.5 proves that this does not happen; an endless loop would be worse.
                let (mut e, mut u) = (left.clone(), left.clone());
                e.intersect(&existentials);
                u.subtract(&existentials);
                take_layer(&mut fused, &mut left, &e, &u);
            } else {
                take_layer(&mut fused, &mut left, &free, &outer);
            }
        }
        fused
    }

    /// The objects behind some object of `left` of this kind, in one of the two prefixes.
    fn behind(&self, left: &Bits, kind: Quantifier, other: &Relation) -> Bits {
        let mut all = Bits::default();
        for relation in [self, other] {
            let first = relation
                .blocks
                .iter()
                .enumerate()
                .position(|(at, block)| kind_of(at) == kind && block.intersects(left));
            if let Some(first) = first {
                relation.blocks[first + 1..].iter().for_each(|block| all.unite(block));
            }
        }
        all
    }

    /// One layer by the general definition.
    fn general_layer(&self, other: &Relation, left: &Bits, existentials: &Bits) -> (Bits, Bits) {
        let inside = closure(self, other, left);
        let (bound, universals): (Vec<_>, Vec<_>) =
            inside.iter().partition(|(object, _)| existentials.contains(*object));
        let mut free = left.clone();
        free.intersect(existentials);
        for (_, within) in &universals {
            free.subtract(within);
        }
        // Universals inside an existential that is left and not inside them in turn.
        let mut outer = Bits::default();
        for (universal, within) in &universals {
            let mut behind = bound.iter().filter(|(e, _)| !free.contains(*e));
            let held =
                behind.any(|(e, beyond)| beyond.contains(*universal) && !within.contains(*e));
            if !held {
                outer.insert(*universal);
            }
        }
        (free, outer)
    }
}

fn take_layer(fused: &mut Relation, left: &mut Bits, free: &Bits, outer: &Bits) {
    fused.append(Quantifier::Existential, free);
    fused.append(Quantifier::Universal, outer);
    left.subtract(free);
    left.subtract(outer);
}

/// For each object that is left, all that are inside it by the transitive closure of both.
fn closure(one: &Relation, two: &Relation, left: &Bits) -> Vec<(u32, Bits)> {
    let mut inside: Vec<(u32, Bits)> = left
        .iter()
        .map(|object| {
            let mut all = one.inside(ObjectId(object));
            all.unite(&two.inside(ObjectId(object)));
            all.intersect(left);
            (object, all)
        })
        .collect();
    for via in 0..inside.len() {
        let (object, beyond) = inside[via].clone();
        for (_, all) in &mut inside {
            if all.contains(object) {
                all.unite(&beyond);
            }
        }
    }
    inside
}
