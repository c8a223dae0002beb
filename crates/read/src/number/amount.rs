//! Sentences that state an amount, and the number that is the amount.

use crate::Context;
use crate::finding::{Hit, Said};
use crate::text::{Kind, Mark, Sentence, Token, Word};
use peirast_record::{Answer, Number};

/// `\boxed{7}`
pub(super) fn boxed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let number = stated(sentence, at + 1).filter(|_| sentence.word(at) == Word::Boxed)?;
        Some(hit(number, at, at + 1))
    })
}

/// "The answer is 7", "Answer: seven".
pub(super) fn answer_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let is_head = |at: &usize| sentence.word(*at) == Word::Answer || sentence.is_true_one(*at);
    (0..sentence.len()).rev().filter(is_head).find_map(|head| {
        let end = sentence.len().min(head + 20);
        let direct = sentence.is_true_one(head) && sentence.number(head + 1).is_some();
        let link = (head + 1..end).find(|at| sentence.links(*at));
        let link = if direct { head } else { link? };
        let far = sentence.mark(link).is_some() && link > head + 2;
        let doubts = [Word::Not, Word::If, Word::To];
        let denied = sentence.has_in(head, link + 1, &[Word::No, Word::Not]);
        if far
            || denied
            || sentence.is_of_others(head)
            || sentence.is_said_by_another(head)
            || sentence.has_in(head.saturating_sub(3), link + 3, &doubts)
        {
            return None;
        }
        let (at, number) = result(sentence, link + 1)?;
        (sentence.word(at + 1) != Word::If).then(|| hit(number, head, at))
    })
}

/// "The minimum number of races is 7", "a total of 7 races", "7 in total".
pub(super) fn total(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let cues = [Word::Total, Word::Minimum, Word::Exactly, Word::Number];
    let head = (0..sentence.len()).find(|at| sentence.is(*at, &cues))?;
    if sentence.has_in(0, head, &[Word::If, Word::Could, Word::May]) || sentence.has(&[Word::Bound])
    {
        return None;
    }
    let is = (head..sentence.len()).find(|at| sentence.is(*at, &[Word::Is]));
    let after = |link: usize| result(sentence, link + 1);
    let (at, number) = amount_before(sentence, head)
        .or_else(|| near(sentence, head + 1, 4).and_then(|_| after(head)))
        .or_else(|| is.and_then(after))
        .or_else(|| last_equals(sentence, head).and_then(after))?;
    Some(hit(number, head.min(at), head.max(at)))
}

/// "You need 7 races", "it takes 7", "7 races are needed", "7 suffice". Statements attributed to
/// others do not count.
pub(super) fn needed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let verbs = [Word::Need, Word::Suffice, Word::Enough];
    (0..sentence.len()).filter(|at| sentence.is(*at, &verbs)).find_map(|need| {
        let start = sentence.clause_start(need);
        let doubts =
            [Word::If, Word::Could, Word::May, Word::Wrongly, Word::People, Word::Seem, Word::Not];
        let said =
            sentence.has_in(start, need, &[Word::Say]) && !sentence.has_in(start, need, &[Word::I]);
        if said || sentence.supposes() || sentence.has_in(start, need, &doubts) {
            return None;
        }
        let (at, number) = amount_of(sentence, need)?;
        Some(hit(number, need.min(at), need.max(at)))
    })
}

/// The amount that is the object of the verb at `need`.
fn amount_of(sentence: &Sentence<'_>, need: usize) -> Option<(usize, Number)> {
    if sentence.word(need) == Word::Enough {
        let is = need.checked_sub(1).filter(|at| sentence.word(*at) == Word::Is)?;
        return amount_before(sentence, is + 1);
    }
    if sentence.word(need) == Word::Suffice {
        return first_number(sentence, need.saturating_sub(2), 2);
    }
    let passive = sentence.has_in(need.saturating_sub(2), need, &[Word::Is]);
    let before = amount_before(sentence, need).filter(|_| passive);
    before.or_else(|| {
        near(sentence, need + 1, 6)?;
        result(sentence, need + 1)
    })
}

