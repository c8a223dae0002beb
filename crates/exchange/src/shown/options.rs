//! Compares the options that were shown with those of the problem.

use super::labels::ShownLabels;
use super::words::WordText;
use super::words_of;
use std::collections::BTreeSet;

/// The words of each option of a problem, by its letter.
pub(super) struct OptionWords(Vec<(char, Vec<String>)>);

/// The options in a prompt.
pub(super) enum Listing {
    /// Exactly the options of the problem, each with a label.
    Labelled(ShownLabels),
    /// No labels, but all options of the problem or none of them.
    Unlabelled,
    /// Other options.
    Others,
}

impl OptionWords {
    /// The words of these options; `None` if an option has no words.
    pub(super) fn new(options: &[(char, String)]) -> Option<Self> {
        let words = options.iter().map(|(letter, text)| (*letter, words_of(text)));
        let words: Vec<_> = words.collect();
        let is_fine = !words.is_empty() && words.iter().all(|(_, words)| !words.is_empty());
        is_fine.then_some(Self(words))
    }

    /// The list in a prompt from this word on.
    pub(super) fn in_prompt(&self, prompt: &WordText, from: usize) -> Listing {
        let mut found: Vec<(char, char)> = Vec::new();
        let mut end_of_list = from;
        for at in from..prompt.len() {
            let Some(label) = prompt.label(at) else { continue };
            let Some((letter, end)) = self.at(prompt, at + 1) else { continue };
            if !found.contains(&(label, letter)) {
                found.push((label, letter));
                end_of_list = end;
            }
        }
        if found.is_empty() {
            return self.without_labels(prompt, from);
        }
        let last = found.iter().map(|(label, _)| *label).max().unwrap_or_default();
        let is_next = |label: char| u32::from(label) == u32::from(last) + 1;
        let has_more = prompt.label(end_of_list).is_some_and(is_next);
        match !has_more && self.is_complete(&found) {
            true => Listing::Labelled(ShownLabels::new(found)),
            false => Listing::Others,
        }
    }

    /// The longest option that is a whole statement at this word, and the position after it.
    fn at(&self, prompt: &WordText, at: usize) -> Option<(char, usize)> {
        let fits = self
            .0
            .iter()
            .filter(|(_, words)| prompt.has_at(at, words) && prompt.ends_before(at + words.len()));
        let (letter, words) = fits.max_by_key(|(_, words)| words.len())?;
        Some((*letter, at + words.len()))
    }

    /// True if each option has exactly one label, and each label one option.
    fn is_complete(&self, found: &[(char, char)]) -> bool {
        let once = |letter: &char| found.iter().filter(|(_, own)| own == letter).count() == 1;
        let is_alone = |label: &char| found.iter().filter(|(own, _)| own == label).count() == 1;
        self.0.iter().all(|(letter, _)| once(letter))
            && found.iter().all(|(label, _)| is_alone(label))
    }

    fn without_labels(&self, prompt: &WordText, from: usize) -> Listing {
        // An option may begin with the words of another one: the longest counts.
        let longest = |at: usize| {
            let here = self.0.iter().filter(|(_, words)| prompt.has_at(at, words));
            here.max_by_key(|(_, words)| words.len()).map(|(letter, _)| *letter)
        };
        let there: BTreeSet<char> = (from..prompt.len()).filter_map(longest).collect();
        let firsts = [['a', 'b'], ['1', '2']];
        let label = |label: char| (from..prompt.len()).any(|at| is_option(prompt, at, label));
        let has_labels = || firsts.iter().any(|both| both.iter().all(|one| label(*one)));
        match there.len() {
            all if all == self.0.len() => Listing::Unlabelled,
            0 if !has_labels() => Listing::Unlabelled,
            _ => Listing::Others,
        }
    }

    /// The labels of a list of options; `None` if the list has other options.
    pub(super) fn in_list(&self, list: &[(char, String)]) -> Option<ShownLabels> {
        let words: Vec<(char, Vec<String>)> =
            list.iter().map(|(label, text)| (*label, option_words(text))).collect();
        // A list of letters does not show the options.
        if words.iter().all(|(_, words)| words.concat().chars().count() == 1) {
            return Some(ShownLabels::default());
        }
        let letter = |(label, words): &(char, Vec<String>)| {
            let (letter, _) = self.0.iter().find(|(_, own)| own == words)?;
            Some((label.to_ascii_lowercase(), *letter))
        };
        let found = words.iter().map(letter).collect::<Option<Vec<_>>>()?;
        self.is_complete(&found).then(|| ShownLabels::new(found))
    }
}

/// True if an option with this label begins here: its text follows on the same line.
fn is_option(prompt: &WordText, at: usize, label: char) -> bool {
    let is_word = !prompt.has_at(at + 1, &["or".to_owned()]);
    prompt.label(at) == Some(label) && is_word && !prompt.ends_line(at)
}

/// The words of an option of a list, without the label that some lists put before the text.
fn option_words(text: &str) -> Vec<String> {
    let words = WordText::new(text);
    let skipped = usize::from(words.len() > 1 && words.label(0).is_some());
    words.into_words().split_off(skipped)
}
