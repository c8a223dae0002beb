//! Classical logic's verdict on an argument.

use super::theory::message;
use super::{Situation, short};
use peirast_etr::{Allowance, Engine, InternedView};
use peirast_logic::{
    Argument, Effort, Signature, Verdict, examine_within, formula_of_view, propositional, show,
};

/// The effort that a decision may take for a page: a hundredth of the effort of a command.
const EFFORT: Effort =
    Effort { literals: 400_000, diagrams: 50_000, conflicts: 5_000, steps: 2_000_000 };
/// The steps that a decision takes off the allowance of a page, as if it used its whole effort.
const STEPS: u64 = 1_000_000;

/// An argument in symbols, and whether its conclusion follows.
pub(crate) struct Classical {
    /// The premises as formulas.
    pub(crate) premises: Vec<String>,
    /// The conclusion as a formula.
    pub(crate) conclusion: String,
    /// The verdict on the conclusion.
    pub(crate) judged: Entailment,
    /// True if the premises contradict each other.
    pub(crate) contradict: bool,
    /// True if the conclusion is true in every situation.
    pub(crate) says_nothing: bool,
    /// The named fallacy whose form the argument has.
    pub(crate) fallacy: Option<&'static str>,
}

/// A verdict on a conclusion.
pub(crate) enum Entailment {
    /// It does.
    Follows,
    /// It does not: here the premises are true, and it is false.
    Refuted(Box<Situation>),
    /// The verdict is open, for this reason.
    Unknown(String),
}

impl Classical {
    /// The class, the sign and the words of the verdict. A conclusion that is true in every situation
    /// follows from anything; it is no success of people to draw it.
    pub(crate) fn said(&self) -> (&'static str, &'static str, &'static str) {
        match self.judged {
            Entailment::Follows if self.says_nothing => ("none", "–", "it says nothing"),
            Entailment::Follows => ("good", "✓", "it follows"),
            Entailment::Refuted(_) => ("bad", "✗", "it does not follow"),
            Entailment::Unknown(_) => ("none", "?", "not decided"),
        }
    }

    /// Decides an argument.
    pub(crate) fn new(
        engine: &Engine,
        premises: &[InternedView],
        conclusion: &InternedView,
        allowance: &Allowance,
    ) -> Result<Self, String> {
        allowance.spend(STEPS).map_err(message)?;
        let mut signature = Signature::default();
        let mut formula =
            |view| formula_of_view(engine, view, &mut signature).map_err(|error| error.to_string());
        let premises = premises.iter().map(&mut formula).collect::<Result<Vec<_>, _>>()?;
        let conclusion = formula(conclusion)?;
        let argument = Argument { signature, premises, conclusion };
        let examined = examine_within(&argument, &EFFORT);
        let shown = |formula| short(show(formula, &argument.signature));
        let refuted = matches!(examined.verdict, Verdict::Refuted(_));
        let fallacy = if refuted { propositional::fallacy(&argument) } else { None };
        Ok(Self {
            premises: argument.premises.iter().map(shown).collect(),
            conclusion: shown(&argument.conclusion),
            contradict: examined.premises_contradict == Some(true),
            says_nothing: examined.conclusion_is_valid == Some(true),
            fallacy: fallacy.map(|fallacy| fallacy.name()),
            judged: match examined.verdict {
                Verdict::Entailed => Entailment::Follows,
                Verdict::Refuted(structure) => {
                    Entailment::Refuted(Box::new(Situation::new(&structure, &argument.signature)))
                }
                Verdict::Unknown(gap) => Entailment::Unknown(gap.to_string()),
            },
        })
    }
}
