//! Forecasts as text: a table, and notes on how its figures were obtained.

use crate::column;
use peirast_cost::{Amount, Kind, Span, Tariff, Usd};
use peirast_decimals::{counted, fixed_decimals, grouped, percent_decimals};
use peirast_report::escape_line;
use peirast_study::money::{SubjectForecast, unpriced};
use peirast_study::{BudgetForecast, Extent, ForecastReport};

/// Renders the forecasts as a table, with notes on each.
pub(super) fn forecasts_text(forecasts: &[SubjectForecast]) -> String {
    let names: Vec<_> = forecasts.iter().map(|one| escape_line(&one.subject)).collect();
    let width = column::width(&names);
    let mut text = format!(
        "{:<width$} {:>9} {:>9} {:>13} {:>20} {:>18}  cost\n",
        "subject", "questions", "answered", "to ask", "input tokens", "output tokens"
    );
    for (name, one) in names.iter().zip(forecasts) {
        let (forecast, is_simulated) = (&one.forecast, peirast_record::is_simulated(&one.subject));
        let tokens = |text: String| if is_simulated { "-".to_owned() } else { text };
        text.push_str(&format!(
            "{name:<width$} {:>9} {:>9} {:>13} {:>20} {:>18}  {}\n",
            grouped(one.trials),
            grouped(one.answered),
            range(forecast.questions, "-"),
            tokens(input(one)),
            tokens(range(forecast.output, " to ")),
            cost(one)
        ));
        notes(one).into_iter().for_each(|note| text.push_str(&format!("    {note}\n")));
    }
    let live = forecasts.iter().filter(|one| one.forecast.price.is_some());
    if live.count() > 1 {
        text.push_str(&total(forecasts));
    }
    let is_range = |one: &SubjectForecast| {
        let (output, cost) = (one.forecast.output, one.forecast.cost);
        let is_range = cost.is_some_and(|cost| cost.expected != cost.most);
        !peirast_record::is_simulated(&one.subject) && (output.expected != output.most || is_range)
    };
    if forecasts.iter().any(is_range) {
        text.push_str("    `A to B`: A is expected, and B is the most there can be\n");
    }
    text
}

/// `1,200 exact`, `~1,200 ±8 %`.
fn input(one: &SubjectForecast) -> String {
    let input = &one.forecast.input;
    match input.kind {
        Kind::Exact => format!("{} exact", grouped(input.tokens)),
        Kind::Calibrated { ratio } => {
            let width = (ratio.high - ratio.low) / (2.0 * ratio.ratio.max(f64::MIN_POSITIVE));
            format!("{} ±{} %", grouped(input.tokens), percent_decimals(width, 1))
        }
        Kind::Estimated { error } => {
            format!("~{} ±{} %", grouped(input.tokens), percent_decimals(error, 0))
        }
    }
}

fn range(span: Span<u64>, to: &str) -> String {
    match span.expected == span.most {
        true => grouped(span.most),
        false => format!("{}{to}{}", grouped(span.expected), grouped(span.most)),
    }
}

fn dollars(span: Span<Usd>) -> String {
    let (expected, most) = (span.expected.to_string(), span.most.to_string());
    match expected == most {
        true => most,
        false => format!("{} to {most}", expected.trim_end_matches(" USD")),
    }
}

fn cost(one: &SubjectForecast) -> String {
    match (&one.tariff, one.forecast.cost) {
        (Tariff::Free(why), _) => format!("free ({why})"),
        (_, Some(cost)) => dollars(cost),
        (_, None) => "no price known".to_owned(),
    }
}

/// Notes on how the figures of a forecast were obtained.
fn notes(one: &SubjectForecast) -> Vec<String> {
    if peirast_record::is_simulated(&one.subject) {
        return Vec::new();
    }
    let forecast = &one.forecast;
    let mut notes = Vec::new();
    if one.spent.answers > 0
        && let (Tariff::Priced(_), Some(cost)) = (&one.tariff, one.spent.cost)
    {
        notes.push(format!("spent so far: {cost} for {} answers", one.spent.answers));
    }
    if one.taken_over > 0 {
        let n = counted(one.taken_over, "answer", "answers");
        notes.push(format!(
            "{n} would be taken over from other directories, and counted as answered"
        ));
    }
    if one.handed_in > 0 {
        let n = counted(one.handed_in, "question is", "questions are");
        notes.push(format!("{n} in batches under way, and not counted as still to ask"));
    }
    if forecast.questions.most > 0 {
        notes.extend([input_note(one), output_note(one)]);
    }
    match &forecast.price {
        Some(price) => notes.push(format!("price: {}", escape_line(&price.to_string()))),
        None if one.tariff == Tariff::Unknown => {
            notes.push(unpriced(&one.subject, &one.endpoint));
        }
        None => {}
    }
    if let Some(batch) = forecast.batch {
        notes.push(format!("in the provider's batches: {}", dollars(batch)));
    }
    notes
}

