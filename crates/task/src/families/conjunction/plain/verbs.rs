//! Verbs that plainly assert an act. For other verbs, Peirast does not know if they deny the words
//! after them. Irregular past tenses follow their verbs.

/// Verbs after which "to" introduces the purpose, if there are words in between: "went to Rome to
/// bake".
const DEEDS: &str = "\
    borrow build/built buy/bought call carry clean climb close cook cut drive/drove fill fix fly/flew \
    go/went hang/hung hurry move open pack paint park phone pull push put rent repair ride/rode run/ran \
    sell/sold swim/swam take/took travel visit walk wash write/wrote";

/// Other verbs. After some of them, "to" introduces the object: "helped Anna to bake".
const OTHERS: &str = "\
    act adopt advise appear arrange arrive attend bake begin/began belong blog break/broke breed/bred \
    bring/brought campaign carve coach collect come/came compete compose contain contribute curate dance \
    decorate design develop donate draft draw/drew drink/drank earn edit eat/ate enjoy enter exhibit explore \
    fall/fell film finish follow gather get/got give/gave/given grow/grew hear/heard help hike hold/held \
    host illustrate include invite join jog juggle keep/kept knit know/knew lead/led learn/learnt like \
    listen live lose/lost love mail make/made manage meet/met mentor offer own perform photograph plant play \
    polish pour practice practise prepare print program promote publish raise reach read receive record \
    recruit represent restore return review ring/rang sail save score see/saw send/sent serve sew show \
    sing/sang sit/sat sketch skate ski sleep/slept smile solve speak/spoke spend/spent stand/stood start \
    study support surf talk teach/taught tell/told train translate turn tutor use volunteer wait wake/woke \
    watch wear/wore win/won work";

/// Forms of "be", "have", "do" and "will".
const AUXILIARIES: &str = "is was are were has had does did will";

/// Returns true for a verb that plainly asserts an act, in the present or past of he and she.
pub(super) fn is_plain_verb(word: &str) -> bool {
    is_auxiliary(word) || forms_of(DEEDS, word) || forms_of(OTHERS, word)
}

/// Returns true for a verb after which "to" introduces the purpose.
pub(super) fn is_deed(word: &str) -> bool {
    forms_of(DEEDS, word) || bases(DEEDS, word)
}

/// Returns true for a plain verb in the form after "will" and "they".
pub(super) fn is_plain_base(word: &str) -> bool {
    ["be", "have", "do"].contains(&word) || bases(DEEDS, word) || bases(OTHERS, word)
}

/// Returns true for a plain verb in -ing.
pub(super) fn is_plain_gerund(word: &str) -> bool {
    let verbs = DEEDS.split_whitespace().chain(OTHERS.split_whitespace());
    let mut bases = verbs.filter_map(|entry| entry.split('/').next());
    word.ends_with("ing") && bases.any(|base| word != base && is_form_of(word, base))
}

fn is_auxiliary(word: &str) -> bool {
    AUXILIARIES.split(' ').any(|one| one == word)
}

/// Returns true for a regular form of a verb: denies, denied, denying of deny; banned of ban.
pub(super) fn is_form_of(word: &str, verb: &str) -> bool {
    let Some(last) = verb.chars().last() else { return false };
    let endings = |stem: &str, endings: &[&str]| {
        word.strip_prefix(stem).is_some_and(|ending| endings.contains(&ending))
    };
    let short = verb.strip_suffix(last).unwrap_or(verb);
    word == verb
        || endings(verb, &["s", "es", "d", "ed", "ing"])
        || (last == 'y' && endings(short, &["ies", "ied"]))
        || (last == 'e' && endings(short, &["ing"]))
        || endings(&format!("{verb}{last}"), &["ed", "ing"])
}

/// Returns true for a form of one of some verbs that is neither its base nor in -ing.
fn forms_of(verbs: &str, word: &str) -> bool {
    verbs.split_whitespace().any(|entry| {
        let mut own = entry.split('/');
        let base = own.next().unwrap_or_default();
        let is_regular = word != base && !word.ends_with("ing") && is_form_of(word, base);
        // The past of "cut", "put" and "read" is the base.
        let is_past = word == base && ["cut", "put", "read"].contains(&base);
        is_regular || is_past || own.any(|past| past == word)
    })
}

fn bases(verbs: &str, word: &str) -> bool {
    verbs.split_whitespace().any(|entry| entry.split('/').next() == Some(word))
}
