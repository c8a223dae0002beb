//! Solved problems that come before the question.
//!
//! The Linda, Bob and rose texts are experimental stimuli: Tversky & Kahneman (1983), Kahneman
//! (2011), and Jiang et al. (2024), appendices A and C.

mod open;

use crate::english::Stems;
use crate::{Design, Family, MakeError, fewest_races};
use open::{BOATS, LAMPS, SHELVES, STOVES, TRAINS};
use peirast_random::Stream;
use peirast_record::{Answer, Problem, Profile, Task};
use std::sync::{Arc, OnceLock};

/// A solved problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    /// The question as it is asked.
    pub(crate) question: String,
    /// The answer that is shown as correct.
    pub(crate) answer: String,
    /// Why, for protocols that explain.
    pub(crate) reason: String,
}

/// A two-option exemplar before its options are put in order.
struct Vignette {
    stem: &'static str,
    question: &'static str,
    single: &'static str,
    added: &'static str,
}

const LINDA: Vignette = Vignette {
    stem: "Linda is 31 years old, single, outspoken, and very bright. She majored in philosophy. \
           As a student, she was deeply concerned with issues of discrimination and social \
           justice, and also participated in antinuclear demonstrations.",
    question: "Which is more probable?",
    single: "Linda is a bank teller",
    added: " and is active in the feminist movement",
};

/// The single event of the published Bob text; its conjunction names the same event first.
const BOB: Vignette = Vignette {
    stem: "Bob is 29 years old, deeply passionate about environmental conservation, and \
           volunteers his weekends at local park clean-ups. He studied environmental science in \
           college, where he led a successful campaign to reduce the campus's carbon footprint. \
           Bob is also an avid cyclist and promotes sustainable living practices whenever \
           possible.",
    question: "Based on this information, which is more possible?",
    single: "Bob works for a renewable energy company",
    added: " and is an active member of a local environmental advocacy group",
};

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

/// How an exemplar is to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// As in the publication: Linda (a), Bob (b), every syllogism No.
    Published,
    /// Right option first, or a valid syllogism.
    First,
    /// Right option second, or an invalid syllogism.
    Second,
}

impl Shown {
    /// What the item's design asks for.
    fn of(problem: &Problem) -> Self {
        match problem.factors.get("exemplar-answer") {
            Some("a" | "yes") => Self::First,
            Some("b" | "no") => Self::Second,
            _ => Self::Published,
        }
    }

    /// The same, unless the design is the published one.
    fn or_published(self, wanted: Self) -> Self {
        if self == Self::Published { Self::Published } else { wanted }
    }
}

impl Vignette {
    fn solved(&self, shown: Shown, published: char, truly: bool, question: &str) -> Solved {
        let right = match shown {
            Shown::Published => published,
            Shown::First => 'a',
            Shown::Second => 'b',
        };
        let joint = format!("{}{}", self.single, self.added);
        let (first, second) = if right == 'a' {
            (self.single, joint.as_str())
        } else {
            (joint.as_str(), self.single)
        };
        let (letter, text) = match (truly, right) {
            (true, _) => (right, self.single),
            (false, 'a') => ('b', joint.as_str()),
            (false, _) => ('a', joint.as_str()),
        };
        Solved {
            question: format!("{} {question}\n(a) {first}.\n(b) {second}.", self.stem),
            answer: format!("The correct answer is ({letter}) {text}."),
            reason: "The other option is a conjunction of two events, which cannot be more \
                     probable than one of them alone."
                .to_owned(),
        }
    }
}

impl Triad {
    /// The syllogism solved, as the question of `task` puts it.
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

    /// Who is in the second premise and who in the conclusion.
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
                "Is this logically sound?\nAll {members} are {category}.\nSome {second} {trait_}.\n\
                 Therefore, some {third} {trait_}."
            ),
            answer: format!("The answer is '{answer}'."),
            reason,
        }
    }
}

