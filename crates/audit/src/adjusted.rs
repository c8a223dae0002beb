//! Adjusted p-values next to raw ones: finds the correction that yields them, and values that no
//! correction can yield.

use std::collections::BTreeMap;

use peirast_stats::Correction;

use crate::finding::{Findings, Place, written};
use crate::role::words;
use crate::{Bound, Printed, Role, Roles, Table, Verdict};

/// A test of a family, with its printed values.
struct Member {
    row: usize,
    raw: Option<Printed>,
    adjusted: Option<Printed>,
}

impl Member {
    /// Both p-values, if both can be read. Only these can be compared.
    fn both(&self) -> Option<(Printed, Printed)> {
        Some((self.raw?, self.adjusted?))
    }

    /// The raw p as printed, and the smallest and the largest value that would be printed in this
    /// way. If the raw p cannot be read, its upper limit is the adjusted p.
    fn raw(&self) -> [f64; 3] {
        let all = Printed { value: 1.0, places: 0, bound: Bound::Below, percent: false };
        let (printed, middle) = match (self.raw, self.adjusted) {
            (Some(raw), _) => (raw, raw.value),
            (None, adjusted) => {
                let most = adjusted.unwrap_or(all);
                (
                    Printed { bound: Bound::Below, value: most.value + most.half_unit(), ..most },
                    most.value,
                )
            }
        };
        [middle, lowest(printed), highest(printed)].map(|p| p.clamp(0.0, 1.0))
    }
}

/// Checks every column of adjusted p-values of a table. A family contains every raw p that can be
/// read, because adjusted values depend on all of them, even if an adjusted p is missing.
pub fn check(table: &Table, roles: &Roles, findings: &mut Findings) {
    let Some(raw) = roles.column(Role::P) else { return };
    // If there are counts, another module searches for the rule behind both columns.
    let counts = roles.column(Role::Broken).is_some() && roles.column(Role::Mended).is_some();
    for column in roles.columns(Role::PAdjusted) {
        let number = |row: usize, at: usize| table.rows[row].cells[at].number();
        let members = (0..table.rows.len())
            .map(|row| Member { row, raw: number(row, raw), adjusted: number(row, column) })
            .filter(|member| member.raw.is_some() || member.adjusted.is_some());
        let members: Vec<Member> = members.collect();
        below_raw(table, &members, findings);
        let compared = members.iter().filter_map(Member::both).count();
        if members.len() < 2 || compared == 0 || counts {
            continue;
        }
        if !table.long.is_empty() {
            let (place, head) = (Place::whole(table), format!("`{}`", table.heads[column]));
            let why = "not compared: a row of the family could not be read";
            findings.add("correction", Verdict::Note, place, head, why);
            continue;
        }
        let found = best(table, column, &members);
        if found.fit.yields * 4 >= compared * 3 {
            for family in &found.fit.families {
                disorder(table, family.iter().map(|at| &members[*at]), findings);
            }
        }
        report(table, column, &members, &found, findings);
    }
}

/// Checks that no adjusted p-value is smaller than its raw one.
fn below_raw(table: &Table, members: &[Member], findings: &mut Findings) {
    for member in members {
        let Some((raw, adjusted)) = member.both() else { continue };
        let half = raw.half_unit() + adjusted.half_unit();
        let good = adjusted.value + half >= raw.value || raw.bound != Bound::Exactly;
        let verdict = if good { Verdict::Ok } else { Verdict::Impossible };
        let least = format!("at least {}", written(raw));
        let (check, place) = ("adjusted p is no less than raw p", Place::row(table, member.row));
        findings.add(check, verdict, place, written(adjusted), least);
    }
}

/// Larger families are not checked row by row.
const MOST_ROWS: usize = 2000;

/// The raw and the adjusted p-value of a row.
struct Pair {
    row: usize,
    raw: Printed,
    adjusted: Printed,
}

/// Checks that adjusted p-values keep the order of the raw ones within a family. The smallest set
/// of rows whose removal restores the order are the faults.
fn disorder<'a>(table: &Table, family: impl Iterator<Item = &'a Member>, findings: &mut Findings) {
    let pair = |member: &Member| {
        let (raw, adjusted) = member.both()?;
        Some(Pair { row: member.row, raw, adjusted })
    };
    let mut family: Vec<Pair> = family.filter_map(pair).collect();
    if family.len() > MOST_ROWS {
        return;
    }
    family.sort_by(|a, b| a.raw.value.total_cmp(&b.raw.value));
    let rises = |before: &Pair, after: &Pair| {
        let least = after.adjusted.value + 2.0 * after.adjusted.half_unit();
        before.raw.value >= after.raw.value || before.adjusted.value <= least
    };
    // The longest run that keeps the order, with the row before each.
    let mut length = vec![1_usize; family.len()];
    let mut before: Vec<Option<usize>> = vec![None; family.len()];
    for at in 0..family.len() {
        for earlier in 0..at {
            if rises(&family[earlier], &family[at]) && length[earlier] + 1 > length[at] {
                length[at] = length[earlier] + 1;
                before[at] = Some(earlier);
            }
        }
    }
    let last = (0..family.len()).max_by_key(|at| length[*at]);
    let kept: Vec<usize> = std::iter::successors(last, |at| before[*at]).collect();
    for (at, pair) in family.iter().enumerate().filter(|(at, _)| !kept.contains(at)) {
        let larger = family[..at].iter().find(|other| !rises(other, pair));
        let (bound, remark) = match larger {
            Some(other) => (
                format!("at least {}", written(other.adjusted)),
                format!(
                    "the smaller raw p {} has the larger adjusted p {}: the running maximum is missing",
                    written(other.raw),
                    written(other.adjusted)
                ),
            ),
            None => {
                ("less".to_owned(), "larger raw p-values have smaller adjusted ones".to_owned())
            }
        };
        let (check, place) = ("adjusted p keeps the order of raw p", Place::row(table, pair.row));
        findings.add(check, Verdict::Impossible, place, written(pair.adjusted), bound).remark =
            remark;
    }
}

