//! The words that the reading rules use; every other word is [`Word::Other`].
//!
//! A class holds the forms and near synonyms that play the same part in a verdict: `likely` and
//! `probable`, `choose` and `select`. No class holds a word that belongs to the contents of a
//! problem.

/// Longest word in the table, in bytes.
const LONGEST: usize = 16;

macro_rules! vocabulary {
    ($($(#[$doc:meta])* $word:ident: $($text:literal)*;)*) => {
        /// The part that a word plays in a verdict.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Word {
            $($(#[$doc])* $word,)*
            /// A word that no rule uses.
            Other,
        }

        const ENTRIES: &[(&str, Word)] = &[$($(($text, Word::$word),)*)*];
    };
}

vocabulary! {
    // Verdicts.
    Yes: "yes" "yep" "yeah" "yup" "aye" "affirmative";
    No: "no" "nope" "nah" "nay";
    /// "Yes" in another language, if it opens an answer.
    Ja:;
    /// "No" in another language, if it opens an answer.
    Nein:;
    /// `n't` is split from its verb and becomes this class too.
    Not: "not" "never" "nothing" "without" "barely" "hardly" "nowhere" "scarcely" "seldom" "rarely";
    Boxed: "boxed" "fbox";

    // Words for the choice, and for choosing it.
    Answer: "answer" "answers" "solution" "verdict" "ans" "response";
    Option: "option" "options" "choice" "choices" "alternative" "selection" "scenario"
        "scenarios" "statement" "statements" "outcome" "outcomes" "possibility"
        "hypothesis" "description" "case" "sentence" "item" "letter";
    /// A kind of option, but "event A" is often a letter of probability theory.
    Event: "event" "events";
    One: "one";
    Choose: "choose" "chooses" "chose" "chosen" "select" "selects" "selected" "picked" "pick" "opt"
        "prefer" "bet" "favor" "favour" "vote";
    Choosing: "choosing" "selecting" "picking" "opting";
    Fails: "fails" "fail" "collapses" "breaks";
    Holds: "holds" "hold" "works";
    Comes: "comes" "gives" "yields" "totals" "get" "gets";
    Say: "says" "said" "say" "saying" "claiming" "claims" "claimed" "assumes" "states" "thinks" "believes" "argue" "believe" "think" "deem" "guess" "judge" "suspect";
    Conclude: "conclude" "concluded" "infer";
    Call: "calls" "call" "consider" "find" "regard";
    Go: "go" "going" "lean" "leaning" "settle" "stick" "inclined";
    Correct: "correct" "right" "best";
    /// Words that agree if they are a whole reply.
    Certain: "sure" "certain" "clear";
    Sure: "certainly" "absolutely" "definitely" "agreed" "indeed" "ok" "okay"
        "course";
    Agree: "agree";
    Disagree: "disagree" "disagrees" "deny" "denies" "dispute" "disputes" "oppose" "opposes" "object" "objects"
        "dissent" "distrust" "mistrust" "dislike" "denied" "challenge";
    /// Praise that marks a noun as the verdict, but is no praise as a predicate.
    Final: "final" "accurate" "appropriate" "preferred" "preferable" "better" "proper" "direct"
        "short" "overall" "remaining";
    True: "true";

    // Comparison.
    More: "more";
    Most: "most";
    Less: "less" "lesser" "fewer";
    Least: "least";
    /// "7 is too low"
    Too: "too";
    /// "the best answer after (a)"
    After: "after";
    /// "unequal to 7", "different from 7"
    Unequal: "unequal" "different" "differs" "differ" "distinct";
    Likely: "likely" "probable" "plausible" "reasonable" "logical" "believable" "credible"
        "defensible" "fitting";
    Likelier: "likelier" "likeliest" "favored" "favoured" "safer" "safest";
    Unlikely: "unlikely" "improbable" "implausible" "unlikelier";
    Higher: "higher" "greater" "larger" "bigger" "highest" "greatest" "largest";
    Lower: "lower" "smaller" "lowest" "smallest";
    Probability: "probability" "probabilities" "likelihood" "likelihoods" "chance" "chances"
        "odds" "plausibility";
    Than: "than" "versus" "vs" "over" "compared";
    Equally: "equally" "equal" "equals" "same" "similarly" "comparable";
    Or: "or";
    And: "and";
    Neither: "neither" "none";
    Nor: "nor";
    Either: "either";
    Both: "both";
    Rather: "rather" "instead";

    // Glue.
    Is: "is" "are" "was" "be" "being" "been" "remains" "remain" "becomes" "become"
        "stands";
    Am: "am";
    /// Separate from the other forms of "be" because "were it so" supposes.
    Were: "were";
    Would: "would";
    Will: "will" "shall";
    Must: "must";
    Should: "should";
    Can: "can";
    Could: "could";
    May: "may" "might";
    Do: "do" "does" "did" "doing";
    Have: "have" "has" "having";
    Had: "had";
    Make: "make" "makes" "making" "made" "render" "renders" "rendering";
    I: "i" "we";
    My: "my" "our";
    Let: "let's" "let" "let’s";
    It: "it" "they";
    This: "this" "these";
    That: "that" "those";
    Which: "which" "what" "who" "whichever";
    The: "the";
    An: "a" "an";
    To: "to";
    Of: "of";
    In: "in";
    For: "for";
    With: "with";
    From: "from";
    On: "on" "upon";
    Toward: "toward" "towards";
    As: "as";
    Because: "because" "since" "due" "given" "based" "considering";
    Seem: "seem" "seems" "seemed" "appear" "appears" "appeared" "feel" "feels" "look" "looks"
        "seemingly";
    Asked: "asked" "asks" "asking" "ask";

    // Doubt, contrast, conclusion.
    If: "if" "whether" "unless" "suppose" "supposing" "assume" "assuming" "imagine"
        "hypothetically" "provided" "assumed";
    Necessary: "necessary";
    When: "when" "until" "before";
    While: "while" "although" "though" "despite" "whereas" "albeit";
    Even: "even";
    But: "but" "however" "yet" "nevertheless" "nonetheless" "still";
    Therefore: "therefore" "thus" "hence" "so" "consequently" "ultimately" "finally"
        "accordingly" "ergo";
    Conclusion: "conclusion" "summary" "conclusions" "takeaway";
    Wrongly: "mistakenly" "incorrectly" "wrongly" "falsely" "erroneously" "tempting" "tempted"
        "tempt" "intuitively" "intuitive" "intuition" "superficially" "surface" "sight" "initially"
        "temptation" "avoiding" "prone" "misled" "misleading" "normally" "ordinarily" "glance" "trick"
        "misconception" "myth" "premature" "illusion" "supposedly" "allegedly" "reportedly" "purportedly";
    Wrong: "incorrect" "wrong" "false" "mistake" "mistaken" "untrue" "trap";
    /// Words for a common answer, which may not be the author's.
    Popular: "popular" "common" "commonest" "usual" "typical" "naive" "knee" "gut" "widespread"
        "conventional" "seductive";
    People: "people" "many" "minds" "humans" "respondents" "participants" "others" "subjects"
        "majority" "everybody" "everyone" "folks";
    /// "On second thought", "having thought again"
    Thought: "thought" "thoughts" "thinking";
    Again: "again";
    Correction: "wait" "meant" "mean" "er" "erm" "nevermind" "back" "correction" "oops" "hmm" "actually" "edit" "edited" "update" "updated";
    Kidding: "kidding" "joking" "jk";
    /// "I'd switch to (b)"
    Switch: "switch" "switching" "switched";
    Reconsider: "mind" "change" "changed" "changing" "corrected" "reconsider" "reconsidering" "reconsideration" "reflection" "revise" "revised"
        "correcting" "misread" "misspoke";

    // Rejecting.
    Reject: "reject" "rejected" "rejecting" "eliminate" "eliminated" "eliminating" "exclude"
        "excluded" "excluding" "discard" "discarded" "dismiss" "dismissed" "strike" "scratch";
    /// "I rule out", but also "the rule".
    Rule: "rule" "rules" "ruled" "ruling";
    /// Words that "no" denies without denying what follows: "no doubt".
    Doubt: "doubt" "doubts" "question" "matter" "denying" "wonder" "mistaking" "exception"
        "hesitation" "reservation";
    Anything: "anything" "any" "whatever";
    /// Words that reverse the verdict behind them: "the opposite of yes".
    Opposite: "opposite" "reverse" "contrary" "converse" "inverse" "negation" "antonym";
    /// "I wish I could say yes"
    Wish: "wish" "wished" "love" "loved" "want" "wanted" "hoped";
    /// The rejected option comes after it: "I bet against (b)".
    Against: "against";
    /// Subjects who do what nobody should: "only a fool would choose".
    Nobody: "nobody" "noone" "few" "fool" "fools" "idiot" "idiots" "beginners" "novices";
    /// "(b) beats (a)"
    Beats: "beats" "beat" "beating" "outranks" "trumps" "surpasses" "outweighs" "wins";
    /// "(a) trails (b)", "(a) falls behind (b)"
    /// "leaning away from (b)"
    Away: "away";
    Trails: "trails" "trail" "trailing" "lags" "lag" "lagging" "behind";
    /// Words for an option that nobody should choose.
    Shunned: "avoided" "distractor" "decoy" "crossed" "unchosen" "disqualified" "discounted";
    Worst: "worst" "worse" "loses" "lose" "weaker" "weakest" "inferior" "bottom" "loser" "losers";
    /// "if we ignore the second premise"
    Ignore: "ignore" "ignores" "ignored" "ignoring" "disregard" "disregarded" "neglect" "skip" "omit" "forget" "drop";
    Far: "far";
    /// "Not only" denies nothing.
    Only: "only" "just" "merely" "simply";
    Way: "way" "means";

    // Soundness.
    Sound: "sound" "valid" "cogent" "soundly" "soundness" "validity" "justified" "warranted";
    Unsound: "unsound" "invalid" "fallacious" "flawed" "illogical" "faulty" "unjustified"
        "unwarranted" "unsupported";
    Follow: "follow" "follows" "following" "followed";
    Guarantee: "guarantee" "guarantees" "imply" "implies" "entail" "entails" "ensure" "ensures"
        "necessitate" "necessitates" "prove" "proves";
    Derived: "derived" "drawn" "inferred" "deduced" "established" "supported" "guaranteed"
        "definitively" "validly";
    Fallacy: "fallacy" "fallacies" "error" "flaw" "sequitur" "leap";
    Commit: "commits" "commit" "contains" "contain" "committed" "committing" "suffers";
    Logically: "logically" "necessarily" "deductively" "formally" "structurally" "correctly";
    Premise: "premise" "premises" "form" "structure" "assumption" "assumptions" "step" "steps"
        "examples" "example" "facts";
    Argument: "argument" "reasoning" "syllogism" "inference" "logic" "deduction" "passage"
        "arguments" "progression" "text" "claim" "paragraph";

    // Declining.
    Unable: "unable" "incapable";
    Enough: "enough" "sufficient" "adequate";
    Insufficient: "insufficient" "lacking" "lacks" "lack" "incomplete" "missing";
    Information: "information" "context" "details" "detail" "data" "evidence"
        "knowledge" "specifics" "background" "info" "contextual" "additional" "further";
    /// "It is doubtful that it follows"
    Doubtful: "doubtful" "questionable" "unclear" "sceptical" "skeptical" "unconvinced" "unsure" "uncertain"
        "dubious" "debatable" "disputable" "arguable";
    Apologize: "apologize" "apologise" "sorry" "apologies" "afraid" "unfortunately" "regret";
    Impossible: "impossible" "difficult" "hard" "unanswerable" "inappropriate" "unethical";
    /// "It is absurd that", "it is out of the question". Words for an answer that cannot be given
    /// are not included.
    Absurd: "absurd" "inconceivable" "unthinkable" "unimaginable" "contradictory" "contradiction"
        "impossibility" "nonsense" "nonsensical" "preposterous" "ridiculous" "ludicrous" "irrational"
        "foolish" "silly" "stupid" "unwise" "insane" "mad" "crazy" "incoherent" "incompatible" "paradoxical" "unreasonable";
    /// "That (b) is more likely violates the rule"
    Violates: "violates" "violate" "violating" "contradicts" "contradict" "contradicting" "defies" "forbids" "prohibits" "precludes";
    Decline: "decline" "refuse" "refrain" "avoid" "unwilling" "abstain" "hesitant";
    Serve: "speculate" "provide" "predict" "comment" "engage" "discuss" "assist"
        "fulfill" "help" "give" "offer" "create" "generate" "assess" "evaluate" "endorse"
        "participate" "continue" "tell" "compare" "complete";
    Comfortable: "comfortable" "able" "ethical" "willing";
    Determined: "determined" "decided" "answered" "known" "assessed" "evaluated";
    Indeterminate: "undetermined" "indeterminate" "undeterminable" "inconclusive";

    // Counting.
    Need: "need" "needs" "needed" "require" "requires" "required" "take" "takes";
    Suffice: "suffice" "suffices";
    /// Words behind which a number is a bound.
    Bound: "above" "below" "under" "beyond" "exceeds" "exceeding" "exceed" "upwards" "up" "maximum" "max" "tops";
    /// Words behind which a number is only near.
    Near: "around" "about" "roughly" "approximately" "approx" "circa" "ca" "nearly" "almost" "some"
        "close" "near" "partly" "partially";
    /// Words for the state after a change: "25 apples now".
    Left: "left" "now";
    /// A sum that is checked.
    Check: "check" "checking" "verify" "verification" "proof";
    Total: "total" "altogether" "sum";
    Minimum: "minimum" "fewest" "minimal";
    Exactly: "exactly";
    Number: "number" "amount" "count";
    Per: "per" "each" "every" "among" "amongst" "top" "fastest";
    Out: "out";
    First: "first" "former";
    Second: "second";
    Third: "third";
    Fourth: "fourth";
    Fifth: "fifth";
    Last: "last" "latter";
    Except: "except" "excepting" "besides" "bar" "save" "barring";
    Leaves: "leaves" "leaving";
    All: "all" "everything" "else";
    Minus: "minus" "negative";
    Plus: "plus";
    /// Words that combine the numbers around them: "3 times 4".
    Operator: "times" "modulo" "mod";
    /// "7 base 8"
    Base: "base" "binary" "octal" "hexadecimal" "hex";
    /// "nought point five"
    Point: "point";
    /// Words that change the number behind them: "half of 14".
    Part: "half" "twice" "double" "triple" "thrice" "quarter" "quarters" "thirds" "root" "square"
        "cube" "tenth" "log" "logarithm";
    /// Words that change the number before them: "14 halved".
    Changed: "halved" "doubled" "tripled" "squared" "cubed" "divided" "multiplied" "factorial";
    /// Words that multiply the number before them.
    Multiple: "percent" "percentage" "hundreds" "thousands" "millions" "million" "billions" "billion" "dozen"
        "dozens" "gross" "score" "scores" "zillion" "zillions" "ppm" "ppb" "permille" "gros" "schock";
}

/// Every word that a rule uses.
#[cfg(test)]
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|(text, _)| *text)
}

/// The entries by first letter and length, sorted once.
static TABLE: std::sync::LazyLock<Table> = std::sync::LazyLock::new(Table::new);

/// Number of slots: one for each first letter and length.
const SLOTS: usize = 26 * (LONGEST + 1);

/// The entries in the order of their slots, and the beginning of each slot.
struct Table {
    entries: Vec<(&'static str, Word)>,
    starts: Vec<usize>,
}

impl Table {
    fn new() -> Self {
        let mut entries = ENTRIES.to_vec();
        entries.sort_by_key(|(text, _)| slot(text));
        let begins = |slot_: usize| entries.partition_point(|(text, _)| slot(text) < Some(slot_));
        let starts = (0..=SLOTS).map(begins).collect();
        Self { entries, starts }
    }

    fn slot(&self, slot: usize) -> &[(&'static str, Word)] {
        let bound = |slot: usize| self.starts.get(slot).copied().unwrap_or(self.entries.len());
        self.entries.get(bound(slot)..bound(slot + 1)).unwrap_or_default()
    }
}

/// The slot of a word: few words share a first letter and a length.
fn slot(text: &str) -> Option<usize> {
    let first = text.bytes().next()?.to_ascii_lowercase();
    let letter = first.is_ascii_lowercase().then(|| usize::from(first - b'a'))?;
    (text.len() <= LONGEST).then_some(letter * (LONGEST + 1) + text.len())
}

/// The class of `text`, in any case.
pub(crate) fn lookup(text: &str) -> Word {
    let entries = slot(text).map(|slot| TABLE.slot(slot)).unwrap_or_default();
    let found = entries.iter().find(|(entry, _)| entry.eq_ignore_ascii_case(text));
    found.map_or(Word::Other, |(_, word)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_has_one_class() {
        let words: BTreeSet<_> = ENTRIES.iter().map(|(text, _)| *text).collect();
        assert_eq!(words.len(), ENTRIES.len());
        for (text, word) in ENTRIES {
            assert!(slot(text).is_some(), "{text}");
            assert_eq!(lookup(text), *word, "{text}");
            assert_eq!(lookup(&text.to_uppercase()), *word, "{text}");
        }
    }

    #[test]
    fn other_words_have_none() {
        for text in ["", "é", "bee", "likelyy", "x", "antidisestablishmentarianism", "7", "'"] {
            assert_eq!(lookup(text), Word::Other, "{text}");
        }
    }
}
