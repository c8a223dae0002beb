//! Reading views from SMT-LIB.

use super::command::Script;
use super::expression::expressions;
use super::formula::{Formula, FormulaId};
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::interned::{InternedView, Parts};
use crate::issue::Issues;
use crate::stage::Stage;
use crate::states::States;
use crate::text::prefix::Prefix;

impl Engine {
    /// Reads an SMT-LIB script as one view: the conjunction of all that it asserts.
    ///
    /// Quantifiers in front become the view's dependency relation, `(=> Θ Γ)` under them becomes
    /// supposition and stage, and the rest is brought into states: `and` is their product, `or`
    /// their union, `not` their negation. Declared symbols of sort Bool are predicates, all others
    /// functions and constants; numbers are Real; `=` is identity, between formulas too.
    /// `real2const`, which makes a term of a number, is left out, and so is what PySMT leaves out,
    /// whose reading of scripts this follows.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read_smt_lib(
    ///     "(declare-sort U 0) (declare-fun Man (U) Bool) (declare-fun Mortal (U) Bool)
    ///      (assert (forall ((x U)) (=> (Man x) (Mortal x))))",
    /// )?;
    /// assert_eq!(engine.show(&view), "∀x {Mortal(x)}^{Man(x)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the script is ill formed, uses a symbol without declaring it or against
    /// its sorts, or says what no view says (a quantifier or implication inside a connective,
    /// arithmetic), or quantifies what it never uses; [`Error::TooManyStates`] and [`Error::TooManySteps`] if the states exceed the limits.
    pub fn read_smt_lib(&mut self, text: &str) -> Result<InternedView, Error> {
        let commands = expressions(text)?;
        let mut script = Script::run(&commands, text, self)?;
        let whole = conjunction(&mut script)?;
        script.check_one_view(whole)?;
        script.view(whole)
    }

    /// Reads an SMT-LIB script as several views: one for each assertion, or for each operand of
    /// `and` if that is the only assertion. A script that asserts nothing is read as ⊤.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let views = engine.read_smt_lib_views(
    ///     "(declare-const King Bool) (declare-const Ace Bool)
    ///      (assert (or King Ace)) (assert (not King))",
    /// )?;
    /// let shown: Vec<String> = views.iter().map(|view| engine.show(view)).collect();
    /// assert_eq!(shown, ["{Ace(),King()}", "{~King()}"]);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Engine::read_smt_lib`], for each view.
    pub fn read_smt_lib_views(&mut self, text: &str) -> Result<Vec<InternedView>, Error> {
        let commands = expressions(text)?;
        let mut script = Script::run(&commands, text, self)?;
        let whole = conjunction(&mut script)?;
        match script.evaluation.formulas.get(whole).clone() {
            Formula::And(operands) if !operands.is_empty() => {
                operands.into_iter().map(|operand| script.view(operand)).collect()
            }
            _ => Ok(vec![script.view(whole)?]),
        }
    }
}

fn conjunction(script: &mut Script<'_, '_, '_>) -> Result<FormulaId, ParseError> {
    let assertions = std::mem::take(&mut script.assertions);
    script.evaluation.formulas.add(Formula::And(assertions), 0)
}

