//! Options named by their place: "the first one is more likely".

use crate::Context;
use crate::finding::{Finding, Hit};
use crate::rule;
use crate::text::{Kind, Mention, Sentence, Token, Word};

/// The last token at which a place is the subject of a sentence.
const LATEST: usize = 3;

/// What a sentence says that names no option but by its place.
pub(super) fn find(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
    let mut named = (1..sentence.len()).filter(|at| {
        let placed = sentence.is(*at, &[Word::First, Word::Second]);
        placed && sentence.word(at - 1) == Word::The && is_noun(sentence, at + 1)
    });
    let at = named.next().filter(|at| *at <= LATEST || is_announced(sentence, *at))?;
    if named.next().is_some() {
        return None;
    }
    let mention = placed(sentence.word(at), context)?;
    let tokens = with_mention(sentence, at, mention)?;
    let renamed = Sentence { tokens: &tokens, ..*sentence };
    rule::first(super::RULES, &renamed, context).or_else(|| alone(&renamed))
}

/// "The first option." as a whole response.
fn alone(sentence: &Sentence<'_>) -> Option<Finding> {
    let at = sentence.len().checked_sub(1).filter(|at| *at == 1 && sentence.index == 0)?;
    let said = super::chosen(sentence.mention(at)?);
    let strength = crate::finding::Strength::Implied;
    Some(Finding::new(Hit::new(said, 0, at), strength, "named-by-place", sentence))
}

/// "the answer is the first one", "I choose the first one"
fn is_announced(sentence: &Sentence<'_>, at: usize) -> bool {
    let verbs = [Word::Is, Word::Choose, Word::With, Word::Say];
    sentence.has_in(at.saturating_sub(3), at, &verbs)
}

/// "the first one", but not "the first step".
fn is_noun(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, &[Word::One, Word::Option])
}

/// The option in first or second place.
fn placed(word: Word, context: &Context<'_>) -> Option<Mention> {
    let index = usize::from(word == Word::Second);
    let letter = match context.options {
        [] => ['a', 'b'].get(index).copied()?,
        options => options.get(index)?.0,
    };
    Some(Mention { letter, offered: true, lettered: false })
}

/// The tokens of the sentence with "first one" as one mention.
fn with_mention(sentence: &Sentence<'_>, at: usize, mention: Mention) -> Option<Vec<Token>> {
    let mut tokens = sentence.tokens.to_vec();
    let noun = tokens.remove(at + 1);
    let token = tokens.get_mut(at)?;
    (token.kind, token.end) = (Kind::Mention(mention), noun.end);
    Some(tokens)
}
