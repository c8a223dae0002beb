//! Answers to open questions: read as views, judged, and made rows of for what is measured.

use crate::translation;
use anyhow::{Context as _, Result};
use peirast_etr::Reading;
use peirast_fallacy::{
    Chance, Judgement, Misstep, Notion, Shape, Soundness, chance_of_literals_under,
    chance_of_matching_under, chance_of_shape_under, informative_conclusion, missteps,
    predicts_fallacy,
};
use peirast_measure::{ChanceCounts, Concluded, Judged, Kind, Lost, SoundnessClass};
use peirast_record::{
    Answer, Argument, ArgumentKind, Conclusion, Factors, FinishReason, Key, Problem, Task, Worded,
};
use peirast_run::Answered;
use peirast_task::{Posed, TEMPERATURE};
use peirast_words::{Claim, Unread};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What others made of answers.
#[derive(Clone, Debug, Default)]
pub struct Translations {
    /// What translators did, in words, by the prompt that put an answer to them.
    pub words: BTreeMap<Key, Vec<String>>,
    /// The views that were recorded with answers, by the trial that was answered.
    pub views: BTreeMap<Key, String>,
    /// Whether answers count as what was recorded, and not as what is read in them here.
    pub views_alone: bool,
}

impl Translations {
    fn of<'a>(&'a self, problem: &Problem, answered: &Answered) -> Translated<'a> {
        let lexicon = problem.worded.as_deref().map(|worded| &worded.lexicon);
        let words = lexicon.filter(|_| !self.words.is_empty()).and_then(|lexicon| {
            let prompt = translation::prompt(&problem.id, lexicon, &answered.text);
            self.words.get(&prompt.key())
        });
        Translated {
            words: words.map_or(&[][..], Vec::as_slice),
            view: self.views.get(&answered.trial.key).map(String::as_str),
            view_alone: self.views_alone,
        }
    }
}

/// What others made of an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Translated<'a> {
    words: &'a [String],
    view: Option<&'a str>,
    view_alone: bool,
}

/// Answers that are drawn where not all of a shape can be looked at.
const DRAWS: u64 = 100;
/// The most alternatives, and literals in each, of an answer that is compared with others.
const LARGEST: usize = 4;

/// An answer to an open question, read and judged as far as it could be.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// What it amounts to.
    pub answer: Answer,
    /// The view that it was read as, and how it was judged.
    pub read: Option<(String, Judgement)>,
    /// How it was read, or why it was not.
    pub rule: String,
    /// Whether a translator read it, or it counts as what was recorded with it.
    pub translated: bool,
    /// What the translator made of it, where that was read.
    pub translation: Option<String>,
}

/// Every open answer of a run, by its trial.
#[derive(Clone, Debug, Default)]
pub struct Conclusions(BTreeMap<Key, Opened>);

impl Conclusions {
    /// Reads and judges every open answer; problem by problem, on all cores.
    pub fn of(
        answered: &[Answered],
        problems: &BTreeMap<String, Problem>,
        translations: &Translations,
        notion: Notion,
    ) -> Result<Self> {
        let mut by_problem: BTreeMap<&str, (&Problem, Vec<&Answered>)> = BTreeMap::new();
        for one in answered {
            let problem = problems.get(&one.trial.problem);
            let problem = problem.filter(|problem| problem.task == Task::Conclusion);
            if let Some(problem) = problem {
                let entry = by_problem.entry(&problem.id).or_insert((problem, Vec::new()));
                entry.1.push(one);
            }
        }
        let groups: Vec<(&Problem, Vec<&Answered>)> = by_problem.into_values().collect();
        let opened: Vec<Vec<(Key, Opened)>> = groups
            .into_par_iter()
            .map(|(problem, answers)| of_problem(problem, &answers, translations, notion))
            .collect::<Result<_>>()?;
        Ok(Self(opened.into_iter().flatten().collect()))
    }

