//! Functions that are computed as soon as their arguments are numbers.

use super::{FunctionId, Lexicon, Number, TermId};
use crate::error::Error;
use crate::reading::Numbers;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A named function of numbers.
///
/// The engine knows the product `**` and the sum `++`. More can be defined, as the book's chapter
/// on decisions does with logarithms and powers:
///
/// ```
/// use peirast_etr::{Engine, NumericFunction};
///
/// let mut engine = Engine::default();
/// engine.define(NumericFunction::LOG);
/// let view = engine.read("{A(log(1000))}")?;
/// assert_eq!(engine.show(&view), "{A(3.0)}");
/// # Ok::<(), peirast_etr::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumericFunction {
    name: Cow<'static, str>,
    /// The number of arguments; any number if none.
    arity: Option<usize>,
    apply: Apply,
}

/// A function of numbers that owns data of its own.
pub type SharedFunction = Arc<dyn Fn(&[f64]) -> f64 + Send + Sync>;

#[derive(Clone)]
enum Apply {
    Known(fn(&[f64]) -> f64),
    Given(SharedFunction),
}

impl Apply {
    fn to(&self, numbers: &[f64]) -> f64 {
        match self {
            Apply::Known(apply) => apply(numbers),
            Apply::Given(apply) => apply(numbers),
        }
    }
}

impl fmt::Debug for Apply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Apply")
    }
}

impl NumericFunction {
    /// `div(a, b)`: the quotient of two numbers.
    pub const DIV: NumericFunction = NumericFunction::new("div", 2, |x| x[0] / x[1]);
    /// `power(a, b)`: the first number raised to the second.
    pub const POWER: NumericFunction = NumericFunction::new("power", 2, |x| x[0].powf(x[1]));
    /// `log(a)`: the decimal logarithm.
    pub const LOG: NumericFunction = NumericFunction::new("log", 1, |x| x[0].log10());

    /// A function of your own. It must return a finite number, or the term is refused.
    pub const fn new(name: &'static str, arity: usize, apply: fn(&[f64]) -> f64) -> Self {
        NumericFunction {
            name: Cow::Borrowed(name),
            arity: Some(arity),
            apply: Apply::Known(apply),
        }
    }

    /// A function that holds something of its own; without an `arity` it takes any number of
    /// arguments. It must return a finite number, or the term is refused.
    ///
    /// ```
    /// use peirast_etr::{Engine, NumericFunction};
    /// use std::sync::Arc;
    ///
    /// let mut engine = Engine::default();
    /// let factor = 3.0;
    /// let scaled = Arc::new(move |x: &[f64]| x[0] * factor);
    /// engine.define(NumericFunction::given("scaled".to_owned(), Some(1), scaled));
    /// let view = engine.read("{A(scaled(2))}")?;
    /// assert_eq!(engine.show(&view), "{A(6.0)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn given(name: String, arity: Option<usize>, apply: SharedFunction) -> Self {
        NumericFunction { name: Cow::Owned(name), arity, apply: Apply::Given(apply) }
    }

    /// One of the functions that the engine knows by name: `div`, `power`, `log`.
    pub fn named(name: &str) -> Option<NumericFunction> {
        [Self::DIV, Self::POWER, Self::LOG].into_iter().find(|known| known.name == name)
    }

    /// The name by which terms call it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Lexicon {
    /// The value of a function applied to numbers, if it is one that can be computed.
    pub(super) fn compute(
        &self,
        function: FunctionId,
        arguments: &[TermId],
    ) -> Result<Option<Number>, Error> {
        if function != FunctionId::PRODUCT
            && function != FunctionId::SUM
            && !self.is_numeric(function, arguments.len())
        {
            return Ok(None);
        }
        let mut numbers = smallvec::SmallVec::<[Number; 4]>::new();
        for argument in arguments {
            match self.as_number(*argument) {
                Some(number) => numbers.push(number),
                None => return Ok(None),
            }
        }
        let value = match function {
            FunctionId::PRODUCT => numbers.iter().copied().reduce(Number::times),
            FunctionId::SUM => Some(self.sum(&mut numbers.clone())),
            _ => return self.apply(function, &numbers).map(Some),
        };
        // PyETR goes on with infinity, which it prints and cannot read.
        match value {
            Some(value) if !value.is_finite() && self.reading.numbers == Numbers::Exact => {
                Err(self.no_value(function, &numbers))
            }
            value => Ok(value),
        }
    }

    /// The sum of a multiset of numbers, which are put in the order in which they are added.
    pub(crate) fn sum(&self, numbers: &mut [Number]) -> Number {
        let empty = match self.reading.numbers {
            Numbers::Exact => self.zero(),
            Numbers::Float => Number::EmptySum,
        };
        if numbers.len() > 2 {
            numbers.sort_unstable_by(|a, b| a.arrange(*b));
        }
        numbers.iter().copied().fold(empty, Number::plus)
    }

    fn is_numeric(&self, function: FunctionId, arity: usize) -> bool {
        !self.numeric.is_empty() && self.definition(function, arity).is_some()
    }

    fn definition(&self, function: FunctionId, arity: usize) -> Option<&NumericFunction> {
        let name = self.function_name(function);
        let fits = |known: &&NumericFunction| known.arity.is_none_or(|count| count == arity);
        self.numeric.iter().filter(|known| known.name == name).find(fits)
    }

    fn apply(&self, function: FunctionId, numbers: &[Number]) -> Result<Number, Error> {
        let values: Vec<f64> = numbers.iter().map(|number| number.to_f64()).collect();
        let value = self.definition(function, values.len()).map(|known| known.apply.to(&values));
        match value {
            Some(value) if value.is_finite() => Ok(self.float(value)),
            _ => Err(self.no_value(function, numbers)),
        }
    }

    fn no_value(&self, function: FunctionId, numbers: &[Number]) -> Error {
        Error::Arithmetic {
            function: self.function_name(function).to_owned(),
            arguments: numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }
    }
}
