//! From the generator's arguments to problems in words.

use super::closed::{Asked, Told};
use super::versions::{Inquiry, Wanted, kind_level, order_level};
use super::wording::{Parts, segments};
use super::{FAMILY, Question};
use crate::families::{Make, check_factors};
use crate::lexicon::lexicon_of;
use crate::vary::check_versions;
use crate::{Design, MakeError, Stream};
use peirast_etr::{EquilibriumBounds, Reading, View};
use peirast_fallacy::{Corpus, Cure, Kind, Profile, Shard, cure};
use peirast_record::{
    Answer, Argument, Conclusion, Factors, Inquiry as Raised, Problem, Profile as Designed, Truth,
    Versions, Worded,
};
use peirast_words::{Theme, Vocabulary, WordsError};
use rayon::prelude::*;

/// Makes problems of the theory in words.
///
/// ```
/// use peirast_record::{Profile, Versions};
/// use peirast_task::{Design, Erotetic, Making};
/// let design = Design { seed: 1, profile: Profile::Paper2025 };
/// let maker = Erotetic::named("open", &design, &Versions::default())?;
/// let corpus = maker.corpus(&Making::of(2))?;
/// let problems = maker.put(&corpus.problems)?;
/// assert!(problems[0].text().contains("What, if anything, follows"));
/// # Ok::<(), peirast_task::MakeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Erotetic {
    design: Design,
    profile: Profile,
    question: Question,
    wanted: Wanted,
    themes: Vec<Theme>,
}

/// How many problems are made, and which part of them here.
#[derive(Clone, Copy)]
pub struct Making<'a> {
    /// How many, controls not counted.
    pub count: u32,
    /// The part that is made here.
    pub shard: Shard,
    /// Is told how many more have been made, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Making<'_> {
    /// So many, all here, in silence.
    pub fn of(count: u32) -> Self {
        Making { count, shard: Shard::WHOLE, progress: &|_| {} }
    }
}

impl Erotetic {
    /// A maker of the problems of a variant, for example `open`, in these versions; the original
    /// ones if none are wanted in particular.
    ///
    /// # Errors
    /// [`MakeError`] for a variant, a profile or a version that there is none of.
    pub fn named(variant: &str, design: &Design, versions: &Versions) -> Result<Self, MakeError> {
        let known = FAMILY.variant(variant)?;
        check_factors(&FAMILY, known, versions)?;
        match known.make {
            Make::Erotetic(question) => Self::new(design, question, versions),
            Make::Each(_) => Err(FAMILY.without(design.profile)),
        }
    }

    pub(in crate::families) fn new(
        design: &Design,
        question: Question,
        versions: &Versions,
    ) -> Result<Self, MakeError> {
        let name = match design.profile {
            Designed::Balanced => "default",
            other => other.as_str(),
        };
        let path = format!("{}/{}", FAMILY.name, question.name());
        Ok(Self {
            design: *design,
            profile: Profile::named(name).ok_or_else(|| FAMILY.without(design.profile))?,
            question,
            wanted: Wanted::of(&path, versions)?,
            themes: themes(&path, versions)?,
        })
    }

    /// The same with other options of generation. The profile keeps a record of it in its name.
    #[must_use]
    pub fn changed(mut self, how: &str, change: impl FnOnce(&mut Profile)) -> Self {
        change(&mut self.profile);
        self.profile.name = format!("{} with {how}", self.profile.name);
        self
    }

    /// The same with words of these themes only; none leaves all of them.
    #[must_use]
    pub fn themed(mut self, themes: Vec<Theme>) -> Self {
        if !themes.is_empty() {
            self.themes = themes;
        }
        self
    }

    /// The arguments, not yet in words, with what was turned down on the way.
    ///
    /// # Errors
    /// [`MakeError::Theory`] if there can be none.
    pub fn corpus(&self, making: &Making<'_>) -> Result<Corpus, MakeError> {
        let Making { count, shard, progress } = *making;
        let (profile, seed) = (&self.profile, self.design.seed);
        Ok(Corpus::watched(profile, seed, u64::from(count), shard, progress)?)
    }

