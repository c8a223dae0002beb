//! Words that no plain event has, by what they do.

use super::super::data::PEOPLE;
use super::Refusal;
use super::verbs::is_form_of;
use crate::families::worked_out::Unplain;

/// Words that deny what comes with them, or make it rare.
const DENYING: &str = "\
    not no never cannot nor neither none nobody nothing nowhere noone non without hardly barely scarcely seldom \
    rarely rare rarer infrequently almost nearly narrowly allegedly supposedly falsely except anything anyone \
    anybody opposite contrary reverse unfit unqualified unsuited unsuitable loath averse devoid bereft anti \
    forbade forbidden forgot forgotten isnt wasnt doesnt didnt dont wont cant arent zero exempt immune \
    insufficient insufficiently minority excluding excepting barring minus sans void unwilling reluctant unable \
    incapable off against despite instead rather too false untrue wrongly incorrectly \
    otherwise else unlike";

/// Verbs that, in a form in -ed or -ing, deny what they govern. In other forms they are the verb of a clause,
/// which has to be a plain one.
const DENYING_VERBS: &str = "\
    deny denie doubt refuse fail avoid stop cease quit reject decline lack neglect omit refrain abstain desist \
    evade prevent prohibit forbid ban bar dismiss dispute oppose contradict refute disprove renounce abandon \
    disown shun discount discourage dissuade preclude exclude mistrust distrust forget hesitate hate dislike \
    despise detest eschew forgo exempt ignore pretend";

/// Beginnings of words that say that something is false or has a low chance.
const DOUBTFUL: &str = "\
    unlikel improbab impossib implausib doubt dubious dubiet inconceiv unthinkab unimagin unbeliev incredib \
    questionab inabilit incapab incapacit unwilling mistaken erroneous fictit fictional unheard disbelie \
    counterfact unattain";

/// Words with which somebody leaves open what they say.
const HEDGES: &str = "\
    maybe perhaps possibly probably presumably possible probable likely chance chances probability likelihood \
    odds risk possibility prospect prospects percent percentage uncertainty uncertain";

/// Words that leave open whether something is the case.
const MODALS: &str = "would could should might may must can shall ought";

/// Words that say that nothing else, or nobody else, is meant.
const EXCLUDING: &str = "\
    only just exclusively mere merely simply solely purely alone sole lone unique uniquely strictly but";

/// Words of amounts, and of everybody and few: more words say it of others.
const COUNTING: &str = "\
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands \
    million millions billion billions dozen dozens half double twice thrice couple pair several single few fewer \
    little less more many much most least enough exactly precisely total altogether overall maximum minimum sum \
    max min amount number all each every everything everyone everybody everywhere any \
    ever both than best worst";

/// Words that single out what somebody is: of "he is the first baker", more words pick another one.
const SINGLING: &str = "first second third fourth fifth last other";

const COPULAS: &str = "is was were are been be become becomes became";

/// Words of a condition, or of an alternative.
const CONDITIONS: &str = "\
    if unless whether lest until till whenever wherever whoever whatever whichever however once depending \
    contingent conditional conditionally granted granting provided providing supposing assuming or either";

/// Words of another clause, or of another event.
const CLAUSES: &str = "\
    when while before after since as whereas though although who whom whose which that what where why how \
    because so being having yet plus and";

/// Words of someone who says something of what is said: "my foot".
const SPEAKING: &str = "i me my mine we us our ours you your yours yeah";

/// Words of other languages that deny or exclude, in plain letters, that are no words of English.
const OTHER_LANGUAGES: &str = "\
    nicht nichts kein keine keiner keinen keinem keines nein nie niemals niemand nirgends ohne weder kaum \
    bloss nur lediglich ne pas jamais rien aucun aucune personne ni guere seulement non nunca nada nadie \
    ningun ninguno ninguna jamas tampoco sin solamente nao nem nenhum nenhuma ninguem sem apenas somente mai \
    niente nessuno nessuna nulla senza soltanto niet geen nooit niets nergens zonder slechts alleen ikke \
    ikkje inte icke ingen inget intet inga aldri aldrig uten utan uden bara ei eivat ilman mitte nigdy nikt \
    nic zaden zadna bez ani tylko neni nikdy nikdo nikto zadny nem nincs soha senki semmi csak yok degil hic \
    asla nu nici niciodata nimeni nimic fara numai nec neque numquam nemo nihil tidak bukan jangan tanpa \
    hanya hapana wala khong nahin nahi laysa nai neniam nenio";

/// Phrases that deny, bound or leave open.
const PHRASES: [(Unplain, &[&str]); 3] = [
    (
        Unplain::Denies,
        &[
            "gave up",
            "gives up",
            "given up",
            "in theory",
            "in name",
            "on paper",
            "in his dreams",
            "in her dreams",
            "in their dreams",
            "far from",
            "far cry",
            "free of",
            "free from",
            "safe from",
            "short of",
            "out of the question",
        ],
    ),
    (Unplain::Counts, &["in total", "in all", "in sum", "up to", "at most", "at best", "at least"]),
    (
        Unplain::Conditions,
        &[
            "as long as",
            "in case",
            "in the event",
            "on condition",
            "on the condition",
            "subject to",
        ],
    ),
];