/// "So there are 20 girls.", "Dan has 25 apples now.": the only number of its sentence.
pub(super) fn concluded(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let mut all = numbers(sentence);
    let at = all.next()?;
    let number =
        stated(sentence, at).filter(|_| all.next().is_none() && !is_given(sentence, at))?;
    let now = sentence.is(sentence.len() - 1, &[Word::Left]);
    let left = (now || sentence.has_in(at + 1, at + 4, &[Word::Left, Word::Final]))
        && sentence.has_in(at.saturating_sub(3), at, &[Word::Have, Word::Is]);
    let doubts = [
        Word::If,
        Word::May,
        Word::Could,
        Word::Can,
        Word::People,
        Word::Not,
        Word::Would,
        Word::First,
        Word::Far,
    ];
    let counted =
        at + 1 >= sentence.len() || sentence.is_plain(at + 1) || sentence.word(at + 1) == Word::Per;
    let left = left || (sentence.concludes() && counted);
    (left && !sentence.has_in(0, at, &doubts)).then(|| hit(number, at, at))
}

/// "but it is 7", "it's 7"
pub(super) fn it_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let (at, number) = ending(sentence)?;
    let is = at.checked_sub(1).filter(|is| sentence.word(*is) == Word::Is)?;
    let it = is.checked_sub(1).filter(|it| sentence.word(*it) == Word::It)?;
    let doubts =
        [Word::If, Word::May, Word::Could, Word::People, Word::Not, Word::Wrongly, Word::Doubtful];
    let said = !sentence.has_in(sentence.clause_start(it), it, &doubts);
    (said && !sentence.is_said_by_another(it)).then(|| hit(number, it, at))
}

/// "Now it's 7", "it is now 7": the number.
pub(super) fn by_now(sentence: &Sentence<'_>) -> Option<Number> {
    let (at, number) = ending(sentence)?;
    let start = at.saturating_sub(4);
    let said = [Word::Left, Word::It, Word::Is];
    said.iter().all(|word| sentence.has_in(start, at, &[*word])).then_some(number)
}

/// "That comes to 11.", "which gives 11", "we get 11"
pub(super) fn comes_to(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().filter(|at| sentence.word(*at) == Word::Comes).find_map(|verb| {
        let (at, number) = result(sentence, verb + 1)?;
        // "She gives 2 away" is no result, "5 + 2 gives 7" is.
        let worked = sentence.is(verb + 1, &[Word::To])
            || numbers(sentence).any(|number| number < verb)
            || sentence.has_in(
                verb.saturating_sub(2),
                verb,
                &[Word::I, Word::That, Word::This, Word::Which],
            );
        if !worked {
            return None;
        }
        let near = at <= verb + 4 || last_equals(sentence, verb).is_some();
        let doubts = [Word::If, Word::May, Word::Could, Word::People, Word::Not, Word::Would];
        let plain = near && !sentence.has_in(sentence.clause_start(verb), verb, &doubts);
        plain.then(|| hit(number, verb, at))
    })
}

/// "5 + 1 + 1 = 7"
pub(super) fn equals(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let set = [Word::Check, Word::Let, Word::If];
    let link = last_equals(sentence, 0).filter(|_| !sentence.is(0, &set))?;
    let denied = sentence.is(link.wrapping_sub(1), &[Word::Not, Word::No]);
    let (at, number) = first_number(sentence, link + 1, 4).filter(|_| !denied)?;
    // "x = 3, y = 4"
    let links = (0..sentence.len()).filter(|at| sentence.mark(*at) == Some(Mark::Equals)).count();
    let several = links > 1
        && (0..link).any(|at| {
            sentence.mark(at) == Some(Mark::Comma) || sentence.is(at, &[Word::Or, Word::And])
        })
        && (0..sentence.len()).all(|at| sentence.mark(at) != Some(Mark::Operator));
    (!several).then(|| hit(number, link, at))
}

/// "7 = 5 + 2": the number before the sum.
pub(super) fn worked_out(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let link = (0..sentence.len()).find(|at| sentence.mark(*at) == Some(Mark::Equals))?;
    let at = link.checked_sub(1)?;
    let number = stated(sentence, at).filter(|_| at == 0 || sentence.links(at - 1))?;
    let sum = (link + 1..sentence.len()).any(|at| sentence.mark(at) == Some(Mark::Operator));
    sum.then(|| hit(number, at, link))
}

