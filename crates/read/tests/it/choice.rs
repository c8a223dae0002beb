//! Choices in the words of many kinds of models. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

/// Options of which the shorter comes first: the longer one continues after its words.
fn options() -> [(char, String); 2] {
    [
        ('a', "Mara is a beekeeper.".to_owned()),
        ('b', "Mara is a beekeeper and plays the cello.".to_owned()),
    ]
}

fn choice(text: &str) -> Answer {
    let options = options();
    read(Task::Choice, text, &Context::new(&options, FinishReason::Stop)).answer
}

fn all_read(letter: char, texts: &[&str]) {
    for text in texts {
        assert_eq!(choice(text), Answer::Choice(letter), "{text}");
    }
}

#[test]
fn short_answers() {
    all_read(
        'a',
        &[
            "(a)",
            "(A)",
            "a",
            "A",
            "A.",
            "a)",
            "[a]",
            "**(a)**",
            "**A**",
            "*(a)*",
            "`a`",
            "\"(a)\"",
            "(a).",
            " (a)\n",
            "Option A",
            "Option (a)",
            "option a.",
            "Answer: A",
            "Answer: (a)",
            "**Answer:** (a)",
            "**Answer: (a)**",
            "### Answer\n(a)",
            "Final answer: (a)",
            "Final Answer: **A**",
            "The answer is A.",
            "<answer>a</answer>",
            "<answer>(a)</answer>",
            "{\"answer\": \"a\"}",
            "answer=A",
            r"\boxed{a}",
            r"$\boxed{A}$",
            r"$$\boxed{\text{(a)}}$$",
            r"\(\boxed{\textbf{(A)}}\)",
            r"The final answer is $\boxed{\text{A}}$.",
            "a) Mara is a beekeeper.",
            "A. Mara is a beekeeper",
            "(a) Mara is a beekeeper.",
            "**(a) Mara is a beekeeper.**",
            "Mara is a beekeeper.",
            "mara is a beekeeper",
            "> (a) Mara is a beekeeper.",
            "- (a) Mara is a beekeeper.",
            "（a）",
        ],
    );
    all_read(
        'b',
        &[
            "(b)",
            "B",
            "b)",
            "B)",
            "B: Mara is a beekeeper and plays the cello.",
            "Choice B",
            "It's B.",
            "It is (b).",
            "Mara is a beekeeper and plays the cello.",
            "\"Mara is a beekeeper and plays the cello\"",
            r"\boxed{b}",
            "My answer: b",
            "(b) Mara is a beekeeper and plays the cello",
        ],
    );
}

#[test]
fn announced_verdicts() {
    all_read(
        'a',
        &[
            "The correct answer is (a).",
            "The correct answer is:\n\n(a) Mara is a beekeeper.",
            "The correct answer is option (a), since a conjunction is never more probable.",
            "The right choice here would be (a).",
            "The best answer is therefore option A.",
            "I would choose (a).",
            "I'd choose option (a) over option (b).",
            "I choose: (a)",
            "I would select:\n\n(a) Mara is a beekeeper.",
            "I select option A because it is less specific.",
            "I'd go with (a).",
            "I would go with option A.",
            "I will pick (a).",
            "My choice is (a).",
            "My pick is A.",
            "I would say (a).",
            "I'd lean towards (a).",
            "Therefore, (a) is the correct answer.",
            "(a) is correct.",
            "Option (a) is the answer.",
            "So, A.",
            "Thus, the answer must be (a).",
            "Great question! 😊 Based on what we know, the answer is (a).",
            "The answer is (a), not (b).",
            "The more likely option between (a) and (b) is (a).",
            "The more probable of the two options is (a) Mara is a beekeeper.",
            "Between (a) and (b), the answer is (a).",
            "We should pick the single event, which is (a).",
            "Conclusion: (a)",
            "Symptoms of a brain injury vary, option (a) is more likely.",
            "The answer based on the information given is clearly (a).",
        ],
    );
}

