//! Issue structures (definition 7) and issue matches (definition 8).

use crate::error::Error;
use crate::lexicon::{AtomId, Lexicon, OpenId, Substitution, TermId};
use crate::row;
use smallvec::SmallVec;

/// A term at issue at one place of one atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Issue {
    /// The open atom: the place of the term.
    pub(crate) open: OpenId,
    pub(crate) term: TermId,
    /// The atom with the term in its place.
    pub(crate) atom: AtomId,
}

/// An issue structure: a set of issues, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Issues {
    pairs: SmallVec<[Issue; 3]>,
}

/// Two terms at issue at the same place, the external view's first.
pub(crate) type Match = (TermId, TermId);

impl Issues {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    #[inline]
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Issue> {
        self.pairs.iter()
    }

    #[inline]
    pub(crate) fn from_pairs(pairs: impl IntoIterator<Item = Issue>) -> Issues {
        let mut pairs: SmallVec<[Issue; 3]> = pairs.into_iter().collect();
        pairs.sort_unstable();
        pairs.dedup();
        Issues { pairs }
    }

    #[inline]
    pub(crate) fn unite(&mut self, other: &Issues) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.pairs.clone_from(&other.pairs);
        } else if self != other {
            self.pairs.extend_from_slice(&other.pairs);
            self.pairs.sort_unstable();
            self.pairs.dedup();
        }
    }

    #[inline]
    pub(crate) fn union(&self, other: &Issues) -> Issues {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let mut all = self.clone();
        all.unite(other);
        all
    }

    /// Are all of them issues of these atoms?
    #[inline]
    pub(crate) fn are_of(&self, atoms: &[u64]) -> bool {
        self.pairs.iter().all(|issue| row::contains(atoms, issue.atom))
    }

    /// Keeps the issues of the atoms given (definition 13).
    #[inline]
    pub(crate) fn restrict(&mut self, atoms: &[u64]) {
        if self.are_of(atoms) {
            return;
        }
        self.pairs.retain(|issue| row::contains(atoms, issue.atom));
    }

    /// `[I]ᴺ`: with each issue, the same issue of the negated atom (definition 19).
    #[inline]
    pub(crate) fn with_negated(&self) -> Issues {
        Issues::from_pairs(self.pairs.iter().flat_map(|issue| {
            let negated =
                Issue { open: issue.open.negated(), atom: issue.atom.negated(), ..*issue };
            [*issue, negated]
        }))
    }

    pub(crate) fn substituted(
        &self,
        by: &Substitution,
        lexicon: &mut Lexicon,
    ) -> Result<Issues, Error> {
        let touches = |issue: &Issue| {
            lexicon.atom_objects(issue.atom).intersects(by.domain())
                || lexicon.open_objects(issue.open).intersects(by.domain())
        };
        if !self.pairs.iter().any(touches) {
            return Ok(self.clone());
        }
        let mut pairs = SmallVec::<[Issue; 3]>::new();
        for issue in &self.pairs {
            let term = lexicon.substitute_term(issue.term, by)?;
            let open = lexicon.substitute_open(issue.open, by)?;
            if let Some(atom) = lexicon.plug(open, term)? {
                pairs.push(Issue { open, term, atom });
            }
        }
        Ok(Issues::from_pairs(pairs))
    }

    /// `M_IJ`: the terms at issue at the same place here and there, negation aside.
    pub(crate) fn matches(&self, other: &Issues) -> SmallVec<[Match; 4]> {
        let mut found = SmallVec::new();
        if other.is_empty() {
            return found;
        }
        for ours in &self.pairs {
            for theirs in &other.pairs {
                if ours.open.agrees_with(theirs.open) {
                    found.push((ours.term, theirs.term));
                }
            }
        }
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        found
    }
}
