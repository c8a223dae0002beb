//! LaTeX with the rules of `booktabs`, for people.

mod layout;
mod width;

use super::readable;
use crate::{Cell, Row, Table, Unit, escape_line};
use layout::{Layout, Shape, forced, layout, pieces};

/// Largest number of rows on one page.
const MOST_ON_A_PAGE: usize = 45;
/// The same for a table on its side.
const MOST_SIDEWAYS: usize = 25;

impl Table<'_> {
    /// Renders the table as LaTeX, for people: no details, shares in percent, long texts shortened.
    /// It fits a page of the class `article`: if necessary, its columns break their lines, its type
    /// is smaller, or it is turned on its side; a still wider table is divided into parts. The
    /// required packages are named before it. It compiles with every engine; letters that the fonts
    /// of pdfLaTeX lack are written as their numbers.
    pub fn latex(&self) -> String {
        let rows = self.shown_rows();
        let columns = self.shown_columns(&rows);
        let parts = self.parts(&rows, &columns);
        let keys = shared(&parts);
        let mut text = self.comment();
        for (at, (columns, layout)) in parts.iter().enumerate() {
            let cells = rows.iter().map(|row| self.texts(row, columns)).collect();
            let (number, count) = (at + 1, parts.len());
            let part = Part { table: self, columns, keys, cells, layout, number, count };
            text.push_str(&part.latex());
        }
        text
    }

    /// Returns the columns with their layout, in as many parts as fit a page each: each begins with
    /// the columns that identify the row.
    fn parts(&self, rows: &[&Row<'_>], columns: &[usize]) -> Vec<(Vec<usize>, Layout)> {
        let cells: Vec<Vec<String>> = rows.iter().map(|row| self.texts(row, columns)).collect();
        let heads: Vec<String> = columns.iter().map(|at| self.head(*at)).collect();
        let shape = |(place, at): (usize, &usize)| Shape {
            is_number: self.is_number(*at),
            head: heads.get(place).map_or("", String::as_str),
            cells: cells.iter().filter_map(|row| row.get(place).map(String::as_str)).collect(),
        };
        let shapes: Vec<Shape<'_>> = columns.iter().enumerate().map(shape).collect();
        if let Some(layout) = layout(&shapes) {
            return vec![(columns.to_vec(), layout)];
        }
        let keys = columns.iter().take_while(|at| !self.is_number(**at)).count();
        // If the identifying columns alone are too wide, only the first is repeated.
        let keys = if keys + 1 < columns.len() { keys } else { 1 };
        let (keys, rest) = columns.split_at(keys.min(columns.len()));
        if rest.len() < 2 {
            return vec![(columns.to_vec(), forced(&shapes))];
        }
        let (left, right) = rest.split_at(rest.len().div_ceil(2));
        let half = |own: &[usize]| self.parts(rows, &[keys, own].concat());
        [half(left), half(right)].concat()
    }

    fn is_number(&self, at: usize) -> bool {
        self.columns.get(at).is_some_and(|one| one.unit.is_number())
    }

    /// Returns the name of a column with its unit.
    fn head(&self, at: usize) -> String {
        let Some(column) = self.columns.get(at) else { return String::new() };
        let unit = match column.unit {
            Unit::Share => " (%)",
            Unit::Points => " (points)",
            Unit::Dollars => " (USD)",
            _ => "",
        };
        format!("{}{unit}", column.name.replace('_', " "))
    }

    /// Returns the cells of a row for people; their units are in the head.
    fn texts(&self, row: &Row<'_>, columns: &[usize]) -> Vec<String> {
        let text = |at: &usize| {
            let unit = self.columns.get(*at)?.unit;
            let text = readable(row.cell(*at), unit);
            let is_share = unit == Unit::Share && matches!(row.cell(*at), Cell::Number(_));
            let text = if is_share { text.trim_end_matches(" %").to_owned() } else { text };
            // A hyphen is shorter than a minus sign.
            let is_negative = unit.is_number() && text.starts_with('-');
            Some(if is_negative { text.replacen('-', "−", 1) } else { text })
        };
        columns.iter().filter_map(text).collect()
    }

    /// Renders the origin as a comment: a comment ends at the end of its line.
    fn comment(&self) -> String {
        let line = |(name, value): &(String, String)| {
            let text: String = format!("{name}: {value}");
            let ascii = |c: char| if c.is_ascii() { c } else { '?' };
            format!("% {}\n", escape_line(&text).chars().map(ascii).collect::<String>())
        };
        self.origin.iter().map(line).collect()
    }
}

/// A part of a table whose columns fit a page.
struct Part<'a> {
    table: &'a Table<'a>,
    columns: &'a [usize],
    /// The number of columns at the beginning that every part has.
    keys: usize,
    cells: Vec<Vec<String>>,
    layout: &'a Layout,
    /// Number of the part, from 1, and number of parts.
    number: usize,
    count: usize,
}

