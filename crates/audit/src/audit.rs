use serde::Serialize;

use crate::analysis::analyses;
use crate::finding::{Findings, Place};
use crate::role::{fit, unused};
use crate::{
    AuditError, Description, Document, Finding, PublishedAnalysis, PublishedRule, Roles, Stated,
    Verdict, adjusted, claim, decision, identity, inference, limits, paired, rule, shares, spread,
};

/// The findings of a document.
///
/// ```
/// use peirast_audit::{Document, Verdict, audit};
/// let document = Document::from_markdown("note", "Better (t(14) = 2.81, p = .01), in 13/15 (80%).");
/// let audit = audit(&document, None)?;
/// let verdicts: Vec<Verdict> = audit.findings.iter().map(|finding| finding.verdict).collect();
/// assert_eq!(verdicts, [Verdict::Ok, Verdict::Mismatch]);
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Audit {
    /// The document.
    pub document: String,
    /// The rules behind its p-values.
    pub rules: Vec<PublishedRule>,
    /// The findings, place by place.
    pub findings: Vec<Finding>,
    /// The analyses of the publication; none unless a description lists them.
    pub analyses: Vec<PublishedAnalysis>,
}

/// Audits a document by itself: everything that its numbers show without a description.
///
/// With `stated`, Peirast also checks the decisions under the rule that the text states. The search
/// for the rule behind p-values tries some 10^5 rules, which takes about a second for 300 tests.
///
/// # Errors
///
/// [`AuditError::NoTable`], if the document has neither tables nor text.
///
/// ```
/// use peirast_audit::{Document, audit};
/// let csv = "test,t,df,p\ncontent,2.81,14,0.0139\norder,2.81,14,0.0014\n";
/// let audit = audit(&Document::from_csv("x", csv)?, None)?;
/// let faults: Vec<&str> =
///     audit.findings.iter().filter(|f| f.verdict.is_fault()).map(|f| f.row.as_str()).collect();
/// assert_eq!(faults, ["order"]);
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
pub fn audit(document: &Document, stated: Option<&Stated>) -> Result<Audit, AuditError> {
    let roles: Vec<Roles> = document.tables.iter().map(Roles::read).collect();
    if roles.is_empty() && document.prose.is_empty() {
        return Err(AuditError::NoTable { name: document.name.clone() });
    }
    let mut findings = Findings::default();
    let rules = unaided(document, &roles, stated, &mut findings);
    Ok(Audit { document: document.name.clone(), rules, findings: findings.0, analyses: Vec::new() })
}

fn unaided(
    document: &Document,
    roles: &[Roles],
    stated: Option<&Stated>,
    findings: &mut Findings,
) -> Vec<PublishedRule> {
    for (table, roles) in document.tables.iter().zip(roles) {
        if let Some(doubt) = &table.doubt {
            let place = Place { line: doubt.line, ..Place::whole(table) };
            let (text, read) = (doubt.text.clone(), format!("read as {}", doubt.read));
            findings.add("decimal point or comma", Verdict::Note, place, text, read).remark =
                doubt.why.clone();
        }
        unused::report_uneven(table, findings);
        roles.report_repeated(table, findings);
        fit::report_texts(table, roles, findings);
    }
    let possible = fit::check(document, roles, findings);
    let document = possible.as_ref().unwrap_or(document);
    let rules = rule::rules(document, roles, stated, findings);
    decision::check(document, roles, findings);
    for (table, roles) in document.tables.iter().zip(roles) {
        paired::check(table, roles, findings);
        adjusted::check(table, roles, findings);
        inference::check(table, roles, findings);
        spread::check(table, roles, findings);
        limits::check(table, roles, findings);
        shares::check(table, roles, findings);
        identity::check(table, roles, findings);
        roles.report_unread(table, findings);
        inference::report_missing(table, roles, findings);
    }
    inference::prose(document, findings);
    shares::prose(document, findings);
    rules
}

impl Description {
    /// Audits the tables of a description and the claims about them.
    ///
    /// # Errors
    ///
    /// Those of [`Description::document`]; [`AuditError::Expression`] and [`AuditError::NoValue`],
    /// if a claim cannot be checked.
    ///
    /// ```
    /// use peirast_audit::{Description, Verdict};
    /// let toml = r#"
    /// table = [{ name = "t", csv = "model,acc\nA,10.0\nB,20.0\n" }]
    /// claim = [{ says = "16 on average", table = "t", printed = "16.0", value = "mean(acc)" }]
    /// "#;
    /// let audit = Description::parse("x", toml)?.audit(|_| Ok(String::new()))?;
    /// assert_eq!((audit.findings[0].verdict, audit.findings[0].recomputed.as_str()), (Verdict::Mismatch, "15.00"));
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    pub fn audit(
        &self,
        read: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Audit, AuditError> {
        let document = self.document(read)?;
        let wrong = |why: String| AuditError::Description { name: self.name.clone(), why };
        let mut roles: Vec<Roles> = document.tables.iter().map(Roles::read).collect();
        for ((table, roles), described) in document.tables.iter().zip(&mut roles).zip(&self.table) {
            for (head, role) in &described.roles {
                let column = table.sole_column(head).map_err(wrong)?;
                let other = described
                    .roles
                    .iter()
                    .find(|(other, same)| *same == role && *other < head && !role.may_repeat());
                if let Some((other, _)) = other {
                    let name = &described.name;
                    return Err(wrong(format!(
                        "table `{name}`: columns `{other}` and `{head}` have the same role; a table \
                         has one column of it"
                    )));
                }
                roles.set(column, *role);
            }
        }
        let mut findings = Findings::default();
        let rules = unaided(&document, &roles, self.stated.as_ref(), &mut findings);
        claim::check(self, &document, &mut findings)?;
        let analyses = analyses(self, &document, &findings.0, &rules)?;
        Ok(Audit { document: document.name, rules, findings: findings.0, analyses })
    }
}

impl Audit {
    /// Number of findings with each verdict, from good to bad.
    ///
    /// ```
    /// use peirast_audit::{Document, audit};
    /// let audit = audit(&Document::from_markdown("note", "13/15 (87%)"), None)?;
    /// assert_eq!(audit.tally().map(|(_, count)| count).collect::<Vec<_>>(), [1, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    pub fn tally(&self) -> impl Iterator<Item = (Verdict, usize)> + '_ {
        let count = |verdict| self.findings.iter().filter(|own| own.verdict == verdict).count();
        Verdict::ALL.into_iter().map(move |verdict| (verdict, count(verdict)))
    }
}
