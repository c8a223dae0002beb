//! Formulas as people type them: `p -> q`, `~p | (q & r)`.

use super::dictionary::Dictionary;
use super::fault::Fault;
use peirast_etr::{Conditional, Engine, Error, InternedView, ParseError, Repair};
use unicode_normalization::char::is_combining_mark;

/// Signs and words of connectives, and how the format of logic writes them; longer ones first.
const SIGNS: [(&str, &str); 18] = [
    ("-->", "→"),
    ("->", "→"),
    ("=>", "→"),
    ("⇒", "→"),
    ("⊃", "→"),
    ("/\\", "∧"),
    ("\\/", "∨"),
    ("&&", "∧"),
    ("||", "∨"),
    ("&", "∧"),
    ("|", "∨"),
    ("!", "~"),
    ("¬", "~"),
    ("∧", "∧"),
    ("∨", "∨"),
    ("~", "~"),
    ("→", "→"),
    ("^", "∧"),
];
const WORDS: [(&str, &str); 4] = [("and", "∧"), ("or", "∨"), ("not", "~"), ("implies", "→")];

/// True if a text has signs that no sentence has, or is a name by itself.
pub(super) fn is_formula(text: &str) -> bool {
    let signs = "()[]&|~¬∧∨→⇒⊃∀∃↔⊤⊥=<>^*\\/+_$`";
    let denies = |at: usize| text[at + 1..].chars().next().is_some_and(char::is_alphabetic);
    let single = text.trim_end_matches(['.', ' ']).split_whitespace().count() == 1;
    let arrow = text.contains("->") || text.contains("=>");
    arrow
        || single && text.trim().starts_with(char::is_alphabetic)
        || text.char_indices().any(|(at, c)| signs.contains(c) || c == '!' && denies(at))
}

/// A formula as a view.
pub(super) struct Heard {
    pub(super) view: InternedView,
    /// The way its arrow is understood, if another way is possible.
    pub(super) heard: Option<Conditional>,
    pub(super) repairs: Vec<Repair>,
}

/// Reads a formula. `logic` says how the arrow of a formula that is one of logic is heard, none that
/// it is the bare supposition; `said` how that of one that is not quite is.
///
/// # Errors
///
/// A formula that cannot be read, with its place.
pub(super) fn read(
    engine: &mut Engine,
    text: &str,
    logic: Option<Conditional>,
    said: Conditional,
) -> Result<Heard, Error> {
    if let Ok(view) = engine.read_fol(text) {
        let heard = logic.filter(|_| view.supposes());
        let view = engine.heard_as(&view, heard.unwrap_or(Conditional::Bare))?;
        return Ok(Heard { view, heard, repairs: Vec::new() });
    }
    check_brackets(text)?;
    let error = match engine.read_tolerant(text, said) {
        Ok((view, repairs)) => {
            let heard = repairs.iter().find_map(|repair| repair.heard);
            // A formula of logic needs no repair: its brackets are its own. In a view, `^` supposes.
            let whole = (!text.contains('^')).then(|| engine.read_fol(&in_logic(text).0).ok());
            if let Some(whole) = whole.flatten() {
                let view = engine.heard_as(&whole, said)?;
                return Ok(Heard { view, heard, repairs: Vec::new() });
            }
            return Ok(Heard { view, heard, repairs });
        }
        Err(error) => error,
    };
    // Alternatives inside others cannot be repaired to a view, but they are a formula.
    let (logic, places) = in_logic(text);
    let view = match engine.read_fol(&logic) {
        Ok(view) => view,
        // If the tolerant reader has the error of the strict one, the text was not meant as a view,
        // and the error of the formula is more helpful.
        Err(Error::Parse(found)) if engine.read(text).is_err_and(|strict| strict == error) => {
            return Err(original(text, &places, found).into());
        }
        Err(_) => return Err(error),
    };
    let heard = view.supposes().then_some(said);
    let view = engine.heard_as(&view, said)?;
    Ok(Heard { view, heard, repairs: Vec::new() })
}

/// For each part of a changed text: its place there, and in the text before.
pub(super) type Places = Vec<(usize, usize)>;

