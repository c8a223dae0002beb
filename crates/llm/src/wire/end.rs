//! The ends of answers: the words by which servers report that an answer was broken off. All other
//! words are those of [`FinishReason::from_word`].

use super::Complaint;
use peirast_record::FinishReason;

/// Parts of words for an answer that the server broke off: engines that fail, are shut down or
/// preempted, networks behind a gateway, DeepSeek without resources, Anthropic's pauses, and states
/// of an unfinished answer.
const BROKEN_OFF: [&str; 25] = [
    "error",
    "fail",
    "exception",
    "crash",
    "abort",
    "cancel",
    "interrupt",
    "preempt",
    "shutdown",
    "disconnect",
    "connection",
    "timeout",
    "timedout",
    "timelimit",
    "expired",
    "overload",
    "ratelimit",
    "unavailable",
    "insufficient",
    "incomplete",
    "inprogress",
    "queued",
    "pauseturn",
    "malformedresponse",
    "malformedmodel",
];

/// The reason why an answer ended, from the server's word for it, in any case and with any
/// separators. An unknown word sounds neither like a limit nor like an error, and counts as an end
/// of the model's own; the body is stored as it came.
///
/// # Errors
/// The answer was broken off; the part that came is not the model's answer.
pub(super) fn finish(word: &str) -> Result<FinishReason, Complaint> {
    if let Some(known) = FinishReason::from_word(word) {
        return Ok(known);
    }
    let letters = word.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    match BROKEN_OFF.iter().any(|part| letters.contains(part)) {
        true => Err(Complaint::unfinished(word)),
        false => Ok(FinishReason::Other),
    }
}

/// Like [`finish`], for formats that always have a word: without one the answer was not finished.
pub(super) fn stated(word: Option<&str>, member: &str) -> Result<FinishReason, Complaint> {
    match word {
        None | Some("") => Err(Complaint::unfinished(&format!("no {member}"))),
        Some(word) => finish(word),
    }
}

/// Like [`finish`], for formats that may have no word.
pub(super) fn optional(word: Option<&str>) -> Result<FinishReason, Complaint> {
    word.map_or(Ok(FinishReason::Other), finish)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_the_same_in_every_spelling() {
        for (words, meant) in [
            (["stop", "STOP", "end_turn", "EndTurn"], FinishReason::Stop),
            (["length", "MAX_TOKENS", "max_output_tokens", "maxTokens"], FinishReason::Length),
            (
                ["content_filter", "SAFETY", "contentFiltered", "ERROR_TOXIC"],
                FinishReason::ContentFilter,
            ),
            (
                ["tool_calls", "OTHER", "of_tomorrow", "MALFORMED_FUNCTION_CALL"],
                FinishReason::Other,
            ),
        ] {
            for word in words {
                assert_eq!(finish(word), Ok(meant), "{word}");
            }
        }
    }

    #[test]
    fn a_word_of_trouble_is_no_end() {
        for word in [
            "error",
            "ERROR",
            "server_error",
            "engine_overloaded",
            "incomplete",
            "in_progress",
            "Cancelled",
            "abort_by_server",
            "TIMEOUT",
            "insufficient_system_resource",
            "pause_turn",
            "malformed_model_output",
        ] {
            let complaint = finish(word).expect_err(word);
            assert_eq!((complaint.status, complaint.code.as_deref()), (Some(503), Some(word)));
        }
    }

    #[test]
    fn silence_is_an_end_only_where_the_format_has_no_word() {
        for silent in [None, Some("")] {
            let complaint = stated(silent, "stop_reason").expect_err("no end");
            assert!(complaint.message.contains("(no stop_reason)"), "{complaint:?}");
        }
        assert_eq!(stated(Some("end_turn"), "stop_reason"), Ok(FinishReason::Stop));
    }
}
