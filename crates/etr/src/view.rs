//! Views without an engine.

use crate::batch::{Pairwise, Unary};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{Graft, Lexicon};
use crate::reading::Reading;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// A view (definition 9): alternatives, what is supposed, which objects depend on which, and what
/// is at issue.
///
/// A view owns all it needs, can be sent between threads, compared, hashed, printed and read back.
/// Each operation and procedure of the theory is a method: the view is the *external* one, the
/// state of mind so far, and the argument, if there is one, the *internal* one, which comes in.
/// Methods leave their views as they are and make a new one. They follow the [`Reading`] of the
/// first view involved and work under the default [`Limits`](crate::Limits); [`Engine`] has the
/// same methods for other limits, for many operations on the same problem, and for asking why an
/// operation handed a view back as it was ([`Engine::unchanged`]).
///
/// ```
/// use peirast_etr::View;
///
/// let view: View = "Ax {Red(x*), Blue(x*)}^{Ball(x*)}".parse()?;
/// assert_eq!(view.to_string(), "∀x {Blue(x*),Red(x*)}^{Ball(x*)}");
/// # Ok::<(), peirast_etr::Error>(())
/// ```
///
/// # Errors
///
/// A presupposition that fails is no error: the operation then hands the external view back. Any
/// method can fail with [`Error::TooManyStates`], [`Error::TooManySteps`], [`Error::TermTooLarge`]
/// or [`Error::WeightTooLarge`], since views can grow exponentially, and with [`Error::Arithmetic`]
/// if it plugs numbers into a function that has no value for them, such as the logarithm of 0. Each
/// method lists its other errors.
#[derive(Clone)]
pub struct View {
    lexicon: Arc<Lexicon>,
    interned: InternedView,
}

impl View {
    pub(crate) fn from_engine(engine: &Engine, view: &InternedView) -> View {
        let mut lexicon = Lexicon::new(*engine.reading());
        engine.lexicon.numeric_functions().iter().for_each(|known| lexicon.define(known.clone()));
        match view.carried(&mut Graft::new(&engine.lexicon, &mut lexicon)) {
            Ok(interned) => View { lexicon: Arc::new(lexicon), interned },
            // A copy of existing terms computes nothing and cannot fail; if it did, the whole
            // lexicon would serve as well.
            Err(_) => View { lexicon: Arc::new(engine.lexicon.clone()), interned: view.clone() },
        }
    }

    /// The view of an engine that is no longer needed. Copying the used part of a small lexicon
    /// takes longer than most operations; a large one is copied, so that names do not pile up over
    /// many operations.
    pub(crate) fn from_engine_alone(engine: Engine, view: InternedView) -> View {
        if engine.lexicon.is_small() {
            View { lexicon: Arc::new(engine.lexicon), interned: view }
        } else {
            View::from_engine(&engine, &view)
        }
    }

    /// The reading of the theory that this view follows.
    pub fn reading(&self) -> &Reading {
        self.lexicon.reading()
    }

    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    pub(crate) fn interned(&self) -> &InternedView {
        &self.interned
    }

    fn engine(&self) -> Engine {
        Engine::over(Lexicon::clone(&self.lexicon))
    }

    /// Takes in a view for a computation that goes on elsewhere, with the functions it knows.
    fn take_into(&self, engine: &mut Engine) -> Result<InternedView, Error> {
        for function in self.lexicon.numeric_functions() {
            let known = engine.lexicon.numeric_functions();
            if !known.iter().any(|known| known.name() == function.name()) {
                engine.define(function.clone());
            }
        }
        engine.import(self)
    }

    /// An engine that follows the reading of the first view, with all views in it, in this order,
    /// and the functions that they know.
    ///
    /// # Errors
    ///
    /// As [`Engine::import`].
    pub fn gathered(views: &[&View]) -> Result<(Engine, Vec<InternedView>), Error> {
        let Some((first, others)) = views.split_first() else {
            return Ok((Engine::default(), Vec::new()));
        };
        let mut engine = first.engine();
        let mut all = vec![first.interned.clone()];
        for other in others {
            all.push(other.take_into(&mut engine)?);
        }
        Ok((engine, all))
    }

    /// Computes something from views in an engine of their own.
    pub(crate) fn ask<T>(
        views: &[&View],
        run: impl FnOnce(&mut Engine, &[InternedView]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (mut engine, views) = View::gathered(views)?;
        run(&mut engine, &views)
    }

    /// Computes a view from others in an engine of their own.
    pub(crate) fn with(
        views: &[&View],
        run: impl FnOnce(&mut Engine, &[InternedView]) -> Result<InternedView, Error>,
    ) -> Result<View, Error> {
        let (mut engine, views) = View::gathered(views)?;
        let result = run(&mut engine, &views)?;
        Ok(engine.into_view(result))
    }

    /// Carries out an operation on this view alone.
    pub(crate) fn alone(&self, run: Unary) -> Result<View, Error> {
        View::with(&[self], |engine, views| run(engine, &views[0]))
    }

    /// Carries out an operation on this view and an internal one.
    pub(crate) fn beside(&self, internal: &View, run: Pairwise) -> Result<View, Error> {
        View::with(&[self, internal], |engine, views| run(engine, &views[0], &views[1]))
    }

    /// Reads a view under a reading of the theory; `parse` reads it under the default one.
    ///
    /// # Errors
    ///
    /// As [`Engine::read`].
    pub fn read(text: &str, reading: Reading) -> Result<View, Error> {
        let mut engine = Engine::new(reading);
        let view = engine.read(text)?;
        Ok(engine.into_view(view))
    }

    /// ⊤: nothing supposed, one alternative without content.
    pub fn verum() -> View {
        Engine::default().export(&InternedView::verum())
    }

    /// ⊥: nothing supposed, no alternative.
    pub fn falsum() -> View {
        Engine::default().export(&InternedView::falsum())
    }
}

impl FromStr for View {
    type Err = Error;

    fn from_str(text: &str) -> Result<View, Error> {
        View::read(text, Reading::default())
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.engine().show(&self.interned))
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View({self})")
    }
}

impl PartialEq for View {
    /// The same stage, weights, supposition, dependencies and issues, names included.
    fn eq(&self, other: &View) -> bool {
        let mut engine = self.engine();
        engine.import(other).is_ok_and(|other| self.interned.same(&other))
    }
}

impl Eq for View {}

impl Hash for View {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal views are written alike; the numbers inside depend on what was named first.
        self.to_string().hash(state);
    }
}
