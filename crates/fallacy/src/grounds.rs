//! Premises in logic, to test many conclusions.

use crate::error::Error;
use crate::joined::parts;
use crate::judge::follows;
use crate::statement::Statement;
use peirast_etr::{Engine, Reading};
use peirast_logic::{Argument, Formula, Signature, Structure, Verdict, entails, formula_of_view};

/// The most models of the premises that are kept to refute conclusions.
const MODELS: usize = 32;
/// The most quantifiers of a statement that can quickly be tested in a model.
const FEW_QUANTIFIERS: usize = 3;

/// Premises as formulas, with models in which earlier conclusions are false. Most conclusions that
/// do not follow are false in one of these models, which is a quick test.
#[derive(Debug)]
pub(crate) struct Grounds {
    engine: Engine,
    signature: Signature,
    premises: Vec<Formula>,
    models: Vec<Structure>,
}

/// The support that a conclusion needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Support {
    /// None: it is true in every case.
    Nothing,
    /// One premise.
    One,
    /// Several premises, but each of its parts needs only one: it repeats them side by side.
    Joined,
    /// Several premises together.
    Joint,
}

impl Grounds {
    /// Takes premises as they were read, in their order.
    pub(crate) fn new(premises: &[Statement]) -> Result<Grounds, Error> {
        let mut engine = Engine::new(Reading::SOUND);
        let mut signature = Signature::default();
        let mut formulas = Vec::with_capacity(premises.len());
        for (at, premise) in premises.iter().enumerate() {
            let wrong = |source| Error::Premise { number: at + 1, source };
            let view = engine.read(&premise.to_string()).map_err(wrong)?;
            formulas.push(formula_of_view(&engine, &view, &mut signature).map_err(wrong)?);
        }
        Ok(Grounds { engine, signature, premises: formulas, models: Vec::new() })
    }

    /// Takes premises that this engine read before, with these symbols.
    pub(crate) fn over(engine: Engine, signature: Signature, premises: Vec<Formula>) -> Grounds {
        Grounds { engine, signature, premises, models: Vec::new() }
    }

    /// A statement as a formula.
    ///
    /// # Errors
    /// [`Error::Answer`], if it is not a view.
    pub(crate) fn formula(&mut self, statement: &Statement) -> Result<Formula, Error> {
        let wrong = |source| Error::Answer { source };
        let view = self.engine.read(&statement.to_string()).map_err(wrong)?;
        formula_of_view(&self.engine, &view, &mut self.signature).map_err(wrong)
    }

    /// Tests if it follows from all premises. If this cannot be decided, the answer is no.
    pub(crate) fn follows(&mut self, statement: &Statement) -> Result<bool, Error> {
        Ok(self.verdict(statement)? == Some(true))
    }

    /// Tests if it follows from all premises; `None` if this cannot be decided.
    pub(crate) fn verdict(&mut self, statement: &Statement) -> Result<Option<bool>, Error> {
        let formula = self.formula(statement)?;
        let few = statement.prefix.len() <= FEW_QUANTIFIERS;
        if few && self.models.iter().any(|model| !model.satisfies(&formula)) {
            return Ok(Some(false));
        }
        match entails(&self.argument(self.premises.clone(), formula)) {
            Verdict::Entailed => Ok(Some(true)),
            Verdict::Refuted(model) => {
                if self.models.len() < MODELS {
                    self.models.push(model);
                }
                Ok(Some(false))
            }
            Verdict::Unknown(_) => Ok(None),
        }
    }

    /// The support that it needs; `None` if it does not follow.
    pub(crate) fn support(&mut self, statement: &Statement) -> Result<Option<Support>, Error> {
        if !self.follows(statement)? {
            return Ok(None);
        }
        let formula = self.formula(statement)?;
        if follows(self.argument(Vec::new(), formula.clone())) == Some(true) {
            return Ok(Some(Support::Nothing));
        }
        if self.is_from_one(&formula) {
            return Ok(Some(Support::One));
        }
        Ok(Some(if self.is_joined(statement)? { Support::Joined } else { Support::Joint }))
    }

    /// For a conclusion that follows from several premises: tests if it only repeats side by side
    /// what single premises entail.
    pub(crate) fn is_joined(&mut self, statement: &Statement) -> Result<bool, Error> {
        let whole = self.formula(statement)?;
        let mut said = Vec::new();
        match parts(statement) {
            Some(parts) if parts.len() < 2 => return Ok(false),
            Some(parts) => {
                for part in parts {
                    let part = self.formula(&part)?;
                    said.extend(Some(part).filter(|part| self.is_from_one(part)));
                }
            }
            // A statement with too many parts can still be used as a whole premise.
            None => {
                let says = |premise: &&Formula| {
                    follows(self.argument(vec![whole.clone()], (*premise).clone())) == Some(true)
                };
                said.extend(self.premises.iter().filter(says).cloned());
            }
        }
        Ok(follows(self.argument(said, whole)) == Some(true))
    }

