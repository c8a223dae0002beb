//! `peirast make etr`: problems on which the theory predicts a fallacy.

use super::shortfall::Shortfall;
use crate::args::MakeArgs;
use crate::console;
use crate::progress::bar;
use anyhow::{Context as _, Result, bail};
use peirast_fallacy::{Corpus, Rejections, Shard};
use peirast_record::{Argument, Problem, Task, Versions};
use peirast_report::{escape_control, escape_line, json_lines};
use peirast_task::{Design, Erotetic, Making, Options};
use peirast_words::Theme;
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Number of arguments rendered at a time, so that a large corpus is never in memory as text.
const AT_A_TIME: usize = 4_000;

/// True if problems of the theory are to be made, not quoted.
pub fn is_meant(args: &MakeArgs) -> bool {
    let (family, variant) = args.family.split_once('/').unwrap_or((&args.family, ""));
    family == Erotetic::FAMILY && Erotetic::makes(variant)
}

/// Returns a given option that applies to these problems only.
pub fn own_option(args: &MakeArgs) -> Option<&'static str> {
    let given = [
        (args.shard.is_some(), "shard"),
        (!args.themes.is_empty(), "theme"),
        (!args.sizes.is_empty(), "sizes"),
        (args.premises.is_some(), "premises"),
        (args.fallacies.is_some(), "fallacies"),
        (args.any_conclusion, "any-conclusion"),
    ];
    given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
}

/// Prints problems, each fallacy followed by its controls.
pub fn make_etr(args: &MakeArgs) -> Result<ExitCode> {
    if args.writer.is_some() {
        bail!("`{}` has no slot that a model can write: its words come from themes", args.family);
    }
    let design = Design { seed: args.seed, profile: args.profile };
    let variant = args.family.split_once('/').map_or("open", |(_, variant)| variant);
    let wanted = versions(&args.given)?;
    let maker = Erotetic::named(variant, &design, &wanted)?;
    let maker = maker.themed(Theme::load_all(&args.themes)?).with(&options(args)?);
    let bar = bar(u64::from(args.n), "{bar:30} {pos}/{len} problems, {eta} left");
    let watch = |more| bar.inc(more);
    let shard =
        args.shard.map_or(Shard::WHOLE, |part| Shard { index: part.index - 1, of: part.of });
    let corpus = maker.corpus(&Making { count: args.n, shard, progress: &watch })?;
    bar.finish_and_clear();
    let mut made = Shortfall::new(&wanted);
    let mut rest = corpus.problems.as_slice();
    while !rest.is_empty() {
        let (some, later) = split(rest);
        let problems = maker.put(some)?;
        made.count(&problems);
        console::result(&render_problems(&problems, args.text))?;
        rest = later;
    }
    tell(&corpus.rejections, args.rejections);
    tell_lacking(&corpus, &made, args)?;
    Ok(ExitCode::SUCCESS)
}

/// Renders problems as JSON lines, or as texts for people.
pub fn render_problems(problems: &[Problem], as_text: bool) -> String {
    if !as_text {
        return json_lines(problems);
    }
    let one = |problem: &Problem| {
        let (name, text) = (escape_line(&problem.id), escape_control(&problem.text()));
        format!("--- {name}\n\n{text}\n\n[{}]\n\n", right(problem))
    };
    problems.iter().map(one).collect()
}

/// Describes the right answer, and why it is right.
fn right(problem: &Problem) -> String {
    let truth = &problem.truth;
    let why = escape_line(&truth.why);
    match problem.task {
        Task::Conclusion => why,
        _ => format!("right is {}: {why}", truth.answer),
    }
}

/// Reports what could not be made.
///
/// # Errors
/// Nothing could be made, although this part is not empty.
fn tell_lacking(corpus: &Corpus, made: &Shortfall, args: &MakeArgs) -> Result<()> {
    let numbers: BTreeSet<u64> = corpus.problems.iter().map(|one| one.number).collect();
    let (found, missing) = (numbers.len(), corpus.missing.len());
    let mut lines = made.lines(&corpus.problems);
    if missing > 0 {
        let all = found + missing;
        lines.push(format!(
            "{found} of {all} problems were found: there are no others that are new; ask for fewer, or \
             for other sizes"
        ));
    }
    match &args.shard {
        _ if !made.is_empty() => {}
        Some(shard) if found + missing == 0 => lines.push(format!(
            "part {shard} holds none of {} problems: there are fewer problems than parts",
            args.n
        )),
        _ => bail!("no problem is such: {}", lines.join("; ")),
    }
    lines.iter().for_each(|line| console::note(line));
    Ok(())
}

/// The given options of generation.
fn options(args: &MakeArgs) -> Result<Options> {
    let ends = |text: &String| {
        let fault = || format!("--premises {text}: write the least and the most, such as 2-3");
        Options::ends(text).with_context(fault)
    };
    Ok(Options {
        sizes: args.sizes.clone(),
        premises: args.premises.as_ref().map(ends).transpose()?,
        fallacies: args.fallacies,
        any_conclusion: args.any_conclusion,
    })
}

/// Splits off the next whole items to render.
fn split(problems: &[Argument]) -> (&[Argument], &[Argument]) {
    let mut at = AT_A_TIME.min(problems.len());
    while at < problems.len() && problems[at].number == problems[at - 1].number {
        at += 1;
    }
    problems.split_at(at)
}

/// Parses the requested versions.
fn versions(given: &[String]) -> Result<Versions> {
    let level = |text: &String| match text.split_once('=') {
        Some((factor, level)) if !factor.trim().is_empty() && !level.trim().is_empty() => {
            Ok((factor.trim().to_owned(), level.trim().to_owned()))
        }
        _ => bail!("--where {text}: write a factor and its level, for example order=reversed"),
    };
    let levels: Vec<(String, String)> = given.iter().map(level).collect::<Result<_>>()?;
    Ok(levels.into_iter().collect())
}

/// Prints the number of candidates, and the reasons for rejections.
fn tell(rejections: &Rejections, wanted: bool) {
    let all: u64 = rejections.iter().map(|(_, count)| count).sum();
    if !wanted {
        console::note(&format!(
            "{} further candidates did not fit the design, as is usual; --rejections counts the reasons",
            peirast_decimals::grouped(all)
        ));
        return;
    }
    for (reason, count) in rejections.iter() {
        console::note(&format!("{count:>12}  {reason}"));
    }
}
