use peirast_table::{ForeignTable, ForeignTableError, NumberNotation};
use serde::Serialize;

use crate::cell::bare;
use crate::table::{Long, proven};
use crate::{AuditError, Table};

/// A document to audit: its tables, and the lines between them.
///
/// ```
/// use peirast_audit::Document;
/// let text = "## Results\n\n| model | % |\n|---|---|\n| A | 50.0 |\n\nA did well (t(14) = 2.8, p = .014).\n";
/// let document = Document::from_markdown("readme", text);
/// assert_eq!(document.tables[0].title, "Results");
/// assert_eq!(document.prose.last().map(|line| line.number), Some(7));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Document {
    /// Its name, for reports.
    pub name: String,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its other lines.
    pub prose: Vec<Line>,
}

/// A line of text outside of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
}

impl Document {
    /// Reads a file of values separated by commas, semicolons or tabs, with a line of headers. All
    /// cells together show if the decimal mark is a point or a comma.
    ///
    /// # Errors
    ///
    /// [`AuditError::Separated`], if the file has another format, or every row has more cells than
    /// headers; [`AuditError::NoTable`], if it has no rows; [`AuditError::Notation`], if it mixes
    /// two notations of numbers.
    ///
    /// ```
    /// use peirast_audit::Document;
    /// assert_eq!(Document::from_csv("x", "a;b\n1;2\n")?.tables[0].heads, ["a", "b"]);
    /// assert!(Document::from_csv("x", "a,b\n").is_err());
    /// # Ok::<(), peirast_audit::AuditError>(())
    /// ```
    pub fn from_csv(name: &str, text: &str) -> Result<Self, AuditError> {
        let text = &unmarked(text);
        let table = ForeignTable::from_text(text);
        let ForeignTable { heads, rows, separator, .. } =
            table.map_err(|why| AuditError::Separated { name: name.to_owned(), why })?;
        let rows: Vec<(usize, Vec<String>)> =
            rows.into_iter().map(|(line, cells)| (line as usize, cells)).collect();
        // If commas separate cells, the decimal mark is a point.
        if separator != ','
            && let NumberNotation::Contradictory(why) = proven(&heads, &rows)
        {
            return Err(AuditError::Notation { name: name.to_owned(), why });
        }
        if rows.is_empty() {
            return Err(AuditError::NoTable { name: name.to_owned() });
        }
        let short = rows.iter().filter(|(_, cells)| cells.len() < heads.len());
        let short: Vec<usize> = short.map(|(line, _)| *line).collect();
        let (rows, long) = without_long(heads.len(), rows, separator);
        if let (true, Some(Long { line, cells, .. })) = (rows.is_empty(), long.first()) {
            let (line, cells) = (*line as u64, *cells);
            let why = ForeignTableError::Width { line, cells, heads: heads.len(), separator };
            return Err(AuditError::Separated { name: name.to_owned(), why });
        }
        let mut table = Table::new(name, 1, &heads, rows, separator);
        (table.long, table.short) = (long, short);
        Ok(Self { name: name.to_owned(), tables: vec![table], prose: Vec::new() })
    }

    /// Reads Markdown, or the text of a paper: tables with bars or tabs between cells, and the
    /// prose between tables. Parts of a table with the same caption become one table.
    ///
    /// ```
    /// use peirast_audit::Document;
    /// let text = "Table 2: Results\n\na\tb\tc\nx\t1\t2\n\nTable 2 - continued\n\na\tb\tc\ny\t3\t4\n";
    /// let tables = Document::from_markdown("paper", text).tables;
    /// assert_eq!((tables.len(), tables[0].rows.len()), (1, 2));
    /// ```
    #[must_use]
    pub fn from_markdown(name: &str, text: &str) -> Self {
        let text = &unmarked(text);
        let mut tables: Vec<Table> = Vec::new();
        let mut prose: Vec<Line> = Vec::new();
        let mut block: Vec<(usize, &str)> = Vec::new();
        let mut fenced = false;
        for (at, text) in text.lines().enumerate() {
            let number = at + 1;
            let is_fence = text.trim_start().starts_with("```");
            fenced ^= is_fence;
            let belongs = !fenced && !is_fence && is_row(text);
            if !belongs || block.first().is_some_and(|(_, first)| style(first) != style(text)) {
                close(&mut block, &mut tables, &mut prose);
            }
            if belongs {
                block.push((number, text));
            } else if !fenced && !is_fence {
                prose.push(Line { number, text: text.to_owned() });
            }
        }
        close(&mut block, &mut tables, &mut prose);
        Self { name: name.to_owned(), tables: joined(tables), prose }
    }
}

/// A text without a byte order mark, with uniform line ends.
fn unmarked(text: &str) -> String {
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n")
}

/// The separator between the cells of a line.
fn style(line: &str) -> Option<char> {
    let bars = line.matches('|').count() - line.matches("\\|").count();
    if bars >= 2 || line.trim_start().starts_with('|') {
        Some('|')
    } else if line.matches('\t').count() >= 2 {
        Some('\t')
    } else {
        None
    }
}

fn is_row(line: &str) -> bool {
    style(line).is_some()
}

