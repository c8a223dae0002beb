//! People and models on each form of syllogism.

use super::Kind;
use crate::FigureError;
use crate::error::{fits, share, some};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::legend::{Key, legend, marks};
use crate::kit::mark::{RADIUS, SHAPES, mark};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows, dodged};
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;

/// Conclusions from each form of syllogism: those of people, as reference, and those of models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct People {
    /// Samples of people, drawn first: a stroke each, on a band from the lowest to the highest.
    pub samples: Vec<String>,
    /// The models; seven at most.
    pub who: Vec<String>,
    /// The name of the shares: `accuracy`.
    pub measure: String,
    /// The forms, in the order in which they are drawn.
    pub forms: Vec<FormRates>,
}

/// A form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormRates {
    /// The group of the form: `valid`, say. May be empty.
    pub group: String,
    /// Its name: `AAA-1`.
    pub form: String,
    /// A share for each sample of people, from 0 to 1; `None` if there is none.
    pub people: Vec<Option<f64>>,
    /// A share for each model.
    pub shares: Vec<Option<f64>>,
}

impl Kind for People {
    fn check(&self) -> Result<(), FigureError> {
        some("models", self.who.len(), SHAPES)?;
        some("forms", self.forms.len(), MOST)?;
        for form in &self.forms {
            fits("samples", &form.form, form.people.len(), self.samples.len())?;
            fits("shares", &form.form, form.shares.len(), self.who.len())?;
            let mut all = form.people.iter().chain(&form.shares).flatten();
            all.try_for_each(|own| share("a share", &form.form, *own))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let mut keys = Vec::new();
        if !self.samples.is_empty() {
            let words = match self.samples.as_slice() {
                [sample] => sample.clone(),
                several => format!("people, {} samples", several.len()),
            };
            keys.push((Key::Reference, words));
        }
        keys.extend(marks(&self.who));
        legend(canvas, &keys);
        let row = |of: &FormRates| Row { group: of.group.clone(), ..Row::named(&of.form) };
        let mut rows: Vec<Row> = self.forms.iter().map(row).collect();
        let scale = Scale::linear((0.0, 1.0), Rows::ends(canvas, &rows));
        let own = self.forms.iter().map(|form| piled(form, &scale));
        let own: Vec<(Vec<Placed>, usize)> = own.collect();
        canvas.has_moved_marks |= own.iter().any(|(_, lanes)| *lanes > 1);
        for (row, (_, lanes)) in rows.iter_mut().zip(&own) {
            *row = row.clone().of_lanes(*lanes);
        }
        let places = Rows::lay(canvas, &rows);
        let title = format!("{} (%)", text::clean(&self.measure));
        places.frame(canvas, &rows, &scale, Unit::Share, &title);
        let all = self.forms.iter().zip(own).zip(places.middles.iter().zip(&rows));
        for ((form, (marks, _)), (y, row)) in all {
            let title = format!("{}: {}", text::clean(&form.form), self.words(form));
            canvas.titled(&title, |canvas| {
                reference(canvas, &scale, form, (*y, row.height.max(12.5) / 2.0 - 1.0));
                for (series, x, below) in marks {
                    mark(canvas, series, (x, y + below), RADIUS, true);
                }
            });
        }
        Ok(())
    }

    fn says(&self) -> String {
        let names = |names: &[String]| {
            names.iter().map(|name| text::clean(name)).collect::<Vec<_>>().join(", ")
        };
        let (people, who) = (names(&self.samples), names(&self.who));
        format!("{} forms as shown. People: {people}. Subjects: {who}.", self.forms.len())
    }
}

/// The mark of a series: its place across, and how far below the middle of its row.
type Placed = (usize, f64, f64);

/// The marks of a form, none hidden by another, and the height of the highest pile, in marks.
fn piled(form: &FormRates, scale: &Scale) -> (Vec<Placed>, usize) {
    let known = form.shares.iter().enumerate();
    let known: Vec<(usize, f64)> =
        known.filter_map(|(series, share)| Some((series, scale.at((*share)?)))).collect();
    let places: Vec<f64> = known.iter().map(|(_, x)| *x).collect();
    let (below, most) = dodged(&places);
    (known.into_iter().zip(below).map(|((series, x), below)| (series, x, below)).collect(), most)
}

/// The rates of people: a band from the lowest sample to the highest, and a stroke for each sample.
fn reference(canvas: &mut Canvas, scale: &Scale, form: &FormRates, (y, half): (f64, f64)) {
    let places = || form.people.iter().flatten().map(|share| scale.at(*share));
    let (from, to) = (places().fold(f64::INFINITY, f64::min), places().fold(0.0, f64::max));
    if from <= to {
        canvas.rect([from, y - half, to - from, 2.0 * half], Paint::fill(Ink::Grid));
    }
    for x in places() {
        canvas.line((x, y - half), (x, y + half), Ink::Text, 1.2);
    }
}

impl People {
    fn words(&self, form: &FormRates) -> String {
        let words = |(who, share): (&String, &Option<f64>)| {
            format!("{} {}", text::clean(who), text::share(*share))
        };
        let people = self.samples.iter().zip(&form.people).map(words);
        let shares: Vec<String> =
            people.chain(self.who.iter().zip(&form.shares).map(words)).collect();
        shares.join(", ")
    }
}
