use super::choice::Choice;
use super::frame::centred;
use super::sandwich::sandwich;
use super::{Coefficient, finite, rectangular};
use crate::labels::members;
use crate::matrix::{Basis, Columns, apply, dot, inverse, transposed};
use crate::parallel::mapped;
use crate::{Defined, Error, Undefined};

/// A fitted conditional logistic regression of strata.
///
/// ```
/// use peirast_stats::logistic;
/// // Two questions, each answered twice without a hint and twice with one.
/// let hint = [[0.0], [0.0], [1.0], [1.0], [0.0], [0.0], [1.0], [1.0]];
/// let right = [false, true, true, true, true, false, false, true];
/// let fit = logistic::stratified(&hint, &right, &[1, 1, 1, 1, 2, 2, 2, 2])?;
/// assert!(fit.coefficients[0].odds_ratio() > 1.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Stratified {
    /// The coefficients on the scale of log odds, one for each predictor.
    pub coefficients: Vec<Coefficient>,
    /// The logarithm of the conditional likelihood at the estimate, 0 or less.
    pub log_likelihood: f64,
    /// The same if no predictor mattered.
    pub log_likelihood_null: f64,
    /// The number of answers in strata that have both right and wrong ones.
    pub n: u64,
    /// The number of these strata.
    pub strata: u64,
    /// The number of strata that are all right or all wrong, and carry no information.
    pub uninformative: u64,
    /// The number of Newton steps taken.
    pub iterations: u32,
    covariance: Columns,
    /// The gradient of the log likelihood: a column for each coefficient, a row for each stratum.
    scores: Columns,
    /// The rows of each informative stratum, as they were given.
    members: Vec<Vec<usize>>,
    rows: usize,
}

/// Conditional logistic regression of strata, such as questions, each with any number of right and
/// wrong answers.
///
/// The likelihood is conditional on the number of right answers in each stratum. Everything that a
/// stratum shares (the question, its difficulty) cancels, as in the pairs of
/// [`fn@super::conditional`], which are strata of one right and one wrong answer. There is no
/// intercept.
///
/// The likelihood is exact, by the recursion of Howard (1972) and Gail, Lubin & Rubinstein (1981),
/// *Biometrika* 68:703, in ratios that do not overflow; Newton's method on an orthogonal basis.
/// Time of each step: for a stratum of m right and w wrong answers, m w p^2 for p predictors (a
/// stratum of 2000 and 2000 takes some tens of milliseconds); memory, the smaller of m and w times
/// p^2.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::Ragged`] and [`Error::NotFinite`] for malformed data;
/// [`Error::Undefined`] without rows or predictors, if no stratum has right and wrong answers, if a
/// predictor is constant within all of these strata or a combination of others there, or if some
/// combination is never lower for a right answer than for a wrong one of its stratum.
///
/// ```
/// use peirast_stats::{Error, Undefined, logistic};
/// let same = logistic::stratified(&[[1.0], [2.0]], &[true, true], &[1, 1]);
/// assert_eq!(same, Err(Error::Undefined(Undefined::NoStratumVaries)));
/// ```
pub fn stratified<R: AsRef<[f64]>>(
    rows: &[R],
    outcomes: &[bool],
    strata: &[u64],
) -> Result<Stratified, Error> {
    let width = rectangular(rows)?;
    for row in rows {
        finite("rows", row.as_ref())?;
    }
    for right in [outcomes.len(), strata.len()] {
        if rows.len() != right {
            return Err(Error::Lengths { left: rows.len(), right });
        }
    }
    if rows.is_empty() || width == 0 {
        return Err(Undefined::Empty.into());
    }
    let all = members(strata);
    let count = all.len();
    let informative: Vec<Vec<usize>> = all
        .into_iter()
        .filter(|rows| rows.windows(2).any(|two| outcomes[two[0]] != outcomes[two[1]]))
        .collect();
    if informative.is_empty() {
        return Err(Undefined::NoStratumVaries.into());
    }
    let uninformative = (count - informative.len()) as u64;
    let data = Data::new(rows, outcomes, &informative)?;
    let found = data.maximise()?;
    Ok(Stratified::new(&data, found, informative, uninformative, rows.len()))
}

/// Strata one after another, in each the right answers first.
struct Data {
    basis: Basis,
    /// The predictors on the basis, row by row, in one piece for each stratum.
    strata: Vec<Vec<f64>>,
    /// The number of right answers in each stratum.
    right: Vec<usize>,
    width: usize,
}

