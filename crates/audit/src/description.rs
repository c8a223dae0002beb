use serde::Deserialize;

use crate::{AuditError, Document, Role, Stated, Table};

/// The description of an audit: tables, the roles of their columns, and claims.
///
/// ```
/// use peirast_audit::{Description, audit};
/// let toml = r#"
/// [[table]]
/// name = "results"
/// csv = """
/// model,n12,n21,p,reject
/// A,2,10,0.0386,yes
/// B,5,9,0.4240,no
/// """
///
/// [[claim]]
/// says = "rejected for all models"
/// table = "results"
/// holds = "all(reject)"
/// "#;
/// let description = Description::parse("audit.toml", toml)?;
/// let audit = description.audit(|file| Err(format!("{file} is not needed")))?;
/// assert_eq!(audit.findings.iter().filter(|f| f.verdict.is_fault()).count(), 1);
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name of the audit.
    #[serde(default)]
    pub title: String,
    /// The source of the tables.
    #[serde(default)]
    pub source: String,
    /// The rule that the text states for its p-values.
    pub stated: Option<Stated>,
    /// The tables.
    #[serde(default)]
    pub table: Vec<DescribedTable>,
    /// The claims.
    #[serde(default)]
    pub claim: Vec<Claim>,
    /// The analyses of the publication.
    #[serde(default)]
    pub analysis: Vec<DescribedAnalysis>,
    /// The file, for messages.
    #[serde(skip)]
    pub name: String,
}

/// A table of a description.
///
/// ```
/// use peirast_audit::Description;
/// let toml = "[[table]]\nname = 'all'\nfile = 'results.csv'\nroles = { k = 'successes' }\n";
/// assert_eq!(Description::parse("x", toml)?.table[0].file.as_deref(), Some("results.csv"));
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribedTable {
    /// Its name, which claims refer to.
    pub name: String,
    /// The table itself, as separated values.
    pub csv: Option<String>,
    /// The file with the table, next to the description.
    pub file: Option<String>,
    /// The beginning of the title of the table in a Markdown file.
    pub heading: Option<String>,
    /// The roles of columns whose headers do not name them.
    #[serde(default)]
    pub roles: std::collections::BTreeMap<String, Role>,
}

/// A claim and its check: exactly one of `value` with `printed`, `holds`, or `each`.
///
/// ```
/// use peirast_audit::Description;
/// let toml = "[[claim]]\nsays = 'the mean is 79.75'\nprinted = '79.75'\nvalue = 'mean(accuracy)'\n";
/// assert_eq!(Description::parse("x", toml)?.claim[0].says, "the mean is 79.75");
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim, in the words of the text or in short.
    pub says: String,
    /// Its place: a section, a line, a caption.
    #[serde(default)]
    pub place: String,
    /// The table of columns without a table name.
    pub table: Option<String>,
    /// The claimed number.
    pub printed: Option<String>,
    /// The expression that should give the printed value.
    pub value: Option<String>,
    /// The condition that must be true.
    pub holds: Option<String>,
    /// The condition that must be true on every row.
    pub each: Option<String>,
    /// The condition that selects rows for `each`.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The verdict if it fails: `mismatch` by default, or `contradiction`, `impossible` or `note`.
    pub otherwise: Option<Otherwise>,
    /// The consequence if it fails.
    #[serde(default)]
    pub remark: String,
}

/// An analysis of the publication: its printed numbers, and the data that a recomputation needs.
///
/// Its numbers are in `columns` of a table, or in `printed`. An analysis that prints only a figure
/// has none. If the printed numbers are enough, `checks` names the checks and claims that recompute
/// it. Otherwise `needs` names the missing data.
///
/// ```
/// use peirast_audit::Description;
/// let toml = "[[analysis]]\nsays = 'Friedman, statistic'\nprinted = ['3.24']\nneeds = 'answers'\n";
/// assert_eq!(Description::parse("x", toml)?.analysis[0].needs.as_deref(), Some("answers"));
/// let neither = "[[analysis]]\nsays = 'Friedman, statistic'\nprinted = ['3.24']\n";
/// assert!(Description::parse("x", neither).is_err());
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribedAnalysis {
    /// The analysis, in short.
    pub says: String,
    /// Its place: a section, a line, a caption.
    #[serde(default)]
    pub place: String,
    /// The table of its numbers.
    pub table: Option<String>,
    /// The columns of this table with its numbers.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Its numbers, if no table has them.
    #[serde(default)]
    pub printed: Vec<String>,
    /// The checks and claims that recompute it. Each is the beginning of its text, with the table
    /// in brackets as an audit prints them. "the rule behind the p-values" counts the p-values of
    /// the table that the rule yields.
    #[serde(default)]
    pub checks: Vec<String>,
    /// The data needed to recompute it, if the printed numbers are not enough.
    pub needs: Option<String>,
    /// The command that makes the same analysis of a run.
    #[serde(default)]
    pub made_by: String,
}