/// A correction over families, with the p-values that it yields.
struct Fit {
    correction: Correction,
    families: Vec<Vec<usize>>,
    /// For each test, the adjusted p of the raw p-values as printed, of their smallest and of their
    /// largest possible values.
    adjusted: Vec<[f64; 3]>,
    /// True for tests of a family with an unreadable raw p.
    open: Vec<bool>,
    yields: usize,
}

/// The correction that a column is checked against.
struct BestCorrection {
    fit: Fit,
    /// True if the header of the column names it.
    named: bool,
    /// Another correction that yields more, with the number. Only if the header names a correction.
    better: Option<(Correction, usize)>,
}

/// The corrections that the header of a column names; empty if it names no known one. A false
/// discovery rate, q, may be controlled in two ways.
pub fn named(head: &str) -> Vec<Correction> {
    use Correction::{BenjaminiHochberg, BenjaminiYekutieli, Bonferroni, Hochberg, Holm};
    let name: String = head.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let words = words(head);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    // `adjusted by` is not a name; `BY`, and `by` at the end, are.
    let last = words.last().is_some_and(|word| word == "by");
    let by = last || head.split(|c: char| !c.is_alphanumeric()).any(|word| word == "BY");
    match () {
        () if ["sidak", "šidák", "šidak", "storey", "hommel"]
            .iter()
            .any(|other| name.contains(other)) =>
        {
            Vec::new()
        }
        () if name.contains("yekutieli") => vec![BenjaminiYekutieli],
        () if name.contains("benjamini") || has(&["bh"]) || name.contains("pbh") => {
            vec![BenjaminiHochberg]
        }
        () if name.contains("holm") => vec![Holm],
        () if name.contains("bonf") => vec![Bonferroni],
        () if by => vec![BenjaminiYekutieli],
        () if name.contains("fdr") && name.contains("hochberg") => vec![BenjaminiHochberg],
        () if name.contains("hochberg") => vec![Hochberg],
        () if name.contains("fdr")
            || has(&["q", "qvalue", "qval"])
            || name.contains("falsediscovery") =>
        {
            vec![BenjaminiHochberg, BenjaminiYekutieli]
        }
        () => Vec::new(),
    }
}

/// Finds the correction and the grouping into families that yield most values of a column. A family
/// is all rows, or the rows that share a text in some column. If the header names a correction,
/// this correction is used.
fn best(table: &Table, column: usize, members: &[Member]) -> BestCorrection {
    let own = named(&table.heads[column]);
    let (mut fit, mut other): (Option<Fit>, Option<Fit>) = (None, None);
    for families in groupings(table, members) {
        for correction in Correction::ALL {
            let found = apply(*correction, &families, members);
            let kept =
                if own.is_empty() || own.contains(correction) { &mut fit } else { &mut other };
            if kept.as_ref().is_none_or(|kept| found.yields > kept.yields) {
                *kept = Some(found);
            }
        }
    }
    let fit = fit.unwrap_or_else(|| apply(Correction::Unadjusted, &[], members));
    let better = other.filter(|other| other.yields > fit.yields);
    let better = better.map(|other| (other.correction, other.yields));
    BestCorrection { fit, named: !own.is_empty(), better }
}

/// Groupings: all rows, or the rows that share the texts of one or two columns.
fn groupings(table: &Table, members: &[Member]) -> Vec<Vec<Vec<usize>>> {
    let texts: Vec<usize> =
        (0..table.heads.len()).filter(|at| !table.is_numeric(*at)).take(8).collect();
    let mut keys: Vec<Vec<usize>> = texts.iter().map(|at| vec![*at]).collect();
    for (i, first) in texts.iter().enumerate() {
        keys.extend(texts[i + 1..].iter().map(|second| vec![*first, *second]));
    }
    let mut found = vec![vec![(0..members.len()).collect()]];
    for columns in keys {
        let mut groups: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (at, member) in members.iter().enumerate() {
            let text = |column: &usize| table.rows[member.row].cells[*column].text.as_str();
            groups.entry(columns.iter().map(text).collect()).or_default().push(at);
        }
        if groups.len() > 1 && groups.values().all(|group| group.len() > 1) {
            found.push(groups.into_values().collect());
        }
    }
    found
}

