//! Options that are rejected, contrasted with another, or taken back. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

fn two() -> Vec<(char, String)> {
    vec![
        ('a', "Mara is a beekeeper.".to_owned()),
        ('b', "Mara is a beekeeper and plays the cello.".to_owned()),
    ]
}

fn three() -> Vec<(char, String)> {
    [two(), vec![('c', "Mara is a cellist.".to_owned())]].concat()
}

fn choice(options: &[(char, String)], text: &str) -> Answer {
    read(Task::Choice, text, &Context::new(options, FinishReason::Stop)).answer
}

fn all_read(letter: char, texts: &[&str]) {
    for text in texts {
        assert_eq!(choice(&two(), text), Answer::Choice(letter), "{text}");
    }
}

#[test]
fn of_two_options_the_one_not_turned_down_is_left() {
    let to_b = [
        "(a) is wrong.",
        "Option (a) is not correct.",
        "I rule out (a).",
        "(a) can be ruled out.",
        "We can eliminate (a).",
        "The answer is anything but (a).",
        "The answer is not (a).",
        "It isn't (a).",
        "(a) is clearly incorrect.",
        "(a) can't be right.",
        "I don't think (a) is correct.",
        "I don't think the answer is (a).",
        "(a) is out.",
        "(a) is a trap.",
    ];
    let to_a = [
        "There is no way the answer is (b).",
        "There's no chance that (b) is correct.",
        "Answer (b) is incorrect.",
        "(b) is not the right answer.",
        "I reject (b).",
    ];
    all_read('b', &to_b);
    all_read('a', &to_a);
    for text in to_a.iter().chain(&to_b) {
        assert_eq!(choice(&three(), text), Answer::Unread, "{text}");
    }
}

#[test]
fn what_does_not_turn_an_option_down() {
    for text in [
        "I cannot rule out (a).",
        "If (a) is wrong, we need another argument.",
        "(a) is wrong and (b) is wrong.",
        "(a) is incorrect. (b) is incorrect.",
        "Some may say that (a) is wrong.",
        "I don't think (a) is wrong.",
        "There is no way (a) is wrong.",
        "Avoid (a).",
        "It is tempting to say (a).",
        "The answer is (a)... just kidding.",
    ] {
        assert_eq!(choice(&two(), text), Answer::Unread, "{text}");
    }
    all_read('b', &["There is no doubt the answer is (b).", "No, the answer is (b)."]);
}

#[test]
fn one_option_is_set_against_the_other() {
    all_read(
        'a',
        &[
            "It's not (b), it's (a).",
            "The answer isn't (b) but (a).",
            "The answer is not (b), but rather option (a).",
            "The correct answer is (b)? No. It is (a).",
            "I cannot choose (b), since (a) is more general.",
            "I would not select (b); (a) instead.",
            "Final answer: (b) is wrong, (a) is right.",
            "(b) is more likely at first glance. However, by the conjunction rule (a) is.",
        ],
    );
    all_read(
        'b',
        &[
            "Final answer: (a) is wrong, (b) is right.",
            "I would not select (a); (b) instead.",
            "Not (a) but (b).",
        ],
    );
    assert_eq!(choice(&three(), "The answer isn't (b) but (a)."), Answer::Choice('a'));
    for text in ["I cannot choose (b), since (a) is also possible.", "It's neither (a) nor (b)."] {
        assert!(!choice(&two(), text).is_verdict(), "{text}");
    }
}

#[test]
fn what_is_granted_and_taken_back_is_not_chosen() {
    for text in [
        "One might think (b) is the correct answer, but that is wrong.",
        "(b) seems more likely, but it isn't.",
        "(b) looks like the correct answer, but it's not.",
        "(b) is more likely on the surface, but that's not true.",
        "Some would argue that the answer is (b), but that is a mistake.",
        "The correct answer is (a)... just kidding, (b).",
        "The answer is (a), no wait, (b).",
    ] {
        let (granted, left) = if text.contains("(a)") { ('a', 'b') } else { ('b', 'a') };
        let answer = choice(&two(), text);
        assert!([Answer::Unread, Answer::Choice(left)].contains(&answer), "{text}: {answer}");
        assert_ne!(choice(&three(), text), Answer::Choice(granted), "{text}");
    }
}

