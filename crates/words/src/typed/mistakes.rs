//! Mistakes that people often make in sentences, each with its repair.

use super::fault::Fault;
use super::nouns::singular;
use super::token::TypedToken;
use super::vocabulary::{
    ADDRESSED, EXAMPLE, PREPOSITIONS, is_function_word, is_quantifying, quantifier_phrase, refusal,
};
use crate::answer::slips;

const A_VERB: &str = "a verb, such as *is* or *has*";
const EACH: &str = "write a sentence for each, with its verb: *Every dog barks. Every cat barks.*";
const PAST: &str = "a view says what is so: write the verb in the present, *passes* for *passed*";

/// Verbs in the past that do not end in *-ed*.
const PAST_FORMS: [&str; 43] = [
    "came", "went", "saw", "ate", "won", "lost", "left", "said", "made", "took", "got", "gave",
    "knew", "ran", "fell", "broke", "told", "found", "felt", "kept", "met", "drank", "wrote",
    "sang", "sat", "stood", "bought", "thought", "brought", "caught", "paid", "spoke", "slept",
    "drove", "flew", "grew", "held", "heard", "built", "began", "swam", "threw", "wore",
];

/// Verbs in *-ed* that are in the present.
const PRESENT_FORMS: [&str; 5] = ["embed", "shed", "wed", "bed", "sled"];

