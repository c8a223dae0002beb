//! The engine: a lexicon, a reading, limits, and the operations on views.

use crate::allowance::Allowance;
use crate::bits::Bits;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{Graft, Lexicon, NumericFunction};
use crate::limits::{Bounds, Limits};
use crate::operation::{Operation, Unchanged};
use crate::reading::Reading;
use crate::trace::{Recorded, Recorder, Trace};
use crate::view::View;

/// Computes with views.
///
/// An engine holds every name, term and atom once, so that views made by it are sets of numbers and
/// operations on them take fractions of a microsecond. Use one engine for each problem (or each
/// thread): names stay in it. For occasional use, the methods of [`View`] do the same on views that
/// need no engine.
///
/// ```
/// use peirast_etr::Engine;
///
/// let mut engine = Engine::default();
/// let premises = [engine.read("{Ace()King(), Queen()Jack()}")?, engine.read("{Ace()}")?];
/// let conclusion = engine.default_inference(&premises)?;
/// assert_eq!(engine.show(&conclusion), "{King()}");
/// # Ok::<(), peirast_etr::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Engine {
    pub(crate) lexicon: Lexicon,
    pub(crate) limits: Bounds,
    pub(crate) unchanged: Option<Unchanged>,
    /// Objects of a view that will be compared with the outcome: no fresh one may be taken for
    /// one of them.
    pub(crate) reserved: Bits,
    recorder: Option<Recorder>,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new(Reading::default())
    }
}

impl Engine {
    /// An engine that follows a reading of the theory.
    pub fn new(reading: Reading) -> Engine {
        Engine::over(Lexicon::new(reading))
    }

    pub(crate) fn over(lexicon: Lexicon) -> Engine {
        Engine {
            lexicon,
            limits: Bounds::default(),
            unchanged: None,
            reserved: Bits::default(),
            recorder: None,
        }
    }

    /// The same engine with other limits.
    pub fn with_limits(mut self, limits: Limits) -> Engine {
        self.limits.limits = limits;
        self
    }

    /// The same engine, whose operations together may do no more than this. Its clones share the allowance.
    pub fn with_allowance(mut self, allowance: Allowance) -> Engine {
        self.limits.allowance = Some(allowance);
        self
    }

    /// The reading that this engine follows.
    pub fn reading(&self) -> &Reading {
        self.lexicon.reading()
    }

    /// Lets terms with this function be computed as soon as their arguments are numbers.
    pub fn define(&mut self, function: NumericFunction) {
        self.lexicon.define(function);
    }

    /// The reason why the last operation handed its external view back as it was, if it did.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("{A(),B()}")?;
    /// let conditional = engine.read("{A()}^{C()}")?;
    /// engine.answer(&view, &conditional)?;
    /// let why = engine.unchanged().expect("a conditional answers nothing");
    /// assert_eq!(why.to_string(), "the internal view supposes something");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn unchanged(&self) -> Option<Unchanged> {
        self.unchanged
    }

    /// A view without an engine.
    pub fn export(&self, view: &InternedView) -> View {
        View::from_engine(self, view)
    }

    /// A view without an engine, from an engine that is no longer needed: as [`Engine::export`],
    /// and faster for small views.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let read = engine.read("{Ace()King(), Queen()}")?;
    /// assert_eq!(engine.into_view(read).to_string(), "{Ace()King(),Queen()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn into_view(self, view: InternedView) -> View {
        View::from_engine_alone(self, view)
    }

    /// Takes a view without an engine into this one.
    ///
    /// # Errors
    ///
    /// [`Error::Arithmetic`] if a term can be computed here and has no value.
    pub fn import(&mut self, view: &View) -> Result<InternedView, Error> {
        view.interned().carried(&mut Graft::new(view.lexicon(), &mut self.lexicon))
    }

    /// Starts recording every operation, until [`Engine::take_trace`].
    pub fn record(&mut self) {
        self.recorder = Some(Recorder::default());
    }

    /// The operations recorded since [`Engine::record`]; stops recording.
    pub fn take_trace(&mut self) -> Trace {
        let steps = self.recorder.take().map(Recorder::finish).unwrap_or_default();
        Trace::new(self, steps)
    }

    pub(crate) fn take_recorded(&mut self) -> Vec<Recorded> {
        self.recorder.take().map(Recorder::finish).unwrap_or_default()
    }

    /// Tries something that is no part of what is recorded.
    pub(crate) fn unrecorded<T>(&mut self, run: impl FnOnce(&mut Engine) -> T) -> T {
        let recorder = self.recorder.take();
        let result = run(self);
        self.recorder = recorder;
        result
    }

    pub(crate) fn pass_through(&mut self, view: InternedView, why: Unchanged) -> InternedView {
        self.unchanged = Some(why);
        view
    }

    /// Carries out one operation and records it if somebody wants to know.
    #[inline]
    pub(crate) fn step(
        &mut self,
        operation: Operation,
        external: InternedView,
        internal: &InternedView,
        run: impl FnOnce(&mut Engine, InternedView, &InternedView) -> Result<InternedView, Error>,
    ) -> Result<InternedView, Error> {
        self.unchanged = None;
        if !self.is_watched() {
            return run(self, external, internal);
        }
        let step = self.begin_step(operation, &[&external, internal])?;
        let output = run(self, external, internal);
        self.end_step(step, output)
    }

    /// The same for an operation on one view.
    #[inline]
    pub(crate) fn unary_step(
        &mut self,
        operation: Operation,
        view: &InternedView,
        run: fn(&mut Engine, &InternedView) -> Result<InternedView, Error>,
    ) -> Result<InternedView, Error> {
        self.unchanged = None;
        if !self.is_watched() {
            return run(self, view);
        }
        let step = self.begin_step(operation, &[view])?;
        let output = run(self, view);
        self.end_step(step, output)
    }

    /// Are operations recorded or their steps counted? If not, what makes no difference may be left out.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.recorder.is_some() || self.limits.allowance.is_some()
    }

    /// Every operation costs what it takes to look at its views, and to keep them where they are
    /// recorded. Returns the place of the step in the record.
    #[cold]
    fn begin_step(
        &mut self,
        operation: Operation,
        views: &[&InternedView],
    ) -> Result<Option<usize>, Error> {
        if let (Some(external), Some(internal)) = (views.first(), views.last()) {
            self.limits.spend(external.words() + internal.words() + 1)?;
        }
        let views = || views.iter().copied().cloned().collect();
        Ok(self.recorder.as_mut().map(|recorder| recorder.begin(operation, views())))
    }

    #[cold]
    fn end_step(
        &mut self,
        step: Option<usize>,
        output: Result<InternedView, Error>,
    ) -> Result<InternedView, Error> {
        if let (Some(recorder), Some(step), Ok(output)) = (&mut self.recorder, step, &output) {
            recorder.end(step, output.clone(), self.unchanged);
        }
        output
    }
}
