//! Simulated subjects: pure functions from a question to an answer, with known behaviour.
//!
//! They let a study run without a key, and they are its controls: the analysis must show for each
//! of them the behaviour (reasoning, guessing, bias) that it is known to have.

use crate::families::{By, Cue, Families, Reply, concluded, read_off, shown_text};
use crate::{PremisePair, Protocol, Theory};
use peirast_fallacy::Surface;
use peirast_logic::syllogism::Form;
use peirast_random::Stream;
use peirast_record::{Answer, Factors, FinishReason, Problem, Task, TextAnswer};
use thiserror::Error;

/// Version of the answers of simulated subjects: it changes with them, and is part of every trial's
/// key.
const BEHAVIOUR: u32 = 4;

/// The default probability with which a biased subject follows each cue.
const DEFAULT_BIAS: f64 = 0.2;

/// A simulated subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    name: String,
    behaviour: Behaviour,
    families: Families,
}

#[derive(Clone, Debug, PartialEq)]
enum Behaviour {
    /// Always right.
    Flawless,
    /// Every answer equally likely.
    Guesser,
    /// Always (a), always No, always 7.
    AlwaysFirst,
    /// Right, but for each cue present it gives the lure with a set probability.
    Biased { bias: Vec<Bias>, error: f64 },
    /// Says yes to believable conclusions, whether or not they follow.
    Believer,
    /// Accepts the conclusions of a theory of syllogistic reasoning.
    Theory(Theory),
    /// Accepts conclusions that can be read off the premises to this degree; for syllogisms, those
    /// that match.
    Matching(Surface),
    /// Says that nothing follows.
    Nothing,
    /// Gives the prediction of the erotetic theory with probability `share`, a random conclusion
    /// with probability `noise`, and otherwise a conclusion that follows.
    Erotetic { share: f64, noise: f64 },
    /// Right but slow, and its connection fails: errors, refusals, empty and cut-off answers.
    Flaky,
}

/// The occasion of a question to a simulated subject.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Occasion {
    /// Seed of the study.
    pub seed: u64,
    /// Number of the repetition, from 0.
    pub repeat: u32,
    /// Number of the attempt, from 0.
    pub attempt: u32,
    /// The temperature, if set.
    pub temperature: Option<f64>,
}

/// The act of a simulated subject.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// It answers.
    Answer {
        /// The text.
        text: String,
        /// The reason why the text ended.
        finish: FinishReason,
        /// The latency in milliseconds.
        after_ms: u64,
    },
    /// The attempt fails like that of an overloaded server.
    Overload,
}

/// The built-in simulated subjects: name and description.
pub const SIMULATED: &[(&str, &str)] = &[
    ("sim:flawless", "always right: the negative control"),
    (
        "sim:guesser",
        "every answer equally likely, or a number near the right one: the other negative control",
    ),
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
    (
        "sim:atmosphere",
        "accepts conclusions that sound like the premises: negative if a premise is, with \"some\" if a \
         premise has it",
    ),
    (
        "sim:matching",
        "accepts syllogisms whose conclusion is as cautious as the premises; to an open question, \
         reads a literal off a premise, and accepts what it can read off; sim:matching:parts says \
         and accepts only statements that occur together in an alternative",
    ),
    (
        "sim:erotetic",
        "concludes what the erotetic theory of reasoning predicts; sim:erotetic:0.3 does so in three \
         answers of ten and else what follows, sim:erotetic:share=0.3,noise=0.1 says anything in one",
    ),
    ("sim:nothing", "always says that nothing follows"),
    ("sim:flaky", "right, but slow and failing: errors, refusals, empty and cut-off answers"),
];

/// The cues of protocols.
const PROTOCOL_CUES: [Cue; 2] =
    [Cue { factor: "exemplar", level: "rephrased" }, Cue { factor: "hint", level: "none" }];

/// The factors with the oldest cues, in the order of their draws. Each is drawn for every problem;
/// later cues are drawn only for problems that have their factor. So a family can have a new cue
/// without a change in a biased subject's answers to other families.
const DRAWN_ALWAYS: [&str; 6] =
    ["context", "celebrity", "quantifier", "source", "exemplar", "hint"];

