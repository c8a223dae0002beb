//! Texts that name an answer without giving it: things that nobody does, that would hold otherwise,
//! or that are only popular, wished or reversed. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

fn two() -> Vec<(char, String)> {
    vec![
        ('a', "Mara is a beekeeper.".to_owned()),
        ('b', "Mara is a beekeeper and plays the cello.".to_owned()),
    ]
}

fn choice(text: &str) -> Answer {
    read(Task::Choice, text, &Context::new(&two(), FinishReason::Stop)).answer
}

fn answer(task: Task, text: &str) -> Answer {
    read(task, text, &Context::default()).answer
}

/// The reading is unread, or the meaning of the text.
fn never(task: Task, wrong: Answer, texts: &[&str]) {
    for text in texts {
        let found = if task == Task::Choice { choice(text) } else { answer(task, text) };
        assert_ne!(found, wrong, "{text}");
    }
}

#[test]
fn what_nobody_would_choose_is_not_chosen() {
    never(
        Task::Choice,
        Answer::Choice('b'),
        &[
            "No reasonable person would pick B over A.",
            "No careful reader would choose (b).",
            "No statistician would select option (b) here.",
            "No sane analyst could go with (b).",
        ],
    );
    for text in [
        "No doubt I would pick (b).",
        "No, I would pick (b).",
        "With no further facts I would pick (b).",
    ] {
        assert_eq!(choice(text), Answer::Choice('b'), "{text}");
    }
}

#[test]
fn what_would_be_said_of_another_question_is_no_answer() {
    for text in [
        "Had the question asked for the less likely one, I'd say A. As it stands: B",
        "If the question asked for the less likely one, I'd say A. As it stands: B",
        "Were the question about the less likely one, I would choose A. I choose B.",
    ] {
        assert_eq!(choice(text), Answer::Choice('b'), "{text}");
    }
    never(
        Task::Choice,
        Answer::Choice('a'),
        &["Had it asked for the less likely option, I would pick (a)."],
    );
    for text in ["If I had to choose, I'd say (a).", "If pressed, I'd say (a)."] {
        assert_eq!(choice(text), Answer::Choice('a'), "{text}");
    }
}

#[test]
fn an_option_to_avoid_is_neither_chosen_nor_a_refusal() {
    for text in [
        "The option to avoid: (b)",
        "Option to avoid: (b).",
        "The answer to avoid is (b).",
        "The one to reject: (b)",
    ] {
        let found = choice(text);
        assert!([Answer::Unread, Answer::Choice('a')].contains(&found), "{text}: {found}");
    }
    for text in ["I have to decline.", "I must refuse to answer.", "It is best to abstain."] {
        assert_eq!(choice(text), Answer::Refused, "{text}");
    }
}

#[test]
fn yes_and_no_that_are_spoken_of_are_not_said() {
    for (text, yes) in [
        ("Yes is tempting, no is right.", false),
        ("No is tempting, but yes is the correct answer.", true),
        ("\"Yes\" would be the popular reply; \"no\" is correct.", false),
        ("Yes is right.", true),
        ("No es l\u{f3}gicamente s\u{f3}lido.", false),
        ("Yes is the answer.", true),
        ("The popular answer is yes, the true one no.", false),
        ("The usual answer is no; the right one is yes.", true),
    ] {
        assert_eq!(answer(Task::YesNo, text), Answer::YesNo(yes), "{text}");
    }
    let yes = Answer::YesNo(true);
    never(
        Task::YesNo,
        yes,
        &[
            "The opposite of yes.",
            "The answer is the opposite of yes.",
            "My answer is the reverse of \"yes\".",
            "The answer is anything but 'yes'.",
            "Anything but yes.",
            "The answer is far from yes.",
            "I wish I could say yes. I cannot.",
            "I would love to say yes.",
            "I could say yes.",
            "Only if every premise held would the answer be yes.",
            "Only then would the answer be yes.",
            "Only with another premise would I say yes.",
            "Yes seems tempting.",
            "Yes would be wrong.",
        ],
    );
    for text in ["I have to say yes.", "I would say yes.", "I must say yes."] {
        assert_eq!(answer(Task::YesNo, text), yes, "{text}");
    }
}

#[test]
fn a_denial_of_a_denial_denies_nothing() {
    for text in [
        "It is not the case that it doesn't follow.",
        "It is not true that the conclusion does not follow.",
        "It isn't the case that the argument is not valid.",
        "There is no way that the conclusion does not follow.",
    ] {
        for (task, no) in
            [(Task::YesNo, Answer::YesNo(false)), (Task::Validity, Answer::Valid(false))]
        {
            never(task, no, &[text]);
        }
    }
    for text in [
        "It is not the case that it follows.",
        "It is not the case that the argument is valid.",
        "It is not true that the conclusion follows from the premises.",
    ] {
        assert_eq!(answer(Task::YesNo, text), Answer::YesNo(false), "{text}");
        assert_eq!(answer(Task::Validity, text), Answer::Valid(false), "{text}");
    }
}

#[test]
fn no_less_valid_is_not_invalid() {
    for text in [
        "The argument is no less valid than modus ponens.",
        "No less valid than any textbook case.",
        "It is no less sound than the standard form.",
        "This syllogism is no less correct than Barbara.",
    ] {
        never(Task::YesNo, Answer::YesNo(false), &[text]);
        never(Task::Validity, Answer::Valid(false), &[text]);
    }
}

#[test]
fn a_popular_answer_is_not_the_answer() {
    let number = |n: i64| Answer::Number(n.into());
    for text in [
        "The popular answer is 11, the true one 7.",
        "The common answer is 11, the correct one is 7.",
        "The popular answer is 11. The answer is 7.",
        "The usual answer is 11; the right answer is 7.",
    ] {
        assert_eq!(answer(Task::Number, text), number(7), "{text}");
    }
    never(Task::Number, number(11), &["The popular answer is 11.", "The tempting answer is 11."]);
    for text in [
        "The popular choice is B, the true one A.",
        "The usual answer is (b); the right one is (a).",
    ] {
        assert_eq!(choice(text), Answer::Choice('a'), "{text}");
    }
}

#[test]
fn a_part_of_a_number_is_another_number() {
    never(
        Task::Number,
        Answer::Number(14.into()),
        &[
            "Half of fourteen",
            "Half of 14.",
            "The answer is half of 14.",
            "Twice 14.",
            "Double 14",
            "A third of 14",
            "A quarter of 14 races",
            "14 halved",
            "14 divided by 2",
            "The square root of 14",
            "The answer is twice 14.",
        ],
    );
    for text in ["The answer is 14.", "A total of 14.", "14 races in the first half"] {
        assert_eq!(answer(Task::Number, text), Answer::Number(14.into()), "{text}");
    }
}
