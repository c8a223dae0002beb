//! Writing views as JSON, straight into one text.

use super::number;
use super::rendering::Pieces;
use crate::bits::Bits;
use crate::engine::Engine;
use crate::interned::InternedView;
use crate::issue::Issue;
use crate::lexicon::{Arity, AtomBody, AtomId, Lexicon, ObjectId, PredicateId, TermId, TermKind};
use crate::relation::Relation;
use crate::row::{self, Row};
use crate::states::States;
use crate::weight::{Multiset, Weight};
use smallvec::SmallVec;
use std::ops::Range;

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
        let lexicon = &self.lexicon;
        let atoms = Atoms::of(view, lexicon);
        let stage = SortedStates::of(view.stage.states(), &atoms);
        let supposition = SortedStates::of(&view.supposition, &atoms);
        // Every state with its weight, twice, and the issues: rather too much than too little.
        let expected = stage.json_len * 2 + supposition.json_len + atoms.json.len() + 256;
        let mut text = String::with_capacity(expected);
        text.push_str("{\"stage\":");
        let written = stage.write(&atoms, &mut text);
        text.push_str(",\"supposition\":");
        supposition.write(&atoms, &mut text);
        text.push_str(",\"weights\":[");
        for (at, (state, place)) in stage.order.iter().zip(written).enumerate() {
            comma(at, &mut text);
            text.push_str("{\"state\":");
            text.extend_from_within(place);
            lexicon.write_weight(view.stage.weight(*state), &mut text);
            text.push('}');
        }
        text.push_str("],\"issues\":");
        lexicon.write_issues(view, &mut text);
        text.push_str(",\"dependency_relation\":");
        lexicon.write_relation(&view.relation, &mut text);
        text.push('}');
        text
    }
}

fn comma(at: usize, text: &mut String) {
    if at > 0 {
        text.push(',');
    }
}

/// The atoms of a view's states, each with its JSON.
struct Atoms {
    /// Which atoms they are.
    all: Row,
    /// For each word of the row, how many atoms come before it.
    before: SmallVec<[u32; 4]>,
    /// The place in printing order of each atom.
    ranks: Vec<u32>,
    /// In printing order.
    json: Pieces,
}

impl Atoms {
    fn of(view: &InternedView, lexicon: &Lexicon) -> Atoms {
        let mut all = view.stage.states().all_atoms();
        all.resize(view.width(), 0);
        row::unite(&mut all, &view.supposition.all_atoms());
        let mut before = SmallVec::new();
        let mut count = 0;
        for word in &all {
            before.push(count);
            count += word.count_ones();
        }
        let mut sorted: Vec<(u32, AtomId)> = (0..).zip(row::atoms(&all)).collect();
        sorted.sort_unstable_by(|a, b| lexicon.compare_atoms(a.1, b.1));
        let mut ranks = vec![0; sorted.len()];
        let mut json = Pieces::with_capacity(sorted.len(), sorted.len() * 128);
        for (rank, (place, atom)) in (0..).zip(sorted) {
            ranks[place as usize] = rank;
            json.add(|text| lexicon.write_atom(atom, text));
        }
        Atoms { all, before, ranks, json }
    }

    fn rank(&self, atom: AtomId) -> u32 {
        let word = atom.word();
        let lower = self.all[word] & (atom.mask() - 1);
        self.ranks[(self.before[word] + lower.count_ones()) as usize]
    }
}

/// States in printing order, each as the ranks of its atoms.
struct SortedStates {
    ranks: Vec<u32>,
    ends: Vec<usize>,
    order: Vec<usize>,
    /// How long their JSON is, more or less.
    json_len: usize,
}

