//! From the generator's arguments to problems in words.

use super::options::Options;
use super::published::PUBLISHED;
use super::scene::{Scene, Setting, view};
use super::versions::Wanted;
use super::{FAMILY, QuestionKind};
use crate::families::check::{check_count, check_factors};
use crate::vary::check_versions;
use crate::{Design, MakeError, published};
use peirast_etr::View;
use peirast_fallacy::{Corpus, Profile, Shard};
use peirast_random::Stream;
use peirast_record::{Argument, Problem, Profile as Designed, Versions};
use peirast_words::{Theme, Vocabulary, WordsError};
use rayon::prelude::*;

/// Makes problems of the theory in words.
///
/// ```
/// use peirast_record::{Profile, Versions};
/// use peirast_task::{Design, Erotetic, Making};
/// let design = Design { seed: 1, profile: Profile::Paper2025 };
/// let maker = Erotetic::named("open", &design, &Versions::default())?;
/// let corpus = maker.corpus(&Making::new(2))?;
/// let problems = maker.put(&corpus.problems)?;
/// assert!(problems[0].text().contains("What, if anything, follows"));
/// # Ok::<(), peirast_task::MakeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Erotetic {
    design: Design,
    profile: Profile,
    question: QuestionKind,
    wanted: Wanted,
    themes: Vec<Theme>,
}

/// The number of problems, and the part of them that is made here.
#[derive(Clone, Copy)]
pub struct Making<'a> {
    /// Number of problems without controls.
    pub count: u32,
    /// The part that is made here.
    pub shard: Shard,
    /// Receives the number of further problems made, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Making<'_> {
    /// Makes all of this number here, without progress reports.
    pub fn new(count: u32) -> Self {
        Making { count, shard: Shard::WHOLE, progress: &|_| {} }
    }
}

impl Erotetic {
    /// The name of its family of problems.
    pub const FAMILY: &'static str = "etr";

    /// Creates a maker of the problems of a variant, for example `open`, in these versions; in the
    /// original one by default.
    ///
    /// # Errors
    /// [`MakeError`] for a variant, a profile or a version that does not exist.
    pub fn named(variant: &str, design: &Design, versions: &Versions) -> Result<Self, MakeError> {
        let known = FAMILY.variant(variant)?;
        check_factors(&FAMILY, known, versions)?;
        match QuestionKind::named(known.name) {
            Some(question) => Self::new(design, question, versions),
            None => Err(FAMILY.without(design.profile)),
        }
    }

    /// Returns true if the problems of a variant are made, and false if they are quoted.
    pub fn makes(variant: &str) -> bool {
        variant != PUBLISHED
    }

    fn new(
        design: &Design,
        question: QuestionKind,
        versions: &Versions,
    ) -> Result<Self, MakeError> {
        let name = match design.profile {
            Designed::Balanced => "short",
            other => other.as_str(),
        };
        let path = format!("{}/{}", FAMILY.name, question.name());
        Ok(Self {
            design: *design,
            profile: Profile::named(name).ok_or_else(|| FAMILY.without(design.profile))?,
            question,
            wanted: Wanted::new(&path, versions)?,
            themes: themes(&path, design.profile, versions)?,
        })
    }

    /// Sets other options of generation, which the name of the profile records.
    #[must_use]
    pub fn with(self, options: &Options) -> Self {
        Self { profile: options.applied_to(self.profile), ..self }
    }

    /// Sets the themes of the words; an empty list keeps all.
    #[must_use]
    pub fn themed(mut self, themes: Vec<Theme>) -> Self {
        if !themes.is_empty() {
            self.themes = themes;
        }
        self
    }

    /// Makes the arguments, not yet in words, with the candidates rejected on the way.
    ///
    /// # Errors
    /// [`MakeError::Theory`] if there can be none.
    pub fn corpus(&self, making: &Making<'_>) -> Result<Corpus, MakeError> {
        let Making { count, shard, progress } = *making;
        check_count(u64::from(count).div_ceil(shard.of.max(1)))?;
        let (profile, seed) = (&self.profile, self.design.seed);
        Ok(Corpus::shard(profile, seed, u64::from(count), shard, progress)?)
    }

    /// Puts arguments into words, in their order, in all requested versions. Controls must follow
    /// their fallacy.
    ///
    /// # Errors
    /// [`MakeError::Words`] if no theme has enough words, or if a version has a forbidden
    /// difference.
    pub fn put(&self, arguments: &[Argument]) -> Result<Vec<Problem>, MakeError> {
        let items: Vec<&[Argument]> =
            arguments.chunk_by(|one, next| one.number == next.number).collect();
        let made: Vec<Vec<Problem>> =
            items.into_par_iter().map(|item| self.item(item)).collect::<Result<_, _>>()?;
        Ok(made.into_iter().flatten().collect())
    }

