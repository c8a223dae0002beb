//! Limitations: every check finds what it looks for, and nothing else does.

use crate::support::{always_a, contrast, modest, pairs, report, sound};
use peirast_measure::{Noise, TellingShortcut, ballots};
use peirast_record::{Answer, Direction, Grade, Key, Outcome, Scoring, Version};
use peirast_report::{
    Check, Letters, Limitation, Limitations, Outcomes, Report, RowBounds, limitations, methods,
};
use peirast_stats::voting::PUBLISHED_2025;
use peirast_stats::{Alternative, Interval, Method, Verdict};
use std::fmt::Write as _;

/// The result of each check; a check has exactly one.
fn looked(report: &Report) -> Limitations {
    let all = limitations(report);
    let found = all.found.iter().map(|one| one.check);
    let unchecked = all.unchecked.iter().map(|one| one.check);
    let mut checks: Vec<Check> = found.chain(all.clear.iter().copied()).chain(unchecked).collect();
    checks.sort();
    assert_eq!(checks, Check::ALL);
    assert!(all.found.iter().all(|one| !one.cases.is_empty() && !one.meaning.is_empty()));
    all
}

#[test]
fn a_sound_report_has_none_and_says_what_was_looked_for() {
    let all = looked(&sound());
    assert_eq!((all.found.as_slice(), all.unchecked.as_slice()), (&[][..], &[][..]));
    let text = all.paragraphs().join("\n");
    assert!(text.starts_with("Checked and not found: simulated subjects, "), "{text}");
    for check in Check::ALL {
        assert!(text.contains(check.title()), "{}: {text}", check.as_str());
    }
}

/// A fault, and the check that finds it.
type Fault = (Check, fn(&mut Report));

const FAULTS: [Fault; 29] = [
    (Check::Simulated, |r| r.subjects[0].model = "sim:m".to_owned()),
    (Check::OneAnswer, |r| {
        r.subjects[0].letters = always_a(r.subjects[0].letters.choices());
    }),
    (Check::RarelyChosen, |r| {
        let n = r.subjects[0].letters.choices();
        let counts = [('a', n / 2, n / 3), ('b', n - n / 2, n / 3), ('c', 0, n - 2 * (n / 3))];
        r.subjects[0].letters = Letters::from_counts(counts);
    }),
    (Check::OneClass, |r| r.conduct.right.truncate(1)),
    (Check::Unbalanced, |r| r.conduct.right[0].problems = 90),
    (Check::Shortcuts, |r| {
        let rule = "says correct if believable".to_owned();
        let subjects = vec!["m".to_owned()];
        let unknown = Vec::new();
        r.shortcuts = Some(vec![TellingShortcut { rule, right: 148, of: 160, subjects, unknown }]);
    }),
    (Check::FewItems, |r| r.conduct.materials[0].items = 8),
    (Check::Refused, |r| r.subjects[0].refused = 3),
    (Check::Empty, |r| r.subjects[0].empty = 1),
    (Check::Truncated, |r| r.subjects[0].truncated = 40),
    (Check::Unread, |r| r.subjects[0].unread = 2),
    (Check::Contradictory, |r| r.subjects[0].contradictory = 2),
    (Check::Tied, |r| r.subjects[0].tied = 2),
    (Check::Unanswered, |r| r.conduct.unanswered = 30),
    (Check::Translated, |r| r.conduct.translated = 5),
    (Check::RecordedGrades, |r| r.rows[0].recorded_grades = 7),
    (Check::WrongPrompt, |r| {
        let (subject, set, mode) = ("m".to_owned(), "linda_gold".to_owned(), "os".to_owned());
        r.suspects = vec![peirast_report::Suspect { subject, set, mode, odd: 91, all: 100 }];
    }),
    (Check::LostPairs, |r| r.rows[0].lost.refused = 6),
    (Check::OpenDecisions, |r| r.rows[0].bounds = Some(open())),
    (Check::Treatment, |r| r.other_rows[0].reject = true),
    (Check::FewPairs, |r| (r.rows[0].n, r.rows[0].n_discordant) = (5, 3)),
    (Check::FewDiscordant, |r| r.rows[0].n_discordant = 5),
    (Check::NoRoom, |r| {
        r.findings[0].accuracy_original = Some(0.95);
        r.findings[0].accuracy_perturbed = Some(1.0);
    }),
    (Check::Noise, |r| r.noise[0].right_to_wrong = 2),
    (Check::SingleDraw, |r| plan(r).sampling.temperature = Some(0.7)),
    (Check::NotSent, |r| r.provenance.subjects[0].not_sent = vec!["top-p".to_owned()]),
    (Check::Versions, |r| r.provenance.subjects[0].served_as.push("m-2025".to_owned())),
    (Check::EarlyStopping, |r| r.settings.sequential = Some(10)),
    (Check::ManyFamilies, |r| {
        let other = r.rows[0].clone();
        r.rows.push(peirast_report::ResultRow { test_family: "another".to_owned(), ..other });
    }),
];

