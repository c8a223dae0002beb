//! The fallacies of syllogisms: rules that an invalid form breaks.

use super::Form;
use crate::categorical::{Categorical, Import, Quantity};
use std::fmt;

/// A broken rule of the syllogism.
///
/// A term is *distributed* in a proposition about everything that falls under it: the subject of a
/// universal one, the predicate of a negative one. A form that breaks no rule is valid, and a valid
/// form breaks none (tested for all 256). The rules are those of textbooks, such as Copi, Cohen and
/// McMahon, *Introduction to Logic*, chapter 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fallacy {
    /// Neither premise is about all M.
    UndistributedMiddle,
    /// The conclusion is about all P, but the major premise is not.
    IllicitMajor,
    /// The conclusion is about all S, but the minor premise is not.
    IllicitMinor,
    /// Both premises are negative.
    ExclusivePremises,
    /// The conclusion is affirmative, but a premise is negative.
    AffirmativeFromNegative,
    /// The conclusion is negative, but both premises are affirmative.
    NegativeFromAffirmative,
    /// The conclusion says that something exists. Two universal premises do not say this, unless
    /// terms are assumed not to be empty.
    Existential,
}

impl Fallacy {
    /// All fallacies.
    pub const ALL: [Fallacy; 7] = [
        Fallacy::UndistributedMiddle,
        Fallacy::IllicitMajor,
        Fallacy::IllicitMinor,
        Fallacy::ExclusivePremises,
        Fallacy::AffirmativeFromNegative,
        Fallacy::NegativeFromAffirmative,
        Fallacy::Existential,
    ];

    /// The usual name.
    pub fn name(self) -> &'static str {
        match self {
            Fallacy::UndistributedMiddle => "undistributed middle",
            Fallacy::IllicitMajor => "illicit major",
            Fallacy::IllicitMinor => "illicit minor",
            Fallacy::ExclusivePremises => "exclusive premises",
            Fallacy::AffirmativeFromNegative => "affirmative conclusion from a negative premise",
            Fallacy::NegativeFromAffirmative => "negative conclusion from affirmative premises",
            Fallacy::Existential => "existential fallacy",
        }
    }

    /// An explanation in a sentence.
    pub fn explanation(self) -> &'static str {
        match self {
            Fallacy::UndistributedMiddle => {
                "no premise speaks of everything under the middle term, so that the two may speak of \
                 different parts of it"
            }
            Fallacy::IllicitMajor => {
                "the conclusion speaks of everything under its predicate, the major premise does not"
            }
            Fallacy::IllicitMinor => {
                "the conclusion speaks of everything under its subject, the minor premise does not"
            }
            Fallacy::ExclusivePremises => "two denials connect nothing",
            Fallacy::AffirmativeFromNegative => "a denial among the premises affirms nothing",
            Fallacy::NegativeFromAffirmative => "premises that deny nothing exclude nothing",
            Fallacy::Existential => {
                "the premises hold even if nothing falls under their terms, the conclusion does not"
            }
        }
    }

    /// The fallacies that a form commits.
    pub(super) fn committed_by(form: Form, import: Import) -> Vec<Fallacy> {
        let (major, minor, conclusion) =
            (form.major_premise(), form.minor_premise(), form.conclusion());
        let negative = |one: Categorical| one.quantity.is_negative();
        let negatives = usize::from(negative(major)) + usize::from(negative(minor));
        let commits = |fallacy: &Fallacy| match fallacy {
            Fallacy::UndistributedMiddle => {
                !distributes(major, Form::MIDDLE) && !distributes(minor, Form::MIDDLE)
            }
            Fallacy::IllicitMajor => {
                distributes(conclusion, Form::PREDICATE) && !distributes(major, Form::PREDICATE)
            }
            Fallacy::IllicitMinor => {
                distributes(conclusion, Form::SUBJECT) && !distributes(minor, Form::SUBJECT)
            }
            Fallacy::ExclusivePremises => negatives == 2,
            Fallacy::AffirmativeFromNegative => negatives > 0 && !negative(conclusion),
            Fallacy::NegativeFromAffirmative => negatives == 0 && negative(conclusion),
            Fallacy::Existential => {
                let universal = |one: Categorical| one.quantity.is_universal();
                import == Import::Modern
                    && universal(major)
                    && universal(minor)
                    && !universal(conclusion)
            }
        };
        Fallacy::ALL.into_iter().filter(commits).collect()
    }
}

/// Tests if the proposition is about everything under the term.
fn distributes(proposition: Categorical, term: usize) -> bool {
    match proposition.quantity {
        Quantity::All => proposition.subject == term,
        Quantity::No => proposition.subject == term || proposition.predicate == term,
        Quantity::Some => false,
        Quantity::SomeNot => proposition.predicate == term,
    }
}

impl fmt::Display for Fallacy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_breaks_a_rule_exactly_if_it_is_invalid() {
        for import in [Import::Modern, Import::Traditional] {
            for form in Form::all() {
                let fallacies = form.fallacies(import);
                assert_eq!(fallacies.is_empty(), form.is_valid(import), "{form}: {fallacies:?}");
            }
        }
    }

    #[test]
    fn textbook_cases() {
        for (form, fallacy) in [
            ("AAA-2", Fallacy::UndistributedMiddle),
            ("AAA-3", Fallacy::IllicitMinor),
            ("AEE-1", Fallacy::IllicitMajor),
            ("EEE-1", Fallacy::ExclusivePremises),
            ("EAA-1", Fallacy::AffirmativeFromNegative),
            ("AAO-4", Fallacy::NegativeFromAffirmative),
            ("AAI-3", Fallacy::Existential),
        ] {
            let form: Form = form.parse().unwrap();
            assert!(form.fallacies(Import::Modern).contains(&fallacy), "{form}");
        }
    }
}
