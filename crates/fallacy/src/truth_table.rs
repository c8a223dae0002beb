//! Tests what follows from premises about a few named things, with truth tables.

use crate::draft::{Draft, DraftLiteral, DraftState, DraftTerm};
use peirast_etr::Quantifier;

/// The most atoms of a table.
const MOST_ATOMS: usize = 12;
/// Number of atoms whose rows fit in a word.
const WITHIN_WORD: usize = 6;
/// The rows in which something is true, one bit for each.
type Rows = [u64; 1 << (MOST_ATOMS - WITHIN_WORD)];

const ALL: Rows = [u64::MAX; 1 << (MOST_ATOMS - WITHIN_WORD)];
const NONE: Rows = [0; 1 << (MOST_ATOMS - WITHIN_WORD)];

/// The rows in which each premise is true, over the atoms about named things.
///
/// A universal premise is represented by its instances: a claim about named things follows from the
/// premises if and only if it follows from the instances (Herbrand's theorem). An existential
/// premise may hold of another thing, so it excludes no row. This requires consistent premises.
#[derive(Debug)]
pub(crate) struct TruthTable {
    atoms: Vec<DraftLiteral>,
    named: Vec<DraftTerm>,
    premises: Vec<Rows>,
}

impl TruthTable {
    /// `None` if a premise has several quantifiers, or a name next to one, or if there are too many
    /// atoms.
    pub(crate) fn new<'d>(premises: impl Iterator<Item = &'d Draft> + Clone) -> Option<TruthTable> {
        if !premises.clone().all(is_of_names_or_of_none) {
            return None;
        }
        let literals = || premises.clone().flat_map(Draft::literals);
        let is_name = |term: &DraftTerm| matches!(term, DraftTerm::Constant(_));
        let named = sorted(literals().map(|literal| literal.term).filter(is_name));
        let atoms = literals().flat_map(|literal| {
            let terms: &[DraftTerm] = match &literal.term {
                DraftTerm::Object(_) => &named,
                name @ DraftTerm::Constant(_) => std::slice::from_ref(name),
            };
            terms.iter().map(|term| DraftLiteral { term: *term, ..literal.atom() })
        });
        let atoms = sorted(atoms);
        if atoms.len() > MOST_ATOMS {
            return None;
        }
        let mut table = TruthTable { atoms, named, premises: Vec::new() };
        table.premises = premises.map(|premise| table.rows(premise)).collect::<Option<_>>()?;
        Some(table)
    }

    /// Tests if it follows from the premises. `None` if it has other atoms, or is about everything.
    pub(crate) fn entails(&self, conclusion: &Draft) -> Option<bool> {
        if conclusion.objects() > 0 {
            return None;
        }
        Some(implies(&self.all(), &self.rows(conclusion)?))
    }

    /// Tests if the premises are inconsistent with it. `None` as for [`TruthTable::entails`].
    pub(crate) fn excludes(&self, conclusion: &Draft) -> Option<bool> {
        if conclusion.objects() > 0 {
            return None;
        }
        Some(both(&self.all(), &self.rows(conclusion)?) == NONE)
    }

    /// Tests if one premise alone is inconsistent with it. `None` as for [`TruthTable::entails`].
    pub(crate) fn is_excluded_by_one(&self, conclusion: &Draft) -> Option<bool> {
        if conclusion.objects() > 0 {
            return None;
        }
        let rows = self.rows(conclusion)?;
        Some(self.premises.iter().any(|premise| both(premise, &rows) == NONE))
    }

    /// The literals about named things that follow from the premises.
    pub(crate) fn certain(&self) -> Vec<DraftLiteral> {
        let all = self.all();
        let signed = self.atoms.iter().enumerate().flat_map(|(at, atom)| {
            [false, true].map(|negated| (at, DraftLiteral { negated, ..*atom }))
        });
        let certain = signed.filter(|(at, one)| implies(&all, &rows_of(*at, one.negated)));
        certain.map(|(_, one)| one).collect()
    }

    /// Tests if each premise about named things says something that the others leave open.
    pub(crate) fn needs_each(&self, premises: &[&Draft]) -> bool {
        let is_needed = |at: usize| {
            let others = self.premises.iter().enumerate().filter(|(other, _)| *other != at);
            let others = others.fold(ALL, |all, (_, one)| both(&all, one));
            !implies(&others, &self.premises[at])
        };
        premises.iter().enumerate().all(|(at, premise)| premise.objects() > 0 || is_needed(at))
    }

    /// Tests if a disjunction of at most this many literals follows from the premises, but from
    /// none alone.
    pub(crate) fn has_joint_clause(&self, literals: usize) -> bool {
        self.extends_to_a_joint_clause(0, literals, &self.all(), &NONE)
    }

    /// The same with up to this many further literals, from this atom on.
    fn extends_to_a_joint_clause(
        &self,
        from: usize,
        literals: usize,
        all: &Rows,
        clause: &Rows,
    ) -> bool {
        if implies(all, clause) {
            // A longer clause follows from every premise from which this one follows.
            return !self.premises.iter().any(|one| implies(one, clause));
        }
        literals > 0
            && (from..self.atoms.len()).any(|at| {
                [false, true].into_iter().any(|negated| {
                    let clause = either(clause, &rows_of(at, negated));
                    self.extends_to_a_joint_clause(at + 1, literals - 1, all, &clause)
                })
            })
    }

    fn all(&self) -> Rows {
        self.premises.iter().fold(ALL, |all, one| both(&all, one))
    }

    fn rows(&self, draft: &Draft) -> Option<Rows> {
        match draft.prefix[..] {
            [] => self.rows_for(draft, None),
            [(Quantifier::Existential, _), ..] => Some(ALL),
            [(Quantifier::Universal, _), ..] => self
                .named
                .iter()
                .try_fold(ALL, |all, name| Some(both(&all, &self.rows_for(draft, Some(*name))?))),
        }
    }

    /// The rows with this name in place of the quantified object.
    fn rows_for(&self, draft: &Draft, name: Option<DraftTerm>) -> Option<Rows> {
        let said = self.any_of(&draft.stage, name)?;
        if !draft.is_conditional() {
            return Some(said);
        }
        Some(either(&self.any_of(&draft.supposition, name)?.map(|word| !word), &said))
    }

    fn any_of(&self, states: &[DraftState], name: Option<DraftTerm>) -> Option<Rows> {
        states.iter().try_fold(NONE, |any, state| {
            let all = state.iter().try_fold(ALL, |all, literal| {
                let term = match literal.term {
                    DraftTerm::Object(_) => name?,
                    own => own,
                };
                let atom = DraftLiteral { term, ..literal.atom() };
                let at = self.atoms.binary_search(&atom).ok()?;
                Some(both(&all, &rows_of(at, literal.negated)))
            })?;
            Some(either(&any, &all))
        })
    }
}

