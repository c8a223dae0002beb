//! Venn diagrams.

use super::Form;
use crate::categorical::{Import, Model};
use std::fmt::Write as _;

/// Centres of the three circles, by term: S, M and P.
const CENTRES: [(f64, f64); 3] = [(150.0, 220.0), (200.0, 133.0), (250.0, 220.0)];
const RADIUS: f64 = 85.0;
/// A place inside each region, by the terms that it falls under (bit 0 for S, 1 for M, 2 for P).
const PLACES: [(f64, f64); 8] = [
    (60.0, 60.0),
    (108.0, 240.0),
    (200.0, 90.0),
    (155.0, 172.0),
    (292.0, 240.0),
    (200.0, 246.0),
    (245.0, 172.0),
    (200.0, 192.0),
];

impl Form {
    /// A Venn diagram as SVG: one circle for each term, a cross in every region in which something
    /// is. Of a valid form it shows the smallest situation in which the premises are true; of an
    /// invalid one a countermodel. `terms` names S, M and P.
    ///
    /// ```
    /// use peirast_logic::categorical::Import;
    /// use peirast_logic::syllogism::Form;
    ///
    /// let form: Form = "AAA-2".parse()?;
    /// let svg = form.venn(Import::Modern, ["cats", "animals", "dogs"]);
    /// assert!(svg.starts_with("<svg") && svg.contains("cats"));
    /// # Ok::<(), peirast_logic::syllogism::FormError>(())
    /// ```
    pub fn venn(self, import: Import, terms: [&str; 3]) -> String {
        let (model, says) = match self.countermodel(import) {
            Some(model) => (Some(model), "the premises are true here, the conclusion is false"),
            None => (self.situation(import), "a situation in which the premises are true"),
        };
        let kinds: Vec<usize> = model.iter().flat_map(Model::kinds).collect();
        drawn(&format!("{self}: {says}"), terms, &kinds)
    }

    /// The model of the premises that inhabits fewest kinds, and at least one.
    fn situation(self, import: Import) -> Option<Model> {
        let premises = [self.major_premise(), self.minor_premise()];
        let fits = |model: &Model| {
            model.kinds().count() > 0
                && (import == Import::Modern || (0..3).all(|term| model.has(term)))
                && premises.iter().all(|premise| model.satisfies(*premise))
        };
        Model::all(3).filter(fits).min_by_key(|model| model.kinds().count())
    }
}

/// Text that may stand in SVG.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    let drawable = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    for character in text.chars().filter(drawable) {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}

/// Writing to a string cannot fail.
fn drawn(title: &str, terms: [&str; 3], kinds: &[usize]) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 340\" role=\"img\" \
         font-family=\"sans-serif\">\n",
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(title));
    let _ = writeln!(
        svg,
        "<rect x=\"20\" y=\"20\" width=\"360\" height=\"300\" fill=\"#fff\" stroke=\"#444\"/>"
    );
    for (x, y) in CENTRES {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"#0072b2\" fill-opacity=\"0.08\" \
             stroke=\"#0072b2\" stroke-width=\"1.5\"/>"
        );
    }
    for kind in kinds {
        let Some((x, y)) = PLACES.get(*kind) else { continue };
        let _ = writeln!(
            svg,
            "<path d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#d55e00\" stroke-width=\"3\" \
             fill=\"none\"/>",
            x - 6.0,
            y - 6.0
        );
    }
    let labels = [(90.0, 312.0, "middle"), (200.0, 40.0, "middle"), (310.0, 312.0, "middle")];
    for ((x, y, anchor), term) in labels.iter().zip(terms) {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"14\">{}</text>",
            escaped(term)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_lies_in_its_region() {
        for (kind, (x, y)) in PLACES.iter().enumerate() {
            for (term, (cx, cy)) in CENTRES.iter().enumerate() {
                let inside = (x - cx).hypot(y - cy) < RADIUS - 8.0;
                let outside = (x - cx).hypot(y - cy) > RADIUS + 8.0;
                assert!(if kind >> term & 1 == 1 { inside } else { outside }, "{kind} {term}");
            }
        }
    }

    #[test]
    fn a_cross_for_each_inhabited_region() {
        for form in Form::all() {
            let svg = form.venn(Import::Modern, ["S", "M", "P"]);
            let crosses = svg.matches("<path").count();
            let expected = form.countermodel(Import::Modern).map(|model| model.kinds().count());
            // A countermodel may be empty: nothing exists, and the premises are universal.
            assert!(expected.is_none_or(|count| count == crosses), "{form}");
        }
        let svg = "AAA-1".parse::<Form>().unwrap().venn(Import::Modern, ["<b>", "&", "\"x\""]);
        assert!(
            svg.contains("&lt;b&gt;") && svg.contains("&amp;") && svg.contains("&quot;x&quot;")
        );
    }
}
