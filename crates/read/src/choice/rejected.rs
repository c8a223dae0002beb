//! Rejected options: "(a) is wrong", "I rule out (a)", "the answer is not (a)".

use crate::Context;
use crate::finding::{Hit, Said};
use crate::text::{Kind, Mark, Sentence, Word};
use peirast_record::Answer;

/// Words that may come between the rejecting word and the option.
const BETWEEN: [Word; 5] = [Word::Option, Word::The, Word::Correct, Word::Answer, Word::Final];

/// Words that make a rejection uncertain.
const HEDGES: [Word; 7] =
    [Word::If, Word::May, Word::Could, Word::People, Word::Seem, Word::Which, Word::To];

/// A rejected option. With two options the other remains; with more, none does.
pub(super) fn rejected(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let mut turned = sentence.mentions_before(sentence.len()).filter(|(at, _)| is(sentence, *at));
    let (at, mention) = turned.next()?;
    // "(a) is wrong, and so is (b)"
    let alike = (0..sentence.len()).any(|at| {
        sentence.word(at) == Word::Therefore
            && sentence.word(at + 1) == Word::Is
            && (at + 2..at + 4).any(|at| sentence.mention(at).is_some())
    });
    let both = alike || turned.any(|(_, other)| other.letter != mention.letter);
    let other = context.other(mention.letter).filter(|_| mention.offered && !both);
    let said = other.map_or(Said::None, |letter| Said::Verdict(Answer::Choice(letter)));
    Some(Hit::new(said, sentence.clause_start(at).max(at.saturating_sub(8)), at))
}

/// Returns true if the option at `at` is rejected.
fn is(sentence: &Sentence<'_>, at: usize) -> bool {
    let start = sentence.clause_start(at).max(at.saturating_sub(12));
    let hedged = sentence.has_in(start, at, &HEDGES) || sentence.is_attributed(start, at);
    // "(b) beating (a) is impossible" does not reject (a).
    let compared = at > 0 && sentence.is(at - 1, &[Word::Beats, Word::Than]);
    if hedged || compared || sentence.is_joined(at) {
        return false;
    }
    match sentence.denial(start, at).or_else(|| sentence.disbelief(start, at)) {
        Some(denial) => is_denied(sentence, denial, at),
        None => by_predicate(sentence, at) || before(sentence, at) || is_put_out(sentence, at),
    }
}

/// "(a) is wrong", "(a) is not the correct answer", "(a) can be ruled out".
pub(super) fn by_predicate(sentence: &Sentence<'_>, at: usize) -> bool {
    let (mut linked, mut denied) = (false, false);
    for at in at + 1..at + 8 {
        match sentence.tokens.get(at).map(|token| token.kind) {
            Some(Kind::Word(_)) if sentence.is_distanced(at) => denied = !denied,
            Some(Kind::Word(Word::Other | Word::Of | Word::From | Word::Way | Word::But)) => {}
            Some(Kind::Word(Word::Is | Word::Can | Word::Must | Word::Would)) => linked = true,
            Some(Kind::Word(Word::Not)) => denied = !denied,
            Some(Kind::Word(Word::Wrong | Word::Absurd)) => return linked && !denied,
            // "hard to beat"
            Some(Kind::Word(Word::Impossible)) => {
                return linked && !denied && sentence.word(at + 1) != Word::To;
            }
            Some(Kind::Word(Word::Reject)) => return linked && !denied,
            Some(Kind::Word(Word::Rule)) if sentence.word(at + 1) == Word::Out => {
                return linked && !denied;
            }
            Some(Kind::Word(Word::Out))
                if ends(sentence, at) || sentence.word(at + 1) == Word::Of =>
            {
                return linked && !denied;
            }
            Some(Kind::Word(Word::Correct | Word::Answer | Word::True)) => return linked && denied,
            Some(Kind::Word(Word::The | Word::An | Word::Therefore | Word::Logically)) => {}
            _ => return false,
        }
    }
    false
}

