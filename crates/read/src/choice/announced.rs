//! Announced verdicts: "the answer is (a)", "I choose (a)", a box.

use super::chosen as choose;
use super::disowned::is_near_miss;
use super::rejected::{by_predicate, ends};
use crate::Context;
use crate::finding::Hit;
use crate::text::{Mark, Sentence, Word};

/// Most tokens between the head of an announcement and the option.
const REACH: usize = 40;

/// Words after which another clause begins, which has its own subject.
const CLAUSE_STARTS: [Word; 7] =
    [Word::If, Word::Than, Word::Or, Word::Because, Word::As, Word::While, Word::But];

/// `\boxed{a}`
pub(super) fn boxed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let mention = sentence.mention(at + 1).filter(|_| sentence.word(at) == Word::Boxed)?;
        if sentence.is_joined(at + 1) {
            return None;
        }
        Some(Hit::new(choose(mention), at, at + 1))
    })
}

/// "The correct answer is (a)", "Answer: (a)", "the more likely option would be: (a)".
pub(super) fn answer_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().filter(|at| is_head(sentence, *at)).find_map(|head| {
        let direct = sentence.mention(head + 1).is_some()
            && (sentence.word(head) == Word::Answer || sentence.is_true_one(head))
            && ends(sentence, head + 1);
        let link = (head + 1..sentence.len().min(head + REACH)).find(|at| sentence.links(*at));
        let link = if direct { head } else { link? };
        // "To illustrate the answer, consider the following: (b) ..."
        let mood = head.saturating_sub(2);
        let unreal = sentence.supposes() && sentence.has_in(mood, link + 1, &[Word::Would]);
        let turned = [Word::May, Word::Could, Word::Follow, Word::No, Word::Not];
        if unreal || sentence.has_in(head, link, &turned) || sentence.is_said_by_another(head) {
            return None;
        }
        if says_another(sentence, head, link) || sentence.is_of_others(head) {
            return None;
        }
        let interrupted =
            (head..link).any(|at| sentence.mention(at).is_some() && !sentence.is_joined(at));
        if interrupted || sentence.has_in(head, link, &CLAUSE_STARTS) {
            return None;
        }
        let at = option_after(sentence, link + 1)?;
        let mention = sentence.mention(at).filter(|_| !is_doubtful(sentence, head, at))?;
        Some(Hit::new(choose(mention), head, at))
    })
}

/// "the answer, my colleague says, is (b)": an aside between commas with a speaker and a verb.
pub(super) fn says_another(sentence: &Sentence<'_>, head: usize, link: usize) -> bool {
    let is_comma = |at: usize| sentence.mark(at) == Some(Mark::Comma);
    let Some(end) = (head + 3..link).rev().find(|at| is_comma(*at)).filter(|_| is_comma(head + 1))
    else {
        return false;
    };
    let speaker = sentence.is(head + 2, &[Word::My, Word::It, Word::People, Word::One, Word::Near])
        || sentence.is_plain(head + 2);
    let speaks = sentence.is(end - 1, &[Word::Say, Word::Argument, Word::Conclude])
        || sentence.is_plain(end - 1);
    end > head + 3 && speaker && speaks && !sentence.has_in(head + 2, end, &[Word::I])
}

/// "(a) is the correct answer", "(a) is correct".
pub(super) fn is_the_answer(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let mention = sentence.mention(at).filter(|_| !sentence.is_joined(at))?;
        let link = (at + 1..=at + 2).find(|at| sentence.is(*at, &[Word::Is, Word::As]))?;
        let end =
            (link + 1..=link + 4).find(|at| sentence.is(*at, &[Word::Answer, Word::Correct]))?;
        // "(a) is an answer that is reasonable"
        if sentence.word(end) == Word::Answer
            && (sentence.has_in(link, end, &[Word::An, Word::Impossible])
                || sentence.is_of_others(end))
        {
            return None;
        }
        let between = [
            Word::Not,
            Word::May,
            Word::Could,
            Word::Less,
            Word::Least,
            Word::Wrongly,
            Word::Wrong,
            Word::If,
            Word::To,
            Word::Unlikely,
            Word::More,
            Word::Than,
            Word::Anything,
            // "second best"
            Word::Second,
            Word::Third,
        ];
        // "(b) would be right if it rained", "(b) would be right without the second premise"
        let unreal = sentence.supposes()
            || sentence.has_in(end, sentence.len(), &[Word::If, Word::Not, Word::Had]);
        if unreal && sentence.has_in(at, end, &[Word::Would]) {
            return None;
        }
        let conceded = sentence.has_in(sentence.clause_start(at), at, &[Word::While])
            || sentence.is_said_by_another(at);
        let doubtful = conceded
            || is_conditional(sentence, end)
            || (at..end).any(|at| is_near_miss(sentence, at))
            || sentence.has_in(at, end, &between)
            || (at..end).any(|at| sentence.is_distanced(at))
            || is_doubtful(sentence, at, at);
        (!doubtful).then(|| Hit::new(choose(mention), at, end))
    })
}

