//! Judges answers: if they follow, and if the theory predicts them.

use crate::error::Error;
use crate::grounds::Grounds;
use crate::judgement::{Judgement, Predicted, Soundness};
use crate::statement::Statement;
use peirast_etr::{Engine, Following, InternedView, Reading};
use peirast_logic::{Argument, Formula, Signature, Verdict, entails, formula_of_view};

/// Premises with which to judge answers.
///
/// No verdict depends on earlier ones.
///
/// ```
/// use peirast_fallacy::{Judge, Notion, Soundness};
///
/// // "There is an ace and a king, or else a queen and a jack. There is an ace."
/// let judge = Judge::new(&["{Ace()King(), Queen()Jack()}", "{Ace()}"])?;
/// let king = judge.judge("{King()}")?;
/// assert!(matches!(king.soundness, Soundness::Refuted { .. }));
/// assert_eq!(king.is_fallacy(Notion::Strict), Some(true));
///
/// let ace = judge.judge("{Ace()}")?;
/// assert_eq!(ace.soundness, Soundness::Restating { premise: 1 });
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Judge {
    engine: Engine,
    premises: Vec<InternedView>,
    conclusion: InternedView,
    signature: Signature,
    formulas: Vec<Formula>,
}

impl Judge {
    /// Reads premises, given as view strings in reading order.
    ///
    /// The theory is that of PyETR 1.0.0 ([`Reading::PYETR_1_0_0`]), with which all published
    /// judgements were made. [`Judge::with_reading`] accepts other readings.
    ///
    /// # Errors
    /// [`Error::Premise`], if a premise is not a view, or has weights or do-atoms;
    /// [`Error::Theory`], if the theory's conclusion exceeds [`peirast_etr::Limits`].
    pub fn new(premises: &[impl AsRef<str>]) -> Result<Judge, Error> {
        Judge::with_reading(premises, Reading::PYETR_1_0_0)
    }

    /// The same with another reading of the theory.
    ///
    /// # Errors
    /// As [`Judge::new`].
    pub fn with_reading(premises: &[impl AsRef<str>], reading: Reading) -> Result<Judge, Error> {
        let mut engine = Engine::new(reading);
        let premises = read_premises(&mut engine, premises)?;
        let mut signature = Signature::default();
        let mut formulas = Vec::with_capacity(premises.len());
        for (at, premise) in premises.iter().enumerate() {
            let formula = formula_of_view(&engine, premise, &mut signature);
            formulas.push(formula.map_err(|source| Error::Premise { number: at + 1, source })?);
        }
        let conclusion = engine.default_inference(&premises).map_err(Error::Theory)?;
        Ok(Judge { engine, premises, conclusion, signature, formulas })
    }

    /// The conclusion that people are predicted to draw, as a view string.
    pub fn conclusion(&self) -> String {
        self.engine.show(&self.conclusion)
    }

    /// Judges an answer in every respect, with the conclusion predicted from the premises.
    ///
    /// # Errors
    /// [`Error::Answer`], if the answer is not a view, or has weights or do-atoms;
    /// [`Error::Theory`], if a procedure of the theory exceeds [`peirast_etr::Limits`].
    pub fn judge(&self, answer: &str) -> Result<Judgement, Error> {
        self.judged(answer, None)
    }

    /// The same with a recorded conclusion. It matters for answers that are the predicted
    /// conclusion, exactly or up to logical equivalence.
    ///
    /// # Errors
    /// As [`Judge::judge`], and [`Error::Answer`] for the recorded conclusion.
    pub fn judge_beside(&self, answer: &str, conclusion: &str) -> Result<Judgement, Error> {
        self.judged(answer, Some(conclusion))
    }

