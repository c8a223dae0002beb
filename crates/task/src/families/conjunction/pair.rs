//! The two options of a problem, an event and the same event joined to another, and the
//! protagonist.

use super::cut::{OptionParts, cut};
use super::data::PEOPLE;
use super::identity::Identity;
use super::plain::{check_plain, other_question};
use crate::families::draw::{Draft, Draw, segment};
use crate::families::exemplars::EXEMPLAR_ANSWER;
use crate::families::worked_out::{NotWorkedOut, WorkedOut, only};
use crate::{HE, Pronouns, SHE, THEY};
use peirast_random::Stream;
use peirast_record::{Answer, Factors, Problem, Segment, Task, Truth};

/// A protagonist.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person<'a> {
    pub(super) name: &'a str,
    pub(super) pronouns: Pronouns,
}

/// The text of a two-option problem, before its options are ordered.
#[derive(Clone, Debug)]
pub(super) struct OptionPair {
    /// Everything before the options.
    pub(super) opening: Vec<Segment>,
    /// The event that both options share, without a full stop.
    pub(super) shared: String,
    /// The connectives between it and the added event.
    pub(super) connectives: Connectives,
    /// The added event.
    pub(super) added: String,
    /// True if the single event is first, as (a).
    pub(super) single_first: bool,
    /// Levels that every version of the item has.
    pub(super) fixed: Factors,
}

/// The connectives between two events, with punctuation and spaces.
#[derive(Clone, Debug)]
pub(super) struct Connectives {
    /// Both happen.
    pub(super) and: String,
    /// At least one of them happens.
    pub(super) or: String,
}

/// The operation by which the longer option joins its two events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Both happen; this is never the more probable option.
    Conjunction,
    /// At least one happens; this is never the less probable option.
    Disjunction,
}

impl Operation {
    /// The level of the factor `operation`.
    fn level(self) -> &'static str {
        match self {
            Self::Conjunction => "conjunction",
            Self::Disjunction => "disjunction",
        }
    }

    /// Returns the logical form of its problems.
    fn form(self) -> &'static str {
        match self {
            Self::Conjunction => "P(A) >= P(A and B)",
            Self::Disjunction => "P(A or B) >= P(A)",
        }
    }

    /// Renders the reason why an option is the more probable one.
    fn why(self, right: char, other: char, single: &str, joint: &str) -> String {
        match self {
            Self::Conjunction => format!(
                "({other}) says all that ({right}) says and more: whenever \"{joint}\" is true, \
                 \"{single}\" is true, so ({right}) cannot be less probable"
            ),
            Self::Disjunction => format!(
                "({right}) leaves open what ({other}) says: whenever \"{single}\" is true, \
                 \"{joint}\" is true, so ({right}) cannot be less probable"
            ),
        }
    }
}

/// Segments of two options, one of which joins two events.
const OPTION_SEGMENTS: usize = 9;

impl OptionPair {
    /// A version of an item.
    pub(super) fn problem(
        self,
        operation: Operation,
        draw: &Draw<'_>,
        varied: &Factors,
    ) -> Problem {
        let (short, long) = if self.single_first { ('a', 'b') } else { ('b', 'a') };
        let (connective, end) = match operation {
            Operation::Conjunction => (&self.connectives.and, ""),
            Operation::Disjunction => (&self.connectives.or, INCLUSIVE),
        };
        let single = [&self.shared, "."].concat();
        let joint = [&self.shared, connective, &self.added, end, "."].concat();
        let mut segments = self.opening;
        segments.reserve(OPTION_SEGMENTS);
        for (letter, mark) in [('a', "(a) "), ('b', "(b) ")] {
            segments.push(segment("option-mark", mark));
            segments.push(segment("shared-event", self.shared.clone()));
            if letter == long {
                segments.push(segment("connective", connective.clone()));
                segments.push(segment("added-event", self.added.clone()));
                if operation == Operation::Disjunction {
                    segments.push(segment("connective-end", INCLUSIVE));
                }
            }
            segments.push(segment("option-end", ".\n"));
        }
        let (right, other) = match operation {
            Operation::Conjunction => (short, long),
            Operation::Disjunction => (long, short),
        };
        let truth = Truth {
            answer: Answer::Choice(right),
            lure: Answer::Choice(long),
            form: operation.form().to_owned(),
            why: operation.why(right, other, &single, &joint),
        };
        let mut options = vec![(short, single), (long, joint)];
        options.sort();
        let mut levels = varied.merged(&self.fixed);
        levels.set("operation", operation.level());
        levels.set("position", if right == 'a' { "a" } else { "b" });
        levels.set(EXEMPLAR_ANSWER, draw.exemplar_answer(["a", "b"]));
        draw.problem(varied, levels, Draft { task: Task::Choice, segments, options, truth })
    }
}

/// The connectives of a conjunction. Other words may say less.
const AND: [(&str, Link); 5] = [
    ("and ", Link::Further),
    ("but ", Link::Further),
    ("to ", Link::Purpose),
    ("because ", Link::Cause),
    ("so that ", Link::Cause),
];

/// The beginning of the second event of a disjunction.
const OR: &str = "or ";

/// The end of a disjunction: it is also true if both events happen.
const INCLUSIVE: &str = ", or both";

/// The questions for the more probable option.
const QUESTIONS: [&str; 3] =
    ["Which is more probable?\n", "Which is more likely?\n", "Which one is more likely?\n"];

