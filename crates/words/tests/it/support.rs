//! Shared parts of several tests.

pub mod random;
pub mod recorded;
pub mod table;

use peirast_words::{Kind, Role, Vocabulary};

/// Returns words for the names that random claims use.
pub fn vocabulary() -> Vocabulary {
    let kind = Kind { one: "card".to_owned(), many: "cards".to_owned() };
    [
        (Role::Object, "a", "the ace"),
        (Role::Object, "b", "The King"),
        (Role::Object, "c", "seven of hearts"),
        (Role::Object, "d", "Old Tom's card"),
        (Role::Predicate, "P", "red"),
        (Role::Predicate, "Q", "well-worn"),
        (Role::Predicate, "R", "a joker"),
        (Role::Predicate, "S", "visible to all players"),
        (Role::Relation, "L", "heavier than"),
        (Role::Relation, "M", "under"),
    ]
    .into_iter()
    .try_fold(Vocabulary::new(kind), |known, (role, name, words)| known.with(role, name, words))
    .and_then(|it| it.with_fact("F", "the bell rings", "the bell does not ring"))
    .and_then(|it| it.with_fact("G", "it rains", "it does not rain"))
    .expect("words")
}