#[test]
fn the_option_after_a_correction_counts() {
    all_read(
        'a',
        &[
            "(b)... no, (a).",
            "(b). Wait, no: (a).",
            "(b) — scratch that, (a).",
            "The answer is (b). No, (a).",
            "The answer is (b). Just kidding! (a).",
            "It's (b), or rather (a).",
        ],
    );
}

#[test]
fn options_are_ordered_by_signs() {
    all_read(
        'a',
        &[
            "(b) < (a)",
            "P(b) < P(a)",
            "P(b) ≤ P(a)",
            "Pr(b) <= Pr(a).",
            r"$P(b) \leq P(a)$",
            "P(a) >= P(b), so a.",
            "P(a) > P(b)",
            "(a) > (b)",
        ],
    );
    for text in ["P(A and B) <= P(A)", "P(B) < P(A)", "If P(b) < P(a), ...", "P(a)", "P(b) = P(a)"]
    {
        assert_eq!(choice(&two(), text), Answer::Unread, "{text}");
    }
    assert_eq!(choice(&three(), "P(b) < P(a)"), Answer::Unread);
}

#[test]
fn options_are_named_by_their_place() {
    all_read(
        'a',
        &["The first one is more likely.", "The first option.", "The answer is the first option."],
    );
    all_read('b', &["The second statement is more probable.", "I'd choose the second one."]);
    for text in ["The first one is not more likely.", "First, we look closer.", "The first event."]
    {
        assert_ne!(choice(&two(), text), Answer::Choice('a'), "{text}");
    }
}

#[test]
fn an_upper_case_box_is_a_box() {
    all_read('a', &[r"\boxed{A}", r"So \boxed{a}."]);
    all_read('b', &[r"\boxed{B}", r"$\boxed{B}$", r"(a) sounds fine. \boxed{B}"]);
}

#[test]
fn calling_the_options_equal_is_an_answer_but_no_choice() {
    for text in [
        "Both are equally likely.",
        "Both options are equally likely.",
        "Neither (a) nor (b) is more likely; they are equal.",
        "Neither option is more likely than the other.",
        "(a) and (b) have the same probability.",
        "(b) adds a detail and is less likely. Still, I would say that (a) and (b) are equally likely.",
        "The correct answer is (c) Neither (a) nor (b).",
    ] {
        assert_eq!(choice(&two(), text), Answer::Unread, "{text}");
    }
}

#[test]
fn what_others_say_or_what_nothing_shows_is_no_verdict() {
    for text in [
        "The model claims that the answer is (a). This is incorrect.",
        "There's no evidence that the answer is (b).",
        "A common misconception is that the answer is (b).",
        "Kahneman's subjects chose (b).",
        "In the study, 85% of people chose (b).",
        "You'd be committing the conjunction fallacy by choosing (b).",
        "The answer is (a). Hmm, that can't be right.",
        "The answer is (a) and/or (b).",
        "(a) -> (b)",
        "I doubt that (b) is right.",
        "I almost chose (b).",
        "(a) is false, so is (b).",
    ] {
        assert_eq!(choice(&two(), text), Answer::Unread, "{text}");
    }
    let text = "There is no doubt that the answer is (b).";
    assert_eq!(choice(&two(), text), Answer::Choice('b'));
}

#[test]
fn what_is_turned_down_is_not_read_as_chosen() {
    for text in [
        "Nobody would choose (b).",
        "No one should pick (b).",
        "Only a fool would choose (b).",
        "(b) is far from correct.",
        "(b) is by no means the answer.",
        "(b) is no longer the answer.",
        "(b) is anything but right.",
        "I'd bet against (b).",
        "I vote against (b).",
        "I pick (b) as the worst.",
        "I rate A above (b).",
        "I like A more than (b).",
        "A beats (b).",
        "B loses to A.",
        "The answer is (b) if we ignore the second sentence.",
        "Don't choose (b).",
        "Only (b) is out of the question.",
        "Only (b) is ruled out.",
        "You might think (b) is right. It isn't.",
        "The correct answer, my colleague says, is (b).",
        "The answer, he insists, is (b), but he is wrong.",
        "The answer, some claim, is (b). I do not share that view.",
    ] {
        let read = choice(&two(), text);
        assert!(read != Answer::Choice('b') && read != Answer::Refused, "{text}: {read:?}");
    }
    for text in [
        "(b) is by far the best answer.",
        "No doubt (b) is the answer.",
        "I'd bet on (b).",
        "The answer, I think, is (b).",
    ] {
        assert_eq!(choice(&two(), text), Answer::Choice('b'), "{text}");
    }
}

