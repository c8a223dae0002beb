//! Changes of a line of JSON.

use peirast_record::Problem;
use serde_json::{Map, Value, json};

/// A line with one change.
pub struct Change {
    /// The kind of change.
    pub kind: &'static str,
    /// The changed part: the path of the field.
    pub path: String,
    /// The changed line.
    pub line: String,
}

/// Step between the letters of a text that are changed.
const STRIDE: usize = 29;

/// Returns every change of a problem's line that changes its meaning, or makes it invalid.
pub fn changes(problem: &Problem) -> Vec<Change> {
    let whole = serde_json::to_value(problem).expect("a value");
    let text = whole.to_string();
    let mut all = Vec::new();
    let mut add = |kind: &'static str, path: &str, line: String| {
        if line != text {
            all.push(Change { kind, path: path.to_owned(), line });
        }
    };
    for path in paths(&whole) {
        let own = whole.pointer(&path).expect("a path");
        let with = |value: Value| {
            let mut changed = whole.clone();
            *changed.pointer_mut(&path).expect("a path") = value;
            changed.to_string()
        };
        for other in others(own) {
            add("another type", &path, with(other));
        }
        for (kind, value) in values(own) {
            add(kind, &path, with(value));
        }
        if let Value::Object(fields) = own {
            add("a field twice", &path, twice(&with, fields));
        }
        if !path.is_empty() {
            let mut changed = whole.clone();
            remove(&mut changed, &path);
            add("left out", &path, changed.to_string());
        }
    }
    add("more behind it", "", format!("{text} {{}}"));
    add("more behind it", "", format!("{text} x"));
    add("more before it", "", format!("x{text}"));
    add("cut off", "", text[..text.len() - 1].to_owned());
    add("a list", "", format!("[{text}]"));
    add("blank", "", String::new());
    add("blank", "", "  \t".to_owned());
    all
}

/// Returns changes of the line that leave the problem unchanged.
pub fn harmless(problem: &Problem) -> Vec<Change> {
    let whole = serde_json::to_value(problem).expect("a value");
    let text = whole.to_string();
    let escaped: String = text
        .chars()
        .map(|c| match c {
            c if c.is_ascii() => c.to_string(),
            c => format!("\\u{:04x}", u32::from(c)),
        })
        .collect();
    [
        ("fields in another order", reversed(&whole).to_string()),
        ("spaced", serde_json::to_string_pretty(&whole).expect("JSON").replace('\n', " ")),
        ("escaped", escaped),
        ("a line end of Windows", format!("{text}\r\n")),
    ]
    .map(|(kind, line)| Change { kind, path: String::new(), line })
    .into()
}

