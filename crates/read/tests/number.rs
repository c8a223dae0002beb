//! Numbers in the words of many kinds of models. All texts are made up.

use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Task};

fn number(text: &str) -> Answer {
    read(Task::Number, text, &Context::new(&[], FinishReason::Stop)).answer
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("7", 7),
        ("7.", 7),
        ("**7**", 7),
        ("Seven", 7),
        ("7 races", 7),
        ("1,024", 1024),
        (r"\boxed{12}", 12),
        (r"The answer is $\boxed{12}$.", 12),
        ("The answer is 7.", 7),
        ("Answer: seven", 7),
        ("Final answer: **8 heats**", 8),
        ("The minimum number of heats is 7.", 7),
        ("The minimum number of heats needed to find the fastest 3 camels out of 25 is 7.", 7),
        ("You need 7 heats to find the fastest 3 camels among 25.", 7),
        ("You need at least seven heats.", 7),
        ("It takes a total of 11 heats.", 11),
        ("In total, 7 heats are needed to find the fastest 3 camels.", 7),
        ("Therefore, 5 + 1 + 1 = 7 heats are needed.", 7),
        ("First 5 heats of 5 camels.\nThen 1 heat.\nThen 1 heat.\n\nTotal = 5 + 1 + 1 = 7", 7),
        ("Step 1: 5 heats.\nStep 2: 1 heat.\nStep 3: 1 heat.\n\nSo you need 7 heats in total.", 7),
        (
            "The total number of heats is:\n- 5 heats (step 1)\n- 2 heats (step 2)\n\nIn total, you \
          need 7 heats.",
            7,
        ),
        ("The answer is 6. Wait, let me reconsider. The answer is 7.", 7),
        ("The answer is twenty.", 20),
    ] {
        assert_eq!(number(text), Answer::Number(expected), "{text}");
    }
}

#[test]
fn no_numbers() {
    for text in ["How many heats do you need?", "Let us begin.", "3.5 and 4 and 5"] {
        assert_eq!(number(text), Answer::Unread, "{text}");
    }
    assert_eq!(number("I cannot answer that."), Answer::Refused);
    assert_eq!(number(""), Answer::Empty);
    assert_eq!(number("The answer is 99999999999999999999999."), Answer::Unread);
}
