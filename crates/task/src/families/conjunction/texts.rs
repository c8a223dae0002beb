//! The wording around conjunction problems, after Jiang et al. (2024), appendix B.

use crate::families::texts::{Phrasing, Reply, STEP_BY_STEP, Wording, task_sentence};
use peirast_record::{Answer, Origin, Publication, publication};

pub(super) const PHRASING: Phrasing = Phrasing {
    task: task_sentence,
    weak_hint: Wording::new(WEAK_CONJUNCTION),
    strong_hint: Wording::new(STRONG_CONJUNCTION),
    steps: STEP_BY_STEP,
};

const WEAK_CONJUNCTION: &str = "Please be aware that this is a Linda Problem designed to explore \
the concept of the conjunction fallacy.";

const STRONG_CONJUNCTION: &str = "Please aware that this is a Linda Problem designed to explore \
the concept of the conjunction fallacy. The conjunction fallacy occurs when individuals \
incorrectly judge the conjunction of two events as more probable than one of the events alone. \
For instance, many might believe that Linda, who is described as a bright, single woman deeply \
concerned with discrimination and social justice, is more likely to be both a bank teller and \
active in the feminist movement than just a bank teller. This judgment violates the basic \
probability rule: the probability of a conjunction, P(A and B), is always less than or equal to \
the probabilities of its constituents, P(A) or P(B). This error often stems from the \
representativeness heuristic, where people estimate the likelihood of an event by how closely it \
matches their mental prototype. To correctly solve problems like this, you must adopt \
probabilistic thinking: abstract the problem from its narrative context and focus solely on the \
probabilistic models. Ignore all extraneous background information and consistently choose the \
option involving a single event as it statistically holds a higher likelihood than the \
conjunction of multiple events.";

const TVERSKY_KAHNEMAN: Publication = Publication {
    reference: "Tversky, A., and Kahneman, D. (1983). Extensional versus intuitive reasoning: the conjunction fallacy in \
                probability judgment. Psychological Review 90:293-315.",
    citation: "Tversky and Kahneman, 1983",
};

pub(super) const ORIGINS: &[Origin] = &[Origin {
    sentence: "Conjunction problems, of which a conjunction is never the likelier event ({}), have the variants of \
               the study on token bias ({}).",
    cites: &[TVERSKY_KAHNEMAN, publication::JIANG],
    variants: "",
}];

/// Returns ways to choose an option.
pub(in crate::families) fn replies(reply: &Reply<'_>) -> Vec<String> {
    let Answer::Choice(l) = reply.answer else { return reply.plain() };
    let option = reply.option(l);
    match reply.cot {
        false => vec![
            format!("({l}) {option}"),
            format!("The correct answer is ({l})."),
            format!("**({l})** {option}"),
        ],
        true => vec![
            format!(
                "Both options describe the same event, (a) and (b) differ in what they add to it. \
                 Weighing the two, the more probable option is ({l}). {option}"
            ),
            format!(
                "Let us compare option (a) with option (b) step by step.\n\n1. One of them says \
                 more than the other.\n2. That has to be weighed.\n\nTherefore, the correct answer \
                 is ({l})."
            ),
        ],
    }
}
