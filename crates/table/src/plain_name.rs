//! Names of columns that data programs keep unchanged.

/// Words that R does not accept as the name of a column.
const RESERVED: [&str; 17] = [
    "if", "else", "repeat", "while", "function", "for", "next", "break", "in", "TRUE", "FALSE",
    "NULL", "Inf", "NaN", "NA", "T", "F",
];

/// Returns a name of letters, digits and `_` that begins with a letter and is not a reserved word
/// of R: R's `read.csv` and the attributes of a pandas frame keep it unchanged. Other signs become
/// `_`.
///
/// ```
/// use peirast_table::plain_name;
///
/// assert_eq!(plain_name("exemplar-answer"), "exemplar_answer");
/// assert_eq!(plain_name("2nd try"), "x_2nd_try");
/// assert_eq!(plain_name("repeat"), "repeat_");
/// assert_eq!(plain_name("n12"), "n12");
/// ```
pub fn plain_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut plain: String = name.chars().map(plain).collect();
    if !plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        plain.insert_str(0, "x_");
    }
    if RESERVED.contains(&plain.as_str()) {
        plain.push('_');
    }
    plain
}
