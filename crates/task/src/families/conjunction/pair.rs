//! The two options of a conjunction problem, and its protagonist.

use super::data::PEOPLE;
use super::denied::is_denied;
use crate::families::draw::{Draft, Draw, segment};
use crate::families::exemplars::EXEMPLAR_ANSWER;
use crate::families::worked_out::{WorkedOut, only};
use crate::{HE, Pronouns, SHE, THEY};
use peirast_random::Stream;
use peirast_record::{Answer, Factors, Problem, Segment, Task, Truth};
use std::fmt::Write as _;

/// A protagonist.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person<'a> {
    pub(super) name: &'a str,
    pub(super) pronouns: Pronouns,
}

/// The text of a two-option conjunction problem, before its options are put in order.
#[derive(Clone, Debug)]
pub(super) struct Conjunction {
    /// Everything before the options.
    pub(super) opening: Vec<Segment>,
    /// The event that both options share, without a full stop.
    pub(super) shared: String,
    /// What joins the added event, with the spaces around it.
    pub(super) connective: String,
    /// The added event.
    pub(super) added: String,
    /// Whether the single event stands first, as (a).
    pub(super) right_first: bool,
}

/// Segments of two options, one of which is a conjunction.
const OPTION_SEGMENTS: usize = 8;

/// Why a conjunction is no more probable than one of its events.
fn why(right: char, lure: char, single: &str, joint: &str) -> String {
    const AROUND: usize = 128;
    let mut why = String::with_capacity(AROUND + single.len() + joint.len());
    // Writing to a string cannot fail.
    let _ = write!(
        why,
        "({lure}) says all that ({right}) says and more: whenever \"{joint}\" is true, \
         \"{single}\" is true, so ({right}) cannot be less probable"
    );
    why
}

impl Conjunction {
    /// A version of a conjunction item.
    pub(super) fn problem(self, draw: &Draw<'_>, varied: &Factors) -> Problem {
        let (right, lure) = if self.right_first { ('a', 'b') } else { ('b', 'a') };
        let single = [&self.shared, "."].concat();
        let joint = [&self.shared, &self.connective, &self.added, "."].concat();
        let mut segments = self.opening;
        segments.reserve(OPTION_SEGMENTS);
        for (letter, mark) in [('a', "(a) "), ('b', "(b) ")] {
            segments.push(segment("option-mark", mark));
            segments.push(segment("shared-event", self.shared.clone()));
            if letter == lure {
                segments.push(segment("connective", self.connective.clone()));
                segments.push(segment("added-event", self.added.clone()));
            }
            segments.push(segment("option-end", ".\n"));
        }
        let truth = Truth {
            answer: Answer::Choice(right),
            lure: Answer::Choice(lure),
            form: FORM.to_owned(),
            why: why(right, lure, &single, &joint),
        };
        let mut options = vec![(right, single), (lure, joint)];
        options.sort();
        let position = if right == 'a' { "a" } else { "b" };
        let mut levels = varied.clone();
        levels.set("position", position);
        levels.set(EXEMPLAR_ANSWER, draw.exemplar_answer(["a", "b"]));
        draw.problem(varied, levels, Draft { task: Task::Choice, segments, options, truth })
    }
}

/// What joins the events of a conjunction. Other words may say less, as "or" does.
const CONNECTIVES: [&str; 5] = ["and ", "but ", "to ", "because ", "so that "];

/// The questions for the more probable option.
const QUESTIONS: [&str; 3] =
    ["Which is more probable?\n", "Which is more likely?\n", "Which one is more likely?\n"];

/// The logical form of all conjunctions.
const FORM: &str = "P(A) >= P(A and B)";

/// Of two options, the one that the other says more than: it is the more probable one. `None` if the
/// text does not ask for it, or shows other options.
pub(super) fn work_out(problem: &Problem) -> Option<WorkedOut> {
    let [(one, first), (other, second)] = &problem.options[..] else { return None };
    let text = problem.text();
    let asked = text.trim_end().strip_suffix(&format!("({one}) {first}\n({other}) {second}"))?;
    let is_one = |question: &str| QUESTIONS.contains(&question);
    let is_asked = QUESTIONS.iter().any(|question| asked.ends_with(question))
        && only(problem, "question").is_none_or(is_one);
    if !is_asked {
        return None;
    }
    let says_more = |long: &str, short: &str| {
        let more = long.strip_prefix(short.trim_end_matches('.')).map(|more| {
            // A longer word is no more words.
            more.strip_prefix(", ").or_else(|| more.strip_prefix(' ')).unwrap_or_default()
        });
        let added = more.and_then(|more| CONNECTIVES.iter().find_map(|one| more.strip_prefix(one)));
        let adds = |added: &str| !added.trim_matches([' ', '.', ',']).is_empty() && !weakens(added);
        added.is_some_and(adds) && !is_denied(short)
    };
    let (right, lure) = match (says_more(second, first), says_more(first, second)) {
        (true, false) => (*one, *other),
        (false, true) => (*other, *one),
        _ => return None,
    };
    Some(WorkedOut {
        answer: Answer::Choice(right),
        lure: Answer::Choice(lure),
        levels: vec![("position", right.to_string())],
        form: Some(FORM.to_owned()),
        segments: None,
    })
}

/// True if what is added leaves it open: "bakes or is alive".
fn weakens(added: &str) -> bool {
    let words = added.split(|c: char| !c.is_alphanumeric());
    words.into_iter().any(|word| ["or", "unless", "nor"].contains(&word))
}

/// A protagonist: a woman or a man with equal chance, or, where `neutral` is allowed, sometimes
/// a person of neutral pronouns.
pub(super) fn person(stream: &mut Stream, neutral: bool) -> Option<Person<'static>> {
    let people = PEOPLE.drawn()?;
    let (names, pronouns) = match stream.below(if neutral { 10 } else { 8 }) {
        0..=3 => (&people.female, SHE),
        4..=7 => (&people.male, HE),
        _ => (&people.neutral, THEY),
    };
    stream.choose(names).map(|name| Person { name, pronouns })
}
