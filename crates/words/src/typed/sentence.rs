//! Sentences as formulas: conditions, alternatives and what goes together.

use super::context::Context;
use super::dictionary::Dictionary;
use super::fault::Fault;
use super::items::{Connective, Item, items, whole_opening};
use super::question::as_statement;
use super::shared::{is_bare, with_shared_verbs};
use super::subject::ClauseSubject;
use super::token::{TypedSentence, TypedToken};
use super::vocabulary::{CONCLUDING, HEDGES, IF, NO_CONCLUSION, OPENINGS, SUPPOSING};
use crate::answer::Formula;
use peirast_etr::Quantifier;

/// The deepest nesting of *either* and denials.
const DEEPEST: usize = 24;
/// The most words of a condition and its claim without *then* or a comma: every place is tried.
const MOST_WITHOUT_COMMA: usize = 40;
/// Verbs with which no part of a sentence begins.
const VERBS_ALONE: [&str; 7] = ["is", "are", "has", "have", "does", "do", "not"];
/// The most words of a sentence.
const MOST_WORDS: usize = 400;

const ALTOGETHER: &str = "a view has one condition, which the whole depends on, and *every* and *no* make one: write a \
     sentence for each, and a full stop between them";

/// The content of a sentence.
pub(super) struct Statement {
    pub(super) formula: Formula,
    /// True if a condition is a bare supposition: *supposing A, B*.
    pub(super) is_bare: bool,
    /// True if there is a condition.
    pub(super) is_conditional: bool,
}

/// The content of a part of a sentence. If it has a subject, the subject is not filled in yet.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// The number of the subject in the context.
    pub(super) subject: Option<usize>,
    /// The formula, with a hole for the subject.
    pub(super) body: Formula,
}

/// Walks over a sentence.
pub(super) struct SentenceReader<'d> {
    pub(super) dictionary: &'d mut Dictionary,
    pub(super) context: Context,
    is_premise: bool,
    depth: usize,
}

