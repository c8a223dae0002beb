//! Categorical syllogisms of every form, with real and made-up words.
//!
//! Two variants: the forty items of the benchmark "Logic in LLMs" (2025) with new words, and
//! generated ones, in which validity and believability are fully crossed. Each item has four
//! versions: real or made-up words, premises in normal or switched order.

mod bank;
mod generated;
mod item;
mod nonsense;
mod read;
mod texts;

use super::draw::{Draft, Draw, segment};
use super::exemplars::EXEMPLAR_ANSWER;
use super::{Factor, Family, Make, Variant, syllogism};
use bank::BANK;
pub use bank::{Bank, BenchmarkItem, TermWords};
use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, Quantity};
use peirast_logic::syllogism::Form;
use peirast_record::{Answer, Factors, Problem, Profile, Segment, Task, Truth};
use peirast_words::capitalised;
use std::sync::OnceLock;

const CONTENT: Factor = Factor {
    name: "content",
    levels: &["real", "nonsense"],
    touches: &["term-1a", "term-1b", "term-2a", "term-2b", "term-3a", "term-3b"],
    changes_truth: false,
};

const ORDER: Factor = Factor {
    name: "order",
    levels: &["normal", "switched"],
    touches: &[
        "quantifier-1",
        "term-1a",
        "copula-1",
        "term-1b",
        "quantifier-2",
        "term-2a",
        "copula-2",
        "term-2b",
    ],
    changes_truth: false,
};

pub(super) static FAMILY: Family = Family {
    name: "categorical",
    about: "categorical syllogisms: does the conclusion follow, believable or not?",
    profiles: &[Profile::Balanced, Profile::Paper2024],
    exemplars: Some(&syllogism::Triads),
    phrasing: syllogism::PHRASING,
    replies: texts::replies,
    cues: &[],
    origins: texts::ORIGINS,
    has_forms: true,
    work_out: read::work_out,
    check_data: || BANK.get().map(|_| ()),
    variants: &[
        Variant {
            name: "benchmark",
            about: "The forty forms of the belief-bias benchmark: 19 valid, 21 invalid; at most 40 items.",
            factors: &[CONTENT, ORDER],
            make: Make::Each(item::make),
        },
        Variant {
            name: "generated",
            about: "Valid and invalid forms of the same moods; validity and belief fully crossed.",
            factors: &[CONTENT, ORDER],
            make: Make::Each(|draw| generated::make(draw, generated::matched_form)),
        },
        Variant {
            name: "neutral",
            about: "The same forms, with real words of which nobody knows how they are related.",
            factors: &[CONTENT, ORDER],
            make: Make::Each(generated::make_neutral),
        },
        Variant {
            name: "any-form",
            about: "Any of the 256 forms, of which the moods tell many; validity and belief fully crossed.",
            factors: &[CONTENT, ORDER],
            make: Make::Each(|draw| generated::make(draw, generated::any_form)),
        },
    ],
};

/// A syllogism before its words are put into sentences.
struct Syllogism<'a> {
    form: Form,
    /// True if the major premise is shown first in the normal order.
    major_first: bool,
    /// Subject, middle term and predicate.
    real: [&'a str; 3],
    nonsense: [String; 3],
    /// True if the conclusion with real words is true in the world, with the reason; `None` if that
    /// is unknown.
    believable: Option<bool>,
    reason: String,
}

