//! The facts that premises settle about each kind of individual: the proof of a syllogism by a Venn diagram.

use super::Form;
use crate::categorical::{Categorical, Import, Quantity};

/// The number of kinds of individuals that three terms distinguish.
const KINDS: usize = 8;

/// The fact that the premises of a syllogism settle about one kind of individual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// There is no individual of this kind: the major premise excludes it, the minor one, or both.
    Empty {
        /// True if the major premise excludes it.
        major: bool,
        /// True if the minor premise excludes it.
        minor: bool,
    },
    /// There is an individual of this kind: something says that there are individuals, and of the
    /// kinds that they may have, the premises leave only this one.
    Inhabited(Witness),
    /// The premises leave open if there is one.
    Open,
}

/// The reason why there are individuals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The major premise says so.
    MajorPremise,
    /// The minor premise says so.
    MinorPremise,
    /// The term with this number is not empty, by the traditional assumption.
    Term(usize),
}

impl Categorical {
    /// True if the proposition speaks of individuals of this kind (a bit for each term): it says
    /// that there are none if it is universal, and that there are some of such kinds if it is
    /// particular.
    ///
    /// ```
    /// use peirast_logic::categorical::Categorical;
    /// // "All S are P" excludes what is S and not P.
    /// let all = Categorical::all(0, 1);
    /// assert_eq!([0b00, 0b01, 0b10, 0b11].map(|kind| all.speaks_of(kind)), [false, true, false, false]);
    /// ```
    pub fn speaks_of(self, kind: usize) -> bool {
        let is = |term: usize| kind >> term & 1 == 1;
        let with_predicate = matches!(self.quantity, Quantity::No | Quantity::Some);
        is(self.subject) && is(self.predicate) == with_predicate
    }

    /// The individuals that the proposition speaks of, in words ([`Categorical::speaks_of`]).
    ///
    /// ```
    /// use peirast_logic::categorical::Categorical;
    /// let all = Categorical::all(0, 1);
    /// assert_eq!(all.individuals_in_words(&["cats", "dogs"]), "cats outside the dogs");
    /// ```
    pub fn individuals_in_words(self, terms: &[&str]) -> String {
        let term = |number: usize| terms.get(number).copied().unwrap_or("?");
        let side = match self.quantity {
            Quantity::All | Quantity::SomeNot => "outside",
            Quantity::No | Quantity::Some => "among",
        };
        format!("{} {side} the {}", term(self.subject), term(self.predicate))
    }

    fn excludes(self, kind: usize) -> bool {
        self.quantity.is_universal() && self.speaks_of(kind)
    }
}

impl Form {
    /// The facts that the premises settle about each of the eight kinds of individuals, by the number of the
    /// kind (a bit for each term).
    ///
    /// This is the diagram by which Venn (1881) decides syllogisms: universal premises exclude
    /// kinds, and particular ones put something into what is left. The conclusion of a valid form
    /// can be read off: every kind that a universal conclusion excludes is empty, and a kind that a
    /// particular conclusion speaks of is inhabited.
    ///
    /// ```
    /// use peirast_logic::categorical::Import;
    /// use peirast_logic::syllogism::{Form, Settled, Witness};
    ///
    /// // Darii: all M are P, some S are M. The S that is M is also P.
    /// let settled = "AII-1".parse::<Form>()?.settled(Import::Modern);
    /// assert_eq!(settled[0b111], Settled::Inhabited(Witness::MinorPremise));
    /// assert_eq!(settled[0b011], Settled::Empty { major: true, minor: false });
    /// assert_eq!(settled[0b000], Settled::Open);
    /// # Ok::<(), peirast_logic::syllogism::FormError>(())
    /// ```
    pub fn settled(self, import: Import) -> [Settled; KINDS] {
        let (major, minor) = (self.major_premise(), self.minor_premise());
        let empty = |kind: usize| major.excludes(kind) || minor.excludes(kind);
        let witness = |kind: usize| {
            let sure = |speaks: &dyn Fn(usize) -> bool| {
                (0..KINDS).filter(|kind| speaks(*kind) && !empty(*kind)).eq([kind])
            };
            let says = |premise: Categorical| {
                !premise.quantity.is_universal() && sure(&|kind| premise.speaks_of(kind))
            };
            let terms = if import == Import::Traditional { 0..3 } else { 0..0 };
            let mut terms = terms.filter(|term| sure(&|kind| kind >> term & 1 == 1));
            if says(major) {
                Some(Witness::MajorPremise)
            } else if says(minor) {
                Some(Witness::MinorPremise)
            } else {
                terms.next().map(Witness::Term)
            }
        };
        std::array::from_fn(|kind| {
            let (major, minor) = (major.excludes(kind), minor.excludes(kind));
            match witness(kind) {
                _ if major || minor => Settled::Empty { major, minor },
                Some(witness) => Settled::Inhabited(witness),
                None => Settled::Open,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::categorical::Model;

    fn models(form: Form, import: Import) -> Vec<Model> {
        let premises = [form.major_premise(), form.minor_premise()];
        Model::all(3)
            .filter(|model| import == Import::Modern || (0..3).all(|term| model.has(term)))
            .filter(|model| premises.iter().all(|premise| model.satisfies(*premise)))
            .collect()
    }

    /// A kind is empty if no model of the premises has it, inhabited if every model has it.
    #[test]
    fn the_diagram_is_what_all_models_share() {
        for form in Form::all() {
            for import in [Import::Modern, Import::Traditional] {
                let models = models(form, import);
                for (kind, settled) in form.settled(import).into_iter().enumerate() {
                    let having = models.iter().filter(|model| model.kinds().any(|one| one == kind));
                    let having = having.count();
                    match settled {
                        Settled::Empty { .. } => assert_eq!(having, 0, "{form} {kind:03b}"),
                        Settled::Inhabited(_) => {
                            assert_eq!(having, models.len(), "{form} {kind:03b}");
                        }
                        Settled::Open => {
                            assert!(having > 0 && having < models.len(), "{form} {kind:03b}");
                        }
                    }
                }
            }
        }
    }

    /// The diagram shows the conclusion of every valid form, and of no invalid one.
    #[test]
    fn the_conclusion_can_be_read_off_if_and_only_if_it_follows() {
        for form in Form::all() {
            for import in [Import::Modern, Import::Traditional] {
                let settled = form.settled(import);
                let conclusion = form.conclusion();
                let mut spoken_of = settled
                    .iter()
                    .enumerate()
                    .filter(|(kind, _)| conclusion.speaks_of(*kind))
                    .map(|(_, settled)| settled);
                let is_shown = if conclusion.quantity.is_universal() {
                    spoken_of.all(|one| matches!(one, Settled::Empty { .. }))
                } else {
                    spoken_of.any(|one| matches!(one, Settled::Inhabited(_)))
                };
                assert_eq!(is_shown, form.is_valid(import), "{form} {import:?}");
            }
        }
    }
}
