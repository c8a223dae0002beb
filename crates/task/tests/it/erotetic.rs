//! Problems of the theory in words, and the conclusions of simulated subjects.

use peirast_fallacy::{Notion, Soundness};
use peirast_record::{Answer, ArgumentKind, Conclusion, Problem, Profile, Versions};
use peirast_task::{
    Act, Design, Erotetic, Family, Making, Occasion, Plan, Posed, Protocol, Simulated,
    built_in_study, verified,
};
use peirast_words::Theme;
use std::collections::{BTreeMap, BTreeSet};

const DEFAULT: Design = Design { seed: 5, profile: Profile::Balanced };
const PUBLISHED: Design = Design { seed: 5, profile: Profile::Paper2025 };

fn make(design: &Design, n: u32, versions: &[(&str, &str)]) -> Vec<Problem> {
    let versions: Versions = versions.iter().copied().collect();
    Family::named("etr").unwrap().make_versions(design, "open", n, &versions).unwrap()
}

fn kind(problem: &Problem) -> ArgumentKind {
    problem.worded.as_ref().unwrap().argument.kind
}

/// Returns the conclusion of a subject's answer.
fn concluded(name: &str, problem: &Problem, protocol: &str, repeat: u32) -> Conclusion {
    let (subject, protocol) = (Simulated::named(name).unwrap(), Protocol::named(protocol).unwrap());
    let occasion = Occasion { seed: 3, repeat, ..Occasion::default() };
    let Act::Answer { text, .. } = subject.act(problem, protocol, occasion) else {
        panic!("{name} fails")
    };
    let posed = Posed::new(problem.worded.as_deref().unwrap()).unwrap();
    let read = posed.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    judged(problem, &read.view.to_string())
}

/// Returns the conclusion of a view.
fn judged(problem: &Problem, view: &str) -> Conclusion {
    let posed = Posed::new(problem.worded.as_deref().unwrap()).unwrap();
    match Posed::conclusion(&posed.judge(view).unwrap(), Notion::RegardlessOfIssues) {
        Answer::Conclusion(conclusion) => conclusion,
        other => panic!("{view}: {other}"),
    }
}

#[test]
fn every_problem_is_verified_in_every_version() {
    let orders =
        [("order", "all"), ("inquiry", "none"), ("inquiry", "curing"), ("inquiry", "idle")];
    let versions: Versions = orders.into_iter().collect();
    for (design, variant) in [DEFAULT, PUBLISHED]
        .iter()
        .flat_map(|design| ["open", "yes-no", "choice"].map(|variant| (design, variant)))
    {
        let made = Family::named("etr").unwrap().make_versions(design, variant, 20, &versions);
        for problem in made.unwrap() {
            assert_eq!(verified(&problem).unwrap(), [], "{}", problem.id);
        }
    }
}

#[test]
fn closed_questions_are_balanced_and_have_one_right_answer() {
    let share = |variant: &str, design: &Design, is: &dyn Fn(&Problem) -> bool| {
        let problems = Family::named("etr").unwrap().make(design, variant, 200).unwrap();
        assert!(problems.len() >= 190, "{variant}: {}", problems.len());
        problems.iter().filter(|p| is(p)).count() as f64 / problems.len() as f64
    };
    for design in [DEFAULT, PUBLISHED] {
        let yes = share("yes-no", &design, &|p| p.truth.answer == Answer::YesNo(true));
        assert!((0.35..0.65).contains(&yes), "{yes}");
        for letter in ['a', 'b', 'c', 'd'] {
            let right = share("choice", &design, &|p| p.truth.answer == Answer::Choice(letter));
            assert!((0.1..0.5).contains(&right), "{letter}: {right}");
        }
        let lured = share("choice", &design, &|p| p.truth.lure != p.truth.answer);
        assert!(lured > 0.2, "{lured}");
    }
}