/// Returns the more probable option: the other option says more than it, or it leaves open what the
/// other says.
///
/// # Errors
/// [`NotWorkedOut::OtherText`] if the text has another question, or shows other options;
/// [`NotWorkedOut::OtherQuestion`] if its story may reverse the question;
/// [`NotWorkedOut::NotPlain`] if an event is not plain, so that more words may say less.
pub(super) fn work_out(problem: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    let Compared { opening, shared, joined, worked_out } =
        compare(problem).ok_or(NotWorkedOut::OtherText)?;
    if let Some(word) = other_question(&opening) {
        return Err(NotWorkedOut::OtherQuestion(word));
    }
    check_plain(shared, joined.added, joined.link)?;
    Ok(worked_out)
}

/// The parts of the text of a problem.
struct Compared<'p> {
    /// The text before the question.
    opening: String,
    /// The event of both options.
    shared: &'p str,
    /// The text that is joined to it.
    joined: Joined<'p>,
    worked_out: WorkedOut,
}

fn compare(problem: &Problem) -> Option<Compared<'_>> {
    let [(one, first), (other, second)] = &problem.options[..] else { return None };
    let text = problem.text();
    let asked = text.trim_end().strip_suffix(&format!("({one}) {first}\n({other}) {second}"))?;
    let question = QUESTIONS.iter().find(|question| asked.ends_with(**question))?;
    if only(problem, "question").is_some_and(|question| !QUESTIONS.contains(&question)) {
        return None;
    }
    let (joined, short, long, shared) = match (joined(second, first), joined(first, second)) {
        (Some(joined), None) => (joined, *one, *other, first),
        (None, Some(joined)) => (joined, *other, *one, second),
        _ => return None,
    };
    let right = match joined.operation {
        Operation::Conjunction => short,
        Operation::Disjunction => long,
    };
    let shared = shared.trim_end_matches('.');
    let parts = OptionParts { options: &problem.options, long, shared, joined };
    let opening = asked.strip_suffix(question).unwrap_or(asked);
    let mut levels = vec![("position", right.to_string())];
    // Problems of earlier versions have no such level: all of them are conjunctions, and `verify`
    // treats them so.
    if joined.operation == Operation::Disjunction || problem.factors.get("operation").is_some() {
        levels.push(("operation", joined.operation.level().to_owned()));
    }
    let identity = Identity::told_in(opening);
    let has_identity = ["gender", "race"].iter().any(|name| problem.factors.get(name).is_some());
    if has_identity && identity.is_none() {
        return None;
    }
    levels.extend(
        identity.iter().flat_map(Identity::levels).map(|(name, level)| (name, level.to_owned())),
    );
    let worked_out = WorkedOut {
        answer: Answer::Choice(right),
        lure: Answer::Choice(long),
        levels,
        form: Some(joined.operation.form().to_owned()),
        segments: cut(problem, opening, question, &parts),
    };
    Some(Compared { opening: opening.to_owned(), shared, joined, worked_out })
}

/// The relation of an added event to the event of both options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// Another event, which also happens.
    Further,
    /// Its purpose.
    Purpose,
    /// Its cause.
    Cause,
    /// Another event, which may happen instead.
    Alternative,
}

/// The part by which an option extends the event of the other option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joined<'p> {
    pub(super) operation: Operation,
    /// The words before the added event, with the spaces around them.
    pub(super) connective: &'p str,
    /// The added event, without a full stop.
    added: &'p str,
    link: Link,
    /// The words after it.
    pub(super) end: &'static str,
}

/// Returns how an option extends another one; `None` if it does not, or not certainly.
fn joined<'p>(long: &'p str, short: &str) -> Option<Joined<'p>> {
    let more = long.strip_prefix(short.trim_end_matches('.'))?;
    // A longer word is not an additional word.
    let words = more.strip_prefix(", ").or_else(|| more.strip_prefix(' '))?;
    let (operation, end, link, added) = if let Some(added) = words.strip_prefix(OR) {
        if !added.trim_end_matches('.').ends_with(INCLUSIVE) {
            return None;
        }
        (Operation::Disjunction, INCLUSIVE, Link::Alternative, added)
    } else {
        let (link, added) = after_and(words)?;
        (Operation::Conjunction, "", link, added)
    };
    let connective = more.get(..more.len() - added.len())?;
    let added = added.trim_end_matches('.');
    let added = added.strip_suffix(end).unwrap_or(added);
    let adds = !added.trim_matches([' ', '.', ',']).is_empty();
    adds.then_some(Joined { operation, connective, added, link, end })
}

/// Returns the text after a connective of a conjunction, with its relation.
fn after_and(words: &str) -> Option<(Link, &str)> {
    AND.iter().find_map(|(connective, link)| Some((*link, words.strip_prefix(connective)?)))
}

/// Returns one of these texts with about the length of another, so that length is no cue; `None` if
/// there is none.
pub(super) fn as_long_as<'a>(
    text: &str,
    all: impl IntoIterator<Item = &'a str>,
    stream: &mut Stream,
) -> Option<&'a str> {
    let length = |text: &str| text.chars().count();
    let alike = all.into_iter().filter(|one| length(one).abs_diff(length(text)) <= NEAR);
    stream.choose(&alike.collect::<Vec<_>>()).copied()
}

/// Largest difference in characters between texts of about equal length.
const NEAR: usize = 3;

/// Draws a protagonist: a woman or a man with equal probability, or, if `neutral` is allowed,
/// sometimes a person with neutral pronouns.
pub(super) fn person(stream: &mut Stream, neutral: bool) -> Option<Person<'static>> {
    let people = PEOPLE.drawn()?;
    let (names, pronouns) = match stream.below(if neutral { 10 } else { 8 }) {
        0..=3 => (&people.female, SHE),
        4..=7 => (&people.male, HE),
        _ => (&people.neutral, THEY),
    };
    stream.choose(names).map(|name| Person { name, pronouns })
}
