//! The end of an answer in words: the conclusion of people, and the verdict of classical logic.

use super::understood::Words;
use peirast_etr::{Engine, InternedView};
use peirast_logic::{
    Argument, Effort, Examination, Signature, Verdict, examine_within, formula_of_view,
};
use peirast_words::{Claim, Literal, Term};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The effort that a verdict on a conclusion may take.
const EFFORT: Effort =
    Effort { literals: 400_000, diagrams: 50_000, conflicts: 5_000, steps: 2_000_000 };
/// The most facts that are tried, and that are listed, if people conclude nothing.
const MOST_TRIED: usize = 40;
const MOST_LISTED: usize = 5;

/// How to ask about a conclusion.
const ASK: &str = "People may still accept a conclusion that is put to them: ask with `peirast etr follows \
                   PREMISES --target CONCLUSION`.\n";

/// The end of an answer in words: the conclusion of people, and if it follows in classical logic.
pub(super) struct Closing {
    /// The conclusion of people, in words; none if they conclude nothing new.
    said: Option<String>,
    /// True if `said` may begin with a capital; names of formulas keep their small letters.
    is_english: bool,
    verdict: ClassicalVerdict,
    /// True if the premises contradict each other; none if that was not decided.
    contradict: Option<bool>,
    /// If people conclude nothing: facts that follow from the premises together, and from none of
    /// them alone.
    facts: Vec<String>,
}

/// The verdict of classical logic on a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClassicalVerdict {
    Follows,
    DoesNotFollow,
    /// It is true in every situation, because one alternative is empty: *perhaps Mary has a king*.
    Possibility,
    /// It is true in every situation for another reason.
    Tautology,
    Undecided,
}

impl Closing {
    /// The closing of an inference from some premises.
    pub(super) fn new(
        words: &Words,
        engine: &Engine,
        premises: &[InternedView],
        conclusion: &InternedView,
    ) -> Closing {
        let examined = examined(engine, premises, conclusion);
        let contradict = examined.as_ref().and_then(|found| found.premises_contradict);
        if conclusion.is_verum() {
            let facts = match contradict {
                Some(false) => facts(words, engine, premises),
                _ => Vec::new(),
            };
            let verdict = ClassicalVerdict::Undecided;
            let is_english = words.is_english();
            return Closing { said: None, is_english, verdict, contradict, facts };
        }
        let verdict = match &examined {
            Some(found) if found.conclusion_is_valid == Some(true) => {
                if leaves_open(engine, conclusion) {
                    ClassicalVerdict::Possibility
                } else {
                    ClassicalVerdict::Tautology
                }
            }
            Some(found) => match found.verdict {
                Verdict::Entailed => ClassicalVerdict::Follows,
                Verdict::Refuted(_) => ClassicalVerdict::DoesNotFollow,
                Verdict::Unknown(_) => ClassicalVerdict::Undecided,
            },
            None => ClassicalVerdict::Undecided,
        };
        let said = Some(words.say_or_show(engine, conclusion));
        let is_english = words.is_english();
        Closing { said, is_english, verdict, contradict, facts: Vec::new() }
    }

    /// The lines of an inference. Where it leads to nothing new, or to a mere possibility, a line says how to ask
    /// about a conclusion of one's own: people may accept one that they do not draw by themselves.
    pub(super) fn text(&self) -> String {
        let is_open = self.said.is_none() || self.verdict == ClassicalVerdict::Possibility;
        let hint =
            if is_open && self.is_english && self.contradict != Some(true) { ASK } else { "" };
        self.lines("What people conclude") + hint
    }

    /// The lines where questions would withdraw the conclusion.
    pub(super) fn unasked(&self) -> String {
        self.lines("What people conclude without these questions")
    }

    fn lines(&self, what: &str) -> String {
        let (said, verdict) = match &self.said {
            Some(said) => (self.capital(said), Some(self.verdict(true).to_owned())),
            None => ("nothing new".to_owned(), self.about_nothing()),
        };
        let verdict = verdict.map(|verdict| format!("In classical logic: {verdict}.\n"));
        format!("{what}: {said}.\n{}", verdict.unwrap_or_default())
    }

    /// The lines where people are asked about a target.
    pub(super) fn acceptance(&self, accepted: bool) -> String {
        let Some(said) = &self.said else { return String::new() };
        let verb = if accepted { "accept" } else { "do not accept" };
        let verdict = self.verdict(accepted);
        format!("People {verb}: {}.\nIn classical logic: {verdict}.\n", self.capital(said))
    }

    /// A conclusion as the beginning of a sentence.
    fn capital(&self, said: &str) -> String {
        match self.is_english {
            true => capital(said),
            false => said.to_owned(),
        }
    }