/// "races: 7"
pub(super) fn labelled(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let colon = (1..4).find(|at| sentence.mark(*at) == Some(Mark::Colon))?;
    let plain = (0..colon).all(|at| sentence.is_plain(at));
    let number = stated(sentence, colon + 1).filter(|_| plain && sentence.len() <= colon + 3)?;
    sentence.closed.then(|| hit(number, colon, colon + 1))
}

/// "45 handshakes: 10 people times 9 partners, halved.", "2, since each weighing tells three
/// apart."
pub(super) fn opening(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let number = stated(sentence, 0).filter(|_| sentence.index == 0)?;
    let sign = (1..3).find(|at| sentence.mark(*at).is_some())?;
    let plain = (1..sign).all(|at| sentence.is_plain(at));
    let reason = sentence.is(sign + 1, &[Word::Because, Word::As]);
    let explained = match sentence.mark(sign)? {
        // "3 : 8" is a proportion.
        Mark::Colon | Mark::Semicolon => {
            sign + 1 < sentence.len() && (sign > 1 || sentence.number(sign + 1).is_none())
        }
        Mark::Comma | Mark::Dash => reason,
        _ => false,
    };
    (plain && explained).then(|| hit(number, 0, sign - 1))
}

/// A line that holds only a number.
pub(super) fn alone(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let number = stated(sentence, 0)?;
    let few = sentence.len() <= 2 && sentence.closed;
    few.then(|| hit(number, 0, 0))
}

fn hit(number: Number, first: usize, last: usize) -> Hit {
    Hit::new(Said::Verdict(Answer::Number(number)), first, last)
}

/// The places of numbers. "One" is left out, since it is more often a pronoun.
pub(super) fn numbers<'s>(sentence: &'s Sentence<'_>) -> impl Iterator<Item = usize> + use<'s> {
    let is_number = |at: &usize| {
        sentence.tokens.get(*at).is_some_and(|token| matches!(token.kind, Kind::Number(_)))
    };
    (0..sentence.len()).filter(is_number)
}

/// The number at `at` if it is stated plainly: not denied, no bound, no alternative, no summand.
pub(super) fn stated(sentence: &Sentence<'_>, at: usize) -> Option<Number> {
    let number = sentence.number(at)?;
    (!is_denied(sentence, at) && !is_vague(sentence, at)).then_some(number)
}

/// "not 6", "not equal to 6", "cannot be 6", "anything but 7", "7 is wrong"
pub(super) fn is_denied(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = at.wrapping_sub(1);
    let but = sentence.word(before) == Word::But
        && sentence.is(before.wrapping_sub(1), &[Word::Anything, Word::All]);
    let needless = sentence.word(before) == Word::Need
        && sentence.has_in(before.saturating_sub(3), before, &[Word::Not]);
    but || needless || is_denied_before(sentence, at) || is_denied_behind(sentence, at)
}

/// "not 7", "no es 7", "not equal to 7", "different from 7", "can't possibly be 7"
fn is_denied_before(sentence: &Sentence<'_>, at: usize) -> bool {
    const REACH: usize = 5;
    let glue = [
        Word::Is,
        Word::Equally,
        Word::Can,
        Word::To,
        Word::From,
        Word::Than,
        Word::Exactly,
        Word::Logically,
        Word::Certain,
        Word::Sure,
        Word::Even,
    ];
    // "not possibly be 7", "not quite 7"
    let is_glue = |place: usize| {
        let adverb =
            sentence.is_plain(place) && (sentence.word(place + 1) == Word::Is || place + 1 == at);
        sentence.is(place, &glue) || adverb
    };
    let first = (at.saturating_sub(REACH)..at).rev().find(|place| !is_glue(*place));
    first.is_some_and(|place| match sentence.word(place) {
        Word::Not | Word::Nein | Word::Except | Word::Unequal => true,
        Word::No => sentence.word(place + 1) != Word::Doubt,
        Word::Far => sentence.word(place + 1) == Word::From,
        _ => false,
    })
}

