pub(crate) mod fit;
pub(crate) mod letters;
mod repeated;
pub(crate) mod unused;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::letters::plain;
use crate::Table;

/// The kind of values in a column of a table of results.
///
/// ```
/// use peirast_audit::Role;
/// assert_eq!(Role::of_head("n_{12}"), Some(Role::Broken));
/// assert_eq!(Role::of_head("adjusted p-value"), Some(Role::PAdjusted));
/// assert_eq!(Role::of_head("model"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Pairs in which both members are right, n11.
    Both,
    /// Pairs in which only the first is right, n12.
    Broken,
    /// Pairs in which only the second is right, n21.
    Mended,
    /// Pairs in which neither is right, n22.
    Neither,
    /// Discordant pairs, n* = n12 + n21.
    Discordant,
    /// All units, n.
    Total,
    /// The number of successes among them.
    Successes,
    /// A share or percentage.
    Share,
    /// A standard normal statistic.
    Z,
    /// A chi-square statistic.
    ChiSquare,
    /// Student's t.
    T,
    /// Fisher's F.
    F,
    /// Kruskal and Wallis' H.
    H,
    /// The signed-rank statistic.
    SignedRank,
    /// Mann and Whitney's U.
    U,
    /// Shapiro and Wilk's W.
    Shapiro,
    /// A correlation by Pearson or Spearman.
    Correlation,
    /// A rank correlation by Kendall.
    Tau,
    /// Some statistic that the row names.
    Statistic,
    /// Degrees of freedom. For F, both in one cell, or the first if no column is called `df1`.
    Df,
    /// The first degrees of freedom of F, between groups.
    DfBetween,
    /// The second degrees of freedom of F.
    DfWithin,
    /// A p-value, adjusted or not.
    P,
    /// An adjusted p-value.
    PAdjusted,
    /// A decision: the null hypothesis was rejected or not.
    Reject,
    /// A mean.
    Mean,
    /// A standard deviation.
    Sd,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The lower limit of an interval.
    Low,
    /// The upper limit of an interval.
    High,
    /// The width of an interval.
    Width,
    /// Both limits of an interval.
    Interval,
}

impl Role {
    /// Returns true if several columns of a table may have this role.
    pub(crate) const fn may_repeat(self) -> bool {
        matches!(self, Self::Share | Self::PAdjusted | Self::Interval)
    }

    /// Returns true if this is a count of units.
    pub(crate) const fn is_count(self) -> bool {
        matches!(
            self,
            Self::Both
                | Self::Broken
                | Self::Mended
                | Self::Neither
                | Self::Discordant
                | Self::Total
                | Self::Successes
        )
    }

    /// Returns true if a p-value belongs next to it.
    const fn is_tested(self) -> bool {
        matches!(
            self,
            Self::Broken
                | Self::Mended
                | Self::Z
                | Self::ChiSquare
                | Self::T
                | Self::F
                | Self::H
                | Self::SignedRank
                | Self::U
                | Self::Shapiro
                | Self::Correlation
                | Self::Tau
                | Self::Statistic
        )
    }

    /// The role that the header of a column names, if it is a usual header.
    ///
    /// ```
    /// use peirast_audit::Role;
    /// assert_eq!(Role::of_head("95% CI Lower"), Some(Role::Low));
    /// assert_eq!(Role::of_head("χ²"), Some(Role::ChiSquare));
    /// ```
    #[must_use]
    pub fn of_head(head: &str) -> Option<Self> {
        let name = plain(head);
        let by_name = match name.as_str() {
            "n11" | "bothright" | "bothcorrect" => Self::Both,
            "n12" | "b" | "s1better" | "n10" | "onlyfirst" | "firstbetter" => Self::Broken,
            "n21" | "c" | "s2better" | "n01" | "onlysecond" | "secondbetter" => Self::Mended,
            "n22" | "n00" | "bothwrong" | "neither" => Self::Neither,
            "nstar" | "n*" | "discordant" | "ndiscordant" | "discordantpairs" => Self::Discordant,
            "n" | "total" | "trials" | "items" | "pairs" | "samplesize" | "size" => Self::Total,
            "k" | "successes" | "correct" | "right" | "hits" => Self::Successes,
            "z" | "zstat" | "zstatistic" | "zscore" | "z0" | "zvalue" => Self::Z,
            "chi2" | "χ2" | "x2" | "chisq" | "chisquare" | "chisquared" => Self::ChiSquare,
            "t" | "tstat" | "tstatistic" | "tvalue" => Self::T,
            "f" | "fstat" | "fstatistic" | "fvalue" => Self::F,
            "h" | "hstatistic" => Self::H,
            "w" | "wstatistic" | "wstat" => Self::SignedRank,
            "u" | "ustatistic" | "ustat" => Self::U,
            "r" | "pearsonr" | "rho" | "ρ" | "spearmanrho" | "spearmanρ" | "correlation" => {
                Self::Correlation
            }
            "tau" | "τ" | "taub" | "τb" | "kendalltau" | "kendallτ" | "kendalltaub" => Self::Tau,
            "statistic" | "stat" | "teststatistic" => Self::Statistic,
            "df" | "dof" | "degreesoffreedom" => Self::Df,
            "df1" | "dfn" | "dfbetween" | "dfnum" => Self::DfBetween,
            "df2" | "dfd" | "dfwithin" | "dferror" | "dfresidual" | "dfden" => Self::DfWithin,
            "reject" | "rejected" | "significant" | "significance" | "rejecth0" | "rejectnull"
            | "decision" => Self::Reject,
            "sig" if head.trim_end().ends_with('.') => Self::P,
            "sig" => Self::Reject,
            "sig2tailed" | "prz" | "prt" | "pz" | "pt" => Self::P,
            "mean" | "meanacc" | "meanaccuracy" | "average" | "avg" | "meanconsistency" => {
                Self::Mean
            }
            "sd" | "std" | "stdev" | "stddev" | "standarddeviation" => Self::Sd,
            "min" | "minimum" => Self::Min,
            "max" | "maximum" => Self::Max,
            "ciwidth" | "width" => Self::Width,
            _ => return Self::of_phrase(head, &name),
        };
        Some(by_name)
    }

