//! Markdown, for people.

use super::readable;
use crate::Table;

impl Table<'_> {
    /// Renders the table as Markdown with pipes, for people: no details, shares in percent, long
    /// texts shortened.
    pub fn markdown(&self) -> String {
        let rows = self.shown_rows();
        let columns = self.shown_columns(&rows);
        let mut text =
            format!("**{}.** {}\n\n", markdown_text(&self.title), markdown_text(&self.note));
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let of = |at: &usize| self.columns.get(*at);
        let head = columns.iter().filter_map(of);
        text.push_str(&line(head.clone().map(|one| markdown_text(&one.name)).collect()));
        let rule = |is_number| if is_number { "--:" } else { "---" }.to_owned();
        text.push_str(&line(head.clone().map(|one| rule(one.unit.is_number())).collect()));
        for row in rows {
            let cell = |at: &usize| Some(markdown_text(&readable(row.cell(*at), of(at)?.unit)));
            text.push_str(&line(columns.iter().filter_map(cell).collect()));
        }
        if !self.origin.is_empty() {
            let origin = self.origin.iter().map(|(name, value)| format!("{name} {value}"));
            text.push_str(&format!(
                "\n{}\n",
                markdown_text(&origin.collect::<Vec<_>>().join(", "))
            ));
        }
        text
    }
}

/// Returns a text in which nothing is markup.
fn markdown_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in crate::escape_line(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '$' => {
                safe.push('\\');
                safe.push(c);
            }
            _ => safe.push(c),
        }
    }
    // Many renderers turn a bare address into a link.
    safe.replace("://", ":\u{200b}//")
}