/// "7 is not it", "7 is wrong", "7 is too low", "7 est faux"
fn is_denied_behind(sentence: &Sentence<'_>, at: usize) -> bool {
    let verbs = [Word::Would, Word::Is, Word::Can, Word::Do];
    let verb = (at + 1..at + 3).find(|at| sentence.is(*at, &verbs));
    let wrong = [Word::Wrong, Word::No, Word::Too, Word::Impossible, Word::Unlikely, Word::Unsound];
    let verbal = verb.is_some_and(|verb| {
        sentence.word(verb + 1) == Word::Not || sentence.has_in(verb + 1, verb + 3, &wrong)
    });
    // "7ではない", "7不对", "7 ≠ n"
    let symbol = usize::from(sentence.word(at + 1) == Word::Not && sentence.is_plain(at + 2));
    let ended = sentence.is(at + 1, &[Word::Not, Word::No, Word::Wrong])
        && at + 2 + symbol >= sentence.len();
    // "7 no es correcto", "7不是答案"
    let split = sentence.word(at + 1) == Word::No && sentence.is(at + 2, &[Word::Is, Word::Answer]);
    verbal || ended || split
}

/// Returns true if the number at `at` is not asserted by the author: "he said it is 7", "7 if the
/// bat is free", "the answer is hardly 7".
pub(super) fn is_unasserted(sentence: &Sentence<'_>, at: usize) -> bool {
    let head = (0..at).rev().find(|head| sentence.word(*head) == Word::Answer);
    let denied = head.is_some_and(|head| {
        let not = sentence.has_in(head, at, &[Word::Not, Word::No]);
        not && !sentence.has_in(head, at, &[Word::But, Word::Rather])
    });
    // "Let k = 12."
    let set = sentence.is(0, &[Word::Let, Word::If])
        && sentence.mark(at.wrapping_sub(1)) == Some(Mark::Equals);
    let popular = head.is_some_and(|head| sentence.is_of_others(head));
    // "I don't think it's 7", "it is doubtful that it's 7"
    let doubted = sentence.disbelief(0, at).is_some() || sentence.has_in(0, at, &[Word::Doubtful]);
    doubted
        || denied
        || set
        || popular
        || sentence.is_said_by_another(at)
        || sentence.word(at + 1) == Word::If
}

/// "for 25 horses", "out of 25", "the fastest 3": a number that is given, not the one asked for.
pub(super) fn is_given(sentence: &Sentence<'_>, at: usize) -> bool {
    let given = [Word::For, Word::Of, Word::Per, Word::Out, Word::First, Word::With, Word::From];
    sentence.has_in(at.saturating_sub(2), at, &given)
}

/// "more than 7", "7 or more", "about 7", "5 to 7", "5 + 2"
fn is_vague(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = at.wrapping_sub(1);
    let marked = |at: usize, marks: &[Mark]| sentence.mark(at).is_some_and(|m| marks.contains(&m));
    let bounds = [Word::Than, Word::Most, Word::Bound, Word::Near, Word::Plus];
    let least = sentence.word(before) == Word::Least
        && !sentence.has_in(at.saturating_sub(4), at, &[Word::Need, Word::Suffice]);
    let up_to = sentence.is(before, &[Word::To, Word::Of])
        && sentence.is(before.wrapping_sub(1), &[Word::Bound, Word::Near]);
    // "less than or equal to 7"
    let or_equal = sentence.word(before) == Word::To
        && sentence.word(before.wrapping_sub(1)) == Word::Equally
        && sentence.word(before.wrapping_sub(2)) == Word::Or;
    // "more or less 7"
    let or_less =
        sentence.word(before) == Word::Less && sentence.word(before.wrapping_sub(1)) == Word::Or;
    // "more like 7"
    let like = sentence.is_plain(before) && sentence.word(before.wrapping_sub(1)) == Word::More;
    let bound = sentence.is(before, &bounds)
        || least
        || up_to
        || or_less
        || like
        || or_equal
        || marked(before, &[Mark::Greater, Mark::Smaller, Mark::Slash, Mark::Operator, Mark::Near]);
    // "10 -> 5"
    let changed = marked(at + 1, &[Mark::Arrow]) && is_number(sentence, at + 2);
    let sum =
        changed || marked(at + 1, &[Mark::Operator, Mark::Slash, Mark::Greater, Mark::Smaller]);
    let operated = is_operator(sentence, at + 1)
        || (at.saturating_sub(2)..at).any(|at| is_operator(sentence, at));
    bound
        || sum
        || operated
        || is_share(sentence, at)
        || is_step(sentence, at)
        || is_open(sentence, at)
        || is_paired(sentence, at)
        || is_compound(sentence, at)
        || is_changed(sentence, at)
}

