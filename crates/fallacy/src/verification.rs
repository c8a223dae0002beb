//! Computes the labels of problems again from their records.

use crate::draft::Draft;
use crate::error::Error;
use crate::judge::Judge;
use crate::problem::{Problem, VERSION};
use peirast_etr::{Engine, Following, InternedView, Reading};
use peirast_logic::{Formula, Verdict, entails};
use peirast_record::ArgumentKind as Kind;

/// A label of a record that differs when it is computed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The field of the record.
    pub field: &'static str,
    /// The recorded value.
    pub recorded: String,
    /// The computed value.
    pub found: String,
}

/// Computes all labels of a problem again from the record alone. The engine of the theory computes
/// the conclusion and what people accept; logic computes what follows and what is consistent.
/// Returns the differences; empty if the record is right.
///
/// ```
/// use peirast_fallacy::{Corpus, Profile, verify};
///
/// let profile = Profile::named("default").expect("a profile");
/// let corpus = Corpus::new(&profile, 7, 3)?;
/// for problem in &corpus.problems {
///     assert_eq!(verify(problem)?, []);
/// }
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Option`], if the record has an unknown version or reading, and errors of [`Judge`], if
/// texts are not views.
pub fn verify(problem: &Problem) -> Result<Vec<Difference>, Error> {
    if problem.version != VERSION {
        return Err(Error::Option {
            option: "version",
            reason: "the record is from another version of the generator",
        });
    }
    let Some(reading) = Reading::named(&problem.reading) else {
        return Err(Error::Option { option: "reading", reason: "there is none of that name" });
    };
    let judge = Judge::with_reading(&problem.premises, reading)?;
    let mut check = Check { differences: Vec::new() };
    conclusion(problem, reading, &judge, &mut check)?;
    premises(problem, &judge, &mut check)?;
    closed_question(problem, &judge, &mut check)?;
    fallacy(problem, &judge, &mut check)?;
    Ok(check.differences)
}

struct Check {
    differences: Vec<Difference>,
}

impl Check {
    fn same<T: PartialEq + ToString>(&mut self, field: &'static str, recorded: &T, found: &T) {
        if recorded != found {
            let (recorded, found) = (recorded.to_string(), found.to_string());
            self.differences.push(Difference { field, recorded, found });
        }
    }
}

fn conclusion(
    problem: &Problem,
    reading: Reading,
    judge: &Judge,
    check: &mut Check,
) -> Result<(), Error> {
    let wrong = |source| Error::Answer { source };
    let mut engine = Engine::new(reading);
    let recorded = engine.read(&problem.conclusion).map_err(wrong)?;
    let found = engine.read(&judge.conclusion()).map_err(wrong)?;
    if !engine.equivalent(&recorded, &found).map_err(Error::Theory)? {
        check.same("conclusion", &problem.conclusion, &judge.conclusion());
    }
    let categorical = found.states() == 1 && !found.is_verum();
    check.same("categorical", &problem.categorical, &categorical);
    let atoms = distinct_literals(&engine, &found)?;
    check.same("conclusion_atoms", &problem.conclusion_atoms, &atoms);
    let entailed = is_entailed(judge, &problem.conclusion)?;
    check.same("entailed", &problem.entailed, &entailed);
    if problem.kind != Kind::ControlBlocked {
        check.same("kind", &(problem.kind == Kind::ControlValid), &entailed);
        let accepted = judge.is_predicted(&problem.conclusion, Following::RegardlessOfIssues)?;
        check.same("accepted", &true, &accepted);
    }
    Ok(())
}

/// Returns the number of different literals of a view.
pub(crate) fn distinct_literals(engine: &Engine, view: &InternedView) -> Result<usize, Error> {
    let anatomy = engine.anatomy(view).map_err(|source| Error::Answer { source })?;
    let mut distinct = Vec::new();
    for literal in anatomy.stage.iter().chain(&anatomy.supposition).flatten() {
        if !distinct.contains(&literal) {
            distinct.push(literal);
        }
    }
    Ok(distinct.len())
}

fn premises(problem: &Problem, judge: &Judge, check: &mut Check) -> Result<(), Error> {
    let drafts = problem.premises.iter().map(|text| text.parse::<Draft>());
    let drafts = drafts.collect::<Result<Vec<Draft>, Error>>()?;
    let atoms = drafts.iter().map(Draft::atoms).sum();
    check.same("atoms", &problem.atoms, &atoms);
    let (mut argument, _) = judge.entailment(&problem.conclusion)?;
    argument.conclusion = Formula::Truth(false);
    check.same("satisfiable", &true, &matches!(entails(&argument), Verdict::Refuted(_)));
    Ok(())
}

fn closed_question(problem: &Problem, judge: &Judge, check: &mut Check) -> Result<(), Error> {
    let Some(probe) = &problem.probe else { return Ok(()) };
    let entailed = is_entailed(judge, &probe.conclusion)?;
    check.same("probe.entailed", &probe.entailed, &entailed);
    let predicted = judge.is_predicted(&probe.conclusion, Following::RegardlessOfIssues)?;
    check.same("probe.predicted", &probe.predicted, &predicted);
    Ok(())
}

/// Checks the statements of a control about its fallacy.
fn fallacy(problem: &Problem, judge: &Judge, check: &mut Check) -> Result<(), Error> {
    let Some(matched) = &problem.matched else { return Ok(()) };
    let accepted = judge.is_predicted(&matched.fallacy, Following::RegardlessOfIssues)?;
    check.same("matched.accepted", &matched.accepted, &accepted);
    let mut original = problem.premises.clone();
    if let Some(premise) = original.get_mut(matched.change.place) {
        premise.clone_from(&matched.change.was);
    }
    let reading = Reading::named(&problem.reading).unwrap_or(Reading::SOUND);
    let before = Judge::with_reading(&original, reading)?;
    let same = before.judge(&matched.fallacy)?;
    check.same("matched.fallacy concluded before the change", &true, &same.predicted.exact);
    check.same(
        "matched.fallacy follows before the change",
        &false,
        &(same.is_correct() != Some(false)),
    );
    if problem.kind == Kind::ControlBlocked {
        let follows = is_entailed(judge, &matched.fallacy)?;
        check.same("matched.fallacy follows", &false, &follows);
        let blocked = problem.entailed || problem.conclusion == "{0}";
        check.same("blocked", &true, &blocked);
    }
    Ok(())
}

fn is_entailed(judge: &Judge, conclusion: &str) -> Result<bool, Error> {
    Ok(judge.entailment(conclusion)?.1 == Verdict::Entailed)
}
