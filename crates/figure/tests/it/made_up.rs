//! One figure of each kind, of made-up numbers.

use peirast_figure::*;

/// One figure of each kind, of made-up numbers.
pub fn examples() -> Vec<Figure> {
    let mut figures = compared();
    figures.extend(reasoned());
    figures
}

const MODELS: [&str; 4] = ["gpt-4o", "llama-3-70b-instruct", "claude-3-opus", "mistral-large"];
const METHODS: [&str; 5] = ["baseline", "zs_cot", "os", "os_cot", "weak_control_zs_cot"];

fn figure(name: &str, title: &str, caption: &str, data: Data) -> Figure {
    let [name, title, caption] = [name, title, caption].map(str::to_owned);
    Figure { name, title, caption, data }
}

/// Figures of comparisons of pairs.
fn compared() -> Vec<Figure> {
    vec![
        figure(
            "paired-bars",
            "Hypothesis 1: discordant pairs",
            "Pairs of which only one member was answered rightly, by model and method. An asterisk marks \
             rows in which marginal homogeneity is rejected (Benjamini–Hochberg, α = 0.05).",
            Data::PairedBars(paired_bars()),
        ),
        figure(
            "forest",
            "Odds ratios",
            "Conditional odds ratios n21/n12 with exact 95 % intervals; arrows lead beyond the scale.",
            Data::Forest(forest()),
        ),
        figure(
            "differences",
            "Two runs compared",
            "Differences of accuracy with 95 % intervals; the band holds differences that do not matter.",
            Data::Differences(differences()),
        ),
        figure(
            "p-values",
            "The p-values of a family",
            "Sorted p-values and the line of Benjamini and Hochberg.",
            Data::PValues(p_values()),
        ),
        figure(
            "evidence",
            "A sequential test",
            "E-values after each discordant pair.",
            Data::EvidencePaths(evidence()),
        ),
        figure("power", "Power", "By simulation.", Data::PowerCurves(power())),
    ]
}

/// Figures of answers to problems of reasoning.
fn reasoned() -> Vec<Figure> {
    vec![
        figure(
            "accuracy",
            "Accuracy by model and protocol",
            "Share of right answers, in percent.",
            Data::HeatMap(heat_map()),
        ),
        figure(
            "belief-bias",
            "Belief bias",
            "Accuracy where belief agrees with logic, and where it does not.",
            Data::Butterfly(butterfly()),
        ),
        figure(
            "consistency",
            "Consistency",
            "Share of items answered alike, with 95 % intervals.",
            Data::Consistency(consistency()),
        ),
        figure(
            "variants",
            "Correlations between variants",
            "Over items.",
            Data::VariantCorrelations(variants()),
        ),
        figure(
            "validity-belief",
            "Validity and believability",
            "Above the diagonal, judgements follow logic more than belief.",
            Data::ValidityBelief(ValidityBelief { points: points(1.0) }),
        ),
        figure("ranking", "Ranking", "With 95 % intervals.", Data::Ranking(ranking())),
        figure("boxes", "Accuracies", "Over subjects.", Data::BoxPlot(boxes())),
        figure(
            "accuracy-consistency",
            "Accuracy and consistency",
            "With the line of least squares.",
            Data::AccuracyConsistency(accuracy_consistency()),
        ),
        figure(
            "benchmark",
            "Accuracy and a benchmark",
            "With the line of least squares.",
            Data::Benchmark(benchmark()),
        ),
        figure(
            "capability",
            "Predicted fallacies and capability",
            "Share of wrong answers that the theory predicts.",
            Data::Capability(capability()),
        ),
        figure(
            "premise-order",
            "Order of premises",
            "Accuracy with the premises as given and switched; the change in points at the right.",
            Data::PremiseOrder(premise_order()),
        ),
        figure(
            "people",
            "People and models",
            "Accuracy by form of syllogism.",
            Data::People(people()),
        ),
        figure(
            "venn",
            "A countermodel",
            "All cats are animals, all dogs are animals; some cat is not a dog.",
            Data::Venn(venn()),
        ),
    ]
}

/// The result of `make` for each model and its number.
fn each_model<T>(mut make: impl FnMut(usize, String) -> T) -> Vec<T> {
    MODELS.iter().enumerate().map(|(at, name)| make(at, (*name).to_owned())).collect()
}

/// A share that differs from one number to the next.
fn wave(at: usize) -> f64 {
    0.5 + 0.45 * (at as f64 * 1.7).sin()
}

fn near(share: f64) -> Estimate {
    Estimate::within(share, (share - 0.08).max(0.0), (share + 0.06).min(1.0))
}

