//! Every step to an answer.

use super::render::render;
use peirast_etr::{Step, Trace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The steps and the answer for readers.
pub(super) fn render_steps(trace: &Trace, out: &Value) -> String {
    let mut text = String::new();
    let mut counts: Vec<usize> = Vec::new();
    for step in &trace.steps {
        counts.resize(step.depth + 1, 0);
        counts[step.depth] += 1;
        let number: Vec<String> = counts.iter().map(usize::to_string).collect();
        write_step(&mut text, &number.join("."), step);
    }
    let _ = write!(text, "answer: {}", render(out));
    text
}

/// A step on one line if it changed nothing, otherwise with its views. Writing to a string cannot
/// fail.
fn write_step(text: &mut String, number: &str, step: &Step) {
    let margin = "  ".repeat(step.depth);
    if is_unchanged(step) {
        let with = step.inputs.get(1).map(|with| format!(" with {with}")).unwrap_or_default();
        let why = step.unchanged.as_ref().map(|why| format!(", {why}")).unwrap_or_default();
        let _ = writeln!(text, "{margin}{number} {}{with}: unchanged{why}", step.operation);
        return;
    }
    let _ = writeln!(text, "{margin}{number} {}", step.operation);
    for (name, input) in ["of  ", "with"].iter().zip(&step.inputs) {
        let _ = writeln!(text, "{margin}    {name} {input}");
    }
    let _ = writeln!(text, "{margin}    is   {}", step.output);
}

/// True if the result of a step equals its input.
fn is_unchanged(step: &Step) -> bool {
    step.inputs.first() == Some(&step.output)
}

/// The steps of a trace as a Mermaid flowchart.
///
/// A box is a step, with the resulting view. Steps made of others are frames around them. Lines
/// carry the external view, dotted lines the internal one. Round boxes are views from outside.
/// Steps that changed nothing are left out.
pub(super) fn mermaid(steps: &[Step]) -> String {
    let steps: Vec<&Step> = steps.iter().filter(|step| !is_unchanged(step)).collect();
    let mut chart = Chart::default();
    for (at, step) in steps.iter().enumerate() {
        chart.close(step.depth);
        let inside = steps.get(at + 1).is_some_and(|next| next.depth > step.depth);
        if inside { chart.open(at, step) } else { chart.leaf(at, step) }
    }
    chart.close(0);
    format!("flowchart TD\n{}{}{}", chart.given, chart.boxes, chart.lines)
}

#[derive(Default)]
struct Chart<'s> {
    given: String,
    boxes: String,
    lines: String,
    /// The box that last made each view.
    made: BTreeMap<&'s str, String>,
    /// The views from outside, and their boxes.
    outside: BTreeMap<&'s str, String>,
    /// The open frames.
    open: Vec<&'s Step>,
    last: Option<String>,
}

impl<'s> Chart<'s> {
    fn margin(&self) -> String {
        "  ".repeat(self.open.len() + 1)
    }

    /// Closes the frames at this depth and deeper.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(step) = self.open.pop() else { return };
            let _ = writeln!(self.boxes, "{}end", self.margin());
            if let Some(last) = &self.last {
                self.made.insert(&step.output, last.clone());
            }
        }
    }

    fn open(&mut self, at: usize, step: &'s Step) {
        let margin = self.margin();
        let _ = writeln!(self.boxes, "{margin}subgraph f{at}[\"{}\"]", label(step.operation));
        self.open.push(step);
    }

    fn leaf(&mut self, at: usize, step: &'s Step) {
        let name = format!("s{at}");
        let margin = self.margin();
        let (operation, output) = (label(step.operation), label(&step.output));
        let _ = writeln!(self.boxes, "{margin}{name}[\"{operation}<br/>{output}\"]");
        for (line, input) in ["-->", "-.->"].iter().zip(&step.inputs) {
            // A held view was made here; a premise is from outside even if a step made it too.
            let held = *line == "-->" && step.inputs.len() > 1;
            let from = self.source(input, held);
            let _ = writeln!(self.lines, "  {from} {line} {name}");
        }
        self.made.insert(&step.output, name.clone());
        self.last = Some(name);
    }

    /// The box of a view, which is new if the view comes from outside.
    fn source(&mut self, view: &'s str, held: bool) -> String {
        let (made, outside) = (self.made.get(view), self.outside.get(view));
        let known = if held { made.or(outside) } else { outside.or(made) };
        if let Some(name) = known {
            return name.clone();
        }
        let name = format!("v{}", self.outside.len());
        let _ = writeln!(self.given, "  {name}([\"{}\"])", label(view));
        self.outside.insert(view, name.clone());
        name
    }
}

/// A text as a label, in which nothing is markup.
fn label(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '<' | '>' | '&' | '#' | '`' | '\\' => {
                let _ = write!(safe, "#{};", u32::from(c));
            }
            _ => safe.push(c),
        }
    }
    safe
}
