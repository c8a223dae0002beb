//! Abstract and methods: sentences that hold, in grammar that holds for one and for many.

use crate::support::{always_a, clear_of, contrast, modest, pairs, report, sound};
use peirast_record::{Answer, Contrast, Direction, Outcome, Standing, Task};
use peirast_report::{
    Conduct, Outcomes, Report, SubjectProvenance, SurfaceCheck, SurfaceCue, account, json,
    limitations, methods, page, synopsis,
};
use peirast_stats::Alternative;
use peirast_stats::voting::Stopping;
use peirast_table::{Builder, Cell, Table, Value};

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');

/// Some subjects with a clear effect, some with none, under some hypotheses of two methods each.
fn of(clear_ones: &[&str], modest_ones: &[&str], hypotheses: &[&str]) -> Report {
    let of = |id: &&str| [contrast(id, "baseline"), contrast(id, "fs-cot")];
    let contrasts: Vec<Contrast> = hypotheses.iter().flat_map(of).collect();
    let mut outcomes = Vec::new();
    for own in &contrasts {
        clear_ones.iter().for_each(|name| outcomes.extend(clear_of(own, name)));
        modest_ones.iter().for_each(|name| outcomes.extend(modest(own, name)));
    }
    let mut report = report(&contrasts, &Outcomes::new(outcomes));
    for (at, claim) in report.claims.iter_mut().enumerate() {
        claim.definition.factor = ["context", "name"][at % 2].to_owned();
    }
    report
}

#[test]
fn the_abstract_of_one_model_and_one_hypothesis() {
    insta::assert_snapshot!(synopsis(&of(&["m"], &[], &["H1"])).paragraphs().join("\n\n"));
}

#[test]
fn the_abstract_of_one_model_for_which_nothing_is_found() {
    insta::assert_snapshot!(synopsis(&of(&[], &["m"], &["H1"])).paragraphs().join("\n\n"));
}

#[test]
fn the_abstract_of_several_subjects_and_hypotheses() {
    let mut report = of(&["m", "sim:biased"], &["n", "sim:guesser"], &["H1", "H2"]);
    report.subjects[3].letters = always_a(report.subjects[3].letters.choices());
    report.findings[1].warning = Some("answers (a) 100 % of the time".to_owned());
    insta::assert_snapshot!(synopsis(&report).paragraphs().join("\n\n"));
}

