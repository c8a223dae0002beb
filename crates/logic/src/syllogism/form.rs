//! Forms of syllogisms.

use super::Fallacy;
use crate::categorical::{Categorical, CategoricalVerdict, Import, Model, Quantity, decide};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The positions of the middle term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// M-P, S-M.
    First,
    /// P-M, S-M.
    Second,
    /// M-P, M-S.
    Third,
    /// P-M, M-S.
    Fourth,
}

impl Figure {
    /// All figures in order.
    pub const ALL: [Figure; 4] = [Figure::First, Figure::Second, Figure::Third, Figure::Fourth];

    /// The number, 1 to 4.
    pub fn number(self) -> u8 {
        match self {
            Figure::First => 1,
            Figure::Second => 2,
            Figure::Third => 3,
            Figure::Fourth => 4,
        }
    }
}

/// The form of a syllogism: mood and figure.
///
/// ```
/// use peirast_logic::categorical::Import;
/// use peirast_logic::syllogism::Form;
///
/// let barbara: Form = "AAA-1".parse()?;
/// assert_eq!(barbara.name(), Some("Barbara"));
/// assert!(barbara.is_valid(Import::Modern));
///
/// let darapti: Form = "AAI-3".parse()?;
/// assert!(!darapti.is_valid(Import::Modern));
/// assert!(darapti.is_valid(Import::Traditional));
/// # Ok::<(), peirast_logic::syllogism::FormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    /// The kind of the premise with the predicate of the conclusion.
    pub major: Quantity,
    /// The kind of the premise with the subject of the conclusion.
    pub minor: Quantity,
    /// The kind of the conclusion.
    pub conclusion: Quantity,
    /// The positions of the middle term.
    pub figure: Figure,
}

/// A text that is not the name of a form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{text}` is not the form of a syllogism: write a letter each for the major premise, the minor \
     premise and the conclusion (A all, E no, I some, O some ... not), and a figure from 1 to 4, such \
     as AAA-1"
)]
pub struct FormError {
    /// The text.
    pub text: String,
}

impl Form {
    /// The subject of the conclusion, as a term number.
    pub const SUBJECT: usize = 0;
    /// The middle term.
    pub const MIDDLE: usize = 1;
    /// The predicate of the conclusion.
    pub const PREDICATE: usize = 2;

    /// All 256 forms, figure by figure.
    pub fn all() -> impl Iterator<Item = Form> {
        let kinds = Quantity::ALL;
        let moods = kinds.into_iter().flat_map(move |major| {
            kinds
                .into_iter()
                .flat_map(move |minor| kinds.map(|conclusion| (major, minor, conclusion)))
        });
        let moods: Vec<_> = moods.collect();
        Figure::ALL.into_iter().flat_map(move |figure| {
            moods.clone().into_iter().map(move |(major, minor, conclusion)| Form {
                major,
                minor,
                conclusion,
                figure,
            })
        })
    }

    /// The major premise.
    pub fn major_premise(self) -> Categorical {
        let (subject, predicate) = match self.figure {
            Figure::First | Figure::Third => (Form::MIDDLE, Form::PREDICATE),
            Figure::Second | Figure::Fourth => (Form::PREDICATE, Form::MIDDLE),
        };
        Categorical { quantity: self.major, subject, predicate }
    }

    /// The minor premise.
    pub fn minor_premise(self) -> Categorical {
        let (subject, predicate) = match self.figure {
            Figure::First | Figure::Second => (Form::SUBJECT, Form::MIDDLE),
            Figure::Third | Figure::Fourth => (Form::MIDDLE, Form::SUBJECT),
        };
        Categorical { quantity: self.minor, subject, predicate }
    }

    /// The conclusion.
    pub fn conclusion(self) -> Categorical {
        let (subject, predicate) = (Form::SUBJECT, Form::PREDICATE);
        Categorical { quantity: self.conclusion, subject, predicate }
    }

    /// Decides if the conclusion follows. Returns the number of models or a countermodel. Visits
    /// the 256 models of three terms.
    pub fn verdict(self, import: Import) -> CategoricalVerdict {
        let premises = [self.major_premise(), self.minor_premise()];
        // Three terms are within the limit.
        decide(&premises, self.conclusion(), import).unwrap_or(CategoricalVerdict::Entailed(0))
    }

    /// Tests if the conclusion follows.
    pub fn is_valid(self, import: Import) -> bool {
        matches!(self.verdict(import), CategoricalVerdict::Entailed(_))
    }

