//! Estimated width of a text in LaTeX's default font.

/// Widths of Computer Modern Roman at 10 points, in hundredths of a point: capitals, then small letters.
const CAPITALS: [u16; 26] = [
    750, 708, 722, 764, 681, 653, 785, 750, 361, 514, 778, 625, 917, 750, 778, 681, 778, 736, 556,
    722, 750, 750, 1028, 750, 750, 611,
];
const SMALL: [u16; 26] = [
    500, 556, 444, 556, 444, 306, 500, 556, 278, 306, 528, 278, 833, 556, 500, 556, 528, 392, 394,
    389, 556, 528, 722, 528, 528, 444,
];
/// The width of a letter that the font lacks, which is written as its number in brackets.
const NUMBERED: u16 = 5000;

/// Returns the width of a text on one line at 10 points, in points.
pub fn width(text: &str) -> f64 {
    text.chars().map(|c| f64::from(advance(c))).sum::<f64>() / 100.0
}

fn advance(c: char) -> u16 {
    let letter = |widths: &[u16; 26], first: char| {
        let at = usize::try_from(u32::from(c) - u32::from(first)).unwrap_or(0);
        widths.get(at).copied().unwrap_or(1028)
    };
    match c {
        'A'..='Z' => letter(&CAPITALS, 'A'),
        'a'..='z' => letter(&SMALL, 'a'),
        '0'..='9' | '/' | '$' | '*' | '\\' | '{' | '}' | '"' | '~' | '^' | '–' => 500,
        ' ' | '-' => 333,
        '.' | ',' | ':' | ';' | '\'' | '`' | '[' | ']' | '!' | '|' => 278,
        '(' | ')' => 389,
        '_' => 360,
        '?' => 472,
        '%' | '#' => 833,
        '+' | '=' | '<' | '>' | '&' | '@' | '−' | '×' | '÷' => 778,
        '\u{2009}' => 167,
        '…' => 1200,
        'À'..='ÿ' | '∞' | '→' | 'α' | 'κ' | 'ρ' | 'τ' | 'χ' => 1000,
        _ => NUMBERED,
    }
}