/// The single words, in the order in which their faults are told.
const LISTS: [(Unplain, &str); 9] = [
    (Unplain::Denies, DENYING),
    (Unplain::Doubts, HEDGES),
    (Unplain::Modal, MODALS),
    (Unplain::Excludes, EXCLUDING),
    (Unplain::Counts, COUNTING),
    (Unplain::Conditions, CONDITIONS),
    (Unplain::Clause, CLAUSES),
    (Unplain::Speaks, SPEAKING),
    (Unplain::OtherLanguage, OTHER_LANGUAGES),
];

/// Words in -ly that say neither how surely something holds nor of what alone.
const PLAIN_LY: &str = "\
    regularly daily weekly monthly yearly early quietly loudly quickly slowly carefully happily proudly gladly \
    frequently usually locally publicly actively family friendly elderly lovely lively lonely silly ugly fly \
    jelly belly reply supply assembly ally rally july italy emily sally kelly molly billy lily holly polly";

/// Words in -est that are no superlatives.
const PLAIN_EST: &str = "\
    west guest forest harvest interest priest request contest protest arrest honest modest earnest digest chest \
    quest crest nest rest test vest zest tempest conquest northwest southwest";

/// Words behind "every" and "all" that make of them a time.
const TIMES: &str = "\
    day night morning evening afternoon week weekend month year summer winter spring autumn monday tuesday \
    wednesday thursday friday saturday sunday";

/// Words behind "to" that make it name a place or a person.
const OF_A_NOUN: &str = "\
    the a an his her their its this these those him them it school town bed church college university hospital \
    music people friends";

/// The words of an event.
pub(super) struct Words {
    /// As they are spelt.
    spelt: Vec<String>,
    /// In small letters.
    small: Vec<String>,
    /// The marks that are of no word.
    marks: Vec<char>,
}

impl Words {
    pub(super) fn new(event: &str) -> Self {
        let event = event.replace('’', "'");
        let is_of_word = |c: char| c.is_alphanumeric() || "'-".contains(c);
        let words = event.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty());
        let spelt: Vec<String> = words.map(str::to_owned).collect();
        Self {
            small: spelt.iter().map(|word| word.to_lowercase()).collect(),
            spelt,
            marks: event.chars().filter(|c| !is_of_word(*c) && *c != ' ').collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.small.len()
    }

    /// The word at a place in small letters; nothing behind the last one.
    pub(super) fn word(&self, at: usize) -> &str {
        self.small.get(at).map_or("", String::as_str)
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub(super) fn is_capitalised(&self, at: usize) -> bool {
        self.spelt.get(at).is_some_and(|word| word.starts_with(char::is_uppercase))
    }

    /// A refusal for the word at a place.
    pub(super) fn refusal(&self, at: usize, fault: Unplain) -> Refusal {
        let word = self.word(at.min(self.len().saturating_sub(1)));
        Refusal { word: word.to_owned(), fault }
    }

    /// Refuses an event with a word or a mark that no plain event has.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        self.check_but(|_| false)
    }

    /// Refuses a further event with a word or a mark that no plain event has. What it says behind its verb may
    /// be an infinitive: "travels to Rome to bake".
    pub(super) fn check_further(&self) -> Result<(), Refusal> {
        self.check_but(|fault| fault == Unplain::Infinitive)
    }

    /// Refuses a reason with a word or a mark that may take back the event before it. It may deny, count, have
    /// clauses, and say what could be: it is about another event.
    pub(super) fn check_reason(&self) -> Result<(), Refusal> {
        use Unplain::{Adverb, Clause, Counts, Denies, Infinitive, Modal};
        self.check_but(|fault| {
            matches!(fault, Adverb | Clause | Counts | Denies | Infinitive | Modal)
        })
    }

    fn check_but(&self, is_free: fn(Unplain) -> bool) -> Result<(), Refusal> {
        let words: Vec<&str> = self.small.iter().map(String::as_str).collect();
        let phrases = || {
            PHRASES.iter().find_map(|(fault, phrases)| {
                let word = first_phrase(&words, phrases)?;
                Some(Refusal { word, fault: *fault })
            })
        };
        let word = || {
            let faults = (0..self.len()).filter_map(|at| Some((at, self.fault(at)?)));
            let mut refused = faults.filter(|(_, fault)| !is_free(*fault));
            refused.next().map(|(at, fault)| self.refusal(at, fault))
        };
        let mark = || {
            let faults = self.marks.iter().map(|mark| match mark {
                ',' => (mark, Unplain::Clause),
                _ => (mark, Unplain::Mark),
            });
            let (mark, fault) = faults.into_iter().find(|(_, fault)| !is_free(*fault))?;
            Some(Refusal { word: mark.to_string(), fault })
        };
        let is_loud = || {
            let is_small = |word: &String| word.contains(char::is_lowercase);
            (self.len() != 1 && !self.spelt.iter().any(is_small))
                .then(|| self.refusal(0, Unplain::Capitals))
        };
        phrases().or_else(word).or_else(mark).or_else(is_loud).map_or(Ok(()), Err)
    }