#[test]
fn comparisons() {
    all_read(
        'a',
        &[
            "(a) is more likely.",
            "Option (a) is more probable than option (b).",
            "Option (a) \"Mara is a beekeeper.\" is more likely than option (b).",
            "It is more likely that Mara is a beekeeper.",
            "It's more likely that (a) Mara is a beekeeper rather than (b).",
            "It is more probable that she keeps bees (a) than that she does both (b).",
            "The more likely option is (a).",
            "The more probable scenario is:\n\n(a) Mara is a beekeeper.",
            "A is more likely than B, since B adds a condition.",
            "(a) must be at least as likely, so (a) is more likely.",
            "The probability of (a) is higher than the probability of (b).",
            "(b) is less likely than (a).",
            "(b) cannot be more likely than (a).",
            "(b) adds a detail to (a), making it less likely.",
            "Of the two, (a) seems more plausible.",
            "(b) is a subset of (a). Hence (a) is at least as likely as (b).",
            "**(a)** is more likely, because every (b) is also an (a).",
            "(a) Mara is a beekeeper.\n\nThis option is more likely, as it asks for less.\n\n\
         (b) Mara is a beekeeper and plays the cello.\n\nThis one is less likely.",
        ],
    );
    all_read(
        'b',
        &[
            "(b) is more likely given her love of music.",
            "I would say that option (b) is more likely. Here's why: (a) is too plain.",
            "Given her love of music, it is more likely that Mara is a beekeeper and plays the cello.",
            "I believe (b) is more probable.",
            "(b) fits her better, which makes (b) the more likely option.",
            "(a) is less likely.",
        ],
    );
}

#[test]
fn concessions_are_not_verdicts() {
    all_read(
        'a',
        &[
            "While (b) may seem more likely, the correct answer is (a).",
            "It might seem that (b) is more likely because it fits, but (a) is more likely.",
            "Many people think (b) is more likely. However, (a) is more likely.",
            "(a) is more likely. The conjunction fallacy would be to choose (b).",
            "(a) is more likely. Choosing (b) would be a mistake.",
            "Therefore (a) is more likely. There is no evidence that (b) is more likely.",
            "If she played in an orchestra, (b) would be more likely. The answer is (a).",
            "I choose (a). I avoid the temptation to choose (b) because of its detail.",
            "(a) is more likely. One might be tempted to pick (b).",
            "The answer is (a). For (b) to be true, (a) must be true as well.",
            "The answer is not (b) but (a). The correct answer is (a).",
        ],
    );
}

#[test]
fn the_verdict_may_stand_before_its_reasons() {
    all_read(
        'a',
        &[
            "(a) Mara is a beekeeper.\n\nOption (b) adds a condition to option (a). The probability of \
         two events is never greater than that of one of them.",
            "(a)\n\nExplanation: (b) describes two things, (a) only one.",
            "The correct answer is (a).\n\n(b) is a special case of (a), although it sounds richer.",
            "**Answer: (a)**\n\nWhy: (b) is the conjunction of (a) and a further claim.",
            "Option (a): it only needs one thing to be true, while option (b) needs two.",
        ],
    );
}

#[test]
fn the_last_verdict_of_a_chain_of_thought_counts() {
    all_read(
        'a',
        &[
            "Let's think step by step.\n\n1. (b) fits her hobbies, so (b) looks attractive.\n\
         2. (b) requires (a).\n3. Hence P(b) ≤ P(a).\n\nTherefore, (a) is more likely.",
            "Step 1: Consider (a).\nStep 2: Consider (b).\nStep 3: The answer is (a).",
            "First I thought (b) was more likely. On reflection, I choose (a).",
            "The answer is (b). Wait, that is wrong. The answer is (a).",
            "The answer is (b).\n\nHmm, let me reconsider. (b) requires two things, so (a) is more likely.",
            "I would choose (b). Actually, (a) is more likely.",
            "<think>maybe (b) is more likely</think>\n\nThe answer is (a).",
        ],
    );
    all_read(
        'b',
        &[
            "(a) is possible. (b) is possible, too. So I would select option (b) as more likely.",
            "I choose (a). But wait, the correct answer is actually (b).",
        ],
    );
}

#[test]
fn listing_the_options_is_no_verdict() {
    for text in [
        "Which is more likely?\n(a) Mara is a beekeeper.\n(b) Mara is a beekeeper and plays the cello.",
        "(a) Mara is a beekeeper.\n(b) Mara is a beekeeper and plays the cello.",
        "Please choose (a) or (b).",
        "Is (a) more likely, or (b)?",
        "We have two options, (a) and (b).",
        "Let us compare options A and B.",
        "Select one of the options:\n(a) Mara is a beekeeper.\n(b) Mara is a beekeeper and plays the cello.",
        "P(A and B) <= P(A)",
    ] {
        assert_eq!(choice(text), Answer::Unread, "{text}");
    }
}

