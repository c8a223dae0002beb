//! The words yes and no as verdicts, and not as in "no doubt".

use super::{labelled, says, soundness};
use crate::Context;
use crate::finding::{Hit, Said};
use crate::text::{Kind, Mark, Sentence, Word};

/// Most tokens between "answer" and yes or no.
const REACH: usize = 30;

/// `\boxed{Yes}`
pub(crate) fn boxed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let yes = verdict(sentence, at + 1).filter(|_| sentence.word(at) == Word::Boxed)?;
        Some(Hit::new(says(yes), at, at + 1))
    })
}

/// "The answer is No", "Answer: yes", "Conclusion: No", "I would say no".
pub(crate) fn answer_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().filter(|at| is_head(sentence, *at)).find_map(|head| {
        let reach = sentence.len().min(head + REACH);
        let at = (head + 1..reach).find(|at| verdict(sentence, *at).is_some())?;
        let yes = verdict(sentence, at)?;
        let said = sentence.is(head, &[Word::Say, Word::Conclude]) && at == head + 1;
        let direct_one = sentence.is_true_one(head) && at == head + 1;
        let linked = said || direct_one || (head + 1..at).any(|at| sentence.links(at));
        let doubts =
            [Word::Not, Word::With, Word::Either, Word::Can, Word::Asked, Word::Were, Word::Wish];
        // "I wish I could say yes", "I would like to say yes"; but: "I have to say yes"
        let bound = [Word::Go, Word::Have, Word::Need, Word::Must];
        let wished = said
            && (sentence.is(head.wrapping_sub(1), &[Word::Could, Word::May])
                || sentence.word(head.wrapping_sub(1)) == Word::To
                    && !sentence.has_in(head.saturating_sub(4), head, &bound));
        let direct = at.checked_sub(1).is_some_and(|at| sentence.links(at));
        // "whether the answer is yes", "yes in some cases and no in others"
        let asked = sentence.has_in(head.saturating_sub(2), head, &[Word::If]);
        let both = (at + 1..sentence.len()).any(|at| yes_or_no(sentence, at) == Some(!yes))
            && sentence.has_in(at + 1, sentence.len(), &[Word::And]);
        let doubtful = asked
            || both
            || sentence.has_in(head.saturating_sub(4), at, &doubts)
            || (!direct && sentence.has_in(head.saturating_sub(4), at, &[Word::If]));
        let supposed = sentence.supposes() && sentence.has_in(0, at, &[Word::Would])
            || said && sentence.has_in(at, sentence.len(), &[Word::If]);
        let only = usize::from(sentence.word(at + 1) == Word::Only);
        let changed = sentence.has_in(at + 1, at + 6, &[Word::Ignore])
            && sentence.has_in(at + 1, at + 3, &[Word::If]);
        let conditional = sentence.is(at + 1 + only, &[Word::If, Word::When]) || changed;
        let doubtful = doubtful
            || wished
            || sentence.is_of_others(head)
            || conditional
            || supposed
            || sentence.is_said_by_another(head);
        (linked && !doubtful && !is_offered(sentence, at)).then(|| Hit::new(says(yes), head, at))
    })
}

/// "Yes is tempting, no is right", "no is the correct answer": the word that is called right.
pub(crate) fn is_right(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).find_map(|at| {
        let yes = yes_or_no(sentence, at).filter(|_| sentence.word(at + 1) == Word::Is)?;
        let article = usize::from(sentence.word(at + 2) == Word::The);
        let praised = [Word::Correct, Word::Answer, Word::True, Word::My];
        let end = at + 2 + article;
        let reason = sentence.mark(at.wrapping_sub(1)).is_some() || at == 0;
        let clause =
            reason || sentence.is(at.wrapping_sub(1), &[Word::But, Word::And, Word::While]);
        (clause && sentence.is(end, &praised) && !sentence.is_of_others(end))
            .then(|| Hit::new(says(yes), at, end))
    })
}

/// "Yes... actually no", "No, wait, yes": the word after the correction.
pub(crate) fn corrected(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (1..sentence.len()).rev().find_map(|at| {
        let yes = yes_or_no(sentence, at)?;
        let cue = sentence.amended_from(at)?;
        let earlier = (cue.saturating_sub(24)..cue).any(|at| yes_or_no(sentence, at).is_some());
        // "Answer: yes\nActually, it is no."
        let restated = cue == 0
            && sentence.index > 0
            && at + 1 >= sentence.len()
            && (sentence.word(at - 1) == Word::Is || sentence.word(cue) == Word::Apologize);
        let earlier = earlier || restated;
        (earlier && !is_offered(sentence, at)).then(|| Hit::new(says(yes), cue, at))
    })
}

