//! Hostile answers: they are read or left unread, in little time, and without a panic.

use peirast_words::{FEWEST, MOST_BYTES, MOST_NAMES, Theme};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// The time limit for a megabyte: far above the time on a busy machine, far below the time of a
/// quadratic step.
const ALLOWED: Duration = Duration::from_secs(60);

#[test]
fn a_megabyte_takes_little_time() {
    let vocabulary = crate::support::vocabulary();
    for unit in [
        "Answer: the ace is red. ",
        "Answer: ",
        "Answer:\n",
        "the ace is red and ",
        "Answer: the ace is red and ",
        "either ",
        "((((((((",
        "Answer: (",
        "if the ace is red then ",
        "not ",
        "∀x ",
        "for all X, ",
        "- the ace is red\n",
        "1. ",
        "Therefore ",
        "therefore the ace is red. ",
        "we can conclude that ",
        "nothing follows ",
        "nothing ",
        "no ",
        "not conclude ",
        "x",
        "{}",
        "\\text{",
        "\n",
        "é ",
        "well worn ",
        "welll ",
        "the the the ",
        "... ",
        "*",
        "a,",
        "neither the ace nor ",
        "the ace, the king, ",
        "the conclusion is ",
        "the conclusion is the ace is red. ",
        "what follows is ",
        "Conclusion\n",
        "<answer>",
        "<think>",
        "{\"answer\": \"the ace is red\", ",
        "Q: \n",
        "~~",
        "```",
        "&lt;",
        "Ａ",
    ] {
        for text in [unit.repeat(1_000_000 / unit.len()), unit.repeat(300)] {
            let answer = format!("Answer: {text}");
            for text in [text, answer] {
                let start = Instant::now();
                let _ = vocabulary.read_answer(&text);
                let took = start.elapsed();
                assert!(took < ALLOWED, "{unit:?} took {took:?}");
            }
        }
    }
}

#[test]
fn a_line_of_a_megabyte_takes_little_time_to_be_refused_as_a_sentence() {
    let vocabulary = crate::support::vocabulary();
    for text in ["the ace is red or ".repeat(50_000), "If ".repeat(300_000)] {
        assert!(vocabulary.read(&text).is_err());
    }
}

/// Words with a meaning for the reader.
const WORDS: [&str; 98] = [
    "the ace",
    "The King",
    "seven of hearts",
    "red",
    "well-worn",
    "a joker",
    "heavier than",
    "is",
    "are",
    "not",
    "and",
    "or",
    "either",
    "both",
    "neither",
    "nor",
    "if",
    "then",
    "only if",
    "unless",
    "when",
    "every",
    "all",
    "no",
    "some",
    "nothing",
    "something",
    "there is",
    "such that",
    "X",
    "Y",
    "for all",
    "at least one of",
    "the following",
    "it",
    "it is not the case that",
    ",",
    ".",
    ":",
    ";",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "(",
    ")",
    "{",
    "}",
    "¬",
    "∧",
    "∨",
    "→",
    "∀",
    "∃",
    "Answer:",
    "Conclusion:",
    "Therefore",
    "we can conclude that",
    "it follows that",
    "because",
    "nothing follows",
    "cannot",
    "but not both",
    "must be",
    "can be",
    "card",
    "that",
    "the bell rings",
    "does not",
    "i",
    "🙂",
    "\\neg",
    "\\text{",
    "’s",
    "The conclusion is",
    "the answer is that",
    "what follows is",
    "In conclusion,",
    "Conclusion\n\n",
    "final",
    "<answer>",
    "</answer>",
    "<think>",
    "</think>",
    "&lt;answer&gt;",
    "&nbsp;",
    "<br>",
    "</s>",
    "\"",
    "“",
    "```json\n",
    "```",
    "{\"conclusion\": \"",
    "\"}",
    "\nQuestion:",
    "~~",
    "ｒｅｄ",
    "½",
];

