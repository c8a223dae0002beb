//! Predicates of sentences: verbs and their complements.

use super::context::LastVerb;
use super::dictionary::Frame;
use super::fault::Fault;
use super::items::is_name;
use super::mistakes::{is_past, is_verb, past, second_verb};
use super::nouns::{base, is_third_person, singular};
use super::sentence::SentenceReader;
use super::token::TypedToken;
use super::vocabulary::{
    AUXILIARIES, DEFINITE, EXAMPLE, PREPOSITIONS, is_determiner, is_function_word,
};
use crate::answer::{Formula, HOLE};
use crate::claim::{Literal, Term};
use peirast_etr::IDENTITY;

/// The most words of a noun phrase or predicate.
const MOST_WORDS: usize = 8;

/// A noun or an adjective.
pub(super) struct Noun {
    pub(super) words: String,
    /// True if an article goes before it.
    pub(super) counts: bool,
}

impl SentenceReader<'_> {
    /// Reads a predicate, from the verb on.
    pub(super) fn verb_phrase(&mut self, tokens: &[TypedToken<'_>]) -> Result<Formula, Fault> {
        let Some((verb, rest)) = tokens.split_first() else {
            return Err(Fault::new(0, "a verb", EXAMPLE));
        };
        if is_past(&verb.low) {
            return Err(past(verb));
        }
        let at = rest.first().map_or(verb.end(), |token| token.at);
        let (frame, word, rest, denied) = match verb.low.as_str() {
            "is" | "are" | "am" => {
                let (rest, denied) = without_denial(rest);
                (Frame::Is, String::new(), rest, denied)
            }
            "has" | "have" => {
                let (rest, denied) = without_denial(rest);
                (Frame::Has, String::new(), rest, denied)
            }
            "does" | "do" => match rest {
                [not, have, rest @ ..] if not.low == "not" && have.low == "have" => {
                    (Frame::Has, String::new(), rest, true)
                }
                [not, verb, rest @ ..] if not.low == "not" && !is_function_word(&verb.low) => {
                    (Frame::Verb, verb.low.clone(), rest, true)
                }
                _ => {
                    return Err(Fault::new(at, "*not* and a verb", "write *does not have an ace*"));
                }
            },
            word if is_function_word(word) => {
                return Err(Fault::new(verb.at, "a verb, such as *is* or *has*", EXAMPLE));
            }
            word if is_third_person(word) => (Frame::Verb, base(word), rest, false),
            word => (Frame::Verb, word.to_owned(), rest, false),
        };
        let (before, counts, has_complement) = (Vec::new(), false, !rest.is_empty());
        let last = LastVerb { frame, verb: word, before, denied, counts, has_complement };
        self.context.frame = Some(last.clone());
        let neither = rest.first().is_some_and(|it| it.low == "neither");
        let opens =
            rest.first().is_some_and(|it| matches!(it.low.as_str(), "neither" | "either" | "both"));
        let body = self.complement(&last, &rest[usize::from(opens)..], tokens)?;
        Ok(if denied || neither { body.not() } else { body })
    }

    /// Reads the complement of a verb: *an ace*, *tall*, *taller than Mary*.
    pub(super) fn complement(
        &mut self,
        verb: &LastVerb,
        rest: &[TypedToken<'_>],
        all: &[TypedToken<'_>],
    ) -> Result<Formula, Fault> {
        if let Some(identical) = self.identity(verb.frame, rest) {
            return Ok(identical);
        }
        if let Some(related) = self.related(verb, rest) {
            return Ok(related);
        }
        if verb.frame == Frame::Verb {
            let mut words = vec![verb.verb.clone()];
            for token in rest {
                if !matches!(token.low.as_str(), "a" | "an" | "the") {
                    self.check_word(token)?;
                }
                words.push(token.low.clone());
            }
            check_length(&words, all)?;
            return Ok(self.hole(Frame::Verb, &words.join(" "), false));
        }
        // The object of *has* is a noun, so that one article serves for several.
        let counts = verb.frame == Frame::Has && verb.counts;
        let noun = self.noun(rest, all, counts)?;
        self.count(rest);
        Ok(self.hole(verb.frame, &noun.words, noun.counts))
    }

    /// *Is identical to Mary*.
    fn identity(&mut self, frame: Frame, rest: &[TypedToken<'_>]) -> Option<Formula> {
        let low: Vec<&str> = rest.iter().map(|token| token.low.as_str()).collect();
        let skip = match low.as_slice() {
            ["identical", "to", ..] => 2,
            ["the", "same", "as", ..] => 3,
            _ => return None,
        };
        let name = rest.get(skip..).filter(|name| frame == Frame::Is && is_name(name))?;
        let other = self.name(name);
        let arguments = vec![Term::Object(HOLE), other];
        Some(Formula::Is(Literal { negated: false, predicate: IDENTITY.to_owned(), arguments }))
    }

    /// A relation to somebody who is named: *loves Mary*, *is taller than Mary*, *lives in Paris*.
    fn related(&mut self, verb: &LastVerb, rest: &[TypedToken<'_>]) -> Option<Formula> {
        let preposition = rest.iter().position(|it| PREPOSITIONS.contains(&it.low.as_str()));
        let start = preposition.map_or(0, |at| at + 1);
        let name = rest.get(start..).filter(|name| is_name(name))?;
        let (before, frame) = (&rest[..start], verb.frame);
        let (frame, mut words) = match frame {
            Frame::Verb => (Frame::Relation, vec![verb.verb.clone()]),
            Frame::Is if start > 0 || !verb.before.is_empty() => (Frame::IsRelation, Vec::new()),
            _ => return None,
        };
        let counts = before.first().is_some_and(|it| matches!(it.low.as_str(), "a" | "an"));
        let before = &before[usize::from(counts)..];
        // *Taller than Mary and Sue* says *taller than* once.
        let said: Vec<String> = match before {
            [] => verb.before.clone(),
            said => said.iter().map(|it| it.low.clone()).collect(),
        };
        let is_known =
            |it: &TypedToken<'_>| !is_function_word(&it.low) || it.low == "of" || it.low == "the";
        if !before.iter().all(is_known) {
            return None;
        }
        words.extend(said.iter().cloned());
        if let Some(last) = &mut self.context.frame {
            last.before = said;
        }
        let predicate = self.dictionary.predicate(frame, &words.join(" "), counts);
        let arguments = vec![Term::Object(HOLE), self.name(name)];
        Some(Formula::Is(Literal { negated: false, predicate, arguments }))
    }

    /// A predicate of the subject that comes later.
    pub(super) fn hole(&mut self, frame: Frame, words: &str, counts: bool) -> Formula {
        let predicate = self.dictionary.predicate(frame, words, counts);
        let arguments = vec![Term::Object(HOLE)];
        Formula::Is(Literal { negated: false, predicate, arguments })
    }

    /// Remembers that a complement has an article.
    pub(super) fn count(&mut self, complement: &[TypedToken<'_>]) {
        let article = complement.first().is_some_and(|it| matches!(it.low.as_str(), "a" | "an"));
        if let Some(last) = self.context.frame.as_mut().filter(|_| article) {
            last.counts = true;
        }
    }

    /// A noun or an adjective, one of a plural. `is_noun` says that it can be nothing else.
    pub(super) fn noun(
        &mut self,
        tokens: &[TypedToken<'_>],
        all: &[TypedToken<'_>],
        is_noun: bool,
    ) -> Result<Noun, Fault> {
        let article = tokens.len() > 1
            && tokens.first().is_some_and(|it| matches!(it.low.as_str(), "a" | "an"));
        let skips = article || tokens.first().is_some_and(|it| it.low == "some");
        let tokens = &tokens[usize::from(skips)..];
        if tokens.is_empty() {
            let at = all.last().map_or(0, TypedToken::end);
            return Err(Fault::new(at, "a noun or an adjective", EXAMPLE));
        }
        // *White things* are what is white: no predicate of its own.
        let (tokens, is_of_things) = match tokens {
            [before @ .., last]
                if !before.is_empty() && matches!(last.low.as_str(), "thing" | "things") =>
            {
                (before, true)
            }
            all => (all, false),
        };
        let mut words = Vec::with_capacity(tokens.len());
        for (at, token) in tokens.iter().enumerate() {
            let inner = at > 0 && at + 1 < tokens.len();
            let binds = matches!(token.low.as_str(), "of" | "the");
            if !(binds && (inner || token.low == "the" && tokens.len() > 1)) {
                self.check_word(token)?;
            }
            words.push(token.source.to_owned());
        }
        check_length(&words, all)?;
        let head = tokens.iter().position(|it| PREPOSITIONS.contains(&it.low.as_str()));
        let head = head.filter(|at| *at > 0).unwrap_or(words.len()) - 1;
        let one = singular(&tokens[head].low);
        let several = one != tokens[head].low;
        if several {
            // The capitals are kept where the singular is the beginning of the plural.
            let kept = words[head].get(..one.len()).filter(|kept| kept.to_lowercase() == one);
            words[head] = kept.map_or(one, str::to_owned);
        }
        let counts = !is_of_things && (article || several || is_noun);
        Ok(Noun { words: words.join(" "), counts })
    }

    fn check_word(&self, token: &TypedToken<'_>) -> Result<(), Fault> {
        // `A` is the name of a kind, though *a* is an article.
        let is_letter = token.source.len() == 1 && token.is_capitalised();
        if AUXILIARIES.contains(&token.low.as_str()) {
            return Err(second_verb(token));
        }
        if !is_letter && is_function_word(&token.low) || token.low == "," {
            return Err(Fault::new(token.at, "a noun, an adjective or a name", EXAMPLE));
        }
        Ok(())
    }
}

fn check_length(words: &[String], all: &[TypedToken<'_>]) -> Result<(), Fault> {
    if words.len() <= MOST_WORDS {
        return Ok(());
    }
    let at = all.first().map_or(0, |token| token.at);
    let help = format!("{MOST_WORDS} words at most; {EXAMPLE}");
    Err(Fault::new(at, "fewer words for one thing that is said", help))
}

/// The words after *not* or *no*, and whether there was one.
pub(super) fn without_denial<'s, 't>(tokens: &'s [TypedToken<'t>]) -> (&'s [TypedToken<'t>], bool) {
    match tokens {
        [first, rest @ ..] if matches!(first.low.as_str(), "not" | "no") => (rest, true),
        all => (all, false),
    }
}

/// The place of the verb of a clause. A part that *that* or *who* opens has a verb of its own.
pub(super) fn verb_at(tokens: &[TypedToken<'_>]) -> Option<usize> {
    let low: Vec<&str> = tokens.iter().map(|token| token.low.as_str()).collect();
    let that = low.iter().skip(1).position(|it| matches!(*it, "that" | "who" | "which"));
    let start = that.map_or(0, |at| at + 3);
    let find = |test: &dyn Fn(usize) -> bool| (start..tokens.len()).find(|at| test(*at));
    // *Not all birds fly* is as *all birds fly*.
    if low.first() == Some(&"not") && low.len() > 2 && is_determiner(low[1]) {
        return verb_at(&tokens[1..]).map(|at| at + 1);
    }
    if let Some(at) = find(&|at| AUXILIARIES.contains(&low[at])) {
        return Some(at);
    }
    if matches!(low.first(), Some(&"they")) || tokens.first().is_some_and(TypedToken::is_speaker) {
        return tokens.get(1).filter(|verb| is_verb(verb)).map(|_| 1);
    }
    if let Some(at) = plural_verb(tokens) {
        return Some(at);
    }
    // A verb by itself: *John loves Mary*, *every dog barks*, *it rains*.
    let opens = matches!(
        low.first().copied().unwrap_or_default(),
        "the"
            | "this"
            | "that"
            | "my"
            | "every"
            | "each"
            | "some"
            | "no"
            | "everyone"
            | "everybody"
            | "everything"
            | "someone"
            | "somebody"
            | "something"
            | "nobody"
            | "nothing"
            | "all"
            | "it"
            | "he"
            | "she"
            | "they"
    );
    let begins = tokens.first().is_some_and(TypedToken::is_capitalised);
    if (opens || begins) && tokens.len() > 1 {
        return find(&|at| {
            at > 0
                && is_third_person(low[at])
                && !tokens[at].is_capitalised()
                && !is_function_word(low[at])
                && !(at == 1 && (is_determiner(low[0]) || DEFINITE.contains(&low[0])))
        });
    }
    None
}

/// *All dogs bark*: a verb behind a plural.
fn plural_verb(tokens: &[TypedToken<'_>]) -> Option<usize> {
    let (determiner, rest) = tokens.split_first()?;
    let is_all = matches!(determiner.low.as_str(), "all" | "only");
    if !is_all && !matches!(determiner.low.as_str(), "some" | "no") {
        return None;
    }
    // *Some dog chases cats*: only the word behind *some* can be nothing but a noun.
    let partitive = rest.first().is_some_and(|it| it.low == "of");
    let most = if is_all { rest.len() } else { 1 + 2 * usize::from(partitive) };
    let noun = rest.iter().take(most).position(|it| singular(&it.low) != it.low)?;
    tokens.get(noun + 2).filter(|verb| is_verb(verb)).map(|_| noun + 2)
}

/// The place of the verb of a clause that has more subjects than one, so that the verb may be a
/// plural: *Anna and Ben smoke*.
pub(super) fn joined_verb_at(tokens: &[TypedToken<'_>]) -> Option<usize> {
    let known = verb_at(tokens);
    let is_name = |it: &&TypedToken<'_>| it.is_capitalised() && !is_function_word(&it.low);
    let names = tokens.iter().take_while(is_name).count();
    let definite = tokens.first().is_some_and(|it| DEFINITE.contains(&it.low.as_str()));
    let at = match names {
        0 if definite => 2,
        0 => return known,
        names => names,
    };
    if let Some(known) = known
        && (known <= at
            || tokens[known - 1].is_capitalised()
            || AUXILIARIES.contains(&tokens[known].low.as_str()))
    {
        return Some(known);
    }
    // *The old man smoke*: the word behind *the* need not be the noun.
    let ends = |it: &TypedToken<'_>| {
        it.is_capitalised() || PREPOSITIONS.contains(&it.low.as_str()) || is_function_word(&it.low)
    };
    let is_plain = names > 0 || tokens.get(at + 1).is_none_or(ends);
    let plural = tokens.get(at).is_some_and(is_verb) && is_plain;
    if plural { Some(at) } else { known }
}
