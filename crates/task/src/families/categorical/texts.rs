//! The wording around categorical syllogisms.

use crate::families::texts::Reply;
use peirast_record::{Answer, Origin, Publication, publication};

const EVANS: Publication = Publication {
    reference: "Evans, J. St. B. T., Barston, J. L., and Pollard, P. (1983). On the conflict between logic and belief in \
                syllogistic reasoning. Memory & Cognition 11:295-306.",
    citation: "Evans, Barston and Pollard, 1983",
};

pub(super) const ORIGINS: &[Origin] = &[
    Origin {
        sentence: "Validity and believability of conclusions are distinguished ({}).",
        cites: &[EVANS],
        variants: "",
    },
    Origin {
        sentence: "Forms, labels, premise orders and strategies are those of the benchmark \"Logic in LLMs\" ({}).",
        cites: &[publication::PODDAR],
        variants: "benchmark",
    },
];

/// Returns ways to call a syllogism correct or incorrect.
pub(super) fn replies(reply: &Reply<'_>) -> Vec<String> {
    let Answer::Valid(valid) = reply.answer else { return reply.plain() };
    let (verdict, opening) =
        if valid { ("correct", "Correct") } else { ("incorrect", "Incorrect") };
    if reply.cot {
        let follows = if valid { "follows" } else { "does not follow" };
        return vec![
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
        ];
    }
    vec![
        verdict.to_owned(),
        format!("{opening}."),
        format!("**{opening}**"),
        format!("The syllogism is {verdict}."),
    ]
}
