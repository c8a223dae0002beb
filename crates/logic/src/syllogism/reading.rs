//! Syllogisms in English.

use super::{Figure, Form};
use crate::categorical::Sentence;
use thiserror::Error;

/// A syllogism read from three sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Mood and figure.
    pub form: Form,
    /// True if the premise given first is the major one.
    pub major_first: bool,
    /// Subject, middle term and predicate, in the form for comparisons.
    pub terms: [String; 3],
    /// The assumptions of this reading.
    pub assumed: Vec<&'static str>,
}

/// Three sentences that are not a syllogism.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadingError {
    /// A sentence that does not have one of the forms all, no, some and some not.
    #[error("\"{0}\" is not read as a categorical sentence")]
    Sentence(String),
    /// Too many or too few terms.
    #[error("its terms are {}, but a syllogism has three, each in two of its sentences", .0.join(", "))]
    Terms(Vec<String>),
}

impl Reading {
    /// Reads two premises and a conclusion.
    ///
    /// # Errors
    /// If a sentence is not categorical, or terms do not match.
    ///
    /// ```
    /// use peirast_logic::syllogism::Reading;
    /// let read = Reading::new(
    ///     "No furniture is attractive.",
    ///     "Some tables are attractive.",
    ///     "Therefore, some tables are not furniture.",
    /// )?;
    /// assert_eq!((read.form.to_string().as_str(), read.major_first), ("EIO-2", true));
    /// # Ok::<(), peirast_logic::syllogism::ReadingError>(())
    /// ```
    pub fn new(first: &str, second: &str, conclusion: &str) -> Result<Self, ReadingError> {
        let read = |text: &str| {
            Sentence::read(text).ok_or_else(|| ReadingError::Sentence(text.trim().to_owned()))
        };
        let (one, two, last) = (read(first)?, read(second)?, read(conclusion)?);
        let has = |sentence: &Sentence, term: &str| {
            sentence.subject == term || sentence.predicate == term
        };
        let (subject, predicate) = (last.subject.clone(), last.predicate.clone());
        let major_first = has(&one, &predicate) && has(&two, &subject);
        let minor_first = has(&one, &subject) && has(&two, &predicate);
        let (major, minor) = if major_first { (&one, &two) } else { (&two, &one) };
        let middle = |sentence: &Sentence, end: &str| {
            if sentence.subject == end {
                sentence.predicate.clone()
            } else {
                sentence.subject.clone()
            }
        };
        let shared = middle(major, &predicate);
        let fits = (major_first || minor_first)
            && subject != predicate
            && shared == middle(minor, &subject)
            && shared != subject
            && shared != predicate;
        if !fits {
            return Err(ReadingError::Terms(terms(&[&one, &two, &last])));
        }
        let figure = match (major.subject == shared, minor.subject == shared) {
            (true, false) => Figure::First,
            (false, false) => Figure::Second,
            (true, true) => Figure::Third,
            (false, true) => Figure::Fourth,
        };
        let (kinds, conclusion) = ([major.quantity, minor.quantity], last.quantity);
        let mut assumed: Vec<&'static str> =
            [&one, &two, &last].iter().filter_map(|sentence| sentence.assumed).collect();
        assumed.dedup();
        Ok(Self {
            form: Form { major: kinds[0], minor: kinds[1], conclusion, figure },
            major_first,
            terms: [subject, shared, predicate],
            assumed,
        })
    }
}

fn terms(sentences: &[&Sentence]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for term in sentences.iter().flat_map(|s| [&s.subject, &s.predicate]) {
        let quoted = format!("\"{term}\"");
        if !found.contains(&quoted) {
            found.push(quoted);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples_have_their_forms() {
        for (first, second, conclusion, form, major_first) in [
            (
                "All calculators are machines.",
                "All computers are calculators.",
                "Therefore, some machines are not computers.",
                "AAO-4",
                false,
            ),
            (
                "All things that are smoked are bad for your health.",
                "Cigarettes are smoked.",
                "Therefore, cigarettes are bad for your health.",
                "AAA-1",
                true,
            ),
            (
                "All things with an engine need oil.",
                "Cars need oil.",
                "Therefore, cars have engines.",
                "AAA-2",
                true,
            ),
            (
                "No screwdrivers are heavy.",
                "Some tools are heavy.",
                "Therefore, some screwdrivers are not tools.",
                "IEO-2",
                false,
            ),
        ] {
            let read = Reading::new(first, second, conclusion).unwrap();
            assert_eq!((read.form.to_string().as_str(), read.major_first), (form, major_first));
            // The premises in the other order are the same syllogism.
            let switched = Reading::new(second, first, conclusion).unwrap();
            assert_eq!((switched.form, switched.major_first), (read.form, !read.major_first));
        }
    }

    #[test]
    fn four_terms_are_named() {
        let error = Reading::new("All A are B", "All C are D", "All A are D").unwrap_err();
        assert!(error.to_string().contains("\"a\", \"b\", \"c\", \"d\""), "{error}");
        assert!(Reading::new("All A are B", "All B are A", "All A are A").is_err());
        assert!(Reading::new("Well", "All B are A", "All A are A").is_err());
    }

    proptest::proptest! {
        #[test]
        fn the_order_of_premises_is_no_matter(
            lines in proptest::collection::vec("(All |No |Some |Every |a |)(A|B|dogs|things that are old)( are not | are | have | )(B|C|cats|an engine)[.]?", 3)
        ) {
            let one = Reading::new(&lines[0], &lines[1], &lines[2]);
            let other = Reading::new(&lines[1], &lines[0], &lines[2]);
            proptest::prop_assert_eq!(one.is_ok(), other.is_ok());
            if let (Ok(one), Ok(other)) = (one, other) {
                proptest::prop_assert_eq!(one.form, other.form);
                proptest::prop_assert_ne!(one.major_first, other.major_first);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,300}") {
            let _ = Sentence::read(&text);
        }
    }
}
