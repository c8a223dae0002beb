//! Verdicts that the rest of their sentence ranks behind another option, or attributes to others:
//! "the best answer after (a)", "(b), said nobody", "(b), though I doubt it".

use super::chosen;
use crate::finding::Hit;
use crate::text::{Mention, Sentence, Word};

/// Returns true if the finding is the place of another option, or another person's answer.
pub(super) fn is_disowned(sentence: &Sentence<'_>, hit: Hit) -> bool {
    let is_found = |mention: Mention| chosen(mention) == hit.said;
    is_outranked(sentence, hit, &is_found)
        || is_of_others_behind(sentence, hit.last)
        || (hit.last + 1..sentence.len())
            .filter(|at| sentence.mark(*at).is_some())
            .any(|mark| takes_distance(sentence, mark + 1))
}

/// "(b) is right behind (a)", "(b) is the best answer after (a)", "after (a), (b) is best", "(b)
/// beats (a), and (c) beats (b)", "(b) comes second"
fn is_outranked(sentence: &Sentence<'_>, hit: Hit, is_found: &dyn Fn(Mention) -> bool) -> bool {
    const REACH: usize = 3;
    let option_at = |at: usize| {
        let article = usize::from(sentence.is(at, &[Word::The, Word::Option]));
        sentence.mention(at + article)
    };
    let other_at = |at: usize| option_at(at).is_some_and(|mention| !is_found(mention));
    let behind = (hit.last + 1..=hit.last + REACH)
        .take_while(|at| sentence.mark(*at).is_none())
        .any(|at| sentence.is(at, &[Word::Trails, Word::After]) && other_at(at + 1));
    let after = (0..hit.first).any(|at| {
        sentence.word(at) == Word::After && other_at(at + 1) && sentence.mark(at + 2).is_some()
    });
    let beaten = (0..sentence.len()).any(|at| {
        let denied = sentence.has_in(at.saturating_sub(REACH), at, &[Word::Not, Word::No]);
        sentence.word(at) == Word::Beats && option_at(at + 1).is_some_and(is_found) && !denied
    });
    behind || after || beaten || is_rank(sentence, hit.last + 1)
}

/// "comes second", "takes second place", "a close second" from `from` to the end of the clause.
/// "The second option" names it.
fn is_rank(sentence: &Sentence<'_>, from: usize) -> bool {
    let end = (from..sentence.len()).find(|at| sentence.mark(*at).is_some());
    let end = end.unwrap_or(sentence.len());
    let ranks = [Word::Second, Word::Third, Word::Fourth, Word::Fifth, Word::Last];
    let glue = [Word::An, Word::Comes, Word::Need, Word::Near];
    let leads = sentence.has_in(from, end, &glue[..3]) || sentence.is_plain(from);
    let passed =
        |at: usize| sentence.is(at, &glue) || sentence.is(at, &ranks) || sentence.is_plain(at);
    leads && sentence.has_in(from, end, &ranks) && (from..end).all(passed)
}

/// "the answer that fools give", "the answer of a fool", "the answer you would give if you were
/// careless"
fn is_of_others_behind(sentence: &Sentence<'_>, last: usize) -> bool {
    const REACH: usize = 5;
    if !sentence.is(last, &[Word::Answer, Word::Option, Word::Correct]) {
        return false;
    }
    let end = (last + 1..sentence.len()).find(|at| sentence.mark(*at).is_some());
    let end = end.unwrap_or(sentence.len());
    let others = has_others(sentence, last + 1, end.min(last + REACH));
    let author = sentence.has_in(last + 1, end, &[Word::I]);
    let unreal = sentence.has_in(last + 1, end, &[Word::Would, Word::Were, Word::Comes])
        && sentence.has_in(last + 1, end, &[Word::If]);
    // "the answer a child would give", but not "the answer that would follow"
    let would = (last + 2..end).any(|at| {
        sentence.word(at) == Word::Would
            && (sentence.is_plain(at - 1) || sentence.word(at - 1) == Word::One)
    });
    others || (unreal || would) && !author
}