/// Returns true for a sign or word that combines the numbers around it: "3 times 4", "8 divided by
/// 2", "5 minus 1".
fn is_operator(sentence: &Sentence<'_>, at: usize) -> bool {
    let words = [Word::Operator, Word::Plus, Word::Minus, Word::Changed];
    let by = usize::from(sentence.is_plain(at + 1) || sentence.word(at + 1) == Word::Of);
    sentence.mark(at) == Some(Mark::Operator)
        || sentence.is(at, &words)
            && at.checked_sub(1).is_some_and(|before| is_number(sentence, before))
            && is_number(sentence, at + 1 + by)
}

/// "3 out of 4", "3 of 4", "2/3 of 9", "one in ten": a share of another number.
fn is_share(sentence: &Sentence<'_>, at: usize) -> bool {
    let pair = |at: usize| {
        sentence.word(at) == Word::In
            && at.checked_sub(1).is_some_and(|before| is_number(sentence, before))
            && is_number(sentence, at + 1)
    };
    if pair(at + 1) || at.checked_sub(1).is_some_and(pair) {
        return true;
    }
    let whole = sentence.number(at).is_some_and(|number| number.whole().is_some());
    let out = usize::from(sentence.word(at + 1) == Word::Out);
    let of = at + 1 + out;
    // "7 of the 25 horses" counts, "2/3 of the 9 horses" does not.
    let reach = if whole && out == 0 { 1 } else { 3 };
    sentence.word(of) == Word::Of && (of + 1..=of + reach).any(|at| is_number(sentence, at))
}

/// "half of 14", "a third of 14", "twice 14", "14 halved", "7 in base 8", "point 5": a number from
/// which another one is computed.
fn is_changed(sentence: &Sentence<'_>, at: usize) -> bool {
    let parts = [Word::Part, Word::Changed, Word::Third, Word::Fourth, Word::Fifth];
    let of = [Word::Of, Word::The, Word::From].contains(&sentence.word(at.wrapping_sub(1)));
    let before = at.wrapping_sub(if of { 2 } else { 1 });
    let part = match of {
        true => sentence.is(before, &parts),
        false => sentence.is(before, &[Word::Part, Word::Point, Word::Base]),
    };
    // "3 parts per million", "7 per 100"
    let per = (at + 1..at + 3).any(|at| {
        sentence.word(at) == Word::Per
            && (is_number(sentence, at + 1) || sentence.word(at + 1) == Word::Multiple)
    });
    // "8, doubled"
    let comma = usize::from(sentence.mark(at + 1) == Some(Mark::Comma));
    // "2 to the third power"
    let raised = sentence.word(at + 1) == Word::To && sentence.word(at + 2) == Word::The;
    part || raised
        || per
        || sentence.word(at + 1 + comma) == Word::Changed
        || sentence.word(at + 1) == Word::Base
        || sentence.word(at + 1) == Word::In && sentence.word(at + 2) == Word::Base
}

/// "one race more than six", "two fewer races than nine", "7 too many": a difference to another
/// number.
fn is_step(sentence: &Sentence<'_>, at: usize) -> bool {
    let too = sentence.word(at + 1) == Word::Too && at + 2 < sentence.len();
    // "3 away from 10"
    if too || sentence.word(at + 1) == Word::Away {
        return true;
    }
    let degree = (at + 1..at + 3).find(|at| sentence.is(*at, &[Word::More, Word::Less]));
    degree.is_some_and(|degree| {
        let than = (degree + 1..degree + 3).find(|at| sentence.word(*at) == Word::Than);
        than.is_some_and(|than| is_number(sentence, than + 1))
    })
}

