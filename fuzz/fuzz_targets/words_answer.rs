//! Any answer is read or left unread; what is read lies inside the text, can be said, and is read
//! again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_words::{Kind, Role, Vocabulary, WordsError};
use std::sync::LazyLock;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| vocabulary().expect("words"));

fn vocabulary() -> Result<Vocabulary, WordsError> {
    let kind = Kind { one: "card".to_owned(), many: "cards".to_owned() };
    Vocabulary::new(kind)
        .with(Role::Object, "a", "the ace")?
        .with(Role::Object, "b", "The King")?
        .with(Role::Predicate, "P", "red")?
        .with(Role::Predicate, "Q", "well-worn")?
        .with(Role::Predicate, "R", "a joker")?
        .with(Role::Relation, "L", "heavier than")?
        .with_fact("F", "the bell rings", "the bell does not ring")
}

fuzz_target!(|text: &str| {
    let answer = VOCABULARY.read_answer(text);
    assert_eq!(VOCABULARY.read_answer(text), answer);
    let Ok(answer) = answer else { return };
    assert!(text.get(answer.span).is_some());
    let said = VOCABULARY.write(&answer.view).expect("what is read can be said");
    let again = VOCABULARY.read(&said).expect("what is said can be read");
    // Many arbitrary objects take long to tell apart.
    if said.len() < 500 {
        assert!(again.equivalent(&answer.view).expect("views of few objects"));
    }
});
