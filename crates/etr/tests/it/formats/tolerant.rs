//! Texts of people and language models, and the views that they are read as.

use crate::support::config;
use crate::support::draft::Draft;
use crate::support::operations::same;
use crate::support::profile::{CONSTANTS, Objects, Profile, QUANTIFIED};
use crate::support::shrinking::view;
use peirast_etr::{Conditional, Engine, Error};
use proptest::prelude::*;

/// The text, the view that it is read as, and the notes on it.
type Slip = (&'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const SLIPS: &[Slip] = &[
    ("{King, Ace}", "{Ace(),King()}", &["column 2: added `()` after `King`", "column 8: added `()` after `Ace`"]),
    ("{King() ∧ Ace(), Queen()}", "{Ace()King(),Queen()}", &["column 9: dropped `∧`: atoms side by side belong together"]),
    ("{King() & Ace() | Queen()}", "{Ace()King(),Queen()}", &["column 9: dropped `&`: atoms side by side belong together", "column 17: replaced `|` by `,`"]),
    ("{King and Ace, Queen}", "{Ace()King(),Queen()}", &["column 2: added `()` after `King`", "column 7: dropped `and`: atoms side by side belong together", "column 11: added `()` after `Ace`", "column 16: added `()` after `Queen`"]),
    ("{King or Queen}", "{King(),Queen()}", &["column 2: added `()` after `King`", "column 7: replaced `or` by `,`", "column 10: added `()` after `Queen`"]),
    ("{not King, Queen}", "{Queen(),~King()}", &["column 2: replaced `not` by `~`", "column 6: added `()` after `King`", "column 12: added `()` after `Queen`"]),
    ("{¬King(), Queen()}", "{Queen(),~King()}", &["column 2: replaced `¬` by `~`"]),
    ("{!King(), Queen()}", "{Queen(),~King()}", &["column 2: replaced `!` by `~`"]),
    ("{-King(), Queen()}", "{Queen(),~King()}", &["column 2: replaced `-` by `~`"]),
    ("King() or Queen()", "{King(),Queen()}", &["column 1: added the missing `{`", "column 8: replaced `or` by `,`", "column 18: added the missing `}`"]),
    ("King ∨ Ace", "{Ace(),King()}", &["column 1: added the missing `{`", "column 1: added `()` after `King`", "column 6: replaced `∨` by `,`", "column 8: added `()` after `Ace`", "column 11: added the missing `}`"]),
    ("(King ∧ Ace) ∨ Queen", "{Ace()King(),Queen()}", &["column 1: added the missing `{`", "column 1: dropped brackets around atoms", "column 2: added `()` after `King`", "column 7: dropped `∧`: atoms side by side belong together", "column 9: added `()` after `Ace`", "column 14: replaced `∨` by `,`", "column 16: added `()` after `Queen`", "column 21: added the missing `}`"]),
    ("King()", "{King()}", &["column 1: added the missing `{`", "column 7: added the missing `}`"]),
    ("forall x {P(x)}", "∀x {P(x)}", &["column 1: replaced `forall` by `∀`"]),
    ("\\forall x \\{P(x)\\}", "∀x {P(x)}", &["column 1: replaced `\\forall` by `∀`", "column 11: replaced `\\{` by `{`", "column 17: replaced `\\}` by `}`"]),
    ("for all x, {P(x)}", "∀x {P(x)}", &["column 1: replaced `for all` by `∀`", "column 10: dropped `,` after a quantifier"]),
    ("(∀x){P(x)}", "∀x {P(x)}", &["column 1: dropped `(` before a quantifier", "column 4: dropped `)` after a quantifier"]),
    ("Ax.{P(x)}", "∀x {P(x)}", &["column 3: dropped `.` after a quantifier"]),
    ("∀x. P(x)", "∀x {P(x)}", &["column 3: dropped `.` after a quantifier", "column 5: added the missing `{`", "column 9: added the missing `}`"]),
    ("∀x: {P(x)}", "∀x {P(x)}", &["column 3: dropped `:` after a quantifier"]),
    ("all x {P(x*)}", "∀x {P(x*)}", &["column 1: replaced `all` by `∀`"]),
    ("∀x,y {R(x,y)}", "∀x ∀y {R(x,y)}", &["column 3: dropped `,` between quantified variables", "column 4: added `∀` before `y`"]),
    ("∀x y {R(x,y)}", "∀x ∀y {R(x,y)}", &["column 4: added `∀` before `y`"]),
    ("there exists x such that {P(x)}", "∃x {P(x)}", &["column 1: replaced `there exists` by `∃`", "column 16: dropped `such that`"]),
    ("∃x s.t. {P(x)}", "∃x {P(x)}", &["column 4: dropped `such that`"]),
    ("∃z {P(x())}", "{P(x())}", &["column 1: dropped `∃z`: `z` occurs nowhere"]),
    ("∀x {P(x), Q(john)}", "∀x {P(x),Q(john())}", &["column 13: added `()` after `john`"]),
    ("∀x {P(x) → Q(x)}", "∀x {Q(x)}^{P(x)}", &["column 10: wrote `A → B` as `{B}^{A}`"]),
    ("∀x (P(x) → Q(x))", "∀x {Q(x)}^{P(x)}", &["column 4: dropped the brackets around the view", "column 5: added the missing `{`", "column 10: added the missing `}`", "column 10: wrote `A → B` as `{B}^{A}`", "column 12: added the missing `{`", "column 17: added the missing `}`"]),
    ("∀x {P(x)} → {Q(x)}", "∀x {Q(x)}^{P(x)}", &["column 11: wrote `A → B` as `{B}^{A}`"]),
    ("if King then Ace", "{Ace()}^{King()}", &["column 1: wrote `if A then B` as `{B}^{A}`", "column 4: added the missing `{`", "column 4: added `()` after `King`", "column 9: added the missing `}`", "column 14: added the missing `{`", "column 14: added `()` after `Ace`", "column 17: added the missing `}`"]),
    ("{if King() then Ace()}", "{Ace()}^{King()}", &["column 2: wrote `if A then B` as `{B}^{A}`"]),
    ("if {King()} then {Ace()}", "{Ace()}^{King()}", &["column 1: wrote `if A then B` as `{B}^{A}`"]),
    ("{Ace()} if {King()}", "{Ace()}^{King()}", &["column 9: wrote `B if A` as `{B}^{A}`"]),
    ("{Ace} ^ {King}", "{Ace()}^{King()}", &["column 2: added `()` after `Ace`", "column 10: added `()` after `King`"]),
    ("{Ace}^King", "{Ace()}^{King()}", &["column 2: added `()` after `Ace`", "column 7: added the missing `{`", "column 7: added `()` after `King`", "column 11: added the missing `}`"]),
    ("King -> Ace", "{Ace()}^{King()}", &["column 1: added the missing `{`", "column 1: added `()` after `King`", "column 6: added the missing `}`", "column 6: wrote `A -> B` as `{B}^{A}`", "column 9: added the missing `{`", "column 9: added `()` after `Ace`", "column 12: added the missing `}`"]),
    ("King => Ace", "{Ace()}^{King()}", &["column 1: added the missing `{`", "column 1: added `()` after `King`", "column 6: added the missing `}`", "column 6: wrote `A => B` as `{B}^{A}`", "column 9: added the missing `{`", "column 9: added `()` after `Ace`", "column 12: added the missing `}`"]),
    ("King ⊃ Ace", "{Ace()}^{King()}", &["column 1: added the missing `{`", "column 1: added `()` after `King`", "column 6: added the missing `}`", "column 6: wrote `A ⊃ B` as `{B}^{A}`", "column 8: added the missing `{`", "column 8: added `()` after `Ace`", "column 11: added the missing `}`"]),
    ("{King(), Ace()", "{Ace(),King()}", &["column 15: added the missing `}`"]),
    ("King(), Ace()}", "{Ace(),King()}", &["column 1: added the missing `{`", "column 14: added the missing `}`", "column 14: dropped `}`, which closes nothing"]),
    ("{King(, Ace()}", "{King(Ace())}", &["column 7: dropped `,`, which separates nothing", "column 14: added the missing `)`"]),
    ("{King(), Ace()}}", "{Ace(),King()}", &["column 16: dropped `}`, which closes nothing"]),
    ("{{King(), Ace()}, {Queen()}}", "{Ace()King(),Queen()}", &["column 2: dropped braces around a state", "column 19: dropped braces around a state"]),
    ("[King(), Ace()]", "{Ace(),King()}", &["column 1: replaced `[` by `{`", "column 15: replaced `]` by `}`"]),
    ("{King(); Ace()}", "{Ace(),King()}", &["column 8: replaced `;` by `,`"]),
    ("{King(),, Ace()}", "{Ace(),King()}", &["column 9: dropped `,`, which separates nothing"]),
    ("{King(), Ace(),}", "{Ace(),King()}", &["column 15: dropped `,`, which separates nothing"]),
    ("{,King()}", "{King()}", &["column 2: dropped `,`, which separates nothing"]),
    ("$\\{King() \\land Ace()\\}$", "{Ace()King()}", &[r#"column 1: dropped "$" around the view"#, "column 2: replaced `\\{` by `{`", "column 11: dropped `\\land`: atoms side by side belong together", "column 22: replaced `\\}` by `}`", r#"column 24: dropped "$" around the view"#]),
    (r#""{King(), Ace()}""#, "{Ace(),King()}", &[r#"column 1: dropped `"` in front of the view"#, r#"column 17: dropped `"` after the view"#]),
    ("View: {King(), Ace()}", "{Ace(),King()}", &["column 1: dropped the label before the view"]),
    ("- {King(), Ace()}", "{Ace(),King()}", &["column 1: dropped `-` in front of the view"]),
    ("> {King()}", "{King()}", &["column 1: dropped `>` in front of the view"]),
    ("**{King()}**", "{King()}", &["column 1: dropped `**` in front of the view", "column 11: dropped `**` after the view"]),
    ("{King(), Ace()}.", "{Ace(),King()}", &["column 16: dropped `.` after the view"]),
    ("⊤", "{0}", &["column 1: added the missing `{`", "column 1: replaced `⊤` by `0`", "column 2: added the missing `}`"]),
    ("⊥", "{}", &["column 1: replaced `⊥` by `{}`"]),
    ("{⊤}", "{0}", &["column 2: replaced `⊤` by `0`"]),
    ("{a = b}", "{==(a(),b())}", &["column 2: added `()` after `a`", "column 4: wrote `a = b` as `==(a, b)`", "column 6: added `()` after `b`"]),
    ("{a() = b()}", "{==(a(),b())}", &["column 6: wrote `a = b` as `==(a, b)`"]),
    ("{a ≠ b}", "{~==(a(),b())}", &["column 2: added `()` after `a`", "column 4: wrote `a ≠ b` as `==(a, b)`", "column 6: added `()` after `b`"]),
    ("{a != b}", "{~==(a(),b())}", &["column 2: added `()` after `a`", "column 4: wrote `a != b` as `==(a, b)`", "column 7: added `()` after `b`"]),
    ("{==(a,b)}", "{==(a(),b())}", &["column 5: added `()` after `a`", "column 7: added `()` after `b`"]),
    ("{~==(a,b)}", "{~==(a(),b())}", &["column 6: added `()` after `a`", "column 8: added `()` after `b`"]),
    ("{= (a, b)}", "{==(a(),b())}", &["column 2: replaced `=` by `==`", "column 5: added `()` after `a`", "column 8: added `()` after `b`"]),
    ("∀x {x = john}", "∀x {==(x,john())}", &["column 7: wrote `a = b` as `==(a, b)`", "column 9: added `()` after `john`"]),
    ("∀x {x == john()}", "∀x {==(x,john())}", &["column 7: wrote `a == b` as `==(a, b)`"]),
    ("{0.3=* King, Ace}", "{Ace(),0.3=* King()}", &["column 8: added `()` after `King`", "column 14: added `()` after `Ace`"]),
    ("{.3=* King(), Ace()}", "{Ace(),0.3=* King()}", &["column 2: added `0` before the point"]),
    ("{do(Buy), ~do(Buy)}", "{do(Buy()),~do(Buy())}", &["column 5: added `()` after `Buy`", "column 15: added `()` after `Buy`"]),
    ("{do(Buy and Sell)}", "{do(Buy()Sell())}", &["column 5: added `()` after `Buy`", "column 9: dropped `and`", "column 13: added `()` after `Sell`"]),
    ("{P(f(x))}", "{P(f(x()))}", &["column 6: added `()` after `x`"]),
    ("∀x {P(x()*)}", "∀x {P(x*)}", &["column 8: dropped `()` after `x`, which is quantified"]),
    ("{P(a b)}", "{P(a(),b())}", &["column 4: added `()` after `a`", "column 6: added `,` between arguments", "column 6: added `()` after `b`"]),
    ("{P(a; b)}", "{P(a(),b())}", &["column 4: added `()` after `a`", "column 5: replaced `;` by `,`", "column 7: added `()` after `b`"]),
    ("{King(john*), Ace(mary)}", "{Ace(mary()),King(john()*)}", &["column 7: added `()` after `john`", "column 19: added `()` after `mary`"]),
    ("{King(John's), Ace}", "{Ace(),King(Johns())}", &["column 7: replaced `John's` by `Johns`", "column 7: added `()` after `Johns`", "column 16: added `()` after `Ace`"]),
    ("{King-of-hearts()}", "{King_of_hearts()}", &["column 2: replaced `King-of-hearts` by `King_of_hearts`"]),
    ("{King of hearts, Ace}", "{Ace(),King()hearts()of()}", &["column 2: added `()` after `King`", "column 7: added `()` after `of`", "column 10: added `()` after `hearts`", "column 18: added `()` after `Ace`"]),
    ("{King(john), Ace(mary)}^{Queen(sue)}", "{Ace(mary()),King(john())}^{Queen(sue())}", &["column 7: added `()` after `john`", "column 18: added `()` after `mary`", "column 32: added `()` after `sue`"]),
    ("{King₁, King₂}", "{King1(),King2()}", &["column 2: replaced `King₁` by `King1`", "column 2: added `()` after `King1`", "column 9: replaced `King₂` by `King2`", "column 9: added `()` after `King2`"]),
    ("{\\text{King}(), \\mathrm{Ace}()}", "{Ace(),King()}", &["column 2: replaced `\\text{King}` by `King`", "column 17: replaced `\\mathrm{Ace}` by `Ace`"]),
    ("¬(King)", "{~King()}", &["column 1: added the missing `{`", "column 1: replaced `¬` by `~`", "column 2: dropped brackets around atoms", "column 3: added `()` after `King`", "column 8: added the missing `}`"]),
    ("{~~King}", "{King()}", &["column 2: dropped negations of negations", "column 4: added `()` after `King`"]),
    ("∃x {P(x) ∧ ¬Q(x)}", "∃x {P(x)~Q(x)}", &["column 10: dropped `∧`: atoms side by side belong together", "column 12: replaced `¬` by `~`"]),
    ("{P(x)}", "{P(x())}", &["column 4: added `()` after `x`"]),
    ("Some x {P(x)}", "∃x {P(x)}", &["column 1: replaced `Some` by `∃`"]),
    ("∃x∃x {P(x)}", "∃x {P(x)}", &["column 3: dropped `∃x`: `x` is quantified before"]),
    ("∀x∀y {P(x)}", "∀x {P(x)}", &["column 3: dropped `∀y`: `y` occurs nowhere"]),
    ("Student(mary) and Professor(john)", "{Professor(john())Student(mary())}", &["column 1: added the missing `{`", "column 9: added `()` after `mary`", "column 15: dropped `and`: atoms side by side belong together", "column 29: added `()` after `john`", "column 34: added the missing `}`"]),
    ("∀x {Student(x) implies Reads(x)}", "∀x {Reads(x)}^{Student(x)}", &["column 16: wrote `A implies B` as `{B}^{A}`"]),
    ("```\n{King(), Ace()}\n```", "{Ace(),King()}", &[r#"column 1: dropped "```" around the view"#, r#"line 3, column 1: dropped "```" around the view"#]),
    ("```etr\n{King()}\n```", "{King()}", &[r#"column 1: dropped "```" around the view"#, "column 4: dropped `etr` after the code fence", r#"line 3, column 1: dropped "```" around the view"#]),
    ("{P(a() f(b()c())*)}", "{P(a(),f(b(),c())*)}", &["column 8: added `,` between arguments", "column 13: added `,` between arguments"]),
    ("{Likes(mary john)}", "{Likes(mary(),john())}", &["column 8: added `()` after `mary`", "column 13: added `,` between arguments", "column 13: added `()` after `john`"]),
    ("∀x {P(x* 2 x)}", "∀x {P(x*,2.0,x)}", &["column 10: added `,` between arguments", "column 12: added `,` between arguments"]),
    ("not(Rain)", "{~Rain()}", &["column 1: added the missing `{`", "column 1: replaced `not` by `~`", "column 4: dropped brackets around atoms", "column 5: added `()` after `Rain`", "column 10: added the missing `}`"]),
    ("{NOT (P(a, f(b()))), Q()}", "{Q(),~P(a(),f(b()))}", &["column 2: replaced `NOT` by `~`", "column 6: dropped brackets around atoms", "column 9: added `()` after `a`"]),
    ("{do(not(Buy))}", "{do(~Buy())}", &["column 5: replaced `not` by `~`", "column 8: dropped brackets around atoms", "column 9: added `()` after `Buy`"]),
    ("∀xP(x)", "∀x {P(x)}", &["column 3: took `x` and `P` apart", "column 3: added the missing `{`", "column 7: added the missing `}`"]),
    ("∀x1∃yLikes(x1,y)", "∀x1 ∃y {Likes(x1,y)}", &["column 6: took `y` and `Likes` apart", "column 6: added the missing `{`", "column 17: added the missing `}`"]),
    ("for all xBird(x)", "∀x {Bird(x)}", &["column 1: replaced `for all` by `∀`", "column 10: took `x` and `Bird` apart", "column 10: added the missing `{`", "column 17: added the missing `}`"]),
    ("The answer is: {King()}", "{King()}", &["column 1: dropped the label before the view"]),
    ("Premise 2: {King()}", "{King()}", &["column 1: dropped the label before the view"]),
    ("P1: {King()}", "{King()}", &["column 1: dropped the label before the view"]),
    ("Therefore: {King()}", "{King()}", &["column 1: dropped the label before the view"]),
    ("- King", "{King()}", &["column 1: dropped `-` in front of the view", "column 3: added the missing `{`", "column 3: added `()` after `King`", "column 7: added the missing `}`"]),
    ("* {King}", "{King()}", &["column 1: dropped `*` in front of the view", "column 4: added `()` after `King`"]),
    ("1. {King}", "{King()}", &["column 1: dropped `1.` in front of the view", "column 5: added `()` after `King`"]),
    ("(2) {King}", "{King()}", &["column 1: dropped `(2)` in front of the view", "column 6: added `()` after `King`"]),
    ("a) {King}", "{King()}", &["column 1: dropped `a)` in front of the view", "column 5: added `()` after `King`"]),
    ("-King", "{~King()}", &["column 1: added the missing `{`", "column 1: replaced `-` by `~`", "column 2: added `()` after `King`", "column 6: added the missing `}`"]),
    ("{King(),\n Ace}", "{Ace(),King()}", &["line 2, column 2: added `()` after `Ace`"]),
];

/// Texts that the reader does not guess at, and the message.
const REFUSED: &[(&str, usize, &str)] = &[
    ("The King is in the hand", 1, "expected a view, not a sentence, found 'T'"),
    ("A v B", 3, "write `or`, `∨` or a comma for *or*"),
    ("A <-> B", 3, "list the cases: `{A()B(), ~A()~B()}`"),
    ("{A ↔ B}", 4, "list the cases: `{A()B(), ~A()~B()}`"),
    ("A iff B", 3, "list the cases: `{A()B(), ~A()~B()}`"),
    ("$A \\iff B$", 4, "list the cases: `{A()B(), ~A()~B()}`"),
    ("A ⊕ B", 3, "list the cases: `{A()~B(), ~A()B()}`"),
    ("A unless B", 3, "`if not B then A`"),
    ("not (A or B)", 1, "*not (A or B)* is `{~A()~B()}`"),
    ("not (A | P(x, y))", 1, "*not (A or B)* is `{~A()~B()}`"),
    ("not (A and P(x, y))", 1, "each by itself: *not (A and B)* is `{~A(), ~B()}`"),
    ("not (A and B or C)", 1, "is `{~A()~B()}`, and *not (A and B)* is `{~A(), ~B()}`"),
    ("not (A -> B)", 1, "is `{~A()~B()}`, and *not (A and B)* is `{~A(), ~B()}`"),
    ("Ax P(x) -> C", 9, "`(∀x P(x)) -> C` is `∃x (P(x) -> C)`"),
    ("∀x ∃y L(x,y) → P(x)", 14, "expected a consequence that every quantifier reaches"),
    ("for all x (P(x)) implies Q(a)", 18, "put brackets around all that is quantified"),
    ("A -> B -> C", 8, "a view has one condition"),
    ("and(A,B)", 1, "`and(A, B)` is `A and B`"),
    ("OR(A, not(B))", 1, "`or(A, B)` is `A or B`"),
    ("A or(B)", 3, "with a space behind `or`"),
    ("Implies(A,B)", 1, "`implies(A, B)` is `A -> B`"),
    ("if(A,B)", 1, "`if(A, B)` is `if A then B`"),
    ("{iff(A,B)}", 2, "list the cases: `{A()B(), ~A()~B()}`"),
    ("not(A and B)", 1, "each by itself: *not (A and B)* is `{~A(), ~B()}`"),
    ("not(not(A))", 1, "views deny atoms, each by itself"),
    ("A if and only if B", 3, "list the cases: `{A()B(), ~A()~B()}`"),
    ("A only if B", 3, "*A only if B* is `if A then B`"),
    ("Wet :- Rain", 5, "`A :- B` is `if B then A`"),
    ("Wet(x) :- Rain(x), Cold(x)", 8, "`A :- B, C` is `if B and C then A`"),
    ("Rain: Wet", 5, "what stands before the colon is no label"),
    ("My house: Wet", 9, "what stands before the colon is no label"),
    ("all P(x)", 1, "a space behind the variable"),
    ("{Q(), some P(x)}", 7, "a space behind the variable"),
    ("there exists Bird(x)", 1, "a space behind the variable"),
    ("∀P(x)", 1, "a space behind the variable"),
    ("∀xyL(x,y)", 1, "a space behind the variable"),
    ("∃xbird(x)", 1, "a space behind the variable"),
    ("all x(P(a))", 1, "a space behind the variable"),
    ("A implies B implies C", 13, "a view has one condition"),
    ("A if B if C", 8, "a view has one condition"),
    ("A -> (B -> C)", 6, "a view has one condition"),
    ("(A -> B) and C", 1, "expected no condition inside a larger view"),
    ("C and (A implies B)", 7, "expected no condition inside a larger view"),
    ("C or (A <- B)", 6, "expected no condition inside a larger view"),
    ("A and (B or C)", 7, "`A and (B or C)` is `{A()B(), A()C()}`"),
    ("(A or B) and (C or D)", 1, "`A and (B or C)` is `{A()B(), A()C()}`"),
    ("both A and B", 1, "*both A and B* is `A and B`"),
    ("A or false", 6, "a state cannot be false"),
    ("not true", 5, "a state cannot be false"),
    ("if A then if B then C", 11, "expected no second condition"),
    ("A -> if B then C", 6, "a view has one condition"),
    ("C if supposing A then B", 6, "expected no second condition"),
    ("supposing A then if B then C", 18, "expected no second condition"),
    ("A,B C", 5, "write `A, B` for alternatives, `A and B` for both together"),
    ("{0,5=* Rain, 0,5=* Sun}", 2, "write `0.5=*` for a weight of one half"),
    ("{Rain, 1,25=* Sun}", 8, "expected a number with a decimal point"),
    ("A and", 6, "expected a quantifier or `{`, found the end"),
    ("A and and B", 7, "expected a quantifier or `{`, found 'a'"),
    ("not", 1, "expected a quantifier or `{`, found 'n'"),
    ("A B", 3, "write `A, B` for alternatives"),
    ("all dogs and cats", 5, "expected a comma or a sign between two names"),
    ("and B", 1, "expected a quantifier or `{`, found 'a'"),
    ("A or", 5, "expected a quantifier or `{`, found the end"),
    ("∀x or B", 4, "expected a quantifier or `{`, found 'o'"),
    ("{~(King ∧ Ace)}", 3, "each by itself: *not (A and B)* is `{~A(), ~B()}`"),
    ("{~(King or Ace)}", 3, "each by itself: *not (A or B)* is `{~A()~B()}`"),
    ("{P(1+2)}", 5, "expected `,` or `)`, found '+'"),
    ("{P(1e5)}", 5, "expected `,` or `)`, found 'e'"),
    ("{P(½)}", 4, "expected a term, found '½'"),
    ("{King ∧}^", 7, "expected `(`, found '∧'"),
    ("", 1, "expected a quantifier or `{`, found the end"),
    ("not-Rain", 1, "write `not Rain` for the denial of `Rain`"),
    ("{Wet, NOT-Rain}", 7, "write `not Rain` for the denial of `Rain`"),
    ("{Rain and-Wet}", 7, "no word for a sign inside a name"),
    ("if Rain then not‑Wet", 14, "write `not Rain` for the denial of `Rain`"),
    ("all-x P(x)", 1, "no word for a sign inside a name"),
    ("{King-or-queen()}", 2, "no word for a sign inside a name"),
    ("not - Rain", 5, "expected a denial without a dash"),
    ("not -Rain", 5, "expected a denial without a dash"),
    ("not-(Rain)", 4, "expected a denial without a dash"),
    ("¬-Rain", 2, "expected a denial without a dash"),
    ("--Rain", 2, "expected a denial without a dash"),
    ("{-¬Rain}", 3, "expected a denial without a dash"),
    ("Rain - Wet", 6, "expected a denial without a dash"),
    ("{Rain, - Wet}", 8, "expected a denial without a dash"),
    ("- Rain\n- Wet", 1, "give each item of the list by itself"),
    ("* Rain\n* Wet", 1, "give each item of the list by itself"),
    ("1. Rain\n2. Wet", 1, "give each item of the list by itself"),
    ("a) Rain\nb) Wet", 1, "give each item of the list by itself"),
    ("• Rain\n• Wet", 1, "give each item of the list by itself"),
    ("King(mary or john)", 11, "`King(mary) or King(john)`"),
    ("{King(mary and john)}", 12, "`King(mary) or King(john)`"),
    ("King(not mary)", 6, "`King(mary) or King(john)`"),
    ("Loves(ann, mary | john)", 17, "`King(mary) or King(john)`"),
    ("King(f(mary ∨ john))", 13, "`King(mary) or King(john)`"),
    ("King(if mary then john)", 6, "`King(mary) or King(john)`"),
    ("A (B or C)", 6, "put a sign between a name and brackets"),
    ("A (not B)", 4, "put a sign between a name and brackets"),
    ("{A (B -> C)}", 7, "put a sign between a name and brackets"),
];

/// Names that are quantifiers too, or words of which quantifiers are made, and plain ones.
const NAMES: [&str; 13] =
    ["A", "E", "Ax", "Ey", "Ann", "AxEy", "All", "Some", "Every", "Exists", "B", "Rain", "x"];
/// Signs and words that join two atoms, and the resulting view.
const JOINED: [(&str, &str); 14] = [
    ("or", "{X(),Y()}"),
    ("OR", "{X(),Y()}"),
    ("∨", "{X(),Y()}"),
    ("|", "{X(),Y()}"),
    ("||", "{X(),Y()}"),
    (",", "{X(),Y()}"),
    ("and", "{X()Y()}"),
    ("&", "{X()Y()}"),
    ("∧", "{X()Y()}"),
    ("->", "{Y()}^{X()}"),
    ("→", "{Y()}^{X()}"),
    ("implies", "{Y()}^{X()}"),
    ("if", "{X()}^{Y()}"),
    ("<-", "{X()}^{Y()}"),
];

#[test]
fn names_that_could_quantify_are_atoms_where_they_cannot() {
    for (one, other) in NAMES.iter().flat_map(|one| NAMES.map(|other| (one, other))) {
        for (sign, view) in JOINED {
            for (denied, denial) in [("", ""), ("not ", "~"), ("~", "~")] {
                let written = format!("{one} {sign} {denied}{other}");
                let meant = view.replace('Y', "2").replace('X', "1");
                let meant = meant.replace('1', one).replace('2', &format!("{denial}{other}"));
                let mut engine = Engine::default();
                let read = engine.read_tolerant(&written, Conditional::Bare);
                let (view, _) = read.unwrap_or_else(|error| panic!("{written}: {error}"));
                let strict = engine.read(&meant).expect(&meant);
                assert!(same(&mut engine, &view, &strict), "{written}: {}", engine.show(&view));
            }
        }
    }
}

#[test]
fn a_name_by_itself_is_an_atom() {
    for name in NAMES.iter().filter(|name| **name != "x") {
        for written in [(*name).to_owned(), format!("({name})"), format!("`{name}`.")] {
            let mut engine = Engine::default();
            let (view, repairs) =
                engine.read_tolerant(&written, Conditional::Book).expect(&written);
            assert_eq!(engine.show(&view), format!("{{{name}()}}"), "{written}");
            let told = format!("added `()` after `{name}`");
            assert!(repairs.iter().any(|repair| repair.what == told), "{repairs:?}");
        }
    }
}

#[test]
fn letters_quantify_where_a_variable_and_a_body_follow() {
    for (written, meant) in [
        ("Ax P(x)", "∀x {P(x)}"),
        ("A x P(x)", "∀x {P(x)}"),
        ("Ax (P(x) -> Q(x))", "∀x {Q(x)}^{P(x)}"),
        ("A x (P(x) -> Q(x))", "∀x {Q(x)}^{P(x)}"),
        ("AxEy L(x,y)", "∀x ∃y {L(x,y)}"),
        ("Ax Ey L(x,y)", "∀x ∃y {L(x,y)}"),
        ("A x, E y, L(x,y)", "∀x ∃y {L(x,y)}"),
        ("Ax.Ey.(L(x,y))", "∀x ∃y {L(x,y)}"),
        ("Ex ~P(x)", "∃x {~P(x)}"),
        ("Ex x = a", "∃x {==(x,a())}"),
        ("all x, y (P(x) and Q(y))", "∀x ∀y {P(x)Q(y)}"),
        ("all x y (L(x,y) -> L(y,x))", "∀x ∀y {L(y,x)}^{L(x,y)}"),
        ("∀x, y(L(x,y))", "∀x ∀y {L(x,y)}"),
        ("∀x, y, z (L(x,y) & P(z))", "∀x ∀y ∀z {L(x,y)P(z)}"),
        ("exists x, y ~L(x,y)", "∃x ∃y {~L(x,y)}"),
        ("for all x, y [L(x,y)]", "∀x ∀y {L(x,y)}"),
        ("∀x, man(x)", "∀x {man(x)}"),
        ("∀x, man (x)", "∀x {man(x)}"),
        ("Ax if P(x) then Q(x)", "∀x {Q(x)}^{P(x)}"),
        ("A x {P(x), A}", "∀x {A(),P(x)}"),
        ("Ax P(x) or A", "∀x {A(),P(x)}"),
        ("A(x) or E(x)", "{A(x()),E(x())}"),
        ("A or true", "{A(),0}"),
        ("{0, 5=* Rain}", "{0,5=*Rain()}"),
        ("false", "{}"),
        ("A -> false", "{}^{A()}"),
        ("Says(ann, true) or true(x)", "{Says(ann(),true()),true(x())}"),
        ("Says(ann, not(rain))", "{Says(ann(),not(rain()))}"),
        ("all x(P(x))", "∀x {P(x)}"),
        ("∀xB(P(xB))", "∀xB {P(xB)}"),
        ("A or (B)", "{A(),B()}"),
        ("if(A) then B", "{B()}^{A()}"),
    ] {
        let mut engine = Engine::default();
        let read = engine.read_tolerant(written, Conditional::Bare);
        let (view, _) = read.unwrap_or_else(|error| panic!("{written}: {error}"));
        let strict = engine.read(meant).expect(meant);
        assert!(same(&mut engine, &view, &strict), "{written}: {}", engine.show(&view));
    }
}

/// Ways to write that something is so of all or of some, `P` being the predicate.
const QUANTIFIED_ATOMS: [&str; 14] = [
    "Ax P(x)",
    "A x P(x)",
    "Ex (P(x))",
    "Ex ~P(x)",
    "Ay P(y)",
    "AxEy L(x,y)",
    "Ax1 P(x1)",
    "Ex x = a",
    "∀x P(x)",
    "∃x. P(x)",
    "all x P(x)",
    "some x (P(x) and Q(x))",
    "for all x P(x)",
    "exists y: P(y)",
];

#[test]
fn quantifiers_are_no_atoms_where_they_do_not_stand_in_front() {
    for atom in QUANTIFIED_ATOMS {
        for text in [
            "not !",
            "~!",
            "¬ !",
            "~(!)",
            "not not !",
            "Rain or !",
            "Rain and !",
            "Rain, not !",
            "Ez Q(z) or !",
            "Ax Q(x) and !",
            "if ! then Rain",
            "if ! then !",
            "if Rain then !",
            "Rain -> !",
            "Az Q(z) -> !",
            "Rain if !",
            "{~!}",
            "{Rain, !}",
            "{Rain !}",
            "{do(!)}",
            "{Rain}^{!}",
            "{Rain} -> {!}",
            "if {!} then {Rain}",
            "{!} -> {Rain}",
            "{! -> Rain}",
            "! -> Rain",
        ] {
            // With a dot, the quantifier reaches over the conditional.
            if atom.contains(['.', ':']) && text.contains("! -> Rain") {
                continue;
            }
            let text = text.replace('!', atom);
            let mut engine = Engine::default();
            match engine.read_tolerant(&text, Conditional::Book) {
                Err(Error::Parse(_)) => {}
                Err(error) => panic!("{text}: {error}"),
                Ok((view, _)) => panic!("{text}: {}", engine.show(&view)),
            }
        }
        let mut engine = Engine::default();
        let front = engine.read_tolerant(atom, Conditional::Book).map(|read| engine.show(&read.0));
        let braces = format!("{{{atom}}}");
        let braces =
            engine.read_tolerant(&braces, Conditional::Book).map(|read| engine.show(&read.0));
        assert_eq!(front, braces, "{atom}");
    }
}

#[test]
fn quantifiers_reach_as_far_as_brackets_or_a_dot_show() {
    for (written, meant) in [
        ("∀x (P(x) → C)", "∀x {C()}^{P(x)}"),
        ("Ax. P(x) -> C", "∀x {C()}^{P(x)}"),
        ("for all x, P(x) implies C", "∀x {C()}^{P(x)}"),
        ("Ex such that P(x) -> C", "∃x {C()}^{P(x)}"),
        ("Ax P(x) -> Q(x)", "∀x {Q(x)}^{P(x)}"),
        ("Ax {P(x)} -> {C}", "∀x {C()}^{P(x)}"),
        ("Ax P(x) if C", "∀x {P(x)}^{C()}"),
        ("Ax if P(x) then C", "∀x {C()}^{P(x)}"),
    ] {
        let mut engine = Engine::default();
        let read = engine.read_tolerant(written, Conditional::Bare);
        let (view, _) = read.unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(engine.show(&view), meant, "{written}");
    }
}

#[test]
fn slips_are_repaired_and_each_repair_is_listed() {
    for (written, meant, said) in SLIPS {
        let mut engine = Engine::default();
        let (view, repairs) = engine.read_tolerant(written, Conditional::Bare).expect(written);
        let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        assert_eq!(engine.show(&view), *meant, "{written}");
        assert_eq!(repairs, *said, "{written}");
        let strict = engine.read(meant).expect("a view");
        assert!(same(&mut engine, &view, &strict), "{written}");
        engine.read(written).expect_err("the strict reader does not take it");
    }
}

#[test]
fn conditionals_are_heard_as_the_book_has_them_if_that_is_asked_for() {
    let mut conditionals = 0;
    for (written, meant, said) in SLIPS {
        let mut engine = Engine::default();
        let (view, repairs) = engine.read_tolerant(written, Conditional::Book).expect(written);
        let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        let said: Vec<String> = said.iter().map(|one| one.replace("{B}^{A}", "{AB}^{A}")).collect();
        assert_eq!(repairs, said, "{written}");
        let mut meant = engine.read(meant).expect("a view");
        if said.iter().any(|one| one.contains("{AB}^{A}")) {
            conditionals += 1;
            meant = engine.heard_as(&meant, Conditional::Book).expect("a view");
        }
        assert!(same(&mut engine, &view, &meant), "{written}");
    }
    assert!(conditionals > 8, "{conditionals}");
    let mut engine = Engine::default();
    for conditional in Conditional::ALL {
        let (view, repairs) =
            engine.read_tolerant("supposing King then Ace", conditional).expect("a view");
        assert_eq!(engine.show(&view), "{Ace()}^{King()}");
        assert!(repairs.iter().all(|one| one.heard.is_none()), "{repairs:?}");
    }
}

#[test]
fn what_is_not_guessed_at_is_refused_at_its_place() {
    for (written, column, said) in REFUSED {
        match Engine::default().read_tolerant(written, Conditional::Book) {
            Err(Error::Parse(error)) => {
                let text = error.to_string();
                assert!(text.contains(said), "{written}: {text}");
                assert_eq!(error.column, *column, "{written}: {text}");
            }
            other => panic!("{written}: {other:?}"),
        }
    }
}

/// A slip that can be made anywhere in any view, and taken back.
type Damage = fn(&str) -> String;

const DAMAGES: &[Damage] = &[
    |text| text.replace('~', "¬"),
    |text| text.replace('~', "not "),
    |text| text.replace('~', "\\neg "),
    |text| text.replace('{', "\\{").replace('}', "\\}"),
    |text| text.replace(',', ";"),
    |text| text.replace(',', " , "),
    |text| text.replace("()", "( )"),
    |text| text.replace('∀', "for all ").replace('∃', "there exists "),
    |text| text.replace('∀', "\\forall ").replace('∃', "\\exists "),
    |text| format!("```\n{text}\n```"),
    |text| format!("${text}$"),
    |text| format!("View: {text}."),
    // `{` alone could be anything.
    |text| if text.ends_with("{}") { text.to_owned() } else { text[..text.len() - 1].to_owned() },
    |text| format!("{text}}}"),
    |text| format!("∀nobody {text}"),
];

/// Constants and marks, but nothing that quantifiers bind.
const PLAIN: Profile = Profile { supposition: true, ..CONSTANTS };
/// Quantified, each object under a name that no constant has.
const OWN: Profile = Profile { objects: Objects::Own("_o"), supposition: true, ..QUANTIFIED };

fn undone(draft: &Draft, damage: Damage) -> Result<(), TestCaseError> {
    let mut engine = Engine::default();
    let meant = engine.read(&draft.to_string()).expect("a view");
    let damaged = damage(&engine.show(&meant));
    let (view, repairs) = engine
        .read_tolerant(&damaged, Conditional::Book)
        .map_err(|error| TestCaseError::fail(format!("{damaged}: {error}")))?;
    prop_assert!(same(&mut engine, &view, &meant), "{}: {}", damaged, engine.show(&view));
    prop_assert_eq!(repairs.is_empty(), engine.read(&damaged).is_ok(), "{}", damaged);
    Ok(())
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn what_is_right_is_not_repaired(one in view(PLAIN), two in view(OWN)) {
        for draft in [one, two] {
            let mut engine = Engine::default();
            let text = draft.to_string();
            let view = engine.read(&text).expect("a view");
            let (again, repairs) = engine.read_tolerant(&text, Conditional::Book).expect("a view");
            prop_assert!(repairs.is_empty() && same(&mut engine, &again, &view));
        }
    }

    #[test]
    fn damage_is_undone(one in view(PLAIN), two in view(OWN), which in 0..DAMAGES.len()) {
        undone(&one, DAMAGES[which])?;
        undone(&two, DAMAGES[which])?;
    }

    #[test]
    fn brackets_of_constants_are_put_back(one in view(PLAIN), two in view(OWN)) {
        undone(&one, |text| text.replace("()", " "))?;
        undone(&two, |text| text.replace("()", " "))?;
    }
}

#[test]
fn sentences_and_connectives_that_views_lack_are_not_guessed_at() {
    for text in [
        "{A() v B()}",
        "{A xor B}",
        "{A unless B}",
        "{A iff B}",
        "{not (A() and B())}",
        "{neither A nor B}",
        "{Linda is a bank teller}",
        "Linda is a bank teller",
        "{A() only if B()}",
        "not forall x {P(x)}",
        "{∃x P(x)}^{∀x Q(x)}",
        "AxEx {A(x)}",
    ] {
        let mut engine = peirast_etr::Engine::default();
        assert!(engine.read_tolerant(text, Conditional::Book).is_err(), "{text}");
    }
}