/// The note on how input tokens were counted.
fn input_note(one: &SubjectForecast) -> String {
    let family = &peirast_cost::Counter::for_subject(&one.subject).family().name;
    match one.forecast.input.kind {
        Kind::Exact => format!("input: exact, by the tokenizer of {family}"),
        Kind::Calibrated { ratio } => format!(
            "input: calibrated by {} answers, which reported {} tokens for one estimated",
            ratio.n,
            fixed_decimals(ratio.ratio, 3)
        ),
        Kind::Estimated { error } => format!(
            "input: estimated (tokenizer: {family}), {} % more or less; answers will correct it",
            percent_decimals(error, 0)
        ),
    }
}

/// The note on how output tokens were estimated.
fn output_note(one: &SubjectForecast) -> String {
    let expected = match one.forecast.output_from {
        0 => {
            let each = one.forecast.output.expected / one.forecast.questions.expected.max(1);
            format!(
                "no answer here has reported its length yet, so that {} tokens are assumed for each",
                grouped(each)
            )
        }
        n => format!(
            "expected length from stored answers, {n} at most, by protocol where it has ten"
        ),
    };
    if let Some(longest) = one.forecast.beyond {
        return format!(
            "output: {expected}; answers went beyond max_tokens, up to {longest} tokens, so that the most is \
             an assumption (twice the longest)"
        );
    }
    match one.forecast.is_limited {
        true => {
            let most = one.forecast.output.most / one.forecast.questions.most.max(1);
            format!("output: {expected}, at most {} (max_tokens)", grouped(most))
        }
        false => format!(
            "output: {expected}; no max_tokens is set, so that the most is an assumption ({} tokens an \
             answer, or twice the longest so far)",
            peirast_cost::LEAST_BOUND
        ),
    }
}

fn total(forecasts: &[SubjectForecast]) -> String {
    let costs: Vec<Span<Usd>> = forecasts.iter().filter_map(|one| one.forecast.cost).collect();
    let sum = Span {
        expected: costs.iter().map(|cost| cost.expected).sum(),
        most: costs.iter().map(|cost| cost.most).sum(),
    };
    let unknown = forecasts.len() - costs.len();
    let besides = match unknown {
        0 => String::new(),
        n => format!(", and {} without a known price", counted(n as u64, "subject", "subjects")),
    };
    format!("total: {}{besides}\n", dollars(sum))
}

/// Renders a forecast for people.
pub(super) fn forecast_text(forecast: &ForecastReport) -> String {
    let mut text = forecasts_text(&forecast.forecasts);
    if let Some(budget) = &forecast.budget {
        text.push_str(&budget_text(budget));
    }
    text.push_str(match forecast.extent {
        Extent::Fixed => "",
        Extent::Sequential { is_begun: false } => {
            "Questions stop when their comparisons are decided: between the first step and all of them are asked; \
             the most is for all.\n"
        }
        Extent::Sequential { is_begun: true } => {
            "Questions stop when their comparisons are decided: between the steps under way and all that may follow \
             are asked; the most is for all.\n"
        }
        Extent::Votes => {
            "Where the first answers differ, the voting asks again: the most is for the most that it may ask.\n"
        }
    });
    if let Some(why) = &forecast.refusal {
        text.push_str(&escape_line(&format!("A run would be refused: {why}.")));
        text.push('\n');
    }
    text.push_str("Nothing was asked.\n");
    text
}

/// Describes the spent part of a budget, and whether the next question fits.
fn budget_text(forecast: &BudgetForecast) -> String {
    let BudgetForecast { budget, balance, refused, lacking } = forecast;
    let mut text =
        format!("The budget is {budget}; {} of it are spent", budget.render(balance.settled));
    if balance.uncertain != Amount::default() {
        let besides = budget.render(balance.uncertain);
        text.push_str(&format!(", and up to {besides} more may have been charged"));
    }
    text.push_str(".\n");
    if let Some(why) = refused {
        text.push_str(&format!("A run would ask nothing: {why}.\n"));
    }
    if let Some(line) = lacking {
        text.push_str(&format!("{line}.\n"));
    }
    text
}

/// Renders a forecast as JSON lines, one per subject.
pub(super) fn forecast_json(forecasts: &[SubjectForecast]) -> String {
    let mut text = String::new();
    for one in forecasts {
        text.push_str(&format!("{}\n", one.record()));
    }
    text
}
