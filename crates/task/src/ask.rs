//! Asking: a problem under a protocol, rendered into messages.
//!
//! The wording of tasks and hints is that of Jiang et al. (2024), appendix B, and of the prompts
//! in the same authors' repository. The balanced profile mends what would confound it: the
//! syllogism's weak hint no longer calls it a Linda problem, and both task kinds are told to
//! think step by step in the same words.

use crate::exemplar::{Exemplars, Solved};
use crate::protocol::{Exemplar, Hint};
use crate::template;
use crate::vary::{Difference, first_difference};
use crate::{Design, MakeError, Protocol, VaryError};
use peirast_record::{Message, Problem, Profile, Prompt, Role, Segment, Task};
use std::borrow::Cow;

/// Renders problems under protocols for one design.
///
/// ```
/// use peirast_record::Profile;
/// use peirast_task::{Asker, Design, Family, Protocol};
/// let design = Design { seed: 1, profile: Profile::Balanced };
/// let problem = &Family::named("conjunction")?.make(&design, "6", 1)?[0];
/// let prompt = Asker::new(&design)?.ask(problem, Protocol::named("os")?);
/// assert!(prompt.messages[1].content.starts_with("Linda is 31"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Asker {
    profile: Profile,
    seed: u64,
    exemplars: Exemplars,
}

/// One message in named stretches.
type Part = (Role, Vec<Segment>);

impl Asker {
    /// Prepares the exemplars of a design.
    ///
    /// # Errors
    /// The exemplar pool cannot be made.
    pub fn new(design: &Design) -> Result<Self, MakeError> {
        let asker = Self::lazy(design);
        asker.exemplars.make_pool()?;
        Ok(asker)
    }