    /// Headers of several words.
    fn of_phrase(head: &str, name: &str) -> Option<Self> {
        let words = words(head);
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
        let begins = |wanted: &[&str]| {
            words.iter().any(|word| wanted.iter().any(|start| word.starts_with(start)))
        };
        let limits = has(&["ci", "cl", "limit", "bound", "95", "conf", "confidence", "90", "99"]);
        let corrections =
            ["adj", "holm", "bonf", "fdr", "hochberg", "correct", "yekutieli", "benjamini"];
        let is_p =
            has(&["p", "pvalue", "pval", "ps"]) || begins(&["pval"]) || name.contains("pvalue");
        // P@1 is a precision.
        let is_p = is_p && !head.contains('@');
        let adjusted =
            (begins(&corrections) || has(&["bh", "by"])) && !begins(&["uncorrect", "unadj"]);
        let short =
            ["padj", "pholm", "pbonf", "pbh", "pfdr", "pcorr", "adjp", "q", "qvalue", "fdr"];
        match () {
            () if is_decision(&words) => Some(Self::Reject),
            () if limits && begins(&["low"]) => Some(Self::Low),
            () if limits && (begins(&["upp"]) || has(&["high"])) => Some(Self::High),
            () if ["cilower", "cilow", "lowerci"].contains(&name) => Some(Self::Low),
            () if ["ciupper", "cihigh", "upperci"].contains(&name) => Some(Self::High),
            () if has(&["ci", "cis"]) || (has(&["confidence"]) && begins(&["interval"])) => {
                Some(Self::Interval)
            }
            () if is_p && adjusted => Some(Self::PAdjusted),
            () if short
                .iter()
                .any(|one| name == *one || (one.len() > 3 && name.starts_with(one))) =>
            {
                Some(Self::PAdjusted)
            }
            () if is_p || is_raw_p(name) => Some(Self::P),
            () if is_share(head, &words) => Some(Self::Share),
            () => None,
        }
    }
}

/// Returns true if a header means a decision at a level: `significant (α = 0.05)`, `reject at 1 %`.
fn is_decision(words: &[String]) -> bool {
    let names = ["reject", "rejected", "significant", "significance", "sig", "decision"];
    let others = ["at", "the", "alpha", "α", "level", "p", "h0", "for"];
    let Some((first, rest)) = words.split_first() else { return false };
    let is_level = |word: &String| word.chars().all(|c| c.is_ascii_digit());
    names.contains(&first.as_str())
        && rest.iter().any(is_level)
        && rest.iter().all(|word| is_level(word) || others.contains(&word.as_str()))
}

/// Returns true if a header means a share of counts, and not a change, an interval, or another
/// rate.
fn is_share(head: &str, words: &[String]) -> bool {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let other = [
        "ci",
        "change",
        "delta",
        "diff",
        "difference",
        "per",
        "learning",
        "growth",
        "heart",
        "interest",
        "effect",
        "bias",
        "gain",
        "sd",
        "std",
        "se",
        "error",
        "interval",
        "reduction",
        "blocked",
        "improvement",
        "exchange",
        "inflation",
        "frame",
        "refresh",
        "sampling",
        "decay",
        "dropout",
        "drop",
        "increase",
        "decrease",
        "relative",
        "lift",
    ];
    let named = names_share(words) || head.contains('%');
    !head.contains(['Δ', '±']) && !has(&other) && named
}

