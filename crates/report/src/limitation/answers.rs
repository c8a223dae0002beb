//! Checks of answers: those without a verdict, and those that are no evidence of reasoning.

use super::{Case, Looked, by_subject, names};
use crate::conduct::kind;
use crate::group::in_groups;
use crate::wording::{in_words, part, share};
use crate::{HabitKind, Report, RightAnswer, SubjectSummary, Suspect, Unasked};
use peirast_decimals::{counted, grouped};
use peirast_measure::TellingShortcut;
use peirast_record::{Grade, Treatment};

/// From this share on, answers of a kind can tilt what the others show.
const MANY: f64 = 0.05;

pub(super) fn one_answer(report: &Report) -> Looked {
    if !report.subjects.iter().any(SubjectSummary::can_have_habits) {
        return Looked::Not("no subject gave enough answers of one kind");
    }
    let cases = habits(report, HabitKind::GivesAlways);
    let meaning = match report.subjects.iter().any(|one| one.accuracy().is_some()) {
        true => {
            "Such a subject gives one answer to every question, so its accuracy only says how many questions have this \
             right answer. Neither its accuracy nor equal performance on both members of pairs shows reasoning."
        }
        false => {
            "Such a subject gives one answer to every question, so equal performance on both members of pairs shows no \
             reasoning."
        }
    };
    Looked::at(cases, meaning)
}

pub(super) fn rarely_chosen(report: &Report) -> Looked {
    if !report.subjects.iter().any(SubjectSummary::can_avoid_letters) {
        return Looked::Not("no subject gave enough answers with letters");
    }
    let cases = habits(report, HabitKind::Avoids);
    let meaning = "If a letter that it avoids is right, such a subject is wrong, regardless of the question. Its accuracy \
                   then depends on the places of the right options, and shows little reasoning.";
    Looked::at(cases, meaning)
}

/// The habits of one kind, by subject.
fn habits(report: &Report, kind: HabitKind) -> Vec<Case> {
    let case = |subject: &SubjectSummary| {
        let words = subject.habits_of(kind)?;
        Some(Case { subject: Some(subject.model.clone()), count: 1, of: None, words })
    };
    report.subjects.iter().filter_map(case).collect()
}

pub(super) fn one_class(report: &Report) -> Looked {
    if report.conduct.right.is_empty() {
        return Looked::Not("no problem has a small set of possible answers");
    }
    let case = |one: &RightAnswer| {
        let (count, kind) = (one.problems, kind(one.task));
        let problems = match count {
            1 => format!("the one problem of {kind}"),
            _ => format!("all {} problems of {kind}", grouped(count)),
        };
        let words = format!("{} is the right answer to {problems}", one.answer);
        Case { subject: None, count, of: Some(count), words }
    };
    let cases = report.conduct.of_one_class().into_iter().map(case);
    let meaning = "A subject that always gives this answer is never wrong there, so accuracy does not show reasoning. Ask \
                   more items, some with another right answer.";
    Looked::at(cases.collect(), meaning)
}

pub(super) fn unbalanced(report: &Report) -> Looked {
    if report.conduct.right.is_empty() {
        return Looked::Not("no problem has a small set of possible answers");
    }
    let case = |(one, of): (&RightAnswer, u64)| {
        let problems = counted(of, "problem", "problems");
        let words = format!(
            "{} is the right answer to {} of {problems} of {} ({})",
            one.answer,
            grouped(one.problems),
            kind(one.task),
            share(one.problems, of)
        );
        Case { subject: None, count: one.problems, of: Some(of), words }
    };
    let cases = report.conduct.unbalanced().into_iter().map(case);
    let meaning = "A subject that always gives this answer reaches this accuracy. Compare accuracies with it, not with the \
                   chance level of equally frequent answers. Measures that balance the answers, and tests on matched \
                   pairs, are not affected.";
    Looked::at(cases.collect(), meaning)
}

pub(super) fn shortcuts(report: &Report) -> Looked {
    let Some(shortcuts) = &report.shortcuts else {
        return Looked::Not("the report has no table of such rules");
    };
    let case = |((near, unknown), rules): ((&[String], &[String]), Vec<&TellingShortcut>)| {
        let [near, unknown] =
            [near, unknown].map(|subjects| subjects.iter().map(String::as_str).collect::<Vec<_>>());
        let than = if rules.len() == 1 { "than this rule" } else { "than these rules" };
        let are = if near.len() == 1 { "is" } else { "are" };
        let near = match (near.as_slice(), unknown.as_slice()) {
            ([], []) => format!("every subject is clearly more accurate {than}"),
            ([], unknown) => format!("the accuracy of {} is unknown", names(unknown)),
            (near, []) if near.len() == report.subjects.len() => {
                format!("no subject is clearly more accurate {than}")
            }
            (near, _) => format!("{} {are} not clearly more accurate {than}", names(near)),
        };
        let rule = |own: &&TellingShortcut| {
            let part = part(own.right, own.of, "version", "versions");
            format!("a rule that {} is right in {part}", own.rule)
        };
        let each: Vec<String> = rules.iter().map(rule).collect();
        let words = format!("{}; {near}", each.join("; "));
        // The most accurate rule comes first.
        let first = rules.first();
        Case {
            subject: None,
            count: first.map_or(0, |own| own.right),
            of: first.map(|own| own.of),
            words,
        }
    };
    let groups = in_groups(
        shortcuts.iter().map(|own| ((own.subjects.as_slice(), own.unknown.as_slice()), own)),
    );
    let meaning = "Such a rule does not reason (table Accuracy of shortcuts). A subject with an accuracy near that of a \
                   rule, or below it, has shown no more than this rule.";
    Looked::at(groups.into_iter().map(case).collect(), meaning)
}