/// A cue, and the probability with which a biased subject follows it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bias {
    cue: Cue,
    probability: f64,
}

impl Bias {
    /// Returns the cues of families and protocols in the order of their draws, with probability 0.
    fn none(families: &Families) -> Vec<Self> {
        let place = |cue: &Cue| DRAWN_ALWAYS.iter().position(|factor| *factor == cue.factor);
        let mut cues: Vec<Cue> = families.cues().chain(PROTOCOL_CUES).collect();
        cues.sort_by_key(|cue| place(cue).unwrap_or(DRAWN_ALWAYS.len()));
        cues.into_iter().map(|cue| Self { cue, probability: 0.0 }).collect()
    }

    /// Returns true if the subject fails by this cue at these levels.
    fn lures(&self, levels: &Factors, stream: &mut Stream) -> bool {
        let level = levels.get(self.cue.factor);
        if level.is_none() && !DRAWN_ALWAYS.contains(&self.cue.factor) {
            return false;
        }
        stream.chance(self.probability) && level == Some(self.cue.level)
    }
}

/// A simulated subject that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimulatedError {
    /// There is no subject with this name.
    #[error("there is no simulated subject `{name}`; there are: {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The existing names.
        known: String,
    },
    /// A bias that is not a probability, or of an unknown factor.
    #[error("`{setting}` in `{name}`: {what}")]
    Setting {
        /// The subject.
        name: String,
        /// The invalid part.
        setting: String,
        /// The valid form.
        what: String,
    },
}

impl Simulated {
    /// Returns the simulated subject with this name, for example `sim:biased:context=0.3`.
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
        Self::with_families(name, &Families::built_in())
    }

    /// Returns the same subject, which knows the cues of these families and the forms of their
    /// answers.
    ///
    /// # Errors
    /// As [`Simulated::named`].
    pub fn with_families(name: &str, families: &Families) -> Result<Self, SimulatedError> {
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
            ("biased", settings) => biased(name, settings, families)?,
            ("nothing", "") => Behaviour::Nothing,
            ("erotetic", settings) => erotetic(name, settings)?,
            _ => {
                return Err(SimulatedError::Unknown {
                    name: name.to_owned(),
                    known: SIMULATED.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "),
                });
            }
        };
        Ok(Self { name: name.to_owned(), behaviour, families: families.clone() })
    }

    /// Returns the name by which it was requested.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the determinants of its answers, as the endpoint of its trials.
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
                let replies = self.families.for_problem(problem).replies;
                let styles = replies(&Reply { problem, answer, cot: protocol.cot });
                stream.choose(&styles).cloned().unwrap_or_default()
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

    /// Returns the limits of its answers to these problems, one sentence each: texts that it cannot
    /// produce, and problems on which a biased subject is always right.
    ///
    /// ```
    /// use peirast_task::{Design, Family, Simulated};
    /// let design = Design { seed: 1, profile: peirast_record::Profile::Balanced };
    /// let problems = Family::named("conjunction")?.make(&design, "1", 2)?;
    /// let biased = Simulated::named("sim:biased")?;
    /// assert!(biased.remarks(&problems).is_empty(), "problems of the program have cues");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remarks(&self, problems: &[Problem]) -> Vec<String> {
        let mut remarks = Vec::new();
        let mut remark = |found: &[&Problem], what: &str| {
            if let Some(first) = found.first() {
                let (count, name) = (found.len(), &self.name);
                remarks.push(format!(
                    "{name} {what} {count} of {} problems, for example `{}`",
                    problems.len(),
                    first.id
                ));
            }
        };
        let is_right_at_times = matches!(
            self.behaviour,
            Behaviour::Flawless | Behaviour::Flaky | Behaviour::Guesser | Behaviour::Biased { .. }
        );
        if is_right_at_times {
            let lacks = |one: &&Problem| {
                one.task == Task::Text
                    && one.accepts.as_ref().is_none_or(|all| shown_text(&all.texts).is_none())
            };
            let lacking: Vec<&Problem> = problems.iter().filter(lacks).collect();
            remark(&lacking, "found no text that matches the right pattern, and answers wrongly:");
        }
        if let Behaviour::Biased { .. } = self.behaviour {
            let is_own = |one: &Problem| self.families.for_problem(one).name.is_empty();
            let untempted = |one: &&Problem| one.truth.lure == one.truth.answer && is_own(one);
            let untempted: Vec<&Problem> = problems.iter().filter(untempted).collect();
            remark(&untempted, "has no lure to follow, and is always right:");
        }
        remarks
    }

    /// Draws the source of the answer to an open question.
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
                Task::Number => Answer::Number(7.into()),
                Task::Text => Answer::Text(TextAnswer::Other),
                Task::Conclusion => problem.truth.answer,
            },
            Behaviour::Matching(least) => read_off(problem, *least, stream)
                .or_else(|| accepted(Theory::Matching, problem).map(Answer::Valid))
                .unwrap_or(problem.truth.lure),
            // These theories are about syllogisms only.
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
                for one in bias {
                    falls |= one.lures(&levels, stream);
                }
                if falls { problem.truth.lure } else { problem.truth.answer }
            }
        }
    }
}