    fn is_from_one(&self, formula: &Formula) -> bool {
        let from = |premise: &Formula| {
            follows(self.argument(vec![premise.clone()], formula.clone())) == Some(true)
        };
        self.premises.iter().any(from)
    }

    /// Tests if it follows from several premises together.
    pub(crate) fn is_joint(&mut self, statement: &Statement) -> Result<bool, Error> {
        Ok(self.support(statement)? == Some(Support::Joint))
    }

    /// Tests if the premises are consistent. If this cannot be decided, the answer is yes.
    pub(crate) fn can_be_true(&self) -> bool {
        !self.models.is_empty() || !self.refute(Vec::new())
    }

    /// Tests if it is inconsistent with the premises, as far as this can be decided.
    pub(crate) fn excludes(&mut self, statement: &Statement) -> Result<bool, Error> {
        let formula = self.formula(statement)?;
        Ok(self.refute(vec![formula]))
    }

    /// Tests if one statement implies the other by itself.
    pub(crate) fn implies(&mut self, one: &Statement, other: &Statement) -> Result<bool, Error> {
        let (one, other) = (self.formula(one)?, self.formula(other)?);
        Ok(follows(self.argument(vec![one], other)) == Some(true))
    }

    /// Tests if the two exclude each other by themselves.
    pub(crate) fn clash(&mut self, one: &Statement, other: &Statement) -> Result<bool, Error> {
        let both = vec![self.formula(one)?, self.formula(other)?];
        Ok(follows(self.argument(both, Formula::Truth(false))) == Some(true))
    }

    /// Tests if the two are equivalent given the premises. If this cannot be decided, the answer is
    /// yes.
    pub(crate) fn same_here(&mut self, one: &Statement, other: &Statement) -> Result<bool, Error> {
        let both = self.formula(one)?.iff(self.formula(other)?);
        Ok(follows(self.argument(self.premises.clone(), both)) != Some(false))
    }

    /// Tests if the two are equivalent by themselves. If this cannot be decided, the answer is yes.
    pub(crate) fn same(&mut self, one: &Statement, other: &Statement) -> Result<bool, Error> {
        let both = self.formula(one)?.iff(self.formula(other)?);
        Ok(follows(self.argument(Vec::new(), both)) != Some(false))
    }

    /// Tests if it can be both true and false, without any premises.
    pub(crate) fn is_contingent(&mut self, statement: &Statement) -> Result<bool, Error> {
        let formula = self.formula(statement)?;
        let open = |formula| follows(self.argument(Vec::new(), formula)) == Some(false);
        Ok(open(formula.clone()) && open(formula.negated()))
    }

    fn refute(&self, more: Vec<Formula>) -> bool {
        let all = self.premises.iter().cloned().chain(more).collect();
        follows(self.argument(all, Formula::Truth(false))) == Some(true)
    }

    fn argument(&self, premises: Vec<Formula>, conclusion: Formula) -> Argument {
        Argument { signature: self.signature.clone(), premises, conclusion }
    }
}

/// Reads premises as statements.
///
/// # Errors
/// [`Error::Premise`], if one is not a view, or has weights or do-atoms.
pub(crate) fn statements(premises: &[impl AsRef<str>]) -> Result<Vec<Statement>, Error> {
    let read = |(at, text): (usize, &_)| {
        let wrong = |source| Error::Premise { number: at + 1, source };
        Statement::read(AsRef::<str>::as_ref(text)).map_err(wrong)
    };
    premises.iter().enumerate().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(text: &str) -> Statement {
        Statement::read(text).expect("a view")
    }

    #[test]
    fn what_follows_is_told_apart_by_what_it_takes() {
        let premises = ["{B(a())}^{A(a())}", "{A(a())}"];
        let mut grounds = Grounds::new(&statements(&premises).expect("views")).expect("views");
        let mut support = |text| grounds.support(&statement(text)).expect("a view");
        assert_eq!(support("{B(a())}"), Some(Support::Joint));
        assert_eq!(support("{A(a())}"), Some(Support::One));
        // Not: A(a), and B(a) if A(a).
        assert_eq!(support("{A(a())B(a())}"), Some(Support::Joint));
        assert_eq!(support("{A(a())~A(a()),A(a())B(a())}"), Some(Support::Joined));
        assert_eq!(support("{C(),~C()}"), Some(Support::Nothing));
        assert_eq!(support("{C()}"), None);
        assert_eq!(support("{~B(a())}"), None);
        assert!(grounds.can_be_true());
        assert!(grounds.excludes(&statement("{~B(a())}")).expect("a view"));
        assert!(!grounds.is_contingent(&statement("{C()~C()}")).expect("a view"));
    }
}