fn paired_bars() -> PairedBars {
    let bar = |model: usize, at: usize, method: &str| PairedBar {
        method: method.to_owned(),
        n12: (60.0 * wave(model + 2 * at)) as u64,
        n21: (120.0 * wave(model * 3 + at + 1)) as u64,
        n: 400,
        is_rejected: !(model + at).is_multiple_of(3),
    };
    let panels = each_model(|model, subject| {
        let methods = METHODS.iter().enumerate();
        PairedPanel { subject, bars: methods.map(|(at, method)| bar(model, at, method)).collect() }
    });
    PairedBars {
        panels,
        members: ["original", "perturbed"].map(str::to_owned),
        outcome: "right".to_owned(),
        expected: "n₁₂ < n₂₁".to_owned(),
    }
}

fn forest() -> Forest {
    let infinite = f64::INFINITY;
    let ratios = [
        Some(Estimate::within(2.4, 1.3, 4.6)),
        Some(Estimate::within(0.8, 0.4, 1.5)),
        Some(Estimate::within(infinite, 3.2, infinite)),
        None,
        Some(Estimate::within(0.0, 0.0, 0.9)),
    ];
    let row = |(at, ratio): (usize, Option<Estimate>)| ForestRow {
        group: MODELS[at / 3].to_owned(),
        name: METHODS[at].to_owned(),
        ratio,
        remark: String::new(),
        is_rejected: at % 2 == 0,
        is_pooled: false,
    };
    let mut rows: Vec<ForestRow> = ratios.into_iter().enumerate().map(row).collect();
    rows.push(ForestRow {
        group: "all".to_owned(),
        name: "pooled".to_owned(),
        ratio: Some(Estimate::within(1.9, 1.4, 2.6)),
        remark: String::new(),
        is_rejected: true,
        is_pooled: true,
    });
    Forest { rows, measure: "odds ratio n₂₁/n₁₂".to_owned() }
}

fn differences() -> Differences {
    let row = |at: usize, value: f64, half: f64| DifferenceRow {
        group: "exact_match".to_owned(),
        name: ["arithmetic", "reading", "all tasks"][at].to_owned(),
        difference: Estimate::within(value, value - half, value + half),
        remark: ["worse", "undecided", "worse"][at].to_owned(),
        is_rejected: at != 1,
        is_pooled: at == 2,
    };
    Differences {
        rows: vec![row(0, -0.15, 0.06), row(1, 0.01, 0.07), row(2, -0.07, 0.045)],
        measure: "new minus old, points".to_owned(),
        are_points: true,
        margin: Some(0.02),
    }
}

fn p_values() -> PValues {
    let value = |at: usize| PValue {
        name: METHODS[at % METHODS.len()].to_owned(),
        group: MODELS[at / METHODS.len()].to_owned(),
        p: if at == 0 { 0.0 } else { (at as f64 / 20.0).powi(5) },
        is_rejected: at < 11,
    };
    PValues { values: (0..20).map(value).collect(), alpha: 0.05, is_by_group: true }
}

fn evidence() -> EvidencePaths {
    let path = |(at, name): (usize, &&str)| {
        let growth = 0.5 - 0.25 * at as f64;
        let e = |step: u64| (growth * step as f64 + wave(at + step as usize) - 0.5).exp();
        let steps = (0..=(10 + 5 * at as u64)).map(|step| (step, e(step))).collect();
        EvidencePath { name: (*name).to_owned(), steps, is_rejected: at == 0 }
    };
    EvidencePaths { paths: MODELS.iter().take(3).enumerate().map(path).collect(), alpha: 0.05 }
}

fn power() -> PowerCurves {
    let curve = |name: &str, scale: f64| PowerCurve {
        name: name.to_owned(),
        points: (1..=8).map(|at| (at * 50, 1.0 - (-(at as f64) * 50.0 / scale).exp())).collect(),
        own: Some(100),
    };
    let curves =
        vec![curve("p12 = 0.05, p21 = 0.15", 100.0), curve("p12 = 0.05, p21 = 0.10", 260.0)];
    PowerCurves { curves, target: Some(0.8) }
}

fn heat_map() -> HeatMap {
    let cell = |share: f64| HeatCell { share: near(share), n: Some(40) };
    let share = |model: usize, at: usize| (model + at != 4).then(|| cell(wave(model * 2 + at)));
    HeatMap {
        measure: "accuracy".to_owned(),
        columns: METHODS.map(str::to_owned).to_vec(),
        rows: each_model(|model, name| HeatRow {
            name,
            cells: (0..METHODS.len()).map(|at| share(model, at)).collect(),
        }),
    }
}

fn butterfly() -> Butterfly {
    Butterfly {
        left: "congruent".to_owned(),
        right: "incongruent".to_owned(),
        measure: "accuracy".to_owned(),
        rows: each_model(|at, name| Wings {
            name,
            left: Some(near(0.9 - 0.05 * at as f64)),
            right: (at != 3).then(|| near(wave(at + 1))),
            remark: if at == 3 { "–".to_owned() } else { format!("{:+.1}", 10.0 * wave(at)) },
        }),
    }
}

