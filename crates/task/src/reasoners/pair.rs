//! Pairs of premises in their displayed order, and their possible conclusions.

use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, Quantity, decide};
use peirast_logic::syllogism::{Figure, Form};
use std::fmt;
use std::str::FromStr;

/// Two premises in their displayed order, after Khemlani & Johnson-Laird (2012).
///
/// A is the end term of the premise shown first, C that of the second, B the middle term. Figures
/// are numbered by the position of B: 1 is A-B, B-C; 2 is B-A, C-B; 3 is A-B, C-B; 4 is B-A, B-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PremisePair {
    /// The kind of the premise shown first.
    pub first: Quantity,
    /// The kind of the premise shown second.
    pub second: Quantity,
    /// 1 to 4.
    pub figure: u8,
}

/// A conclusion about the end terms, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conclusion {
    /// `Aac`: the subject is A.
    FirstToSecond(Quantity),
    /// `Aca`: the subject is C.
    SecondToFirst(Quantity),
    /// Nothing follows.
    Nothing,
}

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

impl Conclusion {
    /// The nine possible answers of a participant, in the order of the published tables.
    pub const ALL: [Conclusion; 9] = [
        Conclusion::FirstToSecond(Quantity::All),
        Conclusion::SecondToFirst(Quantity::All),
        Conclusion::FirstToSecond(Quantity::Some),
        Conclusion::SecondToFirst(Quantity::Some),
        Conclusion::FirstToSecond(Quantity::No),
        Conclusion::SecondToFirst(Quantity::No),
        Conclusion::FirstToSecond(Quantity::SomeNot),
        Conclusion::SecondToFirst(Quantity::SomeNot),
        Conclusion::Nothing,
    ];

    /// Returns its kind, unless it is that nothing follows.
    pub fn quantity(self) -> Option<Quantity> {
        match self {
            Conclusion::FirstToSecond(quantity) | Conclusion::SecondToFirst(quantity) => {
                Some(quantity)
            }
            Conclusion::Nothing => None,
        }
    }

    /// Returns it in words, as the middle of a sentence; `first` is the end term of the premise shown
    /// first, `second` that of the other.
    ///
    /// ```
    /// use peirast_task::Conclusion;
    ///
    /// let said = |code: &str| code.parse().map(|one: Conclusion| one.in_words("A", "C"));
    /// assert_eq!(said("Oca"), Ok("some C are not A".to_owned()));
    /// assert_eq!(said("NVC"), Ok("nothing follows".to_owned()));
    /// ```
    pub fn in_words(self, first: &str, second: &str) -> String {
        match self.proposition() {
            Some(proposition) => proposition.in_words(&[first, "", second]),
            None => "nothing follows".to_owned(),
        }
    }

    /// Returns it as a proposition about the terms 0 (A) and 2 (C), unless it is that nothing
    /// follows.
    pub fn proposition(self) -> Option<Categorical> {
        Some(match self {
            Conclusion::FirstToSecond(quantity) => {
                Categorical { quantity, subject: A, predicate: C }
            }
            Conclusion::SecondToFirst(quantity) => {
                Categorical { quantity, subject: C, predicate: A }
            }
            Conclusion::Nothing => return None,
        })
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conclusion::FirstToSecond(quantity) => write!(f, "{}ac", quantity.letter()),
            Conclusion::SecondToFirst(quantity) => write!(f, "{}ca", quantity.letter()),
            Conclusion::Nothing => f.write_str("NVC"),
        }
    }
}

impl FromStr for Conclusion {
    type Err = ();

    fn from_str(text: &str) -> Result<Conclusion, ()> {
        Conclusion::ALL.into_iter().find(|one| one.to_string() == text).ok_or(())
    }
}

impl PremisePair {
    /// Returns all 64 pairs.
    pub fn all() -> impl Iterator<Item = PremisePair> {
        Quantity::ALL.into_iter().flat_map(|first| {
            Quantity::ALL.into_iter().flat_map(move |second| {
                (1..=4).map(move |figure| PremisePair { first, second, figure })
            })
        })
    }

