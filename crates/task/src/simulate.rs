//! Simulated subjects: pure functions from a question to an answer, with known behaviour.
//!
//! They make a study run without a key, and they are its controls: what is claimed of a subject
//! that is known to reason, to guess or to be biased must come out so.

use crate::conclude::{By, concluded};
use crate::read_off::read_off;
use crate::{PremisePair, Protocol, Theory};
use peirast_fallacy::Surface;
use peirast_logic::syllogism::Form;
use peirast_random::Stream;
use peirast_record::{Answer, FinishReason, Problem, Task};
use std::collections::BTreeMap;
use thiserror::Error;

/// Changes whenever the answers of a simulated subject change: part of every trial's key.
const BEHAVIOUR: u32 = 3;

/// The probability with which a biased subject follows each cue, unless set.
const DEFAULT_BIAS: f64 = 0.2;

/// A simulated subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    name: String,
    behaviour: Behaviour,
}

#[derive(Clone, Debug, PartialEq)]
enum Behaviour {
    /// Always right.
    Flawless,
    /// Every answer equally likely.
    Guesser,
    /// Always (a), always No, always 7.
    AlwaysFirst,
    /// Right, but for each cue present it falls for the lure with a set probability.
    Biased { bias: BTreeMap<String, f64>, error: f64 },
    /// Says yes to what it believes, whatever follows.
    Believer,
    /// Accepts the conclusions of a theory of syllogistic reasoning.
    Theory(Theory),
    /// Accepts what can be read off the premises this far; of syllogisms, those that match.
    Matching(Surface),
    /// Says that nothing follows.
    Nothing,
    /// Concludes what the erotetic theory predicts with probability `share`, anything with
    /// probability `noise`, and otherwise what follows.
    Erotetic { share: f64, noise: f64 },
    /// Right but slow, and its connection fails: errors, refusals, empty and cut-off answers.
    Flaky,
}

/// The occasion on which a simulated subject is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Occasion {
    /// Seed of the study.
    pub seed: u64,
    /// Which repetition of the question, from 0.
    pub repeat: u32,
    /// Which attempt at it, from 0.
    pub attempt: u32,
    /// The temperature, where one is set.
    pub temperature: Option<f64>,
}

/// What a simulated subject does when it is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// It answers.
    Answer {
        /// The text.
        text: String,
        /// Why it ended.
        finish: FinishReason,
        /// After how many milliseconds.
        after_ms: u64,
    },
    /// The attempt fails like an overloaded server's.
    Overload,
}

/// The built-in simulated subjects: name and description.
pub const SIMULATED: &[(&str, &str)] = &[
    ("sim:flawless", "always right: the negative control"),
    ("sim:guesser", "every answer equally likely: the other negative control"),
    ("sim:always-first", "always (a), always No: scores at chance in a balanced design"),
    (
        "sim:biased",
        "follows each cue with probability 0.2: the positive control; sim:biased:0.4 or \
         sim:biased:context=0.3,error=0.05 set it",
    ),
    (
        "sim:believer",
        "accepts the conclusions that it believes and guesses where it believes nothing",
    ),
    ("sim:atmosphere", "accepts syllogisms whose conclusion has the mood of the premises"),
    (
        "sim:matching",
        "accepts syllogisms whose conclusion is as cautious as the premises; to an open question, \
         reads a literal off a premise, and accepts what it can read off; sim:matching:parts says and \
         accepts only what stands together in an alternative",
    ),
    (
        "sim:erotetic",
        "concludes what the erotetic theory of reasoning predicts; sim:erotetic:0.3 does so in three \
         answers of ten and else what follows, sim:erotetic:share=0.3,noise=0.1 says anything in one",
    ),
    ("sim:nothing", "always says that nothing follows"),
    ("sim:flaky", "right, but slow and failing: errors, refusals, empty and cut-off answers"),
];

/// A cue that a token-biased subject may fall for: a factor and the level at which it fails.
const CUES: [(&str, &str); 6] = [
    ("context", "relevant"),
    ("celebrity", "celebrity"),
    ("quantifier", "paraphrased"),
    ("source", "reputable"),
    ("exemplar", "rephrased"),
    ("hint", "none"),
];

/// A simulated subject that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimulatedError {
    /// No subject of that name.
    #[error("there is no simulated subject `{name}`; there are: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A bias that is not a probability, or of an unknown factor.
    #[error("`{setting}` in `{name}`: {what}")]
    Setting {
        /// The subject.
        name: String,
        /// The part that is wrong.
        setting: String,
        /// What would be right.
        what: String,
    },
}

