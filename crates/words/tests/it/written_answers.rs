//! Sentences of the written language as answers: their reading is exact, or there is none.

use crate::support::random::{Random, Shape};

/// Number of views.
const VIEWS: u64 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

#[test]
fn written_sentences_are_never_misread() {
    let vocabulary = crate::support::vocabulary();
    let (mut read, mut all) = (0, 0);
    for seed in 0..VIEWS {
        let shape = if seed % 2 == 0 { Shape::MONADIC } else { Shape::ANY };
        let view = Random::new(seed).claim(shape).view().expect("a view");
        let sentence = vocabulary.write(&view).expect("words");
        all += 1;
        if let Ok(answer) = vocabulary.read_answer(&format!("Answer: {sentence}")) {
            read += 1;
            let same = answer.view.equivalent(&view).expect("small");
            assert!(same, "{seed}: {view}\n{sentence}\n{}", answer.view);
        }
    }
    assert!(read * 100 > all * 98, "{read} of {all}");
}
