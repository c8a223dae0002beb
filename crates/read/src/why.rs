//! The finding of each rule of the reader, in a sentence.

use peirast_record::Reading;

/// Names of rules, with their findings.
const RULES: &[(&str, &str)] = &[
    // Announced.
    ("field", "a field of the answer's record holds it"),
    ("boxed", "it is in a box"),
    ("answer-is", "the text announces its answer"),
    ("is-the-answer", "the text calls it the answer"),
    ("chosen", "the author chooses it"),
    ("corrected", "the author corrects what was said before"),
    ("changed", "the author changes from one option to another"),
    ("set-against", "the text contrasts it with an option that it rejects"),
    ("granted", "the text concedes something to another option and then names it"),
    ("asked-for", "the author names it when pressed to choose"),
    ("i-say", "the author says so"),
    ("keyed", "the verdict is the name of a field whose value confirms or denies it"),
    ("labelled", "it follows a label"),
    ("labelled-predicate", "a label asks about it, and the text answers"),
    ("own-question", "the text asks itself for the verdict, and answers"),
    ("whole-answer", "the whole answer is this word"),
    ("one-word", "the sentence is this word"),
    ("letter", "the whole answer is this letter"),
    ("turns", "the text contradicts its opening"),
    ("taken-back", "the text takes back an apparent verdict"),
    // Verdicts on each option.
    (
        "verdict-on-each",
        "among options that each have a verdict, it alone is confirmed or rated highest",
    ),
    ("only-one", "the text says that only it holds"),
    ("all-but", "the text rejects all others"),
    ("leaves", "the text says that only it remains"),
    ("ranked-first", "it is ranked first"),
    ("follows", "the text says whether it follows"),
    ("more-likely", "the text calls it more likely"),
    ("greater-probability", "the text gives it the greater probability"),
    ("less-likely", "the text calls the other option less likely"),
    ("rejected", "the text rejects the other option"),
    ("ordered", "a formula ranks it above the other option"),
    ("which-is", "the text says which one it means"),
    ("this-is-more-likely", "the text calls the option just named more likely"),
    ("no-difference", "the text says that neither option is more likely"),
    ("none-of-these", "the text says that none follows, and an option means this"),
    // Short verdicts, or verdicts by position.
    ("therefore", "the text concludes it"),
    ("it-is", "the text says that it is this"),
    ("it-is-at-last", "the text settles on it"),
    ("is-it", "the text says that this one is"),
    ("alone-on-line", "it stands alone on its line"),
    ("introduced", "it follows a colon that announces it"),
    ("after-colon", "it follows a colon"),
    ("opening", "the answer opens with it"),
    ("option-alone", "the whole answer is the text of an option"),
    ("option-number", "its text is the number that the answer gives"),
    ("named-by-place", "the option is named by its place"),
    ("only-option-named", "it is the only option that a short answer names"),
    // Yes, no and validity.
    ("says-yes-or-no", "a sentence opens with yes or no"),
    ("answer-is-yes-or-no", "the text announces yes or no"),
    ("boxed-yes-or-no", "yes or no is in a box"),
    ("corrected-yes-or-no", "the author corrects an earlier yes or no"),
    ("leads-to-yes-or-no", "the sentence ends in yes or no"),
    ("opening-at-odds", "the sentence says the opposite of its first word"),
    ("short-reply", "the reply agrees or disagrees in other words"),
    ("question-repeated", "the answer repeats the question as a statement"),
    ("bare-verdict", "the sentence is only the verdict"),
    ("soundness", "the text calls the argument so"),
    ("argument-is", "the text calls the argument so"),
    ("argument-fails", "the text says whether the argument holds"),
    ("follows-a-fallacy", "the text says that the argument follows a fallacy"),
    ("conclusion-is", "the text calls the conclusion so"),
    ("called-false", "the text says whether the claim that it is sound is true"),
    ("but-is-not", "the text denies an apparent verdict"),
    ("only-if", "it holds only under a condition that the text denies"),
    ("neither", "the text denies both words for it"),
    ("named-fallacy", "the answer names a fallacy"),
    ("inverted", "the text says what it is not"),
    ("wrong-to-say", "the text says what it would be wrong to say"),
    ("established", "the text says that the premises guarantee the conclusion"),
    ("not-established", "the text says that the premises do not guarantee the conclusion"),
    // Numbers.
    ("marked", "the last line is marked as the answer"),
    ("total", "the text gives a total or a minimum"),
    ("concluded", "the text says how many there are in the end"),
    ("comes-to", "the text says what it comes to"),
    ("number-needed", "the text says how many are needed"),
    ("worked-out", "the number is computed behind it"),
    ("equals", "it is the result of a sum"),
    ("only-number", "it is the only number in the text"),
    ("roman", "the whole answer is a Roman numeral"),
    // Short texts.
    ("announced-text", "the text announces its answer"),
    ("whole-text", "the whole answer is this text"),
    ("last-line", "it is the last line, alone after reasoning"),
    // No verdict.
    ("letter-against-words", "a letter contradicts the words of another option next to it"),
    ("not-enough-information", "the text says that it lacks information"),
    ("cannot-answer", "the author says that it cannot be answered"),
    ("impossible-to-say", "the text says that it cannot be decided"),
    ("declines", "the author declines"),
    ("withheld", "a filter withheld the answer"),
    ("truncated", "the text was cut off before it announced an answer"),
    ("empty", "there is no text"),
    ("no-verdict", "no verdict was found, or several that contradict each other"),
];

/// The rules of the reader by name, each with its finding.
///
/// ```
/// let (name, why) = peirast_read::rules().next().unwrap();
/// assert_eq!((name, why), ("field", "a field of the answer's record holds it"));
/// ```
pub fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    RULES.iter().copied()
}

/// The reason of a reading, in a sentence without its full stop.
pub fn why(reading: &Reading) -> &'static str {
    let found = RULES.iter().find(|(name, _)| *name == reading.rule);
    found.map_or("no rule of this reader", |(_, why)| *why)
}

#[cfg(test)]
mod tests {
    use super::RULES;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_says_why() {
        let known: BTreeSet<&str> = RULES.iter().map(|(name, _)| *name).collect();
        assert_eq!(known.len(), RULES.len(), "a name stands there twice");
        let tables = [
            crate::choice::RULES,
            crate::yes_no::RULES,
            crate::validity::RULES,
            crate::validity::YES_OR_NO,
            crate::number::RULES,
        ];
        let refusals = crate::refusal::RULES.iter().map(|rule| rule.name);
        let names = tables.iter().flat_map(|rules| rules.iter().map(|rule| rule.name));
        let missing: Vec<&str> =
            names.chain(refusals).filter(|name| !known.contains(name)).collect();
        assert_eq!(missing, Vec::<&str>::new());
    }
}