/// "7 or more", "7 or so", "7 and up", "7 plus"
fn is_open(sentence: &Sentence<'_>, at: usize) -> bool {
    let ends = [
        Word::More,
        Word::Less,
        Word::Therefore,
        Word::Higher,
        Word::Lower,
        Word::Bound,
        Word::Than,
    ];
    let joined = sentence.is(at + 1, &[Word::Or, Word::And]) && sentence.is(at + 2, &ends);
    // "7 or thereabouts", "7 at most", "7 maximum"
    let loosely = sentence.word(at + 1) == Word::Or && sentence.is_plain(at + 2);
    // "7 races up", "5 degrees below zero"
    let up = sentence.word(at + 2) == Word::Bound
        && (is_number(sentence, at + 3)
            || (at + 3..sentence.len()).all(|at| sentence.is_plain(at)));
    let minimum = sentence.word(at + 1) == Word::Minimum && at + 2 >= sentence.len();
    let bounded = minimum
        || is_limited(sentence, at)
        || sentence.is(at + 1, &[Word::Bound, Word::Least])
        || sentence.is_plain(at + 1) && up;
    if loosely || bounded {
        return true;
    }
    joined || sentence.is(at + 1, &[Word::Plus]) && sentence.number(at + 2).is_none()
}

/// "7 at the very least", "7, tops", but not "you need 7 at the least"
fn is_limited(sentence: &Sentence<'_>, at: usize) -> bool {
    const REACH: usize = 7;
    let comma = usize::from(sentence.mark(at + 1) == Some(Mark::Comma));
    let first = at + 1 + comma;
    let passed = |at: usize| sentence.is_plain(at) || sentence.word(at) == Word::The;
    let Some(limit) = (first..at + REACH).find(|at| !passed(*at)) else { return false };
    let needed = sentence.has_in(at.saturating_sub(4), at, &[Word::Need, Word::Suffice]);
    let limits = match sentence.word(limit) {
        Word::Most => limit > first,
        Word::Least => limit > first && !needed,
        Word::Bound => limit == first && comma == 1,
        _ => false,
    };
    limits && (comma == 0 || limit + 1 >= sentence.len())
}

/// "2 hours and 30 minutes", "5 feet 6 inches": the parts of one amount.
fn is_compound(sentence: &Sentence<'_>, at: usize) -> bool {
    let number = |at: usize| is_number(sentence, at) && sentence.word(at) != Word::One;
    let pair = |at: usize| {
        let and = usize::from(sentence.word(at + 2) == Word::And);
        (number(at) || and == 1 && sentence.word(at) == Word::One)
            && sentence.is_plain(at + 1)
            && number(at + 2 + and)
            && sentence.is_plain(at + 3 + and)
    };
    pair(at) || (at >= 2 && pair(at - 2)) || (at >= 3 && pair(at - 3))
}

/// "6 or 7", "5 to 7", "between 5 and 7", "1 000"
fn is_paired(sentence: &Sentence<'_>, at: usize) -> bool {
    let pairs = |at: usize| {
        let dash = sentence.mark(at) == Some(Mark::Dash);
        dash || sentence.is(at, &[Word::Or, Word::To, Word::And, Word::Than])
    };
    let token = |at: usize| sentence.tokens.get(at).filter(|t| matches!(t.kind, Kind::Number(_)));
    let comma = |at: usize| sentence.mark(at) == Some(Mark::Comma) && sentence.len() <= 5;
    // "one or two"
    let one = at >= 2 && pairs(at - 1) && sentence.word(at - 2) == Word::One;
    let adjacent = |at: usize| {
        token(at).zip(token(at + 1)).is_some_and(|(one, next)| one.end + 1 == next.start)
    };
    let parts = adjacent(at) || (at > 0 && adjacent(at - 1));
    let listed = |at: usize| pairs(at) || comma(at);
    let left = at >= 2 && listed(at - 1) && token(at - 2).is_some();
    parts
        || left
        || one
        || (listed(at + 1) && token(at + 2).is_some())
        || is_alternative(sentence, at)
}

