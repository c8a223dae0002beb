//! Names in words, with the name itself where a command needs it.

use maud::{Markup, html};
use peirast_record::Factors;
use peirast_task::{factor_label, level_label, method_label};

/// Renders a method in words; its name in commands is shown when the pointer rests on it.
pub(crate) fn method(name: &str) -> Markup {
    html! { span title=(name) { (method_label(name)) } }
}

/// Renders a method in words, and its name in commands.
pub(crate) fn named_method(name: &str) -> Markup {
    let words = method_label(name);
    html! { (words) @if words != name { " " code.small { (name) } } }
}

/// Returns levels of factors in words: `Context: relevant; Family: 25 horses`.
pub(crate) fn levels(all: &Factors) -> String {
    let one = |(factor, level): (&str, &str)| {
        format!("{}: {}", factor_label(factor), level_label(factor, level))
    };
    all.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Returns levels in words that a study wrote as `context=relevant, family=horses`; any other text
/// stays as it is.
pub(crate) fn written_levels(text: &str) -> String {
    let pairs: Option<Vec<(&str, &str)>> =
        text.split(", ").map(|part| part.split_once('=')).collect();
    pairs.map_or_else(|| text.to_owned(), |pairs| levels(&Factors::from_iter(pairs)))
}

#[cfg(test)]
mod tests {
    use super::written_levels;

    #[test]
    fn written_levels_become_words_and_other_texts_stay() {
        let words = "Thinking step by step: yes; Family: 25 horses";
        assert_eq!(written_levels("cot=yes, family=horses"), words);
        assert_eq!(written_levels("the first, or the second"), "the first, or the second");
        assert_eq!(written_levels(""), "");
    }
}