#[test]
fn an_answer_that_was_doubted_when_it_was_cut_off_is_truncated() {
    let options = two();
    let context = Context::new(&options, FinishReason::Length);
    for text in ["The answer is (a), no wait, let me think about this", "The answer is (a) or"] {
        assert_eq!(read(Task::Choice, text, &context).answer, Answer::Truncated, "{text}");
    }
    let text = "The answer is (a), since the other adds";
    assert_eq!(read(Task::Choice, text, &context).answer, Answer::Choice('a'));
}

/// Readings of a text that names (b) and does not mean it.
fn never_b(texts: &[&str]) {
    for text in texts {
        assert_ne!(choice(&two(), text), Answer::Choice('b'), "{text}");
        assert!(!matches!(choice(&three(), text), Answer::Choice('b' | 'c')), "{text}");
    }
}

#[test]
fn an_option_under_a_heading_that_turns_it_down_is_not_read() {
    never_b(&[
        "Wrong option: (b)",
        "Incorrect answer: B",
        "Ruled out: (b)",
        "Eliminated: (b)",
        "Options eliminated: (b)",
        "Excluded answer: (b)",
        "Rejected: (b)",
        "Not chosen: (b)",
        "Not the answer: (b)",
        "The option to avoid: (b)",
        "To be avoided: (b)",
        "Crossed out: (b)",
        "Distractor: (b)",
        "Worse option: (b)",
        "Second best: (b)",
        "The unlikely one: (b)",
        "**Wrong option:** (b) Mara is a beekeeper and plays the cello.",
    ]);
    all_read(
        'b',
        &[
            "Right option: (b)",
            "Not wrong: (b)",
            "Non : (b).",
            "Chosen: (b)",
            "Best option: (b)",
            "After eliminating the other: (b)",
            "Wrong option: (a)\nRight option: (b)",
            "Right option: (b)\nRuled out: (a)",
        ],
    );
}

#[test]
fn a_question_for_the_wrong_option_is_answered_by_it() {
    let options = three();
    let context = Context::new(&options, FinishReason::Stop);
    let text = "Incorrect option: (b)";
    let asked = context.asked("Mara keeps bees. Which option is incorrect?");
    assert_eq!(read(Task::Choice, text, &asked).answer, Answer::Choice('b'));
    let asked = context.asked("Mara is not shy. Which option is correct?");
    assert_eq!(read(Task::Choice, text, &asked).answer, Answer::Unread);
}

#[test]
fn an_option_that_trails_another_is_not_read() {
    never_b(&[
        "(b) trails (a).",
        "(b) lags behind (a).",
        "(b) falls behind (a).",
        "(b) comes second to (a).",
        "(b) ranks below (a).",
        "(b) loses to (a).",
        "(b) yields to (a).",
    ]);
}

#[test]
fn a_claim_that_the_sentence_denies_is_not_read() {
    never_b(&[
        "The statement that (b) is more likely is incorrect.",
        "The view that (b) is more likely is wrong.",
        "The idea that (b) is more probable is mistaken.",
        "The belief that (b) is more likely does not hold.",
        "The claim that (b) is the right answer is false.",
        "The intuition that (b) is more likely fails.",
    ]);
    all_read(
        'a',
        &[
            "It is clear that (a) is more likely.",
            "The fact that (b) adds a detail means that (a) is more likely.",
            "(a) is not only possible but more likely than (b).",
            "(a) is not only simpler, it is more likely than (b).",
        ],
    );
}
