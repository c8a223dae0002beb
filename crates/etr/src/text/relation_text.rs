//! Dependency relations as quantifier prefixes: `∀x ∃y`.

use super::scanner::Scanner;
use crate::batch::Output;
use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::ObjectId;
use crate::relation::{Quantifier, Relation};
use serde_json::{Value, json};

impl Engine {
    /// Reads a quantifier prefix, `∀x ∃y` or `Ax Ey`.
    pub(crate) fn read_relation(&mut self, text: &str) -> Result<Relation, Error> {
        let mut scanner = Scanner::new(text);
        let mut relation = Relation::default();
        while !scanner.is_done() {
            let kind = if scanner.take("∀") || scanner.take("A") {
                Quantifier::Universal
            } else if scanner.take("∃") || scanner.take("E") {
                Quantifier::Existential
            } else {
                return Err(scanner.error("`∀`, `∃`, `A` or `E`").into());
            };
            scanner.skip_space();
            let start = scanner.offset();
            let name = scanner.take_while(super::view_reader::variable_byte);
            if name.is_empty() {
                return Err(scanner.error("a variable").into());
            }
            let object = self.lexicon.intern_object(name);
            if relation.objects().contains(object.0) {
                let error = scanner.error_at(start, "a variable that is not quantified yet");
                return Err(error.into());
            }
            relation.append(kind, &Bits::from_iter([object.0]));
        }
        Ok(relation)
    }

    pub(crate) fn relation_value(&self, relation: &Relation) -> Value {
        let mut pairs = Vec::new();
        for existential in relation.existentials().iter() {
            for universal in relation.dependencies_of(ObjectId(existential)).iter() {
                pairs.push([self.object(existential), self.object(universal)]);
            }
        }
        pairs.sort();
        let prefix: Vec<String> = self
            .lexicon
            .prefix(relation)
            .into_iter()
            .map(|(kind, object)| format!("{}{}", kind.sign(), self.lexicon.object_name(object)))
            .collect();
        json!({
            "U": self.names(&relation.universals()),
            "E": self.names(&relation.existentials()),
            "D": pairs,
            "prefix": prefix.join(" "),
        })
    }

    fn object(&self, object: u32) -> String {
        self.lexicon.object_name(ObjectId(object)).to_owned()
    }

    fn names(&self, objects: &Bits) -> Vec<String> {
        let mut names: Vec<String> = objects.iter().map(|object| self.object(object)).collect();
        names.sort();
        names
    }

    /// The pairs of `◁` and of `≲`, sorted.
    pub(crate) fn orders(&self, relation: &Relation) -> Output {
        let pairs = |inside: fn(&Relation, ObjectId) -> Bits| {
            let mut pairs = Vec::new();
            for outer in relation.objects().iter() {
                for inner in inside(relation, ObjectId(outer)).iter() {
                    pairs.push([self.object(inner), self.object(outer)]);
                }
            }
            pairs.sort();
            pairs
        };
        Output::Orders { triangle: pairs(Relation::inside), less_sim: pairs(Relation::not_outside) }
    }
}
