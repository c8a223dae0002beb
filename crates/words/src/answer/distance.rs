//! Edit distance between words.

/// Returns the smallest number of letters to change, add, leave out or swap with their neighbour to
/// get from `a` to `b`, if it is at most `most`.
pub(crate) fn slips(a: &[char], b: &[char], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let changed = last[j] + usize::from(letter != other);
            let mut fewest = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *other && b[j - 1] == *letter {
                fewest = fewest.min(before[j - 1] + 1);
            }
            row.push(fewest);
        }
        before = last;
        last = row;
    }
    last.last().copied().filter(|slips| *slips <= most)
}

/// Returns the edits allowed in a name of this number of letters.
pub(super) fn allowed(letters: usize) -> usize {
    match letters {
        0..=4 => 0,
        5..=9 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (a, b, count) in [
            ("", "", Some(0)),
            ("ace", "ace", Some(0)),
            ("ace", "aec", Some(1)),
            ("kitten", "sitting", None),
            ("time", "tyme", Some(1)),
            ("time", "tim", Some(1)),
            ("", "abc", None),
        ] {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            assert_eq!(slips(&letters(a), &letters(b), 2), count, "{a} {b}");
        }
    }
}