fn plan(report: &mut Report) -> &mut peirast_report::ConductPlan {
    report.conduct.plan.as_mut().unwrap()
}

fn open() -> RowBounds {
    let p = Interval { low: 0.01, high: 0.2 };
    RowBounds {
        known: peirast_stats::Lost::default(),
        p,
        p_verdict: Verdict::Open,
        p_adjusted: Some(p),
        verdict: Some(Verdict::Open),
    }
}

#[test]
fn every_fault_is_found_by_its_check_alone() {
    let mut told = String::new();
    for (check, fault) in FAULTS {
        let mut report = sound();
        fault(&mut report);
        let all = looked(&report);
        let found: Vec<Check> = all.found.iter().map(|one| one.check).collect();
        assert_eq!(found, [check], "{}", check.as_str());
        let _ = writeln!(told, "{}\n  {}", check.as_str(), all.found[0].text());
    }
    let checks: Vec<Check> = FAULTS.iter().map(|(check, _)| *check).collect();
    assert_eq!(checks, Check::ALL, "a fault for every check");
    insta::assert_snapshot!(told);
}

/// The published rule counts a tie as "incorrect", which is right for invalid forms.
#[test]
fn ties_that_the_published_rule_decides_are_found() {
    let told = |truths: &[bool]| {
        let mut report = sound();
        let factors = std::sync::Arc::new(peirast_record::Factors::default());
        for (item, valid) in truths.iter().enumerate() {
            let vote = |repeat| {
                let answer = Answer::Valid(repeat % 2 == 0);
                let truth = Answer::Valid(*valid);
                Outcome {
                    trial: Key::from_stored(format!("{item} {repeat}")),
                    item: format!("i{item}").into(),
                    version: Version::new(&format!("i{item}"), &format!("i{item}")),
                    subject: "m".into(),
                    repeat,
                    factors: std::sync::Arc::clone(&factors),
                    answer,
                    truth,
                    grade: Grade::new(answer, truth),
                    scoring: Scoring::Reader,
                    evidence: None,
                }
            };
            let answers: Vec<Outcome> = (0..10).map(vote).collect();
            report.ballots.extend(ballots(&answers, |_| PUBLISHED_2025));
        }
        found(&report, Check::Tied).map(|one| one.numbers())
    };
    let of = sound().subjects[0].answers;
    for (truths, expected) in [
        (&[true][..], format!("m: 1 of {of} verdicts (0.8 %), none of which is right")),
        (&[true, false], format!("m: 2 of {of} verdicts (1.7 %), one of which is right")),
        (&[true, false, false], format!("m: 3 of {of} verdicts (2.5 %), two of which are right")),
    ] {
        assert_eq!(told(truths), Some(expected));
    }
    assert_eq!(told(&[]), None);
}

/// Nothing is more accurate than a rule that is always right, least of all subjects without a verdict.
#[test]
fn subjects_without_a_verdict_are_not_said_to_be_more_accurate() {
    let told = |subjects: &[&str], unknown: &[&str]| {
        let [subjects, unknown] =
            [subjects, unknown].map(|all| all.iter().map(|one| (*one).to_owned()).collect());
        let rule = "says incorrect always".to_owned();
        let mut report = sound();
        report.shortcuts = Some(vec![TellingShortcut { rule, right: 4, of: 4, subjects, unknown }]);
        found(&report, Check::Shortcuts).unwrap().text()
    };
    assert!(told(&[], &["m"]).contains("; the accuracy of m is unknown"), "{}", told(&[], &["m"]));
    assert!(told(&["n"], &["m"]).contains("; n is not clearly more accurate than this rule"));
    assert!(told(&[], &[]).contains("; every subject is clearly more accurate"));
}