/// The maximum of the likelihood.
struct Found {
    place: Vec<f64>,
    covariance: Columns,
    choices: Vec<Choice>,
    null: f64,
    iterations: u32,
}

/// The most steps of the search.
const STEPS: u32 = 200;

impl Data {
    fn new<R: AsRef<[f64]>>(
        rows: &[R],
        outcomes: &[bool],
        informative: &[Vec<usize>],
    ) -> Defined<Self> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        let (mut design, mut right) = (vec![Vec::new(); width], Vec::new());
        for members in informative {
            let (won, lost): (Vec<usize>, Vec<usize>) =
                members.iter().partition(|row| outcomes[**row]);
            right.push(won.len());
            let order = [won, lost].concat();
            for (j, column) in design.iter_mut().enumerate() {
                column.extend(centred(order.iter().map(|row| rows[*row].as_ref()[j]).collect()));
            }
        }
        let basis = Basis::new(&design).ok_or(Undefined::SingularDesign)?;
        let mut flat = transposed(&basis.columns).into_iter();
        let strata = informative
            .iter()
            .map(|members| flat.by_ref().take(members.len()).flatten().collect())
            .collect();
        Ok(Self { basis, strata, right, width })
    }

    /// Newton's method; see [`super::newton::maximise`].
    fn maximise(&self) -> Defined<Found> {
        let mut place = vec![0.0; self.width];
        let mut choices = self.choices(&place, self.width);
        let null = height(&choices);
        for iterations in 1..=STEPS {
            let (step, _) = self.newton_step(&choices)?;
            let along = self.linear(&step);
            let from = height(&choices);
            place = self.halved(&place, &step, from);
            choices = self.choices(&place, self.width);
            let largest = along.iter().flatten().fold(0.0_f64, |most, value| most.max(value.abs()));
            if largest <= 1e-9 {
                let (_, covariance) = self.newton_step(&choices)?;
                return Ok(Found { place, covariance, choices, null, iterations });
            }
            if self.separates(&along) || self.separates(&self.linear(&place)) {
                return Err(Undefined::Separated);
            }
        }
        Err(Undefined::NotConverged)
    }

    fn linear(&self, place: &[f64]) -> Columns {
        let of = |rows: &Vec<f64>| rows.chunks(self.width).map(|row| dot(row, place)).collect();
        self.strata.iter().map(of).collect()
    }

    /// The likelihood of each stratum, with gradients of this width.
    fn choices(&self, place: &[f64], width: usize) -> Vec<Choice> {
        let linear = self.linear(place);
        let one = |(): &mut (), at: usize| {
            let rows = if width == 0 { &[] } else { self.strata[at].as_slice() };
            Choice::new(rows, width, &linear[at], self.right[at])
        };
        let size = linear.iter().map(Vec::len).sum::<usize>() / linear.len();
        mapped(linear.len(), size * size * (1 + width * width), || (), one)
    }

    /// The Newton step on the basis, and the inverse of the information.
    fn newton_step(&self, choices: &[Choice]) -> Defined<(Vec<f64>, Columns)> {
        let gradient: Vec<f64> =
            (0..self.width).map(|k| choices.iter().map(|one| one.gradient[k]).sum()).collect();
        let entry = |k: usize| choices.iter().map(|one| one.information[k]).sum::<f64>();
        let row = |i: usize| (0..self.width).map(|j| entry(i * self.width + j)).collect();
        let information: Columns = (0..self.width).map(row).collect();
        let covariance = inverse(&information).ok_or(Undefined::NotConverged)?;
        Ok((apply(&covariance, &gradient), covariance))
    }

    /// Returns the end of the longest of the step, its half, its quarter and so on that does not
    /// lower the likelihood.
    fn halved(&self, place: &[f64], step: &[f64], from: f64) -> Vec<f64> {
        let mut length = 1.0;
        let moved = |length: f64| -> Vec<f64> {
            place.iter().zip(step).map(|(place, step)| place + length * step).collect()
        };
        for _ in 0..30 {
            let next = moved(length);
            if height(&self.choices(&next, 0)) >= from - 1e-9 * from.abs() {
                return next;
            }
            length /= 2.0;
        }
        moved(length)
    }

    /// Returns true if this direction favours no wrong answer over a right one of its stratum, and some
    /// right one over a wrong one.
    fn separates(&self, direction: &[Vec<f64>]) -> bool {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for (values, right) in direction.iter().zip(&self.right) {
            let extremes = |values: &[f64]| {
                values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(*value), high.max(*value))
                })
            };
            let (won, lost) = (extremes(&values[..*right]), extremes(&values[*right..]));
            least = least.min(won.0 - lost.1);
            most = most.max(won.1 - lost.0);
        }
        most > 1e-6 && least >= -1e-10 * most
    }
}

