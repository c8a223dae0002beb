//! Lists of words, by their effect on an event. Words are separated by spaces.

use crate::families::worked_out::Unplain;

/// Words that deny the words after them, or make the event rare.
const DENYING: &str = "\
    not no never cannot nor neither none nobody nothing nowhere noone non without hardly barely scarcely seldom \
    rarely rare rarer infrequently almost nearly narrowly allegedly supposedly falsely except anything anyone \
    anybody opposite contrary reverse unfit unqualified unsuited unsuitable loath averse devoid bereft anti \
    forbade forbidden forgot forgotten isnt wasnt doesnt didnt dont wont cant arent zero exempt immune \
    insufficient insufficiently minority excluding excepting barring minus sans void unwilling reluctant unable \
    incapable off against despite instead rather too false untrue wrongly incorrectly \
    otherwise else unlike";

/// Verbs that, in a form in -ed or -ing, deny their object. In other forms they are the verb of a
/// clause, which has to be a plain one.
pub(super) const DENYING_VERBS: &str = "\
    deny denie doubt refuse fail avoid stop cease quit reject decline lack neglect omit refrain abstain desist \
    evade prevent prohibit forbid ban bar dismiss dispute oppose contradict refute disprove renounce abandon \
    disown shun discount discourage dissuade preclude exclude mistrust distrust forget hesitate hate dislike \
    despise detest eschew forgo exempt ignore pretend";

/// Beginnings of words that call something false or improbable.
pub(super) const DOUBTFUL: &str = "\
    unlikel improbab impossib implausib doubt dubious dubiet inconceiv unthinkab unimagin unbeliev incredib \
    questionab inabilit incapab incapacit unwilling mistaken erroneous fictit fictional unheard disbelie \
    counterfact unattain";

/// Words by which a speaker leaves a claim open.
const HEDGES: &str = "\
    maybe perhaps possibly probably presumably possible probable likely chance chances probability likelihood \
    odds risk possibility prospect prospects percent percentage uncertainty uncertain";

/// Words that leave open whether something is true.
const MODALS: &str = "would could should might may must can shall ought";

/// Words that exclude other things or persons.
const EXCLUDING: &str = "\
    only just exclusively mere merely simply solely purely alone sole lone unique uniquely strictly but";

/// Words of amounts, and words such as "everybody" and "few": more words change whom they are
/// about.
const COUNTING: &str = "\
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands \
    million millions billion billions dozen dozens half double twice thrice couple pair several single few fewer \
    little less more many much most least enough exactly precisely total altogether overall maximum minimum sum \
    max min amount number all each every everything everyone everybody everywhere any \
    ever both than best worst";

/// Words that single out a person: with more words, "he is the first baker" is about another one.
pub(super) const SINGLING: &str = "first second third fourth fifth last other";

pub(super) const COPULAS: &str = "is was were are been be become becomes became";

/// Words of a condition, or of an alternative.
const CONDITIONS: &str = "\
    if unless whether lest until till whenever wherever whoever whatever whichever however once depending \
    contingent conditional conditionally granted granting provided providing supposing assuming or either";

/// Words of another clause, or of another event.
const CLAUSES: &str = "\
    when while before after since as whereas though although who whom whose which that what where why how \
    because so being having yet plus and";

/// Words of a person who comments on the statement: "my foot".
const SPEAKING: &str = "i me my mine we us our ours you your yours yeah";

/// Words of other languages that deny or exclude, in plain letters, that are not English words.
const OTHER_LANGUAGES: &str = "\
    nicht nichts kein keine keiner keinen keinem keines nein nie niemals niemand nirgends ohne weder kaum \
    bloss nur lediglich ne pas jamais rien aucun aucune personne ni guere seulement non nunca nada nadie \
    ningun ninguno ninguna jamas tampoco sin solamente nao nem nenhum nenhuma ninguem sem apenas somente mai \
    niente nessuno nessuna nulla senza soltanto niet geen nooit niets nergens zonder slechts alleen ikke \
    ikkje inte icke ingen inget intet inga aldri aldrig uten utan uden bara ei eivat ilman mitte nigdy nikt \
    nic zaden zadna bez ani tylko neni nikdy nikdo nikto zadny nem nincs soha senki semmi csak yok degil hic \
    asla nu nici niciodata nimeni nimic fara numai nec neque numquam nemo nihil tidak bukan jangan tanpa \
    hanya hapana wala khong nahin nahi laysa nai neniam nenio";

/// Phrases that deny, limit or leave open.
pub(super) const PHRASES: [(Unplain, &[&str]); 3] = [
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

/// The single words, in the order in which their faults are reported.
pub(super) const LISTS: [(Unplain, &str); 9] = [
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

/// Words in -ly that express neither certainty nor exclusion.
pub(super) const PLAIN_LY: &str = "\
    regularly daily weekly monthly yearly early quietly loudly quickly slowly carefully happily proudly gladly \
    frequently usually locally publicly actively family friendly elderly lovely lively lonely silly ugly fly \
    jelly belly reply supply assembly ally rally july italy emily sally kelly molly billy lily holly polly";

/// Words in -est that are not superlatives.
pub(super) const PLAIN_EST: &str = "\
    west guest forest harvest interest priest request contest protest arrest honest modest earnest digest chest \
    quest crest nest rest test vest zest tempest conquest northwest southwest";

/// Words after "every" and "all" with which they mean a time.
pub(super) const TIMES: &str = "\
    day night morning evening afternoon week weekend month year summer winter spring autumn monday tuesday \
    wednesday thursday friday saturday sunday";

/// Words after "to" with which it names a place or a person.
pub(super) const OF_A_NOUN: &str = "\
    the a an his her their its this these those him them it school town bed church college university hospital \
    music people friends";