/// "said nobody", "or so they say", "though I doubt it", "according to some", "if you ask a fool"
/// at the beginning of a clause.
fn takes_distance(sentence: &Sentence<'_>, from: usize) -> bool {
    const REACH: usize = 8;
    let end = (from..sentence.len().min(from + REACH)).find(|at| sentence.mark(*at).is_some());
    let end = end.unwrap_or(sentence.len().min(from + REACH));
    let named = (from..end).any(|at| sentence.mention(at).is_some());
    let says = sentence.has_in(from, end, &[Word::Say]);
    let author = sentence.has_in(from, end, &[Word::I, Word::My]);
    let others = has_others(sentence, from, end)
        || sentence.is_of_nobody(from, end)
        || sentence.is(from, &[Word::Near, Word::It])
        || sentence.word(from) == Word::As && sentence.word(from + 1) == Word::It;
    // "they say" ends its clause, "it says in the text that ..." does not.
    let pronoun = !sentence.has_in(from, end, &[Word::It]) || sentence.word(end - 1) == Word::Say;
    // "no matter what people say", "even if people say otherwise"
    let despite = [Word::No, Word::Not, Word::While, Word::Even, Word::But, Word::Anything];
    // "(b), supposedly", "(b), a close second"
    let hearsay = end == from + 1 && sentence.word(from) == Word::Wrongly;
    let ranked = is_rank(sentence, from);
    let attributed = says && others && pronoun && !author && !sentence.is(from, &despite);
    let or_so = sentence.word(from) == Word::Or && sentence.word(from + 1) == Word::Therefore;
    let according = sentence.is_plain(from)
        && sentence.word(from + 1) == Word::To
        && (has_others(sentence, from + 2, end) || sentence.word(from + 2) == Word::Near);
    let conditional = sentence.word(from) == Word::If && has_others(sentence, from, end);
    let doubted = (from..end).any(|at| is_doubt(sentence, at)) && author;
    !named && (hearsay || ranked || attributed || or_so || according || conditional || doubted)
}

/// "(I) doubt it", "(I) don't believe it", "(which I) doubt"
fn is_doubt(sentence: &Sentence<'_>, at: usize) -> bool {
    let object =
        usize::from(sentence.is(at + 1, &[Word::It, Word::That, Word::This, Word::Therefore]));
    let end = at + 1 + object;
    let ended = end >= sentence.len() || sentence.mark(end).is_some();
    let denied = sentence.has_in(at.saturating_sub(3), at, &[Word::Not, Word::No]);
    ended
        && match sentence.word(at) {
            Word::Doubt => !denied,
            Word::Say => denied,
            _ => false,
        }
}

/// Returns true if `from..to` names people whose answer is not the author's: "fools", "many", "most
/// would", but not "the many options", "the answer most consistent with it".
fn has_others(sentence: &Sentence<'_>, from: usize, to: usize) -> bool {
    let verbs = [Word::Would, Word::Will, Word::Choose, Word::Say, Word::People];
    (from..to).any(|at| match sentence.word(at) {
        Word::Nobody => true,
        Word::Most => sentence.is(at + 1, &verbs),
        Word::People => {
            sentence.word(at.wrapping_sub(1)) != Word::The
                && !sentence.is(at + 1, &[Word::Option, Word::Event])
        }
        _ => false,
    })
}

/// Returns true for "almost", "partly" and "half" if they deny what follows, but not for "almost
/// certainly", "partly because".
pub(super) fn is_near_miss(sentence: &Sentence<'_>, at: usize) -> bool {
    let assured = [Word::Sure, Word::Certain, Word::Because];
    sentence.is(at, &[Word::Near, Word::Part]) && !sentence.is(at + 1, &assured)
}
