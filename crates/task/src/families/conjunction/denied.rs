//! Events that are denied, doubted or bounded: of them, more words make a weaker claim.
//!
//! Whoever bakes and sings bakes. But "it is unlikely that she bakes and sings" may be true of someone who
//! surely bakes, so a conjunction within a denial may be the likelier option. English has no end of ways to
//! deny, so an event has to be plainly affirmed: it has no word that denies, doubts or bounds, and no clause
//! or infinitive of which the words before say that it holds. The events of the data files, each written
//! for its place, count as they are.

use super::data::{Disease, FAME, MEDICINE};
use crate::{HE, SHE};

/// True if an event may be denied as a whole. "Nobody bakes" and "she refuses to bake" are.
pub(super) fn is_denied(event: &str) -> bool {
    let event = event.trim().trim_end_matches('.');
    may_deny(event) && !is_of_data(event)
}

/// Words that deny, or make rare, what comes with them.
const DENYING: &str = "\
    not no never cannot nor neither none nobody nothing nowhere noone non without hardly barely \
    scarcely seldom rarely rare rarer rarest infrequently almost nearly narrowly allegedly \
    supposedly false falsely untrue unless whether if lest except anything anyone anybody \
    opposite contrary reverse incorrectly wrongly unfit unqualified unsuited unsuitable loath \
    averse devoid bereft anti forbid forbids forbade forbidden isnt wasnt doesnt didnt dont wont cant arent";

/// Beginnings of words that say that something is false or has a low chance.
const DOUBTFUL: &str = "\
    unlikel improbab impossib implausib doubt dubious dubiet incorrect inconceiv unthinkab \
    unimagin unbeliev incredib questionab unable inabilit incapab incapacit unwilling reluctan \
    mistaken erroneous fictit unheard disbelie counterfact unattain";

/// Words for a chance: what is said of it, rather than what has it, decides.
const CHANCES: [&str; 12] = [
    "chance",
    "chances",
    "probability",
    "likelihood",
    "odds",
    "risk",
    "possibility",
    "prospect",
    "prospects",
    "percent",
    "percentage",
    "uncertainty",
];

/// Words that bound a number, where they stand first: of "only one person", more words may be truer.
const BOUNDING: [&str; 11] = [
    "only",
    "just",
    "exactly",
    "precisely",
    "merely",
    "fewer",
    "less",
    "under",
    "below",
    "few",
    "little",
];

/// The same, wherever they stand.
const BOUNDS: [&str; 20] = [
    "at most",
    "at best",
    "no more than",
    "fewer than",
    "less than",
    "less likely",
    "least likely",
    "less of",
    "far from",
    "far cry",
    "short of",
    "all but",
    "instead of",
    "rather than",
    "other than",
    "apart from",
    "out of the question",
    "as many as",
    "at odds",
    "free of",
];

/// Verbs that deny what they govern: an infinitive, a form in -ing, a clause.
const REFUSING: &str = "\
    deny doubt refuse fail avoid stop cease quit reject decline lack neglect omit refrain \
    abstain desist evade dodge escape prevent prohibit forbid forbade forbidden ban bar hinder \
    dismiss dispute oppose contradict refute disprove renounce abandon disown shun resist \
    disclaim discount discourage dissuade preclude exclude mistrust distrust miss forget forgot \
    forgotten hesitate dread fear hate dislike despise detest regret skip spare save shirk \
    eschew forgo forswear struggle";

/// Words after "to", "that" or a verb in -ing that make it govern nothing but a place or a thing.
const OF_A_NOUN: &str = "\
    the a an his her their its my our your this these those some each every both another all two \
    three four five six ten him them it us me school town bed church college university hospital \
    market music people friends";

/// Words before an infinitive or a place that say that it holds, or that leave the chance as it is: of
/// those who want to bake and sing, all want to bake.
const LEADING_TO: &str = "\
    going wants want wanted plans planned hopes hoped loves loved likes liked used began begins \
    started starts learned learnt learns decided decides chose chooses agreed agrees managed \
    manages able likely sure certain bound happy glad eager ready went goes go gone came comes \
    come continued continues happens happened seems seemed appears appeared tends tended has had \
    have needs needed ought got gets trained trains prefers preferred helped helps tried tries \
    walked walks drove drives ran runs moved moves travelled traveled flew flies rode cycled \
    returned returns commutes listens listened talks talked speaks spoke belongs next";

/// Nouns that stand before a clause of their own: "the idea that".
const OF_A_CLAUSE: &str = "\
    idea view belief claim thought notion fact feeling fear hope impression opinion theory \
    hypothesis report rumor rumour suggestion suspicion evidence proof sign lie myth allegation \
    assertion assumption conclusion statement story charge concern";