#[test]
fn questions_that_cure_are_put_after_the_first_premise() {
    let levels = ["none", "curing", "idle"].map(|level| ("inquiry", level));
    let problems = make(&DEFAULT, 40, &[&levels[..], &[("kind", "fallacy")]].concat());
    let with = |level: &str| {
        let own = problems.iter().filter(|p| p.factors.get("inquiry") == Some(level));
        own.cloned().collect::<Vec<Problem>>()
    };
    let (curing, idle) = (with("curing"), with("idle"));
    assert!(curing.len() > 20 && idle.len() > 10, "{} {}", curing.len(), idle.len());
    let mut withdrawn = 0;
    for problem in curing.iter().chain(&idle) {
        let text = problem.text();
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("* ")).unwrap();
        assert!(lines[first + 1].contains("ask yourself"), "{text}");
        let erotetic = concluded("sim:erotetic", problem, "baseline", 0);
        let asked = problem.worded.as_deref().unwrap().inquiry.as_ref().unwrap();
        if problem.factors.get("inquiry") == Some("idle") {
            assert_eq!(erotetic, Conclusion::Fallacy, "{text}");
        } else {
            // One fallacy may be replaced by another.
            let then = judged(problem, &asked.conclusion.replace('*', ""));
            assert_eq!(erotetic, then, "{text}");
            withdrawn += usize::from(then != Conclusion::Fallacy);
        }
    }
    assert!(10 * withdrawn > 9 * curing.len(), "{withdrawn} of {}", curing.len());
}

#[test]
fn a_condition_holds_whatever_problem_comes_first() {
    let mut study = built_in_study("etr").unwrap().unwrap();
    study.profile = Profile::Paper2025;
    study.families.iter_mut().for_each(|family| family.n = 30);
    let mut problems = Plan::problems(&study).unwrap();
    // Problems that no question cures have no such factor; one of them comes first.
    problems.sort_by_key(|problem| problem.factors.get("idle-differs").is_some());
    assert!(problems[0].factors.get("idle-differs").is_none());
    let plan = Plan::with_problems(&study, problems).unwrap();
    let mut matched = plan.contrasts.iter().filter(|one| one.hypothesis == "E4-matched").peekable();
    assert!(matched.peek().is_some());
    for unit in matched.flat_map(|contrast| &contrast.units) {
        for member in [&unit.original, &unit.perturbed] {
            assert_eq!(member.get("idle-differs"), Some("nothing"), "{member}");
        }
    }
}

#[test]
fn matched_questions_can_be_told_from_others() {
    let levels = ["none", "curing", "idle"].map(|level| ("inquiry", level));
    let problems = make(&DEFAULT, 60, &[&levels[..], &[("kind", "fallacy")]].concat());
    let mut items: BTreeMap<&str, Vec<&Problem>> = BTreeMap::new();
    problems.iter().for_each(|p| items.entry(&p.item).or_default().push(p));
    let mut differing: BTreeSet<&str> = BTreeSet::new();
    for versions in items.values() {
        let of = |name: &str| -> BTreeSet<Option<&str>> {
            versions.iter().map(|p| p.factors.get(name)).collect()
        };
        // It belongs to the item, so that it selects pairs.
        assert_eq!(of("idle-differs").len(), 1);
        assert_eq!(of("idle-place").len(), 1);
        let level = versions[0].factors.get("idle-differs");
        assert_eq!(level.is_some(), versions[0].factors.get("curable") == Some("yes"));
        differing.extend(level);
        if level != Some("nothing") {
            continue;
        }
        // A match of this form: a named thing on both sides, or on neither.
        let quantified = |inquiry: &str| {
            let version = versions.iter().find(|p| p.factors.get("inquiry") == Some(inquiry));
            let asked = version.unwrap().worded.as_ref().unwrap().inquiry.as_ref().unwrap();
            asked.questions.concat().matches(['∀', '∃']).count()
        };
        assert_eq!(quantified("curing"), quantified("idle"));
    }
    assert!(differing.contains("nothing") && differing.contains("said"), "{differing:?}");
}

#[test]
fn an_answer_in_our_own_words_is_read_as_what_it_says() {
    for design in [DEFAULT, PUBLISHED] {
        for problem in make(&design, 60, &[]) {
            let worded = problem.worded.as_deref().unwrap();
            let posed = Posed::new(worded).unwrap();
            for text in worded.premises() {
                let view: peirast_etr::View = text.replace('*', "").parse().unwrap();
                let sentence = posed.vocabulary().write(&view).unwrap();
                let read = posed.read(&format!("Answer: {sentence}"));
                let read = read.unwrap_or_else(|error| panic!("{sentence}: {error}")).view;
                assert!(read.equivalent(&view).unwrap(), "{sentence}: {read}");
            }
        }
    }
}