/// Tests if nothing is quantified, or if one thing is and no other is mentioned.
fn is_of_names_or_of_none(draft: &Draft) -> bool {
    let is_name = |literal: &DraftLiteral| matches!(literal.term, DraftTerm::Constant(_));
    match draft.prefix[..] {
        [] => true,
        [_] => !draft.literals().any(is_name),
        _ => false,
    }
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The rows in which the atom with this number is true, or false.
fn rows_of(atom: usize, negated: bool) -> Rows {
    const PATTERNS: [u64; WITHIN_WORD] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    let flip = if negated { u64::MAX } else { 0 };
    std::array::from_fn(|word| match PATTERNS.get(atom) {
        Some(rows) => rows ^ flip,
        None if word >> (atom - WITHIN_WORD) & 1 == 1 => u64::MAX ^ flip,
        None => flip,
    })
}

fn both(one: &Rows, other: &Rows) -> Rows {
    std::array::from_fn(|word| one[word] & other[word])
}

fn either(one: &Rows, other: &Rows) -> Rows {
    std::array::from_fn(|word| one[word] | other[word])
}

fn implies(one: &Rows, other: &Rows) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Premise, Scene};
    use peirast_etr::Reading;
    use proptest::prelude::*;

    fn drafts(texts: &[&str]) -> Vec<Draft> {
        texts.iter().map(|text| text.parse().expect("a draft")).collect()
    }

    fn table(texts: &[&str]) -> Option<TruthTable> {
        TruthTable::new(drafts(texts).iter())
    }

    #[test]
    fn what_takes_several_premises_is_told_from_what_takes_one() {
        let table = table(&["{A(a()),B(a())}", "{~A(a())}", "{C(a())}"]).expect("a table");
        assert!(table.has_joint_clause(1));
        let says = |text: &str| table.entails(&text.parse().expect("a draft"));
        assert_eq!(says("{B(a())C(a())}"), Some(true));
        assert_eq!(says("{C(a())}^{A(a())}"), Some(true));
        assert_eq!(says("{A(a())}"), Some(false));
        assert_eq!(says("{D(a())}"), None);
    }

    #[test]
    fn literals_that_follow_and_conclusions_that_are_excluded_are_found() {
        let table = table(&["{A(a()),B(a())C(a())}", "{~A(a())}"]).expect("a table");
        let certain: Vec<String> = table.certain().iter().map(ToString::to_string).collect();
        assert_eq!(certain, ["~A(a())", "B(a())", "C(a())"]);
        let excludes = |text: &str| {
            let conclusion = text.parse().expect("a draft");
            (table.excludes(&conclusion), table.is_excluded_by_one(&conclusion))
        };
        assert_eq!(excludes("{A(a())}"), (Some(true), Some(true)));
        assert_eq!(excludes("{~B(a())}"), (Some(true), Some(false)));
        assert_eq!(excludes("{C(a())}"), (Some(false), Some(false)));
        assert_eq!(excludes("{D(a())}"), (None, None));
        assert_eq!(excludes("Ax {A(x)}"), (None, None));
    }

    #[test]
    fn what_follows_from_one_premise_is_not_joint() {
        let apart = table(&["{A(a()),B(a())}", "{C(a())}", "{D(a())}"]).expect("a table");
        assert!(!apart.has_joint_clause(3));
        // *B or C* takes both, and *B* alone does not follow.
        let longer = table(&["{A(a()),B(a())}", "{C(a())}^{A(a())}"]).expect("a table");
        assert!(!longer.has_joint_clause(1) && longer.has_joint_clause(2));
    }

    #[test]
    fn other_quantifiers_and_many_atoms_have_no_table() {
        assert!(table(&["Ex {A(x)B(a())}"]).is_none());
        assert!(table(&["Ax Ay {A(x)B(y)}"]).is_none());
        let named = |count: u8| -> String {
            let literal = |at| format!("A({}())", char::from(b'a' + at));
            format!("{{{}}}", (0..count).map(literal).collect::<String>())
        };
        assert!(table(&[&named(12)]).is_some() && table(&[&named(13)]).is_none());
        assert!(table(&["Ax {A(x)B(x)}", &named(6)]).is_some());
        assert!(table(&["Ax {A(x)B(x)}", &named(7)]).is_none());
    }

    /// A view of up to three alternatives over two predicates of two names, with or without a
    /// supposition; or of everything, over the predicates.
    fn views() -> impl Strategy<Value = String> {
        let literal = (0u8..2, 0u8..2, any::<bool>()).prop_map(|(predicate, name, negated)| {
            let sign = if negated { "~" } else { "" };
            format!("{sign}{}({}())", char::from(b'A' + predicate), char::from(b'a' + name))
        });
        let state = prop::collection::vec(literal, 1..3).prop_map(|all| all.concat());
        let states =
            move || prop::collection::vec(state.clone(), 1..4).prop_map(|all| all.join(","));
        let quantifier = prop::sample::select(vec!["", "Ax ", "Ex "]);
        (quantifier, states(), prop::option::of(states())).prop_map(|(of, said, supposed)| {
            let view = match supposed {
                Some(supposed) => format!("{{{said}}}^{{{supposed}}}"),
                None => format!("{{{said}}}"),
            };
            match of {
                "" => view,
                _ => format!("{of}{}", view.replace("a()", "x").replace("b()", "x")),
            }
        })
    }

    proptest! {
        /// Tables and logic agree on the same views.
        #[test]
        fn tables_agree_with_logic(texts in prop::collection::vec(views(), 4)) {
            let mut scene = Scene::new(Reading::SOUND);
            let read = |text: &String| scene.premise(text.parse().expect("a draft"));
            let all: Vec<Premise> = texts.iter().map(read).collect::<Result<_, _>>().expect("premises");
            let (conclusion, premises) = all.split_last().expect("four");
            let drafts: Vec<&Draft> = premises.iter().map(|one| &one.draft).collect();
            let table = TruthTable::new(drafts.iter().copied()).expect("a table");
            prop_assume!(scene.is_satisfiable(premises) == Ok(true));
            if let Some(entailed) = table.entails(&conclusion.draft) {
                prop_assert_eq!(Ok(entailed), scene.is_entailed(premises, &conclusion.view));
            }
            let is_needed = |at: usize| {
                let mut others = premises.to_vec();
                let one = others.remove(at);
                one.draft.objects() > 0 || scene.is_entailed(&others, &one.view) == Ok(false)
            };
            prop_assert_eq!(table.needs_each(&drafts), (0..3).all(is_needed));
        }
    }
}
