//! Curing questions and idle questions.

use crate::error::Error;
use crate::grounds::{Grounds, statements};
use crate::judge::read_premises;
use crate::question::{Beholder, Distance, Question, Respect, distance, wholes};
use crate::reasoner::unmarked;
use crate::statement::{Literal, Statement};
use peirast_etr::{Engine, EquilibriumBounds, InternedView, Reading};
use serde::{Deserialize, Serialize};

/// The questions after which a predicted fallacy is withdrawn.
///
/// A question is the view of one atom of the premises, as `{P(a())}` or `∀a {P(a)}`: *whether* that
/// holds. It is raised after the first premise. Marks are left out, and views have canonical names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cure {
    /// The questions, in this order; one question if one suffices.
    pub questions: Vec<String>,
    /// The conclusion afterwards, `{0}` if nothing.
    pub conclusion: String,
    /// True if that conclusion follows. One fallacy may replace another.
    pub entailed: bool,
    /// For comparison, the same number of questions about the same premises after which the fallacy
    /// remains. They are those most like the curing ones. They are the whole predicted conclusion
    /// only if that is among the curing ones. `None` if there are none, or not everything could be
    /// tried.
    pub idle: Option<Vec<String>>,
    /// The respects in which the idle questions differ from the curing ones, the most important
    /// first. Empty if they match, or if there are none.
    #[serde(default)]
    pub unlike: Vec<Respect>,
}

/// Finds the smallest set of questions after which the predicted conclusion is withdrawn, if it
/// does not follow from the premises.
///
/// If there are several such sets, sets after which the conclusion follows come first. Among these,
/// the set with the most similar idle questions is chosen, and among equals the first.
///
/// `None` if no fallacy is predicted, or none of the questions within the bounds cures it. See
/// [`Engine::equilibrium`]. A conclusion that would be withdrawn only because of its marks counts
/// as still drawn.
///
/// ```
/// use peirast_etr::{EquilibriumBounds, Reading};
/// use peirast_fallacy::{Respect, cure};
///
/// // "There is an ace and a king, or else a queen and a jack. There is an ace."
/// let premises = ["{Ace()King(), Queen()Jack()}", "{Ace()}"];
/// let cure = cure(&premises, Reading::SOUND, &EquilibriumBounds::default())?.expect("a cure");
/// // Is there an ace? Whoever asks concludes nothing; whoever asks for the king concludes it still.
/// assert_eq!(cure.questions, ["{Ace()}"]);
/// assert_eq!(cure.conclusion, "{0}");
/// // Nothing else is settled by a premise, as that is.
/// assert_eq!(cure.idle, Some(vec!["{Jack()}".to_owned()]));
/// assert_eq!(cure.unlike, [Respect::Said, Respect::Place]);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Premise`], if a premise is not a view, or has weights or do-atoms; [`Error::Theory`],
/// if a procedure of the theory exceeds [`peirast_etr::Limits`].
pub fn cure(
    premises: &[impl AsRef<str>],
    reading: Reading,
    bounds: &EquilibriumBounds,
) -> Result<Option<Cure>, Error> {
    let said = statements(premises)?;
    let mut engine = Engine::new(reading);
    let views = read_premises(&mut engine, premises)?;
    let found = engine.equilibrium(&views, bounds).map_err(Error::Theory)?;
    let drawn = render_view(&mut engine, &found.conclusion)?;
    let mut grounds = Grounds::new(&said)?;
    if found.conclusion.is_verum() || follows(&mut grounds, &drawn)? {
        return Ok(None);
    }
    let mut cures = Vec::new();
    for cure in &found.cures {
        let conclusion = render_view(&mut engine, &cure.conclusion)?;
        if conclusion != drawn {
            let asked = cure.questions.iter().map(|question| render_view(&mut engine, question));
            let questions = asked.collect::<Result<Vec<_>, _>>()?;
            let entailed = follows(&mut grounds, &conclusion)?;
            cures.push(Cure { questions, conclusion, entailed, idle: None, unlike: Vec::new() });
        }
    }
    let best = cures.iter().find(|cure| cure.entailed).or(cures.first());
    let Some(best) = best.cloned() else { return Ok(None) };
    if !found.complete {
        return Ok(Some(best));
    }
    let lure = Statement::read(&drawn).map_err(|source| Error::Answer { source })?;
    let mut beholder = Beholder::new(&said, &lure)?;
    let views = questions(&mut engine, &said)?;
    let seen = views.iter().map(|view| beholder.see(view)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(compared(&cures, best, &seen)))
}