/// The fault of a clause in which no verb was found, with the repair of the likely mistake.
pub(super) fn without_verb(tokens: &[TypedToken<'_>]) -> Fault {
    let at = tokens.get(1).or(tokens.first()).map_or(0, |token| token.at);
    let misspelt = |token: &TypedToken<'_>| meant(&token.low).map(|word| (token.at, word));
    if let Some((at, word)) = tokens.iter().find_map(misspelt) {
        return Fault::new(at, A_VERB, format!("perhaps you meant *{word}*"));
    }
    let first = &tokens[..tokens.len().min(1)];
    if let Some(fault) = contraction(tokens).or_else(|| addressed(first)) {
        return fault;
    }
    let determined = tokens.first().is_some_and(|it| is_function_word(&it.low));
    let first = 1 + usize::from(determined);
    if let Some(past) = tokens.iter().skip(first).find(|it| is_past(&it.low)) {
        return Fault::new(past.at, "a verb in the present", PAST);
    }
    let help = match tokens {
        [one] if is_quantifying(&one.low) => EACH.to_owned(),
        [first, _] if is_function_word(&first.low) => EACH.to_owned(),
        [first, ..] if is_function_word(&first.low) => EXAMPLE.to_owned(),
        [first, second, ..] if is_verb(second) && singular(&first.low) != first.low => {
            let (many, verb) = (&first.low, shown(&tokens[1..]));
            format!("write *all {many} {verb}* or *some {many} {verb}*")
        }
        [first, second, ..] if is_verb(second) && first.is_capitalised() => {
            "one subject takes a verb with *-s*, *Mary smokes*, and a thing of several words has \
             *the* before it, *the old train is late*"
                .to_owned()
        }
        [_, second, ..] if is_verb(second) => {
            "write a name with a capital, *Anna comes*, and a kind with *every*, *some* or *the*, \
             *every dog barks*"
                .to_owned()
        }
        _ => EXAMPLE.to_owned(),
    };
    Fault::new(at, A_VERB, help)
}

/// The fault of one of the people who talk to each other as a subject.
pub(super) fn addressed(tokens: &[TypedToken<'_>]) -> Option<Fault> {
    let word = tokens.iter().find(|it| ADDRESSED.contains(&it.low.as_str()))?;
    let help = format!(
        "say who *{}* is: write a name, or *everyone* or *someone*, as in *If someone has an ace, \
         then they have a king*",
        word.low
    );
    Some(Fault::new(word.at, "a name", help))
}

/// A short form that may stand for several words: *Mary's*, *you'll*.
pub(super) fn contraction(tokens: &[TypedToken<'_>]) -> Option<Fault> {
    let token =
        tokens.iter().find(|it| it.low.contains('\'') && it.source.contains(['\'', '’']))?;
    let (word, short) = token.low.split_once('\'')?;
    let word =
        if token.is_capitalised() { crate::english::capitalised(word) } else { word.to_owned() };
    let help = match short {
        "s" => format!("write *{word} is* or *{word} has* for *{word}'s*"),
        "re" => format!("write *{word} are* for *{word}'re*"),
        "ve" => format!("write *{word} have* for *{word}'ve*"),
        "ll" | "d" => {
            "a view says what is so: write the verb in the present, without *will* or *would*"
                .to_owned()
        }
        _ => return None,
    };
    Some(Fault::new(token.at, "words without an apostrophe", help).until(token.end()))
}

/// The fault of a word that a clause cannot have; the whole phrase if it is one of a quantifier.
pub(super) fn refused_word(tokens: &[TypedToken<'_>]) -> Option<Fault> {
    let low: Vec<&str> = tokens.iter().map(|token| token.low.as_str()).collect();
    for (at, token) in tokens.iter().enumerate() {
        let Some(help) = refusal(&token.low) else { continue };
        let (start, count) = quantifier_phrase(&low, at).unwrap_or((at, 1));
        let end = tokens.get(start + count - 1).map_or(token.end(), TypedToken::end);
        let fault = Fault::new(tokens[start].at, "words for what is so", help);
        let is_short = token.source.contains(['\'', '’']);
        return Some(if count > 1 || is_short { fault.until(end) } else { fault });
    }
    None
}

/// The fault of an auxiliary verb where the clause has its verb already.
pub(super) fn second_verb(token: &TypedToken<'_>) -> Fault {
    let help = "the clause has its verb already: end the sentence before the next one with a full \
                stop, or join the two with *and* or *or*";
    Fault::new(token.at, "the end of the sentence", help)
}

/// The fault of a name without a verb next to a clause: *Anna or everyone smokes*.
pub(super) fn bare_subject(name: &[TypedToken<'_>]) -> Fault {
    let help = format!(
        "*{}* by itself says nothing here: give each subject a verb of its own, *Anna smokes or \
         everyone smokes*, or write a sentence for each",
        shown(name)
    );
    let at = name.first().map_or(0, |token| token.at);
    Fault::new(at, "a subject with its verb", help)
}

/// The fault of subjects that *and* and *or* join to one verb.
pub(super) fn mixed_subjects(token: &TypedToken<'_>) -> Fault {
    let help = "subjects of one verb are joined by *and* alone or by *or* alone: give each its verb, \
                *Anna smokes and Ben smokes, or Carl smokes*";
    Fault::new(token.at, "one way to join the subjects", help)
}

/// The fault of a name that may belong to the verb before or after it.
pub(super) fn between_verbs(name: &[TypedToken<'_>]) -> Fault {
    let help = format!(
        "*{}* may belong to the verb before or to the one after: give each part its verb, or write \
         two sentences",
        shown(name)
    );
    let at = name.first().map_or(0, |token| token.at);
    Fault::new(at, "a verb of its own", help)
}

/// The fault of a word that is another verb of the subject, or another thing that its verb is about.
pub(super) fn verb_or_thing(token: &TypedToken<'_>) -> Fault {
    let help = format!(
        "*{}* may be a verb or a thing: say the subject and the verb again, *Mary plays chess and \
         Mary sings*, *Mary eats apples and Mary eats pears*",
        token.source
    );
    Fault::new(token.at, "a subject and a verb", help)
}

/// True if a word is a verb in the past, as far as its form shows.
pub(super) fn is_past(word: &str) -> bool {
    let regular = word.len() > 3
        && word.ends_with("ed")
        && !word.ends_with("eed")
        && !PRESENT_FORMS.contains(&word);
    regular || matches!(word, "agreed" | "freed") || PAST_FORMS.contains(&word)
}

/// The fault of a verb in the past.
pub(super) fn past(token: &TypedToken<'_>) -> Fault {
    Fault::new(token.at, "a verb in the present", PAST)
}

/// True if a word may be a verb behind its subject.
pub(super) fn is_verb(token: &TypedToken<'_>) -> bool {
    let low = token.low.as_str();
    !token.is_capitalised()
        && token.source.len() > 1
        && low.chars().all(|c| c.is_alphabetic() || c == '-')
        && !is_function_word(low)
        && !PREPOSITIONS.contains(&low)
        && !is_adverb(low)
        && !matches!(low, "also" | "too" | "alone" | "together")
}

/// True if a word ends as adverbs do and is no verb.
fn is_adverb(word: &str) -> bool {
    const VERBS: [&str; 11] = [
        "fly", "rely", "apply", "reply", "supply", "imply", "comply", "multiply", "rally", "bully",
        "ally",
    ];
    word.ends_with("ly") && !VERBS.contains(&word)
}

fn shown(tokens: &[TypedToken<'_>]) -> String {
    let words: Vec<&str> = tokens.iter().take(6).map(|token| token.source).collect();
    words.join(" ")
}

/// The word that a misspelt one was perhaps meant to be, *has* for *hsa*. Another letter makes another
/// word, *hate* or *come*; letters that are swapped, left out or repeated do not.
fn meant(word: &str) -> Option<&'static str> {
    const MEANT: [&str; 11] =
        ["has", "have", "does", "is", "are", "not", "every", "some", "there", "neither", "either"];
    let letters: Vec<char> = word.chars().take(12).collect();
    let is_near = |known: &&&str| {
        let known: Vec<char> = known.chars().collect();
        let swapped = letters.len() == known.len() && {
            let (mut one, mut other) = (letters.clone(), known.clone());
            one.sort_unstable();
            other.sort_unstable();
            one == other
        };
        letters.len() > 2
            && known.len() > 2
            && letters[0] == known[0]
            && (swapped || letters.len() != known.len())
            && slips(&letters, &known, 1) == Some(1)
    };
    MEANT.iter().find(is_near).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_not_another_word() {
        for (word, known) in [("hsa", "has"), ("hav", "have"), ("evry", "every"), ("thre", "there")]
        {
            assert_eq!(meant(word), Some(known));
        }
        for word in ["come", "dogs", "bark", "hate", "ace", "quickly"] {
            assert_eq!(meant(word), None, "{word}");
        }
    }

    #[test]
    fn the_past_is_known_by_its_form() {
        for word in ["passed", "smoked", "came", "agreed", "won"] {
            assert!(is_past(word), "{word}");
        }
        for word in ["need", "feed", "embed", "red", "bed", "pass", "comes"] {
            assert!(!is_past(word), "{word}");
        }
    }
}
