//! Countermodels, as diagrams.

use super::sheet::Sheet;
use crate::Report;
use crate::group::in_groups;
use peirast_decimals::percent_decimals;
use peirast_figure::{Data, Figure, Region, Venn};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::{Form, Settled};
use peirast_words::capitalised;

/// A diagram of a syllogism. For a valid form it shows what the premises settle, so that the
/// conclusion can be read off ([`Form::settled`]); for an invalid one, a countermodel with a cross in
/// every region in which something is. `terms` names subject, middle term and predicate.
///
/// ```
/// use peirast_logic::categorical::Import;
/// let figure = peirast_report::venn("AAA-2".parse()?, Import::Modern, ["cats", "animals", "dogs"]);
/// assert!(figure.title.contains("AAA-2"));
/// let figure = peirast_report::venn("AAA-1".parse()?, Import::Modern, ["cats", "animals", "dogs"]);
/// assert!(figure.caption.contains("leave no cats outside the dogs"));
/// # Ok::<(), peirast_logic::syllogism::FormError>(())
/// ```
pub fn venn(form: Form, import: Import, terms: [&str; 3]) -> Figure {
    let [major, minor, conclusion] =
        [form.major_premise(), form.minor_premise(), form.conclusion()]
            .map(|proposition| format!("{}.", capitalised(&proposition.in_words(&terms))));
    let argument = format!("Premises: {major} {minor} Conclusion: {conclusion}");
    let (says, regions, caption) = match form.countermodel(import) {
        Some(model) => {
            let inhabited: Vec<usize> = model.kinds().collect();
            let region = |kind: usize| match inhabited.contains(&kind) {
                true => Region::Occupied,
                false => Region::Empty,
            };
            let says = "the premises are true here, the conclusion is false";
            (says, (0..8).map(region).collect(), argument)
        }
        None => {
            let region = |one: Settled| match one {
                Settled::Empty { .. } => Region::Empty,
                Settled::Inhabited(_) => Region::Occupied,
                Settled::Open => Region::Unknown,
            };
            let regions = form.settled(import).map(region).to_vec();
            let caption = format!("{argument} {}", read_off(form, terms));
            ("what the premises settle", regions, caption)
        }
    };
    Figure {
        name: format!("venn-{form}"),
        title: format!("{form}: {says}"),
        caption,
        data: Data::Venn(Venn { terms: terms.map(str::to_owned).into(), regions }),
    }
}

/// The diagram of a valid form in words, from which its conclusion can be read off.
fn read_off(form: Form, terms: [&str; 3]) -> String {
    let conclusion = form.conclusion();
    let individuals = conclusion.individuals_in_words(&terms);
    if conclusion.quantity.is_universal() {
        format!("The premises leave no {individuals}.")
    } else {
        format!("The premises say that there are {individuals}.")
    }
}

/// A countermodel of the invalid form that subjects accept most often.
pub(super) fn worst(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "forms") else { return Vec::new() };
    // Forms in order, each with its verdicts and those that accept.
    let invalid = sheet.lines().filter(|line| line.text("valid") == "invalid");
    let counts = invalid.filter_map(|line| {
        let verdicts = line.number("verdicts")?;
        Some((line.text("form"), (verdicts, verdicts * line.number("accepted")?)))
    });
    let share = |counts: &[(f64, f64)]| {
        let (all, yes) = counts.iter().fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
        yes / f64::max(all, 1.0)
    };
    let forms = in_groups(counts).into_iter();
    let mut forms: Vec<(&str, f64)> = forms.map(|(form, own)| (form, share(&own))).collect();
    forms.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let Some((name, share)) = forms.first().filter(|(_, share)| *share > 0.0) else {
        return Vec::new();
    };
    let Ok(form) = name.parse::<Form>() else { return Vec::new() };
    // Terms that apply to something make the better example.
    let kinds = [Import::Traditional, Import::Modern];
    let Some(import) = kinds.into_iter().find(|import| form.countermodel(*import).is_some()) else {
        return Vec::new();
    };
    let mut figure = venn(form, import, ["S", "M", "P"]);
    figure.name = "countermodel".to_owned();
    figure.caption = format!(
        "{} Of all verdicts on this form, {} % call it correct: the most among the invalid forms that \
         were asked.",
        figure.caption,
        percent_decimals(*share, 0)
    );
    vec![figure]
}
