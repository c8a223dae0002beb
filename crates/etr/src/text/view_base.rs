//! Views spelled out part by part, for looking at what a text left out.

use crate::bits::Bits;
use crate::engine::Engine;
use crate::interned::InternedView;
use crate::lexicon::{Lexicon, ObjectId, TermId};
use crate::weight::{Multiset, Weight};
use std::fmt::Write;

impl Engine {
    /// The view's parts by themselves: weights, states without marks, supposition, issues,
    /// universals, existentials and what depends on what; `T` for ⊤ and `F` for ⊥.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ax Ey {0.5=* P(x*)Q(y)}")?;
    /// assert_eq!(
    ///     engine.show_base(&view),
    ///     "{⟪0.5⟫×.P(x)Q(y)}^{0} issues={(x,P(?))} U={x} E={y} deps=x{y}"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn show_base(&self, view: &InternedView) -> String {
        if view.is_verum() {
            return "T".to_owned();
        }
        if view.is_falsum() {
            return "F".to_owned();
        }
        let lexicon = &self.lexicon;
        let mut stage: Vec<(String, String)> = view
            .stage
            .iter()
            .map(|(state, weight)| {
                let key = lexicon.state_key(&lexicon.sorted_state(state));
                let shown = format!("{}{key}", lexicon.base_weight(weight));
                (key, shown)
            })
            .collect();
        stage.sort();
        let stage: Vec<String> = stage.into_iter().map(|(_, shown)| shown).collect();
        let mut given: Vec<String> = view
            .supposition
            .iter()
            .map(|state| lexicon.state_key(&lexicon.sorted_state(state)))
            .collect();
        given.sort();
        let mut text = format!("{{{}}}^{{{}}}", stage.join(","), given.join(","));
        self.write_base_issues(view, &mut text);
        self.write_base_relation(view, &mut text);
        text
    }

    fn write_base_issues(&self, view: &InternedView, text: &mut String) {
        if view.issues.is_empty() {
            return;
        }
        let lexicon = &self.lexicon;
        let mut pairs: Vec<String> = view
            .issues
            .iter()
            .map(|issue| {
                let mut pair = format!("({},", lexicon.term_key(issue.term));
                if issue.open.is_negated() {
                    pair.push('~');
                }
                pair.push_str(lexicon.predicate_name(lexicon.open_predicate(issue.open)));
                pair.push('(');
                lexicon.write_keys(lexicon.open_arguments(issue.open), &mut pair);
                pair.push_str("))");
                pair
            })
            .collect();
        pairs.sort();
        let _ = write!(text, " issues={{{}}}", pairs.join(","));
    }

    fn write_base_relation(&self, view: &InternedView, text: &mut String) {
        let relation = &view.relation;
        if relation.is_empty() {
            return;
        }
        let universals = relation.universals();
        let _ = write!(
            text,
            " U={{{}}} E={{{}}}",
            self.lexicon.names(&universals),
            self.lexicon.names(&relation.existentials())
        );
        let mut sets: Vec<String> = Vec::new();
        for universal in universals.iter() {
            let dependent: Bits = relation
                .existentials()
                .iter()
                .filter(|e| relation.dependencies_of(ObjectId(*e)).contains(universal))
                .collect();
            if !dependent.is_empty() {
                let name = self.lexicon.object_name(ObjectId(universal));
                sets.push(format!("{name}{{{}}}", self.lexicon.names(&dependent)));
            }
        }
        sets.sort();
        if !sets.is_empty() {
            let _ = write!(text, " deps={}", sets.join(""));
        }
    }
}

impl Lexicon {
    fn names(&self, objects: &Bits) -> String {
        let mut names: Vec<&str> =
            objects.iter().map(|object| self.object_name(ObjectId(object))).collect();
        names.sort_unstable();
        names.join(",")
    }

    fn base_weight(&self, weight: &Weight) -> String {
        let part = |terms: &Multiset, sign: &str| {
            if terms.is_empty() {
                return String::new();
            }
            let keys: Vec<String> =
                self.by_key(terms).into_iter().map(|term: TermId| self.term_key(term)).collect();
            format!("⟪{}⟫{sign}.", keys.join(","))
        };
        part(&weight.multiplicative, "×") + &part(&weight.additive, "+")
    }
}
