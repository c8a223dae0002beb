//! Characters that steer what shows them.

/// Whether a character could steer a terminal or a page: control characters, and those that end
/// lines or reorder what follows them. Line ends and tabs are such characters too.
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
