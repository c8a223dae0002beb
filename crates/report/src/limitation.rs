//! Limitations: what checks of a report find that weakens what it says.
//!
//! Each check looks at counts that stand in the report, and has one of three results: it found
//! something, with the numbers and what they mean; it found nothing; or it could not be made. All
//! three are told, so that silence is never taken for soundness.

mod answers;
mod asking;
mod pairs;

use crate::Report;
use crate::wording::{abridged, capitalised, listed};
use serde::{Serialize, Serializer};

/// A check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Whether subjects are programs with known behaviour.
    Simulated,
    /// Whether some subject gives one answer nearly always.
    OneAnswer,
    /// Whether one answer alone is ever right.
    OneClass,
    /// Whether answers were refused.
    Refused,
    /// Whether answers were empty.
    Empty,
    /// Whether answers were cut off before a verdict.
    Truncated,
    /// Whether answers could not be read.
    Unread,
    /// Whether votes were tied.
    Tied,
    /// Whether questions have no answer.
    Unanswered,
    /// Whether answers were read with the help of a model, or elsewhere.
    Translated,
    /// Whether grades are those that others recorded.
    RecordedGrades,
    /// Whether recorded files look as if they were asked with the prompt of another task.
    WrongPrompt,
    /// Whether pairs were lost.
    LostPairs,
    /// Whether lost pairs could have changed decisions.
    OpenDecisions,
    /// Whether decisions depend on how answers without a verdict are counted.
    Treatment,
    /// Whether tests had too few pairs to reject anything.
    FewPairs,
    /// Whether tests had too few discordant pairs to reject anything.
    FewDiscordant,
    /// Whether nearly all or nearly no answers were right, so that there was no room for an effect.
    NoRoom,
    /// How often subjects contradict themselves when nothing differs.
    Noise,
    /// Whether each answer is a single draw of a subject that samples.
    SingleDraw,
    /// Whether settings of the study were not sent.
    NotSent,
    /// Whether it is known which model answered, and whether that changed.
    Versions,
    /// Whether comparisons were stopped when they were decided.
    EarlyStopping,
    /// Whether several families of tests each have a chance of a false alarm.
    ManyFamilies,
}

impl Check {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 24] = [
        Self::Simulated,
        Self::OneAnswer,
        Self::OneClass,
        Self::Refused,
        Self::Empty,
        Self::Truncated,
        Self::Unread,
        Self::Tied,
        Self::Unanswered,
        Self::Translated,
        Self::RecordedGrades,
        Self::WrongPrompt,
        Self::LostPairs,
        Self::OpenDecisions,
        Self::Treatment,
        Self::FewPairs,
        Self::FewDiscordant,
        Self::NoRoom,
        Self::Noise,
        Self::SingleDraw,
        Self::NotSent,
        Self::Versions,
        Self::EarlyStopping,
        Self::ManyFamilies,
    ];

    /// Its name, for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::OneAnswer => "one-answer",
            Self::OneClass => "one-class",
            Self::Refused => "refused",
            Self::Empty => "empty",
            Self::Truncated => "truncated",
            Self::Unread => "unread",
            Self::Tied => "tied",
            Self::Unanswered => "unanswered",
            Self::Translated => "translated",
            Self::RecordedGrades => "recorded-grades",
            Self::WrongPrompt => "wrong-prompt",
            Self::LostPairs => "lost-pairs",
            Self::OpenDecisions => "open-decisions",
            Self::Treatment => "treatment",
            Self::FewPairs => "few-pairs",
            Self::FewDiscordant => "few-discordant",
            Self::NoRoom => "no-room",
            Self::Noise => "noise",
            Self::SingleDraw => "single-draw",
            Self::NotSent => "not-sent",
            Self::Versions => "versions",
            Self::EarlyStopping => "early-stopping",
            Self::ManyFamilies => "many-families",
        }
    }

    /// What it looks for, as people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Simulated => "simulated subjects",
            Self::OneAnswer => "subjects that give one answer nearly always",
            Self::OneClass => "problems of which one answer alone is ever right",
            Self::Refused => "refused answers",
            Self::Empty => "empty answers",
            Self::Truncated => "answers cut off before a verdict",
            Self::Unread => "answers that could not be read",
            Self::Tied => "tied votes",
            Self::Unanswered => "questions without an answer",
            Self::Translated => "answers read by others",
            Self::RecordedGrades => "grades recorded by others",
            Self::WrongPrompt => "answers to another task",
            Self::LostPairs => "lost pairs",
            Self::OpenDecisions => "decisions that lost pairs could have changed",
            Self::Treatment => "decisions that depend on how answers without a verdict are counted",
            Self::FewPairs => "tests with too few pairs to reject anything",
            Self::FewDiscordant => "tests with too few discordant pairs to reject anything",
            Self::NoRoom => "no room for an effect",
            Self::Noise => "noise",
            Self::SingleDraw => "single draws",
            Self::NotSent => "settings that were not sent",
            Self::Versions => "model versions that changed or are unknown",
            Self::EarlyStopping => "early stopping",
            Self::ManyFamilies => "several families of tests",
        }
    }

    fn look(self, report: &Report) -> Looked {
        match self {
            Self::Simulated => asking::simulated(report),
            Self::OneAnswer => answers::one_answer(report),
            Self::OneClass => answers::one_class(report),
            Self::Refused => answers::refused(report),
            Self::Empty => answers::empty(report),
            Self::Truncated => answers::truncated(report),
            Self::Unread => answers::unread(report),
            Self::Tied => answers::tied(report),
            Self::Unanswered => answers::unanswered(report),
            Self::Translated => answers::translated(report),
            Self::RecordedGrades => pairs::recorded_grades(report),
            Self::WrongPrompt => answers::wrong_prompt(report),
            Self::LostPairs => pairs::lost(report),
            Self::OpenDecisions => pairs::open(report),
            Self::Treatment => pairs::treatment(report),
            Self::FewPairs => pairs::few_pairs(report),
            Self::FewDiscordant => pairs::few_discordant(report),
            Self::NoRoom => pairs::no_room(report),
            Self::Noise => asking::noise(report),
            Self::SingleDraw => asking::single_draw(report),
            Self::NotSent => asking::not_sent(report),
            Self::Versions => asking::versions(report),
            Self::EarlyStopping => asking::early_stopping(report),
            Self::ManyFamilies => asking::many_families(report),
        }
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Something that a check found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limitation {
    /// The check.
    pub check: Check,
    /// Where, with its numbers; at least one.
    pub cases: Vec<Case>,
    /// What it means for the findings, in a sentence or two.
    pub meaning: String,
}

/// Where a limitation was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Case {
    /// The subject; absent where it is the whole report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// How many: answers, pairs, tests, as the words have it.
    pub count: u64,
    /// Of how many; absent where that is no question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The same in words: `12 of 400 answers (3.0 %)`.
    pub words: String,
}

