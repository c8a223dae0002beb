//! A view's JSON as it is written down, nothing looked up or checked against anything else.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A name, borrowed from the text unless it is written with escapes.
#[derive(Debug, Deserialize)]
pub(super) struct Name<'t>(#[serde(borrow)] pub(super) Cow<'t, str>);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the parts of a view")]
pub(super) struct Document<'t> {
    #[serde(borrow)]
    pub(super) stage: Vec<StateText<'t>>,
    #[serde(borrow)]
    pub(super) supposition: Vec<StateText<'t>>,
    #[serde(borrow)]
    pub(super) weights: Vec<WeightedText<'t>>,
    #[serde(borrow)]
    pub(super) issues: Vec<(TermText<'t>, AtomText<'t>)>,
    #[serde(borrow)]
    pub(super) dependency_relation: RelationText<'t>,
}

pub(super) type StateText<'t> = Vec<AtomText<'t>>;

/// An atom, `{"predicate":…,"terms":…}`, or a do-atom, `{"atoms":…,"polarity":…}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an atom or do-atom")]
pub(super) struct AtomText<'t> {
    #[serde(borrow)]
    pub(super) predicate: Option<PredicateText<'t>>,
    #[serde(borrow)]
    pub(super) terms: Option<Vec<TermText<'t>>>,
    #[serde(borrow)]
    pub(super) atoms: Option<Vec<AtomText<'t>>>,
    pub(super) polarity: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a predicate with name, arity and verifier")]
pub(super) struct PredicateText<'t> {
    #[serde(borrow)]
    pub(super) name: Cow<'t, str>,
    pub(super) arity: u32,
    pub(super) verifier: bool,
}

/// An arbitrary object, `{"name":…}`, a function of terms, `{"function":…,"terms":…}`, or the
/// hole, `{}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a term")]
pub(super) struct TermText<'t> {
    #[serde(borrow)]
    pub(super) name: Option<Name<'t>>,
    #[serde(borrow)]
    pub(super) function: Option<FunctionText<'t>>,
    #[serde(borrow)]
    pub(super) terms: Option<Vec<TermText<'t>>>,
}

/// A function symbol, `{"name":…,"arity":…,"func_caller":…}`, or a number, `{"num":…}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a function with name and arity, or with num")]
pub(super) struct FunctionText<'t> {
    #[serde(borrow)]
    pub(super) name: Option<Name<'t>>,
    #[serde(default, deserialize_with = "read_arity")]
    pub(super) arity: ArityText,
    /// Program code of the function; looked at no further.
    pub(super) func_caller: Option<IgnoredAny>,
    #[serde(borrow)]
    pub(super) num: Option<NumberText<'t>>,
}

/// A number as it is written.
#[derive(Debug, Deserialize)]
pub(super) struct NumberText<'t>(#[serde(borrow)] pub(super) &'t RawValue);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum ArityText {
    #[default]
    Missing,
    Null,
    Fixed(u32),
}

fn read_arity<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ArityText, D::Error> {
    let arity = Option::<u32>::deserialize(deserializer)?;
    Ok(arity.map_or(ArityText::Null, ArityText::Fixed))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a state with its weight")]
pub(super) struct WeightedText<'t> {
    #[serde(borrow)]
    pub(super) state: StateText<'t>,
    #[serde(borrow)]
    pub(super) weight: WeightText<'t>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a weight with multiplicative and additive terms")]
pub(super) struct WeightText<'t> {
    #[serde(borrow)]
    pub(super) multiplicative: Vec<TermText<'t>>,
    #[serde(borrow)]
    pub(super) additive: Vec<TermText<'t>>,
}

#[derive(Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a dependency relation with universals, existentials and dependencies"
)]
pub(super) struct RelationText<'t> {
    #[serde(borrow)]
    pub(super) universals: Vec<ObjectText<'t>>,
    #[serde(borrow)]
    pub(super) existentials: Vec<ObjectText<'t>>,
    #[serde(borrow)]
    pub(super) dependencies: Vec<DependencyText<'t>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an arbitrary object with its name")]
pub(super) struct ObjectText<'t> {
    #[serde(borrow)]
    pub(super) name: Cow<'t, str>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a pair of existential and universal")]
pub(super) struct DependencyText<'t> {
    #[serde(borrow)]
    pub(super) existential: ObjectText<'t>,
    #[serde(borrow)]
    pub(super) universal: ObjectText<'t>,
}
