//! Boxes and marks, as they stand in a text that is [folded](crate::plain).

/// Boxes and marks, and what they say of what stands beside them.
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
