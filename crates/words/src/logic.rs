//! Claims in signs, with the words of a theme run together.

use crate::claim::{Claim, Literal, Term};
use crate::english::letter;
use crate::error::WordsError;
use crate::role::Role;
use crate::vocabulary::Vocabulary;
use peirast_etr::{Quantifier, View};

impl Vocabulary {
    /// The view as a formula in signs.
    ///
    /// ```
    /// use peirast_words::{Role, Vocabulary};
    ///
    /// let vocabulary = Vocabulary::default()
    ///     .with(Role::Object, "a", "the ace")?
    ///     .with(Role::Predicate, "P", "well-read")?
    ///     .with(Role::Predicate, "Q", "square")?;
    /// let view = "Ax {P(x)~Q(a()), Q(x)}^{P(a())}".parse()?;
    /// let formula = "∀X (wellRead(theAce) → (wellRead(X) ∧ ¬square(theAce)) ∨ square(X))";
    /// assert_eq!(vocabulary.write_logic(&view)?, formula);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Vocabulary::write`].
    pub fn write_logic(&self, view: &View) -> Result<String, WordsError> {
        let claim = Claim::of(view)?;
        let mut text = String::new();
        for (object, kind) in claim.prefix.iter().enumerate() {
            text.push(if *kind == Quantifier::Universal { '∀' } else { '∃' });
            text.push_str(&letter(object));
            text.push(' ');
        }
        let stage = self.states(&claim.stage)?;
        let framed = !claim.prefix.is_empty() && (claim.is_conditional() || stage.contains(' '));
        let body = if claim.is_conditional() {
            format!("{} → {stage}", self.states(&claim.supposition)?)
        } else {
            stage
        };
        text.push_str(&if framed { format!("({body})") } else { body });
        Ok(text)
    }

    fn states(&self, states: &[Vec<Literal>]) -> Result<String, WordsError> {
        if states.is_empty() {
            return Ok("⊥".to_owned());
        }
        let mut texts = Vec::new();
        for state in states {
            let literals: Result<Vec<String>, _> =
                state.iter().map(|it| self.literal(it)).collect();
            let text = literals?.join(" ∧ ");
            texts.push(match state.len() {
                0 => "⊤".to_owned(),
                1 => text,
                _ if states.len() == 1 => text,
                _ => format!("({text})"),
            });
        }
        Ok(texts.join(" ∨ "))
    }

    fn literal(&self, literal: &Literal) -> Result<String, WordsError> {
        let terms: Result<Vec<String>, _> =
            literal.arguments.iter().map(|it| self.term(it)).collect();
        let terms = terms?;
        if literal.is_identity() {
            return Ok(terms.join(if literal.negated { " ≠ " } else { " = " }));
        }
        let role = Role::of_arity(terms.len());
        let name = run_together(&self.entry(role, &literal.predicate)?.said);
        let sign = if literal.negated { "¬" } else { "" };
        Ok(match terms.len() {
            0 => format!("{sign}{name}"),
            _ => format!("{sign}{name}({})", terms.join(", ")),
        })
    }

    fn term(&self, term: &Term) -> Result<String, WordsError> {
        Ok(match term {
            Term::Object(object) => letter(*object),
            Term::Constant(name) => run_together(&self.entry(Role::Object, name)?.said),
        })
    }
}

/// *well-read* as `wellRead`.
fn run_together(words: &str) -> String {
    let mut text = String::new();
    for part in words.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|it| !it.is_empty())
    {
        let part = part.replace('\'', "");
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if text.is_empty() => text.extend(first.to_lowercase()),
            Some(first) => text.extend(first.to_uppercase()),
            None => {}
        }
        text.push_str(letters.as_str());
    }
    text
}
