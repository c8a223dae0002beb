//! Writing views the way PyETR prints them, which reads back.

use super::holes::{Holes, Marking};
use crate::engine::Engine;
use crate::interned::InternedView;
use crate::lexicon::{
    Arity, AtomBody, AtomId, Atoms, FunctionId, Lexicon, ObjectId, TermId, TermKind,
};
use crate::reading::Marks;
use crate::relation::{Quantifier, Relation};
use crate::states::States;
use crate::weight::{Multiset, Weight};
use smallvec::SmallVec;
use std::fmt::Write;

impl Engine {
    /// The view as text that [`Engine::read`] reads back.
    pub fn show(&self, view: &InternedView) -> String {
        self.write_view(view, false)
    }

    /// The same with whole numbers written without a point: `2` for `2.0`.
    pub fn show_rounded(&self, view: &InternedView) -> String {
        self.write_view(view, true)
    }

    fn write_view(&self, view: &InternedView, round: bool) -> String {
        let marking = Marking::new(&view.issues);
        let writer = ViewWriter { lexicon: &self.lexicon, marking: &marking, round };
        let mut text = String::new();
        writer.quantifiers(&view.relation, &mut text);
        text.reserve(16 * view.stage.len());
        let mut states: Vec<_> = view
            .stage
            .iter()
            .map(|(state, weight)| (self.lexicon.sorted_state(state), weight))
            .collect();
        states.sort_by(|a, b| self.lexicon.compare_states(&a.0, &b.0));
        text.push('{');
        for (at, (atoms, weight)) in states.iter().enumerate() {
            comma(at, &mut text);
            writer.weight(weight, &mut text);
            writer.state(atoms, &mut text);
        }
        text.push('}');
        if !view.supposition.is_verum() {
            text.push_str("^{");
            let states = self.lexicon.sorted_states(&view.supposition);
            for (at, atoms) in states.iter().enumerate() {
                comma(at, &mut text);
                writer.state(atoms, &mut text);
            }
            text.push('}');
        }
        text
    }
}

fn comma(at: usize, text: &mut String) {
    if at > 0 {
        text.push(',');
    }
}

impl Lexicon {
    /// States in printing order, each as its atoms in printing order.
    pub(crate) fn sorted_states(&self, states: &States) -> Vec<Atoms> {
        let mut states: Vec<_> = states.iter().map(|state| self.sorted_state(state)).collect();
        states.sort_by(|a, b| self.compare_states(a, b));
        states
    }

    /// The text by which atoms are sorted: constants without brackets, nothing marked.
    pub(crate) fn atom_key(&self, atom: AtomId) -> String {
        let mut key = String::new();
        self.write_atom_key(atom, &mut key);
        key
    }

