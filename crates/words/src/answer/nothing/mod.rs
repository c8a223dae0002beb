//! The many wordings of the answer that nothing follows.
//!
//! Such a sentence has a core, *nothing follows*, *no conclusion*, *cannot conclude*, *not enough
//! information*. A core alone is not enough: *nothing follows but that …* makes a claim, *if
//! nothing follows, …* supposes it, and *it cannot fail to follow* denies it.

mod core;
mod veto;

use super::piece::Piece;
use super::token::Lexeme;

/// A piece as cores distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'p> {
    Word(&'p str),
    /// A name of the problem, or a letter.
    Name,
    Comma,
    /// A separator of claims: a semicolon, a colon, a dash.
    Break,
    Sign,
}

impl<'p> Part<'p> {
    fn new(piece: &'p Piece) -> Part<'p> {
        match piece.word() {
            Some(word) => Part::Word(word),
            None if piece.is_name() || piece.letter().is_some() => Part::Name,
            None if piece.is(&Lexeme::Comma) => Part::Comma,
            None if [Lexeme::Semicolon, Lexeme::Colon, Lexeme::Dash]
                .iter()
                .any(|it| piece.is(it)) =>
            {
                Part::Break
            }
            None => Part::Sign,
        }
    }

    fn word(&self) -> Option<&'p str> {
        match self {
            Part::Word(word) => Some(word),
            _ => None,
        }
    }

    fn is(&self, words: &[&str]) -> bool {
        matches!(self, Part::Word(word) if words.contains(word))
    }
}

/// Returns true if a sentence says that nothing follows, or that something does not.
pub(super) fn says_nothing(pieces: &[Piece]) -> bool {
    let parts: Vec<Part<'_>> = pieces.iter().map(Part::new).collect();
    let named = parts.iter().position(|part| *part == Part::Name).unwrap_or(parts.len());
    // A statement about a name before it is a claim in any case.
    core::core(&parts).is_some_and(|at| {
        at < named
            && !veto::is_supposed(&parts, at)
            && !veto::denies_a_denial(&parts[..named])
            && !veto::excepts(&parts)
            && !veto::turns(&parts)
    })
}

#[cfg(test)]
mod tests {
    use super::super::names::Names;
    use super::super::token::tokens;
    use super::*;
    use crate::role::Role;
    use crate::vocabulary::Vocabulary;

    fn says(text: &str) -> bool {
        let vocabulary = Vocabulary::default()
            .with(Role::Object, "a", "the ace")
            .and_then(|it| it.with(Role::Object, "k", "the king"))
            .and_then(|it| it.with(Role::Predicate, "R", "red"))
            .and_then(|it| it.with(Role::Predicate, "D", "double-geared"))
            .expect("words");
        let mut tokens = tokens(text);
        tokens.retain(|token| token.lexeme != Lexeme::Stop);
        says_nothing(&Names::new(&vocabulary).pieces(&tokens))
    }

    #[test]
    fn nothing_in_many_wordings() {
        for text in [
            "nothing",
            "absolutely nothing",
            "From the premises, nothing",
            "Nothing follows",
            "Nothing at all follows from the premises",
            "Nothing, because the premises are unrelated",
            "nothing definite follows about the ace",
            "nothing definitive about the properties of the ace follows",
            "nothing can be concluded",
            "Nothing further can be validly inferred with certainty",
            "nothing is known about the ace",
            "we can conclude nothing",
            "we can conclude that nothing follows beyond what is directly stated in the premises",
            "we can conclude nothing further beyond the premises",
            "we can conclude: nothing",
            "we can conclude nothing about whether the ace is red",
            "we can conclude nothing new, as the two premises are identical statements",
            "there is nothing that follows",
            "there is nothing we can conclude",
            "No conclusion can be drawn",
            "no definitive conclusion about the ace follows",
            "there is no logical conclusion that follows",
            "the statements are contradictory, and no valid conclusion can be drawn",
            "we cannot conclude anything",
            "We can not definitively conclude that the ace is red",
            "It does not follow that the ace is red",
            "it is impossible to determine the color of the ace",
            "the premises given do not allow us to determine whether the ace is red",
            "We are unable to conclude that the ace is red",
            "It is not valid to conclude that the ace is red",
            "nothing follows logically beyond the given statement that the ace is not red",
            "there is not enough information to draw a conclusion",
            "there isn't enough information",
            "there is insufficient information",
            "I need more information to determine what follows",
            "I would say that nothing follows",
            "we cannot determine if the ace is red",
            "No conclusion other than the premises themselves follows",
        ] {
            assert!(says(text), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it() {
        for text in [
            // Claims about things.
            "nothing red is double-geared",
            "we can conclude that nothing red is double-geared",
            "we can conclude that nothing is reddish",
            "we can conclude that nothing reddish is double-geared",
            "we can conclude that nothing under repair is double-geared",
            "we can conclude that nothing is certain to be red",
            "it follows that nothing that is red is certain",
            "we conclude that no red thing follows the ace",
            "no red card follows",
            // Exceptions.
            "nothing follows other than that the ace is red",
            "no conclusion follows other than that the ace is red",
            "No further conclusion follows than that the ace is red",
            "Nothing can be concluded beyond the fact that the ace is red",
            "no new conclusion can be drawn besides the ace being red",
            "nothing follows apart from the ace being red",
            "nothing follows aside from the claim that the ace is red",
            "nothing follows save that the ace is red",
            "nothing follows but that the ace is red",
            "nothing follows except that the ace is red",
            "Nothing follows more clearly than that the ace is red",
            "nothing follows as clearly as that the ace is red",
            "we cannot conclude anything other than that it is red",
            "we cannot conclude less than that the ace is red",
            "nothing less than the ace being red follows",
            "nothing follows outside of the ace being red",
            "nothing follows beyond the ace being red",
            // Denied denials.
            "it cannot fail to follow that the ace is red",
            "it cannot be avoided: it follows that the ace is red",
            "we cannot help but conclude that the ace is red",
            "we cannot escape the conclusion that the ace is red",
            "nobody can deny that nothing follows",
            "it is not the case that nothing follows",
            "it is wrong that nothing follows",
            "It is not hard to conclude that the ace is red",
            "it is not unreasonable to infer that the ace is red",
            "no further information is needed to conclude that the ace is red",
            "we do not need more information to conclude that the ace is red",
            "there is more than enough information to conclude that the ace is red",
            "it does not merely follow that the ace is red",
            "we cannot conclude otherwise than that the ace is red",
            // Suppositions, and statements of others.
            "If nothing follows, say so",
            "When nothing follows, say so",
            "One might say nothing follows",
            "One would think that nothing follows",
            "Some say that nothing follows",
            "You say that nothing follows",
            "it is possible that nothing follows",
            "Perhaps nothing follows",
            "Nothing follows, perhaps",
            "Suppose nothing follows",
            "Say that nothing follows",
            "It may be that nothing follows",
            "It is tempting to say that nothing follows",
            "Nothing may follow",
            "nothing follows if the ace is red",
            "nothing follows unless the ace is red",
        ] {
            assert!(!says(text), "{text}");
        }
    }
}
