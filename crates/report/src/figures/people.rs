//! People and subjects, form by form.

use super::sheet::{Line, Sheet};
use super::{SHAPES, paged};
use crate::Report;
use crate::group::once_each;
use peirast_figure::{Data, Figure, FormRates, People};

/// The studies of people, by the columns of the table.
const STUDIES: [(&str, &str); 4] = [
    ("people_2012", "2012"),
    ("people_2016", "2016"),
    ("people_2018", "2018"),
    ("people_2023", "2023"),
];
/// Forms of one figure.
const MOST_FORMS: usize = 32;

/// What subjects accept and what people conclude, for each study of people that has the forms.
pub fn forms(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "forms") else { return Vec::new() };
    let subjects = once_each(sheet.lines().map(|line| line.text("subject")));
    let mut figures = Vec::new();
    for (column, year) in STUDIES {
        for (at, own) in subjects.chunks(SHAPES - 1).enumerate() {
            let rows = rates(sheet, column, own);
            let who = std::iter::once(format!("people ({year})"));
            let who: Vec<String> = who.chain(own.iter().map(|name| (*name).to_owned())).collect();
            let data = |forms| {
                let measure = "share that accepts or draws the conclusion".to_owned();
                Data::People(People { who: who.clone(), measure, forms })
            };
            let name = if at == 0 {
                format!("people-{year}")
            } else {
                format!("people-{year}-subjects-{}", at + 1)
            };
            let drew = if year == "2023" { "who held that it follows" } else { "who drew it" };
            let caption = format!(
                "For each form, with its premises as shown, the share of a subject's verdicts that accept \
                 the conclusion, and the share of people {drew} ({year})."
            );
            let title = format!("People of {year} and subjects, form by form");
            figures.extend(paged(&name, &title, &caption, &rows, MOST_FORMS, data));
        }
    }
    figures
}

/// A row for each form as shown that people were asked too: valid ones first.
fn rates(sheet: Sheet<'_>, people: &str, subjects: &[&str]) -> Vec<FormRates> {
    let mut rows: Vec<(FormRates, bool)> = Vec::new();
    for line in sheet.lines() {
        let at = subjects.iter().position(|name| *name == line.text("subject"));
        let (Some(at), Some(share)) = (at, line.number(people)) else { continue };
        let place = rows.iter().position(|(row, _)| row.form == form(line));
        let place = place.unwrap_or_else(|| {
            let group = line.text("valid");
            let mut shares = vec![None; subjects.len() + 1];
            shares[0] = Some(share);
            let row = FormRates { group: group.to_owned(), form: form(line), shares };
            rows.push((row, group == "valid"));
            rows.len() - 1
        });
        if let Some((row, _)) = rows.get_mut(place) {
            row.shares[at + 1] = line.number("accepted");
        }
    }
    rows.sort_by_key(|(_, is_valid)| !is_valid);
    rows.into_iter().map(|(row, _)| row).collect()
}

fn form(line: Line<'_>) -> String {
    format!("{}, {}", line.text("form"), line.text("shown"))
}
