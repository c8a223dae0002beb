//! Every operation, with an external and an internal view.

use peirast_etr::{Engine, Error, InternedView, Limits};

pub type Run = fn(&mut Engine, &InternedView, &InternedView) -> Result<InternedView, Error>;

pub const OPERATIONS: [(&str, Run); 23] = [
    ("product", Engine::product),
    ("sum", Engine::sum),
    ("answer", Engine::answer),
    ("equilibrium_answer", Engine::equilibrium_answer),
    ("atomic_answer", Engine::atomic_answer),
    ("merge", Engine::merge),
    ("update", Engine::update),
    ("universal_product", Engine::universal_product),
    ("existential_sum", Engine::existential_sum),
    ("division", Engine::division),
    ("factor", Engine::factor),
    ("query", Engine::query),
    ("which", Engine::which),
    ("inquire", Engine::inquire),
    ("suppose", Engine::suppose),
    ("negation", |engine, view, _| engine.negation(view)),
    ("depose", |engine, view, _| engine.depose(view)),
    ("factor_falsum", |engine, view, _| engine.factor(view, &InternedView::falsum())),
    ("factor_absurd", |engine, view, other| {
        engine.factor_absurd(view, std::slice::from_ref(other))
    }),
    ("basic_step", |engine, one, two| engine.basic_step(&[one.clone(), two.clone()])),
    ("default_inference", |engine, one, two| engine.default_inference(&[one.clone(), two.clone()])),
    ("probability", |engine, one, two| {
        engine.what_is_the_probability(std::slice::from_ref(one), two)
    }),
    ("decide", |engine, one, two| {
        let two = std::slice::from_ref(two);
        engine.decide(one, two, two, &[])
    }),
];

/// Small bounds: random views must not take long.
pub const LIMITS: Limits = Limits { states: 500, steps: 50_000 };

pub fn engine() -> Engine {
    Engine::default().with_limits(LIMITS)
}

/// Everything that the two ways of writing a view show.
pub fn full_text(engine: &Engine, view: &InternedView) -> String {
    format!("{}  {}", engine.show(view), engine.show_base(view))
}

/// Equal, names included.
pub fn same(engine: &mut Engine, one: &InternedView, two: &InternedView) -> bool {
    engine.show(one) == engine.show(two) && engine.equivalent(one, two) == Ok(true)
}

/// Did it only become too much?
pub fn is_limit(error: &Error) -> bool {
    matches!(
        error,
        Error::TooManyStates { .. }
            | Error::TooManySteps { .. }
            | Error::TermTooLarge { .. }
            | Error::WeightTooLarge { .. }
    )
}
