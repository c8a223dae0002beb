//! Errors visible on the surface of an answer, predicted by the theory or not.

mod instance;
mod look;
mod surface;

use crate::error::Error;
use crate::grounds::{Grounds, statements};
use crate::statement::Statement;
use look::Look;
use serde::{Deserialize, Serialize};

pub use surface::{Surface, surface};

/// A known error whose marks an answer that does not follow may have.
///
/// The marks do not prove that the subject made this error. Answers may have the marks of several
/// errors, or of none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Misstep {
    /// It is read off the premises: each of its literals occurs with the same sign among the
    /// alternatives of a premise.
    ///
    /// Evans & Lynch, *Matching bias in the selection task* (1973); Wetherick & Gilhooly,
    /// *"Atmosphere", matching, and logic in syllogistic reasoning* (1995).
    Matching,
    /// It is a conditional premise, or an instance of it, with antecedent and consequent exchanged:
    /// *all A are B, so all B are A*.
    ///
    /// Chapman & Chapman, *Atmosphere effect re-examined* (1959); Revlis, *Two models of syllogistic
    /// reasoning* (1975).
    Conversion,
    /// The consequent of a conditional premise holds, perhaps for a named thing, and the answer
    /// says that the antecedent holds.
    ///
    /// Marcus & Rips, *Conditional reasoning* (1979); Evans, Newstead & Byrne, *Human Reasoning*
    /// (1993).
    AffirmingTheConsequent,
    /// The antecedent of a conditional premise does not hold, and the answer says that the
    /// consequent does not either. Or the answer says this as a conditional: *all A are B, so
    /// things that are not A are not B*.
    ///
    /// Sources as for [`Misstep::AffirmingTheConsequent`].
    DenyingTheAntecedent,
    /// It is inconsistent with consistent premises:
    /// [`Judgement::denies_premises`](crate::Judgement::denies_premises).
    ///
    /// Johnson-Laird, Legrenzi, Girotto & Legrenzi, *Illusions in reasoning about consistency*
    /// (2000).
    DenialOfAPremise,
    /// It says that only some alternatives of a premise are left, or its part that does not follow
    /// is a part of alternatives, stated as a fact: *A or B, so A*.
    ///
    /// Johnson-Laird & Savary, *Illusory inferences: a novel class of erroneous deductions* (1999);
    /// Walsh & Johnson-Laird, *Co-reference and reasoning* (2004).
    AlternativeTakenAsCertain,
    /// It says of all things what follows only for some, perhaps a named one: *some A are B, so all
    /// are*.
    ///
    /// Woodworth & Sells, *An atmosphere effect in formal syllogistic reasoning* (1935); Nisbett,
    /// Krantz, Jepson & Kunda, *The use of statistical heuristics in everyday inductive reasoning*
    /// (1983).
    Overgeneralisation,
}

impl Misstep {
    /// All missteps.
    pub const ALL: [Misstep; 7] = [
        Misstep::Matching,
        Misstep::Conversion,
        Misstep::AffirmingTheConsequent,
        Misstep::DenyingTheAntecedent,
        Misstep::DenialOfAPremise,
        Misstep::AlternativeTakenAsCertain,
        Misstep::Overgeneralisation,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Misstep::Matching => "matching",
            Misstep::Conversion => "conversion",
            Misstep::AffirmingTheConsequent => "affirming-the-consequent",
            Misstep::DenyingTheAntecedent => "denying-the-antecedent",
            Misstep::DenialOfAPremise => "denial-of-a-premise",
            Misstep::AlternativeTakenAsCertain => "alternative-taken-as-certain",
            Misstep::Overgeneralisation => "overgeneralisation",
        }
    }
}

