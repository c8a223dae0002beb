//! Converts views from one format to another.

use super::understood::{numbered_notes, substantial};
use super::{EtrSettings, texts};
use crate::Printout;
use crate::choice::choices;
use crate::error::{Result, refuse};
use peirast_etr::batch::Call;
use peirast_etr::{Conditional, Engine, Error, InternedView};
use peirast_words::{Hearing, TextFormat, TextReader, Understanding};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

choices! {
    /// The input formats of views.
    SourceFormat {
        /// The format that the text looks like.
        Auto = "auto",
        /// Views.
        View = "view",
        /// First-order logic.
        Fol = "fol",
        /// A script for solvers.
        SmtLib = "smt-lib",
        /// JSON.
        Json = "json",
        /// Sentences.
        English = "english",
    }
}

choices! {
    /// The output formats of views.
    TargetFormat {
        /// Views.
        View = "view",
        /// First-order logic.
        Fol = "fol",
        /// A script for solvers.
        SmtLib = "smt-lib",
        /// JSON.
        Json = "json",
        /// English, to read aloud.
        English = "english",
        /// Each part of the view by itself.
        Base = "base",
    }
}

/// A conversion of a text.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The text.
    pub text: String,
    /// Its format.
    pub from: SourceFormat,
    /// The format to write.
    pub to: TargetFormat,
    /// True to read each assertion of an SMT-LIB script as a view.
    pub each: bool,
    /// Words for symbols, as `SYMBOL=WORDS`.
    pub say: Vec<String>,
}

/// Reads a view and writes it in another format. Also returns remarks for readers.
///
/// # Errors
/// If the text cannot be read, or the format cannot express the view.
pub fn convert_view(
    conversion: &Conversion,
    settings: &EtrSettings,
) -> Result<(Printout, Vec<String>)> {
    let Conversion { text, from, to, each, say } = conversion;
    let words = words(say)?;
    let from = match (from, settings.tolerant) {
        (SourceFormat::Auto, false) => guess(text),
        // The tolerant reader of views accepts the signs of logic too.
        (SourceFormat::Auto, true) if guess(text) == SourceFormat::Fol => SourceFormat::View,
        (SourceFormat::Auto, true) => guess(text),
        (from, _) => *from,
    };
    if *each && from != SourceFormat::SmtLib {
        refuse!(
            "--each separates the assertions of an SMT-LIB script, but the text is not such a \
                 script"
        );
    }
    let call = Call { op: "parse".to_owned(), args: Vec::new(), kwargs: Map::new() };
    let mut engine = settings.engine(&call)?;
    let mut notes = Vec::new();
    let ParsedText { views, heard, understood, from } =
        parse(&mut engine, conversion, from, settings, &mut notes)?;
    notes.extend(heard.map(texts::hearing));
    let written = write(&engine, &views, *to, &words)?;
    let mut row = Map::from_iter([("from".to_owned(), json!(from.name()))]);
    row.extend(heard.map(|heard| ("conditional".to_owned(), json!(heard.name()))));
    row.extend(understood);
    row.insert("out".to_owned(), json!(written));
    let json = format!("{}\n", Value::Object(row));
    Ok((Printout { text: format!("{}\n", written.trim_end()), json }, notes))
}

/// A text as it was read.
struct ParsedText {
    views: Vec<InternedView>,
    heard: Option<Conditional>,
    /// The views of its sentences.
    understood: Map<String, Value>,
    from: SourceFormat,
}

