//! The meaning of the letters of views.

use super::ExplainedQuestion;
use peirast_etr::View;
use peirast_words::{Claim, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

impl ExplainedQuestion {
    /// The words for the names in the premises, the question, the predicted conclusion and another
    /// view; empty if the problem has no words.
    pub(super) fn legend(&self, more: Option<&str>) -> BTreeMap<String, String> {
        let Some(worded) = self.problem.as_deref().and_then(|problem| problem.worded.as_deref())
        else {
            return BTreeMap::new();
        };
        let views = self.premises.iter().chain(&worded.asked).chain([&worded.argument.conclusion]);
        let views = views.map(String::as_str).chain(more);
        let used: BTreeSet<String> = views.flat_map(names).collect();
        let lexicon = &worded.lexicon;
        let facts = lexicon
            .facts
            .iter()
            .map(|(name, [holds, fails])| (name.clone(), format!("{holds}; ~{name}: {fails}")));
        let all = lexicon.objects.iter().chain(&lexicon.predicates).chain(&lexicon.relations);
        let all = all.map(|(name, words)| (name.clone(), words.clone())).chain(facts);
        all.filter(|(name, _)| used.contains(name)).collect()
    }

    /// Writes the legend as lines.
    pub(super) fn tell_legend(&self, text: &mut String, more: Option<&str>) {
        for (at, (name, words)) in self.legend(more).into_iter().enumerate() {
            let label = if at == 0 { "letters" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{label:<9}{name}  {words}");
        }
    }
}

/// The names in a view.
fn names(view: &str) -> Vec<String> {
    let claim = view.parse::<View>().ok().and_then(|view| Claim::new(&view).ok());
    let mut names = Vec::new();
    for literal in claim.iter().flat_map(|claim| claim.literals()) {
        names.push(literal.predicate.clone());
        names.extend(literal.arguments.iter().filter_map(|term| match term {
            Term::Constant(name) => Some(name.clone()),
            Term::Object(_) => None,
        }));
    }
    names
}
