//! The names that fresh objects get, in their order: a, b, ..., z, aa, ab, ...

use super::{Lexicon, ObjectId};

impl Lexicon {
    /// The object of the name at this place among the names for fresh ones.
    pub(crate) fn novel_object(&mut self, place: usize) -> ObjectId {
        while self.novel.len() <= place {
            let name = name_of(self.novel.len());
            let object = self.intern_object(&name);
            self.novel.push(object);
        }
        self.novel[place]
    }
}

fn name_of(number: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = number + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn names_go_through_the_alphabet_and_on() {
        let names: Vec<_> = [0, 25, 26, 27, 51, 52, 701, 702].map(name_of).into();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }
}