/// The missteps whose marks an answer has, in the order of [`Misstep::ALL`]. Empty if the answer
/// follows, or if this could not be decided.
///
/// ```
/// use peirast_fallacy::{Misstep, missteps};
///
/// let premises = ["Ax {B(x)}^{A(x)}", "{B(b())}"];
/// assert_eq!(missteps(&premises, "{A(b())}")?, [Misstep::AffirmingTheConsequent]);
/// assert_eq!(missteps(&premises, "Ax {A(x)}^{B(x)}")?[0], Misstep::Conversion);
/// assert_eq!(missteps(&premises, "{B(b())}")?, []);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Premise`] or [`Error::Answer`], if one is not a view, or has weights or do-atoms.
pub fn missteps(premises: &[impl AsRef<str>], answer: &str) -> Result<Vec<Misstep>, Error> {
    let premises = statements(premises)?;
    let answer = Statement::read(answer).map_err(|source| Error::Answer { source })?;
    let mut grounds = Grounds::new(&premises)?;
    if grounds.verdict(&answer)? != Some(false) {
        return Ok(Vec::new());
    }
    let mut look = Look { premises: &premises, answer: &answer, grounds };
    let mut found = Vec::new();
    for misstep in Misstep::ALL {
        let seen = match misstep {
            Misstep::Matching => look.is_matched(),
            Misstep::Conversion => look.is_converse(),
            Misstep::AffirmingTheConsequent => look.affirms_consequent()?,
            Misstep::DenyingTheAntecedent => look.is_inverse() || look.denies_antecedent()?,
            Misstep::DenialOfAPremise => look.denies_premises()?,
            Misstep::AlternativeTakenAsCertain => look.takes_alternative()?,
            Misstep::Overgeneralisation => look.overgeneralises()?,
        };
        if seen {
            found.push(misstep);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Misstep::*;

    #[test]
    fn missteps_are_known_by_their_marks() {
        for (premises, answer, wanted) in [
            // Conversion, in general and for a named thing, with any names of objects.
            (&["Ax {B(x)}^{A(x)}"][..], "Ay {A(y)}^{B(y)}", &[Conversion][..]),
            (&["Ax {A(x)B(x)}^{A(x)}"], "Ax {A(x)B(x)}^{B(x)}", &[Matching, Conversion]),
            (&["Ax {B(x)}^{A(x)}"], "{A(a())}^{B(a())}", &[Conversion]),
            (&["{B()C()}^{A()}"], "{A()}^{C()B()}", &[Conversion]),
            (&["{B(),C()}^{A()}"], "{A()}^{B()}", &[]),
            // Conditionals about named things, and about all things.
            (&["{B()}^{A()}", "{B()}"], "{A()}", &[AffirmingTheConsequent]),
            (&["{B()}^{A()}", "{B()C()}"], "{A()C()}", &[AffirmingTheConsequent]),
            (&["{B()}^{A()}", "{~A()}"], "{~B()}", &[DenyingTheAntecedent]),
            (&["Ax {B(x)}^{A(x)}", "{~A(c())}"], "{~B(c())}", &[DenyingTheAntecedent]),
            (&["Ax {B(x)}^{A(x)}", "{~A(c())}"], "{~B(d())}", &[]),
            (&["Ax {B(x)}^{A(x)}"], "Ax {~B(x)}^{~A(x)}", &[DenyingTheAntecedent]),
            (&["Ax {~B(x)}^{A(x)}", "{~B(c())}"], "{A(c())}", &[AffirmingTheConsequent]),
            // Denials of premises and of consequences.
            (&["{A()}"], "{~A()}", &[DenialOfAPremise]),
            (&["{B()}^{A()}", "{A()}"], "{~B()}", &[DenialOfAPremise]),
            // Alternatives.
            (&["{A()B(),C()D()}", "{A()}"], "{B()}", &[Matching, AlternativeTakenAsCertain]),
            (&["{A(),B()}"], "{B()}", &[Matching, AlternativeTakenAsCertain]),
            (&["{A(),B(),C()}"], "{B(),C()}", &[Matching, AlternativeTakenAsCertain]),
            (&["{A(),B()}", "{C()}"], "{B()C()}", &[Matching, AlternativeTakenAsCertain]),
            (&["{A(),B()}"], "{~A()}", &[]),
            (&["Ax {A(x),B(x)}"], "{A(a())}", &[AlternativeTakenAsCertain]),
            (&["{A()B(),A()C()}"], "{~B()}", &[]),
            // All from some.
            (&["{A(a())}"], "Ax {A(x)}", &[Overgeneralisation]),
            (&["Ex {A(x)}"], "Ax {A(x)}", &[Matching, Overgeneralisation]),
            (&["Ex {A(x)B(x)}"], "Ax {B(x)}^{A(x)}", &[Matching, Overgeneralisation]),
            (&["{A(a())B(a())}"], "Ax {B(x)}^{A(x)}", &[Overgeneralisation]),
            (&["Ex {A(x)}"], "Ax {B(x)}", &[]),
            // No error, or nothing known.
            (&["{A()}"], "{A()}", &[]),
            (&["{A()}"], "{0}", &[]),
            (&["{A()}"], "{B()}", &[]),
        ] {
            assert_eq!(missteps(premises, answer), Ok(wanted.to_vec()), "{premises:?} so {answer}");
        }
    }

    #[test]
    fn names_are_those_that_are_written_down() {
        for misstep in Misstep::ALL {
            let written = serde_json::to_string(&misstep).expect("a name");
            assert_eq!(written, format!("\"{}\"", misstep.name()));
        }
    }

    #[test]
    fn what_is_no_view_is_named() {
        let error = missteps(&["{A()}"], "{A(").expect_err("no view");
        assert!(matches!(error, Error::Answer { .. }));
        let error = missteps(&["{A("], "{A()}").expect_err("no view");
        assert!(matches!(error, Error::Premise { number: 1, .. }));
    }
}