    /// A model of the premises in which the conclusion is false, if there is one.
    pub fn countermodel(self, import: Import) -> Option<Model> {
        match self.verdict(import) {
            CategoricalVerdict::Refuted(model) => Some(model),
            CategoricalVerdict::Entailed(_) => None,
        }
    }

    /// The traditional name, for the 24 forms that are valid if terms are not empty.
    ///
    /// The names come from medieval logic and include subaltern moods; their vowels give the mood.
    pub fn name(self) -> Option<&'static str> {
        let shown = self.to_string();
        NAMES.iter().find(|(form, _)| *form == shown).map(|(_, name)| *name)
    }

    /// The rules of the syllogism that the form breaks; empty if and only if it is valid.
    pub fn fallacies(self, import: Import) -> Vec<Fallacy> {
        Fallacy::committed_by(self, import)
    }
}

const NAMES: [(&str, &str); 24] = [
    ("AAA-1", "Barbara"),
    ("EAE-1", "Celarent"),
    ("AII-1", "Darii"),
    ("EIO-1", "Ferio"),
    ("AAI-1", "Barbari"),
    ("EAO-1", "Celaront"),
    ("EAE-2", "Cesare"),
    ("AEE-2", "Camestres"),
    ("EIO-2", "Festino"),
    ("AOO-2", "Baroco"),
    ("EAO-2", "Cesaro"),
    ("AEO-2", "Camestros"),
    ("AAI-3", "Darapti"),
    ("IAI-3", "Disamis"),
    ("AII-3", "Datisi"),
    ("EAO-3", "Felapton"),
    ("OAO-3", "Bocardo"),
    ("EIO-3", "Ferison"),
    ("AAI-4", "Bramantip"),
    ("AEE-4", "Camenes"),
    ("IAI-4", "Dimaris"),
    ("EAO-4", "Fesapo"),
    ("EIO-4", "Fresison"),
    ("AEO-4", "Camenos"),
];

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, conclusion] =
            [self.major, self.minor, self.conclusion].map(Quantity::letter);
        write!(f, "{major}{minor}{conclusion}-{}", self.figure.number())
    }
}

impl FromStr for Form {
    type Err = FormError;

    /// Reads `AAA-1`, also `aaa1` and `AAA 1`, and traditional names.
    fn from_str(text: &str) -> Result<Form, FormError> {
        let error = || FormError { text: text.to_owned() };
        if let Some((form, _)) =
            NAMES.iter().find(|(_, name)| name.eq_ignore_ascii_case(text.trim()))
        {
            return form.parse();
        }
        let kept = text.chars().filter(|c| !matches!(c, '-' | ' ' | '_'));
        let letters: Vec<char> = kept.map(|c| c.to_ascii_uppercase()).collect();
        let [major, minor, conclusion, figure] = letters.as_slice() else { return Err(error()) };
        let kind = |letter: &char| Quantity::of_letter(*letter).ok_or_else(error);
        let number = figure.to_digit(10).ok_or_else(error)?;
        let figure = Figure::ALL.into_iter().find(|figure| u32::from(figure.number()) == number);
        Ok(Form {
            major: kind(major)?,
            minor: kind(minor)?,
            conclusion: kind(conclusion)?,
            figure: figure.ok_or_else(error)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid(import: Import) -> Vec<Form> {
        Form::all().filter(|form| form.is_valid(import)).collect()
    }

    #[test]
    fn fifteen_and_twenty_four_forms_are_valid() {
        assert_eq!(Form::all().count(), 256);
        assert_eq!(valid(Import::Modern).len(), 15);
        assert_eq!(valid(Import::Traditional).len(), 24);
    }

    #[test]
    fn just_the_valid_forms_have_names_and_their_vowels_are_the_mood() {
        for form in Form::all() {
            assert_eq!(form.name().is_some(), form.is_valid(Import::Traditional), "{form}");
            if let Some(name) = form.name() {
                let vowels: String = name
                    .chars()
                    .filter(|c| "aeio".contains(c.to_ascii_lowercase()))
                    .take(3)
                    .collect();
                assert_eq!(form.to_string()[..3].to_lowercase(), vowels.to_lowercase(), "{name}");
                assert_eq!(name.parse(), Ok(form));
            }
        }
    }

    #[test]
    fn forms_are_read_back() {
        for form in Form::all() {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert_eq!("eio 2".parse::<Form>().map(|form| form.to_string()), Ok("EIO-2".to_owned()));
        for text in ["", "AAA", "AAA-5", "AAB-1", "AAAA-1", "1-AAA"] {
            assert!(text.parse::<Form>().is_err(), "{text}");
        }
    }
}
