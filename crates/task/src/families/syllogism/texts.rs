//! The wording around syllogisms, after Jiang et al. (2024), appendix B.
//!
//! The balanced profile corrects confounds of the published texts: the weak hint does not call the
//! syllogism a Linda problem, and all families use the same words for step-by-step thinking.

use crate::families::texts::{Phrasing, Reply, STEP_BY_STEP, Wording, task_sentence};
use peirast_record::Answer;

/// The texts of questions for every kind of syllogism.
pub(in crate::families) const PHRASING: Phrasing = Phrasing {
    task: task_sentence,
    weak_hint: Wording::new(WEAK_SYLLOGISM).as_published(WEAK_SYLLOGISM_PUBLISHED),
    strong_hint: Wording::new(STRONG_SYLLOGISM),
    // Sic, as published.
    steps: STEP_BY_STEP.as_published("Access step by step."),
};

const WEAK_SYLLOGISM_PUBLISHED: &str = "Please be aware that this is a Linda Problem designed to \
explore the concept of the syllogistic fallacy.";

const WEAK_SYLLOGISM: &str = "Please be aware that this is a problem designed to explore the \
concept of the syllogistic fallacy.";

const STRONG_SYLLOGISM: &str = "Please aware that this is a Syllogistic Fallacy Problem. This \
type of reasoning is known as a syllogism. Pay close attention to quantifiers such as 'All', \
'Some', 'No', or similar terms. These terms help define the distribution of properties or \
elements within the given groups or categories in the premises. Next, assess whether the \
attribute ascribed in the conclusion necessarily follows from the attributes described in the \
premises. Consider if the subset described in the second premise encompasses or overlaps with \
the elements in the first premise that are carried into the conclusion. A common pitfall in \
syllogistic reasoning is the erroneous assumption that a characteristic of a subset of a group \
(from the premises) applies to another subset of the same or different group (in the \
conclusion), without explicit justification. Ignore the background information about the \
objects and focus on the logical structure of the argument.";

/// Returns ways to say yes or no.
pub(in crate::families) fn replies(reply: &Reply<'_>) -> Vec<String> {
    let Answer::YesNo(yes) = reply.answer else { return reply.plain() };
    let verdict = if yes { "Yes" } else { "No" };
    if reply.cot {
        let follows = if yes { "follows" } else { "does not follow" };
        return vec![
            format!(
                "The first premise is about all of one group, the second about part of another. The \
                 conclusion {follows} from them. The answer is '{verdict}'."
            ),
            format!("{verdict}. Step by step, the conclusion {follows} from the premises."),
        ];
    }
    let follows = if yes { "follows" } else { "does not follow" };
    vec![
        format!("{verdict}."),
        format!("{verdict}, the conclusion {follows}."),
        format!("The answer is '{verdict}'."),
    ]
}
