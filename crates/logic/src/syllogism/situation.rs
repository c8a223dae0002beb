//! Situations in which premises are true.

use super::Form;
use crate::categorical::{Import, Model};

impl Form {
    /// The model of the premises with the fewest inhabited kinds, and at least one. `None` if there
    /// is no such model.
    ///
    /// ```
    /// use peirast_logic::categorical::Import;
    /// use peirast_logic::syllogism::Form;
    ///
    /// let form: Form = "AAA-1".parse()?;
    /// let smallest = form.situation(Import::Traditional).map(|model| model.kinds().count());
    /// assert_eq!(smallest, Some(1));
    /// # Ok::<(), peirast_logic::syllogism::FormError>(())
    /// ```
    pub fn situation(self, import: Import) -> Option<Model> {
        let premises = [self.major_premise(), self.minor_premise()];
        let fits = |model: &Model| {
            model.kinds().count() > 0
                && (import == Import::Modern || (0..3).all(|term| model.has(term)))
                && premises.iter().all(|premise| model.satisfies(*premise))
        };
        Model::all(3).filter(fits).min_by_key(|model| model.kinds().count())
    }
}
