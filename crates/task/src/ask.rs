//! Asking: a problem with a protocol, rendered into messages.
//!
//! The order of the parts follows Jiang et al. (2024), appendix B, and the prompts in the same
//! authors' repository. Exemplars, hints and other texts come from the problem's family.

use crate::families::{Families, Phrasing, Pools, Solved, segment};
use crate::protocol::{Exemplar, Hint};
use crate::published::script;
use crate::template;
use crate::vary::{Difference, first_difference};
use crate::{Design, MakeError, Protocol, VaryError};
use peirast_record::{Message, Problem, Profile, Prompt, Role, Segment};

/// Renders problems with protocols for one design.
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
    families: Families,
    pools: Pools,
}

/// The words before the answer of an exemplar.
const ANSWERED: &str = "The correct answer is ";

/// One message in named segments.
type Part = (Role, Vec<Segment>);

impl Asker {
    /// Prepares the exemplars of a design, of the built-in families.
    ///
    /// # Errors
    /// The exemplar pool cannot be made.
    pub fn new(design: &Design) -> Result<Self, MakeError> {
        Self::with_families(design, &Families::built_in())
    }

    /// The same for problems of these families.
    ///
    /// # Errors
    /// The exemplar pool of a family cannot be made.
    pub fn with_families(design: &Design, families: &Families) -> Result<Self, MakeError> {
        let asker = Self::lazy(design, families);
        asker.pools.make()?;
        Ok(asker)
    }

    /// Prepares the exemplars that these protocols need.
    ///
    /// # Errors
    /// The exemplar pool of a family cannot be made.
    pub(crate) fn under<'p>(
        design: &Design,
        families: &Families,
        mut protocols: impl Iterator<Item = &'p Protocol>,
    ) -> Result<Self, MakeError> {
        if protocols.any(|protocol| protocol.exemplar.is_drawn()) {
            return Self::with_families(design, families);
        }
        Ok(Self::lazy(design, families))
    }

    fn lazy(design: &Design, families: &Families) -> Self {
        let (families, pools) = (families.clone(), Pools::new(design, families));
        Self { profile: design.profile, seed: design.seed, families, pools }
    }

    /// Returns the messages that ask `problem` with `protocol`.
    pub fn ask(&self, problem: &Problem, protocol: &Protocol) -> Prompt {
        if let Some(strategy) = &protocol.strategy {
            let messages = template::messages(strategy, problem, self.seed);
            return Prompt::new(&problem.id, protocol.name.as_ref(), messages);
        }
        let message = |(role, segments): Part| Message {
            role,
            content: segments.into_iter().map(|s| s.text).collect::<String>(),
        };
        // Messages of a published program are equal to the byte, including spaces at their ends.
        let messages = match self.published(problem, protocol) {
            Some(parts) => parts.into_iter().map(message).collect(),
            None => {
                let messages = self.parts(problem, protocol).into_iter().map(message);
                let trimmed = |m: Message| Message { content: m.content.trim().to_owned(), ..m };
                messages.map(trimmed).collect()
            }
        };
        Prompt::new(&problem.id, protocol.name.as_ref(), messages)
    }

    /// Returns true if a problem belongs to an unknown family.
    pub(crate) fn is_foreign(&self, problem: &Problem) -> bool {
        self.families.for_problem(problem).exemplars.is_none()
    }

    /// Returns true if `problem` can be asked with `protocol`: solved examples and hints are about
    /// problems of Peirast's families, and do not fit other problems.
    pub fn can_ask(&self, problem: &Problem, protocol: &Protocol) -> bool {
        let needs_family = protocol.strategy.is_none()
            && (protocol.exemplar != Exemplar::None || protocol.hint != Hint::None);
        !needs_family || !self.is_foreign(problem)
    }

    /// Checks that `problem` with two protocols differs only in segments that `factor` may change.
    ///
    /// # Errors
    /// The first segment of a message that differs and may not.
    pub fn check_protocols(
        &self,
        problem: &Problem,
        original: &Protocol,
        perturbed: &Protocol,
        factor: &str,
    ) -> Result<(), VaryError> {
        if original.strategy.is_some() || perturbed.strategy.is_some() {
            // The author of a strategy decides what its templates change.
            return Ok(());
        }
        let touches: &[&str] = match factor {
            "exemplar" => &["exemplar-question", "exemplar-answer", "lead"],
            "hint" => &["hint", "lead", "exemplar-answer"],
            "cot" => &["cot"],
            _ => &[],
        };
        let flat = |protocol| {
            let parts = self.published(problem, protocol);
            parts
                .unwrap_or_else(|| self.parts(problem, protocol))
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

    /// Returns the messages of the published program, in the design of the problems.
    fn published(&self, problem: &Problem, protocol: &Protocol) -> Option<Vec<Part>> {
        let script = script(&problem.family, &protocol.name)
            .filter(|_| self.profile == Profile::Paper2024)?;
        let exemplars = self.families.for_problem(problem).exemplars?;
        let few = match script.exemplars() {
            0 => Vec::new(),
            _ => exemplars.few(problem, &self.pools.design, self.pools.drawn_for(exemplars)),
        };
        let shown: Vec<(&str, &str)> = few
            .iter()
            .map(|one| {
                (one.question.as_str(), one.answer.strip_prefix(ANSWERED).unwrap_or(&one.answer))
            })
            .collect();
        script.parts(&problem.text(), &shown).ok()
    }

    fn parts(&self, problem: &Problem, protocol: &Protocol) -> Vec<Part> {
        let solved = self.solved(problem, protocol.exemplar);
        let phrasing = &self.families.for_problem(problem).phrasing;
        let mut system = vec![segment("task", (phrasing.task)(problem.task))];
        if protocol.hint != Hint::None {
            system.push(segment("hint", self.hint(phrasing, protocol.hint)));
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
            question
                .push(segment("cot", format!("\n{}", phrasing.steps.for_profile(self.profile))));
        }
        parts.push((Role::User, question));
        parts
    }

    fn solved(&self, problem: &Problem, exemplar: Exemplar) -> Vec<Solved> {
        let Some(exemplars) = self.families.for_problem(problem).exemplars else {
            return Vec::new();
        };
        let design = &self.pools.design;
        let mut few = match exemplar {
            Exemplar::None | Exemplar::Listed | Exemplar::SeveralListed => return Vec::new(),
            Exemplar::Classic => return vec![exemplars.classic(problem)],
            Exemplar::Renamed => return vec![exemplars.renamed(problem)],
            Exemplar::Rephrased => return vec![exemplars.rephrased(problem, design, true)],
            Exemplar::Incorrect => return vec![exemplars.rephrased(problem, design, false)],
            Exemplar::Few | Exemplar::FewWithoutClassic => {
                exemplars.few(problem, design, self.pools.drawn_for(exemplars))
            }
        };
        // The classic replaces the first exemplar, so that it is the only difference.
        if let (Exemplar::Few, Some(first)) = (exemplar, few.first_mut()) {
            *first = exemplars.classic(problem);
        }
        few
    }

    fn hint(&self, phrasing: &Phrasing, hint: Hint) -> String {
        match hint {
            Hint::None => String::new(),
            Hint::Weak => format!(" {}", phrasing.weak_hint.for_profile(self.profile)),
            Hint::Strong => format!(" {}", phrasing.strong_hint.for_profile(self.profile)),
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