impl SortedStates {
    fn of(states: &States, atoms: &Atoms) -> SortedStates {
        let (mut ranks, mut ends) = (Vec::new(), Vec::with_capacity(states.len()));
        let mut json_len = 0;
        for state in states.iter() {
            let start = ranks.len();
            ranks.extend(row::atoms(state).map(|atom| atoms.rank(atom)));
            ranks[start..].sort_unstable();
            ends.push(ranks.len());
            let atoms = ranks[start..].iter().map(|rank| atoms.json.get(*rank as usize).len() + 1);
            json_len += atoms.sum::<usize>() + 48;
        }
        let mut states = SortedStates { ranks, ends, order: Vec::new(), json_len };
        let mut order: Vec<usize> = (0..states.ends.len()).collect();
        order.sort_unstable_by(|a, b| states.ranks_of(*a).cmp(states.ranks_of(*b)));
        states.order = order;
        states
    }

    fn ranks_of(&self, state: usize) -> &[u32] {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.ranks[start..self.ends[state]]
    }

    /// Writes all states, and says where each is.
    fn write(&self, atoms: &Atoms, text: &mut String) -> Vec<Range<usize>> {
        let mut written = Vec::with_capacity(self.order.len());
        text.push('[');
        for (at, state) in self.order.iter().enumerate() {
            comma(at, text);
            let start = text.len();
            text.push('[');
            for (at, rank) in self.ranks_of(*state).iter().enumerate() {
                comma(at, text);
                text.push_str(atoms.json.get(*rank as usize));
            }
            text.push(']');
            written.push(start..text.len());
        }
        text.push(']');
        written
    }
}

/// A string of JSON between what stands around it; names hardly ever need an escape.
fn string(before: &str, content: &str, after: &str, text: &mut String) {
    let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    text.push_str(before);
    if !content.bytes().any(special) {
        text.push('"');
        text.push_str(content);
        text.push('"');
    } else if let Ok(escaped) = serde_json::to_string(content) {
        text.push_str(&escaped);
    }
    text.push_str(after);
}

fn decimal(number: u32, text: &mut String) {
    if number < 10 {
        text.push((b'0' + number as u8) as char);
    } else {
        text.push_str(&number.to_string());
    }
}

impl Lexicon {
    fn write_atom(&self, atom: AtomId, text: &mut String) {
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                self.write_predicate(predicate, !atom.is_negated(), terms, text);
            }
            AtomBody::Do(inner) => {
                let mut inner: SmallVec<[AtomId; 8]> = SmallVec::from_slice(inner);
                inner.sort_unstable_by(|a, b| self.compare_atoms(*a, *b));
                text.push_str("{\"atoms\":[");
                for (at, one) in inner.iter().enumerate() {
                    comma(at, text);
                    self.write_atom(*one, text);
                }
                text.push_str("],\"polarity\":");
                text.push_str(if atom.is_negated() { "false}" } else { "true}" });
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
        let name = self.predicate_name(predicate);
        string("{\"predicate\":{\"name\":", name, ",\"arity\":", text);
        decimal(self.predicate_arity(predicate), text);
        text.push_str(match affirmed {
            true => ",\"verifier\":true},\"terms\":",
            false => ",\"verifier\":false},\"terms\":",
        });
        self.write_terms(terms, text);
        text.push('}');
    }

    fn write_terms(&self, terms: &[TermId], text: &mut String) {
        text.push('[');
        for (at, term) in terms.iter().enumerate() {
            comma(at, text);
            self.write_term(*term, text);
        }
        text.push(']');
    }

    fn write_term(&self, term: TermId, text: &mut String) {
        if term == TermId::HOLE {
            text.push_str("{}");
            return;
        }
        match self.term_kind(term) {
            TermKind::Object(object) => self.write_object(object, text),
            TermKind::Number(_) => {
                text.push_str("{\"function\":{\"num\":");
                if let Some(number) = self.as_number(term) {
                    number::write(number, text);
                }
                text.push_str("},\"terms\":[]}");
            }
            TermKind::Application(function) => {
                let name = self.function_name(function);
                string("{\"function\":{\"name\":", name, ",\"arity\":", text);
                let arguments = self.term_arguments(term);
                match self.function_arity(function) {
                    Arity::Fixed(arity) => decimal(arity, text),
                    Arity::Multiset => text.push_str("null"),
                }
                text.push_str(",\"func_caller\":null},\"terms\":");
                match self.function_arity(function) {
                    Arity::Fixed(_) => self.write_terms(arguments, text),
                    Arity::Multiset => self.write_terms(&self.by_key(arguments), text),
                }
                text.push('}');
            }
        }
    }

