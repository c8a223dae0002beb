//! Limitations: weaknesses of a report's claims that checks of the report find.
//!
//! Each check reads counts of the report, and has one of three results: it found something, with
//! the numbers and their meaning; it found nothing; or it could not be made. The report names all
//! three, so that readers never take silence for soundness.

mod answers;
mod asking;
mod pairs;

use crate::group::{in_groups, once_each};
use crate::wording::{abridged, in_words, listed};
use crate::{Report, ReportBasis, SubjectSummary};
use peirast_words::capitalised;
use serde::{Serialize, Serializer};

/// Makes the checks: for each its name for programs, its title, and what looks.
macro_rules! checks {
    ($($(#[$doc:meta])* $check:ident => $name:literal, $title:literal, $look:path;)+) => {
        /// A check.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Check {
            $($(#[$doc])* $check,)+
        }

        impl Check {
            /// All of them, in the order of the report.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$check),+];

            /// Its name, for programs.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$check => $name),+
                }
            }

            /// The name of the weakness that it looks for.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$check => $title),+
                }
            }

            fn look(self, report: &Report) -> Looked {
                match self {
                    $(Self::$check => $look(report)),+
                }
            }
        }
    };
}

checks! {
    /// Subjects that are programs with known behaviour.
    Simulated => "simulated", "simulated subjects", asking::simulated;
    /// Subjects that give one answer nearly always.
    OneAnswer => "one-answer", "subjects that give one answer nearly always", answers::one_answer;
    /// Letters that are often right and that a subject nearly never chooses.
    RarelyChosen => "rarely-chosen", "letters that are often right and nearly never chosen", answers::rarely_chosen;
    /// Problems that all have the same right answer.
    OneClass => "one-class", "problems with only one right answer throughout", answers::one_class;
    /// An answer that is right much more often than the others.
    Unbalanced => "unbalanced", "one answer is right much more often than the others", answers::unbalanced;
    /// Rules without reasoning that are right much more often than chance.
    Shortcuts => "shortcuts", "rules without reasoning that are often right", answers::shortcuts;
    /// Families with few items.
    FewItems => "few-items", "families of few items", asking::few_items;
    /// Refused answers.
    Refused => "refused", "refused answers", answers::refused;
    /// Empty answers.
    Empty => "empty", "empty answers", answers::empty;
    /// Answers cut off before a verdict.
    Truncated => "truncated", "answers cut off before a verdict", answers::truncated;
    /// Answers that no rule could read.
    Unread => "unread", "answers that could not be read", answers::unread;
    /// Answers with the letter of one option and the words of another.
    Contradictory => "contradictory", "answers whose letter contradicts their words", answers::contradictory;
    /// Tied votes.
    Tied => "tied", "tied votes", answers::tied;
    /// Questions without an answer.
    Unanswered => "unanswered", "questions without an answer", answers::unanswered;
    /// Answers read by a model or by their source.
    Translated => "translated", "answers read by a model or by their source", answers::translated;
    /// Grades that the source of the answers recorded.
    RecordedGrades => "recorded-grades", "grades taken from the source", pairs::recorded_grades;
    /// Recorded answers that look like answers to another task.
    WrongPrompt => "wrong-prompt", "answers that look like answers to another task", answers::wrong_prompt;
    /// Lost pairs.
    LostPairs => "lost-pairs", "lost pairs", pairs::lost;
    /// Decisions that lost pairs could have changed.
    OpenDecisions => "open-decisions", "decisions that lost pairs could have changed", pairs::open;
    /// Decisions that depend on how answers without a verdict are counted.
    Treatment => "treatment", "decisions that depend on how answers without a verdict are counted", pairs::treatment;
    /// Tests with too few pairs to reject.
    FewPairs => "few-pairs", "tests with fewer pairs or clusters than any rejection needs", pairs::few_pairs;
    /// Tests with too few discordant pairs to reject.
    FewDiscordant => "few-discordant", "tests with too few discordant pairs to reject anything", pairs::few_discordant;
    /// Nearly all or nearly no answers are right, so an effect could hardly show.
    NoRoom => "no-room", "shares too near 0 or 100 % to show an effect", pairs::no_room;
    /// Subjects that answer the same question differently.
    Noise => "noise", "noise", asking::noise;
    /// Single answers of subjects that sample.
    SingleDraw => "single-draw", "single draws", asking::single_draw;
    /// Settings of the study that were not sent.
    NotSent => "not-sent", "settings that were not sent", asking::not_sent;
    /// Model versions that are unknown or changed during the run.
    Versions => "versions", "model versions that changed or are unknown", asking::versions;
    /// Comparisons that stopped as soon as they were decided.
    EarlyStopping => "early-stopping", "early stopping", asking::early_stopping;
    /// Several families of tests, each with a chance of a false positive.
    ManyFamilies => "many-families", "several families of tests", asking::many_families;
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
    /// The cases, with their numbers; at least one.
    pub cases: Vec<Case>,
    /// The meaning for the findings, in a sentence or two.
    pub meaning: String,
    /// The number of all subjects of the report.
    #[serde(skip)]
    pub subjects: usize,
}

