//! Forms of syllogisms.

use super::people::{self, is_minor_first};
use crate::Printout;
use crate::error::{CalcError, Result, refuse};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::{Fallacy, Form, Reading, Settled, Witness};
use peirast_task::{HumanResponses, PremisePair};
use serde_json::{Map, Value, json};
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

/// A syllogism as a user gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenSyllogism {
    /// The form.
    pub form: Form,
    /// Words for subject, middle term and predicate; none if only the form was given.
    pub terms: Option<[String; 3]>,
    /// The assumptions of the reading of sentences, for readers.
    pub assumed: Vec<&'static str>,
}

/// The syllogism of a form, of a traditional name, or of three sentences in one text.
///
/// # Errors
/// If the text is neither, or the sentences are no syllogism.
///
/// ```
/// let given = peirast_calc::logic::given_syllogism(
///     "All cats are pets. All pets are animals. So all cats are animals.",
/// )?;
/// assert_eq!(given.form.to_string(), "AAA-1");
/// assert_eq!(given.terms, Some(["cats", "pets", "animals"].map(str::to_owned)));
/// # Ok::<(), peirast_calc::CalcError>(())
/// ```
pub fn given_syllogism(text: &str) -> Result<GivenSyllogism> {
    let error = match text.parse() {
        Ok(form) => return Ok(GivenSyllogism { form, terms: None, assumed: Vec::new() }),
        Err(error) => error,
    };
    let sentences = text.split(['.', ';', '\n']).map(str::trim);
    let sentences: Vec<&str> = sentences.filter(|one| !one.is_empty()).collect();
    match sentences.as_slice() {
        [first, second, conclusion] => {
            let read = Reading::new(first, second, conclusion)
                .map_err(|error| CalcError::Input(format!("{error}\nhelp: {SENTENCES}")))?;
            let terms = read.terms.map(|term| as_written(&term, text));
            Ok(GivenSyllogism { form: read.form, terms: Some(terms), assumed: read.assumed })
        }
        [_, _, ..] => {
            refuse!(
                "a syllogism has three sentences, and there are {}\nhelp: {SENTENCES}",
                sentences.len()
            )
        }
        _ => refuse!("{error}\nhelp: or {SENTENCES}"),
    }
}

const SENTENCES: &str = "write two premises and a conclusion with full stops: 'All cats are pets. \
     All pets are animals. So all cats are animals.' Each is *all*, *no*, *some* or *some ... not*";

/// The plural of a term as the sentences have it; the term itself if no word of them is its plural.
fn as_written(term: &str, text: &str) -> String {
    let words =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let stem = term.strip_suffix('y').unwrap_or(term);
    let is_form = |word: &&str| {
        let low = word.to_lowercase();
        low == term || low.strip_prefix(stem).is_some_and(|end| matches!(end, "s" | "es" | "ies"))
    };
    let longest = words.filter(is_form).max_by_key(|word| word.len());
    longest.map_or_else(|| term.to_owned(), str::to_owned)
}

/// A form in the order in which studies show its premises, with its validity, its fallacies, what
/// follows, a diagram, and what people conclude.
///
/// # Errors
/// If the data on people do not parse: only a bug, caught by a test.
pub fn describe_syllogism(form: Form, terms: [&str; 3], import: Import) -> Result<Printout> {
    let data = HumanResponses::get().map_err(|error| CalcError::Input(error.to_string()))?;
    let text = text(form, terms, import)
        + &diagram(form, terms, import)
        + &people::text(form, terms, data);
    let mut fields = row(form, terms);
    fields.extend(described(form, terms, import));
    fields.extend(people::fields(form, terms, data));
    Ok(Printout { text, json: format!("{}\n", Value::Object(fields)) })
}

