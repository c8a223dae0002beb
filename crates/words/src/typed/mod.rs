//! Texts as people type them: views, JSON, formulas, and English.
//!
//! ```text
//! text      = sentence {("." | "?" | "!" | ";" | line break before a capital) sentence}
//! sentence  = part | "if" part ("," | "then") part | part ["only"] "if" part | part "unless" part
//!           | "supposing" part ("," | "then") part
//! part      = clauses joined by "and", "but", "or", "or else", "nor", and commas; "either", "both",
//!             "neither" and "it is not the case that" in front
//! clause    = subject {("and" | "or" | "nor") subject} verb-phrase | "there is" noun | "it" verb | NAME
//! subject   = NAME | "the" noun | ("every" | "all" | "some" | "no" | "not every" | "only") noun
//!             ["that" verb-phrase] | "everyone" | "something" | "nobody" ... | "he" | "she" | "it"
//! ```
//!
//! *Or* behind a comma, and *or else*, join the largest parts; then *and* behind a comma, *or*, *and*.
//! A clause may leave out what the one before says: *Mary has an ace and a king, or else a queen.*

mod clause;
mod context;
mod dictionary;
mod fault;
mod formula;
mod items;
mod mistakes;
mod nouns;
mod place;
mod question;
mod say;
mod sentence;
mod shared;
mod subject;
mod token;
mod verb;
mod vocabulary;

use crate::answer::{FIRST_QUANTIFIER, Formula};
use crate::claim::{Claim, Literal, Term};
pub use dictionary::Dictionary;
use peirast_etr::{Conditional, Engine, Error, InternedView, Quantifier, Repair};
pub use place::place_in_sentences;
use sentence::SentenceReader;
use std::collections::{BTreeMap, BTreeSet};

/// The format of a text that says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// A view: `{Ace(), King()}`.
    View,
    /// A view as JSON.
    Json,
    /// A formula: `p -> q`, `∀x (Man(x) → Mortal(x))`.
    Formula,
    /// Sentences.
    English,
}

impl TextFormat {
    /// The name of the format in JSON.
    ///
    /// ```
    /// assert_eq!(peirast_words::TextFormat::English.name(), "english");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            TextFormat::View => "view",
            TextFormat::Json => "json",
            TextFormat::Formula => "formula",
            TextFormat::English => "english",
        }
    }

    /// The format that a text looks like. A text with braces is a view, or JSON if a quote comes
    /// next; a text with signs of logic, or of a single name, is a formula; all else is English,
    /// also an empty text.
    ///
    /// ```
    /// use peirast_words::TextFormat;
    ///
    /// for (text, format) in [
    ///     ("{Ace(), King()}", TextFormat::View),
    ///     ("{\"stage\": []}", TextFormat::Json),
    ///     ("p -> q", TextFormat::Formula),
    ///     ("Mary has an ace.", TextFormat::English),
    /// ] {
    ///     assert_eq!(TextFormat::guess(text), format);
    /// }
    /// ```
    pub fn guess(text: &str) -> TextFormat {
        let braced = text.trim_start().strip_prefix('{').map(str::trim_start);
        if braced.is_some_and(|rest| rest.starts_with('"')) {
            TextFormat::Json
        } else if text.contains(['{', '}']) {
            TextFormat::View
        } else if formula::is_formula(text) {
            TextFormat::Formula
        } else {
            TextFormat::English
        }
    }
}

/// The forms of a view, for a text that says nothing.
const NO_TEXT: &str = "the view is missing: write it as a view, `{King()Ace(), Queen()Jack()}`, as a formula, `p -> q`, \
                       in English, *Mary has an ace.*, or as JSON";

/// The way to understand *if A then B*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hearing {
    /// In sentences, and in formulas that are not quite those of logic.
    pub said: Conditional,
    /// In formulas of logic; `None` if their arrow is the supposition of a view and no more.
    pub logic: Option<Conditional>,
}

/// A sentence, formula or view as it was understood.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The sentence, or the whole text.
    pub text: String,
    /// The format that it was taken for.
    pub format: TextFormat,
    /// The view.
    pub view: InternedView,
    /// The way *if ... then* was understood, if the text has it.
    pub heard: Option<Conditional>,
    /// True if a question was taken for the statement that it asks about.
    pub asks: bool,
    /// Repairs of a formula.
    pub repairs: Vec<Repair>,
}

/// The texts of a question as they were understood.
#[derive(Clone, Debug)]
pub struct Understanding {
    /// For each text what it says: one view, or one for each sentence.
    pub texts: Vec<Vec<Understood>>,
    /// The words of its sentences.
    pub dictionary: Dictionary,
}

