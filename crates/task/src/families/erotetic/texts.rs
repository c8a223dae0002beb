//! The wording around problems of the theory.

use crate::families::texts::{Phrasing, Reply, STEP_BY_STEP, Wording, task_sentence};
use crate::families::{conjunction, syllogism};
use peirast_record::{Answer, Origin, Publication};

pub(super) const PHRASING: Phrasing = Phrasing {
    task: task_sentence,
    weak_hint: Wording::new(WEAK_INFERENCE),
    strong_hint: Wording::new(STRONG_INFERENCE),
    steps: STEP_BY_STEP,
};

const WEAK_INFERENCE: &str = "Please be aware that this is a problem designed to explore illusory \
inferences, which seem to follow from their premises and do not.";

const STRONG_INFERENCE: &str = "Please be aware that this is a problem designed to explore illusory \
inferences, which seem to follow from their premises and do not. They tempt whoever takes a premise \
with several alternatives for a question and the next premise for its answer: what agrees with one \
alternative better than with the others does not thereby show that this alternative is the case. \
Before you conclude, look for a state of affairs in which all premises are true and your conclusion \
is false. If there is one, the conclusion does not follow.";

const KORALUS: Publication = Publication {
    reference: "Koralus, P. (2022). Reason and Inquiry: The Erotetic Theory. Oxford University Press.",
    citation: "Koralus, 2022",
};

const RICHARDSON: Publication = Publication {
    reference: "Richardson, A. K., Kearns, R. O., Moss, S., Wang-Mascianica, V., and Koralus, P. (2025). \
                Theory-grounded evaluation of human-like fallacy patterns in LLM reasoning. arXiv:2506.11128.",
    citation: "Richardson et al., 2025",
};

pub(super) const ORIGINS: &[Origin] = &[Origin {
    sentence: "The Erotetic Theory of Reasoning predicts the conclusions that people draw ({}); \
               such problems were first put to language models by {}.",
    cites: &[KORALUS, RICHARDSON],
    variants: "",
}];

/// Returns ways to answer a closed question; an open one is answered by a view (`conclude`).
pub(super) fn replies(reply: &Reply<'_>) -> Vec<String> {
    match reply.answer {
        Answer::Choice(_) => conjunction::replies(reply),
        Answer::YesNo(_) => syllogism::replies(reply),
        _ => reply.plain(),
    }
}