/// A case of a limitation: a subject, or the whole report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Case {
    /// The subject; absent if it is the whole report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The number of answers, pairs or tests, as the words say.
    pub count: u64,
    /// The number of all of these; absent if the share is no question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The same in words: `12 of 400 answers (3.0 %)`.
    pub words: String,
}

impl Case {
    /// The case of the whole report, if `count` is not 0: `count` of `of`, in these words.
    fn of_all(count: u64, of: u64, words: String) -> Vec<Self> {
        let case = Self { subject: None, count, of: Some(of), words };
        Vec::from_iter((count > 0).then_some(case))
    }

    /// The share, from 0 to 1, if there is one.
    pub fn share(&self) -> Option<f64> {
        self.of.filter(|of| *of > 0).map(|of| self.count as f64 / of as f64)
    }
}

/// The most different numbers that are given in words; the JSON has all cases.
const MOST_CASES: usize = 8;

impl Limitation {
    /// The numbers in words, the weightiest first. Subjects with the same numbers are named together.
    pub fn numbers(&self) -> String {
        self.first_numbers(MOST_CASES)
    }

    /// The weightiest numbers in words: three different ones.
    pub(crate) fn brief(&self) -> String {
        self.first_numbers(3)
    }

    /// The first different numbers in words.
    fn first_numbers(&self, most: usize) -> String {
        let alike = in_groups(self.cases.iter().map(|case| (case.words.as_str(), case)));
        let text = |(words, cases): &(&str, Vec<&Case>)| {
            let subjects: Vec<&str> =
                cases.iter().filter_map(|case| case.subject.as_deref()).collect();
            match subjects.len() {
                0 => (*words).to_owned(),
                1 => format!("{}: {words}", names(&subjects)),
                // "Each", because a reader may take the number for a sum.
                all if all == self.subjects && all > 2 => {
                    format!("each of the {}: {words}", in_words(all as u64, "subject", "subjects"))
                }
                _ => format!("each of {}: {words}", names(&subjects)),
            }
        };
        let shown: Vec<String> = alike.iter().take(most).map(text).collect();
        let left: Vec<&Case> = alike.iter().skip(most).flat_map(|(_, own)| own).copied().collect();
        let subjects: Option<Vec<&str>> = left.iter().map(|case| case.subject.as_deref()).collect();
        match (left.len(), subjects) {
            (0, _) => shown.join("; "),
            (_, Some(subjects)) => format!("{}; also {}", shown.join("; "), names(&subjects)),
            (more, None) => format!("{}; and {more} more", shown.join("; ")),
        }
    }

    /// True if there are more cases than [`Self::brief`] names.
    pub(crate) fn has_more(&self) -> bool {
        self.numbers() != self.brief()
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
    /// The reason.
    pub why: &'static str,
}

/// The results of all checks of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Limitations {
    /// The limitations found.
    pub found: Vec<Limitation>,
    /// The checks that found nothing.
    pub clear: Vec<Check>,
    /// The checks that could not be made.
    pub unchecked: Vec<Unchecked>,
}

/// The reason why checks of tests are not made.
const NO_TESTS: &str = "no hypothesis was tested";

/// The reason why checks of answers are not made for a report of counts.
const NO_ANSWERS: &str = "the report has counts of pairs only, and no answers";

impl Check {
    /// True if a report has enough for the check: a report of counts has no answers.
    fn is_possible(self, report: &Report) -> bool {
        match (report.basis, self) {
            (ReportBasis::Answers, _) => true,
            // A file that names no lost pair may know of none.
            (_, Self::LostPairs | Self::OpenDecisions) => {
                report.rows.iter().any(|row| row.lost.total() > 0)
            }
            (ReportBasis::Counts, own) => matches!(
                own,
                Self::Simulated
                    | Self::FewPairs
                    | Self::FewDiscordant
                    | Self::NoRoom
                    | Self::ManyFamilies
            ),
        }
    }
}

