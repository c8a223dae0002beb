//! Conditions under which a sentence with a core has another meaning.

use super::Part;

/// Words that deny.
const DENIES: [&str; 23] = [
    "not",
    "no",
    "nothing",
    "never",
    "none",
    "nobody",
    "neither",
    "hardly",
    "impossible",
    "unable",
    "insufficient",
    "fail",
    "fails",
    "failed",
    "avoid",
    "avoided",
    "avoids",
    "escape",
    "escaped",
    "resist",
    "refuse",
    "otherwise",
    "inescapable",
];

/// Words that call a denial wrong, or doubt it.
const DOUBTS: [&str; 19] = [
    "wrong",
    "wrongly",
    "incorrect",
    "invalid",
    "mistake",
    "mistaken",
    "fallacy",
    "false",
    "untrue",
    "doubt",
    "doubts",
    "question",
    "deny",
    "denies",
    "dispute",
    "premature",
    "absurd",
    "unlikely",
    "contrary",
];

/// Words that suppose the text after them, or attribute it to others.
const SUPPOSES: [&str; 35] = [
    "allegedly",
    "assume",
    "assuming",
    "claims",
    "critics",
    "if",
    "imagine",
    "likely",
    "maybe",
    "others",
    "people",
    "perhaps",
    "possible",
    "possibly",
    "presumably",
    "pretend",
    "probable",
    "probably",
    "reply",
    "respond",
    "somebody",
    "someone",
    "suppose",
    "supposedly",
    "supposing",
    "tempted",
    "tempting",
    "they",
    "unless",
    "when",
    "whenever",
    "whether",
    "who",
    "whoever",
    "write",
];

/// Returns true if the core is supposed, or attributed to others: *if nothing follows, say so*,
/// *one might say that nothing follows*, *nothing follows if the ace is red*.
pub(super) fn is_supposed(parts: &[Part<'_>], core: usize) -> bool {
    let word = |at: usize| parts.get(at).and_then(Part::word);
    let before = (0..core).any(|at| {
        let next = word(at + 1);
        let last = at.checked_sub(1).and_then(word);
        match word(at) {
            // *I would say*
            Some("say" | "claim") => !matches!(last, Some("would" | "can" | "must" | "i" | "we")),
            Some("would") => !matches!(last, Some("i" | "we")),
            Some("provided") => next == Some("that"),
            // *some of the premises*
            Some("some" | "many") => matches!(next, Some("say" | "think" | "would" | "people")),
            Some("might") => true,
            Some("could") => at + 1 != core && next != Some("not"),
            Some("may") => at + 1 != core && !matches!(next, Some("conclude" | "infer" | "safely")),
            Some("you") => matches!(
                next,
                Some("say" | "think" | "claim" | "suggest" | "believe" | "conclude" | "assume")
            ),
            Some("does") => at == 0 || next == Some("nothing"),
            Some(word) => SUPPOSES.contains(&word),
            None => false,
        }
    });
    before || (core..parts.len()).any(|at| supposed_behind(parts, at))
}

fn supposed_behind(parts: &[Part<'_>], at: usize) -> bool {
    let word = |at: usize| parts.get(at).and_then(Part::word);
    let last = at.checked_sub(1).and_then(word);
    match word(at) {
        Some("perhaps" | "maybe" | "probably" | "allegedly" | "supposedly") => true,
        Some("may" | "might") => last == Some("nothing") || word(at + 1) == Some("follow"),
        // *We cannot determine if the ace is red* asks.
        Some("if") => {
            let asks =
                ["determine", "know", "tell", "say", "see", "conclude", "decide", "establish"];
            !last.is_some_and(|last| asks.contains(&last)) && parts[at..].contains(&Part::Name)
        }
        _ => false,
    }
}

/// *it is wrong to say that we cannot conclude*, *there is no doubt that it follows*, *it cannot fail
/// to follow*
pub(super) fn denies_a_denial(parts: &[Part<'_>]) -> bool {
    let mut since = None;
    for part in parts {
        let Part::Word(word) = part else {
            since = None;
            continue;
        };
        let denies = DENIES.contains(word);
        if DOUBTS.contains(word) || denies && since.is_some_and(|count| count < 8) {
            return true;
        }
        since = match *word {
            _ if denies => Some(0),
            "and" | "or" | "nor" | "so" | "therefore" | "thus" | "hence" => None,
            _ => since.map(|count: usize| count + 1),
        };
    }
    false
}

/// *nothing except that …*, *no conclusion other than that …*, *nothing follows more clearly than …*,
/// *it does not merely follow*
pub(super) fn excepts(parts: &[Part<'_>]) -> bool {
    (0..parts.len()).any(|at| {
        let word = |skip: usize| parts.get(at + skip).and_then(Part::word);
        match word(0) {
            Some(
                "except" | "excepting" | "exception" | "exceptions" | "excluding" | "only"
                | "unless" | "merely" | "simply",
            ) => true,
            Some(
                "than" | "besides" | "beyond" | "apart" | "aside" | "save" | "barring" | "outside",
            ) => claims_something(&parts[at + 1..]),
            // *as clearly as that …*
            Some("as") if !matches!(word(1), Some("well" | "far" | "long")) => {
                word(2) == Some("as") && claims_something(&parts[at + 3..])
            }
            _ => false,
        }
    })
}

/// Returns true if an exception contains a name, or is a clause that is not given already.
fn claims_something(exception: &[Part<'_>]) -> bool {
    const GIVEN: [&str; 12] = [
        "stated",
        "given",
        "premise",
        "premises",
        "already",
        "says",
        "say",
        "said",
        "statement",
        "statements",
        "explicitly",
        "directly",
    ];
    let clause = exception.iter().take(4).any(|part| part.is(&["that", "fact", "claim"]));
    let named = exception.iter().position(|part| *part == Part::Name);
    let until = named.unwrap_or(exception.len());
    let given = exception[..until].iter().any(|part| part.is(&GIVEN));
    !given && (clause || named.is_some())
}

/// *nothing follows of the ace, but the king is red*, *we cannot conclude A but we can conclude B*
pub(super) fn turns(parts: &[Part<'_>]) -> bool {
    let turn = ["but", "however", "although", "though", "yet"];
    let Some(at) = parts.iter().position(|part| part.is(&turn)) else { return false };
    let still = parts[at..].windows(2).any(|two| two[0].is(&["can"]) && !two[1].is(&["not"]));
    parts[at..].contains(&Part::Name) || still && parts[at].is(&["but", "however"])
}
