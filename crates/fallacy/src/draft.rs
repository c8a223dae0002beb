//! Views of one-place predicates, in a form that can be changed.

use peirast_etr::Quantifier;
use smallvec::SmallVec;

/// A view that can be changed: alternatives and supposition in the order of the text, with every
/// quantifier and every mark.
///
/// Predicates are the letters A to Z; constants and arbitrary objects are a to z. The same letter
/// may be a constant and an object; these are different terms.
///
/// ```
/// use peirast_fallacy::Draft;
///
/// let draft: Draft = "Ax {A(x*), ~B(a())}^{C(x)}".parse()?;
/// assert_eq!(draft.atoms(), 3);
/// assert!(draft.is_conditional() && draft.is_marked());
/// assert_eq!(draft.to_string(), "∀x {A(x*),~B(a())}^{C(x)}");
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Draft {
    /// The quantifiers in front, outermost first, with the letters of their objects.
    pub(crate) prefix: Vec<(Quantifier, u8)>,
    /// The supposition; no state if there is none.
    pub(crate) supposition: Vec<DraftState>,
    /// The alternatives.
    pub(crate) stage: Vec<DraftState>,
}

/// Literals that hold together, each once.
pub(crate) type DraftState = SmallVec<[DraftLiteral; 6]>;

/// A predicate of a term, asserted or denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DraftLiteral {
    pub(crate) predicate: u8,
    pub(crate) term: DraftTerm,
    pub(crate) negated: bool,
    /// True if the term is at issue here.
    pub(crate) marked: bool,
}

/// The term of a literal, by its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum DraftTerm {
    /// `a()`
    Constant(u8),
    /// `x`
    Object(u8),
}

/// One of the two halves of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// The alternatives.
    Stage,
    /// The supposition.
    Supposition,
}

impl DraftLiteral {
    /// Tests if both are equal, except for the mark.
    pub(crate) fn is(&self, other: &DraftLiteral) -> bool {
        self.unmarked() == other.unmarked()
    }

    pub(crate) fn unmarked(self) -> DraftLiteral {
        DraftLiteral { marked: false, ..self }
    }

    /// Its atom, asserted.
    pub(crate) fn atom(self) -> DraftLiteral {
        DraftLiteral { negated: false, ..self.unmarked() }
    }

    /// Its denial.
    pub(crate) fn flipped(self) -> DraftLiteral {
        DraftLiteral { negated: !self.negated, ..self }
    }
}

impl Draft {
    pub(crate) fn states(&self, place: Place) -> &Vec<DraftState> {
        match place {
            Place::Stage => &self.stage,
            Place::Supposition => &self.supposition,
        }
    }

    pub(crate) fn states_mut(&mut self, place: Place) -> &mut Vec<DraftState> {
        match place {
            Place::Stage => &mut self.stage,
            Place::Supposition => &mut self.supposition,
        }
    }