/// Returns true if words mean a share of units.
pub(crate) fn names_share(words: &[String]) -> bool {
    let names = ["accuracy", "acc", "share", "proportion", "percentage", "percent"];
    words.iter().any(|word| names.contains(&word.as_str()))
}

/// The words of a header, in lower case.
pub(crate) fn words(head: &str) -> Vec<String> {
    let small = head.to_lowercase();
    small
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn is_raw_p(name: &str) -> bool {
    ["praw", "rawp", "punadjusted", "puncorrected", "ptwosided", "ponesided", "pexact"]
        .contains(&name)
}

/// The columns of a table by role.
///
/// ```
/// use peirast_audit::{Document, Role, Roles};
/// let document = Document::from_csv("x", "model,n12,n21,n,p-value\nA,3,9,12,0.146\nB,4,4,8,1\n")?;
/// let roles = Roles::read(&document.tables[0]);
/// assert_eq!(roles.column(Role::Mended), Some(2));
/// // n is n12 + n21 on every row: the discordant pairs, not all.
/// assert_eq!((roles.column(Role::Discordant), roles.column(Role::Total)), (Some(3), None));
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roles {
    columns: Vec<Option<Role>>,
    /// The first column of each role, as an index. A table may have very many columns.
    first: BTreeMap<Role, usize>,
    /// Columns with the role of an earlier one, which are not read: the role, the position of the
    /// column that is read, and those of the others.
    repeated: BTreeMap<Role, (usize, Vec<usize>)>,
    /// If a role of counts is repeated, the column of counts for each column of shares.
    counts_of_shares: BTreeMap<(Role, usize), usize>,
    /// Columns whose headers name something that could be checked, but of which no cell could be
    /// read.
    unread: Vec<usize>,
    /// True if numbers, not headers, showed the roles.
    pub by_content: bool,
}

impl Roles {
    /// Finds the roles of columns from their headers, or else from their numbers.
    ///
    /// ```
    /// use peirast_audit::{Document, Role, Roles};
    /// let text = "who,x,y,z,s\nA,3,9,12,1.732\nB,4,4,8,0\nC,9,0,9,-3\nD,1,0,1,-1\n";
    /// let roles = Roles::read(&Document::from_csv("x", text)?.tables[0]);
    /// assert!(roles.by_content);
    /// assert_eq!(roles.column(Role::Mended), Some(2));
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    #[must_use]
    pub fn read(table: &Table) -> Self {
        // If several headers are lost, the others may be above the wrong columns.
        let lost = table.heads.iter().filter(|head| head.is_empty()).count() >= 2;
        let named =
            if lost { vec![None; table.heads.len()] } else { letters::of_heads(&table.heads) };
        let around = fit::Surroundings {
            tests: named.iter().flatten().any(|role| role.is_tested()),
            p: named.contains(&Some(Role::P)),
            total: named.iter().position(|role| *role == Some(Role::Total)),
        };
        let fitting: Vec<Option<Role>> = named
            .iter()
            .enumerate()
            .map(|(at, role)| role.filter(|role| fit::fits(table, at, *role, &around)))
            .collect();
        let is_unread = |at: &usize| {
            fitting[*at].is_none()
                && named[*at].is_some_and(|role| fit::is_unread(table, *at, role))
        };
        let unread = (0..named.len()).filter(is_unread).collect();
        let mut roles = Self { columns: fitting, unread, ..Self::default() };
        if table.column_named("a").is_some() {
            // These are three groups, not the discordant cells.
            roles.forget(table, &["b", "c"]);
        }
        letters::drop_lone(&mut roles.columns, &table.heads);
        roles.drop_repeated();
        roles.index();
        roles.tell_shapiro(table);
        roles.find_pairs(table);
        roles
    }

    /// The first column of a role.
    #[must_use]
    pub fn column(&self, role: Role) -> Option<usize> {
        self.first.get(&role).copied()
    }

    /// Computes the index of first columns again after a change.
    fn index(&mut self) {
        self.first.clear();
        for (at, role) in self.columns.iter().enumerate() {
            if let Some(role) = role {
                self.first.entry(*role).or_insert(at);
            }
        }
        self.group_shares();
    }

    /// All columns of a role.
    pub(crate) fn columns(&self, role: Role) -> impl Iterator<Item = usize> + '_ {
        let is = move |(at, own): (usize, &Option<Role>)| (*own == Some(role)).then_some(at);
        self.columns.iter().enumerate().filter_map(is)
    }

    /// The kind of values in a column.
    pub(crate) fn role(&self, column: usize) -> Option<Role> {
        self.columns.get(column).copied().flatten()
    }

    /// Sets the role of a column, in place of any other.
    pub(crate) fn set(&mut self, column: usize, role: Role) {
        if !role.may_repeat() {
            self.columns.iter_mut().filter(|own| **own == Some(role)).for_each(|own| *own = None);
            self.repeated.remove(&role);
        }
        if let Some(own) = self.columns.get_mut(column) {
            *own = Some(role);
        }
        self.unread.retain(|unread| *unread != column);
        self.index();
    }

    /// Removes the roles of columns with these headers.
    fn forget(&mut self, table: &Table, heads: &[&str]) {
        for (own, head) in self.columns.iter_mut().zip(&table.heads) {
            if heads.contains(&head.to_lowercase().as_str()) {
                *own = None;
            }
        }
    }

    /// Decides between two statistics called W. That of normality is close to 1, and never above
    /// it.
    fn tell_shapiro(&mut self, table: &Table) {
        if let Some(column) = self.column(Role::SignedRank) {
            let values: Vec<f64> = table.numbers(column).flatten().map(|n| n.value).collect();
            // One or two impossible values are tolerated. Sums of ranks are larger.
            let normal = values.iter().filter(|w| (0.4..=1.0).contains(*w)).count();
            let whole = values.iter().all(|w| w.fract() == 0.0);
            if normal * 2 > values.len() && (normal == values.len() || !whole) {
                self.set(column, Role::Shapiro);
            }
        }
    }

    /// Finds tables of paired answers whose headers are lost, or that use another name for n*.
    fn find_pairs(&mut self, table: &Table) {
        if let (Some(b), Some(c)) = (self.column(Role::Broken), self.column(Role::Mended)) {
            let totals = self.all_columns(Role::Total);
            let is_discordant =
                |n: &usize| self.column(Role::Discordant).is_none() && sums(table, b, c, *n, 2);
            if let Some(n) = totals.iter().copied().find(is_discordant) {
                self.take_from_totals(n, &totals);
                self.set(n, Role::Discordant);
            }
            return;
        }
        let width = table.heads.len();
        let found = (0..width.saturating_sub(3))
            .find(|at| sums(table, *at, at + 1, at + 2, 9) && is_z(table, *at, at + 1, at + 3));
        let Some(at) = found else { return };
        self.by_content = true;
        for column in at..width {
            self.columns[column] = None;
        }
        let roles = [Role::Broken, Role::Mended, Role::Discordant, Role::Z];
        (at..).zip(roles).for_each(|(column, role)| self.columns[column] = Some(role));
        let mut has_p = false;
        for column in at + 4..width {
            if !has_p && fit::is_mostly(table, column, Role::P) {
                self.columns[column] = Some(Role::P);
                has_p = true;
            } else if fit::is_mostly(table, column, Role::Reject) {
                self.columns[column] = Some(Role::Reject);
            }
        }
        self.index();
    }
}