/// Words that begin a noun phrase: a clause with "that" behind one says more of the noun.
const DETERMINERS: [&str; 9] = ["a", "an", "the", "his", "her", "their", "some", "has", "had"];

fn may_deny(event: &str) -> bool {
    let plain = event.replace('’', "'").to_lowercase();
    let spelt: Vec<&str> =
        event.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> =
        plain.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty()).collect();
    let spaced = format!(" {} ", words.join(" "));
    let is_bounded = || BOUNDS.iter().any(|bound| spaced.contains(&format!(" {bound} ")));
    let beginning = || words.iter().take(2).zip([true, words.first() != Some(&"a")]);
    let begins_bounded = || beginning().any(|(word, counts)| counts && BOUNDING.contains(word));
    let is_of_chance = || words.iter().take(5).any(|word| CHANCES.contains(word));
    words.iter().any(|word| denies(word))
        || is_bounded()
        || begins_bounded()
        || is_of_chance()
        || (0..words.len()).any(|at| governs(&words, &spelt, at))
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '\'' || c == '’'
}

/// True if a word is in a list of words with spaces between.
fn is_of(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

fn denies(word: &str) -> bool {
    let word = word.strip_suffix("'s").unwrap_or(word);
    is_of(DENYING, word)
        || word.ends_with("n't")
        || DOUBTFUL.split(' ').any(|beginning| word.starts_with(beginning))
}

/// True if the word at a place makes what follows no plain claim.
fn governs(words: &[&str], spelt: &[&str], at: usize) -> bool {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let (before, this, next) = (at.checked_sub(1).map_or("", word), word(at), word(at + 1));
    let is_clause = |word: &str| {
        ["to", "that", "being", "having", "from", "as", "any"].contains(&word) || is_gerund(word)
    };
    match this {
        // Too shy to bake; but: is a baker, too.
        "too" => !next.is_empty(),
        "wrong" => ["is", "was", "be", "are", "been", "proved", "quite"].contains(&before),
        "being" => !["is", "was", "human", "enjoys", "likes", "loves"].contains(&before),
        "that" => !is_relative(words, at),
        "to" => {
            // Of a text in capitals, no word is a name.
            let has_names = spelt.iter().any(|word| word.contains(char::is_lowercase));
            let begins_name = has_names
                && spelt.get(at + 1).is_some_and(|next| {
                    next.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
                });
            !begins_name && !is_of(OF_A_NOUN, next) && !is_of(LEADING_TO, before)
        }
        // Given up baking, kept from baking, ruled out, put off baking.
        "up" | "off" | "against" => is_clause(next) && next != "to",
        _ if is_form_of(this, "keep") || is_form_of(this, "kept") => {
            words.iter().skip(at).any(|word| *word == "from")
        }
        _ => is_clause(next) && REFUSING.split(' ').any(|verb| is_form_of(this, verb)),
    }
}

/// True if a "that" says more of a noun: "a foot that drags", but not "it is a lie that he bakes".
fn is_relative(words: &[&str], at: usize) -> bool {
    const NEAR: usize = 4;
    let is_claim = matches!(words, ["it" | "there", "is" | "was" | "would" | "will" | "can", ..]);
    let before = words.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
    let follows_noun = before.last().is_some_and(|word| !is_of(OF_A_CLAUSE, word));
    let is_noun = before.iter().any(|word| DETERMINERS.contains(word));
    !is_claim && follows_noun && is_noun
}

/// True for "baking", but not for "during" or "morning".
fn is_gerund(word: &str) -> bool {
    const NOUNS: [&str; 9] =
        ["during", "morning", "evening", "king", "ring", "thing", "something", "spring", "string"];
    word.len() > 4 && word.ends_with("ing") && !NOUNS.contains(&word)
}

/// True if a word is a regular form of a verb: denies, denied, denying of deny; banned of ban.
fn is_form_of(word: &str, verb: &str) -> bool {
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

/// True if an event is one of the data files, of anybody.
fn is_of_data(event: &str) -> bool {
    let symptoms = || MEDICINE.drawn().into_iter().flat_map(|all| &all.disease);
    let is_symptom = |symptom: &String| {
        let name = event.strip_suffix(symptom.as_str()).and_then(|rest| rest.strip_suffix(" has "));
        name.is_some_and(|name| !name.is_empty() && name.chars().all(char::is_alphabetic))
    };
    let outcomes = || FAME.drawn().into_iter().flat_map(|fame| &fame.scenario);
    let is_outcome = |outcome: &String| [SHE, HE].iter().any(|who| who.fill(outcome) == event);
    let signs = |disease: &'static Disease| disease.symptoms.iter().chain(&disease.possible);
    symptoms().flat_map(signs).any(is_symptom)
        || outcomes().flat_map(|scenario| &scenario.unlikely).any(is_outcome)
}

#[cfg(test)]
mod tests {
    use super::is_denied;
    use crate::{Design, Family};
    use peirast_record::Profile;

    #[test]
    fn an_event_that_is_denied_doubted_or_bounded_is_known() {
        for event in [
            "Nobody bakes",
            "Tom is not a baker",
            "Tom isn’t a baker",
            "Tom doesnt bake",
            "It is unlikely that Tom is a baker",
            "It is impossible that Tom bakes",
            "It is doubtful that Tom bakes",
            "It is rare that Tom bakes",
            "It is wrong that Tom bakes",
            "It is a canard that Tom bakes",
            "There is a slim hope that Tom bakes",
            "Tom denies that he is a baker",
            "Tom denied being a baker",
            "Tom refuses to be a baker",
            "Tom failed to become a baker",
            "Tom fails as a baker",
            "Tom avoided being a baker",
            "Tom avoids baking",
            "Tom is anything but a baker",
            "Tom is unable to be a baker",
            "Tom is too shy to be a baker",
            "Tom is too old for baking",
            "Tom rejects the idea that he is a baker",
            "Tom stopped being a baker",
            "Tom stopped baking",
            "Tom ceases to be a baker",
            "Tom quit baking",
            "Tom gave up baking",
            "Tom was banned from baking",
            "Tom was forbidden to bake",
            "Tom is a far cry from a baker",
            "Tom is a baker in nobody's eyes",
            "Tom was kept from baking",
            "Tom lacks the nerve to be a baker",
            "At most one person knows that Tom bakes",
            "At most one person bakes",
            "Exactly one person bakes",
            "Only Tom bakes",
            "Few people bake",
            "The chance is below ten percent that Tom bakes",
            "The odds of Tom being a baker are long",
            "Tom is less likely to be a baker",
            "Tom is far from being a baker",
            "Tom bakes if it rains",
            "Tom is a man who does not bake",
            "Tom bakes without a pan",
            "Mei has no cough",
            "A first video will get fewer than ten views",
        ] {
            assert!(is_denied(event), "{event}");
            assert!(is_denied(&format!("{event}.")) && is_denied(&event.to_uppercase()), "{event}");
        }
    }

    #[test]
    fn an_event_that_is_plainly_affirmed_is_known() {
        for event in [
            "Tom is a baker",
            "Tom is a baker, too",
            "Tom is a refuse collector",
            "Tom is a former teacher",
            "Tom is going to be a baker",
            "Tom wants to become a baker",
            "Tom walked to town",
            "Tom sent the letter to Anna",
            "Tom stopped at the bakery",
            "Tom missed the bus",
            "Tom took the wrong bus",
            "Tom bought a few rolls",
            "Tom lacks money",
            "Tom is likely to win",
            "Mei has a foot that drags",
            "Mei has a sore that does not heal",
            "Tom is a man who bakes",
            "The alarm will ring in the morning",
        ] {
            assert!(!is_denied(event), "{event}");
        }
    }

    #[test]
    fn no_event_of_a_made_problem_is_taken_for_a_denied_one() {
        let family = Family::named("conjunction").expect("a family");
        for profile in [Profile::Balanced, Profile::Paper2024] {
            for variant in family.variants {
                let design = Design { seed: 29, profile };
                for made in family.make(&design, variant.name, 2_000).expect("problems") {
                    for event in made.segments.iter().filter(|one| one.role == "shared-event") {
                        assert!(!is_denied(&event.text), "{}", event.text);
                    }
                }
            }
        }
    }

    #[test]
    fn no_event_of_the_data_files_is_taken_for_a_denied_one() {
        let fame = super::FAME.drawn().expect("data");
        for outcome in fame.scenario.iter().flat_map(|scenario| &scenario.unlikely) {
            for who in [crate::SHE, crate::HE] {
                assert!(!is_denied(&who.fill(outcome)), "{outcome}");
            }
        }
        let medicine = super::MEDICINE.drawn().expect("data");
        for symptom in medicine.disease.iter().flat_map(|disease| &disease.symptoms) {
            assert!(!is_denied(&format!("Mei has {symptom}")), "{symptom}");
        }
    }
}