impl Simulated {
    /// The simulated subject of this name, for example `sim:biased:context=0.3`.
    ///
    /// # Errors
    /// An unknown name, or a setting that is not a probability.
    ///
    /// ```
    /// use peirast_task::Simulated;
    /// assert!(Simulated::named("sim:biased:context=0.3,error=0.05").is_ok());
    /// assert!(Simulated::named("sim:biased:context=3").is_err());
    /// ```
    pub fn named(name: &str) -> Result<Self, SimulatedError> {
        let rest = name.strip_prefix("sim:").unwrap_or(name);
        let (kind, settings) = rest.split_once(':').unwrap_or((rest, ""));
        let behaviour = match (kind, settings) {
            ("flawless", "") => Behaviour::Flawless,
            ("guesser", "") => Behaviour::Guesser,
            ("always-first", "") => Behaviour::AlwaysFirst,
            ("flaky", "") => Behaviour::Flaky,
            ("believer", "") => Behaviour::Believer,
            ("atmosphere", "") => Behaviour::Theory(Theory::Atmosphere),
            ("matching", "") => Behaviour::Matching(Surface::Scattered),
            ("matching", "parts") => Behaviour::Matching(Surface::Together),
            ("biased", settings) => biased(name, settings)?,
            ("nothing", "") => Behaviour::Nothing,
            ("erotetic", settings) => erotetic(name, settings)?,
            _ => {
                return Err(SimulatedError::Unknown {
                    name: name.to_owned(),
                    known: SIMULATED.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "),
                });
            }
        };
        Ok(Self { name: name.to_owned(), behaviour })
    }

    /// The name that it was asked for by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What determines its answers, as the endpoint of its trials.
    pub fn endpoint(seed: u64) -> String {
        format!("simulated/v{BEHAVIOUR}/seed-{seed}")
    }

    /// Answers `problem` under `protocol`. The same question on the same occasion always gets the
    /// same act; attempts differ only for the flaky subject.
    pub fn act(&self, problem: &Problem, protocol: &Protocol, occasion: Occasion) -> Act {
        let Occasion { seed, temperature, attempt, .. } = occasion;
        let repeat = occasion.repeat.to_string();
        let warmth = temperature.map(|t| t.to_string());
        let mut path = vec!["simulated", &self.name, &problem.id, &protocol.name, &repeat];
        path.extend(warmth.as_deref());
        let mut stream = Stream::named(seed, &path);
        let text = match problem.task {
            Task::Conclusion => concluded(self.by(&mut stream), problem, protocol, &mut stream),
            _ => {
                let answer = self.decide(problem, protocol, &mut stream);
                word(problem, protocol, answer, &mut stream)
            }
        };
        if self.behaviour == Behaviour::Flaky {
            let attempt = attempt.to_string();
            let mut luck =
                Stream::named(seed, &["luck", &problem.id, &protocol.name, &repeat, &attempt]);
            return unreliable(text, &mut luck);
        }
        Act::Answer { text, finish: FinishReason::Stop, after_ms: 0 }
    }

    /// By what an open question is answered this time.
    fn by(&self, stream: &mut Stream) -> By {
        match self.behaviour {
            Behaviour::Matching(Surface::Together) => By::Parts,
            Behaviour::Matching(_) => By::Surface,
            Behaviour::Flawless | Behaviour::Flaky | Behaviour::Believer | Behaviour::Theory(_) => {
                By::Logic
            }
            Behaviour::Guesser => By::Chance,
            Behaviour::AlwaysFirst | Behaviour::Nothing => By::Nothing,
            Behaviour::Biased { error, .. } if stream.chance(error) => By::Theory,
            Behaviour::Biased { .. } => By::Logic,
            Behaviour::Erotetic { share, noise } => match stream.unit() {
                draw if draw < share => By::Theory,
                draw if draw < share + noise => By::Chance,
                _ => By::Logic,
            },
        }
    }

