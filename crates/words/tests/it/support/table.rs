//! Tables of answers with their readings.

use peirast_words::{Role, Vocabulary};

/// The ace, the king, the one, Time Crystal; red, square, time-bending, a future predictor.
pub fn vocabulary() -> Vocabulary {
    [
        (Role::Object, "a", "the ace"),
        (Role::Object, "k", "the king"),
        (Role::Object, "o", "the one"),
        (Role::Object, "t", "Time Crystal"),
        (Role::Object, "x", "planet X"),
        (Role::Predicate, "R", "red"),
        (Role::Predicate, "S", "square"),
        (Role::Predicate, "B", "time-bending"),
        (Role::Predicate, "F", "a future predictor"),
        (Role::Predicate, "H", "within a habitable zone"),
        (Role::Relation, "L", "heavier than"),
    ]
    .into_iter()
    .try_fold(Vocabulary::default(), |known, (role, name, words)| known.with(role, name, words))
    .and_then(|it| it.with_fact("W", "the bell rings", "the bell does not ring"))
    .expect("words")
}

/// Checks each answer for its view, or for `?` and the kind of reason why it is unread.
pub fn check(cases: &[(&str, &str)]) {
    let vocabulary = vocabulary();
    for (answer, wanted) in cases {
        match (vocabulary.read_answer(answer), wanted.strip_prefix('?')) {
            (Ok(read), None) => {
                let wanted = wanted.parse().unwrap_or_else(|e| panic!("{wanted}: {e}"));
                let same = read.view.equivalent(&wanted).expect("small");
                assert!(same, "{answer:?}: {} and not {wanted}", read.view);
            }
            (Err(reason), Some(kind)) => assert_eq!(reason.kind(), kind, "{answer:?}: {reason}"),
            (Ok(read), Some(kind)) => panic!("{answer:?}: {} and not {kind}", read.view),
            (Err(reason), None) => panic!("{answer:?}: {reason}"),
        }
    }
}
