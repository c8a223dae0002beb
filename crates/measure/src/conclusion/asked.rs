//! Questions as they were put to subjects, and the rows of results that their answers make.

use super::facts::Facts;
use super::{Concluded, ConclusionError, Judged, Kind, Lost, Opened, SoundnessClass};
use peirast_fallacy::{Misstep, Soundness, missteps};
use peirast_record::{Answer, ArgumentKind, Conclusion, Factors, Problem};
use peirast_task::TEMPERATURE;
use peirast_words::Claim;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// An open question as it was put to a subject, with the reading of its answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The subject that was asked.
    pub subject: &'a str,
    /// Number of earlier repetitions of the question.
    pub repeat: u32,
    /// Every level of the trial.
    pub levels: &'a Factors,
    /// The answer, read and judged; `None` if it was never given.
    pub opened: Option<&'a Opened>,
}

impl Asked<'_> {
    /// Makes the rows that are measured, in the same order. Facts that depend on the problem alone
    /// are computed once.
    ///
    /// # Errors
    /// [`ConclusionError`] for a problem whose record is damaged.
    pub fn concluded(all: &[Asked<'_>]) -> Result<Vec<Concluded>, ConclusionError> {
        let mut by_problem: BTreeMap<&str, Vec<&Asked<'_>>> = BTreeMap::new();
        for one in all {
            by_problem.entry(&one.problem.id).or_default().push(one);
        }
        let facts: BTreeMap<&str, Facts> = by_problem
            .into_par_iter()
            .filter_map(|(id, asked)| {
                let problem = asked.first()?.problem;
                let facts = Facts::new(problem, asked.iter().filter_map(|one| one.opened));
                Some(facts.map(|facts| (id, facts)))
            })
            .collect::<Result<_, _>>()?;
        all.par_iter().map(|one| one.row(facts.get(one.problem.id.as_str()))).collect()
    }

    fn row(&self, facts: Option<&Facts>) -> Result<Concluded, ConclusionError> {
        let Asked { problem, levels, .. } = self;
        let level = |factor: &str| levels.get(factor).unwrap_or("-").to_owned();
        let number = |factor: &str| levels.get(factor).and_then(|n| n.parse().ok()).unwrap_or(0);
        Ok(Concluded {
            subject: self.subject.to_owned(),
            strategy: level("protocol"),
            temperature: level(TEMPERATURE),
            item: problem.item.to_string(),
            problem: problem.id.to_string(),
            kind: Kind::from_problem(problem),
            order: level("order"),
            inquiry: level("inquiry"),
            repeat: self.repeat,
            theme: level("theme"),
            atoms: number("atoms"),
            premises: number("premises"),
            form: level("form"),
            predicts_fallacy: facts.and_then(|facts| facts.predicts_fallacy),
            is_reachable: facts.and_then(|facts| facts.is_reachable),
            answer: match self.opened {
                None => Err(Lost::Unanswered),
                Some(opened) => self.judged(opened, facts)?,
            },
            translated: self.opened.is_some_and(|opened| opened.translated),
        })
    }

    fn judged(
        &self,
        opened: &Opened,
        facts: Option<&Facts>,
    ) -> Result<Result<Judged, Lost>, ConclusionError> {
        let worded = self.problem.worded.as_deref();
        let Some(((view, judgement), worded)) = opened.read.as_ref().zip(worded) else {
            return Ok(Err(Lost::from_answer(opened.answer).unwrap_or(Lost::Unread)));
        };
        let wrong = judgement.is_correct() == Some(false);
        let theory =
            |source| ConclusionError::Theory { problem: self.problem.id.to_string(), source };
        let steps = match wrong {
            true => missteps(&worded.argument.premises, view).map_err(theory)?,
            false => Vec::new(),
        };
        let nulls = facts.filter(|_| wrong).and_then(|facts| facts.nulls(view));
        Ok(Ok(Judged {
            soundness: SoundnessClass::from_soundness(&judgement.soundness),
            strict: judgement.predicted.strict,
            regardless: judgement.predicted.regardless_of_issues,
            exact: judgement.predicted.exact,
            equivalent: judgement.predicted.equivalent,
            contradictory: judgement.contradictory == Some(true),
            denies_premises: judgement.denies_premises == Some(true),
            vacuous: judgement.vacuous == Some(true),
            missteps: steps
                .iter()
                // A denial of a premise is counted on its own.
                .filter(|step| **step != Misstep::DenialOfAPremise)
                .map(|step| step.name().to_owned())
                .collect(),
            over_cautious: opened.answer == Answer::Conclusion(Conclusion::Nothing)
                && facts.is_some_and(|facts| facts.is_informative),
            chance: nulls.map(|nulls| nulls.chance),
            matching: nulls.map(|nulls| nulls.matching),
            parts: nulls.map(|nulls| nulls.parts),
            says: in_order(view),
        }))
    }
}

impl Kind {
    /// The purpose of a problem of the theory; [`Kind::Fallacy`] if its record does not name one.
    pub(super) fn from_problem(problem: &Problem) -> Self {
        match problem.worded.as_deref().map(|worded| worded.argument.kind) {
            Some(ArgumentKind::ControlValid) => Self::ControlValid,
            Some(ArgumentKind::ControlBlocked) => Self::ControlBlocked,
            _ => Self::Fallacy,
        }
    }
}

impl Lost {
    /// The reason why this answer cannot be judged; `None` if it can.
    pub(super) const fn from_answer(answer: Answer) -> Option<Self> {
        match answer {
            Answer::Refused => Some(Self::Refused),
            Answer::Empty => Some(Self::Empty),
            Answer::Truncated => Some(Self::Truncated),
            Answer::Unread => Some(Self::Unread),
            _ => None,
        }
    }
}

impl SoundnessClass {
    fn from_soundness(soundness: &Soundness) -> Self {
        match soundness {
            Soundness::Verum => Self::Nothing,
            Soundness::Tautology => Self::Tautology,
            Soundness::Restating { .. } | Soundness::Joined { .. } => Self::Restating,
            Soundness::Joint { .. } => Self::Joint,
            Soundness::Refuted { .. } => Self::Incorrect,
            Soundness::Unknown { .. } => Self::Undecided,
        }
    }
}

/// The view with its literals and alternatives sorted, so that equal conclusions read the same.
fn in_order(view: &str) -> Option<String> {
    let mut claim = Claim::new(&view.parse().ok()?).ok()?;
    for states in [&mut claim.supposition, &mut claim.stage] {
        states.iter_mut().for_each(|state| state.sort());
        states.sort();
    }
    Some(claim.view().ok()?.to_string())
}