    fn write_object(&self, object: ObjectId, text: &mut String) {
        string("{\"name\":", self.object_name(object), "}", text);
    }

    fn write_weight(&self, weight: &Weight, text: &mut String) {
        if weight.is_null() {
            text.push_str(",\"weight\":{\"multiplicative\":[],\"additive\":[]}");
            return;
        }
        text.push_str(",\"weight\":{\"multiplicative\":");
        self.write_multiset(&weight.multiplicative, text);
        text.push_str(",\"additive\":");
        self.write_multiset(&weight.additive, text);
        text.push('}');
    }

    fn write_multiset(&self, terms: &Multiset, text: &mut String) {
        self.write_terms(&self.by_key(terms), text);
    }

    fn write_issues(&self, view: &InternedView, text: &mut String) {
        let issues: Vec<&Issue> = view.issues.iter().collect();
        let mut keys = Pieces::with_capacity(issues.len(), issues.len() * 16);
        for issue in &issues {
            keys.add(|key| self.write_issue_key(issue, key));
        }
        text.push('[');
        for (at, place) in keys.order().into_iter().enumerate() {
            let issue = issues[place];
            comma(at, text);
            text.push('[');
            self.write_term(issue.term, text);
            text.push(',');
            let (predicate, affirmed) = (self.open_predicate(issue.open), !issue.open.is_negated());
            self.write_predicate(predicate, affirmed, self.open_arguments(issue.open), text);
            text.push(']');
        }
        text.push(']');
    }

    fn write_issue_key(&self, issue: &Issue, key: &mut String) {
        self.write_term_key(issue.term, key);
        key.push(',');
        if issue.open.is_negated() {
            key.push('~');
        }
        key.push_str(self.predicate_name(self.open_predicate(issue.open)));
        key.push('(');
        self.write_keys(self.open_arguments(issue.open), key);
        key.push(')');
        // Keys do not tell the constant `x()` from the object `x`.
        key.push('\0');
        key.push_str(self.plain_atom(issue.atom));
    }

    fn write_relation(&self, relation: &Relation, text: &mut String) {
        let existentials = relation.existentials();
        text.push_str("{\"universals\":");
        self.write_objects(&relation.universals(), text);
        text.push_str(",\"existentials\":");
        self.write_objects(&existentials, text);
        text.push_str(",\"dependencies\":[");
        let mut pairs: Vec<(String, ObjectId, ObjectId)> = Vec::new();
        for existential in existentials.iter().map(ObjectId) {
            for universal in relation.dependencies_of(existential).iter().map(ObjectId) {
                // PyETR sorts by a text with a space here and `>` after the last name.
                let (one, other) = (self.object_name(existential), self.object_name(universal));
                pairs.push((format!("{one} {other}>"), existential, universal));
            }
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        for (at, (_, existential, universal)) in pairs.iter().enumerate() {
            comma(at, text);
            text.push_str("{\"existential\":");
            self.write_object(*existential, text);
            text.push_str(",\"universal\":");
            self.write_object(*universal, text);
            text.push('}');
        }
        text.push_str("]}");
    }

    fn write_objects(&self, objects: &Bits, text: &mut String) {
        let mut names: Vec<(&str, ObjectId)> = objects
            .iter()
            .map(|object| (self.object_name(ObjectId(object)), ObjectId(object)))
            .collect();
        names.sort_unstable();
        text.push('[');
        for (at, (_, object)) in names.iter().enumerate() {
            comma(at, text);
            self.write_object(*object, text);
        }
        text.push(']');
    }
}