impl Script<'_, '_, '_> {
    /// Refuses a conjunction of what are views by themselves, where one view is wanted.
    fn check_one_view(&self, whole: FormulaId) -> Result<(), ParseError> {
        let formulas = &self.evaluation.formulas;
        let Formula::And(operands) = formulas.get(whole) else { return Ok(()) };
        let apart = operands.iter().find(|operand| {
            matches!(formulas.get(**operand), Formula::Implies(..) | Formula::Quantified(..))
        });
        match apart {
            None => Ok(()),
            Some(operand) => Err(self
                .evaluation
                .error(formulas.place(*operand), "one view")
                .help("quantifiers and implications beside other assertions make several views")),
        }
    }

    fn view(&mut self, formula: FormulaId) -> Result<InternedView, Error> {
        let evaluation = &mut self.evaluation;
        let mut prefix = Prefix::default();
        let mut inner = formula;
        while let Formula::Quantified(kind, names, body) = evaluation.formulas.get(inner).clone() {
            for name in names {
                if prefix.find(name).is_some() {
                    let at = evaluation.formulas.place(inner);
                    let error = evaluation.error(at, "variables that are not quantified yet");
                    return Err(error.help(format!("`{name}` is quantified twice")).into());
                }
                prefix.bind(kind, name, &mut evaluation.engine.lexicon)?;
            }
            inner = body;
        }
        let (supposition, stage) = match *evaluation.formulas.get(inner) {
            Formula::Implies(condition, conclusion) => {
                let given = evaluation.formulas.states(condition, evaluation.engine)?;
                (States::clone(&given), conclusion)
            }
            _ => (States::verum(), inner),
        };
        let stage = evaluation.formulas.states(stage, evaluation.engine)?;
        let view = Parts {
            stage: Stage::unweighted(States::clone(&stage)),
            supposition,
            relation: prefix.take_relation(),
            issues: Issues::default(),
        };
        prefix.check_used(&view, &evaluation.engine.lexicon, evaluation.text())?;
        Ok(view.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Error, Limits, Reading};

    const DECLARED: &str = "(declare-sort U 0) (declare-fun P (U) Bool) (declare-fun L (U U) Bool)
        (declare-fun f (U) U) (declare-const a U) (declare-const b U) (declare-const A Bool)
        (declare-const B Bool) (declare-const C Bool) (declare-fun N (Real) Bool)
        (declare-fun real2const (Real) U)\n";

    fn read_in(reading: Reading, script: &str) -> Result<String, String> {
        let mut engine = Engine::new(reading);
        let view = engine.read_smt_lib(&(DECLARED.to_owned() + script));
        view.map(|view| engine.show(&view)).map_err(|error| error.to_string())
    }

    fn read(script: &str) -> String {
        let ours = read_in(Reading::SOUND, script).expect("a view");
        assert_eq!(read_in(Reading::PYETR_1_0_0, script).as_ref(), Ok(&ours), "{script}");
        ours
    }

    fn refused(script: &str) -> String {
        read_in(Reading::PYETR_1_0_0, script).expect_err("it should be refused");
        read_in(Reading::SOUND, script).expect_err("it should be refused")
    }

    fn views(script: &str) -> Vec<String> {
        let mut engine = Engine::default();
        let views = engine.read_smt_lib_views(&(DECLARED.to_owned() + script)).expect("views");
        views.iter().map(|view| engine.show(view)).collect()
    }

    #[test]
    fn formulas_come_to_states() {
        let cases = [
            ("", "{0}"),
            ("(assert false)", "{}"),
            ("(assert (and))", "{0}"),
            ("(assert (not (or A B)))", "{~A()~B()}"),
            ("(assert (and (or A B) C))", "{A()C(),B()C()}"),
            ("(assert (not (and (or A B) C)))", "{~A()~B(),~A()~C(),~B()~C(),~C()}"),
            ("(assert (or A (and B (not B)) true))", "{0,A(),B()~B()}"),
            ("(assert (=> A false))", "{}^{A()}"),
            ("(assert (=> (or A B) (not (not C))))", "{C()}^{A(),B()}"),
            ("(assert A) (assert (or B C))", "{A()B(),A()C()}"),
            ("(assert (xor A B))", "{~==(A(),B())}"),
            ("(assert (distinct a b (f a)))", "{~==(a(),b())~==(a(),f(a()))~==(b(),f(a()))}"),
            ("(assert (= (P a) A))", "{==(P(a()),A())}"),
            (
                "(assert (forall ((x U)) (exists ((y U)) (=> (P x) (L x y)))))",
                "∀x ∃y {L(x,y)}^{P(x)}",
            ),
            ("(assert (exists ((a U) (y U)) (L a y)))", "∃a ∃y {L(a,y)}"),
            ("(assert (N (/ (- 1) 4)))", "{N(-0.25)}"),
            ("(assert (= a (real2const 2.50)))", "{==(a(),2.5)}"),
        ];
        for (script, view) in cases {
            assert_eq!(read(script), view, "{script}");
        }
    }

    #[test]
    fn commands_have_their_effect() {
        let cases = [
            ("(set-logic UF) (assert A) ; B\n (check-sat) (exit)", "{A()}"),
            ("(assert A) (push) (assert B) (pop) (push 2) (assert C) (pop 2)", "{A()}"),
            ("(assert A) (reset-assertions) (assert B)", "{B()}"),
            ("(define-sort V () U) (declare-const c V) (assert (P c))", "{P(c())}"),
            ("(declare-const |c| U) (assert (P |c|)) (declare-const A Bool)", "{P(c())}"),
            ("(define-fun g ((x U)) Bool (L x (f x))) (assert (g a))", "{L(a(),f(a()))}"),
            ("(define-fun c () U a) (assert (forall ((a U)) (L a c)))", "∀a {L(a,a())}"),
            ("(assert (let ((x a) (y (f b))) (! (L x y) :named n)))", "{L(a(),f(b()))}"),
        ];
        for (script, view) in cases {
            assert_eq!(read(script), view, "{script}");
        }
    }

    #[test]
    fn names_that_would_read_as_something_else_are_refused() {
        for script in [
            "(declare-const |a b| U) (assert (P |a b|))",
            "(declare-const |A(),B| Bool) (assert |A(),B|)",
            "(declare-const |do| Bool) (assert |do|)",
            "(assert (forall ((A U)) (P A)))",
        ] {
            let refused = read_in(Reading::SOUND, script).expect_err("no view");
            assert!(refused.contains("view strings have no such name"), "{script}: {refused}");
            assert!(read_in(Reading::PYETR_1_0_0, script).is_ok(), "{script}");
        }
    }

    #[test]
    fn bindings_see_those_before_them_in_pysmt_only() {
        let script = "(assert (let ((A B) (B A)) (and A (not B))))";
        assert_eq!(read_in(Reading::SOUND, script), Ok("{B()~A()}".to_owned()));
        assert_eq!(read_in(Reading::PYETR_1_0_0, script), Ok("{B()~B()}".to_owned()));
        let script = "(assert (N 1))";
        assert_eq!(read_in(Reading::SOUND, script), Ok("{N(1.0)}".to_owned()));
        assert!(read_in(Reading::PYETR_1_0_0, script).is_err());
    }

    #[test]
    fn several_views_come_from_one_script() {
        assert_eq!(views(""), ["{0}"]);
        assert_eq!(views("(assert (and A (=> A B) true))"), ["{A()}", "{B()}^{A()}", "{0}"]);
        assert_eq!(
            views("(assert (forall ((x U)) (P x))) (assert (and A B)) (assert A)"),
            ["∀x {P(x)}", "{A()B()}", "{A()}"]
        );
    }

    #[test]
    fn errors_say_where_and_why() {
        let cases = [
            ("(assert D)", "line 5, column 9: expected a declared symbol, found 'D'; declare it"),
            ("(assert (P a b))", "`P` with arguments in the number declared"),
            ("(assert (P A))", "column 10: expected argument 1 of `P` to be of sort U"),
            ("(assert (= A a))", "a formula equals formulas only"),
            ("(assert (and A b))", "line 5, column 16: expected a formula, of sort Bool"),
            ("(assert (N (+ 1.0 2.0)))", "formulas are made with `and`"),
            ("(assert (N (/ 1 0)))", "a division by another number than 0"),
            ("(assert (= (not A) B))", "formulas with connectives cannot be arguments"),
            ("(assert (or A (=> A B)))", "line 5, column 16: expected no implication here"),
            ("(assert (not (forall ((x U)) (P x))))", "expected no quantifier here"),
            ("(assert (=> A B)) (assert C)", "make several views"),
            ("(assert (forall ((x U)) (exists ((x U)) (P x))))", "`x` is quantified twice"),
            ("(assert (forall ((x U) (x U)) (P x)))", "not in this list yet"),
            ("(assert (forall ((x U)) A))", "x"),
            ("(assert (forall ((x Bool)) x))", "inside predicates only"),
            ("(assert (forall ((x V)) (P x)))", "expected a sort"),
            ("(assert (A))", "without arguments it is written `A`"),
            ("(assert (forall ((P U)) (P P)))", "`P` is a variable here"),
            ("(assert A B)", "`(assert formula)`"),
            ("(check-sat A)", "as many operands as SMT-LIB gives it"),
            ("(maximize a)", "views come from"),
            ("(pop)", "nothing has been pushed here"),
            ("(declare-fun A (U) Bool)", "`A` is declared before with other sorts"),
            ("(assert A) A", "a command in brackets"),
            ("(assert (=> A B C))", "two operands of `=>`"),
            ("(assert (let () A))", "bindings and a body"),
        ];
        for (script, message) in cases {
            let error = refused(script);
            assert!(error.contains(message), "{script}: {error}");
        }
    }

    #[test]
    fn whatever_grows_has_bounds() {
        let nested = format!("(assert {}A{})", "(not ".repeat(200), ")".repeat(200));
        assert_eq!(read(&nested), "{A()}");
        let nested = format!("(assert {}a{})", "(f ".repeat(300), ")".repeat(300));
        assert!(refused(&nested).contains("nest 256 deep"));
        let mut doubled = "(define-fun g0 () Bool (or A B))".to_owned();
        for n in 1..40 {
            let m = n - 1;
            doubled += &format!("(define-fun g{n} () Bool (and g{m} (or g{m} C)))");
        }
        assert!(refused(&(doubled + "(assert g39)")).contains("no more"));
        let mut shared = "(assert (let ((x0 (or A B)))".to_owned();
        for n in 1..60 {
            shared += &format!("(let ((x{n} (and x{m} x{m})))", m = n - 1);
        }
        assert_eq!(read(&(shared + "x59" + &")".repeat(61))), "{A(),A()B(),B()}");
    }

    #[test]
    fn states_respect_the_limits() {
        let pairs: String = (0..30)
            .map(|n| {
                format!("(declare-const p{n} Bool)(declare-const q{n} Bool)(assert (or p{n} q{n}))")
            })
            .collect();
        let mut engine =
            Engine::default().with_limits(Limits { states: 1000, ..Limits::default() });
        assert_eq!(engine.read_smt_lib(&pairs).err(), Some(Error::TooManyStates { limit: 1000 }));
        assert_eq!(engine.read_smt_lib_views(&pairs).map(|views| views.len()), Ok(30));
        let mut engine = Engine::default().with_limits(Limits { steps: 1000, ..Limits::default() });
        assert_eq!(engine.read_smt_lib(&pairs).err(), Some(Error::TooManySteps { limit: 1000 }));
    }
}
