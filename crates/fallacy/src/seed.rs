//! The bank of seed problems from which problems are generated.
//!
//! Facts about the generator of *Theory-Grounded Evaluation of Human-Like Fallacy Patterns in LLM
//! Reasoning*, from its public code. Names that begin with e are those of the worked examples of
//! *Reason and Inquiry*.

/// A problem from the literature: premises, and the predicted conclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeedProblem {
    /// Its name.
    pub id: &'static str,
    /// The premises, as view strings.
    pub premises: &'static [&'static str],
    /// The listed conclusion, if there is one.
    pub conclusion: Option<&'static str>,
}

/// A collection of seed problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bank {
    /// Nine problems of the book and six with disjunctions, from which the published problems were
    /// generated.
    Default,
    /// Problems that the authors left out because a procedure failed on them. Some of their views
    /// have predicates of several places.
    Error,
    /// Disjunctions, and the same with the premises exchanged.
    Order,
    /// Illusory inferences with *some* (Mascarenhas and Koralus 2017), in both orders.
    Quantifier,
    /// Modus ponens, and modus tollens with a conclusion that is too strong for many.
    Conditional,
}

impl Bank {
    /// All banks.
    pub const ALL: [Bank; 5] =
        [Bank::Default, Bank::Error, Bank::Order, Bank::Quantifier, Bank::Conditional];

    /// Its problems.
    ///
    /// ```
    /// use peirast_fallacy::Bank;
    ///
    /// let problem = Bank::Default.problems()[3];
    /// assert_eq!((problem.id, problem.conclusion), ("e13", Some("{B(a())}")));
    /// ```
    pub fn problems(self) -> &'static [SeedProblem] {
        match self {
            Bank::Default => &DEFAULT,
            Bank::Error => &ERROR,
            Bank::Order => &ORDER,
            Bank::Quantifier => &QUANTIFIER,
            Bank::Conditional => &CONDITIONAL,
        }
    }

    /// Every premise and every conclusion of its problems, as often as it occurs. Random views
    /// start from these.
    ///
    /// ```
    /// use peirast_fallacy::Bank;
    ///
    /// let mut views = Bank::Default.views();
    /// assert_eq!(views.len(), 45);
    /// views.sort_unstable();
    /// views.dedup();
    /// assert_eq!(views.len(), 27);
    /// ```
    pub fn views(self) -> Vec<&'static str> {
        let of = |problem: &'static SeedProblem| {
            problem.premises.iter().copied().chain(problem.conclusion)
        };
        self.problems().iter().flat_map(of).collect()
    }
}

const fn seed(
    id: &'static str,
    premises: &'static [&'static str],
    conclusion: &'static str,
) -> SeedProblem {
    SeedProblem { id, premises, conclusion: Some(conclusion) }
}

const ONE: &str = "{A(a())B(a()),C(b())D(b())}";
const TWO: &str = "{A(a())B(b()),C(c())D(d())}";
const THREE: &str = "{A(a())A(b()),A(c())A(d())}";
const FOUR: &str = "{A(a())A(b()),A(c())A(d()),A(e())A(f())}";
const FIVE: &str = "{A(a())A(b()),A(c()),A(d())}";
const A: &str = "{A(a())}";
const NOT_A: &str = "{~A(a())}";
const SOME: &str = "∃x {B(x)A(x*)}";

const DEFAULT: [SeedProblem; 15] = [
    seed("e32_1", &["{A(a())}^{B(a())}", "{B(a())}"], A),
    seed("e41", &["{A(a())}^{B(a())}", NOT_A], "{~B(a())}"),
    seed("e51", &["∀x {A(x*)}^{B(x*)}", "∀x {B(x*)}"], "∀x {A(x*)}"),
    seed("e13", &[ONE, A], "{B(a())}"),
    seed("e3", &["{A(a())B(a()),C(a())D(a())}", NOT_A], "{C(a())D(a())}"),
    seed("e42", &["{~A(a())~B(a())}^{~B(a())}", "{~B(a())}"], NOT_A),
    seed("e47", &[SOME, "{A(a()*)}"], "{B(a())}"),
    seed("e52", &["∀x {A(x)B(x*)}^{A(x)}", "{B(a()*)}"], "{B(a()*)A(a())}"),
    seed("e57", &["∀x {B(x*)A(x)}^{B(x*)}", "∃x {B(x*)C(x)}"], "∃y {A(y)C(y)B(y*)}"),
    seed("target1", &[ONE, A], "{B(a())}"),
    seed("target2", &[TWO, A], "{B(b())}"),
    seed("target3", &[THREE, A], "{A(b())}"),
    seed("control1", &[ONE, NOT_A], "{C(b())D(b())}"),
    seed("control2", &[TWO, NOT_A], "{C(c())D(d())}"),
    seed("control3", &[THREE, NOT_A], "{A(c())A(d())}"),
];

