//! Check that the words of a problem are those that its theme assigns.

use super::difference;
use crate::families::{PREAMBLE, word_seed};
use crate::posed::PosedError;
use crate::published::theme_named;
use peirast_etr::View;
use peirast_fallacy::Difference;
use peirast_record::{Argument, Lexicon, Problem, Worded};
use peirast_words::{Role, Theme, WordsError};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the words that the theme does not have, or does not assign with the seed; empty if the
/// theme is unknown.
///
/// # Errors
/// Invalid views.
pub(super) fn misnamed(
    problem: &Problem,
    worded: &Worded,
    themes: &[Theme],
) -> Result<Vec<Difference>, PosedError> {
    let theme = themes.iter().find(|theme| theme.name == worded.theme);
    let Some(theme) = theme.or_else(|| theme_named(&worded.theme)) else { return Ok(Vec::new()) };
    let mut differences = Vec::new();
    let mut same = |field: &'static str, recorded: &str, found: &str| {
        if recorded != found {
            differences.push(difference(field, recorded, found));
        }
    };
    let preamble = problem.segments.iter().find(|segment| segment.role == PREAMBLE);
    let preamble = preamble.map_or("", |segment| segment.text.trim_end());
    same(PREAMBLE, preamble, theme.preamble.trim());
    let lexicon = &worded.lexicon;
    same("lexicon.one", &lexicon.one, &theme.kind.one);
    same("lexicon.many", &lexicon.many, &theme.kind.many);
    differences.extend(misdrawn(worded, theme)?);
    Ok(differences)
}

/// Returns the names with other words than the theme assigns with the seed.
fn misdrawn(worded: &Worded, theme: &Theme) -> Result<Vec<Difference>, PosedError> {
    let argument = &worded.argument;
    let seed = word_seed(argument.seed, argument.number);
    let drawn = match theme.vocabulary(&first(argument)?, seed) {
        Ok(drawn) => drawn,
        Err(error @ WordsError::TooFew { .. }) => {
            return Ok(vec![difference("theme", &worded.theme, &error.to_string())]);
        }
        Err(error) => return Err(error.into()),
    };
    let mut differences = Vec::new();
    for (role, words) in by_role(&worded.lexicon) {
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for (own, name, said) in drawn.entries().filter(|(own, ..)| *own == role) {
            named.insert(name);
            let recorded = words.get(name).copied().unwrap_or("nothing");
            if recorded != said {
                let field = format!("{own} `{name}` called {recorded}");
                differences.push(difference("lexicon", &field, said));
            }
        }
        // Names of controls only come after those, in an unknown order.
        let rest: BTreeSet<&str> = words
            .iter()
            .filter(|(name, _)| !named.contains(*name))
            .map(|(_, said)| *said)
            .collect();
        let order = theme.order(role, seed);
        let more: BTreeSet<&str> = order.into_iter().skip(named.len()).take(rest.len()).collect();
        if rest != more {
            differences.push(difference("lexicon", &format!("{rest:?}"), &format!("{more:?}")));
        }
    }
    differences.extend(misdenied(&worded.lexicon, theme));
    Ok(differences)
}

/// Returns facts with another denial than in the theme.
fn misdenied(lexicon: &Lexicon, theme: &Theme) -> Vec<Difference> {
    let denials: BTreeMap<&str, &str> =
        theme.facts.iter().map(|fact| (fact.holds.as_str(), fact.fails.as_str())).collect();
    let wrong = lexicon
        .facts
        .values()
        .filter(|[holds, fails]| denials.get(holds.as_str()).is_some_and(|own| own != fails));
    wrong
        .map(|[holds, fails]| difference("lexicon.facts", fails, denials[holds.as_str()]))
        .collect()
}

/// Returns the words of a lexicon by role and name.
fn by_role(lexicon: &Lexicon) -> [(Role, BTreeMap<&str, &str>); 4] {
    fn words(all: &BTreeMap<String, String>) -> BTreeMap<&str, &str> {
        all.iter().map(|(name, words)| (name.as_str(), words.as_str())).collect()
    }
    let facts = lexicon.facts.iter().map(|(name, [holds, _])| (name.as_str(), holds.as_str()));
    [
        (Role::Object, words(&lexicon.objects)),
        (Role::Predicate, words(&lexicon.predicates)),
        (Role::Relation, words(&lexicon.relations)),
        (Role::Fact, facts.collect()),
    ]
}

/// Returns the premises and the conclusion of an argument, or of the fallacy of which it is a
/// control.
pub(super) fn original(argument: &Argument) -> (Vec<&str>, &str) {
    let mut premises: Vec<&str> = argument.premises.iter().map(String::as_str).collect();
    match &argument.matched {
        None => (premises, &argument.conclusion),
        Some(matched) => {
            if let Some(premise) = premises.get_mut(matched.change.place) {
                *premise = &matched.change.was;
            }
            (premises, &matched.fallacy)
        }
    }
}

/// Returns the views whose names get words first: those of the argument, or of the fallacy of which
/// it is a control.
fn first(argument: &Argument) -> Result<Vec<View>, PosedError> {
    let (premises, conclusion) = original(argument);
    let probe = argument.probe.as_ref().map(|probe| probe.conclusion.as_str());
    let all = premises.into_iter().chain([conclusion]).chain(probe);
    let views = all.map(|text| text.parse().map_err(WordsError::View));
    Ok(views.collect::<Result<_, _>>()?)
}