/// A formula with names that views can have, and the places of its parts; `None` if all of its names have
/// the letters a to z.
pub(super) fn spelled(dictionary: &mut Dictionary, text: &str) -> Option<(String, Places)> {
    let has_accent = |c: char| c.is_alphabetic() && !c.is_ascii() || is_combining_mark(c);
    let is_foreign = |word: &str| word.contains(has_accent);
    if !is_foreign(text) {
        return None;
    }
    let in_name = |c: char| c.is_alphanumeric() || c == '_' || is_combining_mark(c);
    let own = text.split(|c| !in_name(c)).filter(|word| !word.is_empty() && !is_foreign(word));
    own.for_each(|word| dictionary.take(word));
    let (mut spelled, mut places, mut rest) = (String::new(), Places::new(), text);
    while let Some(first) = rest.chars().next() {
        places.push((spelled.len(), text.len() - rest.len()));
        let length = rest.find(|c| !in_name(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        rest = after;
        match is_foreign(word) {
            true => spelled.push_str(&dictionary.spelled(word)),
            false => spelled.push_str(word),
        }
    }
    Some((spelled, places))
}

/// An error in a changed text, at its place in the text before.
pub(super) fn in_original(text: &str, places: &Places, error: Error) -> Error {
    match error {
        Error::Parse(found) => original(text, places, found).into(),
        other => other,
    }
}

/// Checks that every bracket has its other one.
fn check_brackets(text: &str) -> Result<(), Error> {
    let fault = |at| {
        let help = "every `(` needs its `)`, and every `[` its `]`";
        Fault::new(at, "brackets that match", help).error(text)
    };
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => open.push((at, ')')),
            '[' => open.push((at, ']')),
            ')' | ']' if open.pop().is_none_or(|(_, close)| close != sign) => {
                return Err(fault(at).into());
            }
            _ => {}
        }
    }
    open.pop().map_or(Ok(()), |(at, _)| Err(fault(at).into()))
}

/// An error in the formula of logic, at its place in the text.
fn original(text: &str, places: &[(usize, usize)], found: ParseError) -> ParseError {
    let at = places.iter().rev().find(|(logic, _)| *logic <= found.offset);
    let at = if found.found == "the end" { text.len() } else { at.map_or(0, |(_, at)| *at) };
    let ParseError { line, column, offset, found: there, .. } = Fault::new(at, "", "").error(text);
    ParseError { line, column, offset, found: there, ..found }
}

/// The formula with the signs of logic, and brackets behind names without arguments; and for each
/// part of it its place there and in the text.
fn in_logic(text: &str) -> (String, Places) {
    let mut places = Places::new();
    let mut logic = String::with_capacity(text.len() * 2);
    let mut bound: Vec<&str> = Vec::new();
    let mut quantifies = false;
    let whole = text.trim_end_matches(['.', ' ']);
    let mut rest = whole;
    while let Some(first) = rest.chars().next() {
        places.push((logic.len(), whole.len() - rest.len()));
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if length > 0 {
            let (name, after) = rest.split_at(length);
            rest = after;
            let word = WORDS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
            let applied = after.trim_start().starts_with('(');
            match word {
                Some((_, sign)) => logic.push_str(sign),
                None => logic.push_str(name),
            }
            if std::mem::take(&mut quantifies) {
                bound.push(name);
                logic.push(' ');
            } else if word.is_none() && !applied && !bound.contains(&name) {
                logic.push_str("()");
            }
            continue;
        }
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        quantifies = matches!(first, '∀' | '∃') || quantifies && first == ' ';
        match sign {
            Some((sign, logical)) => {
                logic.push_str(logical);
                rest = &rest[sign.len()..];
            }
            None => {
                logic.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    (logic, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_tell_a_formula() {
        for text in ["p -> q", "~p", "!p", "p", "p.", "A() & B()", "Ax P(x)", "a = b"] {
            assert!(is_formula(text), "{text}");
        }
        for text in ["Mary has an ace!", "Rain or Sun", "Mary is well-worn.", "", "p. q."] {
            assert!(!is_formula(text), "{text}");
        }
    }

    #[test]
    fn any_nesting_of_and_and_or_is_read() {
        let mut engine = Engine::default();
        for (text, view) in [
            ("p & (q | r)", "{p()q(),p()r()}"),
            ("!(p & q)", "{~p(),~q()}"),
            ("(p or q) and not r", "{p()~r(),q()~r()}"),
            ("p -> q", "{p()q()}^{p()}"),
            ("(p | q) -> (r & s)", "{p()r()s(),q()r()s()}^{p(),q()}"),
            ("((p | q)) & r", "{p()r(),q()r()}"),
        ] {
            let heard = read(&mut engine, text, None, Conditional::Book).expect("a formula");
            assert_eq!(engine.show(&heard.view), view, "{text}");
        }
        for text in ["(p & q) | (r & s)", "~~p", "(p)", "((p | q)) & r"] {
            let heard = read(&mut engine, text, None, Conditional::Book).expect("a formula");
            assert!(heard.repairs.is_empty(), "{text}: {:?}", heard.repairs);
        }
        for (text, said) in [
            ("p <-> q", "two views"),
            ("p -> (q", "column 6: expected brackets that match"),
            ("p) | q", "column 2: expected brackets that match"),
            ("p & q |", "column 8"),
        ] {
            let error = read(&mut engine, text, None, Conditional::Book).err();
            let error = error.map(|it| it.to_string()).unwrap_or_default();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
