//! Options that are a verdict by their position: alone on a line, or after a colon.

use super::disowned::{is_disowned, is_near_miss};
use super::rejected::{by_predicate, is_corrected, is_ruled_out_behind};
use super::{AGAINST_AN_OPTION, chosen};
use crate::Context;
use crate::finding::{Finding, Hit, Said, Strength};
use crate::text::{Document, Kind, Mark, Sentence, Token, Word};
use peirast_record::Answer;

/// Names of the readings made here.
pub(super) const NAMES: [&str; 3] = ["alone-on-line", "after-colon", "opening"];

/// An option in the position of a verdict.
pub(super) fn find(document: &Document, sentence: &Sentence<'_>) -> Option<Finding> {
    let (rule, strength, hit) = alone(document, sentence)
        .map(|hit| ("alone-on-line", Strength::Stated, hit))
        .or_else(|| introduced(sentence).map(|hit| ("introduced", Strength::Stated, hit)))
        .or_else(|| after_colon(sentence).map(|hit| ("after-colon", Strength::Implied, hit)))
        .or_else(|| opening(sentence).map(|hit| ("opening", Strength::Stated, hit)))?;
    if is_listed(document, sentence, hit.last) {
        return None;
    }
    Some(Finding::new(hit, strength, rule, sentence))
}

/// A line that holds only an option.
fn alone(document: &Document, sentence: &Sentence<'_>) -> Option<Hit> {
    let mut mentions = sentence.tokens.iter().filter_map(|token| token.mention());
    let mention = mentions.next()?;
    let same = mentions.all(|other| other.letter == mention.letter);
    let says_more = |kind: Kind| match kind {
        Kind::Word(word) => !matches!(word, Word::Option | Word::The),
        kind => matches!(kind, Kind::Number(_)),
    };
    // "1. C 2. B 3. A" ends in a rank and an option.
    let begins = sentence.tokens.first().is_some_and(|token| token.first);
    let ranked = |before: Sentence<'_>| {
        matches!(before.tokens.last().map(|token| token.kind), Some(Kind::Number(_)))
    };
    let before = sentence.index.checked_sub(1).and_then(|index| document.sentence(index));
    if !begins && before.is_some_and(ranked) {
        return None;
    }
    let bare = !sentence.tokens.iter().any(|token| says_more(token.kind));
    (same && bare && sentence.closed).then(|| Hit::new(chosen(mention), 0, sentence.len() - 1))
}

/// "The protagonist would: (a) ..." at the end of a sentence.
fn after_colon(sentence: &Sentence<'_>) -> Option<Hit> {
    let (at, mention) = sentence.mentions_before(sentence.len()).last()?;
    let colon = at.checked_sub(1).filter(|at| sentence.mark(*at) == Some(Mark::Colon))?;
    let count = sentence.mentions_before(sentence.len()).filter(|m| m.1.lettered).count();
    let begins = sentence.has_in(0, colon, &[Word::Let]);
    (count == 1 && !begins && !is_ranked(sentence, colon) && !by_predicate(sentence, at))
        .then(|| Hit::new(chosen(mention), colon, at))
}

/// "Second place: (b)", "Last: (c)": a rank before the colon that is not the first.
pub(super) fn is_ranked(sentence: &Sentence<'_>, colon: usize) -> bool {
    let ranks = [Word::Second, Word::Third, Word::Fourth, Word::Fifth, Word::Last];
    let rank = usize::from(sentence.word(0) == Word::In);
    sentence.is(rank, &ranks) && sentence.mark(colon) == Some(Mark::Colon)
}

/// An option after a colon, announced before it: "I'll choose the one that fits: (a) ...".
fn introduced(sentence: &Sentence<'_>) -> Option<Hit> {
    let hit = after_colon(sentence)?;
    let announces = [Word::Choose, Word::Likely, Word::Likelier, Word::Answer, Word::Correct];
    let asks = [Word::Which, Word::Asked, Word::If, Word::Not, Word::Less, Word::Least];
    let announced = sentence.has_in(0, hit.first, &announces);
    (announced && !sentence.has_in(0, hit.first, &asks)).then_some(hit)
}

