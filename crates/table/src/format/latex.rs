//! LaTeX with the rules of `booktabs`: what people read.

use super::shown;
use crate::{Row, Table, escape_line};

/// Longer tables go over pages.
const MOST_ON_A_PAGE: usize = 45;

impl Table<'_> {
    /// The table as LaTeX, for people: no details, shares in percent, long texts shortened. It needs
    /// the package `booktabs`, and `longtable` where it is longer than a page. It compiles with every
    /// engine; letters that the fonts of pdfLaTeX lack stand as their numbers.
    pub fn latex(&self) -> String {
        let rows = self.shown_rows();
        let columns = self.shown_columns(&rows);
        let is_long = rows.len() > MOST_ON_A_PAGE;
        let number = |at: &usize| self.columns.get(*at).is_some_and(|one| one.unit.is_number());
        let layout: String = columns.iter().map(|at| if number(at) { 'r' } else { 'l' }).collect();
        let names = columns.iter().filter_map(|at| self.columns.get(*at));
        let head: Vec<String> =
            names.map(|column| latex_text(&column.name.replace('_', " "))).collect();
        let head = format!("\\toprule\n{} \\\\\n\\midrule\n", head.join(" & "));
        let body: String = rows.iter().map(|row| self.line(row, &columns)).collect();
        let caption = format!("{}. {}", latex_text(&self.title), latex_text(&self.note));
        let label: String =
            self.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let caption = format!("\\caption{{{}}}\\label{{tab:{label}}}", caption.trim_end());
        let origin = self.comment();
        if is_long {
            return format!(
                "{origin}% \\usepackage{{booktabs,longtable}}\n\\begin{{longtable}}{{{layout}}}\n{caption} \
                 \\\\\n{head}\\endfirsthead\n{head}\\endhead\n\\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n"
            );
        }
        format!(
            "{origin}% \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n{caption}\n\
             \\begin{{tabular}}{{{layout}}}\n{head}{body}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n"
        )
    }

    fn line(&self, row: &Row<'_>, columns: &[usize]) -> String {
        let cell = |at: &usize| {
            let unit = self.columns.get(*at)?.unit;
            Some(latex_text(&shown(row.cell(*at), unit)))
        };
        let cells: Vec<String> = columns.iter().filter_map(cell).collect();
        // A bracket after a line end would be taken for its argument.
        let first_is_bracket = cells.first().is_some_and(|cell| cell.starts_with(['[', '*']));
        let start = if first_is_bracket { "{}" } else { "" };
        format!("{start}{} \\\\\n", cells.join(" & "))
    }

    /// Where it comes from, as a comment: a comment ends with its line.
    fn comment(&self) -> String {
        let line = |(name, value): &(String, String)| {
            let text: String = format!("{name}: {value}");
            let ascii = |c: char| if c.is_ascii() { c } else { '?' };
            format!("% {}\n", escape_line(&text).chars().map(ascii).collect::<String>())
        };
        self.origin.iter().map(line).collect()
    }
}

/// A text in which nothing is a command of TeX, for every engine.
///
/// ```
/// use peirast_table::latex_text;
/// assert_eq!(latex_text(r"50% & \input{x}_1"), r"50\% \& \textbackslash{}input\{x\}\_1");
/// assert_eq!(latex_text("éð÷"), r"é{[U+00F0]}$\div$");
/// ```
pub fn latex_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in escape_line(text).replace(" %", "\u{2009}%").chars() {
        match c {
            '\\' => safe.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                safe.push('\\');
                safe.push(c);
            }
            '~' => safe.push_str("\\textasciitilde{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '<' => safe.push_str("\\textless{}"),
            '>' => safe.push_str("\\textgreater{}"),
            '|' => safe.push_str("\\textbar{}"),
            '"' => safe.push_str("\\textquotedblright{}"),
            // After one another they would make another sign.
            '-' | ',' | '\'' | '`' => {
                if safe.ends_with(['-', ',', '\'', '`', '?', '!']) {
                    safe.push_str("{}");
                }
                safe.push(c);
            }
            '–' => safe.push_str("--"),
            '…' => safe.push_str("\\ldots{}"),
            '∞' => safe.push_str("$\\infty$"),
            '−' => safe.push_str("$-$"),
            '×' => safe.push_str("$\\times$"),
            '\u{2009}' => safe.push_str("\\,"),
            '→' => safe.push_str("$\\to$"),
            'α' => safe.push_str("$\\alpha$"),
            'κ' => safe.push_str("$\\kappa$"),
            'ρ' => safe.push_str("$\\rho$"),
            'τ' => safe.push_str("$\\tau$"),
            'χ' => safe.push_str("$\\chi$"),
            '÷' => safe.push_str("$\\div$"),
            ' '..='~' => safe.push(c),
            // The fonts of pdfLaTeX lack these four of the range.
            'À'..='ÿ' if !matches!(c, 'Ð' | 'Þ' | 'ð' | 'þ') => safe.push(c),
            _ => safe.push_str(&format!("{{[U+{:04X}]}}", u32::from(c))),
        }
    }
    safe
}