/// Premises without suppositions and quantifiers combined, in alternatives.
fn multiplied(premises: &[&str]) -> String {
    let mut all = vec![String::new()];
    for premise in premises {
        let stage = premise.replace('*', "");
        let stage: Vec<&str> = stage.trim_matches(['{', '}']).split(',').collect();
        all = all.iter().flat_map(|one| stage.iter().map(move |it| format!("{one}{it}"))).collect();
    }
    format!("{{{}}}", all.join(","))
}

#[test]
fn premises_said_again_are_not_informative_however_they_are_joined() {
    let (mut all, mut joined) = (0, 0);
    for problem in [make(&DEFAULT, 40, &[]), make(&PUBLISHED, 60, &[])].concat() {
        let worded = problem.worded.as_deref().unwrap();
        let posed = Posed::new(worded).unwrap();
        let premises = worded.premises();
        let plain: Vec<&str> =
            premises.iter().copied().filter(|text| !text.contains(['^', '∀', '∃'])).collect();
        for some in premises.chunks(1).chain(plain.windows(2)).chain([&plain[..]]) {
            if some.is_empty() {
                continue;
            }
            let view = if let [one] = some { one.replace('*', "") } else { multiplied(some) };
            let Ok(sentence) = posed.vocabulary().write(&view.parse().unwrap()) else { continue };
            let Ok(read) = posed.read(&format!("Answer: {sentence}")) else { continue };
            let judgement = posed.judge(&read.view.to_string()).unwrap();
            let soundness = &judgement.soundness;
            assert_eq!(soundness.is_correct(), Some(true), "{view}");
            assert!(!soundness.is_informative(), "{view} from {premises:?}: {soundness:?}");
            all += 1;
            joined += usize::from(matches!(soundness, Soundness::Joined { .. }));
        }
    }
    assert!(all > 500 && joined > 100, "{joined} joined of {all}");
}

#[test]
fn whatever_is_changed_is_found_out() {
    let problem = make(&DEFAULT, 1, &[]).remove(0);
    let fails = |change: &dyn Fn(&mut Problem)| {
        let mut changed = problem.clone();
        change(&mut changed);
        !verified(&changed).map(|differences| differences.is_empty()).unwrap_or(false)
    };
    assert!(!fails(&|_| {}));
    assert!(fails(&|p| p.worded.as_mut().unwrap().argument.entailed = true));
    assert!(fails(&|p| p.worded.as_mut().unwrap().argument.conclusion = "{0}".to_owned()));
    assert!(fails(&|p| p.worded.as_mut().unwrap().argument.premises.swap(0, 1)));
    assert!(fails(&|p| p.worded.as_mut().unwrap().order = vec![0, 0]));
    assert!(fails(&|p| p.worded = None));
    assert!(fails(&|p| {
        let premise = p.segments.iter_mut().find(|s| s.role == "first-premise").unwrap();
        premise.text = premise.text.replacen(" is ", " is not ", 1);
    }));
    assert!(fails(&|p| p.segments.retain(|segment| segment.role != "first-premise")));
    assert!(fails(&|p| p.factors.set("order", "reversed")));
    assert!(fails(&|p| p.factors.set("atoms", "99")));
    assert!(fails(&|p| p.factors.set("kind", "control-valid")));
    assert!(fails(&|p| p.truth.lure = Answer::Conclusion(Conclusion::Nothing)));
    assert!(fails(&|p| p.item = "etr/open/00009".into()));
    assert!(fails(&|p| p.segments[4].text = "Remember: nothing follows.\n".to_owned()));
    assert!(fails(&|p| p.segments[5].text = "What does NOT follow?".to_owned()));
}