const ERROR: [SeedProblem; 5] = [
    seed("e54", &["∀x {0,A(x*)B(x)}^{A(x*)}", "{A(a()*)}"], "{A(a()*)B(a())}"),
    SeedProblem {
        id: "e61",
        premises: &["∀x ∃y {~A(x),B(y*)A(x)C(x,y)}", "{B(b()*)}"],
        conclusion: None,
    },
    seed("e15", &["{~A()~B()~C()}", "{A()}"], "{~B(),~C()}"),
    seed("e40i", &["{~A()~B()C(),A()~B()~C(),~A()B()~C()}", "{D()C()}^{D()}", "{B()}"], "{0}"),
    seed("e28", &["{~A(),A()}", "{B()A()}^{A()}", "{B()}"], "{A()B()}"),
];

const ORDER: [SeedProblem; 10] = [
    seed("target1", &[ONE, A], "{B(a())}"),
    seed("target2", &[TWO, A], "{B(b())}"),
    seed("target3", &[THREE, A], "{A(b())}"),
    seed("target4", &[FOUR, A], "{A(b())}"),
    seed("target5", &[FIVE, A], "{A(b())}"),
    seed("control1", &[A, ONE], "{B(a()),C(b())D(b())}"),
    seed("control2", &[A, TWO], "{B(b()),C(c())D(d())}"),
    seed("control3", &[A, THREE], "{A(b()),A(c())A(d())}"),
    seed("control4", &[A, FOUR], "{A(b()),A(c())A(d()),A(e())A(f())}"),
    seed("control5", &[A, FIVE], "{A(b()),A(c()),A(d())}"),
];

const QUANTIFIER: [SeedProblem; 4] = [
    seed("some", &[SOME, "{A(a()*)}"], "{B(a())}"),
    seed("some_denied", &[SOME, "{~A(a()*)}"], "{0}"),
    seed("some_reversed", &["{A(a()*)}", SOME], "{B(a())}"),
    seed("some_denied_reversed", &["{~A(a()*)}", SOME], "{0}"),
];

const CONDITIONAL: [SeedProblem; 2] = [
    seed("modus_ponens", &["{P(a())Q(a())}^{P(a())}", "{P(a())}"], "{Q(a())}"),
    seed("modus_tollens", &["{P(a())Q(a())}^{P(a())}", "{~Q(a())}"], "{~P(a())}"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;
    use crate::judge::Judge;

    #[test]
    fn the_default_bank_has_the_published_weights() {
        let views = Bank::Default.views();
        let count = |text| views.iter().filter(|view| **view == text).count();
        for (text, times) in [
            (NOT_A, 6),
            (A, 5),
            ("{B(a())}", 4),
            (ONE, 3),
            ("{A(a())}^{B(a())}", 2),
            ("{~B(a())}", 2),
            (TWO, 2),
            (THREE, 2),
            (SOME, 1),
        ] {
            assert_eq!(count(text), times, "{text}");
        }
        assert!(views.iter().all(|view| view.parse::<Draft>().is_ok()));
    }

    #[test]
    fn the_theory_predicts_what_is_listed() {
        for problem in DEFAULT {
            let judge = Judge::new(problem.premises).expect("premises");
            let listed = problem.conclusion.expect("a conclusion");
            let judgement = judge.judge(listed).expect("a judgement");
            assert!(judgement.predicted.regardless_of_issues, "{}", problem.id);
        }
    }
}
