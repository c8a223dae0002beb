//! Clauses: a subject, and a predicate of it.

use super::context::LastVerb;
use super::dictionary::Frame;
use super::fault::Fault;
use super::items::{Connective, Item};
use super::mistakes::{
    addressed, bare_subject, is_verb, refused_word, verb_or_thing, without_verb,
};
use super::nouns::{base, is_third_person};
use super::sentence::{Said, SentenceReader};
use super::subject::ClauseSubject;
use super::token::TypedToken;
use super::verb::{joined_verb_at, verb_at, without_denial};
use super::vocabulary::{
    AUXILIARIES, DEFINITE, EXAMPLE, IN_THE_HAND, WEATHER, is_function_word, is_quantifying,
};
use crate::answer::Formula;
use crate::claim::Literal;
use peirast_etr::Quantifier;

impl SentenceReader<'_> {
    /// Reads a clause.
    pub(super) fn clause(&mut self, item: &Item<'_>) -> Result<Said, Fault> {
        let mut tokens = item.tokens.as_slice();
        let mut denied = item.denied;
        while let [first, rest @ ..] = tokens
            && matches!(first.low.as_str(), "also" | "then" | "neither")
            && !rest.is_empty()
        {
            denied |= first.low == "neither";
            tokens = rest;
        }
        let names = item.subjects.iter().map(Vec::as_slice);
        if let Some(fault) = names.chain([tokens]).find_map(refused_word) {
            return Err(fault);
        }
        let first = tokens.first().map_or("", |token| token.low.as_str());
        let verb = if item.subjects.is_empty() { verb_at(tokens) } else { joined_verb_at(tokens) };
        let said = match verb {
            _ if first == "there" => self.there(tokens)?,
            Some(0) => {
                let Some(subject) = self.context.last else {
                    return Err(Fault::new(tokens[0].at, "somebody or something", EXAMPLE));
                };
                let body = self.verb_phrase(tokens)?;
                Said { subject: Some(subject), body }
            }
            // *Dogs chase cats*, *Mary run marathons*: the word behind the name is the verb.
            Some(2..) if verb_is_plural(tokens) => return Err(without_verb(tokens)),
            Some(at @ 2..) if tokens[at - 1].low == "neither" => {
                let said = self.with_subject(item, &tokens[..at - 1], &tokens[at..])?;
                Said { body: said.body.not(), ..said }
            }
            Some(at) => self.with_subject(item, &tokens[..at], &tokens[at..])?,
            None => self.without_verb(tokens, denied)?,
        };
        self.context.has_clause |= verb.is_some() || first == "there";
        match (denied, verb) {
            (false, _) => Ok(said),
            // A clause with a subject of its own is denied as a whole.
            (true, Some(1..)) => self.denied(said, tokens),
            (true, _) => Ok(Said { body: said.body.not(), ..said }),
        }
    }

    fn with_subject(
        &mut self,
        item: &Item<'_>,
        subject: &[TypedToken<'_>],
        rest: &[TypedToken<'_>],
    ) -> Result<Said, Fault> {
        if let [it] = subject
            && it.low == "it"
            && let Some(said) = self.impersonal(rest)
        {
            return Ok(said);
        }
        let mut names: Vec<Vec<TypedToken<'_>>> = item.subjects.clone();
        names.push(subject.to_vec());
        share_determiner(&mut names);
        let mut number = self.subject(names.last().map_or(subject, Vec::as_slice))?;
        if !item.subjects.is_empty() {
            let ClauseSubject::Named(mut all, _) = self.context.subject(number).clone() else {
                return Err(Fault::new(subject[0].at, "another name", EXAMPLE));
            };
            let mut before = Vec::with_capacity(item.subjects.len());
            for name in &names[..item.subjects.len()] {
                if let Some(fault) = addressed(name) {
                    return Err(fault);
                }
                before.push(self.name(&name[opening(name)..]));
            }
            all.splice(0..0, before);
            // *Neither A nor B is C* denies the predicate of both.
            let joint = if item.among == Connective::Nor { Connective::Or } else { item.among };
            number = self.context.add(ClauseSubject::Named(all, joint));
        }
        let body = self.verb_phrase(rest)?;
        Ok(Said { subject: Some(number), body })
    }

    /// *It rains*, *it is raining*: none if *it* is somebody.
    fn impersonal(&mut self, rest: &[TypedToken<'_>]) -> Option<Said> {
        let low: Vec<&str> = rest.iter().map(|token| token.low.as_str()).collect();
        let known = |word: &str| WEATHER.contains(&word) || self.context.last.is_none();
        let (frame, words, denied) = match low.as_slice() {
            ["is", "not", word] if known(word) => (Frame::ItIs, (*word).to_owned(), true),
            ["is", word] if known(word) => (Frame::ItIs, (*word).to_owned(), false),
            ["does", "not", verb] => (Frame::It, (*verb).to_owned(), true),
            [verb] if known(verb) && is_third_person(verb) => (Frame::It, base(verb), false),
            _ => return None,
        };
        if is_function_word(&words) {
            return None;
        }
        let said = self.fact(frame, &words, false);
        self.context.frame = Some(LastVerb {
            frame,
            verb: String::new(),
            before: Vec::new(),
            denied,
            counts: false,
            has_complement: true,
        });
        Some(if denied { Said { body: said.body.not(), ..said } } else { said })
    }

    /// More of *it rains*, *it is cold*: *or snows*, *and wet*.
    fn impersonal_phrase(
        &mut self,
        last: &LastVerb,
        rest: &[TypedToken<'_>],
    ) -> Result<Said, Fault> {
        match rest {
            [fact] if fact.is_letter() => self.bare_fact(fact),
            [verb] if last.frame == Frame::It && is_third_person(&verb.low) => {
                Ok(self.fact(Frame::It, &base(&verb.low), false))
            }
            [word] if last.frame == Frame::ItIs && is_verb(word) => {
                Ok(self.fact(Frame::ItIs, &word.low, false))
            }
            _ => Err(bare_subject(rest)),
        }
    }

    fn fact(&mut self, frame: Frame, words: &str, counts: bool) -> Said {
        let predicate = self.dictionary.predicate(frame, words, counts);
        let literal = Literal { negated: false, predicate, arguments: Vec::new() };
        Said { subject: None, body: Formula::Is(literal) }
    }

    /// *There is an ace*, *there is no king in the hand*, *there is a man who is tall*.
    fn there(&mut self, tokens: &[TypedToken<'_>]) -> Result<Said, Fault> {
        let verb = tokens.get(1).map_or("", |token| token.low.as_str());
        if !matches!(verb, "is" | "are" | "exists" | "exist") {
            let at = tokens.get(1).map_or_else(|| tokens[0].end(), |token| token.at);
            return Err(Fault::new(at, "*is* or *are*", "write *There is an ace.*"));
        }
        self.context.frame = Some(LastVerb {
            frame: Frame::There,
            verb: String::new(),
            before: Vec::new(),
            denied: false,
            counts: false,
            has_complement: true,
        });
        self.there_phrase(&tokens[2..], tokens)
    }

    /// Reads the rest of *there is ...*.
    fn there_phrase(
        &mut self,
        rest: &[TypedToken<'_>],
        all: &[TypedToken<'_>],
    ) -> Result<Said, Fault> {
        let (mut rest, denied) = without_denial(rest);
        if let Some(that) =
            rest.iter().position(|it| matches!(it.low.as_str(), "that" | "who" | "which"))
        {
            let noun = self.noun(&rest[..that], all, true)?;
            let among = self.hole(Frame::Is, &noun.words, noun.counts);
            let body = self.verb_phrase(&rest[that + 1..])?;
            let object = self.fresh(all)?;
            let kind = Quantifier::Existential;
            let subject = ClauseSubject::Quantified { kind, object, among: Some(among) };
            let body = subject.saying(body);
            return Ok(Said { subject: None, body: if denied { body.not() } else { body } });
        }
        for place in IN_THE_HAND {
            let at = rest.len().saturating_sub(place.len());
            if at > 0 && rest[at..].iter().map(|it| it.low.as_str()).eq(place.iter().copied()) {
                rest = &rest[..at];
                break;
            }
        }
        // One article serves for several: *an ace or king*.
        let counted = self.context.frame.as_ref().is_some_and(|last| last.counts);
        let noun = self.noun(rest, all, denied || counted)?;
        self.count(rest);
        let said = self.fact(Frame::There, &noun.words, noun.counts);
        Ok(if denied { Said { body: said.body.not(), ..said } } else { said })
    }

    /// A clause that leaves out its verb, or a name that stands for one: *p*.
    fn without_verb(&mut self, tokens: &[TypedToken<'_>], nor: bool) -> Result<Said, Fault> {
        if let Some(last) = self.context.frame.clone() {
            let (rest, denied) = without_denial(tokens);
            if let [fact] = rest
                && self.dictionary.is_fact(fact.source)
            {
                let said = self.fact(Frame::Fact, fact.source, false);
                return Ok(if denied { Said { body: said.body.not(), ..said } } else { said });
            }
            if last.denied && !nor && !denied {
                let help = "it is not clear how far the denial goes: say the verb again, or write \
                            *neither ... nor*";
                return Err(Fault::new(tokens[0].at, "a verb", help));
            }
            match last.frame {
                Frame::There => return self.there_phrase(tokens, tokens),
                Frame::It | Frame::ItIs => {
                    let said = self.impersonal_phrase(&last, rest)?;
                    return Ok(if denied { Said { body: said.body.not(), ..said } } else { said });
                }
                _ => {}
            }
            if let [name, verb, ..] = rest
                && name.is_capitalised()
                && is_verb(verb)
            {
                return Err(without_verb(rest));
            }
            let body = match self.another_verb(&last, rest)? {
                Some(body) => body,
                None => self.complement(&last, rest, tokens)?,
            };
            let body = if denied { body.not() } else { body };
            return Ok(Said { subject: self.context.last, body });
        }
        match tokens {
            [not, fact] if not.low == "not" && names_fact(fact) => {
                let said = self.bare_fact(fact)?;
                Ok(Said { body: said.body.not(), ..said })
            }
            [fact] if names_fact(fact) => self.bare_fact(fact),
            _ => Err(without_verb(tokens)),
        }
    }

    /// A word by itself that stands for a sentence. Next to clauses it is a letter, or was one before.
    fn bare_fact(&mut self, fact: &TypedToken<'_>) -> Result<Said, Fault> {
        if self.context.has_clause && !fact.is_letter() && !self.dictionary.knows_fact(fact.source)
        {
            return Err(bare_subject(std::slice::from_ref(fact)));
        }
        Ok(self.fact(Frame::Fact, fact.source, false))
    }

    /// Another verb of the last subject, *Mary smokes and drinks*; none if the words are more of the
    /// complement.
    fn another_verb(
        &mut self,
        last: &LastVerb,
        tokens: &[TypedToken<'_>],
    ) -> Result<Option<Formula>, Fault> {
        let Some(first) = tokens.first().filter(|_| last.frame == Frame::Verb) else {
            return Ok(None);
        };
        if !is_verb(first) {
            // *Anna smokes but not Ben*: a name is no complement where the verb had none.
            return if last.has_complement { Ok(None) } else { Err(bare_subject(tokens)) };
        }
        match last.has_complement {
            false => self.verb_phrase(tokens).map(Some),
            true if is_third_person(&first.low) => Err(verb_or_thing(first)),
            true => Ok(None),
        }
    }
}

/// True if a name and a verb that may be a plural come first, and no verb shows itself.
fn verb_is_plural(tokens: &[TypedToken<'_>]) -> bool {
    let [first, second, rest @ ..] = tokens else { return false };
    first.is_capitalised()
        && is_verb(second)
        && !is_function_word(&first.low)
        && !DEFINITE.contains(&first.low.as_str())
        && !rest.iter().any(|it| AUXILIARIES.contains(&it.low.as_str()))
}

/// The number of words that open a subject: *either*, *both*, *neither*.
fn opening(name: &[TypedToken<'_>]) -> usize {
    let first = name.first().map_or("", |it| it.low.as_str());
    usize::from(matches!(first, "neither" | "either" | "both"))
}

/// *The king and queen* are the king and the queen.
fn share_determiner(names: &mut [Vec<TypedToken<'_>>]) {
    let mut determiner: Option<TypedToken<'_>> = None;
    for name in names {
        let first = name.get(opening(name)).cloned();
        let is_word = matches!(name.as_slice(), [one] if !one.is_capitalised());
        match (first, &determiner) {
            (Some(first), _) if DEFINITE.contains(&first.low.as_str()) => determiner = Some(first),
            (_, Some(determiner)) if is_word => name.insert(0, determiner.clone()),
            _ => determiner = None,
        }
    }
}

/// True if a word can be the name of a fact. `A` can, though *a* is an article.
fn names_fact(token: &TypedToken<'_>) -> bool {
    let is_letter = token.source.len() == 1 && token.is_capitalised();
    is_letter || !is_function_word(&token.low) && !is_quantifying(&token.low)
}