#[test]
fn changed_questions_and_options_are_found_out() {
    let levels = [("inquiry", "none"), ("inquiry", "curing"), ("inquiry", "idle")];
    let made = make(&DEFAULT, 12, &[&levels[..], &[("kind", "fallacy")]].concat());
    let with = |level: &str| made.iter().find(|p| p.factors.get("inquiry") == Some(level)).unwrap();
    let fails = |problem: &Problem, change: &dyn Fn(&mut Problem)| {
        let mut changed = problem.clone();
        assert_eq!(verified(&changed).unwrap(), []);
        change(&mut changed);
        !verified(&changed).map(|differences| differences.is_empty()).unwrap_or(false)
    };
    let curing = with("curing");
    assert!(fails(curing, &|p| p.factors.set("inquiry", "idle")));
    assert!(fails(curing, &|p| p.factors.set("curable", "no")));
    let idle = with("idle").worded.as_ref().unwrap().inquiry.clone();
    assert!(fails(curing, &|p| p.worded.as_mut().unwrap().inquiry.clone_from(&idle)));
    let family = Family::named("etr").unwrap();
    let choice = &family.make(&DEFAULT, "choice", 1).unwrap()[0];
    assert!(fails(choice, &|p| {
        let shown = p.segments.iter_mut().find(|segment| segment.role == "asked").unwrap();
        shown.text = shown.text.replacen("(a)", "(b)", 1);
    }));
    assert!(fails(choice, &|p| p.truth.lure = Answer::Choice('z')));
    assert!(fails(choice, &|p| p.options.swap(0, 1)));
    let yes_no = &family.make(&DEFAULT, "yes-no", 1).unwrap()[0];
    assert!(fails(yes_no, &|p| {
        let flipped = p.truth.lure == Answer::YesNo(false);
        p.truth.lure = Answer::YesNo(flipped);
    }));
    assert!(fails(yes_no, &|p| p.worded.as_mut().unwrap().asked.clear()));
}

#[test]
fn themes_take_turns_and_words_are_drawn_anew() {
    let problems = make(&DEFAULT, 170, &[("kind", "fallacy")]);
    let mut themes: BTreeMap<&str, u32> = BTreeMap::new();
    let mut objects: BTreeMap<String, u32> = BTreeMap::new();
    for problem in &problems {
        *themes.entry(problem.factors.get("theme").unwrap()).or_default() += 1;
        for words in problem.worded.as_ref().unwrap().lexicon.objects.values() {
            *objects.entry(words.clone()).or_default() += 1;
        }
    }
    assert_eq!(themes.len(), Theme::all().len());
    assert!(themes.values().all(|count| *count == 10), "{themes:?}");
    assert!(objects.values().all(|count| *count <= 10), "no object is in all items of a theme");
}

#[test]
fn the_published_design_has_the_themes_and_the_wording_of_the_program() {
    let problems = make(&PUBLISHED, 60, &[]);
    let themes: BTreeSet<&str> =
        problems.iter().map(|problem| problem.factors.get("theme").unwrap()).collect();
    assert_eq!(themes.len(), 12);
    assert!(themes.iter().all(|name| name.ends_with("-2025")), "{themes:?}");
    let quantified: Vec<String> = problems
        .iter()
        .flat_map(|problem| problem.text().lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.starts_with("* For all") || line.starts_with("* There is some"))
        .collect();
    assert!(quantified.iter().any(|line| line.starts_with("* For all X, ")), "{quantified:?}");
    assert!(quantified.iter().any(|line| line.starts_with("* There is some X such that ")));
    let sentences = ["* Every ", "* No ", "* Some ", " thing "];
    assert!(
        problems.iter().all(|problem| sentences.iter().all(|one| !problem.text().contains(one)))
    );
    for problem in &problems {
        assert_eq!(verified(problem).unwrap(), [], "{}", problem.id);
    }
}