/// A response that begins with an option.
fn opening(sentence: &Sentence<'_>) -> Option<Hit> {
    let at = usize::from(sentence.word(0) == Word::Option);
    let mention = sentence.mention(at).filter(|_| sentence.index == 0)?;
    // "(b), without doubt"
    let turned_down = [Word::Not, Word::Less, Word::Least, Word::Unlikely];
    let is_turned_down = (at..at + 6)
        .take_while(|at| sentence.word(*at) != Word::Because)
        .any(|at| sentence.is(at, &turned_down) && !sentence.affirms(at));
    let describes = [
        Word::Is,
        Word::Would,
        Word::Have,
        Word::Can,
        Word::Could,
        Word::May,
        Word::Make,
        Word::Do,
        Word::Must,
        Word::Should,
        Word::Seem,
        Word::Worst,
    ];
    // "(b), although (a) can't be ruled out", "b, not a"
    let contrast = matches!(sentence.mark(at + 1), Some(Mark::Comma | Mark::Dash))
        && sentence.is(at + 2, &[Word::While, Word::But, Word::Not, Word::Because, Word::As]);
    let about_another =
        contrast && sentence.mentions_before(at + 7).any(|(_, m)| m.letter != mention.letter);
    let changes = sentence.mark(at + 1) == Some(Mark::Arrow) && sentence.mention(at + 2).is_some();
    let sum = sentence.mark(at + 1) == Some(Mark::Operator);
    // "(a) trails (b)", "(a) comes second to (b)", "(a) gives way to (b)"
    let behind = [Word::Trails, Word::Second, Word::Bound, Word::Worst, Word::To];
    let outdone = sentence.has_in(at + 1, at + 4, &behind)
        && (at + 2..at + 7).any(|place| {
            sentence.mention(place).is_some_and(|other| other.letter != mention.letter)
                && (at + 1..place).all(|at| sentence.mark(at).is_none())
        });
    // "(b) beating (a) is impossible", "(b) no es más probable"
    let outdone = outdone
        || sentence.word(at + 1) == Word::Beats && is_ruled_out_behind(sentence, at)
        || sentence.word(at + 1) == Word::No && !sentence.affirms(at + 1)
        || sentence.is(at + 1, &[Word::Fails, Word::Impossible])
        // "(b) follows (a)"
        || sentence.word(at + 1) == Word::Follow && sentence.mention(at + 2).is_some()
        // "(b) fell behind"
        || sentence.is(at + 2, &[Word::Trails, Word::Away]) && at + 3 >= sentence.len()
        // "(b) almost works", "(b) comes close"
        || is_near_miss(sentence, at + 1)
        || sentence.word(at + 1) == Word::Comes && sentence.word(at + 2) == Word::Near
        // "(b) gets it wrong", "(b), I disagree with."
        || (at + 1..at + 5)
            .take_while(|at| sentence.mark(*at).is_none())
            .any(|at| sentence.word(at) == Word::Wrong)
        || sentence.has_in(at + 1, at + 4, &[Word::Disagree]);
    // "(b), unless (a)"
    let unless = sentence.mark(at + 1) == Some(Mark::Comma)
        && sentence.word(at + 2) == Word::If
        && (at + 3..at + 5).any(|at| sentence.mention(at).is_some());
    let hit = Hit::new(chosen(mention), 0, at);
    let taken = !sentence.is_joined(at)
        && !unless
        && !is_disowned(sentence, hit)
        && !is_corrected(sentence, at)
        && !changes
        && !sum
        && !outdone
        && sentence.mark(at + 1) != Some(Mark::Smaller)
        && !sentence.is(at + 1, &describes)
        && (about_another || !is_turned_down);
    taken.then_some(hit)
}

