//! `peirast explain`: why an answer to a problem of the theory is judged as it is.

use super::runtime;
use crate::args::{ExplainArgs, NotionArg};
use crate::grading::Answers;
use crate::{run_dir, voice};
use anyhow::{Context as _, Result, bail};
use peirast_etr::{Engine, EquilibriumBounds, Reading};
use peirast_fallacy::{Cure, Judge, Judgement, Soundness, cure, missteps};
use peirast_measure::{Opened, Translated, posed};
use peirast_record::{Answer, FinishReason, Problem};
use peirast_report::escape_control;
use peirast_task::Posed;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// Explains one answer.
pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let case = case(args)?;
    let opened = match &case.stored {
        Some(opened) => opened.clone(),
        None => case.opened(args.notion.unwrap_or(NotionArg::IssueInsensitive))?,
    };
    let text = if args.json { case.as_json(&opened)? } else { case.as_text(&opened)? };
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// An answer, and what it was given to.
struct Case {
    answer: String,
    finish: FinishReason,
    /// The problem, where there are words; else premises alone.
    problem: Option<Box<Problem>>,
    premises: Vec<String>,
    reading: Reading,
    /// What became of it where it is stored, translations and all.
    stored: Option<Opened>,
}

fn case(args: &ExplainArgs) -> Result<Case> {
    let answer = || args.answer.clone().context("what is to be explained? Name the answer");
    if !args.premises.is_empty() {
        let text = args.source.clone().context("name the answer, as a view such as {B()}")?;
        if args.answer.is_some() {
            bail!("beside --premise, one answer is enough");
        }
        return Ok(Case {
            answer: text,
            finish: FinishReason::Stop,
            problem: None,
            premises: args.premises.clone(),
            reading: Reading::SOUND,
            stored: None,
        });
    }
    let source = args.source.as_deref().context("name a run directory or a file of problems")?;
    let path = Path::new(source);
    if path.is_dir() {
        let key = answer()
            .context("name the key of an answer; `peirast test` and outcomes.csv have it")?;
        return stored(path, &key, args.notion.unwrap_or(NotionArg::IssueInsensitive));
    }
    let problem = in_file(path, args.id.as_deref())?;
    Case::of(problem, answer()?, FinishReason::Stop)
}

/// An answer in a run directory.
fn stored(dir: &Path, key: &str, notion: NotionArg) -> Result<Case> {
    let (problem, text, finish, opened) = runtime()?.block_on(async {
        let (store, kind) = run_dir::open(dir).await?;
        let answers = Answers::load_by(&store, kind.study(), notion.into()).await?;
        let exchange = store.find(key).await?;
        let response = exchange.response.context("it has not been answered yet")?;
        let mut problems = store.load_problems().await?;
        let problem = problems.remove(&exchange.trial.problem).context("its problem is missing")?;
        let opened = answers.opened(&exchange.trial.key).cloned();
        anyhow::Ok((problem, response.text, response.finish, opened))
    })?;
    Ok(Case { stored: opened, ..Case::of(problem, text, finish)? })
}

/// A problem of a file, by its id or the first.
fn in_file(path: &Path, id: Option<&str>) -> Result<Problem> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let problem: Problem = serde_json::from_str(line)
            .with_context(|| format!("{}, line {}: no problem", path.display(), at + 1))?;
        if id.is_none_or(|id| problem.id == id) {
            return Ok(problem);
        }
    }
    match id {
        Some(id) => bail!("{} has no problem `{id}`", path.display()),
        None => bail!("{} has no problem", path.display()),
    }
}

impl Case {
    fn of(problem: Problem, answer: String, finish: FinishReason) -> Result<Case> {
        let worded = problem.worded.as_deref();
        let worded = worded.with_context(|| {
            format!("{} is not made of views: only problems of `etr` are explained", problem.id)
        })?;
        let reading = Reading::named(&worded.argument.reading)
            .with_context(|| format!("{}: unknown reading of the theory", problem.id))?;
        Ok(Case {
            answer,
            finish,
            premises: worded.argument.premises.clone(),
            reading,
            stored: None,
            problem: Some(Box::new(problem)),
        })
    }

    /// The answer read and judged. What is given as a view is taken as one.
    fn opened(&self, notion: NotionArg) -> Result<Opened> {
        let answer = self.answer.trim();
        let posed = self.problem.as_deref().map(posed).transpose()?;
        match &posed {
            Some(posed) if !answer.starts_with('{') && !answer.contains(['∀', '∃']) => {
                Ok(Opened::new(posed, answer, self.finish, Translated::default(), notion.into()))
            }
            _ => {
                let judge = Judge::with_reading(&self.premises, self.reading)?;
                let judgement = judge.judge(answer).context("reading the answer as a view")?;
                let amounts = Posed::conclusion(&judgement, notion.into());
                let read = Some((answer.to_owned(), judgement));
                let rule = "view".to_owned();
                Ok(Opened { answer: amounts, read, rule, translated: false, translation: None })
            }
        }
    }

    /// A view as it is said, where there are words.
    fn said(&self, view: &str) -> Option<String> {
        let posed = posed(self.problem.as_deref()?).ok()?;
        posed.vocabulary().write(&view.replace('*', "").parse().ok()?).ok()
    }

    /// A view, and how it is said.
    fn shown(&self, view: &str) -> String {
        match self.said(view) {
            _ if view == "{0}" => "nothing".to_owned(),
            Some(sentence) => format!("{view}  {sentence}"),
            None => view.to_owned(),
        }
    }

    fn theory(&self) -> Result<(Vec<String>, String)> {
        let mut engine = Engine::new(self.reading);
        let views = self.premises.iter().map(|text| engine.read(text));
        let views = views.collect::<Result<Vec<_>, _>>()?;
        let explained = engine.explain(&views)?;
        Ok((explained.sentences, explained.conclusion))
    }