/// "Wrong option: (b)", "Ruled out: (a)", "The option to avoid: (b)": a heading that rejects the
/// option behind its colon. It names no answer; if the question asks for the wrong option, it may
/// be one.
pub(super) fn headed(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    const LONGEST: usize = 8;
    let colon = (1..=LONGEST).find(|at| sentence.mark(*at) == Some(Mark::Colon))?;
    sentence.mention(colon + 1)?;
    let glue = [
        Word::The,
        Word::An,
        Word::One,
        Word::My,
        Word::This,
        Word::Option,
        Word::Event,
        Word::Answer,
        Word::Correct,
        Word::Final,
        Word::Likely,
        Word::Choose,
        Word::To,
        Word::Of,
        Word::Is,
        Word::Out,
        Word::Would,
        Word::I,
    ];
    let turns_down = |at: usize| match sentence.word(at) {
        Word::Rule => sentence.word(at + 1) == Word::Out,
        // "Second best"
        Word::Second => sentence.word(at + 1) == Word::Correct,
        _ => sentence.is(at, &TURNED_DOWN),
    };
    let is_heading = (0..colon).all(|at| turns_down(at) || sentence.is(at, &glue));
    // "Not wrong: (b)" praises it.
    // "No: (b)" answers another question.
    let is_turned_down = (0..colon).filter(|at| turns_down(*at)).count() == 1
        && (colon > 1 || sentence.word(0) != Word::Not);
    (is_heading && is_turned_down && !context.asks_with(&TURNED_DOWN))
        .then(|| Hit::new(Said::None, 0, colon + 1))
}

/// Words in a heading for an option that is not the answer.
const TURNED_DOWN: [Word; 11] = [
    Word::Disagree,
    Word::Wrong,
    Word::Reject,
    Word::Decline,
    Word::Shunned,
    Word::Worst,
    Word::Not,
    Word::Unlikely,
    Word::Less,
    Word::Least,
    Word::Unsound,
];

/// "The view that (b) is more likely is incorrect", "... does not hold": returns true if the
/// finding is a claim that the rest of the sentence denies.
pub(super) fn is_denied_claim(sentence: &Sentence<'_>, hit: Hit) -> bool {
    const REACH: usize = 4;
    let Some(that) =
        (hit.first.saturating_sub(2)..hit.first).find(|at| sentence.word(*at) == Word::That)
    else {
        return false;
    };
    let is_noun = |at: usize| {
        sentence.is_plain(at)
            || sentence.is(at, &[Word::Argument, Word::Option, Word::Conclusion, Word::Wrongly])
    };
    let verbs = [Word::Is, Word::Do, Word::Can, Word::Fails, Word::Seem];
    let denials =
        [Word::Wrong, Word::Unsound, Word::Fallacy, Word::Not, Word::Fails, Word::Unlikely];
    let verb = (hit.last + 1..hit.last + REACH).find(|at| sentence.is(*at, &verbs));
    that > 0
        && is_noun(that - 1)
        && verb.is_some_and(|verb| sentence.has_in(verb, verb + REACH, &denials))
}

/// Returns true if the sentence says that the finding cannot be: "it is impossible for (b) to be
/// more likely", "(b) being more likely is out of the question", "P(b) > P(a) cannot hold".
pub(super) fn is_ruled_out(sentence: &Sentence<'_>, hit: Hit) -> bool {
    is_ruled_out_before(sentence, hit.first) || is_ruled_out_behind(sentence, hit.last)
}

/// "it is impossible for", "it would be absurd that", "I deny that", up to `first`.
fn is_ruled_out_before(sentence: &Sentence<'_>, first: usize) -> bool {
    const REACH: usize = 12;
    const FIRM: usize = 4;
    let glue = [
        Word::For,
        Word::That,
        Word::It,
        Word::Is,
        Word::Option,
        Word::The,
        Word::To,
        Word::Of,
        Word::An,
        Word::Say,
        Word::Conclude,
        Word::Argument,
        Word::Probability,
    ];
    let is_glue = |at: usize| sentence.is(at, &glue) || sentence.is_plain(at);
    let start = sentence.clause_start(first).max(first.saturating_sub(REACH));
    let Some(at) = (start..first).rev().find(|at| !is_glue(*at)) else { return false };
    let leads = [Word::For, Word::That, Word::To, Word::It, Word::This];
    let ruled_out = match sentence.word(at) {
        Word::Impossible | Word::Absurd | Word::Decline | Word::Unsound | Word::Wrong => {
            sentence.is(at + 1, &leads) || at + 1 == first
        }
        Word::Violates | Word::Disagree | Word::Reject => true,
        // "it is out of the question that", "the axioms rule out (b) being more likely"
        Word::Doubt => sentence.has_in(at.saturating_sub(FIRM), at, &[Word::Out]),
        Word::Out => at > 0 && sentence.word(at - 1) == Word::Rule,
        _ => false,
    };
    // "It is not impossible", "I don't deny"
    let denials = [Word::Not, Word::No, Word::Impossible];
    let denied = sentence.has_in(at.saturating_sub(FIRM), at, &denials);
    ruled_out && !denied
}

