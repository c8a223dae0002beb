//! Categorical propositions.

use std::fmt;

/// The four forms, by their traditional letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// A: *All S are P*.
    All,
    /// E: *No S are P*.
    No,
    /// I: *Some S are P*.
    Some,
    /// O: *Some S are not P*.
    SomeNot,
}

impl Quantity {
    /// All four, in the order of their letters.
    pub const ALL: [Quantity; 4] = [Quantity::All, Quantity::No, Quantity::Some, Quantity::SomeNot];

    /// The traditional letter.
    pub fn letter(self) -> char {
        match self {
            Quantity::All => 'A',
            Quantity::No => 'E',
            Quantity::Some => 'I',
            Quantity::SomeNot => 'O',
        }
    }

    /// The form with this letter.
    pub fn of_letter(letter: char) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|quantity| quantity.letter() == letter)
    }

    /// True for the negative forms.
    pub fn is_negative(self) -> bool {
        matches!(self, Quantity::No | Quantity::SomeNot)
    }

    /// True for the forms about everything under the subject.
    pub fn is_universal(self) -> bool {
        matches!(self, Quantity::All | Quantity::No)
    }
}

/// A categorical proposition about two terms, which are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Categorical {
    /// The form.
    pub quantity: Quantity,
    /// The subject term S.
    pub subject: usize,
    /// The predicate term P.
    pub predicate: usize,
}

impl Categorical {
    /// *All S are P*.
    pub fn all(subject: usize, predicate: usize) -> Self {
        Self { quantity: Quantity::All, subject, predicate }
    }

    /// *No S are P*.
    pub fn no(subject: usize, predicate: usize) -> Self {
        Self { quantity: Quantity::No, subject, predicate }
    }

    /// *Some S are P*.
    pub fn some(subject: usize, predicate: usize) -> Self {
        Self { quantity: Quantity::Some, subject, predicate }
    }

    /// *Some S are not P*.
    pub fn some_not(subject: usize, predicate: usize) -> Self {
        Self { quantity: Quantity::SomeNot, subject, predicate }
    }

    /// The highest term number used.
    pub fn highest_term(&self) -> usize {
        self.subject.max(self.predicate)
    }

    /// The proposition with words for its terms, as the middle of a sentence.
    ///
    /// ```
    /// use peirast_logic::categorical::Categorical;
    /// assert_eq!(Categorical::some_not(0, 1).in_words(&["A", "B"]), "some A are not B");
    /// ```
    pub fn in_words(&self, terms: &[&str]) -> String {
        let name = |term: usize| terms.get(term).copied().unwrap_or("?");
        let (s, p) = (name(self.subject), name(self.predicate));
        match self.quantity {
            Quantity::All => format!("all {s} are {p}"),
            Quantity::No => format!("no {s} are {p}"),
            Quantity::Some => format!("some {s} are {p}"),
            Quantity::SomeNot => format!("some {s} are not {p}"),
        }
    }
}

impl fmt::Display for Categorical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |term: usize| {
            u8::try_from(term).ok().filter(|t| *t < 26).map_or('?', |t| char::from(b'A' + t))
        };
        let (s, p) = (letter(self.subject), letter(self.predicate));
        let (s, p) = (s.to_string(), p.to_string());
        f.write_str(&Self { subject: 0, predicate: 1, ..*self }.in_words(&[&s, &p]))
    }
}