    /// What the word at a place does to an event; `None` if it does nothing to it.
    fn fault(&self, at: usize) -> Option<Unplain> {
        let (before, next) = (self.before(at), self.word(at + 1));
        let word = self.word(at).strip_suffix("'s").unwrap_or(self.word(at));
        let is_every_day = ["every", "each", "all"].contains(&word) && is_of(TIMES, next);
        let is_given = word == "given" && !["is", "was", "were", "been"].contains(&before);
        let listed = || {
            let has = |list: &str| word.split('-').chain([word]).any(|part| is_of(list, part));
            LISTS.iter().find(|(_, list)| has(list)).map(|(fault, _)| *fault)
        };
        if is_every_day {
            None
        } else if denies(word) || (before == "from" && is_gerund(word)) {
            Some(Unplain::Denies)
        } else if is_given {
            Some(Unplain::Conditions)
        } else if let Some(fault) = listed() {
            Some(fault)
        } else if word.contains(char::is_numeric) || self.is_superlative(at) || self.singles_out(at)
        {
            Some(Unplain::Counts)
        } else if !self.is_plain_ly(at) {
            Some(Unplain::Adverb)
        } else if !self.is_english(at) {
            Some(Unplain::OtherLanguage)
        } else {
            (word == "to" && !self.leads_to_a_noun(at)).then_some(Unplain::Infinitive)
        }
    }

    fn singles_out(&self, at: usize) -> bool {
        let is_predicate = || self.small.iter().take(at).any(|word| is_of(COPULAS, word));
        is_of(SINGLING, self.word(at)) && is_predicate()
    }

    fn is_superlative(&self, at: usize) -> bool {
        let word = self.word(at);
        word.len() > "best".len()
            && word.ends_with("est")
            && !self.is_capitalised(at)
            && !is_of(PLAIN_EST, word)
    }

    /// True but for an adverb in -ly that is not known: there is no end of those that exclude or doubt.
    fn is_plain_ly(&self, at: usize) -> bool {
        let word = self.word(at);
        let is_name = || self.spelt.get(at).is_some_and(|word| is_given_name(word));
        !word.ends_with("ly") || is_of(PLAIN_LY, word) || is_name()
    }

    /// True for a name in Latin letters and for a word in plain ones.
    fn is_english(&self, at: usize) -> bool {
        let is_latin = |c: char| c.is_ascii() || ('À'..='ž').contains(&c);
        self.word(at).is_ascii() || (self.is_capitalised(at) && self.word(at).chars().all(is_latin))
    }

    fn leads_to_a_noun(&self, at: usize) -> bool {
        is_of(OF_A_NOUN, self.word(at + 1)) || self.is_capitalised(at + 1)
    }
}

/// True for the name of a person: none of its words says anything of it.
pub(super) fn is_name(name: &str) -> bool {
    let words = Words::new(name);
    let is_plain = |at: usize| {
        let is_given = words.spelt.get(at).is_some_and(|word| is_given_name(word));
        is_given || (words.is_capitalised(at) && words.fault(at).is_none())
    };
    (1..=MOST_NAMES).contains(&words.len()) && (0..words.len()).all(is_plain)
}

/// The most words of a name.
const MOST_NAMES: usize = 4;

fn is_given_name(word: &str) -> bool {
    PEOPLE.drawn().is_some_and(|people| {
        [&people.female, &people.male, &people.neutral].into_iter().flatten().any(|one| one == word)
    })
}

/// True if a word is in a list of words with spaces between.
pub(super) fn is_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// The first of some phrases that stands among some words.
pub(super) fn first_phrase(words: &[&str], phrases: &[&str]) -> Option<String> {
    let spaced = format!(" {} ", words.join(" "));
    let found = phrases.iter().find(|phrase| spaced.contains(&format!(" {phrase} ")));
    found.map(|phrase| (*phrase).to_owned())
}

fn denies(word: &str) -> bool {
    word.ends_with("n't")
        || DOUBTFUL.split_whitespace().any(|beginning| word.starts_with(beginning))
        || ((word.ends_with("ed") || word.ends_with("ing"))
            && DENYING_VERBS.split_whitespace().any(|verb| is_form_of(word, verb)))
}

/// True for "baking", but not for "morning".
fn is_gerund(word: &str) -> bool {
    const NOUNS: [&str; 6] = ["morning", "evening", "king", "ring", "spring", "string"];
    word.len() > 4 && word.ends_with("ing") && !NOUNS.contains(&word)
}