/// Ways to announce a conclusion, which is inserted at the sign `@`.
const FORMS: [&str; 8] = [
    "Answer: @.",
    "The conclusion is: \"@\".",
    "What follows is that @.",
    "&lt;think&gt;é&lt;/think&gt;<b>Final answer:</b> @",
    "<answer>@</answer>",
    "{\"conclusion\": \"@\"}",
    "## Conclusion\n\n@",
    "½ The answer is\n```text\n@\n```",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 2_000 } else { 50_000 }))]

    #[test]
    fn any_text_is_read_or_not(text in ".{0,400}") {
        read(&text);
    }

    #[test]
    fn any_words_are_read_or_not(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..60)) {
        read(&words.join(" "));
        read(&format!("Answer: {}", words.join(" ")));
    }

    /// The reading is a part of the response, announced or not, and its position is right.
    #[test]
    fn spans_are_real(
        before in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..12),
        form in 0..FORMS.len(),
        after in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..12),
    ) {
        let said = "the\u{a0}ace is ｒｅｄ";
        let announced = FORMS[form].replace('@', said);
        let text = format!("{}\n{announced}\n{}", before.join(" "), after.join(" "));
        read(&text);
        read(&announced);
        let read = crate::support::vocabulary().read_answer(&announced).expect("an answer");
        prop_assert_eq!(&announced[read.span], said);
    }

    #[test]
    fn any_text_is_a_theme_or_not(text in ".{0,400}") {
        theme(&text);
    }

    /// A theme with a part of it replaced by any text.
    #[test]
    fn any_change_of_a_theme_is_a_theme_or_not(
        from in any::<prop::sample::Index>(),
        length in 0usize..40,
        text in "([a-z\"\\[\\]=,# \n]{0,12}|.{0,12})",
    ) {
        let whole: Vec<char> = CARDS.chars().collect();
        let from = from.index(whole.len());
        let (before, rest) = whole.split_at(from);
        let after = &rest[length.min(rest.len())..];
        theme(&before.iter().copied().chain(text.chars()).chain(after.iter().copied()).collect::<String>());
    }
}

const CARDS: &str = include_str!("../../data/cards.toml");

fn theme(text: &str) {
    match Theme::read("mine.toml", text) {
        Ok(theme) => {
            assert!(theme.objects.len() >= FEWEST && theme.predicates.len() >= FEWEST);
            let view = "{P(a())Q(b()),~P(b())}".parse().expect("a view");
            assert_eq!(theme.vocabulary(&[view], 1).expect("words").entries().count(), 4);
        }
        Err(error) => {
            assert_eq!(error.file, "mine.toml");
            assert!(
                error.place.is_none_or(|at| at.line <= text.matches('\n').count() + 1),
                "{error}"
            );
        }
    }
}

#[test]
fn a_large_theme_takes_little_time() {
    // Words of one length, none of which contains another.
    let letter = |at: usize| char::from(b"bcdfghjkl"[at % 9]);
    let word = |at: usize| -> String {
        [1, 9, 81, 729, 6_561, 59_049].iter().flat_map(|by| [letter(at / by), 'o']).collect()
    };
    let objects = |count: usize| -> String {
        let list: String = (0..count).map(|at| format!("\"{}\",\n", word(at))).collect();
        CARDS.replace("objects = [", &format!("objects = [\n{list}"))
    };
    let half = MOST_BYTES / 2;
    for text in [
        objects(20_000),
        objects(MOST_NAMES - 100),
        objects(MOST_NAMES - 100).replace('\n', " "),
        format!("name = {}", "[".repeat(half)),
        format!("a{} = 1", ".a".repeat(half / 2)),
        format!("[a{}]\nb = 1", ".a".repeat(half / 2)),
        CARDS.replace("name = \"", &format!("name = \"{}", "a ".repeat(half / 2))),
        CARDS.replace("preamble = \"\"\"", &format!("preamble = \"\"\"{}", "a ".repeat(half / 2))),
        "objects = [\"a\"]\n".repeat(half / 16),
        "objects = [\"a\"]\n".repeat(10 * half),
    ] {
        let start = Instant::now();
        theme(&text);
        let took = start.elapsed();
        assert!(took < ALLOWED, "{:?} took {took:?}", &text[..20]);
    }
}

fn read(text: &str) {
    let vocabulary = crate::support::vocabulary();
    if let Ok(answer) = vocabulary.read_answer(text) {
        assert!(text.get(answer.span.clone()).is_some_and(|said| !said.is_empty()), "{text:?}");
        let _ = answer.withstands(text);
        assert_eq!(vocabulary.read_answer(text).as_ref(), Ok(&answer), "{text:?}");
        let said = vocabulary.write(&answer.view).expect("what is read can be said");
        let again = vocabulary.read(&said).expect("what is said can be read");
        // Many arbitrary objects take long to distinguish.
        let alike = said.len() > 500 || again.equivalent(&answer.view).expect("few objects");
        assert!(alike, "{text:?}: {said:?}");
    }
    let _ = vocabulary.announces("", text);
    let _ = vocabulary.read(text);
}
