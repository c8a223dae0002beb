//! Checks the claims of the prose against the tables.

use crate::description::{Claim, Description, Otherwise};
use crate::expression::{Binary, Context, Expression, Value, crumbs, equal};
use crate::finding::{Findings, Place};
use crate::{AuditError, Document, Printed, Table, Verdict};

/// Checks every claim of a description.
pub fn check(
    description: &Description,
    document: &Document,
    findings: &mut Findings,
) -> Result<(), AuditError> {
    for claim in &description.claim {
        let table = match &claim.table {
            None => None,
            Some(name) => {
                Some(document.tables.iter().find(|table| table.title == *name).ok_or_else(
                    || AuditError::Description {
                        name: description.name.clone(),
                        why: format!("claim `{}`: there is no table `{name}`", claim.says),
                    },
                )?)
            }
        };
        let context = Context { document, table };
        if let (Some(value), Some(printed)) = (&claim.value, &claim.printed) {
            of_value(claim, context, value, printed, findings)?;
        } else if let Some(holds) = &claim.holds {
            of_truth(claim, context, holds, findings)?;
        } else if let Some(each) = &claim.each {
            of_rows(claim, context, each, findings)?;
        }
    }
    Ok(())
}

/// An expression and the error for it.
fn no_value(text: &str) -> impl Fn(String) -> AuditError + '_ {
    move |why| AuditError::NoValue { text: text.to_owned(), why }
}

fn no_truth(text: &str, value: &Value) -> AuditError {
    no_value(text)(format!("a claim must be true or false, but this is {}", value.kind()))
}

fn fault(claim: &Claim) -> Verdict {
    match claim.otherwise {
        None | Some(Otherwise::Mismatch) => Verdict::Mismatch,
        Some(Otherwise::Contradiction) => Verdict::Contradiction,
        Some(Otherwise::Impossible) => Verdict::Impossible,
        Some(Otherwise::Note) => Verdict::Note,
    }
}

fn place(claim: &Claim) -> Place {
    let table = claim.table.clone().unwrap_or_default();
    Place { table, line: 0, row: claim.place.clone() }
}

/// Checks the claim of a number.
fn of_value(
    claim: &Claim,
    context: Context<'_>,
    text: &str,
    printed: &str,
    findings: &mut Findings,
) -> Result<(), AuditError> {
    let expression = Expression::parse(text)?;
    let printed: Printed = printed
        .parse()
        .map_err(|why: crate::NotANumber| no_value(text)(format!("printed: {why}")))?;
    match context.value(&expression).map_err(no_value(text))? {
        Value::Number { value, slack } => {
            let finding = findings.compare(claim.says.clone(), place(claim), printed, value, slack);
            if finding.verdict.is_fault() {
                finding.verdict = fault(claim);
                finding.remark.clone_from(&claim.remark);
            }
            Ok(())
        }
        other => Err(no_value(text)(format!("this is {}, not a number", other.kind()))),
    }
}

/// Checks the claim of a condition.
fn of_truth(
    claim: &Claim,
    context: Context<'_>,
    text: &str,
    findings: &mut Findings,
) -> Result<(), AuditError> {
    let expression = Expression::parse(text)?;
    let value = context.value(&expression).map_err(no_value(text))?;
    let Value::Truth(truth) = value else { return Err(no_truth(text, &value)) };
    let sides = sides(context, None, &expression);
    let finding = findings.add(
        claim.says.clone(),
        if truth { Verdict::Ok } else { fault(claim) },
        place(claim),
        "",
        sides.unwrap_or_else(|| if truth { "so it is" } else { "not so" }.to_owned()),
    );
    if !truth {
        finding.remark.clone_from(&claim.remark);
    }
    Ok(())
}

/// The two sides of a comparison, as numbers.
fn sides(
    context: Context<'_>,
    row: Option<(&Table, usize)>,
    expression: &Expression,
) -> Option<String> {
    let Expression::Binary(operator, left, right) = expression else { return None };
    let sign = match operator {
        Binary::Equal => "=",
        Binary::Unequal => "!=",
        Binary::Less => "<",
        Binary::AtMost => "<=",
        Binary::More => ">",
        Binary::AtLeast => ">=",
        _ => return None,
    };
    let side = |expression: &Expression| {
        let value = match row {
            Some((table, row)) => context.value_on(table, row, expression),
            None => context.value(expression),
        };
        value.map(|value| value.text()).ok()
    };
    Some(format!("{} {sign} {}", side(left)?, side(right)?))
}