/// A sentence that begins with yes or no and then says the opposite: "Yes, this is unsound" finds
/// fault, while "No, it is sound" may answer another question. "Yes, it does not follow" says
/// neither.
pub(crate) fn at_odds(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let opening = opens(sentence, context)?;
    if let Some(called) = labelled::called_false(sentence, context) {
        return (called.said != opening.said).then_some(Hit { said: Said::None, ..opening });
    }
    let agrees = |hit: Hit| hit.said == opening.said;
    if soundness::predicates(sentence).any(agrees) || soundness::all_follow(sentence).any(agrees) {
        return None;
    }
    // "Yes, it is a mistake to say that it follows", "yes, nobody would say that it follows"
    let (from, to) = (opening.last, sentence.len());
    let claims = |at: usize| sentence.has_in(at, to, &[Word::Follow, Word::Sound, Word::Unsound]);
    let undenied = sentence.has(&[Word::Disagree, Word::Doubt]);
    let of_nobody = sentence.is_of_nobody(from, to) && !undenied && claims(from);
    let fails = soundness::fails(sentence, context).is_some_and(|hit| hit.said == says(false));
    let disbelieved = of_nobody || fails || sentence.disbelief(from, to).is_some_and(claims);
    if opening.said == says(true) && disbelieved {
        return Some(Hit { said: Said::None, ..opening });
    }
    let Some(contrary) = soundness::predicate(sentence, context) else {
        let follows = soundness::follows(sentence, context);
        return follows
            .or_else(|| denied_behind(sentence, opening))
            .map(|hit| Hit { said: Said::None, ..hit });
    };
    let said = if opening.said == says(true) { contrary.said } else { Said::None };
    Some(Hit { said, ..contrary })
}

/// "Yes, it isn't.", "Yes, that is not the case.", "Yes, the conclusion cannot be drawn.": where
/// the clause behind yes is denied.
fn denied_behind(sentence: &Sentence<'_>, opening: Hit) -> Option<Hit> {
    const REACH: usize = 6;
    let comma = opening.last + 1;
    let subjects = [Word::It, Word::This, Word::That, Word::Conclusion, Word::Argument];
    let subject = [comma + 1, comma + 2].iter().any(|at| sentence.is(*at, &subjects));
    let parted = sentence.mark(comma).is_some() && opening.said == says(true) && subject;
    let not = (comma + 1..comma + REACH).find(|at| sentence.word(*at) == Word::Not)?;
    let ended = not + 1 >= sentence.len() || sentence.mark(not + 1).is_some();
    let case = sentence.word(not + 1) == Word::The && sentence.word(not + 2) == Word::Option;
    let denied = case || sentence.has_in(not + 1, not + 4, &[Word::Derived, Word::Conclude]);
    (parted && (ended || denied)).then(|| Hit::new(Said::None, opening.first, not))
}

/// A sentence that begins with yes or no: "No, this is not sound", "Therefore, yes."
pub(crate) fn opens(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let leads = [
        Word::Therefore,
        Word::Conclusion,
        Word::In,
        Word::Correct,
        Word::Final,
        Word::But,
        Word::Correction,
        Word::And,
    ];
    let skipped = |at: usize| {
        let mark = sentence.mark(at);
        sentence.is(at, &leads)
            || matches!(mark, Some(Mark::Comma | Mark::Colon | Mark::Dash | Mark::Arrow))
    };
    let at = (0..sentence.len().min(6)).find(|at| !skipped(*at))?;
    let yes = yes_or_no(sentence, at)?;
    // "Yes, let's see" and "Yes, I will go through it" agree to begin; they do not judge the
    // argument.
    let agrees_to_begin = yes && sentence.is(at + 2, &[Word::I, Word::Let]);
    // "No, I can't."
    let declines = !yes
        && sentence.word(at + 2) == Word::I
        && sentence.is(at + 3, &[Word::Can, Word::Will])
        && sentence.word(at + 4) == Word::Not
        && at + 5 >= sentence.len();
    // "No, yes" and "Yes is by no means right" say neither.
    let last = at + 2 + 1 == sentence.len() && sentence.mark(at + 1).is_some();
    let contrary = last && yes_or_no(sentence, at + 2) == Some(!yes);
    let distanced =
        sentence.word(at + 1) == Word::Is && (at + 2..at + 4).any(|at| sentence.is_distanced(at));
    // "Yes is tempting", "Yes would be wrong": the word is mentioned, and not said. "No es
    // lógicamente sólido" says it.
    let called = [Word::Wrongly, Word::Popular, Word::Wrong];
    let spoken_of = sentence.is(at + 1, &[Word::Would, Word::Seem])
        || sentence.word(at + 1) == Word::Is && (yes || sentence.has_in(at + 2, at + 6, &called));
    // "Yes if the premises are true, otherwise no."
    let condition = at + 1 + usize::from(sentence.mark(at + 1).is_some());
    let either = sentence.word(condition) == Word::If
        && (condition..sentence.len()).any(|at| yes_or_no(sentence, at) == Some(!yes));
    if contrary || either || distanced || spoken_of {
        return Some(Hit::new(Said::None, 0, at));
    }
    let agrees_to_begin = agrees_to_begin || declines;
    (!agrees_to_begin && !is_offered(sentence, at)).then(|| Hit::new(says(yes), 0, at))
}