/// The list of forms; only the valid ones if `valid`.
pub fn list_syllogisms(valid: bool) -> Printout {
    let (mut text, mut json) = (String::new(), String::new());
    for form in Form::all().filter(|form| !valid || form.is_valid(Import::Traditional)) {
        let _ = writeln!(json, "{}", Value::Object(row(form, ["S", "M", "P"])));
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

pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn names(fallacies: &[Fallacy]) -> Vec<&'static str> {
    fallacies.iter().map(|fallacy| fallacy.name()).collect()
}

fn row(form: Form, terms: [&str; 3]) -> Map<String, Value> {
    let words = |import| form.countermodel(import).map(|model| model.in_words(&terms));
    let fields = [
        ("form", json!(form.to_string())),
        ("name", json!(form.name())),
        ("major", json!(sentence(&form.major_premise().in_words(&terms)))),
        ("minor", json!(sentence(&form.minor_premise().in_words(&terms)))),
        ("conclusion", json!(sentence(&form.conclusion().in_words(&terms)))),
        ("valid_modern", json!(form.is_valid(Import::Modern))),
        ("valid_traditional", json!(form.is_valid(Import::Traditional))),
        ("fallacies", json!(names(&form.fallacies(Import::Modern)))),
        ("fallacies_traditional", json!(names(&form.fallacies(Import::Traditional)))),
        ("countermodel", json!(words(Import::Modern))),
        ("countermodel_traditional", json!(words(Import::Traditional))),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The sentences that follow from the premises; that nothing follows, if none does.
fn following(form: Form, terms: [&str; 3], import: Import) -> Vec<String> {
    let (pair, _) = PremisePair::usual(form);
    let [first, second] = people::ends(form, terms);
    let valid = pair.valid_conclusions(import).into_iter();
    valid.map(|one| sentence(&one.in_words(first, second))).collect()
}

/// The further fields of one form.
fn described(form: Form, terms: [&str; 3], import: Import) -> Map<String, Value> {
    let kinds = kinds(form, import).into_iter().map(|kind| {
        let among = terms.iter().enumerate().filter(|(t, _)| kind.number >> t & 1 == 1);
        let among: Vec<&str> = among.map(|(_, term)| *term).collect();
        let DiagramLine { state, reason, in_conclusion, .. } = kind;
        json!({"among": among, "state": state, "reason": reason, "in_conclusion": in_conclusion})
    });
    Map::from_iter([
        ("minor_first".to_owned(), json!(is_minor_first(form))),
        ("natural_order".to_owned(), json!(PremisePair::natural(form).is_some())),
        ("follows".to_owned(), json!(following(form, terms, Import::Modern))),
        ("follows_traditional".to_owned(), json!(following(form, terms, Import::Traditional))),
        ("diagram".to_owned(), kinds.collect()),
    ])
}

/// Writing to a string cannot fail.
fn text(form: Form, terms: [&str; 3], import: Import) -> String {
    let name = form.name().map(|name| format!("  {name}")).unwrap_or_default();
    let mut text = format!("{form}{name}\n");
    let mut premises = [form.major_premise(), form.minor_premise()];
    if is_minor_first(form) {
        premises.reverse();
    }
    for proposition in premises {
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
    let order = match (PremisePair::natural(form).is_some(), is_minor_first(form)) {
        (true, true) => {
            "natural, because the first premise ends with the term that the second begins with \
             (textbooks put the major premise first)"
        }
        (true, false) => {
            "natural, because the first premise ends with the term that the second begins with"
        }
        (false, _) => "major premise first, as in textbooks; neither order is natural",
    };
    let _ = writeln!(text, "order: {order}");
    let modern = following(form, terms, Import::Modern);
    let traditional = following(form, terms, Import::Traditional);
    let _ = writeln!(text, "what follows: {}", modern.join(" "));
    if traditional != modern {
        let _ = writeln!(text, "what follows if no term is empty: {}", traditional.join(" "));
    }
    text
}

/// A kind of individual in a diagram.
struct DiagramLine {
    /// A bit for each term that applies.
    number: usize,
    /// `something`, `nothing` or `open`.
    state: &'static str,
    /// The reason, in words.
    reason: &'static str,
    /// True if the conclusion speaks of this kind.
    in_conclusion: bool,
}

/// The kinds of individuals: what the premises settle if the form is valid, otherwise those of a
/// countermodel.
fn kinds(form: Form, import: Import) -> Vec<DiagramLine> {
    let counter = form.countermodel(import);
    let inhabited: Option<Vec<usize>> = counter.map(|model| model.kinds().collect());
    let kind = |(number, settled): (usize, Settled)| {
        let (state, reason) = match (&inhabited, settled) {
            (Some(inhabited), _) if inhabited.contains(&number) => ("something", ""),
            (Some(_), _) => ("nothing", ""),
            (None, settled) => settled_words(settled),
        };
        DiagramLine { number, state, reason, in_conclusion: form.conclusion().speaks_of(number) }
    };
    form.settled(import).into_iter().enumerate().map(kind).collect()
}

fn settled_words(settled: Settled) -> (&'static str, &'static str) {
    match settled {
        Settled::Empty { major: true, minor: true } => ("nothing", "both premises exclude it"),
        Settled::Empty { major: true, .. } => ("nothing", "the major premise excludes it"),
        Settled::Empty { .. } => ("nothing", "the minor premise excludes it"),
        Settled::Inhabited(Witness::MajorPremise) => {
            ("something", "the major premise says that there is something, and only this is left")
        }
        Settled::Inhabited(Witness::MinorPremise) => {
            ("something", "the minor premise says that there is something, and only this is left")
        }
        Settled::Inhabited(Witness::Term(_)) => {
            ("something", "no term is empty, and one of them has only this left")
        }
        Settled::Open => ("open", ""),
    }
}

/// The diagram as text: a line for each kind of individual. Writing to a string cannot fail.
fn diagram(form: Form, terms: [&str; 3], import: Import) -> String {
    let counter = form.countermodel(import);
    let title = match counter {
        Some(_) => "diagram: the premises are true here, and the conclusion is false",
        None => "diagram: what the premises leave of each kind of thing",
    };
    let mut text = format!("{title}\n");
    let widths = terms.map(|term| term.chars().count().max(3));
    let line = |cells: [&str; 3]| -> String {
        let cells = cells.iter().zip(widths);
        cells.map(|(cell, width)| format!("{cell:<width$}  ")).collect()
    };
    let _ = writeln!(text, "    {}", line(terms).trim_end());
    // What falls under the first term comes first, then under the second.
    let mut kinds = kinds(form, import);
    kinds.sort_by_key(|kind| [0, 1, 2].map(|term| kind.number >> term & 1 == 0));
    for kind in &kinds {
        let cells = [0, 1, 2].map(|t| if kind.number >> t & 1 == 1 { "yes" } else { "no" });
        let mark = if kind.in_conclusion { "*" } else { " " };
        let whole = format!("  {mark} {}{:<9}  {}", line(cells), kind.state, kind.reason);
        let _ = writeln!(text, "{}", whole.trim_end());
    }
    let conclusion = form.conclusion();
    let individuals = conclusion.individuals_in_words(&terms);
    let are = if conclusion.quantity.is_universal() { "no" } else { "some" };
    let _ = writeln!(text, "  * The conclusion says that there are {are} {individuals}.");
    if let Some(model) = counter {
        let _ = writeln!(text, "countermodel: {}", model.in_words(&terms));
    }
    text
}