/// Reads the text of a conversion. A text that looks like no other format is read as English.
fn parse(
    engine: &mut Engine,
    conversion: &Conversion,
    from: SourceFormat,
    settings: &EtrSettings,
    notes: &mut Vec<String>,
) -> Result<ParsedText> {
    let text = conversion.text.as_str();
    let read = match from {
        SourceFormat::English => return sentences(engine, text, settings, notes),
        SourceFormat::View if settings.tolerant => {
            repaired(engine, text, settings.conditional(), notes)
        }
        _ => read(engine, text, from, conversion.each)
            .and_then(|views| heard_in_logic(engine, views, from, settings)),
    };
    let error = match read {
        Ok((views, heard)) => return Ok(ParsedText { views, heard, understood: Map::new(), from }),
        Err(error) => error,
    };
    let guessed = conversion.from == SourceFormat::Auto;
    let format = TextFormat::guess(text);
    if guessed && matches!(format, TextFormat::English | TextFormat::Formula) {
        match sentences(engine, text, settings, notes) {
            Ok(parsed) => return Ok(parsed),
            Err(misread) if !settings.tolerant => return Err(misread),
            Err(_) => {}
        }
    }
    let is_view = from == SourceFormat::View && !settings.tolerant;
    let meant = if is_view { texts::perhaps_meant(engine, text) } else { None };
    Err(texts::with_mend(texts::in_text(what(from), text, error), meant))
}

/// Reads sentences, and formulas that are not quite those of logic.
fn sentences(
    engine: &mut Engine,
    text: &str,
    settings: &EtrSettings,
    notes: &mut Vec<String>,
) -> Result<ParsedText> {
    let hearing = Hearing { said: settings.conditional(), logic: settings.conditional };
    let mut reader = TextReader::new(engine, hearing);
    let read = reader.premise(text).and_then(|()| reader.finish());
    let label = match TextFormat::guess(text) {
        TextFormat::Formula => what(SourceFormat::Fol),
        _ => what(SourceFormat::English),
    };
    let read = read.map_err(|error| texts::in_text(label, text, error))?;
    let Understanding { texts, dictionary } = read;
    let all: Vec<_> = texts.into_iter().flatten().collect();
    let rows: Vec<Value> = all
        .iter()
        .map(|it| {
            let view = engine.show(&it.view);
            json!({"text": it.text, "from": it.format.name(), "view": view})
        })
        .collect();
    let told = all.iter().flat_map(|it| substantial(&it.repairs)).map(ToString::to_string);
    notes.extend(texts::repair_notes(&told.collect::<Vec<_>>()));
    notes.extend(numbered_notes(&dictionary));
    let is_english = all.iter().all(|it| it.format == TextFormat::English);
    Ok(ParsedText {
        heard: all.iter().find_map(|it| it.heard),
        views: all.into_iter().map(|it| it.view).collect(),
        understood: Map::from_iter([("understood".to_owned(), json!(rows))]),
        from: if is_english { SourceFormat::English } else { SourceFormat::Fol },
    })
}

/// Views, and how *if ... then* was heard if some were written so.
type Heard = (Vec<InternedView>, Option<Conditional>);

fn repaired(
    engine: &mut Engine,
    text: &str,
    conditional: Conditional,
    notes: &mut Vec<String>,
) -> Result<Heard, Error> {
    let (view, repairs) = engine.read_tolerant(text, conditional)?;
    let heard = repairs.iter().find_map(|repair| repair.heard);
    let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    notes.extend(texts::repair_notes(&repairs));
    Ok((vec![view], heard))
}

/// The arrow of logic is a supposition unless another way is requested, so that formulas read back.
fn heard_in_logic(
    engine: &mut Engine,
    views: Vec<InternedView>,
    from: SourceFormat,
    settings: &EtrSettings,
) -> Result<Heard, Error> {
    let logic = matches!(from, SourceFormat::Fol | SourceFormat::SmtLib);
    let Some(conditional) = settings.conditional.filter(|_| logic) else {
        return Ok((views, None));
    };
    let heard = views.iter().any(InternedView::supposes).then_some(conditional);
    let views = views.iter().map(|view| engine.heard_as(view, conditional));
    Ok((views.collect::<Result<_, _>>()?, heard))
}

