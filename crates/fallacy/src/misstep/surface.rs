//! The degree to which an answer is read off the premises.

use super::look::is_alike;
use crate::error::Error;
use crate::grounds::statements;
use crate::statement::{Literal, State, Statement};
use serde::{Deserialize, Serialize};

/// The degree to which an answer is read off the premises, if it follows or not. The names and
/// quantifiers of objects make no difference.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Surface {
    /// Some of its literals occur in no premise's alternatives with the same sign, or it has no
    /// literals.
    #[default]
    Beyond,
    /// All of its literals do. If the answer is wrong, it is
    /// [`Misstep::Matching`](super::Misstep::Matching).
    Scattered,
    /// It has no supposition, and the literals of each of its alternatives occur together in one
    /// alternative of a premise, the same premise for all.
    Together,
}

impl Surface {
    /// All degrees, from not read off to fully read off.
    pub const ALL: [Surface; 3] = [Surface::Beyond, Surface::Scattered, Surface::Together];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Surface::Beyond => "beyond",
            Surface::Scattered => "scattered",
            Surface::Together => "together",
        }
    }
}

/// Returns the degree to which an answer is read off the premises.
///
/// ```
/// use peirast_fallacy::{Surface, surface};
///
/// let premises = ["{A(a())B(a()),C(a())}", "{D(a())}"];
/// assert_eq!(surface(&premises, "{B(a())A(a())}")?, Surface::Together);
/// assert_eq!(surface(&premises, "{B(a())D(a())}")?, Surface::Scattered);
/// assert_eq!(surface(&premises, "{B(a()),C(a())}")?, Surface::Together);
/// assert_eq!(surface(&premises, "{~B(a())}")?, Surface::Beyond);
/// # Ok::<(), peirast_fallacy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Premise`] or [`Error::Answer`], if one is not a view, or has weights or do-atoms.
pub fn surface(premises: &[impl AsRef<str>], answer: &str) -> Result<Surface, Error> {
    let premises = statements(premises)?;
    let answer = Statement::read(answer).map_err(|source| Error::Answer { source })?;
    if !is_matched(&premises, &answer) {
        return Ok(Surface::Beyond);
    }
    let within = |part: &State, whole: &State| part.iter().all(|literal| has(whole, literal));
    let is_part = |premise: &Statement| {
        let stands = |part: &State| premise.stage.iter().any(|whole| within(part, whole));
        !answer.is_conditional() && answer.stage.iter().all(stands)
    };
    Ok(if premises.iter().any(is_part) { Surface::Together } else { Surface::Scattered })
}

/// Tests if each literal of an answer occurs in the stage of a premise.
pub(super) fn is_matched(premises: &[Statement], answer: &Statement) -> bool {
    let shown: State =
        premises.iter().flat_map(|premise| &premise.stage).flatten().cloned().collect();
    answer.literals().next().is_some() && answer.literals().all(|literal| has(&shown, literal))
}

fn has(state: &State, literal: &Literal) -> bool {
    state.iter().any(|one| is_alike(one, literal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_there_is_told_from_what_stands_together() {
        for (premises, answer, found) in [
            (&["Ax {A(x)B(x)}^{C(x)}"][..], "Ey {A(y)}", Surface::Together),
            (&["Ax {A(x)}^{C(x)}"], "Ax {C(x)}", Surface::Beyond),
            (&["Ax {A(x)}^{C(x)}", "{C(c())}"], "{A(c())}", Surface::Beyond),
            (&["{A()B()}^{C()}", "{C()}"], "{A()}^{C()}", Surface::Scattered),
            (&["{A(),B()}", "{C()}"], "{A(),C()}", Surface::Scattered),
            (&["{A()}"], "{0}", Surface::Beyond),
            (&["{A()}"], "{}", Surface::Beyond),
        ] {
            assert_eq!(surface(premises, answer), Ok(found), "{premises:?} so {answer}");
        }
        assert!(surface(&["{A("], "{A()}").is_err() && surface(&["{A()}"], "{A(").is_err());
    }

    #[test]
    fn names_are_those_that_are_written_down() {
        for surface in Surface::ALL {
            let written = serde_json::to_string(&surface).expect("a name");
            assert_eq!(written, format!("\"{}\"", surface.name()));
        }
    }
}