fn races(animals: &str, lanes: u32, truly: bool) -> Solved {
    // Sizes of exemplars are within the family's range; the fallback only keeps this total.
    let fewest = fewest_races(lanes).unwrap_or(lanes + 2);
    let shown = if truly { fewest } else { lanes + 1 };
    Solved {
        question: format!(
            "There are {} {animals}. Without a stopwatch, you want to identify the fastest 3. In \
             each race, only {lanes} {animals} can run at the same time. What is the minimum \
             number of races needed?",
            lanes * lanes
        ),
        answer: format!("The answer is {shown}."),
        reason: format!(
            "{lanes} heats and a race of the winners leave five candidates for the second and \
             third place, who run once more."
        ),
    }
}

/// Lanes of the classic and the rephrased race; no problem has as many.
const LANES: u32 = 8;

/// Everything that exemplars are drawn from, made once per design.
#[derive(Clone, Debug)]
pub(crate) struct Exemplars {
    design: Design,
    /// Shared by all who ask in the same design.
    pool: Arc<OnceLock<Vec<Problem>>>,
}

/// Problems per conjunction variant in the pool that few-shot exemplars are drawn from.
const POOL_PER_VARIANT: u32 = 24;

/// The largest share of an exemplar's content words that may also stand in the item.
const MOST_SHARED_WORDS: f64 = 0.25;

/// Makes the problems that few-shot exemplars are drawn from.
fn pool(design: &Design) -> Result<Vec<Problem>, MakeError> {
    let seed = Stream::named(design.seed, &["exemplar pool"]).below(u32::MAX as usize) as u64;
    let family = Family::named("conjunction")?;
    let mut pool = Vec::new();
    for variant in family.variants {
        pool.extend(family.make(&Design { seed, ..*design }, variant.name, POOL_PER_VARIANT)?);
    }
    Ok(pool)
}

impl Exemplars {
    /// The exemplars of a design. The pool, which takes longer to make than a small study, is made when it is needed.
    pub(crate) fn new(design: &Design) -> Self {
        // The design of the year 2025 is one of problems that have no solved ones.
        let profile = match design.profile {
            Profile::Paper2025 => Profile::Balanced,
            own => own,
        };
        Self { design: Design { profile, ..*design }, pool: Arc::default() }
    }

    /// Makes the pool now: a generation of its own, under a seed derived from the study's.
    pub(crate) fn make_pool(&self) -> Result<(), MakeError> {
        let made = pool(&self.design)?;
        self.pool.get_or_init(|| made);
        Ok(())
    }

    /// The pool. It is empty where it cannot be made, which [`make_pool`](Self::make_pool) tells of.
    fn pool(&self) -> &[Problem] {
        self.pool.get_or_init(|| pool(&self.design).unwrap_or_default())
    }

    /// The problem of the literature, solved.
    pub(crate) fn classic(&self, problem: &Problem) -> Solved {
        match problem.task {
            Task::Choice => LINDA.solved(Shown::of(problem), 'a', true, LINDA.question),
            Task::YesNo | Task::Validity => ROSES.solved(problem.task, Shown::of(problem), true),
            Task::Number => races("horses", LANES, true),
            Task::Conclusion => LAMPS.solved(true),
        }
    }

    /// The problem of the literature word for word, but for one name: what follows the famous name
    /// alone follows this.
    pub(crate) fn renamed(&self, problem: &Problem) -> Solved {
        match problem.task {
            Task::Choice => {
                let linda = self.classic(problem);
                let rename = |text: &str| {
                    let renamed = text.replace("Linda", "Bob");
                    renamed.replace("She ", "He ").replace(" she ", " he ")
                };
                Solved {
                    question: rename(&linda.question),
                    answer: rename(&linda.answer),
                    reason: linda.reason,
                }
            }
            Task::YesNo | Task::Validity => TULIPS.solved(problem.task, Shown::of(problem), true),
            Task::Number => races("mules", LANES, true),
            Task::Conclusion => STOVES.solved(true),
        }
    }

    /// A problem of the same form about somebody or something else, solved; or, when not
    /// `truly`, with the fallacious answer called correct.
    pub(crate) fn rephrased(&self, problem: &Problem, truly: bool) -> Solved {
        match problem.task {
            Task::Choice => {
                // In the balanced design both exemplars ask their question in the same words.
                let question = match self.design.profile {
                    Profile::Paper2024 => BOB.question,
                    _ => LINDA.question,
                };
                BOB.solved(Shown::of(problem), 'b', truly, question)
            }
            Task::YesNo | Task::Validity => CARROTS.solved(problem.task, Shown::of(problem), truly),
            Task::Number => races("camels", LANES, truly),
            Task::Conclusion => TRAINS.solved(truly),
        }
    }

