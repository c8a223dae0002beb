//! A file of the user's own problems, as a study names it.

use super::Study;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of the user's own problems: items, each in one or more versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DataPlan {
    /// The file: CSV, TSV, JSON, JSON lines or Parquet. In a study file, relative to its folder.
    pub file: String,
    /// True if the first line of a CSV or TSV file is a row, not a header. Columns are then named
    /// 1, 2, ...
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_header: bool,
    /// The names of the columns. Columns with usual names need no entry.
    #[serde(default, skip_serializing_if = "ColumnNames::is_empty")]
    pub columns: ColumnNames,
    /// The version that the others are compared with. Default: the version with this name or a
    /// usual one, otherwise the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The number of the first option, if answers are numbers of options: 0 or 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_option: Option<u32>,
    /// Transformations that make further versions of each item, for example `shuffle-options`.
    #[serde(default, rename = "with", skip_serializing_if = "Vec::is_empty")]
    pub transformations: Vec<String>,
    /// The contents of the files that transformations name, such as `people.txt` in
    /// `names=people.txt`. Filled in when a run begins, so that its directory needs no other file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, Vec<String>>,
    /// Hash of the content of the file, filled in when a run begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

/// The columns of a data file by their content. A dot names a field of an object: `question.stem`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnNames {
    /// The item that versions share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The version, in a file with one row per version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// A text that precedes the question, such as a passage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The options: a column of lists, or a column per option.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// The right answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The wrong answer that the bias under test leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lure: Option<String>,
    /// Further right answers: a list, or texts with `|` between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<String>,
    /// The tolerance of a numeric answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<String>,
    /// The cluster of the item: tests treat the items of one cluster as related.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// The versions, in a file with one column per version.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Columns that become factors of the problems, for grouping results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
}

impl Study {
    /// Returns the study with its data files named without their folders, where the hash of the content
    /// is recorded. The same file in another folder, or under another path, makes the same study.
    ///
    /// ```
    /// use peirast_record::{DataPlan, Study};
    ///
    /// let in_folder = |file: &str| -> Result<Study, Box<dyn std::error::Error>> {
    ///     let mut study = Study::parse(r#"
    ///         id = "mine"
    ///         title = "My problems"
    ///         seed = 1
    ///         subjects = ["sim:guesser"]
    ///         [[family]]
    ///         name = "mine"
    ///         n = 2
    ///         [[hypothesis]]
    ///         id = "H1"
    ///         factor = "hint"
    ///         title = "A hint"
    ///         over = ["mine"]
    ///         protocols = ["baseline"]
    ///         original = { hint = "none" }
    ///         perturbed = { hint = "weak" }
    ///         direction = "either"
    ///     "#)?;
    ///     let content = Some("0123".to_owned());
    ///     study.families[0].data = Some(DataPlan { file: file.to_owned(), content, ..DataPlan::default() });
    ///     Ok(study)
    /// };
    /// assert_eq!(in_folder("mine.csv")?.hash()?, in_folder("other/mine.csv")?.hash()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_folders(mut self) -> Self {
        let data = self.families.iter_mut().filter_map(|family| family.data.as_mut());
        for data in data.filter(|data| data.content.is_some()) {
            data.file = data.file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        }
        self
    }
}

impl ColumnNames {
    /// Returns true if no column is named.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
