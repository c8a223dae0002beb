//! What signs mean, in all the ways in which they are written.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    /// `(`, `{` or `[`.
    Open(char),
    /// `)`, `}` or `]`.
    Close(char),
    Comma,
    Semicolon,
    /// `|`, which joins weights or alternatives.
    Bar,
    And,
    Or,
    Not,
    Minus,
    Equals,
    NotEquals,
    /// `=*` or `=+`.
    WeightSign,
    /// One star or several.
    Stars,
    /// `x̄`.
    Times,
    /// `++` or `σ`.
    Sum,
    Caret,
    /// From condition to consequence.
    Arrow,
    /// From consequence to condition.
    Reverse,
    Universal,
    Existential,
    Dot,
    Colon,
    Verum,
    Falsum,
    Quote,
    /// Backticks or dollar signs, which stand around views.
    Fence,
    /// Nothing.
    Space,
    Other,
}

/// Longer signs before those that they begin with.
const SYMBOLS: &[(&str, Kind)] = &[
    ("!==", Kind::NotEquals),
    ("=/=", Kind::NotEquals),
    ("==>", Kind::Arrow),
    ("-->", Kind::Arrow),
    ("<->", Kind::Other),
    ("<=>", Kind::Other),
    ("<--", Kind::Reverse),
    ("=*", Kind::WeightSign),
    ("=+", Kind::WeightSign),
    ("=>", Kind::Arrow),
    ("->", Kind::Arrow),
    ("<-", Kind::Reverse),
    ("==", Kind::Equals),
    ("!=", Kind::NotEquals),
    ("/=", Kind::NotEquals),
    ("/\\", Kind::And),
    ("&&", Kind::And),
    ("||", Kind::Or),
    ("++", Kind::Sum),
    ("=", Kind::Equals),
    ("＝", Kind::Equals),
    ("≠", Kind::NotEquals),
    ("&", Kind::And),
    ("∧", Kind::And),
    ("⋀", Kind::And),
    ("∨", Kind::Or),
    ("⋁", Kind::Or),
    ("|", Kind::Bar),
    ("~", Kind::Not),
    ("¬", Kind::Not),
    ("!", Kind::Not),
    ("∼", Kind::Not),
    ("˜", Kind::Not),
    ("￢", Kind::Not),
    ("-", Kind::Minus),
    ("−", Kind::Minus),
    ("–", Kind::Minus),
    ("→", Kind::Arrow),
    ("⇒", Kind::Arrow),
    ("⟶", Kind::Arrow),
    ("⟹", Kind::Arrow),
    ("⊃", Kind::Arrow),
    ("←", Kind::Reverse),
    ("⇐", Kind::Reverse),
    ("⟵", Kind::Reverse),
    ("∀", Kind::Universal),
    ("∃", Kind::Existential),
    ("σ", Kind::Sum),
    ("⊤", Kind::Verum),
    ("⊥", Kind::Falsum),
    ("∅", Kind::Falsum),
    ("(", Kind::Open('(')),
    ("{", Kind::Open('{')),
    ("[", Kind::Open('[')),
    ("（", Kind::Open('(')),
    ("｛", Kind::Open('{')),
    ("［", Kind::Open('[')),
    (")", Kind::Close(')')),
    ("}", Kind::Close('}')),
    ("]", Kind::Close(']')),
    ("）", Kind::Close(')')),
    ("｝", Kind::Close('}')),
    ("］", Kind::Close(']')),
    (",", Kind::Comma),
    ("，", Kind::Comma),
    ("、", Kind::Comma),
    (";", Kind::Semicolon),
    ("；", Kind::Semicolon),
    (".", Kind::Dot),
    ("。", Kind::Dot),
    ("．", Kind::Dot),
    (":", Kind::Colon),
    ("：", Kind::Colon),
    ("^", Kind::Caret),
    ("∗", Kind::Stars),
    ("⋆", Kind::Stars),
    ("★", Kind::Stars),
    ("＊", Kind::Stars),
    ("'", Kind::Quote),
    ("\"", Kind::Quote),
    ("“", Kind::Quote),
    ("”", Kind::Quote),
    ("‘", Kind::Quote),
    ("’", Kind::Quote),
];

/// The sign that a text begins with, and its length. The text is not empty.
pub(super) fn symbol(text: &str) -> (Kind, usize) {
    for (letter, kind) in [('*', Kind::Stars), ('`', Kind::Fence), ('$', Kind::Fence)] {
        let len = text.len() - text.trim_start_matches(letter).len();
        if len > 0 {
            return (kind, len);
        }
    }
    let known = SYMBOLS.iter().find(|(sign, _)| text.starts_with(sign));
    match known {
        Some((sign, kind)) => (*kind, sign.len()),
        None => (Kind::Other, text.chars().next().map_or(1, char::len_utf8)),
    }
}

/// What a backslash makes of a sign after it.
pub(super) fn escaped(text: &str) -> (Kind, usize) {
    let kind = match text.as_bytes().get(1) {
        Some(b'{') => Kind::Open('{'),
        Some(b'}') => Kind::Close('}'),
        Some(b'(' | b')' | b'[' | b']') => Kind::Fence,
        Some(b',' | b';' | b' ' | b'!' | b':' | b'\\') => Kind::Space,
        Some(b'/') => Kind::Or,
        Some(b'&') => Kind::And,
        Some(b'_' | b'$' | b'~' | b'^') => Kind::Other,
        _ => return (Kind::Other, 1),
    };
    (kind, 2)
}

/// What a command of LaTeX stands for.
pub(super) fn command(name: &str) -> Kind {
    match name {
        "forall" => Kind::Universal,
        "exists" => Kind::Existential,
        "land" | "wedge" | "bigwedge" => Kind::And,
        "lor" | "vee" | "bigvee" => Kind::Or,
        "neg" | "lnot" | "sim" => Kind::Not,
        "to" | "rightarrow" | "Rightarrow" | "longrightarrow" | "implies" | "supset" => Kind::Arrow,
        "gets" | "leftarrow" | "Leftarrow" | "impliedby" => Kind::Reverse,
        "top" => Kind::Verum,
        "bot" | "emptyset" | "varnothing" => Kind::Falsum,
        "neq" | "ne" => Kind::NotEquals,
        "lbrace" => Kind::Open('{'),
        "rbrace" => Kind::Close('}'),
        "ast" | "star" => Kind::Stars,
        "left" | "right" | "big" | "Big" | "quad" | "qquad" => Kind::Space,
        _ => Kind::Other,
    }
}

/// Commands that only say in which font a name is set.
pub(super) fn is_font(name: &str) -> bool {
    matches!(
        name,
        "text"
            | "textit"
            | "textbf"
            | "textsf"
            | "texttt"
            | "textrm"
            | "mathrm"
            | "mathit"
            | "mathbf"
            | "mathsf"
            | "mathtt"
            | "operatorname"
    )
}

pub(super) fn is_odd_space(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
        || letter.is_whitespace()
}

pub(super) fn is_quote(letter: char) -> bool {
    matches!(letter, '\'' | '"' | '“' | '”' | '‘' | '’')
}
