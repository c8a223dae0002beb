use serde::Deserialize;

use crate::{AuditError, Document, Role, Stated, Table};

/// An audit as somebody describes it: tables, what their columns hold, and the claims made.
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
    /// Where the tables come from.
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
    /// Its name, by which claims speak of it.
    pub name: String,
    /// The table itself, as separated values.
    pub csv: Option<String>,
    /// The file that holds it, beside the description.
    pub file: Option<String>,
    /// Which table of a Markdown file: the beginning of its title.
    pub heading: Option<String>,
    /// The roles of columns whose heads do not name them.
    #[serde(default)]
    pub roles: std::collections::BTreeMap<String, Role>,
}

/// A claim, and how it is checked: exactly one of `value` with `printed`, `holds`, or `each`.
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
    /// Where: a section, a line, a caption.
    #[serde(default)]
    pub place: String,
    /// The table that columns are of, unless they name one.
    pub table: Option<String>,
    /// The number claimed.
    pub printed: Option<String>,
    /// The expression that should give the printed value.
    pub value: Option<String>,
    /// The condition that must be true.
    pub holds: Option<String>,
    /// The condition that must be true on every row.
    pub each: Option<String>,
    /// The rows that `each` goes over.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The verdict if it fails: `mismatch` unless given, `contradiction` or `impossible`.
    pub otherwise: Option<Otherwise>,
    /// The consequence if it fails.
    #[serde(default)]
    pub remark: String,
}

/// An analysis of the publication: the numbers that it prints, and what they would need.
///
/// Its numbers are those of `columns` of a table, or `printed`; an analysis that prints only a figure
/// has none. It recomputes from what is printed, and then `checks` name the checks and claims that say
/// so, or `needs` says what is missing.
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
    /// Where: a section, a line, a caption.
    #[serde(default)]
    pub place: String,
    /// The table of its numbers.
    pub table: Option<String>,
    /// The columns of this table that hold its numbers.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Its numbers, if they are in no table.
    #[serde(default)]
    pub printed: Vec<String>,
    /// The checks and claims that recompute it: the beginning of what they say, with the table in
    /// brackets as an audit prints them; or "the rule behind the p-values", which counts the p-values of
    /// the table that the rule found yields.
    #[serde(default)]
    pub checks: Vec<String>,
    /// The data needed to recompute it, if the printed numbers are not enough.
    pub needs: Option<String>,
    /// The command that makes the same analysis of a run.
    #[serde(default)]
    pub made_by: String,
}

impl DescribedAnalysis {
    /// The fault in it, if there is one.
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
    /// Another value.
    Mismatch,
    /// At odds with something else that is printed.
    Contradiction,
    /// Not to be had from any data.
    Impossible,
    /// Worth knowing.
    Note,
}

impl Description {
    /// Reads a description.
    ///
    /// # Errors
    ///
    /// [`AuditError::Description`] with the place in the file.
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

    /// The tables of the description, with the texts of files that `read` gives.
    ///
    /// # Errors
    ///
    /// [`AuditError::Description`] for a file that cannot be read or lacks the table, and the
    /// errors of [`Document::from_csv`].
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