    /// Returns the pair of premises in a syllogism, and its conclusion.
    ///
    /// ```
    /// use peirast_task::PremisePair;
    ///
    /// // No P are M. Some S are M. Therefore some S are not P.
    /// let (pair, conclusion) = PremisePair::from_form("EIO-2".parse()?, true);
    /// assert_eq!((pair.to_string(), conclusion.to_string()), ("EI3".into(), "Oca".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_form(form: Form, major_first: bool) -> (PremisePair, Conclusion) {
        // True if the middle term is the subject, in the major and in the minor premise.
        let (major, minor) = match form.figure {
            Figure::First => (true, false),
            Figure::Second => (false, false),
            Figure::Third => (true, true),
            Figure::Fourth => (false, true),
        };
        let (first, second) = if major_first { (major, minor) } else { (minor, major) };
        let figure = match (first, second) {
            (false, true) => 1,
            (true, false) => 2,
            (false, false) => 3,
            (true, true) => 4,
        };
        let (one, two) =
            if major_first { (form.major, form.minor) } else { (form.minor, form.major) };
        // The subject of the conclusion is in the minor premise.
        let conclusion = if major_first {
            Conclusion::SecondToFirst(form.conclusion)
        } else {
            Conclusion::FirstToSecond(form.conclusion)
        };
        (PremisePair { first: one, second: two, figure }, conclusion)
    }

    /// Returns the premises in their displayed order, about the terms 0 (A), 1 (B) and 2 (C).
    pub fn premises(self) -> [Categorical; 2] {
        let (first, second) = match self.figure {
            1 => ((A, B), (B, C)),
            2 => ((B, A), (C, B)),
            3 => ((A, B), (C, B)),
            _ => ((B, A), (B, C)),
        };
        let one = |quantity, (subject, predicate)| Categorical { quantity, subject, predicate };
        [one(self.first, first), one(self.second, second)]
    }

    /// Returns the premises and the conclusion of a form with the premises in natural order: the
    /// order in which their terms chain, A-B, B-C. `None` for the second and third figure, in which
    /// neither order chains. People find chained premises easier, and prefer the conclusion from A
    /// to C (the figural effect, Johnson-Laird & Steedman 1978).
    ///
    /// ```
    /// use peirast_task::PremisePair;
    ///
    /// // All S are M. All M are P. Therefore all S are P.
    /// let natural = PremisePair::natural("AAA-1".parse()?);
    /// let shown = natural.map(|(pair, conclusion)| (pair.to_string(), conclusion.to_string()));
    /// assert_eq!(shown, Some(("AA1".to_owned(), "Aac".to_owned())));
    /// assert_eq!(PremisePair::natural("AAA-2".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn natural(form: Form) -> Option<(PremisePair, Conclusion)> {
        let orders = [true, false].map(|major_first| PremisePair::from_form(form, major_first));
        orders.into_iter().find(|(pair, _)| pair.figure == 1)
    }

    /// Returns the premises and the conclusion of a form in their usual order in studies of people:
    /// the natural order ([`PremisePair::natural`]) where there is one, otherwise with the major
    /// premise first.
    ///
    /// ```
    /// use peirast_task::PremisePair;
    ///
    /// let shown = |form: &str| form.parse().map(|form| PremisePair::usual(form).0.to_string());
    /// assert_eq!((shown("AII-1")?, shown("AII-3")?), ("IA1".to_owned(), "AI4".to_owned()));
    /// # Ok::<(), peirast_logic::syllogism::FormError>(())
    /// ```
    pub fn usual(form: Form) -> (PremisePair, Conclusion) {
        PremisePair::natural(form).unwrap_or_else(|| PremisePair::from_form(form, true))
    }

    /// Returns the conclusions that follow; only [`Conclusion::Nothing`] if none does.
    ///
    /// ```
    /// use peirast_logic::categorical::Import;
    /// use peirast_task::{Conclusion, PremisePair};
    ///
    /// let valid = |import| {
    ///     let conclusions = PremisePair::all().map(move |pair| pair.valid_conclusions(import));
    ///     conclusions.filter(|valid| *valid != [Conclusion::Nothing]).count()
    /// };
    /// assert_eq!((valid(Import::Modern), valid(Import::Traditional)), (22, 27));
    /// ```
    pub fn valid_conclusions(self, import: Import) -> Vec<Conclusion> {
        let follows = |conclusion: &Conclusion| {
            let verdict = conclusion.proposition().map(|c| decide(&self.premises(), c, import));
            matches!(verdict, Some(Ok(CategoricalVerdict::Entailed(_))))
        };
        let valid: Vec<Conclusion> = Conclusion::ALL.into_iter().filter(follows).collect();
        if valid.is_empty() { vec![Conclusion::Nothing] } else { valid }
    }
}

impl fmt::Display for PremisePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.first.letter(), self.second.letter(), self.figure)
    }
}

impl FromStr for PremisePair {
    type Err = ();

    fn from_str(text: &str) -> Result<PremisePair, ()> {
        PremisePair::all().find(|pair| pair.to_string() == text).ok_or(())
    }
}