#[test]
fn what_is_turned_down_is_not_chosen() {
    for text in [
        "I cannot choose (a).",
        "I would not select (b).",
        "Not (a).",
        "Neither (a) nor (b).",
        "The correct answer is (c) None of the above.",
        "Mara is a beekeeper who sings.",
        "A man came in.",
    ] {
        assert!(!choice(text).is_verdict(), "{text}: {}", choice(text));
    }
}

#[test]
fn refusals_count_only_without_a_verdict() {
    for text in [
        "I cannot answer this question.",
        "I'm sorry, but I can't help with that.",
        "I don't have enough information to determine which is more likely.",
        "There is not enough information to determine which of (a) and (b) is more likely.",
        "I don't feel comfortable speculating about a real person.",
        "I will not speculate about this.",
        "It is impossible to determine which option is more likely.",
        "As an AI language model, I am unable to predict the future.",
        "The likelihood cannot be determined from the text.",
        "I must respectfully decline to choose.",
    ] {
        assert_eq!(choice(text), Answer::Refused, "{text}");
    }
    all_read(
        'a',
        &[
            "There is not enough information to be sure, but I would choose (a).",
            "I cannot be certain. Still, (a) is more likely.",
        ],
    );
}

#[test]
fn endings() {
    let options = options();
    let cut = Context::new(&options, FinishReason::Length);
    let answer = |text: &str| read(Task::Choice, text, &cut).answer;
    assert_eq!(answer("Let us consider the options. First,"), Answer::Truncated);
    assert_eq!(answer("The answer is (a). This is because"), Answer::Choice('a'));
    // Hidden reasoning may use up all tokens.
    assert_eq!(answer(""), Answer::Truncated);
    assert_eq!(answer("<think>(b)</think>\n"), Answer::Truncated);
    assert_eq!(choice(""), Answer::Empty);
    assert_eq!(choice(" \n\t"), Answer::Empty);
    assert_eq!(choice("\u{200b}\u{feff}"), Answer::Empty);
    assert_eq!(choice("I'm happy to help!"), Answer::Unread);
}

#[test]
fn three_options_and_no_options() {
    let three = [('a', "RRG".to_owned()), ('b', "GRRG".to_owned()), ('c', "GGRRG".to_owned())];
    let context = Context::new(&three, FinishReason::Stop);
    let answer = |text: &str| read(Task::Choice, text, &context).answer;
    assert_eq!(answer("I would bet on (c)."), Answer::Choice('c'));
    assert_eq!(answer("GRRG"), Answer::Choice('b'));
    assert_eq!(answer("(b) is less likely."), Answer::Unread);
    let unknown = Context::default();
    assert_eq!(read(Task::Choice, "The answer is (d).", &unknown).answer, Answer::Choice('d'));
}

#[test]
fn the_span_shows_the_verdict() {
    let options = options();
    let context = Context::new(&options, FinishReason::Stop);
    for (text, rule, shown) in [
        ("So the answer is (a).", "answer-is", "answer is (a)"),
        ("I would choose (b), of course.", "chosen", "choose (b)"),
        ("Surely (a) is more likely.", "more-likely", "(a) is more likely"),
        (r"So $\boxed{b}$", "boxed", r"\boxed{b}"),
        ("(a)", "alone-on-line", "(a)"),
    ] {
        let reading = read(Task::Choice, text, &context);
        let span = reading.span.map(|span| &text[span.start..span.end]);
        assert_eq!((reading.rule, span), (rule, Some(shown)), "{text}");
    }
}

/// An answer that names several options chooses none.
#[test]
fn several_letters_are_no_choice() {
    let colours = [('a', "red"), ('b', "blue"), ('c', "green"), ('d', "grey")];
    let options = colours.map(|(letter, text)| (letter, text.to_owned()));
    let read_with =
        |text: &str| read(Task::Choice, text, &Context::new(&options, FinishReason::Stop)).answer;
    for text in [
        "(B) + (C)",
        "Answer: (B) + (C)",
        "The answer is B + C.",
        "B & C",
        "Answer: (B); (C)",
        "The correct answers are (B) plus (C).",
        "I choose (B) as well as (C).",
        "Answer: B/C",
        "Answer: BC",
        "(B) and (C)",
        "Answers: B, C, D",
    ] {
        assert_eq!(read_with(text), Answer::Unread, "{text}");
    }
    for text in ["Answer: B + explanation", "Answer: (B); (C) is wrong.", "(B), plus some reasons."]
    {
        assert_eq!(read_with(text), Answer::Choice('b'), "{text}");
    }
}