/// "I would choose (a)", "selecting option (a)", "I'd go with (b)", "I conclude: (b)".
pub(super) fn chosen(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().filter(|at| is_choosing(sentence, *at)).find_map(|verb| {
        let at = option_after(sentence, verb + 1)?;
        let mention = sentence.mention(at)?;
        // "I prefer A to (b)"
        let denied = sentence.is(at.wrapping_sub(1), &[Word::To, Word::Than])
            || (at + 1..at + 5).any(|at| turns_down(sentence, at))
            || (verb..at).any(|at| sentence.mark(at) == Some(Mark::Comma));
        // "I was leaning towards (c), but it's (b)."
        let dropped = (at + 1..sentence.len()).any(|turn| {
            sentence.word(turn) == Word::But
                && sentence
                    .mentions_before(sentence.len())
                    .any(|(later, other)| later > turn && other.letter != mention.letter)
        });
        let doubtful = dropped
            || denied
            || sentence.supposes_another_question()
            || is_conditional(sentence, at)
            || is_doubtful(sentence, verb, at)
            || is_hypothetical(sentence, verb);
        (!doubtful).then(|| Hit::new(choose(mention), verb, at))
    })
}

const DENIALS: [Word; 4] = [Word::Not, Word::Less, Word::Least, Word::Asked];

/// "We should choose the single event, which is (a)".
pub(super) fn which_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().filter(|at| sentence.word(*at) == Word::Which).find_map(|which| {
        let heads = [Word::Choose, Word::Likely, Word::Likelier, Word::Correct, Word::Answer];
        let start = which.saturating_sub(24);
        let at = (which + 2..=which + 5).find(|at| sentence.mention(*at).is_some())?;
        let mention = sentence.mention(at)?;
        let says = sentence.is(which + 1, &[Word::Is, Word::Would])
            && sentence.has_in(start, which, &heads)
            && !sentence.has_in(which.saturating_sub(8), at, &DENIALS)
            && !sentence.is_joined(at);
        says.then(|| Hit::new(choose(mention), which, at))
    })
}

/// A noun that means the verdict.
fn is_head(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = at.saturating_sub(4);
    let marked = [Word::Correct, Word::Final, Word::Likely, Word::Likelier, Word::My];
    let unmarked = [Word::Less, Word::Least, Word::Not, Word::Than, Word::Second, Word::Third];
    match sentence.word(at) {
        Word::Answer => !sentence.is(at.wrapping_sub(1), &[Word::To, Word::Can, Word::Impossible]),
        Word::One if sentence.is_true_one(at) => true,
        Word::Option | Word::Event | Word::One => {
            sentence.has_in(before, at, &marked)
                && !sentence.has_in(before, at, &unmarked)
                && sentence.mention(at + 1).is_none()
        }
        Word::Conclusion => sentence.mark(at + 1) == Some(Mark::Colon),
        _ => false,
    }
}

/// The place of the option that follows `from` with no important word in between.
fn option_after(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let mut others = 0;
    for at in from..from + 12 {
        if sentence.mention(at).is_some() {
            return Some(at);
        }
        match sentence.word(at) {
            Word::Other => others += usize::from(sentence.mark(at).is_none()),
            word if is_weighty(word) => return None,
            _ => {}
        }
        if others > 3 || at >= sentence.len() {
            return None;
        }
    }
    None
}

fn is_weighty(word: Word) -> bool {
    let weighty = [
        Word::Not,
        Word::Than,
        Word::If,
        Word::But,
        Word::Neither,
        Word::Either,
        Word::Both,
        Word::Less,
        Word::Least,
        Word::Unlikely,
        Word::Rather,
        Word::While,
        Word::As,
        Word::Which,
        Word::Because,
        Word::And,
        Word::No,
        Word::Against,
        Word::Opposite,
    ];
    weighty.contains(&word)
}