    fn verdict(&self, accepted: bool) -> &'static str {
        match self.verdict {
            ClassicalVerdict::Follows if self.contradict == Some(true) => {
                "it follows, but the premises contradict each other, and then everything follows"
            }
            ClassicalVerdict::Follows => "it follows",
            ClassicalVerdict::DoesNotFollow if accepted => "it does not follow: a fallacy",
            ClassicalVerdict::DoesNotFollow => "it does not follow",
            ClassicalVerdict::Possibility => {
                "this conclusion says nothing: it only leaves a possibility open"
            }
            ClassicalVerdict::Tautology => "this conclusion says nothing: it is true in any case",
            ClassicalVerdict::Undecided => "not decided",
        }
    }

    /// The verdict of logic where people conclude nothing; none if there is nothing to tell.
    fn about_nothing(&self) -> Option<String> {
        if self.contradict == Some(true) {
            return Some("the premises contradict each other".to_owned());
        }
        let (last, before) = self.facts.split_last()?;
        let before: Vec<String> = before.iter().map(|fact| format!("that {fact}")).collect();
        Some(match before.is_empty() {
            true => format!("it follows that {last}"),
            false => format!("it follows {}, and that {last}", before.join(", ")),
        })
    }

    /// The same as fields.
    pub(super) fn fields(&self) -> Map<String, Value> {
        let follows = match self.verdict {
            ClassicalVerdict::Undecided => None,
            ClassicalVerdict::DoesNotFollow => Some(false),
            _ => Some(true),
        };
        let says_nothing =
            matches!(self.verdict, ClassicalVerdict::Possibility | ClassicalVerdict::Tautology);
        let fields = [
            ("concluded".to_owned(), json!(self.said)),
            ("follows_classically".to_owned(), json!(follows)),
            ("says_nothing".to_owned(), json!(says_nothing)),
            ("premises_contradict".to_owned(), json!(self.contradict)),
            ("classical_facts".to_owned(), json!(self.facts)),
        ];
        fields.into_iter().collect()
    }
}

/// True if an alternative of a view has no atoms.
fn leaves_open(engine: &Engine, view: &InternedView) -> bool {
    Claim::new(&engine.export(view)).is_ok_and(|claim| claim.stage.iter().any(Vec::is_empty))
}

/// The verdict on an argument of views; none if logic has no formula for one of them.
fn examined(
    engine: &Engine,
    premises: &[InternedView],
    conclusion: &InternedView,
) -> Option<Examination> {
    let mut signature = Signature::default();
    let mut formula = |view| formula_of_view(engine, view, &mut signature).ok();
    let premises = premises.iter().map(&mut formula).collect::<Option<Vec<_>>>()?;
    let conclusion = formula(conclusion)?;
    Some(examine_within(&Argument { signature, premises, conclusion }, &EFFORT))
}

/// Facts about named things that follow from the premises together and from no single one, in words
/// if there are some.
fn facts(words: &Words, engine: &Engine, premises: &[InternedView]) -> Vec<String> {
    let candidates = candidates(engine, premises);
    if premises.len() < 2 || candidates.len() > MOST_TRIED {
        return Vec::new();
    }
    let mut engine = engine.clone();
    let mut found = Vec::new();
    for literal in candidates {
        let claim =
            Claim { prefix: Vec::new(), supposition: vec![Vec::new()], stage: vec![vec![literal]] };
        let view = claim.view().ok().and_then(|view| engine.import(&view).ok());
        let Some(view) = view else { continue };
        let follows = |from: &[InternedView]| {
            let examined = examined(&engine, from, &view);
            examined.is_some_and(|found| matches!(found.verdict, Verdict::Entailed))
        };
        if follows(premises) && !premises.iter().any(|one| follows(std::slice::from_ref(one))) {
            found.push(words.say_or_show(&engine, &view));
        }
        if found.len() == MOST_LISTED {
            break;
        }
    }
    found
}

/// The literals of the premises without quantifiers, and their denials.
fn candidates(engine: &Engine, premises: &[InternedView]) -> BTreeSet<Literal> {
    let claims = premises.iter().filter_map(|one| Claim::new(&engine.export(one)).ok());
    let literals = claims.flat_map(|claim| claim.literals().cloned().collect::<Vec<_>>());
    let is_ground =
        |one: &Literal| !one.arguments.iter().any(|term| matches!(term, Term::Object(_)));
    literals
        .filter(is_ground)
        .flat_map(|one| {
            [Literal { negated: true, ..one.clone() }, Literal { negated: false, ..one }]
        })
        .collect()
}

/// Words with a capital in front, but for a view or a lower-case name by itself.
fn capital(said: &str) -> String {
    let is_plain = said.starts_with('{') || !said.contains(' ');
    if is_plain { said.to_owned() } else { peirast_words::capitalised(said) }
}
