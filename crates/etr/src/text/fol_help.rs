//! Help with text that was meant as first-order logic.

/// Signs and words that people write, and what this format has for them.
const SPELLINGS: [(&str, &str); 25] = [
    ("∀", IN_FRONT),
    ("∃", IN_FRONT),
    ("<->", BOTH_WAYS),
    ("<=>", BOTH_WAYS),
    ("↔", BOTH_WAYS),
    ("⇔", BOTH_WAYS),
    ("≡", BOTH_WAYS),
    ("iff ", BOTH_WAYS),
    ("->", "write `→` for *if ... then*"),
    ("=>", "write `→` for *if ... then*"),
    ("⇒", "write `→` for *if ... then*"),
    ("⊃", "write `→` for *if ... then*"),
    ("implies ", "write `→` for *if ... then*"),
    ("→", ONE_ARROW),
    ("¬", "write `~` for *not*"),
    ("!", "write `~` for *not*"),
    ("and ", "write `∧` or `&` for *and*"),
    ("∧", "`∧` and `∨` join formulas; what a predicate applies to are terms"),
    ("or ", "write `∨` or `|` for *or*"),
    ("v ", "write `∨` or `|` for *or*"),
    ("∨", "`∧` and `∨` join formulas; what a predicate applies to are terms"),
    ("*", "marks stand on the arguments of predicates: `P(a()*)`"),
    ("=", "identity stands in front and makes a formula: `==(a(), b())`"),
    ("{", "braces belong to the notation of views, not to first-order logic"),
    (")", "there is an opening bracket too few, or something missing before this one"),
];

const IN_FRONT: &str = "quantifiers stand in front of the whole formula, outside of all brackets";
const BOTH_WAYS: &str =
    "there is no biconditional; `A → B` and `B → A` make two views, one for each direction";
pub(super) const ONE_ARROW: &str =
    "`→` stands at most once, outside of all else: `A → B` is the view of B supposing A";

/// Help for `∀x P(x) → C()`.
pub(super) const REACH: &str = "a quantifier takes the next formula alone; put brackets around all that is quantified: \
     `∀x (P(x) → Q())`";

/// Help for a text that goes on in an unexpected way.
pub(super) fn help(rest: &str) -> Option<&'static str> {
    SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling)).map(|(_, help)| *help)
}