    pub(crate) fn write_atom_key(&self, atom: AtomId, key: &mut String) {
        if atom.is_negated() {
            key.push('~');
        }
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                key.push_str(self.predicate_name(predicate));
                key.push('(');
                self.write_keys(terms, key);
                key.push(')');
            }
            AtomBody::Do(inner) => {
                key.push_str("do(");
                let mut keys: Vec<String> = inner.iter().map(|one| self.atom_key(*one)).collect();
                keys.sort();
                keys.iter().for_each(|one| key.push_str(one));
                key.push(')');
            }
        }
    }

    /// The text by which terms are sorted.
    pub(crate) fn term_key(&self, term: TermId) -> String {
        let mut key = String::new();
        self.write_term_key(term, &mut key);
        key
    }

    pub(crate) fn write_keys(&self, terms: &[TermId], key: &mut String) {
        for (at, term) in terms.iter().enumerate() {
            comma(at, key);
            self.write_term_key(*term, key);
        }
    }

    pub(crate) fn write_term_key(&self, term: TermId, key: &mut String) {
        if term == TermId::HOLE {
            key.push('?');
            return;
        }
        match self.term_kind(term) {
            TermKind::Object(object) => key.push_str(self.object_name(object)),
            TermKind::Number(_) => self.write_number_key(term, key),
            TermKind::Application(function) => {
                let arguments = self.term_arguments(term);
                key.push_str(self.function_name(function));
                if self.function_arity(function) == Arity::Multiset {
                    key.push('《');
                    self.write_keys(&self.by_key(arguments), key);
                    key.push('》');
                } else if !arguments.is_empty() {
                    key.push('(');
                    self.write_keys(arguments, key);
                    key.push(')');
                }
            }
        }
    }

    /// Terms sorted by their text, in which a constant and an object of its name are the same: the
    /// order of those that share one depends only on the terms.
    pub(crate) fn by_key(&self, terms: &[TermId]) -> Vec<TermId> {
        if terms.len() < 2 {
            return terms.to_vec();
        }
        let mut keyed: Vec<(String, TermId)> =
            terms.iter().map(|term| (self.term_key(*term), *term)).collect();
        keyed.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| self.compare_terms(a.1, b.1)));
        keyed.into_iter().map(|(_, term)| term).collect()
    }

    pub(crate) fn write_number(&self, term: TermId, round: bool, text: &mut String) {
        let Some(number) = self.as_number(term) else { return };
        let start = text.len();
        let _ = write!(text, "{number}");
        if round && text.ends_with(".0") && !text[start..].starts_with("-0.0") {
            text.truncate(text.len() - 2);
        } else if round && &text[start..] == "-0.0" {
            text.truncate(start);
            text.push('0');
        }
    }

    /// A number as PyETR sorts it: with an exponent where Python prints one.
    fn write_number_key(&self, term: TermId, key: &mut String) {
        let Some(number) = self.as_number(term) else { return };
        let value = number.to_f64();
        let size = value.abs();
        if !value.is_finite() || size == 0.0 || (1e-4..1e16).contains(&size) {
            return self.write_number(term, false, key);
        }
        let scientific = format!("{value:e}");
        let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        let _ = write!(key, "{digits}e{sign}{exponent:0>2}");
    }

    /// An atom as views print it, nothing marked.
    pub(crate) fn show_atom(&self, atom: AtomId) -> String {
        let mut text = String::new();
        let marking = Marking::default();
        ViewWriter { lexicon: self, marking: &marking, round: false }.spelled_out(atom, &mut text);
        text
    }

    /// A term as views print it, nothing marked.
    pub(crate) fn show_term(&self, term: TermId) -> String {
        let mut text = String::new();
        let marking = Marking::default();
        ViewWriter { lexicon: self, marking: &marking, round: false }.term(term, &[], &mut text);
        text
    }

    /// The objects of each block of a prefix in printing order.
    pub(crate) fn prefix(&self, relation: &Relation) -> Vec<(Quantifier, ObjectId)> {
        let mut prefix = Vec::new();
        for (kind, block) in relation.blocks() {
            let mut objects: SmallVec<[ObjectId; 8]> = block.iter().map(ObjectId).collect();
            // PyETR sorts by the name and `>`, so that `x1` comes before `x`.
            let key = |object: &ObjectId| self.object_name(*object).bytes().chain([b'>']);
            objects.sort_by(|a, b| key(a).cmp(key(b)));
            prefix.extend(objects.into_iter().map(|object| (kind, object)));
        }
        prefix
    }
}

struct ViewWriter<'a> {
    lexicon: &'a Lexicon,
    marking: &'a Marking,
    round: bool,
}

