//! Predictions of the theory for the four arguments with *if A then B*, for each way to read it.

use super::EtrSettings;
use crate::Printout;
use crate::error::Result;
use peirast_etr::{Conditional, Engine, InternedView, Reading};
use peirast_logic::{Argument, Signature, Verdict, entails, formula_of_view};
use serde_json::json;
use std::fmt::Write as _;

/// An argument with the first premise *if A then B*.
struct ConditionalArgument {
    name: &'static str,
    second: &'static str,
    target: &'static str,
}

/// The four arguments: two valid ones and two fallacies.
const ARGUMENTS: [ConditionalArgument; 4] = [
    ConditionalArgument { name: "modus ponens", second: "{A()}", target: "{B()}" },
    ConditionalArgument { name: "modus tollens", second: "{~B()}", target: "{~A()}" },
    ConditionalArgument { name: "affirming the consequent", second: "{B()}", target: "{A()}" },
    ConditionalArgument { name: "denying the antecedent", second: "{~A()}", target: "{~B()}" },
];

/// The prediction for one argument.
struct Prediction {
    /// The conclusion that people draw without a question.
    concluded: String,
    /// True if people accept the target when asked.
    accepted: bool,
    /// True if it follows in classical logic.
    valid: bool,
}

/// The prediction for each argument with a reading of the theory, for one way to read the
/// conditional or for both.
///
/// # Errors
/// If a limit is reached.
pub fn compare_conditionals(settings: &EtrSettings) -> Result<Printout> {
    let (mut text, mut json) = (String::new(), String::new());
    let chosen = settings.conditional.map_or(Conditional::ALL.to_vec(), |one| vec![one]);
    for conditional in chosen {
        let mut engine = Engine::new(settings.reading).with_limits(settings.limits);
        let first = engine.read("{B()}^{A()}")?;
        let first = engine.heard_as(&first, conditional)?;
        let view = engine.show(&first);
        let usual = usual_under(conditional);
        let _ = writeln!(text, "if A then B heard as {view} ({}{usual})", conditional.name());
        let _ = writeln!(
            text,
            "  {:<26}{:<10}{:<12}{:<9}{:<10}valid",
            "argument", "premise", "concluded", "target", "accepted"
        );
        for argument in &ARGUMENTS {
            let found = predicted(&mut engine, &first, argument)?;
            let _ = writeln!(
                text,
                "  {:<26}{:<10}{:<12}{:<9}{:<10}{}",
                argument.name,
                argument.second,
                found.concluded,
                argument.target,
                yes_no(found.accepted),
                yes_no(found.valid)
            );
            let row = json!({
                "reading": settings.reading.name,
                "conditional": conditional.name(),
                "argument": argument.name,
                "premises": [view, argument.second],
                "concluded": found.concluded,
                "target": argument.target,
                "accepted": found.accepted,
                "valid": found.valid,
            });
            let _ = writeln!(json, "{row}");
        }
    }
    Ok(Printout { text, json })
}

/// The readings of the theory in which this way to read a conditional is the default.
fn usual_under(conditional: Conditional) -> String {
    let usual = Reading::ALL.into_iter().filter(|one| Conditional::usual(one) == conditional);
    let usual: Vec<&str> = usual.map(|reading| reading.name).collect();
    if usual.is_empty() { String::new() } else { format!("; usual under {}", usual.join(", ")) }
}

fn yes_no(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}

fn predicted(
    engine: &mut Engine,
    first: &InternedView,
    argument: &ConditionalArgument,
) -> Result<Prediction> {
    let premises = [first.clone(), engine.read(argument.second)?];
    let target = engine.read(argument.target)?;
    let concluded = engine.default_inference(&premises)?;
    let accepted = engine.does_it_follow(&premises, &target)?;
    let mut signature = Signature::default();
    let mut formulas = Vec::new();
    for premise in &premises {
        formulas.push(formula_of_view(engine, premise, &mut signature)?);
    }
    let conclusion = formula_of_view(engine, &target, &mut signature)?;
    let verdict = entails(&Argument { signature, premises: formulas, conclusion });
    let valid = verdict == Verdict::Entailed;
    Ok(Prediction { concluded: engine.show(&concluded), accepted, valid })
}