/// "... is impossible", "... cannot hold", "... violates the rule", from `last` on.
pub(super) fn is_ruled_out_behind(sentence: &Sentence<'_>, last: usize) -> bool {
    const REACH: usize = 12;
    const PREDICATE: usize = 5;
    let stops = [
        Word::Because,
        Word::As,
        Word::But,
        Word::And,
        Word::Or,
        Word::Which,
        Word::While,
        Word::If,
        Word::That,
        Word::Therefore,
    ];
    // "... than (a) is impossible"
    let compared = |at: usize| {
        let mut before = (last + 1..at).rev();
        let glue = [Word::Option, Word::The, Word::That, Word::Of, Word::Probability];
        before
            .find(|at| !sentence.is(*at, &glue))
            .is_some_and(|at| sentence.is(at, &[Word::Than, Word::Beats, Word::To]))
    };
    let goes_on = |at: &usize| {
        let another = sentence.mention(*at).is_some() && !compared(*at);
        sentence.mark(*at).is_none() && !sentence.is(*at, &stops) && !another
    };
    let verbs = [Word::Is, Word::Would, Word::Can, Word::Could, Word::Do, Word::Seem];
    let end = sentence.len().min(last + REACH);
    (last + 1..end).take_while(goes_on).any(|verb| {
        let untrue = [
            Word::Not,
            Word::Impossible,
            Word::Absurd,
            Word::Wrong,
            Word::Unsound,
            Word::Fallacy,
            Word::Unlikely,
            Word::Violates,
        ];
        let out = |at: &usize| {
            sentence.is(*at, &untrue)
                || sentence.word(*at) == Word::Out && sentence.word(at + 1) == Word::Of
        };
        let mut predicate = (verb + 1..verb + PREDICATE).take_while(goes_on);
        sentence.word(verb) == Word::Violates
            || sentence.is(verb, &verbs)
                && (predicate.any(|at| out(&at)) || sentence.number(verb + 1) == Some(0.into()))
    })
}

/// "I rule out (a)", "the answer is not (a)", "anything but (a)".
fn before(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(last) = word_before(sentence, at) else { return false };
    match sentence.word(last) {
        Word::Reject => is_done(sentence, last),
        Word::Out => {
            last > 0 && sentence.word(last - 1) == Word::Rule && is_done(sentence, last - 1)
        }
        Word::But => last > 0 && sentence.word(last - 1) == Word::Anything,
        Word::Not => {
            let heads = [Word::Answer, Word::It, Word::Option];
            let said = sentence.is(last.wrapping_sub(1), &[Word::Is])
                && sentence.has_in(last.saturating_sub(6), last, &heads);
            said && ends(sentence, at)
        }
        _ => false,
    }
}

/// "leave (b) out", "cross (b) out"
fn is_put_out(sentence: &Sentence<'_>, at: usize) -> bool {
    at > 0 && sentence.word(at + 1) == Word::Out && ends(sentence, at + 1) && is_done(sentence, at)
}

/// The word before the option, without "option" and "the correct answer".
fn word_before(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    (at.saturating_sub(4)..at).rev().find(|at| !sentence.is(*at, &BETWEEN))
}

/// Returns true if the author rejects what follows, and does not fail to.
fn is_done(sentence: &Sentence<'_>, verb: usize) -> bool {
    !sentence.has_in(verb.saturating_sub(4), verb, &[Word::Not, Word::No, Word::Unable])
}

/// "There is no way the answer is (a)", "I don't think (a) is correct", but not "I don't think
/// (a) is wrong".
fn is_denied(sentence: &Sentence<'_>, denial: usize, at: usize) -> bool {
    let announced = sentence.has_in(denial, at, &[Word::Answer]) && ends(sentence, at);
    let called = sentence.is(at + 1, &[Word::Is])
        && sentence.has_in(at, at + 5, &[Word::Correct, Word::Answer])
        && !sentence.has_in(at, at + 6, &[Word::Not, Word::Wrong]);
    (announced || called) && !sentence.has_in(denial + 1, at, &[Word::But, Word::Not, Word::Wrong])
}

/// Returns true if the option at `at` ends its clause, or only reasons follow it.
pub(super) fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    let next = at + 1;
    next >= sentence.len()
        || sentence.mark(next).is_some()
        || sentence.is(next, &[Word::Because, Word::As, Word::Rather])
}

/// "It is not (b), it is (a)", "not (b) but (a)", "I would not select (b); (a) instead".
pub(super) fn set_against(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    sentence.mentions_before(sentence.len()).find_map(|(at, mention)| {
        let (other, turned) = sentence.mentions_before(at).next()?;
        let not = (other.saturating_sub(4)..other).rev().find(|at| !is_bridge(sentence, *at))?;
        let start = sentence.clause_start(not).max(not.saturating_sub(12));
        let denied = sentence.word(not) == Word::Not && !sentence.has_in(start, not, &HEDGES);
        let instead = is_instead(sentence, other, at) || is_reason(sentence, not, other, at);
        let differs = turned.letter != mention.letter && !sentence.is_joined(at);
        (denied && instead && differs).then(|| Hit::new(super::chosen(mention), not, at))
    })
}

