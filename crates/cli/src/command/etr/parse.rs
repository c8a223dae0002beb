//! `peirast etr parse`: views from one format to another.

use super::settings::Settings;
use super::texts;
use crate::args::{FormatFrom, FormatTo, ParseArgs};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_etr::batch::Call;
use peirast_etr::{Engine, Error, InternedView};
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::process::ExitCode;

/// Reads a view and writes it.
pub fn parse(args: &ParseArgs, settings: &Settings) -> Result<ExitCode> {
    let words = words(&args.say)?;
    let text = given(&args.view)?;
    let from = match (args.from, settings.tolerant) {
        (FormatFrom::Auto, false) => guessed(&text),
        // The tolerant reader of views takes the signs of logic too.
        (FormatFrom::Auto, true) if guessed(&text) == FormatFrom::Fol => FormatFrom::View,
        (FormatFrom::Auto, true) => guessed(&text),
        (from, _) => from,
    };
    if args.each && from != FormatFrom::SmtLib {
        bail!("--each tells the assertions of an SMT-LIB script apart; this is none");
    }
    let call = Call { op: "parse".to_owned(), args: Vec::new(), kwargs: Map::new() };
    let mut engine = settings.engine(&call)?;
    let views = if settings.tolerant && from == FormatFrom::View {
        repaired(&mut engine, &text)
    } else {
        read(&mut engine, &text, from, args.each)
    };
    let views = views.map_err(|error| texts::in_text(what(from), &text, error))?;
    let written = write(&engine, &views, args.to, &words)?;
    voice::result(&if settings.json {
        format!("{}\n", json!({"from": name(from), "out": written}))
    } else {
        format!("{}\n", written.trim_end())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn repaired(engine: &mut Engine, text: &str) -> Result<Vec<InternedView>, Error> {
    let (view, repairs) = engine.read_tolerant(text)?;
    let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    texts::tell_repairs(&repairs);
    Ok(vec![view])
}

fn given(text: &str) -> Result<String> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("reading stdin")?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// What to say for symbols.
fn words(say: &[String]) -> Result<BTreeMap<String, String>> {
    say.iter()
        .map(|pair| match pair.split_once('=') {
            Some((symbol, words)) if !symbol.is_empty() && !words.is_empty() => {
                Ok((symbol.to_owned(), words.to_owned()))
            }
            _ => bail!("--say {pair}: write SYMBOL=WORDS, as in --say j=Jane"),
        })
        .collect()
}

/// The format that a text looks like.
fn guessed(text: &str) -> FormatFrom {
    let text = text.trim_start();
    let braced = text.strip_prefix('{').map(str::trim_start);
    let command = text.strip_prefix('(').map(str::trim_start).unwrap_or_default();
    let commands = ["declare-", "define-", "assert ", "assert(", "set-", "check-", "push "];
    if braced.is_some_and(|rest| rest.starts_with('"')) {
        FormatFrom::Json
    } else if text.starts_with(';') || commands.iter().any(|known| command.starts_with(known)) {
        FormatFrom::SmtLib
    } else if text.is_empty() || text.contains(['{', '}']) {
        FormatFrom::View
    } else {
        FormatFrom::Fol
    }
}

fn read(
    engine: &mut Engine,
    text: &str,
    from: FormatFrom,
    each: bool,
) -> Result<Vec<InternedView>, Error> {
    match from {
        FormatFrom::View | FormatFrom::Auto => engine.read(text),
        FormatFrom::Fol => engine.read_fol(text),
        FormatFrom::SmtLib if each => return engine.read_smt_lib_views(text),
        FormatFrom::SmtLib => engine.read_smt_lib(text),
        FormatFrom::Json => engine.read_json(text),
    }
    .map(|view| vec![view])
}

fn write(
    engine: &Engine,
    views: &[InternedView],
    to: FormatTo,
    words: &BTreeMap<String, String>,
) -> Result<String, Error> {
    if let (FormatTo::SmtLib, [_, _, ..]) = (to, views) {
        return engine.show_smt_lib_views(views);
    }
    let texts = views.iter().map(|view| match to {
        FormatTo::View => Ok(engine.show(view)),
        FormatTo::Fol => engine.show_fol(view),
        FormatTo::SmtLib => engine.show_smt_lib(view),
        FormatTo::Json => Ok(engine.show_json(view)),
        FormatTo::English => engine.show_english(view, words),
        FormatTo::Base => Ok(engine.show_base(view)),
    });
    Ok(texts.collect::<Result<Vec<String>, Error>>()?.join("\n"))
}

/// The name of a format on the command line.
fn name(from: FormatFrom) -> &'static str {
    match from {
        FormatFrom::Auto => "auto",
        FormatFrom::View => "view",
        FormatFrom::Fol => "fol",
        FormatFrom::SmtLib => "smt-lib",
        FormatFrom::Json => "json",
    }
}

/// What a text in this format is, for the messages about it.
fn what(from: FormatFrom) -> &'static str {
    match from {
        FormatFrom::Auto | FormatFrom::View => "the view",
        FormatFrom::Fol => "the formula",
        FormatFrom::SmtLib => "the SMT-LIB script",
        FormatFrom::Json => "the JSON",
    }
}

#[cfg(test)]
mod tests {
    use super::guessed;
    use crate::args::FormatFrom;

    #[test]
    fn formats_are_told_apart_by_how_they_begin() {
        for (text, format) in [
            ("{A(),B()}", FormatFrom::View),
            ("{}", FormatFrom::View),
            ("", FormatFrom::View),
            ("Ax {P(x)}^{Q(x)}", FormatFrom::View),
            (" { \"stage\": [] }", FormatFrom::Json),
            ("; a script\n(assert A)", FormatFrom::SmtLib),
            ("(declare-const A Bool) (assert A)", FormatFrom::SmtLib),
            ("(P(a()) ∧ Q(a()))", FormatFrom::Fol),
            ("∀x (Man(x) → Mortal(x*))", FormatFrom::Fol),
            ("(assertive(a()) ∨ ⊥)", FormatFrom::Fol),
        ] {
            assert_eq!(guessed(text), format, "{text}");
        }
    }
}
