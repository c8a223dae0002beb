//! Readings: the variants of the theory that an engine can follow where its sources differ.

/// The negation of a do-atom when objects are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoPolarity {
    /// It stays.
    Kept,
    /// It is lost, as in PyETR 1.0.0.
    Lost,
}

/// The effect of negation on issues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssueNegation {
    /// Issues of an atom are issues of its negation too (definition 19).
    Both,
    /// Marks of negated atoms vanish, as in PyETR 1.0.0.
    Lost,
}

/// The representation of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Exact decimals up to 38 digits.
    Exact,
    /// Floating point, as in PyETR 1.0.0.
    Float,
}

/// The printed marks of equal neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Each mark where it belongs.
    Placed,
    /// A mark inside a function spreads to equal arguments next to it, as PyETR 1.0.0 prints it.
    Spread,
}

/// The names of weights that a renaming reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightNames {
    /// All of them.
    Renamed,
    /// Those that occur in an atom of the view too, as in PyETR 1.0.0. A name that weights alone
    /// have stays as it is.
    RenamedWithAtoms,
}

/// The condition under which a query adds the state 0 for states without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryZero {
    /// As soon as one state of the external view supports no answer (chapter 5).
    AnyUnsupported,
    /// Only if no state supports any answer (A.52, chapter 4).
    NoneSupported,
}

/// Permitted differences between a conclusion that follows and what the premises yield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Following {
    /// Not at all, names included: PyETR's way.
    Strict,
    /// In the names of its arbitrary objects.
    UpToRenaming,
    /// In those names and in what is marked as at issue.
    RegardlessOfIssues,
}

impl Following {
    /// All ways of following.
    pub const ALL: [Following; 3] =
        [Following::Strict, Following::UpToRenaming, Following::RegardlessOfIssues];

    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Following::Strict => "strict",
            Following::UpToRenaming => "up-to-renaming",
            Following::RegardlessOfIssues => "regardless-of-issues",
        }
    }

    /// The way of following of this name.
    ///
    /// ```
    /// use peirast_etr::Following;
    ///
    /// assert_eq!(Following::named("strict"), Some(Following::Strict));
    /// assert_eq!(Following::named("loosely"), None);
    /// ```
    pub fn named(name: &str) -> Option<Following> {
        Following::ALL.into_iter().find(|following| following.name() == name)
    }
}

/// The formulas to follow if a printed formula of the book differs from the book's own worked
/// examples, which PyETR follows.
///
/// In print, the first premise is deposed after it has been taken in rather than before (basic
/// step); each instance of a view loses at once the dependencies of objects that it does not
/// mention (substitution); a denial within an inquiry keeps the issues of what it denies and gains
/// none; the answers of a wh-query count once, however many ways lead to them; a probability that
/// is none sends for the remainder, rather than a state without weight (5.20); and Leibniz' law
/// holds at any depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formulas {
    /// As the worked examples and PyETR have them.
    Practised,
    /// As printed.
    Printed,
}

/// The differences between the theory's sources, and the source that an engine follows in each.
///
/// | reading | negated do-atoms | issues under negation | numbers |
/// |---|---|---|---|
/// | [`Reading::SOUND`], the default | keep their sign | kept (definition 19) | exact decimals |
/// | [`Reading::PYETR_1_0_0`] | lose it on any replacement | lost | floating point |
/// | [`Reading::BOOK`] | keep their sign | kept (definition 19) | exact decimals |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// The negation of do-atoms under replacement.
    pub do_polarity: DoPolarity,
    /// The effect of negation on issues.
    pub issue_negation: IssueNegation,
    /// The representation of numbers.
    pub numbers: Numbers,
    /// The printed marks.
    pub marks: Marks,
    /// The names of weights that a renaming reaches.
    pub weight_names: WeightNames,
    /// The condition under which a query adds 0.
    pub query_zero: QueryZero,
    /// The condition for a conclusion to follow.
    pub following: Following,
    /// The formulas to follow if print and worked examples differ.
    pub formulas: Formulas,
}

impl Reading {
    /// Sound and deterministic: the theory as meant, with PyETR's slips repaired.
    pub const SOUND: Reading = Reading {
        name: "sound",
        do_polarity: DoPolarity::Kept,
        issue_negation: IssueNegation::Both,
        numbers: Numbers::Exact,
        marks: Marks::Placed,
        weight_names: WeightNames::Renamed,
        query_zero: QueryZero::AnyUnsupported,
        following: Following::UpToRenaming,
        formulas: Formulas::Practised,
    };
    /// The computations of PyETR 1.0.0, with its surprises.
    pub const PYETR_1_0_0: Reading = Reading {
        name: "pyetr-1.0.0",
        do_polarity: DoPolarity::Lost,
        issue_negation: IssueNegation::Lost,
        numbers: Numbers::Float,
        marks: Marks::Spread,
        weight_names: WeightNames::RenamedWithAtoms,
        query_zero: QueryZero::AnyUnsupported,
        following: Following::Strict,
        formulas: Formulas::Practised,
    };
    /// Reason and Inquiry as printed, where it differs from the default.
    pub const BOOK: Reading = Reading {
        name: "book",
        query_zero: QueryZero::NoneSupported,
        formulas: Formulas::Printed,
        ..Reading::SOUND
    };

    /// All readings that have a name.
    pub const ALL: [Reading; 3] = [Reading::SOUND, Reading::PYETR_1_0_0, Reading::BOOK];

    /// Are formulas followed as printed?
    pub(crate) fn is_printed(&self) -> bool {
        self.formulas == Formulas::Printed
    }

    /// Are texts read and written without PyETR's slips?
    pub(crate) fn mends_texts(&self) -> bool {
        self.marks == Marks::Placed
    }

    /// The reading of this name.
    ///
    /// ```
    /// use peirast_etr::Reading;
    ///
    /// assert_eq!(Reading::named("pyetr-1.0.0"), Some(Reading::PYETR_1_0_0));
    /// assert_eq!(Reading::named("aristotle"), None);
    /// ```
    pub fn named(name: &str) -> Option<Reading> {
        Reading::ALL.into_iter().find(|reading| reading.name == name)
    }
}

impl Default for Reading {
    fn default() -> Self {
        Reading::SOUND
    }
}
