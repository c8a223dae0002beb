//! Tests for letters that name options, for words and numbers, and for the ends of sentences.

use super::*;

fn mentions(text: &str) -> String {
    let context = Context::default();
    lex(text, &context).iter().filter_map(|t| t.mention()).map(|m| m.letter).collect()
}

#[test]
fn letters_that_name_options() {
    for text in [
        "(a)",
        "(A)",
        "a)",
        "A.",
        "A",
        "**a**",
        "Option A",
        "option a is",
        "Answer: A",
        "The answer is A.",
        "I choose A",
        "I would go with A.",
        r"\boxed{a}",
        r"$\boxed{\text{(A)}}$",
        r"\boxed{\textbf{A}}",
        "Therefore, A.",
        "[a]",
        "option(a)",
        "A is more likely",
        "Option a: something",
        "My choice is 'A'",
        "The answer is “A”",
        "\u{1b}[1m(a)\u{1b}[0m",
        "- (a)",
        "> A.",
    ] {
        assert_eq!(mentions(text), "a", "{text}");
    }
}

#[test]
fn letters_that_do_not() {
    for text in [
        "P(a)",
        "a man",
        "A man",
        "Option: a man came",
        "vitamin a",
        "(vitamin a)",
        "x_{a}",
        "The answer is a trick",
        "It is a test.",
        "plan(s)",
        "A: the answer",
        "such as a or an",
        "I select a person",
        "this is a scenario a person faces",
        "(f)",
        "1) 2)",
    ] {
        assert_eq!(mentions(text), "", "{text}");
    }
}

#[test]
fn words_and_numbers() {
    let kinds = |text: &str| -> Vec<Kind> {
        lex(text, &Context::default()).iter().map(|t| t.kind).collect()
    };
    let word = Kind::Word;
    assert_eq!(kinds("isn’t"), [word(Word::Is), word(Word::Not)]);
    assert_eq!(kinds("cannot"), [word(Word::Can), word(Word::Not)]);
    assert_eq!(kinds("I'd"), [word(Word::I), word(Word::Would)]);
    assert_eq!(
        kinds("1,024 2.5 7th"),
        [Kind::Number(Some(1024.into())), Kind::Number(Number::ratio(5, 2)), word(Word::Other)]
    );
    assert_eq!(kinds("Seven."), [Kind::Number(Some(7.into())), Kind::Break(Break::Stop)]);
    assert_eq!(kinds("99999999999999999999"), [Kind::Number(None)]);
    assert_eq!(kinds("\u{1b}[31mno"), [word(Word::No)]);
}

#[test]
fn sentences_end_at_stops_but_not_inside_words() {
    let stops = |text: &str| {
        let tokens = lex(text, &Context::default());
        tokens.iter().filter(|t| matches!(t.kind, Kind::Break(_))).count()
    };
    assert_eq!(stops("One. Two! Three?"), 3);
    assert_eq!(stops("e.g. this, i.e. that at example.org today"), 0);
    assert_eq!(stops("1. First\n2. Second"), 1);
    assert_eq!(stops("It is so.**"), 1);
}
