//! People and subjects, form by form.

use super::sheet::{Line, Sheet};
use super::{SHAPES, paged};
use crate::Report;
use crate::group::once_each;
use crate::wording::range;
use peirast_figure::{Data, Figure, FormRates, People};

/// The samples of people, by the columns of the table.
const SAMPLES: [(&str, &str); 4] = [
    ("people_2012", "Khemlani & Johnson-Laird 2012"),
    ("people_2016", "Ragni 2016"),
    ("people_2018", "Veser 2018"),
    ("people_2023", "Brand & Ragni 2023"),
];
/// The samples, for the caption.
const PEOPLE: &str = "people who drew it (Khemlani & Johnson-Laird 2012, six studies pooled, n = 156; Ragni 2016, \
                      n = 139; Veser 2018, n = 32 or 33) or held that it follows (Brand & Ragni 2023, n = 99 to \
                      102)";
/// Forms of one figure.
const MOST_FORMS: usize = 32;

/// The conclusions that subjects accept, with those of people as reference.
pub fn forms(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "forms") else { return Vec::new() };
    let subjects = once_each(sheet.lines().map(|line| line.text("subject")));
    let mut figures = Vec::new();
    for (at, own) in subjects.chunks(SHAPES).enumerate() {
        let rows = rates(sheet, own);
        let data = |forms| {
            let who = own.iter().map(|name| (*name).to_owned()).collect();
            let samples = SAMPLES.map(|(_, name)| name.to_owned()).to_vec();
            let measure = "share that accepts or draws the conclusion".to_owned();
            Data::People(People { samples, who, measure, forms })
        };
        let name =
            if at == 0 { "people".to_owned() } else { format!("people-subjects-{}", at + 1) };
        let is_own = |line: &Line<'_>| own.contains(&line.text("subject"));
        let verdicts = sheet.lines().filter(is_own).filter_map(|line| line.number("verdicts"));
        let caption = format!(
            "For each form, with its premises and its conclusion as shown: the share of a subject's verdicts \
             ({} for each form) that accept the conclusion. A form is named by mood and figure, premises and conclusion as \
             shown: in AE3 Eac the premises are A (all) and E (no), 3 is the place of the middle term, and the conclusion \
             is E from the end term of the first premise (a) to that of the second (c); I is some, O some-not. Strokes on a grey band, for reference: the share \
             of {PEOPLE}.",
            range(verdicts.map(|count| count as u64))
        );
        let title = format!(
            "Form by form: subjects, and people in four samples ({})",
            SAMPLES.map(|(_, name)| name).join("; ")
        );
        figures.extend(paged(&name, &title, &caption, &rows, MOST_FORMS, data));
    }
    figures
}

/// A row for each form as shown: valid ones first.
fn rates(sheet: Sheet<'_>, subjects: &[&str]) -> Vec<FormRates> {
    let mut rows: Vec<(FormRates, bool)> = Vec::new();
    for line in sheet.lines() {
        let at = subjects.iter().position(|name| *name == line.text("subject"));
        let Some(at) = at else { continue };
        let place = rows.iter().position(|(row, _)| row.form == form(line));
        let place = place.unwrap_or_else(|| {
            let group = line.text("valid");
            let people = SAMPLES.map(|(column, _)| line.number(column)).to_vec();
            let shares = vec![None; subjects.len()];
            let row = FormRates { group: group.to_owned(), form: form(line), people, shares };
            rows.push((row, group == "valid"));
            rows.len() - 1
        });
        if let Some((row, _)) = rows.get_mut(place) {
            row.shares[at] = line.number("accepted");
        }
    }
    rows.sort_by_key(|(_, is_valid)| !is_valid);
    rows.into_iter().map(|(row, _)| row).collect()
}

fn form(line: Line<'_>) -> String {
    format!("{}, {}", line.text("form"), line.text("shown"))
}
