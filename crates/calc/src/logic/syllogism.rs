//! Forms of syllogisms.

use crate::Printout;
use crate::error::{Result, refuse};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::{Fallacy, Form};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Subject, middle term and predicate from a list of words.
///
/// # Errors
/// If there are not exactly three words, or one is empty.
pub fn syllogism_terms(terms: &[String]) -> Result<[&str; 3]> {
    let [subject, middle, predicate] = terms else {
        refuse!("--terms needs three words, for subject, middle term and predicate: S,M,P");
    };
    if terms.iter().any(|term| term.trim().is_empty()) {
        refuse!("--terms has an empty word; give three: S,M,P");
    }
    Ok([subject.trim(), middle.trim(), predicate.trim()])
}

/// A form with its validity, its fallacies and a countermodel.
pub fn describe_syllogism(form: Form, terms: [&str; 3], import: Import) -> Printout {
    Printout { text: text(form, terms, import), json: format!("{}\n", row(form, terms)) }
}

/// The list of forms; only the valid ones if `valid`.
pub fn list_syllogisms(valid: bool) -> Printout {
    let (mut text, mut json) = (String::new(), String::new());
    for form in Form::all().filter(|form| !valid || form.is_valid(Import::Traditional)) {
        let _ = writeln!(json, "{}", row(form, ["S", "M", "P"]));
        let validity = match (form.is_valid(Import::Modern), form.is_valid(Import::Traditional)) {
            (true, _) => "valid",
            (false, true) => "valid if no term is empty",
            (false, false) => "invalid",
        };
        let name = match form.name() {
            Some(name) => name.to_owned(),
            None => names(&form.fallacies(Import::Modern)).join(", "),
        };
        let _ = writeln!(text, "{form}  {validity:<25}  {name}");
    }
    Printout { text, json }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn names(fallacies: &[Fallacy]) -> Vec<&'static str> {
    fallacies.iter().map(|fallacy| fallacy.name()).collect()
}

fn row(form: Form, terms: [&str; 3]) -> Value {
    let words = |import| form.countermodel(import).map(|model| model.in_words(&terms));
    json!({
        "form": form.to_string(),
        "name": form.name(),
        "major": sentence(&form.major_premise().in_words(&terms)),
        "minor": sentence(&form.minor_premise().in_words(&terms)),
        "conclusion": sentence(&form.conclusion().in_words(&terms)),
        "valid_modern": form.is_valid(Import::Modern),
        "valid_traditional": form.is_valid(Import::Traditional),
        "fallacies": names(&form.fallacies(Import::Modern)),
        "fallacies_traditional": names(&form.fallacies(Import::Traditional)),
        "countermodel": words(Import::Modern),
        "countermodel_traditional": words(Import::Traditional),
    })
}

/// Writing to a string cannot fail.
fn text(form: Form, terms: [&str; 3], import: Import) -> String {
    let name = form.name().map(|name| format!("  {name}")).unwrap_or_default();
    let mut text = format!("{form}{name}\n");
    for proposition in [form.major_premise(), form.minor_premise()] {
        let _ = writeln!(text, "    {}", sentence(&proposition.in_words(&terms)));
    }
    let conclusion = form.conclusion().in_words(&terms);
    let _ = writeln!(text, "    Therefore, {conclusion}.");
    text.push_str(match (form.is_valid(Import::Modern), form.is_valid(Import::Traditional)) {
        (true, _) => "valid\n",
        (false, true) => "valid if no term is empty (traditional), invalid otherwise (modern)\n",
        (false, false) => "invalid\n",
    });
    for fallacy in form.fallacies(import) {
        let _ = writeln!(text, "{fallacy}: {}", fallacy.explanation());
    }
    if let Some(model) = form.countermodel(import) {
        let words = model.in_words(&terms);
        let _ = writeln!(text, "countermodel: {words}");
    }
    text
}