impl Part<'_> {
    fn latex(&self) -> String {
        let heads: Vec<String> = self.columns.iter().map(|at| self.table.head(*at)).collect();
        let head = format!("\\toprule\n{}\\midrule\n", line(&heads));
        let body: String = self.cells.iter().map(|row| line(row)).collect();
        let most = if self.layout.is_sideways { MOST_SIDEWAYS } else { MOST_ON_A_PAGE };
        let lines: usize = self.cells.iter().map(|row| self.layout.lines(row)).sum();
        if lines > most { self.long(&head, &body) } else { self.short(&head, &body) }
    }

    /// Renders it on one page.
    fn short(&self, head: &str, body: &str) -> String {
        let (environment, package) = match self.layout.is_sideways {
            true => ("sidewaystable", ",rotating"),
            false => ("table", ""),
        };
        format!(
            "{}\\begin{{{environment}}}\n\\centering\n{}\n{}\n\\begin{{tabular}}{{@{{}}{}@{{}}}}\n{head}{body}\
             \\bottomrule\n\\end{{tabular}}\n{}\\end{{{environment}}}\n",
            packages(package),
            self.caption(),
            self.size(),
            self.preamble(),
            self.below("\\par\\smallskip\n"),
        )
    }

    /// Renders it over several pages.
    fn long(&self, head: &str, body: &str) -> String {
        let (begin, end, package) = match self.layout.is_sideways {
            true => ("\\begin{landscape}\n", "\\end{landscape}\n", ",longtable,lscape"),
            false => ("", "", ",longtable"),
        };
        format!(
            "{}{begin}\\begingroup\n{}\n\\begin{{longtable}}{{@{{}}{}@{{}}}}\n{} \\\\\n{head}\\endfirsthead\n{head}\
             \\endhead\n\\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n\\endgroup\n{}{end}",
            packages(package),
            self.size(),
            self.preamble(),
            self.caption(),
            self.below(""),
        )
    }

    /// Returns the commands for type size and gaps.
    fn size(&self) -> String {
        format!("{}\\setlength{{\\tabcolsep}}{{{}pt}}", self.layout.size, self.layout.gap)
    }

    /// Returns the column specification of the environment.
    fn preamble(&self) -> String {
        let is_number = |at: &usize| self.table.is_number(*at);
        let plain = |at: &usize| if is_number(at) { "r" } else { "l" };
        let Some(widths) = &self.layout.widths else {
            return self.columns.iter().map(plain).collect();
        };
        let broken = |(at, width): (&usize, &f64)| {
            let side = if is_number(at) { "left" } else { "right" };
            // Rounded down, so that the sum is at most the available width.
            let width = (width * 1e4).floor() / 1e4;
            // Without the braces, pandoc takes a number that begins a cell for an argument, and drops it.
            format!(">{{\\ragged{side}\\arraybackslash{{}}}}p{{{width:.4}\\linewidth}}")
        };
        self.columns.iter().zip(widths).map(broken).collect()
    }

    fn caption(&self) -> String {
        let fine = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let label: String = self.table.name.chars().filter(fine).collect();
        let which = match (self.count, self.number) {
            (1, _) => String::new(),
            (count, number) => format!(" (part {number} of {count}: {})", self.content()),
        };
        let number = if self.number == 1 { String::new() } else { format!("-{}", self.number) };
        format!(
            "\\caption{{{}}}\\label{{tab:{label}{number}}}",
            latex_text(&format!("{}{which}", self.table.title))
        )
    }

    /// Returns the first and the last column that only this part has.
    fn content(&self) -> String {
        let name = |at: &usize| self.table.columns.get(*at).map(|one| one.name.replace('_', " "));
        let own = self.columns.get(self.keys..).unwrap_or_default();
        match own {
            [] => String::new(),
            [only] => name(only).unwrap_or_default(),
            [first, .., last] => [first, last].map(|at| name(at).unwrap_or_default()).join(" to "),
        }
    }

    /// Renders the note, below the last part: it is too long for a caption.
    fn below(&self, before: &str) -> String {
        match self.table.note.is_empty() || self.number < self.count {
            true => String::new(),
            false => format!(
                "{before}{{\\footnotesize\\raggedright\\noindent {}\\par}}\n",
                breakable(&self.table.note)
            ),
        }
    }
}

/// Returns the number of columns with which all parts begin.
fn shared(parts: &[(Vec<usize>, Layout)]) -> usize {
    let [(first, _), (second, _), ..] = parts else { return 0 };
    first.iter().zip(second).take_while(|(one, other)| one == other).count()
}

/// Renders the packages that the document must load, as a comment.
fn packages(more: &str) -> String {
    format!(
        "% \\usepackage{{array,booktabs{more}}} (texlive-latex-base and texlive-latex-recommended have them)\n"
    )
}

/// Renders a line of a table.
fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| breakable(cell)).collect();
    // A bracket after a line end would be read as its argument.
    let first_is_bracket = cells.first().is_some_and(|cell| cell.starts_with(['[', '*']));
    let start = if first_is_bracket { "{}" } else { "" };
    format!("{start}{} \\\\\n", cells.join(" & "))
}

/// Returns a text that can break between its pieces.
fn breakable(text: &str) -> String {
    let mut safe = String::new();
    for piece in pieces(text) {
        let open = !safe.is_empty() && !safe.ends_with(' ');
        safe.push_str(if open { "\\allowbreak{}" } else { "" });
        safe.push_str(&latex_text(piece));
    }
    safe
}

/// Returns a text in which nothing is a command of TeX, for every engine.
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
            // In a sequence they would give another sign.
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
