//! Control characters and invisible characters.

/// Returns true if a character could control a terminal or a page: control characters, and those
/// that end lines or reorder what follows them. These include line ends and tabs.
///
/// ```
/// assert!(peirast_record::steers('\u{202e}') && peirast_record::steers('\u{1b}'));
/// assert!(!peirast_record::steers('é'));
/// ```
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns true if a character is invisible, so that two different names look alike, or a text has
/// hidden content: characters without width, fillers, variation selectors, and tags.
///
/// ```
/// assert!(peirast_record::hides('\u{200b}') && peirast_record::hides('\u{e0041}'));
/// assert!(!peirast_record::hides(' ') && !peirast_record::hides('é'));
/// ```
pub fn hides(c: char) -> bool {
    is_joiner(c)
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'
                | '\u{2060}'..='\u{2065}'
                | '\u{206a}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns true if a hidden character is part of the writing of some languages and pictures:
/// joiners, and the sixteen variation selectors. Running text need not show it.
///
/// ```
/// assert!(peirast_record::is_joiner('\u{200d}') && !peirast_record::is_joiner('\u{200b}'));
/// ```
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
