//! Countermodels, as diagrams.

use super::sheet::Sheet;
use crate::Report;
use peirast_figure::{Data, Figure, Region, Venn};
use peirast_logic::categorical::{Import, Model};
use peirast_logic::syllogism::Form;

/// A diagram of a syllogism, with a cross in every region in which something is: of a valid form the
/// smallest situation in which the premises are true, of an invalid one a countermodel. `terms` names
/// subject, middle term and predicate.
///
/// ```
/// use peirast_logic::categorical::Import;
/// let figure = peirast_report::venn("AAA-2".parse()?, Import::Modern, ["cats", "animals", "dogs"]);
/// assert!(figure.title.contains("AAA-2"));
/// # Ok::<(), peirast_logic::syllogism::FormError>(())
/// ```
pub fn venn(form: Form, import: Import, terms: [&str; 3]) -> Figure {
    let counter = form.countermodel(import);
    let says = if counter.is_some() {
        "the premises are true here, the conclusion is false"
    } else {
        "a situation in which the premises are true"
    };
    let inhabited: Vec<usize> =
        counter.or_else(|| form.situation(import)).iter().flat_map(Model::kinds).collect();
    let region = |kind: usize| {
        if inhabited.contains(&kind) { Region::Occupied } else { Region::Empty }
    };
    let sentence = |text: String| {
        let mut letters = text.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}.", letters.as_str())
    };
    let [major, minor, conclusion] =
        [form.major_premise(), form.minor_premise(), form.conclusion()]
            .map(|proposition| sentence(proposition.in_words(&terms)));
    Figure {
        name: format!("venn-{form}"),
        title: format!("{form}: {says}"),
        caption: format!("Premises: {major} {minor} Conclusion: {conclusion}"),
        data: Data::Venn(Venn {
            terms: terms.map(str::to_owned).into(),
            regions: (0..8).map(region).collect(),
        }),
    }
}

/// A countermodel of the invalid form that subjects accept most often.
pub(super) fn worst(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::of(report, "forms") else { return Vec::new() };
    // Forms in order, each with its verdicts and those that accept.
    let mut forms: Vec<(&str, f64, f64)> = Vec::new();
    for line in sheet.lines().filter(|line| line.text("valid") == "invalid") {
        let (Some(verdicts), Some(accepted)) = (line.number("verdicts"), line.number("accepted"))
        else {
            continue;
        };
        match forms.iter_mut().find(|(form, ..)| *form == line.text("form")) {
            Some((_, all, yes)) => (*all, *yes) = (*all + verdicts, *yes + verdicts * accepted),
            None => forms.push((line.text("form"), verdicts, verdicts * accepted)),
        }
    }
    let share = |(_, all, yes): &(&str, f64, f64)| yes / all.max(1.0);
    forms.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let Some(first) = forms.first().filter(|first| share(first) > 0.0) else { return Vec::new() };
    let Ok(form) = first.0.parse::<Form>() else { return Vec::new() };
    // Terms that apply to something make the better example.
    let kinds = [Import::Traditional, Import::Modern];
    let Some(import) = kinds.into_iter().find(|import| form.countermodel(*import).is_some()) else {
        return Vec::new();
    };
    let mut figure = venn(form, import, ["S", "M", "P"]);
    figure.name = "countermodel".to_owned();
    figure.caption = format!(
        "{} Of all verdicts on this form, {:.0} % call it correct: the most among the invalid forms that \
         were asked.",
        figure.caption,
        100.0 * share(first)
    );
    vec![figure]
}