/// "But no, this cannot be concluded.": a contradiction of the opening.
pub(crate) fn turns(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let yes =
        yes_or_no(sentence, 1).filter(|_| sentence.word(0) == Word::But && sentence.index > 0)?;
    (sentence.mark(2) == Some(Mark::Comma) || sentence.len() == 2)
        .then(|| Hit::new(says(yes), 0, 1))
}

/// "3. So some cups are blue. -> No", "There is no doubt: yes, it follows."
pub(crate) fn led_to(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let leads = [Mark::Arrow, Mark::Dash, Mark::Colon, Mark::Equals, Mark::Semicolon];
    (1..sentence.len()).rev().find_map(|at| {
        let yes = yes_or_no(sentence, at)?;
        let so = sentence.word(at - 1) == Word::Therefore;
        let before = at.checked_sub(1 + usize::from(so))?;
        let lead = sentence.mark(before)?;
        let last = at + 1 >= sentence.len();
        let closed = last || sentence.mark(at + 1) == Some(Mark::Comma);
        let led = leads.contains(&lead) || ((last || so) && lead == Mark::Comma);
        (led && closed && !is_offered(sentence, at)).then(|| Hit::new(says(yes), at, at))
    })
}

/// Yes, no, true or false at `at`, for an announced answer. True and false have to end it.
fn verdict(sentence: &Sentence<'_>, at: usize) -> Option<bool> {
    let ended = at + 1 >= sentence.len() || sentence.mark(at + 1).is_some();
    let direct = at > 0 && (sentence.links(at - 1) || sentence.word(at - 1) == Word::Boxed);
    match sentence.word(at) {
        Word::True if ended && direct => Some(true),
        Word::Wrong if ended && direct => Some(false),
        _ => yes_or_no(sentence, at),
    }
}

/// Yes or no at `at`, if it is a verdict and not a determiner: "no doubt", "no information".
fn yes_or_no(sentence: &Sentence<'_>, at: usize) -> Option<bool> {
    match sentence.word(at) {
        Word::Yes | Word::No if is_turned_round(sentence, at) => None,
        Word::Yes => Some(true),
        Word::No if !determines(sentence, at) => Some(false),
        _ => None,
    }
}

/// True for "the opposite of yes", "anything but yes", "far from no".
fn is_turned_round(sentence: &Sentence<'_>, at: usize) -> bool {
    const REACH: usize = 3;
    let opposite = sentence.has_in(at.saturating_sub(REACH), at, &[Word::Opposite]);
    opposite
        || at.checked_sub(2).is_some_and(|before| {
            sentence.word(before) != Word::No && sentence.is_distanced(before)
        })
}

fn determines(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(next) = sentence.tokens.get(at + 1) else {
        return false;
    };
    let clause = [
        Word::The,
        Word::This,
        Word::It,
        Word::That,
        Word::Because,
        Word::As,
        Word::An,
        Word::I,
        Word::But,
        Word::Conclusion,
        Word::Argument,
        Word::If,
        Word::And,
        Word::Or,
        Word::Not,
        Word::While,
        Word::For,
        Word::In,
        Word::Is,
    ];
    match next.kind {
        Kind::Word(Word::Conclusion | Word::Argument) => false,
        Kind::Word(word) => !clause.contains(&word),
        Kind::Number(_) => true,
        _ => false,
    }
}

/// "Yes or No", "yes/no", "yes and no".
fn is_offered(sentence: &Sentence<'_>, at: usize) -> bool {
    let joins = |at: usize| {
        sentence.is(at, &[Word::Or, Word::And]) || sentence.mark(at) == Some(Mark::Slash)
    };
    let word = |at: usize| sentence.is(at, &[Word::Yes, Word::No]);
    (joins(at + 1) && word(at + 2)) || (at >= 2 && joins(at - 1) && word(at - 2))
}

fn is_head(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.word(at) {
        Word::Answer => true,
        Word::One => sentence.is_true_one(at),
        Word::Say | Word::Conclude => sentence.has_in(at.saturating_sub(3), at, &[Word::I]),
        Word::Conclusion => sentence.mark(at + 1) == Some(Mark::Colon),
        _ => false,
    }
}
