//! Conversion of vocabularies to plain data, and back.

use peirast_record::Lexicon;
use peirast_words::{Kind, Role, Vocabulary, WordsError};

/// Returns the words of a vocabulary as data.
pub(crate) fn lexicon_of(vocabulary: &Vocabulary) -> Lexicon {
    let kind = vocabulary.kind();
    let mut lexicon =
        Lexicon { one: kind.one.clone(), many: kind.many.clone(), ..Lexicon::default() };
    for (role, name, words) in vocabulary.entries() {
        let (name, words) = (name.to_owned(), words.to_owned());
        match role {
            Role::Object => lexicon.objects.insert(name, words),
            Role::Predicate => lexicon.predicates.insert(name, words),
            Role::Relation => lexicon.relations.insert(name, words),
            Role::Fact => {
                let denial = vocabulary.denial(&name).unwrap_or_default().to_owned();
                lexicon.facts.insert(name, [words, denial]);
                None
            }
        };
    }
    lexicon
}

/// Returns the vocabulary of such data.
///
/// # Errors
/// [`WordsError::Taken`] if two names have the same words.
pub(crate) fn vocabulary_of(lexicon: &Lexicon) -> Result<Vocabulary, WordsError> {
    let kind = Kind { one: lexicon.one.clone(), many: lexicon.many.clone() };
    let mut vocabulary = Vocabulary::new(kind);
    for (role, words) in [
        (Role::Object, &lexicon.objects),
        (Role::Predicate, &lexicon.predicates),
        (Role::Relation, &lexicon.relations),
    ] {
        for (name, words) in words {
            vocabulary = vocabulary.with(role, name, words)?;
        }
    }
    for (name, [holds, fails]) in &lexicon.facts {
        vocabulary = vocabulary.with_fact(name, holds, fails)?;
    }
    Ok(vocabulary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        let vocabulary = Vocabulary::new(Kind { one: "card".into(), many: "cards".into() })
            .with(Role::Object, "a", "the ace")
            .and_then(|v| v.with(Role::Predicate, "P", "red"))
            .and_then(|v| v.with(Role::Relation, "L", "beside"))
            .and_then(|v| v.with_fact("R", "it rains", "it is dry"))
            .expect("a vocabulary");
        assert_eq!(vocabulary_of(&lexicon_of(&vocabulary)), Ok(vocabulary));
    }
}
