//! The Erotetic Theory of Reasoning on syllogistic premises, computed by the engine.

use super::{Conclusion, PremisePair};
use peirast_etr::{Engine, Error, Following, InternedView};
use peirast_logic::categorical::{Categorical, Quantity};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Names of the end term of the first premise, of the middle term, and of the end term of the
/// second premise.
const TERMS: [&str; 3] = ["A", "B", "C"];
const MIDDLE: usize = 1;

/// Returns a categorical proposition as a view string, with these names for its terms. The term
/// with the number `at_issue` is marked as at issue wherever it occurs.
///
/// The views are those of Koralus (2022), chapter 4: *all S are P* has the subject in mind together
/// with the predicate (examples 52, 53 and 58), *some S are P* is an indefinite (examples 47, 57
/// and 58). The chapter has no example of *no S are P* and *some S are not P*; here they are the same
/// views with the predicate denied. The marks make premises meet: in the examples of syllogisms (57
/// and 58) the term that two premises share is at issue in both.
///
/// ```
/// use peirast_logic::categorical::Categorical;
/// use peirast_task::syllogistic_view;
///
/// // No dogs are cats; dogs are at issue.
/// let view = syllogistic_view(Categorical::no(0, 1), ["Dog", "Cat", "Pet"], 0);
/// assert_eq!(view, "∀x {Dog(x*)~Cat(x)}^{Dog(x*)}");
/// ```
pub fn syllogistic_view(one: Categorical, names: [&str; 3], at_issue: usize) -> String {
    let atom = |term: usize| {
        let star = if term == at_issue { "*" } else { "" };
        format!("{}(x{star})", names.get(term).copied().unwrap_or("?"))
    };
    let (subject, predicate) = (atom(one.subject), atom(one.predicate));
    match one.quantity {
        Quantity::All => format!("∀x {{{subject}{predicate}}}^{{{subject}}}"),
        Quantity::No => format!("∀x {{{subject}~{predicate}}}^{{{subject}}}"),
        Quantity::Some => format!("∃x {{{subject}{predicate}}}"),
        Quantity::SomeNot => format!("∃x {{{subject}~{predicate}}}"),
    }
}

/// Returns the conclusions that people draw according to the theory: each of the eight that the
/// procedure *does it follow?* accepts, regardless of what is at issue in it; or that nothing
/// follows, if it accepts none.
///
/// The procedure *what follows?* yields a view in which the premises are factored out, such as
/// `∃x {A(x)B(x*)C(x)}` or `∀x {0,C(x)}`. Which of the eight sentences that is, and which term is
/// its subject, the theory leaves open. Asking about each sentence needs no choice: both orders of
/// the terms are asked about.
///
/// # Errors
/// Those of the engine. Syllogisms are far below its limits, so there are none.
pub(super) fn conclusions(pair: PremisePair) -> Result<Vec<Conclusion>, Error> {
    let mut engine = Engine::default();
    let mut read = |one| engine.read(&syllogistic_view(one, TERMS, MIDDLE));
    let premises: Vec<InternedView> =
        pair.premises().into_iter().map(&mut read).collect::<Result<_, _>>()?;
    let mut accepted = Vec::new();
    for conclusion in Conclusion::ALL {
        let Some(target) = conclusion.proposition() else { continue };
        let target = engine.read(&syllogistic_view(target, TERMS, MIDDLE))?;
        if engine.does_it_follow_as(&premises, &target, Following::RegardlessOfIssues)? {
            accepted.push(conclusion);
        }
    }
    if accepted.is_empty() {
        accepted.push(Conclusion::Nothing);
    }
    Ok(accepted)
}

