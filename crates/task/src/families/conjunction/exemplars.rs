//! Solved conjunction problems.
//!
//! The Linda and Bob texts are experimental stimuli: Tversky & Kahneman (1983), and Jiang et al.
//! (2024), appendices A and C.

use super::FAMILY;
use crate::Design;
use crate::english::Stems;
use crate::families::exemplars::{Exemplars, Pool, Shown, Solved, few_shot_stream};
use peirast_random::Stream;
use peirast_record::{Answer, Problem, Profile};

/// The Linda problem, the Bob problem, and generated problems of other variants.
#[derive(Debug)]
pub(in crate::families) struct Vignettes;

impl Exemplars for Vignettes {
    fn classic(&self, problem: &Problem) -> Solved {
        LINDA.solved(Shown::for_problem(problem), 'a', true, LINDA.question)
    }

    fn renamed(&self, problem: &Problem) -> Solved {
        let linda = self.classic(problem);
        let rename = |text: &str| {
            let renamed = text.replace("Linda", "Bob");
            renamed.replace("She ", "He ").replace(" she ", " he ")
        };
        Solved {
            question: rename(&linda.question),
            answer: rename(&linda.answer),
            reason: linda.reason,
        }
    }

    fn rephrased(&self, problem: &Problem, design: &Design, truly: bool) -> Solved {
        // In the balanced design both exemplars ask their question in the same words.
        let question = match design.profile {
            Profile::Paper2024 => BOB.question,
            _ => LINDA.question,
        };
        BOB.solved(Shown::for_problem(problem), 'b', truly, question)
    }

    // Problems of other variants, with other words than the item: none of them is the item or its
    // twin, or has its celebrity or its completion.
    fn few(&self, problem: &Problem, design: &Design, pool: &[Problem]) -> Vec<Solved> {
        let mut stream = few_shot_stream(problem, design);
        let words = Stems::new(&[&unvaried(problem)]);
        let strange = |candidate: &&Problem| {
            let theirs = Stems::new(&[&candidate.text()]);
            let shared = theirs.shared(&words) as f64;
            // A completion that fits every story may also be that of the item.
            let is_aside = design.profile != Profile::Paper2024
                && candidate.factors.get("context") == Some("irrelevant");
            candidate.variant != published_variant(problem)
                && !is_aside
                && shared <= MOST_SHARED_WORDS * theirs.len() as f64
        };
        let order = stream.sample(pool, pool.len());
        let mut chosen: Vec<&Problem> = Vec::new();
        for letter in letters(problem, design, &mut stream) {
            let fits = |p: &&Problem| letter.is_none_or(|l| p.truth.answer == Answer::Choice(l));
            let new = |p: &&Problem| chosen.iter().all(|c| c.item != p.item);
            let next = order.iter().copied().filter(strange).filter(fits).find(new);
            chosen.extend(next);
        }
        chosen.into_iter().map(solved_problem).collect()
    }

    fn pool(&self) -> Option<Pool> {
        // Exemplars are conjunctions, like the published ones.
        let variants = &["1", "2", "3", "4", "5", "6"];
        Some(Pool { family: &FAMILY, variants, per_variant: POOL_PER_VARIANT })
    }
}

/// Returns the published variant to which a variant corresponds.
fn published_variant(problem: &Problem) -> &str {
    problem.variant.split('-').next().unwrap_or_default()
}

/// Problems per variant in the pool for few-shot exemplars.
const POOL_PER_VARIANT: u32 = 24;

/// The largest share of an exemplar's content words that may also occur in the item.
const MOST_SHARED_WORDS: f64 = 0.25;

/// A two-option exemplar before its options are ordered.
struct Vignette {
    stem: &'static str,
    question: &'static str,
    single: &'static str,
    added: &'static str,
}

const LINDA: Vignette = Vignette {
    stem: "Linda is 31 years old, single, outspoken, and very bright. She majored in philosophy. \
           As a student, she was deeply concerned with issues of discrimination and social \
           justice, and also participated in antinuclear demonstrations.",
    question: "Which is more probable?",
    single: "Linda is a bank teller",
    added: " and is active in the feminist movement",
};

/// The single event of the published Bob text; its conjunction names the same event first.
const BOB: Vignette = Vignette {
    stem: "Bob is 29 years old, deeply passionate about environmental conservation, and \
           volunteers his weekends at local park clean-ups. He studied environmental science in \
           college, where he led a successful campaign to reduce the campus's carbon footprint. \
           Bob is also an avid cyclist and promotes sustainable living practices whenever \
           possible.",
    question: "Based on this information, which is more possible?",
    single: "Bob works for a renewable energy company",
    added: " and is an active member of a local environmental advocacy group",
};

impl Vignette {
    fn solved(&self, shown: Shown, published: char, truly: bool, question: &str) -> Solved {
        let right = match shown {
            Shown::Published => published,
            Shown::First => 'a',
            Shown::Second => 'b',
        };
        let joint = format!("{}{}", self.single, self.added);
        let (first, second) = if right == 'a' {
            (self.single, joint.as_str())
        } else {
            (joint.as_str(), self.single)
        };
        let (letter, text) = match (truly, right) {
            (true, _) => (right, self.single),
            (false, 'a') => ('b', joint.as_str()),
            (false, _) => ('a', joint.as_str()),
        };
        Solved {
            question: format!("{} {question}\n(a) {first}.\n(b) {second}.", self.stem),
            answer: format!("The correct answer is ({letter}) {text}."),
            reason: "The other option is a conjunction of two events, which cannot be more \
                     probable than one of them alone."
                .to_owned(),
        }
    }
}

/// Returns the letters of the right answers of drawn exemplars: the first is that of the item, the
/// others differ and are in random order, so that copying a letter does not help; in the published
/// design they are random.
fn letters(problem: &Problem, design: &Design, stream: &mut Stream) -> [Option<char>; 3] {
    if design.profile == Profile::Paper2024 {
        return [None; 3];
    }
    let right = if Shown::for_problem(problem) == Shown::First { 'a' } else { 'b' };
    let (second, third) = if stream.coin() { ('a', 'b') } else { ('b', 'a') };
    [right, second, third].map(Some)
}

/// Returns the text that all versions of an item share.
fn unvaried(problem: &Problem) -> String {
    let kept = problem.segments.iter().filter(|s| s.role != "added-event" && s.role != "name");
    kept.map(|s| s.text.as_str()).collect()
}

fn solved_problem(problem: &Problem) -> Solved {
    let letter = problem.truth.answer.to_string();
    let text = problem
        .options
        .iter()
        .find(|(l, _)| problem.truth.answer == Answer::Choice(*l))
        .map_or("", |(_, text)| text.as_str());
    Solved {
        question: problem.text(),
        answer: format!("The correct answer is {letter} {text}"),
        reason: "The other option adds an event to this one, and so cannot be more probable."
            .to_owned(),
    }
}