/// "7, or maybe 8", "7 or possibly even 8"
fn is_alternative(sentence: &Sentence<'_>, at: usize) -> bool {
    const REACH: usize = 4;
    let comma = usize::from(sentence.mark(at + 1) == Some(Mark::Comma));
    let or = at + 1 + comma;
    let hedged = |at: usize| {
        sentence.is_plain(at) || sentence.is(at, &[Word::May, Word::Even, Word::All, Word::Likely])
    };
    let other = (or + 1..or + REACH).find(|at| !hedged(*at));
    sentence.word(or) == Word::Or
        && other
            .is_some_and(|other| is_number(sentence, other) && sentence.word(other) != Word::One)
}

/// "So 7.", "Therefore, it is 7 races."
pub(super) fn therefore(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let (at, number) = ending(sentence)?;
    Some(hit(number, sentence.concluded_from(at)?, at))
}

/// "No, 7.", "6... sorry, 7."
pub(super) fn corrected(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let (at, number) = ending(sentence)?;
    Some(hit(number, sentence.amended_from(at)?, at))
}

/// The number that ends the sentence, with or without the word for the counted things.
fn ending(sentence: &Sentence<'_>) -> Option<(usize, Number)> {
    let at = numbers(sentence).last()?;
    let ended = at + 1 >= sentence.len() || (at + 2 == sentence.len() && sentence.is_plain(at + 1));
    Some((at, stated(sentence, at)?)).filter(|_| ended)
}

/// The number before `at`, as in "7 races in total" and "7 races are needed".
fn amount_before(sentence: &Sentence<'_>, at: usize) -> Option<(usize, Number)> {
    let from = at.saturating_sub(5);
    let article = usize::from(sentence.word(at.wrapping_sub(1)) == Word::The);
    let adjacent = sentence.is(at.wrapping_sub(1 + article), &[Word::In, Word::Is]);
    let found = (from..at).rev().find_map(|at| Some((at, stated(sentence, at)?)))?;
    adjacent.then_some(found)
}

fn last_equals(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let operator = (0..sentence.len()).find(|at| is_operator(sentence, *at));
    (from..sentence.len()).rev().find(|at| {
        let sum = operator.is_some_and(|operator| operator < *at);
        let number = sentence.number(at + 1).is_some();
        // "3 times 4 is 12", "3 times 4, or 12"
        let or = sentence.word(*at) == Word::Or
            && sentence.mark(at.wrapping_sub(1)) == Some(Mark::Comma);
        // "7, since 7 minus 2 is 5" gives a reason.
        let is = (or || sentence.is(*at, &[Word::Is, Word::Make, Word::Comes]))
            && !sentence.has_in(from, *at, &[Word::Because]);
        sentence.mark(*at) == Some(Mark::Equals)
            || sum && sentence.mark(*at) == Some(Mark::Arrow)
            || sum && is && number
            || sentence.word(*at) == Word::Equally && number
    })
}

/// The first number within `reach` tokens from `from` that is an amount: "the fastest 3", "out of
/// 25" and the numbers of list items do not count.
fn first_number(sentence: &Sentence<'_>, from: usize, reach: usize) -> Option<(usize, Number)> {
    let at = near(sentence, from, reach)?;
    Some((at, stated(sentence, at)?))
}

/// The place of that number, either stated or at the beginning of a sum.
fn near(sentence: &Sentence<'_>, from: usize, reach: usize) -> Option<usize> {
    let listed = |at: &usize| {
        let item = sentence.tokens.get(*at).is_some_and(|token| token.first);
        item && at + 1 < sentence.len()
    };
    let ordinals = [Word::Per, Word::Premise, Word::Out, Word::First];
    (from..from + reach).take_while(|at| !listed(at)).find(|at| {
        let ordinal = sentence.has_in(at.saturating_sub(2), *at, &ordinals);
        is_number(sentence, *at) && !ordinal && !is_denied(sentence, *at)
    })
}

fn is_number(sentence: &Sentence<'_>, at: usize) -> bool {
    let number = |token: &Token| matches!(token.kind, Kind::Number(_) | Kind::Word(Word::One));
    sentence.tokens.get(at).is_some_and(number)
}

/// The result of a sum from `from` on: the number after its last `=`, or the first one.
fn result(sentence: &Sentence<'_>, from: usize) -> Option<(usize, Number)> {
    let from = last_equals(sentence, from).map_or(from, |at| at + 1);
    first_number(sentence, from, 8)
}
