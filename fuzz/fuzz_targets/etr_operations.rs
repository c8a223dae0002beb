//! Any two views go through every operation, within small limits, without a panic, and what comes
//! out is a view whose text reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_etr::{Engine, Error, InternedView, Limits};

type Binary = fn(&mut Engine, &InternedView, &InternedView) -> Result<InternedView, Error>;

const OPERATIONS: [Binary; 17] = [
    Engine::product,
    Engine::sum,
    Engine::answer,
    Engine::merge,
    Engine::update,
    Engine::universal_product,
    Engine::existential_sum,
    Engine::division,
    Engine::factor,
    Engine::query,
    Engine::which,
    Engine::inquire,
    Engine::suppose,
    |engine, view, _| engine.negation(view),
    |engine, view, _| engine.depose(view),
    |engine, view, _| engine.factor(view, &InternedView::falsum()),
    |engine, one, two| engine.what_is_the_probability(&[one.clone()], two),
];

const PREFIXES: [&str; 4] = ["∀x∃y∀z∃w", "∃y∀x∃w∀z", "∀z∀x∃w∃y", "∃w∃y∀z∀x"];
const PREDICATES: [&str; 8] = ["A", "B", "P", "P", "Q", "Q", "R", "=="];
const TERMS: [&str; 16] = [
    "x", "x*", "y", "y*", "z", "z*", "w", "w*", "a()", "a()*", "b()", "b()*", "f(x*)", "f(a())*",
    "1", "++(x,2)",
];
const WEIGHTS: [&str; 8] = ["0.5=* ", "2=+ ", "1|x=* ", "f(y)=* 3=+ ", "", "", "", ""];

/// One atom to a byte and what its arguments are to more; some bytes begin a new state, the
/// supposition, or a weight.
fn text(bytes: &[u8]) -> String {
    let mut bytes = bytes.iter().map(|byte| usize::from(*byte));
    let mut text = PREFIXES[bytes.next().unwrap_or(0) % 4].to_owned() + " {";
    let (mut fresh, mut supposes) = (true, false);
    while let Some(byte) = bytes.next() {
        match byte % 16 {
            0 | 1 if !fresh => {
                text += ",";
                fresh = true;
            }
            2 if !supposes => {
                text += if fresh { "0}^{" } else { "}^{" };
                (fresh, supposes) = (true, true);
            }
            3 if fresh && !supposes => text += WEIGHTS[byte / 16 % 8],
            _ => {
                let predicate = PREDICATES[byte % 8];
                let arity = match predicate {
                    "R" | "==" => 2,
                    "P" | "Q" => 1,
                    _ => 0,
                };
                let terms: Vec<&str> =
                    (0..arity).map(|_| TERMS[bytes.next().unwrap_or(0) % 16]).collect();
                let sign = if byte / 128 == 1 { "~" } else { "" };
                text += &format!("{sign}{predicate}({})", terms.join(","));
                fresh = false;
            }
        }
    }
    if fresh {
        text += "0";
    }
    text + "}"
}

fuzz_target!(|bytes: &[u8]| {
    let (one, two) = bytes.split_at(bytes.len() / 2);
    let limits = Limits { states: 300, steps: 30_000 };
    let mut engine = Engine::default().with_limits(limits);
    // Quantifiers of what does not occur are dropped.
    let (Ok((one, _)), Ok((two, _))) =
        (engine.read_tolerant(&text(one)), engine.read_tolerant(&text(two)))
    else {
        return;
    };
    for run in OPERATIONS {
        let Ok(view) = run(&mut engine, &one, &two) else { continue };
        let shown = engine.show(&view);
        let again = engine.read(&shown).expect("what is shown can be read");
        assert_eq!(engine.show_base(&again), engine.show_base(&view));
        let _ = engine.equivalent(&view, &again);
    }
    let premises = [one, two];
    let _ = engine.default_inference(&premises);
    let _ = engine.does_it_follow(&premises, &premises[0]);
    let [one, two] = &premises;
    let _ = engine.decide(one, std::slice::from_ref(two), std::slice::from_ref(two), &premises);
});
