//! One argument put into words: the versions of a problem.

use super::closed::{Asked, QuestionFacts};
use super::versions::{Inquiry, Wanted, kind_level, order_level};
use super::wording::{Parts, segments};
use super::{FAMILY, QuestionKind};
use crate::MakeError;
use crate::lexicon::lexicon_of;
use peirast_etr::{EquilibriumBounds, Reading, View};
use peirast_fallacy::{Cure, Kind, Respect, cure};
use peirast_record::{
    Answer, Argument, Conclusion, Factors, Inquiry as Raised, Labels, Problem, Truth, Worded,
};
use peirast_words::{Vocabulary, WordsError};

pub(super) fn view(number: u64, text: &str) -> Result<View, MakeError> {
    text.parse().map_err(|error| MakeError::Words { number, source: WordsError::View(error) })
}

/// One argument with its words.
pub(super) struct Scene<'a> {
    argument: &'a Argument,
    setting: Setting<'a>,
    asked: Asked,
    /// Questions after which the theory withdraws the fallacy, and idle ones.
    cure: Option<Cure>,
}

/// The setting of an argument.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub question: QuestionKind,
    /// The name of the variant.
    pub variant: &'a str,
    /// The name of the theme, and its scene.
    pub theme: &'a str,
    pub preamble: &'a str,
    pub vocabulary: &'a Vocabulary,
    /// The sentences of the premises, in the order of the argument, if they are quoted; otherwise
    /// the vocabulary writes them.
    pub sentences: Option<&'a [String]>,
    /// True if some versions have added questions, so that the existence of such questions matters.
    pub raises_questions: bool,
}

impl<'a> Scene<'a> {
    /// Creates the scene; `None` if there is nothing to ask about.
    pub fn new(argument: &'a Argument, setting: Setting<'a>) -> Result<Option<Self>, MakeError> {
        let asked = match Asked::new(setting.question, argument, argument.seed) {
            Err(MakeError::Theory(peirast_fallacy::Error::Option { .. })) => return Ok(None),
            asked => asked?,
        };
        let cure = match argument.kind {
            Kind::Fallacy if setting.raises_questions => cured(argument)?,
            _ => None,
        };
        Ok(Some(Self { argument, setting, asked, cure }))
    }

    pub fn versions(&self, wanted: &Wanted) -> Result<Vec<Problem>, MakeError> {
        let argument = self.argument;
        let seed = argument.seed.wrapping_add(argument.number);
        let mut versions = Vec::new();
        for (_, order) in wanted.orders(argument.premises.len(), seed) {
            for inquiry in &wanted.inquiries {
                versions.extend(self.version(&order, *inquiry)?);
            }
        }
        Ok(versions)
    }

    /// Returns the question after the first premise, and the prediction after it.
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

    /// Returns the version with the premises in this order and this inquiry, if it exists.
    pub fn version(&self, order: &[usize], inquiry: Inquiry) -> Result<Option<Problem>, MakeError> {
        // The set of curing questions depends on the order.
        let raised = if order.is_sorted() { self.raised(inquiry) } else { None };
        if inquiry != Inquiry::None && raised.is_none() {
            return Ok(None);
        }
        let Scene { argument, setting, asked, .. } = self;
        let (question, variant) = (setting.question, setting.variant);
        let worded = Worded {
            argument: (*argument).clone(),
            order: order.to_vec(),
            inquiry: raised,
            asked: asked.views.clone(),
            theme: setting.theme.to_owned(),
            lexicon: lexicon_of(setting.vocabulary),
        };
        let said = self.said(worded.asked.iter())?;
        let options = asked.options(&said);
        let questions = worded.inquiry.iter().flat_map(|inquiry| &inquiry.questions);
        let parts = Parts {
            preamble: setting.preamble,
            premises: &self.premises(&worded)?,
            questions: &self.said(questions)?,
            asked: &said,
            options: &options,
            // The published themes have no noun for their things.
            explained: !setting.vocabulary.kind().one.is_empty(),
        };
        let varied = Factors::from_iter([
            ("inquiry", inquiry.level()),
            ("kind", kind_level(argument.kind)),
            ("order", &order_level(order)),
        ]);
        let item = format!("{}/{variant}/{:05}", FAMILY.name, argument.number);
        Ok(Some(Problem {
            id: format!("{item}/{}", varied.to_string().replace(", ", ",")).into(),
            item: item.into(),
            family: FAMILY.name.into(),
            variant: variant.into(),
            task: question.task(),
            factors: self.levels(&varied),
            segments: segments(question, &parts),
            options,
            labels: Labels::default(),
            truth: self.truth()?,
            accepts: None,
            worded: Some(Box::new(worded)),
        }))
    }

