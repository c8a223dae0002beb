//! Worked examples to begin with.

use peirast_etr::Case;
use serde_json::Value;

/// Examples that show what the theory is about: a case of the bank, and a name for it.
pub(crate) const EXAMPLES: [(&str, &str); 6] = [
    ("e1", "Illusory inference from a disjunction"),
    ("e33", "Affirming the consequent"),
    ("e3", "Disjunctive syllogism"),
    ("e47", "Illusory inference from an indefinite"),
    ("e58_reversed", "An invalid syllogism"),
    ("e26_does_it_follow", "A conditional that is asked about"),
];

/// Premises, and the conclusion that people are asked about where they are asked.
pub(crate) struct Inference {
    pub(crate) premises: Vec<String>,
    pub(crate) conclusion: String,
}

/// The argument of a case of this name, if it has one.
pub(crate) fn inference(id: &str) -> Option<Inference> {
    Case::named(id).and_then(argument)
}

/// All cases that are arguments.
pub(crate) fn inferences() -> impl Iterator<Item = &'static Case> {
    Case::all().iter().filter(|case| argument(case).is_some())
}

fn argument(case: &Case) -> Option<Inference> {
    let texts = |values: &[Value]| -> Option<Vec<String>> {
        values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    };
    case.calls.iter().find_map(|one| {
        let target = one.call.kwargs.get("target").and_then(Value::as_str);
        let is_inference = match one.call.op.as_str() {
            "default_inference_procedure" | "basic_step" => true,
            "default_procedure_does_it_follow" => target.is_some(),
            _ => false,
        };
        let premises = texts(&one.call.args).filter(|_| is_inference)?;
        Some(Inference { premises, conclusion: target.unwrap_or_default().to_owned() })
    })
}