    fn judged(&self, answer: &str, conclusion: Option<&str>) -> Result<Judgement, Error> {
        let mut engine = self.engine.clone();
        let answer = read_answer(&mut engine, answer)?;
        let conclusion = match conclusion {
            Some(text) => read_answer(&mut engine, text)?,
            None => self.conclusion.clone(),
        };
        let mut signature = self.signature.clone();
        let said = formula(&engine, &answer, &mut signature)?;
        let expected = formula(&engine, &conclusion, &mut signature)?;
        let soundness = match self.soundness(&signature, &said, answer.is_verum()) {
            Soundness::Joint { premises } => self.joined(premises, &engine, &signature, &answer)?,
            other => other,
        };
        let both = said.clone().iff(expected);
        Ok(Judgement {
            contradictory: follows(argument(&signature, vec![said.clone()], absurd())),
            vacuous: self.is_vacuous(&signature, &soundness),
            denies_premises: self.denies_premises(&signature, &said),
            soundness,
            predicted: Predicted {
                strict: self.predicts(&mut engine, &answer, Following::Strict)?,
                regardless_of_issues: self.predicts(
                    &mut engine,
                    &answer,
                    Following::RegardlessOfIssues,
                )?,
                exact: is_exact(&mut engine, &answer, &conclusion)?,
                equivalent: follows(argument(&signature, Vec::new(), both)),
            },
        })
    }

    /// Tests if the theory predicts that people accept the answer, with this notion of acceptance.
    ///
    /// The premises are processed in their order and in reverse (section 4.6 of *Reason and
    /// Inquiry*; PyETR 1.0.0). ⊤ is always accepted, unless the premises are contradictory.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub fn is_predicted(&self, answer: &str, following: Following) -> Result<bool, Error> {
        let mut engine = self.engine.clone();
        let answer = read_answer(&mut engine, answer)?;
        self.predicts(&mut engine, &answer, following)
    }

    fn predicts(
        &self,
        engine: &mut Engine,
        answer: &InternedView,
        following: Following,
    ) -> Result<bool, Error> {
        match engine.does_it_follow_as(&self.premises, answer, following) {
            // An arbitrary object has the name of one of the other kind that occurred before. PyETR
            // then stops. No view contains both, so the predicted view is not exactly the answer.
            Err(peirast_etr::Error::Clash) if following == Following::Strict => Ok(false),
            other => other.map_err(Error::Theory),
        }
    }

    /// Tests if the answer follows from the premises. Also returns the argument, with which a
    /// countermodel can be checked: [`peirast_logic::refutes`].
    ///
    /// ```
    /// use peirast_fallacy::Judge;
    /// use peirast_logic::{Verdict, refutes};
    ///
    /// let judge = Judge::new(&["Ax {B(x)}^{A(x)}", "{B(b())}"])?;
    /// let (argument, verdict) = judge.entailment("{A(b())}")?;
    /// let Verdict::Refuted(structure) = verdict else { panic!("affirming the consequent") };
    /// assert!(refutes(&structure, &argument));
    /// # Ok::<(), peirast_fallacy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Answer`].
    pub fn entailment(&self, answer: &str) -> Result<(Argument, Verdict), Error> {
        let mut engine = self.engine.clone();
        let answer = read_answer(&mut engine, answer)?;
        let mut signature = self.signature.clone();
        let conclusion = formula(&engine, &answer, &mut signature)?;
        let argument = argument(&signature, self.formulas.clone(), conclusion);
        let verdict = entails(&argument);
        Ok((argument, verdict))
    }

    fn soundness(&self, signature: &Signature, said: &Formula, is_verum: bool) -> Soundness {
        if is_verum {
            return Soundness::Verum;
        }
        let whole = argument(signature, self.formulas.clone(), said.clone());
        match entails(&whole) {
            Verdict::Refuted(structure) => {
                Soundness::Refuted { countermodel: structure.in_words(signature) }
            }
            Verdict::Unknown(gap) => Soundness::Unknown { why: gap.to_string() },
            Verdict::Entailed => self.support(signature, said),
        }
    }

    /// The support of an answer that follows.
    fn support(&self, signature: &Signature, said: &Formula) -> Soundness {
        let from = |kept: &[usize]| {
            let premises = kept.iter().map(|at| self.formulas[*at].clone()).collect();
            follows(argument(signature, premises, said.clone())) == Some(true)
        };
        if from(&[]) {
            return Soundness::Tautology;
        }
        if let Some(premise) = (0..self.formulas.len()).find(|at| from(&[*at])) {
            return Soundness::Restating { premise };
        }
        let mut premises: Vec<usize> = (0..self.formulas.len()).collect();
        for at in (0..premises.len()).rev() {
            let mut fewer = premises.clone();
            fewer.remove(at);
            if from(&fewer) {
                premises = fewer;
            }
        }
        Soundness::Joint { premises }
    }

    /// For an answer that needs these premises: tests if it only repeats them side by side.
    fn joined(
        &self,
        premises: Vec<usize>,
        engine: &Engine,
        signature: &Signature,
        answer: &InternedView,
    ) -> Result<Soundness, Error> {
        let wrong = |source| Error::Answer { source };
        let said = Statement::read(&engine.show(answer)).map_err(wrong)?;
        let mut grounds = Grounds::over(engine.clone(), signature.clone(), self.formulas.clone());
        Ok(match grounds.is_joined(&said)? {
            true => Soundness::Joined { premises },
            false => Soundness::Joint { premises },
        })
    }

    fn is_vacuous(&self, signature: &Signature, soundness: &Soundness) -> Option<bool> {
        match soundness {
            Soundness::Refuted { .. } => Some(false),
            _ => follows(argument(signature, self.formulas.clone(), absurd())),
        }
    }

    fn denies_premises(&self, signature: &Signature, said: &Formula) -> Option<bool> {
        let mut all = self.formulas.clone();
        all.push(said.clone());
        follows(argument(signature, all, absurd()))
    }
}