/// Words for symbols.
fn words(say: &[String]) -> Result<BTreeMap<String, String>> {
    say.iter()
        .map(|pair| match pair.split_once('=') {
            Some((symbol, words)) if !symbol.is_empty() && !words.is_empty() => {
                Ok((symbol.to_owned(), words.to_owned()))
            }
            _ => refuse!("--say {pair}: write SYMBOL=WORDS, as in --say j=Jane"),
        })
        .collect()
}

/// The format that a text looks like.
fn guess(text: &str) -> SourceFormat {
    let text = text.trim_start();
    let braced = text.strip_prefix('{').map(str::trim_start);
    let command = text.strip_prefix('(').map(str::trim_start).unwrap_or_default();
    let commands = ["declare-", "define-", "assert ", "assert(", "set-", "check-", "push "];
    if braced.is_some_and(|rest| rest.starts_with('"')) {
        SourceFormat::Json
    } else if text.starts_with(';') || commands.iter().any(|known| command.starts_with(known)) {
        SourceFormat::SmtLib
    } else if text.is_empty() || text.contains(['{', '}']) {
        SourceFormat::View
    } else {
        SourceFormat::Fol
    }
}

fn read(
    engine: &mut Engine,
    text: &str,
    from: SourceFormat,
    each: bool,
) -> Result<Vec<InternedView>, Error> {
    match from {
        SourceFormat::View | SourceFormat::Auto => engine.read(text),
        SourceFormat::Fol => engine.read_fol(text),
        SourceFormat::SmtLib if each => return engine.read_smt_lib_views(text),
        SourceFormat::SmtLib => engine.read_smt_lib(text),
        SourceFormat::Json => engine.read_json(text),
        // Sentences are read together, with their words.
        SourceFormat::English => engine.read(text),
    }
    .map(|view| vec![view])
}

fn write(
    engine: &Engine,
    views: &[InternedView],
    to: TargetFormat,
    words: &BTreeMap<String, String>,
) -> Result<String, Error> {
    if let (TargetFormat::SmtLib, [_, _, ..]) = (to, views) {
        return engine.show_smt_lib_views(views);
    }
    let texts = views.iter().map(|view| match to {
        TargetFormat::View => Ok(engine.show(view)),
        TargetFormat::Fol => engine.show_fol(view),
        TargetFormat::SmtLib => engine.show_smt_lib(view),
        TargetFormat::Json => Ok(engine.show_json(view)),
        TargetFormat::English => engine.show_english(view, words),
        TargetFormat::Base => Ok(engine.show_base(view)),
    });
    Ok(texts.collect::<Result<Vec<String>, Error>>()?.join("\n"))
}

/// The name of a text in this format in messages.
fn what(from: SourceFormat) -> &'static str {
    match from {
        SourceFormat::Auto | SourceFormat::View => "the view",
        SourceFormat::Fol => "the formula",
        SourceFormat::SmtLib => "the SMT-LIB script",
        SourceFormat::Json => "the JSON",
        SourceFormat::English => "the sentence",
    }
}

#[cfg(test)]
mod tests {
    use super::{SourceFormat, guess};

    #[test]
    fn formats_are_told_apart_by_how_they_begin() {
        for (text, format) in [
            ("{A(),B()}", SourceFormat::View),
            ("{}", SourceFormat::View),
            ("", SourceFormat::View),
            ("Ax {P(x)}^{Q(x)}", SourceFormat::View),
            (" { \"stage\": [] }", SourceFormat::Json),
            ("; a script\n(assert A)", SourceFormat::SmtLib),
            ("(declare-const A Bool) (assert A)", SourceFormat::SmtLib),
            ("(P(a()) ∧ Q(a()))", SourceFormat::Fol),
            ("∀x (Man(x) → Mortal(x*))", SourceFormat::Fol),
            ("(assertive(a()) ∨ ⊥)", SourceFormat::Fol),
        ] {
            assert_eq!(guess(text), format, "{text}");
        }
    }
}
