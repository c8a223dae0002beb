//! Words for the names in the views of a document.

use super::document::Document;
use crate::ExchangeError;
use peirast_record::Lexicon;
use peirast_words::{Claim, Term};

/// The words for every name in the views. The use of a name shows its kind. Its words come from the
/// document's table, or else from its text, or else from the name itself.
///
/// # Errors
/// If a text is not a view, or there are no words for something in it.
pub fn lexicon<'v>(
    document: &Document,
    views: impl IntoIterator<Item = &'v str>,
) -> Result<Lexicon, ExchangeError> {
    let mut lexicon =
        Lexicon { one: "thing".to_owned(), many: "things".to_owned(), ..Lexicon::default() };
    for view in views {
        let claim = Claim::new(&view.parse()?)?;
        for literal in claim.supposition.iter().chain(&claim.stage).flatten() {
            for term in &literal.arguments {
                if let Term::Constant(name) = term {
                    lexicon.objects.insert(name.clone(), words(document, name));
                }
            }
            let name = &literal.predicate;
            if name == peirast_etr::IDENTITY {
                continue;
            }
            let words = words(document, name);
            match literal.arguments.len() {
                0 => {
                    let denied = format!("not {words}");
                    lexicon.facts.insert(name.clone(), [words, denied]);
                }
                1 => {
                    lexicon.predicates.insert(name.clone(), words);
                }
                _ => {
                    lexicon.relations.insert(name.clone(), words);
                }
            }
        }
    }
    Ok(lexicon)
}

fn words(document: &Document, name: &str) -> String {
    let listed = document.names.get(name).filter(|words| !words.trim().is_empty());
    let found = || written(name, &document.question);
    listed.cloned().or_else(found).unwrap_or_else(|| spelt_out(name))
}

/// The words in the text for `timekeepersCompass`: *Timekeeper's Compass*.
fn written(name: &str, text: &str) -> Option<String> {
    let wanted: String = name.chars().flat_map(char::to_lowercase).collect();
    let starts = text.char_indices().filter(|(at, c)| {
        c.is_alphanumeric() && !text[..*at].chars().next_back().is_some_and(char::is_alphanumeric)
    });
    starts.into_iter().find_map(|(at, _)| prefix(&wanted, &text[at..]))
}

/// The beginning of a text that has exactly these letters, up to the end of a word.
fn prefix(wanted: &str, text: &str) -> Option<String> {
    let mut rest = wanted;
    for (at, c) in text.char_indices() {
        if rest.is_empty() {
            let found = &text[..at];
            return (!c.is_alphanumeric()).then(|| found.to_owned());
        }
        if c.is_alphanumeric() {
            for lower in c.to_lowercase() {
                rest = rest.strip_prefix(lower)?;
            }
        } else if !matches!(c, ' ' | '-' | '\'' | '’') {
            return None;
        }
    }
    rest.is_empty().then(|| text.to_owned())
}

/// Spells out `wellRead` as *well read*.
fn spelt_out(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c == '_' {
            words.push(' ');
        } else if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
            words.extend(c.to_lowercase());
        } else {
            words.push(c);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn document(question: &str, names: &[(&str, &str)]) -> Document {
        let text = |one: &str| one.to_owned();
        Document {
            question: text(question),
            premises: Vec::new(),
            conclusion: None,
            entailed: None,
            names: names.iter().map(|(name, words)| (text(name), text(words))).collect(),
            asked: None,
            cot: false,
            own: None,
        }
    }

    #[test]
    fn roles_show_in_use_and_words_in_the_text() {
        let text = "* The Timekeeper's Compass is time-altering, or the lens is not well-worn.";
        let document = document(text, &[("lens", "the lens")]);
        let views = ["∀x {timeAltering(timekeepersCompass()*),~wellWorn(lens())A(x)}"];
        let lexicon = lexicon(&document, views).expect("words");
        let said = |words: &[(&str, &str)]| -> BTreeMap<String, String> {
            words.iter().map(|(name, words)| ((*name).to_owned(), (*words).to_owned())).collect()
        };
        let objects = [("lens", "the lens"), ("timekeepersCompass", "Timekeeper's Compass")];
        let predicates = [("A", "A"), ("timeAltering", "time-altering"), ("wellWorn", "well-worn")];
        assert_eq!((lexicon.objects, lexicon.predicates), (said(&objects), said(&predicates)));
    }

    #[test]
    fn part_of_a_word_is_not_meant() {
        assert_eq!(
            written("paradox", "paradox-inducing or paradoxical"),
            Some("paradox".to_owned())
        );
        assert_eq!(written("dox", "paradox, doxology"), None);
        assert_eq!(written("theAce", "at the\nace, the Ace"), Some("the Ace".to_owned()));
        assert_eq!(spelt_out("theAce_one"), "the ace one");
    }
}
