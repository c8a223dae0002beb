//! The filter of the 256 forms, and the shares of those who draw their conclusions.

use crate::query::Query;
use peirast_logic::categorical::{Import, Quantity};
use peirast_logic::syllogism::Form;
use peirast_task::{HumanResponses, PremisePair, Sample, Theory};

/// The validity of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Validity {
    /// Valid in every situation.
    Valid,
    /// As long as no term is empty.
    WithImport,
    /// Not even then.
    Invalid,
}

impl Validity {
    pub(crate) const ALL: [Self; 3] = [Self::Valid, Self::WithImport, Self::Invalid];

    /// The validity of a form.
    pub(crate) fn new(form: Form) -> Self {
        match (form.is_valid(Import::Modern), form.is_valid(Import::Traditional)) {
            (true, _) => Self::Valid,
            (false, true) => Self::WithImport,
            (false, false) => Self::Invalid,
        }
    }

    /// Its name in addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::WithImport => "import",
            Self::Invalid => "invalid",
        }
    }

    /// The words for it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::WithImport => "valid if no term is empty",
            Self::Invalid => "invalid",
        }
    }

    /// Its sign, and the class of its cells.
    pub(crate) fn sign(self) -> (&'static str, &'static str) {
        match self {
            Self::Valid => ("✓", "good"),
            Self::WithImport => ("∃", "import"),
            Self::Invalid => ("·", "none"),
        }
    }
}

/// The group or theory that draws conclusions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// People, as they did.
    People(Sample),
    /// People, as a theory has it.
    Theory(Theory),
}

impl Who {
    /// Everyone.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let people = Sample::ALL.into_iter().map(Self::People);
        people.chain(Theory::ALL.into_iter().map(Self::Theory))
    }

    /// The group or theory with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::all().find(|who| who.name() == name)
    }

    /// The name in addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::People(sample) => sample.name(),
            Self::Theory(theory) => theory.name(),
        }
    }

    /// Its description.
    pub(crate) fn words(self) -> String {
        match self {
            Self::People(sample) => format!("people: {}", sample.source()),
            Self::Theory(theory) => format!("theory: {}", theory.name()),
        }
    }

    /// The share who draw the conclusion of a form, from 0 to 1; of a theory 0 or 1. The premises are
    /// in their usual order ([`PremisePair::usual`]). None if there are no data.
    pub(crate) fn share(self, form: Form) -> Option<f64> {
        let (pair, conclusion) = PremisePair::usual(form);
        let people = HumanResponses::get().ok()?;
        let predicts = |is: bool| Some(f64::from(u8::from(is)));
        match self {
            Self::People(sample) => Some(people.share(sample, pair, conclusion)),
            Self::Theory(theory) => predicts(people.predicted(theory, pair).contains(&conclusion)),
        }
    }
}

/// The forms to show.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormFilter {
    pub(crate) figure: Option<u8>,
    pub(crate) major: Option<Quantity>,
    pub(crate) minor: Option<Quantity>,
    pub(crate) conclusion: Option<Quantity>,
    pub(crate) validity: Option<Validity>,
    /// The group or theory whose conclusions are shown.
    pub(crate) who: Option<Who>,
    /// The least share of them who draw the conclusion, in percent.
    pub(crate) least: Option<u8>,
}

impl FormFilter {
    /// The filter in an address.
    pub(crate) fn from_query(query: &Query) -> Self {
        let letter = |name| query.get(name)?.chars().next().and_then(Quantity::of_letter);
        let number = |name| query.get(name)?.parse::<u8>().ok();
        Self {
            figure: number("figure").filter(|figure| (1..=4).contains(figure)),
            major: letter("major"),
            minor: letter("minor"),
            conclusion: letter("conclusion"),
            validity: query
                .get("valid")
                .and_then(|name| Validity::ALL.into_iter().find(|one| one.name() == name)),
            who: query.get("who").and_then(Who::named),
            least: number("least"),
        }
    }

    /// True if all forms pass.
    pub(crate) fn is_all(&self) -> bool {
        Form::all().all(|form| self.has(form))
    }

    /// True if a form passes.
    pub(crate) fn has(&self, form: Form) -> bool {
        let is = |wanted: Option<Quantity>, own| wanted.is_none_or(|wanted| wanted == own);
        let enough = |least: u8| {
            let share = self.who.and_then(|who| who.share(form)).unwrap_or_default();
            100.0 * share >= f64::from(least)
        };
        self.figure.is_none_or(|figure| figure == form.figure.number())
            && is(self.major, form.major)
            && is(self.minor, form.minor)
            && is(self.conclusion, form.conclusion)
            && self.validity.is_none_or(|validity| validity == Validity::new(form))
            && (self.who.is_none() || self.least.is_none_or(enough))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(query: &str) -> usize {
        let chosen = FormFilter::from_query(&Query::read(query));
        Form::all().filter(|form| chosen.has(*form)).count()
    }

    #[test]
    fn filters_choose_forms() {
        assert_eq!(count(""), 256);
        assert_eq!(
            (count("valid=valid"), count("valid=import"), count("valid=invalid")),
            (15, 9, 232)
        );
        assert_eq!(
            (count("figure=2"), count("figure=2&major=E"), count("figure=9")),
            (64, 16, 256)
        );
        assert_eq!(count("major=A&minor=A&conclusion=A"), 4);
        assert_eq!(count("who=atmosphere&least=1"), 64);
        assert!(count("who=ragni&least=50") < count("who=ragni&least=10"));
        assert_eq!(count("least=50"), 256);
    }

    #[test]
    fn everyone_has_a_name_of_their_own() {
        for who in Who::all() {
            assert_eq!(Who::named(who.name()), Some(who));
        }
    }
}