#[test]
fn orders_show_the_same_premises() {
    let problems = make(&DEFAULT, 12, &[("kind", "fallacy"), ("order", "all")]);
    let mut items: BTreeMap<&str, Vec<&Problem>> = BTreeMap::new();
    problems.iter().for_each(|p| items.entry(&p.item).or_default().push(p));
    for versions in items.values() {
        let lines = |p: &Problem| -> BTreeSet<String> {
            p.text().lines().filter(|l| l.starts_with("* ")).map(str::to_owned).collect()
        };
        assert!(versions.iter().all(|p| lines(p) == lines(versions[0])));
        let texts: BTreeSet<String> = versions.iter().map(|p| p.text()).collect();
        assert_eq!(texts.len(), versions.len());
        let premises = versions[0].worded.as_ref().unwrap().order.len();
        let expected: usize = if premises <= 4 { (1..=premises).product() } else { 24 };
        assert_eq!(versions.len(), expected);
    }
}

#[test]
fn what_there_is_not_is_said() {
    let family = Family::named("etr").unwrap();
    let make = |design: &Design, factor: &str, level: &str| {
        let versions = Versions::from_iter([(factor, level)]);
        family.make_versions(design, "open", 2, &versions).unwrap_err().to_string()
    };
    assert!(make(&DEFAULT, "order", "backwards").contains("order backwards"));
    assert!(make(&DEFAULT, "colour", "red").contains("varies kind, order, inquiry"));
    let published = Design { profile: Profile::Paper2024, ..DEFAULT };
    assert!(make(&published, "order", "original").contains("no profile `paper-2024`"));
    assert!(make(&PUBLISHED, "kind", "control-valid").contains("control-valid"));
    let syllogism = Family::named("syllogism").unwrap();
    assert!(syllogism.make(&PUBLISHED, "all-some-some", 1).is_err());
}

#[test]
fn a_theme_with_too_few_words_is_named() {
    let few: String = (0..16).map(|at| format!("\"n{at}x\", ")).collect();
    let text = format!(
        "name = \"few\"\npreamble = \"A few.\"\nkind = {{ one = \"part\", many = \"parts\" }}\n\
         objects = [{few}]\npredicates = [\"p1\", \"p2\"]\n"
    );
    let error = Theme::read("few.toml", &text).unwrap_err().to_string();
    assert!(error.contains("few.toml"), "{error}");
}

#[test]
fn parts_of_a_corpus_are_the_whole() {
    let maker = Erotetic::named("open", &PUBLISHED, &Versions::default()).unwrap();
    let part = |index, of| {
        let making = Making { shard: peirast_fallacy::Shard { index, of }, ..Making::new(900) };
        maker.corpus(&making).unwrap()
    };
    let whole = maker.put(&part(0, 1).problems).unwrap();
    let parts = [part(0, 2).problems, part(1, 2).problems].concat();
    assert_eq!(maker.put(&parts).unwrap(), whole);
}

#[test]
fn subjects_conclude_as_they_are_meant_to() {
    for problem in make(&DEFAULT, 25, &[]) {
        for protocol in ["baseline", "zs-cot"] {
            let of = |name: &str| concluded(name, &problem, protocol, 0);
            assert!(of("sim:flawless").follows(), "{}", problem.id);
            assert_eq!(of("sim:nothing"), Conclusion::Nothing);
            let erotetic = of("sim:erotetic");
            match kind(&problem) {
                ArgumentKind::Fallacy => {
                    assert_eq!(erotetic, Conclusion::Fallacy, "{}", problem.id)
                }
                ArgumentKind::ControlValid => assert_eq!(erotetic, Conclusion::Predicted),
                ArgumentKind::ControlBlocked => assert!(erotetic.follows(), "{}", problem.id),
            }
        }
    }
}

#[test]
fn a_mixture_has_the_share_that_was_set() {
    let problems = make(&PUBLISHED, 100, &[]);
    let fallacies = (0..6)
        .flat_map(|repeat| problems.iter().map(move |problem| (problem, repeat)))
        .filter(|(problem, repeat)| {
            concluded("sim:erotetic:0.3", problem, "baseline", *repeat) == Conclusion::Fallacy
        })
        .count();
    // Six standard deviations of a binomial with n = 600 and p = 0.3.
    assert!((113..=247).contains(&fallacies), "{fallacies} of 600");
    for wrong in ["sim:erotetic:1.2", "sim:erotetic:share=0.8,noise=0.4", "sim:erotetic:luck=1"] {
        assert!(Simulated::named(wrong).is_err(), "{wrong}");
    }
}
