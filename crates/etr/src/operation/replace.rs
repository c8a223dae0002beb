//! Renaming symbols.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::Renaming;
use crate::text::{misleads, misleads_as_object};
use crate::view::View;

impl Engine {
    /// The view with every object, function and predicate of one name given another; see
    /// [`View::replace`].
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if two objects of different kinds would get the same name;
    /// [`Error::Undefined`] if the new name is none that view strings have.
    pub fn replace(
        &mut self,
        view: &InternedView,
        old: &str,
        new: &str,
    ) -> Result<InternedView, Error> {
        if !self.lexicon.mentions(view, old) {
            return Ok(view.clone());
        }
        let quantifies = self
            .lexicon
            .find_object(old)
            .is_some_and(|object| view.relation.objects().contains(object.0));
        let misleading = misleads(new) || quantifies && misleads_as_object(new);
        if self.reading().mends_texts() && misleading {
            let reason = crate::text::MISLEADING;
            return Err(Error::Undefined { operation: "replace", reason });
        }
        let mut renaming = Renaming::new(old, new, &mut self.lexicon);
        renaming.view(view)?.piped(&self.lexicon)
    }
}

impl View {
    /// The view in other words: every arbitrary object, function and predicate that is called
    /// `old` is called `new`.
    ///
    /// No operation of the theory, but what it takes to put the same problem into other contents.
    /// A name that does not occur changes nothing.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let view: View = "Ex {Barks(x*)Dog(x)}".parse()?;
    /// assert_eq!(view.replace("Dog", "Seal")?.to_string(), "∃x {Barks(x*)Seal(x)}");
    /// assert_eq!(view.replace("x", "y")?.to_string(), "∃y {Barks(y*)Dog(y)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// In PyETR 1.0.0 negated do-atoms lose their sign thereby ([`DoPolarity`](crate::DoPolarity)),
    /// and names that occur in weights alone stay as they are ([`WeightNames`](crate::WeightNames)).
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if a universal and an existential would get the same name; else as
    /// [any method](View#errors).
    pub fn replace(&self, old: &str, new: &str) -> Result<View, Error> {
        View::with(&[self], |engine, views| engine.replace(&views[0], old, new))
    }
}