/// A view with canonical names and without marks.
fn render_view(engine: &mut Engine, view: &InternedView) -> Result<String, Error> {
    let view = engine.canonical(view).map_err(Error::Theory)?;
    let text = unmarked(&engine.show(&view));
    let view = engine.read(&text).map_err(Error::Theory)?;
    let view = engine.canonical(&view).map_err(Error::Theory)?;
    Ok(engine.show(&view))
}

fn follows(grounds: &mut Grounds, view: &str) -> Result<bool, Error> {
    let statement = Statement::read(view).map_err(|source| Error::Answer { source })?;
    grounds.follows(&statement)
}

/// The questions: for each atom of the premises, if it holds.
fn questions(engine: &mut Engine, premises: &[Statement]) -> Result<Vec<String>, Error> {
    let mut questions = Vec::new();
    for premise in premises {
        let mut atoms: Vec<Literal> = premise.literals().map(Literal::affirmed).collect();
        atoms.sort_unstable();
        atoms.dedup();
        for atom in atoms {
            let view = engine.read(&premise.alone(atom).to_string()).map_err(Error::Theory)?;
            let question = render_view(engine, &view)?;
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
    }
    Ok(questions)
}

/// Among the cures as good as the best, the one with the most similar idle questions; among equals,
/// the first. Without idle questions, the best.
fn compared(cures: &[Cure], best: Cure, seen: &[Question]) -> Cure {
    let idle = idle(cures, seen);
    let mut nearest: Option<(Distance, &Cure, &[&Question])> = None;
    for cure in cures.iter().filter(|cure| cure.entailed == best.entailed) {
        let asked: Vec<&Question> =
            seen.iter().filter(|one| cure.questions.contains(&one.view)).collect();
        for set in idle.iter().filter(|set| wholes(set) <= wholes(&asked)) {
            let apart = distance(&asked, set);
            if nearest.is_none_or(|(least, ..)| apart < least) {
                nearest = Some((apart, cure, set));
            }
        }
    }
    let Some((apart, cure, set)) = nearest else { return best };
    let unlike = Respect::ALL.into_iter().zip(apart).filter(|(_, apart)| *apart > 0);
    Cure {
        idle: Some(set.iter().map(|one| one.view.clone()).collect()),
        unlike: unlike.map(|(respect, _)| respect).collect(),
        ..cure.clone()
    }
}

/// All sets of as many questions that do not cure.
fn idle<'s>(cures: &[Cure], seen: &'s [Question]) -> Vec<Vec<&'s Question>> {
    let cured = |set: &[&Question]| {
        let asks = |view: &String| set.iter().any(|one| one.view == *view);
        cures.iter().any(|cure| cure.questions.iter().all(asks))
    };
    let size = cures.first().map_or(0, |cure| cure.questions.len());
    let mut sets = sets(seen, size);
    sets.retain(|set| !cured(set));
    sets
}

/// All choices of `size` elements, in order.
fn sets<T>(of: &[T], size: usize) -> Vec<Vec<&T>> {
    let Some(smaller) = size.checked_sub(1) else { return vec![Vec::new()] };
    let beginning = |(at, first)| {
        let rest = sets(&of[at + 1..], smaller).into_iter();
        rest.map(move |rest| [first].into_iter().chain(rest).collect::<Vec<&T>>())
    };
    of.iter().enumerate().flat_map(beginning).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cured(premises: &[&str]) -> Option<Cure> {
        cure(premises, Reading::SOUND, &EquilibriumBounds::default()).expect("premises")
    }

    #[test]
    fn what_follows_or_is_not_concluded_needs_no_cure() {
        assert_eq!(cured(&["{A()B()}", "{A()}"]), None);
        assert_eq!(cured(&["{A(),B()}", "{~A()}"]), None);
        assert_eq!(cured(&["{A()}", "{~A()}"]), None);
    }

    #[test]
    fn arbitrary_objects_are_asked_about_too() {
        let premises = ["Ex {StainsGramNegative(x)Thermotogum(x*)}", "{Thermotogum(Maritima()*)}"];
        let cure = cured(&premises).expect("a cure");
        assert_eq!(cure.questions, ["{Thermotogum(Maritima())}"]);
        assert_eq!(cure.idle, Some(vec!["∃a {StainsGramNegative(a)}".to_owned()]));
    }

    #[test]
    fn sets_come_in_order() {
        let all = ["a", "b", "c"].map(str::to_owned);
        let pairs = sets(&all, 2).into_iter().map(|pair| format!("{}{}", pair[0], pair[1]));
        assert!(pairs.eq(["ab", "ac", "bc"]));
        assert_eq!(sets(&all, 0).len(), 1);
        assert!(sets(&all, 4).is_empty());
    }
}
