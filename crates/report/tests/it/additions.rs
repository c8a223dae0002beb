//! The promises of "where to add what": a family, a column of outcomes, a figure, a table and a
//! test rule are each added in one place, from outside, through what the crates offer to any
//! program.

use crate::support::{SETTINGS, claim, contrast, modest, pairs, report, sound};
use peirast_figure::{Data, Figure, Region, Sheet, Venn};
use peirast_read::{Context, read};
use peirast_record::{
    Answer, Factors, Grade, Key, Origin, Outcome, Problem, Profile, Publication, Scoring, Study,
    Task, Truth, Version,
};
use peirast_report::{
    FIGURES, LazyTable, OUTCOME_COLUMNS, OutcomeColumn, Outcomes, Provenance, Report, Settings,
    TABLES, figures_made_by, methods, outcome_table, tables_made_by, write_outcome_columns,
    write_outcomes,
};
use peirast_stats::{McNemar, Rule, mcnemar};
use peirast_table::{Cell, Column, Row, Table, Unit};
use peirast_task::{
    Act, Cue, Design, Draft, Draw, Exemplars, Factor, Families, Family, Make, NotWorkedOut,
    Occasion, PROTOCOLS, Phrasing, Plan, Reply, STEP_BY_STEP, Simulated, Solved, Variant, Wording,
    segment, task_sentence,
};
use std::sync::Arc;

/// A family of questions with two options: which way does a coin fall more often?
static COINS: Family = Family {
    name: "coins",
    about: "a coin that falls more often on one side",
    profiles: &[Profile::Balanced],
    variants: &[Variant {
        name: "biased",
        about: "a coin with a known bias",
        factors: &[METAL],
        make: Make::Each(make),
    }],
    exemplars: Some(&Tosses),
    phrasing: Phrasing {
        task: task_sentence,
        weak_hint: Wording::new("Beware of coins."),
        strong_hint: Wording::new("Beware of coins: metal has no memory."),
        steps: STEP_BY_STEP,
    },
    replies: |reply: &Reply<'_>| vec![format!("The coin says {}.", reply.answer)],
    cues: &[Cue { factor: "metal", level: "tin" }],
    origins: &[Origin {
        sentence: "Coins were tossed as ever ({}).",
        cites: &[Publication {
            reference: "Aaronson, A. (1999). On coins.",
            citation: "Aaronson, 1999",
        }],
        variants: "",
    }],
    has_forms: false,
    work_out: |_| Err(NotWorkedOut::OtherText),
    check_data: || Ok(()),
};

const METAL: Factor =
    Factor { name: "metal", levels: &["gold", "tin"], touches: &["metal"], changes_truth: false };

fn make(draw: &Draw<'_>) -> Option<Vec<Problem>> {
    let (sides, first) = (["heads", "tails"], draw.cell.right_first);
    let (right, lure) = if first { ('a', 'b') } else { ('b', 'a') };
    let share = 60 + draw.index;
    let often = if first { sides[0] } else { sides[1] };
    let version = |metal: &str| {
        let levels = Factors::from_iter([("metal", metal)]);
        let segments = vec![
            segment("metal", format!("A coin of {metal} ")),
            segment("stem", format!("falls on {often} {share} times in a thousand more. ")),
            segment("question", "Which is more likely?\n(a) heads.\n(b) tails.\n"),
        ];
        let truth = Truth {
            answer: Answer::Choice(right),
            lure: Answer::Choice(lure),
            form: format!("P({often}) > 1/2"),
            why: format!("it falls on {often} more often"),
        };
        let options = vec![('a', "heads.".to_owned()), ('b', "tails.".to_owned())];
        let draft = Draft { task: Task::Choice, segments, options, truth };
        draw.problem(&levels, levels.clone(), draft)
    };
    Some(vec![version("gold"), version("tin")])
}

#[derive(Debug)]
struct Tosses;

fn toss(what: &str) -> Solved {
    Solved {
        question: format!("A {what} is tossed."),
        answer: "The correct answer is (a).".to_owned(),
        reason: format!("The {what} has no choice."),
    }
}

impl Exemplars for Tosses {
    fn classic(&self, _: &Problem) -> Solved {
        toss("penny")
    }

    fn renamed(&self, _: &Problem) -> Solved {
        toss("dime")
    }

    fn rephrased(&self, _: &Problem, _: &Design, _: bool) -> Solved {
        toss("button")
    }

    fn few(&self, _: &Problem, _: &Design, _: &[Problem]) -> Vec<Solved> {
        ["button", "shoe", "hat"].map(toss).to_vec()
    }
}

const STUDY: &str = r#"
    id = "coins"
    title = "Coins"
    about = "Does the metal matter?"
    seed = 7
    profile = "balanced"
    alpha = 0.05
    rule = "exact"
    treatment = "exclude"
    ask = "all"
    repeats = 1
    subjects = ["sim:flawless"]

    [[family]]
    name = "coins"
    n = 8

    [[hypothesis]]
    id = "C1"
    title = "Metal does not matter"
    over = ["coins"]
    factor = "metal"
    original = { metal = "gold" }
    perturbed = { metal = "tin" }
    protocols = ["baseline", "os"]
    direction = "original-better"