/// Returns the predictions for a pair, computed once for all pairs; empty for a pair on which the
/// engine fails, which a test excludes.
pub(super) fn predicted(pair: PremisePair) -> &'static [Conclusion] {
    static ALL: LazyLock<BTreeMap<PremisePair, Vec<Conclusion>>> = LazyLock::new(|| {
        PremisePair::all().filter_map(|pair| Some((pair, conclusions(pair).ok()?))).collect()
    });
    ALL.get(&pair).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(pair: &str) -> String {
        let found = conclusions(pair.parse().unwrap()).unwrap();
        found.iter().map(Conclusion::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_examples_of_the_book_come_out() {
        // 57: all B are A, some C are B; some C are A.
        assert!(says("AI2").contains("Ica"));
        // 58: all C are B, some A are B; some A are C, which does not follow.
        assert!(says("AI3").contains("Ica"));
        // 53: "all" is converted.
        assert_eq!(says("AA1"), "Aac Aca");
    }

    /// The procedure takes the premises in both orders, so their order decides nothing but which
    /// end term is called A.
    #[test]
    fn the_order_of_the_premises_makes_no_difference() {
        for pair in PremisePair::all() {
            let figure = match pair.figure {
                1 => 2,
                2 => 1,
                same => same,
            };
            let swapped = PremisePair { first: pair.second, second: pair.first, figure };
            let mut mirrored: Vec<Conclusion> =
                conclusions(swapped).unwrap().into_iter().map(mirror).collect();
            let mut own = conclusions(pair).unwrap();
            mirrored.sort();
            own.sort();
            assert_eq!(own, mirrored, "{pair}");
        }
    }

    fn mirror(conclusion: Conclusion) -> Conclusion {
        match conclusion {
            Conclusion::FirstToSecond(quantity) => Conclusion::SecondToFirst(quantity),
            Conclusion::SecondToFirst(quantity) => Conclusion::FirstToSecond(quantity),
            Conclusion::Nothing => Conclusion::Nothing,
        }
    }

    /// As `peirast etr follows --regardless-of-issues` answers for each pair and conclusion.
    #[test]
    fn all_predictions() {
        let mut pairs = 0;
        for (shown, expected) in [
            ("AA1 AA2 AA4", "Aac Aca"),
            (
                "AA3 AE2 AE3 AO2 EA1 EA3 EE1 EE2 EE3 EE4 EO1 EO2 EO4 IO2 IO3 OA1 OE1 OE2 OE4 OI1 OI3 OO1 OO2 OO4",
                "NVC",
            ),
            ("AE1 AE4", "Eac"),
            ("AI1 AI2 AI3 AI4 EO3 IA1 IA2 IA3 IA4 II1 II2 II3 II4 OE3 OO3", "Iac Ica"),
            ("AO1 AO4 IE1 IE2 IE3 IE4 IO1 IO4 OA3", "Oac"),
            ("AO3 EI1 EI2 EI3 EI4 OA2 OA4 OI2 OI4", "Oca"),
            ("EA2 EA4", "Eca"),
        ] {
            for pair in shown.split(' ') {
                assert_eq!(says(pair), expected, "{pair}");
                pairs += 1;
            }
        }
        assert_eq!(pairs, PremisePair::all().count());
    }

    /// Every view means what its sentence means.
    #[test]
    fn views_follow_from_one_another_as_their_sentences_do() {
        use peirast_logic::categorical::Import;
        use peirast_logic::{Argument, Signature, Verdict, entails, formula_of_view};
        for pair in PremisePair::all() {
            let mut engine = Engine::default();
            let mut signature = Signature::default();
            let mut formula = |one| {
                let view = engine.read(&syllogistic_view(one, TERMS, MIDDLE)).unwrap();
                formula_of_view(&engine, &view, &mut signature).unwrap()
            };
            let premises: Vec<_> = pair.premises().into_iter().map(&mut formula).collect();
            let conclusions: Vec<_> = Conclusion::ALL
                .into_iter()
                .filter_map(|one| Some((one, formula(one.proposition()?))))
                .collect();
            let valid = pair.valid_conclusions(Import::Modern);
            for (one, conclusion) in conclusions {
                let (signature, premises) = (signature.clone(), premises.clone());
                let verdict = entails(&Argument { signature, premises, conclusion });
                assert_eq!(verdict == Verdict::Entailed, valid.contains(&one), "{pair} {one}");
            }
        }
    }
}
