//! Hostile answers and premises: judged or refused, in little time, without a panic, and with
//! consistent verdicts.

use peirast_etr::{EquilibriumBounds, Following, Reading};
use peirast_fallacy::{
    Error, Judge, Judgement, Notion, Reasoner, Soundness, cure, informative_conclusion, missteps,
    predicts_fallacy,
};
use peirast_logic::{Verdict, refutes};
use proptest::prelude::*;
use std::time::{Duration, Instant};

const PREMISES: [&str; 3] =
    ["{A(a()*)B(a()),C(b())D(b())}", "Ax {C(x)}^{B(x)}", "Ex Ay {A(x)E(y)}"];

/// The time limit for one answer: far above the time on a busy machine, far below the time of an
/// exponential step.
const ALLOWED: Duration = Duration::from_secs(60);

/// Pieces of views.
const PIECES: [&str; 26] = [
    "{",
    "}",
    "^{",
    ",",
    "A(a())",
    "B(a())",
    "~",
    "C(x)",
    "A(x*)",
    "Ax ",
    "Ey ",
    "Ex ",
    "E(y)",
    "0",
    "F()",
    "L(x,y)",
    "==(a(),b())",
    "f(a())",
    "A(f(x))",
    "1=* ",
    "2=+ ",
    "do(A(a()))",
    "(",
    ")",
    "*",
    " ",
];

fn check(answer: &str) {
    let judge = Judge::new(&PREMISES).expect("premises");
    let start = Instant::now();
    match judge.judge(answer) {
        Ok(judgement) => consistent(&judge, answer, &judgement),
        Err(Error::Answer { .. }) => assert!(missteps(&PREMISES, answer).is_err(), "{answer}"),
        Err(Error::Theory(_)) => {}
        Err(other) => panic!("{answer}: {other}"),
    }
    assert!(start.elapsed() < ALLOWED, "{answer} took {:?}", start.elapsed());
}

fn consistent(judge: &Judge, answer: &str, judgement: &Judgement) {
    assert_eq!(judge.judge(answer).as_ref(), Ok(judgement), "{answer}");
    let (argument, verdict) = judge.entailment(answer).expect("a verdict");
    let correct = match verdict {
        Verdict::Entailed => Some(true),
        Verdict::Refuted(structure) => {
            assert!(refutes(&structure, &argument), "{answer}");
            Some(false)
        }
        Verdict::Unknown(_) => None,
    };
    assert!(judgement.soundness == Soundness::Verum || judgement.is_correct() == correct);
    assert_ne!(judgement.vacuous, Some(true));
    for notion in Notion::ALL {
        let fallacy = judgement.is_fallacy(notion) == Some(true);
        assert!(!fallacy || judgement.is_correct() == Some(false), "{answer}: {judgement:?}");
    }
    let Judgement { predicted, .. } = judgement;
    assert!(!predicted.strict || predicted.regardless_of_issues, "{answer}: {judgement:?}");
    let found = missteps(&PREMISES, answer).expect("a view");
    assert!(judgement.is_correct() == Some(false) || found.is_empty(), "{answer}: {found:?}");
}

/// All operations on premises.
fn take_in(premises: &[&str]) {
    let start = Instant::now();
    let Ok(judge) = Judge::new(premises) else { return };
    let _ = judge.judge("{B(a())}");
    let _ = judge.is_predicted("{B(a())}", Following::UpToRenaming);
    let answer = Reasoner::Classical.conclude(premises).expect("an answer");
    assert_ne!(
        judge.judge(&answer).expect("a judgement").is_correct(),
        Some(false),
        "{premises:?}"
    );
    for reasoner in
        [Reasoner::Erotetic(Reading::PYETR_1_0_0), Reasoner::Random { seed: 1, number: 1 }]
    {
        let answer = reasoner.conclude(premises).expect("an answer");
        assert!(judge.entailment(&answer).is_ok(), "{premises:?}: {answer}");
    }
    let _ = informative_conclusion(premises).expect("views");
    let _ = predicts_fallacy(premises, Reading::SOUND);
    let _ = cure(premises, Reading::SOUND, &EquilibriumBounds { questions: 1, sets: 100 });
    assert!(start.elapsed() < ALLOWED, "{premises:?} took {:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 1_000 } else { 5_000 }))]

    #[test]
    fn any_text_is_judged_or_refused(text in ".{0,200}") {
        check(&text);
        take_in(&[PREMISES[0], &text]);
    }

    #[test]
    fn any_pieces_are_judged_or_refused(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..20),
    ) {
        check(&pieces.concat());
        take_in(&[PREMISES[0], &pieces.concat()]);
    }

    /// Valid views instead of arbitrary texts.
    #[test]
    fn any_view_is_judged(view in view(), other in view()) {
        check(&view);
        take_in(&[&view, &other]);
    }
}

/// A view of up to three arbitrary objects.
fn view() -> impl Strategy<Value = String> {
    let prefix = prop::sample::select(
        &["", "Ax ", "Ex ", "Ax Ey ", "Ey Ax ", "Ax Ay ", "Ex Ey ", "Ax Ey Az ", "Ax Ez Ay "][..],
    );
    let predicate = prop::sample::select(&["A", "B", "C", "~A", "~B", "~C"][..]);
    let term = prop::sample::select(&["a()", "b()", "a()*", "x", "y", "z", "x*"][..]);
    let state = prop::collection::vec((predicate, term), 0..3);
    let states = prop::collection::vec(state, 1..4);
    (prefix, states.clone(), prop::option::of(states)).prop_map(|(prefix, stage, supposed)| {
        let mut text = written(&stage);
        if let Some(supposed) = supposed {
            text.push('^');
            text.push_str(&written(&supposed));
        }
        // Terms that are not quantified get a name; objects that do not occur are not quantified.
        let mut quantified = String::new();
        for object in ["x", "y", "z"] {
            let open =
                text.contains(&format!("({object})")) || text.contains(&format!("({object}*)"));
            match prefix.split(' ').find(|one| one.ends_with(object)) {
                Some(quantifier) if open => quantified.push_str(&format!("{quantifier} ")),
                _ => {
                    text = text.replace(&format!("({object})"), &format!("({object}())"));
                    text = text.replace(&format!("({object}*)"), &format!("({object}()*)"));
                }
            }
        }
        quantified + &text
    })
}

fn written(states: &[Vec<(&str, &str)>]) -> String {
    let state = |state: &Vec<(&str, &str)>| match state.as_slice() {
        [] => "0".to_owned(),
        state => state.iter().map(|(predicate, term)| format!("{predicate}({term})")).collect(),
    };
    format!("{{{}}}", states.iter().map(state).collect::<Vec<String>>().join(","))
}
