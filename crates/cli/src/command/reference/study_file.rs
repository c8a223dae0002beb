//! The page of study files, generated from their JSON Schema.

use super::prose;
use serde_json::{Map, Value};

const HEAD: &str = "# Study files

<!-- Made by `peirast reference study-file`. -->

Every field of a study file, generated from the schema that `peirast study schema` prints and that
editors use for completion. [Studies and hypotheses](studies.md) shows a whole study.
";

/// Renders every field of a study, table by table.
pub(super) fn page(schema: &Value) -> String {
    let mut page = HEAD.to_owned();
    add("The study", schema, &mut page);
    for (name, one) in definitions(schema).into_iter().flatten() {
        add(name, one, &mut page);
    }
    page
}

fn definitions(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("$defs")?.as_object()
}

/// Adds a section: its fields, its values, or its type.
fn add(name: &str, schema: &Value, page: &mut String) {
    page.push_str(&format!("\n## {name}\n"));
    if let Some(text) = description(schema) {
        page.push_str(&format!("\n{text}\n"));
    }
    if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
        page.push_str("\n| field | type | default | meaning |\n|---|---|---|---|\n");
        let required = |field: &str| listed(schema.get("required")).any(|one| one == field);
        for (field, one) in fields {
            page.push_str(&row(field, one, required(field)));
        }
    } else if let Some(values) = values(schema) {
        page.push_str(&format!("\n{values}"));
    } else {
        page.push_str(&format!("\nIts type: {}.\n", kind(schema)));
    }
}

fn description(schema: &Value) -> Option<String> {
    schema.get("description")?.as_str().map(prose)
}

/// The strings of a list.
fn listed(list: Option<&Value>) -> impl Iterator<Item = &str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn row(field: &str, schema: &Value, is_required: bool) -> String {
    let default = match schema.get("default") {
        _ if is_required => "must be given".to_owned(),
        None | Some(Value::Null) => String::new(),
        Some(value) => format!("`{value}`"),
    };
    let meaning = description(schema).unwrap_or_default();
    format!("| `{field}` | {} | {default} | {meaning} |\n", kind(schema))
}

/// Renders the values of a choice, each with its meaning.
fn values(schema: &Value) -> Option<String> {
    let line = |one: &Value| {
        let meaning = description(one).unwrap_or_default();
        choices(one).iter().map(|value| format!("- `{value}`: {meaning}\n")).collect::<String>()
    };
    let lines: String = match schema.get("oneOf").and_then(Value::as_array) {
        Some(several) => several.iter().map(line).collect(),
        None => choices(schema).iter().map(|value| format!("- `{value}`\n")).collect(),
    };
    (!lines.is_empty()).then_some(lines)
}

fn choices(schema: &Value) -> Vec<&str> {
    let one = schema.get("const").and_then(Value::as_str);
    one.into_iter().chain(listed(schema.get("enum"))).collect()
}

/// Renders the type of a field, with links to the sections of tables and choices.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().unwrap_or(name);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(several) = schema.get("anyOf").and_then(Value::as_array) {
        let kinds = several.iter().map(kind).filter(|kind| kind != "null");
        return kinds.collect::<Vec<_>>().join(" or ");
    }
    let names = match schema.get("type") {
        Some(Value::String(name)) => vec![name.as_str()],
        several => listed(several).filter(|name| *name != "null").collect(),
    };
    let names: Vec<String> = names.into_iter().map(|name| named(name, schema)).collect();
    if names.is_empty() { "any".to_owned() } else { names.join(" or ") }
}

/// Renders a type in words.
fn named(name: &str, schema: &Value) -> String {
    let of = |field: &str| schema.get(field).filter(|inner| inner.is_object()).map(kind);
    match name {
        "array" => match schema.get("prefixItems").and_then(Value::as_array) {
            Some(items) => format!("[{}]", items.iter().map(kind).collect::<Vec<_>>().join(", "))
                .replace('[', "\\[")
                .replace(']', "\\]"),
            None => format!("list of {}", of("items").unwrap_or_else(|| "any".to_owned())),
        },
        "object" => {
            format!("table of {}", of("additionalProperties").unwrap_or_else(|| "any".to_owned()))
        }
        "integer" => "whole number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "string" => "text".to_owned(),
        other => other.to_owned(),
    }
}