/// Returns true if the text ends in a short sentence that names another option than the one found,
/// and rejects nothing: "The answer is (a).\n\nNever mind: (b)."
pub(super) fn is_replaced(document: &Document, found: &Finding) -> bool {
    const LEAD: usize = 6;
    const TAIL: usize = 3;
    let last = document.len().checked_sub(1).filter(|last| *last > found.sentence);
    let Some(sentence) = last.and_then(|last| document.sentence(last)) else { return false };
    let Some((at, mention)) = sentence.mentions_before(sentence.len()).next() else { return false };
    let turned_down = [Word::Worst, Word::Unsound, Word::Than, Word::Except, Word::Third];
    let second = (0..at)
        .any(|at| sentence.word(at) == Word::Second && sentence.word(at + 1) != Word::Thought);
    let before = at.wrapping_sub(1);
    let leads = [Word::Is, Word::But, Word::Correction, Word::To, Word::That, Word::Choose];
    let led = at == 0 || sentence.mark(before).is_some() || sentence.is(before, &leads);
    let behind = sentence.len() - 1 - at;
    // "B, actually", "B it is", "B after all"
    let tail = (at + 1..sentence.len()).all(|at| {
        let glue = [Word::Correction, Word::It, Word::Is, Word::After, Word::All, Word::Therefore];
        sentence.mark(at).is_some() || sentence.is(at, &glue) || sentence.is_plain(at)
    });
    let ended = behind == 0 || behind <= TAIL && tail;
    let another = found.said != chosen(mention)
        && mention.offered
        && sentence.mentions_before(at).all(|(_, other)| other.letter == mention.letter);
    // "Not: B" means no, and not "not B".
    let turns_down =
        |at: usize| sentence.is(at, &AGAINST_AN_OPTION) || sentence.is(at, &turned_down);
    let denies = |at: usize| turns_down(at) && sentence.mark(at + 1).is_none();
    let denied = (0..sentence.len()).any(denies);
    let short = at <= LEAD && !sentence.question && !denied && !second;
    short && led && ended && another && !is_listed(document, &sentence, at)
}

/// "(a) ... This option is more likely": a sentence without an option about the one before it.
pub(super) fn referring(
    document: &Document,
    sentence: &Sentence<'_>,
    context: &Context<'_>,
) -> Option<Finding> {
    (0..4).find(|at| sentence.word(*at) == Word::This)?;
    let less = super::compared::judges_this(sentence)?;
    let before = document.sentence(sentence.index.checked_sub(1)?)?;
    let mut mentions = before.mentions_before(before.len()).map(|(_, mention)| mention);
    let mention = mentions.next().filter(|mention| mention.offered)?;
    if mentions.any(|other| other.letter != mention.letter) {
        return None;
    }
    let letter = if less { context.other(mention.letter)? } else { mention.letter };
    let strength = if less { Strength::Implied } else { Strength::Stated };
    let said = Said::Verdict(Answer::Choice(letter));
    let last = sentence.len().checked_sub(1)?.min(8);
    Some(Finding::new(Hit::new(said, 0, last), strength, "this-is-more-likely", sentence))
}

/// Returns true if the option at `at` belongs to a list of options, one on each line.
pub(super) fn is_listed(document: &Document, sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(token) = sentence.tokens.get(at).filter(|token| token.first) else {
        return false;
    };
    let heads = |token: &Token, letter: char| {
        token.first && token.mention().is_some_and(|other| other.letter != letter)
    };
    let Some(letter) = token.mention().map(|mention| mention.letter) else {
        return false;
    };
    let before = sentence.index.checked_sub(1).filter(|_| at == 0);
    let before = before.and_then(|index| document.sentence(index));
    let before = before.and_then(|before| before.tokens.last());
    let after = document.sentence(sentence.index + 1).filter(|after| after.len() == 1);
    let after = after.and_then(|after| after.tokens.first());
    before.is_some_and(|token| heads(token, letter)) || after.is_some_and(|t| heads(t, letter))
}
