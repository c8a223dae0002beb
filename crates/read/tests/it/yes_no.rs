//! Yes and no in the words of many kinds of models. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

fn yes_no(text: &str) -> Answer {
    read(Task::YesNo, text, &Context::new(&[], FinishReason::Stop)).answer
}

fn all_read(yes: bool, texts: &[&str]) {
    for text in texts {
        assert_eq!(yes_no(text), Answer::YesNo(yes), "{text}");
    }
}

#[test]
fn no() {
    all_read(
        false,
        &[
            "No",
            "no.",
            "NO!",
            "**No**",
            "'No'",
            "No, this is not logically sound.",
            "No. The conclusion does not follow.",
            "No - the middle term is not distributed.",
            "Answer: No",
            "**Answer:** No",
            "Final answer: **No**",
            "The answer is No.",
            "The answer is 'No'.",
            "Therefore, the answer is \"No\".",
            "So the correct answer is: no",
            "The answer to whether this is sound is No.",
            r"\boxed{\text{No}}",
            "<answer>No</answer>",
            "{\"answer\": \"no\"}",
            "I would say no.",
            "The argument is not valid.",
            "The argument isn't logically sound.",
            "This reasoning is logically unsound.",
            "This is a fallacious argument. The argument is invalid.",
            "The conclusion does not necessarily follow from the premises.",
            "The conclusion doesn't follow.",
            "It does not logically follow that some geese swim.",
            "In conclusion, the syllogism is not logically sound.",
            "The argument commits the fallacy of the undistributed middle.",
            "We cannot conclude that some mugs are blue.",
            "Therefore, no, it is not sound.",
            "So no, this does not follow.",
            "1. All geese are birds. -> Yes\n2. Some birds swim. -> Yes\n3. So some geese swim. -> No",
            "Great question! 😊 The argument you presented is not logically valid.",
            "To determine whether the argument is sound, look at the terms. The answer is no.",
            "Conclusion: No",
            "No, the argument is not sound. To make the argument sound, a premise is missing.",
            "No\u{fe0f}",
        ],
    );
}

#[test]
fn yes() {
    all_read(
        true,
        &[
            "Yes",
            "Yes.",
            "yes",
            "**Yes**, this is logically sound.",
            "Yes, it follows. There are no gaps in the reasoning.",
            "Answer: Yes",
            "The answer is Yes.",
            "The argument is logically sound.",
            "This is a valid argument: the conclusion logically follows.",
            "Therefore, the conclusion is logically sound.",
            "There is no doubt that the argument is valid.",
            "The conclusion follows logically from the premises.",
            "No doubt about it: the argument is sound.",
            "There is no reason to object. The answer is yes.",
            "The argument is not invalid.",
            "Yes, the syllogism is valid. If it had no middle term, it would be invalid.",
            "The premises are not doubtful. Yes, the argument is sound.",
        ],
    );
}

#[test]
fn a_later_verdict_takes_back_the_opening() {
    all_read(
        false,
        &[
            "Yes, let's go through it step by step. The middle term is not distributed. Therefore, \
         the answer is No.",
            "Yes, I will assess it. The conclusion does not follow. So the argument is not sound.",
            "Yes. However, on closer reading the answer is no.",
            "Yes. Wait, no. The argument is not valid.",
            "Yes, the argument is valid. Hmm, let me reconsider. The conclusion does not follow.",
        ],
    );
    all_read(true, &["No. Actually, wait, the answer is yes."]);
}

#[test]
fn neither() {
    for text in [
        "Please answer with 'Yes' or 'No'.",
        "Is the argument logically sound?",
        "There is no middle term.",
        "I know nothing about geese.",
        "To determine if the argument is logically sound, we look at the terms.",
        "yes/no",
        "The premises are valid.",
    ] {
        assert_eq!(yes_no(text), Answer::Unread, "{text}");
    }
    assert_eq!(yes_no("I cannot answer this question."), Answer::Refused);
    assert_eq!(yes_no("\u{0}"), Answer::Empty);
    let cut = Context::new(&[], FinishReason::Length);
    assert_eq!(read(Task::YesNo, "Let us see whether", &cut).answer, Answer::Truncated);
}

