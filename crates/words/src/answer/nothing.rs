//! That nothing follows, in its many wordings.

use super::piece::Piece;

const FOLLOW: [&str; 22] = [
    "follows",
    "follow",
    "conclude",
    "concluded",
    "inferred",
    "infer",
    "deduced",
    "deduce",
    "derived",
    "derive",
    "determined",
    "determine",
    "conclusion",
    "conclusions",
    "drawn",
    "draw",
    "made",
    "established",
    "certain",
    "inference",
    "inferences",
    "deduction",
];

const NEED: [&str; 6] = ["need", "needs", "needed", "require", "requires", "required"];

/// Whether a sentence says that nothing follows, or of something that it does not.
pub(super) fn says_nothing(pieces: &[Piece]) -> bool {
    // What is said of a name before is claimed, whatever comes after it.
    let until = pieces.iter().position(Piece::is_name).unwrap_or(pieces.len());
    let words: Vec<&str> = pieces.iter().map(|piece| piece.word().unwrap_or("")).collect();
    let denied = words[..until].iter().any(|word| {
        matches!(
            *word,
            "not" | "nothing" | "no" | "impossible" | "insufficient" | "more" | "unable"
        )
    });
    if is_mixed(&words)
        || denies_a_denial(pieces, until)
        || adds_a_claim(pieces)
        || until < pieces.len() && !denied
    {
        return false;
    }
    nothing_follows(&words)
        || no_conclusion(&words)
        || cannot_conclude(&words)
        || too_little(&words)
}

fn follows(word: &str) -> bool {
    FOLLOW.contains(&word)
}

/// *nothing definite follows*, *we can conclude nothing*
fn nothing_follows(words: &[&str]) -> bool {
    let Some(at) = words.iter().position(|word| *word == "nothing") else { return false };
    let alone = words.len() == 1;
    alone || words[..at].iter().any(|it| follows(it)) || words[at..].iter().any(|it| follows(it))
}

/// *no conclusion can be drawn*, *there is no logical conclusion*
fn no_conclusion(words: &[&str]) -> bool {
    let at = words.iter().position(|word| *word == "no");
    let rest = at.and_then(|at| words.get(at..)).unwrap_or(&[]);
    let noun = rest.iter().take(6).any(|word| {
        let word = word.trim_end_matches('s');
        matches!(word, "conclusion" | "inference" | "deduction" | "information")
    });
    let none = rest.iter().take(8).any(|word| *word == "follows");
    noun || none
}

/// *we cannot conclude*, *it does not follow*, *it is not possible to determine*
fn cannot_conclude(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let denied = matches!(*word, "not" | "impossible" | "unable");
        denied && words[at + 1..].iter().take(5).any(|it| follows(it))
    })
}

/// *there is not enough information*, *we need more information*
fn too_little(words: &[&str]) -> bool {
    let pairs = [
        ("enough", "information"),
        ("insufficient", "information"),
        ("sufficient", "information"),
        ("is", "inconclusive"),
        ("are", "inconclusive"),
    ];
    // *The more information you give me, the better I can help* says nothing.
    let needed = words.iter().any(|word| NEED.contains(word));
    words
        .windows(2)
        .any(|two| pairs.contains(&(two[0], two[1])) || needed && two == ["more", "information"])
}

/// *it is wrong to say that we cannot conclude*, *there is no doubt that it follows*
fn denies_a_denial(pieces: &[Piece], until: usize) -> bool {
    let mut since = None;
    for piece in &pieces[..until] {
        let Some(word) = piece.word() else {
            since = None;
            continue;
        };
        let denies = matches!(
            word,
            "not"
                | "no"
                | "nothing"
                | "never"
                | "none"
                | "nobody"
                | "neither"
                | "hardly"
                | "impossible"
                | "unable"
                | "insufficient"
        );
        let doubts = matches!(
            word,
            "wrong"
                | "wrongly"
                | "incorrect"
                | "invalid"
                | "mistake"
                | "mistaken"
                | "fallacy"
                | "false"
                | "untrue"
                | "doubt"
                | "doubts"
                | "question"
                | "deny"
                | "premature"
        );
        if doubts || denies && since.is_some_and(|count| count < 8) {
            return true;
        }
        since = match word {
            _ if denies => Some(0),
            "and" | "or" | "nor" | "so" | "therefore" | "thus" | "hence" => None,
            _ => since.map(|count: usize| count + 1),
        };
    }
    false
}

/// *nothing follows of the ace, but the king is red*
fn adds_a_claim(pieces: &[Piece]) -> bool {
    let but = pieces.iter().position(|piece| {
        matches!(piece.word(), Some("but" | "however" | "although" | "though" | "yet"))
    });
    but.is_some_and(|at| pieces[at..].iter().any(Piece::is_name))
}

/// *nothing except that …*, *we cannot conclude A but we can conclude B*
fn is_mixed(words: &[&str]) -> bool {
    let except = words.iter().any(|word| matches!(*word, "except" | "only" | "unless"));
    let but = words.iter().position(|word| matches!(*word, "but" | "however"));
    let still = but
        .is_some_and(|at| words[at..].windows(2).any(|two| two[0] == "can" && (two[1] != "not")));
    except || still
}