fn apply(correction: Correction, families: &[Vec<usize>], members: &[Member]) -> Fit {
    let mut adjusted = vec![[0.0; 3]; members.len()];
    let mut open = vec![false; members.len()];
    for family in families {
        let of = |which: usize| {
            let raw: Vec<f64> = family.iter().map(|at| members[*at].raw()[which]).collect();
            correction.adjust(&raw).unwrap_or(raw)
        };
        let is_open = family.iter().any(|at| members[*at].raw.is_none());
        let (middle, low, high) = (of(0), of(1), of(2));
        for (place, at) in family.iter().enumerate() {
            adjusted[*at] = [middle[place], low[place], high[place]];
            open[*at] = is_open;
        }
    }
    let fits = |(at, member): (usize, &Member)| {
        let both = member.both();
        both.is_some_and(|(_, printed)| verdict(printed, adjusted[at]) != Verdict::Mismatch)
    };
    let yields = members.iter().enumerate().filter(|one| fits(*one)).count();
    Fit { correction, families: families.to_vec(), adjusted, open, yields }
}

/// The smallest p that would be printed in this way.
fn lowest(p: Printed) -> f64 {
    if p.bound == Bound::Below { 0.0 } else { p.value - p.half_unit() }
}

/// The largest p that would be printed in this way.
fn highest(p: Printed) -> f64 {
    match p.bound {
        Bound::Below => p.value,
        Bound::Above => 1.0,
        Bound::Exactly => p.value + p.half_unit(),
    }
}

/// Compares a printed adjusted p with the value from the raw ones.
fn verdict(printed: Printed, [middle, low, high]: [f64; 3]) -> Verdict {
    let is_between = || printed.bound == Bound::Exactly && printed.may_lie(low, high);
    match () {
        () if printed.agrees(middle) => Verdict::Ok,
        () if printed.agrees(low) || printed.agrees(high) || is_between() => Verdict::Rounding,
        () => Verdict::Mismatch,
    }
}

/// Reports the rows that the correction does not yield, or that no correction yields even half of
/// them.
fn report(
    table: &Table,
    column: usize,
    members: &[Member],
    found: &BestCorrection,
    findings: &mut Findings,
) {
    let BestCorrection { fit, named, better } = found;
    let (correction, head) = (fit.correction, &table.heads[column]);
    let compared = members.iter().filter_map(Member::both).count();
    let (most, yields) = better.unwrap_or((correction, fit.yields));
    if yields * 2 < compared {
        let place = Place::whole(table);
        let printed = format!("`{head}`");
        findings
            .add("correction", Verdict::Mismatch, place, printed, "no correction yields it")
            .remark = format!("the best, {most}, yields {yields} of {compared}");
        return;
    }
    let other = better.map(|(better, yields)| {
        let values = match better {
            Correction::Unadjusted => "without a correction".to_owned(),
            better => format!("by {better}"),
        };
        format!(
            "`{head}` names {correction}, which yields {} of {compared}; {yields} are values \
             {values}",
            fit.yields
        )
    });
    for (at, member) in members.iter().enumerate() {
        let Some((_, printed)) = member.both() else { continue };
        let check = format!("{correction} of the raw p");
        let place = Place::row(table, member.row);
        let [middle, ..] = fit.adjusted[at];
        let verdict = match verdict(printed, fit.adjusted[at]) {
            Verdict::Rounding if fit.open[at] => Verdict::Note,
            verdict => verdict,
        };
        let finding = findings.add(check, verdict, place, written(printed), printed.like(middle));
        finding.remark = match verdict {
            Verdict::Mismatch if *named => other.clone().unwrap_or_default(),
            Verdict::Note => "possible; a raw p of its family cannot be read".to_owned(),
            _ => String::new(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_name_corrections() {
        use Correction::{BenjaminiHochberg, BenjaminiYekutieli, Bonferroni, Hochberg, Holm};
        for (head, names) in [
            ("p (Bonferroni)", &[Bonferroni][..]),
            ("p_bonf", &[Bonferroni]),
            ("Bonferroni-Holm p", &[Holm]),
            ("p adjusted by Bonferroni", &[Bonferroni]),
            ("p (Hochberg)", &[Hochberg]),
            ("FDR (Benjamini-Hochberg)", &[BenjaminiHochberg]),
            ("p_BH", &[BenjaminiHochberg]),
            ("p (BY)", &[BenjaminiYekutieli]),
            ("q-value", &[BenjaminiHochberg, BenjaminiYekutieli]),
            ("FDR", &[BenjaminiHochberg, BenjaminiYekutieli]),
            ("p (Holm-Sidak)", &[]),
            ("adjusted p", &[]),
        ] {
            assert_eq!(named(head), names, "{head}");
        }
    }
}