/// Returns whether people accept the conclusion according to a theory. `None` if the problem is not
/// a categorical syllogism or the theory has no rule. The rules ignore the order of premises.
fn accepted(theory: Theory, problem: &Problem) -> Option<bool> {
    let form: Form = problem.factors.get("form")?.parse().ok()?;
    let (pair, conclusion) = PremisePair::from_form(form, true);
    Some(theory.by_rule(pair)?.contains(&conclusion))
}

fn biased(name: &str, settings: &str, families: &Families) -> Result<Behaviour, SimulatedError> {
    let wrong = |setting: &str, what: String| SimulatedError::Setting {
        name: name.to_owned(),
        setting: setting.to_owned(),
        what,
    };
    let probability = |setting: &str, text: &str| match text.trim().parse::<f64>() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err(wrong(setting, "must be a probability between 0 and 1".to_owned())),
    };
    let (mut bias, mut error) = (Bias::none(families), 0.0);
    let mut every = |p: f64| bias.iter_mut().for_each(|one| one.probability = p);
    if settings.is_empty() {
        every(DEFAULT_BIAS);
    } else if !settings.contains('=') {
        every(probability(settings, settings)?);
    } else {
        for setting in settings.split(',') {
            let (factor, text) = setting.split_once('=').unwrap_or((setting, ""));
            let p = probability(setting, text)?;
            let of_factor = |one: &&mut Bias| one.cue.factor == factor.trim();
            match (factor.trim(), bias.iter_mut().find(of_factor)) {
                ("error", _) => error = p,
                (_, Some(one)) => one.probability = p,
                (_, None) => {
                    let known: Vec<&str> = bias.iter().map(|one| one.cue.factor).collect();
                    return Err(wrong(setting, format!("known are error, {}", known.join(", "))));
                }
            }
        }
    }
    Ok(Behaviour::Biased { bias, error })
}

/// Shares of answers by the theory and by chance, whose sum is at most 1.
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

/// Returns the answer that nothing follows, as far as it can be expressed.
fn nothing(problem: &Problem) -> Answer {
    match problem.task {
        Task::Choice => problem.options.last().map_or(Answer::Refused, |(l, _)| Answer::Choice(*l)),
        Task::YesNo => Answer::YesNo(false),
        Task::Validity => Answer::Valid(false),
        Task::Number => Answer::Number(0.into()),
        Task::Text => Answer::Text(TextAnswer::Other),
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
        Task::Text => Answer::Text(match stream.coin() {
            true => TextAnswer::Accepted,
            false => TextAnswer::Other,
        }),
        Task::Number => match problem.truth.answer {
            // One of five numbers, of which one is right, in any position: the chance level is the
            // same for every number of racers.
            Answer::Number(n) => {
                let away = stream.below(5) as i64 - stream.below(5) as i64;
                Answer::Number(n.plus(away.into()).unwrap_or(n))
            }
            other => other,
        },
    }
}

/// Returns the act for a right answer on a bad connection: about one attempt in five fails, and
/// some of the received answers are refusals, empty or cut off.
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
