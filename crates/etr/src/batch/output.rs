//! The answer of a call.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::relation::Relation;
use serde_json::{Value, json};

/// A call with its arguments read.
pub type Prepared = Box<dyn Fn(&mut Engine) -> Result<Output, Error>>;

/// The answer of a call, before it is written.
#[derive(Debug, Clone)]
pub enum Output {
    /// A view.
    View(InternedView),
    /// Several views.
    Views(Vec<InternedView>),
    /// A text in some format, or a number as PyETR prints it.
    Text(String),
    /// Yes or no.
    Truth(bool),
    /// A count.
    Count(u32),
    /// Pairs of terms, as text.
    Pairs(Vec<[String; 2]>),
    /// A dependency relation.
    #[doc(hidden)]
    Relation(RelationOutput),
    /// The orders of a dependency relation.
    Orders {
        /// `x ◁ y`.
        triangle: Vec<[String; 2]>,
        /// `x ≲ y`.
        less_sim: Vec<[String; 2]>,
    },
}

/// A dependency relation as an output.
#[derive(Debug, Clone)]
pub struct RelationOutput(pub(crate) Relation);

impl Output {
    /// The answer as rows hold it.
    pub fn to_value(&self, engine: &Engine) -> Value {
        match self {
            Output::View(view) => Value::String(engine.show(view)),
            Output::Views(views) => views.iter().map(|view| engine.show(view)).collect(),
            Output::Text(text) => Value::String(text.clone()),
            Output::Truth(truth) => Value::Bool(*truth),
            Output::Count(count) => json!(count),
            Output::Pairs(pairs) => json!(pairs),
            Output::Relation(relation) => engine.relation_value(&relation.0),
            Output::Orders { triangle, less_sim } => {
                json!({"triangle": triangle, "less_sim": less_sim})
            }
        }
    }
}