/// Returns every part of a value, itself first.
fn paths(value: &Value) -> Vec<String> {
    fn walk(value: &Value, path: &str, all: &mut Vec<String>) {
        all.push(path.to_owned());
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    walk(value, &format!("{path}/{}", name.replace('/', "~1")), all);
                }
            }
            Value::Array(values) => {
                for (at, value) in values.iter().enumerate() {
                    walk(value, &format!("{path}/{at}"), all);
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    walk(value, "", &mut all);
    all
}

/// Returns values of other types.
fn others(own: &Value) -> Vec<Value> {
    let all = [json!(null), json!(true), json!(7), json!(0.5), json!("x"), json!([]), json!({})];
    let same = |other: &Value| std::mem::discriminant(other) == std::mem::discriminant(own);
    all.into_iter().filter(|other| !same(other)).collect()
}

/// Returns other values of the same type.
fn values(own: &Value) -> Vec<(&'static str, Value)> {
    match own {
        Value::Bool(holds) => vec![("turned", json!(!holds))],
        Value::Number(number) => {
            let own = number.as_u64().expect("a count");
            let mut all = vec![own + 1, own + 1_000, u64::MAX];
            all.extend(own.checked_sub(1));
            all.into_iter().map(|other| ("another number", json!(other))).collect()
        }
        Value::String(text) => texts(text),
        Value::Array(all) => lists(all),
        Value::Object(fields) => objects(fields),
        Value::Null => Vec::new(),
    }
}

fn texts(own: &str) -> Vec<(&'static str, Value)> {
    let mut all: Vec<(&'static str, String)> = vec![
        ("emptied", String::new()),
        ("lengthened", format!("{own}x")),
        ("lengthened", format!("{own} ")),
        ("lengthened", format!("{own}\n* The sky is blue.")),
        ("lengthened", format!(" {own}")),
    ];
    let is_view = own.contains('{') && own.contains('}');
    let chars: Vec<char> = own.chars().collect();
    let joined = |chars: &[char]| chars.iter().collect::<String>();
    for at in 0..chars.len() {
        if !is_view && chars.len() > STRIDE && at % STRIDE > 0 {
            continue;
        }
        let mut gone = chars.clone();
        let own = gone.remove(at);
        all.push((if own == '*' { "a mark less" } else { "a letter less" }, joined(&gone)));
        let mut other = chars.clone();
        other[at] = swapped(own);
        all.push(("another letter", joined(&other)));
        if is_view && own == ')' {
            let mut more = chars.clone();
            more.insert(at + 1, '*');
            all.push(("a mark more", joined(&more)));
        }
        if let Some(next) = chars.get(at + 1).filter(|next| **next != own) {
            let mut turned = chars.clone();
            (turned[at], turned[at + 1]) = (*next, own);
            all.push(("letters turned", joined(&turned)));
        }
    }
    for (word, other) in
        [(" is ", " is not "), (" not ", " "), (" or ", " and "), (" and ", " or ")]
    {
        all.push(("another word", own.replacen(word, other, 1)));
    }
    all.into_iter().map(|(kind, text)| (kind, Value::String(text))).collect()
}

/// Returns another letter of the same sort, so that views stay views if possible.
fn swapped(c: char) -> char {
    match c {
        'a' | 'A' | '0' => char::from(c as u8 + 1),
        'b'..='z' | 'B'..='Z' | '1'..='9' => char::from(c as u8 - 1),
        '~' => '∀',
        '∀' => '∃',
        '∃' => '∀',
        ',' => ')',
        _ => '~',
    }
}

fn lists(own: &[Value]) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for at in 0..own.len() {
        let mut more = own.to_vec();
        more.insert(at, own[at].clone());
        all.push(("an entry twice", Value::Array(more)));
        for other in at + 1..own.len() {
            let mut turned = own.to_vec();
            turned.swap(at, other);
            all.push(("entries exchanged", Value::Array(turned)));
        }
    }
    let mut more = own.to_vec();
    more.push(json!("x"));
    all.push(("an entry more", Value::Array(more)));
    all.push(("emptied", json!([])));
    all
}

fn objects(own: &Map<String, Value>) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let mut more = own.clone();
    more.insert("note".to_owned(), json!("mine"));
    all.push(("a field more", Value::Object(more)));
    let names: Vec<&String> = own.keys().collect();
    for (at, one) in names.iter().enumerate() {
        let mut renamed = own.clone();
        if let Some(value) = renamed.remove(*one) {
            renamed.insert(format!("{one}x"), value);
        }
        all.push(("a field renamed", Value::Object(renamed)));
        for other in &names[at + 1..] {
            let mut turned = own.clone();
            turned[*one] = own[*other].clone();
            turned[*other] = own[*one].clone();
            all.push(("fields exchanged", Value::Object(turned)));
        }
    }
    all
}

/// Returns the line with the first field of an object repeated, with another value.
fn twice(with: &dyn Fn(Value) -> String, fields: &Map<String, Value>) -> String {
    const MARK: &str = "the-second-of-two";
    let Some((name, value)) = fields.iter().next() else {
        return with(Value::Object(fields.clone()));
    };
    let mut more = fields.clone();
    more.insert(MARK.to_owned(), value.clone());
    let quoted = |name: &str| Value::from(name).to_string();
    with(Value::Object(more)).replacen(&quoted(MARK), &quoted(name), 1)
}

fn remove(whole: &mut Value, path: &str) {
    let (around, name) = path.rsplit_once('/').expect("a path");
    match whole.pointer_mut(around) {
        Some(Value::Object(fields)) => {
            fields.remove(&name.replace("~1", "/"));
        }
        Some(Value::Array(values)) => {
            values.remove(name.parse().expect("a place"));
        }
        _ => {}
    }
}

fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            fields.iter().rev().map(|(name, value)| (name.clone(), reversed(value))).collect()
        }
        Value::Array(values) => values.iter().map(reversed).collect(),
        other => other.clone(),
    }
}