#[test]
fn what_a_filter_withholds_is_refused() {
    let withheld = Context::new(&[], FinishReason::ContentFilter);
    for text in ["", "  ", "Let us see whether", "<think>Hm"] {
        let reading = read(Task::YesNo, text, &withheld);
        assert_eq!((reading.answer, reading.rule), (Answer::Refused, "withheld"), "{text}");
    }
    assert_eq!(read(Task::YesNo, "Yes, it is sound.", &withheld).answer, Answer::YesNo(true));
}

#[test]
fn negated_verdicts() {
    all_read(
        false,
        &[
            "I don't think this is logically sound.",
            "I do not believe this is logically sound.",
            "I wouldn't say this is logically sound.",
            "I would not call this argument valid.",
            "I don't find the reasoning to be sound.",
            "We can't say that it is a valid argument, because the conclusion does not follow.",
            "The argument is neither valid nor sound.",
            "It is neither sound nor valid.",
            "Yes, this is logically unsound.",
            "Yes, this is not logically sound.",
            "There is no way this argument is valid.",
            "In no way is the argument sound.",
            "It is false that the argument is sound.",
            "This is anything but sound.",
            "It is far from sound.",
        ],
    );
    all_read(
        true,
        &[
            "I don't think this is unsound.",
            "I do think the argument is valid.",
            "There is no doubt that this argument is sound.",
            "I wouldn't say this is invalid.",
            "This is not only valid but also sound.",
        ],
    );
}

#[test]
fn bare_verdicts() {
    all_read(
        false,
        &[
            "Unsound.",
            "Logically unsound",
            "Not sound.",
            "Invalid",
            "False",
            "**False.**",
            "Answer: False",
        ],
    );
    all_read(true, &["Sound.", "Logically valid.", "True", "True.", "Answer: True"]);
}

#[test]
fn conclusions_that_follow() {
    all_read(
        true,
        &[
            "The conclusion follows.",
            "The premises guarantee the conclusion.",
            "So the premises entail the conclusion.",
        ],
    );
    all_read(
        false,
        &["The conclusion never follows.", "The premises do not guarantee the conclusion."],
    );
    for text in [
        "A valid argument is one whose premises guarantee the conclusion.",
        "We ask whether the conclusion follows.",
        "If the premises guarantee the conclusion, all is well.",
    ] {
        assert_eq!(yes_no(text), Answer::Unread, "{text}");
    }
}

#[test]
fn what_cannot_be_said_is_not_denied() {
    for text in [
        "I'm unable to say that the argument is sound.",
        "I cannot say that the argument is sound.",
        "It is not clear that the argument is sound.",
        "I'm not sure this is sound.",
        "I don't see how this argument is sound.",
        "There is no evidence that the argument is sound.",
        "I refuse to say that it is sound.",
        "I doubt neither premise.",
    ] {
        assert!(!yes_no(text).is_verdict(), "{text}: {}", yes_no(text));
    }
    assert_eq!(yes_no("I'm unable to say that the argument is sound."), Answer::Unread);
}

#[test]
fn the_later_word_of_a_correction_counts() {
    all_read(
        true,
        &[
            "No, wait. Yes.",
            "No, wait, yes.",
            "No. Scratch that. Yes.",
            "No... hold on, yes.",
            "I'd say no, but on reflection yes.",
        ],
    );
    all_read(
        false,
        &[
            "Yes... actually no.",
            "Yes, wait: no.",
            "Yes — hmm, no.",
            "Yes. Actually, no.",
            "Yes, or rather, no.",
            "The answer is yes... wait, no.",
        ],
    );
    for text in ["Yes and no.", "No and yes.", "Yes and no, it depends."] {
        assert_eq!(yes_no(text), Answer::Unread, "{text}");
    }
}

#[test]
fn what_is_only_supposed_is_not_said() {
    for (text, wrong) in [
        ("Were it sound, I'd say yes. It isn't.", true),
        ("Had it a middle term, the answer would be yes.", true),
        ("I'd say yes if the middle term were distributed.", true),
        ("No, there is nothing wrong with it: it is logically sound.", false),
        ("No, it has no flaw; the argument is valid.", false),
    ] {
        assert_ne!(yes_no(text), Answer::YesNo(wrong), "{text}");
    }
}