/// Questions that were put to some subjects only are no loss that was looked for and not found.
#[test]
fn questions_that_a_subject_was_not_asked_are_found() {
    let own = contrast("H1", "baseline");
    let part = modest(&own, "part").into_iter().filter(|one| one.item.as_str() < "item/00018");
    let outcomes = Outcomes::new(modest(&own, "whole").into_iter().chain(part).collect());
    let mut report = report(&[own], &outcomes);
    assert!(report.conduct.unasked.is_empty(), "others recorded these");
    report.conduct = report.conduct.with_unasked(&outcomes);
    assert_eq!((report.conduct.unanswered, report.conduct.without_answer()), (0, 84));
    let words = found(&report, Check::Unanswered).unwrap().text();
    assert!(
        words.starts_with(
            "Questions without an answer: part: 84 of 120 (70.0 %), never asked. A question that was never asked"
        ),
        "{words}"
    );
    assert!(looked(&report).unchecked.iter().any(|one| one.check == Check::LostPairs));
    let methods = methods(&report).paragraphs().join("\n");
    assert!(
        methods.contains("No pair was lost of those whose questions were asked. Some planned")
            && methods.contains("(84 of 120 not to part)"),
        "{methods}"
    );
}

fn found(report: &Report, check: Check) -> Option<Limitation> {
    looked(report).found.into_iter().find(|one| one.check == check)
}

/// A subject that gives the only answer that is ever right is always right, and shows nothing by
/// it.
#[test]
fn one_answer_is_looked_for_where_it_alone_is_right() {
    use peirast_record::{Answer, Conclusion};
    let own = contrast("H1", "m");
    let valid = Answer::Valid(true);
    let blind = pairs(&own, "m", 20, valid, [valid, valid]);
    let all = looked(&report(std::slice::from_ref(&own), &Outcomes::new(blind)));
    let words = |check: Check| all.found.iter().find(|one| one.check == check).unwrap().numbers();
    assert_eq!(
        words(Check::OneClass),
        "\"correct\" is the right answer to all 40 problems of validity"
    );
    assert_eq!(
        words(Check::OneAnswer),
        "m: answers \"correct\" 100 % of the time, and nothing else was ever right"
    );

    // A subject that is right whenever it says so does not answer blindly.
    let mut both = pairs(&own, "m", 30, valid, [valid, valid]);
    let invalid = Answer::Valid(false);
    both.extend(
        (30..31)
            .flat_map(|item| crate::support::pair(&own, "m", item, invalid, [invalid, invalid])),
    );
    let all = looked(&report(std::slice::from_ref(&own), &Outcomes::new(both)));
    assert!(all.clear.contains(&Check::OneAnswer) && all.clear.contains(&Check::OneClass));

    // To say that nothing follows is never wrong.
    let nothing = Answer::Conclusion(Conclusion::Nothing);
    let silent = pairs(&own, "m", 20, nothing, [nothing, nothing]);
    let all = looked(&report(std::slice::from_ref(&own), &Outcomes::new(silent)));
    let found = all.found.iter().find(|one| one.check == Check::OneAnswer).unwrap();
    assert_eq!(found.numbers(), "m: answers that nothing follows 100 % of the time");

    // Too few answers show no habit.
    let few = pairs(&own, "m", 4, valid, [valid, valid]);
    let all = looked(&report(std::slice::from_ref(&own), &Outcomes::new(few)));
    let why = all.unchecked.iter().find(|one| one.check == Check::OneAnswer).unwrap().why;
    assert_eq!(why, "no subject gave enough answers of one kind");
}

