//! Events that are denied, doubted or bounded: of them, more words make a weaker claim.
//!
//! Whoever bakes and sings bakes. But "it is unlikely that she bakes and sings" may be true of someone who
//! surely bakes, so a conjunction within a denial may be the likelier option. English has no end of ways to
//! deny, so what is certified is narrow. An event has to be plainly affirmed: it has no word that denies,
//! doubts, bounds, compares, speaks of everybody or sets a condition; no clause or infinitive of which the
//! words before do not say that it holds; and no relative clause but one that says what somebody is or has.
//! The events of the data files, each written for its place, count as they are.

use super::data::{ASIDES, Disease, FAME, MEDICINE, TALES};
use super::pair::Link;
use crate::{HE, SHE, THEY};

/// The word for which an event of both options may not be affirmed; `None` if it plainly is. That of
/// "Nobody bakes" is "nobody".
pub(super) fn unaffirming(event: &str) -> Option<String> {
    let event = event.trim().trim_end_matches('.');
    Event::new(event).unaffirming().filter(|_| !is_of_data(event))
}

/// The word for which an added event may leave open the one that it is added to; `None` if there is none.
///
/// A condition may be one of both events, and "or" joins an alternative to both. A denial makes no event
/// of its own in an alternative ("or neither"), and takes back what it follows ("but not really").
pub(super) fn reopening(added: &str, link: Link) -> Option<String> {
    let added = added.trim().trim_end_matches('.');
    Event::new(added).reopening(link).filter(|_| !is_added_of_data(added))
}

/// Words that deny, or make rare, what comes with them.
const DENYING: &str = "\
    not no never cannot nor neither none nobody nothing nowhere noone non without hardly barely \
    scarcely seldom rarely rare rarer rarest infrequently almost nearly narrowly allegedly \
    supposedly false falsely untrue unless whether if lest except anything anyone anybody \
    opposite contrary reverse incorrectly wrongly unfit unqualified unsuited unsuitable loath \
    averse devoid bereft anti forbid forbids forbade forbidden isnt wasnt doesnt didnt dont wont cant arent \
    zero exempt immune insufficient insufficiently minority excluding excepting barring minus sans void \
    refuses refused declines declined dislikes disliked hates hated detests detested despises despised";

/// Words that speak of everybody or of anybody, compare, or single out: more words say it of others.
const COUNTING: &str = "\
    each every everything everyone everybody everywhere any ever than only solely purely alone sole";

/// Words of a condition.
const CONDITIONS: &str = "\
    if unless whenever provided providing supposing assuming lest until till when wherever whoever \
    whatever whichever however depending otherwise contingent conditional conditionally granted granting";

/// Words with which somebody leaves open what they say.
const HEDGES: &str = "maybe perhaps possibly probably presumably allegedly supposedly";

/// The same, of several words.
const CONDITIONAL: [&str; 10] = [
    "as long as",
    "so long as",
    "in case",
    "in the event",
    "on condition",
    "on the condition",
    "given that",
    "subject to",
    "every time",
    "each time",
];

/// Words that join an alternative.
const ALTERNATIVES: &str = "or nor neither either";

/// Words of someone who says something of what is said: "my foot".
const SPEAKERS: &str = "i me my mine we us our ours you your yours yeah";

/// Verbs with an object of which more words make a weaker claim: whoever avoids bakers who sing may meet
/// bakers.
const SHUNNING: &str = "\
    avoid shun exclude exempt evade eschew oppose forgo abstain refrain prevent prohibit preclude reject \
    dispute deny denie disown refute disprove ignore outlaw veto";

/// Words of relative clauses and of questions.
const RELATIVE: &str = "who whom whose which that what where why how";

/// Words that single out whom they describe: of "he is the first baker", more words pick another one.
const SINGLING: &str = "first second third fourth fifth last next same other only";

/// Superlatives of other forms.
const SUPERLATIVES: &str = "most least best worst";

/// Words in -est that are no superlatives, or tell no more than a place.
const NO_SUPERLATIVES: &str = "\
    west guest forest harvest interest priest request contest protest arrest honest modest earnest \
    digest chest quest crest nest rest test vest zest dishonest immodest tempest conquest \
    nearest closest";

/// Words behind a word that singles out, or behind "all", that make of both a time or a count.
const TIMES: &str = "\
    two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty few \
    day days night nights morning evening afternoon week weeks weekend month months year years time hour \
    hours minute minutes summer winter monday tuesday wednesday thursday friday saturday sunday row floor";