fn is_choosing(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = at.saturating_sub(6);
    let first_person = sentence.has_in(before, at, &[Word::I, Word::Therefore, Word::Should]);
    match sentence.word(at) {
        Word::Choose => {
            first_person || at <= 1 || sentence.has_in(before, at, &[Word::Would, Word::Must])
        }
        // "I'd take (b)", but not "I take issue with (b)"
        Word::Need => {
            let noun = [Word::Option, Word::The, Word::An];
            let object = (at + 1..at + 4).find(|at| !sentence.is(*at, &noun));
            sentence.is(at.wrapping_sub(1), &[Word::Would, Word::Will, Word::I])
                && first_person
                && object.is_some_and(|at| sentence.mention(at).is_some())
        }
        Word::Choosing => sentence.is(at.wrapping_sub(1), &[Word::Am, Word::Is]),
        Word::With | Word::For => {
            first_person && sentence.has_in(at.saturating_sub(2), at, &[Word::Go])
        }
        Word::Toward => first_person && sentence.has_in(at.saturating_sub(2), at, &[Word::Go]),
        Word::Say | Word::Conclude => {
            sentence.has_in(before, at, &[Word::I]) && names_only(sentence, at)
        }
        Word::Option => first_person && sentence.word(at.wrapping_sub(1)) == Word::Would,
        _ => false,
    }
}

/// "I would say (a)." but not "I think (a) is dull".
fn names_only(sentence: &Sentence<'_>, verb: usize) -> bool {
    let Some(at) = option_after(sentence, verb + 1).filter(|at| *at <= verb + 4) else {
        return false;
    };
    let ends = [Word::Because, Word::As];
    let next = at + 1;
    next >= sentence.len() || sentence.is(next, &ends) || sentence.mark(next).is_some()
}

/// Returns true if the option at `at` is one of several, or a later part takes back the
/// announcement from `from`.
fn is_doubtful(sentence: &Sentence<'_>, from: usize, at: usize) -> bool {
    let start = sentence.clause_start(from).max(from.saturating_sub(8));
    let doubts =
        [Word::Not, Word::If, Word::Wrongly, Word::Wrong, Word::People, Word::Which, Word::Neither];
    let others = sentence.denial(start, at).is_some()
        || sentence.disbelief(start, at).is_some()
        || sentence.is_attributed(start, at)
        || sentence.is_of_nobody(start, at);
    others
        || sentence.is_joined(at)
        || sentence.has_in(start, at, &doubts)
        || by_predicate(sentence, at)
        || is_conditional(sentence, at)
}

/// "(a) if Victor is branded", "(a) only if", but not "(a) if I had to choose".
fn is_conditional(sentence: &Sentence<'_>, at: usize) -> bool {
    let only = usize::from(sentence.word(at + 1) == Word::Only);
    let forced = [Word::Choose, Word::Must, Word::Had, Word::I];
    let changed = sentence.has_in(at + 2, at + 6, &[Word::Ignore]);
    sentence.word(at + 1 + only) == Word::If
        && (only == 1 || changed || !sentence.has_in(at + 2, at + 7, &forced))
}

/// "less likely", "unlikely", "the worst"
fn turns_down(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, &[Word::Unlikely, Word::Worst])
        || (sentence.is(at, &[Word::Less, Word::Least])
            && sentence.has_in(at, at + 4, &[Word::Likely]))
}

/// "asked to select", "one might choose", "the fallacy would be to choose".
fn is_hypothetical(sentence: &Sentence<'_>, verb: usize) -> bool {
    let before = verb.saturating_sub(4);
    let going = sentence.word(verb.wrapping_sub(1)) == Word::To
        && sentence.has_in(before, verb, &[Word::Go])
        && sentence.has_in(verb, sentence.len(), &[Word::But]);
    // "The last thing I would choose is (b)."
    let last = sentence.has_in(verb.saturating_sub(6), verb, &[Word::Last])
        && sentence.word(verb + 1) == Word::Is;
    // "If I were a fool, I'd say (b)."
    let foolish = sentence.supposes() && sentence.is_of_nobody(0, verb);
    going
        || last
        || foolish
        || sentence.has_in(before, verb, &[Word::Asked, Word::Could, Word::May, Word::Wrongly])
        // "I refuse to choose", "I almost chose"
        || sentence.has_in(before, verb, &[Word::Decline, Word::Near])
        || sentence.has_in(verb.saturating_sub(8), verb, &[Word::Fallacy])
}
