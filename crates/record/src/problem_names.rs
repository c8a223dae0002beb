//! Checks that ids and items of problems are distinguishable.

use crate::look::{SeenNames, unseen_name};
use crate::{Problem, looks};
use thiserror::Error;

/// The ids and items of the problems of a file so far. Pairs are matched by them, and people read
/// them, so no two may look alike.
///
/// ```
/// use peirast_record::{ProblemNameError, ProblemNames};
/// # use peirast_record::{Answer, Factors, Problem, Task, Truth};
/// # let problem = |id: &str, item: &str| Problem {
/// #     id: id.into(), item: item.into(), family: "f".into(), variant: "1".into(), task: Task::YesNo,
/// #     factors: Factors::default(), segments: vec![], options: vec![], labels: Default::default(),
/// #     accepts: None, worded: None,
/// #     truth: Truth {
/// #         answer: Answer::YesNo(true), lure: Answer::YesNo(true), form: String::new(), why: String::new(),
/// #     },
/// # };
/// let mut names = ProblemNames::default();
/// names.take(&problem("q/1", "q"), "line 1".to_owned())?;
/// names.take(&problem("q/2", "q"), "line 2".to_owned())?;
/// let twice = names.take(&problem("q/1", "q"), "line 3".to_owned());
/// assert!(matches!(twice, Err(ProblemNameError::Twice { .. })));
/// for alike in [problem("Q/1", "q"), problem("q /2", "q"), problem("q/3", "Q"), problem("\u{200b}", "q")] {
///     assert!(names.take(&alike, "line 4".to_owned()).is_err());
/// }
/// # Ok::<(), peirast_record::ProblemNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemNames {
    ids: SeenNames<String>,
    items: SeenNames<String>,
}

/// An id or an item that cannot be distinguished from others.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemNameError {
    /// A name that is invisible, or contains invisible characters.
    #[error("its {field} `{}` {what}: write a short name, for example q/1", .name.escape_debug())]
    Unseen {
        /// `id` or `item`.
        field: &'static str,
        /// The name.
        name: String,
        /// The fault.
        what: String,
    },
    /// Two problems with one id.
    #[error("`{id}` is in {place} too; pair keys must be unique")]
    Twice {
        /// The id.
        id: String,
        /// The place of the first.
        place: String,
    },
    /// Two names that a reader may confuse.
    #[error(
        "its {field} `{}` looks like `{}` in {place}: capitals, white space, and letters and digits that look \
         alike tell nobody apart; write both in one way, or give one another name",
        .name.escape_debug(), .other.escape_debug()
    )]
    Alike {
        /// `id` or `item`.
        field: &'static str,
        /// The name.
        name: String,
        /// The name that it looks like.
        other: String,
        /// The place of that name.
        place: String,
    },
}

impl Default for ProblemNames {
    fn default() -> Self {
        Self { ids: SeenNames::by(looks), items: SeenNames::by(looks) }
    }
}

impl ProblemNames {
    /// Adds the id and the item of a problem, with its place.
    ///
    /// # Errors
    /// An invisible name; a repeated id; or a name that looks like another one.
    pub fn take(&mut self, problem: &Problem, place: String) -> Result<(), ProblemNameError> {
        check_names(problem)?;
        let id = problem.id.as_str();
        match self.ids.take(id, place.clone()) {
            Some((other, place)) if other == id => {
                return Err(ProblemNameError::Twice { id: id.to_owned(), place });
            }
            Some((other, place)) => return Err(alike("id", id, other, place)),
            None => {}
        }
        let item = problem.item.as_str();
        match self.items.take(item, place) {
            Some((other, place)) if other != item => Err(alike("item", item, other, place)),
            _ => Ok(()),
        }
    }
}

/// Checks that the id and the item of a problem are visible as they are.
pub(crate) fn check_names(problem: &Problem) -> Result<(), ProblemNameError> {
    for (field, name) in [("id", &problem.id), ("item", &problem.item)] {
        if let Some(what) = unseen_name(name) {
            return Err(ProblemNameError::Unseen { field, name: name.to_string(), what });
        }
    }
    Ok(())
}

fn alike(field: &'static str, name: &str, other: &str, place: String) -> ProblemNameError {
    ProblemNameError::Alike { field, name: name.to_owned(), other: other.to_owned(), place }
}