impl<'d> SentenceReader<'d> {
    /// A reader of one sentence, which may begin as a conclusion does unless it is a premise.
    pub(super) fn new(dictionary: &'d mut Dictionary, is_premise: bool) -> SentenceReader<'d> {
        SentenceReader { dictionary, context: Context::default(), is_premise, depth: 0 }
    }

    /// Reads a sentence.
    pub(super) fn statement(&mut self, sentence: &TypedSentence<'_>) -> Result<Statement, Fault> {
        let mut tokens = sentence.tokens.as_slice();
        if let Some(long) = tokens.get(MOST_WORDS) {
            let help = format!("a sentence has {MOST_WORDS} words at most; write several");
            return Err(Fault::new(long.at, "the end of the sentence", help));
        }
        self.check_opening(tokens)?;
        while let [first, rest @ ..] = tokens
            && opens(&first.low)
            && !rest.is_empty()
        {
            tokens = rest;
        }
        let asked = if sentence.asks { as_statement(tokens) } else { tokens.to_vec() };
        self.whole(&asked)
    }

    /// Checks that a premise does not begin as a conclusion does.
    fn check_opening(&self, tokens: &[TypedToken<'_>]) -> Result<(), Fault> {
        match tokens {
            [first, _, ..] if self.is_premise && CONCLUDING.contains(&first.low.as_str()) => {
                Err(Fault::new(first.at, "a premise", NO_CONCLUSION))
            }
            _ => Ok(()),
        }
    }

    fn whole(&mut self, tokens: &[TypedToken<'_>]) -> Result<Statement, Fault> {
        let low: Vec<&str> = tokens.iter().map(|token| token.low.as_str()).collect();
        if let Some(at) = low.windows(4).position(|it| it == ["if", "and", "only", "if"]) {
            return Err(refused(&tokens[at], "iff"));
        }
        let opens = low.first().is_some_and(|first| IF.contains(first) || *first == SUPPOSING);
        if let [hedge, condition, ..] = low.as_slice()
            && HEDGES.contains(hedge)
            && IF.contains(condition)
        {
            let help = "what may be so is the claim: write *If A, then perhaps B.*";
            return Err(Fault::new(tokens[0].at, "a condition first", help));
        }
        let (skip, kind) = match low.as_slice() {
            ["only", "if" | "when", ..] => (2, "only"),
            ["unless", ..] => (1, "unless"),
            ["provided" | "assuming" | "supposing", "that", ..] => (2, "if"),
            _ if opens => (1, "if"),
            _ => return self.condition_behind(tokens),
        };
        let (until, begin) = match borders(tokens, skip) {
            Ok(found) => found,
            Err(fault) => self.only_border(tokens, skip).ok_or(fault)?,
        };
        let end = tokens.last().map_or(0, TypedToken::end);
        let condition = self.part(&tokens[skip..until], end)?;
        self.context.begin_part();
        let claim = self.part(&tokens[begin..], end)?;
        let formula = match kind {
            "only" => self.given(condition, claim, tokens)?,
            "unless" => {
                let condition = self.denied(condition, tokens)?;
                self.given(claim, condition, tokens)?
            }
            _ => self.given(claim, condition, tokens)?,
        };
        Ok(Statement { formula, is_bare: low.first() == Some(&SUPPOSING), is_conditional: true })
    }

    /// The end of a condition without *then* or a comma: the one place at which both parts can be
    /// read. `None` if there are several or none.
    fn only_border(&self, tokens: &[TypedToken<'_>], skip: usize) -> Option<(usize, usize)> {
        let is_border = |token: &TypedToken<'_>| matches!(token.low.as_str(), "," | "then");
        if tokens.len() > MOST_WITHOUT_COMMA || tokens.iter().any(is_border) {
            return None;
        }
        let end = tokens.last()?.end();
        let mut found = None;
        for at in skip + 1..tokens.len() {
            let (condition, claim) = (&tokens[skip..at], &tokens[at..]);
            // A part has a subject of its own, so it does not begin with a verb.
            let begins_with_verb = VERBS_ALONE.contains(&tokens[at].low.as_str());
            if begins_with_verb || self.is_without_verb(condition) || self.is_without_verb(claim) {
                continue;
            }
            let mut dictionary = self.dictionary.clone();
            let mut reader = SentenceReader::new(&mut dictionary, false);
            let mut reads = reader.part(condition, end).is_ok();
            reader.context.begin_part();
            reads = reads && reader.part(claim, end).is_ok();
            if reads && found.replace((at, at)).is_some() {
                return None;
            }
        }
        found
    }

    /// True if a part has only words without a verb that no sentence named facts before. They may
    /// belong to the other part: *if Mary eats apples pears grow*.
    fn is_without_verb(&self, part: &[TypedToken<'_>]) -> bool {
        let is_joint = |token: &TypedToken<'_>| matches!(token.low.as_str(), "and" | "or" | "but");
        part.split(is_joint).all(|words| {
            matches!(words, [word] if !word.is_letter() && !self.dictionary.knows_fact(word.source))
        })
    }

    /// A sentence whose condition, if it has one, comes last: *B if A*, *A only if B*.
    fn condition_behind(&mut self, tokens: &[TypedToken<'_>]) -> Result<Statement, Fault> {
        let opens = |token: &TypedToken<'_>| {
            let word = token.low.as_str();
            IF.contains(&word) || matches!(word, "unless" | "implies" | "supposing")
        };
        let last = tokens.last().map_or(0, TypedToken::end);
        let Some(at) = tokens.iter().position(opens) else {
            let (tokens, excludes) = without_exclusion(tokens);
            let said = self.part(tokens, last)?;
            let mut formula = self.closed(said, tokens)?;
            if excludes {
                formula = one_of(formula).ok_or_else(|| {
                    let help = "*but not both* comes after two parts: *A or B, but not both*";
                    Fault::new(last, "two parts joined by *or*", help)
                })?;
            }
            check_conditions(&formula, tokens)?;
            return Ok(Statement { formula, is_bare: false, is_conditional: false });
        };
        let word = tokens[at].low.as_str();
        let only = at > 0 && tokens[at - 1].low == "only";
        let end = at - usize::from(only);
        let end = end - usize::from(end > 0 && tokens[end - 1].low == ",");
        let that = tokens.get(at + 1).is_some_and(|next| next.low == "that");
        let first = self.part(&tokens[..end], last)?;
        self.context.begin_part();
        let second = self.part(&tokens[at + 1 + usize::from(that)..], last)?;
        let formula = match word {
            "unless" => {
                let condition = self.denied(second, tokens)?;
                self.given(first, condition, tokens)?
            }
            "implies" => self.given(second, first, tokens)?,
            _ if only => self.given(second, first, tokens)?,
            _ => self.given(first, second, tokens)?,
        };
        Ok(Statement { formula, is_bare: word == SUPPOSING, is_conditional: true })
    }

    /// A claim under a condition. If both are said of somebody, they hold of everybody: *if someone
    /// has an ace, then they have a king*.
    fn given(
        &mut self,
        claim: Said,
        condition: Said,
        tokens: &[TypedToken<'_>],
    ) -> Result<Formula, Fault> {
        let shared = condition.subject.filter(|it| claim.subject == Some(*it));
        if let Some(shared) = shared
            && let ClauseSubject::Quantified { kind: Quantifier::Existential, object, among } =
                self.context.subject(shared).clone()
        {
            self.context.close(shared);
            let condition = Formula::and(among.into_iter().chain([condition.body]).collect());
            check_conditions(&condition, tokens)?;
            check_conditions(&claim.body, tokens)?;
            let term = crate::claim::Term::Object(object);
            let body = claim.body.given(condition).filled(&term);
            return Ok(Formula::Quantified(Quantifier::Universal, object, Box::new(body)));
        }
        let condition = self.closed(condition, tokens)?;
        let claim = self.closed(claim, tokens)?;
        for side in [&condition, &claim] {
            if side.has_condition() {
                return Err(altogether(tokens));
            }
        }
        Ok(claim.given(condition))
    }

    /// A part of a sentence without a condition. `end` is where the sentence ends.
    fn part(&mut self, tokens: &[TypedToken<'_>], end: usize) -> Result<Said, Fault> {
        if tokens.is_empty() {
            return Err(Fault::new(end, "a sentence", "write *If A, then B.*, *B if A.*"));
        }
        let (tokens, is_possible) = without_hedge(tokens);
        let is_fact = |token: &TypedToken<'_>| self.dictionary.knows_fact(token.source);
        let items = with_shared_verbs(items(tokens)?, &is_fact)?;
        let known = self.context.count();
        let said = self.group(&items)?;
        if is_possible { self.possible(said, known, tokens) } else { Ok(said) }
    }

    /// Clauses with what joins them: *or* behind a comma is the loosest, then *and* behind a comma,
    /// *or*, and *and*.
    fn group(&mut self, items: &[Item<'_>]) -> Result<Said, Fault> {
        if self.depth >= DEEPEST {
            let at = items.first().and_then(|it| it.tokens.first()).map_or(0, |it| it.at);
            let help = "write several sentences";
            return Err(Fault::new(at, "no deeper nesting", help));
        }
        self.depth += 1;
        let said = self.opened(items);
        self.depth -= 1;
        said
    }

    fn opened(&mut self, items: &[Item<'_>]) -> Result<Said, Fault> {
        for (loose, joint, shields) in [
            (true, Connective::Or, false),
            (true, Connective::And, false),
            (false, Connective::Or, true),
            (false, Connective::And, true),
        ] {
            let parts = split(items, loose, joint, shields);
            if parts.len() > 1 {
                let said: Vec<Said> =
                    parts.into_iter().map(|part| self.group(part)).collect::<Result<_, _>>()?;
                return self.joined(said, joint, items);
            }
        }
        self.operand(items)
    }

    /// Clauses that nothing parts but what opens them: *either*, *both*, a denial of the whole.
    fn operand(&mut self, items: &[Item<'_>]) -> Result<Said, Fault> {
        let Some((first, rest)) = items.split_first() else {
            return Err(Fault::new(0, "a sentence", "write one, such as *Mary has an ace.*"));
        };
        let low: Vec<&str> = first.tokens.iter().map(|token| token.low.as_str()).collect();
        let (skip, denies) = match (whole_opening(&first.tokens), low.as_slice()) {
            (Some(opening), _) => opening,
            (None, ["either" | "both", _, ..]) => (1, false),
            _ if rest.is_empty() => return self.clause(first),
            // *Mary is either tall or happy*: what comes before *either* belongs to the first clause.
            _ => (0, false),
        };
        let mut inner = items.to_vec();
        inner[0].tokens.drain(..skip);
        if skip == 0 {
            inner[0].tokens.retain(|token| token.low != "either");
        }
        if inner[0].tokens.is_empty() {
            let end = first.tokens.last().map_or(0, TypedToken::end);
            return Err(Fault::new(end, "a sentence", "say what is the case, or is not"));
        }
        let said = self.group(&inner)?;
        if denies { self.denied(said, &first.tokens) } else { Ok(said) }
    }

    /// Parts that are joined. Those that are said of one subject stay so.
    fn joined(
        &mut self,
        said: Vec<Said>,
        joint: Connective,
        items: &[Item<'_>],
    ) -> Result<Said, Fault> {
        let join = if joint == Connective::Or { Formula::or } else { Formula::and };
        let subject = said.first().and_then(|first| first.subject);
        if subject.is_some() && said.iter().all(|one| one.subject == subject) {
            let bodies = said.into_iter().map(|one| one.body).collect();
            return Ok(Said { subject, body: join(bodies) });
        }
        let tokens: Vec<TypedToken<'_>> = items.iter().flat_map(|it| it.tokens.clone()).collect();
        let closed = said.into_iter().map(|one| self.closed(one, &tokens));
        let closed = closed.collect::<Result<Vec<_>, _>>()?;
        Ok(Said { subject: None, body: join(closed) })
    }

    /// The possibility of all that is said. A view cannot have the condition of *every* or *no* in
    /// one alternative, so there the claim about each thing is possible. A subject of the condition
    /// stays open, because the condition is about it too; `known` is the number of subjects before
    /// this part.
    fn possible(
        &mut self,
        said: Said,
        known: usize,
        tokens: &[TypedToken<'_>],
    ) -> Result<Said, Fault> {
        let Some(number) = said.subject else {
            return Ok(Said { subject: None, body: perhaps(said.body) });
        };
        match self.context.subject(number) {
            ClauseSubject::Quantified { kind: Quantifier::Universal, .. } => {
                Ok(Said { body: perhaps(said.body), ..said })
            }
            ClauseSubject::None { .. } => Ok(Said { body: perhaps(said.body.not()).not(), ..said }),
            ClauseSubject::Only { .. } => {
                let at = tokens.first().map_or(0, |token| token.at);
                let help = "*perhaps* does not go with *only*: write *perhaps every ...*";
                Err(Fault::new(at, "a name, *every*, *some* or *no*", help))
            }
            ClauseSubject::Quantified { .. } if number < known => {
                Ok(Said { body: perhaps(said.body), ..said })
            }
            _ => Ok(Said { subject: None, body: perhaps(self.closed(said, tokens)?) }),
        }
    }

    /// The denial of all that is said, its subject put in.
    pub(super) fn denied(&mut self, said: Said, tokens: &[TypedToken<'_>]) -> Result<Said, Fault> {
        Ok(Said { subject: None, body: self.closed(said, tokens)?.not() })
    }

    /// The formula with its subject filled in.
    pub(super) fn closed(
        &mut self,
        said: Said,
        tokens: &[TypedToken<'_>],
    ) -> Result<Formula, Fault> {
        let Some(number) = said.subject else { return Ok(said.body) };
        let is_named = matches!(self.context.subject(number), ClauseSubject::Named(..));
        if !is_named && !self.context.close(number) {
            let at = tokens.first().map_or(0, |token| token.at);
            let help = "say the subject again instead of *he*, *she*, *it* or *they*, or put what is \
                        said of it in one sentence with *and* or *or*";
            return Err(Fault::new(at, "a subject for each part", help));
        }
        Ok(self.context.subject(number).clone().saying(said.body))
    }
}

/// True if a word opens a sentence and is no part of what it says.
fn opens(word: &str) -> bool {
    OPENINGS.contains(&word) || CONCLUDING.contains(&word) || word == ","
}

/// The words behind *perhaps* or the like, which covers all of them, and true if it is there.
fn without_hedge<'s, 't>(tokens: &'s [TypedToken<'t>]) -> (&'s [TypedToken<'t>], bool) {
    let low: Vec<&str> = tokens.iter().map(|token| token.low.as_str()).collect();
    let skip = match low.as_slice() {
        ["it", "is", "possible", "that", _, ..] => 4,
        [first, ",", _, ..] if HEDGES.contains(first) => 2,
        [first, _, ..] if HEDGES.contains(first) => 1,
        _ => return (tokens, false),
    };
    (&tokens[skip..], true)
}

/// A formula or nothing: the other alternative says nothing, as in case e45 of the theory.
fn perhaps(formula: Formula) -> Formula {
    Formula::Or(vec![Formula::And(Vec::new()), formula])
}

/// The words before *but not both*, and whether it is there.
fn without_exclusion<'s, 't>(tokens: &'s [TypedToken<'t>]) -> (&'s [TypedToken<'t>], bool) {
    let low: Vec<&str> = tokens.iter().map(|token| token.low.as_str()).collect();
    let Some(rest) = low.strip_suffix(&["but", "not", "both"]) else { return (tokens, false) };
    let comma = usize::from(rest.last() == Some(&","));
    (&tokens[..rest.len() - comma], true)
}

/// One of two and not the other; none if there are not two.
fn one_of(formula: Formula) -> Option<Formula> {
    let Formula::Or(list) = formula else { return None };
    let [one, other] = <[Formula; 2]>::try_from(list).ok()?;
    let first = Formula::And(vec![one.clone(), other.clone().not()]);
    Some(Formula::Or(vec![first, Formula::And(vec![other, one.not()])]))
}

/// The end of the condition of a sentence that begins with it, and the beginning of the claim.
fn borders(tokens: &[TypedToken<'_>], skip: usize) -> Result<(usize, usize), Fault> {
    let find = |word: &str| tokens.iter().position(|token| token.low == word);
    let commas = tokens.iter().filter(|token| token.low == ",").count();
    // *If Anna, Ben and Carl come, ...*: the first comma need not end the condition.
    if let (None, Some(at)) = (find("then"), find(",").filter(|at| *at > skip))
        && let condition = &tokens[skip..at]
        && commas > 1
        && is_bare(condition)
        && !condition.iter().all(TypedToken::is_letter)
    {
        let help =
            "write *then* before the claim: *If Anna, Ben and Carl come, then Tom is happy.*";
        return Err(Fault::new(tokens[at].at, "*then* in a sentence with several commas", help));
    }
    let Some(at) = find("then").or_else(|| find(",")).filter(|at| *at > skip) else {
        let at = tokens.last().map_or(0, TypedToken::end);
        return Err(Fault::new(at, "*then* or a comma", "write *If A, then B.*"));
    };
    let end = at - usize::from(tokens[at - 1].low == "," && at - 1 > skip);
    let mut begin = at + 1;
    while tokens.get(begin).is_some_and(|it| matches!(it.low.as_str(), "," | "then")) {
        begin += 1;
    }
    Ok((end, begin))
}

/// The parts between joints of this kind.
fn split<'i, 't>(
    items: &'i [Item<'t>],
    loose: bool,
    joint: Connective,
    shields: bool,
) -> Vec<&'i [Item<'t>]> {
    let joins = |item: &Item<'_>| {
        let same = item.joint == joint || joint == Connective::And && item.joint == Connective::Nor;
        item.loose == loose && same
    };
    let (mut parts, mut start) = (Vec::new(), 0);
    let mut shielded = shields && items.first().is_some_and(Item::shields);
    for (at, item) in items.iter().enumerate().skip(1) {
        // A part that *either* opens reaches to the end, so that it contains its *or*.
        if !shielded && joins(item) {
            parts.push(&items[start..at]);
            start = at;
        }
        shielded |= shields && item.shields();
    }
    parts.push(&items[start..]);
    parts
}

fn altogether(tokens: &[TypedToken<'_>]) -> Fault {
    let at = tokens.first().map_or(0, |token| token.at);
    Fault::new(at, "one condition for the whole sentence", ALTOGETHER)
}

/// Checks that a condition is one of the whole: a view has no others.
fn check_conditions(formula: &Formula, tokens: &[TypedToken<'_>]) -> Result<(), Fault> {
    let inner = match formula {
        Formula::Quantified(_, _, inner) => match &**inner {
            Formula::If(condition, then) => condition.has_condition() || then.has_condition(),
            other => other.has_condition(),
        },
        other => other.has_condition(),
    };
    if inner { Err(altogether(tokens)) } else { Ok(()) }
}

/// A word that a clause cannot have.
pub(super) fn refused(token: &TypedToken<'_>, word: &str) -> Fault {
    let help = super::vocabulary::refusal(word).unwrap_or("write it as a view: `{Ace(mary())}`");
    Fault::new(token.at, "words for what is so", help)
}