    fn decide(&self, problem: &Problem, protocol: &Protocol, stream: &mut Stream) -> Answer {
        match &self.behaviour {
            Behaviour::Flawless | Behaviour::Flaky => problem.truth.answer,
            Behaviour::Guesser => guess(problem, stream),
            Behaviour::Nothing => nothing(problem),
            Behaviour::Erotetic { .. } => match self.by(stream) {
                By::Theory => problem.truth.lure,
                By::Chance => guess(problem, stream),
                _ => problem.truth.answer,
            },
            Behaviour::AlwaysFirst => match problem.task {
                Task::Choice => Answer::Choice('a'),
                Task::YesNo => Answer::YesNo(false),
                Task::Validity => Answer::Valid(false),
                Task::Number => Answer::Number(7),
                Task::Conclusion => problem.truth.answer,
            },
            Behaviour::Matching(least) => read_off(problem, *least, stream)
                .or_else(|| accepted(Theory::Matching, problem).map(Answer::Valid))
                .unwrap_or(problem.truth.lure),
            // They know about syllogisms, and not about these.
            Behaviour::Believer | Behaviour::Theory(_) if problem.worded.is_some() => {
                problem.truth.answer
            }
            Behaviour::Believer
                if problem.factors.get("content") == Some("nonsense")
                    || problem.factors.get("belief") == Some("neutral") =>
            {
                guess(problem, stream)
            }
            Behaviour::Believer => problem.truth.lure,
            Behaviour::Theory(theory) => {
                accepted(*theory, problem).map_or(problem.truth.lure, Answer::Valid)
            }
            Behaviour::Biased { bias, error } => {
                let levels = protocol.trial_factors(problem);
                let mut falls = stream.chance(*error);
                for (factor, level) in CUES {
                    let follows = stream.chance(bias.get(factor).copied().unwrap_or(0.0));
                    falls |= follows && levels.get(factor) == Some(level);
                }
                if falls { problem.truth.lure } else { problem.truth.answer }
            }
        }
    }
}

/// Does a theory say that people accept the conclusion? `None` if the problem is no categorical
/// syllogism or the theory no rule. The rules do not heed the order of premises.
fn accepted(theory: Theory, problem: &Problem) -> Option<bool> {
    let form: Form = problem.factors.get("form")?.parse().ok()?;
    let (pair, conclusion) = PremisePair::of(form, true);
    Some(theory.by_rule(pair)?.contains(&conclusion))
}

fn biased(name: &str, settings: &str) -> Result<Behaviour, SimulatedError> {
    let wrong = |setting: &str, what: String| SimulatedError::Setting {
        name: name.to_owned(),
        setting: setting.to_owned(),
        what,
    };
    let probability = |setting: &str, text: &str| match text.trim().parse::<f64>() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err(wrong(setting, "must be a probability between 0 and 1".to_owned())),
    };
    let every = |p: f64| CUES.iter().map(|(factor, _)| ((*factor).to_owned(), p)).collect();
    let (mut bias, mut error) = (BTreeMap::new(), 0.0);
    if settings.is_empty() {
        bias = every(DEFAULT_BIAS);
    } else if !settings.contains('=') {
        bias = every(probability(settings, settings)?);
    } else {
        for setting in settings.split(',') {
            let (factor, text) = setting.split_once('=').unwrap_or((setting, ""));
            let p = probability(setting, text)?;
            match factor.trim() {
                "error" => error = p,
                factor if CUES.iter().any(|(known, _)| *known == factor) => {
                    bias.insert(factor.to_owned(), p);
                }
                _ => {
                    let known: Vec<&str> = CUES.iter().map(|(f, _)| *f).collect();
                    return Err(wrong(setting, format!("known are error, {}", known.join(", "))));
                }
            }
        }
    }
    Ok(Behaviour::Biased { bias, error })
}

/// Shares of answers by the theory and by chance, which leave room for each other.
fn erotetic(name: &str, settings: &str) -> Result<Behaviour, SimulatedError> {
    let wrong = |what: &str| SimulatedError::Setting {
        name: name.to_owned(),
        setting: settings.to_owned(),
        what: what.to_owned(),
    };
    let (mut share, mut noise) = (1.0, 0.0);
    for setting in settings.split(',').filter(|setting| !setting.trim().is_empty()) {
        let (which, text) = setting.split_once('=').unwrap_or(("share", setting));
        let number = text.trim().parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p));
        let number = number.ok_or_else(|| wrong("must be a probability between 0 and 1"))?;
        match which.trim() {
            "share" => share = number,
            "noise" => noise = number,
            _ => return Err(wrong("known are share, noise")),
        }
    }
    if share + noise > 1.0 {
        return Err(wrong("share and noise must not exceed 1 together"));
    }
    Ok(Behaviour::Erotetic { share, noise })
}

/// That nothing follows, as far as it can be said.
fn nothing(problem: &Problem) -> Answer {
    match problem.task {
        Task::Choice => problem.options.last().map_or(Answer::Refused, |(l, _)| Answer::Choice(*l)),
        Task::YesNo => Answer::YesNo(false),
        Task::Validity => Answer::Valid(false),
        Task::Number => Answer::Number(0),
        Task::Conclusion => problem.truth.answer,
    }
}

