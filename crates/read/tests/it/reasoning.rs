//! Responses with their reasoning in tags. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Reading, Task};

fn reading(task: Task, text: &str, finish: FinishReason) -> Reading {
    read(task, text, &Context::new(&[], finish))
}

fn answer(task: Task, text: &str) -> Answer {
    reading(task, text, FinishReason::Stop).answer
}

#[test]
fn only_what_follows_the_reasoning_decides() {
    for (task, text, expected) in [
        (Task::Choice, "<think>The answer is (b)</think>(a)", Answer::Choice('a')),
        (Task::Choice, "<THINK>\n(b)!\n</Think>\n\n(a)", Answer::Choice('a')),
        (Task::Choice, "<reasoning>The answer is (b).</reasoning> A", Answer::Choice('a')),
        (Task::Choice, "<thinking>I choose (b).</thinking>(a)", Answer::Choice('a')),
        (Task::Choice, "The answer is (b).\n</think>\nSo (a).", Answer::Choice('a')),
        (Task::Choice, "<think>(b)</think>(b)<think>hm</think>(a)", Answer::Choice('a')),
        (Task::Choice, "<think>I choose (b).</think>Hello!", Answer::Unread),
        (Task::Choice, "<think >(b)</think >(a)", Answer::Choice('a')),
        (Task::YesNo, "<think>yes</think>No", Answer::YesNo(false)),
        (Task::YesNo, "<think>I can't tell.</think>Hello", Answer::Unread),
        (Task::Number, "<thinking>The answer is 6.</thinking> 7", Answer::Number(7.into())),
        (Task::YesNo, "<think>Yes.</think>", Answer::Empty),
        (Task::YesNo, "Yes, <thinker>.", Answer::YesNo(true)),
    ] {
        assert_eq!(answer(task, text), expected, "{text}");
    }
}

#[test]
fn a_text_cut_in_its_reasoning_has_no_verdict() {
    for text in ["<think>The answer is (b).", "(b)<think>", "<think>(b)</think>(a)<Reasoning>no"] {
        assert_eq!(answer(Task::Choice, text), Answer::Unread, "{text}");
        let cut = reading(Task::Choice, text, FinishReason::Length);
        assert_eq!(cut.answer, Answer::Truncated, "{text}");
    }
}

#[test]
fn the_span_points_into_the_whole_text() {
    let text = "<think>é (b)</think> So the answer is (a).";
    let span = reading(Task::Choice, text, FinishReason::Stop).span;
    assert_eq!(span.map(|span| &text[span.start..span.end]), Some("answer is (a)"));
}