    /// All wanted versions of arguments in words, in their order. Controls must follow the fallacy
    /// that they were made of.
    ///
    /// # Errors
    /// [`MakeError::Words`] if no theme has words enough, or a version differs where it must not.
    pub fn put(&self, arguments: &[Argument]) -> Result<Vec<Problem>, MakeError> {
        let items: Vec<&[Argument]> =
            arguments.chunk_by(|one, next| one.number == next.number).collect();
        let made: Vec<Vec<Problem>> =
            items.into_par_iter().map(|item| self.item(item)).collect::<Result<_, _>>()?;
        Ok(made.into_iter().flatten().collect())
    }

    pub(in crate::families) fn problems(&self, n: u32) -> Result<Vec<Problem>, MakeError> {
        let corpus = self.corpus(&Making::of(n))?;
        if !corpus.missing.is_empty() {
            let made = n - u32::try_from(corpus.missing.len()).unwrap_or(n);
            let variant = format!("{}/{}", FAMILY.name, self.question.name());
            return Err(MakeError::Exhausted { variant, n, made });
        }
        self.put(&corpus.problems)
    }

    /// The versions of a fallacy and its controls.
    fn item(&self, arguments: &[Argument]) -> Result<Vec<Problem>, MakeError> {
        let Some(first) = arguments.first() else { return Ok(Vec::new()) };
        let mut views = Views::default();
        for argument in arguments {
            views.add(argument)?;
        }
        let (theme, vocabulary) = self.words(first.number, &views.all)?;
        let mut versions: Vec<Problem> = Vec::new();
        for argument in arguments.iter().filter(|argument| self.wanted.has(argument.kind)) {
            if let Some(scene) = Scene::new(self, argument, theme, &vocabulary)? {
                versions.extend(scene.versions()?);
            }
        }
        for problem in &versions {
            problem.check()?;
        }
        let factors = FAMILY.variant(self.question.name())?.factors;
        check_versions(&versions, factors, self.design.profile)?;
        Ok(versions)
    }

    /// A theme, each equally often, and words of it for all names; the next theme if it has too
    /// few.
    fn words(&self, number: u64, views: &[View]) -> Result<(&Theme, Vocabulary), MakeError> {
        let count = self.themes.len();
        let (block, place) = (number / count as u64, (number % count as u64) as usize);
        let mut stream = Stream::new(self.design.seed, &["etr", "themes", &block.to_string()]);
        let order: Vec<&Theme> = stream.sample(&self.themes, count);
        let mut stream = Stream::new(self.design.seed, &["etr", "words", &number.to_string()]);
        let seed = stream.below(usize::MAX) as u64;
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

/// The themes that are wanted; all if none are in particular.
fn themes(variant: &str, versions: &Versions) -> Result<Vec<Theme>, MakeError> {
    let Some(names) = versions.of("theme") else { return Ok(Theme::all().to_vec()) };
    let named = |name: &String| {
        let known = || Theme::all().iter().map(|theme| theme.name.as_str()).collect::<Vec<_>>();
        let unknown = || MakeError::NoVersion {
            variant: variant.to_owned(),
            wanted: format!("theme {name}; there are {}", known().join(", ")),
        };
        Theme::named(name).cloned().ok_or_else(unknown)
    };
    names.iter().map(named).collect()
}

/// Views of which every name needs words.
#[derive(Default)]
struct Views {
    all: Vec<View>,
}

impl Views {
    fn add(&mut self, argument: &Argument) -> Result<(), MakeError> {
        let fallacy = argument.matched.as_ref().map(|matched| &matched.fallacy);
        let probe = argument.probe.as_ref().map(|probe| &probe.conclusion);
        let said =
            argument.premises.iter().chain([&argument.conclusion]).chain(fallacy).chain(probe);
        for text in said {
            self.all.push(view(argument.number, text)?);
        }
        Ok(())
    }
}

fn view(number: u64, text: &str) -> Result<View, MakeError> {
    text.parse().map_err(|error| MakeError::Words { number, source: WordsError::View(error) })
}

/// One argument with its words.
struct Scene<'a> {
    maker: &'a Erotetic,
    argument: &'a Argument,
    theme: &'a Theme,
    vocabulary: &'a Vocabulary,
    asked: Asked,
    /// Questions after which the fallacy is withdrawn, and others.
    cure: Option<Cure>,
}

impl<'a> Scene<'a> {
    /// `None` if there is nothing to ask about.
    fn new(
        maker: &'a Erotetic,
        argument: &'a Argument,
        theme: &'a Theme,
        vocabulary: &'a Vocabulary,
    ) -> Result<Option<Self>, MakeError> {
        let asked = match Asked::of(maker.question, argument, argument.seed) {
            Err(MakeError::Theory(peirast_fallacy::Error::Option { .. })) => return Ok(None),
            asked => asked?,
        };
        let cure = match argument.kind {
            Kind::Fallacy if maker.wanted.raises_questions() => cured(argument)?,
            _ => None,
        };
        Ok(Some(Self { maker, argument, theme, vocabulary, asked, cure }))
    }