"#;

/// The answers of a subject to every question of a plan.
fn outcomes(plan: &Plan, subject: &Simulated) -> Outcomes {
    let one = |question: &peirast_task::Question| {
        let (problem, protocol) = (&plan.problems[question.problem], &PROTOCOLS[question.protocol]);
        let act = subject.act(problem, protocol, Occasion { seed: 7, ..Occasion::default() });
        let Act::Answer { text, finish, .. } = act else { panic!("an answer") };
        assert!(text.starts_with("The coin says "), "{text}");
        let answer = read(problem.task, &text, &Context::of_problem(problem, finish)).answer;
        Outcome {
            trial: Key::from_stored(format!("{}/{}", problem.id, protocol.name)),
            item: problem.item.clone(),
            version: Version::new(&problem.id, &problem.item),
            subject: subject.name().into(),
            repeat: 0,
            factors: Arc::new(protocol.trial_factors(problem)),
            answer,
            truth: problem.truth.answer,
            grade: Grade::new(answer, problem.truth.answer),
            scoring: Scoring::Reader,
            evidence: None,
        }
    };
    Outcomes::new(plan.questions.iter().map(one).collect())
}

/// A family is one value in a list: its problems are planned, put with exemplars and hints of its own,
/// answered in its own words, tempted by its own cue, tested, and described in the methods.
#[test]
fn a_family_that_is_added_has_everything_of_its_own() {
    let families = Families::built_in().with(&COINS);
    let study = Study::parse(STUDY).unwrap();
    let plan = Plan::with_families(&study, &families).unwrap();
    assert_eq!(plan.problems.len(), 16);

    let mut texts = String::new();
    for question in &plan.questions {
        let protocol = &plan.protocols.all()[question.protocol];
        let prompt = plan.asker.ask(&plan.problems[question.problem], protocol);
        texts.extend(prompt.messages.iter().map(|message| message.content.as_str()));
    }
    for own in ["penny", "dime", "button", "shoe", "hat", "Beware of coins.", "no memory"] {
        assert!(texts.contains(own), "{own}");
    }
    for other in ["Linda", "Bob", "rose", "stopwatch", "lamp", "fallacy"] {
        assert!(!texts.contains(other), "{other}");
    }

    let tempted = Simulated::with_families("sim:biased:metal=1", &families).unwrap();
    let outcomes = outcomes(&plan, &tempted);
    for outcome in outcomes.rows() {
        let is_tin = outcome.factors.get("metal") == Some("tin");
        assert_eq!(outcome.grade == Grade::Wrong, is_tin, "{outcome:?}");
    }

    let provenance = Provenance { seed: Some(7), ..Provenance::default() };
    let claims = [claim("C1")];
    let report = Report::new(&claims, &plan.contrasts, &outcomes, &SETTINGS, provenance).unwrap();
    let report = Report { origins: families.origins(), ..report };
    assert!(report.rows.iter().all(|row| row.reject), "{:?}", report.rows);
    let methods = methods(&report);
    let text = methods.paragraphs().join("\n");
    assert!(text.contains("Coins were tossed as ever (Aaronson, 1999)."), "{text}");
    assert_eq!(methods.references[0], "Aaronson, A. (1999). On coins.");
    assert!(!text.contains("Jiang"), "of the families whose problems were put: {text}");
}

/// A cue of another family changes no answer to problems that do not have its factor.
#[test]
fn a_family_that_is_added_leaves_answers_to_the_others_as_they_were() {
    let families = Families::built_in().with(&COINS);
    let design = Design { seed: 3, profile: Profile::Balanced };
    let [before, after] = [Families::built_in(), families]
        .map(|families| Simulated::with_families("sim:biased:0.5", &families).unwrap());
    for family in peirast_task::FAMILIES.iter().filter(|family| family.name != "etr") {
        for problem in family.make(&design, family.variants[0].name, 12).unwrap() {
            for protocol in PROTOCOLS {
                let act = |one: &Simulated| one.act(&problem, protocol, Occasion::default());
                assert_eq!(act(&before), act(&after), "{}", problem.id);
            }
        }
    }
}

