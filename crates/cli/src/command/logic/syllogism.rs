//! `peirast logic syllogism` and `syllogisms`.

use crate::args::{SyllogismArgs, SyllogismsArgs};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_figure::{Sheet, Width};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::{Fallacy, Form};
use peirast_report::venn;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Tells all about one form.
pub fn syllogism(args: &SyllogismArgs, json: bool) -> Result<ExitCode> {
    let form: Form = args.form.parse()?;
    let [subject, middle, predicate] = args.terms.as_slice() else {
        bail!("--terms needs three words, for subject, middle term and predicate: S,M,P");
    };
    if args.terms.iter().any(|term| term.trim().is_empty()) {
        bail!("--terms has an empty word; give three: S,M,P");
    }
    let terms = [subject.as_str(), middle.as_str(), predicate.as_str()];
    let import = if args.traditional { Import::Traditional } else { Import::Modern };
    if let Some(path) = &args.svg {
        let svg =
            venn(form, import, terms).svg(&Sheet { width: Width::Single, has_caption: true })?;
        std::fs::write(path, svg).with_context(|| format!("writing {}", path.display()))?;
    }
    let text = if json { format!("{}\n", row(form, terms)) } else { told(form, terms, import) };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
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
fn told(form: Form, terms: [&str; 3], import: Import) -> String {
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

/// Lists the forms.
pub fn syllogisms(args: &SyllogismsArgs, json: bool) -> Result<ExitCode> {
    let mut text = String::new();
    let forms = Form::all().filter(|form| !args.valid || form.is_valid(Import::Traditional));
    for form in forms {
        if json {
            let _ = writeln!(text, "{}", row(form, ["S", "M", "P"]));
            continue;
        }
        let valid = match (form.is_valid(Import::Modern), form.is_valid(Import::Traditional)) {
            (true, _) => "valid",
            (false, true) => "valid if no term is empty",
            (false, false) => "invalid",
        };
        let said = match form.name() {
            Some(name) => name.to_owned(),
            None => names(&form.fallacies(Import::Modern)).join(", "),
        };
        let _ = writeln!(text, "{form}  {valid:<25}  {said}");
    }
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}