    fn versions(&self) -> Result<Vec<Problem>, MakeError> {
        let Scene { maker, argument, .. } = self;
        let seed = argument.seed.wrapping_add(argument.number);
        let mut versions = Vec::new();
        for (level, order) in maker.wanted.orders(argument.premises.len(), seed) {
            for inquiry in &maker.wanted.inquiries {
                // Which questions cure depends on the order.
                let raised = if level == "original" { self.raised(*inquiry) } else { None };
                if *inquiry == Inquiry::None || raised.is_some() {
                    versions.push(self.version(&order, *inquiry, raised)?);
                }
            }
        }
        Ok(versions)
    }

    /// What is asked after the first premise, and what is predicted then.
    fn raised(&self, inquiry: Inquiry) -> Option<Raised> {
        let cure = self.cure.as_ref()?;
        match inquiry {
            Inquiry::None => None,
            Inquiry::Curing => Some(Raised {
                questions: cure.questions.clone(),
                conclusion: cure.conclusion.clone(),
            }),
            Inquiry::Idle => Some(Raised {
                questions: cure.idle.clone()?,
                conclusion: self.argument.conclusion.clone(),
            }),
        }
    }

    fn version(
        &self,
        order: &[usize],
        inquiry: Inquiry,
        raised: Option<Raised>,
    ) -> Result<Problem, MakeError> {
        let Scene { maker, argument, theme, vocabulary, asked, .. } = self;
        let (question, variant) = (maker.question, maker.question.name());
        let worded = Worded {
            argument: (*argument).clone(),
            order: order.to_vec(),
            inquiry: raised,
            asked: asked.views.clone(),
            theme: theme.name.clone(),
            lexicon: lexicon_of(vocabulary),
        };
        let said = self.said(worded.asked.iter())?;
        let options = asked.options(question, &said);
        let questions = worded.inquiry.iter().flat_map(|inquiry| &inquiry.questions);
        let parts = Parts {
            preamble: &theme.preamble,
            premises: &self.said(worded.premises())?,
            questions: &self.said(questions)?,
            asked: &said,
            options: &options,
        };
        let varied = Factors::from_iter([
            ("inquiry", inquiry.level()),
            ("kind", kind_level(argument.kind)),
            ("order", &order_level(order)),
        ]);
        let item = format!("{}/{variant}/{:05}", FAMILY.name, argument.number);
        Ok(Problem {
            id: format!("{item}/{}", varied.to_string().replace(", ", ",")),
            item,
            family: FAMILY.name.to_owned(),
            variant: variant.to_owned(),
            task: question.task(),
            factors: self.levels(&varied),
            segments: segments(question, &parts),
            options,
            truth: self.truth()?,
            worded: Some(Box::new(worded)),
        })
    }

    /// Every level of a version.
    fn levels(&self, varied: &Factors) -> Factors {
        let Scene { maker, argument, theme, asked, .. } = self;
        varied
            .with("theme", &theme.name)
            .with("atoms", argument.atoms.to_string())
            .with("premises", argument.premises.len().to_string())
            .with("form", form(argument))
            .merged(&asked.factors(maker.question, argument.number))
            .merged(&self.curability())
    }