    /// Returns every level of a version.
    fn levels(&self, varied: &Factors) -> Factors {
        let Scene { argument, setting, asked, .. } = self;
        varied
            .with("theme", setting.theme)
            .with("atoms", argument.atoms.to_string())
            .with("premises", argument.premises.len().to_string())
            .with("form", form(argument))
            .merged(&asked.factors(argument.number))
            .merged(&self.curability())
    }

    /// Returns the levels that say if there are curing and comparable idle questions, and how these
    /// differ from each other; empty if nothing was searched.
    fn curability(&self) -> Factors {
        match (self.setting.raises_questions, self.argument.kind, &self.cure) {
            (true, Kind::Fallacy, Some(cure)) => Factors::from_iter([
                ("curable", "yes"),
                ("idle-differs", &differing(cure)),
                (
                    "idle-place",
                    if cure.unlike.contains(&Respect::Place) { "other" } else { "same" },
                ),
            ]),
            (true, Kind::Fallacy, None) => Factors::from_iter([("curable", "no")]),
            _ => Factors::new(),
        }
    }

    fn said(
        &self,
        views: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<String>, MakeError> {
        views.into_iter().map(|text| self.say(text.as_ref())).collect()
    }

    /// Returns the sentences of the premises in their order.
    fn premises(&self, worded: &Worded) -> Result<Vec<String>, MakeError> {
        let Some(quoted) = self.setting.sentences else { return self.said(worded.premises()) };
        Ok(worded.order.iter().filter_map(|place| quoted.get(*place).cloned()).collect())
    }

    fn say(&self, text: &str) -> Result<String, MakeError> {
        let number = self.argument.number;
        let said = self.setting.vocabulary.write(&view(number, text)?);
        said.map_err(|source| MakeError::Words { number, source })
    }

    /// Returns the reason why the right answer is right, and the predicted answer.
    fn why(&self, conclusion: &str, follows: &str) -> String {
        let said = |holds: bool| if holds { "follows" } else { "does not follow" };
        match self.asked.facts {
            QuestionFacts::Open if conclusion == "nothing" => {
                "whatever follows is right; people are predicted to conclude nothing".to_owned()
            }
            QuestionFacts::Open => format!(
                "whatever follows is right; people are predicted to conclude {conclusion}, which \
                 {follows}"
            ),
            QuestionFacts::YesNo { follows, accepted } => format!(
                "the conclusion {}; people are predicted to say {}",
                said(follows),
                if accepted { "yes" } else { "no" }
            ),
            QuestionFacts::Choice { right, follows, predicted } => {
                let right = match follows {
                    true => format!("({right}) follows, and no other does"),
                    false => "none of the three follows".to_owned(),
                };
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
        let (answer, lure) = self.asked.answers().unwrap_or(open);
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

/// Returns the differences between idle and curing questions, without the positions of the premises
/// about them, which nearly always differ; `nothing` if they match.
fn differing(cure: &Cure) -> String {
    let named = cure.unlike.iter().filter(|respect| **respect != Respect::Place);
    let named: Vec<String> = named.map(ToString::to_string).collect();
    if named.is_empty() { "nothing".to_owned() } else { named.join(" and ") }
}

/// Returns questions that cure a fallacy, if there are others to compare them with: few enough for
/// a prompt, and fast to find.
fn cured(argument: &Argument) -> Result<Option<Cure>, MakeError> {
    let bounds = EquilibriumBounds { questions: 2, sets: 2_000 };
    let Some(reading) = Reading::named(&argument.reading) else { return Ok(None) };
    match cure(&argument.premises, reading, &bounds) {
        // If the computation is too long, no question is asked.
        Err(peirast_fallacy::Error::Theory(_)) => Ok(None),
        found => Ok(found?.filter(|cure| cure.idle.is_some())),
    }
}

/// Returns the distinctive feature of a problem's form: conditionals, quantifiers, nested ones;
/// `plain` if there is none.
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