/// Returns true if whole numbers of two columns add up to those of a third on nearly every row that
/// has all three. At least `tenths` in ten rows must have all three.
fn sums(table: &Table, first: usize, second: usize, sum: usize, tenths: usize) -> bool {
    let rows = table.rows.iter().filter_map(|row| {
        let count = |at: usize| row.cells.get(at).and_then(crate::Cell::count);
        Some((count(first)?, count(second)?, count(sum)?))
    });
    let rows: Vec<_> = rows.collect();
    let good = rows.iter().filter(|(a, b, s)| a + b == *s).count();
    let telling = rows.iter().any(|(a, b, _)| *a > 0 && *b > 0);
    telling && rows.len() * 10 >= table.rows.len() * tenths && good * 10 >= rows.len() * 9
}

/// Returns true if a column is the standardised difference of two others.
fn is_z(table: &Table, first: usize, second: usize, z: usize) -> bool {
    let rows = table.rows.iter().filter_map(|row| {
        let count = |at: usize| row.cells.get(at).and_then(crate::Cell::count);
        let (b, c) = (count(first)? as f64, count(second)? as f64);
        let printed = row.cells.get(z)?.number()?;
        let size = (c - b).abs() / (b + c).max(1.0).sqrt();
        let printed = crate::Printed { value: printed.value.abs(), ..printed };
        Some(printed.agrees(size))
    });
    let rows: Vec<bool> = rows.collect();
    let good = rows.iter().filter(|good| **good).count();
    rows.len() >= 3 && good * 10 >= rows.len() * 9
}