    /// What became of the answer to a trial, if that was an open question.
    pub fn get(&self, trial: &Key) -> Option<&Opened> {
        self.0.get(trial)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn of_problem(
    problem: &Problem,
    answers: &[&Answered],
    translations: &Translations,
    notion: Notion,
) -> Result<Vec<(Key, Opened)>> {
    let posed = posed(problem)?;
    let open = |answered: &&Answered| {
        let translated = translations.of(problem, answered);
        let Answered { trial, text, finish, .. } = answered;
        (trial.key.clone(), opened(&posed, text, *finish, translated, notion))
    };
    Ok(answers.iter().map(open).collect())
}

/// A problem ready to take answers.
pub fn posed(problem: &Problem) -> Result<Posed> {
    let worded = problem.worded.as_deref();
    let worded = worded.with_context(|| format!("problem {} has no views", problem.id))?;
    Posed::new(worded).with_context(|| format!("problem {}", problem.id))
}

/// Reads an answer, by rule and else in the first translation that can be read, and judges it.
pub fn opened(
    posed: &Posed,
    text: &str,
    finish: FinishReason,
    translated: Translated<'_>,
    notion: Notion,
) -> Opened {
    let own = match translated.view_alone {
        true => Err(Unread::NoClaim),
        false => posed.read(text),
    };
    let unread = match own {
        // Cut off in the middle, a claim may have been going on.
        Ok(read) if finish == FinishReason::Length && !is_finished(text, &read) => {
            let (answer, rule) = (Answer::Truncated, "cut off within its conclusion".to_owned());
            return Opened { answer, read: None, rule, translated: false, translation: None };
        }
        Ok(read) => return judged_as(posed, &read, false, notion),
        Err(unread) => unread,
    };
    // Silence and refusals need no translating.
    if is_translatable(&unread) {
        let readable = |text: &String| Some((posed.read(text).ok()?, text.clone()));
        if let Some((read, text)) = translated.words.iter().find_map(readable) {
            let opened = judged_as(posed, &read, true, notion);
            return Opened { translation: Some(text), ..opened };
        }
        if let Some(view) = translated.view {
            return judged_view(posed, view, "recorded", true, notion);
        }
    }
    let answer = lost(&unread, finish);
    let translated = !translated.words.is_empty();
    Opened { answer, read: None, rule: unread.to_string(), translated, translation: None }
}

fn judged_as(
    posed: &Posed,
    read: &peirast_words::Answered,
    translated: bool,
    notion: Notion,
) -> Opened {
    let rule = format!("{:?}", read.rule).to_lowercase();
    judged_view(posed, &read.view.to_string(), &rule, translated, notion)
}

fn judged_view(posed: &Posed, view: &str, rule: &str, translated: bool, notion: Notion) -> Opened {
    match posed.judge(view) {
        Ok(judgement) => {
            let answer = Posed::conclusion(&judgement, notion);
            let read = Some((view.to_owned(), judgement));
            Opened { answer, read, rule: rule.to_owned(), translated, translation: None }
        }
        Err(error) => Opened {
            answer: Answer::Unread,
            read: None,
            rule: error.to_string(),
            translated,
            translation: None,
        },
    }
}

/// Whether an answer says its conclusion where it was asked to, and goes on or ends a sentence there.
fn is_finished(text: &str, read: &peirast_words::Answered) -> bool {
    use peirast_words::Rule;
    let is_asked = matches!(read.rule, Rule::Answer | Rule::Conclusion | Rule::Nothing);
    let said = text.get(read.span.clone()).unwrap_or_default().trim_end();
    let after = text.get(read.span.end..).unwrap_or_default();
    let ends = |text: &str| text.ends_with(['.', '!', '*']);
    is_asked && (ends(said) || after.trim_start_matches(['*', '"']).starts_with(['.', '!', '\n']))
}

/// Whether a translator could make something of an answer that was not read.
pub fn is_translatable(unread: &Unread) -> bool {
    !matches!(unread, Unread::Empty | Unread::Refusal)
}

fn lost(unread: &Unread, finish: FinishReason) -> Answer {
    match unread {
        Unread::Empty if finish == FinishReason::Length => Answer::Truncated,
        Unread::Empty => Answer::Empty,
        Unread::Refusal => Answer::Refused,
        _ if finish == FinishReason::Length => Answer::Truncated,
        _ => Answer::Unread,
    }
}

/// An answer with everything that it is measured by.
pub struct Row<'a> {
    /// Its problem.
    pub problem: &'a Problem,
    /// Who answered, and how often before.
    pub subject: &'a str,
    pub repeat: u32,
    /// Every level of the trial.
    pub levels: &'a Factors,
    /// What became of it; none if it was never given.
    pub opened: Option<&'a Opened>,
}

/// Rows for what is measured. What depends on the problem alone is found out once.
pub fn rows(rows: &[Row<'_>]) -> Result<Vec<Concluded>> {
    let mut by_problem: BTreeMap<&str, Vec<&Row<'_>>> = BTreeMap::new();
    for row in rows {
        by_problem.entry(&row.problem.id).or_default().push(row);
    }
    let facts: BTreeMap<&str, Facts> = by_problem
        .into_par_iter()
        .map(|(id, rows)| Ok((id, Facts::of(&rows)?)))
        .collect::<Result<_>>()?;
    rows.par_iter().map(|row| concluded(row, facts.get(row.problem.id.as_str()))).collect()
}

/// What holds of a problem whoever answers it.
#[derive(Clone, Debug, Default)]
struct Facts {
    predicts_fallacy: Option<bool>,
    is_informative: bool,
    nulls: BTreeMap<(usize, usize), Nulls>,
}

/// What answers of a shape amount to that are made without the theory.
#[derive(Clone, Copy, Debug)]
struct Nulls {
    chance: ChanceCounts,
    matching: ChanceCounts,
}

impl Facts {
    /// Of rows about one problem.
    fn of(rows: &[&Row<'_>]) -> Result<Self> {
        let worded = rows.first().and_then(|row| row.problem.worded.as_deref());
        let Some(worded) = worded else { return Ok(Self::default()) };
        let argument = &worded.argument;
        let reading = Reading::named(&argument.reading);
        let reading = reading.with_context(|| {
            format!("no reading of the theory is called `{}`", argument.reading)
        })?;
        let wrong = rows.iter().filter_map(|row| row.opened?.read.as_ref());
        let wrong = wrong.filter(|(_, judgement)| judgement.is_correct() == Some(false));
        let mut nulls = BTreeMap::new();
        for shape in wrong.filter_map(|(view, _)| shape(view)) {
            let key = (shape.alternatives, shape.literals);
            if let Entry::Vacant(place) = nulls.entry(key) {
                place.insert(Nulls::of(argument, shape, reading)?);
            }
        }
        Ok(Self {
            predicts_fallacy: Some(predicts_fallacy(&worded.premises(), reading)?),
            is_informative: informative_conclusion(&argument.premises)?.is_some(),
            nulls,
        })
    }
}

impl Nulls {
    /// Held against the premises in the order and by the reading in which answers are judged.
    fn of(argument: &Argument, shape: Shape, reading: Reading) -> Result<Self> {
        let (premises, seed) = (&argument.premises, argument.number);
        let is_drawn = shape != Shape::LITERAL;
        let chance = match is_drawn {
            false => chance_of_literals_under(premises, reading)?,
            true => chance_of_shape_under(premises, shape, DRAWS, seed, reading)?,
        };
        let matching = chance_of_matching_under(premises, shape, DRAWS, seed, reading)?;
        let [chance, matching] = [chance, matching].map(|found| {
            let Chance { incorrect, strict, regardless_of_issues: regardless, .. } = found;
            ChanceCounts { incorrect, strict, regardless, is_drawn }
        });
        Ok(Self { chance, matching })
    }
}

/// The shape of an answer that others can be like: alternatives of as many literals each,
/// without condition or quantifier.
fn shape(view: &str) -> Option<Shape> {
    let claim = Claim::of(&view.parse().ok()?).ok()?;
    let literals = claim.stage.first()?.len();
    let is_even = claim.stage.iter().all(|state| state.len() == literals);
    let shape = Shape { alternatives: claim.stage.len(), literals };
    let is_plain = claim.prefix.is_empty() && !claim.is_conditional() && is_even && literals > 0;
    let is_small = shape.alternatives.max(shape.literals) <= LARGEST;
    (is_plain && is_small).then_some(shape)
}

fn concluded(row: &Row<'_>, facts: Option<&Facts>) -> Result<Concluded> {
    let Row { problem, levels, .. } = row;
    let level = |factor: &str| levels.get(factor).unwrap_or("-").to_owned();
    let number = |factor: &str| levels.get(factor).and_then(|n| n.parse().ok()).unwrap_or(0);
    let worded = problem.worded.as_deref();
    Ok(Concluded {
        subject: row.subject.to_owned(),
        strategy: level("protocol"),
        temperature: level(TEMPERATURE),
        item: problem.item.clone(),
        problem: problem.id.clone(),
        kind: match worded.map(|worded| worded.argument.kind) {
            Some(ArgumentKind::ControlValid) => Kind::ControlValid,
            Some(ArgumentKind::ControlBlocked) => Kind::ControlBlocked,
            _ => Kind::Fallacy,
        },
        order: level("order"),
        inquiry: level("inquiry"),
        repeat: row.repeat,
        theme: level("theme"),
        atoms: number("atoms"),
        premises: number("premises"),
        form: level("form"),
        predicts_fallacy: facts.and_then(|facts| facts.predicts_fallacy),
        answer: match row.opened {
            None => Err(Lost::Unanswered),
            Some(opened) => judged(opened, worded, facts)?,
        },
        translated: row.opened.is_some_and(|opened| opened.translated),
    })
}

fn judged(
    opened: &Opened,
    worded: Option<&Worded>,
    facts: Option<&Facts>,
) -> Result<Result<Judged, Lost>> {
    let Some(((view, judgement), worded)) = opened.read.as_ref().zip(worded) else {
        return Ok(Err(match opened.answer {
            Answer::Refused => Lost::Refused,
            Answer::Empty => Lost::Empty,
            Answer::Truncated => Lost::Truncated,
            _ => Lost::Unread,
        }));
    };
    let wrong = judgement.is_correct() == Some(false);
    let steps = if wrong { missteps(&worded.argument.premises, view)? } else { Vec::new() };
    let nulls = shape(view)
        .zip(facts)
        .filter(|_| wrong)
        .and_then(|(shape, facts)| facts.nulls.get(&(shape.alternatives, shape.literals)).copied());
    Ok(Ok(Judged {
        soundness: class(&judgement.soundness),
        strict: judgement.predicted.strict,
        regardless: judgement.predicted.regardless_of_issues,
        exact: judgement.predicted.exact,
        equivalent: judgement.predicted.equivalent,
        contradictory: judgement.contradictory == Some(true),
        denies_premises: judgement.denies_premises == Some(true),
        vacuous: judgement.vacuous == Some(true),
        missteps: steps
            .iter()
            // Counted by itself.
            .filter(|step| **step != Misstep::DenialOfAPremise)
            .map(|step| step.name().to_owned())
            .collect(),
        over_cautious: opened.answer == Answer::Conclusion(Conclusion::Nothing)
            && facts.is_some_and(|facts| facts.is_informative),
        chance: nulls.map(|nulls| nulls.chance),
        matching: nulls.map(|nulls| nulls.matching),
        says: in_order(view),
    }))
}

/// The view with its literals and alternatives in order, so that the same is said the same way.
fn in_order(view: &str) -> Option<String> {
    let mut claim = Claim::of(&view.parse().ok()?).ok()?;
    for states in [&mut claim.supposition, &mut claim.stage] {
        states.iter_mut().for_each(|state| state.sort());
        states.sort();
    }
    Some(claim.view().ok()?.to_string())
}

fn class(soundness: &Soundness) -> SoundnessClass {
    match soundness {
        Soundness::Verum => SoundnessClass::Nothing,
        Soundness::Tautology => SoundnessClass::Tautology,
        Soundness::Restating { .. } | Soundness::Joined { .. } => SoundnessClass::Restating,
        Soundness::Joint { .. } => SoundnessClass::Joint,
        Soundness::Refuted { .. } => SoundnessClass::Unsound,
        Soundness::Unknown { .. } => SoundnessClass::Undecided,
    }
}