    /// Three solved problems; the classic takes the place of the first where it is wanted, so that
    /// it is all that differs.
    ///
    /// They are drawn with the study's seed and the item's name, so that matched versions of an
    /// item get the same ones.
    pub(crate) fn few(&self, problem: &Problem, with_classic: bool) -> Vec<Solved> {
        let mut solved = match problem.task {
            Task::Choice => self.drawn(problem),
            Task::YesNo | Task::Validity => self.syllogisms(problem),
            Task::Number => [("llamas", LANES), ("zebras", 13), ("ostriches", 14)]
                .map(|(animals, lanes)| races(animals, lanes, true))
                .to_vec(),
            Task::Conclusion => [STOVES, BOATS, SHELVES].map(|one| one.solved(true)).to_vec(),
        };
        if let (true, Some(first)) = (with_classic, solved.first_mut()) {
            *first = self.classic(problem);
        }
        solved
    }

    fn stream(&self, problem: &Problem) -> Stream {
        Stream::named(self.design.seed, &["few-shot", &problem.item])
    }

    /// Problems of other variants, whose words are not those of the item: so none is the item or
    /// its twin, and none has its celebrity or its completion.
    fn drawn(&self, problem: &Problem) -> Vec<Solved> {
        let mut stream = self.stream(problem);
        let words = Stems::of(&[&unvaried(problem)]);
        let strange = |candidate: &&Problem| {
            let theirs = Stems::of(&[&candidate.text()]);
            let shared = theirs.shared(&words) as f64;
            candidate.variant != problem.variant
                && shared <= MOST_SHARED_WORDS * theirs.len() as f64
        };
        let order = stream.sample(self.pool(), self.pool().len());
        let mut chosen: Vec<&Problem> = Vec::new();
        for letter in self.letters(problem, &mut stream) {
            let fits = |p: &&Problem| letter.is_none_or(|l| p.truth.answer == Answer::Choice(l));
            let new = |p: &&Problem| chosen.iter().all(|c| c.item != p.item);
            let next = order.iter().copied().filter(strange).filter(fits).find(new);
            chosen.extend(next);
        }
        chosen.into_iter().map(solved_problem).collect()
    }

    /// The letters of the right answers of drawn exemplars: the first is the item's, the others
    /// differ and stand in random order, so that copying a letter does not help; in the published
    /// design they are left to chance.
    fn letters(&self, problem: &Problem, stream: &mut Stream) -> [Option<char>; 3] {
        if self.design.profile == Profile::Paper2024 {
            return [None; 3];
        }
        let own = if Shown::of(problem) == Shown::First { 'a' } else { 'b' };
        let (second, third) = if stream.coin() { ('a', 'b') } else { ('b', 'a') };
        [own, second, third].map(Some)
    }

    /// The first is answered as the item's design asks, the others differ and stand in random
    /// order.
    fn syllogisms(&self, problem: &Problem) -> Vec<Solved> {
        let own = Shown::of(problem);
        let (second, third) = if self.stream(problem).coin() {
            (Shown::First, Shown::Second)
        } else {
            (Shown::Second, Shown::First)
        };
        [(NOVELS, own), (CARROTS, second), (ACTORS, third)]
            .map(|(triad, shown)| triad.solved(problem.task, own.or_published(shown), true))
            .to_vec()
    }
}

/// What all versions of an item say.
fn unvaried(problem: &Problem) -> String {
    let kept = problem.segments.iter().filter(|s| s.role != "added-event" && s.role != "name");
    kept.map(|s| s.text.as_str()).collect()
}

fn solved_problem(problem: &Problem) -> Solved {
    let letter = problem.truth.answer.to_string();
    let text = problem
        .options
        .iter()
        .find(|(l, _)| problem.truth.answer == Answer::Choice(*l))
        .map_or("", |(_, text)| text.as_str());
    Solved {
        question: problem.text(),
        answer: format!("The correct answer is {letter} {text}"),
        reason: "The other option adds an event to this one, and so cannot be more probable."
            .to_owned(),
    }
}
