//! Pieces of text, each made once and used again.

/// Many short texts in one.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    text: String,
    ends: Vec<usize>,
}

impl Pieces {
    pub(super) fn with_capacity(pieces: usize, bytes: usize) -> Pieces {
        Pieces { text: String::with_capacity(bytes), ends: Vec::with_capacity(pieces) }
    }

    /// Adds the piece that `write` appends.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.ends.push(self.text.len());
    }

    pub(super) fn get(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start..self.ends[at]]
    }

    /// The length of all pieces together.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The places of the pieces in the order of their texts; of equal ones the first comes first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<(u64, usize)> =
            (0..self.ends.len()).map(|at| (beginning(self.get(at)), at)).collect();
        order.sort_unstable_by(|a, b| {
            let whole = || self.get(a.1).cmp(self.get(b.1)).then(a.1.cmp(&b.1));
            a.0.cmp(&b.0).then_with(whole)
        });
        order.into_iter().map(|(_, at)| at).collect()
    }
}

/// The first letters as a number that is in order where the texts are; it settles most questions.
fn beginning(text: &str) -> u64 {
    let mut first = [0; 8];
    let len = text.len().min(8);
    first[..len].copy_from_slice(&text.as_bytes()[..len]);
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_are_sorted_like_texts(texts in proptest::collection::vec("[ab~é\0]{0,12}", 0..20)) {
            let mut pieces = Pieces::with_capacity(texts.len(), 0);
            texts.iter().for_each(|text| pieces.add(|all| all.push_str(text)));
            let sorted: Vec<&str> = pieces.order().into_iter().map(|at| pieces.get(at)).collect();
            let mut expected: Vec<&str> = texts.iter().map(String::as_str).collect();
            expected.sort();
            prop_assert_eq!(sorted, expected);
            let mut places = pieces.order();
            places.sort_unstable();
            prop_assert_eq!(places, (0..texts.len()).collect::<Vec<_>>());
        }
    }
}
