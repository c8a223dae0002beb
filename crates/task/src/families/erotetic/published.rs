//! The problems of the study "Theory-Grounded Evaluation" (2025), quoted. One of its 400 problems
//! repeats another, and one has two equal premises: 399 problems are left, and 797 questions.

use super::scene::{Scene, Setting};
use super::versions::{Inquiry, Wanted};
use super::{FAMILY, QuestionKind};
use crate::list::{self, List};
use crate::published::theme_named;
use crate::{DataError, Design, MakeError};
use peirast_etr::Reading;
use peirast_fallacy::labelled;
use peirast_random::Stream;
use peirast_record::{Argument, Problem, Versions};
use peirast_words::{Role, Theme, Vocabulary, WordsError};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The name of the variant.
pub(crate) const PUBLISHED: &str = "published";

/// The reading of the theory that generated the problems.
const READING: Reading = Reading::PYETR_1_0_0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotedProblems {
    problem: Vec<QuotedProblem>,
}

/// A problem as published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotedProblem {
    /// The name of the theme.
    theme: String,
    /// The words for the names `a`, `b`, ... in views.
    objects: Vec<String>,
    /// The words for the names `A`, `B`, ... in views.
    predicates: Vec<String>,
    /// Each premise as a view and as its sentence.
    premises: Vec<(String, String)>,
}

impl QuotedProblem {
    fn theme(&self) -> Result<&'static Theme, WordsError> {
        theme_named(&self.theme).ok_or(WordsError::Unsayable { what: "a problem without a theme" })
    }

    fn vocabulary(&self) -> Result<Vocabulary, WordsError> {
        let mut vocabulary = Vocabulary::new(self.theme()?.kind.clone());
        for (role, first, all) in
            [(Role::Object, 'a', &self.objects), (Role::Predicate, 'A', &self.predicates)]
        {
            for (name, words) in (first..).zip(all) {
                vocabulary = vocabulary.with(role, &name.to_string(), words)?;
            }
        }
        Ok(vocabulary)
    }

    fn sentences(&self) -> Vec<String> {
        self.premises.iter().map(|(_, sentence)| sentence.clone()).collect()
    }

    fn argument(&self, number: u64) -> Result<Argument, MakeError> {
        let premises = self.premises.iter().map(|(view, _)| view.clone()).collect();
        let argument = labelled(premises, READING)?;
        Ok(Argument { profile: "paper-2025".to_owned(), number, ..argument })
    }
}

/// All problems in their published order.
static ALL: List<Vec<QuotedProblem>> = List::new(|| {
    list::read::<QuotedProblems>("published-2025.toml", include_str!("data/published-2025.toml"))
        .map(|file| file.problem)
});

/// Checks that the data file parses.
pub(super) fn check_data() -> Result<(), DataError> {
    ALL.get().map(|_| ())
}

/// Makes the requested versions of this number of the published problems, drawn with the seed.
///
/// # Errors
/// [`MakeError::Exhausted`] if there are fewer.
pub(super) fn make(
    design: &Design,
    n: u32,
    versions: &Versions,
) -> Result<Vec<Problem>, MakeError> {
    let (all, variant) = (ALL.get()?, format!("{}/{PUBLISHED}", FAMILY.name));
    let wanted = Wanted::new(&variant, versions)?;
    let mut numbers = different(all);
    let made = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    if n > made {
        return Err(MakeError::Exhausted { variant, n, made });
    }
    // Published problems are sorted by size, so the first ones are small.
    Stream::named(design.seed, &[FAMILY.name, PUBLISHED]).shuffle(&mut numbers);
    let mut problems = Vec::new();
    for number in numbers.into_iter().take(n as usize) {
        let argument = all[number].argument(number as u64)?;
        if wanted.has(argument.kind) {
            // Of equal premises, the reversed order is the same question.
            let mut texts = BTreeSet::new();
            let versions = in_scene(&all[number], &argument, |scene| scene.versions(&wanted))?;
            problems.extend(versions.into_iter().filter(|version| texts.insert(version.text())));
        }
    }
    Ok(problems)
}

/// Returns the numbers of the problems without those that repeat an earlier one: answers to the
/// same question could not be told apart.
fn different(all: &[QuotedProblem]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    (0..all.len())
        .filter(|number| seen.insert((&all[*number].theme, all[*number].sentences())))
        .collect()
}

/// Calls a function with the scene of a problem; the default value if there is nothing to ask about.
fn in_scene<T: Default>(
    quoted: &QuotedProblem,
    argument: &Argument,
    call: impl FnOnce(&Scene<'_>) -> Result<T, MakeError>,
) -> Result<T, MakeError> {
    let failed = |source| MakeError::Words { number: argument.number, source };
    let (vocabulary, sentences) = (quoted.vocabulary().map_err(failed)?, quoted.sentences());
    let theme = quoted.theme().map_err(failed)?;
    let setting = Setting {
        question: QuestionKind::Open,
        variant: PUBLISHED,
        theme: &theme.name,
        preamble: &theme.preamble,
        vocabulary: &vocabulary,
        sentences: Some(&sentences),
        raises_questions: false,
    };
    Scene::new(argument, setting)?.map_or_else(|| Ok(T::default()), |scene| call(&scene))
}

/// Returns the published problem with this number, with its premises in this order; `None` if there
/// is none.
///
/// # Errors
/// As [`make`].
pub(super) fn again(number: u64, order: &[usize]) -> Result<Option<Problem>, MakeError> {
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let Some(quoted) = ALL.get()?.get(at) else { return Ok(None) };
    let argument = quoted.argument(number)?;
    let mut places = order.to_vec();
    places.sort_unstable();
    if !places.into_iter().eq(0..argument.premises.len()) {
        return Ok(None);
    }
    in_scene(quoted, &argument, |scene| scene.version(order, Inquiry::None))
}
