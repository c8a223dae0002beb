//! Any answer to a problem is judged or refused, and the verdicts agree with each other.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_fallacy::{Error, Judge, Judgement, Notion, Soundness, missteps};
use peirast_logic::{Verdict, refutes};

/// Longer answers can hold too many arbitrary objects: to distinguish them takes seconds.
const LONGEST: usize = 200;

const PREMISES: [&str; 3] =
    ["{A(a()*)B(a()),C(b())D(b())}", "Ax {C(x)}^{B(x)}", "Ex Ay {A(x)E(y)}"];

fuzz_target!(|text: &str| {
    if text.len() > LONGEST {
        return;
    }
    let judge = Judge::new(&PREMISES).expect("premises");
    match judge.judge(text) {
        Ok(judgement) => check(&judge, text, &judgement),
        Err(Error::Answer { .. }) => assert!(missteps(&PREMISES, text).is_err()),
        Err(Error::Theory(_)) => {}
        Err(other) => panic!("{other}"),
    }
    // The text as a premise.
    if let Ok(judge) = Judge::new(&[PREMISES[0], text]) {
        let _ = judge.judge("{B(a())}");
    }
});

fn check(judge: &Judge, text: &str, judgement: &Judgement) {
    let (argument, verdict) = judge.entailment(text).expect("a verdict");
    let correct = match verdict {
        Verdict::Entailed => Some(true),
        Verdict::Refuted(structure) => {
            assert!(refutes(&structure, &argument));
            Some(false)
        }
        Verdict::Unknown(_) => None,
    };
    // Logic is not asked about the answer that nothing follows.
    if judgement.soundness != Soundness::Verum {
        assert_eq!(judgement.is_correct(), correct);
    }
    assert_ne!(judgement.vacuous, Some(true));
    for notion in Notion::ALL {
        let fallacy = judgement.is_fallacy(notion);
        assert!(fallacy != Some(true) || judgement.is_correct() == Some(false));
    }
    assert!(!judgement.predicted.strict || judgement.predicted.regardless_of_issues);
    if judgement.is_correct() != Some(false) {
        assert_eq!(missteps(&PREMISES, text), Ok(Vec::new()));
    }
}