    fn cure(&self) -> Result<Option<Cure>> {
        let bounds = EquilibriumBounds { questions: 2, sets: 2_000 };
        Ok(cure(&self.premises, self.reading, &bounds)?)
    }

    fn as_json(&self, opened: &Opened) -> Result<String> {
        let (steps, predicted) = self.theory()?;
        let view = opened.read.as_ref().map(|(view, _)| view);
        let steps_wrong = view.map(|view| missteps(&self.premises, view)).transpose()?;
        let value = json!({
            "problem": self.problem.as_ref().map(|problem| &problem.id),
            "premises": self.premises,
            "answer": self.answer,
            "view": view,
            "rule": opened.rule,
            "translation": opened.translation,
            "verdict": opened.answer.to_string(),
            "judgement": opened.read.as_ref().map(|(_, judgement)| judgement),
            "missteps": steps_wrong,
            "predicted": predicted,
            "steps": steps,
            "cure": self.cure()?,
        });
        Ok(format!("{value}\n"))
    }

    fn as_text(&self, opened: &Opened) -> Result<String> {
        let mut text = String::new();
        // Writing to a string cannot fail.
        if let Some(problem) = &self.problem {
            let _ = writeln!(text, "problem  {}", problem.id);
        }
        for (at, premise) in self.premises.iter().enumerate() {
            let _ = writeln!(text, "premise {}  {}", at + 1, self.shown(premise));
        }
        if let Some(translation) = &opened.translation {
            let _ = writeln!(text, "restated by a translator as  {}", translation.trim());
        }
        match &opened.read {
            None => {
                let _ = writeln!(text, "answer   {}: {}", opened.answer, opened.rule);
            }
            Some((view, judgement)) => {
                let _ = writeln!(text, "answer   {}", self.shown(view));
                self.tell(&mut text, view, judgement)?;
                let _ = writeln!(text, "verdict  {}", verdict(opened.answer));
            }
        }
        self.tell_theory(&mut text)?;
        Ok(escape_control(&text))
    }

    fn tell(&self, text: &mut String, view: &str, judgement: &Judgement) -> Result<()> {
        let _ = writeln!(text, "\nlogic    {}", soundness(&judgement.soundness));
        if let Soundness::Refuted { countermodel } = &judgement.soundness {
            countermodel.lines().for_each(|line| {
                let _ = writeln!(text, "           {line}");
            });
        }
        for (holds, what) in [
            (judgement.contradictory, "it can never be true"),
            (judgement.vacuous, "the premises contradict each other, so that everything follows"),
            (judgement.denies_premises, "it cannot be true together with the premises"),
        ] {
            if holds == Some(true) {
                let _ = writeln!(text, "         {what}");
            }
        }
        let wrong: Vec<&str> =
            missteps(&self.premises, view)?.into_iter().map(|step| step.name()).collect();
        if !wrong.is_empty() {
            let _ = writeln!(text, "         on the surface: {}", wrong.join(", "));
        }
        let predicted = &judgement.predicted;
        let yes = |holds: bool| if holds { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "theory   accepted when asked about: strictly {}, marks and names aside {}\n         the \
             predicted conclusion: exactly {}, up to equivalence {}",
            yes(predicted.strict),
            yes(predicted.regardless_of_issues),
            yes(predicted.exact),
            predicted.equivalent.map_or("not found out", yes)
        );
        Ok(())
    }

    /// What the theory says of the premises.
    fn tell_theory(&self, text: &mut String) -> Result<()> {
        let (steps, predicted) = self.theory()?;
        let _ = writeln!(text, "\nHow people are predicted to reason");
        for step in steps {
            let _ = writeln!(text, "  {step}");
        }
        let _ = writeln!(text, "  Concluded: {}", self.shown(&predicted));
        match self.cure()? {
            None => {
                text.push_str("  No question that would cure a fallacy was looked for or found.\n")
            }
            Some(cure) => {
                let questions: Vec<String> =
                    cure.questions.iter().map(|question| self.shown(question)).collect();
                let then = self.shown(&cure.conclusion);
                let _ = writeln!(
                    text,
                    "  Cured by asking whether: {}\n  Concluded then: {then}",
                    questions.join("; ")
                );
            }
        }
        Ok(())
    }
}

fn soundness(soundness: &Soundness) -> String {
    let numbered = |places: &[usize]| {
        let numbers = places.iter().map(|place| (place + 1).to_string());
        numbers.collect::<Vec<_>>().join(", ")
    };
    match soundness {
        Soundness::Verum => "follows, as nothing is claimed".to_owned(),
        Soundness::Tautology => "follows from anything: it is true whatever is the case".to_owned(),
        Soundness::Restating { premise } => {
            format!("follows from premise {} alone", premise + 1)
        }
        Soundness::Joint { premises } => {
            format!("follows, and takes premises {}", numbered(premises))
        }
        Soundness::Refuted { .. } => {
            "does not follow: the premises are true and it is false if".to_owned()
        }
        Soundness::Unknown { why } => format!("could not be decided: {why}"),
    }
}

fn verdict(answer: Answer) -> String {
    let Answer::Conclusion(conclusion) = answer else { return answer.to_string() };
    use peirast_record::Conclusion::{Fallacy, Nothing, Predicted, Sound, Unsound};
    let meaning = match conclusion {
        Nothing => "nothing was concluded",
        Sound => "it follows, and is not predicted",
        Predicted => "it follows, and is predicted",
        Fallacy => "it does not follow and is predicted: an error like people's",
        Unsound => "it does not follow and is not predicted: another error",
    };
    format!("{conclusion}: {meaning}")
}