/// "(a) is tempting, but (b).", "Though (a) is tempting, (b).": the option behind one that is only
/// conceded.
pub(super) fn granted(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = sentence.len().checked_sub(1)?;
    let mention = sentence.mention(at)?;
    let turn = at.checked_sub(1)?;
    let turns = sentence.word(turn) == Word::But
        || sentence.mark(turn) == Some(Mark::Comma) && sentence.word(0) == Word::While;
    let mut others = sentence.mentions_before(turn).map(|(_, other)| other.letter);
    let other = others.next()?;
    let one = other != mention.letter && others.all(|letter| letter == other);
    let grants = [Word::Wrongly, Word::Popular, Word::Seem];
    let doubts = [Word::If, Word::Not, Word::Neither, Word::No];
    let granted = sentence.has_in(0, turn, &grants) && !sentence.has_in(0, turn, &doubts);
    (turns && one && granted).then(|| Hit::new(super::chosen(mention), turn, at))
}

/// Words that may come between "not" and the option that it rejects.
fn is_bridge(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, &BETWEEN) || sentence.is(at, &[Word::Choose, Word::Is, Word::Say, Word::With])
}

/// ", it is", "but", "; ... instead"
fn is_instead(sentence: &Sentence<'_>, from: usize, to: usize) -> bool {
    let glue = [Word::But, Word::Rather, Word::It, Word::Is];
    let glued = |at: usize| {
        sentence.is(at, &glue) || sentence.is(at, &BETWEEN) || sentence.mark(at).is_some()
    };
    let contrast = sentence.has_in(from, to, &glue) || sentence.is(to + 1, &[Word::Rather]);
    contrast && (from + 1..to).all(glued) && ends(sentence, to) && !by_predicate(sentence, to)
}

/// "I cannot choose (b), since (a) is more general"
fn is_reason(sentence: &Sentence<'_>, not: usize, from: usize, to: usize) -> bool {
    let praise = [Word::More, Word::Most, Word::Likelier, Word::Higher, Word::Correct];
    let blame = [Word::Not, Word::Less, Word::Least, Word::Unlikely, Word::Equally, Word::Wrong];
    let led =
        (from + 1..to).all(|at| sentence.mark(at).is_some() || sentence.is(at, &[Word::Because]));
    led && sentence.has_in(not, from, &[Word::Choose])
        && sentence.has_in(from, to, &[Word::Because])
        && sentence.is(to + 1, &[Word::Is])
        && sentence.has_in(to, to + 5, &praise)
        && !sentence.has_in(to, sentence.len(), &blame)
}

/// Returns true if the part before `from` is only conceded: "... but it isn't", "... but that is
/// wrong".
pub(super) fn is_taken_back(sentence: &Sentence<'_>, from: usize) -> bool {
    let subject = [Word::It, Word::That, Word::This];
    let Some(but) = (from..sentence.len()).find(|at| sentence.is(*at, &[Word::But])) else {
        return false;
    };
    let silent = (but..sentence.len()).all(|at| sentence.mention(at).is_none());
    // "... but can't be"
    let elliptic = sentence.is(but + 1, &[Word::Is, Word::Can, Word::Could, Word::Do]);
    let about = elliptic || (but + 1..but + 4).any(|at| sentence.is(at, &subject));
    let denied = (but + 2..but + 7).any(|at| {
        let not = sentence.word(at) == Word::Not;
        let is = usize::from(sentence.word(at + 1) == Word::Is);
        let ended = at + is + 1 >= sentence.len() || sentence.mark(at + is + 1).is_some();
        let untrue = [Word::Correct, Word::True, Word::The, Word::Therefore, Word::More];
        let wrong = sentence.word(at) == Word::Wrong && !sentence.has_in(but, at, &[Word::Not]);
        wrong || not && (ended || sentence.is(at + 1, &untrue))
    });
    silent && about && denied
}

/// "No, (b).", "(a)... just kidding, (b)": the option at the end of a correction.
pub(super) fn corrected(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = sentence.len().checked_sub(1)?;
    let mention = sentence.mention(at)?;
    Some(Hit::new(super::chosen(mention), sentence.amended_from(at)?, at))
}

/// Returns true if a joke or another option's correction follows `from` in the same sentence.
pub(super) fn is_corrected(sentence: &Sentence<'_>, from: usize) -> bool {
    let mut rest = from + 1..sentence.len();
    rest.any(|at| {
        let joke = sentence.word(at) == Word::Kidding && !sentence.has_in(from, at, &[Word::Not]);
        joke || (sentence.mention(at).is_some() && sentence.amended_from(at).is_some())
    })
}