/// Reads the texts of a question, each in its own format.
///
/// All texts share their words, so that *Mary has an ace* is the same in each. If a sentence
/// quantifies, a property that two premises mention is at issue: in *All men are mortal* and
/// *Socrates is a man* that is the property of being a man. Otherwise a rule would be applied to
/// nothing.
///
/// ```
/// use peirast_etr::{Conditional, Engine};
/// use peirast_words::{Hearing, TextReader};
///
/// let mut engine = Engine::default();
/// let hearing = Hearing { said: Conditional::Book, logic: None };
/// let mut reader = TextReader::new(&mut engine, hearing);
/// reader.premise("Mary has an ace and a king, or else a queen and a jack. Mary has an ace.")?;
/// let understanding = reader.finish()?;
/// let [disjunction, ace] = &understanding.texts[0][..] else { panic!("two premises") };
/// let premises = [disjunction.view.clone(), ace.view.clone()];
/// let concluded = engine.default_inference(&premises)?;
/// assert_eq!(engine.show(&concluded), "{King(mary())}");
/// let said = understanding.dictionary.say(&engine.export(&concluded));
/// assert_eq!(said.as_deref(), Some("Mary has a king"));
/// # Ok::<(), peirast_etr::Error>(())
/// ```
pub struct TextReader<'e> {
    engine: &'e mut Engine,
    hearing: Hearing,
    dictionary: Dictionary,
    pending: Vec<Pending>,
}

/// A text that has been taken.
struct Pending {
    is_premise: bool,
    said: Vec<PendingStatement>,
}

/// A part of a text: its views, or a sentence that waits for the others.
enum PendingStatement {
    Read(Box<Understood>),
    Sentence { text: String, formula: Formula, heard: Option<Conditional>, bare: bool, asks: bool },
}