impl Case {
    /// The share, from 0 to 1, where there is one.
    pub fn share(&self) -> Option<f64> {
        self.of.filter(|of| *of > 0).map(|of| self.count as f64 / of as f64)
    }

    /// The case in words, below its subject.
    fn text(&self) -> String {
        match &self.subject {
            Some(subject) => format!("{subject}: {}", self.words),
            None => self.words.clone(),
        }
    }
}

/// The most cases that are told in words; all stand in the JSON.
const MOST_CASES: usize = 8;

impl Limitation {
    /// The numbers in words, the weightiest first.
    pub fn numbers(&self) -> String {
        let cases: Vec<String> = self.cases.iter().take(MOST_CASES).map(Case::text).collect();
        match self.cases.len() - cases.len() {
            0 => cases.join("; "),
            more => format!("{}; and {more} more", cases.join("; ")),
        }
    }

    /// The whole as text: what, where, and what it means.
    pub fn text(&self) -> String {
        format!("{}: {}. {}", capitalised(self.check.title()), self.numbers(), self.meaning)
    }
}

/// A check that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unchecked {
    /// The check.
    pub check: Check,
    /// Why not.
    pub why: &'static str,
}

/// What all checks of a report found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Limitations {
    /// What was found.
    pub found: Vec<Limitation>,
    /// The checks that found nothing.
    pub clear: Vec<Check>,
    /// The checks that could not be made.
    pub unchecked: Vec<Unchecked>,
}

/// The result of a check.
enum Looked {
    Found(Vec<Case>, String),
    Clear,
    Not(&'static str),
}

impl Looked {
    /// What was found in these cases, if there are any: the largest share first, then the largest
    /// number.
    fn of(mut cases: Vec<Case>, meaning: impl FnOnce(&[Case]) -> String) -> Self {
        if cases.is_empty() {
            return Self::Clear;
        }
        let weight = |case: &Case| (case.share().unwrap_or(0.0), case.count);
        cases.sort_by(|a, b| {
            let ((a, more), (b, fewer)) = (weight(a), weight(b));
            b.total_cmp(&a).then(fewer.cmp(&more))
        });
        let meaning = meaning(&cases);
        Self::Found(cases, meaning)
    }
}

/// Makes every check.
pub fn limitations(report: &Report) -> Limitations {
    let mut all = Limitations::default();
    for check in Check::ALL {
        match check.look(report) {
            Looked::Found(cases, meaning) => all.found.push(Limitation { check, cases, meaning }),
            Looked::Clear => all.clear.push(check),
            Looked::Not(why) => all.unchecked.push(Unchecked { check, why }),
        }
    }
    all
}

impl Limitations {
    /// Which checks found nothing, in a sentence; empty if all found something.
    pub fn clear_text(&self) -> String {
        let names: Vec<&str> = self.clear.iter().map(|check| check.title()).collect();
        match (names.is_empty(), self.found.is_empty()) {
            (true, _) => String::new(),
            (false, true) => format!("Looked for, and not found: {}.", listed(&names)),
            (false, false) => format!("Looked for besides, and not found: {}.", listed(&names)),
        }
    }

    /// Which checks could not be made, and why, a sentence for each reason; empty if all were made.
    pub fn unchecked_text(&self) -> String {
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for Unchecked { check, why } in &self.unchecked {
            match reasons.iter_mut().find(|(known, _)| known == why) {
                Some((_, names)) => names.push(check.title()),
                None => reasons.push((why, vec![check.title()])),
            }
        }
        let sentence = |(why, names): &(&str, Vec<&str>)| {
            format!("Not looked for, because {why}: {}.", listed(names))
        };
        reasons.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }

    /// Everything in words, a paragraph for each thing found.
    pub fn paragraphs(&self) -> Vec<String> {
        let found = self.found.iter().map(Limitation::text);
        let checks = [self.clear_text(), self.unchecked_text()];
        found.chain(checks.into_iter().filter(|text| !text.is_empty())).collect()
    }
}

/// Names of subjects in a row, the first few of many.
fn names(subjects: &[&str]) -> String {
    abridged(subjects, MOST_CASES)
}