impl DescribedAnalysis {
    /// The fault in the description of an analysis, if there is one.
    fn fault(&self) -> Option<&'static str> {
        match () {
            () if self.needs.is_some() != self.checks.is_empty() => {
                Some("give either `checks` that recompute it, or what it `needs`")
            }
            () if self.table.is_some() == self.columns.is_empty() => {
                Some("give `table` and `columns` together")
            }
            () if self.table.is_some() && !self.printed.is_empty() => {
                Some("give either `table` with `columns`, or `printed`")
            }
            () => None,
        }
    }
}

/// The verdict on a claim that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// The value differs.
    Mismatch,
    /// It contradicts another printed value.
    Contradiction,
    /// No data can yield it.
    Impossible,
    /// It is a remark, not a fault.
    Note,
}

impl Description {
    /// Reads a description.
    ///
    /// # Errors
    ///
    /// [`AuditError::Description`] with the position in the file.
    ///
    /// ```
    /// use peirast_audit::Description;
    /// assert!(Description::parse("audit.toml", "[[claim]]\nsay = 'x'").is_err());
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Self, AuditError> {
        let wrong = |why: String| AuditError::Description { name: name.to_owned(), why };
        let mut own: Self =
            toml::from_str(text).map_err(|why| wrong(why.to_string().trim_end().to_owned()))?;
        name.clone_into(&mut own.name);
        for table in &own.table {
            if table.csv.is_some() == table.file.is_some() {
                return Err(wrong(format!("table `{}`: give either csv or file", table.name)));
            }
        }
        for (at, table) in own.table.iter().enumerate() {
            if own.table[..at].iter().any(|other| other.name == table.name) {
                return Err(wrong(format!("two tables are called `{}`", table.name)));
            }
        }
        for analysis in &own.analysis {
            if let Some(fault) = analysis.fault() {
                return Err(wrong(format!("analysis `{}`: {fault}", analysis.says)));
            }
        }
        for claim in &own.claim {
            let ways = [claim.value.is_some(), claim.holds.is_some(), claim.each.is_some()];
            if ways.iter().filter(|way| **way).count() != 1
                || claim.value.is_some() != claim.printed.is_some()
            {
                let says = &claim.says;
                return Err(wrong(format!(
                    "claim `{says}`: give either printed and value, or holds, or each"
                )));
            }
        }
        Ok(own)
    }

    /// Makes the document of the description's tables. `read` returns the texts of files.
    ///
    /// # Errors
    ///
    /// [`AuditError::Description`], if a file cannot be read or lacks the table, and the errors of
    /// [`Document::from_csv`].
    ///
    /// ```
    /// use peirast_audit::Description;
    /// let toml = "[[table]]\nname = 'results'\nfile = 'r.csv'\n";
    /// let document = Description::parse("x", toml)?.document(|_| Ok("a,b\n1,2\n".to_owned()))?;
    /// assert_eq!(document.tables[0].title, "results");
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    pub fn document(
        &self,
        read: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Document, AuditError> {
        let wrong = |why: String| AuditError::Description { name: self.name.clone(), why };
        let mut tables: Vec<Table> = Vec::new();
        for described in &self.table {
            let text = match (&described.csv, &described.file) {
                (Some(csv), _) => csv.trim_start().to_owned(),
                (None, Some(file)) => read(file).map_err(wrong)?,
                (None, None) => continue,
            };
            let is_markdown = described.file.as_deref().is_some_and(|file| file.ends_with(".md"));
            let found = match is_markdown || described.heading.is_some() {
                true => Document::from_markdown(&described.name, &text),
                false => Document::from_csv(&described.name, &text)?,
            };
            let heading = described.heading.clone().unwrap_or_default();
            let table = found
                .tables
                .into_iter()
                .find(|table| !is_markdown || table.title.starts_with(&heading));
            let mut table = table.ok_or_else(|| {
                wrong(format!("table `{}`: no table under a heading `{heading}`", described.name))
            })?;
            described.name.clone_into(&mut table.title);
            tables.push(table);
        }
        Ok(Document { name: self.shown_name().to_owned(), tables, prose: Vec::new() })
    }

    /// The title of the audit.
    fn shown_name(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }
}