/// With fewer than 20 verdicts, only one letter throughout is looked for: the report claims no more.
#[test]
fn rarely_chosen_letters_are_looked_for_among_enough_answers_only() {
    let with = |each: u64| {
        let mut report = sound();
        let counts = [('a', each, each), ('b', each, 0), ('c', 0, each)];
        report.subjects[0].letters = Letters::from_counts(counts);
        looked(&report)
    };
    let few = with(9);
    let why = few.unchecked.iter().find(|one| one.check == Check::RarelyChosen).unwrap().why;
    assert_eq!(why, "no subject gave enough answers with letters");
    assert!(few.clear.contains(&Check::OneAnswer), "one letter throughout takes four answers");
    assert!(!few.clear_text().contains(Check::RarelyChosen.title()), "{}", few.clear_text());
    let enough = with(10);
    let found = enough.found.iter().find(|one| one.check == Check::RarelyChosen).unwrap();
    assert_eq!(
        found.numbers(),
        "m: answers (c) 0 % of the time, although it is right 50 % of the time"
    );
}

/// A small number of discordant pairs is no evidence of anything by itself.
#[test]
fn few_discordant_pairs_are_no_result() {
    let mut report = sound();
    report.rows[0].n_discordant = 3;
    let told = found(&report, Check::FewDiscordant).unwrap().text();
    assert!(!told.contains("That is a result") && !told.contains("alike"), "{told}");
    for words in [
        "could not have rejected even if all discordant pairs pointed one way",
        "no evidence of equal performance",
        "95 % intervals, not adjusted",
        "points in 60 pairs",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn what_was_not_looked_for_is_said() {
    let own = contrast("H1", "m");
    let bare = report(std::slice::from_ref(&own), &Outcomes::new(modest(&own, "sim:m")));
    let all = looked(&bare);
    let why = |check: Check| all.unchecked.iter().find(|one| one.check == check).unwrap().why;
    assert_eq!(why(Check::Noise), "no question was put twice as an A/A control");
    assert_eq!(why(Check::SingleDraw), "all subjects are simulated");
    let told = all.unchecked_text();
    assert!(
        told.contains("Not checked, because no question was put twice as an A/A control: noise."),
        "{told}"
    );

    let nothing = report(&[], &Outcomes::default());
    let all = looked(&nothing);
    assert_eq!(all.found, []);
    for check in [Check::LostPairs, Check::FewPairs, Check::NoRoom, Check::ManyFamilies] {
        assert!(all.unchecked.iter().any(|one| one.check == check), "{}", check.as_str());
    }

    // If the sampling was not recorded, any sampling is possible.
    let mut recorded = sound();
    recorded.conduct.plan = None;
    assert!(looked(&recorded).unchecked.iter().any(|one| one.check == Check::SingleDraw));
}

#[test]
fn draws_are_single_where_nothing_settles_them() {
    let words = |change: fn(&mut Report)| {
        let mut report = sound();
        change(&mut report);
        found(&report, Check::SingleDraw).map(|one| one.cases[0].words.clone())
    };
    assert_eq!(words(|_| {}), None);
    assert_eq!(words(|r| r.conduct.most_answers = 3), None);
    let own = "one answer per question, its provider's own temperature, no seed sent";
    assert_eq!(words(|r| plan(r).sampling.temperature = None).as_deref(), Some(own));
    let warm = words(|r| {
        let plan = plan(r);
        (plan.sampling.temperature, plan.sampling.seed) = (Some(1.0), Some(7));
    });
    assert_eq!(warm.as_deref(), Some("one answer per question, temperature 1, seed 7"));
    let unsent = words(|r| r.provenance.subjects[0].not_sent = vec!["temperature".to_owned()]);
    assert_eq!(unsent.as_deref(), Some(own));
    let several = |r: &mut Report| {
        let plan = plan(r);
        (plan.sampling.temperature, plan.temperatures) = (None, vec![0.0, 0.5]);
    };
    assert_eq!(
        words(several).as_deref(),
        Some("one answer per question, temperature 0.5, no seed sent")
    );
}

#[test]
fn versions_are_those_that_servers_tell() {
    let words = |change: fn(&mut Report)| {
        let mut report = sound();
        change(&mut report);
        found(&report, Check::Versions).map(|one| one.cases[0].words.clone())
    };
    let unknown = words(|r| r.provenance.subjects[0].served_as.clear());
    assert_eq!(unknown.as_deref(), Some("its server named no model"));
    let marks = words(|r| {
        r.provenance.subjects[0].fingerprints = vec!["fp_1".to_owned(), "fp_2".to_owned()];
    });
    assert_eq!(marks.as_deref(), Some("2 configurations of one model"));
    assert_eq!(words(|r| r.provenance.subjects[0].fingerprints = vec!["fp_1".to_owned()]), None);
}

#[test]
fn room_is_where_the_effect_is_expected() {
    let has_room = |direction, original, perturbed| {
        let mut report = sound();
        report.claims[0].direction = direction;
        report.findings[0].accuracy_original = Some(original);
        report.findings[0].accuracy_perturbed = Some(perturbed);
        found(&report, Check::NoRoom).is_none()
    };
    use Direction::{Either, OriginalBetter, PerturbedBetter};
    for (direction, original, perturbed, room) in [
        (Either, 0.95, 0.95, false),
        (Either, 0.96, 0.5, true),
        (Either, 0.05, 0.04, false),
        (PerturbedBetter, 0.95, 0.9, false),
        (PerturbedBetter, 0.94, 0.99, true),
        (PerturbedBetter, 0.0, 0.0, true),
        (OriginalBetter, 0.05, 0.0, false),
        (OriginalBetter, 1.0, 1.0, true),
    ] {
        let own = has_room(direction, original, perturbed);
        assert_eq!(own, room, "{direction:?} {original} {perturbed}");
    }
    // An effect that showed had room.
    let mut report = sound();
    report.findings[0].accuracy_original = Some(1.0);
    report.findings[0].accuracy_perturbed = Some(0.95);
    report.findings[0].rejected = 1;
    assert_eq!(found(&report, Check::NoRoom), None);
}

/// A test can reject from this number of discordant pairs on: two-sided six, one-sided five, by
/// e-values eight.
#[test]
fn too_few_is_what_cannot_reject() {
    let few = |alternative, method, discordant| {
        let mut report = sound();
        let row = &mut report.rows[0];
        (row.alternative, row.method_used) = (alternative, Some(method));
        row.n_discordant = discordant;
        found(&report, Check::FewDiscordant).is_some()
    };
    for (alternative, method, most) in [
        (Alternative::TwoSided, Method::Exact, 5),
        (Alternative::Greater, Method::Exact, 4),
        (Alternative::Less, Method::Exact, 4),
        (Alternative::TwoSided, Method::EProcess, 7),
    ] {
        assert!(few(alternative, method, most), "{alternative:?} {method:?} {most}");
        assert!(!few(alternative, method, most + 1), "{alternative:?} {method:?} {most}");
    }
}

#[test]
fn the_weightiest_cases_come_first_and_many_are_cut_short() {
    let mut report = sound();
    let one = report.subjects[0].clone();
    report.subjects = (1..=12_u64)
        .map(|at| peirast_report::SubjectSummary {
            model: format!("m{at}"),
            refused: at,
            ..one.clone()
        })
        .collect();
    let limitation = found(&report, Check::Refused).unwrap();
    assert_eq!(limitation.cases.len(), 12);
    assert!(limitation.numbers().starts_with("m12: 12 of 120 answers (10.0 %); m11: "));
    assert!(limitation.numbers().ends_with("; also m4, m3, m2 and m1"), "{}", limitation.numbers());
    assert!(limitation.meaning.ends_with("This is enough to bias the other results."));
    report.subjects.truncate(3);
    assert!(found(&report, Check::Refused).unwrap().meaning.ends_with("They are few."));
}

#[test]
fn noise_is_told_with_its_interval() {
    let mut report = sound();
    report.noise = vec![Noise {
        subject: "m".to_owned(),
        controls: 40,
        scored: 40,
        differ: 2,
        wrong_to_right: 2,
        ..Noise::default()
    }];
    let told = found(&report, Check::Noise).unwrap().numbers();
    assert_eq!(told, "m: 2 of 40 questions graded differently the second time (5.0 % [1.4, 16.5])");
}

/// Summaries warn of problems with the design too; they contain problems with the answers anyway.
#[test]
fn summaries_warn_of_the_design() {
    assert_eq!(looked(&sound()).warnings(), "");
    let mut report = sound();
    report.conduct.materials[0].items = 8;
    report.conduct.right[0].problems = 90;
    report.subjects[0].refused = 3;
    let told = looked(&report).warnings();
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.contains("! families of few items: 8 items of problems"), "{told}");
}
