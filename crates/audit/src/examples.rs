/// Audits of published studies, as descriptions: names and texts.
///
/// Tables and claims are quoted from the publications as data, with their sources.
///
/// ```
/// use peirast_audit::{Description, EXAMPLES};
/// let (name, text) = EXAMPLES[1];
/// let audit = Description::parse(name, text)?.audit(|_| Ok(String::new()))?;
/// assert_eq!((audit.rules[0].yields, audit.rules[0].printed), (36, 36));
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
pub const EXAMPLES: [(&str, &str); 4] = [
    ("token-bias", include_str!("../data/token-bias.toml")),
    ("token-bias-workshop", include_str!("../data/token-bias-workshop.toml")),
    ("syllogisms", include_str!("../data/syllogisms.toml")),
    ("erotetic", include_str!("../data/erotetic.toml")),
];