/// Checks the claim of a condition on every row.
fn of_rows(
    claim: &Claim,
    context: Context<'_>,
    text: &str,
    findings: &mut Findings,
) -> Result<(), AuditError> {
    let expression = Expression::parse(text)?;
    let condition = claim.condition.as_deref().map(Expression::parse).transpose()?;
    let table = context.table.ok_or_else(|| no_value(text)("`each` needs a `table`".to_owned()))?;
    let before = findings.0.len();
    for row in 0..table.rows.len() {
        if let Some(condition) = &condition {
            let shown = claim.condition.as_deref().unwrap_or_default();
            let value = context.value_on(table, row, condition).map_err(no_value(shown))?;
            if value != Value::Truth(true) {
                continue;
            }
        }
        let (verdict, printed, recomputed) = match &expression {
            Expression::Binary(Binary::Equal, left, right) => {
                let Some(sides) = equality(context, (table, row), (left, right), text)? else {
                    continue;
                };
                sides
            }
            _ => match context.value_on(table, row, &expression).map_err(no_value(text))? {
                Value::Missing => continue,
                Value::Truth(true) => (Verdict::Ok, String::new(), String::new()),
                Value::Truth(false) => {
                    let seen = sides(context, Some((table, row)), &expression);
                    (
                        Verdict::Mismatch,
                        inputs(context, (table, row), &expression),
                        seen.unwrap_or_else(|| "no".to_owned()),
                    )
                }
                other => return Err(no_truth(text, &other)),
            },
        };
        let is_fault = verdict.is_fault();
        let place = Place::row(table, row);
        let verdict = if is_fault { fault(claim) } else { verdict };
        let finding = findings.add(claim.says.clone(), verdict, place, printed, recomputed);
        if is_fault {
            finding.remark.clone_from(&claim.remark);
        }
    }
    if findings.0.len() == before {
        findings.add(claim.says.clone(), Verdict::Note, place(claim), "", "no row to check");
    }
    Ok(())
}

/// Compares two sides that should be equal on a row. `None` if one is missing.
fn equality(
    context: Context<'_>,
    (table, row): (&Table, usize),
    (left, right): (&Expression, &Expression),
    text: &str,
) -> Result<Option<(Verdict, String, String)>, AuditError> {
    let value = |side| context.value_on(table, row, side).map_err(no_value(text));
    let (left, right) = (value(left)?, value(right)?);
    let verdict = match (&left, &right) {
        (Value::Missing, _) | (_, Value::Missing) => None,
        (Value::Number { value: a, slack: s }, Value::Number { value: b, slack: t }) => {
            let (apart, crumbs) = ((a - b).abs(), crumbs(*a, *b));
            Some(match () {
                () if apart <= s + crumbs => Verdict::Ok,
                () if apart <= s + t + crumbs => Verdict::Rounding,
                () => Verdict::Mismatch,
            })
        }
        _ => Some(if equal(&left, &right) { Verdict::Ok } else { Verdict::Mismatch }),
    };
    Ok(verdict.map(|verdict| (verdict, left.text(), right.text())))
}

/// The columns of an expression with their values on a row.
fn inputs(context: Context<'_>, (table, row): (&Table, usize), expression: &Expression) -> String {
    let mut columns: Vec<&Expression> = Vec::new();
    gather(expression, &mut columns);
    let shown = columns.iter().filter_map(|column| {
        let Expression::Column { name, .. } = column else { return None };
        Some(format!("{name} {}", context.value_on(table, row, column).ok()?.text()))
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn gather<'e>(expression: &'e Expression, found: &mut Vec<&'e Expression>) {
    match expression {
        Expression::Column { .. } if !found.contains(&expression) => found.push(expression),
        _ => expression.parts().into_iter().for_each(|part| gather(part, found)),
    }
}