fn height(choices: &[Choice]) -> f64 {
    choices.iter().map(|one| one.log_likelihood).sum()
}

impl Stratified {
    fn new(
        data: &Data,
        found: Found,
        members: Vec<Vec<usize>>,
        uninformative: u64,
        rows: usize,
    ) -> Self {
        let covariance = data.basis.original_covariance(&found.covariance);
        let estimates = data.basis.original(&found.place);
        let coefficients = estimates
            .iter()
            .enumerate()
            .map(|(j, estimate)| Coefficient::new(*estimate, covariance[j][j], None))
            .collect();
        // The gradient on the original predictors.
        let score = |j: usize| {
            let of =
                |one: &Choice| (0..=j).map(|i| data.basis.triangle[i][j] * one.gradient[i]).sum();
            found.choices.iter().map(of).collect()
        };
        Self {
            coefficients,
            log_likelihood: height(&found.choices),
            log_likelihood_null: found.null,
            n: members.iter().map(|one| one.len() as u64).sum(),
            strata: members.len() as u64,
            uninformative,
            iterations: found.iterations,
            scores: (0..data.width).map(score).collect(),
            covariance,
            members,
            rows,
        }
    }

    /// The coefficients with standard errors that allow for clusters: answers with the same number
    /// (one for each row, as given to [`stratified`]) may be dependent in any way, others may not.
    /// A stratum must lie within one cluster; the strata themselves are the finest possible
    /// clusters.
    ///
    /// The sandwich estimator, times G/(G - 1) for G clusters with informative strata; see
    /// [`super::Logistic::clustered`].
    ///
    /// # Errors
    ///
    /// [`Error::Lengths`] unless there is one number for each row, [`Error::Divided`] if a stratum
    /// with right and wrong answers lies in several clusters, [`Error::Undefined`] for fewer than
    /// two clusters.
    ///
    /// ```
    /// use peirast_stats::{Error, logistic};
    /// let hint = [[0.0], [0.0], [1.0], [1.0], [0.0], [0.0], [1.0], [1.0]];
    /// let right = [false, true, true, true, true, false, false, true];
    /// let questions = [1, 1, 1, 1, 2, 2, 2, 2];
    /// let fit = logistic::stratified(&hint, &right, &questions)?;
    /// assert!(fit.clustered(&questions)?[0].se > 0.0);
    /// let across = fit.clustered(&[1, 2, 2, 2, 3, 3, 3, 3]);
    /// assert_eq!(across, Err(Error::Divided { row: 0, other: 1 }));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn clustered(&self, clusters: &[u64]) -> Result<Vec<Coefficient>, Error> {
        let labels = self.labels(clusters)?;
        let (robust, count) = sandwich(&self.covariance, &self.scores, None, &labels)?;
        Ok(super::renewed(&self.coefficients, &robust, count))
    }

    /// The cluster of each informative stratum.
    pub(crate) fn labels(&self, clusters: &[u64]) -> Result<Vec<u64>, Error> {
        if clusters.len() != self.rows {
            return Err(Error::Lengths { left: self.rows, right: clusters.len() });
        }
        let mut labels = Vec::with_capacity(self.members.len());
        for members in &self.members {
            let elsewhere = |two: &&[usize]| clusters[two[0]] != clusters[two[1]];
            if let Some(two) = members.windows(2).find(elsewhere) {
                return Err(Error::Divided { row: two[0], other: two[1] });
            }
            labels.extend(members.first().map(|row| clusters[*row]));
        }
        Ok(labels)
    }

    /// Returns the covariance of two coefficients, by their indices in
    /// [`Stratified::coefficients`].
    ///
    /// # Errors
    ///
    /// [`Error::NoSuch`] if there is no such coefficient.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let (x, right) = ([[0.0], [1.0], [0.0], [1.0]], [true, false, false, true]);
    /// let fit = logistic::stratified(&x, &right, &[1, 1, 2, 2])?;
    /// assert!((fit.covariance(0, 0)? - 2.0).abs() < 1e-9);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn covariance(&self, i: usize, j: usize) -> Result<f64, Error> {
        super::entry(&self.covariance, i, j)
    }
}