    /// Every literal of stage and supposition, with repetitions.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &DraftLiteral> {
        self.stage.iter().chain(&self.supposition).flatten()
    }

    pub(crate) fn literals_mut(&mut self) -> impl Iterator<Item = &mut DraftLiteral> {
        self.stage.iter_mut().chain(&mut self.supposition).flatten()
    }

    /// Number of different literals: predicate, sign and term. Marks make no difference.
    pub fn atoms(&self) -> usize {
        self.distinct().len()
    }

    /// The different literals, without marks, sorted.
    pub(crate) fn distinct(&self) -> SmallVec<[DraftLiteral; 16]> {
        let mut all: SmallVec<[DraftLiteral; 16]> =
            self.literals().map(|one| one.unmarked()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Tests if there is a supposition.
    pub fn is_conditional(&self) -> bool {
        !self.supposition.is_empty()
    }

    /// Tests if it says how named things are: one alternative, without a supposition.
    pub(crate) fn is_fact(&self) -> bool {
        self.prefix.is_empty() && self.stage.len() == 1 && !self.is_conditional()
    }

    /// Tests if it contains a literal. Marks make no difference.
    pub(crate) fn has(&self, literal: &DraftLiteral) -> bool {
        self.literals().any(|one| one.is(literal))
    }

    /// Tests if a term is at issue.
    pub fn is_marked(&self) -> bool {
        self.literals().any(|literal| literal.marked)
    }

    /// Number of quantified arbitrary objects.
    pub fn objects(&self) -> usize {
        self.prefix.len()
    }

    /// Tests if a quantifier of one kind is inside a quantifier of the other kind.
    pub fn is_nested(&self) -> bool {
        self.prefix.windows(2).any(|pair| pair[0].0 != pair[1].0)
    }

    /// Tests if an alternative, or an alternative of the supposition, contradicts itself.
    pub fn contradicts_itself(&self) -> bool {
        let absurd = |state: &DraftState| {
            state.iter().any(|one| state.iter().any(|other| one.flipped().is(other)))
        };
        self.stage.iter().chain(&self.supposition).any(absurd)
    }

    /// Tests if it is obviously true in every case: two alternatives are a literal and its denial,
    /// or every supposition includes an alternative.
    pub(crate) fn is_plainly_valid(&self) -> bool {
        let alone = |literal: DraftLiteral| {
            self.stage.iter().any(|state| matches!(state.as_slice(), [one] if one.is(&literal)))
        };
        let stated = |state: &DraftState| self.stage.iter().any(|one| includes(state, one));
        self.stage.iter().any(|state| matches!(state.as_slice(), [one] if alone(one.flipped())))
            || self.is_conditional() && self.supposition.iter().all(stated)
    }

    /// Tests if it is only about named things, has no supposition, and no alternative is absurd or
    /// part of another. From such a view and a premise without common atoms, the theory concludes
    /// nothing.
    pub(crate) fn is_plain(&self) -> bool {
        let part = |(at, state): (usize, &DraftState)| {
            let others = self.stage.iter().enumerate().filter(|(other, _)| *other != at);
            others.map(|(_, other)| other).any(|other| includes(other, state))
        };
        self.prefix.is_empty()
            && self.supposition.is_empty()
            && !self.contradicts_itself()
            && !self.stage.iter().enumerate().any(part)
    }

    /// Tests if both say the same, so that a reader would read it twice. Marks, the order of
    /// alternatives and atoms, and the letters of quantified objects make no difference.
    pub(crate) fn says_the_same_as(&self, other: &Draft) -> bool {
        self.said() == other.said()
    }

    /// The content in a fixed order: quantifiers, supposition and alternatives without marks, with
    /// quantified objects numbered from the outermost.
    fn said(&self) -> (Vec<Quantifier>, Vec<DraftState>, Vec<DraftState>) {
        let numbered = |literal: &DraftLiteral| {
            let term = match literal.term {
                DraftTerm::Object(object) => {
                    let at = self.prefix.iter().position(|(_, one)| *one == object);
                    DraftTerm::Object(at.map_or(object, |at| at as u8))
                }
                constant => constant,
            };
            DraftLiteral { term, ..literal.unmarked() }
        };
        let sorted = |states: &[DraftState]| {
            let mut states: Vec<DraftState> = states
                .iter()
                .map(|state| {
                    let mut state: DraftState = state.iter().map(numbered).collect();
                    state.sort_unstable();
                    state.dedup();
                    state
                })
                .collect();
            states.sort_unstable();
            states.dedup();
            states
        };
        let quantifiers = self.prefix.iter().map(|(quantifier, _)| *quantifier).collect();
        (quantifiers, sorted(&self.supposition), sorted(&self.stage))
    }

    /// Tests if both contain a common atom.
    pub(crate) fn shares_atoms(&self, other: &Draft) -> bool {
        let alike =
            |a: &DraftLiteral, b: &DraftLiteral| a.predicate == b.predicate && a.term == b.term;
        self.literals().any(|one| other.literals().any(|two| alike(one, two)))
    }

    /// Tests if an atom of one occurs in the other, or an instance of it does.
    pub(crate) fn can_meet(&self, other: &Draft) -> bool {
        let alike = |a: &DraftLiteral, b: &DraftLiteral| {
            let is_open = |one: &DraftLiteral| matches!(one.term, DraftTerm::Object(_));
            a.predicate == b.predicate && (a.term == b.term || is_open(a) || is_open(b))
        };
        self.literals().any(|one| other.literals().any(|two| alike(one, two)))
    }

    /// Removes repeated literals in a state and repeated states in a half, copies marks to all
    /// occurrences of a literal, and drops quantifiers without objects.
    pub(crate) fn tidied(mut self) -> Draft {
        let marked: DraftState =
            self.literals().filter(|one| one.marked).map(|one| one.unmarked()).collect();
        if !marked.is_empty() {
            for literal in self.literals_mut() {
                literal.marked = marked.contains(&literal.unmarked());
            }
        }
        for place in [Place::Stage, Place::Supposition] {
            let states = self.states_mut(place);
            states.iter_mut().for_each(keep_first);
            let mut at = 1;
            while at < states.len() {
                if states[..at].iter().any(|other| same(other, &states[at])) {
                    states.remove(at);
                } else {
                    at += 1;
                }
            }
        }
        if matches!(self.supposition.as_slice(), [state] if state.is_empty()) {
            self.supposition.clear();
        }
        if !self.prefix.is_empty() {
            let used: Vec<DraftTerm> = self.literals().map(|literal| literal.term).collect();
            self.prefix.retain(|(_, object)| used.contains(&DraftTerm::Object(*object)));
        }
        self
    }

    /// Tests if it has content, and if all its objects are quantified exactly once.
    pub(crate) fn is_well_formed(&self) -> bool {
        let bound = |literal: &DraftLiteral| match literal.term {
            DraftTerm::Constant(_) => true,
            DraftTerm::Object(object) => self.prefix.iter().any(|(_, one)| *one == object),
        };
        let once = |(at, one): (usize, &(Quantifier, u8))| {
            !self.prefix[..at].iter().any(|other| other.1 == one.1)
        };
        let letters = |literal: &DraftLiteral| {
            let (DraftTerm::Constant(letter) | DraftTerm::Object(letter)) = literal.term;
            literal.predicate < 26 && letter < 26
        };
        !self.stage.is_empty()
            && self.stage.iter().all(|state| !state.is_empty())
            && self.literals().all(|literal| bound(literal) && letters(literal))
            && self.prefix.iter().enumerate().all(once)
    }
}

fn keep_first(state: &mut DraftState) {
    let mut at = 0;
    while at < state.len() {
        let repeated = state[..at].iter().any(|other| other.is(&state[at]));
        if repeated {
            state.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Tests if both have the same literals in any order. Both have each literal once.
fn same(one: &DraftState, other: &DraftState) -> bool {
    one.len() == other.len() && includes(one, other)
}

pub(crate) fn includes(whole: &DraftState, part: &DraftState) -> bool {
    part.iter().all(|one| whole.iter().any(|other| one.is(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> Draft {
        text.parse().expect("a draft")
    }

    #[test]
    fn a_literal_counts_once_in_a_premise_and_its_denial_is_another() {
        assert_eq!(draft("{A(a())B(a()), A(a()*)~B(a())}").atoms(), 3);
        assert_eq!(draft("{A(a())}^{A(a())}").atoms(), 1);
    }

    #[test]
    fn what_is_said_twice_is_kept_once() {
        let twice = draft("{A(a())B(a())A(a()*), B(a())A(a()), C(c())}^{0}");
        assert_eq!(twice.to_string(), "{A(a()*)B(a()),C(c())}");
    }

    #[test]
    fn premises_that_say_the_same_are_seen() {
        let same = |one: &str, other: &str| draft(one).says_the_same_as(&draft(other));
        assert!(same("{A(a()*)}", "{A(a())}"));
        assert!(same("{A(a())B(b()),C(c()*)}^{B(a())}", "{C(c()),B(b())A(a())}^{B(a()*)}"));
        assert!(same("Ax Ey {A(x)B(y)}", "Ay Ex {B(x*)A(y)}"));
        assert!(!same("Ax {A(x)}", "Ex {A(x)}"));
        assert!(!same("{A(a())}", "{~A(a())}"));
        assert!(!same("{A(a())}^{B(a())}", "{B(a())}^{A(a())}"));
        assert!(!same("Ax {A(x)}", "{A(x())}"));
    }

    #[test]
    fn contradictions_are_seen() {
        assert!(draft("{B(b()), A(a())~A(a()*)}").contradicts_itself());
        assert!(!draft("Ax {A(a())~A(x), ~A(a())}").contradicts_itself());
    }
}
