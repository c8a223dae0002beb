//! Publications and sentences that several families share.

use peirast_record::{Origin, publication};

/// The study on token bias, from which problems and hypotheses are taken.
pub const TOKEN_BIAS: Origin = Origin {
    sentence: "Problems and hypotheses follow the study on token bias ({}).",
    cites: &[publication::JIANG],
    variants: "",
};
