//! The number of items of a family in a study, as the caller sets it.

use crate::error::{Result, bail};
use peirast_record::Study;
use std::collections::BTreeSet;
use std::str::FromStr;

/// A number of items per variant, of one family or of all.
///
/// ```
/// use peirast_study::ItemCount;
///
/// assert_eq!("50".parse(), Ok(ItemCount { family: None, n: 50 }));
/// let own: ItemCount = "syllogism=20".parse().expect("a number of items of a family");
/// assert_eq!((own.family.as_deref(), own.n), (Some("syllogism"), 20));
/// assert!("syllogism=".parse::<ItemCount>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemCount {
    /// The family; `None` for every family without a number of its own.
    pub family: Option<String>,
    /// Items per variant.
    pub n: u32,
}

impl FromStr for ItemCount {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (family, number) = match text.split_once('=') {
            Some((family, number)) => (Some(family.trim().to_owned()), number),
            None => (None, text),
        };
        let wrong = |_| "write a number of items, such as 50 or syllogism=50".to_owned();
        let n = number.trim().parse().map_err(wrong)?;
        match family {
            Some(family) if family.is_empty() => {
                Err("write a family before `=`, such as syllogism=50".to_owned())
            }
            family => Ok(Self { family, n }),
        }
    }
}

/// Replaces the numbers of items of a study. A number for a family takes precedence over a number
/// for all.
///
/// # Errors
/// A number of 0; a family that the study does not have; two numbers for one family or for all.
pub(crate) fn replace_counts(study: &mut Study, counts: &[ItemCount]) -> Result<()> {
    let mut given = BTreeSet::new();
    for count in counts {
        if !given.insert(count.family.as_deref()) {
            let whose =
                count.family.as_ref().map_or_else(String::new, |name| format!(" of `{name}`"));
            bail!(Study, "--n: the number of items{whose} is given twice");
        }
    }
    for named in counts.iter().filter_map(|count| count.family.as_deref()) {
        let mut names: Vec<&str> =
            study.families.iter().map(|family| family.name.as_str()).collect();
        names.dedup();
        if !names.contains(&named) {
            bail!(
                Study,
                "--n: the study {} has no family `{named}`: it has {}",
                study.id,
                names.join(", ")
            );
        }
    }
    for family in &mut study.families {
        let own = counts.iter().find(|count| count.family.as_deref() == Some(&*family.name));
        let count = own.or_else(|| counts.iter().find(|count| count.family.is_none()));
        family.n = count.map_or(family.n, |count| count.n);
        // A study file may take all items of own problems by 0; a number that is given is a number.
        if count.is_some_and(|count| count.n == 0) {
            bail!(Study, "family `{}`: n must be at least 1", family.name);
        }
    }
    Ok(())
}
