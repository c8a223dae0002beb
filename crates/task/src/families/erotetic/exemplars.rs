//! Solved problems with an open question. A closed question has the exemplars of a family with the
//! same kind of answer.

use crate::Design;
use crate::families::conjunction::Vignettes;
use crate::families::exemplars::{Exemplars, Pool, Solved};
use crate::families::syllogism::Triads;
use peirast_record::{Problem, Task};

/// Inferences from two premises.
#[derive(Debug)]
pub(super) struct Inferences;

impl Inferences {
    /// Returns the exemplars of a closed question.
    fn closed(problem: &Problem) -> Option<&'static dyn Exemplars> {
        match problem.task {
            Task::Choice => Some(&Vignettes),
            Task::YesNo | Task::Validity => Some(&Triads),
            Task::Number | Task::Text | Task::Conclusion => None,
        }
    }
}

impl Exemplars for Inferences {
    fn classic(&self, problem: &Problem) -> Solved {
        Self::closed(problem).map_or_else(|| LAMPS.solved(true), |own| own.classic(problem))
    }

    fn renamed(&self, problem: &Problem) -> Solved {
        Self::closed(problem).map_or_else(|| STOVES.solved(true), |own| own.renamed(problem))
    }

    fn rephrased(&self, problem: &Problem, design: &Design, truly: bool) -> Solved {
        match Self::closed(problem) {
            Some(own) => own.rephrased(problem, design, truly),
            None => TRAINS.solved(truly),
        }
    }

    fn few(&self, problem: &Problem, design: &Design, pool: &[Problem]) -> Vec<Solved> {
        match Self::closed(problem) {
            Some(own) => own.few(problem, design, pool),
            None => [STOVES, BOATS, SHELVES].map(|one| one.solved(true)).to_vec(),
        }
    }

    fn pool(&self) -> Option<Pool> {
        Vignettes.pool()
    }
}

/// Premises with one conclusion, and the tempting wrong one.
struct Inference {
    premises: &'static [&'static str],
    right: &'static str,
    wrong: &'static str,
    reason: &'static str,
}

/// After the problem of Walsh & Johnson-Laird (2004), with other words.
const LAMPS: Inference = Inference {
    premises: &[
        "Either the lamp is lit and the door is open, or the window is shut.",
        "The lamp is not lit.",
    ],
    right: "the window is shut",
    wrong: "the door is not open",
    reason: "Without the lamp the first of the two possibilities is out, and the other remains; of \
             the door nothing is known.",
};

const STOVES: Inference = Inference {
    premises: &[
        "Either the stove is hot and the pan is clean, or the table is laid.",
        "The stove is not hot.",
    ],
    right: "the table is laid",
    wrong: "the pan is not clean",
    reason: "Without the stove the first of the two possibilities is out, and the other remains; of \
             the pan nothing is known.",
};

const TRAINS: Inference = Inference {
    premises: &["If the train is late, then the platform is full.", "The platform is not full."],
    right: "the train is not late",
    wrong: "nothing follows",
    reason: "If it were late, the platform would be full.",
};

const BOATS: Inference = Inference {
    premises: &["Every boat that is painted is sold.", "The skiff is painted."],
    right: "the skiff is sold",
    wrong: "every boat is sold",
    reason: "What holds of all that are painted holds of the skiff.",
};

const SHELVES: Inference = Inference {
    premises: &["Either the shelf is full, or the box is empty.", "The box is not empty."],
    right: "the shelf is full",
    wrong: "the shelf is not full",
    reason: "One of the two holds, and it is not the second.",
};

impl Inference {
    fn solved(&self, truly: bool) -> Solved {
        let premises: String = self.premises.iter().map(|one| format!("* {one}\n")).collect();
        let conclusion = if truly { self.right } else { self.wrong };
        Solved {
            question: format!("{premises}\nWhat, if anything, follows from this?"),
            answer: format!("Answer: From the premises, we can conclude that {conclusion}."),
            reason: self.reason.to_owned(),
        }
    }
}
