//! Boxes and marks, in the form that they have in a text that is [folded](crate::plain).

/// Boxes and marks, with their meaning for the text next to them.
pub(crate) const BOXES: [(&str, bool); 12] = [
    ("[x]", true),
    ("[X]", true),
    ("[✓]", true),
    ("[*]", true),
    ("(x)", true),
    ("(X)", true),
    ("(•)", true),
    ("(*)", true),
    ("[ ]", false),
    ("( )", false),
    ("✓", true),
    ("✗", false),
];