    fn problems(&self, n: u32) -> Result<Vec<Problem>, MakeError> {
        let corpus = self.corpus(&Making::new(n))?;
        if !corpus.missing.is_empty() {
            let made = n - u32::try_from(corpus.missing.len()).unwrap_or(n);
            let variant = format!("{}/{}", FAMILY.name, self.question.name());
            return Err(MakeError::Exhausted { variant, n, made });
        }
        self.put(&corpus.problems)
    }

    /// Makes the versions of a fallacy and its controls.
    fn item(&self, arguments: &[Argument]) -> Result<Vec<Problem>, MakeError> {
        let Some(first) = arguments.first() else { return Ok(Vec::new()) };
        let (theme, vocabulary) = self.words(first.number, &views(arguments)?)?;
        let mut versions: Vec<Problem> = Vec::new();
        for argument in arguments.iter().filter(|argument| self.wanted.has(argument.kind)) {
            let setting = Setting {
                question: self.question,
                variant: self.question.name(),
                theme: &theme.name,
                preamble: &theme.preamble,
                vocabulary: &vocabulary,
                sentences: None,
                raises_questions: self.wanted.raises_questions(),
            };
            if let Some(scene) = Scene::new(argument, setting)? {
                versions.extend(scene.versions(&self.wanted)?);
            }
        }
        for problem in &versions {
            problem.check()?;
        }
        let factors = FAMILY.variant(self.question.name())?.factors;
        check_versions(&versions, factors, self.design.profile)?;
        Ok(versions)
    }

    /// Chooses a theme, each equally often, and its words for all names; the next theme if it has
    /// too few.
    fn words(&self, number: u64, views: &[View]) -> Result<(&Theme, Vocabulary), MakeError> {
        let count = self.themes.len();
        let (block, place) = (number / count as u64, (number % count as u64) as usize);
        let mut stream = Stream::named(self.design.seed, &["etr", "themes", &block.to_string()]);
        let order: Vec<&Theme> = stream.sample(&self.themes, count);
        let seed = word_seed(self.design.seed, number);
        let mut lacking = None;
        for theme in order.iter().cycle().skip(place).take(count) {
            match theme.vocabulary(views, seed) {
                Ok(vocabulary) => return Ok((theme, vocabulary)),
                Err(source @ WordsError::TooFew { .. }) => {
                    lacking.get_or_insert(source);
                }
                Err(source) => return Err(MakeError::Words { number, source }),
            }
        }
        let none = WordsError::Unsayable { what: "a problem without a theme" };
        Err(MakeError::Words { number, source: lacking.unwrap_or(none) })
    }
}

/// Makes the requested versions of this number of items with a question.
pub(super) fn make(
    question: QuestionKind,
    design: &Design,
    n: u32,
    versions: &Versions,
) -> Result<Vec<Problem>, MakeError> {
    Erotetic::new(design, question, versions)?.problems(n)
}

/// The seed that draws the words of a problem from its theme.
pub(crate) fn word_seed(seed: u64, number: u64) -> u64 {
    let mut stream = Stream::named(seed, &["etr", "words", &number.to_string()]);
    stream.below(usize::MAX) as u64
}

/// Returns the requested themes of a profile; all by default.
fn themes(variant: &str, profile: Designed, versions: &Versions) -> Result<Vec<Theme>, MakeError> {
    let all = match profile {
        Designed::Paper2025 => published::themes(),
        Designed::Balanced | Designed::Paper2024 => Theme::all(),
    };
    let Some(names) = versions.levels("theme") else { return Ok(all.to_vec()) };
    let named = |name: &String| {
        let known = || all.iter().map(|theme| theme.name.as_str()).collect::<Vec<_>>();
        let unknown = || MakeError::NoVersion {
            variant: variant.to_owned(),
            wanted: format!("theme {name}; there are {}", known().join(", ")),
        };
        all.iter().find(|theme| theme.name == *name).cloned().ok_or_else(unknown)
    };
    names.iter().map(named).collect()
}

/// Returns the views whose names all need words.
fn views(arguments: &[Argument]) -> Result<Vec<View>, MakeError> {
    let mut views = Vec::new();
    for argument in arguments {
        let fallacy = argument.matched.as_ref().map(|matched| &matched.fallacy);
        let probe = argument.probe.as_ref().map(|probe| &probe.conclusion);
        let said =
            argument.premises.iter().chain([&argument.conclusion]).chain(fallacy).chain(probe);
        for text in said {
            views.push(view(argument.number, text)?);
        }
    }
    Ok(views)
}