    /// Prepares what these protocols need.
    ///
    /// # Errors
    /// The exemplar pool cannot be made.
    pub(crate) fn under<'p>(
        design: &Design,
        mut protocols: impl Iterator<Item = &'p Protocol>,
    ) -> Result<Self, MakeError> {
        if protocols.any(|protocol| protocol.exemplar.is_drawn()) {
            return Self::new(design);
        }
        Ok(Self::lazy(design))
    }

    fn lazy(design: &Design) -> Self {
        Self { profile: design.profile, seed: design.seed, exemplars: Exemplars::new(design) }
    }

    /// The messages that put `problem` under `protocol`.
    pub fn ask(&self, problem: &Problem, protocol: &Protocol) -> Prompt {
        if let Some(strategy) = &protocol.strategy {
            let messages = template::messages(strategy, problem, self.seed);
            return Prompt::new(&problem.id, protocol.name.as_ref(), messages);
        }
        let messages = self
            .parts(problem, protocol)
            .into_iter()
            .map(|(role, segments)| Message {
                role,
                content: segments.into_iter().map(|s| s.text).collect::<String>().trim().to_owned(),
            })
            .collect();
        Prompt::new(&problem.id, protocol.name.as_ref(), messages)
    }

    /// Checks that `problem` under two protocols differs only in what `factor` may touch.
    ///
    /// # Errors
    /// The first stretch of a message that differs without leave.
    pub fn check_protocols(
        &self,
        problem: &Problem,
        original: &Protocol,
        perturbed: &Protocol,
        factor: &str,
    ) -> Result<(), VaryError> {
        if original.strategy.is_some() || perturbed.strategy.is_some() {
            // Whoever writes a strategy out says himself what it differs in.
            return Ok(());
        }
        let touches: &[&str] = match factor {
            "exemplar" => &["exemplar-question", "exemplar-answer", "lead"],
            "hint" => &["hint", "lead", "exemplar-answer"],
            "cot" => &["cot"],
            _ => &[],
        };
        let flat = |protocol| {
            self.parts(problem, protocol)
                .into_iter()
                .flat_map(|(_, segments)| segments)
                .filter(|s| !touches.contains(&&*s.role))
                .collect::<Vec<_>>()
        };
        let (before, after) = (flat(original), flat(perturbed));
        let name = |protocol: &Protocol| format!("{} under {}", problem.id, protocol.name);
        match first_difference(&before, &after, |_| false) {
            Difference::None => Ok(()),
            Difference::Shape => Err(VaryError::Shape(name(original), name(perturbed))),
            Difference::At(a, b) => Err(VaryError::Segment {
                original: name(original),
                perturbed: name(perturbed),
                role: a.role.to_string(),
                before: a.text.clone(),
                after: b.text.clone(),
                factor: factor.to_owned(),
            }),
        }
    }

    fn parts(&self, problem: &Problem, protocol: &Protocol) -> Vec<Part> {
        let solved = self.solved(problem, protocol.exemplar);
        let mut system = vec![segment("task", task_sentence(problem.task))];
        if protocol.hint != Hint::None {
            system.push(segment("hint", self.hint(problem, protocol.hint)));
        }
        system.push(segment("lead", lead(solved.len())));
        let mut parts = vec![(Role::System, system)];
        for example in &solved {
            parts.push((Role::User, vec![segment("exemplar-question", &example.question)]));
            let mut answer = vec![segment("exemplar-answer", &example.answer)];
            if protocol.hint == Hint::Strong {
                answer.push(segment("exemplar-answer", format!(" {}", example.reason)));
            }
            parts.push((Role::Assistant, answer));
        }
        let mut question = Vec::new();
        if !solved.is_empty() {
            question.push(segment("lead", "Here is another question:\n"));
        }
        question.push(segment("item", problem.text()));
        if protocol.cot {
            question.push(segment("cot", format!("\n{}", self.step_by_step(problem.task))));
        }
        parts.push((Role::User, question));
        parts
    }

    fn solved(&self, problem: &Problem, exemplar: Exemplar) -> Vec<Solved> {
        match exemplar {
            Exemplar::None | Exemplar::Listed | Exemplar::SeveralListed => Vec::new(),
            Exemplar::Classic => vec![self.exemplars.classic(problem)],
            Exemplar::Renamed => vec![self.exemplars.renamed(problem)],
            Exemplar::Rephrased => vec![self.exemplars.rephrased(problem, true)],
            Exemplar::Incorrect => vec![self.exemplars.rephrased(problem, false)],
            Exemplar::Few => self.exemplars.few(problem, true),
            Exemplar::FewWithoutClassic => self.exemplars.few(problem, false),
        }
    }

    fn step_by_step(&self, task: Task) -> &'static str {
        match (self.profile, task) {
            // Sic, as published.
            (Profile::Paper2024, Task::YesNo | Task::Validity) => "Access step by step.",
            _ => "Let's think step by step.",
        }
    }

    fn hint(&self, problem: &Problem, hint: Hint) -> &'static str {
        // Problems made of views are illusory inferences, whatever is asked about them.
        let task = problem.worded.as_ref().map_or(problem.task, |_| Task::Conclusion);
        match (task, hint) {
            (_, Hint::None) => "",
            (Task::Conclusion, Hint::Weak) => WEAK_INFERENCE,
            (Task::Conclusion, Hint::Strong) => STRONG_INFERENCE,
            (Task::Choice, Hint::Weak) => WEAK_CONJUNCTION,
            (Task::Choice, Hint::Strong) => STRONG_CONJUNCTION,
            (Task::YesNo | Task::Validity, Hint::Weak) => match self.profile {
                Profile::Paper2024 => WEAK_SYLLOGISM_PUBLISHED,
                _ => WEAK_SYLLOGISM,
            },
            (Task::YesNo | Task::Validity, Hint::Strong) => STRONG_SYLLOGISM,
            (Task::Number, Hint::Weak) => WEAK_RACES,
            (Task::Number, Hint::Strong) => STRONG_RACES,
        }
    }
}

