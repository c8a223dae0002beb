//! Changes of a view: one file for each rule.
//!
//! A rule lists its steps for a draft, and a step turns one draft into another. No structure is
//! lost: supposition, quantifiers and marks stay, unless the rule is about them.
//! [`crate::published`] shows how the published generator loses them.

mod add_variable;
mod conjoin;
mod disjoin;
mod material;
mod negate;
mod permute;
mod quantify;
mod remove;
mod suppose;
mod toggle_issue;

use crate::draft::{Draft, DraftLiteral, Place};
use peirast_etr::Quantifier;
use serde::{Deserialize, Serialize};

pub(crate) use material::{Material, marked_and_not};

/// A way to change a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Replaces a constant by an arbitrary object everywhere, with a new outermost quantifier
    /// (Table 1, "Constant-to-Variable").
    Quantify,
    /// Adds a literal to an alternative ("Atom Conjunction").
    Conjoin,
    /// Adds a literal as a new alternative ("Atom Disjunction").
    Disjoin,
    /// Denies a literal in its place ("Atom Negation").
    Negate,
    /// Removes a literal.
    Remove,
    /// Adds a literal to the supposition.
    Suppose,
    /// Moves a literal from the alternatives into the supposition, or back.
    Move,
    /// Drops the supposition.
    Unsuppose,
    /// Marks a term as at issue, or removes the mark.
    ToggleIssue,
    /// Exchanges two alternatives, which changes only the text.
    Permute,
    /// Adds a literal about a new arbitrary object, with a new innermost quantifier ("Variable
    /// Addition").
    AddVariable,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 11] = [
        Rule::Quantify,
        Rule::Conjoin,
        Rule::Disjoin,
        Rule::Negate,
        Rule::Remove,
        Rule::Suppose,
        Rule::Move,
        Rule::Unsuppose,
        Rule::ToggleIssue,
        Rule::Permute,
        Rule::AddVariable,
    ];
}

/// One change of one view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Quantify { constant: u8, quantifier: Quantifier, marked: bool },
    Conjoin { state: usize, literal: DraftLiteral },
    Disjoin { literal: DraftLiteral },
    Negate { place: Place, state: usize, literal: usize },
    Remove { place: Place, state: usize, literal: usize },
    Suppose { literal: DraftLiteral },
    Move { literal: DraftLiteral, from: Place },
    Unsuppose,
    ToggleIssue { literal: DraftLiteral },
    Permute { one: usize, other: usize },
    AddVariable { state: usize, quantifier: Quantifier, literal: DraftLiteral },
}

/// Adds the steps of a rule for a draft. Without `marks`, none of them marks anything.
pub(crate) fn steps(rule: Rule, draft: &Draft, marks: bool, into: &mut Vec<Step>) {
    match rule {
        Rule::Quantify => quantify::steps(draft, marks, into),
        Rule::Conjoin => conjoin::steps(draft, marks, into),
        Rule::Disjoin => disjoin::steps(draft, marks, into),
        Rule::Negate => negate::steps(draft, into),
        Rule::Remove => remove::steps(draft, into),
        Rule::Suppose => suppose::steps(draft, marks, into),
        Rule::Move => suppose::moves(draft, into),
        Rule::Unsuppose => into.extend(draft.is_conditional().then_some(Step::Unsuppose)),
        Rule::ToggleIssue if marks => toggle_issue::steps(draft, into),
        Rule::ToggleIssue => {}
        Rule::Permute => permute::steps(draft, into),
        Rule::AddVariable => add_variable::steps(draft, marks, into),
    }
}

impl Draft {
    /// Every view that a rule makes of this one. Without `marks`, none of them marks anything.
    ///
    /// ```
    /// use peirast_fallacy::{Draft, Rule};
    ///
    /// let draft: Draft = "Ax {A(x*)}^{B(x)}".parse()?;
    /// let made = |rule| -> Vec<String> {
    ///     draft.mutations(rule, true).iter().map(ToString::to_string).collect()
    /// };
    /// assert_eq!(made(Rule::Negate), ["∀x {~A(x*)}^{B(x)}", "∀x {A(x*)}^{~B(x)}"]);
    /// assert_eq!(made(Rule::Unsuppose), ["∀x {A(x*)}"]);
    /// # Ok::<(), peirast_fallacy::Error>(())
    /// ```
    pub fn mutations(&self, rule: Rule, marks: bool) -> Vec<Draft> {
        let mut all = Vec::new();
        steps(rule, self, marks, &mut all);
        all.into_iter().filter_map(|step| apply(self, step)).collect()
    }
}

/// The draft after a step; `None` if it has no content, or if there are no unused letters.
pub(crate) fn apply(draft: &Draft, step: Step) -> Option<Draft> {
    let changed = match step {
        Step::Quantify { constant, quantifier, marked } => {
            quantify::quantify(draft, constant, quantifier, marked)?
        }
        Step::Conjoin { state, literal } => conjoin::conjoin(draft, state, literal),
        Step::Disjoin { literal } => disjoin::disjoin(draft, literal),
        Step::Negate { place, state, literal } => negate::negate(draft, place, state, literal),
        Step::Remove { place, state, literal } => remove::remove(draft, place, state, literal),
        Step::Suppose { literal } => suppose::suppose(draft, literal),
        Step::Move { literal, from } => suppose::moved(draft, literal, from),
        Step::Unsuppose => suppose::unsuppose(draft),
        Step::ToggleIssue { literal } => toggle_issue::toggle_issue(draft, literal),
        Step::Permute { one, other } => permute::permute(draft, one, other),
        Step::AddVariable { state, quantifier, literal } => {
            add_variable::add_variable(draft, state, quantifier, literal)?
        }
    };
    let changed = changed.tidied();
    changed.is_well_formed().then_some(changed)
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    pub(crate) fn draft(text: &str) -> Draft {
        text.parse().expect("a draft")
    }

    /// All views that a rule makes of one.
    pub(crate) fn made(rule: Rule, text: &str) -> Vec<String> {
        draft(text).mutations(rule, true).iter().map(ToString::to_string).collect()
    }

    pub(crate) fn literal(text: &str) -> DraftLiteral {
        *draft(&format!("Ax {{B(x),{text}}}")).stage[1].first().expect("a literal")
    }
}

#[cfg(test)]
mod tests {
    use super::testing::draft;
    use super::*;
    use peirast_etr::Engine;
    use proptest::prelude::*;

    proptest! {
        /// The engine reads every changed view, and writes the same view back.
        #[test]
        fn mutations_keep_views_well_formed(
            seed in 0usize..45,
            rules in prop::collection::vec((0usize..Rule::ALL.len(), any::<u32>()), 1..12),
        ) {
            let mut one = draft(crate::Bank::Default.views()[seed]);
            for (rule, choice) in rules {
                let mut all = Vec::new();
                steps(Rule::ALL[rule], &one, true, &mut all);
                if all.is_empty() {
                    continue;
                }
                if let Some(next) = apply(&one, all[choice as usize % all.len()]) {
                    one = next;
                }
                let text = one.to_string();
                prop_assert_eq!(&draft(&text), &one);
                let mut engine = Engine::default();
                let view = engine.read(&text).expect("a view");
                prop_assert_eq!(view.states(), one.stage.len());
                let marks = text.contains('*');
                prop_assert_eq!(engine.show(&view).contains('*'), marks);
            }
        }
    }
}