/// Reads premises in a separate engine.
pub(crate) fn read_premises(
    engine: &mut Engine,
    premises: &[impl AsRef<str>],
) -> Result<Vec<InternedView>, Error> {
    let read = |(number, text): (usize, &_)| {
        let view = engine.read(AsRef::<str>::as_ref(text));
        view.map_err(|source| Error::Premise { number, source })
    };
    (1..).zip(premises).map(read).collect()
}

fn read_answer(engine: &mut Engine, text: &str) -> Result<InternedView, Error> {
    engine.read(text).map_err(|source| Error::Answer { source })
}

fn formula(
    engine: &Engine,
    view: &InternedView,
    signature: &mut Signature,
) -> Result<Formula, Error> {
    formula_of_view(engine, view, signature).map_err(|source| Error::Answer { source })
}

fn argument(signature: &Signature, premises: Vec<Formula>, conclusion: Formula) -> Argument {
    Argument { signature: signature.clone(), premises, conclusion }
}

fn absurd() -> Formula {
    Formula::Truth(false)
}

/// Tests if a conclusion follows; `None` if this cannot be decided.
pub(crate) fn follows(argument: Argument) -> Option<bool> {
    match entails(&argument) {
        Verdict::Entailed => Some(true),
        Verdict::Refuted(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Tests if the answer equals the conclusion, up to marks and names.
fn is_exact(
    engine: &mut Engine,
    answer: &InternedView,
    conclusion: &InternedView,
) -> Result<bool, Error> {
    let unmarked = |engine: &mut Engine, view: &InternedView| {
        let text = engine.show(view).replace('*', "");
        read_answer(engine, &text)
    };
    let (answer, conclusion) = (unmarked(engine, answer)?, unmarked(engine, conclusion)?);
    engine.equivalent(&answer, &conclusion).map_err(Error::Theory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Notion;

    fn soundness(premises: &[&str], answer: &str) -> Soundness {
        Judge::new(premises).expect("premises").judge(answer).expect("a judgement").soundness
    }

    #[test]
    fn what_follows_says_what_it_takes() {
        let premises = ["{B(a())}^{A(a())}", "{C(a())}", "{A(a())}"];
        assert_eq!(soundness(&premises, "{0}"), Soundness::Verum);
        assert_eq!(soundness(&premises, "{D(a()),~D(a())}"), Soundness::Tautology);
        assert_eq!(soundness(&premises, "{C(a())}"), Soundness::Restating { premise: 1 });
        assert_eq!(soundness(&premises, "{B(a())}"), Soundness::Joint { premises: vec![0, 2] });
        assert!(matches!(soundness(&premises, "{D(a())}"), Soundness::Refuted { .. }));
    }

    #[test]
    fn premises_joined_by_and_say_nothing_new() {
        let joined = |premises| Soundness::Joined { premises };
        let joint = |premises| Soundness::Joint { premises };
        for (premises, answer, wanted) in [
            (&["{A(),B()}", "{C()}"][..], "{A()C(),B()C()}", joined(vec![0, 1])),
            (&["{A()D()}", "{C()}"], "{A()C()}", joined(vec![0, 1])),
            (&["{A()}", "{B()}", "{C()}"], "{A()C(),E()A()C()}", joined(vec![0, 2])),
            // Weakened one by one.
            (&["{A()}", "{B()}"], "{A()B(),A()E(),D()B(),D()E()}", joined(vec![0, 1])),
            (&["Ax {A(x)}", "Ax {B(x)}"], "Ax {A(x)B(x*)}", joined(vec![0, 1])),
            (&["Ex {A(x)}", "Ex {B(x)}"], "Ex Ey {A(x)B(y)}", joined(vec![0, 1])),
            // Repeated word for word, although it has a consequence.
            (&["{A(),B()}", "{~A()}"], "{A()~A(),B()~A()}", joined(vec![0, 1])),
            (&["{A(),B()}", "{~A()}"], "{~A()B()}", joint(vec![0, 1])),
            (&["{B()}^{A()}", "{A()}"], "{A()B()}", joint(vec![0, 1])),
            (&["{B()}^{A()}", "{A()}", "{C()}"], "{C()B()}", joint(vec![0, 1, 2])),
            (&["{B()}^{A()}", "{C()}^{B()}"], "{B()C()}^{A()}", joint(vec![0, 1])),
            (&["Ax {B(x)}^{A(x)}", "Ex {A(x)}"], "Ex {A(x)B(x)}", joint(vec![0, 1])),
        ] {
            assert_eq!(soundness(premises, answer), wanted, "{premises:?} so {answer}");
            assert_eq!(wanted.is_informative(), matches!(wanted, Soundness::Joint { .. }));
        }
    }

    #[test]
    fn what_is_too_much_to_take_apart_is_held_against_the_premises() {
        let state = |at: u32| format!("A{at}(a())A{at}(b())A{at}(c())");
        let all = |more: &str| (0..9).map(|at| state(at) + more).collect::<Vec<_>>().join(",");
        let (premise, answer) = (format!("{{{}}}", all("")), format!("{{{}}}", all("D()")));
        let judge = Judge::new(&[premise.as_str(), "{C()}", "{D()}"]).expect("premises");
        let judged = judge.judge(&answer).expect("a judgement");
        assert_eq!(judged.soundness, Soundness::Joined { premises: vec![0, 2] });
    }

    #[test]
    fn marks_do_not_matter_for_the_headline() {
        let judge = Judge::new(&["{A(a()*)B(a())}"]).expect("premises");
        let judgement = judge.judge("{A(a())}").expect("a judgement");
        assert!(!judgement.predicted.strict);
        assert!(judgement.predicted.regardless_of_issues);
        assert_eq!(judgement.is_fallacy(Notion::RegardlessOfIssues), Some(false));
    }

    #[test]
    fn contradictions_are_told_apart() {
        let judge = Judge::new(&["{A(a())}"]).expect("premises");
        let absurd = judge.judge("{A(a())~A(a())}").expect("a judgement");
        assert_eq!((absurd.contradictory, absurd.denies_premises), (Some(true), Some(true)));
        let denial = judge.judge("{~A(a())}").expect("a judgement");
        assert_eq!((denial.contradictory, denial.denies_premises), (Some(false), Some(true)));
        let judge = Judge::new(&["{A(a())}", "{~A(a())}"]).expect("premises");
        assert_eq!(judge.judge("{B(b())}").expect("a judgement").vacuous, Some(true));
    }

    #[test]
    fn an_object_called_like_one_of_the_other_kind_is_no_obstacle() {
        let premise = "∀y ∃x {A(a())B(b()),C(x)D(y),A(y)}";
        let judge = Judge::new(&[premise, "∀x {A(x)A(a())}"]).expect("premises");
        let judgement = judge.judge(premise).expect("a judgement");
        assert_eq!(judgement.soundness, Soundness::Restating { premise: 0 });
        assert!(!judgement.predicted.strict && judgement.predicted.regardless_of_issues);
    }

    #[test]
    fn what_is_no_view_is_named() {
        let error = Judge::new(&["{A(a())}", "{A(a()}"]).expect_err("no view");
        assert!(error.to_string().starts_with("premise 2: "), "{error}");
    }
}
