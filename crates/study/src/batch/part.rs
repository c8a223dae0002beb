//! Parts of the open questions, for jobs that divide them.

use super::ShardFormat;
use peirast_record::Key;

/// One of several parts of the questions of a run. The key of a question decides its part. So jobs
/// that each take one part together ask every question once, no matter when they start or which
/// questions are answered already.
///
/// ```
/// use peirast_study::batch::{QuestionPart, ShardFormat};
/// let third = QuestionPart::new(3, 64).expect("a part");
/// assert_eq!(third.file_name(ShardFormat::Jsonl), "questions-03-of-64.jsonl");
/// assert_eq!(QuestionPart::new(0, 64), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionPart {
    /// Number of this part, from 1 to `of`.
    number: u32,
    of: u32,
}

impl QuestionPart {
    /// The only part: all questions.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns part `number` of `of` parts; `None` unless `number` is from 1 to `of`.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Returns all parts, in order.
    pub fn all(of: u32) -> impl Iterator<Item = Self> {
        (1..=of).map(move |number| Self { number, of })
    }

    /// Returns the part that a question belongs to, among the `of` parts.
    pub(crate) fn holds(self, question: &Key) -> bool {
        // Keys are hexadecimal digits of a hash; those of imported questions may be any text.
        let hash = question.text().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        hash % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// Returns the name of the file of this part, `questions-03-of-64.jsonl`.
    pub fn file_name(self, format: ShardFormat) -> String {
        let (width, ending) = (self.of.to_string().len(), format.ending());
        format!("questions-{:0width$}-of-{}.{ending}", self.number, self.of)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_in_one_part_and_parts_are_about_as_large() {
        let keys: Vec<Key> =
            (0..6400).map(|n| Key::from_json("question", serde_json::json!(n))).collect();
        let mut sizes = Vec::new();
        for part in QuestionPart::all(64) {
            sizes.push(keys.iter().filter(|key| part.holds(key)).count());
        }
        assert_eq!(sizes.iter().sum::<usize>(), keys.len());
        assert!(sizes.iter().all(|size| (50..=160).contains(size)), "{sizes:?}");
        assert!(keys.iter().all(|key| QuestionPart::WHOLE.holds(key)));
    }
}