fn segment(role: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Segment {
    Segment { role: role.into(), text: text.into() }
}

fn task_sentence(task: Task) -> &'static str {
    match task {
        Task::Choice => {
            "Your task is to answer the following question by explicitly selecting either option \
             (a), (b), etc."
        }
        Task::YesNo => {
            "Your task is to answer the following question by explicitly saying 'Yes' or 'No'."
        }
        Task::Validity => {
            "Your task is to say whether the following syllogism is 'correct', which means that its \
             conclusion follows from its premises, or 'incorrect', which means that it does not \
             follow."
        }
        Task::Number => "Your task is to answer the following question by giving a number.",
        Task::Conclusion => {
            "Your task is to say what follows from the following premises, if anything does."
        }
    }
}

fn lead(examples: usize) -> &'static str {
    match examples {
        0 => "",
        1 => " Here is an example.",
        _ => " Here are some examples.",
    }
}

const WEAK_CONJUNCTION: &str = " Please be aware that this is a Linda Problem designed to explore \
the concept of the conjunction fallacy.";

const WEAK_SYLLOGISM_PUBLISHED: &str = " Please be aware that this is a Linda Problem designed to \
explore the concept of the syllogistic fallacy.";

const WEAK_SYLLOGISM: &str = " Please be aware that this is a problem designed to explore the \
concept of the syllogistic fallacy.";

const STRONG_CONJUNCTION: &str = " Please aware that this is a Linda Problem designed to explore \
the concept of the conjunction fallacy. The conjunction fallacy occurs when individuals \
incorrectly judge the conjunction of two events as more probable than one of the events alone. \
For instance, many might believe that Linda, who is described as a bright, single woman deeply \
concerned with discrimination and social justice, is more likely to be both a bank teller and \
active in the feminist movement than just a bank teller. This judgment violates the basic \
probability rule: the probability of a conjunction, P(A and B), is always less than or equal to \
the probabilities of its constituents, P(A) or P(B). This error often stems from the \
representativeness heuristic, where people estimate the likelihood of an event by how closely it \
matches their mental prototype. To correctly solve problems like this, you must adopt \
probabilistic thinking: abstract the problem from its narrative context and focus solely on the \
probabilistic models. Ignore all extraneous background information and consistently choose the \
option involving a single event as it statistically holds a higher likelihood than the \
conjunction of multiple events.";

const STRONG_SYLLOGISM: &str = " Please aware that this is a Syllogistic Fallacy Problem. This \
type of reasoning is known as a syllogism. Pay close attention to quantifiers such as 'All', \
'Some', 'No', or similar terms. These terms help define the distribution of properties or \
elements within the given groups or categories in the premises. Next, assess whether the \
attribute ascribed in the conclusion necessarily follows from the attributes described in the \
premises. Consider if the subset described in the second premise encompasses or overlaps with \
the elements in the first premise that are carried into the conclusion. A common pitfall in \
syllogistic reasoning is the erroneous assumption that a characteristic of a subset of a group \
(from the premises) applies to another subset of the same or different group (in the \
conclusion), without explicit justification. Ignore the background information about the \
objects and focus on the logical structure of the argument.";

const WEAK_INFERENCE: &str = " Please be aware that this is a problem designed to explore illusory \
inferences, which seem to follow from their premises and do not.";

const STRONG_INFERENCE: &str = " Please be aware that this is a problem designed to explore illusory \
inferences, which seem to follow from their premises and do not. They tempt whoever takes a premise \
with several alternatives for a question and the next premise for its answer: what agrees with one \
alternative better than with the others does not thereby show that this alternative is the case. \
Before you conclude, look for a state of affairs in which all premises are true and your conclusion \
is false. If there is one, the conclusion does not follow.";

const WEAK_RACES: &str = " Please be aware that this is a variation of the 25 horses puzzle.";

const STRONG_RACES: &str = " Please be aware that this is a variation of the 25 horses puzzle. \
Count the heats that let every animal run once, the race of the winners, and the races that \
settle the second and third place among those that can still take them.";
