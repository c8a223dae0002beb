//! Writing views as JSON.

use super::number;
use crate::bits::Bits;
use crate::engine::Engine;
use crate::interned::InternedView;
use crate::issue::Issue;
use crate::lexicon::{Arity, AtomBody, AtomId, Lexicon, ObjectId, PredicateId, TermId, TermKind};
use crate::relation::Relation;
use crate::row;
use crate::states::States;
use crate::weight::Weight;
use std::collections::BTreeMap;
use std::fmt::Write;

impl Engine {
    /// The view as JSON in the form that PyETR stores views in, and [`Engine::read_json`] reads.
    ///
    /// Everything is sorted, so that equal views have equal JSON. `func_caller`, where PyETR keeps
    /// program code of functions that can be computed, is `null`: such functions are known by name.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("{Ace()}")?;
    /// assert_eq!(
    ///     engine.show_json(&view),
    ///     "{\"stage\":[[{\"predicate\":{\"name\":\"Ace\",\"arity\":0,\"verifier\":true},\
    ///      \"terms\":[]}]],\"supposition\":[[]],\"weights\":[{\"state\":[{\"predicate\":\
    ///      {\"name\":\"Ace\",\"arity\":0,\"verifier\":true},\"terms\":[]}],\"weight\":\
    ///      {\"multiplicative\":[],\"additive\":[]}}],\"issues\":[],\"dependency_relation\":\
    ///      {\"universals\":[],\"existentials\":[],\"dependencies\":[]}}"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn show_json(&self, view: &InternedView) -> String {
        let (lexicon, stage) = (&self.lexicon, view.stage.states());
        // Each atom is written once, however many states have it.
        let mut all = row::StateRow::from_elem(0, view.width());
        row::unite(&mut all, &stage.all_atoms());
        row::unite(&mut all, &view.supposition.all_atoms());
        let json = |atom| {
            let mut text = String::new();
            lexicon.write_atom(atom, &mut text);
            (atom, text)
        };
        let atoms: AtomsJson = row::atoms(&all).map(json).collect();
        let states = |states: &States, text: &mut String| {
            list(lexicon.printing_order(states), text, |at, text| {
                lexicon.write_state(states.get(at), &atoms, text);
            });
        };
        let mut text = r#"{"stage":"#.to_owned();
        states(stage, &mut text);
        text.push_str(r#","supposition":"#);
        states(&view.supposition, &mut text);
        text.push_str(r#","weights":"#);
        list(lexicon.printing_order(stage), &mut text, |at, text| {
            text.push_str(r#"{"state":"#);
            lexicon.write_state(stage.get(at), &atoms, text);
            lexicon.write_weight(view.stage.weight(at), text);
            text.push('}');
        });
        text.push_str(r#","issues":"#);
        let mut issues: Vec<&Issue> = view.issues.iter().collect();
        issues.sort_by_cached_key(|issue| lexicon.issue_key(issue));
        list(issues, &mut text, |issue, text| lexicon.write_issue(issue, text));
        text.push_str(r#","dependency_relation":"#);
        lexicon.write_relation(&view.relation, &mut text);
        text.push('}');
        text
    }
}

/// The JSON of each atom of a view.
type AtomsJson = BTreeMap<AtomId, String>;

/// A list in brackets.
fn list<T>(
    items: impl IntoIterator<Item = T>,
    text: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    text.push('[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(']');
}

/// A name as a string of JSON.
fn quoted(name: &str) -> serde_json::Value {
    name.into()
}

// Writing to a string cannot fail.
impl Lexicon {
    fn write_state(&self, state: &[u64], atoms: &AtomsJson, text: &mut String) {
        list(self.sorted_state(state), text, |atom, text| {
            text.push_str(atoms.get(&atom).map_or("", String::as_str));
        });
    }

    fn write_atom(&self, atom: AtomId, text: &mut String) {
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                self.write_predicate(predicate, !atom.is_negated(), terms, text);
            }
            AtomBody::Do(inner) => {
                let mut inner = inner.to_vec();
                inner.sort_unstable_by(|a, b| self.compare_atoms(*a, *b));
                text.push_str(r#"{"atoms":"#);
                list(inner, text, |one, text| self.write_atom(one, text));
                let _ = write!(text, r#","polarity":{}}}"#, !atom.is_negated());
            }
        }
    }

    fn write_predicate(
        &self,
        predicate: PredicateId,
        affirmed: bool,
        terms: &[TermId],
        text: &mut String,
    ) {
        let (name, arity) = (self.predicate_name(predicate), self.predicate_arity(predicate));
        let name = quoted(name);
        let _ = write!(
            text,
            r#"{{"predicate":{{"name":{name},"arity":{arity},"verifier":{affirmed}}},"terms":"#
        );
        self.write_terms(terms, text);
        text.push('}');
    }

    fn write_terms(&self, terms: &[TermId], text: &mut String) {
        list(terms, text, |term, text| self.write_term(*term, text));
    }

    fn write_term(&self, term: TermId, text: &mut String) {
        if term == TermId::HOLE {
            text.push_str("{}");
            return;
        }
        match self.term_kind(term) {
            TermKind::Object(object) => self.write_object(object, text),
            TermKind::Number(_) => {
                text.push_str(r#"{"function":{"num":"#);
                if let Some(number) = self.as_number(term) {
                    number::write(number, text);
                }
                text.push_str(r#"},"terms":[]}"#);
            }
            TermKind::Application(function) => {
                let (name, arguments) = (self.function_name(function), self.term_arguments(term));
                let (arity, arguments) = match self.function_arity(function) {
                    Arity::Fixed(arity) => (arity.to_string(), arguments.to_vec()),
                    Arity::Multiset => ("null".to_owned(), self.by_key(arguments)),
                };
                let name = quoted(name);
                let _ = write!(
                    text,
                    r#"{{"function":{{"name":{name},"arity":{arity},"func_caller":null}},"terms":"#
                );
                self.write_terms(&arguments, text);
                text.push('}');
            }
        }
    }

    fn write_object(&self, object: ObjectId, text: &mut String) {
        let _ = write!(text, r#"{{"name":{}}}"#, quoted(self.object_name(object)));
    }

    fn write_weight(&self, weight: &Weight, text: &mut String) {
        text.push_str(r#","weight":{"multiplicative":"#);
        self.write_terms(&self.by_key(&weight.multiplicative), text);
        text.push_str(r#","additive":"#);
        self.write_terms(&self.by_key(&weight.additive), text);
        text.push('}');
    }

    fn write_issue(&self, issue: &Issue, text: &mut String) {
        text.push('[');
        self.write_term(issue.term, text);
        text.push(',');
        let (predicate, affirmed) = (self.open_predicate(issue.open), !issue.open.is_negated());
        self.write_predicate(predicate, affirmed, self.open_arguments(issue.open), text);
        text.push(']');
    }

    /// The text by which issues are sorted.
    fn issue_key(&self, issue: &Issue) -> String {
        let mut key = self.term_key(issue.term);
        key.push_str(if issue.open.is_negated() { ",~" } else { "," });
        key.push_str(self.predicate_name(self.open_predicate(issue.open)));
        key.push('(');
        self.write_keys(self.open_arguments(issue.open), &mut key);
        // Keys do not distinguish the constant `x()` from the object `x`.
        key.push_str(")\0");
        key.push_str(self.plain_atom(issue.atom));
        key
    }

    fn write_relation(&self, relation: &Relation, text: &mut String) {
        let existentials = relation.existentials();
        text.push_str(r#"{"universals":"#);
        self.write_objects(&relation.universals(), text);
        text.push_str(r#","existentials":"#);
        self.write_objects(&existentials, text);
        text.push_str(r#","dependencies":"#);
        let mut pairs: Vec<(ObjectId, ObjectId)> = Vec::new();
        for existential in existentials.iter().map(ObjectId) {
            let universals = relation.dependencies_of(existential);
            pairs.extend(universals.iter().map(|universal| (existential, ObjectId(universal))));
        }
        pairs.sort_by_cached_key(|(existential, universal)| {
            // PyETR sorts by a text with a space here and `>` after the last name.
            format!("{} {}>", self.object_name(*existential), self.object_name(*universal))
        });
        list(pairs, text, |(existential, universal), text| {
            text.push_str(r#"{"existential":"#);
            self.write_object(existential, text);
            text.push_str(r#","universal":"#);
            self.write_object(universal, text);
            text.push('}');
        });
        text.push('}');
    }

    fn write_objects(&self, objects: &Bits, text: &mut String) {
        let mut objects: Vec<ObjectId> = objects.iter().map(ObjectId).collect();
        objects.sort_by_key(|object| self.object_name(*object));
        list(objects, text, |object, text| self.write_object(object, text));
    }
}