impl ViewWriter<'_> {
    fn quantifiers(&self, relation: &Relation, text: &mut String) {
        for (kind, object) in self.lexicon.prefix(relation) {
            text.push(kind.sign());
            text.push_str(self.lexicon.object_name(object));
            text.push(' ');
        }
    }

    fn weight(&self, weight: &Weight, text: &mut String) {
        self.multiset(&weight.multiplicative, "=* ", text);
        self.multiset(&weight.additive, "=+ ", text);
    }

    fn multiset(&self, terms: &Multiset, sign: &str, text: &mut String) {
        if terms.is_empty() {
            return;
        }
        for (at, term) in self.lexicon.by_key(terms).into_iter().enumerate() {
            if at > 0 {
                text.push('|');
            }
            self.term(term, &[], text);
        }
        text.push_str(sign);
    }

    fn state(&self, atoms: &[AtomId], text: &mut String) {
        if atoms.is_empty() {
            text.push('0');
        }
        atoms.iter().for_each(|atom| self.atom(*atom, text));
    }

    fn atom(&self, atom: AtomId, text: &mut String) {
        if atom.is_negated() {
            text.push('~');
        }
        let as_it_is = !self.round
            && (self.marking.is_empty()
                || !self.lexicon.is_do(atom) && self.marking.marks_in(atom).is_empty());
        if as_it_is {
            text.push_str(self.lexicon.plain_atom(atom));
        } else {
            self.spelled_out(atom, text);
        }
    }

    /// An atom without its negation.
    fn spelled_out(&self, atom: AtomId, text: &mut String) {
        match self.lexicon.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                text.push_str(self.lexicon.predicate_name(predicate));
                text.push('(');
                let marked = self.marking.marks_in(atom);
                for (at, term) in terms.iter().enumerate() {
                    comma(at, text);
                    self.term(*term, &self.lexicon.holes_at(marked, at), text);
                }
                text.push(')');
            }
            AtomBody::Do(inner) => {
                text.push_str("do(");
                let mut inner: Atoms = SmallVec::from_slice(inner);
                inner.sort_by(|a, b| self.lexicon.compare_atoms(*a, *b));
                inner.iter().for_each(|one| self.atom(*one, text));
                text.push(')');
            }
        }
    }

    /// A term with its marks, each given as the term with a hole in the marked place.
    fn term(&self, term: TermId, holes: &[TermId], text: &mut String) {
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => text.push_str(self.lexicon.object_name(object)),
            TermKind::Number(_) => self.lexicon.write_number(term, self.round, text),
            TermKind::Application(FunctionId::PRODUCT) => self.infix(term, holes, text),
            TermKind::Application(function) => {
                text.push_str(self.lexicon.function_name(function));
                text.push('(');
                for (at, (argument, holes)) in self.arguments(term, holes).into_iter().enumerate() {
                    comma(at, text);
                    self.term(argument, &holes, text);
                }
                text.push(')');
            }
        }
        if holes.contains(&TermId::HOLE) {
            text.push('*');
        }
    }

    fn infix(&self, term: TermId, holes: &[TermId], text: &mut String) {
        let arguments = self.arguments(term, holes);
        let [(left, left_holes), (right, right_holes)] = &arguments[..] else { return };
        self.term(*left, left_holes, text);
        text.push_str("**");
        let starred = right_holes.contains(&TermId::HOLE);
        let nested =
            matches!(self.lexicon.term_kind(*right), TermKind::Application(FunctionId::PRODUCT));
        let bracket = (starred || nested) && self.marks() == Marks::Placed;
        if bracket {
            text.push('(');
        }
        self.term(*right, right_holes, text);
        if bracket {
            text.push(')');
        }
    }

    fn marks(&self) -> Marks {
        self.lexicon.reading().marks
    }

    /// The arguments of an application in printing order, each with the marks inside it.
    fn arguments(&self, term: TermId, holes: &[TermId]) -> Vec<(TermId, Holes)> {
        let mut all = self.lexicon.written_arguments(term, holes);
        if self.marks() == Marks::Spread {
            spread(&mut all);
        }
        all
    }
}

/// Marks every argument that equals a marked one.
fn spread(arguments: &mut [(TermId, Holes)]) {
    for at in 0..arguments.len() {
        let mut all = Holes::new();
        for other in arguments.iter().filter(|other| other.0 == arguments[at].0) {
            all.extend(other.1.iter().copied());
        }
        arguments[at].1 = all;
    }
}

impl Quantifier {
    /// ∀ or ∃.
    pub fn sign(self) -> char {
        match self {
            Quantifier::Existential => '∃',
            Quantifier::Universal => '∀',
        }
    }
}
