//! Labels of premises that were not made here.

use crate::draft::Draft;
use crate::error::Error;
use crate::judge::Judge;
use crate::problem::{Problem, VERSION};
use crate::verification::distinct_literals;
use peirast_etr::{Engine, Reading};
use peirast_logic::Verdict;
use peirast_record::ArgumentKind as Kind;

/// Labels premises from elsewhere, for example from a publication: the theory predicts the
/// conclusion, and logic decides if it follows. The record has the profile `other`, and the seed
/// and the number 0.
///
/// The names in views are letters, as in all records.
///
/// ```
/// use peirast_etr::Reading;
/// use peirast_fallacy::{Kind, labelled};
///
/// let premises = vec!["{A(a())B(a()),C(b())D(b())}".to_owned(), "{A(a())}".to_owned()];
/// let problem = labelled(premises, Reading::SOUND)?;
/// assert_eq!((problem.conclusion.as_str(), problem.kind), ("{B(a())}", Kind::Fallacy));
/// assert_eq!((problem.atoms, problem.entailed), (5, false));
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error`], if texts are not views with such names, or if a computation would take too long.
pub fn labelled(premises: Vec<String>, reading: Reading) -> Result<Problem, Error> {
    let judge = Judge::with_reading(&premises, reading)?;
    let conclusion = judge.conclusion();
    let drafts = premises.iter().map(|text| text.parse::<Draft>());
    let drafts = drafts.collect::<Result<Vec<Draft>, Error>>()?;
    let atoms = drafts.iter().map(Draft::atoms).sum();
    let wrong = |source| Error::Answer { source };
    let mut engine = Engine::new(reading);
    let found = engine.read(&conclusion).map_err(wrong)?;
    let entailed = judge.entailment(&conclusion)?.1 == Verdict::Entailed;
    Ok(Problem {
        version: VERSION,
        profile: "other".to_owned(),
        reading: reading.name.to_owned(),
        seed: 0,
        number: 0,
        kind: Kind::of(!found.is_verum(), entailed),
        categorical: found.states() == 1 && !found.is_verum(),
        conclusion_atoms: distinct_literals(&engine, &found)?,
        premises,
        conclusion,
        entailed,
        atoms,
        matched: None,
        probe: None,
    })
}
