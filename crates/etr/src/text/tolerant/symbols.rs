//! The meanings of signs, in all the ways in which people write them.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
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
    /// Backticks or dollar signs, which people put around views.
    Fence,
    /// Nothing.
    Space,
    Other,
}

/// Longer signs before those that they begin with.
const SYMBOLS: &[(&str, TokenKind)] = &[
    ("!==", TokenKind::NotEquals),
    ("=/=", TokenKind::NotEquals),
    ("==>", TokenKind::Arrow),
    ("-->", TokenKind::Arrow),
    ("<->", TokenKind::Other),
    ("<=>", TokenKind::Other),
    ("<--", TokenKind::Reverse),
    ("=*", TokenKind::WeightSign),
    ("=+", TokenKind::WeightSign),
    ("=>", TokenKind::Arrow),
    ("->", TokenKind::Arrow),
    ("<-", TokenKind::Reverse),
    ("==", TokenKind::Equals),
    ("!=", TokenKind::NotEquals),
    ("/=", TokenKind::NotEquals),
    ("/\\", TokenKind::And),
    ("&&", TokenKind::And),
    ("||", TokenKind::Or),
    ("++", TokenKind::Sum),
    ("=", TokenKind::Equals),
    ("＝", TokenKind::Equals),
    ("≠", TokenKind::NotEquals),
    ("&", TokenKind::And),
    ("∧", TokenKind::And),
    ("⋀", TokenKind::And),
    ("∨", TokenKind::Or),
    ("⋁", TokenKind::Or),
    ("|", TokenKind::Bar),
    ("~", TokenKind::Not),
    ("¬", TokenKind::Not),
    ("!", TokenKind::Not),
    ("∼", TokenKind::Not),
    ("˜", TokenKind::Not),
    ("￢", TokenKind::Not),
    ("-", TokenKind::Minus),
    ("−", TokenKind::Minus),
    ("–", TokenKind::Minus),
    ("→", TokenKind::Arrow),
    ("⇒", TokenKind::Arrow),
    ("⟶", TokenKind::Arrow),
    ("⟹", TokenKind::Arrow),
    ("⊃", TokenKind::Arrow),
    ("←", TokenKind::Reverse),
    ("⇐", TokenKind::Reverse),
    ("⟵", TokenKind::Reverse),
    ("∀", TokenKind::Universal),
    ("∃", TokenKind::Existential),
    ("σ", TokenKind::Sum),
    ("⊤", TokenKind::Verum),
    ("⊥", TokenKind::Falsum),
    ("∅", TokenKind::Falsum),
    ("(", TokenKind::Open('(')),
    ("{", TokenKind::Open('{')),
    ("[", TokenKind::Open('[')),
    ("（", TokenKind::Open('(')),
    ("｛", TokenKind::Open('{')),
    ("［", TokenKind::Open('[')),
    (")", TokenKind::Close(')')),
    ("}", TokenKind::Close('}')),
    ("]", TokenKind::Close(']')),
    ("）", TokenKind::Close(')')),
    ("｝", TokenKind::Close('}')),
    ("］", TokenKind::Close(']')),
    (",", TokenKind::Comma),
    ("，", TokenKind::Comma),
    ("、", TokenKind::Comma),
    (";", TokenKind::Semicolon),
    ("；", TokenKind::Semicolon),
    (".", TokenKind::Dot),
    ("。", TokenKind::Dot),
    ("．", TokenKind::Dot),
    (":", TokenKind::Colon),
    ("：", TokenKind::Colon),
    ("^", TokenKind::Caret),
    ("∗", TokenKind::Stars),
    ("⋆", TokenKind::Stars),
    ("★", TokenKind::Stars),
    ("＊", TokenKind::Stars),
    ("'", TokenKind::Quote),
    ("\"", TokenKind::Quote),
    ("“", TokenKind::Quote),
    ("”", TokenKind::Quote),
    ("‘", TokenKind::Quote),
    ("’", TokenKind::Quote),
];

/// The sign that a text begins with, and its length. The text is not empty.
pub(super) fn symbol(text: &str) -> (TokenKind, usize) {
    for (letter, kind) in
        [('*', TokenKind::Stars), ('`', TokenKind::Fence), ('$', TokenKind::Fence)]
    {
        let len = text.len() - text.trim_start_matches(letter).len();
        if len > 0 {
            return (kind, len);
        }
    }
    let known = SYMBOLS.iter().find(|(sign, _)| text.starts_with(sign));
    match known {
        Some((sign, kind)) => (*kind, sign.len()),
        None => (TokenKind::Other, text.chars().next().map_or(1, char::len_utf8)),
    }
}

/// The meaning of a backslash and the sign after it.
pub(super) fn escaped(text: &str) -> (TokenKind, usize) {
    let kind = match text.as_bytes().get(1) {
        Some(b'{') => TokenKind::Open('{'),
        Some(b'}') => TokenKind::Close('}'),
        Some(b'(' | b')' | b'[' | b']') => TokenKind::Fence,
        Some(b',' | b';' | b' ' | b'!' | b':' | b'\\') => TokenKind::Space,
        Some(b'/') => TokenKind::Or,
        Some(b'&') => TokenKind::And,
        Some(b'_' | b'$' | b'~' | b'^') => TokenKind::Other,
        _ => return (TokenKind::Other, 1),
    };
    (kind, 2)
}

/// The meaning of a command of LaTeX.
pub(super) fn command(name: &str) -> TokenKind {
    match name {
        "forall" => TokenKind::Universal,
        "exists" => TokenKind::Existential,
        "land" | "wedge" | "bigwedge" => TokenKind::And,
        "lor" | "vee" | "bigvee" => TokenKind::Or,
        "neg" | "lnot" | "sim" => TokenKind::Not,
        "to" | "rightarrow" | "Rightarrow" | "longrightarrow" | "implies" | "supset" => {
            TokenKind::Arrow
        }
        "gets" | "leftarrow" | "Leftarrow" | "impliedby" => TokenKind::Reverse,
        "top" => TokenKind::Verum,
        "bot" | "emptyset" | "varnothing" => TokenKind::Falsum,
        "neq" | "ne" => TokenKind::NotEquals,
        "lbrace" => TokenKind::Open('{'),
        "rbrace" => TokenKind::Close('}'),
        "ast" | "star" => TokenKind::Stars,
        "left" | "right" | "big" | "Big" | "quad" | "qquad" => TokenKind::Space,
        _ => TokenKind::Other,
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
