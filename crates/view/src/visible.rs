//! Invisible characters, made visible in a page.

use peirast_record::{hides, is_joiner};
use std::fmt::Write as _;

/// Texts of models and users: in these, joiners between letters belong to the writing.
const TEXTS: [(&str, &str); 2] = [("<pre", "</pre>"), ("<textarea", "</textarea>")];

/// Returns a page in which invisible characters are shown as their codes, so that different names
/// look different. In running text joiners stay; in tags everything stays, because a form would
/// otherwise send another value.
pub(crate) fn visible(html: String) -> String {
    if !html.chars().any(hides) {
        return html;
    }
    let mut shown = String::with_capacity(html.len() + 64);
    let (mut rest, mut ends): (&str, Option<&str>) = (&html, None);
    while !rest.is_empty() {
        let text = rest.split('<').next().unwrap_or(rest);
        text.chars().for_each(|c| add(&mut shown, c, ends.is_some()));
        let tag = rest.get(text.len()..).unwrap_or_default();
        match (ends, TEXTS.iter().find(|(start, _)| tag.starts_with(start))) {
            (Some(end), _) if tag.starts_with(end) => ends = None,
            (None, Some((_, end))) => ends = Some(end),
            _ => {}
        }
        let behind = tag.find('>').map_or(tag.len(), |at| at + 1);
        shown.push_str(tag.get(..behind).unwrap_or_default());
        rest = tag.get(behind..).unwrap_or_default();
    }
    shown
}

fn add(shown: &mut String, c: char, is_text: bool) {
    match hides(c) && !(is_text && is_joiner(c)) {
        true => drop(write!(shown, "\\u{{{:x}}}", u32::from(c))),
        false => shown.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn names_show_everything_texts_keep_their_joiners_and_tags_are_left_alone() {
        let page = "<a href=\"/x\" title=\"a\u{200b}\">a\u{200b}b\u{200d}\u{e0041}</a><pre class=\"text\">x\u{200d}y\
            <mark>\u{200c}</mark>\u{feff}</pre>\u{fe0f}";
        assert_eq!(
            visible(page.to_owned()),
            "<a href=\"/x\" title=\"a\u{200b}\">a\\u{200b}b\\u{200d}\\u{e0041}</a><pre class=\"text\">x\u{200d}y\
             <mark>\u{200c}</mark>\\u{feff}</pre>\\u{fe0f}"
        );
        assert_eq!(visible("plain <b>é</b>".to_owned()), "plain <b>é</b>");
    }
}