pub(super) fn refused(report: &Report) -> Looked {
    let why = "Subjects may decline one kind of problem more often than another";
    without_verdict(report, |s| s.refused, why)
}

pub(super) fn empty(report: &Report) -> Looked {
    let why = "An answer without text may be a failure of the server rather than of the subject";
    without_verdict(report, |s| s.empty, why)
}

pub(super) fn truncated(report: &Report) -> Looked {
    let why = "Answers are cut off when reasoning is long, so hard problems lose more of them. Allow more tokens per answer";
    without_verdict(report, |s| s.truncated, why)
}

pub(super) fn unread(report: &Report) -> Looked {
    let why = "The reader found no verdict in their words; some may have been right";
    without_verdict(report, |s| s.unread, why)
}

pub(super) fn contradictory(report: &Report) -> Looked {
    let why = "They give the letter of one option with the words of another, so which one is meant is unknown. They are \
               counted among the unread answers";
    without_verdict(report, |s| s.contradictory, why)
}

pub(super) fn tied(report: &Report) -> Looked {
    let decided = by_subject(report, |subject| {
        let own = report.ballots.iter().filter(|one| *one.subject == *subject.model);
        let ties = own.filter(|one| one.is_decided_tie());
        let (count, right) = ties.fold((0, 0), |(count, right), one| {
            (count + 1, right + u64::from(one.outcome().grade == Grade::Correct))
        });
        let words = part(count, subject.answers, "verdict", "verdicts");
        let right = match right {
            0 => "none of which is right".to_owned(),
            right => format!("{} right", in_words(right, "of which is", "of which are")),
        };
        (count, subject.answers, format!("{words}, {right}"))
    });
    if !decided.is_empty() {
        let meaning = "As many answers to one question said one thing as the other, and the rule of the study counts a tie as \
                       \"incorrect\" (\"No\"). Such a verdict is right if this is the right answer, and shows no \
                       judgement of the subject.";
        return Looked::at(decided, meaning);
    }
    let why = "As many answers to one question said one thing as the other";
    without_verdict(report, |s| s.tied, why)
}

/// Answers of one kind without a verdict, by subject.
fn without_verdict(report: &Report, count: fn(&SubjectSummary) -> u64, why: &str) -> Looked {
    let cases = by_subject(report, |subject| {
        let (count, of) = (count(subject), subject.answers);
        (count, of, part(count, of, "answer", "answers"))
    });
    let many = cases.iter().any(|case| case.share().is_some_and(|share| share >= MANY));
    let weight = if many { "This is enough to bias the other results." } else { "They are few." };
    let counted = match report.settings.treatment {
        Treatment::AsWrong if !report.rows.is_empty() => {
            "Tests count them as wrong; accuracies leave them out."
        }
        _ => "Accuracies and tests leave them out.",
    };
    Looked::at(cases, format!("{why}. {counted} {weight}"))
}

pub(super) fn unanswered(report: &Report) -> Looked {
    let count = report.conduct.unanswered;
    let of = answers(report) + count;
    let words = format!("{} of {} ({})", grouped(count), grouped(of), share(count, of));
    let mut cases = Case::of_all(count, of, words);
    let unasked = &report.conduct.unasked;
    cases.extend(unasked.iter().map(|own: &Unasked| Case {
        subject: Some(own.subject.clone()),
        count: own.questions,
        of: Some(own.of),
        words: format!(
            "{} of {} ({}), never asked",
            grouped(own.questions),
            grouped(own.of),
            share(own.questions, own.of)
        ),
    }));
    let open = "The run is not finished, or these attempts failed. Run the same command again; until then their pairs \
                are lost.";
    let never = "A question that was never asked was put to other subjects only. Run the command with all subjects; until \
                 then tests leave the pairs of such questions out, and the results of subjects are about different items.";
    let meaning = match (count > 0, unasked.is_empty()) {
        (true, false) => format!("{open} {never}"),
        (false, false) => never.to_owned(),
        (_, true) => open.to_owned(),
    };
    Looked::at(cases, meaning)
}

pub(super) fn translated(report: &Report) -> Looked {
    let (count, of) = (report.conduct.translated, answers(report));
    let meaning = "No rule could read these answers. A model, or the source of the recording, read them, and can err too.";
    Looked::at(Case::of_all(count, of, part(count, of, "answer", "answers")), meaning)
}

pub(super) fn wrong_prompt(report: &Report) -> Looked {
    let case = |own: &Suspect| Case {
        subject: Some(own.subject.clone()),
        count: own.odd,
        of: Some(own.all),
        words: format!(
            "{} of {} to {} under {} ({})",
            grouped(own.odd),
            counted(own.all, "answer", "answers"),
            own.set,
            own.mode,
            share(own.odd, own.all)
        ),
    };
    let cases: Vec<Case> = report.suspects.iter().map(case).collect();
    let sets = counted(cases.len() as u64, "set of answers", "sets of answers");
    let (were, their) = if cases.len() == 1 { ("was", "its") } else { ("were", "their") };
    let meaning = format!(
        "They begin with Yes or No although the question asks for an option, or the reverse. {sets} used in these \
         tests {were} probably asked with the prompt of another task, and {their} grades mean little."
    );
    Looked::at(cases, meaning)
}

fn answers(report: &Report) -> u64 {
    report.subjects.iter().map(|subject| subject.answers).sum()
}