impl Syllogism<'_> {
    /// The four versions of the item.
    fn versions(&self, draw: &Draw<'_>) -> Vec<Problem> {
        let made_up = [0, 1, 2].map(|term| self.nonsense[term].as_str());
        let mut versions = Vec::with_capacity(4);
        for (content, words) in [("real", self.real), ("nonsense", made_up)] {
            for order in ["normal", "switched"] {
                versions.push(self.version(draw, content, order, words));
            }
        }
        versions
    }

    fn belief(&self) -> &'static str {
        match self.believable {
            Some(true) => "believable",
            Some(false) => "unbelievable",
            None => "neutral",
        }
    }

    fn version(&self, draw: &Draw<'_>, content: &str, order: &str, words: [&str; 3]) -> Problem {
        let judged = Judged::for_form(self.form);
        let exemplar = draw.exemplar_answer(["yes", "no"]);
        let varied = Factors::from_iter([("content", content), ("order", order)]);
        let levels = varied
            .with("validity", if judged.valid { "valid" } else { "invalid" })
            .with("belief", self.belief())
            .with("form", self.form.to_string())
            .with("first", if self.major_first { "major" } else { "minor" })
            .with("import", judged.import())
            .with(EXEMPLAR_ANSWER, exemplar);
        let major_first = self.major_first == (order == "normal");
        let truth = self.truth(judged, content, words);
        let segments = self.segments(major_first, words);
        let draft = Draft { task: Task::Validity, segments, options: Vec::new(), truth };
        draw.problem(&varied, levels, draft)
    }

    fn segments(&self, major_first: bool, words: [&str; 3]) -> Vec<Segment> {
        let (major, minor) = (self.form.major_premise(), self.form.minor_premise());
        let [first, second] = if major_first { [major, minor] } else { [minor, major] };
        let mut segments = vec![segment("label-1", "Premise 1: ")];
        segments.extend(sentence(first, words, 1, "", ".\n"));
        segments.push(segment("label-2", "Premise 2: "));
        segments.extend(sentence(second, words, 2, "", ".\n"));
        segments.push(segment("label-3", "Conclusion: "));
        segments.extend(sentence(self.form.conclusion(), words, 3, "Therefore, ", "."));
        segments
    }

    /// Mood and figure, with the traditional name if there is one.
    fn logical_form(&self) -> String {
        let name = self.form.name().map(|name| format!(" ({name})")).unwrap_or_default();
        format!("{}{name}", self.form)
    }

    /// Returns the verdict of the logic engine, and the answer that belief suggests.
    fn truth(&self, judged: &Judged, content: &str, words: [&str; 3]) -> Truth {
        let valid = judged.valid;
        let lure = self.believable.filter(|_| content == "real").unwrap_or(valid);
        let why = match judged.verdict {
            CategoricalVerdict::Entailed(models) => {
                format!("the conclusion is true in each of the {models} models of the premises")
            }
            CategoricalVerdict::Refuted(model) => format!(
                "{}: the premises are true and the conclusion false if {}",
                judged.fallacies.join(", "),
                model.in_words(&words)
            ),
        };
        let believed = if content == "real" {
            format!("; the conclusion is {}: {}", self.belief(), self.reason)
        } else {
            String::new()
        };
        Truth {
            answer: Answer::Valid(valid),
            lure: Answer::Valid(lure),
            form: self.logical_form(),
            why: format!("{why}{believed}"),
        }
    }
}

/// The verdict of logic on a form.
struct Judged {
    form: Form,
    /// True if the conclusion follows even if terms are empty.
    valid: bool,
    /// True if it follows only if no term is empty.
    needs_import: bool,
    /// The verdict; an invalid form has a countermodel without empty terms if there is one.
    verdict: CategoricalVerdict,
    fallacies: Vec<&'static str>,
}

impl Judged {
    /// All 256 forms, judged once.
    fn all() -> &'static [Judged] {
        static ALL: OnceLock<Vec<Judged>> = OnceLock::new();
        ALL.get_or_init(|| Form::all().map(Judged::new).collect())
    }

    fn new(form: Form) -> Judged {
        let (modern, traditional) =
            (form.verdict(Import::Modern), form.verdict(Import::Traditional));
        let valid = matches!(modern, CategoricalVerdict::Entailed(_));
        let needs_import = !valid && matches!(traditional, CategoricalVerdict::Entailed(_));
        let verdict = if valid || needs_import { modern } else { traditional };
        let fallacies = form.fallacies(Import::Modern).iter().map(|f| f.name()).collect();
        Judged { form, valid, needs_import, verdict, fallacies }
    }

    /// Returns the level that says if it matters that no term is empty.
    fn import(&self) -> &'static str {
        if self.needs_import { "decides" } else { "no-matter" }
    }

    fn for_form(form: Form) -> &'static Judged {
        let all = Judged::all();
        // Every form is among them.
        all.iter().find(|judged| judged.form == form).unwrap_or(&all[0])
    }
}

/// Renders a categorical sentence in four segments: quantifier, term, copula, term.
fn sentence(
    proposition: Categorical,
    words: [&str; 3],
    number: usize,
    before: &str,
    after: &str,
) -> Vec<Segment> {
    let (quantifier, copula) = match proposition.quantity {
        Quantity::All => ("all ", " are "),
        Quantity::No => ("no ", " are "),
        Quantity::Some => ("some ", " are "),
        Quantity::SomeNot => ("some ", " are not "),
    };
    let opening = if before.is_empty() { capitalised(quantifier) } else { quantifier.to_owned() };
    let role = |part: &str| format!("{part}-{number}");
    vec![
        segment(role("quantifier"), format!("{before}{opening}")),
        segment(format!("term-{number}a"), words[proposition.subject]),
        segment(role("copula"), copula),
        segment(format!("term-{number}b"), format!("{}{after}", words[proposition.predicate])),
    ]
}

fn words() -> Option<&'static Bank> {
    BANK.drawn()
}
