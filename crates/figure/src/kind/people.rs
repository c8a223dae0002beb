//! People and models on each form of syllogism.

use super::Kind;
use super::premise_order::dumbbell;
use crate::FigureError;
use crate::error::{fits, share, some};
use crate::kit::canvas::Canvas;
use crate::kit::legend::{legend, marks};
use crate::kit::mark::SHAPES;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::Unit;
use crate::kit::text;

/// How people fare on each form of syllogism, and how models do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct People {
    /// Who: `people` first, then models; six at most beside them.
    pub who: Vec<String>,
    /// What the shares are: `accuracy`.
    pub measure: String,
    /// The forms, in the order in which they are drawn.
    pub forms: Vec<FormRates>,
}

/// A form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormRates {
    /// What it belongs to: `valid`, say. May be empty.
    pub group: String,
    /// Its name: `AAA-1`.
    pub form: String,
    /// A share for each of those compared, from 0 to 1; `None` where there is none.
    pub shares: Vec<Option<f64>>,
}

impl Kind for People {
    fn check(&self) -> Result<(), FigureError> {
        some("groups of reasoners", self.who.len(), SHAPES)?;
        some("forms", self.forms.len(), MOST)?;
        for form in &self.forms {
            fits("shares", &form.form, form.shares.len(), self.who.len())?;
            form.shares.iter().flatten().try_for_each(|own| share("a share", &form.form, *own))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &marks(&self.who));
        let row = |of: &FormRates| Row { group: of.group.clone(), ..Row::named(&of.form) };
        let rows: Vec<Row> = self.forms.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale((0.0, 1.0));
        let title = format!("{} (%)", text::clean(&self.measure));
        places.frame(canvas, &rows, &scale, Unit::Share, &title);
        for (form, y) in self.forms.iter().zip(&places.middles) {
            let marks: Vec<(usize, Option<f64>)> =
                form.shares.iter().copied().enumerate().collect();
            let title = format!("{}: {}", text::clean(&form.form), self.shares(form));
            canvas.titled(&title, |canvas| dumbbell(canvas, &scale, *y, &marks));
        }
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "{} forms, for {}.",
            self.forms.len(),
            self.who.iter().map(|w| text::clean(w)).collect::<Vec<_>>().join(", ")
        )
    }
}

impl People {
    fn shares(&self, form: &FormRates) -> String {
        let words = |(who, share): (&String, &Option<f64>)| {
            format!("{} {}", text::clean(who), text::share(*share))
        };
        let shares: Vec<String> = self.who.iter().zip(&form.shares).map(words).collect();
        shares.join(", ")
    }
}