    /// Whether there are questions that cure, and others to compare them with; where anybody asked.
    fn curability(&self) -> Factors {
        match (self.maker.wanted.raises_questions(), self.argument.kind) {
            (true, Kind::Fallacy) => {
                Factors::from_iter([("curable", if self.cure.is_some() { "yes" } else { "no" })])
            }
            _ => Factors::new(),
        }
    }

    fn said(
        &self,
        views: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<String>, MakeError> {
        views.into_iter().map(|text| self.say(text.as_ref())).collect()
    }

    fn say(&self, text: &str) -> Result<String, MakeError> {
        let number = self.argument.number;
        let said = self.vocabulary.write(&view(number, text)?);
        said.map_err(|source| MakeError::Words { number, source })
    }

    /// Why the right answer is right, and what people are predicted to answer.
    fn why(&self, conclusion: &str, follows: &str) -> String {
        let said = |holds: bool| if holds { "follows" } else { "does not follow" };
        match self.asked.told() {
            Told::Open if conclusion == "nothing" => {
                "whatever follows is right; people are predicted to conclude nothing".to_owned()
            }
            Told::Open => format!(
                "whatever follows is right; people are predicted to conclude {conclusion}, which \
                 {follows}"
            ),
            Told::YesNo { follows, accepted } => format!(
                "the conclusion {}; people are predicted to say {}",
                said(follows),
                if accepted { "yes" } else { "no" }
            ),
            Told::Choice { right, predicted } => {
                let right = right.map_or("none of the three follows".to_owned(), |letter| {
                    format!("({letter}) follows, and no other does")
                });
                match predicted {
                    Some(letter) => format!("{right}; people are predicted to choose ({letter})"),
                    None => format!("{right}; what people are predicted to conclude is not there"),
                }
            }
        }
    }

    fn truth(&self) -> Result<Truth, MakeError> {
        let argument = self.argument;
        let conclusion = match argument.conclusion.as_str() {
            "{0}" => "nothing".to_owned(),
            text => format!("\"{}\"", self.say(text)?),
        };
        let follows = if argument.entailed { "follows" } else { "does not follow" };
        let lure = match argument.kind {
            Kind::Fallacy => Conclusion::Fallacy,
            Kind::ControlValid => Conclusion::Predicted,
            Kind::ControlBlocked => Conclusion::Nothing,
        };
        let open = (Answer::Conclusion(Conclusion::Sound), Answer::Conclusion(lure));
        let (answer, lure) = self.asked.answers(self.maker.question).unwrap_or(open);
        let why = self.why(&conclusion, follows);
        let premises = argument.premises.join(", ");
        let turnstile = if argument.entailed { "|=" } else { "|/=" };
        Ok(Truth {
            answer,
            lure,
            form: format!("{premises} {turnstile} {}", argument.conclusion),
            why,
        })
    }
}

/// Questions that cure a fallacy, if there are others to compare them with: few enough to be put in a prompt, and quick to find.
fn cured(argument: &Argument) -> Result<Option<Cure>, MakeError> {
    let bounds = EquilibriumBounds { questions: 2, sets: 2_000 };
    let Some(reading) = Reading::named(&argument.reading) else { return Ok(None) };
    match cure(&argument.premises, reading, &bounds) {
        // What takes too much to find out is not asked.
        Err(peirast_fallacy::Error::Theory(_)) => Ok(None),
        found => Ok(found?.filter(|cure| cure.idle.is_some())),
    }
}

/// What sets a problem apart in form: conditionals, quantifiers, nested ones; `plain` if nothing
/// does.
fn form(argument: &Argument) -> String {
    let of = |is: fn(&str) -> bool| argument.premises.iter().any(|premise| is(premise));
    let conditional = of(|premise| premise.contains('^'));
    let quantified = of(|premise| premise.contains(['∀', '∃']));
    let nested = of(|premise| premise.contains('∀') && premise.contains('∃'));
    let quantified = if nested {
        "nested"
    } else if quantified {
        "quantified"
    } else {
        ""
    };
    match (conditional, quantified) {
        (false, "") => "plain".to_owned(),
        (true, "") => "conditional".to_owned(),
        (false, quantified) => quantified.to_owned(),
        (true, quantified) => format!("conditional and {quantified}"),
    }
}
