//! Solved syllogisms of the form All-Some-Some, and of its valid counterpart.
//!
//! The rose text is an experimental stimulus: Kahneman (2011), and Jiang et al. (2024), appendix C.

use super::wording::ArgumentWording;
use crate::Design;
use crate::families::exemplars::{Exemplars, Shown, Solved, few_shot_stream};
use peirast_record::{Problem, Task};

/// The roses, and the same argument about other things.
#[derive(Debug)]
pub(in crate::families) struct Triads;

impl Exemplars for Triads {
    fn classic(&self, problem: &Problem) -> Solved {
        ROSES.solved(problem.task, Shown::for_problem(problem), true)
    }

    fn renamed(&self, problem: &Problem) -> Solved {
        TULIPS.solved(problem.task, Shown::for_problem(problem), true)
    }

    fn rephrased(&self, problem: &Problem, _: &Design, truly: bool) -> Solved {
        CARROTS.solved(problem.task, Shown::for_problem(problem), truly)
    }

    // The first answer follows the item's design, the others differ and are in random order.
    fn few(&self, problem: &Problem, design: &Design, _: &[Problem]) -> Vec<Solved> {
        let asked = Shown::for_problem(problem);
        let (second, third) = if few_shot_stream(problem, design).coin() {
            (Shown::First, Shown::Second)
        } else {
            (Shown::Second, Shown::First)
        };
        [(NOVELS, asked), (CARROTS, second), (ACTORS, third)]
            .map(|(triad, shown)| triad.solved(problem.task, asked.or_published(shown), true))
            .to_vec()
    }
}

/// A syllogistic exemplar of the form All-Some-Some, or of its valid counterpart.
struct Triad {
    members: &'static str,
    category: &'static str,
    trait_: &'static str,
}

const ROSES: Triad = Triad { members: "roses", category: "flowers", trait_: "fade quickly" };
const TULIPS: Triad = Triad { members: "tulips", category: "flowers", trait_: "fade quickly" };
const CARROTS: Triad =
    Triad { members: "carrots", category: "vegetables", trait_: "are rich in fiber" };
const ACTORS: Triad =
    Triad { members: "actors", category: "performers", trait_: "are skilled in improvisation" };
const NOVELS: Triad = Triad { members: "novels", category: "books", trait_: "are hard to read" };

impl Triad {
    /// Returns the solved syllogism, with the question of `task`.
    fn solved(&self, task: Task, shown: Shown, truly: bool) -> Solved {
        let solved = self.solved_yes_no(shown, truly);
        if task != Task::Validity {
            return solved;
        }
        let Self { members, category, trait_ } = self;
        let (second, third) = self.order(shown);
        let valid = (shown == Shown::First) == truly;
        Solved {
            question: format!(
                "Premise 1: All {members} are {category}.\nPremise 2: Some {second} {trait_}.\n\
                 Conclusion: Therefore, some {third} {trait_}."
            ),
            answer: format!("The answer is '{}'.", if valid { "correct" } else { "incorrect" }),
            ..solved
        }
    }

    /// Returns the class in the second premise and the class in the conclusion.
    fn order(&self, shown: Shown) -> (&str, &str) {
        let Self { members, category, .. } = self;
        if shown == Shown::First { (members, category) } else { (category, members) }
    }

    fn solved_yes_no(&self, shown: Shown, truly: bool) -> Solved {
        let Self { members, category, trait_ } = self;
        let valid = shown == Shown::First;
        let (second, third) = self.order(shown);
        let (answer, reason) = match (valid == truly, valid) {
            (true, true) => {
                ("Yes", format!("The {members} that {trait_} are {category} that {trait_}."))
            }
            (true, false) => {
                ("Yes", format!("Some {category} {trait_}, and all {members} are {category}."))
            }
            (false, true) => ("No", format!("The {category} that {trait_} need not be {members}.")),
            (false, false) => (
                "No",
                format!("The {category} that {trait_} may be a subset that holds no {members}."),
            ),
        };
        Solved {
            question: format!(
                "{}\nAll {members} are {category}.\nSome {second} {trait_}.\n\
                 Therefore, some {third} {trait_}.",
                ArgumentWording::of(shown == Shown::Published).question(),
            ),
            answer: format!("The answer is '{answer}'."),
            reason,
        }
    }
}