/// The result of a check.
enum Looked {
    Found(Vec<Case>, String),
    Clear,
    Not(&'static str),
}

impl Looked {
    /// The limitation with these cases, if there are any: the largest share first, then the largest
    /// number.
    fn at(mut cases: Vec<Case>, meaning: impl Into<String>) -> Self {
        if cases.is_empty() {
            return Self::Clear;
        }
        let weight = |case: &Case| (case.share().unwrap_or(0.0), case.count);
        cases.sort_by(|a, b| {
            let ((a, more), (b, fewer)) = (weight(a), weight(b));
            b.total_cmp(&a).then(fewer.cmp(&more))
        });
        Self::Found(cases, meaning.into())
    }

    /// The same of a check that looks at tests.
    fn at_tests(report: &Report, cases: Vec<Case>, meaning: impl Into<String>) -> Self {
        if report.rows.is_empty() { Self::Not(NO_TESTS) } else { Self::at(cases, meaning) }
    }
}

/// Makes every check.
pub fn limitations(report: &Report) -> Limitations {
    let mut all = Limitations::default();
    for check in Check::ALL {
        let looked =
            if check.is_possible(report) { check.look(report) } else { Looked::Not(NO_ANSWERS) };
        match looked {
            Looked::Found(cases, meaning) => {
                let subjects = report.subjects.len();
                all.found.push(Limitation { check, cases, meaning, subjects });
            }
            Looked::Clear => all.clear.push(check),
            Looked::Not(why) => all.unchecked.push(Unchecked { check, why }),
        }
    }
    all
}

impl Limitations {
    /// The checks that found nothing, in a sentence; empty if all found something.
    pub fn clear_text(&self) -> String {
        let names: Vec<&str> = self.clear.iter().map(|check| check.title()).collect();
        match (names.is_empty(), self.found.is_empty()) {
            (true, _) => String::new(),
            (false, true) => format!("Checked and not found: {}.", listed(&names)),
            (false, false) => format!("Also checked and not found: {}.", listed(&names)),
        }
    }

    /// The checks that could not be made, and why, a sentence for each reason; empty if all were
    /// made.
    pub fn unchecked_text(&self) -> String {
        let reasons = in_groups(self.unchecked.iter().map(|one| (one.why, one.check.title())));
        let sentence = |(why, names): &(&str, Vec<&str>)| {
            format!("Not checked, because {why}: {}.", listed(names))
        };
        reasons.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }

    /// Warnings that every summary must contain, a line each: that accuracy shows little because of
    /// the problems that were put, and that tests could find nothing. Empty if there are none.
    pub fn warnings(&self) -> String {
        const SHOWN: [Check; 6] = [
            Check::OneClass,
            Check::Unbalanced,
            Check::Shortcuts,
            Check::FewItems,
            Check::FewPairs,
            Check::FewDiscordant,
        ];
        let found = self.found.iter().filter(|one| SHOWN.contains(&one.check));
        let line = |one: &Limitation| {
            let meaning = one.meaning.split_inclusive(". ").next().unwrap_or_default().trim_end();
            format!("! {}: {}. {meaning}\n", one.check.title(), one.brief())
        };
        found.map(line).collect()
    }

    /// Everything in words, a paragraph for each thing found.
    pub fn paragraphs(&self) -> Vec<String> {
        let found = self.found.iter().map(Limitation::text);
        let checks = [self.clear_text(), self.unchecked_text()];
        found.chain(checks.into_iter().filter(|text| !text.is_empty())).collect()
    }
}

/// For each subject how many, of how many, and the same in words: those of which there are any.
fn by_subject(
    report: &Report,
    counted: impl Fn(&SubjectSummary) -> (u64, u64, String),
) -> Vec<Case> {
    let case = |subject: &SubjectSummary| {
        let (count, of, words) = counted(subject);
        Case { subject: Some(subject.model.clone()), count, of: Some(of), words }
    };
    report.subjects.iter().map(case).filter(|case| case.count > 0).collect()
}

/// The cases of the models whose pairs were tested, as [`by_subject`] makes those of subjects.
fn by_model(report: &Report, counted: impl Fn(&str) -> (u64, u64, String)) -> Vec<Case> {
    if report.basis == ReportBasis::Answers {
        return by_subject(report, |subject| counted(&subject.model));
    }
    // A report of counts has no summaries of subjects.
    let case = |model: &str| {
        let (count, of, words) = counted(model);
        Case { subject: Some(model.to_owned()), count, of: Some(of), words }
    };
    let models = once_each(report.rows.iter().map(|row| row.model.as_str()));
    models.into_iter().map(case).filter(|case| case.count > 0).collect()
}

/// Names of subjects in a row, the first few of many.
fn names(subjects: &[&str]) -> String {
    abridged(subjects, MOST_CASES)
}