/// A column of outcomes is one line: the long table and the CSV file have it.
#[test]
fn a_column_of_outcomes_that_is_added_is_written_everywhere() {
    let outcomes = Outcomes::new(modest(&contrast("H1", "m"), "s"));
    let dummy = OutcomeColumn {
        name: "length",
        unit: Unit::Count,
        is_answer: false,
        cell: |row| (row.item().len() as u64).into(),
    };
    let columns: Vec<OutcomeColumn> = OUTCOME_COLUMNS.iter().copied().chain([dummy]).collect();

    let table = outcome_table(&columns, &outcomes);
    let place = OUTCOME_COLUMNS.len();
    assert_eq!(
        (table.columns[place].name.as_str(), table.columns[place].unit),
        ("length", Unit::Count)
    );
    assert!(table.rows.iter().all(|row| row.cells[place] == Cell::Count(10)), "item/00000");

    let csv = |columns: &[OutcomeColumn]| {
        let mut bytes = Vec::new();
        write_outcome_columns(columns, &outcomes, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let mut built_in = Vec::new();
    write_outcomes(&outcomes, &mut built_in).unwrap();
    assert_eq!(csv(OUTCOME_COLUMNS).into_bytes(), built_in);
    let added = csv(&columns);
    let (mut lines, before) = (added.lines(), csv(OUTCOME_COLUMNS));
    let head = lines.next().unwrap();
    let fixed = "trial,model,item,problem,repetition,answer,truth,grade,scoring,rule,words,finish,\
                 input_tokens,output_tokens,reasoning_tokens,latency_ms,text,length,";
    assert!(head.starts_with(fixed), "{head}");
    for (with, without) in lines.zip(before.lines().skip(1)) {
        assert_eq!(with.replacen(",reader,,,,,,,,,10,", ",reader,,,,,,,,,", 1), without);
    }
}

/// A figure is one function in a list: it is drawn, named and captioned like the others.
#[test]
fn a_figure_that_is_added_is_drawn_like_the_others() {
    let mut report = sound();
    report.simulated = true;
    let dummy = |report: &Report| {
        let terms = vec![report.subjects[0].model.to_string()];
        vec![Figure {
            name: "dummy".to_owned(),
            title: "A dummy".to_owned(),
            caption: "One subject.".to_owned(),
            data: Data::Venn(Venn { terms, regions: vec![Region::Unknown, Region::Occupied] }),
        }]
    };
    let makers: Vec<_> = FIGURES.iter().copied().chain([dummy as fn(&Report) -> _]).collect();
    let figures = figures_made_by(&makers, &report);
    assert_eq!(figures.len(), peirast_report::figures(&report).len() + 1);
    let own = figures.last().unwrap();
    assert_eq!(own.stem(), "dummy");
    assert!(own.svg(&Sheet::default()).unwrap().contains("A dummy"));
}

/// A table is one function in a list: it has its origin, and its columns are explained with the others.
#[test]
fn a_table_that_is_added_is_written_like_the_others() {
    fn dummy<'a>(report: &'a Report, _: &'a Outcomes) -> Vec<LazyTable<'a>> {
        let column = Column::new("rows", Unit::Count, "how many rows there are");
        let row = Row::new(vec![(report.rows.len() as u64).into()]);
        vec![Table::new("dummy", "A dummy", vec![column], vec![row]).into()]
    }
    let own = contrast("H1", "m");
    let outcomes = Outcomes::new(modest(&own, "s"));
    let report = report(&[own], &outcomes);
    let makers: Vec<_> =
        TABLES.iter().copied().chain([dummy as peirast_report::TableMaker]).collect();
    let tables = tables_made_by(&makers, &report, &outcomes);
    let tables: Vec<Table<'_>> = tables.into_iter().map(LazyTable::into_table).collect();
    let found = tables.iter().find(|table| table.name == "dummy").unwrap();
    assert_eq!(found.rows[0].cells, [Cell::Count(1)]);
    assert!(found.origin.iter().any(|(name, _)| name == "study"), "{:?}", found.origin);
    let explained = tables.last().unwrap();
    assert_eq!(explained.name, "columns");
    let cells: Vec<&Cell<'_>> = explained.rows.iter().flat_map(|row| &row.cells).collect();
    assert!(cells.contains(&&Cell::from("how many rows there are")), "{cells:?}");
}

/// A test rule is a value: rows, bounds of lost pairs and corrections work by it.
#[test]
fn a_test_rule_that_is_added_is_tested_by() {
    let always =
        |n12, n21, alternative| McNemar { p: 0.03, ..mcnemar::exact(n12, n21, alternative) };
    let rule = Rule::new("always", always, false);
    let own = contrast("H1", "m");
    let mut members = modest(&own, "s");
    (members[0].answer, members[0].grade) = (Answer::Unread, Grade::Unscored);
    let outcomes = Outcomes::new(members);
    let settings = Settings { rule, ..SETTINGS };
    let provenance = Provenance::default();
    let report = Report::new(&[claim("H1")], &[own], &outcomes, &settings, provenance).unwrap();
    let row = &report.rows[0];
    assert_eq!((row.p, row.reject), (Some(0.03), true), "{row:?}");
    let bounds = row.bounds.unwrap();
    assert_eq!((bounds.p.low, bounds.p.high), (0.03, 0.03));
    assert_eq!(report.settings.rule.to_string(), "always");

    // Four pairs are too few for the exact test, but not for this rule.
    let own = contrast("H1", "m");
    let answers = [true, false].map(Answer::YesNo);
    let few = Outcomes::new(pairs(&own, "s", 4, Answer::YesNo(true), answers));
    for (rule, is_too_few) in [(rule, false), (Rule::Exact, true)] {
        let settings = Settings { rule, ..SETTINGS };
        let (claims, own) = ([claim("H1")], std::slice::from_ref(&own));
        let report = Report::new(&claims, own, &few, &settings, Provenance::default()).unwrap();
        assert_eq!(report.findings[0].too_few, is_too_few, "{rule}");
    }
}