fn guess(problem: &Problem, stream: &mut Stream) -> Answer {
    match problem.task {
        Task::Choice => {
            let letters: Vec<char> = problem.options.iter().map(|(letter, _)| *letter).collect();
            Answer::Choice(stream.choose(&letters).copied().unwrap_or('a'))
        }
        Task::YesNo => Answer::YesNo(stream.coin()),
        Task::Validity => Answer::Valid(stream.coin()),
        Task::Conclusion => problem.truth.answer,
        Task::Number => match problem.truth.answer {
            // One of five numbers among which the right one is, anywhere: chance is the same
            // for every number of racers, as it is for options.
            Answer::Number(n) => {
                Answer::Number(n + stream.below(5) as i64 - stream.below(5) as i64)
            }
            other => other,
        },
    }
}

/// Puts an answer in words: one of several styles, with reasoning where it was asked for.
fn word(problem: &Problem, protocol: &Protocol, answer: Answer, stream: &mut Stream) -> String {
    let option = |letter: char| {
        problem.options.iter().find(|(l, _)| *l == letter).map_or("", |(_, text)| text.as_str())
    };
    let styles: Vec<String> = match (answer, protocol.cot) {
        (Answer::Choice(l), false) => vec![
            format!("({l}) {}", option(l)),
            format!("The correct answer is ({l})."),
            format!("**({l})** {}", option(l)),
        ],
        (Answer::Choice(l), true) => vec![
            format!(
                "Both options describe the same event, (a) and (b) differ in what they add to it. \
                 Weighing the two, the more probable option is ({l}). {}",
                option(l)
            ),
            format!(
                "Let us compare option (a) with option (b) step by step.\n\n1. One of them says \
                 more than the other.\n2. That has to be weighed.\n\nTherefore, the correct answer \
                 is ({l})."
            ),
        ],
        (Answer::YesNo(yes), false) => {
            let verdict = if yes { "Yes" } else { "No" };
            let not = if yes { "" } else { "not " };
            vec![
                format!("{verdict}."),
                format!("{verdict}, this is {not}logically sound."),
                format!("The answer is '{verdict}'."),
            ]
        }
        (Answer::YesNo(yes), true) => {
            let verdict = if yes { "Yes" } else { "No" };
            let follows = if yes { "follows" } else { "does not follow" };
            vec![
                format!(
                    "The first premise is about all of one group, the second about part of \
                     another. The conclusion {follows} from them. The answer is '{verdict}'."
                ),
                format!("{verdict}. Step by step, the conclusion {follows} from the premises."),
            ]
        }
        (Answer::Valid(valid), false) => {
            let (verdict, opening) =
                if valid { ("correct", "Correct") } else { ("incorrect", "Incorrect") };
            vec![
                verdict.to_owned(),
                format!("{opening}."),
                format!("**{opening}**"),
                format!("The syllogism is {verdict}."),
            ]
        }
        (Answer::Valid(valid), true) => {
            let verdict = if valid { "correct" } else { "incorrect" };
            let follows = if valid { "follows" } else { "does not follow" };
            vec![
                format!(
                    "We have to see whether the syllogism is correct or incorrect. The two \
                     premises share one term. Seen together they leave the conclusion as the \
                     answer says.\n\nAnswer: {verdict}"
                ),
                format!(
                    "1. The first premise relates two groups.\n2. The second premise relates one \
                     of them to a third.\n3. The conclusion {follows} from them.\n\nTherefore, the \
                     syllogism is **{verdict}**."
                ),
            ]
        }
        (Answer::Number(n), false) => vec![format!("{n}"), format!("The answer is {n}.")],
        (Answer::Number(n), true) => {
            vec![format!("First the heats, then the winners, then those left. The answer is {n}.")]
        }
        (other, _) => vec![other.to_string()],
    };
    stream.choose(&styles).cloned().unwrap_or_default()
}

/// What becomes of a right answer on a bad line: about one attempt in five fails, and of the
/// answers that arrive some are refusals, empty or cut off.
fn unreliable(text: String, luck: &mut Stream) -> Act {
    let after_ms = 1 + luck.below(20) as u64;
    let answer = |text: String, finish| Act::Answer { text, finish, after_ms };
    match luck.below(100) {
        0..=19 => Act::Overload,
        20..=22 => answer("I'm sorry, but I can't help with that.".to_owned(), FinishReason::Stop),
        23..=24 => answer(String::new(), FinishReason::Stop),
        25..=27 => answer(
            "Let's think step by step. First, we have to look at".to_owned(),
            FinishReason::Length,
        ),
        _ => answer(text, FinishReason::Stop),
    }
}
