//! A claim in a sentence that also says that nothing follows.

use super::grammar;
use super::lead;
use super::piece::Piece;
use super::token::Lexeme;

/// The most positions at which a claim is searched for.
const MOST: usize = 12;

/// Words that begin a consequence, or a replacement.
const SO: [&str; 10] = [
    "so",
    "therefore",
    "thus",
    "hence",
    "consequently",
    "accordingly",
    "rather",
    "instead",
    "meaning",
    "implying",
];

/// Words followed by reasons, not by claims.
const REASONS: [&str; 5] = ["because", "since", "as", "given", "due"];

/// The open construction of a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    /// *We cannot conclude that …*
    That,
    /// *nothing follows about …*
    About,
}

/// Returns true if a sentence makes a claim in addition to saying that nothing follows: *nothing
/// follows; the ace is red*, *nothing follows, and the ace is red*, *we cannot conclude that the
/// ace is red, so it is not*.
pub(super) fn claims_apart(pieces: &[Piece]) -> bool {
    let mut open = Open::Nothing;
    let mut tried = 0;
    for (at, piece) in pieces.iter().enumerate() {
        let word = piece.word();
        if at > 0 && word.is_some_and(|word| REASONS.contains(&word)) {
            return false;
        }
        match word {
            Some("that") if open == Open::Nothing => open = Open::That,
            // *We can conclude that nothing follows and …*
            Some("nothing") => open = Open::Nothing,
            Some("whether" | "about" | "regarding" | "concerning" | "if" | "which") => {
                open = Open::About;
            }
            _ => {}
        }
        let next = pieces.get(at + 1).and_then(Piece::word);
        let so = word.is_some_and(|word| SO.contains(&word));
        let sign = [Lexeme::Semicolon, Lexeme::Colon, Lexeme::Dash].iter().any(|it| piece.is(it));
        let comma = piece.is(&Lexeme::Comma);
        let joint = match open {
            Open::Nothing => comma || word == Some("and"),
            Open::That => comma && next == Some("and"),
            Open::About => false,
        };
        if so || sign || joint {
            tried += 1;
            let denied = matches!(next, Some("not" | "no" | "never" | "neither"));
            let rest = &pieces[at + 1..];
            if so && denied && rest.iter().any(Piece::is_name) || is_claim(rest) {
                return true;
            }
        }
        if tried >= MOST {
            return true;
        }
    }
    false
}

/// Returns true if a claim begins here, after connecting words.
fn is_claim(rest: &[Piece]) -> bool {
    let joins = |piece: &Piece| {
        piece.is(&Lexeme::Comma)
            || piece.word().is_some_and(|word| {
                SO.contains(&word) || matches!(word, "and" | "but" | "that" | "yet" | "however")
            })
    };
    let start = rest.iter().take_while(|piece| joins(piece)).count();
    let rest = &rest[start..];
    let (from, _) = lead::lead(rest);
    from < rest.len() && grammar::claim(&rest[from..]).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::names::Names;
    use super::super::token::tokens;
    use super::*;
    use crate::role::Role;
    use crate::vocabulary::Vocabulary;

    #[test]
    fn claims_beside_nothing_are_found() {
        let vocabulary = Vocabulary::default()
            .with(Role::Object, "a", "the ace")
            .and_then(|it| it.with(Role::Object, "k", "the king"))
            .and_then(|it| it.with(Role::Predicate, "R", "red"))
            .expect("words");
        let names = Names::new(&vocabulary);
        for (text, apart) in [
            ("nothing follows; the ace is red", true),
            ("nothing follows: the ace is red", true),
            ("nothing follows, and the ace is red", true),
            ("nothing follows and the ace is red", true),
            ("nothing follows, so the ace is red", true),
            ("we cannot conclude that the ace is red, so the ace is not red", true),
            ("we cannot conclude that the ace is red, so not red", true),
            ("we cannot conclude that the ace is red; therefore, the king is red", true),
            ("we cannot conclude that the ace is red, and the king is red", true),
            ("we cannot conclude that the ace is red, rather the king is red", true),
            ("nothing follows", false),
            ("nothing follows about the ace and the king", false),
            ("nothing follows about whether the ace is red or the king is red", false),
            ("nothing follows, because the ace is red and the king is red", false),
            ("we cannot conclude that the ace is red", false),
            ("we cannot conclude that the ace is red and the king is red", false),
            ("we cannot conclude that the ace is red, so nothing follows", false),
        ] {
            assert_eq!(claims_apart(&names.pieces(&tokens(text))), apart, "{text}");
        }
    }
}