/// Beginnings of words that say that something is false or has a low chance.
const DOUBTFUL: &str = "\
    unlikel improbab impossib implausib doubt dubious dubiet incorrect inconceiv unthinkab \
    pretend feign unimagin unbeliev incredib questionab unable inabilit incapab incapacit unwilling reluctan \
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
const BOUNDS: [&str; 36] = [
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
    "free from",
    "gave up",
    "gives up",
    "given up",
    "keeps off",
    "kept off",
    "stays off",
    "stayed off",
    "swore off",
    "safe from",
    "in theory",
    "in name",
    "on paper",
    "in his dreams",
    "in her dreams",
    "in their dreams",
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

/// An event, word by word.
struct Event {
    /// Its words in small letters.
    words: Vec<String>,
    /// Its words as they are spelt.
    spelt: Vec<String>,
}

impl Event {
    fn new(event: &str) -> Self {
        let words = |text: &str| {
            let words = text.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        Self { words: words(&event.replace('’', "'").to_lowercase()), spelt: words(event) }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    /// The first of some phrases that stands there.
    fn phrase(&self, phrases: &[&'static str]) -> Option<String> {
        let spaced = format!(" {} ", self.words.join(" "));
        let found = phrases.iter().find(|phrase| spaced.contains(&format!(" {phrase} ")));
        found.map(|phrase| (*phrase).to_owned())
    }

    /// The first word that may keep an event from being affirmed.
    fn unaffirming(&self) -> Option<String> {
        let phrase = self.phrase(&BOUNDS).or_else(|| self.phrase(&CONDITIONAL));
        let at = || (0..self.words.len()).find(|at| self.is_unaffirming(*at));
        phrase.or_else(|| at().map(|at| self.word(at).to_owned()))
    }

    fn is_unaffirming(&self, at: usize) -> bool {
        let word = self.word(at);
        let begins = at == 0 || (at == 1 && self.word(0) != "a");
        let is_question = || {
            const INVERTED: &str =
                "should had were was is are do does did could would can may might";
            at == 0 && is_of(INVERTED, word)
        };
        denies(word)
            || self.is_condition(at)
            || ["would", "before"].contains(&word)
            || is_of(HEDGES, word)
            || is_of(SPEAKERS, word)
            || (begins && BOUNDING.contains(&word))
            || (at < CHANCE_WORDS && CHANCES.contains(&word))
            || is_question()
            || self.counts(at)
            || self.lacks(at)
            || (is_of(RELATIVE, word) && !self.is_relative(at))
            || governs(&self.words, &self.spelt, at)
    }

    /// True for a word that begins a condition.
    fn is_condition(&self, at: usize) -> bool {
        const VERBS: &str = "is was were has had been be being";
        const SUBJECTS: &str = "he she it they there";
        let (before, this, next) = (self.before(at), self.word(at), self.word(at + 1));
        match this {
            // Once he is rich; but: once a week, for once.
            "once" => !["", "a", "an", "again"].contains(&next),
            // Given rain; but: was given a hat.
            "given" => !is_of(VERBS, before),
            // Sings should it rain.
            "should" | "had" | "were" => is_of(SUBJECTS, next),
            _ => is_of(CONDITIONS, this),
        }
    }

    /// True for a word that speaks of everybody, of few or of the only one.
    fn counts(&self, at: usize) -> bool {
        const DETERMINERS: &str = "the his her their its";
        const COPULAS: &str = "is was were are be been become becomes became remains remained";
        let (before, this, next) = (self.before(at), self.word(at), self.word(at + 1));
        let of_time = is_of(TIMES, next) || next.starts_with(|c: char| c.is_numeric());
        let is_determined = || is_of(DETERMINERS, before) || before.ends_with("'s");
        let is_superlative = || {
            let ends = this.len() > "best".len() && this.ends_with("est");
            is_of(SUPERLATIVES, this) || (ends && !is_of(NO_SUPERLATIVES, this))
        };
        let is_predicate = || self.words.iter().take(at).any(|word| is_of(COPULAS, word));
        let singles = || is_superlative() || (is_of(SINGLING, this) && is_predicate());
        match this {
            "few" | "little" => !is_of(DETERMINERS, before) && before != "a",
            // All the windows and doors; but: all people baking, of whom fewer also sing.
            "all" => self.words.iter().skip(at).any(|word| is_gerund(word)),
            "each" | "every" => !of_time,
            _ => is_of(COUNTING, this) || (is_determined() && !of_time && singles()),
        }
    }

    /// True for a verb that shuns or lacks all that comes behind it. Whoever lacks money and time lacks
    /// money.
    fn lacks(&self, at: usize) -> bool {
        let this = self.word(at);
        let shuns = SHUNNING.split_whitespace().any(|verb| is_form_of(this, verb));
        shuns || (is_form_of(this, "lack") && at + 2 != self.words.len())
    }

    /// True if a relative clause says more of what somebody is or has: "has a foot that drags", but not
    /// "avoids a man who sings".
    fn is_relative(&self, at: usize) -> bool {
        const NAME: usize = 3;
        const NOUN: usize = 3;
        let mut verbs = (1..at.min(NAME + 1)).filter(|at| is_of("is was has had", self.word(*at)));
        let Some(verb) = verbs.next() else { return false };
        let is_claim = ["it", "there", "this", "that"].contains(&self.word(0));
        let is_noun = ["a", "an"].contains(&self.word(verb + 1))
            && (verb + 3..=verb + 2 + NOUN).contains(&at)
            && !is_of(OF_A_CLAUSE, self.before(at));
        let is_of_noun = is_of("who whom whose which that", self.word(at));
        is_noun && is_of_noun && !is_claim
    }

    /// The first word that may leave open what an event is added to.
    fn reopening(&self, link: Link) -> Option<String> {
        let may_deny = |at: usize| match link {
            Link::Alternative => false,
            Link::Further => at > 0,
            Link::Reason => true,
        };
        let reopens = |at: &usize| {
            let word = self.word(*at);
            self.is_condition(*at)
                || is_of(ALTERNATIVES, word)
                || is_of(SPEAKERS, word)
                || is_of(HEDGES, word)
                || word == "only"
                || (denies(word) && !may_deny(*at))
        };
        let word = || (0..self.words.len()).find(reopens).map(|at| self.word(at).to_owned());
        self.phrase(&CONDITIONAL).or_else(|| self.phrase(&BOUNDS)).or_else(word)
    }
}

/// Words at the beginning of an event among which one for a chance is its subject.
const CHANCE_WORDS: usize = 5;

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '\'' || c == '’'
}

/// True if a word is in a list of words with spaces between.
fn is_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

fn denies(word: &str) -> bool {
    let word = word.strip_suffix("'s").unwrap_or(word);
    is_of(DENYING, word)
        || word.ends_with("n't")
        || DOUBTFUL.split(' ').any(|beginning| word.starts_with(beginning))
}

/// True if the word at a place makes what follows no plain claim.
fn governs(words: &[String], spelt: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (before, this, next) = (at.checked_sub(1).map_or("", word), word(at), word(at + 1));
    let is_clause = |word: &str| {
        ["to", "that", "being", "having", "from", "as", "any"].contains(&word) || is_gerund(word)
    };
    match this {
        // Too shy to bake; but: is a baker, too.
        "too" => !next.is_empty(),
        "wrong" => ["is", "was", "be", "are", "been", "proved", "quite"].contains(&before),
        "being" => !["is", "was", "human", "enjoys", "likes", "loves"].contains(&before),
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
            words.iter().skip(at).any(|word| word == "from")
        }
        _ => is_clause(next) && REFUSING.split(' ').any(|verb| is_form_of(this, verb)),
    }
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

/// True if an event of both options is one of the data files, of anybody.
fn is_of_data(event: &str) -> bool {
    let is_symptom = |symptom: &String| {
        let name = event.strip_suffix(symptom.as_str()).and_then(|rest| rest.strip_suffix(" has "));
        name.is_some_and(|name| !name.is_empty() && name.chars().all(char::is_alphabetic))
    };
    let outcomes = || FAME.drawn().into_iter().flat_map(|fame| &fame.scenario);
    let is_outcome = |outcome: &String| [SHE, HE].iter().any(|who| who.fill(outcome) == event);
    symptoms().any(is_symptom) || outcomes().flat_map(|scenario| &scenario.unlikely).any(is_outcome)
}

/// True if an added event is one of the data files, of anybody.
fn is_added_of_data(added: &str) -> bool {
    // Its subject may have become a pronoun.
    let told = |outcome: &str| outcome.split_once(" will ").map(|(_, told)| told.to_owned());
    let own = told(added);
    let outcomes = || FAME.drawn().into_iter().flat_map(|fame| &fame.scenario);
    let is_outcome = |outcome: &String| {
        own.is_some() && [SHE, HE].iter().any(|who| told(&who.fill(outcome)) == own)
    };
    let is_reason = |reason: &String| [SHE, HE, THEY].iter().any(|who| who.fill(reason) == added);
    symptoms().any(|symptom| symptom == added)
        || reasons().any(is_reason)
        || outcomes().flat_map(|scenario| &scenario.likely).any(is_outcome)
}

/// The purposes and causes of all stories.
fn reasons() -> impl Iterator<Item = &'static String> {
    let tales = TALES.drawn().into_iter().flat_map(|tales| &tales.stories);
    let of_tales = tales.flat_map(|one| [&one.to, &one.because, &one.sothat]);
    let of_asides = ASIDES.drawn().into_iter().flat_map(|one| [&one.to, &one.because, &one.sothat]);
    of_tales.chain(of_asides).flat_map(|phrases| phrases.iter())
}

/// The signs of all diseases.
fn symptoms() -> impl Iterator<Item = &'static String> {
    let signs = |disease: &'static Disease| disease.symptoms.iter().chain(&disease.possible);
    MEDICINE.drawn().into_iter().flat_map(|all| &all.disease).flat_map(signs)
}

#[cfg(test)]
mod tests {
    use super::super::pair::Link;
    use super::{reopening, unaffirming};
    use crate::{Design, Family};
    use peirast_record::Profile;

    fn is_denied(event: &str) -> bool {
        unaffirming(event).is_some()
    }

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
            "Tom lacks a brother who sings",
            "Tom lacks a brother",
            "Tom avoids people who sing",
            "Tom avoids bakers",
            "Tom meets the man who bakes",
            "Tom likes all who bake",
            "Tom likes everyone who bakes",
            "Tom bakes for every baker",
            "Tom bakes provided that it rains",
            "Tom bakes whenever it rains",
            "Tom bakes as long as it rains",
            "Tom bakes when it rains",
            "Tom would bake",
            "Should it rain, Tom bakes",
            "Tom has zero sons",
            "Tom has few friends",
            "Tom has little patience",
            "Tom is the tallest baker",
            "Tom is the most famous baker",
            "Tom is his town's oldest baker",
            "Tom is the first baker in town",
            "Tom is taller than a baker",
            "Tom is exempt from baking",
            "Tom is immune to bread",
            "Tom is a baker, my foot",
            "Tom is a baker in his dreams",
            "Tom denies Anna bakes",
            "Tom prohibits ovens with lamps",
            "Tom dislikes people singing",
            "Tom hears of people avoiding lamps",
            "Tom refuses bread",
            "Tom gave up bread",
            "Tom is void of charm",
            "Once Tom is rich, he bakes",
            "Tom bakes once it rains",
            "Tom bakes given rain",
            "Tom bakes before Anna sings",
            "Tom pretends he bakes",
            "Tom is perhaps a baker",
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
            "Tom has a brother who sings",
            "Tom is a quiet man whose sister sings",
            "Tom baked all day",
            "Tom bakes once a week",
            "Tom was given a hat",
            "Tom bakes every morning",
            "Tom cut the last two rolls",
            "Tom has a little dog",
            "Tom took part in the contest",
            "Tom walked through the forest",
            "Tom asked for signals while baking",
        ] {
            assert_eq!(unaffirming(event), None, "{event}");
        }
    }

    #[test]
    fn an_added_event_that_leaves_the_other_one_open_is_known() {
        for (added, word) in [
            ("sings if it rains", "if"),
            ("sings provided that it rains", "provided"),
            ("sings whenever it rains", "whenever"),
            ("sings as long as it rains", "as long as"),
            ("dances or sings", "or"),
            ("sings only on Sundays", "only"),
            ("not really", "not"),
            ("never on Sundays", "never"),
            ("sings, my foot", "my"),
            ("sings at most twice", "at most"),
            ("sings once it rains", "once"),
            ("sings should it rain", "should"),
            ("sings, maybe", "maybe"),
        ] {
            assert_eq!(reopening(added, Link::Further).as_deref(), Some(word), "{added}");
            assert_eq!(reopening(added, Link::Alternative).as_deref(), Some(word), "{added}");
        }
        for added in ["neither", "does not sing", "isn't a singer"] {
            assert!(reopening(added, Link::Alternative).is_some(), "{added}");
        }
        for added in ["sings", "does not sing", "is a singer who dances", "buys a hat for all"] {
            assert_eq!(reopening(added, Link::Further), None, "{added}");
        }
        assert_eq!(reopening("no air could get in", Link::Reason), None);
        assert_eq!(reopening("he sings if it rains", Link::Reason).as_deref(), Some("if"));
        assert_eq!(reopening("sings", Link::Alternative), None);
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