fn consistency() -> Consistency {
    let share = |model: usize, at: usize| (model + at != 5).then(|| near(wave(model + 3 * at)));
    Consistency {
        measures: ["all four", "other words", "other order"].map(str::to_owned).to_vec(),
        rows: each_model(|model, name| ConsistencyRow {
            name,
            shares: (0..3).map(|at| share(model, at)).collect(),
            remark: format!("n = {}", 40 - model),
        }),
    }
}

fn variants() -> VariantCorrelations {
    let names = ["N", "O", "X", "OX"];
    let mut pairs = Vec::new();
    for (at, first) in names.iter().enumerate() {
        for (further, second) in names.iter().enumerate().skip(at + 1) {
            let correlation = (further < 3).then(|| 2.0 * wave(at + 5 * further) - 1.0);
            let [first, second] = [first, second].map(|name| (*name).to_owned());
            pairs.push(VariantCorrelation { first, second, correlation });
        }
    }
    let variants = names.map(str::to_owned).to_vec();
    VariantCorrelations { measure: "Pearson's r".to_owned(), variants, pairs }
}

fn points(across: f64) -> Vec<Point> {
    each_model(|at, name| Point {
        name,
        x: Estimate::exactly(across * (0.4 + 0.12 * at as f64)),
        y: near(wave(at + 4)),
    })
}

fn ranking() -> Ranking {
    let rows = each_model(|at, name| Ranked {
        name,
        rank: at as f64 + 1.0,
        accuracy: near(0.95 - 0.11 * at as f64),
    });
    Ranking { rows }
}

fn boxes() -> BoxPlot {
    let row = |group: &str, name: &str, low: f64, points: &[f64]| BoxRow {
        group: group.to_owned(),
        name: name.to_owned(),
        n: 12,
        five: Some([0.0, 0.1, 0.2, 0.24, 0.3].map(|more| low + more)),
        points: points.to_vec(),
    };
    let rows = vec![
        row("strategy", "zero_shot", 0.6, &[0.31, 0.4]),
        row("strategy", "few_shot", 0.5, &[]),
        row("temperature", "0.0", 0.55, &[0.99]),
        BoxRow { n: 3, five: None, ..row("temperature", "1.0", 0.0, &[0.4, 0.52, 0.8]) },
    ];
    BoxPlot { measure: "accuracy".to_owned(), rows }
}

fn accuracy_consistency() -> Scatter {
    Scatter {
        x: Axis::of_shares("consistency (%)"),
        y: Axis::of_shares("accuracy (%)"),
        points: points(1.0),
        line: Some(Line { intercept: 0.2, slope: 0.5 }),
        correlation: "Spearman's ρ = 0.40 [-0.93, 0.98], p = 0.750".to_owned(),
    }
}

fn benchmark() -> Scatter {
    Scatter {
        x: Axis::of_numbers("LMArena score"),
        y: Axis::of_shares("accuracy (%)"),
        points: points(1500.0),
        line: Some(Line { intercept: 0.1, slope: 0.0004 }),
        correlation: "Spearman's ρ = 0.40 (p = 0.60, n = 4)".to_owned(),
    }
}

fn capability() -> Scatter {
    Scatter {
        x: Axis::of_numbers("Elo points"),
        y: Axis::of_shares("predicted fallacies, of wrong answers (%)"),
        points: points(1300.0),
        line: Some(Line { intercept: 0.0, slope: 0.0005 }),
        correlation: String::new(),
    }
}

fn premise_order() -> PremiseOrder {
    PremiseOrder {
        first: "as given".to_owned(),
        second: "switched".to_owned(),
        measure: "accuracy".to_owned(),
        rows: each_model(|at, group| OrderRow {
            group,
            name: "real words".to_owned(),
            first: Some(near(wave(at))),
            second: (at != 2).then(|| near(wave(if at == 1 { at } else { at + 7 }))),
            remark: "n = 40".to_owned(),
        }),
    }
}

fn people() -> People {
    let forms = ["AAA-1", "EAE-1", "AII-3", "AAA-2", "IAI-4", "OOO-1"];
    let form = |(at, form): (usize, &&str)| FormRates {
        group: if at < 3 { "valid" } else { "invalid" }.to_owned(),
        form: (*form).to_owned(),
        people: vec![Some(wave(at)), (at != 4).then(|| wave(at + 2))],
        shares: vec![Some(wave(at + 9)), Some(wave(at + 9)), Some(wave(at + 1))],
    };
    People {
        samples: ["Students 2012", "Students 2016"].map(str::to_owned).to_vec(),
        who: MODELS.iter().take(3).map(|name| (*name).to_owned()).collect(),
        measure: "right".to_owned(),
        forms: forms.iter().enumerate().map(form).collect(),
    }
}

fn venn() -> Venn {
    use Region::{Empty, Occupied, Unknown};
    Venn {
        terms: ["cats", "dogs", "animals"].map(str::to_owned).to_vec(),
        regions: vec![Unknown, Empty, Empty, Empty, Unknown, Occupied, Unknown, Unknown],
    }
}