impl<'e> TextReader<'e> {
    /// A reader without words yet.
    ///
    /// ```
    /// use peirast_etr::{Conditional, Engine};
    /// use peirast_words::{Hearing, TextReader};
    ///
    /// let mut engine = Engine::default();
    /// let reader = TextReader::new(&mut engine, Hearing { said: Conditional::Book, logic: None });
    /// assert!(reader.finish()?.texts.is_empty());
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn new(engine: &'e mut Engine, hearing: Hearing) -> TextReader<'e> {
        TextReader { engine, hearing, dictionary: Dictionary::default(), pending: Vec::new() }
    }

    /// Takes a text whose statements are premises.
    ///
    /// ```
    /// use peirast_etr::{Conditional, Engine};
    /// use peirast_words::{Hearing, TextReader};
    ///
    /// let mut engine = Engine::default();
    /// let mut reader =
    ///     TextReader::new(&mut engine, Hearing { said: Conditional::Book, logic: None });
    /// let error = reader.premise("Mary might have an ace.").expect_err("a possibility");
    /// assert!(error.to_string().starts_with("column 6: expected words for what is so"));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] with the place where the text stops making sense and how to repair it;
    /// limits of the engine.
    pub fn premise(&mut self, text: &str) -> Result<(), Error> {
        self.take(text, true)
    }

    /// Takes a text that is asked about, or compared with others: nothing in it is at issue.
    ///
    /// ```
    /// use peirast_etr::{Conditional, Engine};
    /// use peirast_words::{Hearing, TextReader};
    ///
    /// let mut engine = Engine::default();
    /// let mut reader =
    ///     TextReader::new(&mut engine, Hearing { said: Conditional::Book, logic: None });
    /// reader.premise("All men are mortal. Socrates is a man.")?;
    /// reader.other("Some man is mortal.")?;
    /// let read = reader.finish()?;
    /// assert_eq!(engine.show(&read.texts[0][1].view), "{Man(socrates()*)}");
    /// assert_eq!(engine.show(&read.texts[1][0].view), "∃x {Man(x)Mortal(x)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`TextReader::premise`].
    pub fn other(&mut self, text: &str) -> Result<(), Error> {
        self.take(text, false)
    }

    fn take(&mut self, text: &str, is_premise: bool) -> Result<(), Error> {
        let format = TextFormat::guess(text);
        let said = match format {
            TextFormat::English => self.sentences(text, is_premise)?,
            _ => vec![PendingStatement::Read(Box::new(self.read(text, format)?))],
        };
        self.pending.push(Pending { is_premise, said });
        Ok(())
    }

    /// A text that is no English.
    fn read(&mut self, text: &str, format: TextFormat) -> Result<Understood, Error> {
        let (mut heard, mut repairs) = (None, Vec::new());
        let view = match format {
            TextFormat::Json => self.engine.read_json(text)?,
            TextFormat::Formula => {
                let Hearing { logic, said } = self.hearing;
                let read = match formula::spelled(&mut self.dictionary, text) {
                    None => formula::read(self.engine, text, logic, said)?,
                    Some((spelled, places)) => formula::read(self.engine, &spelled, logic, said)
                        .map_err(|error| formula::in_original(text, &places, error))?,
                };
                (heard, repairs) = (read.heard, read.repairs);
                read.view
            }
            _ => self.engine.read(text)?,
        };
        let text = text.trim().to_owned();
        Ok(Understood { text, format, view, heard, asks: false, repairs })
    }

    fn sentences(&mut self, text: &str, is_premise: bool) -> Result<Vec<PendingStatement>, Error> {
        let error = |fault: fault::Fault| Error::from(fault.error(text));
        let mut all = Vec::new();
        for sentence in token::sentences(text).map_err(error)? {
            let start = sentence.tokens.first().map_or(0, |token| token.at);
            let end = sentence.tokens.last().map_or(0, token::TypedToken::end);
            let mut reader = SentenceReader::new(&mut self.dictionary, is_premise);
            let statement = reader.statement(&sentence).map_err(error)?;
            // Too many alternatives are an error here, where the place is known.
            statement.formula.clone().claim().map_err(|_| {
                let help = "write several sentences; each is a premise of its own";
                error(fault::Fault::new(start, "fewer alternatives", help))
            })?;
            let heard = statement.is_conditional && !statement.is_bare;
            all.push(PendingStatement::Sentence {
                text: text.get(start..end).unwrap_or_default().to_owned(),
                formula: statement.formula,
                heard: heard.then_some(self.hearing.said),
                bare: statement.is_bare,
                asks: sentence.asks,
            });
        }
        if all.is_empty() {
            return Err(error(fault::Fault::new(text.len(), "a view", NO_TEXT)));
        }
        Ok(all)
    }

    /// The views of the texts.
    ///
    /// # Errors
    ///
    /// Limits of the engine.
    pub fn finish(self) -> Result<Understanding, Error> {
        let TextReader { engine, hearing, dictionary, pending } = self;
        let at_issue = dictionary.names_of(&at_issue(&dictionary, &pending)?);
        let none = BTreeSet::new();
        let mut texts = Vec::with_capacity(pending.len());
        for text in pending {
            let at_issue = if text.is_premise { &at_issue } else { &none };
            let mut all = Vec::with_capacity(text.said.len());
            for said in text.said {
                all.push(match said {
                    PendingStatement::Read(read) => *read,
                    PendingStatement::Sentence { text, formula, heard, bare, asks } => {
                        let claim = claim(&dictionary, formula)?;
                        let view = engine.read(&dictionary.named(&claim).text(at_issue))?;
                        let hear = if bare { Conditional::Bare } else { hearing.said };
                        let view = engine.heard_as(&view, hear)?;
                        let format = TextFormat::English;
                        let repairs = Vec::new();
                        Understood { text, format, view, heard, asks, repairs }
                    }
                });
            }
            texts.push(all);
        }
        Ok(Understanding { texts, dictionary })
    }
}

/// The claim of a sentence, by keys. If sentences say of things that they are aces, *there is an
/// ace* speaks of one of these things.
fn claim(dictionary: &Dictionary, formula: Formula) -> Result<Claim, Error> {
    let mut next = FIRST_QUANTIFIER * 2;
    let formula = with_things(dictionary, formula, &mut next);
    formula.claim().map_err(|_| Error::TooManyStates { limit: 0 })
}

fn with_things(dictionary: &Dictionary, formula: Formula, next: &mut usize) -> Formula {
    let mut all = |list: Vec<Formula>| -> Vec<Formula> {
        list.into_iter().map(|it| with_things(dictionary, it, next)).collect()
    };
    match formula {
        Formula::And(list) => Formula::And(all(list)),
        Formula::Or(list) => Formula::Or(all(list)),
        Formula::Not(inner) => with_things(dictionary, *inner, next).not(),
        Formula::If(condition, then) => {
            let condition = with_things(dictionary, *condition, next);
            with_things(dictionary, *then, next).given(condition)
        }
        Formula::Quantified(kind, object, inner) => {
            Formula::Quantified(kind, object, Box::new(with_things(dictionary, *inner, next)))
        }
        Formula::Is(literal) => {
            let noun = dictionary.noun_of_there(&literal.predicate);
            let Some(predicate) = noun.and_then(|noun| dictionary.is_said_of_things(noun)) else {
                return Formula::Is(literal);
            };
            let object = *next;
            *next += 1;
            let arguments = vec![Term::Object(object)];
            let one = Formula::Is(Literal { negated: false, predicate, arguments });
            let one = Formula::Quantified(Quantifier::Existential, object, Box::new(one));
            if literal.negated { one.not() } else { one }
        }
    }
}

/// The predicates that two premises share, if a sentence quantifies.
fn at_issue(dictionary: &Dictionary, pending: &[Pending]) -> Result<BTreeSet<String>, Error> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut quantifies = false;
    for text in pending {
        for said in &text.said {
            let PendingStatement::Sentence { formula, .. } = said else { continue };
            let claim = claim(dictionary, formula.clone())?;
            quantifies |= !claim.prefix.is_empty();
            let keys: BTreeSet<&str> =
                claim.literals().map(|literal| literal.predicate.as_str()).collect();
            for key in keys.into_iter().filter(|_| text.is_premise) {
                *counts.entry(key.to_owned()).or_default() += 1;
            }
        }
    }
    let shared = counts.into_iter().filter(|(_, count)| quantifies && *count > 1);
    Ok(shared.map(|(key, _)| key).collect())
}