#[test]
fn the_abstract_of_more_subjects_than_are_named() {
    let names: Vec<String> = (1..=9).map(|at| format!("m{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    insta::assert_snapshot!(
        synopsis(&of(&names, &[], &["H1", "H2", "H3"])).paragraphs().join("\n\n")
    );
}

#[test]
fn controls_that_reject_are_told() {
    let mut report = of(&["m"], &["n"], &["H1", "C1"]);
    for finding in report.findings.iter_mut().filter(|one| one.hypothesis == "C1") {
        finding.standing = Standing::Control;
    }
    report.claims[1].standing = Standing::Control;
    let told = synopsis(&report).paragraphs().join("\n\n");
    assert!(
        told.contains(
            "One of 2 comparisons of controls also rejects (C1 for m). No effect is expected in a control."
        ),
        "{told}"
    );
    assert!(told.contains("One hypothesis was tested"), "{told}");
    let quiet = report.findings.iter_mut().filter(|one| one.hypothesis == "C1");
    quiet.for_each(|one| one.rejected = 0);
    let told = synopsis(&report).paragraphs().join("\n\n");
    assert!(
        told.contains("No control rejects, so the controls give no sign of another cause."),
        "{told}"
    );
    for row in report.rows.iter_mut().filter(|row| row.hypothesis == "C1") {
        row.n_discordant = 0;
    }
    let told = synopsis(&report).paragraphs().join("\n\n");
    assert!(
        told.contains("No control rejects, but none could with so few discordant pairs."),
        "{told}"
    );
}

/// With many comparisons, chance alone makes some of them reject.
#[test]
fn the_abstract_says_how_many_controls_chance_makes_reject() {
    let names: Vec<String> = (1..=30).map(|at| format!("m{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let told = |names: &[&str]| {
        let mut report = of(&names[..2], &names[2..], &["C1"]);
        report.findings.iter_mut().for_each(|one| one.standing = Standing::Control);
        report.claims[0].standing = Standing::Control;
        synopsis(&report).paragraphs().join("\n\n")
    };
    let few = told(&names[..19]);
    assert!(
        few.contains("Two of 19 comparisons of controls also reject (C1 for m1 and C1 for m2). "),
        "{few}"
    );
    let many = told(&names);
    assert!(
        many.contains("(C1 for m1 and C1 for m2); chance alone makes up to 1.5 reject. "),
        "{many}"
    );
}

#[test]
fn the_abstract_names_exploratory_effects_as_such() {
    let mut report = of(&["m"], &["n"], &["H1", "X1"]);
    report.claims[1].standing = Standing::Exploratory;
    for finding in report.findings.iter_mut().filter(|one| one.hypothesis == "X1") {
        finding.standing = Standing::Exploratory;
    }
    let told = synopsis(&report).paragraphs().join("\n\n");
    let exploratory = "One of 2 exploratory verdicts also shows an effect (X1 for m); a new run must confirm it before \
                       it counts.";
    assert!(told.contains(exploratory), "{told}");
    for finding in report.findings.iter_mut().filter(|one| one.hypothesis == "X1") {
        finding.rejected = 0;
    }
    let told = synopsis(&report).paragraphs().join("\n\n");
    assert!(!told.contains("xploratory"), "{told}");
}

#[test]
fn nothing_answered_is_nothing_found() {
    let own = contrast("H1", "m");
    let empty = report(&[own], &Outcomes::default());
    assert_eq!(synopsis(&empty).paragraphs().join("\n\n"), "There are no answers yet.");
    assert_eq!(methods(&empty).paragraphs.len(), 0, "{:?}", methods(&empty));
    // Nothing is claimed of pairs that are all lost.
    let own = contrast("H1", "m");
    let lost = pairs(&own, "m", 4, RIGHT, [Answer::Empty, RIGHT]);
    let told = synopsis(&report(&[own], &Outcomes::new(lost))).paragraphs().join("\n\n");
    assert!(told.contains("For m, there are too few pairs to tell."), "{told}");
    assert!(!told.contains("effect:"), "{told}");
}

/// A table of measures with a row for each subject.
fn measured(name: &str, column: &str, rows: &[(&str, f64)]) -> Table<'static> {
    let names = ["subject", "strategy", "temperature", column, "low", "high"];
    let mut table = Builder::new(name, "A measure", "", &names);
    for (subject, value) in rows {
        let shares = [*value, value - 0.1, value + 0.1].map(Value::Share);
        let names = [subject, "all", "all"].map(Value::from);
        table.row(false, names.into_iter().chain(shares).collect());
    }
    table.build()
}

#[test]
fn tables_of_a_second_measure_do_not_replace_the_first() {
    let tables =
        |name| vec![measured(name, "accuracy", &[("a", 0.5)]), measured(name, "accuracy", &[])];
    let report = report(&[], &Outcomes::default());
    let report = report.with_measured(tables("one")).with_measured(tables("two"));
    let names: Vec<&str> = report.measured.iter().map(|table| &*table.name).collect();
    assert_eq!(names, ["one", "two"]);
    assert_eq!(report.hollow.len(), 2);
}

#[test]
fn measures_are_summed_up_by_their_ends() {
    let mut report = report(&[], &Outcomes::default());
    report.measured = vec![
        measured(
            "accuracy",
            "accuracy",
            &[("a", 0.8), ("all", 0.1), ("b", 0.5), ("c", 0.9), ("d", 0.9)],
        ),
        measured("belief-bias", "belief", &[("a", -0.25)]),
        measured("fallacy-rates", "rate", &[("a", 0.4), ("b", 0.4)]),
    ];
    assert_eq!(
        synopsis(&report).measures,
        [
            "The share of right verdicts ranges from 50.0 % [40.0, 60.0] for b to 90.0 % [80.0, 100.0] for c and d.",
            "The difference in acceptance between believable and unbelievable conclusions is -25.0 points \
             [-35.0, -15.0] for a.",
            "The share of the predicted fallacy among conclusions that do not follow is 40.0 % for all subjects.",
            "Brackets give 95 % intervals, not adjusted for their number.",
        ]
    );
}

/// Without hypotheses, too, the abstract says that a subject answers blindly.
#[test]
fn one_answer_to_everything_is_told_without_hypotheses() {
    let mut report = of(&[], &["m", "n"], &["H1"]);
    (report.claims, report.findings, report.rows) = (Vec::new(), Vec::new(), Vec::new());
    report.subjects[0].letters = always_a(report.subjects[0].letters.choices());
    let found = synopsis(&report).found.join(" ");
    assert_eq!(
        found,
        "But m answers (a) 100 % of the time: such results are no sign of reasoning."
    );
}

/// Questions that have no answer are counted, and no mean of answers is taken.
#[test]
fn unanswered_questions_are_counted() {
    let mut report = sound();
    report.conduct.questions = 400;
    let asked = synopsis(&report).asked.join(" ");
    assert!(asked.contains("120 of 400 questions were answered"), "{asked}");
}

/// Subjects at one end of a range are all named, each with its interval where these differ.
#[test]
fn ties_are_told() {
    let mut report = report(&[], &Outcomes::default());
    let mut table = measured("accuracy", "accuracy", &[("a", 0.5), ("b", 1.0), ("c", 1.0)]);
    table.rows[2].cells[4] = Cell::Number(0.4);
    report.measured = vec![table];
    assert_eq!(
        synopsis(&report).measures[0],
        "The share of right verdicts ranges from 50.0 % [40.0, 60.0] for a to 100.0 % for b [90.0, 110.0] and c \
         [40.0, 110.0]."
    );
}

/// The numbers of the first sentences multiply to that of the answers.
#[test]
fn questions_are_told_as_a_product() {
    let own = contrast("H1", "baseline");
    let mut outcomes = Vec::new();
    for (protocol, temperature, repeat) in
        [("p", "0.0", 0), ("q", "0.0", 0), ("p", "1.0", 0), ("q", "1.0", 0)]
            .into_iter()
            .flat_map(|(p, t, _)| (0..3).map(move |repeat| (p, t, repeat)))
    {
        for mut one in modest(&own, "m") {
            let factors = one.factors.with("protocol", protocol).with("temperature", temperature);
            (one.factors, one.repeat) = (std::sync::Arc::new(factors), repeat);
            outcomes.push(one);
        }
    }
    let of = |outcomes: Vec<Outcome>| {
        let outcomes = Outcomes::new(outcomes);
        Report::new(&[], &[], &outcomes, &crate::support::SETTINGS, Default::default()).unwrap()
    };
    let told = |outcomes: Vec<Outcome>| synopsis(&of(outcomes)).asked.join(" ");
    let all = told(outcomes.clone());
    assert!(
        all.contains(
            "gave 1,440 answers to 480 different questions: 120 problems, each under two protocols and at two \
             temperatures. Each question was put 3 times."
        ),
        "{all}"
    );
    // Where some problems were put in fewer ways, the methods have the mean, which makes the product.
    outcomes
        .retain(|one| one.factors.get("protocol") == Some("p") || one.item.as_str() < "item/00030");
    let some = told(outcomes.clone());
    assert!(
        some.contains(
            "1,080 answers to 360 different questions: 120 problems, each asked in up to four ways."
        ),
        "{some}"
    );
    let methods = methods(&of(outcomes.clone())).paragraphs;
    let asked = "under 1 or 2 of 2 protocols (1.50 on average) and at two temperatures";
    assert!(methods.iter().any(|own| own.text.contains(asked)), "{methods:?}");
    outcomes.retain(|one| one.factors.get("protocol") == Some("p"));
    outcomes.retain(|one| one.factors.get("temperature") == Some("0.0") && one.repeat == 0);
    let one = told(outcomes);
    assert!(one.contains("gave 120 answers to 120 problems. Each question was put once."), "{one}");
}

/// The strongest among the rejections is not called the strongest of all.
#[test]
fn a_larger_difference_that_is_not_significant_is_told() {
    let mut report = of(&["m"], &["n"], &["H1"]);
    let quiet = report.rows.iter_mut().find(|row| row.model == "n").unwrap();
    let difference = quiet.difference.as_mut().unwrap();
    (difference.estimate, difference.interval.low, difference.interval.high) = (0.9, -0.05, 0.99);
    let told = synopsis(&report).strongest.join(" ");
    assert!(
        told.starts_with(
            "Two of the 4 tests of the one hypothesis reject equal performance. The largest difference among \
             these: answers of m are right 75.0 percentage points less often"
        ),
        "{told}"
    );
    assert!(told.contains("one other is as large"), "{told}");
    assert!(
        told.contains("One difference is larger, but its test does not reject: n in H1, baseline (+90.0 points; 95 % interval -5.0 to +99.0, not adjusted;"),
        "{told}"
    );
    assert!(told.contains(", not adjusted; "), "{told}");
    // Several are counted, and the largest is named.
    let others = report.rows.iter_mut().filter(|row| row.model == "n");
    for (row, size) in others.zip([0.9, 0.95]) {
        let difference = row.difference.as_mut().unwrap();
        (difference.estimate, difference.interval.low, difference.interval.high) =
            (size, -0.05, 0.99);
    }
    let told = synopsis(&report).strongest.join(" ");
    assert!(
        told.contains(
            "Two differences are larger, but their tests do not reject; the largest: n in H1"
        ),
        "{told}"
    );
    assert!(told.contains("(+95.0 points;"), "{told}");
    // A test for the other sign cannot reject, however large the difference.
    for row in report.rows.iter_mut().filter(|row| row.model == "n") {
        row.alternative = Alternative::Less;
    }
    let told = synopsis(&report).strongest.join(" ");
    assert!(told.contains("; the test is one-sided, for the other sign)."), "{told}");
}

/// One test is no "1 tests".
#[test]
fn one_is_singular_in_every_sentence() {
    let own = contrast("H1", "baseline");
    for outcomes in [
        clear_of(&own, "m"),
        modest(&own, "m"),
        pairs(&own, "m", 1, RIGHT, [RIGHT, WRONG]),
        pairs(&own, "m", 1, RIGHT, [Answer::Empty, WRONG]),
    ] {
        let report = report(std::slice::from_ref(&own), &Outcomes::new(outcomes));
        let mut text = account(&report);
        report.findings.iter().for_each(|one| text.push_str(&one.sentence));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let plural = |noun: &str| {
            let one = format!("1 {noun}");
            text.match_indices(&one).any(|(at, _)| {
                !text[..at].ends_with(|c: char| c.is_alphanumeric() || ",.-".contains(c))
            })
        };
        for noun in
            ["tests", "pairs", "items", "problems", "answers", "questions", "subjects", "families"]
        {
            assert!(!plural(noun), "1 {noun}: {text}");
        }
    }
}

/// Everything that methods can tell of.
fn well_documented() -> Report {
    let mut report = sound();
    let provenance = &mut report.provenance;
    provenance.version = "1.2.3".to_owned();
    provenance.study = "demo".to_owned();
    provenance.study_hash = "0123abcd".to_owned();
    (provenance.seed, provenance.profile) = (Some(7), Some("balanced".to_owned()));
    provenance.grader = "the default reader, version 9".to_owned();
    provenance.command = "peirast run study.toml".to_owned();
    provenance.subjects[0].first_asked = Some("2025-01-02T03:04:05Z".to_owned());
    provenance.subjects[0].last_asked = Some("2025-01-03T03:04:05Z".to_owned());
    let plan = report.conduct.plan.as_mut().unwrap();
    plan.sampling.max_tokens = Some(2000);
    report
}

#[test]
fn the_methods_of_one_model() {
    insta::assert_snapshot!(methods(&well_documented()).paragraphs().join("\n\n"));
}

#[test]
fn methods_quote_what_the_surface_gives_away() {
    let mut report = well_documented();
    let check = |family: &str, chance: f64, over: Vec<SurfaceCue>| SurfaceCheck {
        family: family.to_owned(),
        task: Task::YesNo,
        items: 100,
        chance,
        bound: 0.03,
        cues: 11,
        over,
    };
    let cue = |accuracy: f64, why: Option<&str>| SurfaceCue {
        cue: "length".to_owned(),
        accuracy,
        why: why.map(str::to_owned),
    };
    report.surface = vec![
        check("a", 0.5, Vec::new()),
        check("b", 0.5, vec![cue(0.9, Some("long is right")), cue(0.6, None)]),
        check("c", 1.0, Vec::new()),
        SurfaceCheck { cues: 0, ..check("few", 0.5, Vec::new()) },
    ];
    let methods = methods(&report);
    let materials = &methods.paragraphs[0].text;
    for sentence in [
        "(after Gururangan et al., 2018). A cue counts if its guesser is right more than 3 points above chance.",
        "In a (yes or no; chance 50 %) none of 11 cues counts.",
        "In b (yes or no; chance 50 %) 2 of 11 cues count: length (90 %; long is right); length (60 %).",
        "In c (yes or no; chance 100 %) one answer is always right, so a guess is never wrong.",
    ] {
        assert!(materials.contains(sentence), "{sentence}\n{materials}");
    }
    assert!(!materials.contains("few"), "{materials}");
    assert!(methods.references.iter().any(|one| one.starts_with("Gururangan")));
}

#[test]
fn the_methods_of_several_subjects_of_which_pairs_are_lost() {
    let mut contrasts = [contrast("H1", "baseline"), contrast("H1", "os"), contrast("H2", "os")];
    contrasts[2].direction = Direction::OriginalBetter;
    let mut outcomes = Vec::new();
    for own in &contrasts {
        outcomes.extend(clear_of(own, "m"));
        outcomes.extend(pairs(own, "sim:n", 8, RIGHT, [Answer::Refused, RIGHT]));
        outcomes.extend(
            modest(own, "sim:n").into_iter().filter(|one| one.item.as_str() > "item/00009"),
        );
    }
    let mut report = report(&contrasts, &Outcomes::new(outcomes));
    let subject = |name: &str| SubjectProvenance {
        model: name.to_owned(),
        answers: 90,
        attempts: 95,
        ..SubjectProvenance::default()
    };
    report.provenance.subjects = vec![subject("m"), subject("sim:n")];
    insta::assert_snapshot!(methods(&report).paragraphs().join("\n\n"));
}

/// Methods have no word for unknown facts, nor for steps that were not done.
#[test]
fn methods_claim_nothing_that_was_not_done() {
    let own = contrast("H1", "m");
    let bare = report(std::slice::from_ref(&own), &Outcomes::new(modest(&own, "m")));
    let text = methods(&bare).paragraphs().join("\n\n");
    for word in [
        "seed",
        "temperature",
        "sent",
        "A/A",
        "Manski",
        "Ramdas",
        "Wilson",
        "Koralus",
        "vote",
        "Peirast",
        "mixed",
        "Mixed",
        "over all subjects",
        "Over all",
        "translat",
        "once",
    ] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    assert!(text.contains("No pair was lost.") && text.contains("McNemar"), "{text}");
}

#[test]
fn votes_and_repeats_are_told_as_they_were() {
    let told = |change: fn(&mut Report)| {
        let mut report = well_documented();
        change(&mut report);
        methods(&report).paragraphs().join("\n\n")
    };
    assert!(told(|_| {}).contains("Each subject answered each question once"));
    let unanswered = told(|r| r.conduct.most_answers = 0);
    assert!(
        unanswered.contains("No question was answered.") && !unanswered.contains("question once"),
        "{unanswered}"
    );
    let repeated = told(|r| r.conduct.most_answers = 3);
    assert!(
        repeated.contains("each question up to 3 times") && !repeated.contains("question once"),
        "{repeated}"
    );
    for (rule, words) in [
        (
            Stopping::Adaptive { first: 5, most: 10 },
            "5 answers decided if they agreed, otherwise the majority of 10",
        ),
        (
            Stopping::Sequential { odds: 19.0, most: 25 },
            "reached 19, at the latest after 25 answers",
        ),
    ] {
        let mut report = well_documented();
        let plan = report.conduct.plan.as_mut().unwrap();
        (plan.voting, plan.temperatures) = (Some(rule), vec![0.0, 0.7]);
        let single = methods(&report).paragraphs().join("\n\n");
        report.conduct.most_answers = 5;
        let text = methods(&report).paragraphs().join("\n\n");
        assert!(text.contains(words), "{text}");
        // A rule that had nothing to count did not count.
        assert!(!single.contains(words) && single.contains("there was no vote"), "{single}");
    }
    let sequential = told(|r| r.settings.sequential = Some(10));
    for word in ["e-BH", "Ramdas", "after every 10 items"] {
        assert!(sequential.contains(word), "{word}: {sequential}");
    }
    assert!(!sequential.contains("Benjamini") && !sequential.contains("power"), "{sequential}");
}

/// The page, the JSON and the terminal have the same words.
#[test]
fn every_form_has_all_three() {
    let report = well_documented().titled("A title", "About it.");
    // The page has the signs of print.
    let page = page(&report).replace('\u{a0}', " ").replace('−', "-").replace(" → ", "->");
    let text = account(&report);
    let document: serde_json::Value = serde_json::from_str(&json(&report).unwrap()).unwrap();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = plain(&text);
    let own = synopsis(&report);
    for sentence in own.asked.iter().chain(&own.found).chain(&own.strongest).chain(&own.caveats) {
        assert!(page.contains(sentence.as_str()) && text.contains(sentence), "{sentence}");
    }
    assert_eq!(document["abstract"], serde_json::to_value(&own).unwrap());
    assert_eq!(document["limitations"], serde_json::to_value(limitations(&report)).unwrap());
    assert_eq!(document["methods"]["paragraphs"][0]["heading"], "Materials");
    assert_eq!(document["rows"][0]["n"], 60);
    assert!(
        page.contains("<strong>Materials. </strong>") && text.contains("Materials. The study demo")
    );
    assert!(text.starts_with("A title Abstract"), "{text}");
}

/// The counts of what was asked are those of the stored questions.
#[test]
fn conduct_is_counted() {
    let own = contrast("H1", "baseline");
    let mut outcomes = modest(&own, "m");
    outcomes.extend(modest(&own, "n"));
    let conduct = Conduct::from_outcomes(&Outcomes::new(outcomes), None);
    assert_eq!((conduct.items(), conduct.problems(), conduct.questions), (60, 120, 120));
    assert_eq!((conduct.most_answers, conduct.unanswered, conduct.plan), (1, 0, None));
    assert_eq!(conduct.protocols, ["baseline"]);
}

#[test]
fn what_could_not_be_tested_is_not_told_as_nothing_found() {
    // All pairs of one hypothesis are lost, as when no answer to its problems can be read.
    let mut report = of(&["m"], &["n"], &["H1", "H2", "C1"]);
    let told = |report: &Report| synopsis(report).paragraphs().join("\n\n");
    let whole = told(&report);
    assert!(whole.contains("Three hypotheses were tested"), "{whole}");
    assert!(
        whole.contains("For n, there is no evidence of token bias in any hypothesis."),
        "{whole}"
    );
    for row in report.rows.iter_mut().filter(|row| row.hypothesis != "H1") {
        (row.n, row.n_discordant, row.p, row.reject, row.difference) = (0, 0, None, false, None);
    }
    for finding in report.findings.iter_mut().filter(|one| one.hypothesis != "H1") {
        (finding.rejected, finding.too_few) = (0, true);
    }
    let untested = told(&report);
    for part in [
        "One hypothesis was tested",
        "m shows token bias in all tests of the one hypothesis with enough pairs.",
        "For n, there is no evidence of token bias in any hypothesis with enough pairs.",
        "There are too few pairs to tell in H2 and C1 for any subject.",
    ] {
        assert!(untested.contains(part), "no `{part}` in {untested}");
    }
    let few = limitations(&report);
    let few = few.found.iter().find(|one| one.check == peirast_report::Check::FewPairs);
    let cases = &few.expect("a limitation").cases;
    assert_eq!(
        cases.iter().map(|case| (case.count, case.of)).collect::<Vec<_>>(),
        [(4, Some(6)); 2]
    );

    for finding in report.findings.iter_mut().filter(|one| one.hypothesis == "C1") {
        finding.standing = Standing::Control;
    }
    let told = told(&report);
    assert!(told.contains("All controls have too few pairs to tell."), "{told}");
    assert!(!told.contains("No control rejects"), "{told}");
}

#[test]
fn questions_put_once_more_are_no_part_of_how_often_they_were_put() {
    let mut report = of(&["m"], &[], &["H1"]);
    let noise =
        peirast_measure::Noise { subject: "m".to_owned(), controls: 3, ..Default::default() };
    report.noise = vec![noise];
    let told = synopsis(&report).paragraphs().join("\n\n");
    assert!(
        told.contains("Each question was put once, and 3 once more as A/A controls."),
        "{told}"
    );
}