/// The cells of a line.
fn cells(line: &str) -> Vec<String> {
    if style(line) == Some('\t') {
        return line.split('\t').map(str::to_owned).collect();
    }
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in line.trim().chars() {
        match (escaped, c) {
            (false, '\\') => escaped = true,
            (false, '|') => cells.push(String::new()),
            _ => {
                if escaped && c != '|' {
                    push(&mut cells, '\\');
                }
                push(&mut cells, c);
                escaped = false;
            }
        }
    }
    if line.trim().starts_with('|') {
        cells.remove(0);
    }
    if cells.len() > 1 && cells.last().is_some_and(|last| last.trim().is_empty()) {
        cells.pop();
    }
    cells
}

fn push(cells: &mut [String], c: char) {
    if let Some(last) = cells.last_mut() {
        last.push(c);
    }
}

/// Tests if a line consists of dashes, as below headers.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t' | '_'))
}

/// Ends a block of rows. It becomes a table if it has headers and rows; otherwise it becomes lines
/// of text.
fn close(block: &mut Vec<(usize, &str)>, tables: &mut Vec<Table>, prose: &mut Vec<Line>) {
    let lines = std::mem::take(block);
    let mut rows =
        lines.iter().filter(|(_, text)| !is_rule(text)).map(|(line, text)| (*line, cells(text)));
    // A line with fewer than three filled cells above the headers is left over from a page break.
    let heads =
        rows.find(|(_, cells)| cells.iter().any(|cell| cell.chars().any(char::is_alphabetic)));
    let rows: Vec<(usize, Vec<String>)> = rows.collect();
    match heads {
        Some((line, heads)) if !rows.is_empty() => {
            // The text of a paper may have lost headers: then most rows are longer than the line of
            // headers.
            let longer = rows.iter().filter(|(_, cells)| filled(cells) > heads.len()).count();
            let (rows, long) = match longer * 2 < rows.len() {
                true => without_long(heads.len(), rows, '|'),
                false => (rows, Vec::new()),
            };
            let mut table = Table::new(&title(prose), line, &heads, rows, '|');
            table.long = long;
            tables.push(table);
        }
        _ => {
            let text =
                |(number, text): &(usize, &str)| Line { number: *number, text: (*text).to_owned() };
            prose.extend(lines.iter().map(text));
        }
    }
}

/// The number of cells up to the last filled one.
fn filled(cells: &[String]) -> usize {
    cells.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1)
}

/// A row of a table: its line and its cells.
type Cells = (usize, Vec<String>);

/// Separates rows that have more cells than there are headers, because their cells may be below the
/// wrong headers.
fn without_long(heads: usize, rows: Vec<Cells>, separator: char) -> (Vec<Cells>, Vec<Long>) {
    let (long, mut rows): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|(_, cells)| filled(cells) > heads);
    rows.iter_mut().for_each(|(_, cells)| cells.truncate(heads));
    let long = long.into_iter().map(|(line, cells)| Long {
        line,
        cells: cells.len(),
        name: cells.first().map(|cell| bare(cell)).unwrap_or_default(),
        separator,
    });
    let long = long.collect();
    (rows, long)
}

/// The most characters of a line that serves as a title.
const LONGEST_TITLE: usize = 80;

/// The heading, caption or last line above a table.
fn title(prose: &[Line]) -> String {
    let filled = || prose.iter().rev().map(|line| line.text.trim()).filter(|text| !text.is_empty());
    let is_title = |text: &&str| {
        text.starts_with('#') || text.trim_start_matches('*').to_lowercase().starts_with("table ")
    };
    let chosen = filled().take(12).find(is_title).or_else(|| filled().next());
    let whole = chosen.unwrap_or("table").trim_matches(['#', '*', ' ', ':']);
    match whole.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}...", &whole[..end]),
        None => whole.to_owned(),
    }
}

/// Joins tables with the same number and the same headers.
fn joined(tables: Vec<Table>) -> Vec<Table> {
    let mut whole: Vec<Table> = Vec::new();
    for table in tables {
        let same = |other: &&mut Table| {
            other.heads == table.heads
                && number(&other.title).is_some_and(|own| number(&table.title) == Some(own))
        };
        match whole.last_mut().filter(same) {
            Some(before) => {
                before.rows.extend(table.rows);
                before.long.extend(table.long);
            }
            None => whole.push(table),
        }
    }
    whole
}

/// The beginning of a caption, such as `Table 2`.
fn number(title: &str) -> Option<&str> {
    let rest = title.strip_prefix("Table ").or_else(|| title.strip_prefix("TABLE "))?;
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_need_no_frame_and_may_be_escaped() {
        let document = Document::from_markdown("x", "a | b |\n---|---|\n1 | x\\|y |\n");
        assert_eq!(document.tables[0].heads, ["a", "b"]);
        assert_eq!(document.tables[0].rows[0].cells[1].text, "x|y");
    }

    #[test]
    fn code_is_not_audited() {
        let document = Document::from_markdown("x", "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n");
        assert!(document.tables.is_empty() && document.prose.is_empty());
    }

    #[test]
    fn debris_above_the_heads_is_left_out() {
        let text = "\t\t-\t_\t\na\tb\tc\td\nx\t1\t2\t3\n";
        assert_eq!(Document::from_markdown("x", text).tables[0].heads, ["a", "b", "c", "d"]);
    }
}
